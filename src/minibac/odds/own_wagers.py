"""Own wagers: a side wager or a paytable written as data, priced like the printed ones.

A file holds wagers, each a list of lines over the facts of a coup; the first line that applies decides. Odds stand in
the line, or in a paytable with a column for each version, and then each version is priced.

>>> lucky = '''
... [wager.lucky-6]
... lines = [
...   { when = { winner = "banker", banker_total = 6, banker_cards = 3 }, outcome = "win", odds = 20 },
...   { when = { winner = "banker", banker_total = 6 }, outcome = "win", odds = 12 },
...   { outcome = "lose" },
... ]
... '''
>>> from minibac.odds.prices import prices
>>> prices("section-42", own=read_own_wagers(lucky))["lucky-6"]
<lucky-6: edge 16.6836%, 47209656769/282970916865>
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import msgspec

from minibac.houses.file_reader import Place, shown
from minibac.houses.wager_lines import NO_ODDS, check_id, read_hand, read_lines
from minibac.odds.prices import OddsError
from minibac.rules.names import rulebook_name
from minibac.rules.options import read_number
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import Paytable, Proposition, Row, Rulebook, Value
from minibac.rules.words import did_you_mean
from minibac.voice.said import many, said, words_of

THE_TEXT = "wagers"
"""What the file is called where there is none."""


class Published(msgspec.Struct, frozen=True):
    """What others say of a wager: where it is played, and the edge that they publish."""

    edge: str = ""
    """In percent, with the digits that are printed; empty where none is at hand."""
    decks: int = 8
    source: str = ""
    counted_again: bool = False
    """Whether an exact count that shares nothing with this program gave the same figure."""
    played: str = ""
    names: tuple[str, ...] = ()
    note: str = ""

    def agrees(self, edge: Fraction) -> bool:
        """Whether an edge is the published one, to its last printed digit.

        >>> Published(edge="29.98").agrees(Fraction("0.29984")), Published(edge="29.98").agrees(Fraction("0.3"))
        (True, False)
        """
        digits = len(self.edge.partition(".")[2])
        return f"{100 * float(edge):.{digits}f}" == self.edge


class WagerFile(NamedTuple):
    """The wagers of a file, and what was published of them."""

    wagers: tuple[Proposition, ...]
    published: Mapping[str, Published]


class OwnWagerError(OddsError):
    """A wager file that cannot be read, with every fault of it. Each is a sentence for the person who wrote it."""

    def __init__(self, *faults: Refusal) -> None:
        super().__init__("; ".join(str(fault.said) for fault in faults))
        self.faults = faults


def load_own_wagers(path: Path | str, rulebook: Rulebook | None = None) -> tuple[Proposition, ...]:
    """Read a file of own wagers."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise OddsError(said("{path} cannot be read: {why}", path=str(path), why=words_of(error))) from None
    return read_own_wagers(text, rulebook, path.name)


def read_own_wagers(text: str, rulebook: Rulebook | None = None, file: str = THE_TEXT) -> tuple[Proposition, ...]:
    """The wagers a TOML text describes; raises with every fault of it.

    With a ``rulebook``, ``same_lines_as`` may name a printed wager, whose lines are then priced with the odds of
    a paytable of the same name in the text.
    """
    return read_wager_file(text, rulebook, file).wagers


def read_wager_file(text: str, rulebook: Rulebook | None = None, file: str = THE_TEXT) -> WagerFile:
    """The same with what the text says was published of them."""
    import tomllib

    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise OddsError(said("{path} is nested too deep to be a file of wagers", path=file)) from None
    except tomllib.TOMLDecodeError as error:
        wrong = said("{path}: this is no TOML: {why}", path=file, why=str(error))
        if _tables_over_lines(text):
            wrong = said("{wrong}; a table in braces ends on the line where it begins", wrong=wrong)
        raise OddsError(wrong) from None
    top = Place([], file, (), document)
    contents = _Wagers(top, rulebook).read()
    if top.faults:
        raise OwnWagerError(*top.faults)
    return contents


def _tables_over_lines(text: str) -> bool:
    """Whether some ``{`` is not closed on its line, which TOML does not allow and people do all the same."""
    bare = (re.sub(r"\"[^\"]*\"|'[^']*'|#.*", "", line) for line in text.splitlines())
    return any(line.count("{") > line.count("}") for line in bare)


class _Wagers:
    """The work of :func:`read_own_wagers`, which goes on to the end of the file and keeps every fault it meets."""

    def __init__(self, top: Place, rulebook: Rulebook | None) -> None:
        self.top = top
        self.rulebook = rulebook
        self.paytables: dict[str, Paytable] = {}

    def read(self) -> WagerFile:
        top = self.top
        if isinstance(top.values.get("wager"), list):
            top.fault("wager", said("is a list; write each wager under its id, as [wager.lucky-6]"))
            return WagerFile((), {})
        places = top.tables("wager", said("a wager is written under its id, as [wager.lucky-6]"))
        self.paytables = {name: self._paytable(place) for name, place in top.tables("paytable").items()}
        published = top.tables("published")
        top.unknown()
        wagers = [proposition for name, place in places.items() for proposition in self._wager(name, place)]
        names = [proposition.id for proposition in wagers]
        for twice in dict.fromkeys(name for name in names if names.count(name) > 1):
            top.fault("", said("the wager '{wager}' is there twice", wager=twice))
        # Of a file with faults it is not known which wagers it would have come to.
        perhaps = tuple(places) if top.faults else ()
        for name, place in published.items():
            if name not in names and not any(f"{name}-".startswith(f"{wager}-") for wager in perhaps):
                unknown = said("the file has no wager '{wager}'{did_you_mean}", wager=name)
                place.fault("", unknown.about(did_you_mean=did_you_mean(name, names or perhaps)))
        return WagerFile(tuple(wagers), {name: self._published(place) for name, place in published.items()})

    @staticmethod
    def _published(place: Place) -> Published:
        edge = place.text("edge") or ""
        if edge and read_number(edge) is None:
            place.fault("edge", said('{value} is no edge; write it in percent, as "7.6113"', value=shown(edge)))
        told = Published(
            edge,
            place.whole("decks", at_least=1) or 8,
            place.text("source") or "",
            place.switch("counted_again") or False,
            place.text("played") or "",
            place.words("names") or (),
            place.text("note") or "",
        )
        place.unknown()
        return told

    def _wager(self, name: str, place: Place) -> Iterator[Proposition]:
        before = len(place.faults)
        check_id(place, name)
        label = place.text("label") or name
        area = place.text("area") or label.upper()
        hand = read_hand(place)
        shared = place.text("same_lines_as")
        rows = read_lines(place, hand) if shared is None or "lines" in place.values else []
        if shared is not None:
            if "lines" in place.values:
                place.fault("lines", said("are stated beside same_lines_as: leave one of the two out"))
            rows = self._shared(place, shared)
        place.unknown()
        asked = dict.fromkeys(cell for row in rows if (cell := _paytable_cell(row.odds)))
        for paytable, line in asked:
            self._check_cell(place, paytable, line)
        if len(place.faults) > before:
            return
        tables = dict.fromkeys(paytable for paytable, _ in asked)
        columns: list[Value | None] = [
            *dict.fromkeys(c for each in sorted(tables) for c in self.paytables[each].columns)
        ]
        for each in tables:
            if missing := [column for column in columns if column not in self.paytables[each].columns]:
                lacks = said("the paytable {paytable} has no column {column}", paytable=each, column=str(missing[0]))
                place.fault("", lacks)
                return
        for column in columns or [None]:
            suffix = f"-{column}" if len(columns) > 1 else ""
            yield Proposition(
                id=f"{name}{suffix.lower()}",
                label=f"{label}{', ' + str(column) if suffix else ''}",
                area=area,
                kind="side",
                hand=hand,
                lines=tuple(msgspec.structs.replace(row, odds=self._odds(row.odds, column)) for row in rows),
            )

    def _shared(self, place: Place, name: str) -> list[Row]:
        """The lines of a printed wager."""
        book = self.rulebook
        printed = {proposition.id: proposition for proposition in book.wager} if book else {}
        if name not in printed:
            unknown = said("there is no wager '{wager}'{did_you_mean} in {rulebook}", wager=name)
            unknown = unknown.about(did_you_mean=did_you_mean(name, printed))
            rulebook = rulebook_name(book.id) if book else said("no rulebook")
            place.fault("same_lines_as", unknown.about(rulebook=rulebook))
            return []
        source = printed[name]
        rows = source.lines or printed[source.same_lines_as or name].lines
        if any(row.only for row in rows):
            place.fault("same_lines_as", said("the lines of {wager} hang on options of the table", wager=name))
            return []
        return [msgspec.structs.replace(row, decides="", pays="", also=()) for row in rows]

    def _paytable(self, place: Place) -> Paytable:
        columns = place.words("columns") or ("A",)
        rows: dict[str, tuple[str, ...]] = {}
        cells = place.table("rows", said("a paytable has a row of odds for each kind of win"))
        for name, value in (cells.values if cells else {}).items():
            assert cells is not None
            odds = value if isinstance(value, list) else [value]
            numbers = [read_number(str(each)) for each in odds]
            wrong = [each for each, number in zip(odds, numbers, strict=True) if number is None or number <= 0]
            if wrong:
                cells.fault(name, NO_ODDS.about(value=shown(wrong[0])))
            elif len(odds) != len(columns):
                has = said("has {odds} odds for {columns} columns", odds=str(len(odds)), columns=str(len(columns)))
                cells.fault(name, has)
            rows[name] = tuple(map(str, numbers))
        place.unknown()
        return Paytable(option="", columns=columns, rows=rows)

    def _check_cell(self, place: Place, paytable: str, row: str) -> None:
        if paytable not in self.paytables:
            asks = said("there is no [paytable.{paytable}]{did_you_mean}", paytable=paytable)
            place.fault("", asks.about(did_you_mean=did_you_mean(paytable, self.paytables)))
        elif row not in (rows := self.paytables[paytable].rows):
            asks = said("the paytable {paytable} has no row '{row}'{did_you_mean}; it has {rows}", paytable=paytable)
            asks = asks.about(row=row, did_you_mean=did_you_mean(row, rows), rows=many(rows, "and"))
            place.fault("", asks)

    def _odds(self, odds: str | None, column: Value | None) -> str | None:
        """The odds of a line as a number, taken from its paytable where it names one."""
        cell = _paytable_cell(odds)
        if cell is None:
            return odds
        name, row = cell
        table = self.paytables[name]
        return table.rows[row][table.columns.index(column)] if column is not None else None


def _paytable_cell(odds: str | None) -> tuple[str, str] | None:
    """The paytable and its row that odds are taken from; nothing where the line states them itself."""
    if odds is None or not odds.startswith("paytable:"):
        return None
    name, _, row = odds.removeprefix("paytable:").partition("/")
    return name, row
