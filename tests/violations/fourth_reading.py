"""The print read a fourth time, for what happens between two steps: while play stands still, while the cut goes round,
to a right that was given up, to a table at which somebody has just sat down."""

from tests.violations.ma_doors import Table
from tests.violations.scenes import Scene, fresh_decks, player_has, round_with, scene
from tests.violations.second_reading import HANDED, at
from tests.violations.third_reading import SIX_FIVE
from tests.violations.trial import Refused, TriedHouse, refused, remedied, violation

LONG_MS = 3_600_000


def later(found: Scene) -> None:
    """An hour goes by."""
    found.table.house.server.clock.ahead += LONG_MS


def standing_still(found: Scene) -> None:
    """Ann has the Player's cards in hand when the alarm goes off, and then a long time goes by."""
    round_with(SIX_FIVE, lambda state: state.coup is not None and state.coup.handed == "player", ann_player=1000)(found)
    found.floor.ok("Report", kind="other", note="the fire alarm")
    later(found)


@violation("s42/k/5", "While a fire alarm keeps a guest from returning the cards, the dealer takes them for delay.")
def delayed_by_an_alarm(house: TriedHouse) -> Refused:
    found = scene(house, "the alarm goes off", standing_still, **HANDED)
    return refused(found.dealer.give("RevokeRight", hand="player", reason="delay"))


@violation(
    "s42/e/4/dealer", "A guest sat down while the cut went round, and the dealer cuts without asking that guest."
)
def cut_past_a_newcomer(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        fresh_decks()(found)
        found.on("cut-offer")
        found.table.guest(9, "Cora", 5_000)
        found.bob.ok("AnswerCut", accept=False)
        found.ann.ok("AnswerCut", accept=False)

    found = scene(house, "the cut comes to who sat down meanwhile", make)
    return refused(found.dealer.give("CutStack", position=100))


@violation("s42/e/8", "The floorperson declares an idle table dead at which a guest has just sat down.")
def dead_to_a_newcomer(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        later(found)
        found.table.guest(8, "Cora", 5_000)

    found = scene(house, "somebody has just come", make)
    return refused(found.floor.give("DeclareDead"))


@violation(
    "ma/8/d/remainder", "A card turned over in dealing, and who had given up the right takes the cards after all."
)
def right_back_by_accident(house: TriedHouse) -> Refused:
    table = at(house, "massachusetts", SIX_FIVE, "turning", {"player_3": 5_000, "tie_5": 1_000})
    table.guests[3].ok("Relinquish", hand="player")
    table.dealer.ok("Report", kind="exposed-in-dealing")
    table.floor.ok("ConfirmExposure", in_dealing=True)
    table.dealer.ok("DealCard", hand="banker")
    return refused(table.guests[3].give("AnswerRight", hand="player", accept=True))


@violation(
    "s42/k/5/remainder", "Two guests gave up the cards one after the other, and the first of them takes them back."
)
def right_back_from_the_second(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        found.table.guest(7, "Cora", 5_000).ok("PlaceWager", seat=7, wager="tie", cents=1000)
        round_with(SIX_FIVE, "turning", ann_player=1000, bob_tie=1000)(found)
        found.ann.ok("Relinquish", hand="player")
        found.bob.ok("AnswerRight", hand="player", accept=True)
        found.bob.ok("Relinquish", hand="player")

    found = scene(house, "given up twice", make, **HANDED)
    return refused(found.ann.give("AnswerRight", hand="player", accept=True))


@violation("sem/age-21", "Security has seen from a paper that a seated guest is twenty, and the guest wagers on.")
def found_to_be_twenty(house: TriedHouse) -> Refused:
    found = Table(house, "seminole", guests=(3, 5))
    page, guest = found.guests[3], house.person("guest", f"Guest 3 {found._number // 40}")
    page.ok("PlaceWager", seat=3, wager="player", cents=5_000)
    path, guard = f"/api/people/{guest.person['id']}/age", house.person("security", "Sam")
    guard.post(path, {"age": 20})
    try:
        return refused(page.give("PlaceWager", seat=3, wager="player", cents=5_000))
    finally:
        guard.post(path, {"age": 30})


@violation("s42/a/4/iii", "Past a card of the other batch the dealer deals on, as a card that lay on the wrong hand.")
def dealt_past_a_foreign_back(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        round_with(SIX_FIVE, player_has(1), ann_player=1000)(found)
        found.dealer.ok("Report", kind="foreign-back", note="a blue card among the red")

    found = scene(house, "a blue card among the red", make, shuffler="automatic")
    return refused(found.dealer.give("Report", kind="wrong-hand", hand="player"))


def shown_by(table: Table) -> Refused:
    table.floor.ok("Report", kind="card-exposed", hand="player")
    return remedied(table.floor, "IncidentOpened")


@violation("ma/8/c/1/hand", "The floorperson says that the Player's cards were shown, before the guest had them.")
def shown_by_the_floor(house: TriedHouse) -> Refused:
    return shown_by(at(house, "massachusetts", SIX_FIVE, "turning", {"player_3": 5_000}))
