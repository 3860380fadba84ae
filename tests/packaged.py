"""What is given away: the built packages, and the programs that the pages of the library show."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / "examples" / "library"
PAGES = (ROOT / "docs" / "library.md", ROOT / "README.md")
SHOWN = re.compile(r"<!-- (\w+\.py) -->\n(?:\n```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```\n)?", re.DOTALL)
"""A program on a page: its file, its text, and what it prints."""


def packages_built(folder: Path, checkout: Path = ROOT, umask: int = -1) -> tuple[Path, Path]:
    """The wheel and the sdist."""
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
        umask=umask,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist
