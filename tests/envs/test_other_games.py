"""Environments where games of other packages are installed, whatever these are like."""

from pathlib import Path

from tests.other_packages import install, install_nim, run_module


def test_games_that_cannot_be_environments_harm_no_others(tmp_path: Path) -> None:
    """One without a kernel, one that cannot be imported, and one with an id that Gymnasium does not take."""
    install_nim(tmp_path)
    install(tmp_path, "broken_game", "raise RuntimeError('on purpose')", {"broken": "Broken"})
    install(tmp_path, "odd_game", "class Odd:\n    id = 'my game'", {"my game": "Odd"})
    told = run_module(tmp_path, "ludotheque.envs")
    assert told.returncode == 0, told.stderr
    assert told.stderr.startswith("The game my game is not registered: Malformed environment ID")
    left_out = {line.partition(" is left out: ")[0]: line for line in told.stdout.splitlines()}
    assert sorted(left_out) == ["broken", "my game", "nim"]
    assert "on purpose" in left_out["broken"]
    assert "has no kernel" in left_out["nim"]
