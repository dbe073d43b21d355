"""The end of a round, its stone and its ties; the end of the game and its ties; teams."""

from itertools import product
from typing import Any

import pytest

from ludotheque.core.game import CHANCE
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.scoring import find_end, rank_seats
from ludotheque.games.tao.state import RoundResult
from tests.games.tao.positions import arrange, make, play

FIVE = "me1 me3 me4 ea1 ea3"
"""A path that one walk brings to four cards; none of them matters while Water is in play."""


@pytest.mark.parametrize(("players", "last"), [(2, 4), (3, 3), (4, 4)])
def test_a_round_ends_when_few_cards_are_left_on_the_path(players: int, last: int) -> None:
    """End of a round: at once when four cards are left, three with three players."""
    game = make(players=players)
    state = arrange(game, path=" ".join(["me1", "me3", "me4", "ea1", "ea3", "ea4"][: last + 2]))
    after = play(game, state, "w1>1")
    assert (after.round, len(after.rounds)) == (1, 0)
    assert after.turn == 1
    ended = play(game, after, "w1>1")
    assert (ended.round, len(ended.rounds)) == (2, 1)
    assert game.actor(ended) is CHANCE


def test_playing_from_the_hand_does_not_end_a_round() -> None:
    """End of a round: only the path is counted."""
    game = make(players=2)
    state = arrange(game, path=FIVE, hands=["wa1 wa3", "wa4"])
    assert play(game, state, "h:wa1>1", "h:wa4>2", "h:wa3>1").round == 1


def test_points_of_the_element_count_and_those_of_its_opposite_are_taken_off() -> None:
    """Scoring: values of the element in play, less the values of its opposite; the other elements do not matter."""
    game = make(players=2)
    state = arrange(game, path=FIVE, before=["wa4 wa1 fi3 wo4", "wa3 fi1 wo1"])
    assert play(game, state, "w1>1").rounds[-1] == (0, (2, 2), 0, "points")


@pytest.mark.parametrize(
    ("opposition", "pairs"),
    [
        ("overcomes", "water fire, fire metal, metal wood, wood earth, earth water"),
        ("overcome_by", "fire water, metal fire, wood metal, earth wood, water earth"),
    ],
)
def test_the_opposite_of_each_element(opposition: str, pairs: str) -> None:
    """Option `opposition`: the element overcome by the one in play, or the one that overcomes it."""
    game = make(opposition=opposition)
    for pair in pairs.split(", "):
        element, opposite = pair.split()
        assert game.setup.opposite[ELEMENTS.index(element)] == ELEMENTS.index(opposite)


def test_the_element_that_the_stone_stands_on_now_is_scored() -> None:
    """Scoring: where the stone stands at the end, not where it started."""
    game = make(players=2)
    state = arrange(game, path=FIVE, stone="fire", before=["wa4", "fi1"])
    assert play(game, state, "w1>2").rounds[-1] == (2, (0, 0), 1, "points")


def test_cards_in_hand_do_not_count() -> None:
    """Scoring: only cards before the players."""
    game = make(players=2)
    state = arrange(game, path=FIVE, hands=["wa4 wa3", ""], before=["", "wa1"])
    assert play(game, state, "w1>1").rounds[-1][1:3] == ((0, 1), 1)


def test_the_best_result_takes_the_stone_even_below_zero() -> None:
    """Scoring: best is best; a result below zero wins against a worse one."""
    game = make(players=2)
    state = arrange(game, path=FIVE, before=["fi4", "fi3"])
    after = play(game, state, "w1>1")
    assert after.rounds[-1] == (0, (-4, -3), 1, "result")
    assert game.observe(after, None).stones == (0, 1)


def test_a_tie_goes_to_most_points_in_the_element_in_play() -> None:
    """Ties: first, most points in the element in play, before anything is taken off."""
    game = make(players=3)
    state = arrange(game, path="me1 me3 me4 ea1", before=["wa1", "wa4 fi3", ""])
    assert play(game, state, "w1>1").rounds[-1] == (0, (1, 1, 0), 1, "points")


def test_a_tie_of_points_goes_to_most_cards_of_the_element() -> None:
    """Ties: second, most cards of the element in play."""
    game = make(players=3)
    state = arrange(game, path="me1 me3 me4 ea1", before=["wa4", "wa1 wa3", "fi1"])
    assert play(game, state, "w1>1").rounds[-1] == (0, (4, 4, -1), 1, "cards")


def test_ties_are_broken_among_those_who_tie() -> None:
    """Ties: who is behind in the result has no part in the tie-breaks."""
    game = make(players=3)
    state = arrange(game, path="me1 me3 me4 ea1", before=["wa3", "wa4 fi1", "wa1 wa2to fi3"])
    assert play(game, state, "w1>1").rounds[-1] == (0, (3, 3, 0), 1, "points")


def test_a_stone_still_tied_is_set_aside_and_the_same_player_begins() -> None:
    """Ruling `still_tied`: the stone belongs to nobody, and who began this round begins the next."""
    game = make(players=2)
    after = play(game, arrange(game, path=FIVE, first=1, turn=0), "w1>1")
    assert after.rounds[-1] == (0, (0, 0), None, "nothing")
    assert (after.round, after.first, after.turn) == (2, 1, 1)
    assert game.observe(after, None).stones == (0, 0)


@pytest.mark.parametrize("round_number", [1, 2, 3, 4, 5])
def test_a_stone_is_worth_the_number_of_its_round(round_number: int) -> None:
    """Stones: the stone of round n is worth n, wherever it stood at the end."""
    game = make(players=2)
    state = arrange(game, path=FIVE, stone="water", before=["wa1", ""], winners=[None] * (round_number - 1))
    assert game.observe(play(game, state, "w1>1"), None).stones == (round_number, 0)


def test_the_game_ends_after_five_rounds() -> None:
    """End of the game: after round 5; the highest total of stones wins."""
    game = make(players=2)
    state = arrange(game, path=FIVE, before=["wa1", ""], winners=[1, 0, 1, 1])
    over = play(game, state, "w1>1")
    outcome = game.outcome(over)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.reason) == ((2, 1), (7, 8), "five_rounds")
    assert game.actor(over) is None


@pytest.mark.parametrize(
    ("players", "winners", "ends"),
    [
        (2, [0, 1, 0, 0], True),  # 8 to 2
        (2, [1, 1, 0, 0], False),  # 7 to 3
        (2, [None, 1, 0, 0], False),  # 7 to 2: five more and the best stone would win
        (2, [1, None, 0, 0], True),  # 7 to 1
        (2, [None, None, None, None], False),
        (3, [0, 1, 2, 0], False),  # 5, 2, 3
        (3, [1, 2, 0, 0], False),  # 7, 1, 2
        (3, [1, None, 0, 0], True),  # 7, 1, 0
        (4, [0, 1, 0, 0], True),  # 8, 2, 0, 0
    ],
)
def test_the_game_ends_after_four_rounds_if_the_leader_cannot_be_caught(
    players: int, winners: list[int | None], ends: bool
) -> None:
    """Ruling `uncatchable`: after round 4 the game ends when the leader is six or more ahead of everybody."""
    game = make(players=players)
    before = ["" if seat != winners[3] else "wa1" for seat in range(players)]
    path = FIVE if players != 3 else "me1 me3 me4 ea1"
    after = play(game, arrange(game, path=path, before=before, winners=winners[:3]), "w1>1")
    assert after.rounds[-1].winner == winners[3]
    assert (after.reason == "uncatchable") == ends
    assert (game.actor(after) is None) == ends


def test_a_lead_does_not_end_the_game_before_round_four() -> None:
    """Ruling `uncatchable`: the early end is after round 4 only."""
    game = make(players=2)
    after = play(game, arrange(game, path=FIVE, before=["wa1"], winners=[0, 0]), "w1>1")
    assert game.observe(after, None).stones == (6, 0)
    assert after.reason is None


@pytest.mark.parametrize(
    ("players", "winners", "ranks"),
    [
        (3, [1, 2, 2, 1, 0], (1, 2, 3)),  # 5 each: the stone of round 5, then of 4, then of 3
        (2, [0, 1, 1, None, 0], (1, 2)),  # 6 and 5
        (2, [None, 1, 1, None, 0], (1, 2)),  # 5 each
        (4, [None, 0, 0, None, 1], (2, 1, 3, 3)),  # 5 each, and two with nothing
        (2, [None] * 5, (1, 1)),
        (4, [None, None, None, None, 2], (2, 2, 1, 2)),
    ],
)
def test_equal_totals_go_to_the_most_valuable_stone(
    players: int, winners: list[int | None], ranks: tuple[int, ...]
) -> None:
    """End of the game: a tie goes to the most valuable stone among the tied; who still ties shares the rank."""
    assert rank_seats(make(players=players).setup.sides, winners) == ranks


def test_players_who_tie_without_stones_share_the_win() -> None:
    """Ruling `shared_place`: if every stone was set aside, everybody shares the win."""
    game = make(players=2)
    over = play(game, arrange(game, path=FIVE, winners=[None] * 4), "w1>1")
    outcome = game.outcome(over)
    assert outcome is not None
    assert (outcome.ranks, outcome.shares, outcome.scores) == ((1, 1), (0.5, 0.5), (0, 0))


@pytest.mark.parametrize(
    ("winners", "ranks"),
    [
        ([0, 2, 1, 3, None], (3, 1, 3, 1)),  # 3 to 7
        ([0, 1, 1, 2, None], (1, 3, 1, 3)),  # 5 each: the stone of round 4 decides
        ([None, 1, 3, None, 2], (1, 3, 1, 3)),  # 5 each: the stone of round 5 decides
        ([None] * 5, (1, 1, 1, 1)),
    ],
)
def test_the_stones_of_partners_add_up(winners: list[int | None], ranks: tuple[int, ...]) -> None:
    """Ruling `team_stones`: for the total and for the tie-break; partners share their rank."""
    assert rank_seats(make(teams=True).setup.sides, winners) == ranks


def test_rounds_of_a_team_game_are_won_by_players() -> None:
    """Ruling `team_stones`: a round is scored player by player; partners' cards are not added up."""
    game = make(teams=True)
    state = arrange(game, path=FIVE, before=["wa1", "wa4", "wa3", ""])
    after = play(game, state, "w1>1")
    assert after.rounds[-1][1:3] == ((1, 4, 3, 0), 1)


def test_partners_who_tie_leave_the_stone_too() -> None:
    """Rulings `team_stones` and `still_tied` together: a tie between partners is a tie."""
    game = make(teams=True, deck=[("water", 1)] * 4 + [("metal", 1)] * 16)
    state = arrange(game, path="me1 me1 me1 me1 me1", before=["wa1", "", "wa1", ""])
    assert play(game, state, "w1>2").rounds[-1].winner is None


@pytest.mark.parametrize(("winners", "ends"), [([0, 1, 2, 0], True), ([1, 0, 2, 0], True), ([0, 3, 1, 2], False)])
def test_a_team_is_uncatchable_by_its_common_total(winners: list[int], ends: bool) -> None:
    """Rulings `team_stones` and `uncatchable`: 8 to 2 and 9 to 1 end the game after round 4, 5 to 5 does not."""
    game = make(teams=True)
    before = ["wa1" if seat == winners[3] else "" for seat in range(4)]
    after = play(game, arrange(game, path=FIVE, before=before, winners=winners[:3]), "w1>1")
    assert (after.reason == "uncatchable") == ends
    if (outcome := game.outcome(after)) is not None:
        assert outcome.ranks == (1, 3, 1, 3)
        assert sum(outcome.scores or ()) == 10


# ── Other readings: when a game ends early, teams that take a stone together ─────────────────────────────────────────


@pytest.mark.parametrize(
    ("players", "winners", "ends"),
    [
        (2, [0, 1, 0, 0], True),  # 8 to 2
        (2, [1, 1, 0, 0], False),  # 7 to 3
        (2, [None, 1, 0, 0], False),  # 7 to 2: five more and the best stone would win
        (3, [0, 1, 2, 0], False),  # 5, 2, 3
        (3, [1, 2, 0, 0], True),  # 7, 1, 2: the second is out, the third is not
        (4, [2, 0, 1, 1], True),  # 2, 7, 1, 0
        (4, [0, 1, 2, 3], False),  # 1, 2, 3, 4
        (4, [None, None, None, None], False),
    ],
)
def test_the_game_may_end_when_one_player_can_no_longer_win(
    players: int, winners: list[int | None], ends: bool
) -> None:
    """Ruling `anyone_out`: somebody is six or more behind the leader, whoever else could still catch up."""
    game = make(players=players, early_end="anyone_out")
    before = ["" if seat != winners[3] else "wa1" for seat in range(players)]
    path = FIVE if players != 3 else "me1 me3 me4 ea1"
    after = play(game, arrange(game, path=path, before=before, winners=winners[:3]), "w1>1")
    assert after.rounds[-1].winner == winners[3]
    assert after.reason == ("anyone_out" if ends else None)


@pytest.mark.parametrize("sides", [(0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 0, 1)])
def test_who_can_no_longer_win_cannot_win_by_any_stones_to_come(sides: tuple[int, ...]) -> None:
    """Ruling `anyone_out`: exactly, by trying all owners of all stones; and never before the fourth round."""
    owners = (None, *range(len(sides)))
    for rounds in range(1, 5):
        for winners in product(owners, repeat=rounds):
            ends = [rank_seats(sides, (*winners, *rest)) for rest in product(owners, repeat=5 - rounds)]
            is_anyone_out = any(all(ranks[seat] > 1 for ranks in ends) for seat in range(len(sides)))
            assert find_end(sides, winners, "anyone_out") == ("anyone_out" if is_anyone_out else None)
            assert rounds == 4 or not is_anyone_out


@pytest.mark.parametrize("winners", [[0, 0, 0, 0], [0, 1, 0, 0]])
def test_all_five_rounds_may_be_played_whatever_the_lead(winners: list[int]) -> None:
    """Option `early_end=never`: see ruling `uncatchable`."""
    game = make(players=2, early_end="never")
    after = play(game, arrange(game, path=FIVE, before=["wa1"], winners=winners[:3]), "w1>1")
    assert (after.reason, after.round) == (None, 5)


def together(before: list[str], **position: Any) -> RoundResult:
    """Score a round by teams; seat 0 takes the last card, which does not count, for seat 1."""
    game = make(teams=True, team_rounds="together")
    return play(game, arrange(game, path=FIVE, before=before, **position), "w1>2").rounds[-1]


def test_the_cards_of_partners_may_be_added_up() -> None:
    """Ruling `team_together`: 1 and 3 take the stone from 4 and none, though 4 is the best result of one player."""
    assert together(["wa1", "wa4", "wa3 wa2to", ""]) == (0, (1, 4, 5, 0), 2, "result")
    assert together(["wa1", "wa4", "wa3 fi1", ""]) == (0, (1, 4, 2, 0), 1, "result")


@pytest.mark.parametrize(
    ("before", "winner", "decided_by"),
    [
        (["wa4", "wa3 fi1", "fi2bi", ""], 0, "points"),  # 2 to 2, 4 points to 3
        (["wa4", "wa1", "", "wa3"], 1 + 2, "cards"),  # 4 to 4, 4 points each, one card to two
        (["wo1", "", "wo3", ""], None, "nothing"),
    ],
)
def test_ties_of_teams_are_broken_by_what_they_have_together(
    before: list[str], winner: int | None, decided_by: str
) -> None:
    """Rulings `team_together` and `still_tied`: points and cards of both partners are added up as well."""
    result = together(before)
    assert (result.winner, result.decided_by) == (winner, decided_by)


@pytest.mark.parametrize(
    ("before", "turn", "begins"),
    [
        (["wa4", "", "wa1", ""], 1, 0),  # the better own result, 4 to 1
        (["wa1", "", "wa4", ""], 1, 2),
        (["", "fi1", "", ""], 0, 2),  # 0 each: after seat 0 comes 1, then 2
        (["", "fi1", "", ""], 1, 2),
        (["", "fi1", "", ""], 2, 0),
        (["", "fi1", "", ""], 3, 0),
    ],
)
def test_one_partner_begins_the_next_round(before: list[str], turn: int, begins: int) -> None:
    """Ruling `team_begins`: the better own result; if equal, whose turn would have come first."""
    game = make(teams=True, team_rounds="together")
    after = play(game, arrange(game, path=FIVE, before=before, turn=turn, first=3), "w1>4")
    assert (after.first, after.turn, after.rounds[-1].winner) == (begins, begins, begins)


def test_a_stone_of_a_team_belongs_to_both_partners() -> None:
    """Ruling `team_together`: the score of each is what the team has, and it counts once for the team."""
    game = make(teams=True, team_rounds="together")
    state = arrange(game, path=FIVE, before=["wa1"], winners=[0, 1, 2])
    over = play(game, state, "w1>2")
    outcome = game.outcome(over)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.reason) == ((1, 3, 1, 3), (8, 2, 8, 2), "uncatchable")
    assert [team.stones for team in game.scene(game.observe(over, None)).teams] == [8, 2]
