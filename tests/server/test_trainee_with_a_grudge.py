"""A trainee who wants a better record than was earned, and worse ones for the others: what the house answers."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
import pytest

from minibac.house.exam_room import MOST_OVER
from minibac.machine.kinds import kinds_of
from minibac.school import exam_commands as xc
from minibac.school.drills import DRILLS
from minibac.school.practice import sheet
from minibac.server import routes_drills
from minibac.server.routes_drills import KIND, OpenTest
from tests.server.running import PASSWORD, PATIENT, Client, RunningServer, running

BOOK, SCENARIO = "seneca", "first-rounds-seneca"
INTERVENTIONS: dict[str, dict[str, Any]] = {
    "PauseExam": {},
    "ResumeExam": {},
    "WhisperNote": {"text": "well done"},
    "InjectIrregularity": {"kind": "late-wager"},
    "SetNextCards": {"cards": "9c 9d"},
}
OTHERS: dict[str, dict[str, Any]] = {
    "BeginExam": {"trainee": "t-0002", "scenario": SCENARIO, "seed": "1"},
    "EndExam": {"finished": True, "reason": "done"},
    "ShowMishap": {"kind": "other"},
    "PlaceWager": {"seat": 2, "wager": "tie", "cents": 500},
    "TakeSeat": {"seat": 1},
    "AssignStaff": {"duty": "floor", "person": "t-0001"},
    "CorrectPayment": {"seat": 2, "wager": "player", "cents": 500, "coup_no": 1, "reason": "so"},
    "RevealShoe": {"order": [], "salt": ""},
    "ChangeRules": {"options": {}},
}
"""Commands of the exam itself, of guests, of the floor and of the house."""


class Learners(NamedTuple):
    server: RunningServer
    tom: Client
    tia: Client
    ina: Client


@pytest.fixture(scope="module")
def class_of_two() -> Iterator[Learners]:
    with running(timing=PATIENT) as server, server.staff("instructor", "Ina") as ina:
        ina.post("/api/school/classes", {"title": "Spring", "rulebook": BOOK}, status=201)
        code = ina.post("/api/school/classes/c-1/invitations", {}, status=201)["code"]
        with server.client() as tom, server.client() as tia:
            for client, name in ((tom, "Tom Lee"), (tia, "Tia Ono")):
                facts = {"name": name, "password": PASSWORD}
                client.signed(client.post(f"/api/invitations/{code}", facts, status=201))
            yield Learners(server, tom, tia, ina)


def begins(client: Client) -> str:
    return str(client.post("/api/exams", {"scenario": SCENARIO}, status=201)["id"])


def step(client: Client, exam: str, line: str | dict[str, Any]) -> dict[str, Any]:
    text = line if isinstance(line, str) else msgspec.json.encode(line).decode()
    told: dict[str, Any] = client.post(f"/api/exams/{exam}/steps", {"step": text})
    return told


def test_nothing_of_another_is_seen_and_nothing_of_the_own_exam_before_its_end(class_of_two: Learners) -> None:
    server, tom, tia, _ = class_of_two
    hers, mine = begins(tia), begins(tom)
    her = tia.person["id"]
    step(tom, mine, "deal p")
    for path, status in (
        (f"/api/exams/{hers}", 404),
        (f"/api/exams/{hers}/shoulder", 403),
        (f"/api/exams/{hers}/replay/1", 403),
        (f"/api/exams/{mine}/shoulder", 403),
        (f"/api/exams/{mine}/replay/1", 403),
        ("/api/school/classes/c-1/board", 403),
        (f"/api/school/trainees/{her}", 403),
        (f"/api/school/trainees/{her}/transcript/{BOOK}", 403),
        ("/api/school", 403),
        ("/api/school/export", 403),
        ("/api/school/export?format=xapi&class=c-1", 403),
    ):
        tom.get(path, status=status)
    tom.post(f"/api/exams/{hers}/steps", {"step": "nmb"}, status=404)
    tom.post(f"/api/exams/{hers}/end", status=404)
    tom.post("/api/exams", {"scenario": SCENARIO, "seed": "1"}, status=403)
    tom.post("/api/exams/scenarios", {"scenario": "easy", "toml": "x"}, status=403)
    tom.delete(f"/api/exams/scenarios/{SCENARIO}", status=403)
    tom.post("/api/school/marks", {"toml": ""}, status=403)
    sat = server.call(server.front.exams.find(mine))
    assert sat is not None
    assert sat.audition.state.faults
    shown = [tom.request("GET", path).text for path in
             ("/api/exams", f"/api/exams/{mine}", "/api/school/me", "/api/me/export",
              f"/api/school/trainees/{tom.person['id']}/transcript/{BOOK}?format=json")]  # fmt: skip
    assert not any(sat.kept.seed in text or hers in text for text in shown), "neither the seed nor another's exam"
    told = tom.get(f"/api/exams/{mine}")
    assert (told["result"], told["ended"]) == (None, False)
    assert "dealt-before-call" not in "".join(shown)


def test_what_is_not_a_trainees_is_no_step_of_an_exam_and_no_intervention(class_of_two: Learners) -> None:
    server, tom, _, _ = class_of_two
    mine = next(one["id"] for one in tom.get("/api/exams")["exams"] if not one["ended"])
    assert INTERVENTIONS.keys() == {kind.__name__ for kind in xc.OF_AN_INSTRUCTOR}
    before = server.call(server.front.exams.find(mine))
    assert before is not None
    kept = before.kept
    for kind, facts in INTERVENTIONS.items():
        tom.post(f"/api/exams/{mine}/interventions", {"command": {"command": kind, **facts}}, status=403)
    named = {"command": "DealCard", "hand": "player", "cards": ["9c"]}
    lines: list[str | dict[str, Any]] = [{"command": one, **facts} for one, facts in (INTERVENTIONS | OTHERS).items()]
    for line in (*lines, named, " ", "\t", "{}", "[]", "juggle"):
        refusal = step(tom, mine, line)["refused"]
        assert refusal, line
        assert refusal["sentence"]
    forged = {"command": "CallNoMoreBets", "by": {"id": "house", "role": "house"}, "at": 1}
    assert step(tom, mine, forged)["refused"] is None, "who and when are the house's to say"
    after = server.call(server.front.exams.find(mine))
    assert after is not None
    assert after.kept.steps[: len(kept.steps)] == kept.steps
    assert len(after.kept.steps) == len(kept.steps) + 1
    assert not after.audition.state.interventions
    assert {event.by for event in after.audition.log if type(event).__name__ == "BettingClosed"} == {tom.person["id"]}


def test_commands_of_an_exam_are_none_of_a_live_table(class_of_two: Learners) -> None:
    server, tom, _, _ = class_of_two
    table = server.front.table("sen-1")
    assert table is not None
    page = tom.live("sen-1")
    before = table.version
    for kind in kinds_of(xc.ExamCommand):
        answer = page.give(kind.__name__, **OTHERS.get(kind.__name__, {}), **INTERVENTIONS.get(kind.__name__, {}))
        assert not answer.get("ok"), kind
    assert table.version == before
    assert not page.give("DealCard", hand="player").get("ok"), "a trainee deals no live table"
    tom.leave_tables()


def test_an_exam_in_two_tabs_takes_every_step_once(class_of_two: Learners) -> None:
    server, tom, _, _ = class_of_two
    mine = begins(tom)
    with ThreadPoolExecutor(4) as tabs:
        told = list(tabs.map(lambda _: step(tom, mine, "floor"), range(12)))
    assert all(one["refused"] is None for one in told)
    sat = server.call(server.front.exams.find(mine))
    assert sat is not None
    assert [fault.made.number for fault in sat.audition.state.faults] == list(range(1, 13))
    tom.post(f"/api/exams/{mine}/end")
    tom.post(f"/api/exams/{mine}/steps", {"step": "floor"}, status=409)
    tom.post(f"/api/exams/{mine}/end", status=409)
    ended = [one for one in tom.get("/api/school/me")["attempts"] if one["way"] == "table" and one["handed_in"]]
    assert len(ended) == 1, "noted once"


def test_a_bad_test_cannot_be_taken_again_or_away_and_nobody_fills_the_room(class_of_two: Learners) -> None:
    server, tom, tia, ina = class_of_two
    asked = {"rulebook": BOOK, "test": True, "seed": "7"}
    opened = tom.post("/api/drills/announcements", asked)
    again = tom.post("/api/drills/announcements", asked)
    questions = [[item["question"] for item in one["items"]] for one in (opened, again)]
    assert questions[0] != questions[1], "a seed of one's own is not taken"
    handed = {"test": opened["test"], "answers": ["?"] * 20}
    assert tom.post("/api/drills/announcements/finish", handed)["noted"]
    tom.post("/api/drills/announcements/finish", handed, status=409)
    tom.post("/api/drills/sums/finish", {"test": again["test"], "answers": []}, status=409)
    mine = tom.get("/api/school/me")["attempts"]
    tests = [(one["handed_in"], one["right"]) for one in mine if one["what"] == "announcements"]
    assert tests == [(True, 0), (False, 0)]
    leave = {"command": "WithdrawTrainee", "trainee": tom.person["id"], "class_id": "c-1"}
    tom.post("/api/school/commands", {"id": "leave", "command": leave})
    assert tom.get("/api/school/me")["attempts"] == mine, "who leaves a class takes nothing along"
    for _ in range(MOST_OVER + 2):
        tom.post(f"/api/exams/{begins(tom)}/end")
    assert sum(one["ended"] for one in tom.get("/api/exams")["exams"]) <= MOST_OVER
    begins(tia)
    row = next(row for row in ina.get(f"/api/school/trainees/{tom.person['id']}")["attempts"] if row["handed_in"])
    assert row["noted_by"] == "house"
    assert server.house.school.state.trainees[tom.person["id"]].not_handed_in >= 1


def answered_rightly(server: RunningServer, name: str, drill: str, most: int) -> list[str]:
    """What somebody hands in who knows the first items and waits for the end."""
    stored = server.call(server.house.store.get(KIND, sha256(name.encode()).hexdigest()))
    kept = msgspec.json.decode(stored or b"", type=OpenTest).sheet
    table = routes_drills.lesson_of(server.front, kept.rulebook)
    items = sheet(table, [DRILLS[drill]], kept.seed or "", kept.count, kept.level)
    return [item.shown for item in items[:most]]


def test_nobody_stops_a_test_after_the_items_they_know(class_of_two: Learners) -> None:
    server, _, tia, _ = class_of_two

    def handed_in(most: int, drill: str = "who", /, **asked: int) -> dict[str, Any]:
        opened = tia.post(f"/api/drills/{drill}", {"rulebook": BOOK, "test": True, **asked})
        told: dict[str, Any] = tia.post(
            f"/api/drills/{drill}/finish",
            {"test": opened["test"], "answers": answered_rightly(server, opened["test"], drill, most)},
        )
        assert told["right"] == told["counted"] or not asked
        return told

    for asked in ({"seconds": 3_600}, {"count": 120, "seconds": 60}, {"count": 34}):
        told = handed_in(34, **asked)
        assert (told["counted"], told["passes"]) == (34, False), asked
        assert "by the whole sheet" in told["because"]["template"]
    told = handed_in(34)
    assert (told["counted"], told["right"], told["passes"], told["because"]) == (35, 34, False, None)
    told = handed_in(40, "payments", level=1)
    assert (told["right"], told["passes"], told["because"]["facts"]) == (40, False, {"level": 1})
    assert [handed_in(35, seconds=seconds)["passes"] for seconds in (0, 3_600)] == [True, True]
    assert handed_in(50, "sums", count=120, seconds=60)["passes"], "fifty sums in a minute are fifty sums"


def test_hours_of_practice_are_no_more_than_the_answers_took(class_of_two: Learners) -> None:
    server, _, tia, _ = class_of_two
    begun = {"answers": ["1"] * 60, "sheet": {"rulebook": BOOK, "seed": "2"}, "seconds": 3_600}
    with server.client() as new:
        code = class_of_two.ina.post("/api/school/classes/c-1/invitations", {}, status=201)["code"]
        new.signed(new.post(f"/api/invitations/{code}", {"name": "Tor New", "password": PASSWORD}, status=201))
        assert new.post("/api/drills/counts/finish", begun)["seconds"] < 3_600, "nobody practised before signing in"
    server.clock.ahead += 125_000
    before = tia.get("/api/school/me")["measured_seconds"]
    practised = {"answers": ["1", "2"], "sheet": {"rulebook": BOOK, "count": 3, "seed": "1"}, "seconds": 86_400}
    for _ in range(3):
        assert tia.post("/api/drills/counts/finish", practised)["seconds"] == 120
    assert tia.get("/api/school/me")["measured_seconds"] - before <= 130, "and three at once are one"


def test_who_is_no_trainee_opens_no_test_that_a_class_could_not_open_then(
    class_of_two: Learners, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, _, tia, _ = class_of_two
    monkeypatch.setattr(routes_drills, "MOST_OF_OTHERS", 1)
    asked = {"rulebook": BOOK, "count": 1, "test": True}
    with server.guest("Mallory") as mallory, server.guest("Mallet") as mallet:
        mallory.post("/api/drills/sums", asked)
        assert "too many tests" in mallet.post("/api/drills/sums", asked, status=409)["refusal"]["sentence"]
    tia.post("/api/drills/sums", asked)


OWN = f"""format = "minibac-scenario/1"
name = "Ours"
rulebook = "{BOOK}"
rounds = 1
[[guest]]
seat = 2
"""


def test_who_teaches_and_learns_sits_cards_that_nobody_knows(class_of_two: Learners) -> None:
    server, tom, _, ina = class_of_two
    ina.post("/api/exams/scenarios", {"scenario": "ours", "toml": OWN})
    with server.staff("assessor", "Asa") as asa, server.staff("instructor", "Ivo") as ivo:
        early = ivo.post("/api/exams", {"scenario": SCENARIO, "seed": "1"}, status=201)["id"]
        for number, learner in enumerate((asa, ivo)):
            enrol = {"command": "EnrolTrainee", "trainee": learner.person["id"], "class_id": "c-1"}
            ina.post("/api/school/commands", {"id": f"enrol {number}", "command": enrol})
            learner.post("/api/exams", {"scenario": SCENARIO, "seed": "1"}, status=403)
            told = learner.post("/api/exams", {"scenario": "ours"}, status=403)
            assert "cards that you cannot know" in told["refusal"]["sentence"]
            learner.post("/api/exams", {"scenario": "nothing"}, status=404)
            begins(learner)
        ivo.post(f"/api/exams/{early}/end")
        attempts = server.house.school.state.trainees[ivo.person["id"]].attempts
        assert [one.tried.handed_in for one in attempts] == [False], "begun before the record"
    with server.guest("Tim") as another:
        told = another.post("/api/exams", {"scenario": "ours"}, status=403)
        assert "nobody rehearses it" in told["refusal"]["sentence"], "nor Tom, under another name"
        assert not [one for one in another.get("/api/exams")["scenarios"] if one["own"]]
    assert [one["scenario"] for one in tom.get("/api/exams")["scenarios"] if one["own"]] == ["ours"]
    tom.post("/api/exams", {"scenario": "ours"}, status=201)


def test_who_goes_takes_the_exams_along_and_leaves_a_number(class_of_two: Learners) -> None:
    """What is kept of an exam is exported, but for what an instructor has laid into one that goes on."""
    server, _, tia, ina = class_of_two
    for one in tia.get("/api/exams")["exams"]:
        if not one["ended"]:
            tia.post(f"/api/exams/{one['id']}/end")
    mine = begins(tia)
    step(tia, mine, "nmb")
    for kind in ("WhisperNote", "SetNextCards"):
        given = {"command": kind, **INTERVENTIONS[kind]}
        ina.post(f"/api/exams/{mine}/interventions", {"command": given})
    seen = {one["id"]: one["steps"] for one in tia.get("/api/me/export")["exams"]}[mine]
    assert [(line["line"], line["by"]) for line in seen[:1]] == [("nmb", "")]
    assert "well done" in seen[1]["line"]
    assert len(seen) == 2, "no card that comes"
    tia.post(f"/api/exams/{mine}/end")
    assert "9c 9d" in str(tia.get("/api/me/export")["exams"])
    with server.staff("assessor", "Amy Stone") as amy:
        enrol = {"command": "EnrolTrainee", "trainee": amy.person["id"], "class_id": "c-1"}
        ina.post("/api/school/commands", {"id": "enrol Amy", "command": enrol})
        begins(amy)
        assert "Amy Stone" in ina.get("/api/school/export")
        for learner in (amy, tia):
            learner.delete("/api/me")
        for path in ("/api/school", "/api/school/export", "/api/school/export?format=xapi"):
            assert not any(name in str(ina.get(path)) for name in ("Amy Stone", "Tia Ono")), path
        assert amy.person["id"] in ina.get("/api/school/export")
    left = server.call(server.front.exams.every())
    assert not {tia.person["id"], amy.person["id"]} & {one.trainee for one in left}
