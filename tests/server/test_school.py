"""The school over HTTP: from the invitation to the signed paper, and what each role may not do or see."""

import csv
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from minibac.cli import cli
from minibac.machine.roles import THE_HOUSE
from minibac.people.accounts import KIND as ACCOUNT
from minibac.school import record_commands as sc
from minibac.school.marks import proposed
from minibac.school.paper_sheets import paper_sheet
from minibac.school.record_events import NotedFault, Performance, Tally
from minibac.school.school_paper import SchoolPaper, SealedPaper, check_paper, seal, sealed_in
from tests.pdf_text import pdf_text
from tests.school.xapi_check import faults_of
from tests.server.running import KEY, PASSWORD, Client, RunningServer, running

BOOK = "seneca"
NAMES = ("Tom Keller", "Tia Marin", "Tao Petrov")


class Class:
    """A house with an instructor, an assessor and a class of three, two by links and one by the code."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.ina, self.asa = server.staff("instructor", "Ina Frost"), server.staff("assessor", "Asa Gray")
        self.id = self.ina.post("/api/school/classes", {"title": "Spring", "rulebook": BOOK}, status=201)["class"]
        invite = f"/api/school/classes/{self.id}/invitations"
        links = [row["path"] for row in self.ina.post(invite, {"names": NAMES[:2]}, status=201)["links"]]
        self.code = self.ina.post(invite, {}, status=201)["code"]
        self.tom, self.tia, self.tao = (
            self.joins(path, name) for path, name in zip((*links, f"/join/{self.code}"), NAMES, strict=True)
        )
        self._given = 0

    def joins(self, path: str, name: str, status: int = 201) -> Client:
        client = self.server.client()
        body = client.post(f"/api/invitations/{path.rpartition('/')[2]}", {"name": name, "password": PASSWORD}, status)
        if status == 201:
            client.signed(body)
        return client

    def order(self, client: Client, kind: str, status: int = 200, password: str = "", **facts: Any) -> Any:
        self._given += 1
        body = {"id": f"order {self._given}", "command": {"command": kind, **facts}, "password": password}
        return client.post("/api/school/commands", body, status)

    def tried(self, trainee: Client, **facts: Any) -> None:
        command = sc.NoteAttempt(by=THE_HOUSE, at=0, trainee=trainee.person["id"], tried=Performance(**facts))
        answer = self.server.call(self.server.house.school.command(command))
        assert answer.refusal is None, answer.refusal

    def passes_everything(self, trainee: Client) -> None:
        usual: dict[str, Any] = {"rulebook": BOOK, "seed": "7"}
        for what, mark in proposed().mark.items():
            if mark.of_table:
                fault = (NotedFault("count-wrong", "sen/announce-counts", "minor"),)
                self.tried(trainee, way="table", what=what, seconds=1_800, coups=40, faults=fault, **usual)
            elif not mark.only:
                right = {"asked": mark.items, "right": mark.items, "by_clause": {"sen/tie": Tally(2, 1)}}
                self.tried(trainee, way="test", what=what, seconds=mark.seconds, **right, **usual)

    def log(self) -> bytes:
        async def lines() -> bytes:
            return b"\n".join([line.bytes for line in await self.server.house.school.lines()])

        return self.server.call(lines())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("school") / "house"
    folder.mkdir()
    (folder / "vault.key").write_text(KEY.hex(), encoding="utf-8")
    (folder / "vault.key").chmod(0o600)
    return folder


@pytest.fixture(scope="module")
def school(folder: Path) -> Iterator[Class]:
    with running(folder) as server:
        school = Class(server)
        yield school
        for client in (school.ina, school.asa, school.tom, school.tia, school.tao):
            client.close()


@pytest.fixture
def minibac(folder: Path) -> Callable[..., Result]:
    """A command of the school on the data of the house, which runs."""

    def call(*words: str, status: int = 0) -> Result:
        of_house = [] if words[0] == "verify" or words[1] == "marks" else ["--data", str(folder)]
        done = CliRunner().invoke(cli, [*words, *of_house])
        assert done.exit_code == status, done.output
        assert "Traceback" not in done.output
        return done

    return call


def test_a_class_from_the_invitation_to_the_signed_certificate(school: Class) -> None:
    tom, trainee = school.tom, school.tom.person["id"]
    assert [person.person["id"] for person in (tom, school.tia, school.tao)] == ["t-0001", "t-0002", "t-0003"]
    assert tom.person["roles"] == [{"role": "trainee", "pit": None, "table": None}]
    school.passes_everything(tom)
    school.order(school.ina, "NoteHours", trainee=trainee, minutes=600)
    path = f"/api/school/trainees/{trainee}/certificate/{BOOK}"
    refused = tom.get(path, status=409)["refusal"]
    assert "hands" in refused["allowed"]
    sign: dict[str, Any] = {"trainee": trainee, "rulebook": BOOK}
    for competency in proposed().competency:
        about = {**sign, "competency": competency}
        assert "password" in school.order(school.asa, "SignOff", 409, **about, present=True)["refusal"]["sentence"]
        school.order(school.asa, "SignOff", 403, "not the password", **about)
        school.order(school.tom, "SignOff", 403, PASSWORD, **about)
        if competency == "hands":
            break
    for competency in proposed().competency:
        school.order(school.asa, "SignOff", password=PASSWORD, **sign, competency=competency)
    seen = school.ina.get("/api/school")
    (row,) = [row for each in seen["classes"] for row in each["trainees"] if row["id"] == trainee]
    assert row["name"] == NAMES[0]
    assert all(each["passed"] and each["signed"]["by"] in seen["names"] for each in row["progress"])
    made = tom.request("GET", path).content
    assert made == tom.request("GET", path).content, "the same bytes"
    sealed = sealed_in(made)
    assert sealed is not None
    assert sealed == msgspec.json.decode(tom.request("GET", f"{path}?format=json").content, type=type(sealed))
    checked = check_paper(sealed, seen["key"], sealed.code)
    assert not checked.faults
    assert checked.paper is not None
    assert (checked.paper.name, checked.paper.says[:14]) == (NAMES[0], "Of this school")


def test_a_paper_is_made_whatever_letters_a_name_has(
    school: Class, minibac: Callable[..., Result], tmp_path: Path
) -> None:
    """The fonts of a page have no Chinese signs: the page goes by numbers, and what was signed has the names."""
    page, invite = tmp_path / "paper.pdf", f"/api/school/classes/{school.id}/invitations"
    (link,) = school.ina.post(invite, {"names": ["李雷 é"]}, status=201)["links"]
    with school.server.staff("assessor", "王老师") as signer, school.joins(link["path"], "李雷 é") as learner:
        trainee = learner.person["id"]
        school.tried(learner, way="test", what="sums", rulebook=BOOK, seed="7", asked=50, right=50, seconds=60)
        school.tried(learner, way="table", what="first-rounds", rulebook=BOOK, seed="8", coups=8, seconds=400)
        school.tried(learner, way="test", what="payments", rulebook=BOOK, seed="9", asked=40, right=39, overpaid=1)
        about = {"trainee": trainee, "rulebook": BOOK, "competency": "figures"}
        school.order(signer, "SignOff", password=PASSWORD, **about)
        page.write_bytes(learner.request("GET", f"/api/school/trainees/{trainee}/transcript/{BOOK}").content)
        by = signer.person["id"]
    text = pdf_text(page.read_bytes())
    assert f"number {trainee}" in text
    assert f"{by}, assessor" in text
    assert "Not shown" in text
    assert text.count("passes") == 2, "the sums, and the table by the marks of its scenario"
    assert "39 of 40; 1 overpaid" in text
    told = msgspec.json.decode(minibac("verify", str(page), "--json").stdout)
    assert (told["verified"], told["page_is_same"]) == (True, True)
    assert (told["paper"]["name"], told["paper"]["signers"]) == ("李雷 é", {by: "王老师"})
    sealed = sealed_in(page.read_bytes())
    assert sealed is not None
    paper = msgspec.json.decode(sealed.paper, type=SchoolPaper)
    chinese = msgspec.structs.replace(paper.marks, name="学校 two")
    whole = msgspec.structs.replace(paper, name="Li Lei é", school="牌校 one", marks=chinese)
    text = pdf_text(paper_sheet(seal(whole, bytes(32))))
    assert all(shown in text for shown in ("Li Lei é", "□□ one", "□□ two"))


def test_what_a_trainee_answers_is_noted_by_the_house_and_an_audition_by_who_saw_it(school: Class) -> None:
    tao, trainee = school.tao, school.tao.person["id"]
    asked = {"rulebook": BOOK, "level": 1}
    opened = tao.post("/api/drills/burn", {**asked, "test": True})
    with school.server.guest("Gia") as other:
        assert not other.post("/api/drills/burn/finish", {"test": opened["test"], "answers": ["1"]})["noted"]
    opened = tao.post("/api/drills/burn", {**asked, "test": True})
    assert tao.post("/api/drills/burn/finish", {"test": opened["test"], "answers": ["nonsense"]})["noted"]
    sheet = {**asked, "seed": "Tao Petrov"}
    items = tao.post("/api/drills/burn", sheet)["items"]
    assert tao.post("/api/drills/burn/finish", {"sheet": sheet, "answers": [items[0]["answers"][0]]})["noted"]
    assert not tao.post("/api/drills/burn/finish", {"sheet": sheet, "answers": []})["noted"]
    result = {
        "scenario": f"audition-{BOOK}",
        "rulebook": BOOK,
        "seed": "3",
        "seconds": 1_900,
        "coups": 44,
        "passed": True,
    }
    result["faults"] = [{"kind": "count-wrong", "class": "minor", "clause": "sen/announce-counts", "noticed": True}]
    path = f"/api/school/trainees/{trainee}/auditions"
    tao.post(path, result, status=403)
    school.asa.post(path, result)
    school.asa.post(path, {**result, "passed": False, "seed": "4"})
    school.asa.post("/api/school/trainees/t-0099/auditions", result, status=404)
    left, test, practice, table, failed = tao.get("/api/school/me")["attempts"]
    assert (left["way"], left["handed_in"]) == ("test", False), "nobody else hands it in"
    assert [test[key] for key in ("way", "asked", "right", "noted_by")] == ["test", len(items), 0, "house"]
    assert [practice[key] for key in ("way", "asked", "right", "passed")] == ["practice", 1, 1, False]
    assert (table["passed"], table["minor"], table["noted_by"]) == (True, 1, school.asa.person["id"])
    assert not failed["passed"]


def test_a_test_counts_from_its_first_moment_and_one_that_is_not_handed_in_is_told_everywhere(school: Class) -> None:
    with school.joins(f"/join/{school.code}", "Tor Abel") as tor:
        asked = {"rulebook": BOOK, "test": True}
        left = tor.post("/api/drills/announcements", asked)
        with school.server.client() as nobody:
            told = nobody.post("/api/drills/announcements/finish", {"test": left["test"], "answers": ["a"] * 20})
        assert not told["noted"], "another one hands in nothing for the trainee"
        timed = tor.post("/api/drills/sums", {**asked, "count": 120, "seconds": 60})
        record = tor.get("/api/school/me")
        assert [(one["what"], one["handed_in"]) for one in record["attempts"]] == [("announcements", 0), ("sums", 0)]
        assert record["not_handed_in"] == 2
        seen = tor.post("/api/drills/sums", {"rulebook": BOOK, "count": 120, "seed": record["attempts"][1]["seed"]})
        questions = ([item["question"] for item in one["items"]] for one in (seen, timed))
        assert next(questions) != next(questions), "the record tells no seed of an open test"
        score = tor.post("/api/drills/sums/finish", {"test": timed["test"], "answers": ["1", None, "2", *[None] * 117]})
        assert (score["counted"], score["items"], score["passes"], score["noted"]) == (3, 3, False, True)
        assert score["mark"]["facts"] == {"right": 40, "items": 50, "seconds": 60}
        first, second = tor.get("/api/school/me")["attempts"]
        assert (first["handed_in"], first["passed"]) == (False, False)
        assert (second["number"], second["asked"], second["level"], second["handed_in"]) == (2, 3, 1, True)
        trainee = tor.person["id"]
        exam = tor.post("/api/exams", {"scenario": f"first-rounds-{BOOK}"}, status=201)["id"]
        begun = tor.get("/api/school/me")["attempts"][2]
        assert (begun["what"], begun["handed_in"]) == ("first-rounds", False)
        tor.post(f"/api/exams/{exam}/end")
        ended = tor.get("/api/school/me")["attempts"][2]
        assert (ended["handed_in"], ended["passed"], ended["seed"] != begun["seed"]) == (True, False, True)
        paper = tor.request("GET", f"/api/school/trainees/{trainee}/transcript/{BOOK}").content
        assert "begun, not handed in" in pdf_text(paper)
        assert "1 of 3 attempts" in pdf_text(paper)
        rows = csv.DictReader(school.ina.get("/api/school/export").splitlines())
        assert [row["handed_in"] for row in rows if row["trainee"] == trainee] == ["False", "True", "True"]
        told = [each for each in school.ina.get("/api/school/export?format=xapi") if trainee in str(each["actor"])]
        assert [each["verb"]["id"].rpartition("/")[2] for each in told][:2] == ["attempted", "failed"]
        assert [faults for each in told if (faults := faults_of(each))] == []
        for _ in range(20):
            tor.post("/api/drills/burn", asked)
        refused = tor.post("/api/drills/burn", asked, status=409)["refusal"]
        assert "20 tests that are not handed in" in refused["sentence"]


def test_a_test_that_is_handed_in_many_times_at_once_is_marked_once(school: Class) -> None:
    test = school.tia.post("/api/drills/announcements", {"rulebook": BOOK, "test": True})["test"]
    handed = {"test": test, "answers": ["?"] * 20}
    with ThreadPoolExecutor(6) as tabs:
        told = list(
            tabs.map(lambda _: school.tia.request("POST", "/api/drills/announcements/finish", handed), range(6))
        )
    assert sorted(one.status_code for one in told) == [200, *[409] * 5]
    assert [one.json()["noted"] for one in told if one.status_code == 200] == [True]


def test_nobody_but_who_teaches_sees_the_score_of_another(school: Class) -> None:
    other = school.tia.person["id"]
    with school.server.guest("Gus") as guest, school.server.staff("admin", "Ada") as admin, \
            school.server.staff("surveillance", "Sue") as eye, school.server.client() as nobody:  # fmt: skip
        for client, status in ((school.tom, 403), (guest, 403), (admin, 403), (eye, 403), (nobody, 401)):
            for path in ("", f"/trainees/{other}", f"/trainees/{other}/transcript/{BOOK}", "/export"):
                client.get(f"/api/school{path}", status=status)
        guest.get("/api/school/me", status=403)
    assert school.tia.get("/api/school/me")["trainee"] == other
    assert school.tia.get(f"/api/school/trainees/{other}")["name"] == NAMES[1]
    assert school.asa.get(f"/api/school/trainees/{other}")["name"] == NAMES[1]
    school.asa.get("/api/school/export", status=403)
    school.ina.get("/api/school/trainees/t-9999", status=404)
    school.tia.get(f"/api/school/trainees/{other}/diploma/{BOOK}", status=404)
    school.tia.get(f"/api/school/trainees/{other}/transcript/hoyle", status=404)


FACTS: dict[str, dict[str, Any]] = {
    "StateMarks": {"marks": msgspec.to_builtins(proposed())},
    "OpenClass": {"rulebook": BOOK},
    "EnrolTrainee": {"trainee": "t-0001", "class_id": "c-1"},
    "WithdrawTrainee": {"trainee": "t-0001", "class_id": "c-1"},
    "RemoveTrainee": {"trainee": "t-0001"},
    "NoteAttempt": {"trainee": "t-0001", "tried": {"way": "test", "what": "counts", "rulebook": BOOK, "seed": "1"}},
    "NoteHours": {"trainee": "t-0001", "minutes": 5},
    "SignOff": {"trainee": "t-0001", "rulebook": BOOK, "competency": "calls"},
    "WithdrawSignOff": {"trainee": "t-0001", "rulebook": BOOK, "competency": "calls"},
}


def test_a_trainee_sets_and_signs_nothing(school: Class) -> None:
    """Every command of the school, by another trainee, a guest and somebody of the staff who does not teach."""
    assert set(FACTS) == {kind.__name__ for kind in sc.SCHOOL_COMMANDS}
    with school.server.guest("Gil") as guest, school.server.staff("floorperson", "Flo") as floor:
        before = school.server.house.school.state
        for client in (school.tia, guest, floor):
            for kind, facts in FACTS.items():
                refusal = school.order(client, kind, 403, PASSWORD if client is not guest else "", **facts)["refusal"]
                assert refusal["code"] == "not-yours"
        after = school.server.house.school.state
        assert (after.trainees, after.marks, after.classes) == (before.trainees, before.marks, before.classes)
    for path, body in (("classes", {"title": "Mine", "rulebook": BOOK}), ("marks", {"toml": ""})):
        for client in (school.tia, school.asa):
            client.post(f"/api/school/{path}", body, status=403)
    school.tia.post("/api/school/classes/c-1/invitations", {}, status=403)
    school.tia.delete("/api/school/trainees/t-0001", status=403)


def test_what_is_wrong_is_told_in_a_sentence(school: Class) -> None:
    ina = school.ina
    for title, rulebook, status in (("", BOOK, 400), ("x" * 61, BOOK, 400), ("Night", "hoyle", 404)):
        ina.post("/api/school/classes", {"title": title, "rulebook": rulebook}, status=status)
    ina.post("/api/school/classes/c-9/invitations", {}, status=404)
    for names in (["house"], [" "], ["n"] * 101):
        ina.post(f"/api/school/classes/{school.id}/invitations", {"names": names}, status=400)
    school.order(ina, "EnrolTrainee", 404, trainee="t-0077", class_id="c-1")
    school.order(ina, "NoteAttempt", 400, trainee="t-0001", tried={"way": "dance"})
    school.order(ina, "Juggle", 400)
    wrong = ina.post("/api/school/marks", {"toml": "format = 3\n[mark.juggling]\nitems = 4"}, status=400)
    assert "there is no such drill" in wrong["refusal"]["sentence"]
    toml = 'format = "minibac-marks/1"\nname = "Ours"\n[competency.a]\ntitle = "Calls"\nneeds = ["announcements"]\n'
    ina.post("/api/school/marks", {"toml": toml + "[mark.announcements]\nitems = 5\nright = 4\n"})
    assert ina.get("/api/school")["marks"]["name"] == "Ours"


def test_a_join_code_counts_until_there_is_another_and_a_link_once(school: Class) -> None:
    old = school.code
    school.joins(f"/join/{old}", "Ty Berg").close()
    school.ina.post(f"/api/school/classes/{school.id}/invitations", {}, status=201)
    school.joins(f"/join/{old}", "Tea Berg", 404).close()
    path = school.ina.post(f"/api/school/classes/{school.id}/invitations", {"names": ["Ton"]}, 201)["links"][0]["path"]
    school.joins(path, "Ton Berg").close()
    school.joins(path, "Ton Twin", 404).close()


def test_a_trainee_joins_another_class_and_keeps_the_record(school: Class) -> None:
    other = school.ina.post("/api/school/classes", {"title": "Evening", "rulebook": BOOK}, status=201)["class"]
    invite = f"/api/school/classes/{other}/invitations"
    (link,) = school.ina.post(invite, {"names": ["Tia"]}, status=201)["links"]
    code, join = link["path"].rpartition("/")[2], "/api/invitations/{}/join"
    school.asa.post(join.format(code), status=403)
    with school.server.client() as nobody:
        nobody.post(join.format(code), status=401)
    school.tia.post(join.format("0" * 32), status=404)
    school.tia.post(join.format(code), status=204)
    assert school.tia.get("/api/school/me")["classes"] == [school.id, other]
    school.tia.post(join.format(code), status=404)  # a link counts once
    code = school.ina.post(invite, {}, status=201)["code"]
    told = school.tia.post(join.format(code), status=409)
    assert "is in class" in told["refusal"]["sentence"]
    leave = {"trainee": school.tia.person["id"], "class_id": other}
    school.order(school.tia, "WithdrawTrainee", **leave)


def test_exports_hold_everything_and_xapi_keeps_to_its_specification(school: Class) -> None:
    rows = school.ina.get("/api/school/export").splitlines()
    assert rows[0].startswith("trainee,name,number")
    assert sum(NAMES[0] in row for row in rows) == len([m for m in proposed().mark.values() if not m.only])
    told = school.ina.get("/api/school/export?format=xapi")
    assert [faults for statement in told if (faults := faults_of(statement))] == []
    assert {each["verb"]["id"].rpartition("/")[2] for each in told} >= {"passed", "mastered"}
    assert len({each["id"] for each in told}) == len(told)


def test_the_command_line_tells_and_writes_the_same(
    school: Class, minibac: Callable[..., Result], tmp_path: Path
) -> None:
    told = msgspec.json.decode(minibac("school", "classes", "--json").stdout)
    assert told["classes"][0]["title"] == "Spring"
    assert NAMES[0] in minibac("school", "classes").stdout
    pdf, sealed = tmp_path / "paper.pdf", tmp_path / "paper.json"
    minibac("school", "transcript", NAMES[0].lower(), "--pdf", str(pdf), "--sealed", str(sealed))
    served = school.tom.request("GET", f"/api/school/trainees/t-0001/transcript/{BOOK}").content
    assert pdf.read_bytes() == served, "the same bytes as the house gives"
    key = school.ina.get("/api/school")["key"]
    code = msgspec.json.decode(sealed.read_bytes(), type=SealedPaper).code
    for file in (pdf, sealed):
        checked = msgspec.json.decode(minibac("verify", str(file), "--key", key, "--code", code, "--json").stdout)
        assert checked["verified"]
        assert checked["page_is_same"] is (True if file is pdf else None)
    assert "to the byte" in minibac("verify", str(pdf)).stdout
    assert "without its page" in minibac("verify", str(sealed)).stdout
    assert "its code is" in minibac("verify", str(pdf), "--code", "A" * 20, status=1).stderr
    assert "the school's is" in minibac("verify", str(pdf), "--key", "ab" * 32, status=1).stderr
    forged = sealed.read_text(encoding="utf-8").replace(NAMES[0], "Tim Forger")
    sealed.write_text(forged, encoding="utf-8")
    assert "was altered" in minibac("verify", str(sealed), status=1).stderr
    minibac("verify", str(pdf), "--head", "00", status=2)
    altered = tmp_path / "altered.pdf"
    altered.write_bytes(served + b"\n")
    assert "somebody altered the file" in minibac("verify", str(altered), status=1).stderr
    checked = msgspec.json.decode(minibac("verify", str(altered), "--json", status=1).stdout)
    assert (checked["verified"], checked["page_is_same"]) == (False, False)
    older = served.replace(b"Keywords(minibac", b"Keywords(minibaq")
    assert older != served
    altered.write_bytes(older)
    assert "was not checked: another version wrote it" in minibac("verify", str(altered)).stdout
    for part, other in ((r'"signature":"..', '"signature":"zz'), (r'"key":"..', '"key":"zz')):
        sealed.write_text(re.sub(part, other, sealed.read_text(encoding="utf-8")), encoding="utf-8")
        assert "carries no paper" in minibac("verify", str(sealed), "--json", status=1).stderr
    pdf.write_bytes(b"%PDF-1.7 nothing")
    minibac("verify", str(pdf), status=1)
    csv, xapi = tmp_path / "attempts.csv", tmp_path / "statements.json"
    minibac("school", "export", "--csv", str(csv), "--xapi", str(xapi), "--home", school.server.base)
    assert csv.read_text(encoding="utf-8") == school.ina.get("/api/school/export")
    assert msgspec.json.decode(xapi.read_bytes()) == school.ina.get("/api/school/export?format=xapi")
    minibac("school", "export", "--csv", str(csv), "--class", school.id)
    assert csv.read_text(encoding="utf-8") == school.ina.get(f"/api/school/export?class={school.id}")


def test_the_command_line_refuses_in_a_sentence(school: Class, minibac: Callable[..., Result], tmp_path: Path) -> None:
    assert "knows no trainee" in minibac("school", "transcript", "Nobody", status=1).stderr
    assert "is missing" in minibac("school", "certificate", school.tia.person["id"], status=1).stderr
    minibac("school", "export", status=2)
    of_class = ("school", "export", "--csv", str(tmp_path / "class.csv"), "--class", "c-9")
    assert "there is no class 'c-9'" in minibac(*of_class, status=2).stderr
    minibac("school", "export", "--xapi", str(tmp_path / "x.json"), "--home", "school", status=2)
    assert "--class is for --csv" in minibac(*of_class[:2], "--xapi", "x.json", *of_class[4:], status=2).stderr
    assert "--rulebook is for --map" in minibac("school", "marks", "--rulebook", BOOK, status=2).stderr
    file = tmp_path / "marks.toml"
    file.write_bytes(b"\xff\xfe")
    assert "it is no text in UTF-8" in minibac("school", "marks", str(file), status=1).stderr
    file.write_text('format = "minibac-marks/1"\nname = "x"\n[mark.counts]\nitems = 3\nright = 4\n', encoding="utf-8")
    wrong = minibac("school", "marks", str(file), status=1).stderr
    for sentence in ("right is 1 to items", "no competency needs", "[competency.…]"):
        assert sentence in wrong
    assert "57 of 60" in minibac("school", "marks").stdout
    mapped = msgspec.json.decode(minibac("school", "marks", "--map", "--json", "--rulebook", BOOK).stdout)
    assert all(row["competency"] for row in mapped["drills"]), "every drill belongs to a competency"
    assert "sen/natural" in next(row for row in mapped["drills"] if row["drill"] == "naturals")["clauses"]


def test_a_name_that_is_removed_is_in_no_paper_and_never_was_in_the_log(
    school: Class, minibac: Callable[..., Result]
) -> None:
    trainee = school.tom.person["id"]
    kept = school.tom.get("/api/me/export")
    assert kept["account"]["name"] == NAMES[0]
    assert len(kept["school"]["attempts"]) > 10
    school.ina.delete(f"/api/school/trainees/{trainee}")
    school.tom.get("/api/school/me", status=401)
    sealed = sealed_in(school.ina.request("GET", f"/api/school/trainees/{trainee}/transcript/{BOOK}").content)
    assert sealed is not None
    assert NAMES[0] not in sealed.paper
    checked = check_paper(sealed)
    assert checked.paper is not None
    assert (checked.paper.name, checked.paper.trainee) == ("", trainee)
    school.ina.delete(f"/api/school/trainees/{trainee}", status=404)
    log = school.log()
    assert b"t-0001" in log
    assert not any(word.encode() in log for name in (*NAMES, "Spring") for word in name.split())
    checked = msgspec.json.decode(minibac("books", "check", "--json").stdout)
    assert checked["agrees"], checked["findings"]
    assert "school" in [head["stream"] for head in checked["heads"]]
    server, gone = school.server, school.tia.person["id"]
    server.call(server.store.put(ACCOUNT, [(gone, None)]))
    wrong = msgspec.json.decode(minibac("books", "check", "--json", status=1).stdout)
    assert f"the account {gone} is gone, and nobody has removed the person" in str(wrong["findings"])
