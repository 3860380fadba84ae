"""One word, one meaning: names in the code are those of ``docs/glossary.md``; strays are found here."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "minibac"

RETIRED = {
    "desk": "a dealer's view, a course of moves, whoever was seen: the word had six meanings",
    "croupier": "dealer",
    "gambler": "guest",
    "punter": "guest",
    "patrons": "guest",
}
"""Words that no name in the code holds, and what to say instead."""

FOUND_MOST = 740
"""``found`` names nothing: say what was found. This number only falls."""

SAME_NAME = frozenset(
    [
        "Answer",
        "Ask",
        "Chance",
        "Choice",
        "Command",
        "Conflict",
        "Count",
        "Crew",
        "Event",
        "Finding",
        "Laid",
        "Limits",
        "Line",
        "Order",
        "Outcome",
        "Place",
        "Priced",
        "Register",
        "Report",
        "Row",
        "Settlement",
        "Shoe",
        "Stakes",
        "Table",
    ]
)
"""Classes of two packages with one name. The list only gets shorter."""


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every name that is given here, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr, node.lineno


def words(name: str) -> set[str]:
    """The words of a name.

    >>> sorted(words("_next_command")), sorted(words("TableView"))
    (['command', 'next'], ['table', 'view'])
    """
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_retired_words_name_nothing() -> None:
    strays = [
        f"{path.relative_to(SOURCE)}:{line} {name}: {RETIRED[word]}"
        for path, tree in trees().items()
        for name, line in [*names(tree), (path.stem, 0)]
        for word in words(name) & RETIRED.keys()
    ]
    assert strays == []


def test_what_was_found_is_named() -> None:
    count = sum(isinstance(n, ast.Name) and n.id == "found" for tree in trees().values() for n in ast.walk(tree))
    assert count <= FOUND_MOST, f"`found` stands {count} times in src, and may {FOUND_MOST} times: name the thing"


def test_two_packages_do_not_share_the_name_of_a_class() -> None:
    packages: dict[str, set[str]] = {}
    for path, tree in trees().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                packages.setdefault(node.name, set()).add(path.relative_to(SOURCE).parts[0])
    shared = {name for name, where in packages.items() if len(where) > 1}
    assert shared <= SAME_NAME, {name: sorted(packages[name]) for name in shared - SAME_NAME}


def test_a_group_of_phases_has_one_name() -> None:
    """A tuple or a set of the same phases is written down once, wherever that is."""
    groups: dict[frozenset[str], list[str]] = {}
    for path, tree in trees().items():
        for node in tree.body:
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            members = _phases(value)
            if len(members) > 1:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target  # type: ignore[attr-defined]
                groups.setdefault(members, []).append(f"{path.relative_to(SOURCE)} {ast.unparse(target)}")
    twice = {", ".join(sorted(members)): where for members, where in groups.items() if len(where) > 1}
    assert twice == {}


def _phases(value: ast.expr | None) -> frozenset[str]:
    """The phases of a literal group of them; nothing where anything else is in it."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "frozenset" and value.args:
        value = value.args[0]
    if not isinstance(value, ast.Tuple | ast.Set | ast.List):
        return frozenset()
    members = [e.attr for e in value.elts if isinstance(e, ast.Attribute) and ast.unparse(e.value).endswith("Phase")]
    return frozenset(members) if len(members) == len(value.elts) else frozenset()


def test_the_words_of_the_glossary_are_not_repeated() -> None:
    """A word of ours has one row, and no word is ours in one row and somebody else's for another thing."""
    text = (SOURCE.parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [row.strip("| ").split("|") for row in text.splitlines() if row.startswith("| ") and "---" not in row][1:]
    ours = Counter(word.strip() for row in rows for word in row[0].split(","))
    assert [word for word, times in ours.items() if times > 1] == []
