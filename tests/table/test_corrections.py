"""A card of a real table that was named wrong is named again, until something rests on it; the log keeps both names."""

from itertools import count
from typing import Any

import pytest

from minibac.house.by_hand import ByHand
from minibac.house.live_table import LiveTable
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.corrections import correctable
from minibac.table.machine import replay
from minibac.table.narrate import told
from minibac.table.state import Phase
from tests.table.helpers import BURN, START_MS, TICK_MS, Table, rules_of
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
