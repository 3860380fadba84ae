"""The library: what ``import minibac`` offers, and the programs that its pages show.

``mypy --strict`` looks at the programs with everything else (``files`` in pyproject.toml).
"""

import ast
import inspect
import os
import re
import runpy
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

import minibac as mb
import minibac.client
from tests.packaged import PAGES, PROGRAMS, SHOWN

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "data" / "public_names.txt"
QUOTE = "'"
WRITE = "MINIBAC_WRITE_LIBRARY"
"""With this set the golden list and the programs on the pages are written anew; look at the difference."""


# --- the names -------------------------------------------------------------------------------------------------------


def checked_names() -> set[str]:
    """What a type checker finds in the package: the imports that are for it alone."""
    tree = ast.parse(Path(mb.__file__).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    return {
        alias.asname or alias.name
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if getattr(mb, alias.asname or alias.name) is imported(node.module or "", alias.name)
    }


def imported(module: str, name: str) -> object:
    return getattr(__import__(module, fromlist=[name]), name)


def test_a_checker_sees_the_names_that_there_are() -> None:
    assert checked_names() == set(mb.__all__) - {"__version__"}
    assert dir(mb) == sorted(mb.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'price'"):
        getattr(mb, "price")  # noqa: B009 - a checker knows that there is none


def test_a_name_is_fetched_when_it_is_asked_for() -> None:
    code = "import sys; had = set(sys.modules); import minibac; print(sorted(set(sys.modules) - had)); minibac.prices"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert told.stdout == "['minibac']\n"


def test_a_name_that_goes_works_for_a_while_and_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(mb)["_GOING"], "price", ("prices", "0.4"))
    with pytest.warns(DeprecationWarning, match=r"minibac.price goes with version 0.4: use minibac.prices") as warned:
        old = getattr(mb, "price")  # noqa: B009 - a checker knows that there is none
    assert old is mb.prices
    assert warned[0].filename == __file__
    assert "price" not in dir(mb)


def test_what_goes_has_something_in_its_place_and_a_version_that_is_to_come() -> None:
    now = tuple(map(int, mb.__version__.split(".")[:2]))
    for name, (instead, until) in vars(mb)["_GOING"].items():
        assert name not in mb.__all__
        assert instead in mb.__all__
        assert tuple(map(int, until.split("."))) > now, f"{name} should be gone"


def written(thing: object) -> Iterator[str]:
    """A public thing as its source states it: a signature, and of a class what it offers."""
    if isinstance(thing, ModuleType):
        for name in ("encode", "decode", "read_command"):
            if name in vars(thing):
                yield f"    {name}"
        for name, kind in vars(thing).items():
            if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind.__module__ == thing.__name__:
                yield f"    {name}"
                yield from (f"    {name}.{field}" for field in kind.__struct_fields__)
        return
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body  # type: ignore[arg-type]
    if isinstance(node, ast.FunctionDef):
        yield f"    ({ast.unparse(node.args)}) -> {ast.unparse(node.returns) if node.returns else None}"
        return
    assert isinstance(node, ast.ClassDef)
    for member in node.body:
        match member:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                if not name.startswith("_"):
                    yield f"    {ast.unparse(member)}"
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if (
                not name.startswith("_") or name == "__init__"
            ):
                words = {ast.unparse(decorator) for decorator in member.decorator_list}
                # A type in quotes, which is imported for checkers alone, is the same promise.
                returns = f" -> {ast.unparse(member.returns).strip(QUOTE)}" if member.returns else ""
                if words & {"property", "cached_property"}:
                    yield f"    {name}{returns}"
                else:
                    yield f"    {name}({ast.unparse(member.args)}){returns}"


def public_names() -> str:
    lines = []
    offered = [(name, getattr(mb, name)) for name in mb.__all__]
    offered += [(f"client.{name}", getattr(minibac.client, name)) for name in minibac.client.__all__]
    for name, thing in offered:
        lines.append(name)
        if inspect.isclass(thing) or inspect.isroutine(thing) or inspect.ismodule(thing):
            lines += written(inspect.unwrap(thing) if callable(thing) else thing)
    return "\n".join(lines) + "\n"


def by_name(text: str) -> dict[str, list[str]]:
    """The lines of each public name."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        found.setdefault(line.strip() if not line.startswith(" ") else next(reversed(found)), []).append(line)
    return found


def broken(promised: str, now: str) -> list[str]:
    """What was promised and is gone or changed. A class may get more: whoever uses it does not mind."""
    kept, made = by_name(promised), by_name(now)
    lost = [
        f"{name}: {line.strip()}" for name, lines in kept.items() for line in lines if line not in made.get(name, ())
    ]
    return [*lost, *(f"{name} is new" for name in made if name not in kept)]


def test_the_public_names_and_their_signatures_are_those_that_were_promised() -> None:
    now = public_names()
    if os.environ.get(WRITE):
        GOLDEN.write_text(now, encoding="utf-8")
    assert broken(GOLDEN.read_text(encoding="utf-8"), now) == [], f"{WRITE}=1 writes the list anew"


def test_a_change_of_a_signature_is_noticed() -> None:
    now = public_names()
    assert broken(now, now.replace("wagers: Sequence[Wager]=()", "wagers: Sequence[Wager]"))
    assert broken(now, now.replace("\n    PlaceWager.cents\n", "\n"))
    assert broken(now, now.replace("prices\n", "priced\n"))
    assert not broken(now, now.replace("\n    PlaceWager.cents\n", "\n    PlaceWager.cents\n    PlaceWager.more\n"))


def test_the_page_names_them_all() -> None:
    table = PAGES[0].read_text(encoding="utf-8").partition("## The names")[2].partition("\n## ")[0]
    listed = re.findall(r"`(\w+)`", table.partition("\n\n| subject")[2].partition("\n\n`help")[0])
    assert sorted(name for name in listed if name != "fast") == sorted(set(mb.__all__) - {"__version__"})


# --- the programs ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shown() -> dict[str, list[tuple[str, str]]]:
    """Each program that a page shows, with what it says that it prints."""
    found: dict[str, list[tuple[str, str]]] = {}
    for page in PAGES:
        for name, program, prints in SHOWN.findall(page.read_text(encoding="utf-8")):
            found.setdefault(name, []).append((program, prints))
    return found


@pytest.mark.parametrize("file", sorted(PROGRAMS.glob("*.py")), ids=lambda file: file.name)
def test_a_program_prints_what_the_page_says(
    file: Path, shown: dict[str, list[tuple[str, str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    runpy.run_path(str(file), run_name="__main__")
    program, prints = file.read_text(encoding="utf-8"), capsys.readouterr().out
    if os.environ.get(WRITE):
        for page in PAGES:
            text = page.read_text(encoding="utf-8")
            fresh = f"<!-- {file.name} -->\n\n```python\n{program}```\n\nprints\n\n```text\n{prints}```\n"
            text = SHOWN.sub(lambda match: fresh if match[1] == file.name else match[0], text)  # noqa: B023
            page.write_text(text, encoding="utf-8")
        return
    assert shown[file.name]
    for stated in shown[file.name]:
        assert stated == (program, prints), f"{WRITE}=1 writes the page anew"


def test_every_program_that_is_shown_is_there(shown: dict[str, list[tuple[str, str]]]) -> None:
    assert set(shown) == {file.name for file in PROGRAMS.glob("*.py")}
    assert len(shown["deal.py"]) == len(PAGES)
