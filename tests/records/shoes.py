"""Shoe records for tests: a table that plays whole shoes, its log as stored lines, and tampering with a record."""

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import msgspec

from minibac.records.chain import GENESIS, link
from minibac.records.store import Line
from minibac.records.upcast import write_event
from minibac.shoes.record import make_record
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import Table

DEEP = 300
"""A cutting card so deep that a shoe is a dozen coups."""
SEATS = (1, 3, 7)
"""Where the guests sit who have a share in the shuffle."""


def stored(log: Iterable[e.Event]) -> list[Line]:
    """A log as a store keeps it."""
    lines, head = [], GENESIS
    for version, event in enumerate(log, 1):
        line = write_event(event)
        head = link(head, line)
        lines.append(Line(version, line, head))
    return lines


@cache
def played(rulebook: str, shoes_count: int = 2, **options: Any) -> tuple[Line, ...]:
    """The log of a table with three busy guests that has finished that many shoes."""
    table = Table(rulebook, **{"cut_card_depth": DEEP} | options)
    while table.state.shoe_no <= shoes_count:
        if table.at(Phase.BETTING) and not table.state.wagers:
            for seat, wager in zip(table.state.occupied, ("player", "banker", "tie"), strict=False):
                table.bet(seat, wager, 20_00)
        table.step()
    return tuple(stored(table.log))


@cache
def record(rulebook: str, shoe_no: int = 1) -> bytes:
    """The record of a shoe of such a table."""
    return b"".join(make_record(played(rulebook), shoe_no))


def value_of(seat: int) -> str:
    """What a guest gives to the shuffle."""
    return f"{seat:02x}" * 32


@cache
def shared(rulebook: str = "section-42", withheld: tuple[int, ...] = ()) -> bytes:
    """The record of a shoe into which three guests gave a share, or withheld it."""
    table = Table(rulebook, seats=SEATS, cut_card_depth=DEEP)
    table.share()
    table.to(Phase.SHARES)
    for seat in SEATS:
        table.give_share(seat)
    for seat in SEATS:
        table.yes(c.RevealShare, seat=seat, value="" if seat in withheld else value_of(seat))
    while table.state.shoe_no < 2 and not table.at(Phase.SHARES):
        if table.at(Phase.BETTING) and not table.state.wagers:
            table.bet(1, "player", 20_00)
        table.step()
    return b"".join(make_record(stored(table.log), 1))


def resealed(lines: list[bytes]) -> list[bytes]:
    """A forger's work: header, chain and count of an altered record made to agree again."""
    header, last = msgspec.json.decode(lines[0]), msgspec.json.decode(lines[-1])
    head = bytes.fromhex(header["previous_head"])
    for line in lines[1:-1]:
        head = link(head, line)
    last |= {"header": hashlib.sha256(lines[0]).hexdigest(), "head": head.hex(), "count": len(lines) - 2}
    return [*lines[:-1], msgspec.json.encode(last)]


def edited(lines: list[bytes], kind: str, change: Callable[[dict[str, Any]], None], nth: int = 0) -> list[bytes]:
    """The lines with the ``nth`` event of a kind changed; ``header`` and ``last`` name the other two lines."""
    if kind == "header":
        number = 0
    elif kind == "last":
        number = len(lines) - 1
    else:
        number = [n for n, line in enumerate(lines) if line.startswith(f'{{"event":"{kind}"'.encode())][nth]
    facts = msgspec.json.decode(lines[number])
    change(facts)
    return [*lines[:number], msgspec.json.encode(facts), *lines[number + 1 :]]
