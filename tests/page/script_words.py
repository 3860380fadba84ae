"""The templates that the page's scripts say, read from the scripts themselves.

A template stands in ``t("…")``, where a condition may choose between two, in a list ``words({id: "…"})``, or beside a
key of the console as ``words: "…"``.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import minibac.web

SCRIPTS = Path(minibac.web.__file__).parent / "static" / "js"
STRING = r'"(?:[^"\\]|\\.)*"'
SAYS = re.compile(r"(?<![\w.])(t|words)\((?!\s*[)`])")
CHOSEN = re.compile(rf"(?:^|[?:])\s*({STRING})")
BESIDE = re.compile(rf"\bwords: ({STRING})")
SKIPPED = re.compile(rf"{STRING}|`[^`]*`|[()\[\]{{}},]")


def sources() -> dict[str, str]:
    """Every script, by its path below ``js``."""
    return {
        file.relative_to(SCRIPTS).as_posix(): file.read_text(encoding="utf-8") for file in sorted(SCRIPTS.rglob("*.js"))
    }


def first_argument(text: str, start: int) -> str:
    """What stands in a call from `start` to its first comma or its end."""
    depth = 0
    for sign in SKIPPED.finditer(text, start):
        if sign[0] in "([{":
            depth += 1
        elif sign[0] in ")]}":
            if not depth:
                return text[start : sign.start()]
            depth -= 1
        elif sign[0] == "," and not depth:
            return text[start : sign.start()]
    raise ValueError(text[start : start + 60])


def said_in(text: str) -> Iterator[str]:
    """The templates of one script."""
    for call in SAYS.finditer(text):
        yield from (json.loads(word) for word in CHOSEN.findall(first_argument(text, call.end())))
    yield from (json.loads(word) for word in BESIDE.findall(text))


def templates_of_scripts() -> set[str]:
    """Every template that a script of the page says."""
    return {template for text in sources().values() for template in said_in(text) if template}
