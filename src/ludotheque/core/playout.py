"""Random play: a whole game from any state, all legal moves equally likely and chance by its weights."""

from random import Random

from ludotheque.core.game import CHANCE, Game, M, O, S


def pick(game: Game[S, M, O], state: S, rng: Random) -> M:
    """Choose a move for the actor, chance included."""
    moves = game.legal_moves(state)
    if game.actor(state) is CHANCE:
        weights = game.weights(state)
        if sum(weights) > len(weights):  # otherwise all are 1, as for a pile without copies
            return rng.choices(moves, weights)[0]
    return moves[int(rng.random() * len(moves))]


def play_out(game: Game[S, M, O], state: S, rng: Random) -> tuple[S, int]:
    """Play to the end; return the last state and the number of plies."""
    plies = 0
    while game.actor(state) is not None:
        state = game.apply(state, pick(game, state, rng))
        plies += 1
    return state, plies
