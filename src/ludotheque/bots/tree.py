"""Information-set Monte Carlo tree search over kernels. Compiled for each game; how it is used, search.py says.

Each iteration deals anew what the player cannot see, walks down the tree by UCB1, adds one node, plays to the end at
random, and adds to every node on the way what the game was worth to the player who chose it. Chance is not in the tree:
draws are made again each time. What is in the tree is sequences of decisions; because not every action is possible in
every deal, a node counts how often it was available and is compared by that (Cowling, Powley and Whitehouse 2012).
With perfect information nothing is dealt anew, and this is plain MCTS.

Not imported as it is: `kernel.specialise` loads a copy for each kernel, whose functions are globals of that copy.
"""

from math import log, sqrt
from typing import Any

import numpy as np
from numba import njit

from ludotheque.core.kernel import CHANCE_ACTS, OVER, add_shares, below

# Put here by `specialise`, before the rest of this module is run.
_given = globals()
actor: Any = _given["actor"]
legal: Any = _given["legal"]
step: Any = _given["step"]
draw: Any = _given["draw"]
ranks: Any = _given["ranks"]
determinize: Any = _given["determinize"]
dtype: Any = _given["dtype"]
most_legal: int = _given["most_legal"]
action_count: int = _given["actions"]

NODE = np.dtype(
    [
        ("action", "i4"),  # that leads here
        ("mover", "i1"),  # who chooses it
        ("visits", "i4"),
        ("available", "i4"),  # how often it could have been chosen
        ("value", "f8"),  # what the games through here were worth to the mover, added up
        ("child", "i4"),  # the first of its children, -1 for none
        ("sibling", "i4"),  # the next child of its parent, -1 for none
    ],
    align=True,
)
DEEPEST = 1024


@njit(inline="always")
def _mark_children(tree: Any, node: Any, who: Any, child_of: Any, is_there: Any) -> None:
    """Note for every action that `who` has tried here which child it leads to, or forget it again."""
    child = tree[node].child
    while child >= 0:
        if tree[child].mover == who:
            child_of[tree[child].action] = child if is_there else -1
        child = tree[child].sibling


@njit(inline="always")
def _select(tree: Any, actions: Any, count: Any, child_of: Any, exploration: Any) -> tuple[Any, Any]:
    """Find the best child by UCB1 among those that are available, and how many actions have none yet."""
    best, best_bound, fresh = -1, -1.0, 0
    for index in range(count):
        child = child_of[actions[index]]
        if child < 0:
            fresh += 1
            continue
        tree[child].available += 1
        visits = tree[child].visits
        bound = tree[child].value / visits + exploration * sqrt(log(tree[child].available) / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best, fresh


@njit(inline="always")
def _pick_fresh(actions: Any, child_of: Any, pick: Any) -> Any:
    """Give the action number `pick` of those that have no child yet."""
    index = 0
    while child_of[actions[index]] >= 0 or pick > 0:
        if child_of[actions[index]] < 0:
            pick -= 1
        index += 1
    return actions[index]


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


@njit
def _walk_down(s: Any, rng: Any, tree: Any, used: Any, path: Any, actions: Any, child_of: Any, exploration: Any) -> Any:
    """Walk down the tree, and add a node at its end if there is room; give the depth. `path` takes the nodes."""
    node, depth = 0, 0
    while depth < path.shape[0]:
        who = actor(s)
        if who == OVER:
            break
        if who == CHANCE_ACTS:
            draw(s, rng)
            continue
        count = legal(s, actions)
        _mark_children(tree, node, who, child_of, True)
        best, fresh = _select(tree, actions, count, child_of, exploration)
        grows = fresh > 0 and used[0] < tree.shape[0]
        action = _pick_fresh(actions, child_of, below(rng, fresh)) if grows else -1
        _mark_children(tree, node, who, child_of, False)
        if grows:
            best = _grow(tree, used, node, who, action)
        if best < 0:
            break  # the tree is full, and nothing here was ever tried
        step(s, tree[best].action)
        node = best
        path[depth] = node
        depth += 1
        if grows:
            break
    return depth


@njit
def _play_out(s: Any, rng: Any, actions: Any) -> None:
    """Play to the end at random."""
    who = actor(s)
    while who != OVER:
        if who == CHANCE_ACTS:
            draw(s, rng)
        else:
            step(s, actions[below(rng, legal(s, actions))])
        who = actor(s)


@njit(nogil=True, cache=True)
def search(
    root: Any, seat: Any, iterations: Any, exploration: Any, rng: Any, tree: Any, used: Any, shares: Any
) -> None:
    """Go on with a search for so many iterations.

    `root` is an array of one packed game; `tree` an array of nodes, of which used[0] are in use, at least the root; to
    `shares` the outcomes of the playouts are added, for each seat.
    """
    work = np.empty(1, dtype)
    actions = np.empty(most_legal, np.int32)
    child_of = np.full(action_count, -1, np.int32)
    path = np.empty(DEEPEST, np.int32)
    placed = np.empty(shares.shape[0], np.int8)
    worth = np.empty(shares.shape[0], np.float64)
    for _ in range(iterations):
        work[0] = root[0]
        s = work[0]
        determinize(s, seat, rng)
        depth = _walk_down(s, rng, tree, used, path, actions, child_of, exploration)
        _play_out(s, rng, actions)
        ranks(s, placed)
        worth[:] = 0.0
        add_shares(placed, worth)
        for index in range(depth):
            tree[path[index]].visits += 1
            tree[path[index]].value += worth[tree[path[index]].mover]
        for other in range(shares.shape[0]):
            shares[other] += worth[other]
