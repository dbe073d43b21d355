"""Tsuro as a Game: the one class that ties the modules of this folder together. It decides nothing itself."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from ludotheque.core.game import Actor, Event, Outcome, Seat
from ludotheque.core.rulebook import Medium, Rulebook
from ludotheque.games.tsuro import events, legality, notation, rules, validity
from ludotheque.games.tsuro import state as states
from ludotheque.games.tsuro.display import client_data, words
from ludotheque.games.tsuro.display.picture import draw_picture
from ludotheque.games.tsuro.display.rulebook import write_rulebook
from ludotheque.games.tsuro.display.terminal import draw_terminal
from ludotheque.games.tsuro.editions import TsuroOptions
from ludotheque.games.tsuro.evaluation import evaluate
from ludotheque.games.tsuro.observation import Observation, determinize, observe
from ludotheque.games.tsuro.setup import make_setup
from ludotheque.games.tsuro.state import Move

if TYPE_CHECKING:
    from ludotheque.compiled.kernel import Kernel


class Tsuro:
    """Lay path tiles, follow your path, stay on the board."""

    id = "tsuro"
    title = "Tsuro"
    rules_version = 1
    Options = TsuroOptions
    State = states.State
    PlaceMarker = states.PlaceMarker
    PlayTile = states.PlayTile
    ChoosePort = states.ChoosePort
    SwapTiles = states.SwapTiles
    DrawTile = states.DrawTile

    def __init__(self, options: TsuroOptions) -> None:
        self.options = options
        self.seats = options.players
        self.setup = make_setup(options)

    def start(self) -> states.State:
        """Give the state before the deal."""
        return rules.start(self.setup)

    def actor(self, state: states.State) -> Actor | None:
        """Say who decides now."""
        return rules.actor(self.setup, state)

    def legal_moves(self, state: states.State) -> Sequence[Move]:
        """List what the actor may do, in the order that legality.legal_moves documents."""
        return legality.legal_moves(self.setup, state)

    def weights(self, state: states.State) -> Sequence[int]:
        """Say how likely each draw is."""
        return legality.weights(state)

    def apply(self, state: states.State, move: Move) -> states.State:
        """Give the state after the actor's move."""
        return rules.apply(self.setup, state, move)

    def outcome(self, state: states.State) -> Outcome | None:
        """Say how the game ended."""
        return rules.outcome(self.setup, state)

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
        """Say what a legal move is and what it leads to, as far as its player can tell."""
        actor = self.actor(state)
        told = self.events(state, move, self.apply(state, move), actor if isinstance(actor, int) else None)
        return words.describe_move(self.setup, state, move, told)

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

    def scene(self, observation: Observation) -> client_data.Scene:
        """Give what follows from an observation."""
        return client_data.scene(self.setup, observation)

    def kernel(self) -> "Kernel":
        """Give the compiled rules."""
        from ludotheque.games.tsuro.compiled.kernel import KERNEL  # noqa: PLC0415 - Numba is optional and slow to import

        return KERNEL

    def pack_start(self) -> Any:
        """Give an array of one packed game before the deal."""
        return self.pack(self.start())

    def pack(self, state: states.State) -> Any:
        """Give a state as an array of one packed game."""
        from ludotheque.games.tsuro.compiled import encoding  # noqa: PLC0415 - NumPy is optional and slow to import

        return encoding.pack(self.setup, state)

    def unpack(self, packed: Any) -> states.State:
        """Give the state that a packed game stands for."""
        from ludotheque.games.tsuro.compiled import encoding  # noqa: PLC0415 - same

        return encoding.unpack(self.setup, packed)

    def pack_observation(self, observation: Observation) -> Any:
        """Give a packed game that the viewer cannot tell from the real one."""
        from ludotheque.games.tsuro.compiled import encoding  # noqa: PLC0415 - same

        return encoding.pack_observation(self.setup, observation)

    def encode_move(self, state: states.State, move: Move) -> int:
        """Number a legal move."""
        from ludotheque.games.tsuro.compiled import encoding  # noqa: PLC0415 - same

        return encoding.encode_move(self.setup, state, move)

    def decode_move(self, state: states.State, action: int) -> Move:
        """Give the move with this number."""
        from ludotheque.games.tsuro.compiled import encoding  # noqa: PLC0415 - same

        return encoding.decode_move(self.setup, state, action)
