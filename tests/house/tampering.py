"""What somebody with the database can do to it, place by place: each alteration is done to a copy of a kept house.

Whoever does it knows the tables: what bars a change is taken away before and put back afterwards, and where an
alteration says so, the chain is computed anew, the numbers are closed up and the balances are made to agree.

    python -m tests.house.tampering FOLDER -- minibac books check     # how many of them a command finds

``FOLDER`` is a data folder as :mod:`tests.house.kept_house` makes it.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from minibac.records.checksum import LENGTH, with_checksum
from minibac.records.leaves import OPEN_LOG
from minibac.records.store import Written

Change = Callable[[sqlite3.Connection], object]


class Alteration(NamedTuple):
    """One of them: what it is about, what is done, and whether only somebody outside can tell."""

    about: str
    name: str
    change: Change
    unseen: bool = False
    """Nothing that is kept says otherwise: the page in ``docs`` lists it."""


# ----------------------------------------------------------------------------------------------------------- the tools


def tampered(folder: Path, copy: Path, change: Change) -> None:
    """A copy of a data folder, altered."""
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("logs", "*.lock"))
    with closing(sqlite3.connect(copy / "minibac.sqlite", isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        guards = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("BEGIN")
        change(db)
        db.execute("COMMIT")
        for _, sql in guards:
            db.execute(sql)


def lines(db: sqlite3.Connection, stream: str) -> list[tuple[int, bytes]]:
    return db.execute("SELECT version, line FROM events WHERE stream = ? ORDER BY version", (stream,)).fetchall()


def chained(db: sqlite3.Connection, stream: str) -> None:
    """Compute the chain of a stream anew, and the open log with it."""
    linked(db, stream)
    logged(db)


def logged(db: sqlite3.Connection) -> None:
    """Write the open log anew, so that each of its leaves is of what is stored now; those of what is gone go too."""
    rows = db.execute("SELECT stream, version, head FROM events")
    heads = {(stream, version): head for stream, version, head in rows}
    told = []
    for _, line in lines(db, OPEN_LOG):
        leaf, salt = json.loads(line.partition(b"\n")[0]), line.partition(b"\n")[2]
        if leaf["leaf"] == "head":
            if (head := heads.get((leaf["log"], leaf["version"]))) is None:
                continue
            if salt:
                leaf["sealed"] = hashlib.sha256(bytes.fromhex(salt.decode()) + head).hexdigest()
            else:
                leaf["head"] = head.hex()
        told.append(json.dumps(leaf, separators=(",", ":")).encode() + (b"\n" + salt if salt else b""))
    db.execute("DELETE FROM events WHERE stream = ?", (OPEN_LOG,))
    for version, line in enumerate(told, 1):
        row = (OPEN_LOG, version, line, bytes(32))
        db.execute("INSERT INTO events (stream, version, line, head) VALUES (?, ?, ?, ?)", row)
    db.execute("DELETE FROM documents WHERE kind IN ('log-tile', 'log-shoe', 'log-epoch')")  # made again when asked for
    linked(db, OPEN_LOG)
    closed_up(db)


def linked(db: sqlite3.Connection, stream: str) -> None:
    head = bytes(32)
    for version, line in lines(db, stream):
        head = hashlib.sha256(head + line).digest()
        db.execute("UPDATE events SET head = ? WHERE stream = ? AND version = ?", (head, stream, version))


def closed_up(db: sqlite3.Connection) -> None:
    """Number rows without a gap."""
    for table in ("events", "ledger"):
        numbers = [number for (number,) in db.execute(f"SELECT number FROM {table} ORDER BY number")]
        for right, number in enumerate(numbers, 1):
            db.execute(f"UPDATE {table} SET number = ? WHERE number = ?", (right, number))


def balanced(db: sqlite3.Connection) -> None:
    """Make the balances agree with the ledger."""
    whose = "CASE WHEN account GLOB 'guest/*' THEN '' ELSE stream END"
    db.execute("UPDATE balances SET cents = 0")
    rows = db.execute(f"SELECT {whose}, account, sum(amount_cents) FROM ledger GROUP BY 1, 2").fetchall()
    for owner, account, cents in rows:
        safe = account.endswith(("chips", "wallet")) or account.startswith("layout/")
        db.execute("INSERT OR REPLACE INTO balances VALUES (?, ?, ?, ?)", (owner, account, cents, safe and cents >= 0))


def edited(db: sqlite3.Connection, stream: str, kind: str, change: Callable[[dict[str, Any]], object]) -> int:
    """Alter the last event of a kind in a stream, its chain computed anew; the version."""
    version, line = next(row for row in reversed(lines(db, stream)) if json.loads(row[1])["event"] == kind)
    facts = json.loads(line)
    change(facts)
    written = json.dumps(facts, separators=(",", ":"), ensure_ascii=False).encode()
    db.execute("UPDATE events SET line = ? WHERE stream = ? AND version = ?", (written, stream, version))
    chained(db, stream)
    return int(version)


def cut(db: sqlite3.Connection, stream: str, last: int, *, clean: bool) -> None:
    """Cut a stream off after an event; ``clean``: with everything that would tell."""
    db.execute("DELETE FROM events WHERE stream = ? AND version > ?", (stream, last))
    if clean:
        for table in ("ledger", "answers", "snapshots"):
            db.execute(f"DELETE FROM {table} WHERE stream = ? AND version > ?", (stream, last))
        if not last:
            db.execute("DELETE FROM seals WHERE name GLOB ?", (f"{stream}/*",))
            db.execute("DELETE FROM balances WHERE owner = ?", (stream,))
        beside = "kind IN ('shoes', 'shoe-start') AND name GLOB ?"
        db.execute(f"DELETE FROM documents WHERE {beside}", (f"{table_of(stream)}*",))
        logged(db)
        balanced(db)
        closed_up(db)


def table_of(stream: str) -> str:
    return stream.partition("/")[2]


def document(db: sqlite3.Connection, kind: str, pick: Callable[[Any], bool], change: Callable[[Any], object]) -> None:
    """Alter the first document of a kind that is wanted."""
    rows = db.execute("SELECT name, document FROM documents WHERE kind = ? ORDER BY name", (kind,)).fetchall()
    name, facts = next((name, json.loads(text)) for name, text in rows if pick(json.loads(text)))
    change(facts)
    new = json.dumps(facts, separators=(",", ":")).encode()
    db.execute("UPDATE documents SET document = ? WHERE kind = ? AND name = ?", (new, kind, name))


def sets(**facts: Any) -> Callable[[dict[str, Any]], object]:
    return lambda found: found.update(facts)


def sql(*statements: str, also: Callable[[sqlite3.Connection], object] | None = None) -> Change:
    def change(db: sqlite3.Connection) -> None:
        for statement in statements:
            assert db.execute(statement).rowcount > 0, statement
        if also:
            also(db)

    return change


# ----------------------------------------------------------------------------------------------------- the alterations


def alterations(folder: Path) -> Iterator[Alteration]:
    """Everything that is done, for the streams that are there."""
    with closing(sqlite3.connect(folder / "minibac.sqlite")) as db:
        last = dict(db.execute("SELECT stream, max(version) FROM events GROUP BY stream").fetchall())
        bought = "stream = 'table/s42-1' AND step = 'buy-in' AND account GLOB 'guest/*'"
        guests = [name for (name,) in db.execute(f"SELECT account FROM ledger WHERE {bought} ORDER BY number")]
        trained = next(name for name in last if name.startswith("table/training"))
    pit = next(name for name in last if name.startswith("pit/"))
    streams = ("house", pit, "table/s42-1", trained, "refused/s42-1")
    for stream in streams:
        yield from of_a_log(stream, last[stream])
    yield from of_events(pit)
    yield from of_the_ledger(guests)
    yield from of_balances(guests)
    yield from of_snapshots(trained)
    yield from of_answers()
    yield from of_seals(trained)
    yield from of_accounts()
    yield from of_the_rest(trained)


def of_a_log(stream: str, last: int) -> Iterator[Alteration]:
    """Lines, the end of a log, and the whole of it."""
    where, middle = f"WHERE stream = '{stream}'", max(last // 2, 1)

    def swapped(db: sqlite3.Connection) -> None:
        two = dict(lines(db, stream)[-2:])
        versions = list(two)
        for version, other in zip(versions, reversed(versions), strict=True):
            db.execute(f"UPDATE events SET line = ? {where} AND version = ?", (two[other], version))

    def added(db: sqlite3.Connection) -> None:
        row = db.execute(f"SELECT line, head FROM events {where} AND version = {last}").fetchone()
        db.execute("INSERT INTO events (stream, version, line, head) VALUES (?, ?, ?, ?)", (stream, last + 1, *row))

    def forged(db: sqlite3.Connection) -> None:
        log = [line for _, line in lines(db, stream)]
        line = [each for each in log if b'"WagerPlaced"' in each[:30]][-1] if "table" in stream else log[-1]
        row = (stream, last + 1, line, bytes(32))
        db.execute("INSERT INTO events (stream, version, line, head) VALUES (?, ?, ?, ?)", row)
        chained(db, stream)

    def moved(db: sqlite3.Connection) -> None:
        for version, line in lines(db, stream):
            later = line.replace(b'"at":18', b'"at":17')
            db.execute(f"UPDATE events SET line = ? {where} AND version = ?", (later, version))
        chained(db, stream)

    about = stream if stream.startswith("refused/") else "a log"
    at = f"{where} AND version = {middle}"
    spaced = f"UPDATE events SET line = CAST(line || ' ' AS BLOB) {at}"
    zeros = f"UPDATE events SET head = zeroblob(32) {where} AND version = {last}"
    yield Alteration(about, f"{stream}: a line is changed", sql(spaced))
    yield Alteration(about, f"{stream}: a hash is changed", sql(zeros))
    yield Alteration(about, f"{stream}: a line is taken out", sql(f"DELETE FROM events {at}"))
    yield Alteration(about, f"{stream}: two lines change places", swapped)
    yield Alteration(about, f"{stream}: the last line is added again", added)
    paid = stream in ("table/s42-1", "pit/section-42-main") or "training" in stream  # the ledger has no row for it
    yield Alteration(about, f"{stream}: an event is made up, chained", forged, unseen=not paid)
    yield Alteration("a recomputed chain", f"{stream}: every time is moved, chained", moved)
    for length, clean in product((1, 2), (False, True)):

        def ended(db: sqlite3.Connection, last: int = max(last - length, 0), clean: bool = clean) -> None:
            cut(db, stream, last, clean=clean)

        name = f"{stream}: the last {length} are cut off" + (", and everything agrees" if clean else "")
        # The last of the house's log is the check itself: then nothing tells but the open log, where that is whole.
        yield Alteration("a cut end", name, ended, unseen=stream == "house" and length == 1 and clean)
    yield Alteration("a whole log", f"{stream}: all of it is gone", lambda db: cut(db, stream, 0, clean=False))
    yield Alteration("a whole log", f"{stream}: gone, and everything agrees", lambda db: cut(db, stream, 0, clean=True))


def of_events(pit: str) -> Iterator[Alteration]:
    """Events rewritten under a chain that was computed anew."""
    about, table = "a recomputed chain", "table/s42-1"

    def edit(stream: str, kind: str, change: Callable[[dict[str, Any]], object]) -> Change:
        return lambda db: edited(db, stream, kind, change)

    def paid_more(db: sqlite3.Connection) -> None:
        """A wager that was twice as high, with its rows and all balances."""

        def doubled(facts: dict[str, Any]) -> None:
            facts["cents"] *= 2
            for posting in facts["postings"]:
                posting[4] *= 2

        version = edited(db, table, "WagerPlaced", doubled)
        where = (table, version)
        db.execute("UPDATE ledger SET amount_cents = 2 * amount_cents WHERE stream = ? AND version = ?", where)
        balanced(db)

    yield Alteration(about, "a wager is higher", edit(table, "WagerPlaced", sets(cents=20_000)))
    yield Alteration(about, "a wager is another one", edit(table, "WagerPlaced", sets(wager="player")))
    yield Alteration(about, "a wager is higher, with rows and balances", paid_more)
    yield Alteration(about, "a buy-in is somebody else's seat", edit(table, "ChipsBought", sets(seat=7)))
    yield Alteration(about, "a guest is somebody else", edit(table, "SeatTaken", sets(guest="g-0000000000000000")))
    yield Alteration(about, "a card is another one", edit(table, "CardDealt", sets(card="9s")))
    yield Alteration(about, "a commitment is another one", edit(table, "StackCommitted", sets(commitment="ab" * 32)))
    yield Alteration(about, "the rules are others", edit(table, "TableOpened", sets(rulebook="seneca")))
    yield Alteration(about, "who did it is another", edit(table, "BettingClosed", sets(by="Zed")))
    yield Alteration(about, "a line is no event", edit(table, "BettingClosed", sets(event="Nothing")))
    yield Alteration(about, "a day is another one", edit(pit, "DayOpened", sets(day="2026-01-01")))
    yield Alteration(about, "a role is another one", edit("house", "RolesGranted", sets(role="surveillance")))
    yield Alteration(about, "a grant is higher", edit("house", "ChipsGranted", sets(cents=5)))
    yield Alteration(about, "an exclusion never was", edit("house", "ParameterChanged", sets(after="0")))
    for name, facts in {
        "an attempt is somebody else's": {"by": "Zed"},
        "an attempt weighs less": {"code": "wrong-step"},
        "an attempt was elsewhere": {"table": "sen-1"},
    }.items():
        yield Alteration("refused/s42-1", name, edit("refused/s42-1", "RefusedAttempt", sets(**facts)))


def of_the_ledger(guests: list[str]) -> Iterator[Alteration]:
    """Rows, with the sum of every event kept at zero; then the same again, with balances and numbers that agree."""
    one, other = guests[0], guests[1]
    bought = "WHERE step = 'buy-in' AND stream = 'table/s42-1'"
    event = "WHERE (stream, version) IN (SELECT stream, version FROM ledger WHERE step = 'wager' LIMIT 1)"
    columns = "stream, version, step, seat, wager, account, amount_cents, clause"

    def pair(stream: str, version: int, one: str, other: str) -> Change:
        def change(db: sqlite3.Connection) -> None:
            for account, cents in ((one, 5_000), (other, -5_000)):
                row = (stream, version, "transfer", 0, "", account, cents, None)
                db.execute(f"INSERT INTO ledger ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

        return change

    def update(*what: str) -> Change:
        return sql(*(f"UPDATE ledger SET {each}" for each in what))

    changes: dict[str, Change] = {
        "two amounts are higher": update(f"amount_cents = 2 * amount_cents {event}"),
        "one amount is higher": update("amount_cents = amount_cents + 1 WHERE number = 1"),
        "a wallet is another guest's": update(f"account = '{other}' {bought} AND account = '{one}'"),
        "a grant is another guest's": update(f"account = '{other}' WHERE step = 'grant' AND account = '{one}'"),
        "the tray is the drop box": update(f"account = 'drop-box' {bought} AND account = 'tray'"),
        "a cage is a wallet": update(f"account = '{one}' {bought} AND account = 'cage'"),
        "a seat is another one": update(f"seat = 9 {bought}"),
        "a cause is another one": update("step = 'correction' WHERE step = 'wager'"),
        "a wager is another one": update("wager = 'tie' WHERE step = 'wager'"),
        "a clause is another one": update("clause = 's42/a' WHERE step = 'wager'"),
        "the rows of an event are gone": sql(f"DELETE FROM ledger {event}"),
        "rows belong to another event": update(f"version = version + 1 {event}"),
        "rows belong to another table": update(f"stream = 'table/sen-1' {bought}"),
        "two rows change places": update(
            "number = -1 WHERE number = 3", "number = 3 WHERE number = 4", "number = 4 WHERE number = -1"
        ),
        "rows behind the last event": pair("table/s42-1", 99_999, one, "cage"),
        "rows beside those of an event": pair("table/s42-1", 1, one, "cage"),
        "rows in the house's log": pair("house", 1, one, other),
        "rows in a log that is not there": pair("table/none", 1, one, "cage"),
        "rows in the log of refusals": pair("refused/s42-1", 1, one, "cage"),
    }
    for name, change in changes.items():

        def agreeing(db: sqlite3.Connection, change: Change = change) -> None:
            change(db)
            closed_up(db)
            balanced(db)

        yield Alteration("the ledger", name, change)
        yield Alteration("the ledger", f"{name}, and balances agree", agreeing)


def of_balances(guests: list[str]) -> Iterator[Alteration]:
    one, other, own = guests[0], guests[1], "owner = 'table/s42-1'"
    update = "UPDATE balances SET"
    changes: dict[str, tuple[str, ...]] = {
        "a wallet holds more": (f"{update} cents = cents + 1 WHERE account = '{one}'",),
        "a wallet holds what was another's": (
            f"{update} cents = cents + 500 WHERE account = '{one}'",
            f"{update} cents = cents - 500 WHERE account = '{other}'",
        ),
        "a wallet is not there": (f"DELETE FROM balances WHERE account = '{one}'",),
        "chips are another's": (f"{update} cents = cents + 100 WHERE account = 'seat/3/chips' AND {own}",),
        "a tray is fuller": (f"{update} cents = cents + 100 WHERE account = 'tray' AND {own}",),
        "an account that never was": ("INSERT INTO balances VALUES ('', 'guest/g-1/wallet', 100, 1)",),
        "a balance is another stream's": (f"{update} owner = 'table/sen-1' WHERE account = 'tray' AND {own}",),
        "a wallet may go below zero": (f"{update} never_negative = 0 WHERE account = '{one}'",),
    }
    for name, statements in changes.items():
        yield Alteration("balances", name, sql(*statements))


def of_snapshots(trained: str) -> Iterator[Alteration]:
    about, where = "snapshots", f"WHERE stream = '{trained}'"

    def inside(old: bytes, new: bytes) -> Change:
        def change(db: sqlite3.Connection) -> None:
            ((version, kept),) = db.execute(f"SELECT version, snapshot FROM snapshots {where}").fetchall()
            assert old in kept, kept
            ((head,),) = db.execute(f"SELECT head FROM events {where} AND version = ?", (version,)).fetchall()
            state = with_checksum(trained, Written(version, head), kept[LENGTH:].replace(old, new, 1))
            db.execute(f"UPDATE snapshots SET snapshot = ? {where}", (state,))

        return change

    gone, update = "DELETE FROM snapshots WHERE stream = 'table/s42-1'", "UPDATE snapshots SET"
    yield Alteration(about, "the shoe has another number", inside(b'"shoe_no":', b'"shoe_no":1'))
    yield Alteration(about, "the round has another number", inside(b'"coup_no":', b'"coup_no":1'))
    yield Alteration(about, "a byte is gone", inside(b'"shoe_no"', b'"shoe_n"'))
    yield Alteration(about, "it is of another event", sql(f"{update} version = version - 1 {where}"))
    yield Alteration(about, "it is of an event to come", sql(f"{update} version = 99999 {where}"))
    yield Alteration(about, "it is another table's", sql(gone, f"{update} stream = 'table/s42-1' {where}"))
    yield Alteration(about, "it is no snapshot", sql(f"{update} snapshot = x'00' {where}"))


def of_answers() -> Iterator[Alteration]:
    first = "WHERE rowid = (SELECT min(rowid) FROM answers WHERE stream = 'table/s42-1')"
    update, kept = "UPDATE answers SET", 'CAST(\'{"ok":true,"version":%s}\' AS BLOB)'
    no, any_command = "CAST(replace(CAST(answer AS TEXT), 'true', 'false') AS BLOB)", kept % "' || version || '"
    changes = {
        "one says no": f"{update} answer = {no} {first}",
        "one is no answer": f"{update} answer = x'7b' {first}",
        "one is of another event": f"{update} version = version + 1 {first}",
        "one is of an event to come": f"{update} version = 99999, answer = {kept % 99999} {first}",
        "one is of another command": f"{update} command = 'x' {first}",
        "one is of another table": f"{update} stream = 'table/sen-1' {first}",
        "one is for any command": f"{update} answer = {any_command} {first}",
        "one is gone": f"DELETE FROM answers {first}",
        "one more": f"INSERT INTO answers VALUES ('table/s42-1', 'mine', 3, {kept % 3})",
        "all are gone": "DELETE FROM answers",
    }
    for name, statement in changes.items():
        yield Alteration("answers", name, sql(statement))


def of_seals(trained: str) -> Iterator[Alteration]:
    about, own = "seals", "WHERE name = 'table/s42-1/shoe/1'"
    other = f"(SELECT sealed FROM seals WHERE name GLOB '{trained}/*')"
    yield Alteration(about, "one is gone", sql(f"DELETE FROM seals {own}"))
    yield Alteration(about, "all are gone", sql("DELETE FROM seals"))
    yield Alteration(about, "one is another shoe's", sql(f"UPDATE seals SET sealed = {other} {own}"))
    yield Alteration(about, "one is of zeros", sql(f"UPDATE seals SET sealed = zeroblob(500) {own}"))
    yield Alteration(about, "one has another name", sql(f"UPDATE seals SET name = 'table/s42-1/shoe/2' {own}"))
    yield Alteration(about, "one more", sql("INSERT INTO seals VALUES ('table/sen-1/shoe/1', zeroblob(500))"))


def of_accounts() -> Iterator[Alteration]:
    about = "accounts"

    def account(pick: Callable[[Any], bool], **facts: Any) -> Change:
        return lambda db: document(db, "account", pick, sets(**facts))

    def new(**facts: Any) -> Change:
        made = {"id": "g-0123456789abcdef", "name": "Zed", "created": 1, "of_age": True, **facts}
        text = json.dumps(made)
        return sql(f"INSERT INTO documents VALUES ('account', '{made['id']}', CAST('{text}' AS BLOB))")

    def staff(facts: Any) -> bool:
        return bool(facts.get("staff"))

    def guest(facts: Any) -> bool:
        return not staff(facts)

    gone = "DELETE FROM documents WHERE kind = 'account' AND CAST(document AS TEXT) LIKE '%\"staff\":true%'"
    owner = "(SELECT name FROM documents WHERE kind = 'account' AND name GLOB 'g-*' LIMIT 1)"
    theirs = f"UPDATE documents SET document = CAST({owner} AS BLOB) WHERE kind = 'account-name'"
    session = "SELECT kind, 'mine', document FROM documents WHERE kind = 'session' LIMIT 1"
    link = "VALUES ('invitation', 'mine', CAST('{\"role\":\"admin\"}' AS BLOB))"
    yield Alteration(about, "a guest is one of the staff", account(guest, staff=True))
    yield Alteration(about, "one of the staff is a guest", account(staff, staff=False))
    yield Alteration(about, "one of the staff has another name", account(staff, name="Zed"))
    yield Alteration(about, "somebody is off the list", sql("DELETE FROM documents WHERE kind = 'exclusion'"))
    yield Alteration(about, "an account is kept for another", account(guest, id="g-0000000000000000"))
    yield Alteration(about, "one of the staff nobody admitted", new(id="p-0123456789abcdef", staff=True))
    yield Alteration(about, "a guest nobody let in", new())
    yield Alteration(about, "the staff is gone", sql(gone))
    yield Alteration(about, "no account at all", sql("UPDATE documents SET document = x'7b' WHERE kind = 'account'"))
    yield Alteration(about, "a name is free", sql("DELETE FROM documents WHERE kind = 'account-name'"))
    yield Alteration(about, "a name is a guest's", sql(theirs))
    without_a_trace: dict[str, Change] = {
        "a password is another one": account(staff, password="$argon2id$v=19$m=8,t=1,p=1$AA$AA"),
        "a guest is locked out": account(guest, disabled=True),
        "somebody was never here": account(guest, last_access=0),
        "a session is made": sql(f"INSERT INTO documents {session}"),
        "everybody is signed out": sql("DELETE FROM documents WHERE kind = 'session'"),
        "a link is made": sql(f"INSERT INTO documents {link}"),
    }
    for name, change in without_a_trace.items():
        yield Alteration(about, name, change, unseen=True)


def of_the_rest(trained: str) -> Iterator[Alteration]:
    """Indexes, training tables, and the guards of the database."""
    about, name = "the rest", table_of(trained)
    mark = f"WHERE kind = 'shoe-start' AND name GLOB '{name}/*'"
    stored_as = f"UPDATE documents SET document = CAST(%s AS BLOB) {mark}"
    early = stored_as % "x'0000000000000005' || substr(document, 9)"

    def commitment(db: sqlite3.Connection) -> None:
        other = {"commitment": "ab" * 32}
        document(db, "shoes", lambda facts: facts["shoes"], lambda facts: facts["shoes"][0].update(other))

    table = f"CAST(replace(CAST(document AS TEXT), '{name}', 'training-0000000000') AS BLOB)"
    new = f"SELECT kind, 'training-0000000000', {table} FROM documents WHERE kind = 'training-table'"
    yield Alteration(about, "where a shoe begins is garbage", sql(stored_as % "substr(document, 1, 40)"))
    yield Alteration(about, "where a shoe begins is another event", sql(early))
    yield Alteration(about, "a listed commitment is another one", commitment)
    yield Alteration(about, "a training table nobody opened", sql(f"INSERT INTO documents {new}"))
    yield Alteration(about, "an index is gone", lambda db: db.execute("DROP INDEX ledger_by_event"))
    yield Alteration(about, "the snapshot is gone, and the log is there", sql("DELETE FROM snapshots"), unseen=True)


# --------------------------------------------------------------------------------------------------------- the figures


def main() -> None:
    """Print which alterations a command finds: its exit status is not 0 then."""
    folder, command = Path(sys.argv[1]), sys.argv[sys.argv.index("--") + 1 :]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("MINIBAC_")}
    found: dict[str, list[bool]] = {}
    with TemporaryDirectory() as scratch:
        for number, each in enumerate(alterations(folder)):
            copy = Path(scratch) / str(number)
            tampered(folder, copy, each.change)
            done = subprocess.run([*command, "--data", str(copy)], capture_output=True, env=environ, check=False)
            found.setdefault(each.about, []).append(done.returncode != 0)
            print(f"{'found' if done.returncode else 'NOT FOUND':9}  {each.about}: {each.name}")
            shutil.rmtree(copy)
    for about, results in found.items():
        print(f"{about}: {sum(results)} of {len(results)}")
    everything = [result for results in found.values() for result in results]
    print(f"all: {sum(everything)} of {len(everything)}")


if __name__ == "__main__":
    main()
