"""Episodes of environments as matches and records: so they can be verified, replayed and looked at in the browser."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from ludotheque.compiled.kernel import Kernel
from ludotheque.core.errors import GameIsOver, IllegalMove
from ludotheque.core.fairness import SEED_BYTES, SeededDealer
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.records.record import Record
from ludotheque.core.records.verify import make_record
from ludotheque.envs.arguments import check_choice, check_seed
from ludotheque.envs.batch import Chance, compile_game


def make_dealer(seed: int) -> SeededDealer:
    """Make the dealer that draws as an environment with `chance="fair"` does whose game has this seed."""
    return SeededDealer(check_seed(seed).to_bytes(SEED_BYTES))


@dataclass(frozen=True)
class Episode:
    """A game that was played in an environment, or what has been played of it."""

    game: AnyGame
    seed: int
    chance: Chance
    actions: tuple[int, ...]
    """The decisions of all seats, in the order in which they were made."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_seed(self.seed))  # numbers of NumPy are welcome
        check_choice("chance", self.chance, get_args(Chance))

    def play(self) -> Match[Any, Any, Any]:
        """Play the episode by the rules. Raises IllegalMove if it is not one of this game."""
        return self._play_fair() if self.chance == "fair" else self._play_fast()

    def make_record(self, seats: Sequence[str] | None = None, tags: dict[str, str] | None = None) -> Record:
        """Make a record of the episode; without names the seats are called `agent`.

        If chance was fair, the record holds the seed, and verifying it checks every draw.
        """
        return make_record(self.play(), seats or ["agent"] * self.game.seats, tags)

    def _play_fair(self) -> Match[Any, Any, Any]:
        match = Match(self.game, make_dealer(self.seed))
        for action in self.actions:
            match.play(self._find_move(match, action))
        return match

    def _play_fast(self) -> Match[Any, Any, Any]:
        """Let the kernel draw, one ply at a time, and find by the rules which draw it was."""
        game, compiled, match = self.game, compile_game(self.game), Match(self.game)
        loops: Any = compiled.kernel.specialise("batch_loops")
        rng = Kernel.seed_rng(self.seed)
        packed = compiled.pack_start()
        actions = iter(self.actions)
        while (actor := match.actor) is not None:
            if actor is CHANCE:
                loops.draw_one(packed, rng)
                after = compiled.unpack(packed)
                match.play(next(move for move in match.legal_moves if game.apply(match.state, move) == after))
                continue
            if (action := next(actions, None)) is None:
                break
            match.play(self._find_move(match, action))
            loops.step_one(packed, np.int64(action))
        return match

    def _find_move(self, match: Match[Any, Any, Any], action: int) -> Any:
        """Find the legal move that has this number; of a number that none has, `decode_move` may make any move."""
        encode, state = compile_game(self.game).encode_move, match.state
        for move in match.legal_moves:
            if encode(state, move) == action:
                return move
        if match.actor is None:
            raise GameIsOver(f"The game is over after {len(match.plies)} plies; action {action} cannot follow.")
        first = encode(state, match.legal_moves[0])
        raise IllegalMove(f"Action {action} is not legal after {len(match.plies)} plies; {first}, for one, is.")
