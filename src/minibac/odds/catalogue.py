"""Everything at once: each wager under every combination of the options that change its price.

Which options those are, the rulebook's own lines say (``rules/price_options.py``).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from minibac.odds.prices import Odds, Own, Price, own_wagers
from minibac.odds.stakes import SAMPLE_STAKES_CENTS
from minibac.play.wagers import Wager, check_whole_cents
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.options import read_value
from minibac.rules.price_options import price_options
from minibac.rules.rulebook import Option, Rulebook, Value

DECKS = (6, 7, 8)
TIE_ODDS: tuple[Value, ...] = (8, 9)


class Entry(NamedTuple):
    """A wager under one combination of options, and at one stake where vigorish is rounded."""

    wager: str
    options: dict[str, Value]
    stake_cents: int | None
    price: Price


def every_price(
    book: Rulebook,
    fixed: Mapping[str, object] | None = None,
    *,
    wagers: Iterable[str] | None = None,
    own: Own = (),
    stakes_cents: Iterable[int] = SAMPLE_STAKES_CENTS,
) -> Iterator[Entry]:
    """Price each wager under every legal combination of the options that change its price; ``fixed`` ones stay."""
    fixed, beside, stakes_cents = dict(fixed or {}), own_wagers(own, book), tuple(stakes_cents)
    names = price_options(book) | {proposition.id: ("decks",) for proposition in beside}
    wanted = list(names) if wagers is None else [name for name in names if name in set(wagers)]
    by_id = {proposition.id: proposition for proposition in (*book.wager, *beside)}
    for wager in wanted:
        for chosen in _combinations(book, names[wager], fixed, by_id[wager].only):
            rules = build(book, {**fixed, **chosen})
            if not isinstance(rules, HouseRules):
                continue
            odds = Odds(rules, wagers=[wager], own=[p for p in beside if p.id == wager])
            options = {name: rules.options[name] for name in names[wager] if name in rules.options}
            if odds.rounds_vigorish and "vigorish_rounding" in options:
                tally, laid = odds.tally(wager), odds.laid[wager]
                for stake in stakes_cents:
                    if check_whole_cents(rules, Wager(1, wager, stake)) is None:
                        yield Entry(wager, options, stake, laid.price(tally, stake))
            else:
                yield Entry(wager, options, None, odds[wager])


def _combinations(
    book: Rulebook, names: Iterable[str], fixed: Mapping[str, object], only: Mapping[str, tuple[Value, ...]]
) -> Iterator[dict[str, Value]]:
    """Every way to choose the named options, each where it means something under those chosen before it."""
    defaults = {option.name: option.default for option in reversed(book.option) if option.default is not None}

    def go(chosen: dict[str, Value], left: tuple[str, ...]) -> Iterator[dict[str, Value]]:
        if not left:
            yield chosen
            return
        name, rest = left[0], left[1:]
        settled = {**defaults, **fixed, **chosen}
        option = next(
            (o for o in book.option if o.name == name and all(settled.get(n) in v for n, v in o.when.items())), None
        )
        if option is None:  # idle: an option before it has made it meaningless
            yield from go(chosen, rest)
            return
        if name in fixed:
            values = [value for value in [read_value(option, fixed[name])] if value is not None]
        else:
            values = _values(option, settled)
        for value in values:
            if value in only.get(name, (value,)):
                yield from go({**chosen, name: value}, rest)

    yield from go({}, tuple(names))


def _values(option: Option, settled: Mapping[str, object]) -> list[Value]:
    """The values of an option to be tried: all that are listed, and the usual ones of a range."""
    if option.type == "switch":
        return [True, False]
    usual: tuple[Value, ...] = ()
    if option.name == "decks":
        batches = 2 if settled.get("shuffler") == "automatic" else 1
        usual = tuple(number * batches for number in DECKS)
    elif option.name == "tie_odds":
        usual = TIE_ODDS
    tried = dict.fromkeys([*option.values, *usual])
    return [value for value in (read_value(option, each) for each in tried) if value is not None]
