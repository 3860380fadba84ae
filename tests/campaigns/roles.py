"""Every role gives every command in every phase: what is accepted is that role's to give, and every refusal says why.

    python3 go.py campaign roles [--seconds 900] [--rulebook seneca]

At a table of each rulebook that plays on by itself, and asks its guests for a share in the shuffle, a page of each role
gives, over its WebSocket, each command a table knows, in each phase that the table comes to. Over HTTP each role gives
each command of a pit, of the house and of the school, before a day, in it and after it, and each step of somebody's
exam in each of its phases. A role never has a command accepted that the lists in ``tests/server/role_lists.py`` do not
give it, nothing changes by what is refused, and who only reads hears so. A table ends when everything was tried in
every phase, or when the time is over, and says what was not.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import msgspec

from minibac.cards.share import share_hash
from minibac.house import hosted_table
from minibac.house.hosted_table import HostedTable
from minibac.machine.roles import Actor, Duty, Role
from minibac.pits.house_commands import HOUSE_KINDS
from minibac.pits.pit_commands import PIT_KINDS
from minibac.rules.rulebook import RULEBOOKS
from minibac.school.model_dealer import right_command
from minibac.school.record_commands import SCHOOL_COMMANDS
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.state import Phase
from minibac.table.timing import ShareTimes
from tests.hostile.doors import PATIENT, Answer, Doors, Page, Person
from tests.hostile.inputs import Choices, plausible
from tests.server.role_lists import MAY, OVER_HTTP, READERS, ROLES, facts_of

OPTIONS: dict[str, dict[str, Any]] = {
    "section-42": {"deal_mode": "handed"},
    "massachusetts": {"vigorish_type": "ez", "house_money": True},
}
STILL_MS = 3_600_000
"""Nobody moves but this campaign: a table rests in each phase until everything was tried there."""
PASSING = {Phase.COMMIT, Phase.SHOE_OVER}
"""The house goes through these in one breath."""
LAST = {Phase.DEAD, Phase.CLOSED}
"""A table comes to these when everything was tried in the others."""
DEEP = 395
"""A cutting card for a shoe of a few rounds."""
SCENARIO = "first-rounds-seneca"
DICE = (bytes(range(256)), bytes(range(255, -1, -1)), bytes(7 * n % 256 for n in range(256)))
"""What the facts of a command over HTTP are drawn from."""
VALUE = "7b" * 32
"""The share of the guest in the shuffle."""
ORDERS = {
    "/api/pits/seneca-main/commands": PIT_KINDS,
    "/api/house/commands": HOUSE_KINDS,
    "/api/school/commands": SCHOOL_COMMANDS,
}
Tried = dict[tuple[str, str], set[str]]
"""The phases in which a role has given a command."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=900.0, help="for each rulebook, at most")
    parser.add_argument("--rulebook", choices=RULEBOOKS)
    given = parser.parse_args()
    if given.seconds <= 0:
        parser.error("seconds are more than 0")
    failed = False
    for rulebook in [given.rulebook] if given.rulebook else RULEBOOKS:
        with mock.patch.object(hosted_table, "USUAL_SHARE", ShareTimes(STILL_MS, STILL_MS)):
            failed |= asyncio.run(at_a_table(rulebook, given.seconds))
    failed |= asyncio.run(over_http())
    return 1 if failed else 0


async def at_a_table(rulebook: str, seconds: float) -> bool:
    """Every role, command and phase at one table; whether something went wrong."""
    doors = Doors(pace_ms=STILL_MS, procedure_pace_ms=STILL_MS, timing=PATIENT)
    await doors.open()
    body = {"rulebook": rulebook, "options": OPTIONS.get(rulebook, {}), "depth": DEEP, "guests_share": True}
    made = await doors.ask(doors.people["guest"], "POST", "/api/tables", body)
    assert made.status == 201, made.body
    table = json.loads(made.body)["table"]
    hosted = doors.house.tables[table]
    host = await doors.page("guest", table)
    ids = iter(range(1, 10**9))

    async def give(page: Page, facts: dict[str, Any]) -> str:
        id_ = f"r{next(ids)}"
        await page.send(json.dumps({"do": "command", "id": id_, "command": facts}))
        return id_

    await give(host, {"command": "TakeSeat", "seat": 3})
    await give(host, {"command": "BuyIn", "seat": 3, "cents": 500_000})
    offered = OPTIONS.get(rulebook, {}).get("house_money")
    phases = set(Phase) - PASSING - (set() if offered else {Phase.HOUSE_MONEY})
    tried: Tried = defaultdict(set)
    wrong: list[str] = []

    def left(phase: Phase) -> list[tuple[str, type[c.Command]]]:
        """What was not tried in a phase."""
        return [(role, kind) for role in ROLES for kind in c.KINDS if phase not in tried[role, kind.__name__]]

    begun = time.monotonic()
    while (spent := time.monotonic() - begun) < seconds and len(wrong) < 10:
        phase = hosted.state.phase
        untried = left(phase)
        if not any(map(left, phases)) or (phase is Phase.CLOSED and not untried):
            break
        late = spent > 3 / 4 * seconds or not any(map(left, phases - LAST))
        if phase is Phase.BETTING and not late:
            for wager in ("player", *(("house-money",) if offered else ())):
                await give(host, {"command": "PlaceWager", "seat": 3, "wager": wager, "cents": 2_500})
        # what may move the table comes last, and what ends it after that
        untried.sort(key=lambda pair: (pair[1] is c.CloseTable, pair[1].__name__ in MAY[pair[0]]))
        for role, kind in untried:
            if hosted.state.phase is not phase:
                break
            page = await doors.page(role, table)
            if page.ended_with():
                wrong.append(f"{role} cannot come in: {page.ended_with()}")
                break
            name, before = kind.__name__, hosted.version
            id_ = await give(page, {"command": name, **facts_of(kind, seat=6 if role == "guest" else 3)})
            answer = await page.answer(id_)
            tried[role, name].add(str(phase))
            if answer.get("ok") and name not in MAY[role]:
                wrong.append(f"{role} gave {name} in {phase}, and it was accepted")
            elif answer["tell"] == "answer" and not answer.get("ok") and not answer["refusal"]["sentence"]:
                wrong.append(f"{role}, {name}, {phase}: refused without a word")
            elif role in READERS and answer["tell"] == "answer" and answer["refusal"]["code"] != "not-yours":
                wrong.append(f"{role}, {name}, {phase}: {answer['refusal']}")
            elif not answer.get("ok") and answer["tell"] == "answer" and hosted.version < before:
                wrong.append(f"{role}, {name}, {phase}: the table went back")
        if not untried or hosted.state.phase is phase:
            await move(doors, hosted, give, host, late=late)
    wrong += await doors.whole()
    never = {phase.value: len(rest) for phase in phases if (rest := left(phase))}
    count = sum(len(found) for found in tried.values())
    print(f"{rulebook}: {count} of {len(ROLES) * len(c.KINDS) * len(phases)} of role, command and phase tried in "
          f"{time.monotonic() - begun:.0f} s; left: {never or 'nothing'}; wrong: {len(wrong)}")  # fmt: skip
    for line in wrong[:10]:
        print(f"  {line}", file=sys.stderr)
    await doors.close()
    return bool(wrong)


async def move(doors: Doors, hosted: HostedTable, give: Any, host: Page, *, late: bool) -> None:
    """The next right step, by whoever is to take it; late in the campaign the guest goes."""
    state = hosted.state
    if late and state.phase in (Phase.BETTING, Phase.BETWEEN, Phase.SHOE_OVER, Phase.DEAD):
        for seat in state.seats:
            await give(host, {"command": "LeaveSeat", "seat": seat})
        floor = Actor(state.staff[Duty.FLOOR], Role.FLOORPERSON)
        last = c.CloseTable if state.phase is Phase.DEAD else c.DeclareDead
        await hosted.command(last(by=floor, at=max(doors.house.now(), state.at)), "")
    elif 3 not in state.seats and not late:
        await give(host, {"command": "TakeSeat", "seat": 3})
        await give(host, {"command": "BuyIn", "seat": 3, "cents": 100_000})
    if state.phase is Phase.SHARES and 3 in state.seats and 3 not in state.shares:
        sealed = share_hash(hosted.id, state.shoe_no + 1, 3, VALUE)
        await give(host, {"command": "CommitShare", "seat": 3, "hash": sealed})
    elif state.phase is Phase.MIXING and 3 in state.seats:
        await give(host, {"command": "RevealShare", "seat": 3, "value": VALUE})
    elif (wanted := next_command(hosted.state, max(doors.house.now(), hosted.state.at))) is not None:
        await hosted.command(wanted.command, "")
    else:
        await asyncio.sleep(0.02)


async def over_http() -> bool:
    """Every role with every command of pits, house and school, before a day, in it and after it; and with every step of
    somebody's exam. Whether something went wrong."""
    wrong: list[str] = []
    count = 0
    for moment in ("before the day", "in the day", "after the day"):
        doors = Doors()
        await doors.open()
        if moment != "before the day":
            await doors.day("Open")
        if moment == "after the day":
            await doors.day("Close")
        for role, person in doors.people.items():
            for path, kinds in ORDERS.items():
                for number, kind in enumerate((*kinds,) * len(DICE)):
                    facts = plausible(Choices(DICE[number // len(kinds)]), kind)
                    body = {"id": f"{role}-{number}", "command": facts}
                    answer = await doors.ask(person, "POST", path, body)
                    count += 1
                    wrong += _judged(f"{role or 'a stranger'}, {kind.__name__}, {moment}", person, kind, answer)
        wrong += await doors.whole()
        await doors.close()
    print(f"over HTTP: {count} of roles with commands of pits, house and school at three moments of a day")
    doors = Doors()
    await doors.open()
    wrong += await at_an_exam(doors)
    wrong += await doors.whole()
    await doors.close()
    print(f"over HTTP, wrong: {len(wrong)}")
    for line in wrong[:10]:
        print(f"  {line}", file=sys.stderr)
    return bool(wrong)


def _judged(what: str, person: Person, kind: type[Any], answer: Answer) -> list[str]:
    """What is wrong with an answer: a stranger signs in first, nobody is granted what is not theirs, a no has words."""
    if answer.status >= 500 or (not person.cookie and answer.status != 401):
        return [f"{what}: {answer}"]
    if answer.status < 300:
        return [] if kind.__name__ in OVER_HTTP.get(person.role, ()) else [f"{what}, and it was accepted"]
    return [] if json.loads(answer.body)["refusal"]["sentence"] else [f"{what}: refused without a word"]


async def at_an_exam(doors: Doors) -> list[str]:
    """A trainee deals an exam to its end: in each of its phases nobody else takes a step of it, whatever the role."""
    trainee = doors.people["trainee"]
    begun = await doors.ask(trainee, "POST", "/api/exams", {"scenario": SCENARIO})
    assert begun.status == 201, begun
    exam = json.loads(begun.body)["id"]
    path = f"/api/exams/{exam}/steps"
    wrong: list[str] = []
    count, seen = 0, set()
    while (sat := await doors.front.exams.find(exam)) is not None and not sat.kept.ended:
        phase = sat.audition.state.table.phase
        tried = [json.dumps({"command": kind.__name__, **facts_of(kind)}) for kind in c.KINDS if phase not in seen]
        seen.add(phase)
        for role, person in doors.people.items():
            for step in tried if person is not trainee else ():
                answer = await doors.ask(person, "POST", path, {"step": step})
                count += 1
                if answer.status not in (401, 403, 404):
                    wrong.append(f"{role or 'a stranger'} in an exam of another, {phase}: {step}: {answer}")
        right = right_command(sat.audition.state, sat.audition.now(), sat.audition.first_card())
        assert right is not None, phase
        facts = {name: fact for name, fact in msgspec.to_builtins(right).items() if name not in ("by", "at")}
        answer = await doors.ask(trainee, "POST", path, {"step": json.dumps(facts)})
        assert answer.status == 200, answer
    print(f"over HTTP: {count} of roles with the steps of another's exam in {len(seen)} phases of it")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
