"""The motifs of Tsuro: which positions pose them, and the proof that one tile, turned one way, is the answer.

`stay_in`, `survive_two` and `survive_three` ask for the play after which the player is still in when one, two or three
tiles of their own have been laid, this one included. `put_two_out` asks for the play that puts two others out at once.
Where markers go when a tile is laid follows from what lies open. Only what others lay later is hidden; survival.py
considers all of it.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ludotheque.core.game import CHANCE
from ludotheque.core.teaching.puzzle import Refutation, Solution, TooLarge
from ludotheque.games.tsuro import rules
from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.legality import due, legal_plays, others_before
from ludotheque.games.tsuro.paths import follow, move_markers
from ludotheque.games.tsuro.puzzles.survival import Survival
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import OUT, Move, PlayTile, State
from ludotheque.games.tsuro.tiles import ORIENTATIONS

OPTIONS: tuple[Mapping[str, object], ...] = (
    *({"edition": "kosmos", "players": players} for players in (3, 4, 5, 6, 8)),
    *({"edition": "calliope", "players": players} for players in (2, 3, 4, 6, 8)),
    *({"edition": "davinci", "players": players} for players in (5, 7)),
)

FEWEST_PLAYS = 6
"""With fewer ways to lay a tile there is too little to find."""
FEWEST_LEGAL = {"stay_in": 3}
"""How many of them must be legal, where fewer will do: with one's own way over the edge barred, only the collisions and
the answer are."""


def solve(setup: Setup, motif: str, state: State) -> Solution[Move] | None:
    """Prove that one play does what the motif asks for, and no other."""
    if rules.actor(setup, state) in (None, CHANCE) or due(state) is not PlayTile:
        return None
    if setup.markers != setup.seats or setup.has_bonus or state.undecided:
        return None  # a second marker, a swap or a port to choose would be a second question
    plays = [play for play in legal_plays(setup, state) if isinstance(play, PlayTile)]
    ways = sum(len(ORIENTATIONS[tile]) for tile in set(state.hands[state.turn]))
    if ways < FEWEST_PLAYS or len(plays) < FEWEST_LEGAL.get(motif, FEWEST_PLAYS):
        return None
    try:
        faults = _JUDGES[motif](setup, state, plays)
    except TooLarge:
        return None
    if faults is None or len(faults) != len(plays) - 1:
        return None
    answer = next(play for play in plays if play not in faults)
    return Solution(answer, faults, steps=_count_steps(setup, state, answer))


_Faults: TypeAlias = dict[Move, Refutation[Move]]


def lay(setup: Setup, state: State, play: PlayTile) -> tuple[list[tuple[int, ...] | None], list[int]]:
    """Lay a tile before the player to move; return the squares and where all markers are then."""
    square = state.spots[state.turn] >> 3
    squares = list(state.squares)
    squares[square] = ORIENTATIONS[play.tile][play.turns]
    spots = list(state.spots)
    for marker, end in move_markers(setup.board, squares, spots, square).items():
        spots[marker] = end
    return squares, spots


def _count_steps(setup: Setup, state: State, play: PlayTile) -> int:
    """Count the tiles that a play takes its own marker across."""
    squares, _ = lay(setup, state, play)
    spot, steps = state.spots[state.turn], 0
    while spot != OFF and (tile := squares[spot >> 3]) is not None:
        spot = setup.board.across[spot & ~7 | tile[spot & 7]]
        steps += 1
    return steps


def _name_exit(setup: Setup, state: State, play: PlayTile) -> str:
    """Say how a play takes its own marker out."""
    spot = state.spots[state.turn]
    squares, _ = lay(setup, state, play)
    return "edge" if follow(setup.board, squares, spot, others_before(state, spot)) == OFF else "collision"


def _judge_staying_in(setup: Setup, state: State, plays: list[PlayTile]) -> _Faults:
    return {
        play: Refutation(_name_exit(setup, state, play))
        for play in plays
        if lay(setup, state, play)[1][state.turn] == OUT
    }


def _judge_putting_out(setup: Setup, state: State, plays: list[PlayTile]) -> _Faults:
    faults: _Faults = {}
    for play in plays:
        spots = lay(setup, state, play)[1]
        put_out = sum(before >= 0 > after for before, after in zip(state.spots, spots, strict=True))
        if spots[state.turn] == OUT:
            faults[play] = Refutation(_name_exit(setup, state, play))
        elif put_out < 2:
            faults[play] = Refutation("one_out" if put_out else "none_out")
    return faults


def _judge_surviving(turns: int) -> Callable[[Setup, State, list[PlayTile]], _Faults | None]:
    def judge(setup: Setup, state: State, plays: list[PlayTile]) -> _Faults | None:
        survival = Survival.of(setup, state, turns)
        if survival is None:
            return None
        faults: _Faults = {}
        answers, unsafe = 0, []
        for play in plays:
            squares, spots = lay(setup, state, play)
            if spots[state.turn] == OUT:
                faults[play] = Refutation(_name_exit(setup, state, play))
            elif not survival.is_certain(squares, spots, play.tile):
                unsafe.append((play, squares, spots))
            elif answers:
                return None
            else:
                answers = 1
        if not answers:
            return None
        for play, squares, spots in unsafe:
            if (line := survival.refute(squares, spots, play.tile)) is None:
                return None  # neither safe in every deal nor lost in any
            faults[play] = Refutation("refuted", line)
        return faults

    return judge


_JUDGES: dict[str, Callable[[Setup, State, list[PlayTile]], _Faults | None]] = {
    "stay_in": _judge_staying_in,
    "put_two_out": _judge_putting_out,
    "survive_two": _judge_surviving(2),
    "survive_three": _judge_surviving(3),
}
MOTIFS = tuple(_JUDGES)
