"""What the books keep of a table: who sat where, what was staked and won, where its chips were at each count.

The chips that lie in the tray are not one account of the table's log. The tray pays and takes, vigorish that was
collected lies there too, and what is owed or was borne by the house does not: their sum is what a count must find, with
what the pit put in.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from minibac.books.gaming_days import Days, Period
from minibac.books.pit_book import TrayCount
from minibac.books.stretches import Stretches
from minibac.books.tray import IN_TRAY, is_marker
from minibac.books.tray_papers import TOLD, Numbered
from minibac.play.chips import other_heap, put_together
from minibac.play.settlement import SettledWager
from minibac.records.store import Posted
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.remedies import Mishap
from minibac.table import events as e
from minibac.table.machine import opened

WON = ("tray", "vigorish")
"""Accounts through which the house wins."""


class Sighting(NamedTuple):
    """An event of a table that surveillance or audit wants to see."""

    version: int
    event: e.Event
    period: Period
    shoe_no: int
    coup_no: int
    guest: str
    staff: Mapping[str, str]


class Cleared(NamedTuple):
    """Vigorish that left the layout without being collected."""

    version: int
    at: int
    by: str
    period: Period
    seat: int
    guest: str
    cents: int
    reference: str
    incident: bool
    """Whether it was cleared by an incident of the table, where the rulebook knows no form (B37)."""


class Position(msgspec.Struct):
    """Where the money of a table stood at a count."""

    tray_cents: int = 0
    """What play has moved into the tray since the table was first opened."""
    drop_cents: int = 0
    """The cash that went into drop boxes."""
    owed_cents: int = 0
    """What the marker buttons show."""
    won_cents: int = 0
    """What the house won, vigorish that is owed or was borne by the house among it."""
    moved: dict[str, int] = {}
    """What play has moved into the tray, by its cause."""
    cash: dict[int, int] = {}
    """The notes and coins that went into drop boxes."""

    def now(self) -> "Position":
        """The same, kept while play goes on."""
        return replace(self, moved=dict(self.moved), cash=dict(self.cash))


class Laid(msgspec.Struct):
    """What was staked on one wager under one set of rules, and what became of it."""

    bets_count: int = 0
    stake_cents: int = 0
    squares: int = 0
    """The sum of the squares of the stakes, which the variance needs."""
    won_cents: int = 0
    """What the house won, negative where it lost."""


class Play(msgspec.Struct):
    """What was played in one period."""

    coups_count: int = 0
    void_count: int = 0
    laid: dict[tuple[int, str], Laid] = {}
    """By the number of the rules (:attr:`TableBook.rules`) and the wager."""

    def on(self, rules_no: int, wager: str) -> Laid:
        return self.laid.setdefault((rules_no, wager), Laid())


SEEN: dict[type[e.Event], tuple[str, str]] = {
    e.CardStrayed: ("dealer-error", "medium"),
    e.CoupVoided: ("void-round", "high"),
    e.PaymentCorrected: ("payment-corrected", "medium"),
    e.CoupReconstructed: ("round-reconstructed", "low"),
    e.RecutOrdered: ("re-cut", "low"),
    e.DecksRejected: ("decks-rejected", "medium"),
}
"""Events that are looked at again, for the list of exceptions: their kind there, and how much they weigh. Incidents are
looked at too, and say both themselves."""


class TableBook:
    """Everything one table has written, summed."""

    def __init__(self, table: str, days: Days, counts: Iterable[TrayCount]) -> None:
        self.table = table
        self.rulebook = ""
        self.days = days
        self.rules: list[HouseRules] = []
        self.names: dict[str, str] = {}
        """The guests that have sat here, and what they are called."""
        self.play: dict[Period, Play] = {}
        self.seen: list[Sighting] = []
        self.cleared: list[Cleared] = []
        self.resolved: dict[int, e.IncidentResolved] = {}
        self.position = Position()
        self.at_count: dict[int, Position] = {}
        """Where the money stood at each count of the tray, by the number of its slip."""
        self._sealed: set[int] = set()
        """Counts whose place in the log the table itself tells: those that opened or closed its tray."""
        self.shoe_no = 0
        self.coup_no = 0
        self.seats: dict[int, str] = {}
        """The guest at each seat."""
        self.tray_events: list[Numbered] = []
        self._staff: dict[str, str] = {}
        self._uncollected: dict[int, int] = {}
        self._counts = sorted(counts, key=lambda count: count.at)
        self._carries = {count.slip: count.carries for count in self._counts}
        self._next = 0
        self.stretches = Stretches(days, self._counts)

    # --- folding

    def before(self, at: int) -> None:
        """Say where the money stood at each count up to a moment, which comes before the next event."""
        while self._next < len(self._counts) and self._counts[self._next].at < at:
            self._stood(self._counts[self._next])
            self._next += 1

    def finish(self) -> None:
        """The counts after the last event."""
        for count in self._counts[self._next :]:
            self._stood(count)
        self._next = len(self._counts)
        self.stretches.finish()

    def _stood(self, count: TrayCount) -> None:
        """A count in the very millisecond of an event may be before or after it; what the pit expected tells which."""
        known = self.at_count.get(count.slip)
        if count.slip in self._sealed:
            return
        if known is not None and count.expected_cents == count.tray_cents + known.tray_cents:
            return
        self.at_count[count.slip] = self.position.now()

    def sit(self, event: e.Event) -> None:
        """Who sits where, before the rows of an event are read."""
        match event:
            case e.SeatTaken():
                self.seats[event.seat] = event.guest
                self.names[event.guest] = event.name or event.guest
            case e.SeatChanged() if event.seat in self.seats:
                self.seats[event.to] = self.seats[event.seat]

    def guest_of(self, account: str) -> str:
        """Whose account it is, or nobody's."""
        first, _, rest = account.partition("/")
        if first == "guest":
            return rest.rpartition("/")[0]
        if first not in ("seat", "layout"):
            return ""
        return self.seats.get(int(rest.partition("/")[0]), "")

    def take(self, version: int, event: e.Event, rows: tuple[Posted, ...]) -> Period:
        """Fold one event with its rows; the period it belongs to."""
        period = self.days.at(event.at)
        for count in self._counts[self._next :]:
            if count.at != event.at:
                break
            self.at_count.setdefault(count.slip, self.position.now())
        if isinstance(event, e.TrayOpened | e.TrayClosed) and event.slip not in self._sealed:
            self._sealed.add(event.slip)
            self.at_count[event.slip] = self.at_count.get(self._carries.get(event.slip, 0)) or self.position.now()
        if isinstance(event, TOLD):
            self.tray_events.append((version, event))
        if isinstance(event, (e.IncidentOpened, *SEEN)):
            self.seen.append(
                Sighting(version, event, period, self.shoe_no, self.coup_no, self._guest(event), dict(self._staff))
            )
        self._note(version, event, period)
        self.stretches.take(event, rows)
        if rows:
            self._move(rows)
        return period

    def stand(self, event: e.Event) -> None:
        """Who has got up, after the rows of an event were read."""
        if isinstance(event, e.SeatChanged) or (isinstance(event, e.SeatLeft) and not event.owed_cents):
            self.seats.pop(event.seat, None)

    # --- inside

    def _guest(self, event: e.Event) -> str:
        return self.seats.get(int(getattr(event, "seat", 0)), "")

    def _note(self, version: int, event: e.Event, period: Period) -> None:
        match event:
            case e.TableOpened():
                self.rulebook = event.rulebook
                self.rules.append(opened(event).rules)
            case e.OptionsChanged():
                before = self.rules[-1]
                rules = build(before.rulebook, event.options, references=before.references, approved=before.approved)
                assert isinstance(rules, HouseRules), rules
                self.rules.append(rules)
            case e.StaffAssigned():
                self._staff[event.duty] = event.person
            case e.StackCommitted():
                self.shoe_no = event.shoe_no
            case e.BettingOpened():
                self.coup_no = event.coup_no
            case e.IncidentOpened() if event.kind == Mishap.UNCOLLECTED:
                self._uncollected[event.number] = event.seat
            case e.IncidentResolved():
                self.resolved[event.number] = event
            case e.VigorishCleared():
                number = int(event.reference) if event.reference.isdecimal() else 0
                incident = self._uncollected.get(number) == event.seat
                facts = (version, event.at, event.by, period, event.seat, self._guest(event), event.cents)
                self.cleared.append(Cleared(*facts, event.reference, incident))
            case e.ChipsBought() | e.CashConverted():
                self.position.cash = put_together(self.position.cash, event.notes)
            case e.NotesNamed():
                more = other_heap(event.notes, event.before)
                self.position.cash = put_together(self.position.cash, more)
            case e.CoupSettled():
                self._played(period).coups_count += 1
                self._settled(period, event.wagers)
            case e.CoupVoided():
                self._played(period).void_count += 1
                self._settled(period, (wager for wager in event.wagers if wager.outcome != "push"))  # what stands
            case e.PaymentCorrected():
                self._laid(period, event.wager).won_cents -= event.cents

    def _played(self, period: Period) -> Play:
        return self.play.setdefault(period, Play())

    def _laid(self, period: Period, wager: str) -> Laid:
        return self._played(period).on(len(self.rules) - 1, wager)

    def _settled(self, period: Period, wagers: Iterable[SettledWager]) -> None:
        """What each wager won or lost for the house."""
        for wager in wagers:
            laid, chips = self._laid(period, wager.wager), wager.stake_cents + wager.added_cents
            laid.bets_count += 1
            laid.stake_cents += chips
            laid.squares += chips * chips
            laid.won_cents -= wager.net_cents

    def _move(self, rows: tuple[Posted, ...]) -> None:
        position = self.position
        for row in rows:
            account, cents = row.posting.account, row.posting.amount_cents
            if account in IN_TRAY or is_marker(account):
                position.tray_cents += cents
                position.moved[row.posting.step] = position.moved.get(row.posting.step, 0) + cents
            if is_marker(account):
                position.owed_cents -= cents
            elif account == "drop-box":
                position.drop_cents += cents
            if account in WON or account == "drop-box":
                position.won_cents += cents
