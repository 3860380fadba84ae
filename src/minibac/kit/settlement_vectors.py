"""Settlement: every wager, every scheme of vigorish and pay table, every rounding, every order.

Each question states all options that touch a payment, so nobody needs to know the defaults of a rulebook.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from minibac.cards.card import Card, parse_cards
from minibac.kit.drawing_vectors import drawing_deals
from minibac.kit.engine import GAME, QuestionError, dealt_for
from minibac.kit.kit_question import KitQuestion
from minibac.play.coup import play
from minibac.play.propositions import priced
from minibac.play.reasons import reason
from minibac.play.wagers import HOUSE_MONEY, MAIN
from minibac.rules.house_rules import HouseRules, build, rounding_cents
from minibac.rules.rulebook import RULEBOOKS, Value, load

CHARGES: tuple[Mapping[str, Value], ...] = (
    *(
        {"vigorish_type": "win", "vigorish_rate": rate, "vigorish_rounding": rounding}
        for rate, rounding in product(("4%", "5%"), ("none", "up-to-5c", "up-to-25c"))
    ),
    {"vigorish_type": "tie-25"},
    {"vigorish_type": "none-banker-6"},
    {"vigorish_type": "ez"},
    *({"vigorish_collection": collection} for collection in ("at-payout", "deferred")),
    *({"tie_odds": odds} for odds in ("8", "9", "17/2")),
    *({"dragon_bonus_paytable": table} for table in ("A", "B", "C")),
    *({"house_money_add": portion} for portion in ("all", "1/2")),
    {"match_play": "on"},
)
"""Every scheme by which a wager is paid and charged; a rulebook has those that it allows."""
OTHERWISE: tuple[Mapping[str, Value], ...] = (
    *(
        {"vigorish_collection": "deferred", "vigorish_rounding": rounding, "vigorish_rounded_at": at}
        for rounding, at in product(("up-to-5c", "up-to-25c"), ("mark", "collection"))
    ),
    {"vigorish_type": "tie-25", "tie_vigorish_rounded": "yes"},
    {"house_money_add": "all", "house_money_on_void": "stands"},
)
"""What changes single amounts and no edge: when a mark is rounded, that of a tie, House Money in a void coup."""
ORDERS = ("i", "ii", "iii", "iv")

PRICE_OPTIONS = (
    "vigorish_type", "vigorish_rate", "vigorish_rounding", "vigorish_collection", "vigorish_rounded_at",
    "tie_vigorish_rounded", "tie_odds", "dragon_bonus", "dragon_bonus_paytable", "house_money", "house_money_add",
    "house_money_on_void", "match_play", "settlement_order",
)  # fmt: skip
"""The options that a question states."""

STAKE = 2_000
"""Cents that split nothing."""
ROUNDED_STAKES = (3_300, 1_130)
"""Cents whose vigorish rounds to a quarter, and to a nickel."""
PAIRS = "2h,3s,2d,3c,9s,5h Kh,3s,Kd,5c,4s,9h 4h,7s,2d,7c,2s,Kh 9s,9h,9d,9c,2s,2h"
"""Coups with pairs: both hands, the Player's, the Banker's."""
SEATS_LAID = {2: ("banker", "tie"), 4: ("player", "banker"), 6: ("banker", "player", "tie")}


def price_tables(charges: Sequence[Mapping[str, Value]] = CHARGES) -> Iterator[HouseRules]:
    """Every scheme under every rulebook that allows it, once."""
    seen = set()
    for name in RULEBOOKS:
        for charge in charges:
            rules = build(load(name), charge)
            if isinstance(rules, HouseRules) and (key := (name, str(stated_options(rules)))) not in seen:
                seen.add(key)
                yield rules


def stated_options(rules: HouseRules) -> dict[str, Value]:
    """The options of a table that touch a payment."""
    return {name: rules.options[name] for name in PRICE_OPTIONS if name in rules.options}


def settlement() -> Iterator[KitQuestion]:
    """Every outcome of every wager of every table, House Money taken and added, coupons, orders, and void coups."""
    for rules in price_tables((*CHARGES, *OTHERWISE)):
        for stake in (STAKE, *(ROUNDED_STAKES if rounding_cents(rules.options) else ())):
            yield from _outcomes(rules, stake)
        yield from _house_money(rules)
        yield from _void(rules)
    for name, order, collection in product(RULEBOOKS, ORDERS, ("at-payout", "deferred")):
        ordered = build(load(name), {"settlement_order": order, "vigorish_collection": collection})
        if isinstance(ordered, HouseRules):
            for deal in _pool()[:12]:
                wagers = [(seat, wager, STAKE) for seat, laid in SEATS_LAID.items() for wager in laid]
                yield from _stated(ordered, deal, wagers, f"the order of settlement {order}, vigorish {collection}")


@cache
def _pool() -> tuple[tuple[Card, ...], ...]:
    """Coups that differ in what a wager can ask about a result, the twelve of the orders first."""
    pool: dict[object, tuple[Card, ...]] = {}
    for text in (*map(parse_cards, PAIRS.split()), *drawing_deals()):
        cards = tuple(text)
        coup = play(cards, load(GAME).tableau)
        result = coup.result
        lead = result.player_total - result.banker_total
        natural = len(coup.player) == len(coup.banker) == 2 and max(result.player_total, result.banker_total) > 7
        asked = (
            result.winner,
            lead,
            natural,
            len(coup.player),
            len(coup.banker),
            result.player_pair,
            result.banker_pair,
        )
        pool.setdefault((*asked, result.banker_total), cards[: len(coup.player) + len(coup.banker)])
    return tuple(pool.values())


def _outcomes(rules: HouseRules, stake: int) -> Iterator[KitQuestion]:
    """One coup for each way in which some wager comes out."""
    seen: set[object] = set()
    coupon = rules.options.get("match_play") is True
    for cards in _pool():
        coup = play(cards, rules.drawing)
        hands = (coup.player, coup.banker)
        ways: set[object] = {(name, one.outcome(coup.result, hands)[:2]) for name, one in priced(rules).items()}
        ways.add(("charge", (coup.result.winner, coup.result.banker_total == 6)))
        if ways <= seen:
            continue
        seen |= ways
        wagers = [(1, name, stake) for name in priced(rules)]
        told = "; ".join(str(reason(rules, name, coup.result, hands).said) for _, name, _ in wagers)
        yield from _stated(rules, cards, wagers, told, coupon_cents=stake if coupon else 0)


def _house_money(rules: HouseRules) -> Iterator[KitQuestion]:
    """The payout taken, and added to each main wager."""
    if HOUSE_MONEY not in priced(rules):
        return
    for cards in _pool()[:8]:
        for target in ("", *MAIN):
            wagers = [(3, "player", STAKE), (3, "banker", STAKE), (3, HOUSE_MONEY, STAKE // 2)]
            told = f"House Money is added to {target}" if target else "House Money is taken"
            yield from _stated(rules, cards, wagers, told, add={"3": target} if target else {})


def _void(rules: HouseRules) -> Iterator[KitQuestion]:
    cards = next(cards for cards in _pool() if len(cards) > 5)[:5]
    wagers = [(1, name, STAKE) for name in priced(rules)]
    yield from _stated(rules, cards, wagers, "the cards run out: the coup is void, and every wager goes back")


def _stated(
    rules: HouseRules,
    cards: Sequence[Card],
    wagers: Sequence[tuple[int, str, int]],
    told: str,
    *,
    add: Mapping[str, str] | None = None,
    coupon_cents: int = 0,
) -> Iterator[KitQuestion]:
    """The question, unless a wager of it would split a cent or is refused for another reason."""
    question: dict[str, Any] = {"ask": "settle", "rulebook": rules.rulebook.id, "options": stated_options(rules)}
    question["cards"] = list(map(str, cards))
    question["wagers"] = [{"seat": seat, "wager": name, "stake_cents": cents} for seat, name, cents in wagers]
    if coupon_cents:
        question["wagers"] = [
            laid | ({"coupon_cents": coupon_cents} if laid["wager"] in MAIN else {}) for laid in question["wagers"]
        ]
    if add:
        question["add"] = dict(add)
    try:
        dealt = dealt_for(question)
    except QuestionError:
        return
    clauses = (clause for settled in dealt.settlement.wagers for clause in settled.clauses)
    moves = (clause for grounds in dealt.settlement.grounds.values() for clause in grounds.clauses)
    yield KitQuestion(question, tuple(dict.fromkeys((*clauses, *moves))), told)
