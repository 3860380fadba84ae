"""Faults in code, one at a time: where they can be planted in a module, and the code of a function that has one."""

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "minibac"
WHERE = (
    "play", "table", "pits", "house/law.py", "houses", "cards", "machine",
    "rules/house_rules.py", "rules/options.py", "rules/layout.py",
)  # fmt: skip
"""The packages and modules in which faults are planted: cards, play, table, pits, the machine they are values of, the
law, and what reads and checks a house file."""

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


class Fault(NamedTuple):
    """A place in a file and what is wrong there; ``site`` is its number among the places of the file."""

    file: str
    line: int
    kind: str
    site: int
    function: str


def files() -> list[Path]:
    """Every file in which faults are planted."""
    found = [SOURCE / name for name in WHERE]
    return sorted(file for path in found for file in (path.rglob("*.py") if path.is_dir() else [path]))


def _kinds(node: ast.AST) -> Iterator[str]:
    """What can go wrong at a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield "a comparison turned"
        if any(map(_is_number, (node.left, *node.comparators))):
            yield "a bound moved"
    if isinstance(node, ast.If):
        returns = any(isinstance(inner, ast.Return) for inner in node.body)
        yield "a check skipped" if returns else "a guard negated"
    if isinstance(node, ast.IfExp) or (isinstance(node, ast.comprehension) and node.ifs):
        yield "a guard negated"
    if isinstance(node, ast.BoolOp):
        yield "and for or" if isinstance(node.op, ast.Or) else "or for and"
    dropped = ast.Call | ast.Yield | ast.YieldFrom
    if isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, dropped)):
        yield "a step dropped"
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) > 1:
        yield "a step dropped"


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _sites(tree: ast.Module) -> Iterator[tuple[ast.AST, str, str]]:
    """Every place inside a function, with what can go wrong there and the function's name."""

    def walk(node: ast.AST, inside: str, function: str) -> Iterator[tuple[ast.AST, str, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and not function:
                yield from walk(child, inside, f"{inside}{child.name}")
            elif isinstance(child, ast.ClassDef) and not function:
                yield from walk(child, f"{inside}{child.name}.", "")
            elif not isinstance(child, ast.Assert):
                if function:
                    yield from ((child, kind, function) for kind in _kinds(child))
                yield from walk(child, inside, function)

    yield from walk(tree, "", "")


@cache
def faults(file: Path) -> tuple[Fault, ...]:
    """Every fault that can be planted in a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    name = file.relative_to(ROOT).as_posix()
    return tuple(
        Fault(name, _line(node), kind, number, function) for number, (node, kind, function) in enumerate(_sites(tree))
    )


def _line(node: ast.AST) -> int:
    """Where a node stands; what a comprehension asks of each has no place of its own."""
    return _line(node.ifs[0]) if isinstance(node, ast.comprehension) else getattr(node, "lineno", 0)


def _plant(node: ast.AST, kind: str) -> None:
    if kind == "a bound moved":
        assert isinstance(node, ast.Compare)
        for number in filter(_is_number, (node.left, *node.comparators)):
            assert isinstance(number, ast.Constant)
            number.value = int(str(number.value)) + 1
    elif isinstance(node, ast.Compare):
        node.ops = [TURNED[type(node.ops[0])]()]
    elif isinstance(node, ast.If):
        never = ast.BoolOp(ast.And(), [node.test, ast.Constant(False)])  # what is looked at is still looked at
        node.test = never if kind == "a check skipped" else ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.comprehension):
        node.ifs = [ast.UnaryOp(ast.Not(), node.ifs[0]), *node.ifs[1:]]
    elif isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    elif isinstance(node, ast.AugAssign):
        node.value = ast.Tuple([], ast.Load()) if isinstance(node.op, ast.Add) else node.value
        node.op = node.op if isinstance(node.op, ast.Add) else ast.Add()
    elif isinstance(node, ast.Expr):
        node.value = ast.Constant(None)
    elif isinstance(node, ast.Return):
        assert isinstance(node.value, ast.Tuple)
        node.value.elts = node.value.elts[:-1]


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def wrong_code(fault: Fault) -> CodeType:
    """The code of the function with the fault in it."""
    file = ROOT / fault.file
    tree = ast.parse(file.read_text(encoding="utf-8"))
    node, kind, function = list(_sites(tree))[fault.site]
    assert (kind, function) == (fault.kind, fault.function)
    _plant(node, kind)
    whole = compile(ast.fix_missing_locations(tree), str(file), "exec")
    return next(code for code in _codes(whole) if code.co_qualname == function)


@cache
def functions(file: str, name: str) -> tuple[FunctionType, ...]:
    """The living functions of that name: the one in the module, and copies of it that somebody holds.

    Asked by ``type``: ``isinstance`` would ask a weak proxy what it stands for, and that may be gone. A house that was
    open in this process has put what there was aside, where nobody looks.
    """
    gc.unfreeze()
    path = str(ROOT / file)
    return tuple(
        one
        for one in gc.get_objects()
        if type(one) is FunctionType and one.__code__.co_filename == path and one.__code__.co_qualname == name
    )


class Planted:
    """A fault while the block lasts."""

    def __init__(self, fault: Fault) -> None:
        self._code = wrong_code(fault)
        self._right = [(function, function.__code__) for function in functions(fault.file, fault.function)]

    def __enter__(self) -> bool:
        fits = [one for one, right in self._right if right.co_freevars == self._code.co_freevars]
        for function in fits:
            function.__code__ = self._code
        return bool(fits)

    def __exit__(self, *_: object) -> None:
        for function, right in self._right:
            function.__code__ = right
