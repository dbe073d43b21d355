"""A library of three games: exact rules, honest hidden information, records anyone can verify.

    >>> import ludotheque
    >>> game = ludotheque.make("tsuro", edition="kosmos", players=5)
    >>> match = ludotheque.Match(game, ludotheque.SeededDealer(bytes(32)))
    >>> match.actor
    0
    >>> plies = match.play(match.legal_moves[0])
    >>> match.actor
    1

What is named here is for everybody, and docs/library.md shows it at work; the rest is found in its modules, see
ARCHITECTURE.md. Nothing here imports NumPy, Numba or the server.
"""

from ludotheque.bots.analysis import Analysis, RankedMove
from ludotheque.bots.bot import Bot, list_bots, make_bot
from ludotheque.bots.budget import Budget
from ludotheque.core.errors import (
    BrokenBot,
    BrokenGame,
    ClusterError,
    Conflict,
    GameIsOver,
    GameNotOver,
    IllegalMove,
    ImpossibleState,
    InvalidMove,
    InvalidRecord,
    InvalidState,
    JournalError,
    LudothequeError,
    MoveError,
    OptionError,
    OutcomeUnknown,
    OutOfTurn,
    PuzzleError,
    RecordError,
    StateError,
    StoreError,
    StoreInUse,
    UnknownBot,
    UnknownGame,
    UnlawfulRecord,
    WrongRules,
)
from ludotheque.core.fairness import SeededDealer, new_seed
from ludotheque.core.game import CHANCE, Game, Outcome
from ludotheque.core.match import Match, Ply
from ludotheque.core.records.record import Record, parse_record
from ludotheque.core.records.verify import Verification, make_record, verify
from ludotheque.core.registry import list_games, make
from ludotheque.files import read_record

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Analysis",
    "Bot",
    "BrokenBot",
    "BrokenGame",
    "Budget",
    "ClusterError",
    "Conflict",
    "Game",
    "GameIsOver",
    "GameNotOver",
    "IllegalMove",
    "ImpossibleState",
    "InvalidMove",
    "InvalidRecord",
    "InvalidState",
    "JournalError",
    "LudothequeError",
    "Match",
    "MoveError",
    "OptionError",
    "OutOfTurn",
    "Outcome",
    "OutcomeUnknown",
    "Ply",
    "PuzzleError",
    "RankedMove",
    "Record",
    "RecordError",
    "SeededDealer",
    "StateError",
    "StoreError",
    "StoreInUse",
    "UnknownBot",
    "UnknownGame",
    "UnlawfulRecord",
    "Verification",
    "WrongRules",
    "__version__",
    "list_bots",
    "list_games",
    "make",
    "make_bot",
    "make_record",
    "new_seed",
    "parse_record",
    "read_record",
    "verify",
]
