"""The page about what is defended against whom: each defence names a test or a page, and each test is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "threats.md"
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
ADVERSARIES = [part for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:] if "| defended | by |" in part]


def rows(part: str) -> list[list[str]]:
    table = part.partition("| defended | by |\n| --- | --- |\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()]


@pytest.mark.parametrize("part", ADVERSARIES, ids=lambda part: part.partition("\n")[0])
def test_each_defence_names_what_shows_it_and_what_is_not_defended_is_said(part: str) -> None:
    assert len(rows(part)) >= 2
    for _, by in rows(part):
        assert TEST.search(by) or re.search(r"\]\([\w.]+\.md#[\w-]+\)|\]\(\w+\.md\)", by), by
    assert part.partition("\nNot defended:\n\n- ")[2].strip()


def test_every_test_that_it_names_is_there() -> None:
    named = TEST.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > 40
    assert [
        f"{file}::{name}" for file, name in named if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")
    ] == []


def test_nobody_is_left_out() -> None:
    """Whoever it was asked about has a part of the page."""
    heads = " ".join(part.partition("\n")[0] for part in ADVERSARIES).lower()
    for word in (
        "database", "key", "many accounts", "bot", "together", "dealer", "supervisor", "outsider", "proxy", "witness",
        "dependency", "backup", "trainee",
    ):  # fmt: skip
        assert word in heads, word


def test_a_fault_is_reported_without_an_address_that_nobody_reads() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "Report a vulnerability" in text
    assert not re.search(r"https?://|\w@\w", text)
