"""The compiled side of a game: its kernel, and conversion between its states and moves and the kernel's arrays.

A game that has a kernel has a method `compiled`, which gives a `CompiledGame`. Importing this module is cheap; calling
that method imports NumPy and Numba, which are optional: `pip install ludotheque[fast]`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeGuard, runtime_checkable

from ludotheque.core.game import AnyGame, Game, M, O, S

if TYPE_CHECKING:
    from ludotheque.compiled.kernel import Kernel


@dataclass(frozen=True)
class Extent:
    """How long a game can get and how much chance can choose from, at most."""

    decisions: int
    draws: int = 0
    outcomes: int = 0
    """Different outcomes of one draw."""


@dataclass(frozen=True)
class CompiledGame(Generic[S, M, O]):
    """A game with its options fixed, for compiled code. A packed game is a NumPy array with one element."""

    kernel: "Kernel"
    """The same for all options of a game."""
    start: Callable[[], S]
    """The state before the first ply, as in the rules."""
    pack: Callable[[S], Any]
    """pack(state) -> the packed game, options included."""
    unpack: Callable[[Any], S]
    """unpack(packed) -> the state that was packed."""
    pack_observation: Callable[[O], Any]
    """pack_observation(observation) -> a packed game that fits; the kernel's `determinize` deals what is hidden."""
    encode_move: Callable[[S, M], int]
    """encode_move(state, move) -> the number of a legal move: an action or, where chance acts, an outcome."""
    decode_move: Callable[[S, int], M]
    """decode_move(state, number) -> the legal move that has this number."""

    layout: Any = None
    """The names of the numbers of the compact observation, as a NumPy dtype of as many bytes; None: they have none."""
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The least and the greatest value of each name of the layout; what is not there is any int8."""
    describe_action: Callable[[int], str] | None = None
    """describe_action(number) -> what an action of a seat is, in a few words that hold in every state."""
    extent: Extent | None = None
    """None: nobody has worked it out."""

    def pack_start(self) -> Any:
        """Pack the state before the first ply."""
        return self.pack(self.start())


@runtime_checkable
class Compiled(Game[S, M, O], Protocol[S, M, O]):
    """A game that has a kernel. Optional, like Presented or Evaluated; nothing but speed may depend on it."""

    def compiled(self) -> CompiledGame[S, M, O]:
        """Give the compiled side of the game. The first call imports Numba."""
        ...


def is_compiled(game: AnyGame) -> TypeGuard[Compiled[Any, Any, Any]]:
    """Whether a game can be played by compiled code: it has a kernel, and Numba is installed."""
    return find_spec("numba") is not None and isinstance(game, Compiled)
