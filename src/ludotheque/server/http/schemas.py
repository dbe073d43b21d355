"""Schemas of request and response bodies; the OpenAPI is generated from them. Tables are described in messages.py."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ludotheque.core.game import Seat
from ludotheque.server.bounds import (
    LONGEST_ID,
    LONGEST_MOVE,
    LONGEST_NOTE,
    LONGEST_POSITION,
    LONGEST_RECORD,
    LONGEST_TEXT,
    MOST_ANALYSED,
    MOST_SEATS,
)
from ludotheque.server.table.feed.messages import OutcomeView, PlyView, TableView
from ludotheque.server.table.settings import OptionTexts, Pace, SeatWish, Settings

Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST_TEXT)]
PlayerId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]


# ── What is sent to the server ───────────────────────────────────────────────────────────────────────────────────────


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A body with nothing in it."""


class NewPlayer(Body, frozen=True):
    """A new player; a guest if no name is given."""

    name: Text | None = None


class NewName(Body, frozen=True):
    """Another name for a player."""

    name: Text


class NewToken(Body, frozen=True):
    """A token for a bot."""

    label: Text


class Switch(Body, frozen=True):
    """Which of the players that this browser keeps to switch to."""

    player: Text


class LogOutEverywhere(Body, frozen=True):
    """Whether this device stays logged in."""

    stay: bool = False


class SeatBody(Body, frozen=True):
    """What the host of a new table wants at a seat."""

    kind: SeatWish
    level: Text | None = None
    name: Text | None = None
    """For a seat of yours: the name of the person who plays there on the same device."""


class NewTableBody(Settings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to open. Every setting has a default."""

    game: Text
    options: OptionTexts = msgspec.field(default_factory=dict)
    seats: Annotated[list[SeatBody], Meta(min_length=1, max_length=MOST_SEATS)]
    start: bool = False
    """Whether to begin at once if no seat is open."""


class Join(Body, frozen=True):
    """Which seat to take; any open one if none is named."""

    seat: SeatNumber | None = None


class ChangeSeat(Body, frozen=True):
    """Which seat to change to."""

    seat: SeatNumber


class SetSeat(Body, frozen=True):
    """What the host wants at a seat."""

    kind: Literal["open", "bot"]
    level: Text | None = None


class Start(Body, frozen=True):
    """How to start the game."""

    drop_open: bool = False
    """Whether to start without the seats that are still open."""


class Continue(Body, frozen=True):
    """Where to go on with a finished game, as which seat, and against which bots."""

    ply: Annotated[int, Meta(ge=0, lt=2**31)]
    """How many plies of the game are kept."""
    seat: SeatNumber
    level: Text = "medium"
    """How well the bots at all other seats play."""
    pace: Pace = "normal"


class Replace(Body, frozen=True):
    """The seat at which a bot should play on."""

    seat: SeatNumber
    level: Text | None = None


class Remove(Body, frozen=True):
    """The player whom the host removes."""

    player: PlayerId
    ban: bool = False
    """Whether to ban the player, who then cannot return, watch or chat here."""


class Unban(Body, frozen=True):
    """The player whose ban is lifted."""

    player: PlayerId


class ChangeSharing(Body, frozen=True):
    """Whether to let the home network in."""

    open: bool


Move: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVE)]
NotedWords: TypeAlias = Annotated[
    dict[Annotated[str, Meta(pattern="^[a-z]{2}$")], Annotated[str, Meta(max_length=LONGEST_NOTE)]], Meta(max_length=8)
]
"""What is noted, by language."""
PositionText: TypeAlias = Annotated[str, Meta(max_length=LONGEST_POSITION)]


class OpenRecord(Body, frozen=True):
    """A record to be looked at on the analysis board. Nothing of it is stored."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]


class AnalysedLine(Body, frozen=True, kw_only=True):
    """A position: where it begins, and the moves from there on, draws included. Nothing of it is stored."""

    game: Text
    options: OptionTexts = msgspec.field(default_factory=dict)
    position: PositionText | None = None
    """The state that the line begins at, as text; null is the usual start of the game."""
    moves: Annotated[list[Move], Meta(max_length=MOST_ANALYSED)] = msgspec.field(default_factory=list)


class ShowAnalysed(AnalysedLine, frozen=True, kw_only=True):
    """A position to be looked at, and through whose eyes."""

    viewer: SeatNumber | None = None
    """Whose honest view is wanted; null: that of whoever decides, with everything that could be drawn."""
    draw: bool = False
    """Whether chance draws first, if it is to."""


class TreeMove(Body, frozen=True):
    """A move of an analysis, after another one."""

    parent: Annotated[int, Meta(ge=-1, lt=MOST_ANALYSED)]
    """The index of the move that it follows, which comes before it; -1 is the beginning."""
    move: Move
    words: NotedWords = msgspec.field(default_factory=dict)
    """What is noted after it."""


class ExportAnalysis(Body, frozen=True, kw_only=True):
    """An analysis to be written as an annotated record."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)] | None = None
    """The record that it was opened from: it stays as it is, and only its notes are new. Without one, a position:"""
    game: Text = ""
    options: OptionTexts = msgspec.field(default_factory=dict)
    position: PositionText | None = None
    names: Annotated[list[Text], Meta(max_length=MOST_SEATS)] = msgspec.field(default_factory=list)
    """Who sits where, without a record."""
    moves: Annotated[list[TreeMove], Meta(max_length=MOST_ANALYSED)] = msgspec.field(default_factory=list)
    """The first move after each is the main line; with a record, as far as it goes, the one that was played."""
    words: NotedWords = msgspec.field(default_factory=dict)
    """What is noted at the beginning."""


# ── What the server answers ──────────────────────────────────────────────────────────────────────────────────────────


class Error(Struct, frozen=True):
    """Why something was not done."""

    code: str
    """A stable key, for programs to decide by and clients to translate."""
    message: str
    """A sentence for people, in English."""
    option: str | UnsetType = UNSET
    """For `bad_option`: the name of the option that it is about, if it is about one."""


class ErrorAnswer(Struct, frozen=True):
    """The response to a request that was refused. Nothing has changed."""

    error: Error


class PlayerView(Struct, frozen=True):
    """The public view of a player."""

    id: str
    name: str
    guest: int | None
    """The number in the name of a guest, such as `Guest 1234`, for translation; null for a chosen name."""


class PlayerAnswer(Struct, frozen=True):
    """Who you are."""

    player: PlayerView


class Me(Struct, frozen=True):
    """Who you are, and your tables, unfinished ones first."""

    player: PlayerView
    tables: list[TableView]


class LinkAnswer(Struct, frozen=True):
    """A one-time link that logs another device in as this player."""

    code: str
    path: str
    expires: int


class LinkPreview(Struct, frozen=True):
    """The player of a link, and the current player of this browser."""

    player: PlayerView
    expires: int
    you: PlayerView | None


class LinkView(Struct, frozen=True):
    """A link that has not been used yet, without its code."""

    id: str
    expires: int


class LinkList(Struct, frozen=True):
    """Your usable links, the first to expire first."""

    links: list[LinkView]


class PlayerList(Struct, frozen=True):
    """The players of this browser: first the current one, then those it keeps, the last one first."""

    players: list[PlayerView]


class DeviceView(Struct, frozen=True):
    """A device that is logged in as you."""

    id: str
    label: str
    """Browser and system, such as "Firefox, Linux"; empty if they are not known."""
    created: int
    used: int
    """When it was last used, to about an hour."""
    here: bool
    """Whether it is this one."""


class DeviceList(Struct, frozen=True):
    """Your devices, oldest first."""

    devices: list[DeviceView]


class TokenView(Struct, frozen=True):
    """A token of a bot, without its secret."""

    id: str
    label: str
    created: int


class TokenAnswer(Struct, frozen=True):
    """A new token. The secret is shown this once."""

    id: str
    label: str
    created: int
    token: str


class TokenList(Struct, frozen=True):
    """Your tokens, oldest first."""

    tokens: list[TokenView]


class SeatRange(Struct, frozen=True):
    """How many seats a game has."""

    least: int
    most: int


class OptionView(Struct, frozen=True):
    """An option of a game. Its values are texts."""

    name: str
    kind: Literal["choice", "number", "switch", "table"]
    choices: list[str]
    """The possible values of a choice; empty for other kinds."""
    least: int | None
    most: int | None
    """The limits of a number."""
    default: str
    help: str
    """One sentence for people, in English."""
    needs: dict[str, list[str]]
    """For each option that this one depends on: the values with which it has an effect. With any other value this one
    must be left at its default."""
    omit_default: bool
    """Whether it goes without saying where it has its default."""


class GameView(Struct, frozen=True):
    """A game and its options."""

    id: str
    title: str
    rules_version: int
    seats: SeatRange
    options: list[OptionView]
    has_hidden: bool
    """Whether there is hidden information."""


class GameList(Struct, frozen=True):
    """All games, and what there is at every table of this server."""

    games: list[GameView]
    levels: list[str]
    """The levels of bots, the weakest first."""
    chat: bool
    """Whether a table may have a chat."""


class TableList(Struct, frozen=True):
    """Some tables."""

    tables: list[TableView]
    next: str | UnsetType | None = UNSET
    """Of your own tables: where the next page begins; null if this is the last."""


class HistoryPosition(Struct, frozen=True):
    """A position of a game, and what led to it, as one viewer saw it."""

    ply: int
    actor: Seat | Literal["chance"] | None
    """Whose ply led here; null before the first."""
    events: list[dict[str, Any]]
    observation: dict[str, Any]
    scene: dict[str, Any] | None


class History(Struct, frozen=True):
    """A game as one viewer saw it, ply by ply: from before the first one, or from where you asked for."""

    viewer: Seat | None
    """Whose view this is; null for spectators."""
    epoch: int
    """How many take-backs there had been."""
    positions: list[HistoryPosition]


class EmbeddedGame(Struct, frozen=True):
    """A finished game as pages of other sites show it; its positions are those of the replay. It names nobody."""

    game: str
    title: str
    options: dict[str, str]
    seats: int
    material: dict[str, Any]
    outcome: OutcomeView | None


class ExamplePosition(Struct, frozen=True):
    """A step of an example, as spectators see it."""

    ply: int
    events: list[dict[str, Any]]
    """What has happened since the step before."""
    observation: dict[str, Any]
    scene: dict[str, Any]


class Example(Struct, frozen=True):
    """An example that the rules show step by step."""

    material: dict[str, Any]
    """What never changes in its game."""
    positions: list[ExamplePosition]


class ExerciseAnswer(Struct, frozen=True):
    """What is said to a move that somebody tries."""

    move: str | None
    """In the game's notation; null is every move that has no answer of its own."""
    is_right: bool
    words: dict[str, str]
    """By language."""
    leads_to: int | None
    """The index of the position that the move leads to; what follows a wrong move shows why it is wrong.

    Null if that is not shown.
    """


class ExerciseQuestion(Struct, frozen=True):
    """Now you: a move is to be found. A move that no answer is about is wrong."""

    words: dict[str, str]
    answers: list[ExerciseAnswer]


class ExercisePosition(Struct, frozen=True):
    """A position of an exercise, and what led to it, as whoever answers sees it."""

    ply: int
    led_here: PlyView | None
    """What was played to get here; null at the start."""
    actor: Seat | None
    """Who decides here; null if that is nobody, or chance."""
    observation: dict[str, Any]
    scene: dict[str, Any] | None
    moves: list[dict[str, Any]]
    """The legal moves, as in the positions of a table; only where there is a question."""
    outcome: OutcomeView | None
    words: dict[str, str]
    """What is said here, by language."""
    question: ExerciseQuestion | None
    next: int | None
    """The index of the position that follows; null at the end of a line."""


class Exercise(Struct, frozen=True):
    """An annotated game to be answered, as one document: the first of its positions is the start."""

    game: str
    options: dict[str, str]
    names: list[str]
    """Who sits where."""
    solver: Seat
    """Who is asked, and whose view this is."""
    material: dict[str, Any]
    positions: list[ExercisePosition]


class AnalysedMove(Struct, frozen=True):
    """A move of an opened record, or of a branch of it."""

    parent: int
    """The index of the move that it follows; -1 is the beginning. The first move after each is what was played."""
    move: str
    actor: Seat | Literal["chance"]
    words: dict[str, str]
    """What is noted after it, by language."""


class AnalysedGame(Struct, frozen=True):
    """A game on the analysis board."""

    game: str
    options: dict[str, str]
    names: list[str]
    """Who sits where; empty texts where nobody is named."""
    material: dict[str, Any]
    position: str | None
    """The state that it begins at, as text; null is the usual start."""
    moves: list[AnalysedMove]
    words: dict[str, str]
    """What is noted at the beginning, by language."""


class DrawView(Struct, frozen=True):
    """Something that chance may draw."""

    move: str
    chance: float
    """How likely it is."""
    events: list[dict[str, Any]]
    """What it does, as the seat sees it that it concerns."""


class AnalysedPosition(Struct, frozen=True):
    """A position of the analysis board, as one viewer sees it."""

    ply: int
    viewer: Seat | None
    actor: Seat | Literal["chance"] | None
    """Who decides; null if the game is over."""
    plies: list[PlyView]
    """What has led here from where the line begins."""
    observation: dict[str, Any]
    scene: dict[str, Any] | None
    moves: list[dict[str, Any]]
    """The legal moves of the viewer, if they decide, as in the positions of a table."""
    draws: list[DrawView]
    """What chance may draw, if it is to and everything is shown; of many alternatives only the first."""
    outcome: OutcomeView | None
    drawn: str | None
    """What chance has drawn, if it was asked to."""
    text: str | None
    """The state as text, if everything is shown."""


class AnalysedMoveRank(Struct, frozen=True):
    """What a search thinks of a move."""

    move: str
    value: float | None
    """The share of the win that the seat that decides can expect after it; null if it was hardly looked at."""
    visits: int | None
    is_proven: bool
    """Whether the value is certain."""


class AnalysisRanking(Struct, frozen=True):
    """What a search thinks of a position, by what the seat can see that decides there. The best move first."""

    shares: list[float] | None
    """The share of the win that every seat can expect."""
    is_proven: bool
    moves: list[AnalysedMoveRank]


class RecordText(Struct, frozen=True):
    """A record as text."""

    record: str


class LessonView(Struct, frozen=True):
    """A lesson of a game: an exercise with a title."""

    id: str
    title: dict[str, str]
    """By language."""
    questions: int
    """How many questions it asks."""


class LessonList(Struct, frozen=True):
    """The lessons of a game under its options, in their order."""

    lessons: list[LessonView]


class PuzzleEntry(Struct, frozen=True):
    """A puzzle in the list of all."""

    id: str
    game: str
    motif: str
    difficulty: int
    """From 1 to 4: one more for every level of bots that fails it at least half of the time."""


class MotifView(Struct, frozen=True):
    """What the puzzles of a game ask for."""

    game: str
    motif: str
    title: dict[str, str]
    """By language."""


class PuzzleOfTheDay(Struct, frozen=True):
    """Which puzzle is that of the day."""

    date: str
    """In UTC, such as 2026-11-18."""
    puzzle: str


class PuzzleList(Struct, frozen=True):
    """All puzzles."""

    today: PuzzleOfTheDay
    motifs: list[MotifView]
    puzzles: list[PuzzleEntry]


class Puzzle(Struct, frozen=True):
    """A puzzle to be solved."""

    id: str
    game: str
    motif: str
    title: dict[str, str]
    """By language."""
    difficulty: int
    fails: list[int]
    """In percent, how often the bots easy, medium and hard fail it; may be empty."""
    exercise: Exercise


class TableId(Struct, frozen=True):
    """Which table has a code."""

    id: str


class Sharing(Struct, frozen=True):
    """The address at which others reach the server."""

    url: str | None
    """What a link for others begins with; null if nobody else can reach the server."""
    network: Literal["open", "closed"] | None
    """Whether the home network is let in, where you can change that; otherwise null."""


class Health(Struct, frozen=True):
    """The server works."""

    status: Literal["ok"]
    version: str
