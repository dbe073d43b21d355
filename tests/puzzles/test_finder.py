"""Finding puzzles in play and in records, and rating them."""

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.bots.budget import Budget
from ludotheque.bots.sampling import SamplingBot
from ludotheque.core.errors import PuzzleError
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.match import Match
from ludotheque.core.records.verify import make_record
from ludotheque.core.teaching.puzzle import Solution
from ludotheque.games.tsuro.puzzles.symmetry import puzzle_key
from ludotheque.games.tsuro.tiles import turn
from ludotheque.puzzles import finder, rating
from ludotheque.puzzles.collection import list_puzzles
from ludotheque.puzzles.finder import Finder, find_motifs, is_good, play_positions, replay_positions
from ludotheque.puzzles.puzzle import Puzzle


@pytest.fixture
def unrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the compiler: no bot searches."""
    monkeypatch.setattr(finder, "PLAYERS", ("greedy",))
    monkeypatch.setattr(finder, "rate", lambda _puzzle: (50, 0, 0))


def find(game: str, count: int, seed: str) -> list[Puzzle]:
    return list(Finder(find_motifs(game)[0], count).find(play_positions(game, seed)))


@pytest.mark.usefixtures("unrated")
def test_the_same_seed_finds_the_same_puzzles() -> None:
    found = find("tao", 2, "a")
    assert len(found) == 2
    assert found == find("tao", 2, "a")
    for puzzle in found:
        puzzle.prove()


@pytest.mark.usefixtures("unrated")
def test_nothing_is_found_twice() -> None:
    positions = list(islice(play_positions("tao", "a"), 60))
    once = list(Finder(("win_stone",), 100).find(positions))
    assert once
    assert list(Finder(("win_stone",), 100).find([*positions, *positions])) == once


@pytest.mark.usefixtures("unrated")
def test_puzzles_of_a_record_have_no_names_and_no_hands_of_others() -> None:
    """What the player to move could not see is dealt anew, whatever it was."""
    game = ludotheque.make("tao", players=3)
    match = Match(game, SeededDealer(bytes(32)))
    rng = Random(5)
    while match.actor is not None:
        match.play(rng.choice(match.legal_moves))
    record = make_record(match, ["Ann", "Ben", "Cleo"])
    found = list(Finder(("win_stone",), 100).find(replay_positions(record)))
    assert found
    by_key = {game.puzzle_key(ply.before): ply.before for ply in match.plies if isinstance(ply.actor, int)}  # type: ignore[attr-defined]
    for puzzle in found:
        real = by_key[game.puzzle_key(puzzle.state)]  # type: ignore[attr-defined]
        seat = game.actor(real)
        assert isinstance(seat, int)
        assert game.observe(puzzle.state, seat) == game.observe(real, seat)
        dealt = [game.determinize(game.observe(real, seat), Random(number)) for number in range(finder.DEALS)]
        assert puzzle.state in dealt, "it follows from what the player saw, and from nothing else"
        assert not any(name in puzzle.format() for name in record.seats)


def test_unfinished_games_and_games_without_motifs_have_no_puzzles() -> None:
    match = Match(ludotheque.make("tao"), SeededDealer(bytes(32)))
    with pytest.raises(PuzzleError, match="not finished"):
        list(replay_positions(make_record(match, ["A", "B", "C", "D"])))
    with pytest.raises(PuzzleError, match="no motif"):
        Puzzle("tao", "nonsense", match.game.options.format_for_record(), "", "").prove()


def test_a_rating_is_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiler: the bots search in pure Python here, and little."""
    monkeypatch.setattr(rating, "LEVELS", ("easy", "medium"))
    monkeypatch.setattr(rating, "RUNS", 2)
    monkeypatch.setattr(rating, "find_budget", lambda _level, _game: Budget(iterations=8))
    monkeypatch.setattr(rating, "make_searcher", SamplingBot)
    puzzle = list_puzzles("turris")[0]
    assert rating.rate(puzzle) == rating.rate(puzzle)
    assert all(percent in (0, 50, 100) for percent in rating.rate(puzzle))


def test_what_no_bot_fails_is_good_only_if_there_is_much_to_follow_by_eye() -> None:
    puzzle = Puzzle("tsuro", "stay_in", {}, "", "", (0, 0, 0))
    assert is_good(replace(puzzle, fails=(0, 10, 0)), Solution("a", {}))
    assert not is_good(puzzle, Solution("a", {}, steps=finder.STEPS - 1))
    assert is_good(puzzle, Solution("a", {}, steps=finder.STEPS))


@pytest.mark.usefixtures("unrated")
def test_bots_play_with_the_options_that_are_asked_for() -> None:
    positions = islice(play_positions("tsuro", "a", {"edition": "davinci", "players": "7"}), 40)
    assert {(game.options.format()["edition"], game.seats) for game, _ in positions} == {("davinci", 7)}
    with pytest.raises(PuzzleError, match="not looked for under these options"):
        next(play_positions("tsuro", "a", {"edition": "first"}))


def test_difficulty_counts_the_levels_that_fail_at_least_half_of_the_time() -> None:
    puzzle = Puzzle("tao", "win_stone", {}, "", "")
    assert puzzle.difficulty == 1
    assert Puzzle("tao", "win_stone", {}, "", "", (100, 50, 40)).difficulty == 3


@pytest.mark.parametrize("puzzle", list_puzzles("tsuro")[:5], ids=lambda puzzle: puzzle.id)
def test_turned_positions_of_tsuro_have_the_same_key(puzzle: Puzzle) -> None:
    """A quarter further: what was at the west side is at the north side."""
    setup = puzzle.game.setup  # type: ignore[attr-defined]
    state = puzzle.state
    size: int = setup.board.size

    def move(square: int) -> int:
        row, column = divmod(square, size)
        return (size - 1 - column) * size + row

    squares: list[Any] = [None] * len(state.squares)
    for square, tile in enumerate(state.squares):
        squares[move(square)] = tile and turn(tile, 1)
    spots = tuple(spot if spot < 0 else move(spot // 8) * 8 + (spot + 2) % 8 for spot in state.spots)
    turned = state._replace(squares=tuple(squares), spots=spots)
    assert turned != state
    assert puzzle_key(setup, turned) == puzzle_key(setup, state)
    assert puzzle_key(setup, state._replace(squares=turned.squares)) != puzzle_key(setup, state)
