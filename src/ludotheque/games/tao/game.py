"""Tao as a Game: the class that delegates to the modules of this folder and decides nothing itself."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random

from ludotheque.compiled.adapter import CompiledGame
from ludotheque.core.game import Actor, Event, Outcome, Seat
from ludotheque.core.pictures.translation import translate_picture
from ludotheque.core.teaching.lessons import Lesson, find_lessons
from ludotheque.core.teaching.puzzle import Solution
from ludotheque.core.teaching.rulebook import Medium, Rulebook
from ludotheque.games.tao import events, notation, rules, scoring, validity
from ludotheque.games.tao import state as states
from ludotheque.games.tao.display import client_data, words
from ludotheque.games.tao.display.picture import render_picture
from ludotheque.games.tao.display.rulebook import write_rulebook
from ludotheque.games.tao.display.terminal import render_terminal
from ludotheque.games.tao.evaluation import evaluate
from ludotheque.games.tao.observation import Observation, determinize, observe
from ludotheque.games.tao.options import TaoOptions
from ludotheque.games.tao.puzzles import motifs as puzzle_motifs
from ludotheque.games.tao.setup import make_setup
from ludotheque.games.tao.state import Move


class Tao:
    """Walk the path of cards, bend the element in play, take the stones."""

    id = "tao"
    title = "Tao"
    rules_version = 1
    uncovering: tuple[type[Event], ...] = ()
    motifs = puzzle_motifs.MOTIFS
    puzzle_package = "ludotheque.games.tao.puzzles"
    puzzle_options = puzzle_motifs.OPTIONS
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
        self.sides = self.setup.sides

    def start(self) -> states.State:
        return rules.start(self.setup)

    def actor(self, state: states.State) -> Actor | None:
        return rules.actor(state)

    def legal_moves(self, state: states.State) -> Sequence[Move]:
        return rules.legal_moves(self.setup, state)

    def weights(self, state: states.State) -> Sequence[int]:
        return rules.weights(self.setup, state)

    def apply(self, state: states.State, move: Move) -> states.State:
        return rules.apply(self.setup, state, move)

    def outcome(self, state: states.State) -> Outcome | None:
        return scoring.outcome(self.setup, state)

    def observe(self, state: states.State, viewer: Seat | None) -> Observation:
        return observe(self.setup, state, viewer)

    def events(self, before: states.State, move: Move, after: states.State, viewer: Seat | None) -> Sequence[Event]:
        return list(events.tell(self.setup, before, move, after, viewer))

    def tells_alike(self, _before: states.State, move: Move, _after: states.State) -> bool:
        return not isinstance(move, states.DrawCard)  # of a card that is dealt, only its owner is told which

    def determinize(self, observation: Observation, rng: Random) -> states.State:
        return determinize(self.setup, observation, rng)

    def legal_moves_for(self, observation: Observation) -> Sequence[Move]:
        return self.legal_moves(self.determinize(observation, Random(0)))  # noqa: S311 - whatever it samples will do

    def parse_move(self, state: states.State, text: str) -> Move:
        return notation.parse_move(self.setup, state, text)

    def format_move(self, state: states.State, move: Move) -> str:
        return notation.format_move(self.setup, state, move)

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
        return words.describe_move(self.setup, state, move)

    def describe_event(self, event: Event, names: Sequence[str]) -> str:
        return words.describe_event(self.setup, event, names)

    def describe_reason(self, reason: str) -> str:
        return words.REASONS[reason]

    def rulebook(self, language: str = "en", medium: Medium = "terminal") -> Rulebook:
        return write_rulebook(self.setup, language, medium)

    def lessons(self) -> Sequence[Lesson]:
        return find_lessons(client_data.__package__, self.options)

    def evaluate(self, state: states.State, seat: Seat) -> float:
        return evaluate(self.setup, state, seat)

    def tally(self, state: states.State) -> Mapping[str, tuple[int, ...]]:
        return scoring.tally(self.setup, state)

    def describe_tally(self, name: str) -> str:
        return words.describe_tally(name)

    def material(self) -> client_data.Material:
        return client_data.material(self.setup)

    def scene(self, observation: Observation) -> client_data.Scene:
        return client_data.scene(self.setup, observation)

    def solve(self, motif: str, state: states.State) -> Solution[Move] | None:
        return puzzle_motifs.solve(self.setup, motif, state)

    def puzzle_key(self, state: states.State) -> str:
        return puzzle_motifs.puzzle_key(self.setup, state)

    def compiled(self) -> CompiledGame[states.State, Move, Observation]:
        """Make the compiled side of the game. Imported on demand: Numba is optional and slow to import."""
        adapter = import_module("ludotheque.games.tao.compiled.adapter")
        game: CompiledGame[states.State, Move, Observation] = adapter.adapt(self.setup)
        return game
