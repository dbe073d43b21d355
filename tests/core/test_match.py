"""The referee: turns, legality, chance, taking back."""

from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.core.errors import GameIsOver, IllegalMove, ImpossibleState, InvalidMove, OutOfTurn
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE, AnyGame, Outcome
from ludotheque.core.match import Match
from ludotheque.core.playout import pick
from ludotheque.games.tsuro.state import DrawTile, PlaceMarker
from tests.nim import Nim, NimOptions

SEED = bytes(range(32))


def tsuro_match(**options: Any) -> Match[Any, Any, Any]:
    return Match(ludotheque.make("tsuro", players=2, **options), SeededDealer(SEED))


def test_chance_plays_by_itself_until_a_seat_must_decide() -> None:
    match = tsuro_match()
    assert match.actor == 0
    assert [ply.number for ply in match.plies] == [1, 2, 3, 4, 5, 6]
    assert all(ply.actor is CHANCE for ply in match.plies)


def test_without_a_dealer_any_draw_can_be_forced() -> None:
    match = Match(ludotheque.make("tsuro", players=2))
    for tile in (35, 1, 2, 3, 4, 34):
        assert match.actor is CHANCE
        match.play(DrawTile(tile))
    assert match.state.hands == ((1, 2, 35), (3, 4, 34))


def test_playing_gives_all_plies_that_followed() -> None:
    match = tsuro_match()
    match.play(PlaceMarker(5))
    match.play(match.legal_moves[-1])
    plies = match.play(match.legal_moves[0])
    assert [ply.actor for ply in plies] == [0, CHANCE]
    assert plies[-1].after == match.state


def test_a_move_is_played_for_whose_turn_it_is() -> None:
    match = tsuro_match()
    [ply] = match.play(PlaceMarker(5))
    assert (ply.actor, match.actor) == (0, 1)
    [ply] = match.play(match.parse_move("f6.1"), actor=1)
    assert (ply.actor, match.actor) == (1, 0)


def test_a_match_answers_for_its_state() -> None:
    match = tsuro_match()
    game, state = match.game, match.state
    assert match.legal_moves == game.legal_moves(state)
    assert match.observe(1) == game.observe(state, 1)
    assert match.observe() == game.observe(state, None)
    assert match.parse_move("a1.5") == PlaceMarker(5)
    assert match.format_move(PlaceMarker(5)) == "a1.5"
    with pytest.raises(InvalidMove):
        match.parse_move("e2e4")
    for nobody in (-1, 2):
        with pytest.raises(ValueError, match="there are 2 seats"):
            match.observe(nobody)


def test_a_notebook_shows_what_a_spectator_sees() -> None:
    match = tsuro_match()
    picture = match._repr_svg_()
    assert picture is not None
    assert picture.startswith("<svg")
    assert picture == match.observe()._repr_svg_()
    assert Match(Nim(NimOptions()))._repr_svg_() is None


def test_a_position_is_set_up_and_played_on() -> None:
    played = tsuro_match()
    played.play(PlaceMarker(5))
    match = Match.from_state(played.game, played.state, SeededDealer(SEED))
    assert (match.state, match.start, match.plies, match.actor) == (played.state, played.state, [], 1)
    [ply] = match.play(match.legal_moves[0])
    assert (ply.number, ply.before) == (1, played.state)
    match.take_back(0)
    assert match.state == played.state


def test_a_position_in_which_chance_is_to_act_is_dealt_by_the_dealer_alone() -> None:
    game = ludotheque.make("tsuro", players=2)
    assert Match.from_state(game, game.start()).actor is CHANCE
    assert Match.from_state(game, game.start(), SeededDealer(SEED)).state == tsuro_match().state


def test_an_impossible_position_is_not_set_up() -> None:
    match = tsuro_match()
    with pytest.raises(ImpossibleState, match="Not all markers are placed, so turn must be 0"):
        Match.from_state(match.game, match.state._replace(turn=1))


@pytest.mark.parametrize("actor", [1, CHANCE, 7, -1])
def test_out_of_turn_is_refused_and_changes_nothing(actor: Any) -> None:
    match = tsuro_match()
    before = match.state, len(match.plies)
    with pytest.raises(OutOfTurn, match="seat 1 is to decide"):
        match.play(PlaceMarker(5), actor=actor)
    assert (match.state, len(match.plies)) == before


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    match = tsuro_match()
    before = match.state, len(match.plies)
    for move in (PlaceMarker(9999), None, "a1.5", DrawTile(1)):
        with pytest.raises(IllegalMove):
            match.play(move)
    assert (match.state, len(match.plies)) == before


def test_after_the_end_nothing_can_be_played() -> None:
    match = Match(Nim(NimOptions(stones=1)))
    match.play(1)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    with pytest.raises(GameIsOver):
        match.play(1)


def test_taking_back_into_a_deal_deals_the_same_again() -> None:
    match = tsuro_match()
    state = match.state
    match.take_back(2)
    assert match.state == state


@pytest.mark.parametrize("ply", [-1, 7])
def test_taking_back_to_where_the_match_never_was(ply: int) -> None:
    with pytest.raises(ValueError, match="there are 6 plies"):
        tsuro_match().take_back(ply)


class LoadedDealer:
    """Always deals the first outcome."""

    def draw(self, game: AnyGame, state: Any, ply: int, number: int) -> Any:
        return game.legal_moves(state)[0]


def test_any_dealer_will_do() -> None:
    match = Match(ludotheque.make("tsuro", players=2), LoadedDealer())
    assert match.state.hands == ((1, 2, 3), (4, 5, 6))


def test_the_same_seed_deals_the_same() -> None:
    ends = []
    for _ in range(2):
        match, rng = tsuro_match(edition="kosmos"), Random(1)
        while match.actor is not None:
            match.play(pick(match.game, match.state, rng))
        ends.append(match.state)
    assert ends[0] == ends[1]


def test_a_match_goes_on_after_forgetting_how_it_came_there() -> None:
    whole, match = tsuro_match(), tsuro_match()
    rng = Random(5)
    while len(whole.plies) < 20:
        move = rng.choice(whole.legal_moves)
        whole.play(move)
        match.play(move)
        match.forget(max(0, match.ply - 3))
        assert len(match.plies) == 3
        assert (match.ply, match.state, match.actor, match.draws) == (
            whole.ply,
            whole.state,
            whole.actor,
            whole.draws,
        )
    assert match.plies == whole.plies[-3:]
    assert match.start == match.plies[0].before
    with pytest.raises(ValueError, match="forgotten; cannot go back"):
        match.take_back(match.forgotten - 1)
    with pytest.raises(ValueError, match="cannot forget"):
        match.forget(match.ply + 1)
    back = match.forgotten
    match.take_back(back)
    whole.take_back(back)
    assert (match.ply, match.state, match.draws) == (whole.ply, whole.state, whole.draws)
    match.forget(match.ply)
    assert (match.plies, match.state) == ([], whole.state)


class Strange(Nim):
    """Nim that ends as it is told."""

    end: Any = None

    def outcome(self, state: tuple[int, int]) -> Outcome | None:
        return None if state[0] else self.end


@pytest.mark.parametrize(
    ("end", "says"),
    [
        (Outcome((1, 2.0), "last_stone"), r"the ranks of the outcome are \(1, 2.0\); .* one int for each of 2 seats"),  # type: ignore[arg-type]
        (Outcome((True, 2), "last_stone"), r"the ranks of the outcome are \(True, 2\)"),
        (Outcome((1,), "last_stone"), r"the ranks of the outcome are \(1,\)"),
        (Outcome([1, 2], "last_stone"), r"the ranks of the outcome are \[1, 2\]; they must be a tuple"),  # type: ignore[arg-type]
        (Outcome((2, 2), "last_stone"), r"the ranks \(2, 2\) do not add up; in this order they are \(1, 1\)"),
        (Outcome((1, 2), "last_stone", (1.5, 0)), r"the scores of the outcome are \(1.5, 0\)"),  # type: ignore[arg-type]
        (Outcome((1, 2), "last_stone", (2**53, 0)), "the scores of the outcome are .* within 2\\*\\*53 - 1"),
        (Outcome((1, 2), None), "the reason of the outcome is None; it must be a word"),  # type: ignore[arg-type]
        (Outcome((1, 2), ""), "the reason of the outcome is ''; it must be a word"),
        (Outcome((1, 2), "\ud800"), "the reason of the outcome is .*; it must be a word"),
    ],
)
def test_an_end_that_no_game_may_have_is_no_outcome(monkeypatch: pytest.MonkeyPatch, end: Outcome, says: str) -> None:
    monkeypatch.setattr(Strange, "end", end)
    match = Match(Strange(NimOptions(stones=1)))
    match.play(1)
    with pytest.raises(ValueError, match=says):
        _ = match.outcome
