"""What is proven, held against play: deals are dealt whole, everybody plays by the rules, and nothing is assumed."""

from random import Random
from typing import Any

import pytest

from ludotheque.core.game import CHANCE
from ludotheque.puzzles.collection import list_puzzles
from ludotheque.puzzles.puzzle import Puzzle
from ludotheque.puzzles.record import load_puzzle, write_record

DEALS = 6
SEEDS = 3


def pick(game: str, motif: str, count: int = 3) -> list[Puzzle]:
    return [puzzle for puzzle in list_puzzles(game) if puzzle.motif == motif][:count]


def named(puzzle: Puzzle) -> str:
    return puzzle.id


def deal(puzzle: Puzzle, number: int) -> Any:
    """Deal anew what the player to move cannot see."""
    seat = puzzle.game.actor(puzzle.state)
    assert isinstance(seat, int)
    return puzzle.game.determinize(puzzle.game.observe(puzzle.state, seat), Random(number))


def play(puzzle: Puzzle, state: Any, text: str) -> Any:
    return puzzle.game.apply(state, puzzle.game.parse_move(state, text))


# ── Tsuro ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("puzzle", pick("tsuro", "stay_in"), ids=named)
def test_only_the_answer_stays_in(puzzle: Puzzle) -> None:
    game: Any = puzzle.game
    seat = game.actor(puzzle.state)
    for number in range(DEALS):
        state = deal(puzzle, number)
        kept = [move for move in game.legal_moves(state) if not game.is_out(game.apply(state, move), seat)]
        assert [game.format_move(state, move) for move in kept] == [puzzle.answer]


@pytest.mark.parametrize("puzzle", pick("tsuro", "put_two_out"), ids=named)
def test_only_the_answer_puts_two_out(puzzle: Puzzle) -> None:
    game: Any = puzzle.game
    seat = game.actor(puzzle.state)
    others = [other for other in range(game.seats) if other != seat and not game.is_out(puzzle.state, other)]
    state = deal(puzzle, 0)
    done = []
    for move in game.legal_moves(state):
        after = game.apply(state, move)
        if not game.is_out(after, seat) and sum(game.is_out(after, other) for other in others) >= 2:
            done.append(game.format_move(state, move))
    assert done == [puzzle.answer]


def survives(game: Any, state: Any, seat: int, turns: int, rng: Random) -> bool:
    """Whether the player, who sees everything here, survives their next turns against a sample of what others do."""
    while (actor := game.actor(state)) is not None and not game.is_out(state, seat) and turns > 0:
        moves = game.legal_moves(state)
        if actor == seat:
            return any(survives(game, game.apply(state, move), seat, turns - 1, rng) for move in moves)
        if actor is CHANCE:
            state = game.apply(state, rng.choice(moves))
        else:
            tried = rng.sample(moves, min(4, len(moves)))
            return all(survives(game, game.apply(state, move), seat, turns, rng) for move in tried)
    return not game.is_out(state, seat)


@pytest.mark.parametrize("puzzle", [*pick("tsuro", "survive_two"), *pick("tsuro", "survive_three")], ids=named)
def test_the_answer_survives_in_deals_that_are_dealt(puzzle: Puzzle) -> None:
    """A necessary condition, by the whole rules: draws, the dragon, tiles that come back."""
    turns = {"survive_two": 1, "survive_three": 2}[puzzle.motif]
    seat = puzzle.game.actor(puzzle.state)
    assert isinstance(seat, int)
    for number in range(DEALS):
        after = play(puzzle, deal(puzzle, number), puzzle.answer)
        assert survives(puzzle.game, after, seat, turns, Random(number))


@pytest.mark.parametrize("puzzle", [*pick("tsuro", "survive_two", 6), *pick("tsuro", "survive_three", 6)], ids=named)
def test_what_refutes_a_wrong_answer_puts_the_player_out_in_play_by_the_rules(puzzle: Puzzle) -> None:
    """And when the player's own last tile does, nothing else that they held would have saved them."""
    game: Any = puzzle.game
    solution = puzzle.prove()
    exercise = load_puzzle(puzzle, solution)
    for move in solution.wrong:
        node = exercise.refute(exercise.tree.root, move)
        assert node is not None, move
        while node.children:
            node = node.children[0]
        assert game.is_out(node.state, puzzle.seat)
        assert node.ply is not None
        if node.ply.actor == puzzle.seat and node.ply.number > 1:
            before = node.ply.before
            assert all(game.is_out(game.apply(before, each), puzzle.seat) for each in game.legal_moves(before))


# ── Tao ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def wins(game: Any, state: Any, seat: int, rounds: int) -> bool:
    """Whether the player, who sees everything here, takes the stone against every defence in this one deal."""
    if len(state.rounds) > rounds:
        return bool(state.rounds[-1].winner == seat)
    after = (game.apply(state, move) for move in game.legal_moves(state))
    won = (wins(game, each, seat, rounds) for each in after)
    return any(won) if game.actor(state) == seat else all(won)


@pytest.mark.parametrize("puzzle", pick("tao", "win_stone", 6), ids=named)
def test_the_answer_wins_the_stone_in_deals_that_are_dealt(puzzle: Puzzle) -> None:
    game: Any = puzzle.game
    seat = game.actor(puzzle.state)
    for number in range(SEEDS):
        after = play(puzzle, deal(puzzle, number), puzzle.answer)
        assert wins(game, after, seat, len(puzzle.state.rounds))


@pytest.mark.parametrize("puzzle", pick("tao", "win_stone", 6), ids=named)
def test_every_other_card_loses_the_stone_in_some_deal(puzzle: Puzzle) -> None:
    """Or against some defence: a player who sees everything may still win where one who does not cannot be sure."""
    game: Any = puzzle.game
    seat = game.actor(puzzle.state)
    for move, why in puzzle.prove().wrong.items():
        if why.line:
            continue
        after = game.apply(puzzle.state, move)
        if len(after.rounds) > len(puzzle.state.rounds):
            assert after.rounds[-1].winner != seat


@pytest.mark.parametrize("puzzle", pick("tao", "best_chance", 4), ids=named)
def test_the_deals_that_are_won_are_counted_right(puzzle: Puzzle) -> None:
    """Every deal is dealt and played against every defence, by a player who sees everything."""
    game: Any = puzzle.game
    solution = puzzle.prove()
    deals = {deal(puzzle, number) for number in range(400)}
    rounds = len(puzzle.state.rounds)

    def count(move: Any) -> int:
        return sum(wins(game, game.apply(state, move), puzzle.seat, rounds) for state in deals)

    assert len(deals) == solution.counts["deals"]
    assert count(solution.answer) >= solution.counts["won"]
    for move, why in solution.wrong.items():
        asks_again = game.actor(game.apply(puzzle.state, move)) == puzzle.seat
        if not asks_again:  # who sees everything could use a power in another way in every deal
            assert count(move) == why.counts["won"]
        assert 4 * (solution.counts["won"] - why.counts["won"]) >= len(deals)
    assert 2 * len(deals) <= 3 * solution.counts["won"] < 3 * len(deals)


def test_what_is_counted_is_named_in_every_language() -> None:
    puzzle = pick("tao", "best_chance", 1)[0]
    solution = puzzle.prove()
    note = write_record(puzzle, solution).notes[0]
    assert note.question is not None
    right = next(answer for answer in note.question.answers if answer.is_right)
    for text in right.words.values():
        assert str(solution.counts["won"]) in text
        assert str(solution.counts["deals"]) in text
        assert "{" not in text


# ── Turris ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def value(game: Any, state: Any, seat: int, known: dict[Any, float]) -> float:
    """What the player gets with best play: 1, a half or nothing. Nothing but the rules, and no pruning."""
    if (outcome := game.outcome(state)) is not None:
        return float(outcome.shares[seat])
    if state not in known:
        values = [value(game, game.apply(state, move), seat, known) for move in game.legal_moves(state)]
        known[state] = max(values) if game.actor(state) == seat else min(values)
    return known[state]


def least_left(motif: str) -> list[Puzzle]:
    """The puzzles with the fewest blocks left: what is not pruned takes long."""
    found = [puzzle for puzzle in list_puzzles("turris") if puzzle.motif == motif]
    return sorted(found, key=lambda puzzle: (sum(puzzle.state.left), puzzle.id))[:3]


@pytest.mark.parametrize("puzzle", [*least_left("win"), *least_left("save")], ids=named)
def test_an_endgame_has_the_value_that_is_claimed(puzzle: Puzzle) -> None:
    game: Any = puzzle.game
    seat = game.actor(puzzle.state)
    known: dict[Any, float] = {}
    values = {
        game.format_move(puzzle.state, move): value(game, game.apply(puzzle.state, move), seat, known)
        for move in game.legal_moves(puzzle.state)
    }
    best = max(values.values())
    assert best == {"win": 1, "save": 0.5}[puzzle.motif]
    assert [move for move, worth in values.items() if worth == best] == [puzzle.answer]
