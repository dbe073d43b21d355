"""Every law is held against every registered game under every option set."""

import pytest

from tests.strategies import all_games, name


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each law that asks for a `game` all of them."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", all_games(), ids=name)
