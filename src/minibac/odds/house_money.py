"""The House Money choice: take the payout, or add it to a wager on the Player's or Banker's Hand.

House Money is settled while both hands lie open with two cards each, so the guest chooses with four cards seen. Added
money is worth what one more unit on that hand is worth then; it should be added when that is more than nothing.

>>> from minibac.rules.house_rules import house_rules
>>> choice = house_money_choice(house_rules("massachusetts", house_money=True))
>>> f"{float(choice.worth('player')):.4f}", f"{float(choice.edge('player')):.4%}"
('0.1180', '23.9721%')
>>> choice.sentence("player")
"add to the Player's Hand when it leads on two cards, and also with 4 against 4 (Player against Banker); else take"
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, product
from math import lcm, perm
from operator import mul
from typing import NamedTuple

from minibac.cards.card import POINTS, RANKS, Rank
from minibac.cards.composition import Composition
from minibac.odds.exact import table_after_four
from minibac.odds.prices import Odds, OddsError
from minibac.play.propositions import priced
from minibac.play.results import POINT_CODES, Result
from minibac.play.wagers import HOUSE_MONEY, MAIN
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.rules.names import rulebook_name
from minibac.rules.rulebook import RULEBOOKS, Rulebook, load
from minibac.rules.wager_words import HANDS
from minibac.voice.said import NOTHING, Many, Said, many, said

EITHER = "either"
"""A guest with both main wagers names the one to add to (B06)."""

TARGETS = (*MAIN, EITHER)


class Exposed(NamedTuple):
    """Four open cards that win House Money, in any order within each hand, and what they promise."""

    player: tuple[Rank, Rank]
    banker: tuple[Rank, Rank]
    player_total: int
    banker_total: int
    combinations: int
    """Ordered draws of four cards that lie so."""
    payout: Fraction
    """The odds of House Money."""
    taking: Fraction
    """What taking the payout is worth for one unit of House Money: the payout, unless a void coup reverses it."""
    gain: Mapping[str, Fraction]
    """What one more unit on each main wager gains on average from here on."""

    def best(self, target: str) -> Fraction:
        """What one more unit gains on the target, or on the better hand where the guest has both."""
        return max(self.gain.values()) if target == EITHER else self.gain[target]

    def adding(self, target: str, portion: Fraction) -> Fraction:
        """What adding the stated portion of the payout, and taking the rest, is worth for one unit of House Money."""
        return self.taking + self.payout * portion * self.best(target)


class HouseMoneyChoice:
    """Every class of four exposed cards that wins House Money, and the best that can be done with each."""

    def __init__(self, odds: Odds, rows: Sequence[Exposed], total: int) -> None:
        self.odds = odds
        self.rows = tuple(rows)
        self.total = total
        stated = str(odds.rules.options["house_money_add"])
        self.portion = Fraction(1) if stated == "all" else Fraction(stated)

    def __repr__(self) -> str:
        return f"<HouseMoneyChoice {self.odds.rules.rulebook.id}, {self.odds.cards} cards: {len(self.rows)} rows>"

    def worth(self, target: str, portion: Fraction | None = None) -> Fraction:
        """What the best choice is worth for one unit of House Money, beside a wager on ``target``.

        ``portion`` is what of the payout may be added; without it, what the house states.
        """
        part = self.portion if portion is None else portion
        gained = sum(
            (row.combinations * row.payout * row.best(target) for row in self.rows if row.best(target) > 0), Fraction(0)
        )
        return part * gained / self.total if self.total else Fraction(0)

    def edge(self, target: str, portion: Fraction | None = None) -> Fraction:
        """The edge of House Money for a guest who makes the best choice."""
        return self.odds[HOUSE_MONEY].edge - self.worth(target, portion)

    def frequency(self, target: str) -> Fraction:
        """How often adding is right, among the coups that win House Money."""
        won = sum(row.combinations for row in self.rows)
        return Fraction(sum(row.combinations for row in self.rows if row.best(target) > 0), won) if won else Fraction(0)

    def grid(self, target: str) -> list[list[str]]:
        """The best rule by two-card totals, as ``grid[player][banker]``.

        A cell is ``add`` or ``take``; ``both``, where it depends on the cards; empty, where no four cards come to it.
        """
        seen: list[list[set[str]]] = [[set() for _ in range(10)] for _ in range(10)]
        for row in self.rows:
            seen[row.player_total][row.banker_total].add("add" if row.best(target) > 0 else "take")
        return [["both" if len(cell) == 2 else next(iter(cell), "") for cell in line] for line in seen]

    def sentence(self, target: str) -> str:
        """The best rule in one English sentence."""
        return str(self.told(target))

    def told(self, target: str) -> Said:
        """The best rule, told by who leads on two cards and where that is not the whole truth."""
        grid = self.grid(target)
        cells = [(p, t, grid[p][t]) for p in range(10) for t in range(10) if grid[p][t]]
        leads = {"player": (1,), "banker": (-1,), EITHER: (1, -1)}[target]  # the sign of Player less Banker
        ahead = {(p, t) for p, t, _ in cells if (p > t) - (p < t) in leads}
        also = [_against(p, t) for p, t, cell in cells if cell == "add" and (p, t) not in ahead]
        if target == EITHER:
            also = [said("{totals} to {hand}", totals=totals, hand=self._better_hand(totals)) for totals in also]
        never = [_against(p, t) for p, t, cell in cells if cell == "take" and (p, t) in ahead]
        by_cards = [_against(p, t) for p, t, cell in cells if cell == "both"]
        if all(cell != "add" for _, _, cell in cells) and not by_cards:
            return said("never add: take the payout always")
        if target == EITHER:
            rule = said("add to the hand that leads on two cards{also}{never}{by_cards}{names}; else take")
        else:
            rule = said("add to {hand} when it leads on two cards{also}{never}{by_cards}{names}; else take")
            rule = rule.about(hand=HANDS[target])
        return rule.about(
            also=said(", and also with {totals}", totals=many(also, "and")) if also else NOTHING,
            never=said(", but not with {totals}", totals=many(never, "or")) if never else NOTHING,
            by_cards=said(", and by the cards with {totals}", totals=many(by_cards, "and")) if by_cards else NOTHING,
            names=said(" (Player against Banker)") if also or never or by_cards else NOTHING,
        )

    def _better_hand(self, totals: Said) -> Many:
        """The hand to name at two-card totals where neither leads."""
        rows = [row for row in self.rows if _against(row.player_total, row.banker_total) == totals]
        named = {max(row.gain, key=lambda main: row.gain[main]) for row in rows}
        return many(HANDS[name] for name in sorted(named))

    def rule(self, target: str) -> list[str]:
        """The best rule by totals, a line for each total of the Player's Hand at which something is added."""
        lines = []
        for player_total, cells in enumerate(self.grid(target)):
            parts = [_spans(cells, "add")] if "add" in cells else []
            if "both" in cells:
                parts.append(f"by the cards {_spans(cells, 'both')}")
            if parts:
                lines.append(f"Player {player_total}: add against Banker {', '.join(parts)}")
        return lines or ["never add: take the payout always"]

    def _repr_html_(self) -> str:
        from minibac.odds.html import house_money_html

        return house_money_html(self)


def _against(player: int, banker: int) -> Said:
    return said("{player} against {banker}", player=player, banker=banker)


def house_money_choice(rules: HouseRules | str, composition: Sequence[int] | None = None) -> HouseMoneyChoice:
    """Look at every four exposed cards that win House Money under these rules, with these cards left."""
    rules = rules_of(rules)
    odds = Odds(rules, composition)
    if HOUSE_MONEY not in odds.laid:
        raise OddsError(_not_offered(rules))
    return HouseMoneyChoice(odds, list(_rows(odds)), perm(odds.cards, 4))


def _not_offered(rules: HouseRules) -> Said:
    """Why a table has no House Money: it is switched off, or its rulebook does not know it and others do."""
    here = rules.rulebook
    if _knows(here):
        offer = said("House Money is not offered at this table of {rulebook}: set house_money=on")
        return offer.about(rulebook=rulebook_name(here.id))
    others = many((rulebook_name(name) for name in RULEBOOKS if _knows(load(name))), "and")
    none = said("{rulebook} has no House Money; it is a wager of {others}", others=others)
    return none.about(rulebook=rulebook_name(here.id))


def _knows(book: Rulebook) -> bool:
    return any(wager.id == HOUSE_MONEY for wager in book.wager)


def _rows(odds: Odds) -> Iterator[Exposed]:
    rules, counts = odds.rules, odds.composition
    wager = priced(rules)[HOUSE_MONEY]
    payouts = {pairs: wager.outcome(Result(0, 0, 2, 2, *pairs)) for pairs in product((False, True), repeat=2)}
    reverses = rules.options.get("house_money_on_void", "reverse") == "reverse"
    nets = {main: _nets(odds, main) for main in MAIN}
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[dict[str, Fraction], Fraction]] = {}
    for player, banker, combinations, left in exposed_cards(counts):
        outcome = payouts[player[0] == player[1], banker[0] == banker[1]]
        if outcome.kind != "win":
            continue
        # Ranks of one Value leave the same coup behind, so each four Values is finished once.
        values = (_values(player), _values(banker))
        player_total, banker_total = (sum(hand) % 10 for hand in values)
        if values not in known:
            table = table_after_four(player_total, banker_total, left, rules.drawing)
            gain = {
                main: Fraction(sum(map(mul, table.by_code, net)), scale * table.total)
                for main, (net, scale) in nets.items()
            }
            known[values] = gain, Fraction(table.void, table.total)
        gain, void = known[values]
        taking = outcome.odds * (1 - void) if reverses else outcome.odds
        yield Exposed(player, banker, player_total, banker_total, combinations, outcome.odds, taking, gain)


def exposed_cards(counts: Composition) -> Iterator[tuple[tuple[Rank, Rank], tuple[Rank, Rank], int, Composition]]:
    """Both hands of two by rank, with the ordered draws that give them and the cards left behind them."""
    for player, player_ways, after in _hands(counts):
        for banker, banker_ways, left in _hands(after):
            yield player, banker, player_ways * banker_ways, left


def _hands(counts: Composition) -> Iterator[tuple[tuple[Rank, Rank], int, Composition]]:
    for low, first in enumerate(counts):
        for high in range(low, len(counts)):
            second = counts[high] - (low == high)
            ways = first * second * (1 if low == high else 2)
            if ways > 0:
                taken = Counter((low, high))
                left = tuple(count - taken[index] for index, count in enumerate(counts))
                yield (RANKS[low], RANKS[high]), ways, left


def _nets(odds: Odds, main: str) -> tuple[list[int], int]:
    """What a main wager gains on each point code, in whole parts of a unit, and how many parts make one."""
    laid = odds.laid[main]
    gains = [laid.net(laid.gross(code)) for code in range(POINT_CODES)]
    scale = lcm(*(gain.denominator for gain in gains))
    return [int(gain * scale) for gain in gains], scale


def _values(hand: Sequence[Rank]) -> tuple[int, ...]:
    return tuple(sorted(POINTS[rank] for rank in hand))


def _spans(cells: Sequence[str], wanted: str) -> str:
    """The Banker totals of a line with the wanted cell, as ``0-5, 7``; totals that no four cards give break no span."""
    possible = [total for total, cell in enumerate(cells) if cell]
    runs = groupby(possible, key=lambda total: cells[total] == wanted)
    spans = [list(totals) for is_wanted, totals in runs if is_wanted]
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)
