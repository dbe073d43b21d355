"""Counting all ways a game can go, to a depth: the classic check that a move generator is right."""

from ludotheque.core.fairness import PlySeededDealer
from ludotheque.core.game import CHANCE, Game, M, O, S


def deal(game: Game[S, M, O], state: S, plies: int, dealer: PlySeededDealer) -> tuple[S, int]:
    """Let the dealer draw until a seat decides or the game is over; return the state and the number of plies so far."""
    while game.actor(state) is CHANCE:
        plies += 1
        state = game.apply(state, game.legal_moves(state)[dealer.choose(plies, game.weights(state))])
    return state, plies


def perft(game: Game[S, M, O], state: S, depth: int, dealer: PlySeededDealer, plies: int = 0) -> int:
    """Count the sequences of `depth` decisions by seats; a game that ends earlier counts nothing.

    Chance is not branched over: the dealer fixes each draw by the number of its ply.
    """
    state, plies = deal(game, state, plies, dealer)
    if depth == 0:
        return 1
    moves = game.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(state, move), depth - 1, dealer, plies + 1) for move in moves)
