"""Many coups at a time or one by one: the report is the same to the last count, whatever stands in the file."""

import io
import random
import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from msgspec.structs import replace as altered

from minibac.audit import fast
from minibac.audit.auditor import Auditor
from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.notation import written
from minibac.shoes.noted import NotedCoup
from minibac.shoes.reading import placed
from tests.audit.planted import KINDS, Shoe, rank_only, right_shoe


def bare(shoe: Shoe, name: str) -> Shoe:
    """The shoe without wagers and times, so that its lines are plain ones."""
    return replace(shoe, name=name, coups=tuple(altered(coup, wagers=(), fields=()) for coup in shoe.coups))


DEVICES = [(), (("device", "A"),), (), (("device", "B"),), (("device", "A"),), ()]
"""A device holds for the shoes that follow too."""


def file_of(shoes: Iterable[Shoe]) -> bytes:
    return "".join(written(item for shoe in shoes for item in shoe.items())).encode()


def same_report(data: bytes) -> tuple[Auditor, int]:
    """Audit the bytes in both ways and hold them to be the same; the second is how many coups were read one by one."""
    quick, slow = Auditor(), Auditor()
    fast.audit_notation(quick, "a.shoe", io.BytesIO(data))
    lines = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="replace", newline="\n")
    slow.audit("a.shoe", placed("notation", lines))
    assert quick.done().plain() == slow.done().plain()
    one, other = quick.sources.whole, slow.sources.whole
    assert (one.cells, one.coups, one.wrong) == (other.cells, other.coups, other.wrong)
    assert {about: set(alive) for about, alive in one.alive.items()} == {
        about: set(alive) for about, alive in other.alive.items()
    }
    return slow, quick.report.coups


def test_right_shoes_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shoes = [bare(right_shoe(RULEBOOKS[seed % 4], seed), str(seed)) for seed in range(12)]
    data = file_of([*shoes, *(replace(rank_only(shoe), name=f"r{shoe.name}") for shoe in shoes)])
    one_by_one: list[int] = []
    see = Auditor.see

    def counted(self: Auditor, item: object, line: int) -> None:
        if isinstance(item, NotedCoup):
            one_by_one.append(line)
        see(self, item, line)

    monkeypatch.setattr(Auditor, "see", counted)
    bare_lines = re.sub(rb"(?m)^[0-9]+\. ", b"", data)
    for lines in (data, bare_lines):
        quick = Auditor()
        fast.audit_notation(quick, "a.shoe", io.BytesIO(lines))
        assert quick.report.coups > 400
        assert len(one_by_one) < 150
        assert quick.done().found == {}
        one_by_one.clear()
    same_report(data)
    same_report(bare_lines)
    same_report(re.sub(rb"(?m)^[0-9]*[37]\. ", b"", data))
    same_report(data.replace(b"\n", b"\r\n"))


def test_every_planted_fault_is_found_alike() -> None:
    shoes: list[Shoe] = []
    for number, (kind, plant) in enumerate(KINDS.items()):
        case = plant(random.Random(kind), bare(right_shoe(RULEBOOKS[number % 4], number % 16), kind))
        shoes += [replace(shoe, name=f"{shoe.name}/{at}") for at, shoe in enumerate(case[0])] if case else []
    slow, coups = same_report(file_of(shoes))
    assert coups > 600
    assert len(slow.report.found) > 20


def test_shoes_of_several_tables_and_devices_are_counted_where_they_come_from() -> None:
    """One table of the two calls its ties for the Banker's Hand."""
    shoes = []
    for seed in range(12):
        shoe = replace(bare(right_shoe("seneca", seed), f"T{seed % 2}/{seed}"), facts=DEVICES[seed % 6])
        called = tuple(altered(coup, winner="B" if coup.winner == "T" else coup.winner) for coup in shoe.coups)
        shoes.append(replace(shoe, coups=called) if seed % 2 else shoe)
    slow, coups = same_report(file_of(shoes))
    assert coups > 150
    told = slow.report.explained
    assert {(one.source.table, one.readings[0].id) for one in told} == {("T1", "tie-for-banker")}
    assert {one.source.device for one in told} <= {"A", "B", ""}


def test_a_shoe_in_pieces_is_found_alike() -> None:
    case = KINDS["shoe-in-pieces"](random.Random(4), right_shoe("seneca", 1))
    assert case
    pieces, *_ = case
    slow, _ = same_report(file_of(bare(piece, piece.name) for piece in pieces))
    assert dict(slow.report.found) == {"shoe-in-pieces": 1}


@pytest.mark.parametrize("block", [97, 1_000, 5_001])
def test_wherever_a_block_ends(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "BLOCK", block)
    same_report(file_of(bare(right_shoe(RULEBOOKS[seed % 4], seed), str(seed)) for seed in range(3)))
    same_report(b"")
    same_report(b"shoe-notation 1")
    same_report(b"1. K 9 | Q 6 = P\n1. K 9 | Q 6 = P")


def test_altered_bytes_are_read_alike() -> None:
    rng = random.Random(11)
    data = file_of(bare(right_shoe(RULEBOOKS[seed % 4], seed), str(seed)) for seed in range(2))
    signs = b' |=.:-bpPBTKQ29Ashdc?x@~()+\n\r0123456789;{}"$\xff'
    for _ in range(30):
        altered_data = bytearray(data)
        for _ in range(rng.randint(1, 12)):
            at = rng.randrange(len(altered_data))
            match rng.randrange(3):
                case 0:
                    altered_data[at] = rng.choice(signs)
                case 1:
                    del altered_data[at]
                case _:
                    altered_data.insert(at, rng.choice(signs))
        same_report(bytes(altered_data))


def test_a_line_without_an_end_is_one_line() -> None:
    same_report(b"shoe-notation 1\n1. K 9 | Q 6 = P\n" + b"x" * 100_000 + b"\n2. K 9 | Q 6 = B\n")
