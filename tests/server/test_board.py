"""The instructor's board over HTTP: roles, what reaches the trainee, and that every intervention is printed."""

import csv
import io
from contextlib import ExitStack
from typing import Any

from minibac.house.exam_room import ExamRoom
from minibac.machine.roles import THE_HOUSE
from minibac.school.record_commands import EnrolTrainee
from minibac.school.school_paper import sealed_in
from tests.pdf_text import pdf_text
from tests.school.xapi_check import faults_of
from tests.server.running import PASSWORD, Client, RunningServer, running

SCENARIO = "first-rounds-seneca"


def joined(server: RunningServer, doors: ExitStack, ina: Client, class_id: str, *names: str) -> list[Client]:
    links = ina.post(f"/api/school/classes/{class_id}/invitations", {"names": names}, status=201)["links"]
    clients = []
    for link in links:
        client = doors.enter_context(server.client())
        body = {"name": link["name"], "password": PASSWORD}
        client.signed(client.post(f"/api/invitations/{link['path'].rpartition('/')[2]}", body, 201))
        clients.append(client)
    return clients


def gives(client: Client, exam: str, given: str, status: int = 200, /, **facts: Any) -> dict[str, Any]:
    told: dict[str, Any] = client.post(
        f"/api/exams/{exam}/interventions", {"command": {"command": given, **facts}}, status=status
    )
    return told


def test_a_class_on_the_board_from_the_first_look_to_the_transcript() -> None:
    with running() as server, ExitStack() as doors:
        people = (server.guest("Ann"), server.staff("instructor", "Ina Frost"), server.staff("assessor", "Asa Gray"))
        ann, ina, asa = map(doors.enter_context, people)
        class_id = ina.post("/api/school/classes", {"title": "Spring", "rulebook": "seneca"}, status=201)["class"]
        ina.post("/api/school/classes", {"title": "Autumn", "rulebook": "seneca"}, status=201)
        tom, tia = joined(server, doors, ina, class_id, "Tom Keller", "Tia Marin")
        board = f"/api/school/classes/{class_id}/board"
        exam = tom.post("/api/exams", {"scenario": SCENARIO}, status=201)
        assert (exam["paused"], exam["note"]) == (False, None)
        at = exam["id"]
        tom.post(f"/api/exams/{at}/steps", {"step": "deal p"})

        for nobody in (ann, tom, tia):  # nobody of the class sees the board, and none of it is theirs to give
            nobody.get(board, status=403)
            nobody.get(f"/api/exams/{at}/shoulder", status=403)
            nobody.get(f"/api/exams/{at}/replay/1", status=403)
            gives(nobody, at, "PauseExam", 403)
            nobody.get("/api/school/export?class=c-1", status=403)
        gives(asa, at, "PauseExam", 403)
        ina.get("/api/school/classes/c-9/board", status=404)
        ina.get("/api/exams/none/shoulder", status=404)
        gives(ina, "none", "PauseExam", 404)

        for who, instructs in ((ina, True), (asa, False)):
            told = who.get(board)
            assert (told["class"]["title"], told["instructs"]) == ("Spring", instructs)
            first, second = told["trainees"]
            assert (first["name"], first["exam"]["id"], second["exam"]) == ("Tom Keller", at, None)
            assert (first["exam"]["by_class"]["critical"], first["exam"]["round"]) == (1, 1)
            assert first["exam"]["last_fault"]["kind"] == "dealt-before-call"
            assert len(first["exam"]["lies"]["coup"]["player"]) == 1, "the table of everybody, as it lies"
            assert told["prints"][first["exam"]["print"]]["areas"]
        watched = asa.get(f"/api/exams/{at}/shoulder")
        assert len(watched["view"]["coup"]["player"]) == 1, "the table as it lies, with the card that came too early"
        assert watched["view"]["areas"]
        assert watched["faults"][0]["did_said"]

        assert gives(ina, at, "PauseExam")["exam"]["paused"]
        seen = tom.get(f"/api/exams/{at}")
        assert (seen["paused"], seen["result"]) == (True, None)
        assert "stopped the exam" in tom.post(f"/api/exams/{at}/steps", {"step": "deal b"})["refused"]["sentence"]
        before = seen["table"]
        assert tom.post(f"/api/exams/{at}/steps", {"step": "wait"})["table"] == before
        gives(ina, at, "PauseExam", 409)
        gives(ina, at, "WhisperNote", text="The call comes first.")
        gives(ina, at, "Nonsense", 400)
        gives(ina, at, "InjectIrregularity", 400, kind="earthquake")
        gives(ina, at, "ResumeExam")
        gives(ina, at, "InjectIrregularity", kind="late-wager", seat=0)
        seen = tom.get(f"/api/exams/{at}")
        assert (seen["paused"], seen["note"]) == (False, "The call comes first.")
        gives(ina, at, "SetNextCards", cards="9c")
        assert tom.get(f"/api/exams/{at}")["table"] == seen["table"], "who sits it does not know the next card"
        assert tom.post(f"/api/exams/{at}/steps", {"step": "deal b"})["table"]["banker"] == ["9c"]

        room = ExamRoom(server.house.premises, server.house.now)
        again, here = server.call(room.find(at)), server.call(server.front.exams.find(at))
        assert again is not None
        assert here is not None
        assert again.audition.state == here.audition.state, "another process, or this one after a restart, has it too"
        gives(ina, at, "WhisperNote", text="Now the count.")
        led_on = server.call(room.find(at))
        assert led_on is again
        assert led_on.audition.state == here.audition.state, "and is led on by what another process has taken"

        replayed = asa.get(f"/api/exams/{at}/replay/1")
        assert sum(step["mistake"] for step in replayed["steps"]) == 1
        assert replayed["print"]["areas"]
        assert replayed["fault"]["kind"] == "dealt-before-call"
        asa.get(f"/api/exams/{at}/replay/99", status=404)

        ended = tom.post(f"/api/exams/{at}/end", {})
        kinds = [one["kind"] for one in ended["result"]["interventions"]]
        assert kinds == ["pause", "note", "resume", "irregularity", "cards", "note"]
        gives(ina, at, "PauseExam", 409)
        trainee = tom.person["id"]
        (noted,) = ina.get(f"/api/school/trainees/{trainee}")["attempts"]
        assert [one["kind"] for one in noted["interventions"]] == ["pause", "note", "irregularity", "cards", "note"]
        assert "call comes first" not in str(noted), "the record keeps no free text"
        paper = ina.get(f"/api/school/trainees/{trainee}/transcript/seneca?format=json")
        assert '"what":"late-wager"' in paper["paper"]
        sheet = ina.http.get(f"/api/school/trainees/{trainee}/transcript/seneca")
        assert sealed_in(sheet.content) is not None
        assert "late-wager (round 1)" in pdf_text(sheet.content).replace("-\n", "-").replace("\n", " ")

        for of_class, rows in ((class_id, 1), ("c-2", 0)):
            text = ina.http.get(f"/api/school/export?class={of_class}").text
            found = list(csv.DictReader(io.StringIO(text)))
            assert [(row["name"], row["interventions"]) for row in found] == [("Tom Keller", "5")] * rows
        ina.get("/api/school/export?class=c-9", status=404)
        (statement,) = ina.get("/api/school/export?format=xapi")
        assert faults_of(statement) == []
        assert len(next(facts for name, facts in statement["result"]["extensions"].items() if "interven" in name)) == 5

        own = ina.post("/api/exams", {"scenario": SCENARIO}, status=201)["id"]
        joins = EnrolTrainee(by=THE_HOUSE, at=0, trainee=ina.person["id"], class_id=class_id)
        assert server.call(server.house.school.command(joins)).ok
        sat_now = {row["name"]: row["exam"] for row in ina.get(board)["trainees"]}
        assert sat_now["Ina Frost"] is None, "who teaches and learns sees no score of the own exam before its end"
        assert {row["name"]: row["exam"] for row in asa.get(board)["trainees"]}["Ina Frost"]["id"] == own
        ina.get(f"/api/exams/{own}/shoulder", status=403)
        gives(ina, own, "SetNextCards", 403, cards="9c")
