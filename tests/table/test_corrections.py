"""A card of a real table that was named wrong is named again, until something rests on it; the log keeps both names."""

from itertools import count
from typing import Any

import pytest

from minibac.house.by_hand import ByHand
from minibac.house.live_table import LiveTable
from minibac.machine.roles import THE_HOUSE, Actor
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.corrections import correctable
from minibac.table.machine import replay
from minibac.table.narrate import told
from minibac.table.snapshot import freeze, thaw
from minibac.table.state import Phase
from tests.table.helpers import BOSS, BURN, DEALER, FLOOR, START_MS, TICK_MS, Table, rules_of
from tests.table.rounds import BANKER_DRAWS, BOTH_DRAW, BOTH_STAND, bet_table

MODES = [("section-42", {"deal_mode": mode}) for mode in ("face-up", "tucked", "handed")]
MODES += [("massachusetts", {}), ("seminole", {}), ("seneca", {})]


class Watched(ByHand):
    """Somebody watches a real table, and names its cards as they are turned."""

    def __init__(self, cards: str) -> None:
        super().__init__()
        self._cards = cards.split()

    def draw(self, decks: int, on_top: tuple[int, ...] = ()) -> str:
        super().draw(decks, on_top)
        self.name(self._cards)
        return ""


class RealTable(Table):
    """A table that follows a real one, with a wager on each main area."""

    def __init__(self, rulebook: str, cards: str, **options: Any) -> None:
        self._ticks = count(START_MS, TICK_MS)
        rules = rules_of(rulebook, **options)
        dealt = cards.split()
        if (
            rules.options["deal_mode"] != "face-up"
        ):  # a card is named when it is turned, the Player's before the Banker's
            dealt[1], dealt[2] = dealt[2], dealt[1]
        burned = BURN if rules.rulebook.fixed["burn_exposure"].value != "first-only" else BURN[:2]
        self.vault = Watched(f"{burned} {' '.join(dealt)}")
        self.live = LiveTable("T1", rules, self.vault, self.now)
        for seat in (1, 3, 7):
            self.sit(seat)
        self.to(Phase.BETTING)
        self.bet(3, "player", 300_00)
        self.bet(7, "banker", 500_00)

    def position(self, hand: str, number: int) -> int:
        """Where the card of a hand lies in the shoe; the first is 1."""
        return self.hands.hand(hand)[number - 1]

    def named(self, hand: str, number: int, card: str, then: str = "") -> e.CardCorrected:
        """Name a card again, and then those that are still to come."""
        position = self.position(hand, number)
        (event,) = self.yes(c.CorrectCard, position=position, card=card)
        self.vault.correct(position, card)
        self.vault.name(then.split())
        assert isinstance(event, e.CardCorrected)
        return event


@pytest.mark.parametrize(("rulebook", "options"), MODES)
def test_a_first_card_is_named_again_and_its_count_announced_anew(rulebook: str, options: dict[str, Any]) -> None:
    table = RealTable(rulebook, BOTH_STAND, **options)
    table.to(Phase.RESULT)
    event = table.named("player", 1, "Ks", then="2c")  # 4, not 7: the Player draws
    assert (event.before, event.card, event.hand) == ("3s", "Ks", "player")
    assert event.clauses
    assert str(told(event)) == "A card of the Player's Hand was named 3s in error: it is Ks."
    assert table.at(Phase.TURNING)
    table.to(Phase.DRAWING)
    assert [(call.hand, call.count) for call in table.all(e.CountCalled)] == [
        ("player", 7),
        ("banker", 7),
        ("player", 4),
        ("banker", 7),
    ]
    table.coup()
    assert str(table.last(e.ResultCalled).announcement).startswith("Player 6, Banker 7")
    assert "3s" in {event.card for event in table.all(e.CardDealt)} | {
        card for event in table.all(e.CardsTurned) for card in event.cards.values()
    }, "the log keeps what was named first"
    assert replay(table.log) == table.state
    assert sum(table.state.balances.values()) == 0


def test_the_banker_s_count_alone_is_announced_anew() -> None:
    table = RealTable("section-42", BOTH_STAND)
    table.to(Phase.RESULT)
    table.named("banker", 2, "5c")
    table.to(Phase.RESULT)
    assert [(call.hand, call.count) for call in table.all(e.CountCalled)][2:] == [("banker", 8)]


def test_before_a_count_is_announced_nothing_else_changes() -> None:
    table = RealTable("section-42", BOTH_STAND)
    table.to(lambda state: state.coup is not None and len(state.coup.banker) == 1)
    table.named("player", 1, "2s", then="4d 4c")
    assert table.at(Phase.DEALING)
    table.to(Phase.RESULT)
    assert table.all(e.CountCalled)[0].count == 6


def test_a_third_card_is_named_again_and_the_tableau_asked_again() -> None:
    """Player 3 and Banker 3: against an 8 the Banker stays, against a 4 it draws."""
    table = RealTable("section-42", BOTH_DRAW.replace("4d", "8d"))
    table.to(Phase.RESULT)
    stayed = table.hands.banker
    table.named("player", 3, "4d", then="Td")
    assert table.at(Phase.DRAWING)
    table.to(Phase.RESULT)
    assert (len(stayed), len(table.hands.banker)) == (2, 3)
    table.coup()
    assert str(table.last(e.ResultCalled).announcement).startswith("Player 7, Banker 3")


def test_what_a_later_card_rests_on_stays() -> None:
    table = RealTable("section-42", BOTH_DRAW)
    table.to(lambda state: state.coup is not None and len(state.coup.player) == 3)
    assert correctable(table.state) == (table.position("player", 3),)
    assert table.no(c.CorrectCard, position=table.position("player", 1), card="9s").code is Code.NOT_NOW
    table.to(Phase.RESULT)
    assert correctable(table.state) == (table.position("banker", 3),)
    refusal = table.no(c.CorrectCard, position=table.position("player", 3), card="9s")
    assert (refusal.code, refusal.clause) == (Code.NOT_NOW, "s42/h/2")
    assert refusal.allowed == (str(table.position("banker", 3)),)


def test_after_the_result_nothing_is_named_again() -> None:
    table = RealTable("section-42", BANKER_DRAWS)
    table.to(Phase.SETTLING)
    assert correctable(table.state) == ()
    assert table.no(c.CorrectCard, position=table.position("banker", 3), card="9s").code is Code.NOT_NOW
    table.coup()
    assert table.no(c.CorrectCard, position=0, card="9s").code is Code.NOT_NOW


def test_after_house_money_the_first_cards_stay() -> None:
    table = RealTable("massachusetts", "3s 3h 3d 4c 5c 5d", house_money=True)
    table.bet(3, "house-money", 50_00)
    table.to(Phase.HOUSE_MONEY)
    table.named("player", 2, "4d")
    assert table.at(Phase.TURNING)
    table.to(Phase.HOUSE_MONEY)
    table.to(lambda state: state.phase is not Phase.HOUSE_MONEY)
    assert table.last(e.HouseMoneySettled).wager.outcome == "lose", "no pair is left"
    assert correctable(table.state) == ()
    assert table.no(c.CorrectCard, position=table.position("player", 2), card="3d").code is Code.NOT_NOW


def test_a_name_that_cannot_be_is_refused_and_the_same_again_is_nothing() -> None:
    table = RealTable("section-42", BOTH_STAND)
    table.to(Phase.RESULT)
    position = table.position("player", 1)
    assert table.no(c.CorrectCard, position=position, card="1x").code is Code.WRONG_CARD
    assert table.no(c.CorrectCard, by=table.guest(3), position=position, card="Ks").code is Code.NOT_YOURS
    assert table.yes(c.CorrectCard, position=position, card="3s") == ()


def test_more_of_a_card_than_the_shoe_holds_is_refused() -> None:
    table = RealTable("section-42", "Ks Ks Ks Ks Ks 7s", decks=6)
    table.to(Phase.RESULT)
    table.named("banker", 3, "Ks")
    assert list(table.state.shown.values()).count("Ks") == 6, "its own place counts once"
    table.coup()
    table.vault.name(["7c", "8c", "9c", "Tc"])
    table.to(Phase.RESULT)
    assert table.no(c.CorrectCard, position=table.position("player", 1), card="Ks").code is Code.WRONG_CARD


def test_a_shoe_with_an_order_names_its_own_cards() -> None:
    table = bet_table("section-42", BOTH_STAND)
    table.to(Phase.RESULT)
    position = table.hands.player[0]
    refusal = table.no(c.CorrectCard, position=position, card="Ks")
    assert refusal.code is Code.NOT_NOW
    assert "committed order" in refusal.sentence


# ---------------------------------------------------------------------------------------------------------- payments

TIE, PLAYER_WINS, BANKER_WINS = "3s 3h 4d 4c", "3s 2h 4d 4c", "2s 3h 4d 4c"
PLAYER_PAIR, NO_PAIR = "3s 3h 3d 4c", "2s 3h 4d 4c"
NAMED_AND_TRUE = [(TIE, PLAYER_WINS), (PLAYER_WINS, BANKER_WINS), (BANKER_WINS, PLAYER_WINS), (PLAYER_WINS, TIE)]


def rack(table: RealTable, true: str, by: Actor = DEALER) -> tuple[e.Event, ...]:
    """Somebody finds the cards of the first round in the rack, which were named otherwise."""
    cards = true.split()
    events = table.yes(c.Reconstruct, by=by, coup_no=1, player_cards=tuple(cards[::2]), banker_cards=tuple(cards[1::2]))
    if table.state.stopped:
        table.yes(c.ResolveIncident, by=BOSS, number=table.state.incident_no, resolution="a card was named wrong")
    return events


def seats(table: RealTable) -> dict[str, int]:
    """What everybody has, and the house."""
    return {account: cents for account, cents in table.state.balances.items() if cents}


@pytest.mark.parametrize(("named", "true"), NAMED_AND_TRUE)
@pytest.mark.parametrize(
    ("rulebook", "options"),
    [
        ("section-42", {"vigorish_collection": "deferred", "vigorish_rounding": "up-to-5c"}),
        ("section-42", {"vigorish_type": "tie-25", "settlement_order": "i"}),
        ("massachusetts", {"vigorish_collection": "deferred"}),
        ("massachusetts", {"house_money": "on"}),
        ("massachusetts", {"vigorish_type": "ez"}),
        ("seminole", {}),
        ("seneca", {}),
    ],
)
def test_a_correction_brings_every_seat_to_what_the_cards_as_dealt_give(named, true, rulebook, options):
    """Exactly: as at a table where every card was named right."""
    wrong, right = RealTable(rulebook, named, **options), RealTable(rulebook, true, **options)
    for table in (wrong, right):
        if options.get("house_money"):
            table.bet(3, "house-money", 20_00)
        table.coup()
    assert seats(wrong) != seats(right)
    rack(wrong, true)
    for seat in (3, 7):
        if wrong.do(c.CorrectPayment, by=FLOOR, seat=seat, coup_no=1, reason="a card was named wrong"):
            again = wrong.no(c.CorrectPayment, by=FLOOR, seat=seat, coup_no=1, reason="once more")
            assert again.code is Code.WRONG_PAYMENT, "not a cent beyond"
    assert seats(wrong) == seats(right)
    assert replay(wrong.log) == wrong.state
    assert all(told(event) for event in wrong.all(e.PaymentCorrected))


def test_house_money_is_corrected_with_the_wager_it_was_added_to():
    wrong, right = (RealTable("massachusetts", cards, house_money="on") for cards in (PLAYER_PAIR, NO_PAIR))
    for table in (wrong, right):
        table.bet(3, "house-money", 20_00)
    wrong.to(Phase.HOUSE_MONEY)
    wrong.yes(c.ChooseHouseMoney, seat=3, choice="player")
    for table in (wrong, right):
        table.coup()
    rack(wrong, NO_PAIR)
    wrong.yes(c.CorrectPayment, by=FLOOR, seat=3, coup_no=1, reason="it was no pair")
    assert seats(wrong)["seat/3/chips"] == seats(right)["seat/3/chips"]


def test_where_chips_leave_a_guest_two_people_say_so_and_what_comes_to_one_needs_a_supervisor_alone():
    table = RealTable("section-42", TIE)
    table.coup()
    before = table.state.chips(3), table.state.chips(7)
    rack(table, PLAYER_WINS, by=FLOOR)
    facts = {"coup_no": 1, "reason": "a card was named wrong"}
    refusal = table.no(c.CorrectPayment, by=FLOOR, seat=7, **facts)
    assert (refusal.code, refusal.clauses) == (Code.NOT_YOURS, ("F06",))
    assert table.no(c.CorrectPayment, by=DEALER, seat=7, **facts).code is Code.NOT_YOURS, "no supervisor"
    table.yes(c.CorrectPayment, by=FLOOR, seat=3, **facts)
    table.yes(c.CorrectPayment, by=BOSS, seat=7, **facts)
    assert (table.state.chips(3), table.state.chips(7)) == (before[0] + 300_00, before[1] - 500_00)


def test_never_beyond_the_chips_that_the_guest_has_at_the_table_and_from_nobody_else():
    table = RealTable("section-42", TIE)
    table.coup()
    rack(table, PLAYER_WINS)
    facts = {"seat": 7, "coup_no": 1, "reason": "a card was named wrong"}
    table.bet(7, "tie", table.state.chips(7) - 499_99)
    refusal = table.no(c.CorrectPayment, by=FLOOR, **facts)
    assert (refusal.code, refusal.clauses) == (Code.NOT_ENOUGH_CHIPS, ("F06",))
    table.yes(c.WithdrawWager, seat=7, wager="tie")
    table.yes(c.LeaveSeat, seat=7)
    table.sit(7, guest="another")
    assert table.no(c.CorrectPayment, by=FLOOR, **facts).code is Code.NOT_SEATED


@pytest.mark.parametrize(("before", "after"), [("5%", "4%"), ("4%", "5%")])
def test_a_round_is_not_settled_anew_by_what_the_table_has_changed_since(before: str, after: str):
    """What was right stays right, also where the hands are rebuilt; what was wrong is put right as it was then."""
    table, right = (RealTable("section-42", cards, vigorish_rate=before) for cards in (TIE, BANKER_WINS))
    for each in (table, right):
        each.coup()
    correct: dict[str, Any] = {"by": FLOOR, "coup_no": 1, "reason": "it is another rate by now"}
    change: dict[str, Any] = {"by": THE_HOUSE, "options": {"vigorish_rate": after}, "notice": "main/1"}
    for each in (table, right):
        each.yes(c.ChangeOptions, **change)
        assert each.no(c.CorrectPayment, seat=7, **correct).code is Code.WRONG_PAYMENT
        assert thaw(freeze(each.state)) == each.state
    rack(right, BANKER_WINS, by=DEALER)
    assert right.no(c.CorrectPayment, seat=7, **correct).code is Code.WRONG_PAYMENT
    rack(table, BANKER_WINS, by=DEALER)
    for seat in (3, 7):
        table.yes(c.CorrectPayment, seat=seat, **correct)
    assert seats(table) == seats(right)
    assert replay(table.log) == table.state


def test_cards_that_cannot_be_in_the_rack_change_nothing():
    table = RealTable("section-42", TIE)
    table.coup()
    shown = dict(table.state.shown)
    for cards in ("3s 2h 4d 4c 5c", "3s 2h 4d Zz"):
        events = rack(table, cards)
        assert [type(event) for event in events] == [e.IncidentOpened]
    assert dict(table.state.shown) == shown
    assert table.no(c.CorrectPayment, by=FLOOR, seat=7, coup_no=1, reason="so they say").code is Code.WRONG_PAYMENT
