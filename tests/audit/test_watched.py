"""A long audit on a terminal: how far it is, and what would be faster; nothing of that in a pipe."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

LINES = "shoe-notation 1\n" + "9s Kd | 4h 4c = P\n" * 3_000
PLAIN = """\
import sys
sys.modules["minibac.audit.fast"] = None
import minibac.cli.audit
minibac.cli.audit.LONG_BYTES = 1_000
from minibac.cli import main
main()
"""


def seen_and_told(*command: str) -> tuple[str, bytes]:
    """What stands on the terminal of a command, and what it tells."""
    reading, writing = os.openpty()
    environment = {**os.environ, "COLUMNS": "70"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=writing, env=environment) as process:
        os.close(writing)
        shown = b""
        try:
            while more := os.read(reading, 4096):
                shown += more
        except OSError:  # how Linux says that nobody writes any more
            pass
        os.close(reading)
        assert process.stdout is not None
        return shown.decode(), process.stdout.read()


@pytest.mark.skipif(os.name == "nt", reason="a terminal is played by a pseudo-terminal")
@pytest.mark.parametrize(
    ("name", "head", "program"),
    [
        ("a.shoe", b"", ("-c", PLAIN)),
        ("a.shoe", b"", ("-m", "minibac")),
        ("a.csv", b"column Result is taken", ("-m", "minibac")),
    ],
)
def test_a_bar_says_how_far_an_audit_is_and_goes_away(
    tmp_path: Path, name: str, head: bytes, program: tuple[str, ...]
) -> None:
    table = "Result\n" + "P\n" * 3_000
    (tmp_path / name).write_text(table if name == "a.csv" else LINES, encoding="utf-8")
    shown, told = seen_and_told(sys.executable, *program, "audit", str(tmp_path / name))
    assert b"3,000 coups" in told
    assert head.decode() in shown
    slow = "this is plain Python; the extra fast audits a notation many times as fast"
    assert (slow in re.sub(r"\s+", " ", shown)) == ("-c" in program)
    *bars, cleared, after = shown.rpartition("\n")[2].split("\r")[1:]
    assert bars
    for bar in bars:
        assert re.fullmatch(r"\[#*-*\] +\d+ %  [\d,]+ coups/s  \d:\d\d:\d\d *", bar), bar
    assert (cleared, after) == (" " * 69, "")


@pytest.mark.skipif(os.name == "nt", reason="a terminal is played by a pseudo-terminal")
def test_so_it_is_where_a_long_table_becomes_a_notation(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Result\n" + "P\n" * 3_000, encoding="utf-8")
    shown, _ = seen_and_told(
        sys.executable, "-m", "minibac", "shoes", "import", str(tmp_path / "a.csv"), str(tmp_path / "a.shoe")
    )
    assert "coups/s" in shown
    shown, told = seen_and_told(sys.executable, "-m", "minibac", "shoes", "import", str(tmp_path / "a.csv"))
    assert "coups/s" not in shown, "the notation goes to the terminal itself"
    assert told.count(b"= P") == 3_000


def test_nothing_of_it_stands_in_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "a.shoe").write_text(LINES, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-c", PLAIN, "audit", str(tmp_path / "a.shoe")], capture_output=True, check=True
    )
    assert result.stderr == b""
