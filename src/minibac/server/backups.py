"""Copies of a running house: when somebody asks, and by themselves as often as the settings say.

A copy that the house made by itself is proved: restored into an empty place by a process of its own, and everything in
it checked. Older ones of these go; what somebody asked for stays.
"""

import asyncio
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from minibac.house.logs import log
from minibac.house.open_house import OpenHouse
from minibac.records.store import StoreError
from minibac.server.own_command import run_beside
from minibac.voice.said import said, words_of

ASKED, SCHEDULED, UNPROVED = "minibac-", "scheduled-", "unproved-"
"""How the name of a copy begins that somebody asked for, of one that the house made by itself, and of that before it
is proved."""
HOUR_S = 3_600
LOOK_S = 60.0


class Backups:
    """The copies that one process makes."""

    def __init__(self, house: OpenHouse) -> None:
        self._house = house
        self.folder = house.settings.backup_path
        self.failures = 0
        """How many copies that were due could not be made, or did not hold."""
        self.proved_at = 0.0
        """When the newest copy was made that was proved, in seconds; 0: none."""

    async def make(self, begins: str = ASKED) -> str:
        """A copy of everything that is kept; its name. Raises :class:`StoreError` or :class:`OSError`."""
        at = datetime.fromtimestamp(self._house.now() / 1000, UTC).strftime("%Y-%m-%dT%H-%M-%S-%f")[:-3]
        name = f"{begins}{at}" + ("" if self._house.settings.database else ".sqlite")
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            why = said("it is no folder") if isinstance(error, FileExistsError) else words_of(error)
            cannot = said("the folder of copies, {folder}, cannot be written: {why}", folder=str(self.folder), why=why)
            raise StoreError(cannot) from None
        await self._house.store.backup(str(self.folder / name))
        return name

    async def keep_making(self, look_s: float = LOOK_S) -> None:
        """Copy whenever it is time, in the process that keeps the house's own log."""
        hours = self._house.settings.backup_hours
        while hours:
            self.proved_at = max(
                self.proved_at, await asyncio.to_thread(self._newest)
            )  # another process makes some too
            due = self._house.now() / 1000 - self.proved_at >= hours * HOUR_S
            if due and self._house.own.owned and not await self._made():
                await asyncio.sleep(9 * look_s)  # a full disk is not tried every minute
            await asyncio.sleep(look_s)

    async def _made(self) -> bool:
        """One scheduled copy, proved; whether it holds."""
        began_at, name, kept = self._house.now() / 1000, "", self.folder
        try:
            for left in await asyncio.to_thread(self._copies, UNPROVED):  # of a house that died over its proof
                await asyncio.to_thread(_gone, left)
            name = await self.make(UNPROVED)
            kept = self.folder / name.replace(UNPROVED, SCHEDULED, 1)
            wrong = await self._wrong_with(self.folder / name)
            if not wrong:
                await asyncio.to_thread((self.folder / name).rename, kept)
        except (StoreError, OSError) as error:
            wrong = str(words_of(error))
        except Exception:
            log().exception("program error", kind="program error")
            wrong = "this is a fault of the house"
        if wrong:
            self.failures += 1
            if name:
                await asyncio.to_thread(_gone, self.folder / name)
            log().error("backup", kind="backup", name=name, by="house", sentence=wrong)
            return False
        self.proved_at = began_at
        log().info("backup", kind="backup", name=kept.name, by="house", proved=True)
        await asyncio.to_thread(self._tidy, kept)
        return True

    async def _wrong_with(self, copy: Path) -> str:
        """What ``minibac serve --prove`` finds in a copy, or nothing. It is restored beside the copy, where there is
        room for it: /tmp lies in memory on many machines, and what lies there counts as the house's."""
        place = self.folder / f"{UNPROVED}restored"
        try:
            await asyncio.to_thread(place.mkdir, mode=0o700, exist_ok=True)
            words = "serve", "--prove", str(copy)
            status, out, wrong = await run_beside(self._house.settings, *words, TMPDIR=str(place))
        finally:
            await asyncio.to_thread(_gone, place)
        return "" if status == 0 else (wrong or out).decode(errors="replace").strip() or "it does not hold"

    def _copies(self, begins: str) -> list[Path]:
        """The copies whose names begin so, the oldest first: their names say when."""
        return sorted(file for file in self.folder.glob(f"{begins}*") if file.suffix != ".part")

    def _newest(self) -> float:
        """When the newest copy was made that lies there; one of a day to come is by a clock that was wrong."""
        now = self._house.now() / 1000
        with suppress(OSError):
            times = [file.stat().st_mtime for file in self._copies(SCHEDULED)]
            return max((at for at in times if at <= now), default=0.0)
        return 0.0

    def _tidy(self, newest: Path) -> None:
        """Older copies go, beyond those that are kept with the newest. One of a day to come is by a clock that was
        wrong: it is neither counted nor deleted."""
        older = [copy for copy in self._copies(SCHEDULED) if copy.name < newest.name]
        for old in older[: max(len(older) + 1 - self._house.settings.backups_kept, 0)]:
            _gone(old)


def _gone(copy: Path) -> None:
    """Delete a copy; one that stays is told of, and stops nothing."""
    try:
        if copy.is_dir():
            shutil.rmtree(copy)
        else:
            copy.unlink(missing_ok=True)
    except OSError as error:
        log().warning(
            "backup", kind="backup", name=copy.name, by="house", sentence=f"it could not be deleted: {words_of(error)}"
        )
