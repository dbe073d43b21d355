"""Monte Carlo tree search with proofs, for two players with perfect information. Used by bots/open_search.py.

Each iteration walks down the tree by UCB1, plays to the end, and adds to every node on the way what the game was worth
to the player who chose it. Playouts are random with one exception: an action that the game `doubts` is picked once
more. Where the tree reaches the end of the game, results are certain, and what follows from them for the nodes
above is kept as a proof (Winands, Björnsson and Saito 2008): a proven node is not visited again, and a proven root ends
the search. A proven child is a lower bound for the player who decides at its parent: searching for something better
there never counts as less for the nodes above.
"""

from math import log, sqrt
from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import OVER, below
from ludotheque.compiled.parts import part

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
legal: Any = _given["legal"]
step: Any = _given["step"]
ranks: Any = _given["ranks"]
doubts: Any = _given["doubts"]
dtype: Any = _given["dtype"]
most_legal: int = _given["most_legal"]

LOST, SHARED, WON = 0, 1, 2
UNPROVEN = -1
"""How a game ends for a player, or that it is not known."""

NODE = np.dtype(
    [
        ("value", "f8"),  # the sum of what the games through here were worth to the mover
        ("visits", "i4"),
        ("child", "i4"),  # the first of its children, which lie side by side; -1 until it has some
        ("action", "i2"),  # that leads here
        ("children", "i2"),  # how many there are
        ("mover", "i1"),  # the seat that chooses it; for the root, the seat that decides there
        ("proof", "i1"),  # how it ends for the mover if both play well from here
        (
            "safe",
            "i1",
        ),  # the best proof among its children, a lower bound for the player who decides there; LOST if there is none
    ],
    align=True,
)
"""24 bytes a node."""
DEEPEST = 1024
_NEVER = -1.0


@njit(inline="always")
def _make_node(tree: Any, node: Any, action: Any, mover: Any) -> None:
    tree[node].value = 0.0
    tree[node].visits = 0
    tree[node].child = -1
    tree[node].action = action
    tree[node].children = 0
    tree[node].mover = mover
    tree[node].proof = UNPROVEN
    tree[node].safe = LOST


@part
def plant(root: Any, tree: Any, used: Any) -> None:
    """Reset a tree to its root."""
    _make_node(tree, 0, -1, actor(root[0]))
    used[0] = 1


@part
def _expand(s: Any, tree: Any, used: Any, node: Any, actions: Any) -> Any:
    """Add the children of a node, one for each legal action; False if there is no room for them."""
    count = legal(s, actions)
    if used[0] + count > tree.shape[0]:
        return False
    tree[node].child = used[0]
    tree[node].children = count
    for index in range(count):
        _make_node(tree, used[0] + index, actions[index], actor(s))
    used[0] += count
    return True


@part
def _select(tree: Any, node: Any, exploration: Any, rng: Any) -> Any:
    """Select the unproven child to visit next: any that was never tried, or else the best by UCB1."""
    first = tree[node].child
    fresh, best, best_bound = 0, -1, _NEVER
    weight = exploration * sqrt(log(tree[node].visits + 1.0))
    for child in range(first, first + tree[node].children):
        if tree[child].visits == 0:
            fresh += 1
            if below(rng, fresh) == 0:
                best = child
        elif fresh == 0 and tree[child].proof == UNPROVEN:
            bound = tree[child].value / tree[child].visits + weight / sqrt(tree[child].visits)
            if bound > best_bound:
                best, best_bound = child, bound
    return best


@part
def _prove(tree: Any, node: Any) -> Any:
    """Derive the proof of a node from its children, if there is one; return whether there is.

    The player who decides takes the best: one child that is won is enough, otherwise all must be proven.
    """
    first = tree[node].child
    best, is_certain = LOST, True
    for child in range(first, first + tree[node].children):
        best = max(best, tree[child].proof)
        is_certain &= tree[child].proof != UNPROVEN
    tree[node].safe = best
    if best != WON and not is_certain:
        return False
    tree[node].proof = best if tree[node].mover == tree[first].mover else WON - best
    return True


@part
def _walk_down(s: Any, rng: Any, tree: Any, used: Any, path: Any, actions: Any, exploration: Any) -> Any:
    """Walk down to a node that is new or over; return the depth. `path` receives the nodes after the root."""
    node, depth = 0, 0
    while depth < path.shape[0]:
        if tree[node].child < 0 and not ((depth == 0 or tree[node].visits) and _expand(s, tree, used, node, actions)):
            break
        node = _select(tree, node, exploration, rng)
        path[depth] = node
        depth += 1
        step(s, tree[node].action)
        if actor(s) == OVER:
            break
    return depth


@part
def _play_out(s: Any, rng: Any, actions: Any) -> None:
    """Play to the end at random; doubted actions are picked once more."""
    while actor(s) != OVER:
        count = legal(s, actions)
        action = actions[below(rng, count)]
        if doubts(s, action):
            action = actions[below(rng, count)]
        step(s, action)


@njit(inline="always")
def _read_result(s: Any, placed: Any) -> Any:
    """Read how a game that is over ended for seat 0."""
    ranks(s, placed)
    if placed[0] == placed[1]:
        return SHARED
    return WON if placed[0] < placed[1] else LOST


@part
def _credit(tree: Any, path: Any, depth: Any, result: Any) -> None:
    """Add how a game ended for seat 0 to all nodes on the way, from the last up to the root."""
    for index in range(depth - 1, -2, -1):
        node = path[index] if index >= 0 else 0
        safe = tree[node].safe
        if index < depth - 1:  # the player who decides here chose the node below
            chooser = tree[path[index + 1]].mover
            result = min(result, WON - safe) if chooser else max(result, safe)
        tree[node].visits += 1
        tree[node].value += 0.5 * (WON - result if tree[node].mover else result)


@part
def _settle(tree: Any, path: Any, depth: Any, proof: Any) -> None:
    """Store the proof of the last node on the path, and what follows for those above it."""
    tree[path[depth - 1]].proof = proof
    index = depth - 2
    while index >= 0 and _prove(tree, path[index]):
        index -= 1
    if index < 0:
        _prove(tree, 0)


@njit(nogil=True, cache=True)
def search(root: Any, iterations: Any, exploration: Any, rng: Any, tree: Any, used: Any) -> Any:
    """Continue a search for a number of iterations, fewer if the root is proven; return how many there were.

    `root` is an array of one packed game; `tree` an array of nodes, of which used[0] are in use.
    """
    work = np.empty(1, dtype)
    actions = np.empty(most_legal, np.int32)
    path = np.empty(DEEPEST, np.int32)
    placed = np.empty(2, np.int8)
    if used[0] == 0:
        plant(root, tree, used)
    for done in range(iterations):
        if tree[0].proof != UNPROVEN:
            return done
        work[0] = root[0]
        s = work[0]
        depth = _walk_down(s, rng, tree, used, path, actions, exploration)
        is_over = actor(s) == OVER
        _play_out(s, rng, actions)
        result = _read_result(s, placed)
        _credit(tree, path, depth, result)
        if is_over:
            _settle(tree, path, depth, WON - result if tree[path[depth - 1]].mover else result)
    return iterations
