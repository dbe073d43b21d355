"""Information-set Monte Carlo tree search over kernels; used by bots/search.py.

Each iteration redeals what the player cannot see, walks down the tree by UCB1, adds one node, plays on to the end or to
where the result can be predicted, and adds to every node on the way what the game was worth to the player who chose it.
Chance is not in the tree: draws are made again each time. The tree consists of sequences of decisions; because not
every action is possible in every deal, a node counts how often it was available, and UCB1 uses that count (Cowling,
Powley and Whitehouse 2012). With perfect information nothing is redealt, and this is plain MCTS.

The game's `prior`, a cheap heuristic, decides what is tried first and, with some noise, what is played beyond the tree.
Actions that score below the best are penalised, less the more often they have been tried; and not every action is tried
once before the best is tried again, which lets the tree grow deep where there are many replies.

Where several opponents choose from hidden hands, as in Tsuro, a tree of their replies would be too wide to be useful:
there it holds the searching player's decisions only, and the others play as beyond the tree.

UCB1 explores in proportion to how much the outcomes vary, so the same constant serves for two players, for eight who
rarely win, and for partners who get half a win each.
"""

from math import log, sqrt
from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS, OVER, below
from ludotheque.compiled.parts import part

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
legal: Any = _given["legal"]
step: Any = _given["step"]
draw: Any = _given["draw"]
determinize: Any = _given["determinize"]
prior: Any = _given["prior"]
foresee: Any = _given["foresee"]
dtype: Any = _given["dtype"]
most_legal: int = _given["most_legal"]
action_count: int = _given["actions"]
_policy: Any = _given["specialise"]("prior_play")
play: Any = _policy.play
play_out: Any = _policy.play_out

NODE = np.dtype(
    [
        ("action", "i4"),  # that leads here
        ("mover", "i1"),  # the seat that chooses it
        ("visits", "i4"),
        ("available", "i4"),  # how often it could have been chosen
        ("value", "f8"),  # the sum of what the games through here were worth to the mover
        ("child", "i4"),  # the first of its children, -1 for none
        ("sibling", "i4"),  # the next child of its parent, -1 for none
    ],
    align=True,
)
ROOT = (0, -1, 0, 0, 0.0, -1, -1)
"""The root of a tree that nothing was searched in yet."""
DEEPEST = 1024
_FINE = 1 << 20
_LEAST_SPREAD = 0.05
_MOST_REGRET = 0.9
"""The largest penalty by the prior: less than the exploration bonus of an untried action, which is 1."""
_NEVER = -1e9


@njit(inline="always")
def _mark_children(tree: Any, node: Any, who: Any, child_of: Any, is_there: Any) -> None:
    """Set for every action that `who` has tried here the child it leads to, or clear it again."""
    child = tree[node].child
    while child >= 0:
        if tree[child].mover == who:
            child_of[tree[child].action] = child if is_there else -1
        child = tree[child].sibling


@njit(inline="always")
def _select(
    tree: Any, rng: Any, actions: Any, count: Any, scores: Any, child_of: Any, grows: Any, doubt: Any, noise: Any
) -> Any:
    """Select the index of the action to try next, and count the availability of those with a child.

    One without a child is tried only if the tree can still grow; its value is taken to be the mean of the others.
    """
    top, value, visits = _NEVER, 0.0, 0
    for index in range(count):
        top = max(top, scores[index])
        child = child_of[actions[index]]
        if child >= 0:
            tree[child].available += 1
            value += tree[child].value
            visits += tree[child].visits
    mean = value / max(1, visits)
    best, best_bound = -1, _NEVER
    for index in range(count):
        child = child_of[actions[index]]
        regret = min(_MOST_REGRET, top - scores[index])
        if child >= 0:
            bound = _bound(tree[child], regret, doubt)
        elif grows:
            bound = mean + doubt * (1.0 - regret + noise / _FINE * below(rng, _FINE))
        else:
            continue
        if bound > best_bound:
            best, best_bound = index, bound
    return best


@njit(inline="always")
def _bound(node: Any, regret: Any, doubt: Any) -> Any:
    """Compute the upper bound of a node: its mean value, the UCB1 term, and a penalty by the prior that fades."""
    visits = node.visits
    return node.value / visits + doubt * (sqrt(log(node.available) / visits) - regret / sqrt(visits + 1.0))


@njit(inline="always")
def _grow(tree: Any, used: Any, node: Any, who: Any, action: Any) -> Any:
    """Add a child to a node."""
    child = used[0]
    used[0] += 1
    tree[child].action = action
    tree[child].mover = who
    tree[child].visits = 0
    tree[child].available = 1
    tree[child].value = 0.0
    tree[child].child = -1
    tree[child].sibling = tree[node].child
    tree[node].child = child
    return child


@part
def _walk_down(
    s: Any,
    seat: Any,
    rng: Any,
    tree: Any,
    used: Any,
    path: Any,
    actions: Any,
    scores: Any,
    child_of: Any,
    doubt: Any,
    noise: Any,
    replies: Any,
    worth: Any,
) -> Any:
    """Walk down the tree and add a node at its end if there is room; return the depth. `path` receives the nodes."""
    node, depth = 0, 0
    while depth < path.shape[0]:
        who = actor(s)
        if who == OVER or foresee(s, worth):
            break
        if who == CHANCE_ACTS:
            draw(s, rng)
            continue
        count = legal(s, actions)
        if who != seat and not replies:
            play(s, rng, actions, count, scores, noise)
            continue
        _mark_children(tree, node, who, child_of, True)
        prior(s, actions, count, scores)
        grows = used[0] < tree.shape[0]
        best = _select(tree, rng, actions, count, scores, child_of, grows, doubt[who], noise)
        child = child_of[actions[best]] if best >= 0 else -1
        _mark_children(tree, node, who, child_of, False)
        if best < 0:
            break  # the tree is full, and nothing here was ever tried
        is_fresh = child < 0
        node = _grow(tree, used, node, who, actions[best]) if is_fresh else child
        step(s, actions[best])
        path[depth] = node
        depth += 1
        if is_fresh:
            break
    return depth


@njit(inline="always")
def _measure_doubt(totals: Any, done: Any, exploration: Any, doubt: Any) -> None:
    """Set how much each seat explores: in proportion to the standard deviation of what games were worth to it."""
    for seat in range(doubt.shape[0]):
        mean = totals[0, seat] / done
        doubt[seat] = exploration * max(_LEAST_SPREAD, sqrt(max(0.0, totals[1, seat] / done - mean * mean)))


@njit(nogil=True, cache=True)
def search(
    root: Any,
    seat: Any,
    iterations: Any,
    exploration: Any,
    noise: Any,
    replies: Any,
    rng: Any,
    tree: Any,
    used: Any,
    totals: Any,
) -> None:
    """Continue a search for a number of iterations; `replies`: whether the decisions of others are in the tree.

    `seat` is who searches; for -1 nothing is redealt, and everybody plays with open hands.
    `root` is an array of one packed game; `tree` an array of nodes, of which used[0] are in use, at least the root;
    `totals` accumulates the outcomes of all iterations for each seat and, in a second row, their squares.
    """
    seats = totals.shape[1]
    work = np.empty(1, dtype)
    actions = np.empty(most_legal, np.int32)
    scores = np.empty(most_legal, np.float64)
    child_of = np.full(action_count, -1, np.int32)
    path = np.empty(DEEPEST, np.int32)
    placed = np.empty(seats, np.int8)
    worth = np.empty(seats, np.float64)
    doubt = np.full(seats, 0.5 * exploration)
    for _ in range(iterations):
        if tree[0].visits > 0:
            _measure_doubt(totals, tree[0].visits, exploration, doubt)
        work[0] = root[0]
        s = work[0]
        if seat >= 0:
            determinize(s, seat, rng)
        depth = _walk_down(s, seat, rng, tree, used, path, actions, scores, child_of, doubt, noise, replies, worth)
        play_out(s, rng, actions, scores, noise, placed, worth)
        tree[0].visits += 1
        for index in range(depth):
            tree[path[index]].visits += 1
            tree[path[index]].value += worth[tree[path[index]].mover]
        for other in range(seats):
            totals[0, other] += worth[other]
            totals[1, other] += worth[other] * worth[other]
