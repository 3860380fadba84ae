"""Shoe records: what goes into one, and that two verifiers that share no code find every kind of tampering."""

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from minibac.house.by_hand import ByHand
from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE
from minibac.records.chain import GENESIS
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.check import Checked, check_record
from minibac.shoes.record import RecordError, Start, make_record, read_record
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import apply_all, opened
from minibac.table.state import Phase
from tests.records.shoes import edited, played, record, resealed, stored
from tests.table.helpers import FLOOR, Table, rules_of
from tests.table.scenarios import SCENARIOS

VERIFIER = Path(__file__).parents[2] / "src/minibac/web/static/verify_shoe.py"


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("verify_shoe", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


alone = _load()


def ours(data: bytes) -> Checked | None:
    """What ``minibac verify`` finds; ``None`` where the file is no record at all."""
    try:
        return check_record(read_record(data))
    except RecordError:
        return None


def theirs(data: bytes, tmp_path: Path, *more: str) -> int:
    """The exit status of the verifier that stands alone."""
    file = tmp_path / "shoe.jsonl"
    file.write_bytes(data)
    status: int = alone.main([str(file), *more])
    return status


# -------------------------------------------------------------------------------------------------------- good records


@pytest.mark.control("R7")
@pytest.mark.parametrize("shoe_no", [1, 2])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_both_verifiers_find_a_true_record_true(rulebook, shoe_no, tmp_path, capsys):
    data = record(rulebook, shoe_no)
    found = ours(data)
    assert found is not None
    assert (found.faults, found.not_replayed, found.committed) == ((), "", True)
    assert found.decisions_count > 100
    assert theirs(data, tmp_path) == 0
    said = capsys.readouterr().out
    assert f"{found.events_count} events" in said
    assert f"cards: {found.cards_count} turned" in said
    assert said.endswith("All is well.\n")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_cut_that_nobody_took_lies_where_commitment_and_words_put_it(book, tmp_path, capsys):
    """A house whose automatic dealer cuts in the middle, or anywhere else, is found out by both."""
    table = Table(book, seats=(2,), cut_card_depth=380)
    table.to(Phase.CUT)
    cut = table.next()
    assert isinstance(cut, c.CutStack)
    drawn = cut.position
    for position in (drawn, drawn - 1, 208, 10):
        house = Table(book, seats=(2,), cut_card_depth=380)
        house.to(Phase.CUT)
        house.yes(c.CutStack, position=position)
        house.shoe()
        data = b"".join(make_record(stored(house.log), 1))
        found = ours(data)
        assert found is not None
        wrong = "" if position == drawn else f"nobody took the cut, so it falls at {drawn}, and not at {position}"
        assert [fault.sentence for fault in found.faults] == ([wrong] if wrong else [])
        assert theirs(data, tmp_path) == bool(wrong)
        assert wrong in capsys.readouterr().err


def test_a_word_that_nobody_said_is_empty_to_both_whether_the_line_says_so_or_not(tmp_path):
    table = Table("section-42", seats=(2, 5), cut_card_depth=380)
    table.shoe()
    data = b"".join(make_record(stored(table.log), 1))
    assert data.count(b',"word":""') == 2
    silent = b"\n".join(resealed(lines_of(data.replace(b',"word":""', b""))))
    found = ours(silent)
    assert found is not None
    assert [fault for fault in found.faults if "nobody took the cut" in fault.sentence] == []
    assert theirs(silent, tmp_path) == 0


def test_the_stored_lines_are_in_it_byte_for_byte_and_the_shoes_share_none():
    lines = played("section-42")
    first, second = (record("section-42", no).split(b"\n")[1:-2] for no in (1, 2))
    assert [*first, *second] == [line.bytes for line in lines[: len(first) + len(second)]]
    assert read_record(record("section-42", 2)).header.first_version == len(first) + 1
    assert read_record(record("section-42", 2)).header.previous_head == lines[len(first) - 1].head.hex()
    assert read_record(record("section-42", 1)).header.previous_head == GENESIS.hex()
    assert second[0].startswith(b'{"event":"ProcedureStarted","procedure":"shuffle"'), "its shuffle belongs to it"
    for lines_of_shoe in (first, second):
        assert lines_of_shoe[-1].startswith(b'{"event":"ShoeRevealed"')


def test_a_record_can_start_from_a_point_in_the_middle_of_the_shoe_before():
    lines = played("massachusetts")
    events = [e.decode(line.bytes) for line in lines]
    assert isinstance(events[0], e.TableOpened)
    start = Start(200, lines[199].head, apply_all(opened(events[0]), events[1:200]))
    assert b"".join(make_record(lines[200:], 2, start)) == record("massachusetts", 2)
    with pytest.raises(RecordError, match="shoe 1 began before line 201"):
        list(make_record(lines[200:], 1, start))


def test_there_is_no_record_of_a_shoe_that_is_not_there_or_not_over():
    lines = played("seneca")
    for number, sentence in ((0, "counted from 1"), (9, "there is no shoe 9"), (3, "shoe 3 is not revealed yet")):
        with pytest.raises(RecordError, match=sentence):
            list(make_record(lines, number))
    with pytest.raises(RecordError, match="does not open a table"):
        list(make_record(lines[1:], 1))


def test_a_shoe_whose_reveal_is_held_back_has_a_record_that_goes_on_until_then(tmp_path):
    """A continuous device, and a card carried over: the first shoe is shown after the second is over (F10)."""
    lines = stored(SCENARIOS["continuous-carried-card"]().log)
    events = [e.decode(line.bytes) for line in lines]
    held = [event.shoe_no for event in events if isinstance(event, e.ShoeEnded) and event.held_back]
    revealed = [event.shoe_no for event in events if isinstance(event, e.ShoeRevealed)]
    assert set(held) & set(revealed)
    for shoe_no in revealed:
        data = b"".join(make_record(lines, shoe_no))
        found = ours(data)
        assert found is not None
        assert found.faults == ()
        assert theirs(data, tmp_path) == 0
        if shoe_no in held:
            assert data.count(b'"event":"StackCommitted"') > 1


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_shoe_of_every_playthrough_has_a_true_record(name, tmp_path):
    """Irregularities, remedies, voids, re-cuts and dead tables included."""
    story = SCENARIOS[name]()
    story.to(lambda state: state.coup is None or state.phase is Phase.RACKING)
    lines = stored(story.log)
    for event in story.all(e.ShoeRevealed):
        data = b"".join(make_record(lines, event.shoe_no))
        found = ours(data)
        assert found is not None
        assert (found.faults, found.not_replayed) == ((), "")
        assert theirs(data, tmp_path) == 0


def test_cards_of_a_real_shoe_have_no_commitment_and_both_say_so(tmp_path, capsys):
    vault, at = ByHand(), 1_800_000_000_000
    live = LiveTable("T", rules_of("section-42"), vault, lambda: at)
    live.handle(c.TakeSeat(by=THE_HOUSE, at=at, seat=1, guest="g", age=40, attested_by="Fay"))
    for phase in (Phase.LOADED, Phase.RACKING, Phase.BETTING):
        while live.state.phase is not phase:
            live.step()
        if phase is Phase.LOADED:
            vault.name(["As", "2h", "Kh", "Ks", "9d", "8d"])
    assert not isinstance(live.handle(c.LeaveSeat(by=THE_HOUSE, at=at, seat=1)), Refusal)
    assert not isinstance(live.handle(c.CloseTable(by=FLOOR, at=at)), Refusal)
    data = b"".join(make_record(stored(live.log), 1))
    found = ours(data)
    assert found is not None
    assert (found.faults, found.committed, found.cards_count) == ((), False, 0)
    assert theirs(data, tmp_path) == 0
    assert "no commitment" in capsys.readouterr().out


class Forgetful(PracticeVault):
    """A vault whose next order is lost, as with its key."""

    lost = False

    def reveal(self) -> tuple[tuple[str, ...], str]:
        found = super().reveal()
        lost, self.lost = self.lost, False
        return ((), "") if lost else found


def test_a_shoe_whose_order_was_lost_is_not_verified_and_the_next_one_is(tmp_path, capsys):
    table = Table("section-42", cut_card_depth=300)
    vault = table.live.vault = Forgetful(1)
    table.to(Phase.TURNING)
    vault.lost = True
    table.yes(c.Report, by=THE_HOUSE, kind="order-lost", note="the key is gone")
    table.to(lambda state: state.shoe_no == 3)
    first, second = (b"".join(make_record(stored(table.log), shoe_no)) for shoe_no in (1, 2))
    found = ours(first)
    assert found is not None
    assert [fault.sentence.partition(",")[0] for fault in found.faults] == ["the secret order of shoe 1 was lost"]
    assert theirs(first, tmp_path) == 1
    assert check_record(read_record(second)) == check_record(second) == check_record(second.decode())
    assert check_record(second).faults == ()
    with pytest.raises(RecordError):
        check_record("no record")
    assert theirs(second, tmp_path) == 0
    capsys.readouterr()


def test_a_change_of_options_in_the_course_of_a_shoe_is_an_event_of_its_record(tmp_path):
    table = Table("section-42", cut_card_depth=300)
    table.to(Phase.BETTING)
    table.yes(c.ChangeOptions, by=THE_HOUSE, options={"settlement_order": "i"}, notice="N-7")
    table.to(lambda state: state.shoe_no == 3)
    for shoe_no, order in ((1, "iv"), (2, "i")):
        data = b"".join(make_record(stored(table.log), shoe_no))
        assert read_record(data).header.options["settlement_order"] == order, "as the shoe began"
        assert check_record(read_record(data)).faults == ()
        assert theirs(data, tmp_path) == 0


# ----------------------------------------------------------------------------------------------------------- tampering


def other_card(facts: dict[str, Any]) -> None:
    facts["card"] = "Kh" if facts["card"] != "Kh" else "Qh"


def shown_otherwise(facts: dict[str, Any]) -> None:
    facts["shown"] = {position: "Kh" if card != "Kh" else "Qh" for position, card in facts["shown"].items()}


def swap_cards(facts: dict[str, Any]) -> None:
    order = facts["reveal"]["order"]
    other = next(n for n, card in enumerate(order) if card != order[0])
    order[0], order[other] = order[other], order[0]


def _set(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda facts: facts.update(changes)


Tampering = Callable[[list[bytes]], list[bytes]]

CARELESS: dict[str, Tampering] = {
    "a card is edited": lambda lines: edited(lines, "CardDealt", other_card, 5),
    "the time of an event is edited": lambda lines: edited(lines, "BettingClosed", _set(at=1)),
    "a line is dropped": lambda lines: [*lines[:50], *lines[51:]],
    "a line is doubled": lambda lines: [*lines[:50], lines[49], *lines[50:]],
    "two lines are swapped": lambda lines: [*lines[:50], lines[51], lines[50], *lines[52:]],
    "a space is added": lambda lines: [*lines[:50], lines[50].replace(b'",', b'", ', 1), *lines[51:]],
    "the salt is changed": lambda lines: edited(lines, "last", lambda f: f["reveal"].update(salt="00" * 32)),
    "the order is changed": lambda lines: edited(lines, "last", swap_cards),
    "the cut is changed": lambda lines: edited(lines, "StackCut", _set(position=77)),
    "the end is cut off": lambda lines: lines[:-1],
    "half of it is cut off": lambda lines: lines[: len(lines) // 2],
    "the last event is cut off": lambda lines: [*lines[:-2], lines[-1]],
    "the first event is cut off": lambda lines: [lines[0], *lines[2:]],
    "the header is missing": lambda lines: lines[1:],
    "the rulebook of the header is changed": lambda lines: edited(lines, "header", _set(rulebook="atlantis")),
    "the table of the header is changed": lambda lines: edited(lines, "header", _set(table="T9")),
    "the shoe of the header is changed": lambda lines: edited(lines, "header", _set(shoe=5)),
    "the options of the header are changed": lambda lines: edited(lines, "header", lambda f: f["options"].update(x=1)),
    "the commitment of the header is changed": lambda lines: edited(lines, "header", _set(commitment="0" * 64)),
    "the chain starts elsewhere": lambda lines: edited(lines, "header", _set(previous_head="1" * 64)),
    "the chain starts nowhere": lambda lines: edited(lines, "header", _set(previous_head="xyz")),
    "the head is changed": lambda lines: edited(lines, "last", _set(head="0" * 64)),
    "the count is changed": lambda lines: edited(lines, "last", lambda f: f.update(count=f["count"] + 1)),
    "the format is another": lambda lines: edited(lines, "header", _set(format="minibac-shoe/1")),
    "a line is no JSON": lambda lines: [*lines[:50], b"{", *lines[51:]],
    "a line is no text": lambda lines: [*lines[:50], b"\xff\xfe", *lines[51:]],
    "a line is empty": lambda lines: [*lines[:50], b"", *lines[50:]],
    "a line is no object": lambda lines: [*lines[:50], b"[]", *lines[51:]],
    "the file is empty": lambda lines: [],
    "the file is another": lambda lines: [b"# Minibac", b"", b"Text."],
}
"""What somebody does who does not mend the hashes."""

CAREFUL: dict[str, Tampering] = {
    "a card is edited": lambda lines: edited(lines, "CardDealt", other_card, 5),
    "a burned card is edited": lambda lines: edited(lines, "CardsBurned", shown_otherwise),
    "the cut is changed": lambda lines: edited(lines, "StackCut", _set(position=77)),
    "the cut is outside": lambda lines: edited(lines, "StackCut", _set(position=416)),
    "the salt is changed in the last line": CARELESS["the salt is changed"],
    "the order is changed in the last line": CARELESS["the order is changed"],
    "the salt is changed in both places": lambda lines: edited(
        CARELESS["the salt is changed"](lines), "ShoeRevealed", _set(salt="00" * 32)
    ),
    "the commitment is another": lambda lines: edited(lines, "StackCommitted", _set(commitment="0" * 64)),
    "the commitment is another in both places": lambda lines: edited(
        edited(lines, "StackCommitted", _set(commitment="0" * 64)), "header", _set(commitment="0" * 64)
    ),
    "the commitment was made for fewer cards": lambda lines: edited(lines, "StackCommitted", _set(cards_count=312)),
    "the commitment is missing": lambda lines: [li for li in lines if b'"StackCommitted"' not in li],
    "the reveal is missing": lambda lines: [li for li in lines if b'"event":"ShoeRevealed"' not in li],
    "the shoe is another": CARELESS["the shoe of the header is changed"],
    "the rulebook is another": lambda lines: edited(lines, "header", _set(rulebook="seminole")),
    "the table is another": CARELESS["the table of the header is changed"],
    "a card lies outside of the shoe": lambda lines: edited(lines, "CardDealt", _set(position=416), 5),
}
"""What somebody does who mends header, count and chain afterwards."""

DECIDED: dict[str, tuple[Tampering, str]] = {
    "a count is called wrong": (
        lambda lines: edited(lines, "CountCalled", lambda f: f.update(count=(f["count"] + 1) % 10)),
        "CountCalled is not what the rulebook gives",
    ),
    "a result is called wrong": (
        lambda lines: edited(lines, "ResultCalled", lambda f: f.update(code=f["code"] + 1)),
        "ResultCalled is not what the rulebook gives",
    ),
    "a card goes to the other hand": (
        lambda lines: edited(lines, "CardDealt", _set(hand="banker")),
        "CardDealt is not what the rulebook gives",
    ),
    "a clause is not cited": (lambda lines: edited(lines, "BettingClosed", _set(clauses=[])), "by the rulebook"),
    "a payment is a cent too small": (
        lambda lines: edited(lines, "ActionsTaken", lambda f: f["postings"][0].__setitem__(4, 1)),
        "ActionsTaken is not what the rulebook gives",
    ),
    "a shuffle is left out": (
        lambda lines: [li for li in lines if b'"event":"StepDone"' not in li],
        "is not what the rulebook gives",
    ),
    "an event is invented": (
        lambda lines: edited(lines, "BettingClosed", _set(event="BettingShut")),
        "there is no event 'BettingShut'",
    ),
    "an event is of tomorrow": (lambda lines: edited(lines, "BettingClosed", _set(schema=2)), "is of schema 2"),
    "the options are others": (
        lambda lines: edited(lines, "header", lambda f: f["options"].update(decks=6)),
        "the header names another table, rulebook or options",
    ),
    "the state before is that of another table": (
        lambda lines: edited(lines, "header", lambda f: f["before"]["opening"].update(table="T9")),
        "the header names another table, rulebook or options",
    ),
    "the state before is no state": (
        lambda lines: edited(lines, "header", lambda f: f["before"]["rest"].update(phase="betting", shoe_no=1)),
        "line 2: ",
    ),
}
"""What only somebody who knows the rulebook can see."""


def lines_of(data: bytes) -> list[bytes]:
    return data.removesuffix(b"\n").split(b"\n")


@pytest.mark.parametrize("how", CARELESS)
@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_both_find_careless_tampering(how, rulebook, tmp_path, capsys):
    for shoe_no in (1, 2):
        lines = CARELESS[how](lines_of(record(rulebook, shoe_no)))
        data = b"\n".join(lines) + b"\n"
        found = ours(data)
        assert found is None or found.faults
        assert theirs(data, tmp_path) == 1
        wrong = capsys.readouterr().err
        assert wrong.startswith("WRONG: ")
        assert wrong.count("\n") == 1, "one sentence"


@pytest.mark.parametrize("how", CAREFUL)
@pytest.mark.parametrize("rulebook", ["section-42", "seneca"])
def test_both_find_tampering_whose_hashes_were_mended(how, rulebook, tmp_path, capsys):
    lines = resealed(CAREFUL[how](lines_of(record(rulebook))))
    data = b"\n".join(lines) + b"\n"
    found = ours(data)
    assert found is not None
    assert found.faults
    assert not any("chain of hashes" in fault.sentence for fault in found.faults)
    assert theirs(data, tmp_path) == 1
    assert "chain of hashes" not in capsys.readouterr().err


@pytest.mark.parametrize("how", DECIDED)
def test_the_rulebook_finds_what_the_hashes_cannot(how):
    tampering, sentence = DECIDED[how]
    lines = resealed(tampering(lines_of(record("section-42", 2))))
    found = check_record(read_record(b"\n".join(lines)))
    assert found.faults
    assert any(sentence in str(fault) for fault in found.faults), found.faults


def test_the_first_fault_names_its_line():
    data = record("section-42")
    lines = edited(lines_of(data), "CardDealt", other_card, 5)
    number = next(n for n, (old, new) in enumerate(zip(lines_of(data), lines, strict=True), 1) if old != new)
    found = check_record(read_record(b"\n".join(lines)))
    assert found.faults[0].line_no == number
    assert "card 8 of the shoe" in str(found.faults[0]) or "of the shoe is" in str(found.faults[0])
    assert found.faults[-1].sentence.startswith("the chain of hashes is broken")


def test_a_record_made_by_another_version_is_checked_up_to_its_decisions():
    lines = edited(lines_of(record("section-42", 2)), "header", lambda f: f["before"].update(shape="0" * 16))
    found = check_record(read_record(b"\n".join(resealed(lines))))
    assert found.faults == ()
    assert found.cards_count > 50
    assert "another version" in found.not_replayed


@pytest.mark.parametrize("shoe_no", [1, 2])
@pytest.mark.parametrize("before", [True, {}, {"shape": 1}, "x"])
def test_a_state_before_that_is_none_hides_no_payment(shoe_no, before):
    """Whoever alters a payment cannot have the decisions passed over by writing something else before them."""
    lines = edited(lines_of(record("section-42", shoe_no)), "header", lambda f: f.update(before=before))
    found = check_record(read_record(b"\n".join(resealed(lines))))
    (fault,) = found.faults
    nothing = "nothing comes before the first shoe of a table"
    assert fault.line_no == 1
    assert (nothing if shoe_no == 1 else "the state before the record cannot be read") in fault.sentence


def test_the_first_shoe_of_a_table_is_never_one_of_another_version():
    lines = edited(lines_of(record("section-42")), "header", lambda f: f.update(before={"shape": "0" * 16}))
    assert check_record(read_record(b"\n".join(resealed(lines)))).faults


def test_what_somebody_wrote_down_is_held_against_the_record(tmp_path):
    """A whole record can be made up. What was shown before the cut cannot be changed any more."""
    data, other = record("section-42"), record("massachusetts", 2)
    mine, last = read_record(data).header.commitment, read_record(data).last
    assert check_record(read_record(data), mine.upper(), last.head).faults == ()
    wrong = check_record(read_record(other), mine, last.head).faults
    assert [fault.line_no for fault in wrong] == [1, len(lines_of(other))]
    assert theirs(data, tmp_path, mine) == 0
    assert theirs(other, tmp_path, mine) == 1


# ------------------------------------------------------------------------------------------------------ standing alone


def test_the_verifier_is_short_and_needs_the_standard_library_alone():
    text = VERIFIER.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 320
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    assert {name.partition(".")[0] for name in found} <= sys.stdlib_module_names
    assert "minibac" not in {name.partition(".")[0] for name in found}


def test_the_verifier_runs_as_a_file_of_its_own(tmp_path):
    """In an empty folder, in isolated mode, without any installed package."""
    copy = tmp_path / "verify_shoe.py"
    copy.write_bytes(VERIFIER.read_bytes())
    shoe = tmp_path / "shoe.jsonl"
    shoe.write_bytes(record("seminole"))

    def run(*arguments: str) -> tuple[int, str, str]:
        command = [sys.executable, "-I", "-S", "-W", "error", str(copy), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        return done.returncode, done.stdout, done.stderr

    status, said, wrong = run("shoe.jsonl")
    assert (status, wrong) == (0, "")
    assert said.endswith("All is well.\n")
    shoe.write_bytes(record("seminole").replace(b'"seat":1', b'"seat":2', 1))
    status, said, wrong = run("shoe.jsonl")
    assert status == 1
    assert wrong == "WRONG: the chain of hashes is broken: an event was edited, added, removed or moved\n"
    assert run("nowhere.jsonl")[0] == 2
    assert run()[0] == 2


SEALED = ("header", "head", "count")
"""What :func:`resealed` puts right again."""

FREE = ("first_version", "before", "by")
"""What a forger can choose: where in the log it was, that there is nothing to replay, the name of a dealer."""


def test_damage_of_any_kind_is_a_sentence(tmp_path, capsys):
    """Fields of the wrong type, missing fields: never a traceback, from neither."""
    lines = lines_of(record("section-42"))
    for kind in ("header", "last", "StackCommitted", "CardDealt", "ShoeRevealed", "StackCut"):
        facts = msgspec.json.decode(next(li for li in edited(lines, kind, _set()) if _is(kind, li, lines)))
        for name in facts:
            for value in (None, 7, "x", [], {}, [1], {"a": 1}):
                data = b"\n".join(resealed_or_not(edited(lines, kind, _set(**{name: value}))))
                found = ours(data)
                assert found is None or found.faults or facts[name] == value or name in (*SEALED, *FREE)
                assert theirs(data, tmp_path) in (0, 1)
    capsys.readouterr()


def _is(kind: str, line: bytes, lines: list[bytes]) -> bool:
    if kind in ("header", "last"):
        return line == msgspec.json.encode(msgspec.json.decode(lines[0 if kind == "header" else -1]))
    return line.startswith(f'{{"event":"{kind}"'.encode())


def resealed_or_not(lines: list[bytes]) -> list[bytes]:
    try:
        return resealed(lines)
    except (AttributeError, KeyError, TypeError, ValueError):
        return lines
