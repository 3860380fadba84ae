"""The clauses that no line named yet, each broken once, and what lies on the layout: the chips of the table, and cash
that is no chip yet. After this every clause that can be broken has a line."""

from collections.abc import Callable

from msgspec.structs import replace

from minibac.table.state import TableState
from tests.server.running import Live
from tests.violations.dealing import bankers_third_down, third_down
from tests.violations.ma_doors import Holds, Table, file_refused
from tests.violations.ma_house_money import won
from tests.violations.scenes import Scene, house_file, player_has, round_with, scene
from tests.violations.second_reading import HANDED, at, called, drawn, passed_over
from tests.violations.third_reading import SIX_FIVE
from tests.violations.trial import Refused, TriedHouse, refused, remedied, violation
from tests.violations.wagers import SPOKEN, confirmed

BANKER_SIX = "2h 3s 2d 3d 5c 9d"
"""The Player draws a five to four; the Banker has six, and stays against it."""
FOUR_LOW = "2h 3s 2d 4d"
BOTH_DRAW = "2h 2s 2d Ks 4c 9d"
TOO_FEW = 5
"""Cards in a shoe that a round of six does not end with."""

# --------------------------------------------------------------------------------------------- charts and the tableau

drawn("natural_eight", "ma/1/natural", "An eight in two cards, and the dealer draws for the Banker all the same.",
      "8h 2s Kd 3d", "banker")  # fmt: skip
drawn("row_of_six", "s42/i/7", "Row six and column five of Table 2 say stay, and the dealer draws.", BANKER_SIX,
      "banker")  # fmt: skip
drawn("row_of_three_cards", "s42/i/4", "The dealer reads the row of Table 2 by the Banker's three cards, and draws.",
      "2h 3s 2d 3c 5c 9d", "banker")  # fmt: skip
drawn("six_against_five", "sem/charts", "The chart has the bank stay with six against a five, and the dealer draws.",
      BANKER_SIX, "banker")  # fmt: skip
passed_over("four_on_the_chart", "sem/chart-player-draw", "The chart has the player draw with four, and the dealer "
            "gives the bank the round.", FOUR_LOW, (4, 7, "banker"))  # fmt: skip
drawn("six_at_the_falls", "sen/rules", "By the banker's rules six stays against a five, and the dealer draws.",
      BANKER_SIX, "banker")  # fmt: skip
passed_over("four_at_the_falls", "sen/chart-player-draw", "By the player's rules four draws, and the dealer has it "
            "stand.", FOUR_LOW, (4, 7, "banker"))  # fmt: skip
drawn("seven_at_the_falls", "sen/chart-player-stand", "By the player's rules seven stands, and the dealer draws.",
      "7h 7s Kd Kc", "player")  # fmt: skip
drawn("nine_at_the_falls", "sen/chart-player-natural", "By the player's rules nine is a natural, and the dealer draws "
      "for it.", "9h 2s Kd 3d", "player")  # fmt: skip
drawn("bank_of_nine", "sen/banker-8-9", "The bank has nine and stands, and the dealer goes on with the player.",
      "2h 9s Kd Kc", "player")  # fmt: skip
passed_over("no_third_card", "sen/third-card", "Neither hand is a natural, and the dealer draws nothing to the bank's "
            "five.", "6h 2s Kd 3d", (6, 5, "player"))  # fmt: skip
called("nothing_over_nine", "sen/object", "The dealer gives the round to nothing over nine.", "Kh 9s Qd Kc",
       (0, 9, "player"))  # fmt: skip

# ----------------------------------------------------------------------------------------------- house files, devices


@violation("ma/2/b/5/exempt", "The layout has areas for vigorish that the licensee takes with each payment.")
def areas_for_nothing(house: TriedHouse) -> Refused:
    areas = '"banker-hand", "player", "banker", "tie"]', '"banker-hand", "player", "banker", "tie", "vigorish"]'
    return house_file("massachusetts", areas)


@violation("ma/5/a/preshuffled", "Cards come preshuffled on the paper that says how they were inspected, and no other.")
def shuffled_on_another_paper(house: TriedHouse) -> Refused:
    received = 'decks_received = "plain"', 'decks_received = "preinspected-preshuffled"'
    return file_refused("massachusetts", received, without="preshuffled-cards")


@violation("s42/l/1", "The floorperson has a device shuffle once more that reshuffles by itself.")
def device_shuffled(house: TriedHouse) -> Refused:
    found = scene(house, "a device that reshuffles", shuffler="continuous")
    return refused(found.floor.give("DirectShuffle", reason="another order, please"))


@violation("ma/3/b/3", "The batch that is being shuffled in the device is put into the shoe.")
def batch_out_of_the_device(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,), shuffler="automatic")
    table.floor.ok("ChangeDecks")
    table.go("completed")
    return refused(table.dealer.give("LoadShoe", batch="B", cutting_cards=2))


@violation("ma/5/h/5/purpose", "The top card was seen in the strip, and the dealer loads the shoe without a cut.")
def loaded_uncut(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,))
    table.floor.ok("ChangeDecks")
    table.go("cut-offer")
    return refused(table.dealer.give("LoadShoe", batch="A", cutting_cards=2))


# --------------------------------------------------------------------------------------------- cards that lie face down


def shown(house: TriedHouse, name: str, make: Callable[[Scene], None], hand: str) -> Refused:
    """The dealer shows what lies face down of a hand: an incident, and the cards stay where they are."""
    found = scene(house, name, make, **HANDED)
    return reported(found.dealer, hand)


def reported(dealer: Live, hand: str) -> Refused:
    """The dealer says so, and hears what is now turned."""
    dealer.told.clear()
    dealer.ok("Report", kind="card-exposed", hand=hand)
    return remedied(dealer, "CardsTurned")


@violation("s42/g/3/iii", "The dealer of a handed game shows the Player's first two cards as they lie.")
def four_cards_shown(house: TriedHouse) -> Refused:
    return shown(house, "four cards face down", round_with(SIX_FIVE, "turning", ann_player=1000), "player")


@violation("s42/g/3/iii/C", "The dealer shows the Player's third card, which lies face down for its bettor.")
def player_third_shown(house: TriedHouse) -> Refused:
    return shown(house, "the Player's third is shown", third_down, "player")


@violation("s42/g/3/iii/D", "The dealer shows the Banker's third card, which lies face down for its bettor.")
def banker_third_shown(house: TriedHouse) -> Refused:
    return shown(house, "the Banker's third is shown", bankers_third_down, "banker")


def down(hand: str) -> Holds:
    """The third card of a hand lies face down, and nobody has it."""

    def holds(state: TableState) -> bool:
        coup = state.coup
        cards = coup.hand(hand) if coup is not None else ()
        return coup is not None and len(cards) == 3 and cards[2] not in coup.known and not coup.handed

    return holds


@violation("ma/8/c/4", "In Massachusetts the dealer shows the Player's third card before its bettor had it.")
def player_third_shown_there(house: TriedHouse) -> Refused:
    table = at(house, "massachusetts", BOTH_DRAW, "drawing", {"player_3": 5_000})
    table.go(down("player"))
    return reported(table.dealer, "player")


@violation("ma/8/c/5", "In Massachusetts the dealer shows the Banker's third card before its bettor had it.")
def banker_third_shown_there(house: TriedHouse) -> Refused:
    table = at(house, "massachusetts", BOTH_DRAW, "drawing", {"banker_5": 5_000})
    table.go(down("banker"))
    return reported(table.dealer, "banker")


@violation("ma/12/h", "The dealer pays a pair eleven to one, as a pairs wager is paid elsewhere.")
def pair_by_another_book(house: TriedHouse) -> Refused:
    made = [["pay", 2, "house-money", 11_000]]
    return refused(won(house).dealer.give("SettleHouseMoney", seat=2, actions=made))


# ------------------------------------------------------------------------------------------- a shoe with too few cards


def runs_out(table: Table | Scene) -> None:
    """The shoe has hardly a card left."""
    tried = table.tried if isinstance(table, Table) else table.table
    hosted = tried.hosted

    def empty() -> None:
        hosted._state = replace(hosted.state, next_index=hosted.state.cards_count - TOO_FEW)

    tried.house.server.do(empty)


def void(house: TriedHouse) -> Table:
    """A round of Massachusetts with a wager of seat 3 is void, since its sixth card is not there."""
    table = Table(house, guests=(3, 5))
    table.go("betting")
    runs_out(table)
    table.coup(BOTH_DRAW[: 3 * TOO_FEW], lambda state: state.cards_left == 0, player_3=5_000)
    table.go(lambda state: state.coup is not None and set(state.coup.in_order()) <= set(state.coup.known))
    return table


@violation("ma/13/e/return", "The shoe is empty before the Banker's third card, and the wagers lie there.")
def settled_without_the_card(house: TriedHouse) -> Refused:
    table = void(house)
    table.dealer.ok("Report", kind="too-few-cards")
    return remedied(table.guests[3], "CoupVoided")


@violation("ma/13/e/reshuffle", "After a round that is void the dealer calls the next one, without the reshuffle.")
def next_round_unshuffled(house: TriedHouse) -> Refused:
    table = void(house)
    table.dealer.ok("Report", kind="too-few-cards")
    table.dealer.ok("RackCards")
    return refused(table.dealer.give("CallNoMoreBets"))


@violation("s42/k/4/reshuffle", "A round is void, and the dealer deals the next one from what lies in the shoe.")
def next_round_from_an_empty_shoe(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        runs_out(found)
        round_with(BOTH_DRAW[: 3 * TOO_FEW], player_has(3), ann_player=1000)(found)
        found.dealer.ok("Report", kind="too-few-cards")
        found.dealer.ok("RackCards")

    return refused(scene(house, "a void round", make).dealer.give("DealCard", hand="player"))


# ---------------------------------------------------------------------------------------------- chips, and what is none


@violation("s42/b/3", "A guest puts ten dollars and three cents on the Player, where the smallest chip is a nickel.")
def no_such_chip(house: TriedHouse) -> Refused:
    return refused(scene(house, "betting").ann.give("PlaceWager", seat=3, wager="player", cents=1_003))


@violation("ma/7/b", "A guest takes ten cents back from a wager, where the smallest chip is a quarter.")
def dime_taken_back(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,))
    table.go("betting")
    table.guests[3].ok("PlaceWager", seat=3, wager="player", cents=5_000)
    return refused(table.guests[3].give("WithdrawWager", seat=3, wager="player", cents=10))


@violation("s42/b/3/verbal-convert", "A guest speaks for a wager with three cents in cash that no chip stands for.")
def cash_that_is_no_chip(house: TriedHouse) -> Refused:
    found = scene(house, "spoken wagers", verbal_wagers=True)
    return refused(found.ann.give("SpeakWager", seat=3, wager="player", cents=2_000, cash_cents=2_003))


@violation("F14", "A fire alarm, and nobody gives back the cash of a spoken wager that is no chip yet.")
def cash_left_lying(house: TriedHouse) -> Refused:
    found = scene(house, "confirmed, and the alarm rings", confirmed, **SPOKEN)
    found.dealer.ok("Report", kind="unfinishable", note="the fire alarm")
    found.floor.ok("ConfirmUnfinishable", number=found.state.incident_no)
    return remedied(found.ann, "SpokenReturned")
