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
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, cast

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


def test_help_begins_with_every_name_by_its_subject() -> None:
    assert mb.__doc__ is not None
    rows = re.findall(r"^    (?:[a-z]+(?: [a-z]+)?  +| {12})(\S.*)$", mb.__doc__, re.MULTILINE)
    listed = [word for row in rows for word in row.removesuffix(" (extra fast)").split()]
    assert sorted([*listed, "__version__"]) == sorted(mb.__all__)


def test_help_says_of_every_part_of_a_class_what_it_is() -> None:
    classes = [thing for name in mb.__all__ if inspect.isclass(thing := getattr(mb, name))]
    classes += [getattr(minibac.client, name) for name in minibac.client.__all__]
    silent = [
        f"{kind.__name__}.{name}"
        for kind in classes
        for name, part in vars(kind).items()
        if not name.startswith("_") and (inspect.isroutine(part) or isinstance(part, property | cached_property))
        if not inspect.getdoc(part)
    ]
    assert silent == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("house_rule", "house_rules"), ("Housrules", "house_rules"), ("simulate_shoe", "simulate_shoes")],
)
def test_a_mistyped_name_is_told_the_right_one(typed: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=rf"has no attribute '{typed}' \(did you mean {meant}\?\)"):
        getattr(mb, typed)
    assert not hasattr(mb, "__wrapped__")


CARDS = "Kh 2s Qd Ad 6c 4h"


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: mb.deal(rules, CARDS, [mb.Wager(3, "banker", 25_00)]),
        lambda rules: mb.check_deal(rules, CARDS, [mb.Wager(3, "dragon-7", 25_00)]),
        lambda rules: mb.check_wagers(rules, [mb.Wager(3, "banker", 0)]),
        lambda rules: mb.settle(rules, mb.Result(6, 7, 3, 3), [mb.Wager(3, "banker", 25_00)]),
        lambda rules: mb.prices(rules)["tie"].edge,
        lambda rules: mb.simulate_shoes(rules, 1, device="pure"),
        lambda rules: list(mb.simulate_rows(rules, 1)),
        lambda rules: mb.estimates(rules, mb.simulate_shoes(rules, 1, device="pure")),
        lambda rules: mb.perfect_study(rules, "tie", mb.Shoes(1)),
        lambda rules: mb.count_study(rules, mb.Count("tie", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), 1), mb.Shoes(1)),
        lambda rules: mb.depth_study(rules, [20], mb.Shoes(1), wagers="tie"),
        lambda rules: mb.bankroll_study(rules, "tie", mb.Staking(), 10, 1, mb.Shoes(1)).staked.tolist(),
        lambda rules: mb.drill_sheet(rules, "sums", seed=7, count=1)[0].shown,
        lambda rules: mb.opening("corner", rules, 0),
        lambda rules: mb.LiveTable("corner", rules, mb.PracticeVault(7), lambda: 1).log,
    ],
)
def test_the_name_of_a_rulebook_stands_for_a_house_that_chooses_nothing(ask: Callable[[Any], object]) -> None:
    assert ask("section-42") == ask(mb.house_rules("section-42"))
    with pytest.raises(LookupError, match=r"no rulebook 'section42' \(did you mean section-42\?\)"):
        ask("section42")


def test_what_is_asked_for_may_come_one_by_one_or_as_a_text() -> None:
    cards = mb.parse_cards(CARDS)
    assert mb.deal("seneca", cards) == mb.deal("seneca", CARDS) == mb.deal("seneca", CARDS.split())
    assert mb.prices("seneca", removed=cards).counts == mb.prices("seneca", removed=CARDS).counts
    assert [price.wager for price in mb.prices("seneca", wagers="tie")] == ["tie"]


def test_a_part_of_a_cent_is_no_money() -> None:
    half: Any = 25.5
    with pytest.raises(mb.Refused, match=r"a stake is a whole number of cents, and 25.5 is none: \$25.00 is 2500"):
        mb.deal("section-42", CARDS, [mb.Wager(3, "banker", half)])
    with pytest.raises(mb.OddsError, match=r"a stake is a whole number of cents, and 25\.5 is none"):
        mb.prices("section-42", stake_cents=half)
    table = mb.LiveTable("corner", "section-42", mb.PracticeVault(7), lambda: 1)
    with pytest.raises(TypeError, match=r"cents of BuyIn is a whole number, and not 2500.0"):
        table.do(mb.commands.BuyIn(by=mb.THE_HOUSE, at=1, seat=3, cents=2500.0, transfer="cage"))  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match=r"by of BuyIn is an Actor, as Actor\('ann', Role.GUEST, seat=3\), and not 'ann'"
    ):
        table.do(mb.commands.BuyIn(by="ann", at=1, seat=3, cents=2500, transfer="cage"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"a table takes commands, as those of minibac\.commands, and 'deal' is none"):
        table.handle(cast(Any, "deal"))
    assert len(table.log) == 1


def test_what_is_no_wager_is_told() -> None:
    wager: Any = (3, "banker", 25_00)
    for wagers in ([wager], mb.Wager(*wager)):
        with pytest.raises(TypeError, match=r"as \[Wager\(3, 'banker', 2500\)\], and .*3.* is no Wager"):
            mb.deal("section-42", CARDS, cast(Any, wagers))


def test_a_sheet_and_a_count_that_cannot_be_are_told() -> None:
    with pytest.raises(ValueError, match="a drill has the levels 1, 2 and 3, and not 9"):
        mb.drill_sheet("seneca", "sums", seed=7, level=9)
    with pytest.raises(ValueError, match="0 questions are nothing to ask: ask for 1 or more"):
        mb.drill_sheet("seneca", "sums", seed=7, count=0)
    with pytest.raises(mb.SimulationError, match="no way to count by rank: points and ranks are those there are"):
        mb.simulate_shoes("seneca", 1, by="rank")


def test_what_is_looked_at_in_a_terminal_is_short() -> None:
    rules = mb.house_rules("massachusetts", vigorish_type="ez")
    table = mb.LiveTable("corner", rules, mb.PracticeVault(7), lambda: 1)
    looks = {
        repr(rules): "<HouseRules massachusetts vigorish_type=ez>",
        repr(rules.rulebook): "<Rulebook massachusetts>",
        repr(mb.deal("section-42", CARDS, [mb.Wager(3, "banker", 25_00)])): (
            "<DealtCoup banker: Player Kh Qd 6c, Banker 2s Ad 4h, seat 3 banker +2375>"
        ),
        repr(mb.Coup()): "<Coup player-first: Player no card, Banker no card>",
        repr(mb.parse_cards("Kh Td")): "(<Card Kh>, <Card Td>)",
        repr(mb.roads("BbPPT")): "<Roads BbPPT>",
        repr(mb.roads("")): "<Roads of no coup>",
        repr(table): "<LiveTable corner: opening, shoe 0, round 0>",
        repr(mb.removal(mb.prices("seneca"))): "<Removal seneca, 416 cards: player, banker, tie>",
        repr(mb.DRILLS["sums"]): "<Drill sums: sums in the head>",
        repr(next(mb.shoes_in(PROGRAMS / "evening.shoe"))): "<ShoeNotes evening/1: 9 coups>",
        repr(mb.simulate_shoes("seneca", 1, seed=7, device="pure")): "<Histogram 1 shoe, 81 coups>",
    }
    assert [seen for seen, meant in looks.items() if seen != meant] == []
    assert repr(mb.prices("seneca").frame).startswith("<Frame: wager, ")
    assert len(repr(table.state)) < 3_000


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
