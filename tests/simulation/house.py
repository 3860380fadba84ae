"""The processes of a simulated house, what they keep, and what happens to them."""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from minibac.house import self_check
from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.houses.types import House
from minibac.people.passwords import Passwords
from minibac.records.sqlite import SqliteStore
from minibac.records.store import StoreError
from minibac.server.app import create_app
from minibac.server.front import Front
from minibac.table.timing import Timing
from tests.house.hosting import KEY
from tests.simulation.disk import Disk, SimulatedConnection
from tests.simulation.network import Wire
from tests.simulation.scheduler import Loop, Scheduler, SimulatedWorld
from tests.simulation.stores import Database, Kept, Remote

TIMING = Timing(
    betting_ms=900, look_ms=100, cut_ms=150, turning_ms=250, offer_ms=150, house_money_ms=200, lost_ms=20_000
)
SETTINGS = Settings(
    pace_ms=40,
    procedure_pace_ms=5,
    result_pace_ms=100,
    timing=TIMING,
    snapshot_events=60,
    messages_per_second=1_000,
    requests_per_minute=1_000_000,
    lease_ms=3_000,
    renew_ms=1_000,
    log_minutes=1,
    secure_cookies=False,
)
HEARTBEAT_S = 5.0
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@cache
def files() -> self_check.Manifest:
    """The program's own files, which do not change while it is simulated."""
    return self_check.manifest()


APPS: dict[int, Any] = {}
"""An app for each process; its front is another one in each life, as an app takes a second to make."""


class Life(SimulatedWorld):
    """The world of one life of a process, with the disk that outlives it."""

    connection = SimulatedConnection

    def __init__(self, scheduler: Scheduler, seed: str, disk: Disk | None) -> None:
        super().__init__(scheduler, seed)
        self.disk = disk
        self.dead = False


class Process:
    """One process of the house, through all its lives."""

    def __init__(self, site: "Site", number: int) -> None:
        self.site, self.number = site, number
        self.name = f"p{number}"
        self.life = 0
        self.wires: dict[Wire, None] = {}
        self.calendar_off_ms = 0
        self.loop: Loop
        self.world: Life
        self.house: OpenHouse | None = None
        self.front: Front | None = None
        self.store: Any = None
        self.app: Any = None
        self.up = False
        self.stopping = False
        self.failed = ""
        """Why it could not open."""
        self.checkpoint: Path | None = None

    @property
    def open(self) -> bool:
        return self.up and not self.loop.dead

    def start(self) -> None:
        """A new life."""
        site = self.site
        self.life += 1
        name = f"{self.name}-{self.life}"
        self.world = Life(site.scheduler, f"{site.seed} {name}", site.disk)
        self.world.calendar_off_ms = self.calendar_off_ms
        self.loop = Loop(site.scheduler, name, self.world)
        self.house, self.front, self.store = None, None, None
        self.failed, self.stopping, self.up = "", False, False
        for kept in (site.disk, site.kept):
            if kept is not None:
                kept.kill_at, kept.dies = "", self.die
        site.scheduler.at_once(self.loop, lambda: self.loop.create_task(self._live(name)))

    async def _live(self, name: str) -> None:
        site, loop = self.site, self.loop
        while self.house is None:
            try:
                self.store = await site.open_store(self)
                self.house = await OpenHouse.open(
                    self.store,
                    site.houses,
                    settings=site.settings,
                    key=KEY,
                    entropy=self.world.random_bytes,
                    owner=name,
                    beside=site.checkpoint(self),
                )
            except StoreError as error:
                self.failed = str(error)
                if self.store is not None:
                    await self.store.close()
                if not site.tries_again(self, error):
                    return
                await asyncio.sleep(0.5)
        self.failed = ""
        site.opened(self)
        self.front = Front(
            self.house, site.settings, passwords=Passwords(CHEAP), web=site.web, heartbeat_seconds=HEARTBEAT_S
        )
        if self.number not in APPS:
            APPS[self.number] = create_app(self.house, site.settings)
        self.app = APPS[self.number]
        self.app.state.front = self.front
        try:
            await self.front.start()
        except StoreError as error:  # the program ends with a sentence, and somebody starts it again
            self.failed = str(error)
            site.ended(self)
            self.die()
            return
        self.up = not loop.dead

    def die(self) -> None:
        """SIGKILL, or the power: nothing more is done, nothing is given back."""
        if self.loop.dead:
            return
        self.up = False
        self.world.dead = True
        self.loop.kill()
        for wire in tuple(self.wires):
            wire.cut()
        self.wires.clear()

    def stop(self) -> None:
        """SIGTERM: it says goodbye, and hands over what it has."""
        if self.open and not self.stopping:
            self.stopping = True
            self.site.scheduler.at_once(self.loop, lambda: self.loop.create_task(self._stop()))

    async def _stop(self) -> None:
        assert self.house is not None
        assert self.front is not None
        await self.front.stop()
        self.up = False
        await self.house.close()
        await self.store.close()
        self.die()


class Site:
    """Where the processes of a house run, and on what."""

    def __init__(
        self,
        scheduler: Scheduler,
        seed: str,
        kind: str,
        processes: int,
        houses: Sequence[House],
        folder: Path,
        weather: Any,
    ) -> None:
        self.scheduler, self.seed, self.kind = scheduler, seed, kind
        self.houses, self.folder, self.weather = houses, folder, weather
        self.settings = SETTINGS
        self.web = web_files()
        self.disk = Disk(folder / "disk", seed) if kind == "sqlite" else None
        self.kept = Kept() if kind == "memory" else None
        self.database = Database(scheduler, seed, weather) if kind == "shared" else None
        self.committed: Any = lambda: None
        self.ended: Callable[[Process], None] = lambda process: None
        """Told of a process that could not go on."""
        self.processes = [Process(self, number) for number in range(processes)]
        self.refused: list[str] = []
        """Why a house did not open on what it found."""
        self.interrupted: list[str] = []
        if self.database is not None:
            self.database.core.committed = self._commits

    def _commits(self) -> None:
        self.committed()

    async def open_store(self, process: Process) -> Any:
        """What a process keeps things in."""
        if self.kind == "memory":
            self.kept = Kept(self.kept)
            self.kept.loop = process.loop
            self.kept.committed = self._commits
            self.kept.dies = process.die
            return self.kept
        if self.disk is not None:
            self.disk.committed = self._commits
            return await SqliteStore.open(self.disk.path)
        assert self.database is not None
        return Remote(self.database, process.loop)

    def checkpoint(self, process: Process) -> Path:
        if self.disk is not None:
            return self.disk.checkpoint
        return self.folder / f"{process.name if self.kind == 'shared' else 'one'}.checkpoint"

    def tries_again(self, process: Process, error: StoreError) -> bool:
        """Whether a process that could not open is started again as it is."""
        disk = self.disk
        if disk is None or not disk.lied or disk.full or disk.failing:
            return True
        self.refused.append(str(error))
        return False

    def opened(self, process: Process) -> None:
        assert process.house is not None
        if self.disk is not None:
            self.disk.behind = False
        self.interrupted += [str(sentence) for sentence in process.house.interrupted]

    @property
    def core(self) -> Kept | None:
        return self.database.core if self.database else self.kept


@cache
def web_files() -> Any:
    """The files of the page, which are read once."""
    from minibac.server.web_files import WebFiles

    return WebFiles()
