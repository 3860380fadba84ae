"""Vigorish that was not collected, in the browser: every form from the marker button to the desk of accounting."""

import csv
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest

from minibac.house.hosted_table import HostedTable
from minibac.pits.pit_state import Form, PitState
from tests.books.days import UNCOUNTED
from tests.page.guests import next_cards, time_passes, waiting_house
from tests.page.visits import overflow, serious
from tests.page.workers import Dealer, Worker, at_work, on_duty, page_of
from tests.server.running import Client, RunningServer, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

DAY_MS = 86_400_000
BANKER_WINS = "Kh 9s Qd Ks"
CASH, STAKE, OWED = 500_00, 100_00, 5_00
SEAT = 3


class Pit:
    """A pit with somebody at each desk, and a guest whose marker button lies on the layout of its table."""

    def __init__(self, server: RunningServer, browser: "Browser", stack: ExitStack, pit: str, table: str) -> None:
        self.server, self.pit, self.table = server, pit, table
        self.ann = stack.enter_context(server.guest("Ann"))
        self.live = self.ann.live(table)
        self.live.sit(SEAT, CASH)
        self.clerk, self.dealer, self.boss, self.books = (
            stack.enter_context(at_work(server, browser, role))
            for role in ("pit-clerk", "dealer", "pit-boss", "accounting")
        )
        self.security = stack.enter_context(server.staff("security"))
        self.counter = stack.enter_context(at_work(server, browser, "count-team"))
        self.second = stack.enter_context(server.staff("count-team"))
        self.patron = Worker(server, stack.enter_context(page_of(server, browser, self.ann)), self.ann)
        self._given = 0

    @property
    def hosted(self) -> HostedTable:
        found = self.server.front.table(self.table)
        assert found is not None
        return found

    @property
    def state(self) -> PitState:
        return self.server.house.pits[self.pit].state

    def form(self, serial: str) -> Form:
        return self.state.forms[serial]

    def give(self, person: Client, command: str, **facts: object) -> None:
        """A command over the route that the page uses."""
        self._given += 1
        body = {"id": f"{command} {self._given}", "command": {"command": command, **facts}}
        person.post(f"/api/pits/{self.pit}/commands", body)

    def open_day(self) -> None:
        if self.state.last_day:
            self.server.clock.ahead += DAY_MS
        self.give(self.books.client, "OpenDay", day=self.server.day)

    def until_time(self, holds: Callable[[], bool]) -> None:
        """Let the time at the table run out whenever the house waits for it, until something holds."""

        def held() -> bool:
            due = next(iter(self.hosted.deadlines()), None)
            if not holds() and due is not None and due.at > self.server.clock():
                time_passes(self.server, self.table)
            return holds()

        wait_until(held)

    def mark(self) -> None:
        """The guest wins with the Banker, and the vigorish is marked."""
        self.until_time(lambda: self.hosted.state.phase == "betting")
        next_cards(self.hosted, BANKER_WINS)
        self.live.ok("PlaceWager", seat=SEAT, wager="banker", cents=STAKE)
        self.until_time(lambda: self.hosted.state.owed(SEAT) == OWED)
        self.until_time(lambda: self.hosted.state.phase == "betting")

    def lose(self) -> None:
        """The guest loses every chip, so that nothing is left to take the vigorish from."""
        next_cards(self.hosted, BANKER_WINS)
        self.live.ok("PlaceWager", seat=SEAT, wager="player", cents=self.hosted.state.chips(SEAT))
        self.until_time(lambda: not self.hosted.state.wagers)
        self.until_time(lambda: self.hosted.state.phase == "betting")
        assert self.hosted.state.chips(SEAT) == 0

    def prepared(self) -> None:
        """The pit clerk prepares the form for the marker button."""
        self.clerk.go(f"/floor/{self.pit}")
        self.clerk.find("[data-do=PrepareForm]").click()
        self.clerk.find("dialog button[type=submit]").click()

    def paper(self, worker: Worker, serial: str) -> "Locator":
        worker.go(f"/floor/{self.pit}")
        found = worker.find(f"#forms [data-serial='{serial}']")
        found.wait_for()
        return found

    def signed_by_the_pit(self, serial: str) -> None:
        for role, worker in (("pit-clerk", self.clerk), ("dealer", self.dealer), ("pit-boss", self.boss)):
            paper = self.paper(worker, serial)
            paper.locator("[data-do=SignForm]").click()
            paper.locator(f".signature[data-role={role}][data-signed]").wait_for()

    def signed_by_the_patron(self, serial: str) -> None:
        self.patron.go(f"/floor/{self.pit}")
        self.patron.find(f"[data-serial='{serial}'] [data-do=SignForm]").click()
        self.patron.find(f"[data-serial='{serial}']").wait_for(state="detached")

    def dropped(self, serial: str) -> None:
        """The original goes into the drop box before those who signed."""
        for role, worker in (("pit-clerk", self.clerk), ("pit-boss", self.boss)):
            self.paper(worker, serial).locator("[data-do=ConfirmPresence]").click()
            worker.until(lambda role=role: role in self.form(serial).present)  # type: ignore[misc]
        self.paper(self.dealer, serial).locator("[data-do=DropOriginal].gold").click()
        self.dealer.until(lambda: self.form(serial).dropped)

    def released(self, serial: str) -> None:
        self.paper(self.boss, serial).locator("[data-do=ReleaseMarker]").click()
        self.boss.until(lambda: self.hosted.state.owed(SEAT) == 0)

    def forwarded(self, serial: str) -> None:
        self.paper(self.clerk, serial)
        self.clerk.find("#forms [data-do=ForwardDuplicates]").click()
        self.clerk.until(lambda: self.form(serial).forwarded)

    def desk(self) -> "Locator":
        """The pit on accounting's page."""
        self.books.go("/books")
        found = self.books.find(f"#books-panel [data-pit='{self.pit}']")
        found.wait_for()
        return found

    def counted(self, serial: str, cents: int, cash: int = CASH) -> None:
        """The drop box is taken away, and two of the count team read its original off, each for oneself."""
        self.give(self.security, "RemoveDropBox", table=self.table, box="7")
        self.counter.go(f"/floor/{self.pit}")
        assert serial not in self.counter.find("main").inner_text()
        self.counter.find("[data-do=CountDrop]").click()
        self.counter.find("dialog input[name=chips-10000]").fill(str(cash // 100_00))
        assert self.counter.find("dialog [data-copy]").count() == 1, "nobody is told how many there are"
        self.enters(serial, cents, self.counter)
        self.counter.find("#slips .tag").filter(has_text="sealed until the second count").wait_for()
        original = {"serial": serial, "table": self.table, "seat": SEAT, "guest": "ann", "cents": cents}
        self.give(self.second, "CountDrop", table=self.table, notes={"10000": cash // 100_00}, originals=[original])
        assert self.state.drops[self.table].counted_by == self.second.person["id"]

    def received(self, serial: str, cents: int) -> None:
        """Accounting reads off the duplicate that came from the pit."""
        self.desk().locator("[data-do=ReceiveDuplicates]").click()
        self.enters(serial, cents)
        self.books.until(lambda: len(self.state.duplicates) == 1)

    def told_of(self, serial: str, reader: Client) -> list[object]:
        """The amount of a form, as somebody finds it in the report of the day and its spreadsheet, among the forms, in
        the exceptions and in the log of the pit."""
        self.server.clock.ahead += 3_000  # the books that were read a moment ago are read anew
        day = reader.get("/api/books/day/last")
        forms = (*day["forms"], *reader.get("/api/books/forms")["forms"])
        wins = [row["forms_cents"] for row in day["tables"] if row["table"] == self.table]
        sheet = next(csv.DictReader(reader.http.get("/api/books/day/last?format=csv").text.splitlines()))
        listed = (*day["exceptions"], *reader.get("/api/books/exceptions")["exceptions"])
        log = reader.get(f"/api/pits/{self.pit}/events?limit=1000")["events"]
        prepared = (event for event in log if event["event"] == "FormPrepared" and event["serial"] == serial)
        boxes = (copy["cents"] for event in log for copy in event.get("originals") or ())
        return [
            *(row["cents"] for row in forms if row["serial"] == serial),
            *wins,
            *((row["cents"], "$" in row["sentence"]) for row in listed if row["serial"] == serial),
            *((event["cents"], "$" in event["says"]) for event in prepared),
            *boxes,
            sheet["forms_cents"],
        ]

    def accounts_shown(self, reader: Client) -> set[str]:
        """The accounts in the statement of the table, as JSON and as a spreadsheet."""
        path = f"/api/books/statements?table={self.table}"
        plain, sheet = reader.get(path), csv.DictReader(reader.http.get(f"{path}&format=csv").text.splitlines())
        return {row["account"] for row in (*plain["movements"], *plain["balances"], *sheet)}

    def enters(self, serial: str, cents: int, worker: Worker | None = None) -> None:
        """One copy, and the form is sent."""
        worker = worker or self.books
        assert serial not in worker.find("dialog").inner_text()
        self.types(1, serial, cents, worker)
        self.sends(worker)

    def types(self, number: int, serial: str, cents: int, worker: Worker) -> "Locator":
        """A copy as it is written; nothing of it stands there already."""
        copy = worker.find(f"dialog [data-copy='{number}']")
        for name, value in {"serial": serial, "cents": str(cents / 100), "seat": str(SEAT), "patron": "Ann"}.items():
            field = copy.locator(f"input[name={name}]")
            assert field.input_value() == ""
            field.fill(value)
        copy.locator("select[name=table]").select_option(self.table)
        return copy

    def sends(self, worker: Worker) -> None:
        worker.find("dialog button[type=submit]").click()
        worker.find("dialog").wait_for(state="detached")

    def compared(self) -> None:
        self.desk().locator("[data-do=CompareForms]").click()
        self.books.until(lambda: self.state.compared)

    def posted(self, serial: str) -> None:
        self.desk().locator("[data-do=PostComplimentary]").filter(has_text=serial).click()
        self.books.until(lambda: self.form(serial).posted)

    def closed(self) -> None:
        day = self.state.day
        self.desk().locator("[data-do=CloseDay]").click()
        self.books.find("dialog button[type=submit]").click()
        self.books.find("dialog").wait_for(state="detached")
        assert self.state.last_day == day


@contextmanager
def a_pit(browser: "Browser", pit: str, table: str) -> Iterator[Pit]:
    with waiting_house(houses=[UNCOUNTED]) as server, ExitStack() as stack:
        yield Pit(server, browser, stack, pit, table)


def test_vigorish_that_cannot_be_collected_is_written_down_and_paid_on_another_day(browser: "Browser") -> None:
    with a_pit(browser, "east", "ma-1") as pit:
        pit.mark()
        pit.lose()
        pit.open_day()
        for kind, prefix in (("uncollected", "UV"), ("recovery", "RV")):
            pit.give(pit.books.client, "RegisterSeries", kind=kind, prefix=prefix, first=1, last=20)
        pit.clerk.go(f"/floor/{pit.pit}")
        pit.clerk.find("#forms").wait_for()
        # Nothing but collection clears a marker button there: an incident comes first, until then nothing is offered.
        assert pit.clerk.find("[data-do=PrepareForm]").count() == 0
        owes = {"table": pit.table, "seat": SEAT, "guest": pit.ann.person["id"], "name": "Ann", "cents": OWED}
        order = {"id": "early", "command": {"command": "PrepareForm", "kind": "uncollected", **owes}}
        no = pit.clerk.client.post(f"/api/pits/{pit.pit}/commands", order, status=409)["refusal"]
        assert no["clause"] == "ma/12/d/2/iii"
        with page_of(pit.server, browser, pit.dealer.client) as page:  # who deals signs, on another page
            console = Dealer(pit.server, page, pit.dealer.client, pit.table)
            console.take_over()
            console.press("i")
            console.find(".guide-choice").filter(has_text="Vigorish cannot be collected").click()
            console.find(".guide-choice").filter(has_text=f"Seat {SEAT}").click()
            console.find("dialog textarea").fill("The guest has no chips left.")
            console.press("Enter")
            console.find("dialog .button.gold").filter(has_text="Report").click()
            console.find("dialog").wait_for(state="detached")
            pit.prepared()
            pit.clerk.find("dialog").wait_for(state="detached")
            assert pit.form("UV-000001").cents == OWED
            pit.signed_by_the_pit("UV-000001")
            paper = pit.paper(pit.dealer, "UV-000001")
            paper.locator("[data-do=refused]").click()
            pit.dealer.find("dialog textarea").fill("The guest had gone.")
            pit.dealer.find("dialog button[type=submit]").click()
            paper.locator(".signature[data-role=patron][data-signed]").wait_for()
            assert "The guest had gone." in paper.inner_text()
            pit.dropped("UV-000001")
            pit.released("UV-000001")
        pit.forwarded("UV-000001")
        pit.counted("UV-000001", OWED)
        pit.received("UV-000001", OWED)
        pit.compared()
        assert pit.form("UV-000001").compared
        assert not pit.state.exceptions
        pit.posted("UV-000001")
        borne = f"guest/{pit.ann.person['id']}/comps"
        assert pit.state.balances[borne] == -OWED
        pit.closed()

        pit.open_day()
        on_duty(pit.dealer.client, pit.table)
        pit.server.clock.ahead += 3_000  # the books that were read a moment ago are read anew
        pit.clerk.go("/books#forms")
        pit.clerk.find("tr").filter(has_text="UV-000001").locator("[data-do=recover]").click()
        assert pit.clerk.find("dialog input[name=cents]").input_value() == "5"
        pit.clerk.find("dialog input[name=cents]").fill("6")
        pit.clerk.find("dialog button[type=submit]").click()
        pit.clerk.find("dialog .wrong .clause").first.wait_for()
        assert "$5.00 of form UV-000001 can be recovered" in pit.clerk.find("dialog .wrong").inner_text()
        pit.clerk.find("dialog input[name=cents]").fill("2")
        pit.clerk.find("dialog button[type=submit]").click()
        pit.clerk.find("dialog").wait_for(state="detached")
        assert (pit.form("RV-000001").cents, pit.form("RV-000001").against) == (2_00, "UV-000001")
        pit.signed_by_the_pit("RV-000001")
        pit.signed_by_the_patron("RV-000001")
        pit.dropped("RV-000001")
        assert pit.form("UV-000001").recovered_cents == 2_00
        assert pit.state.balances[borne] == -3_00
        assert pit.paper(pit.boss, "RV-000001").locator("[data-do=ReleaseMarker]").count() == 0
        pit.forwarded("RV-000001")
        pit.counted("RV-000001", 2_00, cash=0)
        pit.received("RV-000001", 2_00)
        pit.compared()
        assert not pit.state.exceptions
        pit.closed()


@pytest.mark.parametrize(
    ("box_cents", "pit_cents", "found"), [(OWED, OWED - 1_00, "duplicate"), (OWED + 10_00, OWED, "original")]
)
def test_copies_that_differ_are_found_by_what_accounting_read(
    browser: "Browser", box_cents: int, pit_cents: int, found: str
) -> None:
    serial = "CV-000001"
    with a_pit(browser, "south", "sem-1") as pit:
        pit.mark()
        pit.open_day()
        pit.give(pit.books.client, "RegisterSeries", kind="complimentary", prefix="CV", first=1, last=20)
        pit.prepared()
        pit.clerk.find("dialog").wait_for(state="detached")
        on_duty(pit.dealer.client, pit.table)
        for person in (pit.clerk, pit.dealer, pit.boss, pit.patron):
            pit.give(person.client, "SignForm", serial=serial)
        for person in (pit.clerk, pit.boss):
            pit.give(person.client, "ConfirmPresence", serial=serial)
        pit.give(pit.dealer.client, "DropOriginal", serial=serial)
        pit.give(pit.boss.client, "ReleaseMarker", serial=serial)
        pit.give(pit.clerk.client, "ForwardDuplicates")
        pit.counted(serial, box_cents)
        with pit.server.staff("surveillance") as eye:
            assert {OWED, (OWED, True), box_cents, str(OWED)} == {*pit.told_of(serial, eye)}
            assert "owed" in pit.accounts_shown(eye)
        assert {None, (0, False), (None, False), ""} == {*pit.told_of(serial, pit.books.client)}, "still to be read"
        assert "owed" not in pit.accounts_shown(pit.books.client), "nor a sum that the form is in"
        pit.received(serial, pit_cents)
        pit.compared()
        assert {OWED, (OWED, True), box_cents, str(OWED)} <= {*pit.told_of(serial, pit.books.client)}
        (trouble,) = pit.state.exceptions.values()
        assert (trouble.kind, trouble.serial) == ("differing-copy", serial)
        assert not pit.form(serial).compared
        pit.server.clock.ahead += 3_000  # the books that were read a moment ago are read anew
        pit.books.find("#tab-exceptions").click()
        row = pit.books.find("#books-panel[aria-labelledby=tab-exceptions] tbody tr").filter(has_text="differing copy")
        row.wait_for()
        assert f"the {found} of {serial} differs in cents" in row.inner_text()
        pit.posted(serial)  # the difference stays an exception; what the house bore is recorded all the same
        pit.closed()


def test_of_a_void_form_both_copies_arrive(browser: "Browser") -> None:
    serial = "CV-000001"
    with a_pit(browser, "south", "sem-1") as pit:
        pit.mark()
        pit.open_day()
        pit.give(pit.books.client, "RegisterSeries", kind="complimentary", prefix="CV", first=1, last=20)
        pit.prepared()
        pit.clerk.find("dialog").wait_for(state="detached")
        pit.give(pit.boss.client, "SignVoid", serial=serial, reason="the wrong seat")
        pit.give(pit.clerk.client, "VoidForm", serial=serial, reason="the wrong seat")
        pit.give(pit.clerk.client, "ForwardDuplicates")
        pit.desk().locator("[data-do=ReceiveDuplicates]").click()
        assert pit.books.find("dialog [data-copy]").count() == 1, "the page does not tell how many are expected"
        for _ in range(2):
            pit.books.find("dialog [data-do=another-copy]").click()  # the last of them is left empty
        for number, name in enumerate(("duplicate", "original"), 1):
            copy = pit.types(number, serial, OWED, pit.books)
            copy.locator("select[name=copy]").select_option(name)
            copy.locator("input[name=void]").check()
        assert serious(pit.books.page) == []
        for width in (360, 1280):
            pit.books.page.set_viewport_size({"width": width, "height": 900})
            assert overflow(pit.books.page) == []
        pit.sends(pit.books)
        assert [copy.copy for copy in pit.state.duplicates] == ["duplicate", "original"]
        pit.compared()
        assert not pit.state.exceptions
        pit.closed()
