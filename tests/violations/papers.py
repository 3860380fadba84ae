"""Section 42 (c)(3)(iii): the Complimentary Vigorish Form, from the stock of the pit clerk to the books."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.server.running import Client
from tests.violations.scenes import Scene
from tests.violations.trial import Refused, TriedHouse, refused, violation

PIT, TABLE = "north", "s42-1"
OWED = 50
"""What each of the four guests owes."""


@dataclass(eq=False)
class Pit:
    """A pit with its people, and a table at which guests owe vigorish."""

    house: TriedHouse
    table: Scene
    clerk: Client
    boss: Client
    accounting: Client
    guests: dict[int, Client]

    def give(self, person: Client, command: str, **facts: Any) -> dict[str, Any]:
        return self.house.pit(person, PIT, command, **facts)

    def ok(self, person: Client, command: str, **facts: Any) -> None:
        answer = self.give(person, command, **facts)
        assert answer.get("ok"), answer

    def form(self, seat: int, **other: Any) -> dict[str, Any]:
        """What the clerk writes on the form of a seat."""
        guest = self.guests[seat].person
        right = {"seat": seat, "guest": guest["id"], "name": guest["name"], "cents": OWED}
        return {"kind": "complimentary", "table": TABLE} | right | other

    def prepared(self, seat: int) -> str:
        """A form for a seat, as the clerk should prepare it; its number."""
        self.ok(self.clerk, "PrepareForm", **self.form(seat))
        return list(self.house.server.front.house.pits[PIT].state.forms)[-1]

    @property
    def dealer(self) -> Client:
        return self.house.person("dealer", "Dora")

    def signed(self, seat: int) -> str:
        """A form that everybody has signed whom it wants; its number."""
        serial = self.prepared(seat)
        for person in (self.clerk, self.dealer, self.boss, self.guests[seat]):
            self.ok(person, "SignForm", serial=serial)
        return serial

    def finished(self, seat: int) -> None:
        """A form in the drop box, its marker button gone."""
        serial = self.signed(seat)
        for person in (self.boss, self.clerk):
            self.ok(person, "ConfirmPresence", serial=serial)
        self.ok(self.dealer, "DropOriginal", serial=serial)
        self.ok(self.boss, "ReleaseMarker", serial=serial)
        self.table.table.until(lambda state: not state.owed(seat))

    def void(self, seat: int) -> None:
        """A form that is void."""
        serial = self.prepared(seat)
        self.ok(self.boss, "SignVoid", serial=serial, reason="torn")
        self.ok(self.clerk, "VoidForm", serial=serial, reason="torn")


@cache
def pit_of(grand: TriedHouse) -> Pit:
    """Four guests have won on Banker and owe, on a day of the automatic people; a series of forms is with the clerk."""
    table = grand.live(TABLE)
    seats = {1: "Di", 3: "Ann", 5: "Bob", 7: "Cy"}
    pages = {seat: table.guest(seat, name, 5_000) for seat, name in seats.items()}
    table.to("betting")
    at = Scene(table, pages[3], pages[5], table.staff("dealer", "Dora"), table.staff("floorperson", "Flo"))
    at.floor.ok("AssignStaff", duty="floor")
    for seat, page in pages.items():
        page.ok("PlaceWager", seat=seat, wager="banker", cents=1000)
    at.dealt("Kh 9s Qd Ks", "betting")
    people = (grand.person("pit-clerk", "Kim"), grand.person("pit-boss", "Pia"), grand.person("accounting", "Amy"))
    pit = Pit(grand, at, *people, {seat: grand.person("guest", name) for seat, name in seats.items()})
    pit.ok(pit.accounting, "RegisterSeries", kind="complimentary", prefix="CV", first=1, last=10)
    pit.prepared(3)
    pit.signed(5)
    pit.finished(7)
    pit.void(1)
    return pit


UNSIGNED, SIGNED, FINISHED, VOID = (f"CV-{number:06}" for number in (1, 2, 3, 4))
"""Ann's form, which nobody has signed; Bob's, signed by all and not in the drop box; Cy's, in the drop box, its marker
button gone; and one of Di's, which is void."""


def pit(house: TriedHouse) -> Pit:
    return pit_of(house.grand)


# ------------------------------------------------------------------------------------------------------- from the stock


@violation("s42/c/3/iii/A", "The pit boss prepares the form.")
def boss_prepares(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.boss, "PrepareForm", **at.form(1)))


@violation("s42/c/3/iii/A/serial", "The pit clerk types a number that no series has.")
def number_typed(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.clerk, "PrepareForm", **at.form(1, serial="CV-900000")))


@violation("s42/c/3/iii/A/copies", "The pit clerk prepares a form without its duplicate.")
def no_duplicate(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.clerk, "PrepareForm", **at.form(1, copies=("original",))))


@violation("s42/c/3/iii/A/amount", "The pit clerk writes less on the form than the marker button shows.")
def less_than_the_marker(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.clerk, "PrepareForm", **at.form(1, cents=25, owed_cents=25)))


@violation("s42/c/3/iii/A/patron", "The pit clerk writes the name of another guest on the form.")
def another_patron(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.clerk, "PrepareForm", **{**at.form(3), "seat": 1}))


@violation("s42/c/3/iii/B/access", "The floorperson looks at the stock of unused forms.")
def floor_at_the_stock(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.house.person("floorperson", "Flo"), "ReadStock", kind="complimentary"))


@violation("s42/c/3/iii/B/sequence", "The pit clerk skips a number of the series.")
def number_skipped(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.clerk, "PrepareForm", **at.form(1, serial="CV-000009")))


@violation("s42/c/3/iii/B", "Accounting enters a series whose numbers were printed before.")
def numbers_twice(house: TriedHouse) -> Refused:
    at = pit(house)
    series = {"kind": "complimentary", "prefix": "CV", "first": 5, "last": 15}
    return refused(at.give(at.accounting, "RegisterSeries", **series))


# ----------------------------------------------------------------------------------------------------------- signatures


@violation("s42/c/3/iii/A/signatures", "The dealer drops a form that nobody has signed.")
def nobody_signed(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.dealer, "DropOriginal", serial=UNSIGNED))


@violation("s42/c/3/iii/A/patron-signature", "The pit boss leaves out why the patron did not sign.")
def no_reason_stated(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.boss, "StateReason", serial=UNSIGNED, reason=" "))


@violation("s42/c/3/iii/E", "The pit clerk marks one copy of a form VOID.")
def one_copy_void(house: TriedHouse) -> Refused:
    at = pit(house)
    facts = {"serial": UNSIGNED, "reason": "torn", "copies": ("original",)}
    return refused(at.give(at.clerk, "VoidForm", **facts))


@violation("s42/c/3/iii/E/signatures", "The pit clerk voids a form alone.")
def void_alone(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.clerk, "VoidForm", serial=UNSIGNED, reason="torn"))


@violation("s42/c/3/iii/E/retain", "The dealer drops the original of a void form.")
def void_form_dropped(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.dealer, "DropOriginal", serial=VOID))


# -------------------------------------------------------------------------------------------------- drop box and books


@violation("s42/c/3/iii/C", "The floorperson clears a marker button with a form that is not in the drop box.")
def cleared_before_the_drop(house: TriedHouse) -> Refused:
    at = pit(house)
    facts = {"seat": 5, "cents": OWED, "reference": SIGNED}
    return refused(at.table.floor.give("ClearVigorish", **facts))


@violation("s42/c/3/iii/C/witness", "Another pit boss than the one who signed watches the deposit.")
def substitute_witness(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.house.person("pit-boss", "Pio"), "ConfirmPresence", serial=SIGNED))


@violation("s42/c/3/iii/D", "The pit clerk gives the duplicate to the pit boss.")
def duplicate_given_away(house: TriedHouse) -> Refused:
    at = pit(house)
    boss = {"id": at.boss.person["id"], "role": "pit-boss"}
    return refused(at.give(at.clerk, "PassDuplicate", serial=FINISHED, to=boss))


@violation("s42/c/3/iii/D/forward", "Accounting closes the day with duplicates in the pit.")
def day_closed_with_duplicates(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.accounting, "CloseDay", day=at.house.server.day))


@violation("s42/c/3/iii/D/compare", "Accounting compares the forms before the duplicates have arrived.")
def compared_too_early(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.accounting, "CompareForms"))


@violation("s42/c/3/iii/F", "The pit clerk records the complimentary.")
def clerk_records_the_comp(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.clerk, "PostComplimentary", serial=FINISHED))


@violation("s42/c/3/iii", "The pit boss reports the win of the table.")
def boss_reports_the_win(house: TriedHouse) -> Refused:
    at = pit(house)
    return refused(at.give(at.boss, "ReportWin", table=TABLE, cents=0))
