"""The full check of a house that runs: soon after its start, every day and when asked, by a process of its own.

The house calls ``minibac books check`` on what it keeps and reads what that tells, so its own loop waits for nothing,
and the system gives the check what play leaves over. What was found goes into the house's own log, with the heads of
all logs where nothing was: every process of the house knows it from there, after a restart too. The heads go to the log
file as well, which is no part of the database.
"""

import asyncio
import contextlib
import itertools

import msgspec

from minibac.house.logs import log, log_fault
from minibac.house.open_house import OpenHouse
from minibac.machine.roles import THE_HOUSE
from minibac.pits.house_events import BooksChecked
from minibac.records.store import StoreError, Unsound
from minibac.server.own_command import run_beside
from minibac.voice.said import Said, said

FIRST_S = 60.0
"""After a start guests come back; the check waits until they are there."""
HOUR_S = 3600.0
AGAIN_S = (5.0, 30.0)
"""A check that could not be carried out is tried again so much later, before it is a finding."""
LATER_S = 600.0
"""And then again and again."""
MOST_TOLD = 20
"""So many findings go into the house's log; the command tells all of them."""
CHAIN = "R25"


class _Head(msgspec.Struct):
    stream: str
    version: int
    head: str
    known: bool


class _Finding(msgspec.Struct):
    stream: str
    version: int
    said: Said


class _Told(msgspec.Struct):
    """What the command tells."""

    events: int
    answers_sum: str
    heads: list[_Head]
    findings: list[_Finding]


class BookChecks:
    """The checks of one process."""

    def __init__(self, house: OpenHouse) -> None:
        self._house = house
        self._looking: asyncio.Task[None] | None = None

    @property
    def looking(self) -> bool:
        """Whether a check is under way here."""
        return self._looking is not None and not self._looking.done()

    def begin(self) -> bool:
        """Begin a check, unless one is under way; whether there is anything on disk to look at."""
        settings = self._house.settings
        if not settings.database and not settings.sqlite_path.is_file():
            return False
        if not self.looking:
            self._looking = asyncio.create_task(self._look(), name="the check of the books")
            self._looking.add_done_callback(log_fault)
        return True

    async def keep_looking(self, first_s: float = FIRST_S) -> None:
        """Check again and again, in the process that keeps the house's own log."""
        await asyncio.sleep(first_s)
        while True:
            if self._house.own.owned:
                self.begin()
            await asyncio.sleep(self._house.settings.check_hours * HOUR_S)

    async def stop(self) -> None:
        """Leave a check that is under way."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        """Look until it could be looked: a database that is away for a moment is no finding, and one that stays away is
        one until it is back."""
        for wait_s in itertools.chain(AGAIN_S, itertools.repeat(LATER_S)):
            _, out, wrong = await run_beside(self._house.settings, "books", "check", "--json")
            with contextlib.suppress(msgspec.DecodeError, StoreError):
                await self._keep(msgspec.json.decode(out, type=_Told))
                return
            why = wrong.decode(errors="replace").strip().rpartition("\n")[2].removeprefix("minibac: ")
            unread = said("what is kept could not be checked: {why}", why=why)
            log().warning("books check", kind="outage", sentence=str(unread))
            if wait_s == LATER_S:
                with contextlib.suppress(StoreError):
                    await self._keep(_Told(0, "", [], [_Finding("", 0, unread)]))
            await asyncio.sleep(wait_s)

    async def _keep(self, told: _Told) -> None:
        """Write down what was found, or that nothing was."""
        found = tuple(placed(each) for each in told.findings)
        for sentence in found:
            log().error("books check", kind="check", sentence=str(sentence))
        if not found:
            log().info("books check", kind="check", events=told.events, heads=msgspec.to_builtins(told.heads))
        heads = {} if found else {each.stream: (each.version, each.head) for each in told.heads if not each.known}
        checked = BooksChecked(
            by=THE_HOUSE.id,
            clauses=(CHAIN,),
            events_count=told.events,
            heads=heads,
            answers="" if found else told.answers_sum,
            found_count=len(found),
            found=found[:MOST_TOLD],
        )
        await self._house.own.write_down(checked)


def placed(finding: _Finding | Unsound) -> Said:
    """A finding with its place in front."""
    if not finding.stream:
        return finding.said
    place = said("{stream}, event {version}: {what}") if finding.version else said("{stream}: {what}")
    return place.about(stream=finding.stream, version=str(finding.version), what=finding.said)
