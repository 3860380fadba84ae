"""The school in the browser: a class from the invitation to the signed transcript, verified without the school."""

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
NAMES = ("Tom Lee", "Tia Marin", "Tao Ono")


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
    """Begin an exam on the page, and draw the first card before the call: a mistake that happens."""
    page.goto(f"{server.base}/exams")
    page.locator(f"[data-begin=first-rounds-{BOOK}]").click()
    page.wait_for_url("**/exam/*")
    page.locator("body[data-ready][data-duty]").wait_for()
    page.locator("[data-step=deal-player]").click()
    page.locator("mb-hand[side=player] mb-card").wait_for()
    return page.url.rpartition("/")[2]


def test_an_instructor_and_three_trainees_from_the_sheet_to_the_signed_transcript(
    browser: "Browser", tmp_path: Path
) -> None:
    with (
        waiting_house() as server,
        at_work(server, browser, "instructor", name="Ina Frost") as ina,
        browser.new_context(viewport=PHONE, locale="en-US") as newcomer,
        server.client() as tia,
        server.client() as tao,
    ):
        tokens = invitations(ina)
        page = newcomer.new_page()
        page.set_default_timeout(WAIT_MS)
        joins(server, page, tokens[0], NAMES[0])
        assert (overflow(page), serious(page)) == ([], [])
        for client, token, name in zip((tia, tao), tokens[1:], NAMES[1:], strict=True):
            client.signed(client.post(f"/api/invitations/{token}", {"name": name, "password": PASSWORD}, status=201))
        joins_another(server, page, ina.client)
        takes_the_test(server, page, "announcements")
        exam = sits(page, server)
        assert overflow(page) == []
        seen_by_three(ina, page, exam, tia, tao)
        page.locator("[data-do=end]").click()
        page.locator("dialog[open] button[type=submit]").click()
        page.locator("body[data-ended] [data-kind='dealt-before-call']").wait_for()
        page.goto(f"{server.base}/school")
        page.locator("[data-attempt='2']").wait_for()
        assert not any(name in page.content() for name in NAMES[1:])

        notes_and_moves(ina)
        with at_work(server, browser, "assessor", name="Asa Gray") as asa:
            signs(asa, tia)
            verified(asa, tmp_path / "transcript.pdf")


def seen_by_three(ina: Worker, page: "Page", exam: str, *others: Client) -> None:
    """The board has every trainee's table; what an instructor does to one exam arrives there, and nowhere else."""
    exams = [one.post("/api/exams", {"scenario": f"first-rounds-{BOOK}"}, status=201)["id"] for one in others]
    others[0].post(f"/api/exams/{exams[0]}/steps", {"step": "nmb"})
    ina.find("[data-class=c-1] [data-do=board]").click()
    ina.page.wait_for_url("**/board/c-1")
    for number, (one, found) in enumerate(zip((exam, *exams), ("1 critical", "0 critical", "0 critical"), strict=True)):
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
    assert [one.get(f"/api/exams/{id_}")["note"] for one, id_ in zip(others, exams, strict=True)] == [None, None]
    ina.page.set_viewport_size(PHONE)
    assert (overflow(ina.page), serious(ina.page)) == ([], [])


def notes_and_moves(ina: Worker) -> None:
    """A sheet on paper is noted, with what cannot be told in a sentence; somebody leaves the class and comes back."""
    ina.page.set_viewport_size({"width": 1280, "height": 900})
    ina.go("/school")
    row = ina.find("[data-trainee=t-0002]")
    row.locator("[data-do=attempt]").click()
    fill(ina, what="counts", seed="monday", level="0", asked="60", right="61", seconds="88")
    ina.find("dialog [role=alert]").wait_for()
    fill(ina, right="58")
    ina.find("dialog[open]").wait_for(state="detached")
    row.locator("[data-do=record]").click()
    noted = ina.find("dialog [data-attempt='2']")
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


def signs(asa: Worker, trainee: Client) -> None:
    """An assessor with the password again; a trainee signs nothing, whatever is said with it."""
    about = {"command": "SignOff", "trainee": "t-0001", "rulebook": BOOK, "competency": "calls"}
    told = trainee.post("/api/school/commands", {"id": "mine", "command": about, "password": PASSWORD}, status=403)
    assert told["refusal"]["code"] == "not-yours"
    asa.go("/school")
    assert asa.find("[data-trainee]").count() == 3
    assert "as they come with the program" in asa.find("[data-marks]").inner_text()
    asa.find("#marks summary").click()
    assert "20 of 20" in asa.find("[data-mark=calls]").inner_text()
    row = asa.find("[data-trainee=t-0001]")
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


def verified(asa: Worker, file: Path) -> None:
    """The downloaded paper holds by itself, with the published key and the code; with another key it does not."""
    with asa.page.expect_download() as download:
        asa.find("[data-trainee=t-0001] a[download^=transcript]").click()
    download.value.save_as(file)
    key = asa.find(".hash").inner_text()
    done = CliRunner().invoke(cli, ["verify", str(file), "--key", key, "--json"])
    assert done.exit_code == 0, done.output
    told = msgspec.json.decode(done.stdout)
    assert (told["verified"], told["page_is_same"], told["paper"]["name"]) == (True, True, NAMES[0])
    sealed = sealed_in(file.read_bytes())
    assert sealed is not None
    paper = msgspec.json.decode(sealed.paper, type=SchoolPaper)
    assert set(paper.signed) == {"calls"}
    assert [deed.kind for deed in paper.attempts[1].tried.interventions] == ["note", "irregularity"]
    assert CliRunner().invoke(cli, ["verify", str(file), "--key", "00" * 32]).exit_code == 1
