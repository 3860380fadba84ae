"""Random alterations of the logs of a house by an operator who computes every hash anew, and one checkpoint outside.

The operator has the database and the key: lines are changed, taken out, put in, moved and cut off, logs are exchanged
and taken away; chains, leaves and the tree are then made to agree, as far as somebody would. What is left to find it is
a checkpoint of the open log that somebody else kept.
"""

import hashlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any

from minibac.house.leaf_check import Kept, kept_in, read_leaves
from minibac.records.leaves import OPEN_LOG
from minibac.records.sqlite_reader import SqliteReader
from minibac.records.store import Line, Written
from minibac.records.verify import BEGINNING, line_fault
from minibac.voice.said import Said, said

Logs = dict[str, list[tuple[bytes, bytes]]]
"""The lines of each log with their hashes."""


async def logs_of(folder: Path) -> Logs:
    """The logs of a data folder."""
    store = await SqliteReader.open(folder / "minibac.sqlite")
    try:
        return {name: [(line.bytes, line.head) async for line in store.read(name)] for name in await store.names()}
    finally:
        await store.close()


class Stored:
    """Logs as the checker reads them."""

    def __init__(self, logs: Logs) -> None:
        self._logs = logs

    async def read(self, stream: str, after: int = 0, until: int | None = None) -> AsyncIterator[Line]:
        for version, (line, head) in enumerate(self._logs.get(stream, ())[after:until], after + 1):
            yield Line(version, line, head)

    async def get(self, kind: str, key: str) -> bytes | None:
        """No tiles are kept: they are made from the leaves."""
        del kind, key
        return None


def findings(logs: Logs, *checkpoints: Kept) -> list[str]:
    """What the checker of the program finds in these logs: their chains, and what the open log says of them."""
    told: list[str] = []

    def found(stream: str, version: int, what: Said) -> None:
        told.append(f"{stream} {version}: {what}")

    async def look() -> None:
        leaves = await read_leaves(Stored(logs), found, checkpoints)  # type: ignore[arg-type]
        for stream, lines in logs.items():
            last = BEGINNING
            for version, (line, head) in enumerate(lines if stream != OPEN_LOG else (), 1):
                if fault := line_fault(last, Line(version, line, head)):
                    found(stream, version, fault)
                leaves.held(stream, version, head, found)
                last = Written(version, head)
        leaves.rest(found)

    try:
        look().send(None)  # nothing in it waits for anything, so it needs no loop
    except StopIteration:
        return told
    raise AssertionError("it waits for something")


def checkpoint(text: str) -> Kept:
    return kept_in(text, said("the checkpoint"))


# --------------------------------------------------------------------------------------------- what the operator does


def linked(lines: Iterable[bytes]) -> list[tuple[bytes, bytes]]:
    """A chain computed anew."""
    head, found = bytes(32), []
    for line in lines:
        head = hashlib.sha256(head + line).digest()
        found.append((line, head))
    return found


def agreeing(logs: Logs) -> None:
    """The open log made to agree with the others: each leaf of what is there now, none of what is gone."""
    told = []
    for line, _ in logs.get(OPEN_LOG, ()):
        entry, _, salt = line.partition(b"\n")
        try:
            leaf = json.loads(entry)
            if leaf["leaf"] == "head":
                _, head = logs[leaf["log"]][leaf["version"] - 1]
                if salt:
                    leaf["sealed"] = hashlib.sha256(bytes.fromhex(salt.decode()) + head).hexdigest()
                else:
                    leaf["head"] = head.hex()
        except (ValueError, LookupError, TypeError):
            continue
        told.append(json.dumps(leaf, separators=(",", ":")).encode() + (b"\n" + salt if salt else b""))
    if told:
        logs[OPEN_LOG] = linked(told)


def _place(lines: list[Any], dice: random.Random) -> int:
    return dice.randrange(len(lines))


def a_byte(logs: Logs, name: str, dice: random.Random) -> None:
    lines = logs[name]
    at = _place(lines, dice)
    line = bytearray(lines[at][0])
    line[_place(line, dice)] = dice.randrange(32, 127)  # type: ignore[arg-type]
    lines[at] = (bytes(line), lines[at][1])


def a_fact(logs: Logs, name: str, dice: random.Random) -> None:
    """One value of an event is another one, and the event still reads."""
    lines = logs[name]
    at = _place(lines, dice)
    entry, gap, salt = lines[at][0].partition(b"\n")
    try:
        facts = json.loads(entry)
    except ValueError:
        return  # another alteration was here before
    key = dice.choice(sorted(facts))
    value = facts[key]
    facts[key] = value + dice.choice((-1, 1, 100)) if isinstance(value, int) else f"{value}{dice.choice('abc019')}"
    written = json.dumps(facts, separators=(",", ":"), ensure_ascii=False).encode()
    lines[at] = (written + gap + salt, lines[at][1])


def a_hash(logs: Logs, name: str, dice: random.Random) -> None:
    lines = logs[name]
    at = _place(lines, dice)
    lines[at] = (lines[at][0], dice.randbytes(32))


def taken_out(logs: Logs, name: str, dice: random.Random) -> None:
    del logs[name][_place(logs[name], dice)]


def put_in(logs: Logs, name: str, dice: random.Random) -> None:
    other = logs[dice.choice(sorted(each for each, lines in logs.items() if lines))]
    logs[name].insert(_place(logs[name], dice), other[_place(other, dice)])


def exchanged(logs: Logs, name: str, dice: random.Random) -> None:
    lines = logs[name]
    one, other = _place(lines, dice), _place(lines, dice)
    lines[one], lines[other] = lines[other], lines[one]


def turned_round(logs: Logs, name: str, dice: random.Random) -> None:
    lines = logs[name]
    first = _place(lines, dice)
    last = dice.randrange(first, len(lines)) + 1
    lines[first:last] = reversed(lines[first:last])


def cut_off(logs: Logs, name: str, dice: random.Random) -> None:
    lines = logs[name]
    del lines[-dice.randint(1, min(len(lines), 12)) :]


def gone(logs: Logs, name: str, dice: random.Random) -> None:
    del dice
    del logs[name]


def renamed(logs: Logs, name: str, dice: random.Random) -> None:
    logs[f"{name}{dice.randrange(10)}"] = logs.pop(name)


def two_logs(logs: Logs, name: str, dice: random.Random) -> None:
    other = dice.choice(sorted(logs))
    logs[name], logs[other] = logs[other], logs[name]


def spaced(logs: Logs, name: str, dice: random.Random) -> None:
    """Bytes that no reader of JSON minds."""
    lines = logs[name]
    at = _place(lines, dice)
    line = lines[at][0]
    new = dice.choice(
        (line + b" ", line + b"\n", line.replace(b":", b": ", 1), line.upper() if b"\n" in line else line + b"\n ")
    )
    lines[at] = (new, lines[at][1])


WAYS: tuple[Callable[[Logs, str, random.Random], None], ...] = (
    a_byte, a_fact, a_hash, taken_out, put_in, exchanged, turned_round, cut_off, gone, renamed, two_logs, spaced,
)  # fmt: skip


def altered(logs: Logs, number: int, seed: int) -> tuple[Logs, str]:
    """The alteration of a number, and what it is; the same for the same seed."""
    dice = random.Random(f"{seed} {number}")
    while True:
        new = {name: list(lines) for name, lines in logs.items()}
        done = []
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            way, name = dice.choice(WAYS), dice.choice(sorted(new) or [""])
            if new.get(name):
                way(new, name, dice)
                done.append(f"{way.__name__} in {name}")
        how = dice.randrange(4)
        if how:  # as a beginner would, or with every chain, or with the open log too
            new = {name: linked(line for line, _ in lines) for name, lines in new.items() if lines}
        if how > 1:
            agreeing(new)
        new = {name: lines for name, lines in new.items() if lines}
        # What is only added behind the end alters nothing that was stored, and no checkpoint speaks of it.
        if any(new.get(name, [])[: len(lines)] != lines for name, lines in logs.items()):
            return new, f"{' and '.join(done)}, {('hashes as they were', 'chains anew', 'all anew', 'all anew')[how]}"


def put_to_the_test(logs: Logs, kept: Kept, seed: int, first: int, last: int) -> tuple[Counter[str], list[str]]:
    """How many of these alterations the checker finds, with the checkpoint and without, and those that it missed."""
    counts: Counter[str] = Counter()
    missed = []
    for number in range(first, last):
        new, what = altered(logs, number, seed)
        counts["alterations"] += 1
        if findings(new, kept):
            counts["found with a checkpoint"] += 1
        else:
            missed.append(f"{number}: {what}")
        agree = what.endswith("all anew")
        counts["with all hashes anew"] += agree
        if findings(new):
            counts["found without a checkpoint"] += 1
            counts["with all hashes anew, found without a checkpoint"] += agree
    return counts, missed
