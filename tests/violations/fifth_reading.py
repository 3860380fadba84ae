"""The print read a fifth time, for what somebody with a good reason can bring about: a round taken back that is over
but for its counts, a shoe that ends before its remedy, a notice that tells of nothing, a clerk who is none."""

from minibac.table.automatic import AUTOMATIC
from tests.violations.ma_doors import Table
from tests.violations.papers import FINISHED, PIT, TABLE, pit
from tests.violations.scenes import Scene, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation

NATURAL = "9h 2s Kd 3s"
SIX_FIVE = "2h 3s 2d 2s 4c 9d"
ONE_PAIR = "2h As 2d 2s 4c Td"
ALARM_MS = 3_600_000


@violation(
    "F14", "Four cards lie face up, a natural has won, and dealer and floorperson say that the round cannot go on."
)
def natural_taken_back(house: TriedHouse) -> Refused:
    found = scene(house, "a natural, uncalled", round_with(NATURAL, "turning", ann_player=1000))
    return refused(found.dealer.give("Report", kind="unfinishable", note="the fire alarm"))


@violation("F14", "With the automatic dealer beside, a floorperson alone takes a round back that a guest may win.")
def taken_back_by_one_person(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        round_with(SIX_FIVE, "drawing", ann_player=1000)(found)
        found.floor.ok("Report", kind="unfinishable", note="the fire alarm")
        for duty in ("calling", "wagers"):
            found.dealer.ok("AssignStaff", duty=duty, person=AUTOMATIC.dealer.id)
        found.table.time_passes()

    found = scene(house, "one person says so", make)
    assert found.state.wagers, "the wagers were returned on the word of one person"
    return refused(found.floor.give("ConfirmUnfinishable", number=found.state.incident_no))


@violation("", "A guest of Massachusetts whom the house lets play no more adds House Money to a wager.")
def added_by_an_excluded_guest(house: TriedHouse) -> Refused:
    table = Table(house, guests=(5,), house_money=True)
    page = table.sit(3, "Benedict")
    table.coup(ONE_PAIR, "house-money", house_money_3=5_000, player_3=5_000)
    entry = {"person": house.person("guest", "Benedict").person["id"], "kind": "banned", "reason": "told in private"}
    house.person("security", "Sam").post("/api/exclusions", entry, status=201)
    table.tried.until(lambda state: state.seats[3].excluded)
    return refused(page.give("ChooseHouseMoney", seat=3, choice="player"))


@violation("ma/13/d", "A disclosed card is to begin a simulated round, and the floorperson directs a shuffle instead.")
def shuffled_past_a_simulated_round(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,))
    table.dealer.ok("Report", kind="card-in-error", disclosed=True)
    return refused(table.floor.give("DirectShuffle", reason="other cards, please"))


def disclosed(found: Scene) -> None:
    found.dealer.ok("Report", kind="card-in-error", disclosed=True)


@violation(
    "s42/k/2/disclosed",
    "A disclosed card is to be burned with as many more, and the floorperson has fresh decks brought.",
)
def fresh_decks_for_a_burn(house: TriedHouse) -> Refused:
    return refused(scene(house, "a card is to be burned", disclosed).floor.give("ChangeDecks"))


@violation("s42/k/2", "An undisclosed card waits for the next hand, and the floorperson has fresh decks brought.")
def fresh_decks_for_a_card(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        found.dealer.ok("Report", kind="card-in-error", disclosed=False)

    return refused(scene(house, "a card waits", make).floor.give("ChangeDecks"))


@violation("ma/13/a", "An undisclosed card waits for the next hand, and the floorperson directs a shuffle.")
def shuffled_with_a_card_that_waits(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,))
    table.dealer.ok("Report", kind="card-in-error", disclosed=False)
    return refused(table.floor.give("DirectShuffle", reason="other cards, please"))


@violation("ma/14", "The floorperson of Massachusetts directs a shuffle of a device that reshuffles by itself.")
def shuffle_of_a_device(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,), shuffler="continuous")
    return refused(table.floor.give("DirectShuffle", reason="another order, please"))


@violation("s42/e/8", "Play stands still for an alarm, nobody wagers, and the floorperson declares the table dead.")
def dead_for_an_alarm(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        found.floor.ok("Report", kind="other", note="the fire alarm")
        house.server.clock.ahead += ALARM_MS

    return refused(scene(house, "an alarm between two rounds", make).floor.give("DeclareDead"))


@violation("ma/5/g", "The last hand is to be announced, the dealer waits, and the floorperson declares the table dead.")
def dead_before_the_last_hand(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,), depth=390)
    table.go(lambda state: state.last_hand_due and state.phase.value == "between")
    house.server.clock.ahead += ALARM_MS
    return refused(table.floor.give("DeclareDead"))


@violation("s42/c/5", "The pit boss posts a notice of the five percent that are charged, to have it at hand one day.")
def notice_of_nothing(house: TriedHouse) -> Refused:
    boss, options = house.grand.person("pit-boss", "Pia"), {"vigorish_rate": "5%"}
    return refused(house.grand.pit(boss, PIT, "PostNotice", table="s42-1", options=options, text="five percent"))


@violation("s42/j/3/i", "The shift manager enters a table of one pit in another too, whose people would sign for it.")
def table_in_two_pits(house: TriedHouse) -> Refused:
    found = pit(house)
    manager, options = found.house.person("shift-manager", "Sven"), {"decks": 8}
    answer = found.house.pit(manager, "east", "AddTable", table=TABLE, rulebook="massachusetts", options=options)
    return refused(answer)


@violation("s42/c/3/iii/D", "The pit clerk gives the duplicate to the dealer, and calls the dealer a pit clerk.")
def duplicate_to_a_clerk_who_is_none(house: TriedHouse) -> Refused:
    found = pit(house)
    dealer = {"id": found.dealer.person["id"], "role": "pit-clerk"}
    return refused(found.give(found.clerk, "PassDuplicate", serial=FINISHED, to=dealer))
