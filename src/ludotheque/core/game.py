"""The Game protocol and the vocabulary of the package. No rules and no I/O live here.

    seat     a place in the game, counted from 0 in code and from 1 in everything people read
    actor    who decides now: a seat, or CHANCE
    viewer   who sees: a seat, or None for a spectator
    ply      one applied move, chance included

A state is a value. The functions of a game are pure: the same arguments give the same answer, nothing is changed,
no clock and no random generator is consulted. What is drawn from a hidden multiset is a ply by CHANCE, made when it
happens; so a shuffled pile never exists and cannot leak.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar, runtime_checkable

from ludotheque.core.inputs import is_whole, show
from ludotheque.core.options import Options
from ludotheque.core.teaching.rulebook import Medium, Rulebook

Seat: TypeAlias = int


class Chance(Enum):
    """The type of CHANCE, the actor that draws tiles and deals cards."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE: Final = Chance.CHANCE

Actor: TypeAlias = Seat | Chance


MOST_WHOLE = 2**53 - 1
"""The largest whole number that every reader of JSON gets exactly. Wider ones, such as bitboards, must be split."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Per seat throughout, in seat order.

    It is stored, so its numbers are exactly ints: one of NumPy becomes one by `int`.
    """

    ranks: tuple[int, ...]
    """1 won. Seats that tie share a rank, and the ranks after it are left out: 1 2 2 4."""
    reason: str
    """Why the game ended, as a key in the words of the game, such as `last_marker`; never empty."""
    scores: tuple[int, ...] | None = None
    """Points, in games that have them."""

    def check(self, seats: int) -> None:
        """Raise ValueError, saying why, for what no game for so many seats may end with."""
        _check_numbers("ranks", self.ranks, seats)
        if self.scores is not None:
            _check_numbers("scores", self.scores, seats)
        expected = tuple(1 + sum(other < mine for other in self.ranks) for mine in self.ranks)
        if self.ranks != expected:
            raise ValueError(f"the ranks {self.ranks} do not add up; in this order they are {expected}")
        reason: object = self.reason
        if not isinstance(reason, str) or not reason or not reason.isprintable():
            raise ValueError(f"the reason of the outcome is {show(reason)}; it must be a word, as a text")

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won or share the win."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win; a shared win is split evenly."""
        share = 1 / len(self.winners)
        return tuple(share if rank == 1 else 0.0 for rank in self.ranks)


def _check_numbers(name: str, numbers: Any, seats: int) -> None:
    is_fit = isinstance(numbers, tuple) and len(numbers) == seats
    if not is_fit or not all(is_whole(number) and abs(number) <= MOST_WHOLE for number in numbers):
        raise ValueError(
            f"the {name} of the outcome are {show(numbers)}; they must be a tuple of one int for each of {seats} seats"
            ", within 2**53 - 1"
        )


class Event:
    """Something that happened, as one viewer may know it. Games derive frozen dataclasses, named in the past tense."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OneOf:
    """In `Annotated[str, OneOf(WORDS)]`: the text is one of these words. The client's types are generated from it."""

    words: tuple[str, ...]


CONSTANT: Final = MappingProxyType({"constant": True})
"""The metadata of a field that is the same in every observation of a game; it need not be sent each time."""

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741 - O is the observation, beside S and M
M_co = TypeVar("M_co", covariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
O_contra = TypeVar("O_contra", contravariant=True)


class Game(Protocol[S, M, O]):
    """The rules of one game with its options fixed.

    States, moves and observations are immutable, comparable by value and hashable. Hidden information leaves a game by
    `observe` and `events` only; whatever is sent to a person, a bot or an environment comes through these two doors.

    What leaves a game is sent as JSON, and to bots in other processes by pickle. So observations, moves and events are
    made of dataclasses, named tuples, tuples, frozensets, mappings, enums, texts, finite numbers and None, the classes
    being defined in a module. Whole numbers stay within 2**53 - 1, as in JSON everywhere. No field of a move is called
    `type`, `move`, `events` or `scene`, and none of an event `type`. core/wire.py says what becomes of each.

    Errors are shown to people as they are: those about states are sentences, which end with a full stop.
    """

    id: str
    """The name in the registry and in records, such as `tsuro`."""
    title: str
    """The name for people."""
    rules_version: int
    """Counted up when a recorded game would replay differently."""

    @property
    def options(self) -> Options:
        """The options, validated."""
        ...

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        ...

    def start(self) -> S:
        """Return the state before the first ply."""
        ...

    def actor(self, state: S) -> Actor | None:
        """Return who decides now; None exactly when the game is over."""
        ...

    def legal_moves(self, state: S) -> Sequence[M]:
        """List what the actor may do, in a fixed order that the game documents, without repetition.

        At CHANCE: every outcome that is possible. Empty exactly when the game is over.
        """
        ...

    def weights(self, state: S) -> Sequence[int]:
        """Return how likely each legal move is, as positive integers. Only to be called where CHANCE acts."""
        ...

    def apply(self, state: S, move: M) -> S:
        """Return the state after the actor's move. Raises IllegalMove, saying why, for anything not legal."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None exactly while somebody is to decide.

        It passes `Outcome.check`: otherwise it could not be stored, and the game could not end at a server.
        """
        ...

    def observe(self, state: S, viewer: Seat | None) -> O:
        """Return everything that the viewer may know of this state, and nothing else."""
        ...

    def events(self, before: S, move: M, after: S, viewer: Seat | None) -> Sequence[Event]:
        """List what happened between two states, in order, as the viewer may know it."""
        ...

    def determinize(self, observation: O, rng: Random) -> S:
        """Sample a state that the observation's viewer cannot tell from the real one."""
        ...

    def legal_moves_for(self, observation: O) -> Sequence[M]:
        """List the legal moves of the observation's viewer, in the order of `legal_moves`.

        The viewer must be the actor. What a player may do never depends on what they cannot see, so any state that
        `determinize` samples has the same legal moves.
        """
        ...

    def parse_move(self, state: S, text: str) -> M:
        """Read the notation of a move. Raises InvalidMove for bad syntax; legality is checked by `apply`."""
        ...

    def format_move(self, state: S, move: M) -> str:
        """Write a legal move in the game's notation: no spaces, no line breaks; `parse_move` gives it back."""
        ...

    def format_state(self, state: S) -> str:
        """Write the whole state, hidden things included, as one line; `parse_state` gives it back.

        Records hash this line, so a change to it needs a new `rules_version`.
        """
        ...

    def parse_state(self, text: str) -> S:
        """Read a line of `format_state`. Raises InvalidState for anything that it would not have written.

        Whether the rules can lead to the state is checked by `check_state`, not here.
        """
        ...

    def check_state(self, state: S) -> None:
        """Raise ImpossibleState, saying why, for a state that the rules cannot lead to.

        Every state reached by playing passes, and every state that passes can be played to the end, by the rules and by
        the kernel. The other methods trust the states they are given; check a state from anywhere else with this one.
        """
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]


@runtime_checkable
class Presented(Protocol[S_contra, M_contra, O_contra]):
    """A game that can also be shown to people. Optional: without it the terminal falls back to the notation."""

    def picture(self, observation: O_contra) -> str:
        """Render the observation as an SVG document."""
        ...

    def text(self, observation: O_contra, *, colour: bool) -> str:
        """Render the observation for a terminal, with ANSI colours if wanted."""
        ...

    def describe_move(self, state: S_contra, move: M_contra) -> str:
        """Say in a few words what a legal move of the actor is."""
        ...

    def describe_event(self, event: Event, names: Sequence[str]) -> str:
        """Say in one sentence what happened; `names` are the seats' names. Empty: not worth a line in the log."""
        ...

    def describe_reason(self, reason: str) -> str:
        """Say in a few words why a game ended, given an outcome's reason: `only one player is left`."""
        ...

    def rulebook(self, language: str = "en", medium: Medium = "terminal") -> Rulebook:
        """Explain the rules under these options. Raises OptionError for a language that is none of `LANGUAGES`."""
        ...


@runtime_checkable
class DrawsSeries(Protocol[O_contra]):
    """A game whose pictures differ in size or layout from position to position. Optional: without it they do not."""

    def draw_series(self, observations: Sequence[O_contra]) -> Sequence[str]:
        """Render observations of one game as `picture` does, alike enough to be shown one after the other."""
        ...


@runtime_checkable
class TranslatesPictures(Protocol):
    """A game whose pictures can be had in other languages than English. Optional: without it they cannot."""

    def translate_picture(self, picture: str, language: str) -> str:
        """Translate the texts of a picture: see core/pictures/translation.py."""
        ...


def draw_series(game: Presented[Any, Any, Any], observations: Sequence[Any], language: str = "en") -> Sequence[str]:
    """Render observations of one game as SVG documents, to be shown one after the other, in a language if it has it."""
    if isinstance(game, DrawsSeries):
        pictures = game.draw_series(observations)
    else:
        pictures = [game.picture(observation) for observation in observations]
    if isinstance(game, TranslatesPictures):
        return [game.translate_picture(picture, language) for picture in pictures]
    return pictures


@runtime_checkable
class Evaluated(Protocol[S_contra]):
    """A game that can also guess who stands well. Optional: without it the greedy bot sees only the end of a game."""

    def evaluate(self, state: S_contra, seat: Seat) -> float:
        """Guess the seat's share of the win, from 0 to 1. Exact at the end of the game."""
        ...


@runtime_checkable
class HasSides(Protocol):
    """A game in which several seats may play together. Optional: without it everybody plays alone."""

    sides: tuple[int, ...]
    """For each seat the number of its side."""


@runtime_checkable
class Eliminating(Protocol[S_contra]):
    """A game that players can be put out of before it ends. Optional: without it everybody plays to the end."""

    def is_out(self, state: S_contra, seat: Seat) -> bool:
        """Whether the seat is out: it will decide nothing any more, whatever happens."""
        ...


@runtime_checkable
class Tallied(Protocol[S_contra]):
    """A game in which something is counted on the way to the win, such as sums or areas. Optional."""

    def tally(self, state: S_contra) -> Mapping[str, tuple[int, ...]]:
        """Count what everybody can see to count, by its name, as it stands: a number for each seat."""
        ...

    def describe_tally(self, name: str) -> str:
        """Say in a few words what is counted under a name: `the view from the south`."""
        ...


@runtime_checkable
class HasClientData(Protocol[O_contra]):
    """A game that gives a client, which knows no rules, what it needs to draw. Optional, too."""

    def material(self) -> Any:
        """Return what never changes, as a dataclass: tiles, cards, board dimensions, consequences of the options."""
        ...

    def scene(self, observation: O_contra) -> Any:
        """Return what follows from an observation but needs the rules to compute; the same for every viewer.

        A dataclass, like the material: the client's types are generated from both.
        """
        ...


class FormatsMoves(Protocol[S_contra, M_contra]):
    """A game that writes all moves of a state faster together than one by one. Optional."""

    def format_moves(self, state: S_contra, moves: Sequence[M_contra]) -> list[str]:
        """Write legal moves of one state, each as `format_move` does."""
        ...


def format_moves(game: AnyGame, state: Any, moves: Sequence[Any]) -> list[str]:
    """Write legal moves of one state in the game's notation: see FormatsMoves."""
    write_all = getattr(game, "format_moves", None)
    if write_all is not None:
        texts: list[str] = write_all(state, moves)
        return texts
    write = game.format_move
    return [write(state, move) for move in moves]


class TellsAlike(Protocol[S_contra, M_contra]):
    """A game that knows of which plies it tells every viewer the same. Optional: without it, of none.

    What is told of such a ply is worked out and encoded once, however many watch.
    """

    def tells_alike(self, before: S_contra, move: M_contra, after: S_contra) -> bool:
        """Whether `events` gives the same for every viewer. It may say no where they are the same after all."""
        ...


def tells_alike(game: AnyGame, before: Any, move: Any, after: Any) -> bool:
    """Whether a game says that every viewer is told the same of a ply: see TellsAlike."""
    ask = getattr(game, "tells_alike", None)
    return ask is not None and ask(before, move, after)


class Foresees(Protocol[O_contra, M_contra]):
    """A game that can tell what a move would do without making it. Optional; it makes previews cheap.

    It is given an observation, so it cannot tell what its viewer cannot know.
    """

    def foresee(self, observation: O_contra, moves: Sequence[M_contra]) -> Sequence[Sequence[Event] | None]:
        """Give the events of each of the viewer's legal moves; None for one that has to be tried to know."""
        ...


def foresee(game: AnyGame, observation: Any, moves: Sequence[Any]) -> Sequence[Sequence[Event] | None]:
    """Give what a game foresees of the viewer's legal moves, None where it has to be tried: see Foresees."""
    ask = getattr(game, "foresee", None)
    return [None] * len(moves) if ask is None else ask(observation, moves)


class Uncovering(Protocol):
    """A game that says which events may uncover something. Optional: without it, any of them may.

    Previews tell nothing that only one of several possible states would uncover. To know that, they try a move in more
    than one; where a game promises that nothing is uncovered, one is enough.
    """

    uncovering: tuple[type[Event], ...]
    """The events by which a decision may tell its player what was hidden from them. After every other event the player
    knows no more than the rules say: it is the same in all states that they cannot tell from the real one."""


@runtime_checkable
class PreviewsScenes(HasClientData[O_contra], Protocol[O_contra]):
    """A game whose scene is what a player wants to know before they decide, such as the points of every place."""

    previews_scenes: bool
    """Whether every previewed move comes with the scene that it would lead to."""
