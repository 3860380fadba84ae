"""Shoes in plain Python: no extra to install, and the statement that the fast back ends are held against."""

from collections import Counter
from collections.abc import Iterator

from minibac.simulate.dealing import BURN, LEFT, ROWS, Row, burn_first_card, cards_dealt, deal_coup, draw_numbers, fill
from minibac.simulate.histogram import NOTHING, Histogram, Worth
from minibac.simulate.philox import MASK
from minibac.simulate.plan import Plan

NAME = "pure"
CHUNK_SHOES = 16
"""Shoes between two signs of life."""


def deal(plan: Plan, seed: int, first_shoe: int, shoes: int, worth: Worth = NOTHING) -> Histogram:
    """Deal shoes and count their coups."""
    by_code = [0] * plan.codes
    squared = 0
    results: tuple[Counter[int], ...] = tuple(Counter() for _ in worth)
    for shoe in range(first_shoe, first_shoe + shoes):
        codes = shoe_codes(plan, seed, shoe)
        for code in codes:
            by_code[code] += 1
        squared += len(codes) ** 2
        for row, seen in zip(worth, results, strict=True):
            seen[sum([row[code] for code in codes])] += 1
    return Histogram(tuple(by_code), shoes, squared, results)


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
