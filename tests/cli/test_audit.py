"""``minibac audit``: text, JSON, CSV and a page, in two languages; wrong calls are one sentence."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.notation import written
from minibac.shoes.noted_record import noted
from minibac.shoes.record import read_record
from tests.records.shoes import record

PAGE = Path(__file__).parents[2] / "docs" / "audit.md"


@pytest.fixture
def seven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The shoe of the documentation."""
    monkeypatch.chdir(tmp_path)
    (shoe,) = re.findall(r"```\n(shoe-notation 1\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    Path("seven.shoe").write_text(shoe, encoding="utf-8")
    return "seven.shoe"


def test_the_example_of_the_documentation(minibac: Any, seven: str) -> None:
    result = minibac("audit", seven, env={"COLUMNS": "100"})
    assert result.exit_code == 1
    (shown,) = re.findall(r"```text\n(.*?)    …\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert result.stdout.startswith(shown)
    assert "s42/c/3/extract" in result.stdout


def test_json_csv_and_page_tell_the_same(minibac: Any, seven: str) -> None:
    result = minibac("audit", seven, "--json", "--csv", "seven.csv", "--html", "seven.html")
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    assert told["found"] == {"banker-should-have-drawn": 1, "wrong-pair": 1, "wrong-vigorish": 1, "wrong-burn": 1}
    rows = list(csv.DictReader(Path("seven.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["code"], row["line"], row["sentence"]) for row in rows] == [
        (finding["code"], str(finding["line"]), finding["sentence"]) for finding in told["findings"]
    ]
    page = Path("seven.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "prefers-color-scheme: dark" in page
    assert page.count("<article>") == 4
    assert 'class="card third red">3♦<' in page


def test_a_terminal_shows_what_a_file_says_and_does_not_obey_it(seven: str) -> None:
    """Somebody else's file may name a shoe so that a terminal would hide what follows; our own colours stay."""
    text = re.sub(r'\[shoe ".*?"\]', '[shoe "a\x1b[8m\x9b2J\u202eb"]', Path(seven).read_text(encoding="utf-8"))
    Path(seven).write_text(text, encoding="utf-8")
    shown = CliRunner().invoke(cli, ["audit", seven], color=True).output
    assert "shoe a�[8m�2J�b" in shown
    assert set(re.findall(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown)) == {"\x1b"}
    assert set(re.findall(r"\x1b.\d*.", shown)) <= {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m"}


def test_chinese(minibac: Any, seven: str) -> None:
    result = minibac("--language", "zh", "audit", seven, "--html", "seven.html")
    assert "庄家缺第三张牌：庄家 3 点" in result.stdout
    page = Path("seven.html").read_text(encoding="utf-8")
    assert '<html lang="zh">' in page
    assert "审核所见" in page


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_our_own_records_are_right(minibac: Any, rulebook: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.shoe"
    one.write_bytes(record(rulebook))
    other.write_text("".join(written(noted(read_record(record(rulebook, 2))))), encoding="utf-8")
    result = minibac("audit", str(one), str(other), "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["findings"], told["shoes"]) == (0, [], 2)
    assert told["levels"] == {"suits": told["coups"]}
    assert {check["check"] for check in told["checks"] if check["unknown"]} == {"roads"}


def test_another_rulebook_pays_otherwise(minibac: Any, tmp_path: Path) -> None:
    """Pairs are wagers of the Seminole guide, and Section 42 has none."""
    file = tmp_path / "pairs.shoe"
    line = "1. = Bp $2 player-pair 5.00 win +55.00"
    file.write_text(f'shoe-notation 1\n[shoe "1"]\n[rulebook "seminole"]\n{line}\n', encoding="utf-8")
    assert minibac("audit", str(file)).exit_code == 0
    result = minibac("audit", str(file), "--as", "section-42", "--json")
    (finding,) = json.loads(result.stdout)["findings"]
    assert (finding["code"], finding["clause"]) == ("wager-refused", "s42/b/2")


def test_a_report_says_against_what_shoes_were_held(minibac: Any, tmp_path: Path) -> None:
    """A page is read by whoever did not ask for it."""
    file, page = tmp_path / "three.shoe", tmp_path / "three.html"
    books = ('[rulebook "seneca"]', '[rulebook "section-42"]', "", '[rulebook "section-43"]')
    shoes = "".join(f'[shoe "{number}"]\n{book}\n1. = B\n' for number, book in enumerate(books, start=1))
    file.write_text(f"shoe-notation 1\n{shoes}", encoding="utf-8")

    def told(*options: str) -> tuple[Any, str]:
        result = minibac("audit", str(file), "--html", str(page), "--json", *options)
        return json.loads(result.stdout)["held_against"], page.read_text(encoding="utf-8")

    held, text = told()
    assert held == {"asked": None, "options": {}, "shoes": {"seneca": 1, "section-42": 2}}
    assert "Held against what is stated: Section 42 (2 shoes) and Seneca (1 shoe)." in text
    held, text = told("--as", "massachusetts", "--set", "decks=8")
    assert held == {"asked": "massachusetts", "options": {"decks": "8"}, "shoes": {"massachusetts": 4}}
    assert "Held against Massachusetts with decks=8, whatever else is stated." in text
    assert "Held against Massachusetts, whatever is stated." in told("--as", "massachusetts")[1]


def test_results_alone_are_read_and_nothing_is_guessed(minibac: Any) -> None:
    result = minibac("audit", "--from", "results", "-", "--json", input="BPPTBb\nPPB?\n")
    told = json.loads(result.stdout)
    assert told["levels"] == {"result": 5}
    assert told["found"] == {"line-unread": 1}
    (draws,) = [check for check in told["checks"] if check["check"] == "draws"]
    assert (draws["looked_at"], draws["unknown_by_level"]) == (0, {"result": 5})


def test_a_rulebook_that_is_refused_as_it_is_stated_is_not_called_unstated(minibac: Any) -> None:
    for fact in ('[rulebook "section-43"]', '[rulebook "section-42"]\n[option.decks "six"]'):
        told = minibac("audit", "--from", "notation", "-", input=f"shoe-notation 1\n{fact}\n= B\n")
        assert "1 coup states no rulebook, or one that is refused as it is stated" in " ".join(told.stdout.split())
    told = minibac("audit", "--from", "notation", "-", input="shoe-notation 1\n= B\n")
    assert "1 coup states no rulebook: payments" in " ".join(told.stdout.split())


@pytest.mark.parametrize("name", ["lost.shoe", "lost.jsonl", "lost.txt", "lost.csv"])
def test_an_empty_file_is_nothing_right(minibac: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    told = minibac("audit", str(tmp_path / name))
    assert told.exit_code == 1
    assert "the file is empty" in told.stdout


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.shoe", b"shoe-notation 1\n", "no coup stands in it"),
        ("a.txt", b"\n\n", "no coup stands in it"),
        ("a.json", b"[]", "it has no row that can be read"),
        ("a.csv", b"Shoe,Hand,Result\n", "it has no row that can be read"),
        ("a.csv", b"Schoen;Ronde;Speler\n1;1;Kh 9s\n", "no column tells anything of a coup by its name"),
        ("a.csv", b"PK\x03\x04" + bytes(range(256)), "it has no row that can be read"),
        ("house", b"no data", "is no data of minibac"),
    ],
)
def test_what_cannot_be_read_is_a_finding_and_the_next_file_is_read(
    minibac: Any, seven: str, tmp_path: Path, name: str, data: bytes, why: str
) -> None:
    strange = tmp_path / name
    if name == "house":
        strange.mkdir()
        (strange / "minibac.sqlite").write_bytes(data)
    else:
        strange.write_bytes(data)
    told = json.loads(minibac("audit", str(strange), seven, "--json").stdout)
    assert told["files"] == [str(strange), seven]
    assert told["found"]["line-unread"] == 1
    assert why in told["findings"][0]["sentence"]
    assert told["wrong_coups"] == 3


def test_a_notation_of_a_spreadsheet_is_read_in_both_ways(minibac: Any, seven: str, tmp_path: Path) -> None:
    (tmp_path / "wide.shoe").write_text(Path(seven).read_text(encoding="utf-8"), encoding="utf-16")
    plain, wide = (json.loads(minibac("audit", name, "--json").stdout) for name in (seven, "wide.shoe"))
    assert (wide["found"], wide["coups"]) == (plain["found"], plain["coups"])


def test_what_is_read_is_never_written_over(refused: Any, seven: str, tmp_path: Path) -> None:
    table = tmp_path / "night.csv"
    table.write_text("Result\nB\nP\n", encoding="utf-8")
    (told,) = refused("audit", str(table), "--csv", "./night.csv", status=2)
    assert told.endswith("is read, and nothing else can be written to it")
    assert table.read_text(encoding="utf-8") == "Result\nB\nP\n"
    refused("audit", seven, "missing.shoe", "--csv", "out.csv", status=2)
    assert not Path("out.csv").exists()


def test_wrong_calls_are_one_sentence(refused: Any, seven: str, tmp_path: Path) -> None:
    (tmp_path / "a.doc").write_text("", encoding="utf-8")
    for words, status, sentence in (
        (("no.shoe",), 2, "cannot be read"),
        (("a.doc",), 2, "--from says it"),
        ((seven, "--set", "decks=6"), 2, "--as RULEBOOK"),
        ((seven, "--csv", "findings.txt"), 2, "ends in .csv"),
        ((seven, "--html", "nowhere/page.html"), 1, "there is no folder"),
        ((seven, "--as", "section-43"), 2, "section-42"),
    ):
        (said,) = refused("audit", *words, status=status)
        assert sentence in said
