"""Prices as plain values: dictionaries, lists, strings and numbers, ready for JSON."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from minibac.cards.card import ALL_CARDS, RANKS
from minibac.odds.prices import Odds, Price

if TYPE_CHECKING:
    from minibac.odds.catalogue import Entry
    from minibac.odds.house_money import HouseMoneyChoice
    from minibac.odds.removal import Removal
    from minibac.odds.stakes import StakePrice
    from minibac.rules.rulebook import Value


def number(value: Fraction | None) -> dict[str, object] | None:
    """An exact number.

    >>> number(Fraction(19, 20))
    {'exact': '19/20', 'float': 0.95}
    """
    if value is None:
        return None
    return {"exact": f"{value.numerator}/{value.denominator}", "float": float(value)}


def pays(value: Fraction) -> str:
    """What one unit staked gains: a win as odds, a push ``0``, a loss ``-1``.

    >>> [pays(Fraction(x)) for x in ("19/20", "8", "0", "-1/4", "-1")]
    ['19/20', '8/1', '0', '-1/4', '-1']
    """
    return f"{value.numerator}/{value.denominator}" if value > 0 else str(value)


def price_plain(price: Price) -> dict[str, Any]:
    """One wager: its edge, and everything it rests on."""
    told: dict[str, Any] = {
        "wager": price.wager,
        "edge": number(price.edge),
        "expectation": number(price.expectation),
        "variance": number(price.variance),
        "standard_deviation": price.standard_deviation,
        "hit_frequency": number(price.hit_frequency),
        "edge_ties_excluded": number(price.edge_ties_excluded),
        "outcomes": [
            {
                "pays": pays(chance.pays),
                "outcome": chance.outcome,
                "probability": number(chance.probability),
                "combinations": chance.combinations,
            }
            for chance in price.outcomes
        ],
    }
    if price.own:
        told["own"] = True
    return told


def options_plain(odds: Odds) -> dict[str, "Value"]:
    """The options as chosen; a number of decks from outside the rulebook stands in their place."""
    options = dict(odds.rules.options)
    if odds.outside_rulebook:
        batches = 2 if options["shuffler"] == "automatic" else 1
        options["decks"] = odds.decks_in_shoe * batches
    return options


def head_plain(odds: Odds) -> dict[str, Any]:
    """What the numbers are about."""
    told: dict[str, Any] = {"rulebook": odds.rules.rulebook.id, "options": options_plain(odds), "cards": odds.cards}
    if odds.outside_rulebook:
        told["outside_rulebook"] = True
    return told


def beside_plain(odds: Odds) -> dict[str, Any]:
    """Which wagers are not the rulebook's, and their lines that no coup of the shoe comes to, where there are any."""
    from minibac.odds.unreached import unreached_said

    told: dict[str, Any] = {}
    if own := [name for name, laid in odds.laid.items() if laid.own]:
        told["own"] = own
    if notes := [str(note) for note in unreached_said(odds)]:
        told["notes"] = notes
    return told


def odds_plain(odds: Odds) -> dict[str, Any]:
    """The prices of a table, as ``minibac odds --json`` prints them."""
    told = head_plain(odds)
    told["counts"] = dict(zip((rank.value for rank in RANKS), odds.composition, strict=True))
    if len(odds.counts) == len(ALL_CARDS):
        told["counts_by_card"] = dict(zip(map(str, ALL_CARDS), odds.counts, strict=True))
    if odds.stake_cents is not None:
        told["stake_cents"] = odds.stake_cents
    told["combinations"] = odds.table.total
    told["outcomes"] = {
        name: {**(number(odds.outcomes[name]) or {}), "combinations": count}
        for name, count in odds.combinations.items()
    }
    told["wagers"] = [price_plain(price) for price in odds]
    if len(odds) and not odds.ends_no_coup:
        told["best"] = {"wager": odds.best.wager, "edge": number(odds.best.edge)}
    if odds.notes:
        told["notes"] = list(odds.notes)
    return told


def covariances_plain(odds: Odds) -> dict[str, Any]:
    """Covariances and correlations of the wagers of one coup."""
    matrix = odds.covariances()
    return {
        "covariances": {one: {other: number(value) for other, value in row.items()} for one, row in matrix.items()},
        "correlations": {one: {other: odds.correlation(one, other) for other in row} for one, row in matrix.items()},
    }


def stakes_plain(rows: Iterable["StakePrice"]) -> list[dict[str, Any]]:
    """The charged wager at each stake."""
    return [
        {
            "wager": row.price.wager,
            "stake_cents": row.stake_cents,
            "vigorish_cents": row.vigorish_cents,
            "edge": number(row.price.edge),
        }
        for row in rows
    ]


def house_money_plain(choice: "HouseMoneyChoice", *, every: bool) -> dict[str, Any]:
    """What the House Money choice is worth beside each main wager, and, on request, each four exposed cards."""
    from minibac.odds.house_money import TARGETS
    from minibac.play.wagers import MAIN

    told: dict[str, Any] = {
        "portion": f"{choice.portion.numerator}/{choice.portion.denominator}",
        "targets": {
            target: {
                "worth": number(choice.worth(target)),
                "edge": number(choice.edge(target)),
                "added": number(choice.frequency(target)),
                "rule": choice.sentence(target),
                "by_totals": choice.rule(target),
            }
            for target in TARGETS
        },
    }
    if every:
        told["combinations"] = choice.total
        told["exposed"] = [
            {
                "player": [rank.value for rank in row.player],
                "banker": [rank.value for rank in row.banker],
                "combinations": row.combinations,
                "payout": str(row.payout),
                "take": number(row.taking),
                "add": {main: number(row.adding(main, choice.portion)) for main in MAIN},
            }
            for row in choice.rows
        ]
    return told


def removal_plain(effects: "Removal", levels: Iterable[int] = (1, 2, 3)) -> list[dict[str, Any]]:
    """Effects of removal, and the counts they imply."""
    return [
        {
            "wager": each.wager,
            "expectation": number(each.expectation),
            "effects": {rank: number(effect) for rank, effect in each.effects.items()},
            **({"by_card": {card: number(effect) for card, effect in each.by_card.items()}} if each.by_card else {}),
            "weighted_sum": number(each.weighted_sum),
            "counts": [
                {"level": level, **each.count(level)._asdict()} for level in levels if any(each.effects.values())
            ],
        }
        for each in effects
    ]


def known_plain(odds: Odds) -> list[dict[str, Any]]:
    """Wagers of the catalogue with the figures that others publish."""
    from minibac.odds.known_wagers import catalogue, comparable

    rows = []
    for price in odds:
        told = catalogue().published.get(price.wager)
        here = comparable(odds, price.wager)
        rows.append(
            {
                "wager": price.wager,
                "label": price.label,
                "edge": number(price.edge),
                "variance": number(price.variance),
                "hit_frequency": number(price.hit_frequency),
                "published": None if told is None else msgspec.to_builtins(told),
                "agrees": None if here is None else here.agrees(price.edge),
            }
        )
    return rows


def catalogue_plain(entries: Iterable["Entry"]) -> list[dict[str, Any]]:
    """Every wager under every combination of options that changes its price."""
    return [
        {
            "wager": entry.wager,
            "options": entry.options,
            **({} if entry.stake_cents is None else {"stake_cents": entry.stake_cents}),
            "edge": number(entry.price.edge),
            "variance": number(entry.price.variance),
            "hit_frequency": number(entry.price.hit_frequency),
        }
        for entry in entries
    ]


def comparison_plain(left: Odds, right: Odds) -> dict[str, Any]:
    """Two tables side by side; a wager that one of them lacks has nulls there."""
    names = dict.fromkeys([*left.by_wager, *right.by_wager])

    def edge(side: Mapping[str, Price], name: str) -> Fraction | None:
        return side[name].edge if name in side else None

    rows = []
    for name in names:
        a, b = edge(left.by_wager, name), edge(right.by_wager, name)
        difference = b - a if a is not None and b is not None else None
        rows.append({"wager": name, "edges": [number(a), number(b)], "difference": number(difference)})
    return {"compared": [odds_plain(left), odds_plain(right)], "edges": rows}
