"""Nothing in ``src`` that nothing in ``src`` calls: what only a test calls proves nothing about the program.

Every function, class, method and constant is followed from the places that name it; what is named only by something
that is itself never called counts as never called. A decorator that registers (a command, a route, a decider, an
applier) is a call, and so is a place in ``__all__`` of a package. What else the outside calls is listed here by name,
with who calls it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).resolve().parents[1] / "src"

FROM_OUTSIDE = {
    "COMMANDS": "click, by the words of the command line",
    "format_commands": "click", "format_epilog": "click", "get_command": "click", "list_commands": "click",
    "parse_args": "click",
    "resolve_command": "click", "shell_complete": "click", "no_such": "click, through Group.resolve_command",
    "invoke": "click", "make_context": "click", "allow_interspersed_args": "click",
    "connection_made": "asyncio", "connection_lost": "asyncio", "data_received": "asyncio",
    "pause_writing": "asyncio", "resume_writing": "asyncio",
    "startup": "uvicorn", "capture_signals": "uvicorn",
    "handle_websocket_upgrade": "uvicorn", "send_400_response": "uvicorn", "on_message_begin": "uvicorn",
    "on_url": "uvicorn", "on_header": "uvicorn", "on_headers_complete": "uvicorn", "on_message_complete": "uvicorn",
    "on_response_complete": "uvicorn", "handle_ping": "uvicorn", "handle_pong": "uvicorn", "handle_cont": "uvicorn",
    "doRollover": "logging", "rotation_filename": "logging", "handleError": "logging", "emit": "logging",
    "compose": "textual", "put_away": "textual, by a key", "BINDINGS": "textual", "CSS_PATH": "textual",
    "DEFAULT_CSS": "textual", "ENABLE_COMMAND_PALETTE": "textual", "TITLE": "textual", "can_focus": "textual",
    "_handle_exception": "textual",
    "_repr_html_": "Jupyter", "_repr_svg_": "Jupyter", "__arrow_c_stream__": "polars, pandas, DuckDB",
    "to_arrow": "whoever wants a frame: docs/library.md",
    "readable": "io", "readinto": "io", "do_open": "urllib",
    "MemoryStore": "docs/books.md: books without a file",
    "rules_for": "docs/house-file.md: the rules of a house's first table",
    "NAME": "simulate.runs, of whichever back end it was given", "CHUNK_SHOES": "the same", "deal": "the same",
    "training_table": "docs/client.md: a bot", "came_to": "the same",
    "answer": "whoever builds a game on a table: examples/own_game",
    "replay": "whoever holds a log: the state that it leads to",
    "leads": "whoever walks or draws the life of a machine: docs/table.md",
    "expectations": "bench/perfect_play.py holds the kernel of the GPU against it",
}  # fmt: skip
TEXTUAL = ("on_", "action_", "watch_")
VALUES = {
    "minibac.cards.card.Suit": "all four, by iteration and from text",
    "minibac.pits.papers.Count": "from the words of a command",
    "minibac.play.roads.Tail": "from the words of the command line",
    "minibac.rules.remedies.Mishap": "from reports and rulebook files",
    "minibac.rules.remedies.RemedyStep": "from rulebook files",
}
"""Enumerations whose members are reached as values."""

PLAIN = {
    "abstractmethod", "asynccontextmanager", "cache", "cached_property", "classmethod", "contextmanager", "dataclass",
    "lru_cache", "override", "property", "staticmethod",
}  # fmt: skip
"""Decorators that call nothing."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


class Name(NamedTuple):
    """Something defined in a module, or in a class of it."""

    module: str
    path: str

    @property
    def last(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def outer(self) -> "Name":
        return Name(self.module, self.path.partition(".")[0])


class Module:
    """A module: what it defines, what its imports mean, and what each definition names."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree
        self.defined = {Name(name, path): node for path, node in self._definitions(tree.body, "")}
        self.imported: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                self.imported |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}

    def _definitions(self, body: list[ast.stmt], inside: str) -> Iterator[tuple[str, Definition]]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield inside + node.name, node
                if isinstance(node, ast.ClassDef) and not inside:
                    yield from self._definitions(node.body, f"{node.name}.")
            elif isinstance(node, ast.Assign):
                yield from ((inside + t.id, node) for t in node.targets if isinstance(t, ast.Name))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not inside:
                yield node.target.id, node

    def named(self) -> Iterator[tuple[Name | None, str, str]]:
        """Who names what: the definition, then a module and a name in it, or no module and an attribute."""
        owners = {id(node): name for name, node in self.defined.items()}
        yield from self._named(self.tree, None, owners)

    def _named(
        self, node: ast.AST, owner: Name | None, owners: dict[int, Name]
    ) -> Iterator[tuple[Name | None, str, str]]:
        owner = owners.get(id(node), owner)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            module, _, name = self.imported.get(node.id, f"{self.name}.{node.id}").rpartition(".")
            yield owner, module, name
        elif isinstance(node, ast.Attribute):
            of = self.imported.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
            yield owner, of, node.attr
            yield owner, "", node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield owner, "", node.value  # getattr, and textual's words for its actions
        for child in ast.iter_child_nodes(node):
            yield from self._named(child, owner, owners)


def modules(source: Path = SOURCE) -> Iterator[Module]:
    for file in sorted(source.rglob("*.py")):
        parts = file.relative_to(source).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield Module(name, ast.parse(file.read_text(encoding="utf-8")))


def exported(read: list[Module]) -> set[str]:
    """The names in every ``__all__``."""
    return {
        word.value
        for module in read
        for name, node in module.defined.items()
        if name.last == "__all__"
        for word in ast.walk(node)
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }


def is_called_from_outside(name: Name, node: Definition, library: set[str]) -> bool:
    registers = any(
        ast.unparse(mark.func if isinstance(mark, ast.Call) else mark).rpartition(".")[2] not in PLAIN
        for mark in getattr(node, "decorator_list", ())
    )
    dunder = name.last.startswith("__")
    of_textual = ".terminal." in name.module and "." in name.path and name.last.startswith(TEXTUAL)
    as_value = f"{name.module}.{name.outer.path}" in VALUES and "." in name.path
    return registers or dunder or of_textual or as_value or name.last in library


def never_called(read: list[Module]) -> list[str]:
    """Every definition that nothing reaches, found by taking away what is not reached until nothing more falls."""
    defined = {name: node for module in read for name, node in module.defined.items()}
    library = {*FROM_OUTSIDE, *exported(read)}
    inner: dict[str, list[Name]] = {}
    for name in defined:
        if "." in name.path:
            inner.setdefault(name.last, []).append(name)
    naming = [(owner, of, named) for module in read for owner, of, named in module.named()]
    dead: set[Name] = set()
    while True:
        reached: set[Name] = set()
        for owner, of, named in naming:
            if owner is not None and (owner in dead or owner.outer in dead):
                continue
            for target in (Name(of, named),) if of else inner.get(named, ()):
                if owner is None or target not in (owner, owner.outer):
                    reached.add(target)
        left = {
            name
            for name, node in defined.items()
            if name not in reached and not is_called_from_outside(name, node, library)
        }
        if left == dead:
            return sorted(f"{name.module}.{name.path}" for name in dead if name.outer not in dead - {name})
        dead = left


def test_everything_in_the_program_is_called_by_the_program() -> None:
    assert never_called(list(modules())) == []


def test_who_calls_from_outside_is_listed_for_what_exists() -> None:
    last = {name.last for module in modules() for name in module.defined}
    assert sorted(set(FROM_OUTSIDE) - last) == []


def test_what_only_itself_or_something_dead_calls_is_seen() -> None:
    """A function that calls itself, one that only a dead one calls, a method nobody asks for, a constant."""
    source = """
LEFT = 1
USED = 2
def alone(): return alone()
def dead(): return helper()
def helper(): return LEFT
class Thing:
    def asked(self): return USED
    def forgotten(self): return 1
@command
def main(): return Thing().asked()
"""
    gone = never_called([Module("made", ast.parse(source))])
    assert gone == ["made.LEFT", "made.Thing.forgotten", "made.alone", "made.dead", "made.helper"]
