"""The print read once more, for clauses that nobody had broken yet and for other ways around those that were: papers,
limits of an option, cards that wait, witnesses, rights that an accident would take away."""

from typing import Any

from tests.server.running import PASSWORD
from tests.violations.ma_doors import Table, file_refused, options_refused
from tests.violations.ma_house import DECKS, EZ, INSCRIBED, RECIPE, batches
from tests.violations.ma_house_money import won
from tests.violations.papers import SIGNED, pit
from tests.violations.scenes import Scene, fresh_decks, player_has, round_with, scene
from tests.violations.second_reading import BOTH, HANDED, at, called, paid, third_card_down, tried
from tests.violations.trial import Refused, TriedHouse, refused, remedied, violation

Change = tuple[str, str]
SIX_FIVE = "2h 3s 2d 2s 4c 9d"
DB: dict[str, Any] = {"dragon_bonus": True}


def filed(name: str, clause: str, tries: str, *changes: Change, without: str = "") -> None:
    """A house file with these changes."""
    book = {"s42": "section-42", "ma": "massachusetts", "sem": "seminole", "sen": "seneca"}[clause.partition("/")[0]]
    tried(name, clause, tries, lambda house: file_refused(book, *changes, without=without))


# -------------------------------------------------------------------------------------------------------- house files

WAGERS = 'wagers = ["player", "banker", "tie"]'
filed(
    "no_banker_wager",
    "s42/b/1/i",
    "A house takes no wager on the Banker's Hand.",
    (WAGERS, 'wagers = ["player", "tie"]'),
)
filed(
    "no_player_wager",
    "s42/b/1/ii",
    "A house takes no wager on the Player's Hand.",
    (WAGERS, 'wagers = ["banker", "tie"]'),
)
filed("no_tie_wager", "s42/b/1/iii", "A house takes no Tie Bet.", (WAGERS, 'wagers = ["player", "banker"]'))
filed("ma_no_banker", "ma/7/a/1", "The licensee leaves the Banker wager out.", (WAGERS, 'wagers = ["player", "tie"]'))
filed("ma_no_player", "ma/7/a/2", "The licensee leaves the Player wager out.", (WAGERS, 'wagers = ["banker", "tie"]'))
filed("ma_no_tie", "ma/7/a/3", "The licensee leaves the Tie wager out.", (WAGERS, 'wagers = ["player", "banker"]'))
filed("ez_felt", "ma/2/b/3", "EZ Baccarat is played on the felt of the other game.", *EZ, INSCRIBED)
filed("ez_wagers", "ma/1/ez-baccarat", "EZ Baccarat is offered with three wagers.", *EZ[:3])
filed(
    "preshuffled_unproven", "ma/5/a/preshuffled", "Cards come to the table preshuffled, and no paper says how.",
    ('decks_received = "plain"', 'decks_received = "preinspected-preshuffled"'), without="card-custody",
)  # fmt: skip
filed(
    "square_finish",
    "s42/e/2",
    "A house has the shuffled stack squared at once.",
    ('finish = "feather"', 'finish = "square"'),
)
filed(
    "cut_at_13",
    "s42/e/6/depth",
    "A house puts its cutting card thirteen from the back.",
    ("cut_card_depth = 14", "cut_card_depth = 13"),
)
filed(
    "rate_between",
    "s42/c/3/rate",
    "A house takes four and a half percent.",
    ('vigorish_rate = "5%"', 'vigorish_rate = "4.5%"'),
)
filed("tie_under_8", "s42/c/2", "A house pays the Tie Bet fifteen to two.", ("tie_odds = 8 ", 'tie_odds = "15/2" '))
filed(
    "recut_by_floor",
    "s42/e/7/who",
    "A house has the floorperson cut again.",
    ('recut_by = "next"', 'recut_by = "floor"'),
)
filed(
    "button_without_a_place", "s42/c/3/ii/marker", "Vigorish may be owed, and the felt has no place for buttons.",
    ('vigorish_collection = "at-payout"', 'vigorish_collection = "deferred"'),
)  # fmt: skip
filed(
    "felt_without_tie", "s42/b/3", "A house takes the Tie Bet on a felt without an area for it.",
    ('"player", "banker", "tie"]  # s42', '"player", "banker"]  # s42'),
)  # fmt: skip
filed(
    "uncompared", "s42/c/3/iii/controls", "A house strikes the recording of the complimentary from its controls.",
    ('["A", "B", "C", "D", "E", "F"]', '["A", "B", "C", "D", "E"]'),
)  # fmt: skip
filed(
    "told_backwards", "s42/j/3/ii", "A house settles by a procedure before surveillance is told of it.",
    ("effective = 2026-01-01T09:30:00", "effective = 2026-01-01T08:30:00"),
)  # fmt: skip
filed(
    "posted_for_later", "s42/c/6/notice", "A house opens the game without vigorish by a notice of the year 2090.",
    ('vigorish_type = "win"', 'vigorish_type = "none-banker-6"'), ('vigorish_rate = "5%"', "#"),
    ('vigorish_rounding = "none"', "#"), ('vigorish_collection = "at-payout"', "#"),
    ("betting_unit_cents = 500", "vigorish_posted = 2090-01-01T00:00:00\nbetting_unit_cents = 500"),
)  # fmt: skip
filed(
    "period_unstated",
    "s42/c/5",
    "A house states no time for which a change of vigorish is posted.",
    ("vigorish_days = 7", "#"),
)
filed(
    "white_on_white",
    "s42/a/1/cutting-card-look",
    "A house cuts white cutting cards into cards with white edges.",
    ('colour = "yellow"', 'colour = "white"'),
)
filed(
    "three_cutting_cards",
    "s42/a/1/cutting-cards",
    "A house cuts with three cutting cards.",
    ("count = 2, colour", "count = 3, colour"),
)


def recipe(steps: str) -> str:
    """A recipe as the house file writes it."""
    return "shuffle_recipe = [" + ", ".join(f'"{step}"' for step in steps.split()) + "]"


for _name, _clause, _tries, _steps in (
    ("strip_after_one", "ma/5/h/4", "The recipe strips after one riffle.", "plug riffle strip riffle turn riffle cut"),
    (
        "turn_alone",
        "ma/5/h/3",
        "The recipe turns a stack and riffles nothing.",
        "plug riffle riffle turn strip riffle cut",
    ),
    ("no_strip", "ma/5/h", "The recipe has no running cuts.", "plug riffle riffle turn riffle cut"),
    ("no_cut", "ma/5/h/5", "The recipe ends without a cut.", "plug riffle riffle turn riffle strip riffle"),
):
    filed(_name, _clause, _tries, (RECIPE, recipe(_steps)))
RED, BLUE = DECKS, DECKS.replace('"red"', '"blue"')
filed(
    "custody_by_an_uncle", "ma/5/g/2/ii", "The licensee's procedures for the shuffler were submitted to an uncle.",
    ("Investigations and Enforcement Bureau", "My uncle"), *batches(RED, BLUE),
)  # fmt: skip
filed(
    "a_second_day",
    "ma/3/c",
    "The licensee uses its decks for two days.",
    ("seats = 9 ", "deck_change_hours = 48\nseats = 9 "),
)
filed(
    "adults", "sem/age-21", "The Florida house lets guests of eighteen play.", ("minimum_age = 21", "minimum_age = 18")
)
filed(
    "no_list",
    "sem/banned",
    "The Florida house looks at no list of banned persons.",
    ("ban_list = true", "ban_list = false"),
)
filed(
    "no_programme",
    "sem/self-excluded",
    "The Florida house leaves the self-exclusion programme aside.",
    ("self_exclusion_list = true", "self_exclusion_list = false"),
)


@violation("ma/5/f/face-down", "The licensee shows every card that is burned.")
def all_shown(house: TriedHouse) -> Refused:
    return options_refused(house, "massachusetts", burn_exposure="all")


@violation("s42/c/3/ii", "A house lets vigorish be owed at a device whose shoe never ends.")
def owed_for_ever(house: TriedHouse) -> Refused:
    return options_refused(house, "section-42", shuffler="continuous", vigorish_collection="deferred")


# ------------------------------------------------------------------------------------------------ counts and payments

called("ma_ace_two_four", "ma/6/b/1", "Ace, deuce and four: the dealer of Massachusetts announces eight.",
       "Ah Ks 2d Kd 4c 5s", (8, 5, "player"))  # fmt: skip
called("ace_two_nine_42", "s42/a/3/ii", "Ace, deuce and nine: the dealer of Section 42 announces twelve.",
       "Ah Ks 2d 2c 9c Kd", (12, 2, "player"))  # fmt: skip
paid("lead_of_six", "ma/12/e/win-by-6", "A lead of six, and the dealer pays three to one.", "Kh Ks 4d Kc 4s 2d",
     ("pay", 3, "dragon-bonus-player", 3_000), **DB, dragon_bonus_player_3=1_000)  # fmt: skip
paid("lead_of_six_kept", "ma/7/a/4/i", "A lead of six, and the dealer keeps the Dragon Bonus.", "Kh Ks 4d Kc 4s 2d",
     ("collect", 3, "dragon-bonus-player", 1_000), **DB, dragon_bonus_player_3=1_000)  # fmt: skip
paid("lead_of_four_at_2", "ma/12/e/win-by-4", "Pay table A, a lead of four, and the dealer pays two to one.",
     "Kh Ks 2d 7c As Kd", ("pay", 3, "dragon-bonus-banker", 2_000), **DB, dragon_bonus_banker_3=1_000)  # fmt: skip
paid("natural_tie", "ma/12/e/natural-tie", "Nine against nine in two cards, and the dealer keeps the Dragon Bonus.",
     "9h 9s Kd Kc", ("collect", 3, "dragon-bonus-player", 1_000), **DB, dragon_bonus_player_3=1_000)  # fmt: skip
paid("nine_in_three", "ma/7/a/4/ii", "A nine of three cards leads by one, and the dealer pays it as a natural.",
     "Kh Ks 4d 6c 5h 2s", ("pay", 3, "dragon-bonus-player", 1_000), **DB, dragon_bonus_player_3=1_000)  # fmt: skip
paid("ez_five_percent", "ma/12/c/ez", "EZ Baccarat, and the dealer takes five percent of a Banker win.", "Kh 9s Qd Ks",
     ("vigorish", 3, "banker", 250), vigorish_type="ez", banker_3=5_000)  # fmt: skip


@violation("ma/8/c/3/ii", "House Money is settled, and the dealer announces the result without the third cards.")
def over_after_house_money(house: TriedHouse) -> Refused:
    table = won(house, "2h 4s 2d 3d 9c", house_money_2=1_000)
    table.dealer.ok("SettleHouseMoney", seat=2)
    return refused(table.dealer.give("CallResult", player=4, banker=7, result="banker"))


# ---------------------------------------------------------------------------------------------------- cards that wait


def down(name: str, clause: str, tries: str, rulebook: str, whose: str, command: str, **facts: Any) -> None:
    """A third card lies face down on the area of its hand, and the dealer does this."""

    def play(house: TriedHouse) -> Refused:
        return refused(third_card_down(house, rulebook, SIX_FIVE, whose, **BOTH).dealer.give(command, **facts))

    tried(name, clause, tries, play)


down("third_left_down", "s42/g/3/iii/C/return", "The Player's third card lies face down; the dealer deals on.",
     "section-42", "player", "DealCard", hand="banker")  # fmt: skip
down("third_to_a_friend", "ma/8/c/4/hand", "The Player's third card is to be handed, and a friend at seat 5 gets it.",
     "massachusetts", "player", "HandCards", hand="player", seat=5)  # fmt: skip
down("banker_third_to_a_friend", "ma/8/c/5/hand", "The Banker's third card is to be handed, and seat 3 gets it.",
     "massachusetts", "banker", "HandCards", hand="banker", seat=3)  # fmt: skip


@violation("s42/g/3/iii/A", "The dealer hands out two cards before all four are dealt.")
def handed_before_four(house: TriedHouse) -> Refused:
    found = scene(house, "one card is out", round_with(SIX_FIVE, player_has(1), ann_player=1000), **HANDED)
    return refused(found.dealer.give("HandCards", hand="player", seat=3))


@violation("s42/g/3/iii/tuck", "The dealer turns the Banker's cards where the Player's are still to be handed.")
def banker_turned_first(house: TriedHouse) -> Refused:
    found = scene(house, "all four are out", round_with(SIX_FIVE, "turning", ann_player=1000), **HANDED)
    return refused(found.dealer.give("TurnCards", hand="banker"))


@violation("s42/k/5", "The dealer takes the right to turn for delay, and has not handed the cards over.")
def delayed_by_the_dealer(house: TriedHouse) -> Refused:
    found = scene(house, "all four are out", round_with(SIX_FIVE, "turning", ann_player=1000), **HANDED)
    return refused(found.dealer.give("RevokeRight", hand="player", reason="delay"))


def shown(house: TriedHouse, rulebook: str) -> Refused:
    options = HANDED if rulebook == "section-42" else {}
    table = at(house, rulebook, SIX_FIVE, "turning", options | {"player_3": 5_000})
    table.dealer.ok("Report", kind="card-exposed", hand="player")
    return remedied(table.dealer, "IncidentOpened")


@violation(
    "s42/g/3/iii/A", "The dealer says that the Player's cards were shown by accident, before the guest had them."
)
def shown_by_accident(house: TriedHouse) -> Refused:
    return shown(house, "section-42")


@violation("ma/8/c/1/hand", "In Massachusetts the Player's cards were shown by accident, before the guest had them.")
def ma_shown_by_accident(house: TriedHouse) -> Refused:
    return shown(house, "massachusetts")


# ------------------------------------------------------------------------------------------------------------ devices


def of_device(name: str, clause: str, tries: str, rulebook: str, command: str, **facts: Any) -> None:
    """A device reshuffles by itself, and the dealer does what is done with a shoe."""

    def play(house: TriedHouse) -> Refused:
        return refused(Table(house, rulebook, guests=(3,), shuffler="continuous").dealer.give(command, **facts))

    tried(name, clause, tries, play)


of_device("last_hand_of_a_device", "s42/h/5", "The dealer announces the last hand of a device that goes on.",
          "section-42", "CallLastHand")  # fmt: skip
of_device("shoe_of_a_device", "ma/5/d/load", "The dealer loads a stack into a device that reshuffles.",
          "massachusetts", "LoadShoe", cutting_cards=2)  # fmt: skip


# ------------------------------------------------------------------------------------------------ people, their word


@violation("s42/b/4", "A supervisor confirms a spoken wager after the call of no more bets.")
def confirmed_too_late(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        found.bob.ok("SpeakWager", seat=5, wager="player", cents=2000, cash_cents=2000)
        found.dealer.ok("ConfirmSpoken", seat=5, wager="player")
        found.dealer.ok("CallNoMoreBets")

    found = scene(house, "spoken and half confirmed at the call", make, verbal_wagers=True)
    return refused(found.floor.give("ConfirmSpoken", seat=5, wager="player"))


def spoken(found: Scene) -> None:
    found.bob.ok("SpeakWager", seat=5, wager="player", cents=2000, cash_cents=2000)
    for page in (found.dealer, found.floor):
        page.ok("ConfirmSpoken", seat=5, wager="player")
    found.dealer.ok("CallNoMoreBets")


@violation("s42/b/4", "A guest takes the cash of a spoken wager back after the call of no more bets.")
def cash_taken_back(house: TriedHouse) -> Refused:
    found = scene(house, "spoken, confirmed and called", spoken, verbal_wagers=True)
    return refused(found.bob.give("WithdrawWager", seat=5, wager="player"))


@violation("s42/b/5", "A guest gets up with a wager on the layout.")
def gone_with_a_wager(house: TriedHouse) -> Refused:
    found = scene(house, "a third card is due", round_with("3h 2s 3d 2c 9h 8s", "drawing", ann_player=1000))
    return refused(found.ann.give("LeaveSeat", seat=3))


@violation("s42/b/5", "A guest moves to another seat with a wager on the layout.")
def moved_with_a_wager(house: TriedHouse) -> Refused:
    found = scene(house, "a third card is due", round_with("3h 2s 3d 2c 9h 8s", "drawing", ann_player=1000))
    return refused(found.ann.give("ChangeSeat", seat=3, to=4))


@violation("s42/e/7", "A floorperson who has nothing to do with this table orders a re-cut.")
def recut_from_elsewhere(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        fresh_decks()(found)
        found.on("cut-done")

    found = scene(house, "the cards are cut", make)
    return refused(
        house.person("floorperson", "Fritz").live(found.table.id, "floorperson").give("OrderRecut", reason="x")
    )


@violation("s42/b/3/match-play", "A guest lays a coupon on the tie.")
def coupon_on_the_tie(house: TriedHouse) -> Refused:
    found = scene(house, "coupons are taken", match_play=True)
    facts = {"coupon_cents": 500, "coupon_serial": "C1"}
    return refused(found.ann.give("PlaceWager", seat=3, wager="tie", cents=500, **facts))


@violation("sem/self-excluded", "A guest who has excluded himself sits down at a practice table of the Florida house.")
def excluded_in_practice(house: TriedHouse) -> Refused:
    guest, table = house.person("guest", "Bartleby"), house.open("seminole")
    entry = {"person": guest.person["id"], "kind": "self-excluded", "reason": "told in private"}
    house.person("security", "Sam").post("/api/exclusions", entry, status=201)
    return refused(guest.live(table.id).give("TakeSeat", seat=4))


@violation("s42/j/3/ii", "The shift manager opens another table of the pit, and surveillance does not know.")
def table_added_untold(house: TriedHouse) -> Refused:
    found = pit(house)
    options = dict(found.table.state.rules.options)
    manager = found.house.person("shift-manager", "Sven")
    return refused(found.give(manager, "AddTable", table="new-1", rulebook="section-42", options=options))


@violation("s42/c/3/iii/C/witness", "The pit boss says to be there, goes home, and the dealer drops the original.")
def witness_gone_home(house: TriedHouse) -> Refused:
    found = pit(house)
    for person in (found.boss, found.clerk):
        found.ok(person, "ConfirmPresence", serial=SIGNED)
    found.boss.delete("/api/session")
    try:
        return refused(found.give(found.dealer, "DropOriginal", serial=SIGNED))
    finally:
        facts = {"name": found.boss.person["name"], "password": PASSWORD}
        found.boss.signed(found.boss.post("/api/session", facts))
