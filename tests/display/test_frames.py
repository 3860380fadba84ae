"""Frames: what has rows, as polars, pandas and DuckDB take it, with every fraction kept."""

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pyarrow
import pytest

import minibac as mb

EVENING = Path(__file__).resolve().parents[2] / "examples" / "library" / "evening.shoe"
RULES = mb.house_rules("massachusetts", house_money=True)
SHOES = mb.Shoes(3, seed=7, threads=1)


def dealt() -> mb.DealtCoup:
    wagers = [mb.Wager(3, "banker", 25_00), mb.Wager(3, "house-money", 5_00)]
    return mb.deal(RULES, "Kh 2s Kd Ad 6c 4h", wagers, {3: "banker"})


def evening() -> mb.ShoeNotes:
    (shoe,) = mb.shoes_in(EVENING)
    return shoe


def asked(query: str, **frames: object) -> list[tuple[Any, ...]]:
    """What DuckDB answers about frames of ours, each under its name."""
    with duckdb.connect() as database:
        for name, frame in frames.items():
            database.register(name, frame)
        return database.execute(query).fetchall()


FRAMES: dict[str, Callable[[], Any]] = {
    "prices": lambda: mb.prices(RULES),
    "price": lambda: mb.prices(RULES)["banker"],
    "removal": lambda: mb.removal(mb.prices(RULES)),
    "histogram": lambda: mb.simulate_shoes(RULES, shoes=2, seed=7, device="pure", by="ranks").frame,
    "estimates": lambda: mb.estimates(RULES, mb.simulate_shoes(RULES, shoes=2, seed=7, device="pure", by="ranks")),
    "coups": lambda: mb.simulate_rows(RULES, shoes=2, seed=7, by="ranks"),
    "shoes": lambda: mb.simulate_rows(RULES, shoes=2, seed=7, by="ranks", each="shoe"),
    "findings": lambda: mb.perfect_study(RULES, ["tie"], SHOES),
    "depths": lambda: mb.depth_study(RULES, [14, 60], SHOES, wagers=["tie"]),
    "paths": lambda: mb.bankroll_study(RULES, "banker", mb.Staking(), 20, 3, SHOES).frame,
    "postings": lambda: mb.Rows(dealt().postings),
    "settled wagers": lambda: mb.Rows(dealt().settlement.wagers),
    "noted coups": lambda: evening().frame,
    "settings": lambda: mb.Rows(RULES.settings),
    "drill": lambda: mb.drill_sheet(RULES, "payments", seed=7, count=3),
}
"""Everything that has rows, as a name in a query can be asked for."""


@pytest.mark.parametrize("name", FRAMES)
def test_pandas_duckdb_and_arrow_take_the_same_rows(name: str) -> None:
    thing = FRAMES[name]()
    frame = thing if isinstance(thing, mb.Frame) else thing.frame
    rows = list(frame)
    assert rows
    table = pyarrow.table(thing)  # by the capsule
    assert table == thing.to_arrow()
    assert tuple(table.column_names) == frame.names
    assert [tuple(row.values()) for row in table.to_pylist()] == rows
    assert asked("SELECT * FROM thing", thing=thing) == rows
    taken = pandas.DataFrame.from_arrow(thing)
    assert (len(taken), list(taken.columns)) == (len(rows), list(frame.names))


def test_fractions_survive_beside_their_floats() -> None:
    odds = mb.prices("section-42")
    told = {row["wager"]: row for row in odds.to_arrow().to_pylist()}
    for price in odds:
        row = told[price.wager]
        assert Fraction(row["edge_exact"]) == price.edge == -Fraction(row["expectation_exact"])
        assert row["edge"] == float(price.edge)
        assert Fraction(row["variance_exact"]) == price.variance
    seven = mb.prices("massachusetts", vigorish_type="ez", wagers=["dragon-7"])
    ways = {row["outcome"]: row for row in seven["dragon-7"].to_arrow().to_pylist()}
    assert sum(Fraction(way["probability_exact"]) * Fraction(way["pays_exact"]) for way in ways.values()) == -Fraction(
        64613588827, 848912750595
    )


def test_rows_of_coups_add_up_to_the_histogram_of_their_shoes() -> None:
    counted = mb.simulate_shoes(RULES, shoes=4, seed=7, device="pure", by="ranks")
    coups = mb.simulate_rows(RULES, shoes=4, seed=7, by="ranks")
    results = "winner, player_total, banker_total, player_cards, banker_cards, player_pair, banker_pair"
    told = asked(f"SELECT {results}, count(*) FROM coups GROUP BY ALL ORDER BY ALL", coups=coups)
    assert told == sorted(counted.frame)
    shoes = mb.simulate_rows(RULES, shoes=4, seed=7, each="shoe")
    by_shoe = asked("SELECT shoe, count(*), sum(net_banker) FROM coups GROUP BY ALL ORDER BY ALL", coups=coups)
    stated = asked("SELECT shoe, coups, net_banker FROM shoes", shoes=shoes)
    assert [(shoe, number, pytest.approx(net)) for shoe, number, net in by_shoe] == stated
    with pytest.raises(mb.SimulationError, match="none for each guest"):
        mb.simulate_rows(RULES, 1, each="guest")  # type: ignore[arg-type]


def test_the_ledger_of_a_table_sums_to_nothing() -> None:
    table = mb.LiveTable("corner", RULES, mb.PracticeVault(seed=7))
    table.do(mb.commands.TakeSeat(by=mb.THE_HOUSE, at=table.clock(), seat=3, guest="ann", age=40))
    ann = mb.Actor("ann", mb.Role.GUEST, seat=3)
    table.do(mb.commands.BuyIn(by=ann, at=table.clock(), seat=3, cents=200_00, transfer="cage-1"))
    postings = mb.Rows(posting for event in table.log for posting in getattr(event, "postings", ()))
    assert asked("SELECT sum(amount_cents), max(amount_cents) FROM ledger", ledger=postings) == [(0, 200_00)]


def test_nothing_has_columns_too() -> None:
    none = mb.Rows((), mb.Posting)
    assert (len(none), none.frame.names) == (0, mb.Posting._fields)
    assert pyarrow.table(none).schema.field("amount_cents").type == pyarrow.int64()
    assert "amount cents" in none._repr_html_()
    assert mb.Rows().frame.names == ()


def test_rows_are_like_a_tuple() -> None:
    postings = dealt().postings
    rows = mb.Rows(postings)
    assert (rows == postings, rows == mb.Rows(postings), rows == 3) == (True, True, False)
    assert (rows[0], rows[-1], rows[1:3], len(rows)) == (postings[0], postings[-1], postings[1:3], len(postings))
    assert hash(rows) == hash(mb.Rows(postings))
    assert repr(rows).startswith("Rows([Posting(step='wager'")


def test_rows_of_two_kinds_are_refused() -> None:
    with pytest.raises(TypeError, match="of one kind, and these are of Posting and SettledWager"):
        mb.Rows([*dealt().postings, *dealt().settlement.wagers])
    with pytest.raises(TypeError, match="a int has no fields that could be columns"):
        mb.Rows([1, 2])


def test_without_arrow_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"^Arrow needs the extra data; .*pip install 'minibac\[data\]'$"):
        mb.prices("section-42").to_arrow()
    assert list(mb.prices("section-42").frame)  # the rows themselves need nothing
