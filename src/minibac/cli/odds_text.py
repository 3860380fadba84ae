"""How prices look on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from minibac.cli import text as show
from minibac.odds.plain import pays
from minibac.rules.options import typed
from minibac.rules.words import counted

if TYPE_CHECKING:
    from minibac.odds.catalogue import Entry
    from minibac.odds.house_money import HouseMoneyChoice
    from minibac.odds.prices import Odds
    from minibac.odds.removal import Removal
    from minibac.odds.stakes import StakePrice
    from minibac.rules.rulebook import Rulebook

LEVELS = (1, 2, 3)


def percent(value: Fraction | float | None, digits: int = 4, *, sign: bool = False) -> str:
    """A share of the stake as tables of odds print it."""
    return "" if value is None else f"{100 * float(value):{'+' if sign else ''}.{digits}f} %"


def odds_text(
    odds: Odds,
    by_stake: Sequence[StakePrice] | None,
    choice: HouseMoneyChoice | None,
    removed: Removal | None,
    *,
    exposed: bool,
    covariances: bool,
) -> str:
    """The prices of a table, and what else was asked for."""
    parts = [head_text(odds), price_table(odds), best_text(odds), outcome_table(odds)]
    if by_stake is not None:
        parts.append(stakes_table(by_stake))
    if choice is not None:
        parts.append(house_money_text(choice, every_four=exposed))
    if removed is not None:
        parts += [removal_table(removed), counts_table(removed)]
    if covariances:
        parts.append(correlation_table(odds))
    parts += [show.wrapped(f"Note: {note}.", "  ", "  ") for note in odds.notes]
    return "\n\n".join(part for part in parts if part)


def head_text(odds: Odds) -> str:
    """What is priced: the rulebook, the options chosen, the cards left, who wins."""
    title = f"{odds.rules.rulebook.title}"
    decks = counted(odds.decks_in_shoe, "deck")
    outside = ", outside the rulebook" if odds.outside_rulebook else ""
    stake = f", at a stake of {show.money(odds.stake_cents)}" if odds.stake_cents is not None else ""
    lines = [show.heading(title), f"  {decks}{outside}, {counted(odds.cards, 'card')} left{stake}"]
    if chosen := show.choices(odds.rules):
        lines.append(f"  {show.faint('with')} {chosen}")
    names = {"banker": "Banker", "player": "Player", "tie": "Tie", "void": "void"}
    lines.append("  " + "   ".join(f"{names[name]} {percent(value)}" for name, value in odds.outcomes.items()))
    return "\n".join(lines)


def price_table(odds: Odds) -> str:
    rows = [
        [
            price.wager,
            show.bold(percent(price.edge)),
            percent(price.edge_ties_excluded),
            f"{price.standard_deviation:.4f}",
            percent(price.hit_frequency),
            str(price.edge),
        ]
        for price in odds
    ]
    return show.table(rows, ["wager", "edge", "ties excluded", "std. dev.", "wins", "exactly"], right=(1, 2, 3, 4))


def best_text(odds: Odds) -> str:
    """Which wager is best now."""
    if not len(odds):
        return ""
    if odds.ends_no_coup:
        return "  No coup can be finished with these cards, so every wager comes back."
    best = odds.best
    if best.edge < 0:
        return f"  Best now: {show.bold(best.wager)}, in the guest's favour by {percent(-best.edge)}"
    return f"  Best now: {show.bold(best.wager)}, which costs {percent(best.edge)}"


def outcome_table(odds: Odds) -> str:
    rows = []
    for price in odds:
        for index, chance in enumerate(price.outcomes):
            name = price.wager if index == 0 else ""
            shares = [pays(chance.pays), chance.outcome, percent(chance.probability), f"{chance.combinations:,}"]
            rows.append([name, *shares])
    return show.table(rows, ["wager", "pays", "", "probability", "combinations"], right=(1, 3, 4))


def stakes_table(rows: Sequence[StakePrice]) -> str:
    cells = [
        [show.money(row.stake_cents), show.money(row.vigorish_cents), percent(row.price.edge), str(row.price.edge)]
        for row in rows
    ]
    heads = [f"{rows[0].price.wager} stake", "vigorish", "edge", "exactly"]
    return show.table(cells, heads, right=(0, 1, 2))


def house_money_text(choice: HouseMoneyChoice, *, every_four: bool) -> str:
    from minibac.odds.house_money import TARGETS
    from minibac.play.wagers import MAIN

    lines = [show.heading("House Money: take the payout, or add it")]
    stated = "all of the payout" if choice.portion == 1 else f"{choice.portion} of the payout"
    lines.append(f"  The house adds {stated}; the edge above is for taking.")
    rows = [
        [target, percent(choice.worth(target)), percent(choice.edge(target)), percent(choice.frequency(target), 2)]
        for target in TARGETS
    ]
    lines.append(show.table(rows, ["beside", "worth", "edge then", "added"], right=(1, 2, 3)))
    lines += [show.wrapped(f"{target}: {choice.sentence(target)}.", "  ", "    ") for target in TARGETS]
    if every_four:
        cells = [
            [
                ",".join(row.player),
                ",".join(row.banker),
                str(row.payout),
                f"{float(row.taking):.6f}",
                *(f"{float(row.adding(main, choice.portion)):.6f}" for main in MAIN),
                max(["take", *MAIN], key=lambda way: row.taking if way == "take" else row.adding(way, choice.portion)),
            ]
            for row in choice.rows
        ]
        heads = ["Player", "Banker", "payout", "take", "add to player", "add to banker", "best"]
        lines += ["", show.table(cells, heads, right=(2, 3, 4, 5))]
    return "\n".join(lines)


def removal_table(removed: Removal) -> str:
    """Effects in hundredths of a percent, where they are of the size of a few units."""
    ranks = list(dict.fromkeys(rank for each in removed for rank in each.effects))
    rows = [[each.wager, *(f"{10000 * float(each.effects[rank]):+.2f}" for rank in ranks)] for each in removed]
    title = show.heading("Effect of one card less on the guest's expectation, in hundredths of a percent")
    return f"{title}\n{show.table(rows, ['wager', *ranks], right=range(1, len(ranks) + 1))}"


def counts_table(removed: Removal) -> str:
    ranks = list(dict.fromkeys(rank for each in removed for rank in each.effects))
    rows = []
    for each in removed:
        if not any(each.effects.values()):
            continue
        for level in LEVELS:
            count = each.count(level)
            tags = [f"{count.tags[rank]:+d}" if count.tags[rank] else "0" for rank in ranks]
            trigger = "never" if count.trigger is None else f"{count.trigger:.1f}"
            rows.append([each.wager if level == 1 else "", *tags, f"{count.correlation:.3f}", trigger])
    if not rows:
        return ""
    title = show.heading("Counts: add for each card seen, divide by the decks left, bet from the count on")
    heads = ["wager", *ranks, "follows", "from"]
    return f"{title}\n{show.table(rows, heads, right=range(1, len(heads)))}"


def correlation_table(odds: Odds) -> str:
    names, covariances = list(odds.laid), odds.covariances()

    def squared(title: str, number: Callable[[str, str], float]) -> str:
        rows = [[one, *(f"{number(one, other):+.4f}" for other in names)] for one in names]
        return f"{show.heading(title)}\n{show.table(rows, ['', *names], right=range(1, len(names) + 1))}"

    correlations = squared("Correlations of the wagers of one coup", odds.correlation)
    return f"{correlations}\n\n{squared('Covariances', lambda one, other: float(covariances[one][other]))}"


def catalogue_text(book: Rulebook, entries: Sequence[Entry]) -> str:
    rows = []
    before = None
    for entry in entries:
        options = dict(entry.options)
        decks = str(options.pop("decks"))
        chosen = ", ".join(f"{name}={typed(value)}" for name, value in options.items())
        stake = "" if entry.stake_cents is None else show.money(entry.stake_cents)
        name = entry.wager if entry.wager != before else ""
        before = entry.wager
        rows.append([name, decks, percent(entry.price.edge), stake, chosen])
    heads = ["wager", "decks", "edge", "stake", "options"]
    return f"{show.heading(book.title)}\n{show.table(rows, heads, right=(1, 2, 3))}"


def comparison_text(left: Odds, right: Odds) -> str:
    differs = [
        name
        for name in dict.fromkeys([*left.rules.options, *right.rules.options])
        if left.rules.options.get(name) != right.rules.options.get(name)
    ]

    def chosen(side: Odds) -> str:
        return ", ".join(f"{name}={typed(side.rules.options[name])}" for name in differs if name in side.rules.options)

    rows = []
    for name in dict.fromkeys([*left.by_wager, *right.by_wager]):
        a = left.by_wager[name].edge if name in left.by_wager else None
        b = right.by_wager[name].edge if name in right.by_wager else None
        change = percent(b - a, sign=True) if a is not None and b is not None else ""
        rows.append([name, percent(a) or "-", percent(b) or "-", change])
    table = show.table(rows, ["wager", "first", "second", "difference"], right=(1, 2, 3))
    sides = show.sheet([("first", chosen(left)), ("second", chosen(right))]) if differs else "  the same options twice"
    return f"{show.heading(left.rules.rulebook.title)}\n{sides}\n\n{table}"
