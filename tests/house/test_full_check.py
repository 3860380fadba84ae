"""``minibac books check`` on a house that has kept something of everything: what somebody altered, it finds."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from minibac.cli import cli
from minibac.house.full_check import full_check
from minibac.house.keys import MARK, mark_of
from minibac.people.account_check import check_accounts
from minibac.records.backup import restore
from minibac.records.sqlite import SqliteStore
from minibac.records.sqlite_reader import SqliteReader
from minibac.records.store import StoreError
from minibac.sample_day.day import GamingDays
from minibac.sample_day.errors import ERRORS
from tests.house.hosting import KEY
from tests.house.kept_house import make_kept_house
from tests.house.tampering import Alteration, alterations, cut, edited, sets, tampered
from tests.records.damage import alter


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept") / "house"
    make_kept_house(folder)
    return folder


def check(*words: str) -> Result:
    done = CliRunner().invoke(cli, ["books", "check", *words])
    assert "Traceback" not in done.output
    return done


def looked(folder: Path) -> bool:
    """Whether a check finds nothing, without what the command line takes."""

    async def look() -> bool:
        try:
            store = await SqliteReader.open(folder / "minibac.sqlite")
        except StoreError:
            return False
        try:
            report = await full_check(store, KEY)
            await check_accounts(store, report)
        finally:
            await store.close()
        return not report.findings

    return asyncio.run(look())


@pytest.fixture(scope="module")
def all_of_them(kept: Path) -> list[Alteration]:
    return list(alterations(kept))


def test_every_alteration_is_found_that_something_kept_speaks_against(
    kept: Path, all_of_them: list[Alteration], tmp_path: Path
) -> None:
    assert looked(kept)
    wrong = []
    for number, each in enumerate(all_of_them):
        copy = tmp_path / str(number)
        tampered(kept, copy, each.change)
        if looked(copy) is not each.unseen:
            wrong.append(f"{each.about}: {each.name}")
    assert wrong == []
    assert len(all_of_them) > 150
    assert sum(each.unseen for each in all_of_them) < 15


def test_one_of_each_kind_through_the_command(kept: Path, all_of_them: list[Alteration], tmp_path: Path) -> None:
    """It ends with status 1 and says where, what is stored and what it should be, as text, JSON and CSV."""
    where = ("--data", str(kept))
    assert check(*where).output.endswith("Everything agrees.\n")
    told = json.loads(check(*where, "--json").stdout)
    assert (told["agrees"], told["findings"], told["seals_opened"]) == (True, [], True)
    first = {each.about: each for each in reversed(all_of_them) if not each.unseen}
    assert len(first) == 12
    for number, each in enumerate(first.values()):
        copy = tmp_path / str(number)
        tampered(kept, copy, each.change)
        done = check("--data", str(copy), "--json")
        findings = json.loads(done.stdout)["findings"]
        assert done.exit_code == 1, each.name
        assert findings
        assert all(finding["sentence"] for finding in findings)
    moved = next(each for each in all_of_them if each.name == "a wallet is another guest's, and balances agree")
    copy = tmp_path / "moved"
    tampered(kept, copy, moved.change)
    text = " ".join(check("--data", str(copy)).stdout.split())
    assert "table/s42-1, event" in text
    assert "the ledger has buy-in guest/g-" in text
    assert ", and it should be buy-in guest/g-" in text
    assert "处不符" in CliRunner().invoke(cli, ["--language", "zh", "books", "check", "--data", str(copy)]).stdout
    assert check("--data", str(copy), "--csv").stdout.startswith("log,event,sentence\n")


def consistent(kept: Path, copy: Path) -> None:
    """The work of somebody who also cuts off the house's own check: nothing that is kept speaks against it."""

    def change(db: object) -> None:
        cut(db, "house", 11, clean=True)  # type: ignore[arg-type]
        edited(db, "refused/s42-1", "RefusedAttempt", sets(by="Zed"))  # type: ignore[arg-type]

    tampered(kept, copy, change)


def test_heads_that_somebody_kept_elsewhere_tell_what_nothing_inside_can(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    consistent(kept, copy)
    where = ("--data", str(copy))
    assert check(*where).exit_code == 0
    sources: dict[str, Callable[[], str]] = {
        "check.json": lambda: check("--data", str(kept), "--json").stdout,
        "day.json": lambda: books("day", "--json").stdout,
        "day.txt": lambda: books("day").stdout,
    }

    def books(*words: str) -> Result:
        return CliRunner().invoke(cli, ["books", *words, "--data", str(kept)], env={"COLUMNS": "200"})

    for name, text in sources.items():
        heads = tmp_path / name
        heads.write_text(text(), encoding="utf-8")
        assert check("--data", str(kept), "--heads", str(heads)).exit_code == 0, name
        found = " ".join(check(*where, "--heads", str(heads)).output.split())
        assert "refused/s42-1, event 4" in found, name
        assert "the log was written anew" in found
        assert "its end was cut off" in found
    page = tmp_path / "day.html"
    assert books("day", "--html", str(page)).exit_code == 0
    assert check(*where, "--heads", str(page)).exit_code == 1
    page.write_text("nothing", encoding="utf-8")
    assert check(*where, "--heads", str(page)).exit_code == 2
    assert check(*where, "--heads", str(tmp_path / "none")).exit_code == 2


def test_without_the_key_orders_stay_sealed_and_the_check_says_so(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    tampered(kept, copy, lambda db: db.execute("DELETE FROM seals"))
    assert check("--data", str(copy)).exit_code == 1
    (copy / "vault.key").unlink()
    done = check("--data", str(copy))
    assert done.exit_code == 0
    assert "sealed orders were not opened" in done.output
    assert not (copy / "vault.key").exists()


def test_the_key_of_another_house_accuses_no_shoe(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    another = tmp_path / "another.key"
    another.write_text("5" * 64, encoding="utf-8")
    another.chmod(0o600)
    copy = tmp_path / "copy"
    mark = (MARK, "mark", mark_of(KEY))  # as a house that was served has it
    tampered(kept, copy, lambda db: db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", mark))
    assert check("--data", str(copy)).exit_code == 0
    monkeypatch.setenv("MINIBAC_KEY_FILE", str(another))
    done = check("--data", str(copy), "--json")
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    (found,) = told["findings"]
    assert "not the one that this house had last" in found["sentence"]
    assert told["seals_opened"] is False


def test_the_same_on_postgresql(
    kept: Path, postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from minibac.records.postgres import PostgresStore  # type: ignore[import-not-found,unused-ignore]

    async def moved() -> None:
        store = await PostgresStore.open(postgres_database)
        try:
            await restore(str(kept / "minibac.sqlite"), store)
        finally:
            await store.close()

    monkeypatch.setenv("MINIBAC_KEY_FILE", str(kept / "vault.key"))
    where = ("--database", postgres_database)
    assert "was written by nobody yet" in check(*where).output
    asyncio.run(moved())
    assert check(*where).exit_code == 0, check(*where).output
    alter(postgres_database, "UPDATE streams SET version = version - 1 WHERE stream = 'table/s42-1'")
    found = " ".join(check(*where).output.split())
    assert "table/s42-1" in found
    assert "the log is said to stand at event" in found
    assert "events_stay of the database is gone" in found


BY_NO_SLIP = ("fill-not-brought", "fill-too-small", "chips-without-slip", "opened-without-count")
"""Errors of a day in what tables did to their trays."""


@pytest.mark.control("R37", "R38", "R39")
def test_what_tables_did_to_their_trays_is_held_against_the_slips_of_their_pits(tmp_path: Path) -> None:
    async def write() -> None:
        store = await SqliteStore.open(tmp_path / "minibac.sqlite")
        house = GamingDays(store, seed=5)
        await house.open()
        await house.run_day([ERRORS[name] for name in BY_NO_SLIP], coups=1)
        await store.close()

    asyncio.run(write())
    done = check("--data", str(tmp_path), "--json")
    told = [(row["stream"].partition("/")[0], row["sentence"]) for row in json.loads(done.stdout)["findings"]]
    assert (done.exit_code, len(told)) == (1, len(BY_NO_SLIP)), told
    assert [stream for stream, _ in told].count("pit") == 1, "of the fill that never came only the pit tells"
