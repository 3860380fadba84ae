"""Many compositions at once: the batch engine behind the same prices."""

import random
from typing import Any

import pytest

from minibac.cards.card import RANKS
from minibac.odds import Odds, price_many, prices
from minibac.odds import many as many_module


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
