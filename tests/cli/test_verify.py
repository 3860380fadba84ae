"""``minibac verify``: a record is true, or one sentence says what is wrong and where."""

import msgspec
import pytest

from minibac.cards.share import share_hash, shares_text
from tests.records.shoes import SEATS, edited, record, resealed, shared, value_of


@pytest.fixture
def shoe(tmp_path):
    """A file with a true record."""
    file = tmp_path / "shoe.jsonl"
    file.write_bytes(record("section-42"))
    return file


def test_a_true_record(minibac, shoe):
    result = minibac("verify", str(shoe))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Verified" in result.stdout
    assert "Section 42" in result.stdout
    assert "--commitment" in result.stdout, "without it the record is only held against itself"


def test_a_true_record_as_json(told, shoe):
    commitment = msgspec.json.decode(shoe.read_bytes().split(b"\n")[0])["commitment"]
    found = told("verify", str(shoe), "--commitment", commitment)
    assert found["verified"] is True
    assert found["problems"] == []
    assert found["record"]["rulebook"] == "section-42"
    assert found["record"]["shoe"] == 1
    assert found["record"]["commitment"] == commitment
    assert found["checked"]["committed"] is True
    assert found["checked"]["not_replayed"] is None
    assert found["checked"]["decisions"] > 100


def test_standard_input(minibac):
    assert minibac("verify", "-", input=record("seneca")).exit_code == 0


def test_the_first_thing_wrong_is_said_with_its_line_and_json_lists_all(minibac, refused, shoe):
    lines = edited(record("section-42").removesuffix(b"\n").split(b"\n"), "CardDealt", lambda f: f.update(card="Kh"))
    shoe.write_bytes(b"\n".join(lines) + b"\n")
    [sentence] = refused("verify", str(shoe), status=1)
    assert f"{shoe}, line " in sentence
    assert "of the shoe is" in sentence
    result = minibac("verify", str(shoe), "--json")
    assert result.exit_code == 1
    found = msgspec.json.decode(result.stdout)
    assert found["verified"] is False
    assert len(found["problems"]) >= 2
    assert sorted(problem["line"] for problem in found["problems"]) == [p["line"] for p in found["problems"]]


def test_another_commitment_than_the_one_written_down(refused, shoe):
    [sentence] = refused("verify", str(shoe), "--commitment", "0" * 64, status=1)
    assert "line 1: the commitment is" in sentence
    [sentence] = refused("verify", str(shoe), "--head", "0" * 64, status=1)
    assert "the head of the chain is" in sentence


def test_no_record_at_all_is_a_failed_verification(minibac, refused, tmp_path):
    file = tmp_path / "other.txt"
    for text, sentence in (
        (b"", "a shoe record has a header"),
        (b"hello\nworld\n", "no shoe record"),
        (b"shoe-notation 1\n1. = P\n", "minibac audit holds it against the rulebook"),
        (record("seneca")[:5000], "the end of the record is missing"),
        (b"\x00\xff" * 900, "a shoe record has a header"),
    ):
        file.write_bytes(text)
        [said] = refused("verify", str(file), status=1)
        assert sentence in said
        result = minibac("verify", str(file), "--json")
        assert result.exit_code == 1
        assert msgspec.json.decode(result.stdout)["verified"] is False


def test_a_wrong_call(refused, tmp_path):
    assert "no such file" in refused("verify", str(tmp_path / "nowhere"))[0]
    assert "it is a folder" in refused("verify", str(tmp_path))[0]
    assert "FILE is missing" in refused("verify")[0]


def test_a_record_of_another_version_says_what_was_not_looked_at(minibac, tmp_path):
    lines = record("seneca", 2).removesuffix(b"\n").split(b"\n")
    file = tmp_path / "shoe.jsonl"
    file.write_bytes(b"\n".join(resealed(edited(lines, "header", lambda f: f["before"].update(shape="x")))))
    result = minibac("verify", str(file))
    assert result.exit_code == 0
    assert "Verified up to the cards, and not its decisions" in result.stdout
    assert "not looked at" in result.stdout


@pytest.mark.parametrize("deep", [b"[" * 3_000 + b"]" * 3_000, b'{"a":' * 3_000 + b"1" + b"}" * 3_000])
def test_lists_in_one_another_without_end_are_told_in_a_sentence(refused, tmp_path, deep):
    file = tmp_path / "shoe.jsonl"
    first, *events, last = record("seneca", 2).removesuffix(b"\n").split(b"\n")
    header = msgspec.json.decode(first)
    nested = msgspec.json.encode(header | {"before": None}).replace(b'"before":null', b'"before":' + deep)
    plain, schema = (b'{"event":"CutAnswered",%b"a":%b}' % (more, deep) for more in (b"", b'"schema":1,'))
    for lines in (
        (nested, *events, last),
        (deep, *events, last),
        (first, plain, *events, last),
        (first, schema, *events, last),
        (first, *events, b'{"reveal":{"order":[],"salt":' + deep + b"}}"),
    ):
        file.write_bytes(b"\n".join(lines) + b"\n")
        [sentence] = refused("verify", str(file), status=1)
        assert "fault of minibac" not in sentence
        told = "the last line is damaged" if lines[-1] != last else "this is nested too deeply"
        assert told in sentence


def test_a_share_that_was_made_up_later_is_found_by_what_the_seats_had_given(minibac, refused, tmp_path):
    """Whoever knows the values of the others can choose the stack by one more."""
    file = tmp_path / "shoe.jsonl"
    file.write_bytes(shared())
    header = msgspec.json.decode(shared().split(b"\n")[0])
    given = {seat: share_hash(header["table"], header["shoe"], seat, value_of(seat)) for seat in SEATS}
    assert minibac("verify", str(file), "--given", shares_text(given)).exit_code == 0
    *fewer, last = sorted(given)
    [sentence] = refused("verify", str(file), "--given", shares_text({seat: given[seat] for seat in fewer}), status=1)
    assert f"seat {last} had given nothing when your share was shown, and has given {given[last]} here" in sentence
    for wrong in ("nonsense", "2:3f39", ""):
        [sentence] = refused("verify", str(file), "--given", wrong)
        assert sentence == "--given has a seat and its hash of 64 digits, as 2:3f39… 5:c0de…"
