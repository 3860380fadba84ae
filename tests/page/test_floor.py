"""The floor and the pit in the browser: incidents, forms with every signature, counts, notices."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from minibac.table.guest_view import floor_asked
from minibac.table.state import Phase
from tests.page.guests import BANKER_WINS, hosted_at, next_cards, time_passes_until, waiting_house
from tests.page.workers import Worker, at_console, at_work, guest_at, on_duty, page_of
from tests.server.running import Client, RunningServer, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route


@pytest.fixture
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def give(person: Client, pit: str, command: str, status: int = 200, **facts: object) -> dict[str, object]:
    """A command for a pit, over the same route the page uses."""
    body = {"id": uuid4().hex, "command": {"command": command, **facts}}
    found: dict[str, object] = person.post(f"/api/pits/{pit}/commands", body, status=status)
    return found


def test_an_incident_is_resolved_by_the_floor(server: RunningServer, browser: "Browser") -> None:
    table, pit = "s42-1", "section-42-main"
    with server.guest("Ann") as ann, at_work(server, browser, "floorperson") as floor:
        guest_at(server, ann, table, 3)
        floor.go(f"/floor/{pit}")
        floor.find(".take-floor").click()
        floor.find(".take-floor[aria-pressed=true]").wait_for()
        with at_console(server, browser, table) as dealer:
            dealer.press("f")
            dealer.find("dialog textarea").fill("Seat 3 disputes the last payment.")
            dealer.find("dialog button[type=submit]").click()
            dealer.find(".notice:not([hidden])").wait_for()
            assert dealer.hosted.state.stopped is not None
            incident = floor.find("[data-incident]")
            incident.wait_for()
            assert "Seat 3 disputes" in incident.inner_text()
            floor.find(".live-table[data-stopped]").wait_for()
            incident.locator("[data-do=resolve]").click()
            floor.find("dialog textarea").fill("The rack was looked at: the payment was right.")
            floor.find("dialog button[type=submit]").click()
            incident.wait_for(state="detached")
            dealer.until(lambda: dealer.hosted.state.stopped is None)
            dealer.find(".notice[hidden]").wait_for(state="attached")


def test_a_step_that_waits_for_the_floor_stands_first_on_its_page(server: RunningServer, browser: "Browser") -> None:
    table = "s42-1"
    with at_work(server, browser, "floorperson") as floor:
        floor.go("/floor/section-42-main")
        floor.find("#incidents").get_by_text("Nothing waits for the floor.").wait_for()
        floor.find(".take-floor").click()
        floor.find(".take-floor[aria-pressed=true]").wait_for()
        with at_console(server, browser, table) as dealer:
            hosted = dealer.hosted
            while floor_asked(hosted.state) is None:  # the decks come and are inspected
                before = hosted.version
                dealer.step()
                dealer.until(lambda before=before: hosted.version > before, "a step")  # type: ignore[misc]
                dealer.drawn()
            name = floor.client.person["name"]
            assert dealer.find(".next-step").inner_text().startswith(f"WAITING\n{name}, floorperson: ")
            waits = floor.find(f"[data-waits='{table}']")
            waits.wait_for()
            assert waits.inner_text().splitlines()[0] == "SAMPLE Section 42, table 1"
            before = hosted.version
            waits.locator("button").click()
            floor.find("dialog[open] button[name=ok][value=yes]").click()
            dealer.until(lambda: hosted.version > before, "the floor's word")
            waits.wait_for(state="detached")
            floor.find("#incidents").get_by_text("Nothing waits for the floor.").wait_for()


def test_the_floor_is_offered_what_the_table_would_take_and_nothing_else(
    server: RunningServer, browser: "Browser"
) -> None:
    with (
        server.guest("Ann") as ann,
        at_work(server, browser, "floorperson") as floor,
        at_work(server, browser, "pit-boss") as boss,
    ):
        live = guest_at(server, ann, "s42-1", 3)
        hosted = hosted_at(server, "s42-1")
        time_passes_until(server, "s42-1", lambda: hosted.state.phase is Phase.BETTING)
        floor.go("/floor/section-42-main")
        floor.find(".take-floor[aria-pressed=false]").wait_for()
        floor.find("[data-do=direct]").click()
        floor.find("[data-do=ChangeDecks]").wait_for()
        offered = {one.get_attribute("data-do") for one in floor.find("dialog [data-do]").all()}
        assert offered == {"ChangeDecks"}, "no cut, no shuffle, a guest who may wager, no round to rebuild"
        floor.press("Escape")
        boss.go("/floor/section-42-main")
        boss.find("[data-do=direct]").first.wait_for()
        assert boss.find(".take-floor").count() == 0, "the duty of the floor is a floorperson's"
        no = floor.client.live("s42-1", "floorperson").give("OrderRecut", reason="The first cut was shallow.")[
            "refusal"
        ]
        assert no["clause"].startswith("s42/")
        live.ok("PlaceWager", seat=3, wager="player", cents=10_000)
        floor.find("[data-do=direct]").wait_for(state="detached")  # a round has begun: there is nothing to direct


def owing(server: RunningServer, person: Client, table: str, seat: int) -> int:
    """Let a guest win with the Banker, so that a marker button lies before the seat; what it shows."""
    live = person.live(table)
    live.sit(seat, 900_000)
    hosted = hosted_at(server, table)
    time_passes_until(server, table, lambda: hosted.state.phase is Phase.BETTING)
    next_cards(hosted, BANKER_WINS)
    live.ok("PlaceWager", seat=seat, wager="banker", cents=10_000)
    time_passes_until(server, table, lambda: hosted.state.phase is Phase.BETTING and hosted.state.coup_no == 2)
    return hosted.state.owed(seat)


def test_a_form_is_signed_by_everybody_and_the_marker_goes(browser: "Browser") -> None:
    table, pit = "sem-1", "seminole-main"
    with ExitStack() as stack:
        server = stack.enter_context(waiting_house())
        books = stack.enter_context(server.staff("accounting"))
        give(books, pit, "OpenDay", day=server.day)
        ann = stack.enter_context(server.guest("Ann"))
        owed = owing(server, ann, table, 3)
        give(books, pit, "RegisterSeries", kind="complimentary", prefix="CV", first=1, last=20)
        people = {
            role: stack.enter_context(at_work(server, browser, role)) for role in ("pit-clerk", "dealer", "pit-boss")
        }
        on_duty(people["dealer"].client, table)  # who signs deals here; and the shoe does not end meanwhile
        for worker in people.values():
            worker.go(f"/floor/{pit}")
        people["pit-clerk"].find("[data-do=PrepareForm]").click()
        people["pit-clerk"].find("dialog button[type=submit]").click()
        paper = "[data-serial='CV-000001']"
        people["pit-clerk"].find(paper).wait_for()
        for role, worker in people.items():
            worker.look_again()
            worker.find(f"{paper} [data-do=SignForm]").click()
            worker.find(f"{paper} .signature[data-role={role}][data-signed]").wait_for()
        drop = people["dealer"]
        patron = Worker(server, stack.enter_context(page_of(server, browser, ann)), ann)
        patron.go(f"/floor/{pit}")
        patron.find("[data-serial]").first.wait_for()
        assert patron.find("[data-serial]").count() == 1
        patron.find(f"{paper} [data-do=SignForm]").click()
        patron.find(paper).wait_for(state="detached")
        drop.look_again()
        drop.find(f"{paper} .signature[data-role=patron][data-signed]").wait_for()
        assert drop.find(f"{paper} button").count() == 0, "nothing is offered before the witnesses are there"
        early = give(drop.client, pit, "DropOriginal", status=409, serial="CV-000001")["refusal"]
        assert str(early["clause"]).startswith("s42/c/3/iii")  # type: ignore[index]
        for role in ("pit-clerk", "pit-boss"):
            people[role].look_again()
            people[role].find(f"{paper} [data-do=ConfirmPresence]").click()
        drop.until(lambda: set(server.house.pits[pit].state.forms["CV-000001"].present) == {"pit-boss", "pit-clerk"})
        drop.look_again()
        drop.find(f"{paper} [data-do=DropOriginal].gold").click()
        drop.until(lambda: server.house.pits[pit].state.forms["CV-000001"].dropped)
        people["pit-boss"].look_again()
        people["pit-boss"].find(f"{paper} [data-do=ReleaseMarker]").click()
        hosted = server.front.table(table)
        assert hosted is not None
        form = server.house.pits[pit].state.forms["CV-000001"]
        assert form.cents == owed
        drop.until(lambda: server.house.pits[pit].state.forms["CV-000001"].released)
        cleared = "VigorishCleared"
        drop.until(lambda: any(cleared.encode() in line.bytes for line in server.call(hosted.lines())))


def test_a_count_is_attested_by_somebody_who_counts_for_oneself(server: RunningServer, browser: "Browser") -> None:
    pit = "section-42-main"
    with (
        server.staff("accounting") as books,
        at_work(server, browser, "dealer") as dealer,
        at_work(server, browser, "floorperson") as floor,
    ):
        give(books, pit, "OpenDay", day=server.day)
        on_duty(dealer.client, "s42-1")
        dealer.go(f"/floor/{pit}")
        dealer.find("[data-do=CountInventory]").click()
        hosted = server.front.table("s42-1")
        assert hosted is not None
        fields = dealer.find("dialog .chips-line input")
        fields.first.wait_for()
        assert fields.count() == len(hosted.house_table.chips_cents)
        dealer.find("dialog input[name=chips-2500]").fill("40")
        assert "$1,000" in dealer.find("dialog .chips-sum").inner_text()
        dealer.find("dialog button[type=submit]").click()
        dealer.find("[data-slip='1']").wait_for()
        floor.go(f"/floor/{pit}")
        slip = floor.find("[data-slip='1']")
        slip.wait_for()
        assert "$1,000" not in slip.inner_text()
        slip.locator("[data-do=AttestCount]").click()
        floor.find("dialog input[name=chips-2500]").fill("39")
        floor.find("dialog button[type=submit]").click()
        floor.find("dialog .wrong .clause").wait_for()
        assert floor.find("dialog .wrong .clause").inner_text() == "R38"
        assert "$" not in floor.find("dialog .wrong").inner_text()
        floor.press("Escape")
        slip.wait_for(state="detached")
        give(dealer.client, pit, "CountInventory", table="s42-1", kind="opener", chips={"2500": 40})
        floor.look_again()
        floor.find("[data-slip='2'] [data-do=AttestCount]").click()
        floor.find("dialog input[name=chips-2500]").fill("40")
        floor.find("dialog button[type=submit]").click()
        floor.find("[data-slip='2'] .tag.good").wait_for()
        assert "$1,000" in floor.find("[data-slip='2']").inner_text()
        for person in (dealer.client, floor.client):
            assert f"{person.person['name']} ({person.person['id']})" in floor.find("[data-slip='2']").inner_text()


def test_a_table_that_was_chosen_stays_chosen_before_it_has_come(server: RunningServer, browser: "Browser") -> None:
    """Surveillance chooses a table whose connection is slow, and only then the list of tables comes again."""
    asked: list[Route] = []

    def first_alone(route: "Route") -> None:
        asked.append(route)
        if len(asked) == 1:
            route.continue_()

    with server.guest("Ann") as ann, at_work(server, browser, "surveillance") as watch:
        guest_at(server, ann, "s42-1", 3)
        watch.page.route_web_socket("**/api/tables/ma-1/live**", lambda _socket: None)
        watch.page.route("**/api/house", first_alone)
        watch.go("/surveillance")
        chosen = watch.find("select[name=table]")
        assert chosen.input_value() == "s42-1", "the fullest, until somebody chooses"
        chosen.select_option("ma-1")
        watch.until(lambda: len(asked) > 1, "the list of tables is asked for again")
        with watch.page.expect_response("**/api/house"):
            asked[1].continue_()
        watch.page.evaluate("new Promise(requestAnimationFrame)")
        assert chosen.input_value() == "ma-1"


def test_surveillance_receives_a_notice_and_its_period_runs(server: RunningServer, browser: "Browser") -> None:
    pit = "section-42-main"
    with at_work(server, browser, "pit-boss") as boss, at_work(server, browser, "surveillance") as watch:
        boss.go(f"/floor/{pit}")
        boss.find("#notices button").first.click()
        boss.find("dialog select").wait_for()
        option = boss.find("dialog option").filter(has_text="Order of settlement: ii").first
        boss.find("dialog select").select_option(option.get_attribute("value") or "")
        boss.find("dialog textarea").fill("From tonight the order of settlement in this pit is another.")
        boss.find("dialog button[type=submit]").click()
        boss.find("[data-notice='1']").wait_for()
        watch.go("/surveillance")
        notice = watch.find("#notices [data-notice='1']")
        notice.wait_for()
        notice.locator("button").click()
        notice.wait_for(state="detached")
        received = server.house.pits[pit].state.notices[1]
        assert received.received_by == watch.client.person["id"]
        watch.until(lambda: watch.find(".live-table").count() == 4, "every table is there")
        watch.find("#people tbody tr").nth(1).wait_for()


def test_other_limits_are_scheduled_and_stand_on_the_sign(server: RunningServer, browser: "Browser") -> None:
    pit = "section-42-main"
    with at_work(server, browser, "pit-boss") as boss:
        boss.go(f"/floor/{pit}")
        boss.find("[data-do=limits]").click()
        boss.find("dialog select").select_option("s42-1 banker")
        boss.find("dialog input[name=low]").fill("30")
        boss.find("dialog input[name=high]").fill("20")
        boss.find("dialog button[type=submit]").click()
        boss.find("dialog .wrong .clause").wait_for()
        boss.find("dialog input[name=high]").fill("600")
        boss.find("dialog button[type=submit]").click()
        row = boss.find("[data-change='1']")
        row.wait_for()
        assert "minimum on banker: $30" in row.inner_text()
        with server.guest("Ann") as ann:

            def told() -> Any:
                return ann.get("/api/tables/s42-1")["view"]["sign"]

            wait_until(lambda: told()["pending"])  # the pit tells the table, which is a stream of its own
            assert told()["pending"]["says"] == "minimum on banker: $30.00, maximum on banker: $600.00"


def test_every_table_is_seen_live_and_nothing_can_be_done_there(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Ann") as ann, at_work(server, browser, "surveillance") as watch:
        watch.go("/surveillance")
        live = guest_at(server, ann, "s42-1", 3)
        line = watch.find(".log li").filter(has_text="Ann sits down at seat 3")
        line.first.wait_for()
        assert line.first.locator(".clause").count() >= 1
        assert watch.find(".live-table button, #from-above button").count() == 0
        # One table large and labelled, and it is the one that is asked for.
        watch.find("select[name=table]").select_option("s42-1")
        large = watch.find("#from-above mb-felt")
        large.locator("mb-seat[data-seat='3'][data-taken] .seat-name").filter(has_text="Ann").wait_for()
        assert large.locator(".thing-name").all_text_contents() == ["Float", "Drop slot"]
        live.close()


@pytest.mark.control("R30")
def test_who_has_two_roles_chooses_the_one_to_work_in(server: RunningServer, browser: "Browser") -> None:
    pit = "section-42-main"
    with server.staff("admin") as admin, at_work(server, browser, "floorperson") as two:
        admin.post(f"/api/people/{two.client.person['id']}/roles", {"role": "dealer"})
        two.go(f"/floor/{pit}")
        two.find(".live-table").first.wait_for()
        assert two.find("[data-do=CountInventory]").count() == 0, "a dealer counts, and this is the floor's page"
        two.find("#work-as [data-role=dealer]").click()
        two.find("#work-as [data-role=floorperson]").wait_for()
        assert "You work as dealer" in two.find("#work-as").inner_text()
        assert two.find(".live-table").count() == 0
