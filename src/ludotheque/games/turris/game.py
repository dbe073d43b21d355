"""Turris as a Game: the one class that ties the modules of this folder together. It decides nothing itself."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from ludotheque.core.game import Actor, Event, Outcome, Seat
from ludotheque.core.rulebook import Medium, Rulebook
from ludotheque.games.turris import events, notation, rules, validity
from ludotheque.games.turris import state as states
from ludotheque.games.turris.display import client_data, words
from ludotheque.games.turris.display.picture import draw_picture
from ludotheque.games.turris.display.rulebook import write_rulebook
from ludotheque.games.turris.display.terminal import draw_terminal
from ludotheque.games.turris.evaluation import evaluate
from ludotheque.games.turris.observation import Observation, determinize, observe
from ludotheque.games.turris.options import SEATS, TurrisOptions
from ludotheque.games.turris.state import Move

if TYPE_CHECKING:
    from ludotheque.compiled.kernel import Kernel


class Turris:
    """Build one tower together and own the largest areas of its sides and its roof."""

    id = "turris"
    title = "Turris"
    rules_version = 1
    Options = TurrisOptions
    State = states.State
    PlaceBlock = states.PlaceBlock
    TakeBlockOff = states.TakeBlockOff
    DeclineBonus = states.DeclineBonus
    DrawFirst = states.DrawFirst

    def __init__(self, options: TurrisOptions) -> None:
        self.options = options
        self.seats = SEATS

    def start(self) -> states.State:
        """Give the state before the first block."""
        return rules.start(self.options)

    def actor(self, state: states.State) -> Actor | None:
        """Say who decides now."""
        return rules.actor(state)

    def legal_moves(self, state: states.State) -> Sequence[Move]:
        """List what the actor may do, in the order that rules.legal_moves documents."""
        return rules.legal_moves(state)

    def weights(self, state: states.State) -> Sequence[int]:  # noqa: ARG002 - chance acts in one state only
        """Say how likely each player is to begin."""
        return rules.weights()

    def apply(self, state: states.State, move: Move) -> states.State:
        """Give the state after the actor's move."""
        return rules.apply(self.options, state, move)

    def outcome(self, state: states.State) -> Outcome | None:
        """Say how the game ended."""
        return rules.outcome(state)

    def observe(self, state: states.State, viewer: Seat | None) -> Observation:
        """Give everything that the viewer may know."""
        return observe(self.options, state, viewer)

    def events(self, before: states.State, move: Move, after: states.State, viewer: Seat | None) -> Sequence[Event]:  # noqa: ARG002
        """Tell what happened, which is the same for every viewer."""
        return list(events.tell(before, move, after))

    def determinize(self, observation: Observation, rng: Random) -> states.State:  # noqa: ARG002 - nothing is hidden
        """Give the one state that the observation is of."""
        return determinize(observation)

    def parse_move(self, state: states.State, text: str) -> Move:  # noqa: ARG002 - a move reads the same everywhere
        """Read the notation of a move."""
        return notation.parse_move(text)

    def format_move(self, state: states.State, move: Move) -> str:  # noqa: ARG002 - a move reads the same everywhere
        """Write a legal move."""
        return notation.format_move(move)

    def format_state(self, state: states.State) -> str:
        """Write the whole state as one line."""
        return notation.format_state(state)

    def parse_state(self, text: str) -> states.State:
        """Read the line of a state."""
        return notation.parse_state(text)

    def check_state(self, state: states.State) -> None:
        """Raise ImpossibleState for a state that the rules cannot lead to."""
        validity.check_state(self.options, state)

    def evaluate(self, state: states.State, seat: Seat) -> float:
        """Guess the seat's share of the win."""
        return evaluate(state, seat)

    def picture(self, observation: Observation) -> str:
        """Draw the observation as an SVG document."""
        return draw_picture(observation)

    def text(self, observation: Observation, *, colour: bool) -> str:
        """Draw the observation for a terminal."""
        return draw_terminal(observation, colour=colour)

    def describe_move(self, state: states.State, move: Move) -> str:
        """Say in a few words what a legal move is."""
        return words.describe_move(self.options, state, move)

    def describe_event(self, event: Event, names: Sequence[str]) -> str:
        """Say in one sentence what happened."""
        return words.describe_event(event, names)

    def describe_reason(self, reason: str) -> str:
        """Say in a few words why a game ended."""
        return words.REASONS[reason]

    def rulebook(self, language: str = "en", medium: Medium = "terminal") -> Rulebook:
        """Explain the rules under these options."""
        return write_rulebook(self.options, language, medium)

    def material(self) -> client_data.Material:
        """Give what a client needs to draw and that never changes."""
        return client_data.material()

    def scene(self, observation: Observation) -> client_data.Scene:
        """Give what follows from an observation."""
        return client_data.scene(observation)

    def kernel(self) -> "Kernel":
        """Give the compiled rules, the same for all options."""
        from ludotheque.games.turris.compiled.kernel import KERNEL  # noqa: PLC0415 - Numba is optional and slow to import

        return KERNEL

    def pack_start(self) -> Any:
        """Give an array of one packed game, before the first ply."""
        return self.pack(self.start())

    def pack(self, state: states.State) -> Any:
        """Give an array of one packed game."""
        from ludotheque.games.turris.compiled import encoding  # noqa: PLC0415 - NumPy is optional and slow to import

        return encoding.pack(self.options, state)

    def unpack(self, packed: Any) -> states.State:
        """Give the state that was packed."""
        from ludotheque.games.turris.compiled import encoding  # noqa: PLC0415 - NumPy is optional and slow to import

        return encoding.unpack(packed)

    def encode_move(self, state: states.State, move: Move) -> int:  # noqa: ARG002 - a move has one number everywhere
        """Give the action of a move, or the number of an outcome of chance."""
        from ludotheque.games.turris.compiled import encoding  # noqa: PLC0415 - NumPy is optional and slow to import

        return encoding.encode_move(move)

    def decode_move(self, state: states.State, action: int) -> Move:
        """Give the move of an action, or where chance acts that of an outcome."""
        from ludotheque.games.turris.compiled import encoding  # noqa: PLC0415 - NumPy is optional and slow to import

        return encoding.decode_move(state, action)

    def pack_observation(self, observation: Observation) -> Any:
        """Give an array of one packed game that the observation is of."""
        from ludotheque.games.turris.compiled import encoding  # noqa: PLC0415 - NumPy is optional and slow to import

        return encoding.pack_observation(observation)
