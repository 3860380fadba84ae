"""The school in the browser: a class from the invitation to the signed transcript, verified without the school."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from click.testing import CliRunner

from minibac.cli import cli
from minibac.school.drills import DRILLS
from minibac.school.practice import sheet
from minibac.school.school_paper import SchoolPaper, sealed_in
from minibac.server.routes_drills import KIND, OpenTest, lesson_of
from tests.page.guests import WAIT_MS, waiting_house
from tests.page.visits import overflow, serious
from tests.page.workers import Worker, at_work
from tests.server.running import PASSWORD, Client, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOOK = "seneca"
PHONE: Any = {"width": 360, "height": 740}
DESK: Any = {"width": 1280, "height": 900}
NAMES = ("Tom Lee", "Tia Marin", "Tao Ono")
TRAINEES = ("t-0001", "t-0002", "t-0003")


def fill(person: Worker, **fields: str) -> None:
    """Say what the open sheet asks for, and send it."""
    for name, value in fields.items():
        place = person.find(f"dialog[open] [name={name}]")
        if place.evaluate("(place) => place.tagName") == "SELECT":
            place.select_option(value)
        else:
            place.fill(value)
    person.find("dialog[open] button[type=submit]").click()


def invitations(ina: Worker) -> list[str]:
    """The tokens of a class that is opened for this: two links of a list, and the code."""
    ina.go("/school")
    ina.find("[data-do=open-class]").click()
    fill(ina, title="Spring", rulebook=BOOK)
    ina.find("[data-class=c-1] [data-do=links]").click()
    fill(ina, names="\n".join(NAMES[:2]))
    ina.find(".invitation-sheet li").nth(1).wait_for()
    links = [text.rpartition("/")[2] for text in ina.find(".invitation-sheet .address").all_inner_texts()]
    assert NAMES[1] in ina.find(".invitation-sheet").inner_text()
    ina.press("Escape")
    ina.find("[data-class=c-1] [data-do=code]").click()
    fill(ina)
    code = ina.find(".invitation-sheet .join-code").inner_text()
    ina.press("Escape")
    return [*links, code]


def joins(server: RunningServer, page: "Page", token: str, name: str) -> None:
    page.goto(f"{server.base}/join/{token}")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()
    page.wait_for_url("**/school")
    page.locator(f"[data-rulebook={BOOK}] [data-competency=calls]").wait_for()


def joins_another(server: RunningServer, page: "Page", teacher: Client) -> None:
    """Whoever learns already joins by the code with one button, keeps number and record, and leaves again."""
    other = teacher.post("/api/school/classes", {"title": "Evening", "rulebook": "seminole"}, status=201)["class"]
    code = teacher.post(f"/api/school/classes/{other}/invitations", {}, status=201)["code"]
    page.goto(f"{server.base}/join/{code}")
    button = page.locator("[data-do=join]")
    assert NAMES[0] in button.inner_text()
    assert (overflow(page), serious(page)) == ([], [])
    page.locator("input[name=name]").fill(NAMES[0])
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()
    page.get_by_text("that name is taken").wait_for()
    button.click()
    page.locator("[data-rulebook=seminole]").wait_for()
    page.get_by_role("button", name="Leave Evening").click()
    page.locator("dialog[open] button[type=submit]").click()
    page.get_by_role("button", name="Leave Evening").wait_for(state="detached")


def takes_the_test(server: RunningServer, page: "Page", drill: str) -> None:
    """Every item by its key or its line, as somebody answers who knows them all."""
    page.goto(f"{server.base}/drills?rulebook={BOOK}&drill={drill}&length=sheet&way=test")
    page.locator(".drill-ready .button.gold").click()
    page.locator("mb-drill .drill-field").wait_for()
    (kept,) = server.call(server.house.store.all(KIND)).values()
    wanted = msgspec.json.decode(kept, type=OpenTest).sheet
    for item in sheet(lesson_of(server.front, BOOK), [DRILLS[drill]], wanted.seed or "", wanted.count, wanted.level):
        page.keyboard.type(item.shown)
        if item.form.kind not in ("key", "letter"):
            page.keyboard.press("Enter")
    page.get_by_text("The attempt is in your record.").wait_for()


def sits(page: "Page", server: RunningServer) -> str:
    """Begin an exam on the page."""
    page.goto(f"{server.base}/exams")
    page.locator(f"[data-begin=first-rounds-{BOOK}]").click()
    page.wait_for_url("**/exam/*")
    page.locator("body[data-ready][data-duty]").wait_for()
    return page.url.rpartition("/")[2]


def deals_before_the_call(page: "Page") -> None:
    """A mistake that happens."""
    page.locator("[data-step=deal-player]").click()
    page.locator("mb-hand[side=player] mb-card").wait_for()


@contextmanager
def learner(browser: "Browser", size: Any) -> Iterator["Page"]:
    """Somebody who has a browser, and nothing else yet; a fault in the page fails the test."""
    with browser.new_context(viewport=size, locale="en-US", reduced_motion="reduce") as newcomer:
        page = newcomer.new_page()
        page.set_default_timeout(WAIT_MS)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        assert faults == []


def test_an_instructor_and_three_trainees_from_the_sheet_to_the_signed_transcript(
    browser: "Browser", tmp_path: Path
) -> None:
    with (
        waiting_house() as server,
        at_work(server, browser, "instructor", name="Ina Frost") as ina,
        learner(browser, PHONE) as tom,
        learner(browser, DESK) as tia,
        learner(browser, PHONE) as tao,
    ):
        tokens, pages = invitations(ina), (tom, tia, tao)
        for page, token, name in zip(pages, tokens, NAMES, strict=True):
            joins(server, page, token, name)
            assert (overflow(page), serious(page)) == ([], [])
        joins_another(server, tom, ina.client)
        for page in pages:
            takes_the_test(server, page, "announcements")
        exams = [sits(page, server) for page in pages]
        assert [overflow(page) for page in pages] == [[], [], []]
        deals_before_the_call(tom)
        tia.keyboard.press("n")
        seen_by_three(ina, pages, exams)
        for number, (page, name) in enumerate(zip(pages, NAMES, strict=True)):
            page.locator("[data-do=end]").click()
            page.locator("dialog[open] button[type=submit]").click()
            page.locator("body[data-ended] .exam-result").wait_for()
            assert page.locator("[data-kind='dealt-before-call']").count() == (1 if page is tom else 0)
            page.goto(f"{server.base}/school")
            page.locator("[data-attempt='2']").wait_for()
            assert not any(other in page.content() for other in NAMES if other != name)
            for other in (f"t-{who + 1:04}" for who in range(len(pages)) if who != number):
                assert page.request.get(f"{server.base}/api/school/trainees/{other}").status == 403

        notes_and_moves(ina)
        with at_work(server, browser, "assessor", name="Asa Gray") as asa:
            signs_nothing(server, tia)
            for number, (trainee, name) in enumerate(zip(TRAINEES, NAMES, strict=True)):
                signs(asa, trainee, look=number == 0)
                verified(asa, trainee, name, tmp_path / f"{trainee}.pdf")


def seen_by_three(ina: Worker, pages: Sequence["Page"], exams: Sequence[str]) -> None:
    """The board has every trainee's table; what an instructor does to one exam arrives there, and nowhere else."""
    page, exam = pages[0], exams[0]
    ina.find("[data-class=c-1] [data-do=board]").click()
    ina.page.wait_for_url("**/board/c-1")
    for number, (one, found) in enumerate(zip(exams, ("1 critical", "0 critical", "0 critical"), strict=True)):
        card = ina.find("[data-trainee]").nth(number)
        card.get_by_text(found).wait_for()
        card.locator("mb-felt mb-seat[data-taken]").first.wait_for()
        assert card.locator("mb-felt mb-hand[side=player] mb-card").count() == (1 if one == exam else 0)
        card.locator("[data-do=look]").click()
        ina.find(f"#shoulder[data-exam='{one}'] mb-felt mb-seat[data-taken]").first.wait_for()
        assert ina.find("#shoulder mb-hand[side=player] mb-card").count() == (1 if one == exam else 0)
    ina.find("[data-trainee]").first.locator("[data-do=look]").click()
    ina.find(f"#shoulder[data-exam='{exam}']").wait_for()
    ina.find("[data-do=whisper]").click()
    fill(ina, text="The call comes first.")
    page.locator(".exam-note", has_text="The call comes first.").wait_for()
    ina.find("[data-do=inject]").click()
    fill(ina, kind="face-up-in-shoe")
    page.locator(".exam-seen", has_text="face up in the shoe").wait_for()
    for other in pages[1:]:
        other.reload()
        other.locator("body[data-ready][data-duty]").wait_for()
        assert not other.locator(".exam-note, .exam-seen").filter(visible=True).count()
    ina.page.set_viewport_size(PHONE)
    assert (overflow(ina.page), serious(ina.page)) == ([], [])


def notes_and_moves(ina: Worker) -> None:
    """A sheet on paper is noted, with what cannot be told in a sentence; somebody leaves the class and comes back."""
    ina.page.set_viewport_size(DESK)
    ina.go("/school")
    row = ina.find("[data-trainee=t-0002]")
    row.locator("[data-do=attempt]").click()
    fill(ina, what="counts", seed="monday", level="0", asked="60", right="61", seconds="88")
    ina.find("dialog [role=alert]").wait_for()
    fill(ina, right="58")
    ina.find("dialog[open]").wait_for(state="detached")
    row.locator("[data-do=record]").click()
    noted = ina.find("dialog [data-attempt='3']")
    assert "58 of 60" in noted.inner_text()
    assert "passes" in noted.inner_text()
    ina.press("Escape")
    ina.find("[data-trainee=t-0003] .seldom summary").click()
    ina.find("[data-trainee=t-0003] [data-do=withdraw]").click()
    fill(ina)
    ina.find("[data-trainee=t-0003]").wait_for(state="detached")
    ina.find("[data-class=c-1] [data-do=enrol]").click()
    fill(ina, trainee="t-0003")
    ina.find("[data-trainee=t-0003]").wait_for()


def signs_nothing(server: RunningServer, page: "Page") -> None:
    """Whatever a trainee says with it."""
    about = {"command": "SignOff", "trainee": TRAINEES[0], "rulebook": BOOK, "competency": "calls"}
    told = page.request.post(
        f"{server.base}/api/school/commands",
        data={"id": "mine", "command": about, "password": PASSWORD},
        headers={"Origin": server.base},
    )
    assert told.status == 403
    assert told.json()["refusal"]["code"] == "not-yours"


def signs(asa: Worker, trainee: str, *, look: bool) -> None:
    """An assessor with the password again; once more after it was taken back."""
    asa.go("/school")
    row = asa.find(f"[data-trainee={trainee}]")
    if look:
        assert asa.find("[data-trainee]").count() == len(NAMES)
        assert "as they come with the program" in asa.find("[data-marks]").inner_text()
        asa.find("#marks summary").click()
        assert "20 of 20" in asa.find("[data-mark=calls]").inner_text()
        row.locator("[data-do=sign]").click()
        fill(asa, competency="calls", password="not this one")
        asa.find("dialog [role=alert]").wait_for()
        fill(asa, password=PASSWORD)
        row.locator("[data-competency=calls][data-signed]").wait_for()
        row.locator(".seldom summary").click()
        row.locator("[data-do=unsign]").click()
        fill(asa, competency="calls", password=PASSWORD)
        row.locator("[data-competency=calls]:not([data-signed])").wait_for()
    row.locator("[data-do=sign]").click()
    fill(asa, competency="calls", password=PASSWORD)
    row.locator("[data-competency=calls][data-signed]").wait_for()
    assert (overflow(asa.page), serious(asa.page)) == ([], [])


def verified(asa: Worker, trainee: str, name: str, file: Path) -> None:
    """The downloaded paper holds by itself, with the published key and the code; with another key it does not."""
    with asa.page.expect_download() as download:
        asa.find(f"[data-trainee={trainee}] a[download^=transcript]").click()
    download.value.save_as(file)
    key = asa.find(".hash").inner_text()
    done = CliRunner().invoke(cli, ["verify", str(file), "--key", key, "--json"])
    assert done.exit_code == 0, done.output
    told = msgspec.json.decode(done.stdout)
    assert (told["verified"], told["page_is_same"], told["paper"]["name"]) == (True, True, name)
    sealed = sealed_in(file.read_bytes())
    assert sealed is not None
    paper = msgspec.json.decode(sealed.paper, type=SchoolPaper)
    assert set(paper.signed) == {"calls"}
    deeds = [deed.kind for deed in paper.attempts[1].tried.interventions]
    assert deeds == (["note", "irregularity"] if trainee == TRAINEES[0] else [])
    other = CliRunner().invoke(cli, ["verify", str(file), "--key", "0" * len(key), "--json"])
    assert other.exit_code != 0
