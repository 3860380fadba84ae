"""How prices look on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from minibac.cards.card import ALL_CARDS, RANKS, Suit
from minibac.cli import text as show
from minibac.cli.text import say
from minibac.odds.plain import pays
from minibac.rules.names import OUTCOMES, wager_name
from minibac.rules.options import typed
from minibac.voice.said import NOTHING, Money, many, said

if TYPE_CHECKING:
    from minibac.odds.catalogue import Entry
    from minibac.odds.house_money import HouseMoneyChoice
    from minibac.odds.prices import Odds
    from minibac.odds.removal import Removal
    from minibac.odds.stakes import StakePrice
    from minibac.rules.rulebook import Rulebook
    from minibac.voice.said import Said

LEVELS = (1, 2, 3)

RESULTS = {"banker": said("Banker"), "player": said("Player"), "tie": said("Tie"), "void": said("result|void")}


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
        parts += [removal_table(removed), card_effects_table(removed), counts_table(removed)]
    if covariances:
        parts.append(correlation_table(odds))
    return "\n\n".join(part for part in (*parts, notes_text(odds)) if part)


def notes_text(*tables: Odds) -> str:
    """Which wagers are not the rulebook's, and what else a reader should know, of several tables once."""
    notes = dict.fromkeys(note for odds in tables for note in (odds.own_said, *odds.noted) if note is not NOTHING)
    return "\n\n".join(show.wrapped(say(said("Note: {note}.", note=note)), "  ", "  ") for note in notes)


def head_text(odds: Odds) -> str:
    """What is priced: the rulebook, the options chosen, the cards left, who wins."""
    cents = odds.stake_cents
    left = said(
        "{decks:deck|decks}{outside}, {cards:card|cards} left{stake}",
        decks=odds.decks_in_shoe,
        outside=said(", outside the rulebook") if odds.outside_rulebook else NOTHING,
        cards=odds.cards,
        stake=said(", at a stake of {stake}", stake=Money(cents)) if cents is not None else NOTHING,
    )
    lines = [show.heading(say(odds.rules.rulebook.title)), f"  {say(left)}"]
    if chosen := show.choices(odds.rules):
        lines.append(f"  {show.faint(say(said('options|with')))} {chosen}")
    lines.append("  " + "   ".join(f"{say(RESULTS[name])} {percent(value)}" for name, value in odds.outcomes.items()))
    return "\n".join(lines)


def price_table(odds: Odds) -> str:
    rows = [
        [
            show.wager(price.wager),
            show.bold(percent(price.edge)),
            percent(price.edge_ties_excluded),
            f"{price.standard_deviation:.4f}",
            percent(price.hit_frequency),
            str(price.edge),
        ]
        for price in odds
    ]
    heads = show.heads("wager", "edge", "ties excluded", "std. dev.", "wins", "exactly")
    return show.table(rows, heads, right=(1, 2, 3, 4))


def best_text(odds: Odds) -> str:
    """Which wager is best now."""
    if not len(odds):
        return ""
    if odds.ends_no_coup:
        return f"  {say(said('No coup can be finished with these cards, so every wager comes back.'))}"
    best = odds.best
    if best.edge < 0:
        told = said("Best now: {wager}, in the guest's favour by {edge}", edge=percent(-best.edge))
    else:
        told = said("Best now: {wager}, which costs {edge}", edge=percent(best.edge))
    return f"  {say(told.about(wager=show.bold(show.wager(best.wager))))}"


def outcome_table(odds: Odds) -> str:
    rows = []
    for price in odds:
        for index, chance in enumerate(price.outcomes):
            name = show.wager(price.wager) if index == 0 else ""
            outcome = say(OUTCOMES[chance.outcome])
            rows.append([name, pays(chance.pays), outcome, percent(chance.probability), f"{chance.combinations:,}"])
    return show.table(rows, show.heads("wager", "pays", "", "probability", "combinations"), right=(1, 3, 4))


def stakes_table(rows: Sequence[StakePrice]) -> str:
    cells = [
        [show.money(row.stake_cents), show.money(row.vigorish_cents), percent(row.price.edge), str(row.price.edge)]
        for row in rows
    ]
    stake = say(said("{wager} stake", wager=wager_name(rows[0].price.wager)))
    return show.table(cells, [stake, *show.heads("vigorish", "edge", "exactly")], right=(0, 1, 2))


def house_money_text(choice: HouseMoneyChoice, *, every_four: bool) -> str:
    from minibac.odds.house_money import EITHER, TARGETS
    from minibac.play.wagers import MAIN

    names = {target: say(said("target|either")) if target == EITHER else show.wager(target) for target in TARGETS}
    lines = [show.heading(say(said("House Money: take the payout, or add it")))]
    stated = (
        said("The house adds all of the payout; the edge above is for taking.")
        if choice.portion == 1
        else said("The house adds {part} of the payout; the edge above is for taking.", part=str(choice.portion))
    )
    lines.append(f"  {say(stated)}")
    rows = [
        [name, percent(choice.worth(target)), percent(choice.edge(target)), percent(choice.frequency(target), 2)]
        for target, name in names.items()
    ]
    lines.append(show.table(rows, show.heads("beside", "worth", "edge then", "added"), right=(1, 2, 3)))
    for target, name in names.items():
        rule = said("{beside}: {rule}.", beside=name, rule=choice.told(target))
        lines.append(show.wrapped(say(rule), "  ", "    "))
    if every_four:
        ways, cells = {"take": say("take"), **names}, []
        for row in choice.rows:
            worth = {"take": row.taking} | {main: row.adding(main, choice.portion) for main in MAIN}
            best = ways[max(worth, key=worth.__getitem__)]
            values = (f"{float(value):.6f}" for value in worth.values())
            cells.append([",".join(row.player), ",".join(row.banker), str(row.payout), *values, best])
        heads = show.heads("Player", "Banker", "payout", "take", "add to player", "add to banker", "best")
        lines += ["", show.table(cells, heads, right=(2, 3, 4, 5))]
    return "\n".join(lines)


def removal_table(removed: Removal) -> str:
    """Effects in hundredths of a percent, where they are of the size of a few units."""
    ranks = list(dict.fromkeys(rank for each in removed for rank in each.effects))
    rows = [
        [show.wager(each.wager), *(f"{10000 * float(each.effects[rank]):+.2f}" for rank in ranks)] for each in removed
    ]
    title = said("Effect of one card less on the guest's expectation, in hundredths of a percent")
    table = show.table(rows, [say("wager"), *ranks], right=range(1, len(ranks) + 1))
    return f"{show.heading(say(title))}\n{table}"


def card_effects_table(removed: Removal) -> str:
    """The same by card, for wagers that look at suits: a row for each suit."""
    suits = {suit: [card for card in ALL_CARDS if card.suit is suit] for suit in Suit}
    rows = []
    for each in removed:
        for suit, cards in suits.items() if each.by_card else ():
            effects = [each.by_card.get(str(card)) for card in cards]
            cells = ["" if effect is None else f"{10000 * float(effect):+.2f}" for effect in effects]
            rows.append([show.wager(each.wager) if suit is Suit.SPADES else "", suit.value, *cells])
    if not rows:
        return ""
    table = show.table(rows, [say("wager"), "", *(rank.value for rank in RANKS)], right=range(2, len(RANKS) + 2))
    return f"{show.heading(say(said('The same by card, where suits matter')))}\n{table}"


def counts_table(removed: Removal) -> str:
    ranks = list(dict.fromkeys(rank for each in removed for rank in each.effects))
    rows = []
    for each in removed:
        if not any(each.effects.values()):
            continue
        for level in LEVELS:
            count = each.count(level)
            tags = [f"{count.tags[rank]:+d}" if count.tags[rank] else "0" for rank in ranks]
            trigger = say(said("count|never")) if count.trigger is None else f"{count.trigger:.1f}"
            rows.append([show.wager(each.wager) if level == 1 else "", *tags, f"{count.correlation:.3f}", trigger])
    if not rows:
        return ""
    title = said("Counts: add for each card seen, divide by the decks left, bet from the count on")
    heads = [say("wager"), *ranks, *show.heads("follows", "from")]
    return f"{show.heading(say(title))}\n{show.table(rows, heads, right=range(1, len(heads)))}"


def correlation_table(odds: Odds) -> str:
    names, covariances = list(odds.laid), odds.covariances()
    heads = ["", *map(show.wager, names)]

    def squared(title: Said, number: Callable[[str, str], float]) -> str:
        rows = [[show.wager(one), *(f"{number(one, other):+.4f}" for other in names)] for one in names]
        return f"{show.heading(say(title))}\n{show.table(rows, heads, right=range(1, len(heads)))}"

    correlations = squared(said("Correlations of the wagers of one coup"), odds.correlation)
    return f"{correlations}\n\n{squared(said('Covariances'), lambda one, other: float(covariances[one][other]))}"


def known_table(odds: Odds) -> str:
    """Wagers of the catalogue: our edge, the published one, and whether they agree to the last printed digit."""
    from minibac.odds.known_wagers import catalogue, comparable

    rows = []
    for price in odds:
        told, here = catalogue().published.get(price.wager), comparable(odds, price.wager)
        edge = f"{here.edge} %" if here else ""
        same = "" if here is None else say(said("agrees") if here.agrees(price.edge) else said("DIFFERS"))
        row = [price.wager, price.label, show.bold(percent(price.edge)), edge, same, told.played if told else ""]
        rows.append(row)
    heads = show.heads("wager", "name", "edge", "published", "", "played")
    return show.table(rows, heads, right=(2, 3))


def known_text(odds: Odds) -> str:
    """What is known of a few wagers of the catalogue."""
    from minibac.odds.known_wagers import catalogue

    lines = [known_table(odds)]
    for name in odds.laid:
        told = catalogue().published.get(name)
        if told is None:
            continue
        words = [
            said("also called {names}", names=many(told.names, "and")) if told.names else NOTHING,
            said("published by {source}", source=told.source) if told.source else NOTHING,
            said("the same from an exact count made apart") if told.counted_again else NOTHING,
        ]
        about = "; ".join(say(each) for each in words if each)
        notes = (f"{about}." if about else "", told.note)
        if any(notes):
            lines.append(show.wrapped(" ".join(filter(None, (f"{name}:", *notes))), "  ", "    "))
    return "\n".join(lines)


def catalogue_text(book: Rulebook, entries: Sequence[Entry], beside: Odds | None) -> str:
    """Every combination of options; ``beside`` are the wagers that are not the rulebook's."""
    rows = []
    before = None
    for entry in entries:
        options = dict(entry.options)
        decks = str(options.pop("decks"))
        chosen = ", ".join(f"{name}={typed(value)}" for name, value in options.items())
        stake = "" if entry.stake_cents is None else show.money(entry.stake_cents)
        name = show.wager(entry.wager) if entry.wager != before else ""
        before = entry.wager
        rows.append([name, decks, percent(entry.price.edge), stake, chosen])
    heads = show.heads("wager", "decks", "edge", "stake", "options")
    prices = f"{show.heading(say(book.title))}\n{show.table(rows, heads, right=(1, 2, 3))}"
    return f"{prices}\n\n{notes_text(beside)}" if beside else prices


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
        rows.append([show.wager(name), percent(a) or "-", percent(b) or "-", change])
    heads = show.heads("wager", "first", "second", "difference")
    table = show.table(rows, heads, right=(1, 2, 3))
    same = f"  {say(said('the same options twice'))}"
    sides = show.sheet([(heads[1], chosen(left)), (heads[2], chosen(right))]) if differs else same
    parts = (f"{show.heading(say(left.rules.rulebook.title))}\n{sides}", table, notes_text(left, right))
    return "\n\n".join(filter(None, parts))
