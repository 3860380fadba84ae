"""``minibac drill``: the list, a practice, an exam, JSON lines, sheets on paper, and wrong calls."""

import json
from pathlib import Path
from typing import Any

import pytest

from minibac.rules.rulebook import RULEBOOKS
from minibac.school.drills import DRILLS
from minibac.school.scenario import shipped


def lines(result: Any) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_list_names_every_drill_that_the_table_can_be_asked(minibac: Any, told: Any) -> None:
    shown = minibac("drill").stdout
    assert [name for name in DRILLS if f"  {name} " not in shown] == ["house-money"]
    assert "vigorish" not in minibac("drill", "--rulebook", "massachusetts", "--set", "vigorish_type=ez").stdout
    rows = told("drill", "--rulebook", "massachusetts", "--set", "vigorish_type=ez")["drills"]
    assert [row["drill"] for row in rows if not row["asked"]] == ["match-play", "vigorish", "marker-buttons"]


def test_practice_explains_what_is_wrong_and_brings_it_back(minibac: Any) -> None:
    result = minibac("drill", "tableau", "--seed", "1", "--count", "2", "--level", "2", input="d\nx\n\ns\ns\ns\n")
    assert result.exit_code == 0
    assert "wrong: it is s. Banker's Hand has 7" in result.stdout
    assert "s42/i/3/b7-9" in result.stdout
    assert "'x' is no answer here; write d (draw) or s (stand)" in result.stdout
    assert result.stdout.count("Banker 7, the Player's third card is worth 4") == 3
    assert "1 of 2 right at the first attempt" in result.stdout
    assert "practise: minibac drill tableau --level 2; look up s42/i/3/b7-9" in result.stdout


def test_an_exam_asks_each_item_once_and_tells_at_the_end(minibac: Any) -> None:
    result = minibac("drill", "tableau", "--seed", "1", "--count", "2", "--level", "2", "--exam", input="d\n?\n")
    before, after = result.stdout.split("2/2", 1)
    assert "wrong" not in before
    assert after.count("Banker 7, the Player's third card is worth 4") == 1
    assert "0 of 2 right at the first attempt" in after


def test_a_test_of_one_drill_is_held_against_its_mark(minibac: Any) -> None:
    """Somebody alone at home learns when to go on; what was not answered is wrong."""
    call = ("drill", "burn", "seneca", "--seed", "5", "--exam")
    score = lines(minibac(*call, "--json", input="1\n" * 13))[-1]["score"]
    right = [attempt["answers"][0] for attempt in score["attempts"]]
    assert (score["mark"], score["passes"], score["because"]) == ("13 of 13", False, None)
    shown = minibac(*call, input="\n".join(right)).stdout
    assert "the mark is 13 of 13: this passes" in shown
    shown = minibac(*call, input="\n".join(right[:12]) + "\nq\n").stdout
    assert "12 of 12 right" in shown
    assert "the mark is 13 of 13: this does not pass" in shown
    short = minibac(*call, "--count", "1", input="1\n").stdout
    assert "by the whole sheet" in short
    assert "the mark is" not in minibac("drill", "burn", "sums", "--exam", input="q\n").stdout
    assert "the mark is" not in minibac("drill", "burn", input="q\n").stdout


def test_json_lines_are_a_dialogue_without_the_answer_in_the_question(minibac: Any) -> None:
    call = ("drill", "steps", "who", "remedies", "--seed", "5", "--count", "2", "--json")
    score = lines(minibac(*call, "--exam", input="a\n" * 6))[-1]["score"]
    right = [attempt["answers"][0] for attempt in score["attempts"]]
    told = lines(minibac(*call, input="\n".join(right)))
    assert [next(iter(line)) for line in told] == ["item", "verdict"] * 6 + ["score"]
    assert not any({"answers", "why", "clauses"} & set(line["item"]) for line in told[:-1:2])
    assert all(line["verdict"]["right"] and line["verdict"]["clauses"] for line in told[1:-1:2])
    assert (told[-1]["score"]["right"], told[-1]["score"]["items"]) == (6, 6)


def test_who_ends_early_is_scored_on_what_was_answered(minibac: Any) -> None:
    score = lines(minibac("drill", "counts", "--seed", "5", "--count", "3", "--json", input="q\n"))[-1]["score"]
    assert (score["items"], score["answered"]) == (3, 0)
    assert "0 of 0 right" in minibac("drill", "counts", "--count", "3", input="").stdout


def test_in_chinese(minibac: Any) -> None:
    shown = minibac(
        "--language", "zh", "drill", "announcements", "--count", "1", "--level", "1", input="停止投注\n"
    ).stdout
    assert "正确" in shown


def test_a_sheet_and_its_key_are_the_same_bytes_from_the_same_seed(minibac: Any, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.pdf", "one-key.pdf", "two.pdf", "two-key.pdf")]
    names = ("counts", "remedies", "order")
    for sheet, key in (files[:2], files[2:]):
        call = ("drill", *names, "--seed", "7", "--count", "3", "--paper", str(sheet), "--key", str(key))
        assert minibac(*call).stdout == "9 items from the seed 7\n"
    one, one_key, two, two_key = (file.read_bytes() for file in files)
    assert one.startswith(b"%PDF")
    assert (one, one_key) == (two, two_key)
    assert one != one_key


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (("tablaeu",), "there is no drill 'tablaeu' (did you mean tableau?): sums,"),
        (("counts", "--level", "4"), "--level: 4 is no whole number from 1 to 3"),
        (("counts", "--count", "0"), "--count: 0 is no whole number from 1 to 10000"),
        (("--exam",), "name the drills, or all: sums,"),
        (("--level", "2"), "name the drills, or all: sums,"),
        (("--seed", "7"), "name the drills, or all: sums,"),
        (("counts", "--seed", " "), "--seed is a word or a number, and here is none"),
        (("--course", "--level", "2"), "--course is asked for by itself, with a rulebook"),
        (("--course", "--seed", "x"), "--course is asked for by itself, with a rulebook"),
        (("--clauses", "--set", "decks=6"), "--clauses is asked for by itself, with a rulebook"),
        (("--clauses", "--house", "house.toml"), "--clauses is asked for by itself, with a rulebook"),
        (("counts", "--exam", "--paper", "a.pdf"), "--exam is for answers at the terminal; a sheet on paper asks each"),
        (("counts", "--paper", "sheet.txt"), "a sheet is written to a file that ends in .pdf, and sheet.txt does not"),
        (("counts", "--paper", "a.pdf", "--key", "a.pdf"), "--paper and --key name the same file"),
        (
            ("vigorish", "--rulebook", "massachusetts", "--set", "vigorish_type=ez"),
            "nothing of vigorish can be asked of this table under Massachusetts",
        ),
        (("tableau", "seneca", "massachusetts"), "drills are asked under one rulebook, and here are seneca and massa"),
        (("seneca", "--rulebook", "seminole", "--course"), "drills are asked under one rulebook, and here are"),
        (("tableau", "senca"), "there is no drill 'senca' (did you mean seneca?): sums,"),
        (("counts", "--set", "decks=5"), "decks=5 is not allowed under Section 42, which allows 6 or more (s42/a/1)"),
    ],
)
def test_wrong_calls_are_one_sentence(refused: Any, call: tuple[str, ...], sentence: str) -> None:
    (said,) = refused("drill", *call)
    assert said.startswith(sentence)


def test_a_rulebook_stands_behind_the_drills(told: Any) -> None:
    behind = told("drill", "seneca")
    assert behind["rulebook"] == "seneca"
    assert behind == told("drill", "--rulebook", "seneca")
    assert told("drill", "--course", "seneca") == told("drill", "--course", "--rulebook", "seneca")


def test_the_clauses_are_listed_with_their_drills_or_the_reason(minibac: Any, told: Any, refused: Any) -> None:
    shown = minibac("drill", "--clauses", "--rulebook", "seneca").stdout
    assert "48 of 52 clauses are met, 46 of them by a drill and 30 in a scenario" in shown
    listed = told("drill", "--clauses", "--rulebook", "seneca")
    rows = {row["clause"]: row for row in listed["rows"]}
    assert "tableau" in rows["sen/banker-6"]["drills"]
    assert rows["sen/house"] == {
        "clause": "sen/house",
        "drills": [],
        "scenarios": [],
        "because": "posted or printed: there is nothing to do",
    }
    assert (listed["clauses"], listed["asked"], listed["dealt"], listed["met"]) == (52, 46, 30, 48)
    (said,) = refused("drill", "tableau", "--clauses")
    assert said.startswith("--clauses is asked for by itself")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_course_leads_through_every_drill_to_the_audition(told: Any, rulebook: str) -> None:
    stages = told("drill", "--course", "--rulebook", rulebook)["stages"]
    steps = [step for stage in stages for step in stage["steps"]]
    asked = [row["drill"] for row in told("drill", "--rulebook", rulebook)["drills"] if row["asked"]]
    drills = [step["step"] for step in steps if not step["table"]]
    assert sorted(drills) == sorted({*asked} | ({"match-play"} & {*drills}))
    assert [step["step"] for step in steps if step["table"]] == [
        f"{name}-{rulebook}" for name in ("first-rounds", "opening", "audition")
    ]
    assert all(step["passes"] for step in steps), "everything says when to go on"
    faults, time, pace = steps[-1]["passes"].rsplit(", ", 2)
    assert faults == "at most 0 critical, 1 major and 5 minor faults"
    assert (time, pace) == ("30 minutes or more", "30 rounds an hour or more"), "the school's, and its scenario's"
    assert {step["step"] for step in steps if step["table"]} <= set(shipped())


def test_the_course_in_the_documentation_is_the_one_of_the_program(told: Any) -> None:
    page = (Path(__file__).parents[2] / "docs" / "course.md").read_text(encoding="utf-8")
    for rulebook in RULEBOOKS:
        stages = told("drill", "--course", "--rulebook", rulebook)["stages"]
        rows = [row for row in page.splitlines() if row.startswith("| ") and "`" in row]
        for step in (step for stage in stages for step in stage["steps"]):
            assert any(f"`{step['step']}`" in row for row in rows), step
