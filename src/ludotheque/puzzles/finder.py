"""Finding puzzles: in games that bots play for it, and in records that somebody gives."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

from ludotheque.bots.bot import make_bot
from ludotheque.core import registry
from ludotheque.core.errors import PuzzleError
from ludotheque.core.fairness import SeededDealer, derive_seed
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.core.puzzle import HasPuzzles, Solution
from ludotheque.core.record import Record
from ludotheque.core.verify import verify
from ludotheque.puzzles.puzzle import Puzzle
from ludotheque.puzzles.rating import rate
from ludotheque.puzzles.record import follow_line

PLAYERS = ("greedy", "easy")
"""Which bots play, in turns."""
SLIPS = 0.15
"""How often they play anything instead: without it their games are too much alike."""
DEALS = 12
"""How many deals of what is hidden are tried for the one that shows most."""
SHARE = 1.5
"""No motif has more than so many times its even share."""


def play_positions(game_id: str, seed: str) -> Iterator[tuple[AnyGame, Any]]:
    """Let bots play game after game; yield every position in which a seat decides. It never ends.

    Raises PuzzleError for a game without motifs.
    """
    _, sets = find_motifs(game_id)
    for number in count():
        game = registry.make(game_id, **sets[number % len(sets)])
        name = f"{seed}/{number}"
        rng = Random(name)  # noqa: S311 - play, not secrets
        match = Match(game, SeededDealer(derive_seed(name)))
        bot = make_bot(PLAYERS[number // len(sets) % len(PLAYERS)], game, seed=name)
        while (actor := match.actor) is not None:
            yield game, match.state
            slips = rng.random() < SLIPS
            match.play(rng.choice(match.legal_moves) if slips else bot.choose(match.observe(actor)))  # type: ignore[arg-type]


def find_motifs(game_id: str) -> tuple[tuple[str, ...], tuple[dict[str, Any], ...]]:
    """Give the motifs of a game, and the options to look for them under. Raises PuzzleError if it has none."""
    game = registry.make(game_id)
    if not isinstance(game, HasPuzzles):
        raise PuzzleError(f"{game.title} has no puzzles.")
    return game.motifs, tuple(map(dict, game.puzzle_options))


def replay_positions(record: Record) -> Iterator[tuple[AnyGame, Any]]:
    """Yield every position of a finished game in which a seat decides. Raises PuzzleError or RecordError."""
    if record.ranks is None:
        raise PuzzleError("The game is not finished; puzzles are made of finished games only.")
    match = verify(record).match
    for ply in match.plies:
        if isinstance(ply.actor, int):
            yield match.game, ply.before


@dataclass
class Finder:
    """Collects good puzzles, none of them twice."""

    motifs: tuple[str, ...]
    most: int
    """How many are wanted."""
    found: Counter[str] = field(default_factory=Counter)
    """How many of each motif there are so far."""
    keys: set[str] = field(default_factory=set)

    @property
    def is_done(self) -> bool:
        """Whether there are as many as are wanted."""
        return self.found.total() >= self.most

    def find(self, positions: Iterable[tuple[AnyGame, Any]]) -> Iterator[Puzzle]:
        """Yield the good puzzles among positions, rated, until there are enough."""
        for game, state in positions:
            if self.is_done:
                return
            if isinstance(game, HasPuzzles) and isinstance(game.actor(state), int):
                yield from self._look(game, state)

    def _look(self, game: Any, state: Any) -> Iterator[Puzzle]:
        for motif in self.motifs:
            if self.found[motif] >= SHARE * self.most / len(self.motifs):
                continue
            if (solution := game.solve(motif, state)) is None or (key := game.puzzle_key(state)) in self.keys:
                continue
            self.keys.add(key)
            puzzle = pose(game, motif, state, solution)
            puzzle = replace(puzzle, fails=rate(puzzle))
            if is_good(puzzle):
                self.found[motif] += 1
                yield puzzle


def is_good(puzzle: Puzzle) -> bool:
    """Whether a puzzle is worth somebody's time: a bot fails it now and then."""
    return max(puzzle.fails) > 0


def pose(game: AnyGame, motif: str, state: Any, solution: Solution[Any]) -> Puzzle:
    """Make a puzzle of a position. What its player cannot see is dealt anew, so that the lines can be shown."""
    seat = game.actor(state)
    assert isinstance(seat, int), "a puzzle asks a seat"  # noqa: S101 - for the type checker
    observation = game.observe(state, seat)
    lines = [(solution.answer, *solution.line), *((move, *why.line) for move, why in solution.wrong.items())]
    deals = [game.determinize(observation, Random(number)) for number in range(DEALS)]  # noqa: S311 - not secret
    dealt = max(deals, key=lambda deal: sum(len(follow_line(game, deal, line)) for line in lines))
    return Puzzle(
        game_id=game.id,
        motif=motif,
        options=game.options.format_for_record(),
        position=game.format_state(dealt),
        answer=game.format_move(dealt, solution.answer),
    )
