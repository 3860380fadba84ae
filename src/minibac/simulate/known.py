"""What a guest who remembers every card knows before each coup, as a plain function for every device.

The shoes are those of :mod:`~minibac.simulate.dealing`, dealt with the same numbers. Cards burned face down stay among
those the guest has not seen; their number is known, since the first card says it. Where the rulebook shows the burn,
they are known from the first coup on: they are the cards that :func:`minibac.simulate.shown.shoe_order` takes first out
of what is left, so the shoe itself stays the same shoe.
"""

from typing import Any

from minibac.rules.house_rules import HouseRules
from minibac.simulate.dealing import (
    BURN,
    LEFT,
    PREFIX,
    Row,
    burn_first_card,
    cards_dealt,
    deal_coup,
    draw_numbers,
    fill,
    take_card,
)

RANKS_FROM_POOL = (4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 1, 2, 3)
"""The pool lies T J Q K A 2 … 9; a composition by ranks is written A 2 … 9 T J Q K."""

NO_BURN = 2
"""In place of whether the burn is seen: the first card of the shoe goes to the first coup."""

BURN_SHIFT = 16
"""A traced shoe is told in one number: its coups, and above these bits the cards burned face down."""


def burn_is_seen(rules: HouseRules) -> bool:
    """Whether the rulebook shows all burned cards to the guests (E05)."""
    return rules.rulebook.fixed["burn_exposure"].value == "all"


def trace_shoe(
    work: Row, compositions: Any, codes: Row, first_row: int, step: int, prefixes: int, shoe: int, seed_low: int,
    seed_high: int, decks: int, depth: int, coups: int, natural: int, player_rule: int, banker_rules: Row, burn_seen:
    int,
) -> int:  # fmt: skip
    """Deal one shoe, from the burn to the coup after the cutting card, into every ``step``-th row.

    Gives the number of coups, and above them the number of cards burned face down.
    """
    row = first_row
    fill(work, 0, 1, prefixes, decks)
    burned = 0
    if coups == 0 and burn_seen != NO_BURN:
        draw_numbers(work, 0, 1, BURN, shoe, seed_low, seed_high)
        burned = burn_first_card(work, 0, 1, prefixes)
    coup = 0
    stage = 0
    while stage < 2:
        coup += 1
        if coups > 0:
            fill(work, 0, 1, prefixes, decks)
        below = 0
        for kind in range(prefixes):
            prefix = work[PREFIX + kind]
            compositions[row, kind] = prefix - below
            below = prefix
        compositions[row, prefixes] = work[LEFT] - below
        draw_numbers(work, 0, 1, coup, shoe, seed_low, seed_high)
        code = deal_coup(work, 0, 1, prefixes, natural, player_rule, banker_rules)
        work[LEFT] -= cards_dealt(code)
        codes[row] = code
        row += step
        if coups == 0:
            stage += work[LEFT] - burned < depth
        elif coup == coups:
            stage = 2
    if burn_seen:
        for after in range(1, burned + 1):
            draw_numbers(work, 0, 1, coup + after, shoe, seed_low, seed_high)
            kind = take_card(work, 0, 1, prefixes, work[0])
            work[LEFT] -= 1
            for earlier in range(coup):
                compositions[first_row + earlier * step, kind] -= 1
    return coup + (burned << BURN_SHIFT)
