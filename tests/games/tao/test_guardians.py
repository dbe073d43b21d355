"""The powers of the five guardians, and what covered cards are worth."""

import pytest

from ludotheque.core.errors import IllegalMove, InvalidMove
from ludotheque.core.game import CHANCE
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.state import CoverCard, MoveStone, SwapCards, Walk
from tests.games.tao.positions import EIGHT, arrange, codes, legal, make, number, play


@pytest.mark.parametrize("code", ["wa2to", "wo2dr", "fi2bi", "ea2un", "me2ti"])
@pytest.mark.parametrize("source", ["path", "hand"])
def test_before_another_player_no_power_works(code: str, source: str) -> None:
    """Powers: put before another player, a guardian does nothing."""
    game = make(players=2)
    path = f"{code} {EIGHT}" if source == "path" else EIGHT
    hand = code if source == "hand" else ""
    state = arrange(game, path=path, hands=[hand], before=["wo4" if "wo4" not in path else "me4", "fi4 me3"])
    after = play(game, state, "w1>2" if source == "path" else f"h:{code}>2")
    assert (after.acting, after.turn, after.stone) == (None, 1, 0)
    assert number(game, code) in after.open[1]
    assert after.open[0] == state.open[0]
    assert after.covered == ((), ())


@pytest.mark.parametrize("source", ["path", "hand"])
@pytest.mark.parametrize(
    ("code", "stone", "reached"),
    [
        ("me2ti", "water", ("wood", "metal")),
        ("me2ti", "fire", ("earth", "wood")),
        ("me2ti", "metal", ("water", "earth")),
        ("wo2dr", "water", ("fire", "earth")),
        ("wo2dr", "earth", ("water", "wood")),
        ("wo2dr", "metal", ("wood", "fire")),
    ],
)
def test_tiger_and_dragon_move_the_stone(code: str, stone: str, reached: tuple[str, str], source: str) -> None:
    """White Tiger: one element left or right on the ring; Azure Dragon: two."""
    game = make(players=3)
    path, hand = (f"{code} {EIGHT}", "") if source == "path" else (EIGHT, code)
    state = arrange(game, path=path, hands=[hand], stone=stone)
    asked = play(game, state, "w1>1" if source == "path" else f"h:{code}>1")
    assert game.actor(asked) == 0
    assert legal(game, asked) == [f"stone:{element}" for element in reached]
    for element in reached:
        after = play(game, asked, f"stone:{element}")
        assert (ELEMENTS[after.stone], after.turn, after.acting) == (element, 1, None)


def test_the_stone_must_move() -> None:
    """Powers: a power must be used; the Tiger cannot leave the stone where it is."""
    game = make(players=2)
    asked = play(game, arrange(game, path=f"me2ti {EIGHT}"), "w1>1")
    for element in (0, 2, 3, 5, -1, 1.0, True, None, "wood"):
        with pytest.raises(IllegalMove, match=r"may be moved to wood \(1\) or metal \(4\)"):
            game.apply(asked, MoveStone(element))  # type: ignore[arg-type] # wrong on purpose
    with pytest.raises(IllegalMove, match="the stone is to be moved"):
        game.apply(asked, Walk(1, 0))


def test_the_bird_swaps_cards_of_the_same_value() -> None:
    """Vermilion Bird: one of your cards for another player's card of the same value; the Bird itself may be the one."""
    game = make(players=3)
    state = arrange(game, hands=["fi2bi"], before=["ea1 me4", "ea4 me1 me2ti", "me3 ea2un"])
    asked = play(game, state, "h:fi2bi>1")
    assert legal(game, asked) == ["fi2bi<>2:me2ti", "fi2bi<>3:ea2un", "ea1<>2:me1", "me4<>2:ea4"]
    after = play(game, asked, "ea1<>2:me1")
    assert [codes(game, row) for row in after.open] == ["fi2bi me1 me4", "ea1 ea4 me2ti", "ea2un me3"]
    assert after.turn == 1


def test_a_card_that_arrives_by_a_swap_is_silent() -> None:
    """Ruling `received_cards_are_silent`: neither of the two swapped cards uses its power."""
    game = make(players=2)
    state = arrange(game, hands=["fi2bi"], before=["", "me2ti wa2to"])
    for theirs in ("me2ti", "wa2to"):
        after = play(game, state, "h:fi2bi>1", f"fi2bi<>2:{theirs}")
        assert (after.acting, after.turn, after.stone) == (None, 1, 0)
        assert codes(game, after.open[0]) == theirs
        assert number(game, "fi2bi") in after.open[1]


def test_without_equal_values_the_bird_is_skipped() -> None:
    """Ruling `no_target`: a Bird that finds no equal value does nothing, and the turn passes."""
    game = make(players=3)
    state = arrange(game, hands=["fi2bi"], before=["ea1", "me3", "me4"])
    after = play(game, state, "h:fi2bi>1")
    assert (after.acting, after.turn) == (None, 1)
    assert codes(game, after.open[0]) == "fi2bi ea1"


def test_equal_values_before_the_same_player_are_no_target() -> None:
    """Vermilion Bird: a swap is between two players."""
    game = make(players=2)
    after = play(game, arrange(game, hands=["fi2bi"], before=["ea1 me1", "ea3 me3"]), "h:fi2bi>1")
    assert after.acting is None


def test_covered_cards_cannot_be_swapped() -> None:
    """Ruling `covered_stays_covered`: a covered card is no target of the Bird, mine or theirs."""
    game = make(players=2)
    state = arrange(
        game, hands=["fi2bi"], before=["ea2un ea4", "me2ti me4 ea3"], covered=["ea1 wa2to", "me1 wo2dr me3"]
    )
    asked = play(game, state, "h:fi2bi>1")
    assert legal(game, asked) == ["fi2bi<>2:me2ti", "ea2un<>2:me2ti", "ea4<>2:me4"]


def test_a_swapped_unicorn_leaves_what_it_covers() -> None:
    """Ruling `covered_stays_covered`: the two cards move; what lies under a Unicorn stays where it was, covered."""
    game = make(players=2)
    state = arrange(game, hands=["fi2bi"], before=["ea2un", "me2ti"], covered=["ea1", ""])
    after = play(game, state, "h:fi2bi>1", "ea2un<>2:me2ti")
    assert [codes(game, row) for row in after.open] == ["fi2bi me2ti", "ea2un"]
    assert [codes(game, row) for row in after.covered] == ["ea1", ""]


@pytest.mark.parametrize(
    ("swap", "says"),
    [
        (("fi2bi", 0, "ea1"), "with another player"),
        (("fi2bi", 2, "me2ti"), "no seat 2"),
        (("ea3", 1, "me3"), "Earth 3 does not lie open before you; there: Fire 2"),
        (("ea1", 1, "wo1"), "Wood 1 does not lie open before seat 2; there: Metal 2"),
        (("ea1", 1, "me2ti"), "differ in value"),
    ],
)
def test_swaps_that_are_not_allowed_are_refused(swap: tuple[str, int, str], says: str) -> None:
    """Bad input: a swap that the Bird cannot make."""
    game = make(players=2)
    state = arrange(game, hands=["fi2bi"], before=["ea1", "me2ti me3"])
    asked = play(game, state, "h:fi2bi>1")
    mine, seat, theirs = swap
    with pytest.raises(IllegalMove, match=says):
        game.apply(asked, SwapCards(number(game, mine), seat, number(game, theirs)))


@pytest.mark.parametrize("swap", [SwapCards(9.0, 1, 17), SwapCards(9, 1, None), SwapCards(9, "2", 17)])  # type: ignore[arg-type] # wrong on purpose
def test_swaps_of_the_wrong_type_are_refused(swap: SwapCards) -> None:
    """Bad input: numbers that are no whole numbers."""
    game = make(players=2)
    asked = play(game, arrange(game, hands=["fi2bi"], before=["ea1", "me2ti me3"]), "h:fi2bi>1")
    with pytest.raises(IllegalMove):
        game.apply(asked, swap)


def test_the_unicorn_covers_another_of_your_cards() -> None:
    """Yellow Unicorn: one of your other cards is covered; the Unicorn lies open on top of it."""
    game = make(players=2)
    state = arrange(game, hands=["ea2un"], before=["ea1 me4", "me1"])
    asked = play(game, state, "h:ea2un>1")
    assert legal(game, asked) == ["cover:ea1", "cover:me4"]
    after = play(game, asked, "cover:me4")
    assert (codes(game, after.open[0]), codes(game, after.covered[0])) == ("ea1 ea2un", "me4")
    assert (after.turn, after.acting) == (1, None)


def test_without_another_card_the_unicorn_is_skipped() -> None:
    """Ruling `no_target`: a Unicorn that lies alone, or beside covered cards only, covers nothing."""
    game = make(players=2)
    after = play(game, arrange(game, hands=["ea2un"], covered=["ea1"], before=["", "me1"]), "h:ea2un>1")
    assert (after.acting, after.turn) == (None, 1)
    assert codes(game, after.open[0]) == "ea2un"


@pytest.mark.parametrize("card", ["ea2un", "ea3", "me1"])
def test_the_unicorn_covers_neither_itself_nor_covered_cards_nor_those_of_others(card: str) -> None:
    """Ruling `covered_stays_covered`, and: one of *your other* cards."""
    game = make(players=2)
    asked = play(game, arrange(game, hands=["ea2un"], covered=["ea3"], before=["ea1", "me1"]), "h:ea2un>1")
    with pytest.raises(IllegalMove, match="cannot be covered; the Unicorn covers one of Earth 1"):
        game.apply(asked, CoverCard(number(game, card)))
    with pytest.raises(IllegalMove, match="cannot be covered"):
        game.apply(asked, CoverCard(12.0))  # type: ignore[arg-type] # wrong on purpose


def test_a_second_unicorn_may_be_covered_by_its_copy() -> None:
    """Own decks: of two equal Unicorns, the one that was there before is another card."""
    game = make(players=2, deck=[("water", 1)] * 15 + [("fire", 1, "unicorn")] * 2)
    state = arrange(game, path="wa1 wa1 wa1 wa1 wa1 wa1", hands=["fi1un"], before=["fi1un"])
    after = play(game, state, "h:fi1un>1", "cover:fi1un")
    assert (codes(game, after.open[0]), codes(game, after.covered[0])) == ("fi1un", "fi1un")


def test_covered_cards_count_for_nothing() -> None:
    """Ruling `covered_stays_covered`: neither for nor against, nor in the tie-breaks."""
    game = make(players=2)
    state = arrange(game, path="wo1 wo3 wo4 ea1 ea3", before=["wa1", "wa3"], covered=["wa4 wa2to", "fi4"])
    assert game.observe(state, None).results == (1, 3)
    assert play(game, state, "w1>1").rounds[-1][1:] == ((1, 3), 1, "result")
    tied = arrange(game, path="wo1 wo3 wo4 ea1 ea3", before=["", ""], covered=["wa4", ""])
    assert play(game, tied, "w1>1").rounds[-1].decided_by == "nothing"


def test_the_tortoise_gives_another_turn() -> None:
    """Black Tortoise: the same player takes another whole turn at once, from the path or from the hand."""
    game = make(players=3)
    state = arrange(game, path=f"wa2to {EIGHT}", hands=["me1"], turn=0)
    after = play(game, state, "w1>1")
    assert (after.turn, game.actor(after)) == (0, 0)
    assert "h:me1>3" in legal(game, after)
    assert play(game, after, "w1>2").turn == 1


def test_a_tortoise_from_the_hand_does_the_same() -> None:
    """Black Tortoise: it works from the hand as well."""
    game = make(players=2)
    assert play(game, arrange(game, hands=["wa2to"]), "h:wa2to>1").turn == 0


def test_powers_may_be_on_any_card_of_an_own_deck() -> None:
    """Own decks: what a card does depends on its power alone."""
    game = make(players=2, deck=[("water", 1)] * 14 + [("fire", 7, "dragon"), ("water", 9, "tortoise")])
    state = arrange(game, path="fi7dr wa9to wa1 wa1 wa1 wa1 wa1", stone="wood")
    asked = play(game, state, "w1>1")
    assert legal(game, asked) == ["stone:earth", "stone:metal"]
    assert play(game, asked, "stone:metal", "w1>2").turn == 1
    assert play(game, state, "w2>1").turn == 0


@pytest.mark.parametrize(
    ("code", "moves", "stone", "result"),
    [
        ("me2ti", ["stone:wood"], "wood", (4, 0)),
        ("wo2dr", ["stone:fire"], "fire", (0, 3)),
        ("fi2bi", ["fi2bi<>2:wa2to"], "water", (2, -5)),
        ("ea2un", ["cover:wo4"], "water", (0, -1)),
    ],
)
def test_the_power_of_the_last_card_works_before_the_round_is_scored(
    code: str, moves: list[str], stone: str, result: tuple[int, int]
) -> None:
    """Ruling `power_before_end`: the card that brings the path to four still uses its power; then comes the score."""
    game = make(players=2)
    state = arrange(game, path=f"{code} ea1 ea3 me3 me1", before=["wo4", "fi3 wa2to"])
    asked = play(game, state, "w1>1")
    assert not asked.rounds
    after = play(game, asked, *moves)
    assert (ELEMENTS[after.rounds[-1].element], after.rounds[-1].results) == (stone, result)


def test_the_end_of_the_round_comes_before_another_turn() -> None:
    """Ruling `end_before_tortoise`: the end of the round is looked at before the Tortoise's extra turn."""
    game = make(players=2)
    after = play(game, arrange(game, path="wa2to ea1 ea3 me3 me1", turn=1), "w1>2")
    assert after.round == 2
    assert game.actor(after) is CHANCE
    assert after.rounds[-1].winner == 1


# ── Cards that are free again ────────────────────────────────────────────────────────────────────────────────────────


UNICORNS = [("fire", 1, "unicorn")] * 4 + [("earth", 1, "unicorn"), ("water", 1, "bird")] + [("wood", 1)] * 14
UNICORNS += [("metal", 1), ("metal", 3)]
PLAIN = "wo1 wo1 wo1 wo1 wo1 wo1 wo1"


def test_a_card_is_free_again_when_its_unicorn_is_swapped() -> None:
    """Ruling `while_covered`: it counts, and can be swapped and covered; its power does not work once more."""
    game = make(players=2, covered="while_covered")
    state = arrange(game, hands=["fi2bi"], before=["", "me2ti"], stacks=["ea2un>wa2to"])
    assert game.observe(state, None).results == (0, 0)
    after = play(game, state, "h:fi2bi>1", "ea2un<>2:me2ti")
    assert [codes(game, row) for row in after.open] == ["wa2to fi2bi me2ti", "ea2un"]
    assert (after.covered, after.stacks) == (((), ()), ((), ()))
    assert after.turn == 1
    assert game.observe(after, None).results == (2 - 2, 0)


def test_it_is_free_whoever_swaps_the_unicorn_and_whatever_is_swapped_later() -> None:
    """Ruling `while_covered`: another player's Bird frees it as well, and the Unicorn covers nothing where it comes."""
    game = make(players=2, covered="while_covered")
    state = arrange(game, hands=["", "fi2bi"], before=["", "me2ti"], stacks=["ea2un>me4"], turn=1)
    asked = play(game, state, "h:fi2bi>2")
    assert legal(game, asked) == ["fi2bi<>1:ea2un", "me2ti<>1:ea2un"]
    after = play(game, asked, "me2ti<>1:ea2un")
    assert [codes(game, row) for row in after.open] == ["me2ti me4", "fi2bi ea2un"]
    assert after.covered == ((), ())


def test_a_covered_unicorn_still_covers() -> None:
    """Ruling `while_covered`: of a stack only the top leaves, and only what is right under it is free."""
    game = make(players=2, covered="while_covered", deck=UNICORNS)
    state = arrange(game, path=PLAIN, hands=["ea1un", "wa1bi"], before=["", "me1"], stacks=["fi1un>wo1"])
    covered = play(game, state, "h:ea1un>1", "cover:fi1un")
    assert game.format_state(covered).split("; ")[11] == "stacks ea1un>fi1un>wo1/-"
    freed = play(game, covered, "h:wa1bi>2", "me1<>1:ea1un")
    assert [codes(game, row) for row in freed.open] == ["fi1un me1", "wa1bi ea1un"]
    assert codes(game, freed.covered[0]) == "wo1"
    assert [codes(game, stack) for stack in freed.stacks[0]] == ["fi1un wo1"]


@pytest.mark.parametrize(
    ("before", "stacks", "left"),
    [
        ("fi1un", "fi1un>wo1 fi1un>me3", ["fi1un wo1", "fi1un me3"]),
        ("", "fi1un>me3 fi1un>wo1", ["fi1un me3"]),
        ("", "fi1un>me1 fi1un>me3", ["fi1un me3"]),
    ],
)
def test_of_equal_unicorns_a_loose_one_leaves_first(before: str, stacks: str, left: list[str]) -> None:
    """Ruling `loose_copy_first`: then the one that lies on the lowest card."""
    game = make(players=2, covered="while_covered", deck=UNICORNS)
    others = "me1" if "me1" not in stacks else "wo1"
    state = arrange(game, path=PLAIN, hands=["", "wa1bi"], before=[before, others], stacks=[stacks], turn=1)
    after = play(game, state, "h:wa1bi>2", f"{others}<>1:fi1un")
    assert [codes(game, stack) for stack in after.stacks[0]] == left


@pytest.mark.parametrize(
    ("before", "stacks", "then"),
    [
        ("fi1un", "fi1un>wo1", ["fi1un wo1", "fi1un fi1un"]),
        ("", "fi1un>wo1", ["fi1un fi1un wo1"]),
        ("", "fi1un>me3 fi1un>wo1", ["fi1un fi1un wo1", "fi1un me3"]),
    ],
)
def test_of_equal_unicorns_a_loose_one_is_covered_first(before: str, stacks: str, then: list[str]) -> None:
    """Ruling `loose_copy_first`: the acting Unicorn itself is not meant."""
    game = make(players=2, covered="while_covered", deck=UNICORNS)
    state = arrange(game, path=PLAIN, hands=["fi1un"], before=[before], stacks=[stacks])
    after = play(game, state, "h:fi1un>1", "cover:fi1un")
    assert [codes(game, stack) for stack in after.stacks[0]] == then


# ── The last card of a round ─────────────────────────────────────────────────────────────────────────────────────────

LAST = "wa2to ea1 ea3 me3 me1"


def test_a_tortoise_taken_last_gives_a_card_from_the_hand() -> None:
    """Ruling `last_turn_from_hand`: the path is closed, and the turn cannot be declined."""
    game = make(players=2, last_power="all")
    state = play(game, arrange(game, path=LAST, hands=["wa4 fi4", "wa3"], before=["", "wa1"]), "w1>1")
    assert (game.actor(state), state.round) == (0, 1)
    assert game.observe(state, 0).next_places == ()
    assert legal(game, state) == ["h:wa4>1", "h:wa4>2", "h:fi4>1", "h:fi4>2"]
    with pytest.raises(InvalidMove, match="The path is closed for this round; play a card from the hand"):
        game.parse_move(state, "w1>1")
    with pytest.raises(IllegalMove, match="since the path is closed"):
        game.apply(state, Walk(1, 0))
    after = play(game, state, "h:fi4>2")
    assert after.rounds[-1].results == (2, -3)
    assert after.round == 2


def test_without_a_card_in_hand_a_tortoise_taken_last_gives_nothing() -> None:
    """Ruling `last_turn_from_hand`: with an empty hand there is no turn, nor before another player."""
    game = make(players=2, last_power="all")
    assert play(game, arrange(game, path=LAST, hands=["", "wa3"]), "w1>1").round == 2
    assert play(game, arrange(game, path=LAST, hands=["wa4", "wa3"]), "w1>2").round == 2


def test_the_card_of_the_last_turn_uses_its_power() -> None:
    """Ruling `last_turn_from_hand`: it is put down like any other card."""
    game = make(players=2, last_power="all")
    state = arrange(game, path=LAST, hands=["me2ti", ""], before=["wo4", ""])
    asked = play(game, state, "w1>1", "h:me2ti>1")
    assert legal(game, asked) == ["stone:wood", "stone:metal"]
    assert play(game, asked, "stone:wood").rounds[-1] == (1, (4, 0), 0, "result")
    assert play(game, state, "w1>1", "h:me2ti>2").rounds[-1].element == 0


def test_a_second_tortoise_gives_another_last_turn() -> None:
    """Ruling `last_turn_from_hand`: as long as there is a card in the hand."""
    game = make(players=2, last_power="all", deck=[("water", 2, "tortoise")] * 4 + [("wood", 1)] * 12)
    state = play(game, arrange(game, path="wa2to wo1 wo1 wo1 wo1", hands=["wa2to wa2to", ""]), "w1>1", "h:wa2to>1")
    assert (state.turn, legal(game, state)) == (0, ["h:wa2to>1", "h:wa2to>2"])
    assert play(game, state, "h:wa2to>1").rounds[-1].results == (6, 0)


@pytest.mark.parametrize("code", ["wa2to", "wo2dr", "fi2bi", "ea2un", "me2ti"])
def test_a_round_may_be_over_before_the_last_power_works(code: str) -> None:
    """Ruling `over_at_once`: the card counts, its power does not work."""
    game = make(players=2, last_power="none")
    state = arrange(game, path=f"{code} ea1 ea3 me3 me1", hands=["wa4"], before=["wa1", "wa3"])
    after = play(game, state, "w1>1")
    assert (after.round, after.acting, after.rounds[-1].element) == (2, None, 0)


def test_powers_before_the_last_card_work_as_always() -> None:
    """Ruling `over_at_once`: only the card that closes the path is meant."""
    game = make(players=2, last_power="none")
    state = arrange(game, path="wa2to me2ti ea1 ea3 me3 me1", hands=["wo2dr"])
    assert play(game, state, "w1>1").turn == 0
    assert play(game, state, "h:wo2dr>1").acting == number(game, "wo2dr")
