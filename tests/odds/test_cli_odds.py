"""``minibac odds``, as a person types it."""

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from minibac.cli import cli
from minibac.odds import prices

EXAMPLE = Path(__file__).parents[2] / "docs/examples/side-bet.toml"


def minibac(*args: str, **kwargs: Any) -> Result:
    result = CliRunner().invoke(cli, ["odds", *args], **kwargs)
    assert "fault of minibac" not in result.stderr, result.stderr
    return result


def told(*args: str) -> dict[str, Any]:
    result = minibac(*args, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refused(*args: str, **kwargs: Any) -> str:
    """One sentence on standard error, nothing else, status 2."""
    result = minibac(*args, **kwargs)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("minibac: ")
    return line.removeprefix("minibac: ")


def by_wager(found: dict[str, Any]) -> dict[str, Any]:
    return {row["wager"]: row for row in found["wagers"]}


# -- the documented JSON -----------------------------------------------------------------------------------------------


def test_the_documented_example() -> None:
    found = told("massachusetts", "--set", "vigorish_type=ez")
    assert list(found)[:3] == ["rulebook", "options", "cards"]
    assert found["rulebook"] == "massachusetts"
    assert (found["options"]["decks"], found["options"]["vigorish_type"], found["cards"]) == (8, "ez", 416)
    assert "vigorish_rate" not in found["options"]
    assert "outside_rulebook" not in found
    assert list(found["outcomes"]) == ["banker", "player", "tie"]
    assert found["outcomes"]["tie"]["exact"] == "619306544887/6508331087895"
    assert [row["wager"] for row in found["wagers"]] == ["player", "banker", "tie", "dragon-7", "panda-8"]
    banker = by_wager(found)["banker"]
    assert banker["edge"]["exact"] == "66274384744/6508331087895"
    assert str(banker["edge"]["float"]).startswith("0.0101830")
    assert banker["outcomes"][0]["pays"] == "1/1"
    assert set(banker["outcomes"][0]) == {"pays", "outcome", "probability", "combinations"}


def test_what_pays_looks_like() -> None:
    def shown(*args: str) -> list[str]:
        return [row["pays"] for row in by_wager(told(*args))["banker"]["outcomes"]]

    assert shown("section-42") == ["19/20", "0", "-1"]
    assert shown("section-42", "--set", "vigorish_type=tie-25") == ["1/1", "-1/4", "-1"]
    assert shown("section-42", "--set", "vigorish_type=none-banker-6") == ["1/1", "1/2", "0", "-1"]


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts", "seminole", "seneca"])
def test_numbers_agree_with_one_another(rulebook: str) -> None:
    found = told(rulebook)
    assert sum(Fraction(each["exact"]) for each in found["outcomes"].values()) == 1
    for row in found["wagers"]:
        expectation = sum(Fraction(o["pays"]) * Fraction(o["probability"]["exact"]) for o in row["outcomes"])
        assert Fraction(row["edge"]["exact"]) == -expectation == -Fraction(row["expectation"]["exact"])
        second = sum(Fraction(o["pays"]) ** 2 * Fraction(o["probability"]["exact"]) for o in row["outcomes"])
        assert Fraction(row["variance"]["exact"]) == second - expectation**2
        assert sum(o["combinations"] for o in row["outcomes"]) == found["combinations"]
        assert row["edge"]["float"] == float(Fraction(row["edge"]["exact"]))


def test_the_shoe_of_an_automatic_shuffler_is_one_batch() -> None:
    found = told("section-42", "--set", "shuffler=automatic")
    assert (found["options"]["decks"], found["cards"]) == (16, 416)


def test_a_shoe_of_a_hundred_decks() -> None:
    found = told("section-42", "--set", "decks=100")
    assert found["cards"] == 5200
    assert found["combinations"] == 5200 * 5199 * 5198 * 5197 * 5196 * 5195


def test_decks_outside_the_rulebook_are_marked() -> None:
    found = told("massachusetts", "--decks", "1")
    assert found["outside_rulebook"] is True
    assert (found["options"]["decks"], found["cards"]) == (1, 52)
    assert f"{by_wager(found)['tie']['edge']['float']:.4f}" == "0.1575"
    assert "outside_rulebook" not in told("massachusetts", "--decks", "7")
    assert told("massachusetts", "--decks", "7")["options"]["decks"] == 7
    assert "outside_rulebook" not in told("seneca", "--decks", "8")
    assert told("seneca", "--decks", "6")["outside_rulebook"] is True
    assert "outside the rulebook" in minibac("seneca", "--decks", "6").stdout
    two_batches = told("massachusetts", "--set", "shuffler=automatic", "--decks", "20")
    assert (two_batches["options"]["decks"], two_batches["cards"]) == (20, 520)
    assert two_batches["outside_rulebook"] is True


# -- cards left --------------------------------------------------------------------------------------------------------


def test_removed_and_counts_say_the_same() -> None:
    removed = told("section-42", "--removed", "A,A,10 kd")
    counts = told("section-42", "--counts", "30,32,32,32,32,32,32,32,32,31,32,32,31")
    assert removed == counts
    assert removed["cards"] == 412
    assert removed["counts"]["A"] == 30
    both = told("section-42", "--counts", "31,32,32,32,32,32,32,32,32,32,32,32,32", "--removed", "A,Td,Kd")
    assert both == removed


def test_a_coup_that_may_come_to_nothing() -> None:
    found = told("section-42", "--counts", "1,1,1,1,1,0,0,0,0,0,0,0,0")
    assert found["cards"] == 5
    assert sum(Fraction(each["exact"]) for each in found["outcomes"].values()) == 1
    assert Fraction(found["outcomes"]["void"]["exact"]) > 0
    assert "void" in minibac("section-42", "--counts", "1,1,1,1,1,0,0,0,0,0,0,0,0").stdout


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--counts", "1,2,3"], "a composition has 13 counts"),
        (["--counts", "33" + ",32" * 12], "there cannot be 33 cards of rank A"),
        (["--counts", "-1" + ",32" * 12], "the count of rank A is -1: a count cannot be negative"),
        (["--counts", "x" + ",32" * 12], "'x' is no count"),
        (["--removed", "X"], "there is no rank 'X'"),
        (["--removed", "1h"], "there is no rank '1h'"),
        (["--removed", ",".join(["Ah"] * 9)], "Ah cannot be removed 9 times"),
        (["--removed", ",".join(["A"] * 33)], "33 cards of rank A cannot be removed"),
        (["--counts", "0" + ",1" * 12, "--removed", "A"], "1 card of rank A cannot be removed"),
        (["--wager", "dragon-7"], "Section 42 knows no wager dragon-7"),
        (["--wager", "bankr"], "did you mean banker?"),
        (["--decks", "0"], "--decks 0 makes no shoe"),
        (["--decks", "8", "--set", "decks=6"], "both say how many"),
        (["--set", "decks=5"], "decks=5 is not allowed under Section 42"),
        (["--stake", "0"], "--stake 0 cannot be read"),
        (["--stake", "ten"], "--stake ten cannot be read"),
        (["--stake", "33"], "could split a cent"),
        (["--stake", "100-50"], "is 0 stakes"),
        (["--set", "vigorish_type=tie-25", "--stake", "101-103"], "could split a cent"),
        (["--house-money"], "Section 42 has no House Money; it is a wager of Massachusetts"),
        (["--all", "--compare", "decks=6"], "are two questions"),
        (["--all", "--counts", "1" + ",1" * 12], "--all prices full shoes"),
        (["--all", "--wager", "panda-8"], "Section 42 knows no wager panda-8"),
        (["--all", "--wager", "bnker"], "did you mean banker?"),
        (["--compare", "decks=5"], "decks=5 is not allowed"),
        (["--compare", "decks=6", "--wager", "panda-8"], "Section 42 knows no wager panda-8"),
        (["--csv", "--effects", "--covariances"], "prices and no more: leave it out, or --effects or --covariances"),
        (["--csv", "--compare", "tie_odds=9"], "prices and no more: leave it out, or --compare"),
        (["--json", "--report", "prices.html"], "leave --json out"),
        (["--csv", "--json"], "--json or --csv, not both"),
        (["--own", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["--report", "prices.txt"], "ends in .html or .pdf"),
        (["--coups", "5"], "--coups is for a report"),
        (["--all", "--effects"], "go with the prices of one table"),
        (["--compare", "decks=6", "--stake", "100-300:100"], "one stake can be priced here"),
        (["--set", "shuffler=automatic", "--decks", "5"], "the number must be even"),
        (["--own", str(EXAMPLE), "--wager", "lucky6"], "(did you mean lucky-6?): yours are lucky-6,"),
        (["--compositions", "nowhere.csv"], "nowhere.csv cannot be read"),
    ],
)
def test_a_wrong_call_is_one_sentence(args: list[str], sentence: str) -> None:
    assert sentence in refused("section-42", *args)


def test_house_money_needs_a_table_that_has_it() -> None:
    assert "at this table of Massachusetts: set house_money=on" in refused("massachusetts", "--house-money")
    assert "only with house_money=on" in refused("massachusetts", "--wager", "house-money")
    assert "only with vigorish_type=ez" in refused("massachusetts", "--wager", "dragon-7")


# -- further questions -------------------------------------------------------------------------------------------------


def test_only_one_wager() -> None:
    found = told("massachusetts", "--set", "vigorish_type=ez", "--wager", "dragon-7", "--wager", "tie")
    assert [row["wager"] for row in found["wagers"]] == ["tie", "dragon-7"]
    assert found["best"]["wager"] == "dragon-7"


def test_own_wagers_beside_the_printed() -> None:
    found = told("section-42", "--own", str(EXAMPLE), "--wager", "lucky-6")
    (lucky,) = found["wagers"]
    assert lucky["own"] is True
    assert f"{lucky['edge']['float']:.4%}" == "16.6836%"


def test_a_stake_and_many_stakes() -> None:
    rounded = ("massachusetts", "--set", "vigorish_rounding=up-to-25c")
    found = told(*rounded, "--stake", "3300")
    assert found["stake_cents"] == 3300
    assert by_wager(found)["banker"]["outcomes"][0]["pays"] == "125/132"
    table = told(*rounded, "--stake", "500-1500:500", "--stake", "3300")["by_stake"]
    assert [(row["stake_cents"], row["vigorish_cents"]) for row in table] == [
        (500, 25),
        (1000, 50),
        (1500, 75),
        (3300, 175),
    ]
    assert table[3]["edge"] == by_wager(found)["banker"]["edge"]
    text = minibac(*rounded, "--stake", "500-1500:500").stdout
    assert "$15.00" in text
    assert "Note: vigorish is rounded up to 25 cents" in text


def test_effects_and_covariances() -> None:
    found = told("massachusetts", "--set", "vigorish_type=ez", "--effects", "--covariances")
    for row in found["removal"]:
        assert row["weighted_sum"]["exact"] == "0/1"
        assert [count["level"] for count in row["counts"]] == [1, 2, 3]
    assert found["covariances"]["banker"]["banker"] == by_wager(found)["banker"]["variance"]
    assert found["covariances"]["player"]["tie"] == found["covariances"]["tie"]["player"]
    assert -1 <= found["correlations"]["player"]["banker"] < -0.9
    text = minibac("massachusetts", "--set", "vigorish_type=ez", "--effects", "--covariances").stdout
    assert "Effect of one card less" in text
    assert "Covariances" in text


def test_the_worth_of_the_house_money_choice_stands_apart() -> None:
    found = told("massachusetts", "--set", "house_money_add=1/2")
    assert by_wager(found)["house-money"]["edge"]["exact"] == "4231007/11826255"
    choice = found["house_money_choice"]
    assert choice["portion"] == "1/2"
    assert "exposed" not in choice
    edge = Fraction(by_wager(found)["house-money"]["edge"]["exact"])
    for target in ("player", "banker", "either"):
        row = choice["targets"][target]
        assert Fraction(row["edge"]["exact"]) == edge - Fraction(row["worth"]["exact"])
    every = told("massachusetts", "--set", "house_money=on", "--house-money")["house_money_choice"]
    assert len(every["exposed"]) == 2197
    text = minibac("massachusetts", "--set", "house_money=on", "--house-money").stdout
    assert "add to the Player's Hand when it leads on two cards" in text
    assert "add to banker" in text


def test_everything_at_once() -> None:
    rows = told("massachusetts", "--all")["prices"]
    bonus = [row["options"] for row in rows if row["wager"] == "dragon-bonus-player"]
    assert [(o["decks"], o["dragon_bonus_paytable"]) for o in bonus] == [(d, t) for d in (6, 7, 8) for t in "ABC"]
    ties = [row["options"] for row in rows if row["wager"] == "tie"]
    assert [(o["decks"], o["tie_odds"]) for o in ties] == [(d, t) for d in (6, 7, 8) for t in (8, 9)]
    assert {row["options"]["vigorish_type"] for row in rows if row["wager"] == "banker"} == {"win", "ez"}
    assert {row["wager"] for row in rows} == {
        "player",
        "banker",
        "tie",
        "dragon-bonus-player",
        "dragon-bonus-banker",
        "dragon-7",
        "panda-8",
        "house-money",
    }
    for row in rows:
        options = {**row["options"]}
        stake = row.get("stake_cents")
        odds = prices("massachusetts", wagers=[row["wager"]], stake_cents=stake, **options)
        assert str(odds[row["wager"]].edge) == row["edge"]["exact"]
    assert any("stake_cents" in row for row in rows)


def test_everything_of_the_others() -> None:
    rows = told("section-42", "--all", "--wager", "banker")["prices"]
    kinds = {(row["options"]["vigorish_type"], row["options"].get("vigorish_rate")) for row in rows}
    assert kinds == {("win", "4%"), ("win", "5%"), ("tie-25", None), ("none-banker-6", None)}
    assert {row["options"].get("vigorish_rounding") for row in rows} == {"none", "up-to-5c", None}
    assert len(told("seneca", "--all")["prices"]) == 3
    held = told("section-42", "--all", "--set", "decks=7", "--set", "vigorish_rate=4%", "--wager", "banker")["prices"]
    assert {row["options"]["decks"] for row in held} == {7}
    assert {row["options"].get("vigorish_rate") for row in held} == {"4%"}


def test_everything_as_csv_and_text() -> None:
    rows = list(csv.DictReader(io.StringIO(minibac("massachusetts", "--all", "--csv").stdout)))
    assert rows[0]["wager"] == "player"
    assert Fraction(rows[0]["edge_exact"]) == prices("massachusetts", decks=6)["player"].edge
    text = minibac("massachusetts", "--all").stdout
    assert "dragon_bonus_paytable=C" in text
    assert "$33.00" in text


def test_prices_as_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(minibac("seminole", "--csv").stdout)))
    assert [row["wager"] for row in rows] == ["player", "banker", "tie", "player-pair", "banker-pair"]
    assert rows[3]["edge_exact"] == "43/415"


def test_no_wager_is_best_where_no_coup_can_be_dealt() -> None:
    empty = ",".join("0" * 13)
    assert "best" not in told("section-42", "--counts", empty)
    text = minibac("section-42", "--counts", empty).stdout
    assert "No coup can be finished with these cards" in text
    assert "Best now" not in text
    (row,) = csv.DictReader(io.StringIO(minibac("section-42", "--compositions", "-", input=empty).stdout))
    assert (row["void"], row["best"]) == ("1.0", "")


def test_removed_cards_go_from_the_counts_given() -> None:
    left = told("section-42", "--counts", ",".join("2" * 13), "--removed", "A,K")["counts"]
    assert (left["A"], left["2"], left["K"]) == (1, 2, 1)
    assert "from the full shoe, or from --counts" in " ".join(minibac("--help").stdout.split())


def test_one_deck_and_one_card_are_singular() -> None:
    assert (
        "1 deck, outside the rulebook, 1 card left"
        in minibac("section-42", "--decks", "1", "--counts", "1" + ",0" * 12).stdout
    )
    assert "1 deck holds it less often" in refused("section-42", "--decks", "1", "--removed", "Ah,Ah")


def test_two_tables_side_by_side() -> None:
    found = told("massachusetts", "--compare", "vigorish_type=ez", "--compare", "decks=6")
    assert [side["options"]["decks"] for side in found["compared"]] == [8, 6]
    rows = {row["wager"]: row for row in found["edges"]}
    assert rows["dragon-7"]["edges"][0] is None
    assert rows["dragon-7"]["difference"] is None
    first, second = (Fraction(edge["exact"]) for edge in rows["banker"]["edges"])
    assert Fraction(rows["banker"]["difference"]["exact"]) == second - first
    idle = told("section-42", "--set", "vigorish_rate=4%", "--compare", "vigorish_type=tie-25")
    assert "vigorish_rate" not in idle["compared"][1]["options"]
    text = minibac("massachusetts", "--compare", "vigorish_type=ez", "--wager", "banker").stdout
    assert "vigorish_type=ez" in text
    assert "difference" in text
    assert "player" not in text.splitlines()[-1]


def test_whatever_prices_a_wager_of_ones_own_says_that_it_is_outside_the_rulebook() -> None:
    own = ("--own", "quik")
    note = "Note: outside the rulebook, as your own: quik."
    for further in (["--all"], ["--compare", "tie_odds=9"]):
        assert note in minibac("section-42", *own, *further).stdout
        assert "Note: " not in minibac("section-42", *further).stdout
        assert note not in minibac("section-42", *own, *further, "--wager", "tie").stdout
    assert told("section-42", *own, "--all")["own"] == ["quik"]
    assert "own" not in told("section-42", *own, "--all", "--wager", "tie")
    assert len(told("section-42", "--catalogue")["own"]) > 50
    many = minibac("section-42", *own, "--compositions", "-", "--json", input=TWO)
    assert json.loads(many.stdout)["own"] == ["quik"]
    for further in ([], ["--all"]):
        rows = list(csv.DictReader(io.StringIO(minibac("section-42", *own, *further, "--csv").stdout)))
        assert {row["wager"]: row["own"] for row in rows} == {
            "player": "false", "banker": "false", "tie": "false", "quik": "true",
        }  # fmt: skip


def test_lines_that_no_coup_comes_to_are_told_of_every_combination_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    never = "{ when = { margin = 5, winner = 'tie' }, outcome = 'win', odds = 9 }, { outcome = 'lose' }"
    file.write_text(f"[wager.mine]\nlines = [{never}]", encoding="utf-8")
    sentence = "no coup of this shoe comes to the line of mine"
    for further in (["--all", "--wager", "mine"], ["--compare", "tie_odds=9"]):
        assert minibac("section-42", "--own", str(file), *further).stdout.count(sentence) == 1
    (note,) = told("section-42", "--own", str(file), "--all", "--wager", "mine")["notes"]
    assert sentence in note


# -- many compositions -------------------------------------------------------------------------------------------------

TWO = "32,32,32,32,32,32,32,32,32,32,32,32,32\n\n1,1,1,1,0,0,0,0,0,0,0,1,0\n"


def test_compositions_in_prices_out(tmp_path: Path) -> None:
    path = tmp_path / "shoes.csv"
    path.write_text(TWO, encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(minibac("section-42", "--compositions", str(path)).stdout)))
    assert [row["cards"] for row in rows] == ["416", "5"]
    assert float(rows[0]["edge_banker"]) == float(prices("section-42")["banker"].edge)
    assert float(rows[1]["void"]) > 0
    assert rows[0]["best"] == "banker"
    piped = minibac("section-42", "--compositions", "-", input=TWO)
    assert list(csv.DictReader(io.StringIO(piped.stdout))) == rows


def test_the_example_of_compositions() -> None:
    shown = minibac("section-42", "--compositions", str(EXAMPLE.parent / "compositions.csv")).stdout
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert [(row["coup"], row["cards"]) for row in rows] == [("1", "416"), ("40", "207"), ("81", "14")]


def test_columns_by_name_and_others_kept() -> None:
    text = "coup,K,Q,J,10,9,8,7,6,5,4,3,2,a,note\n17,1,2,3,4,5,6,7,8,9,10,11,12,13,x\n"
    result = minibac("section-42", "--compositions", "-", "--json", input=text)
    (row,) = json.loads(result.stdout)["compositions"]
    assert (row["coup"], row["note"], row["counts"]["A"], row["counts"]["K"]) == ("17", "x", 13, 1)
    odds = prices("section-42", [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    assert row["edges"]["tie"]["exact"] == str(odds["tie"].edge)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no composition"),
        ("1,2,3\n", "line 1: a line has 13 counts by rank, 20 by colour, 40 by suit or 52 by card"),
        ("A,2,3\n1,2,3\n", "the heading has no column 4,"),
        ("A,2,3,4,5,6,7,8,9,T,J,Q,K\n1,2\n", "line 2: there are 2 columns under a heading of 13"),
        ("1,1,1,1,1,1,1,1,1,1,1,1,1\n1,1,1,1,1,1,1,1,1,1,1,1,-1\n", "line 2: the count of rank K is -1"),
        ("1,1,1,1,1,1,1,1,1,1,1,1,99\n", "line 1: there cannot be 99 cards of rank K"),
        ("1,1,1,1,1,1,1,1,1,1,1,1,1\n1,1,1,1,1,1,1,1,1,1,1,1,x\n", "line 2: 'x' is no count"),
    ],
)
def test_a_wrong_line_is_named(text: str, sentence: str) -> None:
    assert sentence in refused("section-42", "--compositions", "-", input=text)


# -- start-up ----------------------------------------------------------------------------------------------------------

HEAVY = """
import sys
from minibac.cli import cli
cli.main(["odds", "section-42", "--json"], standalone_mode=False)
heavy = {name.partition(".")[0] for name in sys.modules} & {"numpy", "numba", "matplotlib", "jinja2", "rich", "csv"}
sys.exit(f"imported {heavy}" if heavy else 0)
"""


def test_one_answer_imports_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", HEAVY], capture_output=True, text=True, timeout=200, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["cards"] == 416


def test_the_command_as_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "minibac", "odds", "section-42", "--wager", "nothing"],
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("minibac: there is no wager 'nothing'")
