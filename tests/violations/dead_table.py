"""Section 42 (e)(8) and (a)(4): a table without activity, and the two batches of an automatic shuffler."""

from collections.abc import Callable

from tests.page.guests import MINUTES_10
from tests.violations.scenes import Scene, fresh_decks, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation


def dead(steps: str = "") -> Callable[[Scene], None]:
    """The table is dead, and these steps have been done since."""

    def make(at: Scene) -> None:
        at.table.house.server.clock.ahead += MINUTES_10  # nobody wagers
        at.floor.ok("DeclareDead")
        at.table.until(lambda state: state.phase.value == "dead")
        at.steps(*steps.split())

    return make


@violation("s42/e/8", "The dealer calls the next round while the cards of a dead table are not even spread.")
def play_on_a_dead_table(house: TriedHouse) -> Refused:
    at = scene(house, "dead", dead(), dead_table_face="down")
    return refused(at.dealer.give("CallNoMoreBets"))


@violation("s42/e/8/turn-up", "The dealer washes a spread that lies face down, with guests at the table.")
def washed_face_down(house: TriedHouse) -> Refused:
    at = scene(house, "dead, spread", dead("spread"), dead_table_face="down")
    return refused(at.step(at.dealer, "wash"))


@violation("s42/e/8/turn-down", "The dealer turns the spread down before the first player could look.")
def turned_down_unseen(house: TriedHouse) -> Refused:
    at = scene(house, "dead, turned up", dead("spread turn-up"), dead_table_face="down")
    return refused(at.step(at.dealer, "turn-down"))


@violation("s42/e/8/i", "The dealer stacks the cards of a dead table unwashed.")
def stacked_unwashed(house: TriedHouse) -> Refused:
    at = scene(house, "dead, turned down", dead("spread turn-up look turn-down"), dead_table_face="down")
    return refused(at.step(at.dealer, "stack"))


# ----------------------------------------------------------------------------------------- with an automatic shuffler


@violation("s42/e/8/ii", "The dealer takes the batch out of the shuffler before the spread one is in it.")
def swapped_early(house: TriedHouse) -> Refused:
    at = scene(house, "dead batch", dead("spread look turn-down"), shuffler="automatic")
    return refused(at.step(at.dealer, "swap"))


@violation("s42/e/8/ii/swap", "The dealer deals on with the batch that lay on the dead table.")
def same_batch_again(house: TriedHouse) -> Refused:
    at = scene(house, "dead batch, stacked", dead("spread look turn-down stack"), shuffler="automatic")
    return refused(at.dealer.give("LoadShoe", batch="A", cutting_cards=2))


def swapped(steps: str = "") -> Callable[[Scene], None]:
    return dead(f"spread look turn-down stack swap {steps}")


@violation("s42/e/8/ii/A", "A guest attests that the shuffler stores its batch securely.")
def guest_attests_the_device(house: TriedHouse) -> Refused:
    at = scene(house, "swapped", swapped(), shuffler="automatic")
    return refused(at.step(at.ann, "attest-device"))


@violation("s42/e/8/ii/B", "The dealer loads the batch from the shuffler without its custody being attested.")
def custody_left_out(house: TriedHouse) -> Refused:
    at = scene(house, "device attested", swapped("ask-spread attest-device"), shuffler="automatic")
    return refused(at.dealer.give("LoadShoe", batch="B", cutting_cards=2))


def asked(at: Scene) -> None:
    swapped()(at)
    at.ann.ok("DoStep", step="ask-spread")


@violation(
    "s42/e/8/ii/no-spread", "A guest asks to see the batch from the shuffler, and the dealer does not spread it."
)
def request_ignored(house: TriedHouse) -> Refused:
    at = scene(house, "asked to see it", asked, shuffler="automatic")
    return refused(at.step(at.dealer, "reshuffle"))


# ---------------------------------------------------------------------------------------------------- the two batches


def fresh_batches(at: Scene) -> None:
    fresh_decks()(at)
    at.on("completed")


@violation("s42/a/4/v", "The dealer loads the batch whose turn it is not.")
def wrong_batch(house: TriedHouse) -> Refused:
    at = scene(house, "batch A is next", fresh_batches, shuffler="automatic")
    return refused(at.dealer.give("LoadShoe", batch="B", cutting_cards=2))


def batch_loaded(at: Scene) -> None:
    fresh_batches(at)
    at.dealer.ok("LoadShoe", batch="A", cutting_cards=2)


@violation("s42/a/4/vi", "The dealer burns into a discard rack that holds cards of the other batch.")
def two_batches_in_the_rack(house: TriedHouse) -> Refused:
    at = scene(house, "batch A is loaded", batch_loaded, shuffler="automatic")
    return refused(at.dealer.give("BurnCards", rack_batch="B"))


def foreign_back(at: Scene) -> None:
    at.dealer.ok("Report", kind="foreign-back", note="a blue card among the red")


@violation("s42/a/4/iii", "The dealer plays on with a card of the other batch in the shoe.")
def foreign_back_in_play(house: TriedHouse) -> Refused:
    at = scene(house, "a card of the other batch", foreign_back, shuffler="automatic")
    return refused(at.dealer.give("CallNoMoreBets"))
