"""An operator who computes every hash anew, against one checkpoint of the open log that somebody else kept."""

import asyncio
import hashlib
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.house.open_log import log_key
from minibac.tlog import merkle
from minibac.tlog.notes import LogCheckpoint, SignedNote, Signer
from tests.campaigns.tampering import PROGRAM, by_command
from tests.house.hosting import KEY
from tests.house.kept_house import CHECKPOINT, make_kept_house
from tests.house.log_tampering import Logs, altered, checkpoint, findings, logs_of, put_to_the_test
from tests.house.tampering import Alteration, alterations, cut, edited, lines, linked, sets, tampered

ABOUT_LOGS = ("a cut end", "a whole log", "a recomputed chain", "a log")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept") / "house"
    make_kept_house(folder)
    return folder


@pytest.fixture(scope="module")
def logs(kept: Path) -> Logs:
    return asyncio.run(logs_of(kept))


def check(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["books", "check", "--data", str(folder), *words])
    assert "Traceback" not in done.output
    return done.exit_code, " ".join(done.output.split())


def test_a_checkpoint_covers_every_event_that_a_closed_house_has(kept: Path, logs: Logs) -> None:
    told = checkpoint((kept / CHECKPOINT).read_text(encoding="utf-8"))
    assert findings(logs, told) == []
    assert told.checkpoint.size == len(logs["log"])
    last = {}
    for line, _ in logs["log"]:
        leaf = json.loads(line.partition(b"\n")[0])
        if leaf["leaf"] == "head":
            last[leaf["log"]] = leaf["version"]
    assert last == {name: len(lines) for name, lines in logs.items() if name != "log"}


def test_random_alterations_are_all_found_with_a_checkpoint_and_few_without(kept: Path, logs: Logs) -> None:
    """A sample of the campaign."""
    told = checkpoint((kept / CHECKPOINT).read_text(encoding="utf-8"))
    counts, missed = put_to_the_test(logs, told, 20261118, 0, 1_500)
    assert missed == []
    assert counts["found with a checkpoint"] == 1_500
    assert 0 < counts["with all hashes anew, found without a checkpoint"] < counts["with all hashes anew"] / 4
    assert by_command(altered(logs, 7, 20261118)[0], kept) == (True, True)


def test_what_nothing_inside_can_tell_a_checkpoint_tells(kept: Path, tmp_path: Path) -> None:
    """The alterations of logs that a check without heads does not find, done by somebody who agrees with everything."""
    about = [each for each in alterations(kept) if each.unseen and each.about in ABOUT_LOGS]
    unseen = [each for each in about if "made up" not in each.name]  # what is added behind the end alters nothing
    assert unseen
    unseen.append(Alteration("all", "a shoe ago", _consistent))
    for number, each in enumerate(unseen):
        copy = tmp_path / str(number)
        tampered(kept, copy, each.change)
        assert check(copy)[0] == 0, each.name
        status, said = check(copy, "--checkpoint", str(kept / CHECKPOINT))
        assert (status, each.name) == (1, each.name)
        assert "open log" in said
        status, said = program(copy, kept)
        assert (status, each.name) == (1, each.name)
        assert "WRONG: " in said


def _consistent(db: object) -> None:
    """Events cut off at the end of the house's log, and an attempt made somebody else's: everything agrees."""
    cut(db, "house", 11, clean=True)  # type: ignore[arg-type]
    edited(db, "refused/s42-1", "RefusedAttempt", sets(by="Zed"))  # type: ignore[arg-type]


def program(copy: Path, kept: Path) -> tuple[int, str]:
    words = [sys.executable, "-I", str(PROGRAM), "data", str(copy / "minibac.sqlite"), str(kept / CHECKPOINT)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_whole_log_without_a_leaf_is_found_and_so_is_a_commitment(kept: Path, tmp_path: Path) -> None:
    """A table that nobody ever saw, written down at its full length under a name of its own."""

    def made_up(db: sqlite3.Connection) -> None:
        of_table = "SELECT version, line FROM events WHERE stream = 'table/s42-1' ORDER BY version"
        head = bytes(32)
        for version, line in db.execute(of_table).fetchall():
            line = line.replace(b"s42-1", b"s42-9")
            head = hashlib.sha256(head + line).digest()
            row = ("table/s42-9", version, line, head)
            db.execute("INSERT INTO events (stream, version, line, head) VALUES (?, ?, ?, ?)", row)

    def untold(db: sqlite3.Connection) -> None:
        """The newest commitment, taken out of its leaf: it came after the checkpoint of an earlier moment."""
        version, line = [each for each in lines(db, "log") if b'"commitment"' in each[1]][-1]
        leaf = {name: fact for name, fact in json.loads(line).items() if name not in ("shoe", "commitment")}
        written = json.dumps(leaf, separators=(",", ":")).encode()
        db.execute("UPDATE events SET line = ? WHERE stream = 'log' AND version = ?", (written, version))
        linked(db, "log")

    copy = tmp_path / "made up"
    tampered(kept, copy, made_up)
    said = "the open log has no leaf of this log, and every log has one"
    status, told = check(copy, "--checkpoint", str(kept / CHECKPOINT))
    assert (status, f"table/s42-9, event 1 {said}" in told) == (1, True), told
    assert "table/s42-1," not in told
    status, told = program(copy, kept)
    assert (status, f"WRONG: table/s42-9: {said}" in told) == (1, True), told

    copy = tmp_path / "untold"
    tampered(kept, copy, untold)
    assert "has no leaf of this event, and it was due with it" in check(copy)[1]
    told_of = asyncio.run(logs_of(copy))["log"]
    early = merkle.root_of([merkle.leaf_hash(line.partition(b"\n")[0]) for line, _ in told_of[:3]])
    origin = json.loads(told_of[0][0])["origin"]
    text = LogCheckpoint(origin, 3, early).text
    note = SignedNote(text, (Signer(origin, log_key(KEY)).sign(text),))
    (tmp_path / CHECKPOINT).write_text(str(note), encoding="utf-8")
    status, told = program(copy, tmp_path)
    assert (status, "commits to a shoe, and the open log has no leaf of it" in told) == (1, True), told


def test_a_checkpoint_that_is_none_or_of_another_log_is_told_in_a_sentence(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    assert check(kept, "--checkpoint", str(kept / CHECKPOINT))[0] == 0
    for text, status, sentence in (
        ("hello", 2, "this is no signed note"),
        ((kept / CHECKPOINT).read_text(encoding="utf-8").replace("/log/", "/lag/"), 1, "never went by that name"),
        ((kept / CHECKPOINT).read_text(encoding="utf-8")[:-8] + "AAAA=\n", 2, "is no signature"),
    ):
        file.write_text(text, encoding="utf-8")
        found, said = check(kept, "--checkpoint", str(file))
        assert (found, sentence in said) == (status, True), said
    lines = (kept / CHECKPOINT).read_text(encoding="utf-8").split("\n")
    file.write_text("\n".join([lines[0], "5", *lines[2:]]), encoding="utf-8")
    assert "is not signed with the key of this log" in check(kept, "--checkpoint", str(file))[1]
    assert check(kept, "--checkpoint", str(tmp_path / "none"))[0] == 2


def test_the_house_asks_what_it_signed_last_in_every_check(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "house"
    tampered(kept, copy, lambda db: cut(db, "house", 11, clean=True))
    assert check(copy)[0] == 0
    (copy / CHECKPOINT).rename(copy / "log.checkpoint")
    status, said = check(copy)
    assert status == 1
    assert "its end was cut off" in said


def test_a_key_that_lies_elsewhere_is_taken_and_one_that_is_none_is_told(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "vault.key"
    monkeypatch.setenv("MINIBAC_KEY_FILE", str(key))
    assert "is not here" in check(kept)[1]
    for text, sentence in (("no key\n", "is no key of the vault"), (f"{KEY.hex()}\n", "")):
        key.write_text(text, encoding="utf-8")
        key.chmod(0o600)
        status, said = check(kept)
        assert status == 0
        assert sentence in said
        assert ("sealed orders were not opened" in said) == bool(sentence)
