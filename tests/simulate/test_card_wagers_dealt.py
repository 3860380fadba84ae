"""Wagers on cards in simulated shoes: plain and compiled count alike, and both count what the cards say."""

import csv
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from minibac.odds.known_wagers import catalogue
from minibac.odds.own_wagers import read_own_wagers
from minibac.odds.prices import Odds
from minibac.rules.house_rules import house_rules
from minibac.simulate import cpu, pure, rows
from minibac.simulate.plan import By, Plan, WrongRequestError, plan
from minibac.simulate.report import estimated, followed_worth
from minibac.simulate.rows import coups_of
from minibac.simulate.runs import simulate
from minibac.simulate.shown import show_shoe
from minibac.simulate.sights import sights_of
from tests.command_line import Call, Told, calling, telling
from tests.odds.naive_wagers import Hand, red
from tests.simulate.shoes import KINDS, SEED, house

OWN = """
[wager.red-or-half]
lines = [
  { when = { winner = "tie" }, outcome = "push" },
  { when = { coup_colour = "red" }, outcome = "win", odds = 30 },
  { when = { "count hearts in coup" = 0 }, outcome = "lose", part = "1/2" },
  { outcome = "lose" },
]
[wager.third-again]
lines = [
  { when = { "player_third_rank is player_first_rank" = true }, outcome = "win", odds = 20 },
  { outcome = "lose" },
]
[wager.kings]
lines = [{ when = { "count K in first_four" = { from = 2 } }, outcome = "win", odds = 30 }, { outcome = "lose" }]
"""


def pays(player: Hand, banker: Hand, tie: bool) -> dict[str, Fraction]:
    """What the three wagers come to, by plain words."""
    coup = [*player, *banker]
    hearts = sum(card[1] == "h" for card in coup)
    colour = 30 if all(map(red, coup)) else Fraction(-1, 2) if hearts == 0 else -1
    third = 20 if len(player) > 2 and player[2][0] == player[0][0] else -1
    kings = 30 if sum(card[0] == "K" for card in (*player[:2], *banker[:2])) > 1 else -1
    told = {"red-or-half": 0 if tie else colour, "third-again": third, "kings": kings}
    return {name: Fraction(each) for name, each in told.items()}


def dealt(kind: str) -> tuple[Odds, Plan]:
    odds = Odds(house(), own=read_own_wagers(OWN))
    shoes = KINDS[kind](By.RANKS)
    return odds, shoes._replace(sights=sights_of(odds))


@pytest.mark.parametrize("kind", ["8 decks", "1 deck", "16 decks", "continuous", "altered tableau"])
def test_compiled_and_plain_count_the_same_ends(kind: str) -> None:
    _, shoes = dealt(kind)
    worth = tuple(range(shoes.all_codes)), tuple(-(code % 7) for code in range(shoes.all_codes))
    count = 2 if shoes.coups or shoes.decks > 8 else 6
    for first in (0, 2**33 - 1):
        compiled = cpu.deal(shoes, SEED, first, count, worth)
        assert compiled == pure.deal(shoes, SEED, first, count, worth)
        assert all(sum(ends) == compiled.coups for ends in compiled.by_end)
        assert compiled.by_code == cpu.deal(shoes._replace(sights=()), SEED, first, count).by_code


def test_the_ends_are_those_of_the_cards_that_are_shown() -> None:
    odds, shoes = dealt("6 decks")
    seen: dict[str, Counter[Fraction]] = {name: Counter() for name in pays([], [], tie=True)}
    for number in range(6):
        for coup in show_shoe(house(decks=6), shoes, 3, number).coups:
            hands = [str(card) for card in coup.player], [str(card) for card in coup.banker]
            for name, net in pays(*hands, tie=coup.player_total == coup.banker_total).items():
                seen[name][net] += 1
    by_end = pure.deal(shoes, 3, 0, 6).by_end
    for sight, counts in zip(shoes.sights, by_end, strict=True):
        laid = odds.laid[sight.wager]
        told: Counter[Fraction] = Counter()
        for gross, count in zip(laid.ends, counts, strict=True):
            told[laid.net(gross)] += count
        assert +told == seen[sight.wager]
        assert len(seen[sight.wager]) > 1


def test_every_wager_of_the_catalogue_falls_as_it_is_priced() -> None:
    on_cards = [wager for wager in catalogue().wagers if wager.id not in ("dragon-7", "panda-8")]
    odds = Odds(house(), own=on_cards, wagers=[wager.id for wager in on_cards])
    shoes = plan(house(), By.RANKS, None, sights_of(odds))
    found = estimated(odds, cpu.deal(shoes, 11, 0, 4000))
    assert [each.wager for each in found] == [wager.id for wager in on_cards]
    assert len(shoes.sights) > 20
    assert max(abs(each.z) for each in found) < 3.5


def test_the_library_takes_wagers_of_ones_own_and_followed_ones_come_to_their_mean() -> None:
    own = read_own_wagers(OWN)
    histogram = simulate(house(), 20, seed=4, own=own, device="pure")
    odds, shoes = dealt("8 decks")
    units, worth = followed_worth(odds, shoes, ["red-or-half", "banker"])
    assert units[0] == Fraction(1, 2)
    followed = pure.deal(shoes, 4, 0, 20, worth)
    assert followed.by_end == histogram.by_end
    won = sum(result * count for result, count in followed.results[0].items()) * units[0]
    edge = next(each for each in estimated(odds, histogram) if each.wager == "red-or-half").mean
    assert won == -edge * histogram.coups
    with pytest.raises(WrongRequestError, match="kings asks for cards"):
        followed_worth(odds, plan(house(), By.RANKS), ["kings"])


@pytest.fixture
def minibac() -> Call:
    return calling("simulate")


def test_a_run_on_cards_is_kept_and_continued(minibac: Call, tmp_path: Path) -> None:
    told: Told = telling(minibac)
    file, run = tmp_path / "own.toml", str(tmp_path / "run.json")
    file.write_text(OWN, encoding="utf-8")
    asked = ("section-42", "--own", str(file), "--checkpoint", run)
    told(*asked, "--shoes", "20")
    whole = told(*asked, "--shoes", "50")
    assert (whole["counted_by"], whole["shoes"]) == ("cards", 50)
    assert whole["wagers"] == told("section-42", "--own", str(file), "--shoes", "50")["wagers"]
    assert (
        "outside the rulebook, as your own: red-or-half, third-again and kings"
        in minibac(*asked, "--shoes", "50").output
    )
    file.write_text(OWN.replace("odds = 20", "odds = 21"), encoding="utf-8")
    other = minibac(*asked, "--shoes", "60")
    assert other.exit_code == 1
    assert "other wagers followed or counted" in other.output


def test_a_gpu_says_that_it_does_not_deal_by_card() -> None:
    gpu = pytest.importorskip("minibac.simulate.gpu")
    _, shoes = dealt("8 decks")
    with pytest.raises(WrongRequestError, match="red-or-half asks for cards, and the GPU deals by points and by ranks"):
        gpu.deal(shoes, 1, 0, 1)


@pytest.mark.parametrize("own", [True, False])
def test_coups_and_shoes_are_written_row_by_row(minibac: Call, tmp_path: Path, own: bool) -> None:
    file, coups, shoes = tmp_path / "own.toml", tmp_path / "coups.csv", tmp_path / "shoes.parquet"
    file.write_text(OWN, encoding="utf-8")
    rows = ("--coup-rows", str(coups), "--shoe-rows", str(shoes))
    asked = ("section-42", "--shoes", "4", "--first-shoe", "3", *(("--own", str(file)) if own else ()))
    report = telling(minibac)(*asked, *rows)
    each = list(csv.DictReader(coups.read_text(encoding="utf-8").splitlines()))
    assert len(each) == report["coups"]
    duckdb = pytest.importorskip("duckdb")
    whole = duckdb.sql(f"SELECT * FROM '{shoes}'").fetchall()
    names = duckdb.sql(f"SELECT * FROM '{shoes}'").columns
    assert [row[0] for row in whole] == [3, 4, 5, 6]
    for wager in report["wagers"]:
        column = f"net_{wager['wager']}"
        won = sum(float(row[column]) for row in each)
        assert won == pytest.approx(sum(row[names.index(column)] for row in whole))
        assert -won / len(each) == pytest.approx(wager["mean"])
    wrong = minibac(*asked, "--coup-rows", str(tmp_path / "coups.txt"))
    assert "a list of rows is written to a file that ends in .csv or .parquet" in wrong.stderr
    again = tmp_path / "again.csv"
    twice = minibac(*asked, "--coup-rows", str(again), "--shoe-rows", str(tmp_path / "." / "again.csv"))
    assert twice.exit_code == 2
    assert "again.csv is named for two things: give each a file of its own" in twice.stderr
    assert not again.exists()


@pytest.mark.parametrize("shuffler", ["manual", "continuous"])
def test_compiled_rows_are_those_of_plain_python(shuffler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    odds = Odds(house_rules("section-42", shuffler=shuffler), own=read_own_wagers(OWN))
    shoes = plan(odds.rules, By.RANKS, None, sights_of(odds))
    assert len(shoes.sights) > 1
    plain = list(coups_of(shoes, 5, 250, 9))
    monkeypatch.setattr(rows, "WORTH_A_KERNEL", 0)
    monkeypatch.setattr(rows, "CHUNK_SHOES", 4)
    assert list(coups_of(shoes, 5, 250, 9)) == plain


def test_bars_of_a_followed_wager_rise_to_one_heap_and_fall(minibac: Call, tmp_path: Path) -> None:
    """A Banker that wins and not loses moves a shoe by 1.95 units: bars of another width would go up and down."""
    picture = tmp_path / "banker.svg"
    done = minibac("section-42", "--shoes", "20000", "--per-shoe", "banker", "--chart", str(picture))
    assert done.exit_code == 0, done.stderr
    bars = re.findall(r'height="([0-9.]+)" fill="#1f5fa8"', picture.read_text(encoding="utf-8"))
    heights = [float(bar) for bar in bars if float(bar) > 5]  # the ends are a few shoes
    top = heights.index(max(heights))
    rising, falling = heights[: top + 1], heights[top:]
    assert len(heights) > 10
    assert rising == sorted(rising)
    assert falling == sorted(falling, reverse=True)
