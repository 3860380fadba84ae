"""Hostile inputs put to a house, one after the other, and what must hold after each of them."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from minibac.rules.rulebook import RULEBOOKS
from minibac.school.drills import DRILLS
from minibac.school.scenario import shipped
from tests.hostile.doors import PASSWORD, TABLES, Doors, Page
from tests.hostile.inputs import Known, Message, Request, attack

PLAYS_EVERY = 25
"""After so many inputs a guest wagers, so that rounds go on."""
LOOKS_EVERY = 500
"""After so many inputs somebody begins an exam, gives out a link, and looks at what there is by now."""
SCENARIO = "first-rounds-seneca"
WAGER = {"command": "PlaceWager", "seat": 3, "wager": "banker", "cents": 2_500}


class BrokenError(AssertionError):
    """A promise that an input broke."""


class Trial:
    """A house with guests at its tables, and what was tried at it."""

    def __init__(self) -> None:
        self.doors = Doors()
        self._known = Known((), {})
        self.counted: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self._number = 0

    async def open(self) -> None:
        await self.doors.open()
        await self.doors.day("Open")
        await self._looks()
        for table in TABLES:
            page = await self.doors.page("guest", table)
            await self._say(page, {"command": "TakeSeat", "seat": 3})
            await self._say(page, {"command": "BuyIn", "seat": 3, "cents": 100_000})

    async def _looks(self) -> None:
        """What there is to be asked about, by the fields that name it."""
        people, front = self.doors.people, self.doors.front
        exam = await self._told("trainee", "POST", "/api/exams", {"scenario": SCENARIO})
        days = [(await self._told("accounting", "GET", "/api/house/day")).get("day") or "2026-11-15", "2026-11-19"]
        listed = await self._told("security", "GET", "/api/exclusions")
        entries = [row["id"] for row in listed.get("entries", ())]
        somebody = tuple(person.id for person in people.values() if person.id)
        there: dict[str, Sequence[str]] = {
            **dict.fromkeys(("person", "guest", "trainee", "to_person"), somebody),
            **dict.fromkeys(("table", "table_id"), TABLES),
            **dict.fromkeys(("pit", "pit_id"), tuple(self.doors.house.pits)),
            **dict.fromkeys(("class", "class_id"), (self.doors.school_class,)),
            **dict.fromkeys(("day", "from", "to", "born", "until"), days),
            **dict.fromkeys(("shoe", "coup", "number", "revision", "fault"), ("1", "2")),
            "exam": (exam.get("id") or self._known.there["exam"][0],),
            "token": (await front.people.invitations.make("dealer", "hostile"),),
            "entry": entries,
            "scenario": list(shipped()),
            "drill": list(DRILLS),
            "rulebook": list(RULEBOOKS),
            "role": list(people),
            "kind": ("transcript", "certificate", "banned", "fill", "credit", "other"),
            "password": (PASSWORD,),
            "clause_id": ("s42/a", "ma/wagers"),
        }
        self._known = Known(tuple(people), there)

    async def _told(self, role: str, method: str, path: str, body: object = None) -> dict[str, Any]:
        answer = await self.doors.ask(self.doors.people[role], method, path, body)
        told = json.loads(answer.body)
        assert isinstance(told, dict)
        return told

    async def _say(self, page: Page, command: dict[str, Any]) -> None:
        self._number += 1
        await page.send(json.dumps({"do": "command", "id": f"own-{self._number}", "command": command}))

    async def take(self, data: bytes) -> None:
        """Put one input to the house."""
        what = attack(data, self._known)
        try:
            if isinstance(what, Message):
                await self._message(what)
            else:
                await self._request(what)
        except (BrokenError, TimeoutError) as wrong:
            raise BrokenError(f"{str(wrong) or 'no answer in time'}\n{what}") from None
        if self.doors.faults:
            raise BrokenError(f"{self.doors.faults[0]}\n{what}")
        self.counted["inputs"] += 1
        if self.counted["inputs"] % LOOKS_EVERY == 0:
            await self._looks()
        if self.counted["inputs"] % PLAYS_EVERY == 0:
            table = TABLES[self.counted["inputs"] // PLAYS_EVERY % len(TABLES)]
            await self._say(await self.doors.page("guest", table), WAGER)

    async def _message(self, message: Message) -> None:
        page = await self.doors.page(message.role, message.table)
        if page.ended_with():
            self.counted["closed doors"] += 1
            return
        answers = await page.send(message.text)
        self.counted["messages"] += 1
        self.counted[f"as {message.role}"] += 1
        if page.ended_with() in (1006, 1011):
            raise BrokenError(f"the connection ended with {page.ended_with()}")
        if not answers and not page.ended_with() and not _needs_no_answer(message.text):
            raise BrokenError("nothing answered")

    async def _request(self, asked: Request) -> None:
        person = self.doors.people[asked.role]
        answer = await self.doors.ask(
            person, asked.method, asked.target, asked.body, asked.headers, signed=asked.signed
        )
        self.counted["requests"] += 1
        self.counted[f"as {asked.role or 'a stranger'}"] += 1
        self.statuses[answer.status] += 1
        if answer.status >= 500 and answer.status != 503:
            raise BrokenError(f"the answer is {answer.status}: {answer.body[:300]!r}")
        if not answer.status:
            raise BrokenError("nothing answered")
        if answer.status >= 400 and answer.kind.startswith("application/json"):
            refusal = json.loads(answer.body)["refusal"]
            if not refusal["sentence"] or not refusal["code"]:
                raise BrokenError(f"a refusal without words: {refusal}")
            if "Traceback" in refusal["sentence"] or "object at 0x" in refusal["sentence"]:
                raise BrokenError(f"words of the program: {refusal}")
        elif answer.status >= 400 and not answer.kind.startswith(("text/html", "text/plain")):
            raise BrokenError(f"a refusal as {answer.kind!r}: {answer.body[:200]!r}")

    async def whole(self) -> None:
        """Everything that is kept is whole, and nobody outside the house heard of a fault of its program."""
        if found := await self.doors.whole():
            raise BrokenError("; ".join(found[:5]))

    async def close(self) -> None:
        await self.doors.close()


def _needs_no_answer(text: str | bytes) -> bool:
    """A pong and a peel that holds are heard without a word."""
    try:
        return json.loads(text).get("do") in ("pong", "peel")
    except (ValueError, AttributeError, RecursionError):
        return False
