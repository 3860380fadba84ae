"""``minibac audition``: the list, a rehearsal of every scenario, a dialogue in words and in JSON, and wrong files."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from minibac.cli.audition_dialogue import LineDialogue
from minibac.house.audition import Audition
from minibac.school.exam_view import seen
from minibac.school.scenario import Scenario, load_scenario, shipped

ROUND = "nmb\ndeal p\ndeal b\ndeal p\ndeal b\n"


def lines(result: Any) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_list_names_every_scenario(minibac: Any, told: Any) -> None:
    shown = minibac("audition").stdout
    assert all(f"  {name} " in shown for name in shipped())
    rows = told("audition")["scenarios"]
    assert {row["rulebook"] for row in rows} == {"section-42", "massachusetts", "seminole", "seneca"}


@pytest.mark.parametrize("name", shipped())
def test_the_automatic_dealer_passes_every_scenario_without_a_fault(told: Any, name: str) -> None:
    result = told("audition", name, "--rehearse")["result"]
    assert (result["passed"], result["finished"], result["faults"]) == (True, True, [])
    assert result["coups"] in (3, 8) or result["seconds"] >= 1_800
    assert result["announcements"]["wrong"] == result["order"]["wrong"] == 0


def test_a_dialogue_in_words_tells_at_the_end_what_was_wrong(minibac: Any) -> None:
    given = f"deal p\n{ROUND}count p 5\nhelp\nfly\npay 2\npay 2 player many\nrack now\n"
    result = minibac("audition", "first-rounds-section-42", input=given)
    assert result.exit_code == 0
    assert "Seat 2 puts $20.00 on player." in result.stdout
    assert "'fly' is no step" in result.stdout
    assert "write pay SEAT WAGER AMOUNT" in result.stdout
    assert "'now' is too much; write rack" in result.stdout
    before, after = result.stdout.rsplit("> ", 1)
    assert "fault" not in before.lower()
    assert "critical, dealt before call: left out: the call of no more bets" in after
    assert "(s42/g/2, s42/b/4)" in after
    assert "not passed: it was not dealt to its end" in after


def test_a_dialogue_in_json_shows_the_table_and_no_count(minibac: Any) -> None:
    steps = ('{"command": "CallNoMoreBets"}', '{"command": "DealCard", "hand": "player"}', '{"command": "AssignStaff"}')
    given = "\n".join((*steps, '{"by": 1', "help", "q", ""))
    said = lines(minibac("audition", "first-rounds-seneca", "--json", input=given))
    assert "Seat 2 puts" in said[0]["happened"][0]
    tables = [line["table"] for line in said if "table" in line]
    assert [len(table["player"]) for table in tables] == [0, 1]
    assert not {"phase", "next", "player_total"} & set(tables[0])
    refused = [line["refused"] for line in said if "refused" in line]
    assert [each.startswith("the line is no command") for each in refused] == [True, True]
    assert "deal p|b" in next(line["steps"] for line in said if "steps" in line)
    assert said[-1]["result"]["passed"] is False


def test_the_same_seed_deals_the_same(told: Any) -> None:
    one, same, other = (
        told("audition", "audition-seneca", "--rehearse", "--seed", seed)["result"] for seed in ("a", "a", "b")
    )
    assert one == same
    assert one["order"] != other["order"]


def test_named_cards_come_in_their_order(minibac: Any, tmp_path: Path) -> None:
    file = tmp_path / "named.toml"
    guests = "[[guest]]\nseat = 1\n"
    burn = "Ah 2h"  # an ace burns one more
    file.write_text(
        f'format = "minibac-scenario/1"\nname = "n"\nrulebook = "section-42"\nrounds = 1\n'
        f'cards = "{burn} 9c 8c Kd Ks"\n{guests}',
        encoding="utf-8",
    )
    said = lines(minibac("audition", str(file), "--json", input=ROUND))
    table = [line["table"] for line in said if "table" in line][-1]
    assert (table["player"], table["banker"]) == (["9c", "Kd"], ["8c", "Ks"])


def test_a_file_is_told_everything_that_is_wrong_with_it(refused: Any, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        'format = "minibac-scenario/1"\nname = "n"\nrulebook = "section-42"\nrounds = 3\nopening = true\ncards = "1x"\n'
        'colour = 2\n[options]\nvigorish_rate = "9%"\n[marks]\nmajor = -1\n'
        '[[guest]]\nseat = 12\nstyle = "rude"\n[[guest]]\nseat = 1\nrounds = [9]\n[[guest]]\nseat = 1\n'
        '[[mishap]]\nkind = "earthquake"\nround = 1\n[[mishap]]\nkind = "other"\nround = 1\nrate = 2\n'
        '[[mishap]]\nkind = "other"\nround = 7\n',
        encoding="utf-8",
    )
    told = "\n".join(refused("audition", str(file)))
    for part in (
        "options: vigorish_rate=9% is not allowed under Section 42",
        "marks.major: -1 is not a whole number of 0 or more",
        'style: "rude" is not known', "there is no seat 12", "there is no round 9: the exam has 3",
        "two guests sit at the same seat", 'kind: "earthquake" is not known', "one of the three is stated",
        "there is no round 7", "nobody knows where the trainee cuts", "colour: there is no such key",
    ):  # fmt: skip
        assert part in told, part


def test_exam_is_another_word_for_it(told: Any) -> None:
    assert told("exam") == told("audition")
    assert told("exam", "first-rounds-seneca", "--rehearse")["result"]["passed"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rehearse",), "name the scenario to sit; minibac audition lists them"),
        (("--seed", "7"), "name the scenario to sit; minibac audition lists them"),
        (("first-rounds-seneca", "--seed", ""), "--seed is a word or a number, and here is none"),
        (("nothing",), "there is no scenario 'nothing': name a .toml file, or audition-massachusetts,"),
        (("audition-senca",), "there is no scenario 'audition-senca' (did you mean audition-seneca?): name a .toml"),
        (("seneca",), "there is no scenario 'seneca': name a .toml file, or audition-seneca, first-rounds-seneca or"),
        (("opening",), "there is no scenario 'opening': name a .toml file, or opening-massachusetts, opening-sect"),
    ],
)
def test_wrong_calls_are_one_sentence(refused: Any, words: tuple[str, ...], sentence: str) -> None:
    (said,) = refused("audition", *words)
    assert said.startswith(sentence)


def test_the_list_is_told_in_chinese(minibac: Any) -> None:
    assert "从第一次洗牌起半小时" in minibac("--language", "zh", "audition").stdout


def test_what_is_said_to_the_program_is_no_step(minibac: Any) -> None:
    said = minibac("audition", "first-rounds-seneca", input="help\nwait 5\nquit now\nq\n").stdout
    assert said.splitlines().count("  wait") == 1
    assert said.count("wait lets a second pass and q ends the exam") == 2
    assert "is no step" not in said


def test_help_names_what_a_page_would_show(minibac: Any) -> None:
    """Alone at a terminal one finds the names of steps, reports and remedies, in no order that tells anything."""
    shown = minibac("audition", "opening-seneca", input="help\nstep wahs\nq\n").stdout
    assert "  step: inspect yes|no; receive yes|no CARDS; spread yes|no; " in shown
    assert "face-up-in-shoe; " in shown
    assert "  remedy: " in shown
    assert "'wahs' is no step of this table (did you mean wash?): inspect, receive, spread" in shown
    assert "faults: 0 critical, 0 major, 0 minor" in shown
    (told,) = (one for one in lines(minibac("audition", "opening-seneca", "--json", input="help\n")) if "steps" in one)
    assert told["step"][:2] == ["inspect yes|no", "receive yes|no CARDS"]
    assert "other" in told["report"]
    assert "burn-counted" in told["remedy"]
    in_a_round = minibac("audition", "first-rounds-seneca", input="help\nq\n").stdout
    assert "  step: " not in in_a_round


def test_nobody_is_told_of_what_was_left_out_and_taken_as_done(minibac: Any) -> None:
    """The floor that nobody called has verified nothing, and to say so would tell that it was forgotten."""
    opening = ("step receive yes 416", "step inspect yes", "floor", "step spread yes", "q")
    called = minibac("audition", "opening-seneca", input="\n".join(opening)).stdout
    assert "Verify" in called
    assert "0 critical" in called
    forgotten = minibac("audition", "opening-seneca", input="\n".join(one for one in opening if one != "floor")).stdout
    assert "Verify" not in forgotten.partition("> q")[0]
    assert "critical, floor not called" in forgotten


def test_the_cutting_card_is_seen_at_a_terminal_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Or nobody could call the last hand."""
    read = load_scenario("first-rounds-seneca")
    assert isinstance(read, Scenario)
    state = Audition(read, lambda: 0).state
    talk = LineDialogue(StringIO())
    talk.lies(seen(state))
    assert "cutting card" not in capsys.readouterr().out
    talk.lies(seen(replace(state, table=replace(state.table, cut_card_seen=True))))
    assert "The cutting card has come out of the shoe." in capsys.readouterr().out


def test_files_that_are_none(refused: Any, tmp_path: Path) -> None:
    assert "cannot be read" in refused("audition", str(tmp_path / "no.toml"))[0]
    (tmp_path / "bad.toml").write_text("= 1", encoding="utf-8")
    assert "is no TOML" in refused("audition", str(tmp_path / "bad.toml"))[0]
