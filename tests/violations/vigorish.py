"""Section 42 (c)(3) to (6): vigorish that is owed, forgiven, charged twice or charged to some."""

from tests.violations.scenes import Scene, option, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation

BANKER_WINS = "Kh 9s Qd Ks"
TIE = "9h 9s Qd Ks"
BANKER_SIX = "Kh 6s Qd Ks 5h"
DEFERRED = {"vigorish_collection": "deferred"}


def owing(house: TriedHouse) -> Scene:
    """Bob has won $10 on Banker and owes fifty cents."""
    return scene(house, "Bob owes", round_with(BANKER_WINS, "betting", bob_banker=1000), **DEFERRED)


@violation("s42/c/3/ii/marker", "The dealer sets a marker button that shows less than is owed.")
def marker_lowered(house: TriedHouse) -> Refused:
    return refused(owing(house).dealer.give("ChangeMarker", seat=5, cents=25))


@violation("s42/c/3/ii/marker-stays", "The dealer takes a marker button off the layout before it is paid.")
def marker_removed(house: TriedHouse) -> Refused:
    return refused(owing(house).dealer.give("ChangeMarker", seat=5, cents=0))


@violation("s42/c/3/iv", "A guest leaves the table with vigorish owed.")
def leaves_owing(house: TriedHouse) -> Refused:
    return refused(owing(house).bob.give("LeaveSeat", seat=5))


@violation("s42/c/3/ii/before-reshuffle", "The floor has the cards reshuffled with a marker button on the layout.")
def reshuffle_with_a_debt(house: TriedHouse) -> Refused:
    return refused(owing(house).floor.give("DeclareDead"))


@violation("s42/c/3/i", "A house rounds the vigorish up to twenty-five cents.")
def rounded_to_25(house: TriedHouse) -> Refused:
    return option(house, vigorish_rounding="up-to-25c")


def tied(house: TriedHouse) -> Scene:
    """Where a tie costs a Banker wager 25 percent."""
    make = round_with(TIE, "settling", ann_banker=1000, bob_banker=1000)
    return scene(house, "tie vigorish", make, vigorish_type="tie-25")


@violation("s42/c/4", "The dealer charges five percent of a tied Banker wager.")
def five_percent_of_a_tie(house: TriedHouse) -> Refused:
    return tied(house).moves(("vigorish", 5, "banker", 50))


@violation("s42/c/4/collect", "The dealer lets a guest owe the vigorish of a tie.")
def tie_vigorish_marked(house: TriedHouse) -> Refused:
    return tied(house).moves(("mark", 5, "banker", 250))


@violation("s42/c/4/every-player", "The dealer lets one guest off the vigorish of a tie.")
def one_guest_let_off(house: TriedHouse) -> Refused:
    return tied(house).moves(("vigorish", 5, "banker", 0))


@violation("s42/c/4/excludes-win", "A house charges the vigorish of a tie and takes five percent of a win as well.")
def both_charges(house: TriedHouse) -> Refused:
    make = round_with(BANKER_WINS, "settling", bob_banker=1000)
    return scene(house, "a win under tie vigorish", make, vigorish_type="tie-25").moves(("vigorish", 5, "banker", 50))


@violation("s42/c/5/uniform", "The dealer takes four percent from one guest and five from the other.")
def two_rates(house: TriedHouse) -> Refused:
    make = round_with(BANKER_WINS, "settling", ann_banker=1000, bob_banker=1000)
    at = scene(house, "two who owe", make)
    return at.moves(("vigorish", 5, "banker", 50), ("pay", 5, "banker", 1000), ("vigorish", 3, "banker", 40))


@violation("s42/c/6/banker-6", "Without vigorish the dealer pays a winning Banker six one to one.")
def banker_six_in_full(house: TriedHouse) -> Refused:
    make = round_with(BANKER_SIX, "settling", bob_banker=1000)
    return scene(house, "Banker six", make, vigorish_type="none-banker-6").moves(("pay", 5, "banker", 1000))


@violation("s42/c/6", "Without vigorish the dealer takes five percent of a Banker win all the same.")
def charged_all_the_same(house: TriedHouse) -> Refused:
    make = round_with(BANKER_WINS, "settling", bob_banker=1000)
    return scene(house, "no vigorish", make, vigorish_type="none-banker-6").moves(("vigorish", 5, "banker", 50))
