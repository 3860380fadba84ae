"""House files, and tables that are asked for, which the print does not let a house have."""

from tests.violations.scenes import house_file, option
from tests.violations.trial import Refused, TriedHouse, violation

BOOK = "section-42"
MANUAL = 'shuffler = "manual"'


@violation("s42/a/1", "A house plays with five decks.")
def five_decks(house: TriedHouse) -> Refused:
    return option(house, decks=5)


@violation("s42/a/4", "A house plays with ten decks and an automatic shuffler.")
def ten_decks_with_a_shuffler(house: TriedHouse) -> Refused:
    return option(house, shuffler="automatic", decks=10)


@violation("s42/a/1/cutting-card-look", "A house cuts with cards that can be seen through.")
def glass_cutting_cards(house: TriedHouse) -> Refused:
    del house
    return house_file(BOOK, ("opaque = true", "opaque = false"))


@violation("s42/b/2/approval", "A house lists Dragon 7 without an approval of the Division.")
def wager_without_approval(house: TriedHouse) -> Refused:
    del house
    return house_file(
        BOOK, ('wagers = ["player", "banker", "tie"]', 'wagers = ["player", "banker", "tie", "dragon-7"]')
    )


@violation("s42/c/3/iii/controls", "A house strikes the deposit in the drop box from its internal controls.")
def control_struck(house: TriedHouse) -> Refused:
    del house
    return house_file(BOOK, ('["A", "B", "C", "D", "E", "F"]', '["A", "B", "D", "E", "F"]'))


@violation("s42/e/3", "One table of a pit laces its cards where the others feather them.")
def one_table_laces(house: TriedHouse) -> Refused:
    del house
    return house_file(BOOK, ('deal_mode = "face-up"', 'finish = "lace"\ndeal_mode = "face-up"'))


@violation("s42/j/3/i", "One table of a pit settles by another procedure than the others.")
def one_table_settles_otherwise(house: TriedHouse) -> Refused:
    del house
    return house_file(BOOK, ('deal_mode = "face-up"', 'settlement_order = "i"\ndeal_mode = "face-up"'))


@violation("s42/e/6/burn-shown", "A house burns its cards unseen.")
def burn_unseen(house: TriedHouse) -> Refused:
    return option(house, burn_exposure="first")


@violation("s42/e/8/face", "A house stands the cards of a dead table on edge.")
def cards_on_edge(house: TriedHouse) -> Refused:
    return option(house, dead_table_face="edge")


@violation("s42/g/3/i/areas", "A layout has no area for the Banker's Hand.")
def no_area_for_a_hand(house: TriedHouse) -> Refused:
    del house
    return house_file(BOOK, ('"player-hand", "banker-hand"', '"player-hand"'))


@violation("s42/l/1/controls", "A house uses a continuous shuffler that is in no internal control.")
def shuffler_in_no_control(house: TriedHouse) -> Refused:
    del house
    changes = [(MANUAL, 'shuffler = "continuous"'), ("cut_card_depth = 14", ""), ('recut_by = "next"', "")]
    return house_file(BOOK, ("[references.continuous-shuffler]", "[references.card-standard]"), *changes)
