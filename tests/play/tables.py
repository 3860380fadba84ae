"""Tables, coups and dealers' mistakes that the tests of play have in common."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import cycle, product
from typing import NamedTuple

from minibac.cards.card import Card, parse_cards
from minibac.play.deal import DealtCoup, check_deal, deal
from minibac.play.settlement import Action, SettledWager
from minibac.play.wagers import HOUSE_MONEY, Coupon, Wager
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table.settling import house_money_due
from minibac.table.state import Phase
from tests.naive.dealer import deal_hands, is_pair, point_count
from tests.play.felt import Felt

STAKE = 100_00
"""A stake on which nothing splits a cent."""

# Cards in the order they leave the shoe: Player, Banker, Player, Banker, then third cards.
PLAYER_7_6 = "3s 2h 4d 4c"
BANKER_7_6 = "2s 3h 4d 4c"
TIE_6_6 = "2s 3h 4d 3c"
NATURAL_9_8 = "5s 5h 4d 3c"
NATURAL_8_9 = "5s 5h 3d 4c"
NATURAL_TIE_8 = "5s 6h 3d 2c"
NATURAL_8_7 = "5s 5h 3d 2c"
DRAGON_7 = "As 2h 3d Kc 2c 5s"  # Player 4 draws to 6, Banker 2 draws to 7
BANKER_7_IN_TWO = "As 4h 2d 3c 2s"  # Player 3 draws to 5, Banker stands on 7
PANDA_8 = "As 3h 3d 4c 4h"  # Player 4 draws to 8, Banker stands on 7
BANKER_6_IN_TWO = "Ks 2h Qd 4c 5s"  # Player 0 draws to 5, Banker stands on 6
BANKER_6_IN_THREE = "Ks 2h Qd Kc 5s 4h"  # Player 0 draws to 5, Banker 2 draws to 6
PLAYER_9_0 = "Ks Jh 4d Qc 5s Th"  # Player 4 draws to 9, Banker 0 draws to 0
VOID = "Ks 2h Qd 4c"  # Player 0 must draw, and the cards are out


@cache
def _built(rulebook: str, choices: tuple[tuple[str, str], ...]) -> HouseRules | tuple[Refusal, ...]:
    return build(load(rulebook), dict(choices))


def table(rulebook: str, /, **choices: str) -> HouseRules:
    """House rules that can be built."""
    built = _built(rulebook, tuple(sorted(choices.items())))
    assert isinstance(built, HouseRules), built
    return built


def refusals(rulebook: str, /, **choices: str) -> tuple[Refusal, ...]:
    """Why these choices are no house rules; they must not be."""
    built = _built(rulebook, tuple(sorted(choices.items())))
    assert not isinstance(built, HouseRules), "these choices are legal"
    return built


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def wager(proposition: str, stake_cents: int = STAKE, seat_no: int = 1, coupon_cents: int = 0) -> Wager:
    """A wager, with a coupon of that face if it has one."""
    coupon = Coupon(coupon_cents, f"{seat_no}-{proposition}") if coupon_cents else None
    return Wager(seat_no, proposition, stake_cents, coupon)


class Made(NamedTuple):
    """What a coup was made of."""

    coup: DealtCoup
    text: str
    wagers: tuple[Wager, ...]
    add: Mapping[int, str]


_MADE: dict[int, Made] = {}
_SETTLING: dict[int, Felt] = {}
"""The table at the settlement of a coup."""


def dealt(rules: HouseRules, text: str, *wagers: Wager, add: Mapping[int, str] | None = None) -> DealtCoup:
    """A coup that the table has nothing against."""
    assert check_deal(rules, cards(text), wagers, add or {}) == ()
    coup = deal(rules, cards(text), wagers, add or {})
    _MADE[id(coup)] = Made(coup, text, wagers, add or {})
    return coup


def unwanted(rules: HouseRules, *wagers: Wager, add: Mapping[int, str] | None = None) -> Refusal | None:
    """Why no card is dealt on these wagers, or ``None``."""
    return next(iter(check_deal(rules, (), wagers, add or {})), None)


def settled(coup: DealtCoup, proposition: str, seat_no: int = 1) -> SettledWager:
    return next(w for w in coup.settlement.wagers if (w.seat, w.wager) == (seat_no, proposition))


def steps(coup: DealtCoup) -> list[tuple[str, int, str]]:
    """What the dealer does, in order."""
    return [(action.step, action.seat, action.wager) for action in coup.settlement.actions]


def mistake(rules: HouseRules, coup: DealtCoup, instead_of: str, wrong: Action) -> Refusal:
    """The refusal a dealer gets who does everything right up to one move of this wager, and then something else."""
    right = [a for a in coup.settlement.actions if (a.wager == HOUSE_MONEY) == (wrong.wager == HOUSE_MONEY)]
    if wrong.wager == HOUSE_MONEY:  # settled seat by seat, before third cards
        right = [action for action in right if action.seat == wrong.seat]
    place = right.index(next(a for a in right if (a.step, a.seat, a.wager) == (instead_of, wrong.seat, wrong.wager)))
    assert acted(rules, coup, right[: place + 1] if wrong.wager != HOUSE_MONEY else right) is None
    refusal = acted(rules, coup, (*right[:place], wrong))
    assert refusal is not None
    return refusal


def acted(rules: HouseRules, coup: DealtCoup, moves: Sequence[Action]) -> Refusal | None:
    """What the table answers a dealer who makes these moves of the settlement of a coup; ``None``: it takes them."""
    _, text, wagers, add = _MADE[id(coup)]
    felt = _SETTLING.get(id(coup)) or Felt(rules, cards(text), wagers)
    if all(move.wager == HOUSE_MONEY for move in moves):
        seat = moves[0].seat
        felt.to(lambda state: state.phase is Phase.HOUSE_MONEY and house_money_due(state) == seat, add)
        felt.choose(add)
        answer = felt.do(c.SettleHouseMoney, seat=seat, actions=tuple(moves))
    else:
        felt = _SETTLING.setdefault(id(coup), felt.at(Phase.SETTLING, add))
        before = felt.state
        answer = felt.do(c.TakeActions, actions=tuple(moves))
        felt.live.state = before
    return answer if isinstance(answer, Refusal) else None


def count(hand: Sequence[str]) -> int:
    return point_count(list(hand))


@cache
def representatives(*, pairs: bool) -> dict[tuple[int, int, int, int, bool, bool], tuple[str, ...]]:
    """Cards for each result a coup can have: totals, numbers of cards and, if asked for, pairs.

    Drawing asks for two-card totals and for the value of third cards, so one hand of each total, and one of each total
    that is a pair, reach every result there is. The rulebooks draw alike; the naive dealer says who draws.
    """
    two = {(total, False): (f"{total}s", "Kd") for total in range(2, 10)} | {(0, False): ("Ts", "Kd")}
    two |= {(1, False): ("As", "Kd")}
    two |= {(2 * rank % 10, True): (f"{rank}s", f"{rank}d") for rank in (6, 2, 3, 4)} | {(0, True): ("Ks", "Kd")}
    two |= {(2, True): ("As", "Ad")}
    thirds = ("Qh", "Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h")
    found: dict[tuple[int, int, int, int, bool, bool], tuple[str, ...]] = {}
    for player, banker, third, last in product(two.values(), two.values(), thirds, thirds):
        order = (player[0], banker[0], player[1], banker[1], third, last)
        one, other, unused, _ = deal_hands("section-42", list(order))
        shown = (is_pair(one), is_pair(other)) if pairs else (False, False)
        if not pairs and (is_pair(one) or is_pair(other)):
            continue
        key = (count(one), count(other), len(one), len(other), *shown)
        found.setdefault(key, order[: len(order) - len(unused)])
    return found


TIE_ODDS = ("8", "9", "17/2")
ORDERS = ("i", "ii", "iii", "iv")


def vigorish_sets(rulebook: str) -> list[dict[str, str]]:
    """Every way a rulebook lets the house take vigorish, or not."""
    multiple = {"section-42": "up-to-5c", "massachusetts": "up-to-25c"}.get(rulebook)
    roundings: list[dict[str, str]] = [{"vigorish_rounding": "none"}]
    if multiple:
        at = ("mark", "collection")
        roundings += [{"vigorish_rounding": multiple, "vigorish_rounded_at": when} for when in at]
    win = [
        {"vigorish_type": "win", "vigorish_rate": rate, "vigorish_collection": when, **rounding}
        for rate in (("4%", "5%") if rulebook == "section-42" else ("5%",))
        for when in ("at-payout", "deferred")
        for rounding in roundings
    ]
    others = {"section-42": ("tie-25", "none-banker-6"), "massachusetts": ("ez",), "seminole": ("none-banker-6",)}
    return win + [{"vigorish_type": name} for name in others.get(rulebook, ())]


@cache
def option_sets(rulebook: str) -> tuple[HouseRules, ...]:
    """Every option set that changes money or its order, so that each wager meets all combinations of its own options.

    The Banker wager depends on vigorish, procedure and House Money, and these are crossed; tie odds and Dragon Bonus
    pay tables touch no other wager and go round with them.
    """
    ties, tables = cycle(TIE_ODDS), cycle("ABC")
    sets = []
    for vigorish in vigorish_sets(rulebook):
        if rulebook == "massachusetts":
            for portion in (None, "all", "1/2", "1/3"):
                chosen = {**vigorish, "tie_odds": next(ties)}
                if portion:
                    chosen |= {"house_money_add": portion, "house_money_on_void": "reverse"}
                if portion in (None, "all"):
                    chosen["dragon_bonus_paytable"] = next(tables)
                sets.append(chosen)
        else:
            for order in ORDERS:
                chosen = {**vigorish, "settlement_order": order}
                if rulebook == "section-42":
                    chosen |= {"tie_odds": next(ties), "match_play": "on"}
                sets.append(chosen)
    return tuple(table(rulebook, **chosen) for chosen in sets)
