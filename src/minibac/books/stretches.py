"""Who dealt at a table, in which shift of which day, for how long, and what came of it: what figures are summed from.

A shift is the time between two counts of the tray. A table is open from its opener to its closer; where nobody counts,
from the first to the last thing that happens there on a day. What a stretch won is the ledger's, coup by coup.
"""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from minibac.books.gaming_days import Days
from minibac.books.pit_book import TrayCount
from minibac.machine.roles import Duty
from minibac.pits.papers import Count
from minibac.records.store import Posted
from minibac.table import events as e
from minibac.table.state import AUTOMATIC_STAFF

WINS = ("tray", "vigorish", "drop-box")
"""Accounts through which the house wins, cash that was brought among them: chips were given for it."""


class Stretch(NamedTuple):
    """Where something is summed."""

    day: str
    shift_no: int
    """1 from the opener to the first count after it."""
    dealer: str


class Dealt(msgspec.Struct):
    """What came of a stretch."""

    open_ms: int = 0
    coups_count: int = 0
    void_count: int = 0
    staked_cents: int = 0
    won_cents: int = 0
    cash_cents: int = 0
    """Cash that guests brought."""
    corrections_count: int = 0
    corrected_cents: int = 0
    """What corrected payments came to more for the guests; below zero what guests gave back."""


class Stretches:
    """The fold: hand it the events of a table in order, with their rows."""

    def __init__(self, days: Days, counts: Iterable[TrayCount]) -> None:
        self.dealt: dict[Stretch, Dealt] = {}
        self._days = days
        self._counts = sorted((count for count in counts if count.attested_by), key=lambda count: count.at)
        self._counted = {days.at(count.at).day for count in self._counts if count.kind == Count.OPENER}
        self._next = 0
        self._at = 0
        self._day = ""
        self._shift_no = 1
        self._open = False
        self._dealer = AUTOMATIC_STAFF[Duty.CALLING]

    def take(self, event: e.Event, rows: tuple[Posted, ...]) -> None:
        self._until(event.at)
        match event:
            case e.StaffAssigned() if event.duty == Duty.CALLING:
                self._dealer = event.person
            case e.CoupSettled():
                self._now.coups_count += 1
                self._now.staked_cents += sum(wager.stake_cents + wager.added_cents for wager in event.wagers)
            case e.CoupVoided():
                self._now.void_count += 1
            case e.PaymentCorrected():
                self._now.corrections_count += 1
                self._now.corrected_cents += event.cents
        for row in rows:
            if row.posting.account in WINS:
                self._now.won_cents += row.posting.amount_cents
                self._now.cash_cents += row.posting.amount_cents if row.posting.account == "drop-box" else 0

    def finish(self) -> None:
        """The counts after the last event."""
        self._until(max((count.at for count in self._counts), default=self._at))

    @property
    def _now(self) -> Dealt:
        return self.dealt.setdefault(Stretch(self._day, self._shift_no, self._dealer), Dealt())

    def _until(self, at: int) -> None:
        """Let time pass, count by count."""
        while self._next < len(self._counts) and self._counts[self._next].at <= at:
            count = self._counts[self._next]
            self._pass(count.at)
            self._next += 1
            if count.kind == Count.OPENER:
                self._shift_no, self._open = 1, True
            elif count.kind == Count.CLOSER:
                self._open = False
            else:
                self._shift_no += 1
        self._pass(at)

    def _pass(self, at: int) -> None:
        """Time passes within a day; a table that nobody counts is open from event to event of the same day."""
        day = self._days.at(at).day
        if day != self._day:
            self._day, self._at, self._open = day, at, day not in self._counted
            self._shift_no = 1
        if self._open and at > self._at:
            self._now.open_ms += at - self._at
        self._at = max(self._at, at)
