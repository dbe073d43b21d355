"""Turris as a Game: the class that delegates to the modules of this folder and decides nothing itself."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random

from ludotheque.compiled.adapter import CompiledGame
from ludotheque.core.game import Actor, Event, Outcome, Seat
from ludotheque.core.pictures.translation import translate_picture
from ludotheque.core.teaching.examples import Example
from ludotheque.core.teaching.lessons import Lesson, find_lessons
from ludotheque.core.teaching.puzzle import Solution
from ludotheque.core.teaching.rulebook import Medium, Rulebook
from ludotheque.games.turris import events, notation, rules, validity
from ludotheque.games.turris import state as states
from ludotheque.games.turris.display import client_data, words
from ludotheque.games.turris.display.picture import render_picture, render_series
from ludotheque.games.turris.display.rulebook import EXAMPLES, play_example, write_rulebook
from ludotheque.games.turris.display.terminal import render_terminal
from ludotheque.games.turris.evaluation import evaluate
from ludotheque.games.turris.observation import Observation, determinize, observe
from ludotheque.games.turris.options import SEATS, TurrisOptions
from ludotheque.games.turris.puzzles import motifs as puzzle_motifs
from ludotheque.games.turris.scoring import look
from ludotheque.games.turris.state import Move


class Turris:
    """Build one tower together and own the largest areas of its sides and its roof."""

    id = "turris"
    title = "Turris"
    rules_version = 1
    uncovering: tuple[type[Event], ...] = ()
    previews_scenes = True
    examples = EXAMPLES
    motifs = puzzle_motifs.MOTIFS
    puzzle_package = "ludotheque.games.turris.puzzles"
    puzzle_options = puzzle_motifs.OPTIONS
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
        return rules.start(self.options)

    def actor(self, state: states.State) -> Actor | None:
        return rules.actor(state)

    def legal_moves(self, state: states.State) -> Sequence[Move]:
        return rules.legal_moves(self.options, state)

    def weights(self, state: states.State) -> Sequence[int]:  # noqa: ARG002 - chance acts in one state only
        """Say how likely each player is to begin."""
        return rules.weights()

    def apply(self, state: states.State, move: Move) -> states.State:
        return rules.apply(self.options, state, move)

    def outcome(self, state: states.State) -> Outcome | None:
        return rules.outcome(state)

    def observe(self, state: states.State, viewer: Seat | None) -> Observation:
        return observe(self.options, state, viewer)

    def events(self, before: states.State, move: Move, after: states.State, viewer: Seat | None) -> Sequence[Event]:  # noqa: ARG002
        """Tell what happened, which is the same for every viewer."""
        return list(events.tell(before, move, after))

    def tells_alike(self, _before: states.State, _move: Move, _after: states.State) -> bool:
        return True  # nothing is hidden

    def determinize(self, observation: Observation, rng: Random) -> states.State:  # noqa: ARG002 - nothing is hidden
        """Give the one state that the observation is of."""
        return determinize(observation)

    def legal_moves_for(self, observation: Observation) -> Sequence[Move]:
        return self.legal_moves(self.determinize(observation, Random(0)))  # noqa: S311 - whatever it samples will do

    def parse_move(self, state: states.State, text: str) -> Move:  # noqa: ARG002 - a move reads the same everywhere
        return notation.parse_move(text)

    def format_move(self, state: states.State, move: Move) -> str:  # noqa: ARG002 - a move reads the same everywhere
        return notation.format_move(move)

    def format_state(self, state: states.State) -> str:
        return notation.format_state(state)

    def parse_state(self, text: str) -> states.State:
        return notation.parse_state(text)

    def check_state(self, state: states.State) -> None:
        validity.check_state(self.options, state)

    def lessons(self) -> Sequence[Lesson]:
        return find_lessons(client_data.__package__, self.options)

    def evaluate(self, state: states.State, seat: Seat) -> float:
        return evaluate(state, seat)

    def picture(self, observation: Observation) -> str:
        return render_picture(observation)

    def translate_picture(self, picture: str, language: str) -> str:
        return translate_picture(picture, client_data.__package__, language)

    def draw_series(self, observations: Sequence[Observation]) -> Sequence[str]:
        return render_series(observations)

    def text(self, observation: Observation, *, colour: bool) -> str:
        return render_terminal(observation, colour=colour)

    def describe_move(self, state: states.State, move: Move) -> str:
        return words.describe_move(self.options, state, move)

    def describe_event(self, event: Event, names: Sequence[str]) -> str:
        return words.describe_event(event, names)

    def describe_reason(self, reason: str) -> str:
        return words.REASONS[reason]

    def rulebook(self, language: str = "en", medium: Medium = "terminal") -> Rulebook:
        return write_rulebook(self.options, language, medium)

    def play_example(self, name: str) -> Example:
        return play_example(name)

    def tally(self, state: states.State) -> Mapping[str, tuple[int, ...]]:
        return {view.name: view.points for view in look(state.blocks)}

    def describe_tally(self, name: str) -> str:
        return words.VIEWS[name]

    def material(self) -> client_data.Material:
        return client_data.material()

    def scene(self, observation: Observation) -> client_data.Scene:
        return client_data.scene(observation)

    def solve(self, motif: str, state: states.State) -> Solution[Move] | None:
        return puzzle_motifs.solve(self.options, motif, state)

    def puzzle_key(self, state: states.State) -> str:
        return puzzle_motifs.puzzle_key(state)

    def compiled(self) -> CompiledGame[states.State, Move, Observation]:
        """Make the compiled side of the game. Imported on demand: Numba is optional and slow to import."""
        adapter = import_module("ludotheque.games.turris.compiled.adapter")
        game: CompiledGame[states.State, Move, Observation] = adapter.adapt(self.options)
        return game
