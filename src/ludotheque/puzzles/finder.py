"""Finding puzzles: in games that bots play for it, and in records that somebody gives."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

from ludotheque.bots.bot import make_bot
from ludotheque.core import registry
from ludotheque.core.errors import PuzzleError
from ludotheque.core.fairness import SeededDealer, derive_seed
from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.match import Match
from ludotheque.core.records.record import Record
from ludotheque.core.records.verify import verify
from ludotheque.core.teaching.puzzle import HasPuzzles, Solution
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
STEPS = 6
"""From how many steps on a path is hard to follow for people, although no bot fails."""


def play_positions(game_id: str, seed: str, chosen: Mapping[str, str] | None = None) -> Iterator[tuple[AnyGame, Any]]:
    """Let bots play game after game; yield every position in which a seat decides. It never ends.

    `chosen`: values of options, as text, that the games must have. Raises PuzzleError for a game without motifs, or
    with none under such options.
    """
    _, every = find_motifs(game_id)
    sets = [options for options in every if has_options(registry.make(game_id, **options), chosen or {})]
    if not sets:
        raise PuzzleError(f"Puzzles are not looked for under these options; try one of: {', '.join(map(str, every))}.")
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


def has_options(game: AnyGame, chosen: Mapping[str, str]) -> bool:
    """Whether options of a game have these values."""
    texts = game.options.format()
    return all(texts.get(name) == value for name, value in chosen.items())


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
            if isinstance(game, HasPuzzles) and isinstance(seat := game.actor(state), int):
                yield from self._look(game, state, seat)

    def _look(self, game: Any, state: Any, seat: Seat) -> Iterator[Puzzle]:
        for motif in self.motifs:
            if self.found[motif] >= SHARE * self.most / len(self.motifs):
                continue
            if (solution := game.solve(motif, state)) is None or (key := game.puzzle_key(state)) in self.keys:
                continue
            self.keys.add(key)
            puzzle = pose(game, motif, state, seat, solution)
            puzzle = replace(puzzle, fails=rate(puzzle))
            if is_good(puzzle, solution):
                self.found[motif] += 1
                yield puzzle


def is_good(puzzle: Puzzle, solution: Solution[Any]) -> bool:
    """Whether a puzzle is worth somebody's time: a bot fails it now and then, or there is much to follow by eye."""
    return max(puzzle.fails) > 0 or solution.steps >= STEPS


def pose(game: AnyGame, motif: str, state: Any, seat: Seat, solution: Solution[Any]) -> Puzzle:
    """Make a puzzle of a position. What its player cannot see is dealt anew, so that the lines can be shown."""
    observation = game.observe(state, seat)
    lines = [(solution.answer, *solution.line), *((move, *why.line) for move, why in solution.wrong.items())]
    deals = [game.determinize(observation, Random(number)) for number in range(DEALS)]  # noqa: S311 - not secret
    dealt = max(deals, key=lambda deal: sum(len(follow_line(game, deal, line)[0]) for line in lines))
    return Puzzle(
        game_id=game.id,
        motif=motif,
        options=game.options.format_for_record(),
        position=game.format_state(dealt),
        answer=game.format_move(dealt, solution.answer),
    )
