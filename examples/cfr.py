"""CFR by OpenSpiel on the end of a game of Tao with a small deck, and how far its strategy is from an equilibrium.

`python -m examples.cfr` runs for some seconds and prints how the exploitability falls.

A whole game of Tao is far too large for CFR whatever its deck: five rounds in which eight cards of twelve are taken
one by one. So it begins in the last round, when one more card of the path ends it, everybody has one card in the hand
and two are set aside. Nobody knows which: chance deals these four in all twelve ways, and then the rules go on.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from open_spiel.python.algorithms import cfr, exploitability

import ludotheque
from ludotheque.envs import load_open_spiel

DECK = (
    *(("water", value, power) for value, power in ((1, None), (1, None), (2, "tiger"), (3, None))),
    *(("wood", value, power) for value, power in ((1, None), (1, None), (2, None), (3, "dragon"))),
    *(("fire", value, None) for value in (1, 2, 3)),
    *(("earth", value, power) for value, power in ((1, None), (2, "unicorn"), (3, None))),
    *(("metal", value, power) for value, power in ((1, None), (1, None), (2, "bird"), (3, None))),
)
"""Eighteen cards, the least that leaves two set aside."""

POSITION = (
    "round 5; first 1; turn 2; path .,.,.,wo3dr,.,ea1,.,fi2,.,.,ea3,ea2un; marker 1; stone metal; hands me1/me2bi; "
    "pile wo1,wo2; deals 0; open wa2ti,fi3,me3/wa1,wa1,wa3,wo1,fi1,me1; covered -/-; acting -; "
    "rounds wood:1,0:1:result wood:-3,-2:2:result fire:-3,2:2:result metal:3,-4:1:result; over -"
)


def load_ending(most: int | None = None) -> Any:
    """Load the game for OpenSpiel: chance deals the cards that a spectator cannot see, in every way, or in some."""
    game: Any = ludotheque.make("tao", players=2, deck=DECK)
    state = game.parse_state(POSITION)
    unseen = [*state.hands[0], *state.hands[1], *state.pile]
    deals = [
        state._replace(hands=((first,), (second,)), pile=tuple(sorted({*unseen} - {first, second})))
        for first, second in permutations(unseen, 2)
    ]
    return load_open_spiel(game, positions=deals[:most], keep_nodes=True)


def solve(game: Any, checks: list[int]) -> Iterator[tuple[int, float, float]]:
    """Run CFR+; after so many iterations give the exploitability of the average strategy, and its value for seat 0."""
    solver = cfr.CFRPlusSolver(game)
    done = 0
    for check in checks:
        for _ in range(check - done):
            solver.evaluate_and_update_policy()
        done = check
        policy = solver.average_policy()
        yield check, exploitability.exploitability(game, policy), find_value(game.new_initial_state(), policy)


def find_value(state: Any, policy: Any) -> float:
    """Give what the first seat wins on average if both play this policy."""
    if state.is_terminal():
        return float(state.returns()[0])
    likely = state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state).items()
    return float(sum(chance * find_value(state.child(action), policy) for action, chance in likely if chance > 0))


def main() -> None:
    """Solve the ending."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=100, help="how many (default 100)")
    most = parser.parse_args().iterations
    game, begun = load_ending(), time.process_time()
    for count, distance, value in solve(game, [*(check for check in (1, 3, 10, 30) if check < most), most]):
        taken = time.process_time() - begun
        print(f"{count:5} iterations, {taken:4.0f} s: exploitability {distance:.4f}, value {value:+.3f}", flush=True)


if __name__ == "__main__":
    main()
