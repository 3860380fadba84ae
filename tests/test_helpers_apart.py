"""Tests stand alone: what several of them need is in a module of its own, named after what is inside.

A module of tests that imports another one runs with it, breaks with it, and is read with it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [file for folder in ("tests", "bench") for file in sorted((ROOT / folder).rglob("*.py"))]
OF_TESTS = re.compile(r"^tests\.(\w+\.)*(test_\w+|conftest)(\.|$)")
IN_A_SCRIPT = re.compile(r"^\s*(?:from|import)\s+(tests[\w.]*)(?:\s+import\s+(\w+))?", re.MULTILINE)


def imported(source: str) -> Iterator[str]:
    """Every module and name that a source imports, in the scripts it holds as text too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (".".join(filter(None, match.groups())) for match in IN_A_SCRIPT.finditer(node.value))


def test_no_module_imports_a_module_of_tests() -> None:
    strays = [
        f"{file.relative_to(ROOT)} imports {name}"
        for file in FILES
        if file != Path(__file__)
        for name in imported(file.read_text(encoding="utf-8"))
        if OF_TESTS.match(name)
    ]
    assert strays == []


@pytest.mark.parametrize(
    "source",
    [
        "from tests.page.test_guest import turn_all",
        "from tests.page import test_guest",
        "import tests.test_setup",
        "def f():\n    from tests.conftest import saw",
        "SCRIPT = '''\nfrom tests.simulate.test_back_ends import KINDS\n'''",
    ],
)
def test_such_an_import_is_seen_wherever_it_stands(source: str) -> None:
    assert any(OF_TESTS.match(name) for name in imported(source))
