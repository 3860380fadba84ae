"""The thin house around the core: the vault names the cards, the log stands alone, views hide what they must."""

from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import Actor, Role
from minibac.rules.house_rules import Approved, HouseRules, Reference, build
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import Proposition, Row, load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.guest_view import may_see
from minibac.table.machine import replay
from minibac.table.state import Phase
from tests.table.helpers import DEALER, EYE, FLOOR, SPECTATOR, Table, deck_order
from tests.table.seen import view

CARDS = "As Ah 2s 2h 4d Td"


def handed() -> Table:
    """Seat 5 has the Player's cards in hand."""
    table = Table("massachusetts", seats=(2, 5), cards=CARDS)
    table.to(Phase.BETTING)
    table.bet(5, "player")
    table.bet(2, "banker")
    table.to(lambda state: state.coup is not None and bool(state.coup.handed))
    return table


def test_stated_cards_come_in_their_order():
    table = Table("section-42", cards=CARDS)
    table.to(Phase.RESULT)
    assert [event.card for event in table.all(e.CardDealt)] == CARDS.split()


def test_at_a_live_table_nobody_but_the_vault_names_a_card():
    table = handed()
    assert isinstance(table.do(c.ReturnCards, hand="player", cards=("9s", "Ks")), Refusal)
    turned = table.yes(c.ReturnCards, hand="player")[0]
    assert isinstance(turned, e.CardsTurned)
    assert tuple(turned.cards.values()) == ("As", "2s")


def test_a_card_in_a_guests_hands_is_seen_by_that_guest_alone():
    table = handed()
    held = dict.fromkeys(table.hands.player, "??")
    mine = table.guest(5)
    assert view(table.state, mine, held)["yours"]["cards"]["player"] == ["??", "??"]
    for audience in (table.guest(2), DEALER, FLOOR, EYE, SPECTATOR, Actor("Mallory", Role.GUEST, 5)):
        seen = view(table.state, audience, held)
        assert seen["coup"]["player"] == [None, None]
        assert "??" not in str(seen)
    assert not may_see(table.state, mine) & set(table.hands.banker)
    table.yes(c.ReturnCards, hand="player")
    assert view(table.state, SPECTATOR)["coup"]["player"] == ["As", "2s"]


def test_the_state_knows_no_card_that_was_not_turned():
    table = handed()
    assert set(table.state.shown) == {0}, "the first card of the burn"
    assert table.hands.known == {}


def test_a_log_read_back_from_its_lines_leads_to_the_same_state():
    table = Table("massachusetts", house_money="on", cut_card_depth=399)
    table.shoe()
    lines = [e.encode(event) for event in table.log]
    assert replay(map(e.decode, lines)) == replay(table.log) == table.state
    assert sorted(table.last(e.ShoeRevealed).order) == deck_order(8)


def test_a_log_carries_the_papers_and_the_approved_wagers_of_its_house():
    paper = Reference("Division", "A-7", "2026-03-01")
    wager = Proposition(
        id="lucky-6",
        label="Lucky 6",
        area="LUCKY 6",
        kind="side",
        lines=(Row("win", when={"winner": ("banker",), "banker_total": (6,)}, odds="12"), Row("lose")),
    )
    rules = build(load("section-42"), {}, references={"lucky-6": paper}, approved=[Approved(wager, paper)])
    assert isinstance(rules, HouseRules)
    live = LiveTable("T", rules, PracticeVault(1), lambda: 1)
    again = replay([e.decode(e.encode(event)) for event in live.log])
    assert again == live.state
    assert [proposition.id for proposition in again.rules.propositions][-1] == "lucky-6"
    assert again.rules.references == {"lucky-6": paper}


def test_the_same_transfer_counts_once():
    table = Table("section-42", seats=(3,), chips=0)
    table.yes(c.BuyIn, seat=3, cents=500, transfer="t-1")
    assert table.yes(c.BuyIn, seat=3, cents=500, transfer="t-1") == ()
    assert table.state.chips(3) == 500


def test_the_state_does_not_grow_with_the_coups_played():
    table = Table("massachusetts", cut_card_depth=399)
    sizes = []
    for _ in range(25):
        table.to(Phase.BETTING)
        for seat in table.state.occupied:
            table.bet(seat, "banker", 20)
        facts = {name: getattr(table.state, name) for name in table.state.__struct_fields__ if name != "rules"}
        sizes.append(len(repr(facts)))
        table.shoe()
    assert max(sizes[5:]) < max(sizes[:5]) + 200, sizes
