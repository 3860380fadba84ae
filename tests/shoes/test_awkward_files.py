"""Files as they come out of spreadsheets, pit reports and old machines: read whole, or told in one sentence."""

import gzip
import io
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from minibac.shoes.guessing import Guess
from minibac.shoes.mapping import ShoeMapping
from minibac.shoes.notation import line_of
from minibac.shoes.noted import Unread
from minibac.shoes.reading import shoe_file
from tests.command_line import minibac, refused  # noqa: F401

HEAD = "Shoe,Hand,P1,P2,P3,B1,B2,B3,Result\n"
TWO = "1,1,Kh,2s,3d,Qd,5c,,T\n1,2,9s,Kd,,4h,4c,,P\n"
TABLE = HEAD + TWO
RIGHT = ['[shoe "1"]', "1. Kh 2s 3d | Qd 5c = T", "2. 9s Kd | 4h 4c = P"]
PREAMBLE = "Report of the night, pit 4\nprinted 18 November\n\n"


def lines_of(data: bytes, kind: str = "csv") -> list[str]:
    """What was read as lines of the notation, and of what was set aside its line and why."""
    with ExitStack() as stack:
        items = shoe_file(kind, io.BufferedReader(io.BytesIO(data)), None, stack).items
        return [f"{one.line_no}: {one.why}" if isinstance(one, Unread) else line_of(one) for one, _ in items]


AWKWARD = {
    "byte order mark": b"\xef\xbb\xbf" + TABLE.encode(),
    "carriage returns": TABLE.replace("\n", "\r\n").encode(),
    "carriage returns alone": TABLE.replace("\n", "\r").encode(),
    "semicolons": TABLE.replace(",", ";").encode(),
    "tabs": TABLE.replace(",", "\t").encode(),
    "bars": TABLE.replace(",", "|").encode(),
    "everything in quotes": "".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) + "\n" for line in TABLE.split()
    ).encode(),
    "UTF-16, small end first": TABLE.encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + TABLE.encode("utf-16-be"),
    "UTF-16 without a mark": TABLE.encode("utf-16-le"),
    "UTF-16 without a mark, big end first": TABLE.encode("utf-16-be"),
    "rows with nothing in them": (",,,,,,,,\n\n , ,,,,,,,\n" + TABLE.replace("\n", "\n,,,,,,,,\n")).encode(),
    "gzip": gzip.compress(TABLE.encode()),
    "two parts packed one after the other": gzip.compress(HEAD.encode()) + gzip.compress(TWO.encode()),
    "a delimiter that is told": ("sep=;\n" + TABLE.replace(",", ";")).encode(),
    "a title above": (PREAMBLE + TABLE).encode(),
    "blanks around every cell": TABLE.replace(",", " , ").encode(),
    "small letters": TABLE.replace("Kh", "kh").replace("Qd", "qD").replace("T\n", "tie\n").encode(),
    "signs of suits": TABLE.replace("Kh", "K\u2665\ufe0f")
    .replace("Qd", "\u2666\ufe0fQ")
    .replace("4c", "\u26634")
    .encode(),
    "tens of other kinds": TABLE.encode(),
    "blank lines": TABLE.replace("\n", "\n\n").encode(),
    "a delimiter at the end of each line": TABLE.replace("\n", ",\n").encode(),
    "no line break at the end": TABLE.rstrip().encode(),
}


@pytest.mark.parametrize("name", AWKWARD)
def test_an_awkward_table_is_read_whole(name: str) -> None:
    assert lines_of(AWKWARD[name]) == RIGHT


BROKEN = {
    "a huge line": (
        HEAD + "1,1,Kh,2s,3d,Qd,5c,,T" + "x" * 300_000 + "\n" + TWO[22:],
        ['2: this is no line of a table', '[shoe "1"]', RIGHT[2]],
    ),
    "a quote that is never closed": (
        HEAD + TWO.replace("Kh", '"Kh'),
        ['2: this is no line of a table', '[shoe "1"]', RIGHT[2]],
    ),
    "a cell that is no card": (TABLE + "1,3,1\0h,2s,,4h,4c,,P\n", [*RIGHT, "4: '1\\x00h' is no card"]),
    "too few cells": (TABLE.replace(",,P", ""), [*RIGHT[:2], "3: 7 cells, where the first line has 9"]),
    "a ten that is not told": (
        TABLE.replace("4c", "0"),
        [*RIGHT[:2], '2. 9s Kd | 4h ? = P banker-values="4h 0 "'],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_row_is_named_and_costs_no_other(name: str) -> None:
    text, right = BROKEN[name]
    found = lines_of(text.encode())
    assert len(found) == len(right)
    assert all(one.startswith(other) for one, other in zip(found, right, strict=True)), found


def test_a_line_of_results_that_is_too_long_is_set_aside_whole() -> None:
    assert lines_of(b"BPT" * 30_000 + b"\nBP\n", "results") == [
        "1: a line is at most 65,536 characters long", '[shoe "1"]', "1. = B", "2. = P",
    ]  # fmt: skip


def test_a_table_that_lacks_a_column_of_its_mapping_is_set_aside_whole() -> None:
    """Read without it, a third card that is told would count as missing."""
    mapping = ShoeMapping(player=("P1", "P2", "Third"), banker=("B1", "B2", "B3"), winner="Result", coup="Coup")
    with ExitStack() as stack:
        (only,) = shoe_file("csv", io.BytesIO(TABLE.encode()), mapping, stack).items
    assert isinstance(only.item, Unread)
    assert only.item.why.startswith("the table has no column 'Coup', 'Third'; its columns are 'Shoe', 'Hand', 'P1'")


def test_lines_of_json_of_somebody_are_told_how_they_are_read() -> None:
    (only,) = lines_of(b'{"winner":"B"}\n{"winner":"P"}\n', "record")
    assert only.endswith("--from json reads a log of somebody's own")


def test_a_table_of_another_code_is_read_by_a_mapping_that_says_so() -> None:
    table = "Sabot;Résultat\n1;Égalité\n1;Joueur\n1;Banque\n"
    assert lines_of(table.encode()) == ['[shoe "1"]', "= T", "= P", "= B"]
    with ExitStack() as stack:
        guess = shoe_file("csv", io.BytesIO(table.encode("latin-1")), None, stack).guess
        assert isinstance(guess, Guess)
        assert "are not UTF-8: code in a mapping says what they are" in str(guess.words[0])
    mapping = ShoeMapping(code="windows-1252", shoe="Sabot", winner="Résultat")
    with ExitStack() as stack:
        items = [item for item, _ in shoe_file("csv", io.BytesIO(table.encode("latin-1")), mapping, stack).items]
    assert [line_of(item) for item in items if not isinstance(item, Unread)] == ['[shoe "1"]', "= T", "= P", "= B"]


def test_bytes_of_another_code_cost_their_own_row() -> None:
    data = (HEAD + TWO).encode() + "1,3,9s,Kd,,4h,4c,,égalité\n".encode("latin-1")
    assert lines_of(data)[:3] == RIGHT
    assert "is no winner" in lines_of(data)[3]


@pytest.mark.parametrize("kind", ["csv", "notation", "results", "record"])
@pytest.mark.parametrize("size", [5, 30, 60, 90])
def test_a_packed_file_that_breaks_off_is_read_that_far_and_the_break_is_told(kind: str, size: int) -> None:
    lines = {"notation": "shoe-notation 1\n" + "= P\n" * 3_000, "results": "BPPT\n" * 3_000, "csv": TABLE * 300}
    packed = gzip.compress(lines.get(kind, "{}\n" * 3_000).encode(), 1)
    found = lines_of(packed[: len(packed) * size // 100], kind)
    assert found[-1].endswith("the packed file breaks off here")


def test_a_guess_is_told_of_what_was_passed_over_and_can_be_kept() -> None:
    with ExitStack() as stack:
        guess = shoe_file("csv", io.BytesIO((PREAMBLE + TABLE).encode()), None, stack).guess
    assert isinstance(guess, Guess)
    assert str(guess.words[0]) == "3 lines are passed over before the table"
    assert guess.mapping.skip == 3


def test_packed_files_at_the_front_doors(minibac: Any, refused: Any, tmp_path: Path) -> None:  # noqa: F811
    table, shoe, out = tmp_path / "night.csv.gz", tmp_path / "night.shoe.gz", tmp_path / "night.shoe"
    table.write_bytes(gzip.compress(TABLE.encode()))
    assert minibac("shoes", "import", str(table), str(out)).exit_code == 0
    assert out.read_text(encoding="utf-8").splitlines()[1:] == RIGHT
    assert minibac("audit", str(table)).stdout.startswith("1 file, 1 shoe, 2 coups: nothing wrong")
    shoe.write_bytes(gzip.compress(out.read_bytes()))
    assert minibac("audit", str(shoe)).stdout.startswith("1 file, 1 shoe, 2 coups: nothing wrong")
    shoe.write_bytes(gzip.compress(out.read_bytes())[:-12])
    told = minibac("audit", str(shoe))
    assert told.exit_code == 1
    assert "the packed file breaks off here" in told.stdout
    for name, data in (("empty", b""), ("head", HEAD.encode()), ("binary", bytes(range(256)))):
        (tmp_path / f"{name}.csv").write_bytes(data)
        (told,) = refused("shoes", "import", str(tmp_path / f"{name}.csv"), status=1)
        assert told.endswith("it has no row that can be read")


@pytest.mark.parametrize("ending", ["shoe", "txt", "jsonl", "frames"])
@pytest.mark.parametrize(
    ("command", "out"), [("import", "out.shoe"), ("convert", "out.shoe"), ("convert", "out.jsonl")]
)
def test_a_file_without_a_coup_is_no_row_of_no_shoes(
    minibac: Any,  # noqa: F811
    tmp_path: Path,
    ending: str,
    command: str,
    out: str,
) -> None:
    """Whoever names an empty file named another one than they meant; what was written before stays as it was."""
    (tmp_path / f"empty.{ending}").write_text("shoe-notation 1\n" if ending == "shoe" else "", encoding="utf-8")
    (tmp_path / out).write_text("before", encoding="utf-8")
    result = minibac("shoes", command, str(tmp_path / f"empty.{ending}"), str(tmp_path / out))
    assert result.exit_code == 1
    assert result.stderr.endswith("no coup stands in it\n")
    assert (tmp_path / out).read_text(encoding="utf-8") == "before"
