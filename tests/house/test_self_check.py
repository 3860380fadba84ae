"""The program looks at its own files: at the start, every day, when asked; a difference stops new coups (R42)."""

import asyncio
import shutil
from pathlib import Path

import pytest

from minibac.house import self_check
from minibac.house.self_check import PACKAGE, Manifest, SelfCheck, compared, is_checkout, manifest, recorded_by_wheel
from minibac.records.memory import MemoryStore
from minibac.table import commands as c
from minibac.table.state import Phase
from tests.house.hosting import guest, hosting

DAY_MS = 24 * 3_600_000


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small package that is no checkout."""
    folder = tmp_path / "site-packages" / "minibac"
    (folder / "rulebooks").mkdir(parents=True)
    (folder / "code.py").write_text("x = 1\n", encoding="utf-8")
    (folder / "rulebooks" / "one.toml").write_text("a = 1\n", encoding="utf-8")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "code.pyc").write_bytes(b"x")
    return folder


def test_every_file_of_the_program_and_every_rulebook_is_hashed():
    found = manifest()
    assert {"house/self_check.py", "rulebooks/section-42.toml", "py.typed"} <= found.files.keys()
    assert all(len(digest) == 64 for digest in found.files.values())
    assert not any("__pycache__" in name for name in found.files)


@pytest.mark.control("R42")
def test_the_house_remembers_its_files_and_names_what_is_not_as_it_was(package):
    """A changed rulebook, a missing file and a new one are found by the next start of the same version."""

    async def look() -> None:
        store = MemoryStore()
        assert (await SelfCheck(store, package).look()).ok
        (package / "rulebooks" / "one.toml").write_text("a = 2\n", encoding="utf-8")
        found = await SelfCheck(store, package).look()
        assert found.changed == ("rulebooks/one.toml",)
        assert "rulebooks/one.toml" in str(found)
        (package / "rulebooks" / "one.toml").write_text("a = 1\n", encoding="utf-8")
        assert (await SelfCheck(store, package).look()).ok
        shutil.move(package / "code.py", package / "other.py")
        found = await SelfCheck(store, package).look()
        assert (found.missing, found.added) == (("code.py",), ("other.py",))

    asyncio.run(look())


def test_another_version_is_an_upgrade_and_the_old_one_stays_known(package, monkeypatch):
    async def look() -> None:
        store = MemoryStore()
        assert (await SelfCheck(store, package).look()).ok
        monkeypatch.setattr("minibac.__version__", "99.0")
        (package / "code.py").write_text("x = 2\n", encoding="utf-8")
        assert (await SelfCheck(store, package).look()).ok
        assert len(await store.all(self_check.KIND)) == 2

    asyncio.run(look())


@pytest.mark.control("R42")
def test_a_difference_stops_new_coups_until_it_is_gone(package):
    """The look is repeated every day by itself; what is under way is finished."""

    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            house, table = desk.house, desk.table()
            house.self_check = SelfCheck(house.store, package)
            assert (await house.check_self()).ok
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.DEALING)
            (package / "code.py").write_text("x = 3\n", encoding="utf-8")
            assert not (await house.check_self()).ok  # on demand
            assert "code.py" in house.paused
            await desk.until(lambda: table.state.coup_no == 2)
            await desk.pass_ms(60_000)
            assert (table.state.coup_no, table.state.phase) == (2, Phase.BETTING)
            (package / "code.py").write_text("x = 1\n", encoding="utf-8")
            await desk.yes(table, c.LeaveSeat(by=guest(1), at=0, seat=1))
            await desk.pass_ms(DAY_MS)  # every day
            assert house.paused == ""
            (package / "code.py").write_text("x = 4\n", encoding="utf-8")
            await desk.pass_ms(DAY_MS)
            assert "code.py" in house.paused

    asyncio.run(play())


def test_a_checkout_is_held_against_the_start_of_the_run():
    async def look() -> None:
        check = SelfCheck(MemoryStore())
        found = await check.look()
        assert is_checkout() == ("checkout" in found.against)

    asyncio.run(look())


def test_the_list_of_a_wheel_is_used_where_there_is_one():
    found = recorded_by_wheel()
    assert found is None or compared(manifest(), found, "x").ok


def test_the_printed_list_ends_with_one_hash_over_all():
    last = self_check.text().splitlines()[-1]
    assert last.split()[0] == manifest(PACKAGE).digest
    assert Manifest("1", {"a": "b"}).digest != Manifest("1", {"a": "c"}).digest
