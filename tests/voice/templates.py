"""Every template that the program says, read from where it is said.

Code says ``said("…")``, a list of words ``vocabulary("context", "…")`` or a plain string that a page looks up; data
says it in the fields of the rulebooks; the page's scripts say it in ``t("…")``.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from minibac.rules.house_rules import HouseRules, build
from minibac.rules.layout import layout
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.school.marks import proposed
from tests.page.script_words import templates_of_scripts

SOURCE = Path(str(files("minibac")))
EXEMPT = ("voice",)
"""Where templates are made and rendered."""


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call by a plain name in the package, with the file it stands in."""
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith(EXEMPT):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield name, node


def said_in_code() -> set[str]:
    """The templates of ``said`` and the words of ``vocabulary``."""
    found = set()
    for _, call in calls():
        texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if isinstance(call.func, ast.Name) and call.func.id == "said" and texts:
            found.add(texts[0])
        if isinstance(call.func, ast.Name) and call.func.id == "vocabulary":
            found |= {f"{texts[0]}|{word}" for word in texts[1:]}
    return found - {""}


def said_in_documents() -> set[str]:
    """What the templates of documents say by themselves."""
    texts = (path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.jinja"))
    return {template for text in texts for template in re.findall(r'\bsay\("([^"]+)"\)', text)}


def said_in_books() -> set[str]:
    """What the rulebooks say: steps, remedies, calls, names of wagers, inscriptions and signs."""
    found = set()
    for name in RULEBOOKS:
        book = load(name)
        found |= {step.says for steps in book.procedure.values() for step in steps}
        found |= {remedy.says for remedy in book.remedy}
        found |= {call.text for call in book.announcements.values()}
        found |= {proposition.label for proposition in book.wager}
        found |= {line.text for line in book.layout.inscription} | {sign.text for sign in book.signs}
        rules = build(book)
        assert isinstance(rules, HouseRules)
        found |= {area.label for area in layout(rules).areas if area.label}
        found |= {book.short, book.title}
    return found


def said_in_the_school() -> set[str]:
    """What the exams of the program are called and are about, and what its marks and competencies are called."""
    files = (tomllib.loads(path.read_text(encoding="utf-8")) for path in SOURCE.glob("school/scenarios/*.toml"))
    marks = proposed()
    told = {scenario[name] for scenario in files for name in ("name", "about")}
    return told | {marks.name, *(row.title for row in marks.competency.values())}


def texts_of_data() -> set[str]:
    """Every text of the packaged data: a page looks up some of them itself, as the title of a ruling."""

    def texts(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            for item in value.values() if isinstance(value, dict) else value:
                yield from texts(item)

    documents = (tomllib.loads(path.read_text(encoding="utf-8")) for path in SOURCE.glob("rulebooks/**/*.toml"))
    return {text for document in documents for text in texts(document)}


@lru_cache(maxsize=1)
def every_template() -> set[str]:
    """What must be in every catalogue."""
    return said_in_code() | said_in_documents() | said_in_books() | said_in_the_school() | templates_of_scripts()


def bare_strings() -> set[str]:
    """Every string of the code: some are looked up where they arrive, as the words of the automatic staff."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found
