"""What never changes hides nothing that does: no cache in the ``__dict__`` of a frozen value, nothing read at import.

What is worked out once for a value is kept by :func:`minibac.rules.once.once`. What a rulebook file states is asked
of the rulebook when it is needed, so that a file that was altered is seen.
"""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "minibac"
FILES = {str(file.relative_to(SOURCE)): file for file in sorted(SOURCE.rglob("*.py"))}
READERS = {"load", "build", "sample_house", "inventory", "rulings", "controls"}


@cache
def trees() -> dict[str, ast.Module]:
    return {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in FILES.items()}


def hides(tree: ast.AST) -> list[int]:
    """The lines that reach into a ``__dict__`` or give a frozen structure one."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr in ("__dict__", "__setattr__"))
        or (isinstance(node, ast.ClassDef) and any(keyword.arg == "dict" for keyword in node.keywords))
    ]


def read_at_import(tree: ast.Module) -> list[int]:
    """The lines that read a rulebook while their module is imported: outside every function."""
    found: list[int] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in READERS:
            found.append(node.lineno)
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(tree)
    return found


def test_no_value_hides_what_was_worked_out() -> None:
    assert {name: lines for name, tree in trees().items() if (lines := hides(tree))} == {}


def test_no_module_reads_a_rulebook_when_it_is_imported() -> None:
    assert {name: lines for name, tree in trees().items() if (lines := read_at_import(tree))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "TEXT = load('section-42').house",
        "class A:\n    form = rulebook.load('section-42')",
        "X = {1: build(load('seneca'))}",
    ],
)
def test_reading_at_import_is_seen(source: str) -> None:
    assert read_at_import(ast.parse(source))
    assert not read_at_import(ast.parse(f"def f():\n    {source.splitlines()[-1].strip()}"))


def test_importing_every_room_of_the_game_opens_no_rulebook() -> None:
    """Whoever reads one by way of a function of its own is seen when it does."""
    rooms = ("rules", "cards", "play", "machine", "table", "pits", "houses", "records", "books")
    parts = [Path(name).with_suffix("").parts for name in FILES]
    names = [".".join(("minibac", *part)).removesuffix(".__init__") for part in parts if part[0] in rooms]
    watch = (
        "import sys, importlib\n"
        "opened = []\n"
        "seen = lambda what, about: what == 'open' and '.toml' in str(about[0]) and opened.append(about[0])\n"
        "sys.addaudithook(seen)\n"
        f"[importlib.import_module(name) for name in {names!r}]\n"
        "print(opened)"
    )
    ran = subprocess.run([sys.executable, "-c", watch], capture_output=True, text=True, check=False)
    assert ran.stdout.strip() == "[]", ran.stderr
