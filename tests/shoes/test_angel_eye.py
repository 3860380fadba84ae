"""An Angel Eye shoe: its frames from a bad line, noted from a file, and followed live to the end of a shoe."""

import json
import os
import pty
import random
import re
import subprocess
import sys
import threading
import tty
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from minibac.house.following import FollowingTable, FollowNote
from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.angel_eye import FrameReader, Noise, SentFrame, frame_bytes, signals
from minibac.shoes.notation import read_notation
from minibac.shoes.noted import Fact, NotedBurn, NotedCoup, Unread
from minibac.shoes.noted_record import NotedTable
from minibac.table import events as e
from tests.command_line import minibac  # noqa: F401 (a fixture)
from tests.server.running import wait_until
from tests.shoes.angel_eye_device import BURN_PLACE, Device, card_byte, frame
from tests.table.helpers import rules_of

START_MS = 1_800_000_000_000


def frames_of(*chunks: bytes) -> list[str]:
    reader, told = FrameReader(), []
    for chunk in chunks:
        told += [one.kind if isinstance(one, SentFrame) else one.why for one in reader.feed(chunk)]
    return told + [noise.why for noise in reader.end()]


def test_a_frame_is_taken_once_however_it_comes() -> None:
    start, stands_by = frame(0, "S"), frame(1, "P")
    assert start == bytes.fromhex("053053033630")
    assert frames_of(start * 3 + stands_by * 3) == ["S", "P"]
    assert frames_of(*(bytes([byte]) for byte in start + start + stands_by)) == ["S", "P"]
    assert frames_of(start[:4], start[4:] + stands_by[:2], stands_by[2:]) == ["S", "P"]
    assert frames_of(frame(9, "P"), frame(1, "P"), frame(1, "P")) == ["P", "P"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"hello" + frame(0, "S"), ["5 bytes outside of any frame", "S"]),
        (frame(0, "S")[:-1] + b"1", ["its checksum is 61, and 60 is right"]),
        (frame(0, "S")[:3] + frame(0, "S"), ["it breaks off after 3 bytes", "S"]),
        (frame(0, "S")[:-1], ["it breaks off after 5 bytes"]),
        (b"\x05" + b"7" * 30, ["no end within 16 bytes of its start", "13 bytes outside of any frame"]),
        (frame(0, "S") + frame(3, "P"), ["S", "frames are missing: after number 0 came 3", "P"]),
        (b"\x05\x03" + b"03", ["it has no digit and letter where a frame has them"]),
    ],
)
def test_what_a_bad_line_does_is_told_and_the_next_frame_is_read(line: bytes, told: list[str]) -> None:
    assert frames_of(line) == told


@pytest.mark.parametrize(
    ("kind", "data", "why"),
    [
        ("Z", b"", "'Z' is no type that is known"),
        ("D", b"\x81", "81 is no place and card"),
        ("D", b"\x84\x91", "84 91 is no place and card"),
        ("I", b"\x81\x9e", "81 9e is no place and card"),
        ("I", b"\x81\x81", "81 81 is no place and card"),
        ("G", b"", "nothing is no result"),
        ("G", b"\xb0", "b0 is no result"),
    ],
)
def test_what_cannot_be_read_in_a_frame_is_told(kind: str, data: bytes, why: str) -> None:
    (told,) = signals([frame(0, kind, data)])
    assert isinstance(told, Noise)
    assert told.why == why


# ------------------------------------------------------------------------------------------------------ from a file


def test_a_file_of_frames_becomes_a_notation_with_everything_the_device_told(minibac: Any, tmp_path: Path) -> None:  # noqa: F811
    device = Device("section-42", 11, misread=0.2, overdraw=0.3)
    sent = b"".join([*device.start(), *(part for _ in range(12) for part in device.coup()), device.send("P")])
    for name, data in (("a.frames", sent), ("b.frames", sent.hex(" ").encode())):
        (tmp_path / name).write_bytes(data)
        result = minibac("shoes", "import", str(tmp_path / name), str(tmp_path / "out.shoe"), "--json")
        assert (result.exit_code, json.loads(result.stdout)["coups"]) == (0, 12), result.stderr
        items = list(read_notation((tmp_path / "out.shoe").read_text(encoding="utf-8").splitlines()))
        assert items[:2] == [Fact("device", "Angel Eye"), Fact("shoe", "1")]
        coups = [item for item in items if isinstance(item, NotedCoup)]
        assert [hands(coup) for coup in coups] == device.coups
        assert [coup.number - 1 for coup in coups if coup.over] == device.overdrawn != []
        assert any(card.revoked for coup in coups for card in coup.player)
        assert "error overdraw" in {remark for coup in coups for remark in coup.remarks}
        assert isinstance(items[2], NotedBurn)


def hands(coup: NotedCoup) -> tuple[list[str], list[str]]:
    return [card.face for card in coup.player], [card.face for card in coup.banker]


def test_a_broken_file_of_frames_is_named_frame_by_frame(minibac: Any, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "a.frames").write_bytes(frame(0, "S") + b"??" + frame(1, "D", b"\x81\xad")[:-1] + b"!" + frame(2, "P"))
    result = minibac("shoes", "import", str(tmp_path / "a.frames"))
    assert result.exit_code == 1
    assert "a.frames, line 2: frame 2: its checksum is" in result.stderr
    assert "3 lines were set aside" in result.stderr


# -------------------------------------------------------------------------------------------------- followed by a table


@contextmanager
def talking(device: Device) -> Iterator[str]:
    """A device at one end of a pseudo-terminal, until nobody listens any more; the path of the other end."""
    controller, line = pty.openpty()
    tty.setraw(line)  # the device talks before anybody listens
    os.set_blocking(controller, False)
    enough = threading.Event()

    def deal() -> None:
        for part in (*device.start(), *(part for _ in range(40) for part in device.coup())):
            left = part
            while left and not enough.is_set():
                try:
                    left = left[os.write(controller, left) :]
                except BlockingIOError:
                    enough.wait(0.001)
        enough.wait(10)
        os.close(controller)  # whoever still listens hears that the line is dead

    sender = threading.Thread(target=deal)
    sender.start()
    try:
        yield f"/dev/fd/{line}"
    finally:
        enough.set()
        sender.join()
        os.close(line)


@pytest.mark.control("R13")
@pytest.mark.parametrize(("rulebook", "seed"), [("section-42", 4), ("seneca", 8)])
def test_a_table_follows_a_device_on_a_pseudo_terminal_to_the_end_of_a_shoe(
    minibac: Any,  # noqa: F811
    tmp_path: Path,
    rulebook: str,
    seed: int,
) -> None:
    """Retransmissions, dropped bytes, wrong checksums, cards named again and overdraws, over a real terminal device."""
    device, out = Device(rulebook, seed, bad=0.08, misread=0.05, overdraw=0.1), tmp_path / "out.shoe"
    facts = ("--permission", "house manual 7.2", "--out", str(out), "--set", "cut_card_depth=300", "--shoes", "1")
    with talking(device) as path:
        result = minibac("shoes", "follow", path, rulebook, *facts, "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert (result.exit_code, told["shoes"], told["permission"]) == (0, 1, "house manual 7.2")
    items = list(read_notation(out.read_text(encoding="utf-8").splitlines()))
    assert not [item for item in items if isinstance(item, Unread)]
    coups = [item for item in items if isinstance(item, NotedCoup)]
    assert [hands(coup) for coup in coups] == device.coups[: told["coups"]]
    assert Fact("permission", "house manual 7.2") in items
    assert any(card.revoked for coup in coups for card in (*coup.player, *coup.banker))
    assert [number for number, coup in enumerate(coups) if "card-in-error" in coup.remarks] == [
        number for number in device.overdrawn if number < len(coups)
    ]
    assert re.search("its checksum is|breaks off", result.stderr)
    told_of_odds = "edge|chance|probab|predict|expected"  # never beside odds at a live table: R13
    assert not re.search(told_of_odds, result.output + out.read_text(encoding="utf-8"), re.IGNORECASE)
    audited = json.loads(minibac("audit", str(out), "--json").stdout)
    assert audited["found"] == {}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_card_that_was_taken_for_another_has_its_own_name_when_it_is_turned(rulebook: str) -> None:
    """Where the hands are turned together, one card is told again while the table waits for the other."""
    device, followed = Device(rulebook, 6, misread=0.4), Followed(rulebook)
    followed.hear([*device.start(), *(part for _ in range(15) for part in device.coup()), device.send("P")])
    noted = NotedTable()
    items = [item for event in followed.events for item in noted.past(event)]
    assert [hands(item) for item in items if isinstance(item, NotedCoup)] == device.coups
    assert not re.search("cannot be completed|refuses|the device calls", followed.told)


def test_a_card_that_a_remedy_put_there_and_the_device_calls_otherwise_is_told() -> None:
    """By the print of Massachusetts a card drawn in error begins a round without wagers; this device deals another."""
    device, followed = Device("massachusetts", 5, overdraw=1), Followed("massachusetts")
    parts = [*device.start(), *(part for _ in range(8) for part in device.coup()), device.send("P")]
    followed.hear(parts)
    assert any(isinstance(event, e.SimulatedRoundStarted) for event in followed.events)
    assert re.search("is told for a card that the table has as .*: it keeps its name", followed.told)


@pytest.mark.parametrize(
    ("rulebook", "burn"), [(rulebook, burn) for rulebook in RULEBOOKS for burn in ("drawn", "shown")]
    + [("massachusetts", "first")],
)  # fmt: skip
def test_however_a_device_tells_the_burn_it_is_followed_with_its_overdraws(rulebook: str, burn: str) -> None:
    overdraw = 0 if rulebook == "massachusetts" else 0.3  # its remedy is a simulated round, which no device here deals
    device, followed = Device(rulebook, 6, overdraw=overdraw, burn=burn), Followed(rulebook)
    followed.hear([*device.start(), *(part for _ in range(12) for part in device.coup()), device.send("P")])
    noted = NotedTable()
    items = [item for event in followed.events for item in noted.past(event)]
    assert [hands(item) for item in items if isinstance(item, NotedCoup)] == device.coups
    first, *_ = [item for item in items if isinstance(item, NotedBurn)]
    assert first.cards[0].face == device.burned[0]
    assert not re.search("follows again|the device calls", followed.told)


def test_a_burned_card_that_is_shown_or_told_again_is_one_card(minibac: Any, tmp_path: Path) -> None:  # noqa: F811
    told = [("D", 0x80), ("I", card_byte("7h")), ("D", 0x80), ("D", card_byte("Kd")), ("I", card_byte("2s"))]
    told += [("R", card_byte("3s"))]
    line = frame(0, "S") + b"".join(
        frame(number, kind, bytes([BURN_PLACE, card])) for number, (kind, card) in enumerate(told, start=1)
    )
    alone = frame(0, "S") + b"".join(
        frame(n, "I", bytes([BURN_PLACE, card_byte(c)])) for n, c in ((1, "As"), (2, "As"))
    )
    (tmp_path / "a.frames").write_bytes(line + alone)
    result = minibac("shoes", "import", str(tmp_path / "a.frames"))
    assert [text for text in result.stdout.splitlines() if text.startswith("burn")] == [
        "burn 7h 2s (Kd)3s",
        "burn As As",
    ]


def test_a_coup_from_which_frames_are_missing_says_so(minibac: Any, tmp_path: Path) -> None:  # noqa: F811
    device = Device("seneca", 3)
    first, second = [*device.start(), *device.coup()], list(device.coup())
    error = device.send("E", 0x87)  # which nobody hears
    assert error
    (tmp_path / "a.frames").write_bytes(b"".join([*first, *second, *device.coup(), device.send("P")]))
    out = tmp_path / "out.shoe"
    minibac("shoes", "follow", str(tmp_path / "a.frames"), "seneca", "--set", "cut_card_depth=300", "--out", str(out))
    coups = [
        item for item in read_notation(out.read_text(encoding="utf-8").splitlines()) if isinstance(item, NotedCoup)
    ]
    assert [coup.remarks for coup in coups] == [(), (), ("frames lost",)]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_coup_that_lay_there_when_the_line_was_closed_is_broken_off(
    minibac: Any,  # noqa: F811
    tmp_path: Path,
    rulebook: str,
) -> None:
    device = Device(rulebook, 3)
    parts, second = [*device.start(), *device.coup()], list(device.coup())
    for told in (1, 3, len(second) // 2, len(second) - 1):  # it stands by; one card was shown; its result is missing
        (tmp_path / "a.frames").write_bytes(b"".join([*parts, *second[:told]]))
        minibac("shoes", "follow", str(tmp_path / "a.frames"), rulebook, "--out", str(tmp_path / "out.shoe"))
        _, *left = [
            item
            for item in read_notation((tmp_path / "out.shoe").read_text(encoding="utf-8").splitlines())
            if isinstance(item, NotedCoup)
        ]
        assert [(coup.number, coup.status) for coup in left] == ([(2, "broken-off")] if told > 1 else [])
        assert not any(coup.winner or coup.counts for coup in left)
        player, banker = device.coups[-1]
        for coup in left:
            for noted, dealt in ((coup.player, player), (coup.banker, banker)):
                assert all(card.face in (face, "x") for card, face in zip(noted, dealt, strict=False))


def test_a_table_that_is_ended_as_a_service_is_writes_the_coup_that_lay_there(tmp_path: Path) -> None:
    device, out, noted = Device("section-42", 5), tmp_path / "out.shoe", tmp_path / "noted"
    parts, begun = [*device.start(), *device.coup()], list(device.coup())[:3]
    controller, line = pty.openpty()
    tty.setraw(line)
    facts = ("--permission", "house manual 7.2", "--out", str(out))
    call = [sys.executable, "-m", "minibac", "shoes", "follow", os.ttyname(line), "section-42", *facts]
    with (
        noted.open("w", encoding="utf-8") as told,
        subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=told) as table,
    ):
        os.write(controller, b"".join([*parts, *begun, frame(1, "P")[:-1] + b"?"]))
        wait_until(lambda: "its checksum is" in noted.read_text(encoding="utf-8"))  # all before it is taken in
        table.terminate()
    os.close(controller)
    os.close(line)
    items = read_notation(out.read_text(encoding="utf-8").splitlines())
    coups = [(item.number, item.status, len(item.player)) for item in items if isinstance(item, NotedCoup)]
    assert table.returncode == 0
    assert coups == [(1, "", len(device.coups[0][0])), (2, "broken-off", 1)]


def test_a_live_shoe_needs_permission(minibac: Any) -> None:  # noqa: F811
    with talking(Device("seneca", 1)) as path:
        result = minibac("shoes", "follow", path, "seneca")
    assert result.exit_code == 1
    assert "--permission says whose" in result.stderr


@pytest.mark.parametrize("line", [b"", b"what a printer says\r\n" * 40, frame(0, "S")[:-1] + b"?"])
def test_a_line_on_which_no_frame_can_be_read_is_followed_to_no_good_end(
    minibac: Any,  # noqa: F811
    tmp_path: Path,
    line: bytes,
) -> None:
    """Another device, another speed, an empty file: a script must not take it for a quiet evening."""
    (tmp_path / "a.frames").write_bytes(line)
    result = minibac("shoes", "follow", str(tmp_path / "a.frames"), "seneca", "--json")
    assert (result.exit_code, json.loads(result.stdout)["coups"]) == (1, 0)
    assert result.stderr.endswith("a.frames: no frame of a shoe can be read in it\n")


def test_a_folder_is_no_shoe(minibac: Any, tmp_path: Path) -> None:  # noqa: F811
    result = minibac("shoes", "follow", str(tmp_path), "seneca")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot be read: it is a folder" in result.stderr


class Followed:
    """A table that follows what a test sends it."""

    def __init__(self, rulebook: str) -> None:
        self.events: list[e.Event] = []
        self.notes: list[FollowNote] = []
        rules = rules_of(rulebook, cut_card_depth=300)
        self.table = FollowingTable("T1", rules, lambda: START_MS, self.events.append, self.notes.append)

    def hear(self, chunks: Iterable[bytes]) -> None:
        for signal in signals(chunks):
            self.table.hear(signal)

    @property
    def told(self) -> str:
        return "\n".join(str(note.said) for note in self.notes)


def test_fuzzed_frames_never_stop_it() -> None:
    """Two thousand frames of chance, most of them with sense and in no order; then a device is started and followed."""
    chance, followed = random.Random(7), Followed("massachusetts")
    line = bytearray()
    for number in range(2_000):
        data = bytes(
            chance.choice([0x80, 0xC0]) | chance.randrange(64) for _ in range(chance.choice([0, 1, 2, 2, 2, 3]))
        )
        told = frame(number % 9 + 1, chance.choice("SPPDDDDIIIIGGEdieRZ"), data)
        line += told if chance.random() < 0.9 else bytes(chance.randrange(256) for _ in range(9))
    followed.hear([bytes(line)])
    assert len(followed.notes) > 500
    before = followed.table.coups
    device = Device("massachusetts", 5)
    followed.hear(
        [frame(0, "P"), *device.start(), *(part for _ in range(3) for part in device.coup()), device.send("P")]
    )
    assert followed.table.coups - before in (3, 4)


def lossy(parts: Iterable[bytes], lost: int) -> Iterator[bytes]:
    """All but one frame of these."""
    return (part for number, part in enumerate(parts) if number != lost)


def test_a_round_that_was_not_heard_whole_is_void_and_a_started_device_is_followed_again() -> None:
    followed, device = Followed("seneca"), Device("seneca", 3)
    followed.hear([*device.start(), *device.coup(), *lossy(device.coup(), 4), device.send("P")])
    assert "cannot be completed as the device tells it" in followed.told
    assert [event.voided for event in followed.events if isinstance(event, e.CardsRacked)] == [False, True]
    followed.hear([*device.start(), *device.coup(), *device.coup()])
    assert followed.table.coups == 4


def test_what_the_device_calls_is_held_against_the_cards() -> None:
    followed, device = Followed("seneca"), Device("seneca", 3)
    followed.hear(device.start())
    *cards, _ = device.coup()
    followed.hear([*cards, frame(9, "G", b"\xa0")])
    assert "the device calls tie, and the cards give" in followed.told


def test_hexadecimal_text_is_the_same_as_bytes() -> None:
    data = frame(0, "S") * 3
    assert b"".join(frame_bytes([data.hex(" ")[:7].encode(), data.hex(" ")[7:].encode()])) == data
    assert b"".join(frame_bytes([data])) == data
