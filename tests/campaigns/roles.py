"""Every role gives every command in every phase: what is accepted is that role's to give, and every refusal says why.

    python3 go.py campaign roles [--seconds 900] [--rulebook seneca]

At a table of each rulebook that plays on by itself, a page of each role gives, over its WebSocket, each command a table
knows, in each phase that the table comes to; a page of a guest who sits, and one of a guest who does not. Over HTTP
each role gives each command of a pit, of the house and of the school. A role never has a command accepted that the list
in ``tests/server/role_lists.py`` does not give it, nothing changes by what is refused, and who only reads hears so. It
ends when everything was tried in every phase that was seen, or when the time is over, and says what was not.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.house.hosted_table import HostedTable
from minibac.machine.roles import Actor, Duty, Role
from minibac.pits.house_commands import HOUSE_KINDS
from minibac.pits.pit_commands import PIT_KINDS
from minibac.rules.rulebook import RULEBOOKS
from minibac.school.record_commands import SCHOOL_COMMANDS
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.state import Phase
from tests.hostile.doors import PATIENT, Doors, Page
from tests.hostile.inputs import Choices, plausible
from tests.server.role_lists import MAY, READERS, ROLES, facts_of

OPTIONS: dict[str, dict[str, Any]] = {
    "section-42": {"deal_mode": "handed"},
    "massachusetts": {"vigorish_type": "ez", "house_money": True},
}
STILL_MS = 3_600_000
"""Nobody moves but this campaign: a table rests in each phase until everything was tried there."""
PASSING = {Phase.COMMIT}
"""The house goes through these in one breath."""
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
        failed |= asyncio.run(at_a_table(rulebook, given.seconds))
    failed |= asyncio.run(over_http())
    return 1 if failed else 0


async def at_a_table(rulebook: str, seconds: float) -> bool:
    """Every role, command and phase at one table; whether something went wrong."""
    doors = Doors(pace_ms=STILL_MS, procedure_pace_ms=STILL_MS, timing=PATIENT)
    await doors.open()
    body = {"rulebook": rulebook, "options": OPTIONS.get(rulebook, {}), "depth": 300}
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
    tried: Tried = defaultdict(set)
    seen: set[Phase] = set()
    wrong: list[str] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and len(wrong) < 10:
        phase = hosted.state.phase
        seen.add(phase)
        untried = [(role, kind) for role in ROLES for kind in c.KINDS if phase not in tried[role, kind.__name__]]
        if not untried and len(seen | PASSING) == len(Phase):
            break
        late = time.monotonic() > end - seconds / 4
        if phase is Phase.BETTING and not late:
            await give(host, {"command": "PlaceWager", "seat": 3, "wager": "player", "cents": 2_500})
        untried.sort(key=lambda pair: pair[1].__name__ in MAY[pair[0]])  # what may move the table comes last
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
    count = sum(len(phases) for phases in tried.values())
    never = sorted(phase.value for phase in set(Phase) - seen - PASSING)
    left = {phase.value: sum(phase.value not in tried[role, kind.__name__] for role in ROLES for kind in c.KINDS)
            for phase in seen}  # fmt: skip
    wrong += await doors.whole()
    print(f"{rulebook}: {count} of {len(ROLES) * len(c.KINDS) * len(seen)} role, command and phase tried; "
          f"left {({name: n for name, n in left.items() if n}) or 'nothing'}; phases never seen: {never or 'none'}; "
          f"wrong: {len(wrong)}")  # fmt: skip
    for line in wrong[:10]:
        print(f"  {line}", file=sys.stderr)
    await doors.close()
    return bool(wrong)


async def move(doors: Doors, hosted: HostedTable, give: Any, host: Page, *, late: bool) -> None:
    """The next right step, by whoever is to take it; late in the campaign the guest goes."""
    state = hosted.state
    if late and state.phase in (Phase.BETTING, Phase.BETWEEN, Phase.SHOE_OVER, Phase.DEAD):
        if 3 in state.seats:
            await give(host, {"command": "LeaveSeat", "seat": 3})
        floor = Actor(state.staff[Duty.FLOOR], Role.FLOORPERSON)
        last = c.CloseTable if state.phase is Phase.DEAD or state.phase is Phase.SHOE_OVER else c.DeclareDead
        await hosted.command(last(by=floor, at=max(doors.house.now(), state.at)), "")
    elif 3 not in state.seats and not late:
        await give(host, {"command": "TakeSeat", "seat": 3})
        await give(host, {"command": "BuyIn", "seat": 3, "cents": 100_000})
    if (wanted := next_command(hosted.state, max(doors.house.now(), hosted.state.at))) is not None:
        await hosted.command(wanted.command, "")
    else:
        await asyncio.sleep(0.02)


async def over_http() -> bool:
    """Every role with every command of pits, house and school; whether something went wrong."""
    doors = Doors()
    await doors.open()
    wrong: list[str] = []
    count = 0
    for role, person in doors.people.items():
        for path, kinds in ORDERS.items():
            for number, kind in enumerate(kinds):
                facts = plausible(Choices(bytes(range(256))), kind)
                body = {"id": f"{role}-{number}", "command": facts}
                answer = await doors.ask(person, "POST", path, body)
                count += 1
                stranger = not person.cookie
                if answer.status >= 500 or (stranger and answer.status != 401):
                    wrong.append(f"{role or 'a stranger'}, {kind.__name__}: {answer}")
                elif role in ("guest", "trainee", "surveillance") and answer.status < 300 and role != "trainee":
                    wrong.append(f"{role} gave {kind.__name__}: {answer}")
    wrong += await doors.whole()
    print(f"over HTTP: {count} of roles with commands of pits, house and school; wrong: {len(wrong)}")
    for line in wrong[:10]:
        print(f"  {line}", file=sys.stderr)
    await doors.close()
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
