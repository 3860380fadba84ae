"""Section 42 (k): a card that came out wrongly, put to another use than the print makes of it."""

from collections.abc import Callable

from tests.violations.scenes import Scene, counts_called, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation

BANKER_DRAWS = "3h 2s 3d 2c 9h 8s"
"""Player 6 stands, Banker 4 must draw."""
BANKER_STAYS = "3h 3s 3d 3c 4h 8s"
"""Both have 6 and stand."""


def strayed(cards: str, kind: str, **facts: object) -> Callable[[Scene], None]:
    """Two cards to each hand, and a card more that nobody was due."""

    def make(at: Scene) -> None:
        round_with(cards, counts_called)(at)
        at.dealer.ok("Report", kind=kind, **facts)

    return make


@violation("s42/k/1", "The dealer burns a third card of the Player's Hand that is the Banker's by Table 2.")
def bankers_card_burned(house: TriedHouse) -> Refused:
    at = scene(house, "stray card, Banker draws", strayed(BANKER_DRAWS, "third-card-to-player", disclosed=True))
    return refused(at.dealer.give("CarryOut", do="burn-counted"))


@violation("s42/k/1/stay", "The dealer burns an undisclosed card that is the first of the next hand.")
def next_card_burned(house: TriedHouse) -> Refused:
    at = scene(house, "stray card, Banker stays", strayed(BANKER_STAYS, "third-card-to-player", disclosed=False))
    return refused(at.dealer.give("CarryOut", do="burn-counted"))


@violation("s42/k/1/disclosed", "The dealer keeps a disclosed card for the next hand.")
def disclosed_card_kept(house: TriedHouse) -> Refused:
    make = strayed(BANKER_STAYS, "third-card-to-player", disclosed=True)
    at = scene(house, "disclosed stray card", make)
    return refused(at.dealer.give("CarryOut", do="carry"))


@violation("s42/k/2", "The dealer racks an undisclosed card that was drawn in error.")
def stray_card_racked(house: TriedHouse) -> Refused:
    at = scene(house, "card in error", lambda at: at.dealer.ok("Report", kind="card-in-error", disclosed=False))
    return refused(at.dealer.give("CarryOut", do="discard-two"))


@violation("s42/k/2/disclosed", "The dealer calls the next round before the burn that a disclosed card brings.")
def burn_left_out(house: TriedHouse) -> Refused:
    at = scene(house, "disclosed in error", lambda at: at.dealer.ok("Report", kind="card-in-error", disclosed=True))
    return refused(at.dealer.give("CallNoMoreBets"))


def face_up(at: Scene) -> None:
    at.table.next_cards("4h")
    at.dealer.ok("Report", kind="face-up-in-shoe")


@violation("s42/k/3", "The dealer keeps a card for the next hand that lay face up in the shoe.")
def face_up_card_used(house: TriedHouse) -> Refused:
    return refused(scene(house, "face up", face_up).dealer.give("CarryOut", do="carry"))


@violation("s42/k/3/burn", "The dealer goes on without the burn that a card face up in the shoe brings.")
def face_up_burn_left_out(house: TriedHouse) -> Refused:
    return refused(scene(house, "face up", face_up).dealer.give("CallNoMoreBets"))


@violation("s42/k/4", "The dealer has a round void although the shoe can complete it.")
def void_for_nothing(house: TriedHouse) -> Refused:
    at = scene(house, "a round that can be completed", round_with("2h 3s 2d 2s 4c 9d", "drawing", ann_player=1000))
    return refused(at.dealer.give("Report", kind="too-few-cards"))


@violation("s42/f/1", "The dealer finds a card with another back in the shoe and plays on.")
def another_back(house: TriedHouse) -> Refused:
    at = scene(house, "another back", lambda at: at.dealer.ok("Report", kind="foreign-back", note="a blue card"))
    return refused(at.dealer.give("CallNoMoreBets"))
