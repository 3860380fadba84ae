"""Further wagers that ask for cards: approved in a house file, they are dealt, settled, recorded and audited."""

from itertools import count

import pytest
from msgspec.structs import replace

from minibac.audit.auditor import Auditor
from minibac.cards.card import parse_card
from minibac.house.live_table import LiveTable
from minibac.houses.house import House, read_house
from minibac.play.propositions import Hands
from minibac.play.reasons import reason
from minibac.play.results import Result
from minibac.shoes.noted import Item, NotedCoup
from minibac.shoes.noted_record import noted
from minibac.shoes.reading import Placed
from minibac.shoes.record import make_record, read_record
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import replay
from minibac.table.state import Phase
from tests.records.shoes import stored
from tests.rules.houses import LIMIT, NOW, REFERENCE, change, house, refused, sample
from tests.sightings import Sightings
from tests.table.helpers import START_MS, TICK_MS, RiggedVault, Table

SUITS = {
    "label": "Suited Hand",
    "area": "SUITED HAND",
    "approval": REFERENCE,
    "hand": "player",
    "lines": [
        {"when": {"own_suited_pair": True}, "outcome": "win", "odds": 25},
        {"when": {"own_suited": True, "count K in coup": {"from": 1}}, "outcome": "win", "odds": 5},
        {"when": {"own_suited": True}, "outcome": "push"},
        {"when": {"coup_colour": ["red", "black"]}, "outcome": "lose", "part": "1/2"},
        {"outcome": "lose"},
    ],
}
FURTHER = {
    "approved": {"suits": SUITS},
    "T.approved_wagers": ["suits"],
    "T.limits.lucky-6": LIMIT,
    "T.limits": {"player": LIMIT, "banker": LIMIT, "tie": LIMIT, "suits": LIMIT},
    "T.layout.areas": ["player-hand", "banker-hand", "player", "banker", "tie", "suits"],
    "T.options.cut_card_depth": 399,
}
COUPS = {
    "5h 9s 5h Td": ("win", 250_00, "The first two cards of its hand are one card twice: 25 to 1"),
    "5h Ks 3h 7d": (
        "win",
        50_00,
        "have one suit and the round has 1, 2, 3, 4, 5 or 6 of K: 5 to 1",
    ),
    "5h 9s 3h Td": ("push", 0, "the wager is returned"),
    "5h 9d 3d Th": ("lose", -5_00, "The cards of the round are red or black: the wager loses 1/2 of itself"),
    "5h 9s 3d Td": ("lose", -10_00, "the wager loses"),
}
"""Four cards, Player and Banker in turn, both hands standing or natural."""


class FurtherTable(Table):
    """A table of a house whose file approves a wager on suits."""

    def __init__(self, cards: str) -> None:
        read = read_house(change(house("further"), FURTHER), "house.toml", NOW)
        assert isinstance(read, House), read
        rules = read.rules_for("section-42")
        assert rules is not None
        self._ticks = count(START_MS, TICK_MS)
        self.vault = RiggedVault(cards)
        self.live = LiveTable("T1", rules, self.vault, self.now)
        self.sit(3)
        self.to(Phase.BETTING)


@pytest.mark.clause("s42/b/2/approval")
@pytest.mark.parametrize("cards", COUPS)
def test_an_approved_wager_on_cards_is_settled_recorded_and_audited(cards: str, saw: Sightings) -> None:
    outcome, net, why = COUPS[cards]
    table = FurtherTable(cards)
    saw(table.bet(3, "suits", 10_00))
    before = table.state.chips(3)
    table.to(Phase.SETTLING)
    moves = [event.actions for event in table.all(e.ActionsTaken)]
    assert not moves
    if outcome == "lose" and net == -5_00:
        table.no(c.TakeActions, actions=(("collect", 3, "suits", 10_00),))
    table.coup()
    (settled,) = table.last(e.CoupSettled).wagers
    assert (settled.wager, settled.outcome, settled.net_cents) == ("suits", outcome, net)
    assert "s42/b/2/approval" in settled.clauses
    assert table.state.chips(3) == before + 10_00 + net
    dealt = cards.split()
    told = reason(table.rules, "suits", Result.from_code(table.last(e.CoupSettled).code), _hands(dealt))
    assert why in str(told.said)
    table.shoe()
    assert replay(table.log) == table.state
    items = [*noted(read_record(b"".join(make_record(stored(table.log), 1))))]
    assert audited(items) == []
    assert ("wrong-payment", "s42/b/2/approval") in audited([paid_one_cent_more(item) for item in items])
    assert audited([without_suits(paid_one_cent_more(item)) for item in items]) == []


def audited(items: list[Item]) -> list[tuple[str, str]]:
    auditor = Auditor()
    auditor.audit("a.jsonl", [Placed(item, 0) for item in items])
    assert auditor.report.coups
    return [(found.code.value, found.clause) for wrong in auditor.done().wrong for found in wrong.findings]


def paid_one_cent_more(item: Item) -> Item:
    if not isinstance(item, NotedCoup):
        return item
    return replace(item, wagers=tuple(replace(told, net_cents=(told.net_cents or 0) + 1) for told in item.wagers))


def without_suits(item: Item) -> Item:
    """As somebody notes it who looks at ranks: nobody can say then what a wager on suits came to."""
    if not isinstance(item, NotedCoup):
        return item
    player, banker = (tuple(replace(card, face=card.face[0]) for card in hand) for hand in (item.player, item.banker))
    return replace(item, player=player, banker=banker)


def _hands(cards: list[str]) -> Hands:
    return tuple(map(parse_card, cards[:4:2])), tuple(map(parse_card, cards[1:4:2]))


@pytest.mark.clause("s42/b/2/approval", breaks=True)
def test_a_wager_that_could_split_a_cent_when_it_loses_a_part_is_refused(saw: Sightings) -> None:
    table = FurtherTable("5h 9s 5h Td")
    refusal = table.no(c.PlaceWager, seat=3, wager="suits", cents=10_01)
    saw(refusal)
    assert "it would lose 1/2 of itself, 1001/2 cents" in str(refusal)


@pytest.mark.parametrize(("book", "clauses"), [("massachusetts", "ma/"), ("seminole", "sem/"), ("seneca", "sen/")])
def test_where_the_list_of_wagers_is_closed_the_house_file_is_refused_with_the_clause(book: str, clauses: str) -> None:
    """Only Section 42 lets a further wager be approved."""
    document = change(sample(book), {"approved": {"suits": SUITS}, "T.approved_wagers": ["suits"]})
    assert any(refusal.clause and refusal.clause.startswith(clauses) for refusal in refused(document))
