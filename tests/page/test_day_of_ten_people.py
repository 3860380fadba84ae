"""A gaming day in the browser, from the opener to the signed report: ten people, each at a page of their own.

Accounting opens and closes the day, a dealer deals to a guest, floor and pit boss look over the dealer's shoulder, the
cage sends and takes chips, security carries them, two of the count team count the drop box, surveillance watches.
Nobody does anything but by what a page shows them.
"""

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from minibac.houses.house import sample_house
from tests.command_line import calling
from tests.page.guests import ANSWER, Guest, at_table, waiting_house
from tests.page.workers import Dealer, Worker, page_of
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

PIT, TABLE, SEAT = "main", "s42-1", 3
OPENER = {25: 40, 1_00: 100, 5_00: 60, 25_00: 60, 100_00: 20}
FILL, CREDIT = {5_00: 20}, {100_00: 2}
NAMES = {
    "accounting": "Ada",
    "pit-boss": "Bela",
    "floorperson": "Flo",
    "dealer": "Dee",
    "cage": "Cora",
    "security": "Sam",
    "surveillance": "Sue",
}
COUNTERS = ("Kim", "Lou")


def worth(chips: dict[int, int]) -> int:
    return sum(value * count for value, count in chips.items())


class House:
    """Everybody at their pages."""

    def __init__(self, server: RunningServer, browser: "Browser", stack: ExitStack) -> None:
        self.server = server
        self.refused: list[str] = []
        """What a page asked and was not granted."""
        people = [*NAMES.items(), *(("count-team", name) for name in COUNTERS)]
        self.people = {name: self._comes(browser, stack, role, name) for role, name in people}
        self.guest: Guest = stack.enter_context(at_table(server, browser, TABLE, "Gus"))
        self.guest.page.on("response", self._answered)
        self.console: Dealer

    def _comes(self, browser: "Browser", stack: ExitStack, role: str, name: str) -> Worker:
        client = stack.enter_context(self.server.staff(role, name))
        page = stack.enter_context(page_of(self.server, browser, client, accept_downloads=True))
        page.on("response", self._answered)
        return Worker(self.server, page, client)

    def _answered(self, response: "object") -> None:
        status, url = response.status, response.url  # type: ignore[attr-defined]
        if status >= 400:
            self.refused.append(f"{status} {url}")

    def __getitem__(self, name: str) -> Worker:
        return self.people[name]

    # --- what people do again and again

    def press(self, name: str, do: str, where: str = "body") -> "Locator":
        """Somebody comes back to the page and presses what is offered there."""
        worker = self[name]
        worker.look_again()
        button = worker.find(f"{where} [data-do={do}]").first
        button.click()
        return worker.find("dialog[open]")

    def sends(self, name: str) -> None:
        sheet = self[name].find("dialog[open]")
        sheet.locator("button[type=submit]:not([value=no])").click()
        sheet.wait_for(state="detached")

    def counts(self, name: str, chips: dict[int, int]) -> None:
        """The chips as somebody has them before their eyes."""
        for value, count in chips.items():
            self[name].find(f"dialog[open] input[name=chips-{value}]").fill(str(count))
        self.sends(name)

    def signs(self, name: str, serial: str, role: str) -> None:
        """A signature on a slip; until then nobody after this one is offered theirs."""
        self.press(name, "SignForm", f"[data-serial='{serial}']")
        self[name].find(f"[data-serial='{serial}'] .signature[data-role={role}][data-signed]").wait_for()

    def not_offered(self, name: str, do: str, where: str = "body") -> None:
        worker = self[name]
        with worker.page.expect_response(lambda response: "/api/pits/" in response.url):
            worker.look_again()
        worker.find(f"{where} [data-do={do}]").first.wait_for(state="detached")

    def deal_until(self, phase: str) -> None:
        """The dealer's next step, the floor's word, the guest's answer: whoever is asked does what is asked."""
        felt = self.guest.find(f"mb-felt[data-phase={phase}]")
        asked = self["Flo"].find("[data-do=asked]")
        for _ in range(120):
            self.console.drawn()
            self.guest.drawn()
            if felt.count():
                return
            if self.console.find(".next-step").get_attribute("data-kind") == "mine":
                self.console.find(".next-step").focus()
                self.console.step()
            elif asked.count():
                asked.first.click()
                sheet = self["Flo"].find("dialog[open]")
                for field in sheet.locator("select").all():
                    field.select_option("yes")
                self.sends("Flo")
            else:
                self.guest.page.evaluate(ANSWER, phase)
                self.guest.page.wait_for_timeout(20)
        raise AssertionError(f"the table never came to {phase}: {self.console.find('.next-panel').inner_text()}")

    def tray(self) -> dict[int, int]:
        """What lies in the tray, as the dealer sees it."""
        said = self.console.find("[data-tray] .chips-row").last.get_attribute("aria-label") or ""
        lines = (line.split(" of $") for line in said.split(", ") if " of $" in line)
        return {round(float(value.replace(",", "")) * 100): int(count) for count, value in lines}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with waiting_house(folder=tmp_path, houses=[sample_house("section-42")]) as found:
        yield found


@pytest.mark.control("R25", "R38", "R39", "R43")
def test_a_day_from_opener_to_signed_report(server: RunningServer, browser: "Browser", tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = House(server, browser, stack)
        day = server.day
        the_day_is_opened(house)
        the_dealer_comes(house, stack, browser)
        the_tray_is_opened(house)
        bought = the_guest_plays(house)
        chips_come_and_go(house)
        closer = the_tray_is_closed(house)
        the_drop_is_counted(house, bought)
        win = closer + worth(CREDIT) + bought - worth(OPENER) - worth(FILL)
        the_books_are_closed(house, win)
        an_exception_is_worked_to_its_end(house)
        file = the_report_is_signed(house, tmp_path)
        assert house.refused == []
    verified(tmp_path, file, day)


def the_day_is_opened(house: House) -> None:
    house["Ada"].go("/books")
    for do in ("OpenHouseDay", "OpenDay"):
        house.press("Ada", do)
        house.sends("Ada")
    for kind, prefix in (("fill", "F"), ("credit", "C")):
        house.press("Ada", "RegisterSeries")
        form = house["Ada"].find("dialog[open]")
        form.locator("select[name=kind]").select_option(kind)
        form.locator("input[name=prefix]").fill(prefix)
        house.sends("Ada")


def the_dealer_comes(house: House, stack: ExitStack, browser: "Browser") -> None:
    dee = house["Dee"]
    house.console = Dealer(house.server, dee.page, dee.client, TABLE)
    house.console.take_over()
    with dee.page.context.expect_page() as opened:
        dee.find(
            "a",
        ).filter(has_text="Counts to make and papers to sign").click()
    papers = opened.value
    papers.locator("body[data-ready]").wait_for()
    house.people["Dee"] = Worker(house.server, papers, dee.client)
    for name in ("Flo", "Bela", "Cora", "Sam", *COUNTERS):
        house[name].go(f"/floor/{PIT}")
        assert house[name].find("#work-as").count() == 0, "who has one role is offered no other"
    house["Flo"].find(".take-floor").click()
    house["Flo"].find(".take-floor[aria-pressed=true]").wait_for()
    house["Sue"].go("/surveillance")


def the_tray_is_opened(house: House) -> None:
    house.press("Dee", "CountInventory")
    house.counts("Dee", OPENER)
    house.not_offered("Dee", "AttestCount")
    house.press("Flo", "AttestCount")
    house.counts("Flo", OPENER)
    house["Flo"].find("[data-slip] .tag.good").wait_for()


def the_guest_plays(house: House) -> int:
    """Two rounds; what the guest paid for chips."""
    guest = house.guest
    guest.sit(SEAT)
    bought = guest.shown_balance
    for _ in range(2):
        house.deal_until("betting")
        guest.put("banker")
        house.deal_until("racking")
    house.deal_until("betting")
    return bought


def chips_come_and_go(house: House) -> None:
    """A fill and a credit, each signed in the order of its journey."""
    ways = {
        "fill": ("Flo", FILL, "F-000001", (("Cora",), ("Sam",), ("Dee", "Flo"))),
        "credit": ("Bela", CREDIT, "C-000001", (("Dee", "Bela"), ("Sam",), ("Cora",))),
    }
    roles = {"Cora": "cage", "Sam": "security", "Dee": "dealer"}
    for kind, (asks, chips, serial, journey) in ways.items():
        house.press(asks, "RequestTransfer")
        house[asks].find("dialog[open] select[name=kind]").select_option(kind)
        house.counts(asks, chips)
        house.press("Cora", "PrepareSlip")
        house["Cora"].find(f"[data-serial='{serial}']").wait_for()
        for stage, later in zip(journey, (*journey[1:], ()), strict=True):
            for name in later[:1]:
                house.not_offered(name, "SignForm", f"[data-serial='{serial}']")
            for name in stage:
                house.signs(name, serial, roles.get(name, "supervisor"))


def the_tray_is_closed(house: House) -> int:
    """Dealer and pit boss count, and differ by a chip: both count again; what lies in the tray then."""
    chips = house.tray()
    which = f"{TABLE} closer"
    for attempt in (1, 0):
        house.press("Dee", "CountInventory")
        house["Dee"].find("dialog[open] select[name=which]").select_option(which)
        house.counts("Dee", chips)
        sheet = house.press("Bela", "AttestCount")
        assert "$" not in house["Bela"].find("[data-slip]").first.inner_text().split("·")[0]
        for value, count in chips.items():
            sheet.locator(f"input[name=chips-{value}]").fill(str(count - attempt * (value == max(chips))))
        sheet.locator("button[type=submit]").click()
        if attempt:
            sheet.locator(".wrong .clause").wait_for()
            assert "$" not in sheet.locator(".wrong").inner_text()
            house["Bela"].press("Escape")
        sheet.wait_for(state="detached")
    return worth(chips)


def the_drop_is_counted(house: House, cash: int) -> None:
    house.press("Sam", "RemoveDropBox")
    house["Sam"].find("dialog[open] input[name=box]").fill("7")
    house.sends("Sam")
    for name in COUNTERS:
        house.press(name, "CountDrop")
        assert f"{cash // 100:,}" not in house[name].find("main").inner_text(), "nobody is told what is expected"
        house[name].find("dialog[open] input[name=chips-10000]").fill(str(cash // 100_00))
        house.sends(name)
    house[COUNTERS[0]].look_again()
    house[COUNTERS[0]].find("#slips .tag.good").filter(has_text="counted by").wait_for()


def the_books_are_closed(house: House, win: int) -> None:
    house.press("Ada", "CompareForms")
    house.press("Ada", "ReportWin")
    house["Ada"].find("dialog[open] input[name=cents]").fill(str(win / 100))
    house.sends("Ada")
    house.not_offered("Ada", "CloseHouseDay")
    for do in ("CloseDay", "CloseHouseDay"):
        house.press("Ada", do)
        house.sends("Ada")
    house["Ada"].find("#house-day [data-do=AskHouseReopening]").wait_for()


def an_exception_is_worked_to_its_end(house: House) -> None:
    """Surveillance sees who it was by name, and explains it; accounting closes it."""
    sue, ada = house["Sue"], house["Ada"]
    sue.go("/surveillance")
    row = sue.find("#exceptions li").filter(has_text="the two counts differ")
    row.wait_for()
    for name in ("Dee", "Bela"):
        person = house[name].client.person
        assert f"{person['name']} ({person['id']})" in row.inner_text()
    people = sue.find("#people tbody")
    people.locator("tr").nth(8).wait_for()
    assert {*NAMES.values(), *COUNTERS} <= {
        text.split(" (")[0] for text in people.locator("td:first-child").all_inner_texts()
    }
    sue.go("/books#exceptions")
    house.press("Sue", "LookAtException")
    house.sends("Sue")
    house.press("Sue", "ExplainException")
    sue.find("dialog[open] textarea").fill("A stack was counted in the shade; the second count was right.")
    house.sends("Sue")
    sue.find("[data-exception][data-state=explained]").wait_for()
    assert sue.find("[data-do=CloseException]").count() == 0, "another person closes it"
    ada.find("#tab-exceptions").click()
    house.press("Ada", "CloseException")
    house.sends("Ada")
    ada.find("[data-exception]").wait_for(state="detached")


def the_report_is_signed(house: House, folder: Path) -> Path:
    """Accounting signs what it has read, and takes it along."""
    ada = house["Ada"]
    ada.find("#tab-day").click()
    report = ada.find("#report")
    report.locator(".headline.balance").wait_for()
    assert "0 open" in report.locator(".headline").inner_text()
    house.press("Ada", "SignReport", "#report")
    house.sends("Ada")
    signed = report.locator("[data-revision='1']")
    signed.wait_for()
    assert "Ada" in report.locator("#signature").inner_text()
    assert report.locator("[data-do=CountersignReport]").count() == 0, "the books balance: nobody else is needed"
    with ada.page.expect_download() as found:
        signed.locator("[data-do=download]").click()
    file = folder / found.value.suggested_filename
    found.value.save_as(file)
    assert hashlib.sha256(file.read_bytes()).hexdigest() == signed.locator(".clause").inner_text()
    return file


def verified(folder: Path, file: Path, day: str) -> None:
    """Somebody with the folder and the file holds the one against the other, and every log against itself."""
    with ThreadPoolExecutor(1) as apart:  # it needs an event loop of its own, and the browser has one here
        result = apart.submit(calling("books"), "check", "--data", str(folder), "--heads", str(file)).result()
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    assert day in file.name
