"""Massachusetts: from the cards that come to the table to the first card that is burned."""

from typing import Any

from tests.violations.ma_doors import Table
from tests.violations.trial import Refused, TriedHouse, refused, violation


def opening(house: TriedHouse, done: str, **options: Any) -> Table:
    """A table in the course of its opening: this step was the last."""
    table = Table(house, **options)
    table.sit(3)
    table.go(lambda state: any(step == done for step, _ in state.done))
    return table


def shuffling(house: TriedHouse) -> Table:
    """A table whose fresh cards are about to be shuffled by hand."""
    table = Table(house)
    table.sit(3)
    table.go("shuffle")
    return table


def cutting(house: TriedHouse, **options: Any) -> Table:
    """A table whose cards have been shuffled; guests sit at 3 and 5, and the cut is offered."""
    table = Table(house, **options)
    table.sit(3)
    table.sit(5)
    table.go("cut-offer")
    return table


@violation("ma/2/c", "The dealer receives the cards and does not say that the discard rack is attached.")
def no_rack(house: TriedHouse) -> Refused:
    return refused(Table(house).dealer.give("DoStep", step="receive", cards_count=416))


@violation("ma/4/a", "The floorperson verifies an inspection that nobody has made.")
def verified_unseen(house: TriedHouse) -> Refused:
    return refused(opening(house, "receive").floor.give("DoStep", step="verify", ok=True))


@violation("ma/4/a/verify", "The dealer verifies what the dealer has inspected.")
def own_inspection(house: TriedHouse) -> Refused:
    return refused(opening(house, "inspect").dealer.give("DoStep", step="verify", ok=True))


@violation("ma/4/b", "The dealer in a hurry turns the cards face down before anybody could look.")
def nobody_looked(house: TriedHouse) -> Refused:
    return refused(opening(house, "spread").dealer.give("DoStep", step="turn-down"))


@violation("ma/4/b/fan", "The cards are spread in any order, so that nobody sees whether one is missing.")
def spread_anyhow(house: TriedHouse) -> Refused:
    return refused(opening(house, "verify").dealer.give("DoStep", step="spread", ok=False))


@violation("ma/4/c", "The cards are washed while they still lie face up.")
def washed_face_up(house: TriedHouse) -> Refused:
    return refused(opening(house, "look").dealer.give("DoStep", step="wash"))


@violation("ma/4/c/wash", "The cards are stacked without a wash.")
def unwashed(house: TriedHouse) -> Refused:
    return refused(opening(house, "turn-down").dealer.give("DoStep", step="stack"))


@violation("ma/4/c/stack", "The dealer riffles the washed cards as they lie.")
def unstacked(house: TriedHouse) -> Refused:
    return refused(opening(house, "wash").dealer.give("DoStep", step="riffle"))


@violation("ma/4/d", "The first player is asked to look while one batch of the two is not spread yet.")
def one_batch_kept_back(house: TriedHouse) -> Refused:
    table = opening(house, "spread", shuffler="automatic")
    return refused(table.guests[3].give("DoStep", step="look", ok=True))


@violation("ma/4/d/turn-stack", "Batch B is stacked face up with the batch that was turned down.")
def stacked_together(house: TriedHouse) -> Refused:
    table = opening(house, "turn-down", shuffler="automatic")
    return refused(table.dealer.give("DoStep", step="stack", batch="B"))


@violation("ma/5/a", "The dealer commits to nothing and loads fresh cards that nobody shuffled.")
def unshuffled(house: TriedHouse) -> Refused:
    return refused(shuffling(house).dealer.give("LoadShoe", cutting_cards=2))


@violation("ma/5/a/random", "The dealer brings an order of the cards of the dealer's own.")
def an_order_of_ones_own(house: TriedHouse) -> Refused:
    return refused(cutting(house).dealer.give("CommitStack", commitment="0" * 64))


@violation("ma/5/a/feather", "The floorperson checks cards that were squared at once.")
def squared_at_once(house: TriedHouse) -> Refused:
    table = shuffling(house)
    table.go(lambda state: ("strip", "A") in state.done)
    return refused(table.floor.give("DoStep", step="feather-check", ok=True))


@violation("ma/5/a/feather-verify", "The dealer says that the dealer's own shuffle is even.")
def own_shuffle(house: TriedHouse) -> Refused:
    table = shuffling(house)
    table.go(lambda state: ("feather", "A") in state.done)
    return refused(table.dealer.give("DoStep", step="feather-check", ok=True))


@violation("ma/5/h/2", "Fresh cards are feathered without a riffle.")
def no_riffle(house: TriedHouse) -> Refused:
    return refused(shuffling(house).dealer.give("DoStep", step="feather"))


@violation("ma/5/h/3", "After the turn the dealer strips, and never riffles the two stacks together.")
def turn_and_strip(house: TriedHouse) -> Refused:
    table = shuffling(house)
    for step in ("riffle", "riffle", "turn"):
        table.dealer.ok("DoStep", step=step)
    return refused(table.dealer.give("DoStep", step="strip"))


@violation("ma/5/h/4", "The dealer strips after one riffle.")
def early_strip(house: TriedHouse) -> Refused:
    table = shuffling(house)
    table.dealer.ok("DoStep", step="riffle")
    return refused(table.dealer.give("DoStep", step="strip"))


@violation("ma/5/h/1", "After a shoe the dealer feathers without having plugged the undealt cards.")
def no_plug(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,))
    table.floor.ok("DirectShuffle", reason="a spilled drink")
    table.go("shuffle")
    for step in ("riffle", "riffle", "turn", "riffle", "strip"):
        table.dealer.ok("DoStep", step=step)
    return refused(table.dealer.give("DoStep", step="feather"))


@violation("ma/5/a/directed", "The dealer orders a shuffle because the guests win.")
def shuffle_by_the_dealer(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,))
    return refused(table.dealer.give("DirectShuffle", reason="they win too much"))


@violation("ma/5/b", "The dealer cuts while the cut is offered to a guest.")
def the_dealers_cut(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.guests[5].ok("AnswerCut", accept=True)
    return refused(table.dealer.give("CutStack", position=100))


@violation("ma/5/b/order", "The guest at seat 3 takes the cut that is offered to seat 5.")
def cut_out_of_turn(house: TriedHouse) -> Refused:
    return refused(cutting(house).guests[3].give("AnswerCut", accept=True))


@violation("ma/5/b/dealer", "Everybody has declined; a guest now cuts in the dealer's place.")
def cut_after_declining(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("cut")
    return refused(table.guests[3].give("CutStack", position=100))


@violation("ma/5/c", "A guest cuts nine cards from the top.")
def shallow_cut(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.guests[5].ok("AnswerCut", accept=True)
    return refused(table.guests[5].give("CutStack", position=9))


@violation("ma/5/d", "The dealer loads the shoe without bringing the front of the stack to the back.")
def cut_left_undone(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("cut-done")
    return refused(table.dealer.give("LoadShoe", cutting_cards=2))


@violation("ma/5/d/depth", "The dealer puts the second cover card thirteen from the bottom.")
def thirteen_cards(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("cut-done")
    return refused(table.dealer.give("CompleteCut", depth=13))


@violation("ma/5/d/load", "The dealer burns from the stack, before it is in the shoe.")
def burned_from_the_stack(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("completed")
    return refused(table.dealer.give("BurnCards"))


@violation("ma/5/e", "The dealer has the cards cut again.")
def recut_by_the_dealer(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("cut-done")
    return refused(table.dealer.give("OrderRecut", reason="a feeling"))


@violation("ma/5/e/window", "The floorperson orders a recut of cards that are in the shoe.")
def recut_in_the_shoe(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("loaded")
    return refused(table.floor.give("OrderRecut", reason="the cut was shallow"))


@violation("ma/5/e/who", "The guest whose cut was improper takes the recut.")
def recut_by_the_same(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.guests[5].ok("AnswerCut", accept=True)
    table.guests[5].ok("CutStack", position=10)
    table.floor.ok("OrderRecut", reason="the guest looked at the cards")
    return refused(table.guests[5].give("AnswerCut", accept=True))


@violation("ma/5/e/load", "After a recut the dealer lets a guest put the stack into the shoe.")
def loaded_by_a_guest(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("cut-done")
    table.floor.ok("OrderRecut", reason="a card flashed")
    table.go("completed")
    return refused(table.guests[3].give("LoadShoe", cutting_cards=2))


@violation("ma/3/b/4", "The batch that was just dealt is loaded again.")
def the_same_batch(house: TriedHouse) -> Refused:
    table = cutting(house, shuffler="automatic")
    table.go("completed")
    other = next(batch for batch in ("A", "B") if batch != table.state.in_play)
    return refused(table.dealer.give("LoadShoe", batch=other, cutting_cards=2))


@violation("ma/3/b/5", "The dealer burns into a rack in which cards of the other batch still lie.")
def two_batches_in_the_rack(house: TriedHouse) -> Refused:
    table = cutting(house, shuffler="automatic")
    table.go("loaded")
    other = next(batch for batch in ("A", "B") if batch != table.state.in_play)
    return refused(table.dealer.give("BurnCards", rack_batch=other))


@violation("ma/5/f", "The dealer calls no more bets without having burned a card.")
def unburned(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("loaded")
    return refused(table.dealer.give("CallNoMoreBets"))


@violation("ma/5/f/count", "The first card is a king, and the dealer burns none after it.")
def king_counts_nothing(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("loaded")
    table.tried.next_cards("Kd")
    return refused(table.dealer.give("BurnCards", burned_count=0))


@violation("ma/3/c", "A guest wagers on cards that have been in use for a day.")
def yesterdays_cards(house: TriedHouse) -> Refused:
    table = cutting(house)
    table.go("betting")
    house.server.clock.ahead += 24 * 3_600_000
    return refused(table.guests[3].give("PlaceWager", seat=3, wager="player", cents=5_000))
