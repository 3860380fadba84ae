"""``minibac study`` as a person types it."""

import csv
import errno
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from minibac import __version__
from minibac.simulate.study import Shoes, perfect_study
from tests.command_line import Call, Told, calling, telling
from tests.simulate.shoes import house

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="studies need the extra fast")


TAGS = "0,0,0,-1,-1,-1,-1,2,2,0"
EZ = ("massachusetts", "--set", "vigorish_type=ez")
DRAGON = (*EZ, "--wager", "dragon-7", "--tags", TAGS, "--trigger", "4")

STUDIES = {
    "count": (*DRAGON, "--shoes", "200"),
    "perfect": (*EZ, "--shoes", "50", "--device", "cpu"),
    "depth": (*EZ, "--wager", "dragon-7", "--wager", "tie", "--depths", "14,50", "--shoes", "40", "--device", "cpu"),
    "bankroll": (*DRAGON, "--spread", "4:1,6:2", "--bankroll", "30", "--paths", "20", "--shoes", "10"),
}


@pytest.fixture
def minibac() -> Call:
    return calling("study")


@pytest.fixture
def told(minibac: Call) -> Told:
    return telling(minibac)


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_says_what_it_is_about(told: Told, name: str) -> None:
    found = told(name, *STUDIES[name], "--seed", "3")
    assert (found["minibac"], found["rulebook"], found["seed"], found["burn"]) == (
        __version__,
        "massachusetts",
        3,
        "unseen",
    )
    assert found["options"]["vigorish_type"] == "ez"


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_has_words_a_table_and_a_picture(minibac: Call, name: str, tmp_path: Path) -> None:
    table, picture = tmp_path / "study.csv", tmp_path / "study.svg"
    result = minibac(name, *STUDIES[name], "--csv", str(table), "--chart", str(picture))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Massachusetts: 8 decks" in result.stdout
    assert f"minibac {__version__}" in result.stdout
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert rows
    assert all(row["rulebook"] == "massachusetts" and None not in row.values() for row in rows)
    assert ET.parse(picture).getroot().tag.endswith("svg")


def test_json_has_the_measures_of_the_study(told: Told) -> None:
    found = told("perfect", *STUDIES["perfect"], "--threads", "2")
    expected = perfect_study(house("massachusetts", vigorish_type="ez"), [], Shoes(50))
    assert [wager["wager"] for wager in found["wagers"]] == ["player", "banker", "tie", "dragon-7", "panda-8"]
    for wager, finding in zip(found["wagers"], expected, strict=True):
        assert (wager["shoes"], wager["coups"], wager["bets"]) == (50, finding.coups, finding.bets)
        assert wager["units_per_shoe"] == {
            "mean": finding.units_per_shoe.value,
            "standard_error": finding.units_per_shoe.error,
        }
    count = told("count", *STUDIES["count"])["count"]
    assert (count["trigger"], count["kind"], count["unseen_burn_in_divisor"]) == (4, "true", True)
    found = told("depth", *STUDIES["depth"])
    assert "cut_card_depth" not in found["options"]  # no shoe of these lay so
    depths = found["depths"]
    assert [at["depth"] for at in depths] == [14, 50]
    paths = told("bankroll", *STUDIES["bankroll"])
    assert (paths["paths"], paths["shoes"], len(paths["marks"]), len(paths["samples"])) == (20, 10, 11, 8)
    assert 0 <= paths["ruined"]["mean"] <= 1


def test_depths_outside_the_rulebook_are_marked(minibac: Call, told: Told) -> None:
    """Section 42 has 14 cards or more behind the cutting card."""
    asked = ("section-42", "--wager", "tie", "--depths", "13,14", "--shoes", "5", "--device", "cpu")
    assert [at.get("outside_rulebook") for at in told("depth", *asked)["depths"]] == [True, None]
    assert "outside the rulebook: a cutting card 13 cards from the back" in minibac("depth", *asked).stdout


def test_decks_outside_the_rulebook_are_marked(told: Told) -> None:
    found = told("perfect", "section-42", "--decks", "2", "--shoes", "5", "--wager", "tie", "--device", "cpu")
    assert (found["outside_rulebook"], found["cards"]) == (True, 104)


@pytest.mark.parametrize("name", STUDIES)
def test_the_examples_of_the_help_work(
    minibac: Call, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = minibac(name, "--help").stdout.partition("Examples:\n")[2].splitlines()
    assert len(examples) == 2
    for example in examples:
        words = example.split()
        assert words[:3] == ["minibac", "study", name]
        result = minibac(*words[2:], "--shoes", "5")
        assert (result.exit_code, result.stderr) == (0, "")
    assert minibac().stdout == minibac("--help").stdout


@pytest.mark.parametrize(
    ("args", "status", "sentence"),
    [
        (["cuont"], 2, "there is no study 'cuont' (did you mean count?)"),
        (["count", "section-42", "--wager", "tie", "--trigger", "4"], 2, "--tags"),
        (["count", *DRAGON, "--shoes", "0"], 2, "--shoes 0 is nothing to deal"),
        (["count", *DRAGON, "--seed", "-1"], 2, "--seed -1 is no seed"),
        (["count", *DRAGON, "--threads", "0"], 2, "--threads 0 does nothing"),
        (["count", *DRAGON, "--first-shoe", "-1"], 2, "--first-shoe -1 is no shoe"),
        (["count", *DRAGON, "--burn", "sen"], 2, "did you mean seen?"),
        (["count", *DRAGON, "--tags", "1,2,x"], 2, "--tags 1,2,x cannot be read"),
        (["count", *DRAGON, "--tags", "1,2"], 2, "2 tags are no counting system"),
        (["count", "section-42", *DRAGON[3:]], 2, "Section 42 knows no wager dragon-7"),
        (["perfect", "section-42", "--wager", "tye"], 2, "did you mean tie?"),
        (["perfect", "section-42", "--device", "gpo"], 2, "did you mean gpu?"),
        (["perfect", "seminole", "--device", "gpu"], 2, "choose the device cpu"),
        (["perfect", "section-42", "--decks", "17"], 2, "--decks 17 makes no shoe"),
        (["depth", "section-42", "--depths", "14,a"], 2, "--depths 14,a cannot be read"),
        (["depth", "section-42", "--depths", "2"], 2, "cannot be studied"),
        (["depth", "section-42", "--depths", "14", "--trigger", "4"], 2, "give its --tags too"),
        (["depth", "section-42", "--depths", "14", "--tags", TAGS], 2, "give one --wager"),
        (["depth", "seneca", "--depths", "14", "--tags", TAGS, "--wager", "tie"], 2, "--trigger COUNT is missing"),
        (["bankroll", "section-42", "--wager", "tie", "--spread", "4"], 2, "--spread 4 cannot be read"),
        (["bankroll", "section-42", "--wager", "tie", "--spread", "4:1"], 2, "it needs a counting system"),
        (
            ["bankroll", "section-42", "--wager", "tie", "--bankroll", "0"],
            2,
            "does not cover the smallest stake, 1 unit\n",
        ),
        (["bankroll", "section-42", "--wager", "tie", "--paths", "0"], 2, "0 paths are nothing to follow"),
        (["count", *DRAGON, "--shoes", "1", "--csv", "/nowhere/there.csv"], 1, "cannot be written"),
        (["count", *DRAGON, "--shoes", "1", "--chart", "p.png"], 2, "a chart is written to a file that ends in .svg"),
    ],
)
def test_a_wrong_call_is_answered_in_one_sentence(minibac: Call, args: list[str], status: int, sentence: str) -> None:
    result = minibac(*args)
    assert (result.exit_code, result.stdout) == (status, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_what_was_found_is_printed_though_a_file_fails_at_the_end(
    minibac: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    result = minibac("count", *STUDIES["count"], "--csv", str(tmp_path / "study.csv"))
    assert result.exit_code == 1
    assert "200 shoes" in result.stdout
    assert result.stderr == f"minibac: {tmp_path / 'study.csv'} cannot be written: no space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="a terminal is played by a pseudo-terminal")
def test_somebody_at_a_terminal_sees_how_far_a_study_is() -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "minibac", "study", "count", *STUDIES["count"]]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # how the end of a pseudo-terminal reads
            while piece := os.read(ours, 4096):
                seen += piece
        told, _ = process.communicate()
    os.close(ours)
    assert process.returncode == 0
    assert b"coups/s" in seen
    assert b"coups/s" not in told


SUITED = """
[wager.suited]
lines = [{ when = { player_suited = true }, outcome = "win", odds = 3 }, { outcome = "lose" }]
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("count", ("--wager", "suited", "--tags", TAGS, "--trigger", "1", "--shoes", "9")),
        ("perfect", ("--wager", "suited", "--wager", "tie", "--shoes", "9")),
        ("depth", ("--wager", "suited", "--depths", "14,90", "--shoes", "5")),
        ("bankroll", ("--wager", "suited", "--shoes", "2", "--paths", "5")),
    ],
)
def test_every_study_takes_wagers_of_ones_own(
    minibac: Call, told: Told, tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(SUITED, encoding="utf-8")
    assert told(name, "seneca", "--own", str(own), *words)["own"] == ["suited"]
    said = minibac(name, "seneca", "--own", str(own), *words).stdout
    assert "outside the rulebook, as your own: suited" in said


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("count", ("--shoes", "9")),
        ("depth", ("--depths", "14,90", "--shoes", "5")),
        ("bankroll", ("--shoes", "2", "--paths", "5")),
    ],
)
def test_a_wager_on_suits_may_be_counted_by_card(
    minibac: Call, told: Told, tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(SUITED, encoding="utf-8")
    asked = (name, "seneca", "--own", str(own), "--wager", "suited", "--trigger", "0.5", *words)
    by_card = ",".join(["1"] * 26 + ["-1"] * 26)
    assert len(told(*asked, "--tags", by_card)["count"]["tags"]) == 52
    refused = minibac(*asked, "--tags", "1,-1")
    assert refused.exit_code == 2
    assert refused.stderr.startswith(
        "minibac: 2 tags are no counting system: give 10, for A to 9 and then tens, or 13,"
    )
    assert refused.stderr.endswith("for A to K, or 52, spades to clubs and each A to K\n")


def test_what_a_study_never_bet_on_has_a_bound_and_no_zero(minibac: Call) -> None:
    asked = ("--wager", "tie", "--depths", "104", "--shoes", "20", "--device", "cpu")
    said = minibac("depth", "section-42", *asked).stdout
    assert "0.000 ± 0.000" not in said
    assert "< 16.843 %" in said


def test_the_catalogue_is_studied_by_its_names(told: Told, minibac: Call) -> None:
    words = ("--own", "tiger-pair", "--wager", "tiger-pair", "--shoes", "9")
    (found,) = told("perfect", "massachusetts", *words)["wagers"]
    assert found["wager"] == "tiger-pair"
    wrong = minibac("perfect", "massachusetts", "--own", "tiger-pear", "--shoes", "9")
    assert (wrong.exit_code, "(did you mean tiger-pair?)" in wrong.stderr) == (2, True)


def test_a_file_is_told_its_faults_before_it_is_asked_what_is_installed(
    minibac: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    broken = tmp_path / "broken.toml"
    broken.write_text('[wager.one]\nlines = [{ when = { winer = "tie" }, outcome = "lost" }]', encoding="utf-8")
    for name in ("wager section-42", "perfect section-42 --own"):
        missing = minibac(*name.split(), str(tmp_path / "nothing.toml"))
        assert (missing.exit_code, missing.stderr.count("\n")) == (2, 1)
        assert "nothing.toml cannot be read: no such file or directory" in missing.stderr
        faults = minibac(*name.split(), str(broken))
        assert faults.exit_code == 2
        for word in ("winer", "lost", "the last line"):
            assert word in faults.stderr
        assert "fast" not in faults.stderr


def test_without_numba_the_sentence_names_the_extra(minibac: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    result = minibac("perfect", "section-42", "--shoes", "1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "in a checkout: python3 go.py extra fast; elsewhere: pip install 'minibac[fast]'" in result.stderr
