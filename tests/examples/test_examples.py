"""The examples run and learn, for seconds instead of minutes."""

import numpy as np
import pytest

from examples import cfr, policy_gradient


def test_the_policy_gradient_learns(capsys: pytest.CaptureFixture[str]) -> None:
    before, after = policy_gradient.run(6, rate=0.2, every=6, games=1000)
    assert abs(before - 0.5) < 0.1
    assert after > before + 0.1
    assert "games won" in capsys.readouterr().out


def test_cards_that_are_not_there_are_no_features() -> None:
    nothing = np.full((1, 254), -1, np.int8)
    assert policy_gradient.describe(nothing).sum() == 1


def test_cfr_comes_close_to_an_equilibrium() -> None:
    """Exploitability of 0 is an equilibrium; two random players here could lose most of what there is to win."""
    (_, first, _), (_, last, _) = cfr.solve(cfr.load_ending(most=4), [1, 8])
    assert last < first / 4
