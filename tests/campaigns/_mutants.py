"""The alterations of the mutation campaign: each datum of the four rulebook files, turned into something else.

A number grows by one, a switch turns, a cell of the tableau flips, a clause becomes another clause of its document. A
word becomes another word that could stand there (another role, step, value or outcome), so that the shape of the file
alone gives nothing away; a name becomes one that nothing else has.
"""

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = Path("src/minibac/rulebooks")
BOOKS = ("section-42", "massachusetts", "seminole", "seneca")

WORDS = re.compile(r"(^|\.)(title|short|says|text|label|area|what)$")
TABLEAU = re.compile(r"^drawing\.(natural|player|banker\.\d)$")
NUMBER = re.compile(r"^-?\d+(/\d+)?%?$")


class Mutant(NamedTuple):
    """One datum of one file, altered."""

    book: str
    path: str
    before: str
    after: str

    @property
    def key(self) -> str:
        return f"{self.book} {self.path} {self.before} → {self.after}"


Made = tuple[Mutant, object]
"""A mutant and the value that makes it."""


def texts(made: Sequence[Made]) -> dict[str, str]:
    """The rulebook files with these alterations in place."""
    documents: dict[str, dict[str, Any]] = {}
    for mutant, value in made:
        data = documents.setdefault(mutant.book, document(mutant.book))
        altered(data, mutant.path.partition(":")[0], value)
    return {book: whole(data) for book, data in documents.items()}


# --- reading and writing documents -----------------------------------------------------------------------------------


@cache
def printed(book: str) -> dict[str, Any]:
    """A file as it stands, to look at."""
    return document(book)


def document(book: str) -> dict[str, Any]:
    """A file as it stands, to alter."""
    return tomllib.loads((ROOT / RULEBOOKS / f"{book}.toml").read_text(encoding="utf-8"))


def written(value: object) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {written(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    raise TypeError(f"{value!r} is nothing a rulebook file holds")


def whole(data: Mapping[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {written(value)}\n" for key, value in data.items())


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from leaves(item, f"{path}[{number}]")
    else:
        yield path, value


def steps(path: str) -> list[str | int]:
    """A path as keys and indices: ``option[3].values[0]``."""
    parts = re.findall(r"(\[)?([^.\[\]]+)\]?", path)
    return [int(part) if bracket else part for bracket, part in parts]


def altered(data: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The document with one leaf changed, in place."""
    *way, last = steps(path)
    table: Any = data
    for step in way:
        table = table[step]
    table[last] = value
    return data


# --- the mutants -----------------------------------------------------------------------------------------------------


def mutants(book: str, clauses: Sequence[str]) -> Iterator[tuple[Mutant, object]]:
    """Every mutant of a file, with the value that makes it."""
    data = document(book)
    for path, value in leaves(data):
        for where, changed in changes(path, value, data, clauses):
            if changed != value:
                yield Mutant(book, where, str(value), str(changed)), changed


def changes(path: str, value: object, data: dict[str, Any], clauses: Sequence[str]) -> Iterator[tuple[str, object]]:
    """The ways in which one leaf is altered; a row of the tableau is altered cell by cell."""
    if TABLEAU.match(path) and isinstance(value, str):
        for heading in "0123456789-" if ".banker." in path else "0123456789":
            flipped = value.replace(heading, "") if heading in value else value + heading
            yield f"{path}:{heading}", flipped
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int):
        yield path, value + 1
    elif isinstance(value, str):
        yield path, other(path, value, data, clauses)


def other(path: str, value: str, data: dict[str, Any], clauses: Sequence[str]) -> str:
    if value in clauses:  # another clause of the same document
        family = [clause for clause in clauses if clause.partition("/")[0] == value.partition("/")[0]]
        return family[(family.index(value) + 7) % len(family)]
    if path.endswith(".default"):  # another legal value, where there is one
        option: Any = data["option"][int(re.findall(r"\[(\d+)\]", path)[0])]
        legal_values = [item for item in option.get("values", []) if item != value]
        return str(legal_values[0]) if legal_values else f"{value}-x"
    if NUMBER.match(value):
        head = re.match(r"-?\d+", value)
        assert head
        return str(int(head.group()) + 1) + value[head.end() :]
    if WORDS.search(path):
        return f"{value} x"
    words = sorted({*legal(path, data)} - {*siblings(path, data)})
    return min((word for word in words if word > value), default=words[0] if words else f"{value}-x")


def legal(path: str, data: dict[str, Any]) -> Iterator[str]:
    """Other words that could stand there: a role for a role, a step for a step, a value of the option for a value."""
    *_, key = [step for step in steps(path) if isinstance(step, str)]
    if re.search(r"(^|\.)(id|name|prefix|reference|values\[\d+\])$", path):
        return  # a name is altered into one that nothing else has
    if path.startswith("rulings["):
        text = (ROOT / RULEBOOKS / "rulings.toml").read_text(encoding="utf-8")
        yield from (entry["id"] for entry in tomllib.loads(text)["ruling"])
    elif key in ("needs", "then", "asked"):
        yield from (step["id"] for step in data["procedure"][steps(path)[1]])
    elif key in ("fails", "starts"):
        yield from (name for book in BOOKS for name in printed(book).get("procedure", {}))
    else:
        name = key if re.search(r"(^|[._])(only|when)\.", path) else path.split(".")[1] if "fixed." in path else ""
        options = [option for book in BOOKS for option in printed(book)["option"] if option["name"] == name]
        yield from (value for option in options for value in option.get("values", ()) if isinstance(value, str))
        yield from () if options else words_of_a_kind()[kind_of(path)]


@cache
def words_of_a_kind() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for path, value in (leaf for book in BOOKS for leaf in leaves(printed(book))):
        if isinstance(value, str):
            found[kind_of(path)].add(value)
    return found


def kind_of(path: str) -> str:
    """A place without its numbers, and without the name of its procedure or type of vigorish."""
    return re.sub(r"^(procedure|vigorish)\.[^.\[]+", r"\1", re.sub(r"\[\d+\]", "", path))


def siblings(path: str, data: dict[str, Any]) -> list[str]:
    """What the same list or table holds already, and the step itself among them."""
    table: Any = data
    for step in steps(path)[:-1]:
        table = table[step]
    if not isinstance(table, list):
        return [value for value in table.values() if isinstance(value, str)]
    around: Any = data
    for step in steps(path)[:-2]:
        around = around[step]
    return [*(item for item in table if isinstance(item, str)), str(around.get("id", ""))]


# --- clauses ---------------------------------------------------------------------------------------------------------


@cache
def known_clauses() -> list[str]:
    found = []
    for book in BOOKS:
        text = (ROOT / RULEBOOKS / "inventory" / f"{book}.toml").read_text(encoding="utf-8")
        found += [row["id"] for row in tomllib.loads(text)["clause"]]
    return found


def clauses_beside(mutant: Mutant) -> frozenset[str]:
    """The clauses cited in the tables around a datum, up to the nearest one that cites any."""
    data: Any = printed(mutant.book)
    way = [data]
    for step in steps(mutant.path.partition(":")[0])[:-1]:
        data = data[step]
        way.append(data)
    known = frozenset(known_clauses())
    for table in reversed(way[1:]):
        found = {mutant.before} | {value for _, value in leaves(table) if isinstance(value, str)}
        if found & known:
            return frozenset(found & known)
    return frozenset()
