"""Many games at once over a kernel, with every argument checked: what all environments here are made of.

The arrays that compiled code works on are private, so nothing from outside can make it read or write elsewhere. What a
step gives back are new arrays each time; they are the caller's.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.compiled.adapter import Compiled, CompiledGame, is_compiled
from ludotheque.compiled.choices import (
    ALLOW_STAY,
    NO_CHECK,
    ONLY_LEGAL,
    RANK,
    RESTART,
    SHARE,
    STAY,
    ZERO_SUM,
    choose_best,
    choose_random,
    find_illegal,
    next_seed,
)
from ludotheque.compiled.fair_draws import KEY_WORDS
from ludotheque.compiled.memory import COMPARED
from ludotheque.core.game import AnyGame
from ludotheque.core.inputs import show
from ludotheque.envs.arguments import check_choice, check_count, check_rng, check_seat, check_seeds, read_whole
from ludotheque.envs.array_pool import ArrayPool
from ludotheque.envs.rules_loops import Numbered, number_game

Chance: TypeAlias = Literal["fast", "fair"]
"""How chance draws: by SplitMix64, or by the function of core/fairness.py, as at a table."""
Reward: TypeAlias = Literal["share", "zero_sum", "rank"]

REWARDS: dict[str, int] = {"share": SHARE, "zero_sum": ZERO_SUM, "rank": RANK}
_NO_LIMIT = 2**31 - 1
_NOT_BEGUN = "reset comes before the first step"
_GREATEST = np.uint64(2**63 - 1)


class Step(NamedTuple):
    """What a step of a batch gives: one row a game."""

    seats: NDArray[np.int8]
    """Who decides now; if nobody does, who decided last. What follows is what this seat sees and may do."""
    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    """1 for each legal action; nothing is legal once the game is over."""
    earned: NDArray[np.float32]
    """The reward of the seat that has just decided."""
    rewards: NDArray[np.float32]
    """For each seat; not 0 only where the game has just ended."""
    ranks: NDArray[np.int8]
    """For each seat, 1 is the best; 0 except where `terminated`."""
    terminated: NDArray[np.bool_]
    """Whether the game is over or, if games restart, was until it did."""
    truncated: NDArray[np.bool_]
    """Whether it was stopped because it had as many decisions as were wanted at most."""
    final_seats: NDArray[np.int8]
    """If games restart, where one has ended: who decided last or, if it was stopped, who would have next."""
    final_games: NDArray[np.int32]
    """If games restart, a row for each that has ended, for `look_back`: its number, or the complement if stopped."""
    final_viewers: NDArray[np.int8]
    """The seat of `final_seats`, in the same rows."""
    final_states: NDArray[Any]
    """How it ended, in the same rows."""
    final_rows: tuple[range, ...]
    """Which rows of the last three there are: those of each thread. None if no game has restarted."""


@dataclass(frozen=True)
class Snapshot:
    """Everything about the games of a batch, to go back to. It can be pickled. Restore only what you have saved."""

    identity: str
    states: NDArray[Any]
    seeds: NDArray[np.uint64]
    rngs: NDArray[np.uint64]
    keys: NDArray[np.uint32] | None
    draws: NDArray[np.int32]
    lengths: NDArray[np.int32]
    seats: NDArray[np.int8]
    firsts: NDArray[np.int64]
    counts: NDArray[np.int32]
    legals: NDArray[np.int32]


class Batch:
    """Games of the same kind, played side by side.

    `chance` None is "fair" if the kernel says what chance may draw, otherwise "fast"; for a game that draws nothing
    both are the same. `threads` divides the games between so many threads. With `restarts` a game that ends begins anew
    in the same step, with a seed that follows from its own. `limit` is after how many decisions a game is stopped; None
    never does. One that is stopped and does not restart takes no actions any more, as if it were over. With `reuses`
    the arrays of a step are those of the step before, and whoever hands one out copies it.
    """

    def __init__(
        self,
        game: AnyGame,
        size: int,
        *,
        chance: Chance | None = "fast",
        reward: Reward = "share",
        restarts: bool = False,
        limit: int | None = None,
        threads: int = 1,
        reuses: bool = False,
    ) -> None:
        self.game = game
        self.compiled = compile_game(game)
        self.kernel: Any = self.compiled.kernel
        self.size = check_count("the number of games", size)
        self.chance = _choose_chance(game, self.kernel, chance)
        self.reward, self.restarts = reward, restarts
        self._is_fair = self.chance == "fair"
        self._kind = REWARDS[check_choice("reward", reward, tuple(REWARDS))]
        self._limit = _NO_LIMIT if limit is None else check_count("the limit of decisions", limit)
        self._stops = limit is not None and not restarts
        self._slices = _divide(self.size, check_count("the number of threads", threads))
        self._pool = ThreadPoolExecutor(len(self._slices) - 1) if len(self._slices) > 1 else None
        self._loops: Any = self.kernel.specialise("batch_loops")
        self._start = self.compiled.pack_start()
        self._states: NDArray[Any] = np.repeat(self._start, self.size)
        self._seeds = np.zeros(self.size, np.uint64)
        self._rngs = np.zeros(self.size, np.uint64)
        self._keys = np.zeros((self.size, KEY_WORDS), np.uint32) if self._is_fair else None
        self._draws = np.zeros(self.size, np.int32)
        self._lengths = np.zeros(self.size, np.int32)
        self._seats = np.zeros(self.size, np.int8)
        # The legal actions of all games, one after the other: where those of each begin, and how many they are.
        self._firsts = np.zeros(self.size, np.int64)
        self._counts = np.zeros(self.size, np.int32)
        self._legals = np.zeros(self.size * self.kernel.most_legal + COMPARED, np.int32)
        self._restart = np.full(self.size, RESTART, np.int64)
        self._command = np.zeros(1, np.int64)
        self._is_begun = False
        self._told = self._plan_arrays()
        self._kept = self._take_arrays() if reuses else None

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(self, seeds: ArrayLike | None = None, mask: ArrayLike | None = None) -> Step:
        """Begin new games, all of them or those of a mask.

        Each has a seed, a whole number from 0 to 2**64 - 1. Without seeds they follow from those of the games before;
        the first are drawn from the operating system. Raises ValueError if one is over before anybody decides.
        """
        chosen = None if mask is None else self._check_mask(mask)
        if not self._is_begun and chosen is not None and not chosen.all():
            raise ValueError("the first games must all begin: there is nothing to leave as it is yet")
        fresh = self.follow_seeds() if seeds is None else check_seeds(seeds, self.size)
        self._seeds = fresh if chosen is None else np.where(chosen, fresh, self._seeds)
        self._is_begun = True
        return self._advance(self._restart if chosen is None else np.where(chosen, self._restart, STAY))

    def step(self, actions: ArrayLike, *, check: bool = True, skip_ended: bool = False) -> Step:
        """Play an action in each game, then what chance does.

        Raises ValueError for wrong shapes and types and, unless `check` is false, for actions that are not legal, and
        changes nothing. Unchecked actions that are not legal can do anything, up to crashing the interpreter. With
        `skip_ended`, games that are over stay as they are, whatever their action is. A game that begins anew and is
        over at once is a ValueError, too, when all have been stepped.
        """
        if not self._is_begun:
            raise ValueError(_NOT_BEGUN)
        given = self._check_actions(actions)
        if not skip_ended:
            return self._advance(self._make_commands(given), ONLY_LEGAL if check else NO_CHECK)
        is_over = self._counts == 0
        commands = self._make_commands(np.where(is_over, given.dtype.type(0), given))
        return self._advance(np.where(is_over, STAY, commands), ALLOW_STAY if check else NO_CHECK)

    def step_one(self, action: int) -> Step:
        """Play an action in a batch of one game, as `step` does. It needs no array: making one takes longer."""
        if not self._is_begun:
            raise ValueError(_NOT_BEGUN)
        if not 0 <= action < self.kernel.actions:
            self._refuse(action, 0)
        self._command[0] = action
        return self._advance(self._command, ONLY_LEGAL)

    def sample(self, rng: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Choose a legal action for each game, all equally likely; -1 for games that are over or stopped."""
        check_rng(rng)
        chosen = np.empty(self.size, np.int64)
        choose_random(self._firsts, self._counts, self._legals, rng, chosen)
        return chosen

    def choose_best(self, scores: ArrayLike) -> NDArray[np.int64]:
        """Choose the legal action with the highest score for each game; -1 for games that are over or stopped."""
        given = np.ascontiguousarray(scores)
        if given.shape != (self.size, self.kernel.actions) or given.dtype not in (np.float32, np.float64):
            raise ValueError(
                f"scores must be float32 or float64 of shape ({self.size}, {self.kernel.actions}), "
                f"not {given.dtype} of {given.shape}"
            )
        chosen = np.empty(self.size, np.int64)
        choose_best(self._firsts, self._counts, self._legals, given, chosen)
        return chosen

    def observe(self, index: int, seat: int) -> NDArray[np.int8]:
        """Write what any seat sees of one of the games."""
        seen = np.empty(self.kernel.observation, np.int8)
        self._loops.observe_one(self._states, self.check_game(index), check_seat(self.game, seat), seen)
        return seen

    def look_back(self, step: Step) -> tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.int8]]:
        """Give which games restarted in a step, and what was seen of each at last and might have been done, row by row.

        Who looks is the seat of `final_seats`.
        """
        rows = [row for part in step.final_rows for row in part]
        games = step.final_games[rows]
        observations = np.empty((len(rows), self.kernel.observation), np.int8)
        masks = np.zeros((len(rows), self.kernel.actions), np.int8)
        self._loops.look_back(step.final_states[rows], games, step.final_viewers[rows], observations, masks)
        return np.where(games < 0, ~games, games), observations, masks

    def check_game(self, index: Any) -> int:
        """Give the number of a game as an int. Raises ValueError for one that there is not, or before they begin."""
        number = read_whole(index)
        if number is None or not 0 <= number < self.size:
            raise ValueError(f"there are {self.size} games, counted from 0; {show(index)} is none of them")
        if not self._is_begun:
            raise ValueError("reset comes first; there are no games yet")
        return number

    # ── What there is ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of each game."""
        return self._seeds.copy()

    @property
    def lengths(self) -> NDArray[np.int32]:
        """How many decisions each game has had."""
        return self._lengths.copy()

    def follow_seeds(self) -> NDArray[np.uint64]:
        """Give the seeds of the games that would begin next if none were given."""
        if not self._is_begun:
            return np.frombuffer(os.urandom(8 * self.size), np.uint64).copy()
        return np.array([next_seed(seed) for seed in self._seeds], np.uint64)

    def state(self, index: int) -> Any:
        """Unpack the state of one of the games: everything, hidden things included."""
        return self.compiled.unpack(self._states[index : index + 1])

    def save(self) -> Snapshot:
        """Save all games as they are. Raises ValueError before they have begun: nothing could be gone back to."""
        if not self._is_begun:
            raise ValueError("reset comes before save; there are no games yet")
        return Snapshot(self._identity, **{name: _copy(getattr(self, f"_{name}")) for name in _SAVED})

    def restore(self, snapshot: Snapshot) -> Step:
        """Go back to games that were saved. Raises ValueError for those of another kind of batch."""
        self.load(snapshot)
        return self._advance(np.full(self.size, STAY, np.int64))

    def load(self, snapshot: Snapshot) -> None:
        """Go back as `restore` does, without looking at the games."""
        if snapshot.identity != self._identity:
            raise ValueError(f"these games were saved by another batch: {snapshot.identity}, not {self._identity}")
        for name in _SAVED:
            given, own = getattr(snapshot, name), getattr(self, f"_{name}")
            if own is not None and (given.shape != own.shape or given.dtype != own.dtype):
                raise ValueError(f"the array {name} of the snapshot has another shape or type than it was saved with")
        for name in _SAVED:
            setattr(self, f"_{name}", _copy(getattr(snapshot, name)))
        self._is_begun = True

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle it as its settings and its games: compiled code and threads are not to be copied."""
        settings = {
            "chance": self.chance,
            "reward": self.reward,
            "restarts": self.restarts,
            "limit": None if self._limit == _NO_LIMIT else self._limit,
            "threads": len(self._slices),
            "reuses": self._kept is not None,
        }
        return _make_again, (self.game, self.size, settings, self.save() if self._is_begun else None)

    def close(self) -> None:
        """End the threads. Whoever goes on has one."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    # ── Checks ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _identity(self) -> str:
        game = self.game
        options = " ".join(f"{name}={value}" for name, value in game.options.format().items())
        end = "restarts" if self.restarts else "waits"
        limit = "" if self._limit == _NO_LIMIT else f" after {self._limit} decisions"
        size = self.kernel.dtype.itemsize
        return f"{game.id} {game.rules_version} {options} × {self.size}, {self.chance}, {end}{limit}, {size} bytes"

    def _check_actions(self, actions: ArrayLike) -> NDArray[Any]:
        given = np.asarray(actions)
        if given.shape != (self.size,):
            raise ValueError(f"actions must have the shape ({self.size},), one for each environment, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions must be whole numbers, not {given.dtype}")
        return given

    def _make_commands(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        """Make int64 of actions. Those that do not fit would become negative, which is what other commands are."""
        if actions.dtype == np.uint64 and (actions > _GREATEST).any():
            index = int(actions.argmax())
            self._refuse(actions[index], index)
        return np.ascontiguousarray(actions, np.int64)

    def _refuse(self, action: Any, index: int) -> NoReturn:
        where = f"environment {index}: action {action} is not legal"
        if (count := self._counts[index]) == 0:
            is_over = self.game.actor(self.state(index)) is None
            why = "is over" if is_over else f"was stopped after {self._lengths[index]} decisions"
            raise ValueError(f"{where}, since its game {why}; reset it")
        first = self._firsts[index]
        legal = sorted(self._legals[first : first + count].tolist())
        shown = ", ".join(map(str, legal[:8])) + (", …" if count > 8 else "")
        raise ValueError(f"{where} for seat {self._seats[index]}; its mask allows {shown}")

    def _check_mask(self, mask: ArrayLike) -> NDArray[np.bool_]:
        given = np.asarray(mask)
        if given.shape != (self.size,) or given.dtype != np.bool_:
            raise ValueError(f"the mask must be {self.size} booleans, not {given.dtype} of shape {given.shape}")
        return given

    # ── Compiled code ────────────────────────────────────────────────────────────────────────────────────────────────

    def _plan_arrays(self) -> list[ArrayPool]:
        """List what a step writes to, in the order of Step, without the seats.

        What a caller may keep is apart from what nobody else is given.
        """
        size, seats, kernel = self.size, self.game.seats, self.kernel
        rows = size if self.restarts else 1
        return [
            ArrayPool(((size, kernel.observation), np.int8)),
            ArrayPool(((size, kernel.actions), np.int8)),
            ArrayPool(
                ((size,), np.float32),
                ((size, seats), np.float32),
                ((size, seats), np.int8),
                ((size,), np.bool_),
                ((size,), np.bool_),
                ((rows,), np.int8),
            ),
            ArrayPool(((rows,), np.int32), ((rows,), np.int8), ((rows,), kernel.dtype)),
        ]

    def _take_arrays(self) -> list[NDArray[Any]]:
        return [array for pool in self._told for array in pool.take()]

    def _advance(self, commands: NDArray[np.int64], checks: int = NO_CHECK) -> Step:
        made = self._kept or self._take_arrays()
        settings = (self._start, self._legals, self._limit, self.restarts, self._kind)
        games = (
            self._states, commands, self._seeds, self._rngs, self._keys, self._draws, self._lengths, self._firsts,
            self._counts, self._seats,
        )  # fmt: skip
        advance = self._loops.advance
        if self._pool is None:
            counts = [advance(*settings, checks, 0, *games, *made)]
        else:  # all are checked before any thread begins
            if checks != NO_CHECK:
                may_stay = checks == ALLOW_STAY
                illegal = find_illegal(commands, self._firsts, self._counts, self._legals, may_stay)
                if illegal >= 0:
                    self._refuse(commands[illegal], illegal)

            def run(part: slice) -> int:
                cut = [None if each is None else each[part] for each in (*games, *made[:_FINAL])]
                final = [each[part] for each in made[_FINAL:]] if self.restarts else made[_FINAL:]
                count: int = advance(*settings, NO_CHECK, part.start, *cut, *final)
                return count

            # This thread takes a part itself: until another one is awake, a tenth of the step may have passed.
            running = [self._pool.submit(run, part) for part in self._slices[1:]]
            try:
                counts = [run(self._slices[0])]
            finally:
                for each in running:
                    each.exception()  # wait for it: it writes to arrays that may be used again
            counts += [each.result() for each in running]
        rows = self._find_rows(counts, commands) if any(counts) else ()
        if self._stops:
            self._counts[made[_TRUNCATED]] = 0
        return Step._make((self._seats if self._kept else self._seats.copy(), *made, rows))

    def _find_rows(self, counts: list[int], commands: NDArray[np.int64]) -> tuple[range, ...]:
        """Give the rows of games that began anew, as each thread counts them. Raises ValueError for what went wrong."""
        parts = self._slices if len(counts) > 1 else [slice(0, self.size)]
        for part, count in zip(parts, counts, strict=True):
            if count < 0:
                index, size = -1 - count, part.stop - part.start
                if index < size:
                    self._refuse(commands[index], index)
                where = f"environment {part.start + index - size}: the game that begins is over before anybody decides"
                raise ValueError(f"{where}; somebody must decide in every game of an environment")
        return tuple(range(part.start, part.start + count) for part, count in zip(parts, counts, strict=True) if count)


_FINAL = Step._fields.index("final_seats") - 1
"""Where the arrays about games that restart begin, among those that a step writes."""
_TRUNCATED = Step._fields.index("truncated") - 1
_SAVED = [each.name for each in fields(Snapshot) if each.name != "identity"]


def compile_game(game: AnyGame) -> CompiledGame[Any, Any, Any]:
    """Give the compiled side of a game, or what stands for it. Raises ValueError for a game that has neither."""
    if is_compiled(game):
        compiled: Compiled[Any, Any, Any] = game
        return compiled.compiled()
    if isinstance(game, Numbered):
        return number_game(game, game.numbering())
    raise ValueError(
        f"{game.title} has no kernel and does not number its moves; an environment needs `compiled` or `numbering`, "
        "see docs/environments.md"
    )


def _choose_chance(game: AnyGame, kernel: Any, wanted: Chance | None) -> Chance:
    if wanted is not None:
        check_choice("chance", wanted, get_args(Chance))
    if kernel.dtype.hasobject:  # states of the rules draw in one way only
        return "fair"
    if kernel.outcomes is not None:
        return wanted or "fair"
    if wanted == "fair":
        raise ValueError(f"the kernel of {game.title} does not say what chance may draw, so chance must be 'fast'")
    return "fast"


def _divide(size: int, threads: int) -> list[slice]:
    """Divide games between threads as evenly as possible."""
    ends = [size * index // threads for index in range(threads + 1)]
    return [slice(begin, end) for begin, end in pairwise(ends) if begin < end]


def _make_again(game: AnyGame, size: int, settings: dict[str, Any], snapshot: Snapshot | None) -> Batch:
    batch = Batch(game, size, **settings)
    if snapshot is not None:
        batch.load(snapshot)
    return batch


def _copy(array: Any) -> Any:
    return None if array is None else array.copy()
