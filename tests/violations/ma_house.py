"""Massachusetts: what an operator writes into a house file or chooses for a table."""

from tests.violations.ma_doors import file_refused, options_refused
from tests.violations.trial import Refused, TriedHouse, violation

AREAS = 'areas = ["player-hand", "banker-hand", "player", "banker", "tie"]'
WAGERS = 'wagers = ["player", "banker", "tie"]'
LIMITS = "tie = { minimum_cents = 500, maximum_cents = 100000 }"
DECKS = 'count = 8\ncolour = "red"\ndesign = "plain"\nedge = "white"'
RECIPE = 'shuffle_recipe = ["plug", "riffle", "riffle", "turn", "riffle", "strip", "riffle", "cut"]'
EZ = [
    ('vigorish_type = "win"', 'vigorish_type = "ez"'),
    ('vigorish_rounding = "none"', "#"),
    ('vigorish_collection = "at-payout"', "#"),
    (WAGERS, 'wagers = ["player", "banker", "tie", "dragon-7", "panda-8"]'),
    (LIMITS, f"{LIMITS}\n{LIMITS.replace('tie', 'dragon-7')}\n{LIMITS.replace('tie', 'panda-8')}"),
]
"""An EZ Baccarat table, whose layout is still the one with vigorish."""
EZ_AREAS = 'areas = ["player-hand", "banker-hand", "player", "banker", "tie", "dragon-7", "panda-8"]'
INSCRIBED = ('inscription = "none"', 'inscription = "layout"')


def batches(first: str, second: str) -> list[tuple[str, str]]:
    """A table with an automatic shuffler and these two batches of cards."""
    return [
        ('shuffler = "manual"', 'shuffler = "automatic"'),
        ("decks = 8 ", "decks = 16 "),
        ('finish = "feather"', "#"),
        (RECIPE, "#"),
        (DECKS, f'batch = "A"\n{first}\n\n[[tables.ma-1.equipment.decks]]\nbatch = "B"\n{second}'),
    ]


@violation("ma/2/a/sides", "The house file puts guests on both sides of the table.")
def guests_behind_the_dealer(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", ("seats_on_one_side = true", "seats_on_one_side = false"))


@violation("ma/2/a", "Somebody opens a table with ten seats.")
def ten_seats(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", seats=10)


@violation("ma/2/b", "The house opens a table whose layout nobody has approved.")
def no_layout_approval(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", without="layout-approval")


@violation("ma/2/b/1", "The layout has no place for the cards of the Banker's Hand.")
def no_place_for_the_banker(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", (AREAS, AREAS.replace('"banker-hand", ', "")))


@violation("ma/2/b/2", "Dragon Bonus is offered on a layout without areas for it.")
def no_area_for_dragon_bonus(house: TriedHouse) -> Refused:
    del house
    both = "dragon-bonus-player", "dragon-bonus-banker"
    limits = "\n".join(LIMITS.replace("tie", name) for name in both)
    return file_refused(
        "massachusetts",
        ("dragon_bonus = false", 'dragon_bonus = true\ndragon_bonus_paytable = "A"'),
        (WAGERS, WAGERS.replace("]", ', "dragon-bonus-player", "dragon-bonus-banker"]')),
        (LIMITS, f"{LIMITS}\n{limits}"),
    )


@violation("ma/2/b/3/i", "An EZ Baccarat layout has no area for the Dragon 7 Insurance.")
def no_area_for_dragon_7(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", *EZ, INSCRIBED, (AREAS, EZ_AREAS.replace(', "dragon-7"', "")))


@violation("ma/2/b/3/ii", "An EZ Baccarat table tells nobody that the Banker wager pushes on a Dragon 7.")
def push_kept_quiet(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", *EZ, (AREAS, EZ_AREAS))


@violation("ma/2/b/3/ii/sign", "Somebody opens an EZ Baccarat table with neither inscription nor sign.")
def neither_layout_nor_sign(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", vigorish_type="ez", dragon_7_notice="none")


@violation("ma/2/b/3/iii", "An EZ Baccarat layout has no area for the Panda 8 Insurance.")
def no_area_for_panda_8(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", *EZ, INSCRIBED, (AREAS, EZ_AREAS.replace(', "panda-8"', "")))


@violation("ma/2/b/4", "House Money is offered on a layout without an area for it.")
def no_area_for_house_money(house: TriedHouse) -> Refused:
    del house
    return file_refused(
        "massachusetts",
        ("house_money = false", 'house_money = true\nhouse_money_add = "all"\nhouse_money_on_void = "reverse"'),
        (WAGERS, WAGERS.replace("]", ', "house-money"]')),
        (LIMITS, f"{LIMITS}\n{LIMITS.replace('tie', 'house-money')}"),
    )


@violation("ma/2/b/5", "Vigorish is marked for later, but the layout has no numbered places for the buttons.")
def no_place_for_markers(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", ('vigorish_collection = "at-payout"', 'vigorish_collection = "deferred"'))


@violation("ma/3/a", "Somebody opens a table with nine decks and no shuffler.")
def nine_decks(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", decks=9)


@violation("ma/3/a/identical", "The house mixes four red decks with four blue ones.")
def mixed_backs(house: TriedHouse) -> Refused:
    del house
    four = DECKS.replace("count = 8", "count = 4")
    blue = four.replace('"red"', '"blue"')
    return file_refused("massachusetts", (DECKS, f"{four}\n\n[[tables.ma-1.equipment.decks]]\n{blue}"))


@violation("ma/3/a/cover-cards", "The house has one cover card for a shoe.")
def one_cover_card(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", ("cutting_cards = { count = 2", "cutting_cards = { count = 1"))


@violation("ma/3/b", "Somebody opens a table with an automatic shuffler and ten decks.")
def ten_decks_in_the_shuffler(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", shuffler="automatic", decks=10)


@violation("ma/3/b/1", "The two batches of the shuffler have ten and six decks.")
def unequal_batches(house: TriedHouse) -> Refused:
    del house
    ten, six = DECKS.replace("8", "10"), DECKS.replace("8", "6").replace('"red"', '"blue"')
    return file_refused("massachusetts", *batches(ten, six))


@violation("ma/3/b/2", "Both batches of the shuffler have red backs.")
def two_red_batches(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", *batches(DECKS, DECKS))


@violation("ma/4/e", "The house calls its cards preinspected without a paper on their custody.")
def preinspected_by_word_of_mouth(house: TriedHouse) -> Refused:
    del house
    received = ('decks_received = "plain"', 'decks_received = "preinspected-preshuffled"')
    return file_refused("massachusetts", received, without="card-custody")


@violation("ma/5/a/method", "The house wants its cards washed and never shuffled.")
def washed_only(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", shuffler="wash")


@violation("ma/5/h", "The recipe of the shuffle leaves the plug out.")
def recipe_without_plug(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", (RECIPE, RECIPE.replace('"plug", ', "")))


@violation("ma/5/h/5", "The recipe of the shuffle strips the cards once more after the cut.")
def strip_after_the_cut(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", (RECIPE, RECIPE.replace('"cut"]', '"cut", "strip"]')))


@violation("ma/7/a", "The house writes a wager of its own into the list: any pair.")
def a_wager_of_its_own(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", (WAGERS, WAGERS.replace("]", ', "any-pair"]')))


@violation("ma/8/c/3/i/a", "The house lets half as much again be added as House Money won.")
def more_than_the_payout(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", house_money_add="3/2")


@violation("ma/8/c/face-down", "The house deals every card face up.")
def all_face_up(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", deal_mode="face-up")


@violation("ma/11/b/order", "The house pays first and takes the vigorish afterwards.")
def pay_first(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", settlement_order="iii")


@violation("ma/12/b", "The house pays seven to one on a tie.")
def seven_to_one(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", tie_odds=7)


@violation("ma/12/c/vigorish", "The house takes four per cent to be liked.")
def four_per_cent(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", vigorish_rate="4%")


@violation("ma/12/c/rounding", "The house rounds vigorish up to whole dollars.")
def whole_dollars(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", vigorish_rounding="up-to-100c")


@violation("ma/12/d", "The house file says when vigorish is collected without a Rules Submission behind it.")
def nothing_submitted(house: TriedHouse) -> Refused:
    del house
    return file_refused("massachusetts", without="rules-submission")


@violation("ma/12/e/paytable", "The house pays Dragon Bonus by a table of its own.")
def paytable_d(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", dragon_bonus=True, dragon_bonus_paytable="D")


@violation("ma/13/c/option", "The house wants disclosed third cards put back into the shoe.")
def back_into_the_shoe(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", disclosed_third_card=3)


@violation("ma/14/approval", "The house sets up a device that reshuffles by itself, and nobody has approved it.")
def an_unapproved_device(house: TriedHouse) -> Refused:
    del house
    return file_refused(
        "massachusetts",
        ('shuffler = "manual"', 'shuffler = "continuous"'),
        ('finish = "feather"', "#"),
        ("cut_card_depth = 14", "#"),
        (RECIPE, "#"),
        without="continuous-shuffler",
    )
