"""A shoe record in the notation: every coup of it, dealt again by the naive dealer, gives what the line says."""

import pytest

from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.notation import read_notation, written
from minibac.shoes.noted import Fact, NotedBurn, NotedCoup, NotedCut, NotedMoment
from minibac.shoes.noted_record import noted
from minibac.shoes.record import make_record, read_record
from minibac.table.state import Phase
from tests.naive import dealer as naive
from tests.records.shoes import record, stored
from tests.table.helpers import Table


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_coup_is_dealt_again(rulebook: str) -> None:
    items = list(noted(read_record(record(rulebook))))
    assert list(read_notation("".join(written(items)).split("\n"))) == items
    facts = {item.name: item.value for item in items if isinstance(item, Fact)}
    assert facts["rulebook"] == rulebook
    (cut,) = [item for item in items if isinstance(item, NotedCut)]
    order = facts["order"].split()
    dealt = [*order[cut.position :], *order[: cut.position]]
    (burn,) = [item for item in items if isinstance(item, NotedBurn)]
    assert [card.face for card in burn.cards] in (dealt[: len(burn.cards)], [dealt[0], *"x" * (len(burn.cards) - 1)])
    coups = [item for item in items if isinstance(item, NotedCoup)]
    assert [coup.number for coup in coups] == list(range(1, len(coups) + 1))
    options = {name.removeprefix("option."): value for name, value in facts.items() if name.startswith("option.")}
    for coup in coups:
        held_again(rulebook, options, coup)
    assert any(isinstance(item, NotedMoment) and item.what == "last-hand" for item in items)


def held_again(rulebook: str, options: dict[str, str], coup: NotedCoup) -> None:
    """The naive dealer deals the cards of a line in the usual order, and comes to what the line says."""
    first, third = zip(coup.player[:2], coup.banker[:2], strict=True), (*coup.player[2:], *coup.banker[2:])
    cards = [card.face for pair in first for card in pair] + [card.face for card in third]
    wagers = [
        {"seat": w.seat, "wager": w.wager, "stake_cents": w.stake_cents, "coupon_cents": w.coupon_cents}
        for w in coup.wagers
    ]
    told = {name: value for name, value in options.items() if name in naive.choose_options(rulebook, {})}
    found = naive.deal(rulebook, told, cards, wagers, {})
    assert found["result"][0].upper() == coup.winner
    assert (found["player"]["total"], found["banker"]["total"]) == coup.counts
    assert found["unused"] == []
    assert [(row["outcome"], row["net_cents"]) for row in found["wagers"]] == [
        (wager.outcome, wager.net_cents) for wager in coup.wagers
    ]


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_card_of_neither_hand_is_told_with_its_round(rulebook: str) -> None:
    table = Table(rulebook, seats=(3,), cards="4s 3h 2d 4c 6h 9c 2d 5d 8s", cut_card_depth=380)
    table.to(Phase.BETTING)
    table.bet(3, "player", 50_00)
    table.to(Phase.RESULT)
    table.report("card-in-error", disclosed=True)
    table.shoe()
    items = list(noted(read_record(b"".join(make_record(stored(table.log), 1)))))
    coups = [item for item in items if isinstance(item, NotedCoup)]
    (told,) = [coup for coup in coups if "card-in-error" in coup.remarks]
    assert [card.face for card in told.over] == ["6h"] or any(coup.status == "simulated" for coup in coups)
    assert list(read_notation("".join(written(items)).split("\n"))) == items
