"""Massachusetts: cards drawn in error, cards that were seen, too few cards, and the end of the shoe."""

from typing import Any

from tests.violations.ma_doors import Table
from tests.violations.trial import Refused, TriedHouse, refused, violation

BANKER_DRAWS, NOBODY_DRAWS = "Kh 2s 6d 3d 4h", "Kh Ks 6d 6c"
"""Six against five, and six against six: in both the Player stays."""
NATURAL, SIX_CARDS = "Kh 9s Qd Ks", "Ks Jh 4d Qc 5s Th"
"""Hands of four cards and of six."""


def reported(house: TriedHouse, cards: str, kind: str, *, disclosed: bool = False, **options: Any) -> Table:
    """A coup in which the dealer has reported an irregularity as soon as the counts were announced."""
    table = Table(house, guests=(3, 5), **options)
    table.coup(cards, lambda state: state.phase.value in ("drawing", "result"), player_3=5_000)
    table.dealer.ok("Report", kind=kind, disclosed=disclosed)
    return table


def simulated(house: TriedHouse) -> Table:
    """A simulated round is being dealt, because a card was found face up in the shoe while betting was open."""
    table = Table(house, guests=(3, 5))
    table.tried.next_cards(f"9h {NOBODY_DRAWS}")
    table.dealer.ok("Report", kind="face-up-in-shoe")
    table.dealer.ok("CarryOut", do="simulated-round")
    return table


def last_hand(house: TriedHouse, holds: object) -> Table:
    """A table whose cover card comes out in the first coup."""
    table = Table(house, guests=(3,), depth=399)
    table.go(holds)  # type: ignore[arg-type]
    return table


@violation("ma/13/a", "The dealer discards a card that was drawn in error and that nobody saw.")
def discarded_unseen(house: TriedHouse) -> Refused:
    table = reported(house, NOBODY_DRAWS, "card-in-error")
    return refused(table.dealer.give("CarryOut", do="discard-two"))


@violation("ma/13/b", "The Banker must draw, and the dealer puts the stray card of the Player aside.")
def bankers_card_aside(house: TriedHouse) -> Refused:
    table = reported(house, BANKER_DRAWS, "third-card-to-player")
    return refused(table.dealer.give("CarryOut", do="carry"))


@violation("ma/13/b/stay", "The Banker stays, and the dealer gives it the stray card of the Player.")
def a_card_for_the_banker(house: TriedHouse) -> Refused:
    table = reported(house, NOBODY_DRAWS, "third-card-to-player")
    return refused(table.dealer.give("CarryOut", do="banker-third"))


@violation("ma/13/c", "The Banker must draw, and the dealer opens a simulated round with the disclosed card.")
def simulated_for_nothing(house: TriedHouse) -> Refused:
    table = reported(house, BANKER_DRAWS, "third-card-to-player", disclosed=True)
    return refused(table.dealer.give("CarryOut", do="simulated-round"))


@violation("ma/13/c/1", "The house discards two cards by its submission; the dealer opens a simulated round.")
def simulated_for_discarded(house: TriedHouse) -> Refused:
    table = reported(house, NOBODY_DRAWS, "third-card-to-player", disclosed=True)
    return refused(table.dealer.give("CarryOut", do="simulated-round"))


@violation("ma/13/c/2", "The house plays a simulated round by its submission; the dealer discards the card.")
def discarded_for_simulated(house: TriedHouse) -> Refused:
    table = reported(house, NOBODY_DRAWS, "third-card-to-player", disclosed=True, disclosed_third_card=2)
    return refused(table.dealer.give("CarryOut", do="discard-two"))


@violation("ma/13/d", "The dealer goes on to the next live hand with a card that was found face up.")
def face_up_into_play(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3, 5))
    table.dealer.ok("Report", kind="face-up-in-shoe")
    return refused(table.dealer.give("CallNoMoreBets"))


@violation("ma/13/d/simulated", "A guest wagers on a simulated round whose first card everybody has seen.")
def wager_on_the_simulated(house: TriedHouse) -> Refused:
    return refused(simulated(house).guests[3].give("PlaceWager", seat=3, wager="player", cents=5_000))


@violation("ma/13/d/dealt", "The dealer deals the simulated round another way: the next card to the Player again.")
def simulated_another_way(house: TriedHouse) -> Refused:
    return refused(simulated(house).dealer.give("DealCard", hand="player"))


@violation("ma/13/d/rack", "The dealer calls no more bets with the simulated round still on the table.")
def simulated_left_lying(house: TriedHouse) -> Refused:
    table = simulated(house)
    table.go("racking")
    return refused(table.dealer.give("CallNoMoreBets"))


@violation("ma/13/e", "The dealer voids a round for want of cards with a full shoe.")
def void_for_nothing(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,))
    table.coup("2h 9s 2d Kd", lambda state: state.coup is not None and len(state.coup.banker) == 1, player_3=5_000)
    return refused(table.dealer.give("Report", kind="too-few-cards"))


@violation("ma/9/e", "The cover card has come out, and the dealer ends the shoe in the middle of the hand.")
def ended_in_the_hand(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,), depth=399)
    before = table.state.cards_left - table.state.depth
    first = SIX_CARDS if before % 4 == 3 else ""  # so that the cover card is not the fourth and last of a hand
    table.tried.next_cards(f"{first} {NATURAL} {NATURAL} {NATURAL} {NATURAL}")
    table.go(lambda state: state.cut_card_seen)
    return refused(table.dealer.give("EndShoe"))


@violation("ma/9/e/announce", "The dealer opens the last hand without announcing it.")
def last_hand_unannounced(house: TriedHouse) -> Refused:
    return refused(last_hand(house, "between").dealer.give("CallNoMoreBets"))


@violation("ma/9/e/one-more", "After the announcement the dealer skips the one more hand.")
def no_more_hand(house: TriedHouse) -> Refused:
    table = last_hand(house, "between")
    table.dealer.ok("CallLastHand")
    return refused(table.dealer.give("EndShoe"))


@violation("ma/5/a/each-shoe", "After a shoe the dealer plugs the undealt cards in and loads the stack unshuffled.")
def plugged_and_loaded(house: TriedHouse) -> Refused:
    table = last_hand(house, "shuffle")
    table.dealer.ok("DoStep", step="plug")
    return refused(table.dealer.give("LoadShoe", cutting_cards=2))


@violation("ma/14", "The dealer puts an order of the dealer's own into the device that reshuffles by itself.")
def an_order_in_the_device(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,), shuffler="continuous")
    return refused(table.dealer.give("CommitStack", commitment="0" * 64))
