"""Massachusetts: a table at which nobody plays, and what is done with its cards before the next guest does."""

from typing import Any

from tests.page.guests import MINUTES_10
from tests.violations.ma_doors import Table
from tests.violations.trial import Refused, TriedHouse, refused, violation


def dead(house: TriedHouse, *done: str, **options: Any) -> Table:
    """A table that was declared dead, with a guest who has just come; these steps have been done, or not wanted."""
    table = Table(house, guests=(3,), **options)
    house.server.clock.ahead += MINUTES_10
    table.floor.ok("DeclareDead")
    table.go("dead")
    for name in done:
        step = name.removeprefix("not ")
        guests = step in ("look", "ask-face-up", "ask-spread")
        (table.guests[3] if guests else table.dealer).ok("DoStep", step=step, ok=step == name)
    return table


@violation("ma/5/g", "The floorperson declares a table dead at which two guests have just wagered.")
def declared_dead_in_play(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3, 5))
    for seat in (3, 5):
        table.guests[seat].ok("PlaceWager", seat=seat, wager="player", cents=5_000)
    table.dealer.ok("CallNoMoreBets")
    table.go("betting")
    return refused(table.floor.give("DeclareDead"))


@violation("ma/5/g/face", "A guest asks to see the cards face up, and the dealer turns them down at once.")
def asked_in_vain(house: TriedHouse) -> Refused:
    table = dead(house, "spread", "ask-face-up")
    return refused(table.guests[3].give("DoStep", step="look", ok=True))


@violation("ma/5/g/inspect", "The dealer gathers the cards before the first player could look at them.")
def dead_cards_unseen(house: TriedHouse) -> Refused:
    return refused(dead(house, "spread").dealer.give("DoStep", step="turn-down"))


@violation("ma/5/g/1", "The dealer stacks the cards of a dead table without a wash.")
def dead_cards_unwashed(house: TriedHouse) -> Refused:
    return refused(dead(house, "spread", "look", "turn-down").dealer.give("DoStep", step="stack"))


@violation("ma/5/g/2", "The batch in the shuffler comes out while the other still lies on the table.")
def two_batches_out(house: TriedHouse) -> Refused:
    table = dead(house, "spread", "look", "turn-down", shuffler="automatic")
    return refused(table.dealer.give("DoStep", step="swap"))


@violation("ma/5/g/2/swap", "The dealer vouches for the batch in the shuffler without taking it out.")
def left_in_the_shuffler(house: TriedHouse) -> Refused:
    table = dead(house, "spread", "look", "turn-down", "stack", shuffler="automatic")
    return refused(table.dealer.give("DoStep", step="attest-device", ok=True))


@violation("ma/5/g/2/i", "The custody of the batch is attested, and nobody says that the device keeps one batch alone.")
def device_unattested(house: TriedHouse) -> Refused:
    table = dead(house, "spread", "look", "turn-down", "stack", "swap", shuffler="automatic")
    return refused(table.dealer.give("DoStep", step="attest-custody", ok=True))


@violation("ma/5/g/2/ii", "The batch from the shuffler is cut, and nobody has said how it was kept.")
def custody_unattested(house: TriedHouse) -> Refused:
    steps = ("spread", "look", "turn-down", "stack", "swap", "not ask-spread", "attest-device")
    table = dead(house, *steps, shuffler="automatic")
    return refused(table.dealer.give("LoadShoe", cutting_cards=2))


@violation(
    "ma/5/g/2/no-spread", "A guest asks to see the batch from the shuffler, and the dealer reshuffles it unseen."
)
def released_unseen(house: TriedHouse) -> Refused:
    table = dead(house, "spread", "look", "turn-down", "stack", "swap", "ask-spread", shuffler="automatic")
    return refused(table.dealer.give("DoStep", step="reshuffle"))
