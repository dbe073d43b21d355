"""The examples run and learn, for seconds instead of minutes."""

import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

from examples import cfr, described_actions, policy_gradient
from ludotheque.games.tsuro.board import OFF


def test_the_policy_gradient_learns_and_draws_its_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = policy_gradient.run(6, rate=0.2, every=6, games=1000)
    assert abs(before - 0.5) < 0.1
    assert after > before + 0.1
    assert "games won" in capsys.readouterr().out
    plot = tmp_path / "curve.svg"
    monkeypatch.setattr(policy_gradient, "run", lambda _updates: [before, after])
    monkeypatch.setattr(sys, "argv", ["policy_gradient", "--plot", str(plot)])
    policy_gradient.main()
    assert ElementTree.parse(plot).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_cards_that_are_not_there_are_no_features() -> None:
    nothing = np.full((1, 254), -1, np.int8)
    assert policy_gradient.describe(nothing).sum() == 1


def test_cfr_comes_close_to_an_equilibrium() -> None:
    """Exploitability of 0 is an equilibrium; two random players here could lose most of what there is to win."""
    (_, first, _), (_, last, _) = cfr.solve(cfr.load_ending(most=4), [1, 8])
    assert last < first / 4


def test_actions_are_described_as_the_rules_apply_them() -> None:
    """What MaskablePPO learns from; it is trained by `make examples` only."""
    env, rng = described_actions.make_env(1), Random(1)
    seen_out = 0
    for seed in range(8):
        rows, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            legal = np.flatnonzero(env.env.get_wrapper_attr("action_masks")())
            assert env.action_masks().sum() == len(legal)
            match = env.get_wrapper_attr("episode").play()
            assert env.observation_space.contains(rows)
            for row, move in zip(rows, match.legal_moves, strict=False):
                spots = match.game.apply(match.state, move).spots
                assert row[:3].tolist() == [1, spots[1] == OFF, spots[0] == OFF]
                seen_out += OFF in spots
            assert not rows[len(legal) :].any()
            rows, _, ended, _, _ = env.step(rng.randrange(len(legal)))
    assert seen_out
