"""A clause that a line needs has a name in the rulebook file; no line reads one by its place in a list."""

import ast
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from minibac.rules.citing import Clauses
from minibac.rules.rulebook import RULEBOOKS, load, parse

SOURCE = Path(__file__).resolve().parents[2] / "src" / "minibac"

SHOWN = {
    "books/day_sheet.py",
    "cli/books_text.py",
    "cli/terminal/game.py",
    "cli/terminal/widgets.py",
}
"""Where there is room for the first few citations and no more."""


def document(rulebook_id: str) -> dict[str, Any]:
    return tomllib.loads((SOURCE / f"rulebooks/{rulebook_id}.toml").read_text(encoding="utf-8"))


def cites(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name == "clauses" or name.endswith("_clauses")


def is_key(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def by_place(tree: ast.AST) -> list[int]:
    """The lines that take something out of clauses by its place, or turn them round."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.Subscript)
            and cites(node.value)
            and not isinstance(node.slice, ast.Name | ast.Attribute)
        )
        or (isinstance(node, ast.Call) and ast.unparse(node.func) == "reversed" and any(map(cites, node.args)))
    ]


def test_no_line_reads_a_clause_by_its_place() -> None:
    files = {str(file.relative_to(SOURCE)): file for file in sorted(SOURCE.rglob("*.py"))}
    trees = {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in files.items()}
    assert {name: lines for name, tree in trees.items() if name not in SHOWN and (lines := by_place(tree))} == {}


@pytest.mark.parametrize("line", ["step.clauses[0]", "clauses[1:]", "reversed(a.clauses)", "text.burn_clauses[-1]"])
def test_reading_by_place_is_seen(line: str) -> None:
    assert by_place(ast.parse(line)) == [1]


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_every_printed_line_of_a_wager_names_what_decides_it_and_what_pays_it(rulebook_id: str) -> None:
    for wager in load(rulebook_id).wager:
        for row in wager.lines:
            assert ("pays" in row.clauses.names) == (row.outcome == "win")
            assert row.clauses.named("decides") == row.clauses.leading


@pytest.mark.parametrize("wrong", ["s42/b/3", 3, [3], {"decides": 3}, {"decides": [["s42/b/3"]]}])
def test_clauses_written_otherwise_are_an_error_when_the_file_is_read(wrong: object) -> None:
    altered = document("section-42")
    altered["wagers"]["chips"] = wrong
    with pytest.raises(msgspec.ValidationError):
        parse(altered)


def test_clauses_are_a_tuple_in_the_order_of_the_file() -> None:
    cited = Clauses({"one": "a", "also": ["b", "c"], "last": "d"})
    assert tuple(cited) == ("a", "b", "c", "d")
    assert (cited.named("last"), cited.led_by("last"), cited.beside("one")) == (
        "d",
        ("d", "a", "b", "c"),
        ("b", "c", "d"),
    )
    assert Clauses({"one": "a"}).beside("one") == ("a",), "where there is no other"
    assert (cited.leading, Clauses(["a"]).one) == ("a", "a")


@pytest.mark.parametrize(("key", "wrong"), [("kind", "card-in-eror"), ("do", ["burn-count"])])
def test_a_misspelt_remedy_is_an_error_when_the_file_is_read(key: str, wrong: object) -> None:
    altered = document("section-42")
    altered["remedy"][0][key] = wrong
    with pytest.raises(msgspec.ValidationError, match="remedy"):
        parse(altered)
