"""Games without a kernel as environments: the loops of batch_loops.py over states of the rules, in Python.

Such a game says by `numbering` how its moves and observations are written as numbers; its class looks like a compiled
one from then on. Chance always draws by core/fairness.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludotheque.compiled.adapter import CompiledGame, Extent
from ludotheque.compiled.choices import ALLOW_STAY, NO_CHECK, RESTART, find_illegal, next_seed, write_rewards
from ludotheque.core.fairness import SEED_BYTES, SeededDealer
from ludotheque.core.game import CHANCE, AnyGame


@dataclass(frozen=True)
class Numbering:
    """Moves and observations of a game as numbers, with its options fixed."""

    layout: np.dtype[Any]
    """The names of the numbers of an observation: a dtype of `int8` fields."""
    actions: int
    """How many actions there are, numbered from 0."""
    write_observation: Callable[[Any], NDArray[np.int8]]
    """write_observation(observation) -> as many numbers as the layout has bytes."""
    encode_move: Callable[[Any, Any], int]
    """encode_move(state, move) -> the number of a legal move of a seat."""
    decode_move: Callable[[Any, int], Any]
    """decode_move(state, number) -> the legal move that has this number."""
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The least and the greatest value of each name of the layout; what is not there is any int8."""
    describe_action: Callable[[int], str] | None = None
    extent: Extent | None = None


@runtime_checkable
class Numbered(Protocol):
    """A game without a kernel that can be an environment all the same."""

    def numbering(self) -> Numbering:
        """Give the numbers of moves and observations."""
        ...


@dataclass(frozen=True)
class RulesKernel:
    """What a batch asks of a kernel, for a game that has none: a packed game is an array that holds a state."""

    game: AnyGame
    numbering: Numbering
    dtype = np.dtype(object)
    outcomes = True
    is_open = False

    @property
    def actions(self) -> int:
        """How many actions there are; all of them may be legal."""
        return self.numbering.actions

    most_legal = actions

    @property
    def observation(self) -> int:
        """The length of an observation."""
        return self.numbering.layout.itemsize

    def specialise(self, _template: str) -> "RulesLoops":
        """Give the loops."""
        return RulesLoops(self.game, self.numbering)


class RulesLoops:
    """The functions of compiled/templates/batch_loops.py, with the same arguments."""

    def __init__(self, game: AnyGame, numbering: Numbering) -> None:
        self._game, self._numbering = game, numbering

    def advance(
        self, start: Any, legals: Any, limit: int, restarts: bool, kind: int, checks: int, first_game: int,
        states: Any, commands: Any, seeds: Any, _rngs: Any, _keys: Any, draws: Any, lengths: Any, firsts: Any,
        counts: Any, seats: Any, observations: Any, masks: Any, earned: Any, rewards: Any, placed: Any,
        terminated: Any, truncated: Any, final_seats: Any, final_games: Any, final_viewers: Any, final_states: Any,
    ) -> int:  # fmt: skip
        """Carry out a command in each game, as the compiled function does."""
        if checks != NO_CHECK:
            illegal = find_illegal(commands, firsts, counts, legals, checks == ALLOW_STAY)
            if illegal >= 0:
                return -1 - int(illegal)
        firsts[:] = np.arange(first_game, first_game + len(firsts)) * self._numbering.actions
        finals = 0
        game = self._game
        earned[:], rewards[:], placed[:], terminated[:], truncated[:], final_seats[:] = 0.0, 0.0, 0, False, False, 0
        for index, command in enumerate(commands.tolist()):
            if command >= 0:
                seats[index] = game.actor(states[index])
                states[index] = game.apply(states[index], self._numbering.decode_move(states[index], command))
                lengths[index] += 1
            elif command == RESTART:
                self._begin(index, start, states, draws, lengths, seats)
            self._deal(index, states, seeds, draws)
            outcome = game.outcome(states[index])
            if command != RESTART:
                terminated[index] = outcome is not None
                truncated[index] = outcome is None and lengths[index] >= limit
            if outcome is not None and command != RESTART:
                placed[index] = outcome.ranks
                if command >= 0:  # rewards are given once
                    write_rewards(kind, placed[index], rewards[index], rewards.shape[1])
                    earned[index] = rewards[index, seats[index]]
            if restarts and (terminated[index] or truncated[index]):
                final_games[finals] = first_game + index if terminated[index] else ~(first_game + index)
                actor = game.actor(states[index])
                final_seats[index] = final_viewers[finals] = actor if isinstance(actor, int) else seats[index]
                final_states[finals] = states[index]
                finals += 1
                seeds[index] = next_seed(seeds[index])
                self._begin(index, start, states, draws, lengths, seats)
                self._deal(index, states, seeds, draws)
            self._look(index, states, firsts, counts, legals, seats, masks[index], observations[index])
        unplayable = np.flatnonzero((lengths == 0) & (counts == 0))
        return finals if not len(unplayable) else -1 - len(states) - int(unplayable[0])

    def look_back(self, states: Any, games: Any, viewers: Any, observations: Any, masks: Any) -> None:
        """Write what was seen of games that have ended, as the compiled function does."""
        for row, state in enumerate(states):
            self.observe_one(states, row, int(viewers[row]), observations[row])
            if games[row] < 0:
                masks[row][self._number_moves(state)] = 1

    def observe_one(self, states: Any, index: int, seat: int, seen: NDArray[np.int8]) -> None:
        """Write what any seat sees of one of the games, or an observation that stands for one."""
        state = states[index]
        observation = state.observation if isinstance(state, Seen) else self._game.observe(state, seat)
        seen[:] = self._numbering.write_observation(observation)

    @staticmethod
    def _begin(index: int, start: Any, states: Any, draws: Any, lengths: Any, seats: Any) -> None:
        states[index] = start[0]
        draws[index] = lengths[index] = seats[index] = 0

    def _deal(self, index: int, states: Any, seeds: Any, draws: Any) -> None:
        game = self._game
        if game.actor(states[index]) is CHANCE:
            dealer = SeededDealer(int(seeds[index]).to_bytes(SEED_BYTES))
            while game.actor(states[index]) is CHANCE:
                draws[index] += 1
                move = dealer.draw(game, states[index], 0, int(draws[index]))
                states[index] = game.apply(states[index], move)

    def _look(
        self, index: int, states: Any, firsts: Any, counts: Any, legals: Any, seats: Any, mask: Any, seen: Any
    ) -> None:
        """Write who decides, or who did last, what that seat sees and what it may do."""
        game, state = self._game, states[index]
        mask[:], counts[index] = 0, 0
        if isinstance(actor := game.actor(state), int):
            numbers = self._number_moves(state)
            seats[index], counts[index] = actor, len(numbers)
            legals[firsts[index] : firsts[index] + len(numbers)] = numbers
            mask[numbers] = 1
        self.observe_one(states, index, int(seats[index]), seen)

    def _number_moves(self, state: Any) -> list[int]:
        return [self._numbering.encode_move(state, move) for move in self._game.legal_moves(state)]


@dataclass(frozen=True)
class Seen:
    """An observation where a state is expected."""

    observation: Any


def number_game(game: AnyGame, numbering: Numbering) -> CompiledGame[Any, Any, Any]:
    """Make a game without a kernel look like one that has one."""
    kernel: Any = RulesKernel(game, numbering)
    return CompiledGame(
        kernel=kernel,
        start=game.start,
        pack=_hold,
        unpack=lambda packed: packed[0],
        pack_observation=lambda observation: _hold(Seen(observation)),
        encode_move=numbering.encode_move,
        decode_move=numbering.decode_move,
        layout=numbering.layout,
        bounds=numbering.bounds,
        describe_action=numbering.describe_action,
        extent=numbering.extent,
    )


def _hold(state: Any) -> NDArray[Any]:
    """Put a state, which may be a tuple, into an array as one thing."""
    held = np.empty(1, object)
    held[0] = state
    return held
