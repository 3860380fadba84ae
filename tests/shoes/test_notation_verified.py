"""The stand-alone verifier reads the shoe notation: commitment, order, cut, and every card in its place."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.notation import written
from minibac.shoes.noted_record import noted
from minibac.shoes.record import read_record
from tests.records.shoes import record

VERIFIER = Path(__file__).parents[2] / "src/minibac/web/static/verify_shoe.py"


def verifier() -> Any:
    spec = importlib.util.spec_from_file_location("verify_shoe_of_notations", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


VERIFY = verifier()


def notation(rulebook: str) -> str:
    return "".join(written(noted(read_record(record(rulebook)))))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_right_notation_is_right(rulebook: str) -> None:
    text = notation(rulebook)
    (commitment,) = re.findall(r'\[commitment "(.*)"\]', text)
    told = list(VERIFY.check(text.encode(), commitment))
    assert told[0] == "shoe T1/1 in the shoe notation"
    assert f"commitment: {commitment}" in told
    (count,) = re.findall(r"cards: ([0-9]+) noted", told[-1])
    assert int(count) > 50
    assert list(VERIFY.check(text.replace("\n", "\r\n").encode(), commitment)) == told


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((r"\n1\. (..)", "\n1. Zz"), "Zz is no card"),
        ((r"\nburn (..) ", "\nburn As As "), "as card [12] of the shoe, and it is"),
        ((r"\n1\. (..) ", r"\n1. \1@2 "), "as card [0-9]+ of the shoe"),
        ((r"\ncut [0-9]+", "\ncut 17"), "as card 1 of the shoe"),
        ((r"\ncut [0-9]+", "\ncut 999"), "cut outside of its 416 cards"),
        ((r'\[salt "..', '[salt "00'), "do not hash to the commitment"),
        ((r'\[order "..', '[order "As'), "do not hash to the commitment"),
        ((r'\[order ".*"\]\n', ""), "its order was never shown"),
    ],
)
def test_what_was_changed_is_found(change: tuple[str, str], says: str) -> None:
    altered, times = re.subn(change[0], change[1], notation("seneca"), count=1)
    assert times == 1
    with pytest.raises(VERIFY.WrongError, match=says):
        list(VERIFY.check(altered.encode()))


def test_cards_that_do_not_say_their_place_have_what_is_left() -> None:
    text = notation("seneca")
    some = re.sub(r"\n1\. (..) (..)", r"\n1. \1 \2@3", text, count=1)
    assert some != text
    assert list(VERIFY.check(some.encode())) == list(VERIFY.check(text.encode()))


def test_another_commitment_than_was_written_down_is_told() -> None:
    with pytest.raises(VERIFY.WrongError, match="no shoe of this notation has the commitment 00"):
        list(VERIFY.check(notation("seneca").encode(), "0" * 64))


def test_where_places_cannot_be_told_it_says_so_and_without_an_order_too() -> None:
    text = notation("seneca").replace("\n3. ", "\ndiscarded 9s x\n3. ", 1)
    assert "places in the shoe cannot be told" in list(VERIFY.check(text.encode()))[-1]
    plain = b'shoe-notation 1\n[shoe "7"]\nburn 7h x\n1. Kh@1 9s@3 | ?@2 4c@4 = P at="; {" {a } ; c\n'
    told = list(VERIFY.check(text.encode() + plain.split(b"\n", 1)[1]))
    assert told[-2:] == ["shoe 7 in the shoe notation", "no commitment: there is no order to check the cards against"]
    with pytest.raises(VERIFY.WrongError, match="there is no shoe"):
        list(VERIFY.check(b"shoe-notation 1\n"))


def test_where_no_shoe_was_committed_to_nothing_is_called_well(tmp_path: Path, capsys: Any) -> None:
    """Whoever takes commitment, order and salt out of a notation makes no right one of it."""
    right = notation("seneca")
    bare = re.sub(r'\[(commitment|order|salt) ".*"\]\n', "", right).replace("\n1. ", "\n1. Kh@6 ", 1)
    (tmp_path / "right.shoe").write_text(right, encoding="utf-8")
    (tmp_path / "bare.shoe").write_text(bare, encoding="utf-8")
    assert VERIFY.main([str(tmp_path / "right.shoe")]) == 0
    assert capsys.readouterr().out.endswith("All is well.\n")
    assert VERIFY.main([str(tmp_path / "bare.shoe")]) == 1
    told = capsys.readouterr()
    assert "All is well" not in told.out
    assert told.err.startswith("NOTHING IS CHECKED: no shoe of this notation was committed to")
