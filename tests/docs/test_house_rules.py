"""What may not be in the repository."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def tracked_texts() -> dict[str, str]:
    """Every text file that git knows, or would."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    texts = [name for name in listed if (ROOT / name).is_file() and not name.endswith(".png")]
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in texts}


def test_no_host_of_a_package_registry_and_no_path_of_a_machine() -> None:
    hosts = "|".join(["py" + r"pi\.", "pythonhosted" + r"\.", "npm" + r"js\.", "deb" + r"ian\.org"])
    home = re.escape(f"{ROOT}/")
    for name, text in tracked_texts().items():
        assert not re.search(hosts, text), name
        assert not re.search(home, text), name


def test_dependencies_are_pinned_with_hashes() -> None:
    files = sorted((ROOT / "requirements").glob("*.txt"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "://" not in text
        for line in re.split(r"(?<!\\)\n", text.strip()):
            assert re.match(r"[\w.\[\]-]+==\S+", line), line
            assert "--hash=sha256:" in line, line
