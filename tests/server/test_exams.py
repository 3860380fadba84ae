"""Exams over HTTP: nobody sees another's, nothing is told before the end, a restart loses nothing."""

from typing import Any

import msgspec
import pytest

from minibac.house.audition import Audition
from minibac.house.exam_room import ExamRoom
from minibac.machine.kinds import Command
from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Refusal
from minibac.school.model_dealer import right_command
from minibac.school.record_commands import EnrolTrainee, OpenClass
from minibac.school.scenario import Scenario, load_scenario, read_scenario, shipped
from minibac.school.typed_steps import read_step
from minibac.server.exam_felt import exam_part, felt_view
from minibac.table import commands as c
from minibac.table.settling import right_settlement
from minibac.table.state import Phase
from tests.server.running import Client, RunningServer, running


def step(client: Client, exam: str, line: str, status: int = 200) -> dict[str, Any]:
    told: dict[str, Any] = client.post(f"/api/exams/{exam}/steps", {"step": line}, status=status)
    return told


def sat(server: RunningServer, room: ExamRoom, exam: str) -> Audition:
    found = server.call(room.find(exam))
    assert found is not None
    return found.audition


def written(command: Command) -> str:
    """A command as a page sends it: who gives it and when is the house's to say."""
    facts = msgspec.to_builtins(command)
    return msgspec.json.encode({name: fact for name, fact in facts.items() if name not in ("by", "at")}).decode()


BEFORE_THE_ROUND = (c.DoStep, c.CutStack, c.CompleteCut, c.LoadShoe, c.BurnCards)


def sitting(toml: str) -> Audition:
    read = read_scenario(toml, "own.toml")
    assert isinstance(read, Scenario), read
    sat = Audition(read, lambda: 0)
    sat.others()
    return sat


def give(sat: Audition, command: Command) -> None:
    answer = sat.handle(command)
    assert not isinstance(answer, Refusal), answer
    sat.others()


def by_the_book(sat: Audition) -> None:
    right = right_command(sat.state, sat.now(), sat.first_card())
    assert right is not None
    give(sat, right)


def enrolled(server: RunningServer, *trainees: str) -> None:
    teacher = Actor("t-1", Role.INSTRUCTOR)
    school = server.house.school
    opened = server.call(school.command(OpenClass(by=teacher, at=0, rulebook="seneca")))
    assert opened.ok, opened
    (class_id,) = school.state.classes
    for trainee in trainees:
        joined = server.call(school.command(EnrolTrainee(by=teacher, at=0, trainee=trainee, class_id=class_id)))
        assert joined.ok, joined


def test_an_exam_from_its_first_mistake_to_its_result() -> None:
    with running() as server, server.guest("Ann") as ann, server.guest("Bo") as bo:
        listed = ann.get("/api/exams")
        assert "first-rounds-seneca" in [one["scenario"] for one in listed["scenarios"]]
        with server.client() as nobody:
            nobody.get("/api/exams", status=401)
        ann.post("/api/exams", {"scenario": "nothing"}, status=404)
        ann.post("/api/exams", {"scenario": "first-rounds-seneca", "seed": "7"}, status=403)
        early = ann.post("/api/exams", {"scenario": "first-rounds-seneca"}, status=201)
        trainee = ann.person["id"]
        enrolled(server, trainee)
        ann.post(f"/api/exams/{early['id']}/end", {})
        assert not server.house.school.state.trainees[trainee].attempts, "what began before there was a record"
        exam = ann.post("/api/exams", {"scenario": "first-rounds-seneca"}, status=201)
        assert (exam["exam"], exam["help"], exam["ended"], exam["result"]) == (True, False, False, None)
        assert exam["table"]["wagers"]

        wrong = step(ann, exam["id"], "deal p")
        assert len(wrong["table"]["player"]) == 1, "it has happened"
        assert wrong["result"] is None
        assert "fault" not in str(wrong).lower()
        assert "is no step" in step(ann, exam["id"], "fly")["refused"]["sentence"]

        with server.staff("instructor") as teacher:
            watched = teacher.get(f"/api/exams/{exam['id']}")
            assert [one["kind"] for one in watched["result"]["faults"]] == ["dealt-before-call"]
            step(teacher, exam["id"], "nmb", status=403)

        bo.get(f"/api/exams/{exam['id']}", status=404)
        step(bo, exam["id"], "nmb", status=404)
        assert bo.get("/api/exams")["exams"] == []

        before = sat(server, server.front.exams, exam["id"]).state
        again = sat(server, ExamRoom(server.house.premises, server.house.now), exam["id"])
        assert again.state == before, "another process, or the same one after a restart, has it as it was"

        ended = ann.post(f"/api/exams/{exam['id']}/end", {})
        assert [one["kind"] for one in ended["result"]["faults"]] == ["dealt-before-call"]
        assert not ended["result"]["passed"]
        step(ann, exam["id"], "nmb", status=409)
        (noted,) = server.house.school.state.trainees[trainee].attempts
        assert (noted.tried.way, noted.tried.what, noted.tried.rulebook) == ("table", "first-rounds", "seneca")
        assert [fault.kind for fault in noted.tried.faults] == ["dealt-before-call"]
        assert not any("exam" in name for name in server.call(server.house.store.streams())), "outside all books"


def test_the_felt_of_an_exam_shows_what_lies_there_and_nothing_of_what_is_right() -> None:
    sat = sitting(OWN.replace("seneca", "section-42").replace("[[", '[options]\ndeal_mode = "face-up"\n[[', 1))
    for hand in ("player", "banker", "banker"):
        give(sat, c.DealCard(by=sat.by, at=0, hand=hand))
    view = felt_view(sat)
    assert [len(view["coup"][hand]) for hand in ("player", "banker")] == [1, 2], "a card lies where it was dealt"
    assert view["set_aside"] == []
    give(sat, c.Report(by=sat.by, at=0, kind="wrong-hand", hand="banker", note="mine"))
    assert [len(felt_view(sat)["coup"][hand]) for hand in ("player", "banker")] == [2, 1], "it is put right"
    while sat.state.table.phase is not Phase.SETTLING:
        by_the_book(sat)
    pays = next(move for move in right_settlement(sat.state.table).actions if move.step in ("pay", "collect"))
    before = felt_view(sat)
    assert (before["phase"], before["coup"]["result"], before["coup"]["player_total"]) == ("dealing", None, None)
    five = c.TakeActions(by=sat.by, at=0, actions=(("pay", pays.seat, pays.wager, 700),), chips={500: 1})
    give(sat, five)
    lies = felt_view(sat)["wagers"][str(pays.seat)][pays.wager]
    assert lies[-1] == 500, "the chips that were laid lie there, whatever was said"
    assert felt_view(sat)["seats"] == before["seats"], "what a guest has would tell what was right"
    kinds = [fault.made.kind for fault in sat.state.faults]
    assert kinds[:2] == ["dealt-before-call", "card-to-wrong-hand"]
    assert len(kinds) == 3


@pytest.mark.parametrize("scenario", [name for name in shipped() if name.startswith("opening")])
def test_what_is_at_hand_is_enough_for_the_steps_before_the_first_round(scenario: str) -> None:
    loaded = load_scenario(scenario)
    assert isinstance(loaded, Scenario)
    sat = Audition(loaded, lambda: 0)
    while sat.goes_on() and not sat.state.coups:
        right = right_command(sat.state, sat.now(), sat.first_card())
        assert right is not None
        if isinstance(right, BEFORE_THE_ROUND):
            rows = [row for row in exam_part(sat)["at_hand"] if row["command"]["command"] == type(right).__name__]
            row = next(one for one in rows if one["command"].get("step") == getattr(right, "step", None))
            said = {name: getattr(right, name) for name in row.get("asks", ())}
            made = read_step(msgspec.json.encode({**row["command"], **said}).decode(), sat.by, sat.now())
            assert not isinstance(made, Refusal)
            give(sat, made)
        else:
            give(sat, right)
    assert sat.state.faults == ()


OWN = 'format = "minibac-scenario/1"\nname = "Ours"\nrulebook = "seneca"\nrounds = 2\nseed = 9\n[[guest]]\nseat = 2\n'


def test_a_school_has_scenarios_of_its_own_the_same_for_everybody() -> None:
    with running() as server, server.guest("Ann") as ann, server.guest("Bo") as bo:
        enrolled(server, ann.person["id"], bo.person["id"])
        ann.post("/api/exams/scenarios", {"scenario": "ours", "toml": OWN}, status=403)
        ann.get("/api/exams/scenarios/first-rounds-seneca", status=403)
        with server.staff("instructor") as teacher:
            wrong = teacher.post("/api/exams/scenarios", {"scenario": "ours", "toml": OWN + "style = 1\n"}, status=400)
            assert "style: 1 is not known" in wrong["refusal"]["sentence"]
            teacher.post("/api/exams/scenarios", {"scenario": "Ours!", "toml": OWN}, status=400)
            teacher.post("/api/exams/scenarios", {"scenario": "audition-seneca", "toml": OWN}, status=400)
            for name in ("audition", "counts", "counts-seneca"):  # an easy one would count for what it is not
                taken = teacher.post("/api/exams/scenarios", {"scenario": name, "toml": OWN}, status=400)["refusal"]
                assert "for something else" in taken["sentence"]
            teacher.post("/api/exams/scenarios", {"scenario": "ours", "toml": OWN})
            assert "ours" in [one["scenario"] for one in ann.get("/api/exams")["scenarios"]]
            one, other = (who.post("/api/exams", {"scenario": "ours"}, status=201) for who in (ann, bo))
            assert one["table"] == other["table"]
            files = [teacher.get(f"/api/exams/scenarios/{name}") for name in ("ours", "first-rounds-seneca")]
            assert [(one["own"], "rounds = " in one["toml"]) for one in files] == [(True, True), (False, True)]
            assert files[0]["toml"] == OWN
            assert [one["scenario"] for one in ann.get("/api/exams")["scenarios"] if one["own"]] == ["ours"]
            teacher.get("/api/exams/scenarios/theirs", status=404)
            for name in ("theirs", "first-rounds-seneca"):
                told = teacher.delete(f"/api/exams/scenarios/{name}", status=404)
                assert told["refusal"]["sentence"] == f"the school has no scenario '{name}' of its own"
            teacher.delete("/api/exams/scenarios/ours")
        ann.post("/api/exams", {"scenario": "ours"}, status=404)
        assert step(ann, one["id"], "nmb")["refused"] is None, "what was begun goes on"


def test_a_whole_exam_without_a_fault_passes_and_three_are_open_at_most() -> None:
    with running() as server, server.guest("Ann") as ann:
        enrolled(server, ann.person["id"])
        given_up = ann.post("/api/exams", {"scenario": "opening-seneca"}, status=201)["id"]
        ann.post(f"/api/exams/{given_up}/end", {})
        exam = ann.post("/api/exams", {"scenario": "first-rounds-seneca"}, status=201)["id"]
        told: dict[str, Any] = {"ended": False}
        while not told["ended"]:
            audition = sat(server, server.front.exams, exam)
            command = right_command(audition.state, audition.now(), audition.first_card())
            told = step(ann, exam, written(command) if command else "wait")
            assert told["refused"] is None
        assert told["result"]["finished"]
        assert told["result"]["passed"]
        assert [one["passed"] for one in ann.get("/api/school/me")["attempts"]] == [False, True]
        stages = ann.get("/api/course?rulebook=seneca")["stages"]
        passed = {one["name"]: one["passed"] for stage in stages for one in stage["steps"] if one["passed"]}
        assert passed == {"first-rounds-seneca": 2}, "by the marks of its scenario"
        asked = {"scenario": "first-rounds-seneca"}
        for _ in range(3):
            ann.post("/api/exams", asked, status=201)
        assert "3 exams" in ann.post("/api/exams", asked, status=409)["refusal"]["sentence"]
