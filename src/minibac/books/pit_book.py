"""What the books keep of a pit: gaming days with their counts, transfers, drops and wins; papers and notices."""

from collections.abc import Mapping
from itertools import zip_longest

import msgspec
from msgspec.structs import replace

from minibac.books.gaming_days import Days, Period, PitDays, TableDays
from minibac.books.tray_papers import TrayPapers
from minibac.houses.calendar import day_after
from minibac.houses.types import Inventory
from minibac.pits import pit_events as p
from minibac.pits.papers import Copy, Count
from minibac.pits.pit import PIT
from minibac.pits.pit_state import Form, PitState
from minibac.records.store import Posted
from minibac.rules.rulebook import Value
from minibac.rules.words import named


class TrayCount(msgspec.Struct, frozen=True, kw_only=True):
    """A count of a tray, with what the pit's own rows had put into it by then."""

    slip: int
    table: str
    kind: str
    cents: int
    expected_cents: int | None
    by: str
    at: int
    tray_cents: int
    """Openers, fills, credits and corrections so far; for an opener with its own."""
    attested_by: str = ""
    owed_cents: int = 0
    """What the marker buttons showed, where the slip lists them."""
    carries: int = 0
    """The closer of the day before that this opener is."""


class NoticeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A notice and the change that rested on it."""

    pit: str
    notice: int
    options: Mapping[str, Value]
    text: str
    given_at: int
    given_by: str
    table: str = ""
    """Where it is posted; empty for a notice to surveillance."""
    received_at: int | None = None
    received_by: str = ""
    change: int = 0
    scheduled_by: str = ""
    effective_at: int | None = None
    needed_ms: int = 0
    """How long before it had to be known."""
    took_effect_at: int | None = None
    cancelled: str = ""

    @property
    def runs_from(self) -> int | None:
        """When its period began: at the receipt, or when it was posted."""
        return self.given_at if self.table else self.received_at

    @property
    def late(self) -> bool:
        """Whether a change was let through before its notice had run."""
        if self.effective_at is None:
            return False
        return self.runs_from is None or self.effective_at < self.runs_from + self.needed_ms


class PitDay:
    """One gaming day of a pit."""

    def __init__(self, day: str, event: p.DayOpened) -> None:
        self.day = day
        self.opened_at, self.opened_by = event.at, event.by
        self.closed_at: int | None = None
        self.closed_by = ""
        self.counts: dict[int, TrayCount] = {}
        self.transfers: list[p.TransferCompleted] = []
        self.drops: dict[str, p.DropCounted] = {}
        self.wins: dict[str, p.WinReported] = {}
        self.duplicates: tuple[Copy, ...] = ()
        self.compared: p.FormsCompared | None = None
        self.reopened: list[p.DayReopened] = []
        self.plays_on: dict[str, int] = {}
        """When each table went on for the next day, where the house plays through: its closer is sealed, its drop box
        changed."""
        self.corrected: dict[str, int] = {}
        """What was written into each tray after its closer: nobody has counted that."""
        self.forms: dict[str, Form] = {}
        """The forms and slips of the day, as they stood when it was closed, or stand now."""

    def count(self, table: str, kind: Count) -> TrayCount | None:
        """The attested count of that kind."""
        found = (c for c in self.counts.values() if c.table == table and c.kind == kind and c.attested_by)
        return next(found, None)


class PitBook:
    """Everything one pit has written."""

    def __init__(self, pit: str) -> None:
        self.pit = pit
        self.name = pit
        self.tables: dict[str, str] = {}
        """The tables, each with its rulebook."""
        self.calendar = PitDays()
        self.days: dict[str, PitDay] = {}
        self.state: PitState | None = None
        self.notices: dict[int, NoticeLine] = {}
        self.raised: list[tuple[int, p.ExceptionRaised]] = []
        self.resolved: dict[int, p.ExceptionResolved] = {}
        self.attempts: list[tuple[int, p.AttemptRefused]] = []
        self.corrections: list[tuple[int, p.CorrectionApproved]] = []
        self.reopenings: list[tuple[int, p.DayReopened]] = []
        self.voids: list[tuple[int, p.FormVoided]] = []
        self.tray_papers = TrayPapers()
        self._trays: dict[str, int] = {}
        self._changes: dict[int, int] = {}

    @property
    def forms(self) -> Mapping[str, Form]:
        """Every form and slip ever taken from the stock."""
        return self.state.forms if self.state else {}

    @property
    def today(self) -> PitDay | None:
        """The day that is open."""
        return self.days.get(self.calendar.now.day)

    def take(self, version: int, event: p.PitEvent, rows: tuple[Posted, ...]) -> None:
        """Fold one event."""
        for posting in (row.posting for row in rows):
            if posting.account.startswith("table/") and posting.account.endswith("/tray"):
                table = posting.account[6:-5]
                self._trays[table] = self._trays.get(table, 0) + posting.amount_cents
        if isinstance(event, p.DayClosed):
            self._close(event)
        self.state = PIT.fold.fold(self.state, event)
        self.tray_papers.hear(version, event)
        self._note(version, event)

    def finish(self) -> None:
        """Keep the forms of the open day as they stand now."""
        if self.state is not None and (today := self.today) is not None:
            today.forms = {form.serial: form for form in self.state.of_day()}

    @property
    def _state(self) -> PitState:
        assert self.state is not None, f"the log of the pit {self.pit} does not begin with its opening"
        return self.state

    def table_of(self, event: p.PitEvent) -> str:
        """The table an event is about, or nothing."""
        if table := getattr(event, "table", ""):
            return str(table)
        if (serial := getattr(event, "serial", "")) and (form := self.forms.get(serial)):
            return form.table
        if isinstance(event, p.CountAttested) and (today := self.today) and event.slip in today.counts:
            return today.counts[event.slip].table
        account = getattr(event, "account", "")
        return account.split("/")[1] if account.startswith("table/") else ""

    def days_of(self, table: str) -> Days:
        """To which day a moment at a table belongs."""
        ahead = []
        for day, after in zip_longest(self.days.values(), list(self.days.values())[1:]):
            if (at := day.plays_on.get(table)) is not None:
                period = self.calendar.at(after.opened_at) if after else Period(at, day_after(day.day))
                ahead.append((at, after.opened_at if after else None, period))
        return TableDays(self.calendar, ahead) if ahead else self.calendar

    # --- inside

    def _since(self, table: str, at: int) -> int:
        """When the table began to play for the day that is opened now."""
        return next((day.plays_on[table] for day in reversed(self.days.values()) if table in day.plays_on), at)

    def _close(self, event: p.DayClosed) -> None:
        day = self.days[event.day]
        self.finish()
        day.closed_at, day.closed_by = event.at, event.by
        self.calendar.close(event.at)

    def _note(self, version: int, event: p.PitEvent) -> None:
        match event:
            case p.PitOpened():
                self.name = event.name or self.pit
                self.tables = {table: facts.rulebook for table, facts in event.tables.items()}
            case p.TableAdded():
                self.tables[event.table] = event.facts.rulebook
            case p.DayOpened():
                self.calendar.open(event.day, event.at)
                self.days[event.day] = PitDay(event.day, event)
            case p.DayReopened():
                self.calendar.open(event.day, event.at)
                day = self.days[event.day]
                day.reopened.append(event)
                day.closed_at, day.closed_by = None, ""
                self.reopenings.append((version, event))
            case p.ExceptionRaised():
                self.raised.append((version, event))
            case p.ExceptionResolved():
                self.resolved[event.number] = event
            case p.AttemptRefused():
                self.attempts.append((version, event))
            case p.CorrectionApproved():
                self.corrections.append((version, event))
                table = self.table_of(event)
                if (today := self.today) and event.account.endswith("/tray") and today.count(table, Count.CLOSER):
                    today.corrected[table] = today.corrected.get(table, 0) + event.difference_cents
            case p.FormVoided():
                self.voids.append((version, event))
            case _:
                if (today := self.today) is not None:
                    self._note_day(today, event)
                self._note_notice(event)

    def _note_day(self, day: PitDay, event: p.PitEvent) -> None:
        match event:
            case p.InventoryCounted():
                day.counts[event.slip] = TrayCount(
                    **named(event, "slip", "table", "kind", "cents", "expected_cents", "by", "carries"),
                    at=self._since(event.table, event.at) if event.carries else event.at,
                    tray_cents=self._trays.get(event.table, 0),
                    owed_cents=sum(event.owed_cents.values()),
                )
            case p.CountAttested():
                if count := day.counts.get(event.slip):
                    tray = self._trays.get(count.table, 0) if count.kind == Count.OPENER else count.tray_cents
                    day.counts[event.slip] = replace(count, attested_by=event.by, tray_cents=tray)
            case p.TransferCompleted():
                day.transfers.append(event)
            case p.DropBoxRemoved():
                through = self._state.inventory is Inventory.PLAYS_THROUGH
                if through and self._state.attested(event.table, Count.CLOSER):
                    day.plays_on[event.table] = event.at
            case p.DropCounted():
                day.drops[event.table] = event
            case p.WinReported():
                day.wins[event.table] = event
            case p.DuplicatesReceived():
                day.duplicates += event.copies
            case p.FormsCompared():
                day.compared = event

    def _note_notice(self, event: p.PitEvent) -> None:
        match event:
            case p.NoticeGiven() | p.NoticePosted():
                self.notices[event.notice] = NoticeLine(
                    **named(event, "notice", "options", "text"),
                    pit=self.pit,
                    given_at=event.at,
                    given_by=event.by,
                    table=getattr(event, "table", ""),
                )
            case p.NoticeReceived() if event.notice in self.notices:
                line = replace(self.notices[event.notice], received_at=event.at, received_by=event.by)
                self.notices[event.notice] = line
            case p.ChangeScheduled() if event.notice in self.notices:
                line, state = self.notices[event.notice], self._state
                needed = (state.vigorish_ms or 0) if line.table else state.surveillance_ms
                self._changes[event.change] = event.notice
                scheduled = {"change": event.change, "scheduled_by": event.by, "effective_at": event.effective_at}
                self.notices[event.notice] = replace(line, **scheduled, needed_ms=needed)
            case p.ChangeDue() if event.change in self._changes:
                notice = self._changes[event.change]
                self.notices[notice] = replace(self.notices[notice], took_effect_at=event.at)
            case p.ChangeCancelled() if event.change in self._changes:
                notice = self._changes[event.change]
                self.notices[notice] = replace(self.notices[notice], cancelled=event.reason)
