"""A class with somebody in an exam who has made a mistake, for the pages that show it."""

from collections.abc import Iterator
from contextlib import contextmanager

from minibac.rules.refusal import Refusal
from tests.server.running import PASSWORD, Client, RunningServer

NAME = "Tom Lee"


@contextmanager
def class_in_an_exam(server: RunningServer, teacher: Client, *steps: str) -> Iterator[tuple[Client, str]]:
    """The trainee, who is alone in the class c-1, and the exam."""
    opened = teacher.post("/api/school/classes", {"title": "Spring", "rulebook": "seneca"}, status=201)
    code = teacher.post(f"/api/school/classes/{opened['class']}/invitations", {}, status=201)["code"]
    with server.client() as trainee:
        trainee.signed(trainee.post(f"/api/invitations/{code}", {"name": NAME, "password": PASSWORD}, status=201))
        exam = server.call(server.front.exams.open("first-rounds-seneca", trainee.person["id"], "9"))
        assert not isinstance(exam, Refusal)
        for step in steps or ("deal p",):
            assert not isinstance(server.call(server.front.exams.step(exam.id, step)), Refusal)
        yield trainee, exam.id
