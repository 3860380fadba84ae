"""The state of a pit: what its tables share, the notices that run, every form, and the gaming day that is open.

Forms stay after their day, since a guest may come back and pay, and somebody may ask for a number; everything else of a
day goes when the day is closed. What stays for years (forms, series, notices, open exceptions, accounts) is kept in
layers, so that an event costs no more in the tenth year than on the first day.
"""

from collections.abc import Mapping

import msgspec

from minibac.houses.types import Inventory
from minibac.machine.layers import Layers
from minibac.pits.papers import Copy, PitTable
from minibac.rules.rulebook import Value
from minibac.voice.said import Said
from minibac.voice.times import NO_ZONE


class Notice(msgspec.Struct, frozen=True):
    """A written notice: to surveillance, or posted at a table."""

    number: int
    options: Mapping[str, Value]
    text: str
    given_at: int
    given_by: str
    table: str = ""
    """The table it is posted at; empty for a notice to surveillance."""
    received_at: int | None = None
    received_by: str = ""
    used: bool = False


class Change(msgspec.Struct, frozen=True):
    """A change that waits for its time, or that some tables have still to take."""

    number: int
    options: Mapping[str, Value]
    tables: tuple[str, ...]
    effective_at: int
    notice: int
    pit_wide: bool
    due: bool = False
    taken: tuple[str, ...] = ()


class Series(msgspec.Struct, frozen=True):
    """Printed numbers; ``next`` is the lowest that is unused."""

    kind: str
    prefix: str
    first: int
    last: int
    next: int


class Form(msgspec.Struct, frozen=True):
    """A form or a slip that has been taken from the stock."""

    serial: str
    kind: str
    table: str
    cents: int
    day: str
    copies: tuple[str, ...]
    held_by: str
    """Who keeps the copies that are not in the drop box."""
    seat: int = 0
    guest: str = ""
    name: str = ""
    against: str = ""
    incident: int = 0
    request: int = 0
    chips: Mapping[int, int] = {}
    """The chips of a fill or a credit."""
    signed: Mapping[str, str] = {}
    """What each person signed as, and who."""
    signed_at: int = 0
    """When the last of them did: from then on the form waits for the patron."""
    reason: str = ""
    """Why the patron's signature could not be had."""
    present: Mapping[str, str] = {}
    dropped: bool = False
    released: bool = False
    completed: bool = False
    """The chips of a fill or a credit have moved."""
    void_signed_by: str = ""
    void: bool = False
    void_by: str = ""
    void_reason: str = ""
    forwarded: bool = False
    compared: bool = False
    posted: bool = False
    recovered_cents: int = 0
    reprints: int = 0


class Slip(msgspec.Struct, frozen=True):
    """A count of the chips in a tray."""

    number: int
    table: str
    kind: str
    chips: Mapping[int, int]
    cents: int
    counted_by: str
    attested_by: str = ""
    over_cents: int = 0
    """What it has more, or less, than was expected; told when a supervisor has counted the same."""
    mixed: bool = False
    """Other chips of the worth that was expected."""
    expected_cents: int | None = None
    guests_cents: int = 0
    """The chips in the hands of guests while a house plays through."""
    owed_cents: Mapping[int, int] = {}
    """What the marker buttons showed, by seat."""
    carries: int = 0
    """The closer of the day before whose count it is."""


class Request(msgspec.Struct, frozen=True):
    """A fill or a credit that a supervisor asked for; ``serial`` once the cage has prepared its slip."""

    number: int
    kind: str
    table: str
    chips: Mapping[int, int]
    cents: int
    asked_by: str
    serial: str = ""


class Drop(msgspec.Struct, frozen=True):
    """The drop box of a table on the open day."""

    box: str
    removed_by: str
    expected_cents: int | None = None
    """The cash that the ledger had in it when it was taken away."""
    expected_notes: Mapping[int, int] | None = None
    """The same by denomination."""
    sealed_by: str = ""
    """Who counted it first; what was found is sealed until another person has counted."""
    counted_by: str = ""
    """Who counted it second, and found the same."""
    cash_cents: int = 0
    notes: Mapping[int, int] = {}
    originals: tuple[Copy, ...] = ()


class Correction(msgspec.Struct, frozen=True):
    """A correction that waits for a second person."""

    number: int
    account: str
    before_cents: int
    """What the ledger said when it was asked for."""
    after_cents: int
    reason: str
    proposed_by: str
    entry: str = ""
    proposed_at: int = 0

    @property
    def difference_cents(self) -> int:
        """What is posted once it is let through, whatever the account says by then."""
        return self.after_cents - self.before_cents


class Reopening(msgspec.Struct, frozen=True):
    """A closed day that somebody wants to open again; it waits for a second person."""

    day: str
    reason: str
    asked_by: str


class DayPapers(msgspec.Struct, frozen=True):
    """What belongs to one day alone."""

    today: Mapping[str, bool] = {}
    slips: Mapping[int, Slip] = {}
    requests: Mapping[int, Request] = {}
    drops: Mapping[str, Drop] = {}
    duplicates: tuple[Copy, ...] = ()
    compared: bool = False
    last_day: str = ""
    """The day before it."""


class Trouble(msgspec.Struct, frozen=True):
    """An exception that nobody has resolved yet."""

    number: int
    kind: str
    said: Said
    severity: str
    table: str = ""
    serial: str = ""


class PitState(msgspec.Struct, frozen=True):
    """A pit between two commands."""

    pit: str
    name: str
    options: Mapping[str, Value]
    tables: Mapping[str, PitTable]
    surveillance_ms: int
    vigorish_ms: int | None = None
    controls: tuple[str, ...] = ()
    told_at: int | None = None
    inventory: Inventory = Inventory.NONE
    time_zone: str = NO_ZONE
    at: int = 0

    notices: Mapping[int, Notice] = {}
    changes: Mapping[int, Change] = {}
    notice_no: int = 0
    change_no: int = 0

    stock: Mapping[tuple[str, int], Series] = {}
    """The printed series, by kind and by their number among those of the kind."""
    series_count: Mapping[str, int] = {}
    """How many series of each kind have been registered."""
    series_at: Mapping[str, int] = {}
    """Which series of each kind the next form comes from."""
    forms: Mapping[str, Form] = {}

    day: str = ""
    """The gaming day that is open, or nothing."""
    last_day: str = ""
    closed: DayPapers | None = None
    """The papers of the last day, while no other is open: it may have been closed by mistake."""
    reopening: Reopening | None = None
    """The closed day that somebody wants to open again."""
    reopened: str = ""
    """Why the open day was opened again, where it was."""
    closed_at: int = 0
    """When the last gaming day was closed."""
    today: Mapping[str, bool] = {}
    """The numbers of the forms of the open day."""
    slips: Mapping[int, Slip] = {}
    requests: Mapping[int, Request] = {}
    drops: Mapping[str, Drop] = {}
    to_cage: Mapping[int, int] = {}
    """The chips that have gone to the cage by credits, less those that came out of it, since the pit first opened."""
    cash_to_cage: Mapping[int, int] = {}
    """The notes and coins that went to the cage out of drop boxes."""
    fell: Mapping[str, Mapping[int, int]] = {}
    """The notes and coins that had fallen into the boxes of each table when they were taken away, all together."""
    wins: Mapping[str, int] = {}
    duplicates: tuple[Copy, ...] = ()
    """The copies that accounting has received."""
    compared: bool = False
    corrections: Mapping[int, Correction] = {}
    closers: Mapping[str, Mapping[int, int]] = {}
    """The chips of each table at its last closer."""
    carried: Mapping[str, Slip] = {}
    """The closers that are the next openers, in a house that plays through."""
    slip_no: int = 0
    request_no: int = 0
    correction_no: int = 0

    exceptions: Mapping[int, Trouble] = {}
    exception_no: int = 0
    balances: Mapping[str, int] = msgspec.field(default_factory=Layers)

    def of_day(self, *kinds: str) -> tuple[Form, ...]:
        """The forms of the open day, in the order of their numbers."""
        forms = map(self.forms.__getitem__, self.today)
        return tuple(form for form in forms if not kinds or form.kind in kinds)

    @property
    def series(self) -> tuple[Series, ...]:
        """Every series that was registered, the oldest first."""
        return tuple(self.stock.values())

    def next_series(self, kind: str) -> Series | None:
        """The series the next form comes from: the oldest that has one left."""
        return self.stock.get((kind, self.series_at.get(kind, 0)))

    def attested(self, table: str, kind: str) -> Slip | None:
        """The count of that kind that a supervisor has attested on the open day."""
        return next((s for s in self.slips.values() if s.table == table and s.kind == kind and s.attested_by), None)
