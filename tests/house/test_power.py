"""The layer that takes the power away from a folder: what was synced stays, and nothing else needs to.

``python3 go.py campaign crash`` kills houses on it.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.missing import NOT_TESTED
from tests.power.cut import FOLDER, JOURNAL, LYING, SECTOR, WAYS, cut, library

PROGRAM = """
import os
file = os.open("{folder}/file", os.O_RDWR | os.O_CREAT)
os.pwrite(file, b"a" * 2048, 0)
os.fsync(file)
os.pwrite(file, b"b" * 1024, 512)
os.pwrite(file, b"c" * 1024, 2048)
os.ftruncate(file, 2560)
{then}
os.kill(os.getpid(), 9)
"""
BEFORE = b"a" * 2048
AFTER = b"a" * 512 + b"b" * 1024 + b"a" * 512 + b"c" * 512


class Way(Random):
    """Dice that fall on one way of losing writes."""

    def __init__(self, way: str, seed: int) -> None:
        super().__init__(seed)
        self._way = way

    def choice(self, seq):
        return self._way if seq is WAYS else super().choice(seq)


@pytest.fixture
def crash(tmp_path: Path) -> Callable[..., bytes]:
    """A program that writes, does something more and dies, the power with it; what the disk has then."""
    if (layer := library()) is None:
        pytest.skip(NOT_TESTED + "power cuts; there is no compiler for C")

    def run(then: str, way: str = "all", seed: int = 0, **more: str) -> bytes:
        folder, journal = (tmp_path / f"{name} {way} {seed}" for name in ("house", "journal"))
        folder.mkdir()
        journal.mkdir()
        known = {"LD_PRELOAD": str(layer), FOLDER: str(folder), JOURNAL: str(journal)}
        program = PROGRAM.format(folder=folder, then=then)
        done = subprocess.run([sys.executable, "-S", "-c", program], env=os.environ | known | more, check=False)
        assert done.returncode == -9
        cut(folder, journal, Way(way, seed))
        return (folder / "file").read_bytes()

    return run


def test_what_no_fsync_followed_is_lost(crash):
    assert crash("") == BEFORE


def test_what_was_synced_stays(crash):
    assert crash("os.fsync(file)") == AFTER


def test_a_disk_that_lies_loses_what_it_said_was_there(crash):
    assert crash("os.fsync(file)", **{LYING: "2"}) == BEFORE


def test_a_file_that_takes_the_place_of_another_is_not_mended_with_its_bytes(crash):
    again = (
        "name = os.readlink(f'/proc/self/fd/{file}'); os.close(file); os.unlink(name); "
        "file = os.open(name, os.O_RDWR | os.O_CREAT); os.write(file, b'new'); os.fsync(file)"
    )
    assert crash(again) == b"new"


def test_late_writes_are_lost_from_some_moment_on(crash):
    moments = {BEFORE, AFTER, AFTER[:2048], AFTER[:2048] + b"c" * 1024}
    assert all(crash("", "late", seed) in moments - {AFTER} for seed in range(6))


def test_any_sector_may_have_arrived(crash):
    for seed in range(4):
        kept = crash("", "sectors", seed)
        assert len(kept) in (len(BEFORE), len(AFTER))
        for start in range(0, len(kept), SECTOR):
            there = kept[start : start + SECTOR]
            assert there in (BEFORE[start : start + SECTOR], AFTER[start : start + SECTOR], bytes(SECTOR))
