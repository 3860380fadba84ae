"""Classes of the school: what each is called, and the links and codes by which trainees come in.

The log of the school knows a class and a trainee by their numbers. What they are called is kept here, with the people,
and goes when somebody wants it to.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from minibac.house.open_house import OpenHouse
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.people.accounts import Accounts, trainee_id, wrong_name
from minibac.people.invitations import Invitations
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.school import record_commands as sc
from minibac.school.record_events import ClassOpened
from minibac.voice.said import said

KIND: Final = "class"
MOST_LINKS: Final = 100
"""So many links are made at once."""
LONGEST_TITLE: Final = 60


class ClassNamed(msgspec.Struct, frozen=True):
    """What a class is called, and its join code, until there is another."""

    title: str
    code: str = ""


class Classes:
    """What the school calls its classes, and how trainees get in."""

    def __init__(self, house: OpenHouse, accounts: Accounts, invitations: Invitations) -> None:
        self._house, self._accounts, self._invitations = house, accounts, invitations

    async def named(self, class_id: str) -> ClassNamed:
        kept = await self._house.store.get(KIND, class_id)
        return msgspec.json.decode(kept, type=ClassNamed) if kept else ClassNamed(class_id)

    async def _keep(self, class_id: str, known: ClassNamed) -> None:
        await self._house.store.put(KIND, [(class_id, msgspec.json.encode(known))])

    async def open(self, title: str, rulebook: str, by: Actor) -> str | Refusal:
        """A new class: its number."""
        clean = " ".join(title.split())
        if not 1 <= len(clean) <= LONGEST_TITLE or not clean.isprintable():
            return refuse(Code.ILLEGAL_VALUE, said("a class has a title of 1 to {most} characters", most=LONGEST_TITLE))
        school = self._house.school
        answer = await school.command(sc.OpenClass(by=by, at=0, rulebook=rulebook))
        if answer.refusal is not None:
            return answer.refusal
        opened = [school.machine.read(line.bytes) for line in await school.lines(answer.version - 1, answer.version)]
        (event,) = opened
        assert isinstance(event, ClassOpened)
        await self._keep(event.class_id, ClassNamed(clean))
        return event.class_id

    async def new_code(self, class_id: str, by: str) -> str:
        """A join code for a week; the one before counts no more."""
        known = await self.named(class_id)
        if known.code:
            await self._invitations.end(known.code)
        code = await self._invitations.make_code(Role.TRAINEE, by, class_id)
        await self._keep(class_id, msgspec.structs.replace(known, code=code))
        return code

    async def links(self, class_id: str, names: Sequence[str], by: str) -> list[tuple[str, str]] | Refusal:
        """A link for each name of a list; the names are for the sheet, and kept nowhere."""
        if not 1 <= len(names) <= MOST_LINKS:
            return refuse(Code.ILLEGAL_VALUE, said("a list has 1 to {most} names", most=MOST_LINKS))
        if problem := next(filter(None, map(wrong_name, names)), None):
            return refuse(Code.ILLEGAL_VALUE, problem)
        made = [await self._invitations.make(Role.TRAINEE, by, class_id=class_id) for _ in names]
        return list(zip((" ".join(name.split()) for name in names), made, strict=True))

    async def next_number(self) -> str:
        """The next number of a trainee. None is given twice: who goes stays in the log."""
        number = sum(name.startswith("t-") for name in self._house.school.state.trainees)
        while True:
            number += 1
            new = trainee_id(number)
            if new not in self._house.school.state.trainees and await self._accounts.get(new) is None:
                return new

    async def enrol(self, trainee: str, class_id: str) -> Refusal | None:
        """Somebody who came in by a link joins the class."""
        joins = sc.EnrolTrainee(by=THE_HOUSE, at=0, trainee=trainee, class_id=class_id)
        return (await self._house.school.command(joins)).refusal

    async def remove(self, trainee: str) -> None:
        """The log learns that a name is gone."""
        school = self._house.school
        if school.exists and trainee in school.state.trainees and not school.state.trainees[trainee].removed:
            await school.command(sc.RemoveTrainee(by=THE_HOUSE, at=0, trainee=trainee))
