"""Shuffles and shoes, counted a second time: the guests' shares, and the records of shoes that were shown."""

import hashlib
import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from minibac.records.store import Line
from minibac.shoes.record import make_record
from minibac.table import events as e

VERIFIER = Path(__file__).parents[2] / "src/minibac/web/static/verify_shoe.py"
GENESIS = bytes(32)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Shuffle:
    """The guests' share of one shuffle: nothing comes out of its turn, and nothing that was shown is left out."""

    def __init__(self) -> None:
        self._commitment = ""
        self._shoe_no = 0
        self._hashes: dict[int, str] = {}
        self._values: dict[int, str] = {}
        self.mixed = 0
        """How many shuffles had a share of somebody."""
        self.withheld = 0

    def wrong(self, table: str, event: e.Event) -> str:
        """What is wrong with an event, or nothing."""
        if isinstance(event, e.ProcedureStarted):
            self._commitment, self._hashes, self._values = "", {}, {}
        elif isinstance(event, e.StackCommitted):
            self._commitment, self._shoe_no = event.commitment, event.shoe_no
        elif isinstance(event, e.ShareCommitted):
            if self._commitment or event.seat in self._hashes:
                return "a hash was taken twice, or after the house had committed:"
            self._hashes[event.seat] = event.hash
        elif isinstance(event, e.ShareRevealed):
            if not self._commitment or event.seat in self._values:
                return "a value was taken twice, or before the house had committed:"
            made = sha256(f"share/{table}/{self._shoe_no}/{event.seat}/{event.value}")
            if event.value and made != self._hashes.get(event.seat):
                return "a value was taken that is not the one that was sealed:"
            self._values[event.seat] = event.value
        elif isinstance(event, e.StackMixed):
            return self._mixed(event)
        return ""

    def _mixed(self, event: e.StackMixed) -> str:
        values = {seat: self._values.get(seat, "") for seat, sealed in sorted(self._hashes.items()) if sealed}
        text = "/".join(["mix", self._commitment, *(f"{seat}:{value}" for seat, value in values.items())])
        withheld = tuple(seat for seat, value in values.items() if not value)
        self.mixed += 1
        self.withheld += len(withheld)
        if (event.seats, event.withheld) != (tuple(values), withheld):
            return "who gave a share, or withheld it, is not told as it was:"
        return "" if event.seed == sha256(text) else "the stack is mixed by something else than the shares:"


def wrong_shoes(lines: Iterable[bytes], shoes: Iterable[int]) -> Iterator[str]:
    """What a program that shares no code with the house finds wrong with the records of these shoes of a table."""
    head, log = GENESIS, []
    for number, line in enumerate(lines, 1):
        head = hashlib.sha256(head + line).digest()
        log.append(Line(number, line, head))
    for shoe_no in shoes:
        try:
            list(_ALONE.check(b"".join(make_record(log, shoe_no))))
        except _ALONE.WrongError as wrong:
            yield f"shoe {shoe_no}: {wrong}"


def _alone() -> Any:
    spec = importlib.util.spec_from_file_location("verify_shoe_of_simulations", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_ALONE = _alone()
