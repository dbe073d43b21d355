"""Bots that do things wrong, and one that needs no help to be found."""

import os
import signal
import sys
import time
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from ludotheque.bots.budget import Budget
from ludotheque.bots.random import RandomBot
from ludotheque.core.game import AnyGame


class Raising:
    """Raises on its second move."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self._random, self._moves = RandomBot(game, rng), 0

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        self._moves += 1
        if self._moves == 2:
            raise RuntimeError("I have lost my glasses")
        return self._random.choose(observation)


class Cheating:
    """Answers with something that is no move."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        pass

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        return "I win"


class Sleepy(RandomBot[Any, Any]):
    """Takes its time."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        time.sleep(0.05)
        return super().choose(observation, budget)


class Dreaming(RandomBot[Any, Any]):
    """Never answers."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        while True:
            time.sleep(60)


class Stubborn(RandomBot[Any, Any]):
    """Never answers either, and does not listen to anything that it could ignore."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            pass


class Unmade:
    """Cannot even be made."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        raise RuntimeError("I am not in the mood")


class Leaving(RandomBot[Any, Any]):
    """Ends the program, as a script does that is not meant to be a bot."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        sys.exit("I am off")


class NeverThere:
    """Does so before it is even made."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        sys.exit("I am off")


class Deadly(RandomBot[Any, Any]):
    """Takes its process down."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        os._exit(3)


class DeadlyOnce(RandomBot[Any, Any]):
    """Takes its process down the first time anybody asks it; plays like RandomBot ever after."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        marker = os.environ.get("DEADLY_ONCE")
        if marker and not Path(marker).exists():
            Path(marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(observation)


class Arrays(RandomBot[Any, Any]):
    """Answers with arrays in a move, which cannot even be compared."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        move = super().choose(observation)
        return replace(move, **{field.name: np.array([1, 2]) for field in fields(move)})


class Panic(BaseException):
    """What code in Rust raises that panics."""


class Panicking(RandomBot[Any, Any]):
    """Raises what is no Exception."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        raise Panic("a panic")


class Counting(RandomBot[Any, Any]):
    """Answers with NumPy's numbers in a legal move, as policies do: they equal Python's and are refused."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        move = super().choose(observation)
        values = {field.name: getattr(move, field.name) for field in fields(move)}
        return replace(move, **{name: np.int64(value) for name, value in values.items() if type(value) is int})


NOT_A_BOT = 7
