"""Every message of the socket, both ways, as typed values, and their JSON Schema. docs/protocol.md explains them.

Nothing is decided here. What a client sends is checked for its form while it is decoded: an unknown field, a wrong type
or a number out of range never reaches a table.
"""

from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ludotheque.core.game import Outcome, Seat
from ludotheque.core.inputs import clip
from ludotheque.server.bounds import LARGEST_FRAME, LONGEST_CHAT, LONGEST_ID, LONGEST_MOVE, LONGEST_TEXT, MOST_SEATS
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import ClockState
from ludotheque.server.table.settings import BotPace, Settings

PROTOCOL = 2

MessageId: TypeAlias = Annotated[str, Meta(max_length=LONGEST_ID)]
Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", min_length=64, max_length=64)]
"""32 bytes in lower-case hexadecimal digits."""
PlyNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=2**31)]


# ── What a client sends ──────────────────────────────────────────────────────────────────────────────────────────────


class _Request(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    id: MessageId | None = None
    """Any short text; the answer repeats it."""


class Play(_Request, tag="play", kw_only=True):
    """Decide."""

    ply: PlyNumber
    """How many plies the client has seen."""
    epoch: PlyNumber | None = None
    """How many take-backs the client has seen."""
    move: Annotated[str, Meta(max_length=LONGEST_MOVE)]
    """The move in the game's notation."""
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None = None
    """For players with several seats: which one decides."""


class AskHint(_Request, tag="hint", kw_only=True):
    """Ask what a bot would play here."""

    ply: PlyNumber


class Say(_Request, tag="chat", kw_only=True):
    """Say something to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Mute(_Request, tag="mute", kw_only=True):
    """Hear a player no more, or again. The server forgets it some time after everybody has left: say it again then."""

    player: Annotated[str, Meta(max_length=LONGEST_ID)]
    muted: bool


class AskTakeBack(_Request, tag="take_back", kw_only=True):
    """Ask to go back: to where so many plies were played, or to one's last decision."""

    ply: PlyNumber | None = None


class AnswerTakeBack(_Request, tag="answer", kw_only=True):
    """Agree to the take-back that was asked for, or not."""

    agree: bool


class SetPace(_Request, tag="pace", kw_only=True):
    """Set how fast bots play on, when only bots still decide; `none` is without any pause, to the end."""

    pace: BotPace


class CommitNonce(_Request, tag="commit", kw_only=True):
    """Add to chance: send the SHA-256 of a random nonce, while the table waits. A new one replaces the last."""

    hash: Hash


class RevealNonce(_Request, tag="reveal", kw_only=True):
    """Reveal the nonce whose hash was sent, when the server asks for it."""

    nonce: Hash


class Authenticate(_Request, tag="authenticate", kw_only=True):
    """Say who connects: the first message of a socket with `authenticate=true`, and of no other."""

    token: Annotated[str, Meta(max_length=LONGEST_TEXT)]


class Ping(_Request, tag="ping", kw_only=True):
    """Ask for a sign of life."""


Request: TypeAlias = (
    Play
    | AskHint
    | Say
    | Mute
    | AskTakeBack
    | AnswerTakeBack
    | SetPace
    | CommitNonce
    | RevealNonce
    | Authenticate
    | Ping
)


# ── What is in what the server sends ─────────────────────────────────────────────────────────────────────────────────


class SeatView(Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: Literal["person", "open", "bot"]
    name: str | None
    player: str | None
    level: str | None
    connected: bool
    substitute: str | None
    """The level of the bot that plays on for the person."""
    flagged: bool
    """Whether the person has run out of time for good, and a bot plays on to the end."""
    resigned: bool
    """Whether the person has resigned, and a bot plays on to the end."""
    replaceable_in: int | None
    """For a person who is away during a game: after how many milliseconds the others may let a bot play on."""
    guest: int | None = None
    """The number in the name of a person who has not chosen one, `Guest 1234`: to say it in another language."""


class OutcomeView(Struct, frozen=True):
    """How a game ended, per seat."""

    ranks: tuple[int, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...] | None
    reason: str


class NonceView(Struct, frozen=True):
    """What the player of a seat adds to chance."""

    seat: Seat
    hash: str
    """The SHA-256 of the nonce."""
    nonce: str | None
    """The nonce, once the game has begun; null before, and if it was withheld."""


class TableView(Struct, frozen=True):
    """A table as one player sees it. Only `mine` differs between players."""

    id: str
    code: str
    game: str
    options: dict[str, str]
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatView]
    settings: Settings
    host: str
    mine: list[Seat]
    commitment: str
    """The SHA-256 of the seed that chance follows from."""
    seed: str | None
    """The seed, when the game is over and not before."""
    nonces: list[NonceView]
    """What players add to the seed, by seat."""
    draws: int | None
    """The number of the function that draws follow from (docs/fairness.md); null before the game."""
    ply: int | None
    """How many plies were played; in lists only of games that are being played."""
    epoch: int
    actor: Seat | None
    spectators: int
    created: int
    changed: int
    """When the seats or the status last changed: of a game that is over, when it ended."""
    rematch: str | None
    outcome: OutcomeView | None
    begins_at_position: bool = False
    """Whether the game begins at a position of another game, and not as its rules say."""


class PlyView(Struct, frozen=True):
    """What happened in a ply, as one viewer may know it."""

    ply: int
    actor: Seat | Literal["chance"]
    events: list[dict[str, Any]]


class RankedMoveView(Struct, frozen=True):
    """What the bot thinks of a move."""

    move: str
    value: float | None
    """The share of the win that the player can expect after it."""
    visits: int | None
    """How often the bot looked at it."""


# ── What the server sends ────────────────────────────────────────────────────────────────────────────────────────────


class _Message(Struct, tag_field="type", kw_only=True):
    pass


class Welcome(_Message, tag="welcome", kw_only=True):
    """The first message of a connection; before the game again, when the host has changed the number of seats."""

    protocol: int
    table: TableView
    viewer: Seat | None
    material: dict[str, Any]
    """What never changes: the pieces and the board."""
    chat: list["Said"]


class Position(_Message, tag="position", kw_only=True):
    """Where the game stands, as one viewer sees it."""

    ply: int
    epoch: int
    viewer: Seat | None
    actor: Seat | None
    observation: dict[str, Any]
    scene: dict[str, Any] | None
    """What follows from the position but would take the rules to work out; only with previews."""
    moves: list[dict[str, Any]]
    """What the viewer may play; empty for everybody who is not to decide."""
    clock: ClockState | None
    outcome: OutcomeView | None
    left_to_bots: bool = False
    """Whether only bots still decide: the pace at which they play on can then be set."""
    why: Literal["take_back"] | UnsetType = UNSET


class Plies(_Message, tag="plies", kw_only=True):
    """What happened since a ply, and where that leads: every field of a position."""

    since: int
    plies: list[PlyView]
    ply: int
    epoch: int
    viewer: Seat | None
    actor: Seat | None
    observation: dict[str, Any]
    scene: dict[str, Any] | None
    moves: list[dict[str, Any]]
    clock: ClockState | None
    outcome: OutcomeView | None
    left_to_bots: bool = False


class Played(_Message, tag="played", kw_only=True):
    """A move of the receiver is stored."""

    id: str | None
    ply: int
    """The number of the ply that the move became."""


class Refusal(_Message, tag="refused", kw_only=True):
    """Something that the receiver asked for was not done, and nothing has changed."""

    id: str | None
    code: str
    message: str


class TableChanged(_Message, tag="table", kw_only=True):
    """Seats, presence, status or rematch have changed."""

    table: TableView


class Said(_Message, tag="chat", kw_only=True):
    """Somebody said something."""

    number: int
    player: str
    name: str
    seat: Seat | None
    text: str
    at: int
    guest: int | None = None
    """As in a seat."""


class TakeBackAsked(_Message, tag="take_back", kw_only=True):
    """Somebody wants to go back; all who wait must agree. With `by` null: nobody wants to any more."""

    by: Seat | None
    ply: int | None
    agreed: list[Seat]
    waiting: list[Seat]


class NoncesAsked(_Message, tag="reveal", kw_only=True):
    """The game starts: reveal your nonce, if this list holds its hash. With `hashes` null: it has not started."""

    hashes: list[str | None] | None
    """The hash of every seat, null where none was sent; from now on they are fixed."""


class HintGiven(_Message, tag="hint", kw_only=True):
    """What the bot would play, the best first."""

    id: str | None
    ply: int
    moves: list[RankedMoveView]
    shares: list[float] | None
    """For each seat, the share of the win that it can expect."""


class Pong(_Message, tag="pong", kw_only=True):
    """A sign of life."""

    id: str | None


Farewell: TypeAlias = Literal["shutdown", "slow", "too_fast", "not_allowed"]


class Closing(_Message, tag="closing", kw_only=True):
    """The server is about to close the connection. After `shutdown` and `slow`, connect again in a moment."""

    why: Farewell


Message: TypeAlias = (
    Welcome
    | Position
    | Plies
    | Played
    | Refusal
    | TableChanged
    | Said
    | TakeBackAsked
    | NoncesAsked
    | HintGiven
    | Pong
    | Closing
)

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()


def decode(frame: str | None) -> Request:
    """Read what a client sent; None is a frame that is no text. Raises Refused."""
    if frame is None:
        raise Refused("malformed", "A frame must be text, not bytes.")
    if len(frame) > LARGEST_FRAME:
        raise Refused("malformed", f"A frame has at most {LARGEST_FRAME} characters.")
    try:
        return _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", f"This is no message of the protocol: {clip(str(error))}.") from None


def encode(message: Message) -> str:
    """Write a message as the text of a frame."""
    return _encoder.encode(message).decode()


def view_outcome(outcome: Outcome) -> OutcomeView:
    """Write an outcome."""
    return OutcomeView(outcome.ranks, outcome.shares, outcome.scores, outcome.reason)


@cache  # takes milliseconds, and anybody may ask
def write_schema() -> dict[str, Any]:
    """Give the JSON Schema of all messages: `client` is what a client sends, `server` what it is sent."""
    (client, server), definitions = msgspec.json.schema_components([Request, Message], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of the socket, protocol {PROTOCOL}",
        "client": client,
        "server": server,
        "$defs": definitions,
    }
