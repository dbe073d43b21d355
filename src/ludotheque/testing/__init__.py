"""The laws that every game must keep, as a suite for pytest: ours are held to it, and yours can be.

In a test module of your own:

    from ludotheque.testing import Subject
    from ludotheque.testing.laws import *

    SUBJECTS = [Subject("mygame")]

and in the topmost `conftest.py`:

    pytest_plugins = "ludotheque.testing"

This module is the plugin. It gives the laws of a module the games that its `SUBJECTS` name, under all their option
sets, and does nothing to any other test. `ludotheque conform game mygame` does the same from the command line. Both
need the extra `testing`: `pip install ludotheque[testing]`.
"""

from typing import Any

import pytest

from ludotheque.core.game import Presented
from ludotheque.testing.subjects import Subject, name_game

__all__ = ["Subject", "parametrize"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each law of a module the subjects that the module names."""
    subjects = getattr(metafunc.module, "SUBJECTS", None)
    if subjects is not None and metafunc.function.__module__.startswith(f"{__name__}.laws"):
        parametrize(metafunc, subjects)


def parametrize(metafunc: pytest.Metafunc, subjects: "list[Subject]") -> None:
    """Give a law what it asks for: a `game`, one with words, a `subject`, or a `dependent` option of one."""
    games = [game for subject in subjects for game in subject.games]
    dependent = [(subject, name) for subject in subjects for name, spec in subject.specs.items() if spec.needs]
    arguments: dict[str, tuple[list[Any], Any]] = {
        "game": (games, name_game),
        "presented": ([game for game in games if isinstance(game, Presented)], name_game),
        "subject": (subjects, str),
        "dependent": (dependent, lambda pair: " ".join(map(str, pair))),
    }
    for name, (values, describe) in arguments.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, values, ids=describe)
