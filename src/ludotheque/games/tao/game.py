"""Tao as a Game: the one class that ties the modules of this folder together. It decides nothing itself."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from ludotheque.core.game import Actor, Event, Outcome, Seat
from ludotheque.core.rulebook import Medium, Rulebook
from ludotheque.games.tao import events, notation, rules, scoring, validity
from ludotheque.games.tao import state as states
from ludotheque.games.tao.compiled import actions
from ludotheque.games.tao.display import client_data, words
from ludotheque.games.tao.display.picture import draw_picture
from ludotheque.games.tao.display.rulebook import write_rulebook
from ludotheque.games.tao.display.terminal import draw_terminal
from ludotheque.games.tao.evaluation import evaluate
from ludotheque.games.tao.observation import Observation, determinize, observe
from ludotheque.games.tao.options import TaoOptions
from ludotheque.games.tao.setup import make_setup
from ludotheque.games.tao.state import Move

if TYPE_CHECKING:
    from ludotheque.compiled.kernel import Kernel


class Tao:
    """Walk the path of cards, bend the element in play, take the stones."""

    id = "tao"
    title = "Tao"
    rules_version = 1
    Options = TaoOptions
    State = states.State
    Walk = states.Walk
    PlayFromHand = states.PlayFromHand
    MoveStone = states.MoveStone
    SwapCards = states.SwapCards
    CoverCard = states.CoverCard
    ChooseFirst = states.ChooseFirst
    DrawCard = states.DrawCard

    def __init__(self, options: TaoOptions) -> None:
        self.options = options
        self.seats = options.players
        self.setup = make_setup(options)

    def start(self) -> states.State:
        """Give the state before the first player is drawn."""
        return rules.start(self.setup)

    def actor(self, state: states.State) -> Actor | None:
        """Say who decides now."""
        return rules.actor(state)

    def legal_moves(self, state: states.State) -> Sequence[Move]:
        """List what the actor may do, in the order that rules.legal_moves documents."""
        return rules.legal_moves(self.setup, state)

    def weights(self, state: states.State) -> Sequence[int]:
        """Say how likely each draw is."""
        return rules.weights(self.setup, state)

    def apply(self, state: states.State, move: Move) -> states.State:
        """Give the state after the actor's move."""
        return rules.apply(self.setup, state, move)

    def outcome(self, state: states.State) -> Outcome | None:
        """Say how the game ended."""
        return scoring.outcome(self.setup, state)

    def observe(self, state: states.State, viewer: Seat | None) -> Observation:
        """Give everything that the viewer may know."""
        return observe(self.setup, state, viewer)

    def events(self, before: states.State, move: Move, after: states.State, viewer: Seat | None) -> Sequence[Event]:
        """Tell what happened."""
        return list(events.tell(self.setup, before, move, after, viewer))

    def determinize(self, observation: Observation, rng: Random) -> states.State:
        """Sample a state that the viewer cannot tell from the real one."""
        return determinize(self.setup, observation, rng)

    def parse_move(self, state: states.State, text: str) -> Move:
        """Read the notation of a move."""
        return notation.parse_move(self.setup, state, text)

    def format_move(self, state: states.State, move: Move) -> str:
        """Write a legal move."""
        return notation.format_move(self.setup, state, move)

    def format_state(self, state: states.State) -> str:
        """Write the whole state as one line."""
        return notation.format_state(self.setup, state)

    def parse_state(self, text: str) -> states.State:
        """Read the line of a state."""
        return notation.parse_state(self.setup, text)

    def check_state(self, state: states.State) -> None:
        """Raise ImpossibleState for a state that the rules cannot lead to."""
        validity.check_state(self.setup, state)

    def picture(self, observation: Observation) -> str:
        """Draw the observation as an SVG document."""
        return draw_picture(observation)

    def text(self, observation: Observation, *, colour: bool) -> str:
        """Draw the observation for a terminal."""
        return draw_terminal(observation, colour=colour)

    def describe_move(self, state: states.State, move: Move) -> str:
        """Say what a legal move is."""
        return words.describe_move(self.setup, state, move)

    def describe_event(self, event: Event, names: Sequence[str]) -> str:
        """Say in one sentence what happened."""
        return words.describe_event(self.setup, event, names)

    def describe_reason(self, reason: str) -> str:
        """Say in a few words why a game ended."""
        return words.REASONS[reason]

    def rulebook(self, language: str = "en", medium: Medium = "terminal") -> Rulebook:
        """Explain the rules under these options."""
        return write_rulebook(self.setup, language, medium)

    def evaluate(self, state: states.State, seat: Seat) -> float:
        """Guess the seat's share of the win."""
        return evaluate(self.setup, state, seat)

    def material(self) -> client_data.Material:
        """Give what a client needs to draw and that never changes."""
        return client_data.material(self.setup)

    def scene(self, observation: Observation) -> client_data.Scene:  # noqa: ARG002 - see below
        """Give what follows from an observation: an observation of Tao says it all."""
        return client_data.Scene()

    def kernel(self) -> "Kernel":
        """Give the compiled game."""
        from ludotheque.games.tao.compiled.kernel import KERNEL  # noqa: PLC0415 - Numba is optional and slow to import

        return KERNEL

    def pack_start(self) -> Any:
        """Give an array of one packed game: these options, before the first ply."""
        return self.pack(self.start())

    def pack(self, state: states.State) -> Any:
        """Give an array of one packed game."""
        from ludotheque.games.tao.compiled.encoding import pack  # noqa: PLC0415 - NumPy is optional, too

        return pack(self.setup, state)

    def unpack(self, packed: Any) -> states.State:
        """Give the state of a packed game."""
        from ludotheque.games.tao.compiled.encoding import unpack  # noqa: PLC0415 - same

        return unpack(self.setup, packed)

    def pack_observation(self, observation: Observation) -> Any:
        """Give a packed game that the viewer cannot tell from the real one."""
        from ludotheque.games.tao.compiled.encoding import pack_observation  # noqa: PLC0415 - same

        return pack_observation(self.setup, observation)

    def encode_move(self, state: states.State, move: Move) -> int:
        """Give the number of a legal move."""
        return actions.encode_move(self.setup, state, move)

    def decode_move(self, state: states.State, action: int) -> Move:
        """Give the legal move that has this number."""
        return actions.decode_move(self.setup, state, action)
