"""What is told of a ply."""

from random import Random
from typing import Any

import pytest

from ludotheque.core.game import Event
from ludotheque.core.playout import pick
from ludotheque.games.tao import Tao, events
from ludotheque.games.tao.scoring import decide_round
from ludotheque.games.tao.state import State
from tests.games.tao.option_sets import OPTION_SETS
from tests.games.tao.positions import EIGHT, arrange, cards, make, number, play


def told(game: Tao, state: State, text: str, viewer: int | None = None) -> list[Event]:
    move = game.parse_move(state, text)
    return list(game.events(state, move, game.apply(state, move), viewer))


def test_a_walk() -> None:
    game = make(players=2)
    wa3 = number(game, "wa3")
    assert told(game, arrange(game), "w2>2") == [
        events.MarkerMoved(-1, 1),
        events.CardPut(0, wa3, 1, 1),
        events.ResultsChanged((0, 3)),
    ]


def test_a_card_from_the_hand_that_takes_another_turn() -> None:
    game = make(players=2)
    tortoise = number(game, "wa2to")
    state = arrange(game, hands=["wa2to"])
    mine, theirs = events.ResultsChanged((2, 0)), events.ResultsChanged((0, 2))
    assert told(game, state, "h:wa2to>1") == [events.CardPut(0, tortoise, 0, None), events.TurnRepeated(0), mine]
    assert told(game, state, "h:wa2to>2") == [events.CardPut(0, tortoise, 1, None), theirs]


def test_a_power_that_asks_and_one_that_finds_nothing() -> None:
    game = make(players=2)
    tiger, bird = number(game, "me2ti"), number(game, "fi2bi")
    state = arrange(game, hands=["me2ti fi2bi"])
    assert told(game, state, "h:me2ti>1") == [events.CardPut(0, tiger, 0, None)]
    skipped = [events.PowerSkipped(0, bird), events.ResultsChanged((-2, 0))]
    assert told(game, state, "h:fi2bi>1") == [events.CardPut(0, bird, 0, None), *skipped]
    moved = [events.StoneMoved(0, 0, 4), events.ResultsChanged((2, 0))]
    assert told(game, play(game, state, "h:me2ti>1"), "stone:metal") == moved


def test_a_swap_and_a_cover() -> None:
    game = make(players=2)
    ea1, me1 = number(game, "ea1"), number(game, "me1")
    state = arrange(game, hands=["fi2bi ea2un"], before=["ea1", "me1"])
    assert told(game, play(game, state, "h:fi2bi>1"), "ea1<>2:me1") == [events.CardsSwapped(0, ea1, 1, me1)]
    assert told(game, play(game, state, "h:ea2un>1"), "cover:ea1") == [events.CardCovered(0, ea1)]


def test_a_stone_that_moves_changes_the_results_of_everybody() -> None:
    game = make(players=3)
    state = play(game, arrange(game, hands=["wo2dr"], before=["", "fi4", "me1"]), "h:wo2dr>1")
    assert told(game, state, "stone:fire") == [events.StoneMoved(0, 0, 2), events.ResultsChanged((0, 4, -1))]


def test_what_counts_nothing_changes_no_results() -> None:
    game = make(players=2)
    assert told(game, arrange(game, hands=["me4"]), "h:me4>2") == [events.CardPut(0, number(game, "me4"), 1, None)]


def end_round(game: Tao, state: State, text: str = "w1>1") -> events.RoundEnded:
    ended = [event for event in told(game, state, text) if isinstance(event, events.RoundEnded)]
    assert len(ended) == 1
    return ended[0]


def test_the_end_of_a_round_and_no_extra_turn_after_it() -> None:
    game = make(players=2)
    state = arrange(game, path="wa2to ea1 ea3 me3 me1")
    assert told(game, state, "w1>1")[2:] == [
        events.RoundEnded(
            1,
            0,
            (2, 0),
            0,
            "result",
            opposite=2,
            points=(2, 0),
            against=(0, 0),
            cards=(1, 0),
            leaders=((0,),),
            open=(cards(game, "wa2to"), ()),
            covered=((), ()),
        ),
    ]


def test_a_scored_round_tells_every_sum() -> None:
    game = make(players=3)
    state = arrange(game, path="me1 me3 me4 ea1", before=["wa1 wo4", "wa4 wa3 fi1", "fi3"], covered=["fi4", "", ""])
    ended = end_round(game, state, "w1>3")
    assert ended.results == (1, 6, -3)
    assert (ended.points, ended.against, ended.cards) == ((1, 7, 0), (0, 1, 3), (1, 2, 0))
    assert ended.open == (cards(game, "wa1 wo4"), cards(game, "wa4 wa3 fi1"), cards(game, "fi3 me1"))
    assert ended.covered == (cards(game, "fi4"), (), ())


def test_a_round_that_a_power_ends_is_told_as_the_power_left_it() -> None:
    game = make(players=2)
    path = "ea3 me3 me1 fi4"
    bird = play(game, arrange(game, path=f"fi2bi {path}", before=["", "wa2to"]), "w1>1")
    assert end_round(game, bird, "fi2bi<>2:wa2to").open == (cards(game, "wa2to"), cards(game, "fi2bi"))
    unicorn = play(game, arrange(game, path=f"ea2un {path}", before=["fi3", ""]), "w1>1")
    ended = end_round(game, unicorn, "cover:fi3")
    assert (ended.open[0], ended.covered[0]) == (cards(game, "ea2un"), cards(game, "fi3"))
    tiger = play(game, arrange(game, path=f"me2ti {path}", before=["wo1", ""]), "w1>1")
    assert (ended := end_round(game, tiger, "stone:wood")).element == 1
    assert (ended.points, ended.open[0]) == ((1, 0), cards(game, "wo1 me2ti"))


@pytest.mark.parametrize(
    ("before", "leaders", "decided_by"),
    [
        (["wa4", "wa3", "wa1"], ((0,),), "result"),
        (["wa1", "wa4 fi3", ""], ((0, 1), (1,)), "points"),
        (["wa4", "wa1 wa3", "fi1"], ((0, 1), (0, 1), (1,)), "cards"),
        (["fi1", "", ""], ((1, 2), (1, 2), (1, 2)), "nothing"),
    ],
)
def test_a_scored_round_tells_how_a_tie_was_broken(
    before: list[str], leaders: tuple[tuple[int, ...], ...], decided_by: str
) -> None:
    game = make(players=3)
    ended = end_round(game, arrange(game, path="me1 me3 me4 ea1", before=before))
    assert (ended.leaders, ended.decided_by) == (leaders, decided_by)
    assert ended.winner == (leaders[-1][0] if len(leaders[-1]) == 1 else None)


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda options: "-".join(options) or "usual")
def test_the_sums_of_every_round_add_up_to_its_results(options: dict[str, Any]) -> None:
    """Whole games: what is told of a round is what it was decided by, and every change of the results is told."""
    game, rng = make(**options), Random(1)
    before, results = game.start(), (0,) * game.seats
    while game.actor(before) is not None:
        move = pick(game, before, rng)
        after = game.apply(before, move)
        for event in game.events(before, move, after, None):
            if isinstance(event, events.ResultsChanged):
                results = event.results
            elif isinstance(event, events.RoundEnded):
                assert decide_round(game.setup, event.element, event.open, before.turn) == after.rounds[-1]
                sums = zip(event.points, event.against, strict=True)
                assert tuple(points - against for points, against in sums) == event.results
                results = (0,) * game.seats
        if after.reason is None:
            assert game.observe(after, None).results == results
        before = after


def test_a_card_that_is_open_again_is_told() -> None:
    """Ruling `while_covered`: of both players, and in the last move of a round too."""
    game = make(players=2, covered="while_covered")
    ea1, me2ti, ea2un = (number(game, code) for code in ("ea1", "me2ti", "ea2un"))
    for path in (EIGHT, "fi2bi wa1 wa3 wa4 wo1"):
        is_last = path != EIGHT
        state = arrange(game, path=path, hands=["" if is_last else "fi2bi"], before=["", "me2ti"], stacks=["ea2un>ea1"])
        asked = play(game, state, "w1>1" if is_last else "h:fi2bi>1")
        swapped, opened, *rest = told(game, asked, "ea2un<>2:me2ti")
        assert swapped == events.CardsSwapped(0, ea2un, 1, me2ti)
        assert opened == events.CardUncovered(0, ea1)
        assert bool(rest) == is_last
    assert isinstance(rest[0], events.RoundEnded)
    assert rest[0].open[0] == cards(game, "fi2bi ea1 me2ti")


def test_a_round_scored_by_teams_tells_the_sums_of_both_partners() -> None:
    """Ruling `team_together`: own sums of everybody, and what was compared."""
    game = make(teams=True, team_rounds="together")
    state = arrange(game, path="me1 me3 me4 ea1 ea3 ea4", before=["wa1", "wa4", "wa3 fi1", "fi3"])
    assert told(game, play(game, state, "w1>2"), "w1>2")[2:] == [
        events.RoundEnded(
            1,
            0,
            (1, 4, 2, -3),
            2,
            "result",
            opposite=2,
            points=(1, 4, 3, 0),
            against=(0, 0, 1, 3),
            cards=(1, 1, 1, 0),
            leaders=((0, 2),),
            open=(cards(game, "wa1"), cards(game, "wa4 me1 me3"), cards(game, "wa3 fi1"), cards(game, "fi3")),
            covered=((), (), (), ()),
            teams=(events.TeamSum((0, 2), 3, 4, 1, 2), events.TeamSum((1, 3), 1, 4, 3, 1)),
        )
    ]
    wa2 = arrange(game, hands=["wa2to"], before=["me1", "ea1", "fi2bi", ""])
    assert told(game, wa2, "h:wa2to>4")[-1] == events.ResultsChanged((0, 0, -2, 2), (-2, 2))


def test_the_last_turn_from_the_hand_ends_the_round() -> None:
    """Ruling `last_turn_from_hand`: another turn is told, then the round with the card that it added."""
    game = make(players=2, last_power="all")
    state = arrange(game, path="wa2to ea1 ea3 me3 me1", hands=["wa4", ""])
    assert told(game, state, "w1>1")[2] == events.TurnRepeated(0)
    ended = end_round(game, play(game, state, "w1>1"), "h:wa4>2")
    assert ended.open == (cards(game, "wa2to"), cards(game, "wa4"))
    assert ended.results == (2, 4)


def test_a_power_that_no_longer_works_is_told() -> None:
    """Ruling `over_at_once`."""
    game = make(players=2, last_power="none")
    state = arrange(game, path="me2ti ea1 ea3 me3 me1", before=["wo4", ""])
    assert told(game, state, "w1>1")[2] == events.PowerSkipped(0, number(game, "me2ti"))
    assert end_round(game, state, "w1>1").element == 0


def test_the_end_of_the_game() -> None:
    game = make(players=2)
    state = arrange(game, path="wa1 ea1 ea3 me3 me1", winners=[0, 0, 0, 1])
    *_, scored, ended = told(game, state, "w1>1")
    assert isinstance(scored, events.RoundEnded)
    assert ended == events.GameEnded((1, 2), (11, 4), "five_rounds")


def test_the_deal() -> None:
    game = make(players=2)
    state = game.start()
    assert told(game, state, "first:2") == [events.FirstPlayerDrawn(1)]
    state = play(game, state, "first:2")
    assert told(game, state, "+wa1") == [events.CardLaid(0, 0)]
    state = play(game, state, *(f"+{code}" for code in (EIGHT + " fi4 ea1 ea3 ea4").split()))
    me1 = number(game, "me1")
    assert told(game, state, "+me1", viewer=0) == [events.CardDealt(0, me1)]
    assert told(game, state, "+me1", viewer=1) == [events.CardDealt(0, None)]
    state = play(game, state, "+me1", "+me3", "+me4")
    assert told(game, state, "+wa2to", viewer=None) == [events.CardDealt(1, None), events.RoundBegan(1, 1, 0)]
