"""Own wagers: a side wager or a paytable written as data, priced like the printed ones.

A file holds wagers, each a list of lines over the facts of a coup; the first line that applies decides. Odds stand in
the line, or in a paytable with a column for each version, and then each version is priced.

>>> lucky = '''
... [[wager]]
... id = "lucky-6"
... hand = "banker"
... row = [
...   { when = { winner = "banker", own_total = 6, own_cards = 3 }, outcome = "win", odds = 20 },
...   { when = { winner = "banker", own_total = 6 }, outcome = "win", odds = 12 },
...   { outcome = "lose" },
... ]
... '''
>>> from minibac.odds.prices import prices
>>> prices("section-42", own=read_own_wagers(lucky))["lucky-6"]
<lucky-6: edge 16.6836%, 47209656769/282970916865>
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from minibac.odds.prices import OddsError
from minibac.play.propositions import HANDS, PropositionError, check_proposition
from minibac.rules.names import rulebook_name
from minibac.rules.rulebook import Paytable, Proposition, Row, Rulebook, Value
from minibac.rules.wager_words import fact_answers
from minibac.rules.words import did_you_mean
from minibac.voice.said import Said, many, said, words_of

OUTCOMES = ("win", "lose", "push")
WAGER_KEYS = ("id", "label", "area", "hand", "row", "same_rows_as")
ROW_KEYS = ("when", "outcome", "odds")
PAYTABLE_KEYS = ("columns", "rows")
FILE_KEYS = ("wager", "paytable")
THE_FILE = said("the file")


class OwnWagerError(OddsError):
    """A wager file that cannot be read. The message is a sentence for the person who wrote it."""


def load_own_wagers(path: Path, rulebook: Rulebook | None = None) -> tuple[Proposition, ...]:
    """Read a file of own wagers."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise OwnWagerError(said("{path} cannot be read: {why}", path=str(path), why=reason)) from None
    try:
        return read_own_wagers(text, rulebook)
    except OwnWagerError as error:
        raise OwnWagerError(said("{path}: {fault}", path=str(path), fault=words_of(error))) from None


def read_own_wagers(text: str, rulebook: Rulebook | None = None) -> tuple[Proposition, ...]:
    """The wagers a TOML text describes.

    With a ``rulebook``, ``same_rows_as`` may name a printed wager, whose lines are then priced with the odds of
    a paytable of the same name in the text.
    """
    import tomllib

    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OwnWagerError(said("this is no TOML: {why}", why=str(error))) from None
    _known_keys(document, FILE_KEYS, THE_FILE)
    paytables = {name: _paytable(name, table) for name, table in _table(document, "paytable").items()}
    found: list[Proposition] = []
    entries = document.get("wager")
    if not isinstance(entries, list) or not entries:
        raise OwnWagerError(said("the file has no wager: write one under [[wager]]"))
    for number, entry in enumerate(entries, start=1):
        found += _wager(number, entry, paytables, rulebook)
    names = [proposition.id for proposition in found]
    if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        raise OwnWagerError(said("the wager '{wager}' is there twice", wager=twice[0]))
    return tuple(found)


def _wager(
    number: int, entry: object, paytables: Mapping[str, Paytable], rulebook: Rulebook | None
) -> Iterable[Proposition]:
    if not isinstance(entry, dict):
        raise OwnWagerError(said("wager {number} is no table: write it under [[wager]]", number=number))
    wager_id = entry.get("id")
    if not isinstance(wager_id, str) or not wager_id.strip():
        raise OwnWagerError(said("wager {number} has no id: write id = 'lucky-6'", number=number))
    where = said("the wager {wager}", wager=wager_id)
    _known_keys(entry, WAGER_KEYS, where)
    label = str(entry.get("label", wager_id))
    hand = entry.get("hand")
    if hand is not None and hand not in HANDS:
        on = said("{where} is on the hand {hand}: a hand is {hands}", where=where, hand=repr(hand), hands=many(HANDS))
        raise OwnWagerError(on)
    if "same_rows_as" in entry:
        rows = _shared_rows(where, str(entry["same_rows_as"]), rulebook)
    else:
        lines = entry.get("row", [])
        if not isinstance(lines, list):
            raise OwnWagerError(said("the lines of {where} are no list: write each under [[wager.row]]", where=where))
        rows = tuple(
            _row(said("line {line} of {where}", line=line, where=where), row) for line, row in enumerate(lines, start=1)
        )
    asked = {cell[0] for row in rows if (cell := _paytable_cell(row.odds))}
    if unknown := sorted(asked - set(paytables)):
        asks = said("{where} asks for the paytable '{paytable}'{did_you_mean}: the file has none")
        if paytables:
            asks = said("{where} asks for the paytable '{paytable}'{did_you_mean}: the file has {paytables}")
        asks = asks.about(where=where, paytable=unknown[0], did_you_mean=did_you_mean(unknown[0], paytables))
        raise OwnWagerError(asks.about(paytables=many(sorted(paytables), "and")))
    columns: list[Value | None] = [*dict.fromkeys(c for name in sorted(asked) for c in paytables[name].columns)]
    for column in columns or [None]:
        suffix = f"-{column}" if len(columns) > 1 else ""
        proposition = Proposition(
            id=f"{wager_id}{suffix.lower()}",
            label=f"{label}{', ' + str(column) if suffix else ''}",
            area=str(entry.get("area", label.upper())),
            kind="side",
            hand=hand,
            row=tuple(msgspec.structs.replace(row, odds=_odds(where, row.odds, column, paytables)) for row in rows),
        )
        try:
            check_proposition(proposition)
        except PropositionError as error:
            raise OwnWagerError(words_of(error)) from None
        _check_values(proposition)
        yield proposition


def _shared_rows(where: Said, name: str, rulebook: Rulebook | None) -> tuple[Row, ...]:
    printed = {proposition.id: proposition for proposition in rulebook.wager} if rulebook else {}
    if name not in printed:
        shares = said("{where} shares the lines of '{wager}'{did_you_mean}, which {rulebook} does not print")
        book = rulebook_name(rulebook.id) if rulebook else said("no rulebook")
        hint = did_you_mean(name, printed)
        raise OwnWagerError(shares.about(where=where, wager=name, did_you_mean=hint, rulebook=book))
    source = printed[name]
    rows = source.row or printed[source.same_rows_as or name].row
    if any(row.only for row in rows):
        hang = said("{where} cannot share the lines of {wager}: they hang on options of the table", where=where)
        raise OwnWagerError(hang.about(wager=name))
    return tuple(msgspec.structs.replace(row, decides="", pays="", also=()) for row in rows)


def _row(where: Said, row: object) -> Row:
    if not isinstance(row, dict):
        raise OwnWagerError(said("{where} is no table", where=where))
    _known_keys(row, ROW_KEYS, where)
    outcome = row.get("outcome")
    if outcome not in OUTCOMES:
        has = said("{where} has the outcome {outcome}: an outcome is {outcomes}", where=where, outcome=repr(outcome))
        raise OwnWagerError(has.about(outcomes=many(OUTCOMES)))
    when = _table(row, "when", where)
    odds = row.get("odds")
    return Row(
        outcome=outcome,
        when={name: tuple(value) if isinstance(value, list) else (value,) for name, value in when.items()},
        odds=None if odds is None else str(odds),
    )


def _odds(where: Said, odds: str | None, column: Value | None, paytables: Mapping[str, Paytable]) -> str | None:
    """The odds of a line as a number, taken from its paytable where it names one."""
    if odds is None:
        return None
    if cell := _paytable_cell(odds):
        name, row = cell
        table = paytables[name]
        if row not in table.rows:
            asks = said("{where} asks for the row '{row}'{did_you_mean}, and the paytable {paytable} has {rows}")
            asks = asks.about(where=where, row=row, did_you_mean=did_you_mean(row, table.rows))
            raise OwnWagerError(asks.about(paytable=name, rows=many(table.rows, "and")))
        if column is None or column not in table.columns:
            lacks = said("the paytable {paytable} of {where} has no column {column}", paytable=name, where=where)
            raise OwnWagerError(lacks.about(column=str(column)))
        odds = table.rows[row][table.columns.index(column)]
    try:
        number = Fraction(odds)
    except (ValueError, ZeroDivisionError):
        pays = said("{where} pays {odds}: odds to 1 are a number or a fraction such as 3/2", where=where)
        raise OwnWagerError(pays.about(odds=repr(odds))) from None
    if number <= 0:
        pays = said("{where} pays {odds}: a win pays more than nothing; what pays nothing is a push", where=where)
        raise OwnWagerError(pays.about(odds=odds))
    return str(number)


def _paytable(name: str, table: object) -> Paytable:
    where = said("the paytable {paytable}", paytable=name)
    if not isinstance(table, dict):
        raise OwnWagerError(said("{where} is no table: write it under [paytable.{name}]", where=where, name=name))
    _known_keys(table, PAYTABLE_KEYS, where)
    columns = tuple(map(str, table.get("columns", ["A"])))
    rows = {}
    for row, cells in _table(table, "rows", where).items():
        cells = cells if isinstance(cells, list) else [cells]
        if len(cells) != len(columns):
            has = said("the row {row} of {where} has {odds} odds for {columns} columns", row=row, where=where)
            raise OwnWagerError(has.about(odds=len(cells), columns=len(columns)))
        rows[row] = tuple(map(str, cells))
    if not rows:
        raise OwnWagerError(
            said("{where} has no rows: write them under [paytable.{name}.rows]", where=where, name=name)
        )
    return Paytable(option="", columns=columns, rows=rows)


def _paytable_cell(odds: str | None) -> tuple[str, str] | None:
    """The paytable and its row that odds are taken from; nothing where the line states them itself."""
    if odds is None or not odds.startswith("paytable:"):
        return None
    name, _, row = odds.removeprefix("paytable:").partition("/")
    return name, row


def _known_keys(table: Mapping[str, Any], known: Iterable[str], where: Said) -> None:
    for key in table:
        if key not in known:
            has = said("{where} has '{key}'{did_you_mean}: it may have {keys}", where=where, key=key)
            raise OwnWagerError(has.about(did_you_mean=did_you_mean(key, known), keys=many(known, "and")))


def _table(holder: Mapping[str, Any], key: str, where: Said = THE_FILE) -> Mapping[str, Any]:
    table = holder.get(key, {})
    if not isinstance(table, dict):
        raise OwnWagerError(said("'{key}' of {where} is no table", key=key, where=where))
    return table


def _check_values(proposition: Proposition) -> None:
    """Refuse a condition that no coup can meet, since it is always a slip."""
    known = fact_answers(proposition.hand)
    for number, row in enumerate(proposition.row, start=1):
        where = said("line {line} of the wager {wager}", line=number, wager=proposition.id)
        for name, values in row.when.items():
            for value in values:
                if not any(value == each and type(value) is type(each) for each in known[name]):
                    words = [str(each).lower() for each in known[name]]
                    span = said("{least} to {most}", least=words[0], most=words[-1])
                    asks = said("{where} asks for {fact} = {value}, which is never so: it is {answers}", where=where)
                    asks = asks.about(fact=name, value=repr(value), answers=span if len(words) > 3 else many(words))
                    raise OwnWagerError(asks)
        if not row.when and number < len(proposition.row):
            raise OwnWagerError(said("{where} has no conditions, so the lines after it never apply", where=where))
