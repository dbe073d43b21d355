"""Tsuro as a Game: the class that delegates to the modules of this folder and decides nothing itself."""

from collections.abc import Sequence
from importlib import import_module
from random import Random

from ludotheque.compiled.adapter import CompiledGame
from ludotheque.core.game import Actor, Event, Outcome, Seat
from ludotheque.core.pictures.translation import translate_picture
from ludotheque.core.teaching.examples import Example, play_lines
from ludotheque.core.teaching.lessons import Lesson, find_lessons
from ludotheque.core.teaching.puzzle import Solution
from ludotheque.core.teaching.rulebook import Medium, Rulebook
from ludotheque.games.tsuro import events, legality, notation, rules, validity
from ludotheque.games.tsuro import state as states
from ludotheque.games.tsuro.display import client_data, examples, words
from ludotheque.games.tsuro.display.picture import render_picture
from ludotheque.games.tsuro.display.rulebook import write_rulebook
from ludotheque.games.tsuro.display.terminal import render_terminal
from ludotheque.games.tsuro.editions import TsuroOptions
from ludotheque.games.tsuro.evaluation import evaluate
from ludotheque.games.tsuro.foresight import foresee
from ludotheque.games.tsuro.observation import Observation, determinize, observe
from ludotheque.games.tsuro.puzzles import motifs as puzzle_motifs
from ludotheque.games.tsuro.puzzles import symmetry
from ludotheque.games.tsuro.setup import make_setup
from ludotheque.games.tsuro.state import Move


class Tsuro:
    """Lay path tiles, follow your path, stay on the board."""

    id = "tsuro"
    title = "Tsuro"
    rules_version = 1
    uncovering: tuple[type[Event], ...] = (events.SwapOffered,)
    examples = examples.EXAMPLES
    motifs = puzzle_motifs.MOTIFS
    puzzle_package = "ludotheque.games.tsuro.puzzles"
    puzzle_options = puzzle_motifs.OPTIONS
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
        return rules.start(self.setup)

    def actor(self, state: states.State) -> Actor | None:
        return rules.actor(self.setup, state)

    def legal_moves(self, state: states.State) -> Sequence[Move]:
        return legality.legal_moves(self.setup, state)

    def weights(self, state: states.State) -> Sequence[int]:
        return legality.weights(state)

    def apply(self, state: states.State, move: Move) -> states.State:
        return rules.apply(self.setup, state, move)

    def outcome(self, state: states.State) -> Outcome | None:
        return rules.outcome(self.setup, state)

    def observe(self, state: states.State, viewer: Seat | None) -> Observation:
        return observe(self.setup, state, viewer)

    def events(self, before: states.State, move: Move, after: states.State, viewer: Seat | None) -> Sequence[Event]:
        return list(events.tell(self.setup, before, move, after, viewer))

    def tells_alike(self, before: states.State, move: Move, after: states.State) -> bool:
        return events.tells_alike(before, move, after)

    def foresee(self, observation: Observation, moves: Sequence[Move]) -> Sequence[Sequence[Event] | None]:
        return foresee(self.setup, observation, moves)

    def determinize(self, observation: Observation, rng: Random) -> states.State:
        return determinize(self.setup, observation, rng)

    def legal_moves_for(self, observation: Observation) -> Sequence[Move]:
        return self.legal_moves(self.determinize(observation, Random(0)))  # noqa: S311 - whatever it samples will do

    def parse_move(self, state: states.State, text: str) -> Move:
        return notation.parse_move(self.setup, state, text)

    def format_move(self, state: states.State, move: Move) -> str:
        return notation.format_move(self.setup, state, move)

    def format_moves(self, state: states.State, moves: Sequence[Move]) -> list[str]:
        return notation.format_moves(self.setup, state, moves)

    def format_state(self, state: states.State) -> str:
        return notation.format_state(self.setup, state)

    def parse_state(self, text: str) -> states.State:
        return notation.parse_state(self.setup, text)

    def check_state(self, state: states.State) -> None:
        validity.check_state(self.setup, state)

    def picture(self, observation: Observation) -> str:
        return render_picture(observation)

    def translate_picture(self, picture: str, language: str) -> str:
        return translate_picture(picture, client_data.__package__, language)

    def text(self, observation: Observation, *, colour: bool) -> str:
        return render_terminal(observation, colour=colour)

    def describe_move(self, state: states.State, move: Move) -> str:
        """Say what a legal move is and what it leads to, as far as its player can tell."""
        actor = self.actor(state)
        told = self.events(state, move, self.apply(state, move), actor if isinstance(actor, int) else None)
        return words.describe_move(self.setup, state, move, told)

    def describe_event(self, event: Event, names: Sequence[str]) -> str:
        return words.describe_event(self.setup, event, names)

    def describe_reason(self, reason: str) -> str:
        return words.REASONS[reason]

    def rulebook(self, language: str = "en", medium: Medium = "terminal") -> Rulebook:
        return write_rulebook(self.setup, language, medium)

    def play_example(self, name: str) -> Example:  # noqa: ARG002 - there is one
        return play_lines(Tsuro(examples.OPTIONS), examples.LINES)

    def lessons(self) -> Sequence[Lesson]:
        return find_lessons(client_data.__package__, self.options)

    def evaluate(self, state: states.State, seat: Seat) -> float:
        return evaluate(self.setup, state, seat)

    def is_out(self, state: states.State, seat: Seat) -> bool:
        return all(state.spots[marker] == states.OUT for marker in self.setup.markers_of[seat])

    def material(self) -> client_data.Material:
        return client_data.material(self.setup)

    def scene(self, observation: Observation) -> client_data.Scene:
        return client_data.scene(self.setup, observation)

    def solve(self, motif: str, state: states.State) -> Solution[Move] | None:
        return puzzle_motifs.solve(self.setup, motif, state)

    def puzzle_key(self, state: states.State) -> str:
        return symmetry.puzzle_key(self.setup, state)

    def compiled(self) -> CompiledGame[states.State, Move, Observation]:
        """Make the compiled side of the game. Imported on demand: Numba is optional and slow to import."""
        adapter = import_module("ludotheque.games.tsuro.compiled.adapter")
        game: CompiledGame[states.State, Move, Observation] = adapter.adapt(self.setup)
        return game
