"""Every error that Ludothèque raises on purpose.

    LudothequeError
    ├── UnknownGame          no game is registered under that name
    ├── BrokenGame           a game that cannot be loaded or made, or fails in play; shows its traceback
    ├── UnknownBot           no bot has that name
    ├── BrokenBot            a bot that cannot be imported or made, or ends a game by an error; shows its traceback
    ├── OptionError          an option that the game does not have, or a value that it does not allow
    ├── MoveError
    │   ├── InvalidMove      the text is not a move: bad syntax
    │   └── IllegalMove      a move, but not one that the rules allow now
    │       ├── OutOfTurn    somebody else is to decide
    │       └── GameIsOver   nobody is to decide any more
    ├── GameNotOver          what is asked for shows every hand, and the game still goes on
    ├── StateError
    │   ├── InvalidState     the text is not a state: bad syntax
    │   └── ImpossibleState  a state, but one that the rules never lead to
    ├── RecordError
    │   ├── InvalidRecord    the text is not a record: malformed or cut off
    │   ├── WrongRules       the record was made by rules that this version does not play
    │   └── UnlawfulRecord   a well-formed record that is not true; names the first ply that is not
    ├── PuzzleError          a puzzle that is not true, or not there
    ├── JournalError         the journal of a tournament is another one's, or damaged
    ├── ClusterError         the cluster for a tournament is not there, or fails
    └── StoreError           what the server keeps cannot be opened, read or written
        ├── Conflict         somebody else was faster: load again what is stored, then decide
        ├── OutcomeUnknown   the answer of the database was lost: look whether it is stored
        └── StoreInUse       another server has it open

A message says what happened, what was expected and what to do, so that it can be shown to a person as it is.
"""


class LudothequeError(Exception):
    """The root of the tree above."""


class UnknownGame(LudothequeError):
    """No game is registered under that name."""


class BrokenGame(LudothequeError):
    """A game that is registered and cannot be loaded or made, or that fails while it is played.

    `reason` is one line; the message ends with the traceback.
    """

    def __init__(self, message: str, reason: str = "") -> None:  # the default is for pickle, which brings it later
        super().__init__(message)
        self.reason = reason


class UnknownBot(LudothequeError):
    """No bot has that name."""


class BrokenBot(LudothequeError):
    """A bot that cannot be imported or made, or ends a game by an error. The message ends with it and a traceback."""


class OptionError(LudothequeError):
    """An option that the game does not have, or a value that it does not allow. `option` is its name, where one is."""

    def __init__(self, message: str, option: str | None = None) -> None:
        super().__init__(message)
        self.option = option


class MoveError(LudothequeError):
    """Something is wrong with a move. The state that it was meant for is unchanged."""


class InvalidMove(MoveError):
    """The text is not a move of this game: bad syntax."""


class IllegalMove(MoveError):
    """A move, but not one that the rules allow in this state."""


class OutOfTurn(IllegalMove):
    """Somebody else is to decide."""


class GameIsOver(IllegalMove):
    """Nobody is to decide any more."""


class GameNotOver(LudothequeError):
    """What is asked for shows every hand, and the game still goes on."""


class StateError(LudothequeError):
    """Something is wrong with a state that was written or put together by hand."""


class InvalidState(StateError):
    """The text is not a state of this game: bad syntax."""


class ImpossibleState(StateError):
    """A state, but one that the rules never lead to."""


class RecordError(LudothequeError):
    """Something is wrong with a record."""


class InvalidRecord(RecordError):
    """The text is not a record: malformed or cut off."""


class WrongRules(RecordError):
    """The record was made by a version of the rules that is not the one played here."""


class UnlawfulRecord(RecordError):
    """A well-formed record that is not true. `ply` is the first ply that is not; 0 is the header."""

    def __init__(self, ply: int, message: str) -> None:
        super().__init__(message)
        self.ply = ply


class PuzzleError(LudothequeError):
    """A puzzle whose answer cannot be proven, or one that is not there."""


class JournalError(LudothequeError):
    """The journal of a tournament is another one's, or damaged."""


class ClusterError(LudothequeError):
    """The cluster for a tournament is not there, or fails."""


class StoreError(LudothequeError):
    """What the server keeps cannot be opened, read or written."""


class Conflict(StoreError):
    """Somebody else was faster. Nothing was written; load again what is stored, then decide."""


class OutcomeUnknown(StoreError):
    """The connection to the database was lost while something was being stored. Look whether it is, then decide."""


class StoreInUse(StoreError):
    """Another server has it open. `url` says where that one listens, or nothing if it has not said so yet."""

    def __init__(self, message: str, url: str) -> None:
        super().__init__(message)
        self.url = url
