"""Section 42 (e)(1) to (7): cards that nobody shuffled, a cut out of turn, a shoe that ends where somebody likes."""

from tests.violations.scenes import Scene, fresh_decks, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation


def to_shuffle(at: Scene) -> None:
    fresh_decks()(at)
    at.on("shuffle")


def shuffled(at: Scene) -> None:
    to_shuffle(at)
    at.steps("shuffle")


def feathered(at: Scene) -> None:
    shuffled(at)
    at.steps("feather")


def laced(at: Scene) -> None:
    shuffled(at)
    at.steps("lace")


def offered(at: Scene) -> None:
    """The cut is offered to Bob, at the highest seat."""
    to_shuffle(at)
    at.on("cut-offer")


def taken(at: Scene) -> None:
    offered(at)
    at.bob.ok("AnswerCut", accept=True)


def cut(at: Scene) -> None:
    taken(at)
    at.bob.ok("CutStack", position=100)


def completed(at: Scene) -> None:
    cut(at)
    at.dealer.ok("CompleteCut", depth=14)


def ordered_again(at: Scene) -> None:
    cut(at)
    at.floor.ok("OrderRecut", reason="the cutting card fell out")


def loaded(at: Scene) -> None:
    completed(at)
    at.dealer.ok("LoadShoe", cutting_cards=2)
    at.table.next_cards("5h")


@violation("s42/e/1", "The dealer feathers cards that were not shuffled.")
def unshuffled(house: TriedHouse) -> Refused:
    at = scene(house, "to shuffle", to_shuffle)
    return refused(at.step(at.dealer, "feather"))


@violation("s42/e/1/random", "A guest shuffles the cards.")
def guest_shuffles(house: TriedHouse) -> Refused:
    at = scene(house, "to shuffle", to_shuffle)
    return refused(at.step(at.ann, "shuffle"))


@violation("s42/e/2/i", "The floorperson checks a stack that is not feathered.")
def check_without_feather(house: TriedHouse) -> Refused:
    at = scene(house, "shuffled", shuffled)
    return refused(at.step(at.floor, "feather-check"))


@violation("s42/e/6/load", "The dealer loads the shoe straight from the shuffle.")
def load_from_the_shuffle(house: TriedHouse) -> Refused:
    at = scene(house, "shuffled", shuffled)
    return refused(at.dealer.give("LoadShoe", cutting_cards=2))


@violation("s42/e/2/i/verify", "The dealer checks the dealer's own shuffle.")
def dealer_checks(house: TriedHouse) -> Refused:
    at = scene(house, "feathered", feathered)
    return refused(at.step(at.dealer, "feather-check"))


LACE = {"finish": "lace", "reshuffle_after_lace": "all"}


@violation("s42/e/2", "The dealer feathers the stack where the house has chosen to lace it.")
def feather_instead_of_lace(house: TriedHouse) -> Refused:
    at = scene(house, "shuffled, to lace", shuffled, **LACE)
    return refused(at.step(at.dealer, "feather"))


@violation("s42/e/2/ii", "The dealer laces twenty cards in place of about a deck.")
def twenty_laced(house: TriedHouse) -> Refused:
    at = scene(house, "shuffled, to lace", shuffled, **LACE)
    return refused(at.step(at.dealer, "lace", cards_count=20))


@violation("s42/e/2/ii/A", "The dealer goes from the lace to the cut, although the house has the cards reshuffled.")
def no_reshuffle_after_the_lace(house: TriedHouse) -> Refused:
    at = scene(house, "laced", laced, **LACE)
    return refused(at.dealer.give("CutStack", position=100))


@violation("s42/e/4", "The dealer loads a stack that was not offered for the cut.")
def uncut(house: TriedHouse) -> Refused:
    at = scene(house, "cut offered", offered)
    return refused(at.dealer.give("LoadShoe", cutting_cards=2))


@violation("s42/e/4/order", "The guest at seat 3 takes the cut before seat 5 has answered.")
def cut_out_of_turn(house: TriedHouse) -> Refused:
    at = scene(house, "cut offered", offered)
    return refused(at.ann.give("AnswerCut", accept=True))


@violation("s42/e/4/dealer", "The dealer cuts, although a guest has accepted the cut.")
def dealer_cuts(house: TriedHouse) -> Refused:
    at = scene(house, "cut taken", taken)
    return refused(at.dealer.give("CutStack", position=100))


@violation("s42/e/5", "The guest puts the cutting card in nine cards from the end.")
def nine_from_the_end(house: TriedHouse) -> Refused:
    at = scene(house, "cut taken", taken)
    return refused(at.bob.give("CutStack", position=407))


@violation("s42/e/6", "A guest brings the front of the stack to the back.")
def guest_completes_the_cut(house: TriedHouse) -> Refused:
    at = scene(house, "cut", cut)
    return refused(at.ann.give("CompleteCut", depth=14))


@violation("s42/e/6/depth", "The dealer puts the cutting card in thirteen cards from the back.")
def thirteen_from_the_back(house: TriedHouse) -> Refused:
    at = scene(house, "cut", cut)
    return refused(at.dealer.give("CompleteCut", depth=13))


@violation("s42/e/6/end", "The dealer loads the shoe without a cutting card at its end.")
def no_card_at_the_end(house: TriedHouse) -> Refused:
    at = scene(house, "cut", cut)
    return refused(at.dealer.give("LoadShoe", cutting_cards=2))


@violation("s42/e/7", "The dealer orders a re-cut.")
def dealer_orders_a_recut(house: TriedHouse) -> Refused:
    at = scene(house, "cut", cut)
    return refused(at.dealer.give("OrderRecut", reason="I did not like it"))


@violation("s42/e/7/who", "The guest who cut last cuts again, where the house has the next one do it.")
def the_same_cuts_again(house: TriedHouse) -> Refused:
    at = scene(house, "cut ordered again", ordered_again)
    return refused(at.bob.give("AnswerCut", accept=True))


@violation("s42/a/1/cutting-cards", "The dealer loads the shoe with one cutting card.")
def one_cutting_card(house: TriedHouse) -> Refused:
    at = scene(house, "cut completed", completed)
    return refused(at.dealer.give("LoadShoe", cutting_cards=1))


@violation("s42/e/6/burn", "The dealer deals the first hand without burning.")
def no_burn(house: TriedHouse) -> Refused:
    at = scene(house, "loaded", loaded)
    return refused(at.dealer.give("DealCard", hand="player"))


@violation("s42/e/6/burn-count", "The dealer burns four cards after a five.")
def four_after_a_five(house: TriedHouse) -> Refused:
    at = scene(house, "loaded", loaded)
    return refused(at.dealer.give("BurnCards", burned_count=4))


@violation("s42/e/7/window", "A supervisor orders a re-cut after the first card is out.")
def recut_after_the_burn(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.floor.give("OrderRecut", reason="the house is losing"))
