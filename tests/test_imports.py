"""One direction of imports, read from the source: each package knows what is left of it, and no more.

``voice → display → rulebooks → rules → houses → cards → play → machine → table → pits → records → books → house →
people → server → web``
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "minibac"

CHAIN = (
    "voice", "display", "rulebooks", "rules", "houses", "cards", "play", "machine", "table", "pits", "records", "books",
    "house", "people", "server", "web",
)  # fmt: skip
BESIDE = {
    "odds": "play",
    "simulate": "play",
    "tlog": "voice",
    "learn": "play",
    "lab": "play",
    "school": "pits",
    "shoes": "records",
    "audit": "records",
    "kit": "house",
    "client": "server",
    "sample_day": "house",
}
"""Packages beside the chain, and how far along it they read."""

ALSO_READS = {
    "simulate": {"odds"},
    "learn": {"odds", "simulate"},
    "lab": {"odds", "simulate"},
    "audit": {"odds", "shoes"},
    "kit": {"odds", "shoes", "audit"},
    "house": {"shoes", "school", "tlog"},  # the log of the school is one of the house's streams
    "people": {"shoes", "school"},
    "server": {"odds", "shoes", "school", "tlog"},  # the odds lab, the pages of records, the school's
}
"""Between the packages beside the chain: a simulation is held against the exact price, never the other way round."""

PURE = ("voice", "display", "rulebooks", "rules", "houses", "cards", "play", "machine", "table", "pits")
"""Up to and including ``pits`` everything is a function of its arguments."""

IMPURE = {
    "asyncio", "datetime", "getpass", "http", "logging", "multiprocessing", "os", "pathlib", "platform", "random",
    "secrets", "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading",
    "time", "urllib", "uuid", "numpy.random", "structlog", "prometheus_client",
}  # fmt: skip
"""Clock, network, disk, processes, logging, and randomness of one's own."""

IMPURE_BUT = {
    # A time that was given, on the clock of a house; nobody asks what time it is.
    "voice/times.py": {"datetime"},
    # A date that a file states is a value; nobody asks what day it is, as a test below makes sure.
    "houses/calendar.py": {"datetime"},
    "houses/file_reader.py": {"datetime"},
    "houses/papers.py": {"datetime"},
    "houses/table.py": {"datetime"},
    "houses/types.py": {"datetime"},
    # The one place where a house's own file is read, at the path somebody names.
    "houses/house.py": {"datetime", "pathlib"},
}

HEAVY = {
    "numpy", "numba", "scipy", "litestar", "uvicorn", "ray", "duckdb", "textual", "matplotlib", "jinja2", "typst",
    "gymnasium", "pyarrow",
}  # fmt: skip
CLOCK_CALLS = {"now", "today", "utcnow", "monotonic", "perf_counter", "time", "urandom", "getenv"}


class Import(NamedTuple):
    """One import: who imports what, and whether it stands at the top of the module."""

    file: str
    line: int
    module: str
    at_top: bool

    @property
    def package(self) -> str:
        return self.module.split(".")[1] if self.module.startswith("minibac.") else ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module}"


FILES = sorted(SOURCE.rglob("*.py"))


def package_of(file: Path) -> str:
    parts = file.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else ""


@cache
def imports(file: Path) -> tuple[Import, ...]:
    """What a file imports; a file is read once, however many tests ask."""
    return tuple(_imports(file))


def _imports(file: Path) -> Iterator[Import]:
    name = file.relative_to(SOURCE).as_posix()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    inside = {
        child
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or _for_types_only(node)
        for child in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(name, node.lineno, alias.name, node not in inside)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno} imports relatively"
            yield Import(name, node.lineno, node.module or "", node not in inside)


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def readable(package: str) -> set[str]:
    """What a package may import."""
    if package in CHAIN:
        return {*CHAIN[: CHAIN.index(package) + 1], *ALSO_READS.get(package, ())}
    if package in BESIDE:
        return {*CHAIN[: CHAIN.index(BESIDE[package]) + 1], package, *ALSO_READS.get(package, ())}
    return {*CHAIN, *BESIDE, "cli", ""}  # the command line and ``__main__`` read all


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(SOURCE).as_posix())
def test_an_import_points_left(file: Path) -> None:
    package = package_of(file)
    wrong = [
        str(item)
        for item in imports(file)
        if item.module.startswith("minibac.") and item.package not in readable(package)
    ]
    assert wrong == []


def test_every_package_has_its_place() -> None:
    packages = {package_of(file) for file in FILES} - {"", "cli"}
    assert packages <= {*CHAIN, *BESIDE}


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_has_no_clock_no_disk_no_socket_and_no_randomness(package: str) -> None:
    wrong = []
    for file in (SOURCE / package).rglob("*.py"):
        allowed = IMPURE_BUT.get(file.relative_to(SOURCE).as_posix(), set())
        barred = IMPURE - allowed
        wrong += [str(item) for item in imports(file) if {item.module, item.module.partition(".")[0]} & barred]
    assert wrong == []


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_asks_no_clock_and_opens_no_file(package: str) -> None:
    """Packaged data is read through ``importlib.resources`` alone."""
    wrong = []
    for file in (SOURCE / package).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if name in CLOCK_CALLS or name in {"open", "print", "input"}:
                    wrong.append(f"{file.name}:{node.lineno} calls {name}")
    assert wrong == []


def test_the_graphics_card_is_imported_in_one_module_only() -> None:
    cuda = ("numba.cuda", "numba_cuda")
    found = {item.file for file in FILES for item in imports(file) if item.module.startswith(cuda)}
    assert len(found) <= 1, sorted(found)


def module_file(module: str) -> Path | None:
    """The file of a module of ours."""
    place = ROOT / "src" / Path(*module.split("."))
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if file.is_file():
            return file
    return None


def reached_at_once(start: str) -> set[Import]:
    """Every import that runs when a module is imported, through all modules of ours that it brings along."""
    todo, seen, found = [start], set(), set()
    while todo:
        module = todo.pop()
        if module in seen:
            continue
        seen.add(module)
        file = module_file(module)
        for item in imports(file) if file else ():
            if item.at_top:
                found.add(item)
                todo.append(item.module)
    return found


def test_the_command_line_imports_heavy_parts_inside_its_commands() -> None:
    """So that ``minibac --help`` answers at once: nothing heavy at the top, and no package right of ``play``."""
    late = set(CHAIN[CHAIN.index("machine") :]) | set(BESIDE)
    at_once = reached_at_once("minibac.cli")
    assert any(item.module == "click" for item in at_once)
    wrong = [str(i) for i in at_once if i.module.partition(".")[0] in HEAVY or i.package in late]
    assert sorted(wrong) == []


def test_nothing_heavy_is_imported_on_the_way_to_a_coup() -> None:
    wrong = [
        str(item)
        for package in ("rulebooks", "rules", "cards", "play", "machine", "table")
        for file in (SOURCE / package).rglob("*.py")
        for item in imports(file)
        if item.module.partition(".")[0] in HEAVY
    ]
    assert wrong == []


def test_the_core_imports_only_what_it_declares() -> None:
    """``tests/test_setup.py`` holds the list of dependencies; here is who may use them."""
    users = {item.package or package_of(file) for file in FILES for item in imports(file) if item.module == "click"}
    assert users <= {"cli", ""}


def test_the_naive_dealer_shares_no_code_with_the_engine() -> None:
    tree = ast.parse((ROOT / "tests" / "naive" / "dealer.py").read_text(encoding="utf-8"))
    names = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not any("minibac" in name for name in names)
