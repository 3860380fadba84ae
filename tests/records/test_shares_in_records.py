"""Shoes in whose shuffle guests had a share: three verifiers find them right, and every way to cheat with a share."""

import importlib.util
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from minibac.cards.share import mixing_seed, share_hash
from minibac.shoes.check import check_record
from minibac.shoes.notation import written
from minibac.shoes.noted_record import noted
from minibac.shoes.record import FORMAT, SHARED_FORMAT, read_record
from tests.command_line import calling
from tests.page.deno import run_script
from tests.records.shoes import SEATS, edited, record, resealed, shared, value_of

STATIC = Path(__file__).parents[2] / "src/minibac/web/static"
verify = calling("verify")
audit = calling("audit")
SCRIPT = f"""
import {{ checkShoe }} from "{(STATIC / "js/shoe-check.js").as_uri()}";
const given = JSON.parse(await new Response(Deno.stdin.readable).text());
const told = [];
for (const text of given) told.push((await checkShoe(text)).faults.map(({{ what }}) => what));
console.log(JSON.stringify(told));
"""


def _alone() -> Any:
    spec = importlib.util.spec_from_file_location("verify_shoe_of_shares", STATIC / "verify_shoe.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ALONE = _alone()


def lines_of(data: bytes) -> list[bytes]:
    return data.removesuffix(b"\n").split(b"\n")


def alone(data: bytes, tmp_path: Path) -> int:
    file = tmp_path / "shoe.jsonl"
    file.write_bytes(data)
    status: int = ALONE.main([str(file)])
    return status


def in_the_page(texts: Sequence[bytes], tmp_path: Path) -> list[list[str]]:
    """What the page's own check says of each."""
    given = json.dumps([text.decode() for text in texts])
    told: list[list[str]] = json.loads(run_script(tmp_path, SCRIPT, given))
    return told


@pytest.mark.parametrize("rulebook", ["section-42", "seneca"])
@pytest.mark.parametrize("withheld", [(), (3,), (1, 7), SEATS])
def test_three_verifiers_find_it_right(
    rulebook: str, withheld: tuple[int, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = shared(rulebook, withheld)
    found = check_record(read_record(data))
    assert found.faults == ()
    assert (found.shares, found.withheld, found.not_replayed) == (SEATS, withheld, "")
    assert found.decisions_count > 50
    assert alone(data, tmp_path) == 0
    names = ", ".join(map(str, withheld)) or "none"
    assert f"withheld by seat: {names}" in capsys.readouterr().out
    notation = "".join(written(noted(read_record(data)))).encode()
    assert alone(notation, tmp_path) == 0
    assert in_the_page([data, notation], tmp_path) == [[], []]


def test_the_format_says_so_and_other_records_stay_as_they_are() -> None:
    assert read_record(shared()).header.format == SHARED_FORMAT
    assert read_record(record("section-42")).header.format == FORMAT


def _set(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda facts: facts.update(changes)


def _without(lines: list[bytes], kind: str, nth: int = 0) -> list[bytes]:
    at = [n for n, line in enumerate(lines) if line.startswith(f'{{"event":"{kind}"'.encode())][nth]
    return [*lines[:at], *lines[at + 1 :]]


def _seed(lines: list[bytes], values: dict[int, str]) -> str:
    return mixing_seed(msgspec.json.decode(lines[0])["commitment"], values)


def _other_value(lines: list[bytes]) -> list[bytes]:
    """A value that was never sealed, and a seed that agrees with it."""
    values = {seat: value_of(seat) for seat in SEATS} | {3: "00" * 32}
    changed = edited(lines, "ShareRevealed", _set(value="00" * 32), 1)
    return edited(changed, "StackMixed", _set(seed=_seed(lines, values)))


def _called_withheld(lines: list[bytes]) -> list[bytes]:
    """The operator leaves out a value that came, and names it as withheld: the cards do not fit."""
    values = {seat: value_of(seat) for seat in SEATS} | {3: ""}
    changed = edited(lines, "ShareRevealed", _set(value=""), 1)
    return edited(changed, "StackMixed", _set(seed=_seed(lines, values), withheld=[3]))


def _dropped(lines: list[bytes]) -> list[bytes]:
    """The operator leaves a guest out altogether."""
    values = {seat: value_of(seat) for seat in (1, 7)}
    changed = _without(_without(lines, "ShareCommitted", 1), "ShareRevealed", 1)
    changed = edited(changed, "SharesClosed", _set(seats=[1, 7]))
    return edited(changed, "StackMixed", _set(seed=_seed(lines, values), seats=[1, 7]))


def _after_the_commitment(lines: list[bytes]) -> list[bytes]:
    """A hash that stands behind the commitment: whoever gave it may have known more."""
    at = next(n for n, line in enumerate(lines) if line.startswith(b'{"event":"ShareCommitted"'))
    to = next(n for n, line in enumerate(lines) if line.startswith(b'{"event":"StackCommitted"'))
    return [*lines[:at], *lines[at + 1 : to + 1], lines[at], *lines[to + 1 :]]


def _copied(lines: list[bytes]) -> list[bytes]:
    """Seat 3 gives the hash of seat 1, and its value."""
    sealed = share_hash("T1", 1, 1, value_of(1))
    changed = edited(lines, "ShareCommitted", _set(hash=sealed), 1)
    return edited(changed, "ShareRevealed", _set(value=value_of(1)), 1)


TAMPERED: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "another value": _other_value,
    "a value that came is called withheld": _called_withheld,
    "a guest is left out": _dropped,
    "a hash behind the commitment": _after_the_commitment,
    "a copied hash": _copied,
    "another seed": lambda lines: edited(lines, "StackMixed", _set(seed="0" * 64)),
    "another who withheld": lambda lines: edited(lines, "StackMixed", _set(withheld=[7])),
    "other seats": lambda lines: edited(lines, "StackMixed", _set(seats=[7, 3, 1])),
    "no mixing": lambda lines: _without(lines, "StackMixed"),
    "another hash": lambda lines: edited(lines, "ShareCommitted", _set(hash="0" * 64)),
    "a value twice": lambda lines: [
        more for line in lines for more in ([line] * 2 if line.startswith(b'{"event":"StackMixed"') else [line])
    ],
    "the other format": lambda lines: edited(lines, "header", _set(format=FORMAT)),
    "seats that change places": lambda lines: edited(
        edited(lines, "ShareRevealed", _set(seat=3), 0), "ShareRevealed", _set(seat=1), 1
    ),
}
"""What somebody does who mends header, count and chain afterwards."""


def test_three_verifiers_find_every_way_to_cheat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(shared())
    forged = {how: b"\n".join(resealed(change(lines))) + b"\n" for how, change in TAMPERED.items()}
    for how, data in forged.items():
        assert check_record(read_record(data)).faults, how
        assert alone(data, tmp_path) == 1, how
        assert "chain of hashes" not in capsys.readouterr().err
    for how, told in zip(forged, in_the_page([*forged.values()], tmp_path), strict=True):
        assert told, how
        assert "chain" not in told, how


def test_without_the_rulebook_a_guest_who_was_left_out_is_known_by_the_cards_alone(tmp_path: Path) -> None:
    """The operator who deals by it from the start leaves nothing that does not agree: the guest's own value tells."""
    data = shared()
    assert check_record(read_record(data), share=value_of(3)).faults == ()
    (fault,) = check_record(read_record(data), share=value_of(4)).faults
    assert "the share that you name" in fault.sentence
    assert check_record(read_record(record("section-42")), share=value_of(3)).faults
    file = tmp_path / "shoe.jsonl"
    file.write_bytes(data)
    right = verify(str(file), "--share", value_of(1))
    assert right.exit_code == 0, right.output
    said = " ".join(right.output.split())
    assert "seats 1, 3 and 7 had a share in the shuffle; the one that you name was shown by seat 1" in said
    assert "that you name" not in verify(str(file)).output
    assert verify(str(file), "--share", value_of(4)).exit_code == 1
    told = json.loads(verify(str(file), "--json").stdout)
    assert told["checked"]["shares"] == {"seats": [1, 3, 7], "withheld": [], "yours": None}
    told = json.loads(verify(str(file), "--json", "--share", value_of(3).upper()).stdout)
    assert told["checked"]["shares"]["yours"] == 3
    named = tmp_path / "withheld.jsonl"
    named.write_bytes(shared("section-42", (3,)))
    assert "withheld by seat: 3" in " ".join(verify(str(named)).output.split())


def test_an_audit_holds_the_cards_against_the_mixed_stack(tmp_path: Path) -> None:
    notation = "".join(written(noted(read_record(shared()))))
    file = tmp_path / "shoe.shoe"
    for text, wrong in (
        (notation, False),
        (notation.replace(f"1:{value_of(1)}", f"1:{value_of(2)}"), True),
        (notation.replace(f"1:{value_of(1)}", "x"), False),  # nobody knows what was dealt then
    ):
        file.write_text(text, encoding="utf-8")
        assert ("the order that was revealed has" in " ".join(audit(str(file)).output.split())) == wrong


def test_such_a_notation_is_a_record_again_unless_a_value_was_withheld(tmp_path: Path) -> None:
    file, to, again = tmp_path / "shoe.shoe", tmp_path / "shoe.jsonl", tmp_path / "again.shoe"
    file.write_text("".join(written(noted(read_record(shared())))), encoding="utf-8")
    for out in (to, again):
        answer = calling("shoes", "convert")(str(file if out is to else to), str(out))
        assert answer.exit_code == 0, answer.output
    assert verify(str(to)).exit_code == 0
    assert again.read_bytes() == file.read_bytes()
    file.write_text("".join(written(noted(read_record(shared("section-42", (3,)))))), encoding="utf-8")
    answer = calling("shoes", "convert")(str(file), str(to))
    assert "a guest withheld a share, and its hash is in the record" in " ".join(answer.output.split())
