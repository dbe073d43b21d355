"""Tsuro as a Game: the one class that ties the modules of this folder together. It decides nothing itself."""

from collections.abc import Sequence
from importlib import import_module
from random import Random

from ludotheque.compiled.adapter import CompiledGame
from ludotheque.core.game import Actor, Event, Outcome, Seat
from ludotheque.games.tsuro import events, legality, notation, rules, validity
from ludotheque.games.tsuro import state as states
from ludotheque.games.tsuro.display import client_data, words
from ludotheque.games.tsuro.display.picture import render_picture
from ludotheque.games.tsuro.display.rulebook import write_rulebook
from ludotheque.games.tsuro.display.terminal import render_terminal
from ludotheque.games.tsuro.editions import TsuroOptions
from ludotheque.games.tsuro.evaluation import evaluate
from ludotheque.games.tsuro.observation import Observation, determinize, observe
from ludotheque.games.tsuro.setup import make_setup
from ludotheque.games.tsuro.state import Move


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
        """Render the observation as an SVG document."""
        return render_picture(observation)

    def text(self, observation: Observation, *, colour: bool) -> str:
        """Render the observation for a terminal."""
        return render_terminal(observation, colour=colour)

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

    def rulebook(self) -> str:
        """Explain the rules under these options."""
        return write_rulebook(self.setup)

    def evaluate(self, state: states.State, seat: Seat) -> float:
        """Guess the seat's share of the win."""
        return evaluate(self.setup, state, seat)

    def material(self) -> client_data.Material:
        """Give what a client needs to draw and that never changes."""
        return client_data.material(self.setup)

    def scene(self, observation: Observation) -> client_data.Scene:
        """Give what follows from an observation."""
        return client_data.scene(self.setup, observation)

    def compiled(self) -> CompiledGame[states.State, Move, Observation]:
        """Give the compiled side of the game. Imported when asked for: Numba is optional and slow to import."""
        adapter = import_module("ludotheque.games.tsuro.compiled.adapter")
        game: CompiledGame[states.State, Move, Observation] = adapter.adapt(self.setup)
        return game
