"""The tutorials: each is done from its text alone, in an empty folder, and every command prints what the page shows."""

import os
import re
from pathlib import Path

import pytest

from tests.page_commands import alike, follow, steps

ROOT = Path(__file__).resolve().parents[1]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
WRITE = "MINIBAC_WRITE_TUTORIALS"
"""With this set, what a command prints is written into the page where that shows something else."""
IN_README = re.compile(r"^    \$ (?P<command>minibac .*)\n(?P<shown>(?:(?:    .*)?\n)*)", re.MULTILINE)
"""A command of the README, with the indented lines below it: the part of what it prints that is told of there."""


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_leads_from_an_empty_folder_to_what_it_shows(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for step, printed in follow(text, tmp_path):
        if not alike(step.text, printed) and os.environ.get(WRITE):
            lines = "\n".join(line.rstrip() for line in printed.splitlines()).strip("\n")
            text = text.replace(
                f"$ {step.what}\n{step.text}", f"$ {step.what}\n{lines}\n" if lines else f"$ {step.what}\n"
            )
            page.write_text(text, encoding="utf-8")
            continue
        assert alike(step.text, printed), f"$ {step.what}\n{printed}"


def test_every_tutorial_has_something_to_do() -> None:
    assert len(TUTORIALS) > 5
    for page in TUTORIALS:
        doing = [step for step in steps(page.read_text(encoding="utf-8")) if step.kind != "file"]
        assert len(doing) > 2, page.name


def test_the_commands_of_the_readme_print_what_it_shows(tmp_path: Path) -> None:
    for command, shown in IN_README.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        lines = "".join(line.removeprefix("    ") + "\n" for line in shown.rstrip("\n").splitlines())
        says = "<!-- says no -->\n\n" if lines.startswith("minibac: ") else ""
        page = f"{says}```console\n$ {command}\n{lines}```\n"
        ((step, printed),) = follow(page, tmp_path)
        wanted = "…" + "\n".join(filter(str.strip, step.text.splitlines())) + "…"
        assert alike(wanted, "\n".join(line for line in printed.splitlines() if line.strip())), (
            f"$ {command}\n{printed}"
        )
