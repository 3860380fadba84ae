"""Many compositions at once: the batch engine behind the same prices."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from minibac.cards.card import ALL_CARDS, RANKS
from minibac.odds import Odds, price_many, prices, read_own_wagers
from minibac.odds import many as many_module
from tests.command_line import calling


def compositions(number: int) -> list[tuple[int, ...]]:
    rng = random.Random(7)
    return [tuple(rng.randint(0, rng.choice([0, 1, 4, 32])) for _ in RANKS) for _ in range(number)]


@pytest.mark.parametrize(
    ("rulebook", "options"),
    [("section-42", {}), ("massachusetts", {"vigorish_type": "ez", "house_money": True}), ("seminole", {})],
)
def test_both_engines_price_alike(rulebook: str, options: dict[str, Any]) -> None:
    odds = prices(rulebook, **options)
    wanted = compositions(60)
    slow = list(price_many(odds, wanted, batch=False))
    fast = list(price_many(odds, wanted, batch=True))
    for a, b in zip(slow, fast, strict=True):
        assert a.composition == b.composition
        assert a.table == b.table
        assert [price.outcomes for price in a] == [price.outcomes for price in b]


def test_a_few_are_not_worth_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the batch engine was asked")

    monkeypatch.setattr(many_module, "_batched", never)
    odds = prices("section-42")
    assert len(list(price_many(odds, compositions(20)))) == 20
    monkeypatch.setattr(many_module, "WORTH_A_BATCH", 10)
    with pytest.raises(AssertionError, match="was asked"):
        list(price_many(odds, compositions(20)))
    monkeypatch.setattr(many_module, "batch_installed", lambda: False)
    assert len(list(price_many(odds, compositions(20)))) == 20


def test_a_shoe_too_large_for_the_batch_is_counted_without_it() -> None:
    (found,) = price_many(prices("section-42"), [(4 * 30,) * 13], batch=True)
    assert isinstance(found, Odds)
    assert found.cards == 1560


COLOURS = """
[wager.red]
lines = [{ when = { coup_colour = "red" }, outcome = "win", odds = 20 }, { outcome = "lose" }]
[wager.suited]
lines = [{ when = { player_suited = true }, outcome = "win", odds = 2 }, { outcome = "lose" }]
"""


def test_colours_and_suits_come_with_twenty_forty_or_fifty_two_counts(tmp_path: Path) -> None:
    minibac = calling("odds")
    own = tmp_path / "own.toml"
    own.write_text(COLOURS, encoding="utf-8")
    by_card = [7 if card.suit.value == "h" and card.points == 3 else 8 for card in ALL_CARDS]
    black, red, heart, others = ([*[n] * 9, 4 * n] for n in (16, 16, 8, 8))
    red[2] = 15
    heart[2] = 7
    lines = {20: [*black, *red], 40: [*others, *heart, *others, *others], 52: by_card}

    def edges(counts: list[int], wager: str, *more: str) -> list[dict[str, Any]]:
        file = tmp_path / "lines.csv"
        file.write_text("\n".join([",".join(map(str, counts)), *more]), encoding="utf-8")
        done = minibac("section-42", "--own", str(own), "--wager", wager, "--compositions", str(file), "--json")
        assert done.exit_code == 0, done.stderr
        return [line["edges"][wager] for line in json.loads(done.stdout)["compositions"]]

    assert edges(lines[20], "red") == edges(lines[40], "red") == edges(lines[52], "red")
    assert edges(lines[40], "suited") == edges(lines[52], "suited")
    file = tmp_path / "lines.csv"
    for counts, wager, why in (
        (lines[20], "suited", "suited tells As and Ac apart, and 20 counts do not: give 52"),
        (lines[20][:-1], "red", "line 1: a line has 13 counts by rank, 20 by colour, 40 by suit or 52 by card"),
        ([*lines[20][:-1], 65], "red", "line 1: there cannot be 65 cards like Th: 8 decks hold 64"),
    ):
        file.write_text(",".join(map(str, counts)), encoding="utf-8")
        done = minibac("section-42", "--own", str(own), "--wager", wager, "--compositions", str(file))
        assert (done.exit_code, why in done.stderr) == (2, True), done.stderr
    file.write_text("\n".join(",".join(map(str, lines[number])) for number in (20, 52)), encoding="utf-8")
    mixed = minibac("section-42", "--own", str(own), "--wager", "red", "--compositions", str(file))
    assert "line 2: this line has 52 counts, and those before it have 20" in mixed.stderr


ON_CARDS = """
[wager.red]
lines = [{ when = { coup_colour = "red" }, outcome = "win", odds = 20 }, { outcome = "lose" }]
[wager.suited]
lines = [{ when = { player_suited_pair = true, banker_suited = true }, outcome = "push" }, { outcome = "lose" }]
[wager.third]
lines = [
  { when = { "player_first_value is banker_third_value" = true, winner = "banker" }, outcome = "win", odds = 40 },
  { when = { winner = "tie" }, outcome = "push" },
  { outcome = "lose", part = "1/2" },
]
[wager.pair-tie]
lines = [{ when = { player_pair = true, winner = "tie" }, outcome = "win", odds = 130 }, { outcome = "lose" }]
"""


@pytest.mark.parametrize("most", [1, 8, pytest.param(12, marks=pytest.mark.exhaustive)])
def test_both_engines_count_wagers_on_cards_alike(most: int) -> None:
    """Few cards, eight decks, and more than a float holds: every tally is the same, to the last draw."""
    odds = prices("section-42", own=read_own_wagers(ON_CARDS), wagers=["red", "suited", "third", "pair-tie"])
    rng = random.Random(most)
    wanted = [tuple(rng.randint(0, most) for _ in ALL_CARDS) for _ in range(3)]
    wanted += [(most,) * 52, (0,) * 47 + (1,) * 5, (0,) * 50 + (1,) * 2, (most,) * 13 + (0,) * 39]
    slow = list(price_many(odds, wanted, batch=False))
    fast = list(price_many(odds, wanted, batch=True))
    for a, b in zip(slow, fast, strict=True):
        assert set(b.counted) == {"red", "suited", "third", "pair-tie"}
        assert [price.outcomes for price in a] == [price.outcomes for price in b]
        assert [price.tied for price in a] == [price.tied for price in b]


def test_what_takes_long_one_after_the_other_is_worth_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def batched(_odds: Odds, block: list[tuple[int, ...]]) -> list[Odds]:
        asked.append(len(block))
        return []

    monkeypatch.setattr(many_module, "_batched", batched)
    monkeypatch.setattr(many_module, "batch_installed", lambda: True)
    odds = prices("section-42", own=read_own_wagers(ON_CARDS), wagers=["red"])
    for number in (100, 130):
        list(price_many(odds, [(1,) * 52] * number))
    assert asked == [130], "a wager on colours has 20 classes, so some 8 ms a composition"
