"""Every page of the site in Simplified Chinese, for everybody who works there: no English word is left on it.

What stays is on a list (:mod:`tests.page.languages`): names, ids, clauses, and what is quoted.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from tests.page.guests import time_passes, waiting_house
from tests.page.languages import english_on
from tests.page.visits import PIT, TABLE, VISITS, Visit, opened, play_a_shoe
from tests.server.running import QUICK, Client, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DAY_MS = 24 * 60 * 60 * 1000
CHIPS = {"2500": 40}
PEOPLE = {
    "dealer": "荷官甲",
    "floorperson": "巡场甲",
    "pit-boss": "区主管甲",
    "shift-manager": "值班经理甲",
    "pit-clerk": "区文员甲",
    "surveillance": "监控甲",
    "accounting": "会计甲",
    "cage": "账房甲",
    "security": "保安甲",
    "admin": "管理员甲",
}
MORE = (
    *(Visit("rules", f"/rules/{place}") for place in ("section-42", "massachusetts", "seminole", "s42-1", "ma-1")),
    *(Visit("books", f"/books#{tab}", "accounting") for tab in ("statements", "forms", "exceptions", "corrections")),
    Visit("floor", f"/floor/{PIT}", "pit-clerk"),
    Visit("floor", f"/floor/{PIT}", "pit-boss"),
    Visit("floor", "/floor/section-42-main", "pit-boss"),
    Visit("floor", "/floor/choose", "pit-boss"),
    Visit("dealer", "/dealer/choose", "dealer"),
    Visit("books", "/books", "cage"),
    Visit("odds", f"/odds?table={TABLE}"),
    Visit("admin", "/admin", "dealer"),
    Visit("table", "/table/sem-1"),
    Visit("table", "/table/s42-1"),
)
EVERYWHERE = (*VISITS, *MORE)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house(timing=QUICK, pace_ms=5) as found:
        play_a_shoe(found)
        yield found


@pytest.fixture(scope="module")
def people(server: RunningServer) -> Iterator[dict[str, Client]]:
    """Somebody in each role, who have left papers, notices, incidents and refusals wherever a page shows them."""
    with ExitStack() as stack:
        found = {role: stack.enter_context(server.staff(role, name)) for role, name in PEOPLE.items()}
        busy(server, found)
        yield found


def busy(server: RunningServer, people: dict[str, Client]) -> None:
    """A day with its papers. A command that is refused is wanted too: the refusal stands in the lists."""
    at: dict[str, Any] = {"table": TABLE, "chips": CHIPS}
    tray = {"account": f"table/{TABLE}/tray", "after_cents": 200}
    steps: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("accounting", "OpenDay", {"day": server.day}),
        ("accounting", "RegisterSeries", {"kind": "fill", "prefix": "F", "first": 1, "last": 9}),
        ("accounting", "RegisterSeries", {"kind": "uncollected", "prefix": "U", "first": 1, "last": 9}),
        ("dealer", "CountInventory", {"kind": "shift", **at}),
        ("floorperson", "RequestTransfer", {"kind": "fill", **at}),
        ("cage", "PrepareSlip", {"request": 1}),
        ("cage", "SignForm", {"serial": "F-000001"}),
        ("cage", "SignForm", {"serial": "F-000001"}),
        ("pit-boss", "GiveNotice", {"options": {"settlement_order": "iii"}, "text": "更改结算次序"}),
        ("accounting", "ProposeCorrection", {**tray, "reason": "少算"}),
        ("accounting", "ApproveCorrection", {"correction": 1}),
        ("accounting", "CloseDay", {"day": server.day}),
    )  # fmt: skip
    dealer = people["dealer"].live(TABLE, "dealer")
    for duty in ("calling", "wagers"):
        dealer.ok("AssignStaff", duty=duty)  # the chips of a table are counted by those on duty at it
    people["floorperson"].live(TABLE, "floorperson").ok("AssignStaff", duty="floor")
    for role, command, facts in steps:
        order(people[role], PIT, role, command, **facts)
    announced(server, people["pit-boss"])
    dealer.give("Report", kind="other", note="客人有疑问")
    server.clock.ahead += 3_000  # the books that were read a moment ago are read anew
    time_passes(server, "sem-1")


def announced(server: RunningServer, boss: Client) -> None:
    """A change of vigorish on the sign of a table, and one of the whole pit that surveillance has not received."""
    pit, table, rate = "section-42-main", "s42-1", {"vigorish_rate": "4%"}
    order(boss, pit, "pit-boss", "PostNotice", table=table, options=rate, text="降低佣金")
    later = server.clock() + 60 * DAY_MS
    order(boss, pit, "pit-boss", "ScheduleChange", options=rate, tables=[table], effective_at=later, notice=1)
    order(boss, pit, "pit-boss", "GiveNotice", options={"settlement_order": "iii"}, text="更改结算次序")
    assert server.house.pits[pit].state.changes


def order(person: Client, pit: str, role: str, command: str, **facts: Any) -> None:
    body = {"id": uuid4().hex, "role": role, "command": {"command": command, **facts}}
    answer = person.request("POST", f"/api/pits/{pit}/commands", body)
    assert answer.status_code in (200, 404, 409), answer.text  # the automatic people may have counted before


@pytest.mark.parametrize("visit", EVERYWHERE, ids=[f"{v.name} {v.address} {v.role}".strip() for v in EVERYWHERE])
def test_a_page_is_all_chinese(
    server: RunningServer, browser: "Browser", people: dict[str, Client], visit: Visit
) -> None:
    with opened(server, browser, visit, people.get(visit.role), locale="zh-CN") as page:
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == "zh-Hans"
        assert english_on(page) == []
        if visit.name == "dealer" and visit.address != "/dealer/choose":
            for key in ("h", "Escape", "i"):
                page.keyboard.press(key)
                assert english_on(page) == [], key
