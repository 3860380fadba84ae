"""Each way to make the books lie, tried: over HTTP with the right person's session, and on that person's page.

A gaming day of one table. At each stage somebody tries what would falsify it; the house refuses with a sentence, and
its clause where there is one, and the page does not offer it, or tells the same sentence. ``docs/books.md`` lists all
of them with what the house said; MINIBAC_WRITE_VIOLATIONS=1 writes that list anew.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import pytest

from minibac.houses.house import sample_house
from minibac.table.state import Phase
from tests.page.guests import hosted_at, next_cards, time_passes_until, waiting_house
from tests.page.workers import Worker, page_of
from tests.server.running import Client, Live, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PIT, TABLE, SEAT = "main", "sem-1", 3
BOOKS = Path(__file__).parents[2] / "docs" / "books.md"
BEGIN, END = "<!-- tried -->\n", "<!-- /tried -->\n"
WRITE = "MINIBAC_WRITE_VIOLATIONS"
NUMBERS = re.compile(r" \((?:p-\d+|g-[0-9a-f]+)\)|(?<=exception) [0-9a-f]{12}")
"""What stands beside a person's name, and the id of an exception: another one each time."""
BANKER_WINS = "Kh 9s Qd Ks"
OPENER = {"2500": 4, "10000": 10}
CASH = 100_000


class Tried(NamedTuple):
    """What somebody tried, and what the house said."""

    words: str
    sentence: str
    clause: str


class Day:
    """A house with its people, some of them at a page."""

    def __init__(self, server: RunningServer, browser: "Browser", stack: ExitStack) -> None:
        self.server, self.browser, self.stack = server, browser, stack
        self.tried: list[Tried] = []
        self.people: dict[str, Client] = {}
        self.pages: dict[str, Worker] = {}
        self.guest = self.stack.enter_context(server.guest("Gus"))
        self.date = server.day  # once the day is closed, the server's is the next

    def comes(self, role: str, name: str, page: str = "") -> Client:
        self.people[name] = client = self.stack.enter_context(self.server.staff(role, name))
        if page:
            opened = self.stack.enter_context(page_of(self.server, self.browser, client))
            self.pages[name] = Worker(self.server, opened, client)
            self.pages[name].go(page)
        return client

    def post(self, name: str, path: str, body: object) -> dict[str, Any]:
        answer: dict[str, Any] = self.people[name].request("POST", path, body).json()
        return answer

    def give(self, name: str, command: str, **facts: Any) -> dict[str, Any]:
        body = {"id": uuid4().hex, "command": {"command": command, **facts}}
        where = "/api/house/commands" if command in OF_THE_HOUSE else f"/api/pits/{PIT}/commands"
        return self.post(name, where, body)

    def done(self, name: str, command: str, **facts: Any) -> None:
        answer = self.give(name, command, **facts)
        assert answer.get("ok"), (name, command, answer)

    def no(self, words: str, answer: dict[str, Any], name: str = "", do: str = "") -> None:
        """It was refused, with a sentence; and ``name``'s page has no such thing to press."""
        assert "refusal" in answer, (words, answer)
        no = answer["refusal"]
        assert no["sentence"], words
        self.tried.append(Tried(words, no["sentence"], no["clause"] or ""))
        if name:
            worker = self.pages[name]
            with worker.page.expect_response(lambda response: "/api/pits/" in response.url):
                worker.look_again()
            worker.find(f"[data-do={do}]").first.wait_for(state="detached")

    def says_no(self, words: str, answer: dict[str, Any], name: str, do: str, fill: Callable[[Any], object]) -> None:
        """It was refused; and so it is on the page, in the sheet, where nothing that was typed is lost."""
        self.no(words, answer)
        worker = self.pages[name]
        worker.look_again()
        worker.find(f"[data-do={do}]").first.click()
        sheet = worker.find("dialog[open]")
        fill(sheet)
        sheet.locator("button[type=submit]").click()
        wrong = sheet.locator(".wrong[role=alert]")
        wrong.wait_for()
        told = wrong.locator("span").first.inner_text().removesuffix(".")
        assert told.casefold() == answer["refusal"]["sentence"].casefold()
        assert (wrong.locator(".clause").inner_text() if answer["refusal"]["clause"] else "") == (
            answer["refusal"]["clause"] or ""
        )
        worker.press("Escape")
        sheet.wait_for(state="detached")


OF_THE_HOUSE = (
    "OpenHouseDay", "CloseHouseDay", "ReopenHouseDay", "AskHouseReopening", "SignReport", "CountersignReport",
    "ExplainException", "CloseException", "LookAtException",
)  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house(houses=[sample_house("seminole")]) as found:
        yield found


@pytest.mark.control("R25", "R30", "R36", "R37", "R38", "R39", "R43")
def test_each_way_to_make_the_books_lie_is_refused(server: RunningServer, browser: "Browser") -> None:
    with ExitStack() as stack:
        day = Day(server, browser, stack)
        day.comes("accounting", "Ada", "/books")
        day.comes("floorperson", "Flo", f"/floor/{PIT}")
        day.comes("count-team", "Kim", f"/floor/{PIT}")
        dealer = day.comes("dealer", "Dee")
        for role, name in (("accounting", "Abe"), ("dealer", "Don"), ("count-team", "Lou"), ("cage", "Cora")):
            day.comes(role, name)
        for role, name in (("security", "Sam"), ("surveillance", "Sue"), ("shift-manager", "Max"), ("admin", "Ian")):
            day.comes(role, name)
        desk = dealer.live(TABLE, "dealer")
        for duty in ("calling", "wagers"):
            desk.ok("AssignStaff", duty=duty)
        dee = stack.enter_context(page_of(server, browser, dealer))
        day.pages["Dee"] = Worker(server, dee, dealer)
        day.pages["Dee"].go(f"/floor/{PIT}")
        guest = day.guest.live(TABLE)
        guest.ok("TakeSeat", seat=SEAT)
        before_the_day(day, guest)
        before_the_opener(day, guest)
        while_it_plays(day, guest, desk)
        papers(day)
        at_the_end(day, guest)
        the_drop(day)
        the_books(day)
        people_and_lists(day, guest)
    listed(day)


def before_the_day(day: Day, guest: Live) -> None:
    day.no("A guest buys chips while no gaming day is open.", guest.give("BuyIn", seat=SEAT, cents=CASH))
    wrong = {"day": "2026-02-01"}
    day.says_no(
        "Accounting opens the house's day under another date.",
        day.give("Ada", "OpenHouseDay", **wrong),
        "Ada",
        "OpenHouseDay",
        lambda sheet: sheet.locator("input[type=date]").fill(wrong["day"]),
    )
    day.done("Ada", "OpenHouseDay", day=day.server.day)
    day.says_no(
        "Accounting opens a pit's day under another date than the house's.",
        day.give("Ada", "OpenDay", **wrong),
        "Ada",
        "OpenDay",
        lambda sheet: sheet.locator("input[type=date]").fill(wrong["day"]),
    )
    answer = day.give("Flo", "OpenDay", day=day.server.day)
    day.no("A floorperson opens the day.", answer, "Flo", "OpenDay")
    day.done("Ada", "OpenDay", day=day.server.day)


def before_the_opener(day: Day, guest: Live) -> None:
    at = {"table": TABLE, "chips": OPENER}
    day.no("A guest buys chips before the opener is counted.", guest.give("BuyIn", seat=SEAT, cents=CASH))
    day.no(
        "A dealer counts the closer of a tray without an opener.",
        day.give("Dee", "CountInventory", kind="closer", **at),
    )
    day.no("A dealer who deals elsewhere counts the tray.", day.give("Don", "CountInventory", kind="opener", **at))
    answer = day.give("Flo", "RequestTransfer", kind="fill", **at)
    day.no("A fill is asked for before the opener.", answer, "Flo", "RequestTransfer")
    day.done("Dee", "CountInventory", kind="opener", **at)
    day.no("A guest buys chips while one person alone has counted.", guest.give("BuyIn", seat=SEAT, cents=CASH))
    answer = day.give("Dee", "AttestCount", slip=1, chips=OPENER)
    day.no("The dealer attests the dealer's own count.", answer, "Dee", "AttestCount")
    answer = day.give("Max", "AttestCount", slip=1, chips=OPENER)
    day.no("The shift manager, who reads what is expected, attests a count.", answer)
    day.no("A floorperson reads the log of the pit before counting.", _get(day, "Flo", f"/api/pits/{PIT}/events"))
    day.no("A dealer reads what the ledger has in the tray.", _get(day, "Dee", f"/api/pits/{PIT}/accounts"))
    day.done("Flo", "AttestCount", slip=1, chips=OPENER)
    day.no("A dealer counts a second opener.", day.give("Dee", "CountInventory", kind="opener", **at))


def while_it_plays(day: Day, guest: Live, desk: Live) -> None:
    guest.ok("BuyIn", seat=SEAT, cents=CASH)
    hosted = hosted_at(day.server, TABLE)
    _deal(day, desk, lambda: hosted.state.phase is Phase.BETTING)
    day.server.do(lambda: next_cards(hosted, BANKER_WINS))
    guest.ok("PlaceWager", seat=SEAT, wager="banker", cents=50_000)
    _deal(day, desk, lambda: hosted.state.phase is Phase.DEALING)
    at = {"table": TABLE, "chips": OPENER}
    day.no(
        "A dealer counts the closer in the middle of a round.", day.give("Dee", "CountInventory", kind="closer", **at)
    )
    _deal(day, desk, lambda: hosted.state.phase is Phase.SETTLING)
    (command,) = [desk.yours["next"]["command"] for _ in (0,) if desk.yours]
    answer = desk.give(command.pop("command"), **command)
    day.no("A dealer pays more than lies in the tray.", answer)
    big = {"table": TABLE, "kind": "credit", "chips": {"2500": 5}}
    day.says_no(
        "A floorperson sends more chips back than lie in the tray.",
        day.give("Flo", "RequestTransfer", **big),
        "Flo",
        "RequestTransfer",
        lambda sheet: (
            sheet.locator("select[name=kind]").select_option("credit"),
            sheet.locator("input[name=chips-2500]").fill("5"),
        ),
    )


def papers(day: Day) -> None:
    """A fill under way: each tries to sign before the chips have reached them."""
    series = {"kind": "fill", "first": 1, "last": 9}
    day.done("Ada", "RegisterSeries", prefix="F", **series)
    answer = day.give("Ada", "RegisterSeries", prefix=" f ", **series | {"kind": "credit", "first": 9, "last": 20})
    day.no("Accounting enters numbers that were printed before.", answer)
    day.done("Flo", "RequestTransfer", kind="fill", table=TABLE, chips={"10000": 10})
    answer = day.give("Flo", "PrepareSlip", request=1)
    day.no("The floorperson who asked for a fill writes its slip.", answer, "Flo", "PrepareSlip")
    answer = day.give("Cora", "PrepareSlip", request=1, serial="F-000007")
    day.no("The cage takes another number than the next.", answer)
    day.done("Cora", "PrepareSlip", request=1)
    form = "F-000001"
    answer = day.give("Dee", "SignForm", serial=form)
    day.no("The dealer signs for a fill that has not left the cage.", answer, "Dee", "SignForm")
    answer = day.give("Flo", "SignForm", serial=form)
    day.no("The supervisor signs before security has carried it.", answer, "Flo", "SignForm")
    day.no("A dealer of another table signs for it.", day.give("Don", "SignForm", serial=form))
    answer = day.give("Flo", "CancelRequest", request=1, reason="never mind")
    day.no("The floorperson cancels a fill whose slip is written.", answer, "Flo", "CancelRequest")
    for name in ("Cora", "Sam", "Dee", "Flo"):
        day.done(name, "SignForm", serial=form)
    day.no("The cage signs the slip a second time.", day.give("Cora", "SignForm", serial=form))
    answer = day.give("Cora", "VoidForm", serial=form, reason="lost")
    day.no("The cage makes a slip void whose chips have been received.", answer)


def at_the_end(day: Day, guest: Live) -> None:
    desk = day.people["Dee"]._live[-1]
    hosted = hosted_at(day.server, TABLE)
    _deal(day, desk, lambda: hosted.state.phase is Phase.BETTING)
    day.no("A guest leaves and owes vigorish.", guest.give("LeaveSeat", seat=SEAT))
    answer = day.give("Ada", "CloseDay", day=day.server.day)
    day.no("Accounting closes the day while a closer, a drop box and a win are missing.", answer, "Ada", "CloseDay")
    answer = day.give("Ada", "CloseHouseDay", day=day.server.day)
    day.no("Accounting closes the house's day before its pit.", answer, "Ada", "CloseHouseDay")
    guest.ok("CollectVigorish", seat=SEAT, cents=hosted.state.owed(SEAT))
    chips = {str(value): count for value, count in hosted.state.tray.items()}
    day.done("Dee", "CountInventory", table=TABLE, kind="closer", chips=chips)
    slip = max(day.server.house.pits[PIT].state.slips)
    day.done("Flo", "AttestCount", slip=slip, chips=chips)
    wager = guest.give("PlaceWager", seat=SEAT, wager="player", cents=5_000)
    day.no("A guest lays a wager after the closer.", wager)
    day.no("The dealer begins a round after the closer.", desk.give("CallNoMoreBets"))
    day.no("A guest buys chips after the closer.", guest.give("BuyIn", seat=SEAT, cents=CASH))
    answer = day.give("Flo", "RequestTransfer", kind="fill", table=TABLE, chips={"10000": 1})
    day.no("A fill is asked for after the closer.", answer, "Flo", "RequestTransfer")


def the_drop(day: Day) -> None:
    box = {"table": TABLE, "box": "7"}
    answer = day.give("Flo", "RemoveDropBox", **box)
    day.no("A floorperson takes the drop box away.", answer, "Flo", "RemoveDropBox")
    day.done("Kim", "RemoveDropBox", **box)
    cash = {"table": TABLE, "notes": {"10000": CASH // 100_00}}
    answer = day.give("Kim", "CountDrop", **cash)
    day.no("Who carried the box counts it.", answer, "Kim", "CountDrop")
    day.comes("count-team", "Pat")
    day.done("Lou", "CountDrop", **cash)
    day.no("Who counted first counts a second time.", day.give("Lou", "CountDrop", **cash))
    sealed = day.people["Kim"].get(f"/api/pits/{PIT}")["drops"][TABLE]
    assert sealed["cash_cents"] is None, "nobody else is told what was counted first"
    day.no("One of the count team reads the day-end report.", _get(day, "Kim", "/api/books/day/last"))
    day.done("Pat", "CountDrop", **cash)


def the_books(day: Day) -> None:
    today = day.server.day
    (win,) = day.people["Ada"].get(f"/api/books/day/{today}")["tables"]
    day.says_no(
        "Accounting reports another win than the counts give.",
        day.give("Ada", "ReportWin", table=TABLE, cents=1, forms=[]),
        "Ada",
        "ReportWin",
        lambda sheet: sheet.locator("input[name=cents]").fill("0.01"),
    )
    account = f"table/{TABLE}/tray"
    day.done("Ada", "ProposeCorrection", account=account, after_cents=5, reason="a stack", before_cents=123)
    (waits,) = day.people["Ada"].get(f"/api/pits/{PIT}")["corrections"]
    assert waits["before_cents"] != 123, "before is the ledger's, whatever somebody types"
    answer = day.give("Ada", "ApproveCorrection", correction=1)
    day.no("Who asked for a correction lets it through.", answer, "Ada", "ApproveCorrection")
    answer = day.give("Flo", "ApproveCorrection", correction=1)
    day.no("A floorperson lets a correction through.", answer, "Flo", "ApproveCorrection")
    day.no(
        "A correction without a reason.",
        day.give("Ada", "ProposeCorrection", account=account, after_cents=7, reason=" "),
    )
    day.done("Max", "ApproveCorrection", correction=1)
    day.done("Ada", "ReportWin", table=TABLE, cents=win["win_cents"], forms=[])
    sign = f"/api/books/day/{today}/sign"
    figures = day.people["Ada"].get(f"/api/books/day/{today}")["figures"]
    answer = day.post("Ada", sign, {"id": "early", "figures": figures})
    day.no("Accounting signs the report of a day that is open.", answer, "Ada", "SignReport")
    for command in ("CloseDay", "CloseHouseDay"):
        day.done("Ada", command, day=today)
    told = day.people["Ada"].get(f"/api/books/day/{today}")
    assert told["verdict"] == "differ", "a tray that was corrected after its closer is not as it was counted"
    assert "the tray was corrected by" in told["headline"]
    again = "ReopenHouseDay"
    day.no("Somebody opens a closed day that nobody has asked for.", day.give("Ada", again, day=today), "Ada", again)
    day.no(
        "A closed day is to be opened again without a reason.",
        day.give("Ada", "AskHouseReopening", day=today, reason=" "),
    )
    day.done("Ada", "AskHouseReopening", day=today, reason="a form was found")
    day.no("Who asked to open a day again opens it.", day.give("Ada", again, day=today), "Ada", again)
    day.no(
        "Accounting signs other figures than the books give.", day.post("Ada", sign, {"id": "other", "figures": "0f"})
    )
    forged = {"day": today, "report": "all is well", "figures": "", "verdict": "balance"}
    day.no("Accounting hands in a report of its own to be signed.", day.give("Ada", "SignReport", **forged))
    day.no(
        "The shift manager signs in the place of accounting.", day.post("Max", sign, {"id": "m", "figures": figures})
    )
    figures = day.people["Ada"].get(f"/api/books/day/{today}")["figures"]
    assert day.post("Ada", sign, {"id": "right", "figures": figures})["ok"]
    answer = day.give("Ada", "CountersignReport", day=today)
    day.no("Accounting gives both signatures.", answer, "Ada", "CountersignReport")
    day.no("Accounting signs the same report again.", day.post("Abe", sign, {"id": "again", "figures": figures}))
    row = day.people["Sue"].get("/api/books/exceptions?state=open")["exceptions"][0]["id"]
    day.no("An exception is closed that nobody has explained.", day.give("Abe", "CloseException", exception=row))
    day.done("Sue", "ExplainException", exception=row, explanation="seen on the recording")
    day.no("Who explained an exception closes it.", day.give("Sue", "CloseException", exception=row))
    day.no(
        "Surveillance changes the books.",
        day.give("Sue", "ProposeCorrection", account=account, after_cents=7, reason="?"),
    )


def people_and_lists(day: Day, guest: Live) -> None:
    kim, gus = (day.people["Kim"].person["id"], day.guest.person["id"])
    answer = day.post("Ian", f"/api/people/{kim}/roles", {"role": "accounting"})
    day.no("One of the count team gets accounting too.", answer)
    me = day.people["Ian"].person["id"]
    day.no(
        "The administrator grants the administrator a role.",
        day.post("Ian", f"/api/people/{me}/roles", {"role": "cage"}),
    )
    day.no("A floorperson reads who may not play.", _get(day, "Flo", "/api/exclusions"))
    found = day.people["Sam"].request(
        "POST", "/api/exclusions", {"person": gus, "kind": "banned", "reason": "cheating"}
    )
    assert found.status_code < 300, found.text
    day.no("A guest who was put on the list sits down again.", guest.give("TakeSeat", seat=SEAT))


def _get(day: Day, name: str, path: str) -> dict[str, Any]:
    answer: dict[str, Any] = day.people[name].request("GET", path).json()
    return answer


def _deal(day: Day, desk: Live, holds: Callable[[], bool]) -> None:
    """The dealer's next right step, the time of whoever else is asked, until something holds."""
    hosted = hosted_at(day.server, TABLE)
    for _ in range(200):
        desk.until_view(lambda _: desk.version >= hosted.version)
        if holds():
            return
        following = (desk.yours or {}).get("next")
        if following and following["role"] == "dealer":
            said = {name: RIGHT[name] for name in following.get("asks", ())}
            command = {**following["command"], **said}
            desk.ok(command.pop("command"), **command)
            continue
        before = hosted.version
        time_passes_until(day.server, TABLE, lambda: hosted.version > before)  # noqa: B023
    raise AssertionError("it never came to that")


RIGHT = {"ok": True, "cutting_cards": 2, "cards_count": 416, "batch": "A", "rack_batch": "none"}


def listed(day: Day) -> None:
    """Every one of them stands in the docs with what the house said."""
    words = [tried.words for tried in day.tried]
    assert len(words) == len(set(words))
    assert len(words) > 50
    rows = [
        f"| {one.words} | {_plain(day, one.sentence)} | {f'`{one.clause}`' if one.clause else ''} |"
        for one in day.tried
    ]
    table = "\n".join(["| what was tried | what the house said | clause |", "| --- | --- | --- |", *rows, ""])
    text = BOOKS.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    old, tail = rest.split(END)
    if os.environ.get(WRITE):
        BOOKS.write_text(head + BEGIN + table + END + tail, encoding="utf-8")
        old = table
    assert old == table, f"{WRITE}=1 writes the list in docs/books.md anew"


def _plain(day: Day, sentence: str) -> str:
    return NUMBERS.sub("", sentence.replace(day.date, "2026-11-16")).replace("|", "/")
