"""A school at work, for pictures of its pages: a class of three, tests taken and left, and each of them in an exam."""

from collections.abc import Iterator
from contextlib import ExitStack

from minibac.machine.roles import THE_HOUSE
from minibac.rules.refusal import Refusal
from minibac.school import record_commands as sc
from minibac.school.record_events import Performance
from tests.server.running import PASSWORD, Client, RunningServer

BOOK = "seneca"
LEARNERS = {
    "Tom Lee": ("nmb", "deal p", "deal b", "deal p", "deal b", "count p 3"),
    "Tia Marin": ("deal p", "deal b", "deal p", "deal b"),
    "Tao Ono": ("nmb",),
}
"""Who learns, and how far each of them has come in an exam: one has called a wrong count, one has dealt too early."""


def school_pages(server: RunningServer, stack: ExitStack) -> Iterator[tuple[str, str, Client]]:
    """The pages of the school: what each picture is called, where it is, and who looks at it."""
    ina = stack.enter_context(server.staff("instructor", "Ina Frost"))
    class_id = ina.post("/api/school/classes", {"title": "Spring", "rulebook": BOOK}, status=201)["class"]
    code = ina.post(f"/api/school/classes/{class_id}/invitations", {}, status=201)["code"]
    exams, learners = list[str](), list[Client]()
    for name, steps in LEARNERS.items():
        learner = stack.enter_context(server.client())
        learner.signed(learner.post(f"/api/invitations/{code}", {"name": name, "password": PASSWORD}, status=201))
        exam = server.call(server.front.exams.open(f"first-rounds-{BOOK}", learner.person["id"], "9"))
        assert not isinstance(exam, Refusal)
        for step in steps:
            server.call(server.front.exams.step(exam.id, step))
        exams.append(exam.id)
        learners.append(learner)
    tom = learners[0]
    for what, asked, right in (("announcements", 20, 20), ("sums", 50, 41), ("counts", 60, 55)):
        tried = Performance(way="test", what=what, rulebook=BOOK, seed="7", asked=asked, right=right, seconds=58)
        noted = sc.NoteAttempt(by=THE_HOUSE, at=0, trainee=tom.person["id"], tried=tried)
        assert server.call(server.house.school.command(noted)).ok
    tom.post("/api/drills/burn", {"rulebook": BOOK, "test": True})
    over = server.call(server.front.exams.open(f"first-rounds-{BOOK}", tom.person["id"], "9"))
    assert not isinstance(over, Refusal)
    for step in (*LEARNERS["Tia Marin"], "count p 5"):
        tom.post(f"/api/exams/{over.id}/steps", {"step": step})
    tom.post(f"/api/exams/{over.id}/end")
    yield "drills", "/drills", tom
    yield "drill", f"/drills?rulebook={BOOK}&drill=sums&length=minute&way=test", tom
    yield "course", f"/course?rulebook={BOOK}", tom
    yield "school", "/school", ina
    yield "record", "/school", tom
    yield "exams", "/exams", tom
    yield "exam", f"/exam/{exams[0]}", tom
    yield "exam-result", f"/exam/{over.id}", tom
    yield "board", f"/board/{class_id}", ina
