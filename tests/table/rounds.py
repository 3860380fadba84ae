"""Rounds for clause tests: cards whose course is known, and one case a clause that shows it kept and broken."""

from typing import Any

import pytest

from minibac.cards.card import ALL_CARDS, Card, parse_cards, total
from minibac.machine.roles import Actor
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import decide
from minibac.table.state import CoupInPlay, Phase
from tests.table.helpers import BURN, DEALER, Table

BOTH_DRAW = "As Ah 2s 2h 4d Td"
"""Player 3 takes a 4 and has 7; Banker 3 draws against a 4, takes a ten and stays at 3."""
PLAYER_DRAWS = "As 3h 2s 4h 4d"
"""Player 3 takes a 4 and has 7; Banker 7 stays: a tie."""
BANKER_DRAWS = "3s 2h 4d 2c 5h"
"""Player 7 stays; Banker 4 takes a 5 and has 9."""
BOTH_STAND = "3s 3h 4d 4c"
"""Seven each: nobody draws, a tie."""
NATURAL = "9s 2h Ts 3c"
"""Player 9, a natural; the Banker's 5 would have drawn against a Player that stands."""

MANY = (1, 2, 3, 5, 7)


def each(*rows: tuple[object, ...]) -> list[Any]:
    """A case for each clause, the second of its row: the test shows it kept, and broken in a refusal or an incident."""
    return [
        pytest.param(
            *row,
            marks=[pytest.mark.clause(str(row[1])), pytest.mark.clause(str(row[1]), breaks=True)],
            id="-".join(map(str, row[:2])),
        )
        for row in rows
    ]


def both(section_42: str, massachusetts: str) -> list[Any]:
    """The two regulations, each with its own clause."""
    return each(("section-42", section_42), ("massachusetts", massachusetts))


def handed_table(rulebook: str, cards: str = BOTH_DRAW, **options: Any) -> Table:
    """A table in the handed mode with a wager of seat 3 on Player and of seat 7 on Banker, before the call."""
    if rulebook != "massachusetts":
        options["deal_mode"] = "handed"
    table = Table(rulebook, cards=cards, **options)
    table.to(Phase.BETTING)
    table.bet(1, "tie", 100_00)
    table.bet(3, "player", 300_00)
    table.bet(7, "banker", 500_00)
    return table


def bet_table(rulebook: str, cards: str, **options: Any) -> Table:
    """A table with a wager on each of the three areas, before the call."""
    table = Table(rulebook, cards=cards, **options)
    table.to(Phase.BETTING)
    table.bet(1, "player", 100_00)
    table.bet(3, "banker", 100_00)
    table.bet(7, "tie", 100_00)
    return table


def coup_of(table: Table) -> CoupInPlay:
    """The coup on the layout."""
    assert table.state.coup is not None
    return table.state.coup


def phase_of(table: Table) -> Phase:
    """Where the table stands now."""
    return table.state.phase


def reports(table: Table, kind: str, /, **facts: Any) -> list[Any]:
    """The dealer reports what has happened; the events that follow."""
    return list(table.report(kind, **facts))


def next_hand(table: Table) -> str:
    """The hand that the automatic dealer would hand out next, or nothing."""
    command = table.next()
    return command.hand if isinstance(command, c.HandCards) else ""


def tries(table: Table, kind: type[c.Command], /, by: Actor = DEALER, **facts: Any) -> Refusal:
    """A command as at a real table, where its cards are named by hand; it must be refused."""
    answer = decide(table.state, kind(by=by, at=table.now(), **facts))
    assert isinstance(answer, Refusal), f"{kind.__name__} {facts} was accepted: {answer}"
    return answer


def only(events: tuple[e.Event, ...], kind: type[e.Event]) -> Any:
    """The one event of that kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def handed_out(table: Table, hand: str) -> tuple[e.Event, ...]:
    """Let the table run until the cards of a hand are to be handed out, and hand them to who has the right."""
    table.to(lambda _: next_hand(table) == hand)
    return table.yes(c.HandCards, hand=hand, seat=coup_of(table).holders[hand])


def natural_shoe(tail: str, *, burn: str = BURN, decks: int = 8) -> str:
    """Every card of a shoe after its burn, such that each round takes exactly four cards until ``tail`` is left.

    Each Player's Hand is a natural: a nine or eight with a ten, seven and ace, six and deuce, five and three.
    """
    last = list(parse_cards(tail))
    rest = list(ALL_CARDS * decks)
    for card in (*parse_cards(burn), *last):
        rest.remove(card)
    naturals = _naturals(rest, len(rest) // 4)
    for pair in naturals:
        for card in pair:
            rest.remove(card)
    bankers = [rest[index : index + 2] for index in range(0, 2 * len(naturals), 2)]
    spare = rest[2 * len(naturals) :]
    assert not spare, f"{len(spare)} cards are left over: choose a tail or a burn of another length"
    order = [
        card for pair, other in zip(naturals, bankers, strict=True) for card in (pair[0], other[0], pair[1], other[1])
    ]
    return " ".join(map(str, (*order, *last)))


def _naturals(cards: list[Card], wanted: int) -> list[tuple[Card, Card]]:
    """That many pairs of cards that make eight or nine."""
    found: list[tuple[Card, Card]] = []
    left = list(cards)
    for low in cards:
        if len(found) == wanted:
            break
        if low not in left:
            continue
        partner = next((card for card in left if card is not low and total((low, card)) in (8, 9)), None)
        if partner is not None and left.count(low) + (low != partner) > 1:
            left.remove(low)
            left.remove(partner)
            found.append((low, partner))
    assert len(found) == wanted, f"only {len(found)} naturals of {wanted}"
    return found
