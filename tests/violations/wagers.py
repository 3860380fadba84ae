"""Wagers when no wager may be made, and cards that nobody may touch."""

from tests.violations.trial import Refused, TriedHouse, refused, violation


@violation("s42/b/4", "A guest adds to a wager after the call of no more bets.")
def adding_after_the_call(house: TriedHouse) -> Refused:
    table = house.open("section-42")
    ann = table.guest(3)
    table.to("betting")
    dealer = table.staff("dealer")
    ann.ok("PlaceWager", seat=3, wager="player", cents=5_000)
    dealer.ok("CallNoMoreBets")
    return refused(ann.give("PlaceWager", seat=3, wager="player", cents=5_000))
