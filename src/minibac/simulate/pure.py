"""Shoes in plain Python: no extra to install, and the statement that the fast back ends are held against."""

from collections import Counter
from collections.abc import Iterator

from minibac.simulate.dealing import BURN, LEFT, ROWS, Row, burn_first_card, cards_dealt, deal_coup, draw_numbers, fill
from minibac.simulate.histogram import NOTHING, Histogram, Worth
from minibac.simulate.philox import MASK
from minibac.simulate.plan import Plan
from minibac.simulate.sights import ROW_OF_CARDS

NAME = "pure"
CHUNK_SHOES = 16
"""Shoes between two signs of life."""


def deal(plan: Plan, seed: int, first_shoe: int, shoes: int, worth: Worth = NOTHING) -> Histogram:
    """Deal shoes and count their coups."""
    by_code = [0] * plan.all_codes
    squared = 0
    results: tuple[Counter[int], ...] = tuple(Counter() for _ in worth)
    for shoe in range(first_shoe, first_shoe + shoes):
        codes = list(card_codes(plan, seed, shoe)) if plan.sights else shoe_codes(plan, seed, shoe)
        for code in codes:
            by_code[code] += 1
        squared += (len(codes) // (len(plan.sights) + 1)) ** 2
        for row, seen in zip(worth, results, strict=True):
            seen[sum([row[code] for code in codes])] += 1
    at, by_end = plan.codes, []
    for sight in plan.sights:
        by_end.append(tuple(by_code[at : at + sight.ends]))
        at += sight.ends
    return Histogram(tuple(by_code[: plan.codes]), shoes, squared, results, tuple(by_end))


def shoe_codes(plan: Plan, seed: int, shoe: int) -> list[int]:
    """The result codes of one shoe, coup by coup."""
    work = [0] * ROWS
    banker_rules = plan.banker_rules
    codes = []
    for _ in coups(plan, seed, shoe, work):
        code = deal_coup(work, 0, 1, plan.prefixes, plan.natural, plan.player_rule, banker_rules)
        work[LEFT] -= cards_dealt(code)
        codes.append(code)
    return codes


def coups(plan: Plan, seed: int, shoe: int, work: Row) -> Iterator[int]:
    """The life of a shoe: gives the number of each coup with its random numbers drawn, to be dealt in between.

    After the burn a shoe goes on until the coup in which the cutting card comes out, and then for one coup more. A
    continuous shuffler has neither, and deals every coup from the full set.
    """
    key = seed & MASK, seed >> 32 & MASK
    if plan.coups:
        for coup_no in range(1, plan.coups + 1):
            fill(work, 0, 1, plan.prefixes, plan.decks)
            draw_numbers(work, 0, 1, coup_no, shoe, *key)
            yield coup_no
        return
    fill(work, 0, 1, plan.prefixes, plan.decks)
    draw_numbers(work, 0, 1, BURN, shoe, *key)
    burned = burn_first_card(work, 0, 1, plan.prefixes)
    coup_no = 0
    last_hand = over = False
    while not over:
        coup_no += 1
        draw_numbers(work, 0, 1, coup_no, shoe, *key)
        yield coup_no
        over = last_hand
        last_hand = work[LEFT] - burned < plan.depth


def card_codes(plan: Plan, seed: int, shoe: int) -> Iterator[int]:
    """For each coup of one shoe its result code, and the ends of all wagers on cards, numbered on behind these codes.

    The same numbers that take kinds out of the pool take cards out of a row of them, suit by suit in each rank.
    """
    work = [0] * ROWS
    full = [card for card in range(len(ROW_OF_CARDS)) for _ in range(plan.decks)]
    pool = list(full)
    if not plan.coups:
        work[LEFT] = len(pool)
        draw_numbers(work, 0, 1, BURN, shoe, seed & MASK, seed >> 32 & MASK)
        pool.pop(work[0])
    for _ in coups(plan, seed, shoe, work):
        if plan.coups:
            pool = list(full)
        code = deal_coup(work, 0, 1, plan.prefixes, plan.natural, plan.player_rule, plan.banker_rules)
        dealt = cards_dealt(code)
        work[LEFT] -= dealt
        cards = [pool.pop(number) for number in work[:dealt]]
        player, banker = cards[:4:2], cards[1:4:2]
        thirds = cards[4:]
        player += thirds[:1] if code & 2 else []
        banker += thirds[-1:] if code & 1 else []
        yield code
        at = plan.codes
        for sight in plan.sights:
            yield at + sight.end_of(player, banker)
            at += sight.ends
