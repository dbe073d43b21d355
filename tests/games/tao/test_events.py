"""What is told of a ply."""

from ludotheque.core.game import Event
from ludotheque.games.tao import Tao, events
from ludotheque.games.tao.state import State
from tests.games.tao.positions import EIGHT, arrange, make, number, play


def told(game: Tao, state: State, text: str, viewer: int | None = None) -> list[Event]:
    move = game.parse_move(state, text)
    return list(game.events(state, move, game.apply(state, move), viewer))


def test_a_walk() -> None:
    game = make(players=2)
    wa3 = number(game, "wa3")
    assert told(game, arrange(game), "w2>2") == [events.MarkerMoved(-1, 1), events.CardPut(0, wa3, 1, 1)]


def test_a_card_from_the_hand_that_takes_another_turn() -> None:
    game = make(players=2)
    tortoise = number(game, "wa2to")
    state = arrange(game, hands=["wa2to"])
    assert told(game, state, "h:wa2to>1") == [events.CardPut(0, tortoise, 0, None), events.TurnRepeated(0)]
    assert told(game, state, "h:wa2to>2") == [events.CardPut(0, tortoise, 1, None)]


def test_a_power_that_asks_and_one_that_finds_nothing() -> None:
    game = make(players=2)
    tiger, bird = number(game, "me2ti"), number(game, "fi2bi")
    state = arrange(game, hands=["me2ti fi2bi"])
    assert told(game, state, "h:me2ti>1") == [events.CardPut(0, tiger, 0, None)]
    assert told(game, state, "h:fi2bi>1") == [events.CardPut(0, bird, 0, None), events.PowerSkipped(0, bird)]
    assert told(game, play(game, state, "h:me2ti>1"), "stone:metal") == [events.StoneMoved(0, 0, 4)]


def test_a_swap_and_a_cover() -> None:
    game = make(players=2)
    ea1, me1 = number(game, "ea1"), number(game, "me1")
    state = arrange(game, hands=["fi2bi ea2un"], before=["ea1", "me1"])
    assert told(game, play(game, state, "h:fi2bi>1"), "ea1<>2:me1") == [events.CardsSwapped(0, ea1, 1, me1)]
    assert told(game, play(game, state, "h:ea2un>1"), "cover:ea1") == [events.CardCovered(0, ea1)]


def test_the_end_of_a_round_and_no_extra_turn_after_it() -> None:
    game = make(players=2)
    state = arrange(game, path="wa2to ea1 ea3 me3 me1")
    assert told(game, state, "w1>1")[2:] == [events.RoundEnded(1, 0, (2, 0), 0, "result")]


def test_the_end_of_the_game() -> None:
    game = make(players=2)
    state = arrange(game, path="wa1 ea1 ea3 me3 me1", winners=[0, 0, 0, 1])
    assert told(game, state, "w1>1")[2:] == [
        events.RoundEnded(5, 0, (1, 0), 0, "result"),
        events.GameEnded((1, 2), (11, 4), "five_rounds"),
    ]


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
