"""Tao a second time, literally: lists and dictionaries, written from the rules alone and in their order.

It shares no line with the package and is slow, mutable and naive on purpose. A card is (element, value, power), a
move is a list that begins with a word. `tests/games/tao/test_literal_rules.py` plays it beside the real rules.
"""

import copy
from typing import Any, TypeAlias

Card: TypeAlias = tuple[str, int, str | None]

RING = ["water", "wood", "fire", "earth", "metal"]
POWERS = [None, "tiger", "dragon", "bird", "unicorn", "tortoise"]
OVERCOMES = {"water": "fire", "fire": "metal", "metal": "wood", "wood": "earth", "earth": "water"}
ACROSS = {"water": "fire", "fire": "water", "wood": "metal", "metal": "wood"}
NEIGHBOURS = {
    # element: (clockwise, anticlockwise)
    "water": ("wood", "metal"),
    "wood": ("fire", "water"),
    "fire": ("earth", "wood"),
    "earth": ("metal", "fire"),
    "metal": ("water", "earth"),
}


class LiteralTao:
    """One game in progress."""

    def __init__(
        self,
        players: int,
        deck: list[Card],
        *,
        teams: bool,
        opposition: str,
        early_end: str = "uncatchable",
        team_rounds: str = "each",
        last_power: str = "no_turn",
        covered: str = "stays",
    ) -> None:
        self.players = players
        self.deck = deck
        self.teams = teams
        self.early_end, self.team_rounds, self.last_power, self.covered = early_end, team_rounds, last_power, covered
        if opposition == "overcomes":
            self.opposite = dict(OVERCOMES)
        elif opposition == "overcome_by":
            self.opposite = {loser: winner for winner, loser in OVERCOMES.items()}
        elif opposition == "compass":
            self.opposite = dict(ACROSS)
        else:
            self.opposite = {}
            for pair in opposition.split(","):
                in_play, against = pair.split(":")
                self.opposite[long_name(in_play)] = long_name(against)
        self.round_number = 0
        self.stone_owner: dict[int, int | None] = {}
        self.results: list[list[int]] = []
        self.beginner: int | None = None
        self.over = ""
        self.set_up_round()

    def copy(self) -> "LiteralTao":
        twin = copy.copy(self)
        twin.stone_owner, twin.results = dict(self.stone_owner), list(self.results)
        twin.undealt, twin.path = list(self.undealt), list(self.path)
        twin.hand = {player: list(cards) for player, cards in self.hand.items()}
        twin.table, twin.power_card = copy.deepcopy((self.table, self.power_card))  # they refer to the same things
        return twin

    def set_up_round(self) -> None:
        self.round_number += 1
        self.undealt = list(self.deck)
        self.path: list[Card | None] = []
        self.hand: dict[int, list[Card]] = {player: [] for player in range(self.players)}
        self.table: dict[int, list[dict[str, Any]]] = {player: [] for player in range(self.players)}
        self.stone_on = RING[self.round_number - 1]
        self.ahead = 0  # the place where the marker looks first
        self.player = self.beginner
        self.power = ""
        self.power_card: dict[str, Any] = {}
        self.is_dealing = True

    # ── the moves ──

    def moves(self) -> list[list[Any]]:
        if self.over:
            return []
        if self.beginner is None:
            return [["first", player] for player in range(self.players)]
        if self.is_dealing:
            return without_repetition([["draw", card] for card in self.undealt])
        if self.power:
            return self.uses_of_the_power()
        assert self.player is not None
        everybody = range(self.players)
        if self.path_is_closed():
            return without_repetition(
                [["hand", card, player] for card in self.hand[self.player] for player in everybody]
            )
        walks = [["walk", number, player] for number in range(1, len(self.three_ahead()) + 1) for player in everybody]
        return walks + without_repetition(
            [["hand", card, player] for card in self.hand[self.player] for player in everybody]
        )

    def uses_of_the_power(self) -> list[list[Any]]:
        if self.power == "bird":
            return self.swaps()
        if self.power == "unicorn":
            return self.covers()
        return [["stone", element] for element in self.stone_targets()]

    def three_ahead(self) -> list[int]:
        found: list[int] = []
        place = self.ahead
        for _ in range(12):
            if self.path[place] is not None and len(found) < 3:
                found.append(place)
            place += 1
            if place == 12:
                place = 0
        return found

    def stone_targets(self) -> list[str]:
        right, left = NEIGHBOURS[self.stone_on]
        if self.power == "dragon":
            right, left = NEIGHBOURS[right][0], NEIGHBOURS[left][1]
        return [right, left]

    def swaps(self) -> list[list[Any]]:
        assert self.player is not None
        found = []
        for mine in self.table[self.player]:
            for other in range(self.players):
                for theirs in self.table[other]:
                    if other == self.player or mine["covered"] or theirs["covered"]:
                        continue
                    if mine["card"][1] == theirs["card"][1]:
                        found.append(["swap", mine["card"], other, theirs["card"]])
        return without_repetition(found)

    def covers(self) -> list[list[Any]]:
        assert self.player is not None
        mine = self.table[self.player]
        found = [thing["card"] for thing in mine if thing is not self.power_card and not thing["covered"]]
        return without_repetition([["cover", card] for card in found])

    # ── what they do ──

    def play(self, move: list[Any]) -> None:
        if move[0] == "first":
            self.beginner = self.player = move[1]
        elif move[0] == "draw":
            self.deal(move[1])
        elif move[0] == "walk":
            place = self.three_ahead()[move[1] - 1]
            card = self.path[place]
            assert card is not None
            self.path[place] = None
            self.ahead = place + 1 if place < 11 else 0
            self.put(card, move[2])
        elif move[0] == "hand":
            assert self.player is not None
            self.hand[self.player].remove(move[1])
            self.put(move[1], move[2])
        elif move[0] == "stone":
            self.stone_on = move[1]
            self.finish_turn()
        elif move[0] == "swap":
            self.swap(move[1], move[2], move[3])
            self.finish_turn()
        elif move[0] == "cover":
            assert self.player is not None
            lying = self.which(self.player, move[1])
            lying["covered"] = True
            self.power_card["on"] = lying
            self.finish_turn()

    def deal(self, card: Card) -> None:
        self.undealt.remove(card)
        if len(self.path) < 12:
            self.path.append(card)
            return
        for player in range(self.players):
            if len(self.hand[player]) < 2:
                self.hand[player].append(card)
                break
        if all(len(self.hand[player]) == 2 for player in range(self.players)):
            self.is_dealing = False

    def put(self, card: Card, player: int) -> None:
        lying = {"card": card, "covered": False, "on": None}
        self.table[player].append(lying)
        power = card[2]
        is_over_at_once = self.last_power == "none" and self.path_is_closed()
        if player != self.player or power is None or is_over_at_once:
            self.finish_turn()
        elif power == "tortoise":
            self.finish_turn(again=True)
        else:
            self.power = power
            self.power_card = lying
            if not self.moves():
                self.finish_turn()

    def swap(self, mine: Card, other: int, theirs: Card) -> None:
        assert self.player is not None
        given, taken = self.which(self.player, mine), self.which(other, theirs)
        for thing, owner, receiver in ((given, self.player, other), (taken, other, self.player)):
            self.table[owner] = [lying for lying in self.table[owner] if lying is not thing]
            self.table[receiver].append(thing)
            if self.covered == "while_covered" and thing["on"] is not None:
                thing["on"]["covered"] = False
            thing["on"] = None

    def which(self, player: int, card: Card) -> dict[str, Any]:
        """Of copies the one that lies on nothing; if all lie on something, the one on the lowest card."""
        copies = [lying for lying in self.table[player] if lying["card"] == card and not lying["covered"]]
        copies = [lying for lying in copies if lying is not self.power_card] or copies
        if self.covered == "stays":
            return copies[0]
        return min(copies, key=lambda lying: [place_of(below) for below in self.pile_below(lying)])

    def pile_below(self, lying: dict[str, Any]) -> list[Card]:
        below = []
        while lying["on"] is not None:
            lying = lying["on"]
            below.append(lying["card"])
        return below

    def path_is_closed(self) -> bool:
        left = len([card for card in self.path if card is not None])
        return left == (3 if self.players == 3 else 4)

    def finish_turn(self, *, again: bool = False) -> None:
        self.power = ""
        self.power_card = {}
        assert self.player is not None
        if self.path_is_closed():
            if not (again and self.last_power == "all" and self.hand[self.player]):
                self.finish_round()
        elif not again:
            self.player = self.player + 1 if self.player + 1 < self.players else 0

    # ── the ends ──

    def counts(self, player: int) -> tuple[int, int, int]:
        good, bad, cards = 0, 0, 0
        for lying in self.table[player]:
            if lying["covered"]:
                continue
            if lying["card"][0] == self.stone_on:
                good += lying["card"][1]
                cards += 1
            elif lying["card"][0] == self.opposite.get(self.stone_on):
                bad += lying["card"][1]
        return good - bad, good, cards

    def finish_round(self) -> None:
        counts = {player: self.counts(player) for player in range(self.players)}
        self.results.append([counts[player][0] for player in range(self.players)])
        candidates = self.groups() if self.team_rounds == "together" else [[player] for player in range(self.players)]
        for what in range(3):
            most = max(sum(counts[player][what] for player in group) for group in candidates)
            candidates = [group for group in candidates if sum(counts[player][what] for player in group) == most]
        winner = None
        if len(candidates) == 1:
            best_own = max(counts[player][0] for player in candidates[0])
            assert self.player is not None
            winner = self.player
            for _ in range(self.players):  # whose turn would come next, and next …
                winner = winner + 1 if winner + 1 < self.players else 0
                if winner in candidates[0] and counts[winner][0] == best_own:
                    break
        self.stone_owner[self.round_number] = winner
        if winner is not None:
            self.beginner = winner
        if self.round_number == 5:
            self.over = "five_rounds"
        elif self.early_end == "uncatchable" and self.round_number == 4 and self.is_uncatchable():
            self.over = "uncatchable"
        elif self.early_end == "anyone_out" and self.is_anyone_out():
            self.over = "anyone_out"
        else:
            self.set_up_round()

    def groups(self) -> list[list[int]]:
        return [[0, 2], [1, 3]] if self.teams else [[player] for player in range(self.players)]

    def stones(self, group: list[int]) -> list[int]:
        return [stone for stone, owner in self.stone_owner.items() if owner in group]

    def is_uncatchable(self) -> bool:
        totals = [sum(self.stones(group)) for group in self.groups()]
        leader = max(totals)
        totals.remove(leader)
        return all(leader >= total + 6 for total in totals)

    def is_anyone_out(self) -> bool:
        """Whether somebody would not win even with every stone that is still to come."""
        for group in self.groups():
            dream = self.copy()
            for stone in range(self.round_number + 1, 6):
                dream.stone_owner[stone] = group[0]
            if any(dream.is_better(other, group) for other in self.groups()):
                return True
        return False

    def owned_by(self, player: int) -> int:
        """What a player's stones come to; those of a team that takes them together are both partners'."""
        groups = self.groups() if self.team_rounds == "together" else [[each] for each in range(self.players)]
        return sum(sum(self.stones(group)) for group in groups if player in group)

    def ranks(self) -> list[int]:
        """Who is better than whom, pair by pair."""
        ranks = [1] * self.players
        for group in self.groups():
            for other in self.groups():
                if self.is_better(other, group):
                    for player in group:
                        ranks[player] += len(other)
        return ranks

    def is_better(self, group: list[int], other: list[int]) -> bool:
        mine, theirs = self.stones(group), self.stones(other)
        if sum(mine) != sum(theirs):
            return sum(mine) > sum(theirs)
        return max(mine, default=0) > max(theirs, default=0)


def long_name(short: str) -> str:
    return next(element for element in RING if element.startswith(short))


def place_of(card: Card) -> tuple[int, int, int]:
    """Where a card is in the order of all cards."""
    return RING.index(card[0]), card[1], POWERS.index(card[2])


def without_repetition(things: list[list[Any]]) -> list[list[Any]]:
    kept: list[list[Any]] = []
    for thing in things:
        if thing not in kept:
            kept.append(thing)
    return kept
