"""The print read a seventh time: what went on although play stood still, and a paper that is a sample in passing."""

from tests.violations.ma_doors import Table
from tests.violations.scenes import Scene, fresh_decks, house_file, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation

BANKER_DRAWS = "3h 2s 3d 2c 9h 8s"
"""The Player stays with six, and the Banker has four: a card is the Banker's."""


def blue_at_the_draw(at: Scene) -> None:
    round_with(BANKER_DRAWS, "drawing", ann_player=1000)(at)
    at.dealer.ok("Report", kind="foreign-back", note="a blue card")


@violation("s42/f/1", "Past a card with a foreign back the dealer deals the Banker's, as one in error to the Player.")
def drawn_past_a_foreign_back(house: TriedHouse) -> Refused:
    at = scene(house, "a blue card at the draw", blue_at_the_draw)
    return refused(at.dealer.give("Report", kind="third-card-to-player", disclosed=True))


@violation("ma/3/a/identical", "Past a card with a foreign back the dealer takes a card in error out of the shoe.")
def taken_past_a_foreign_back(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,))
    table.dealer.ok("Report", kind="foreign-back", note="a blue card")
    return refused(table.dealer.give("Report", kind="card-in-error", disclosed=False))


@violation("", "A house file of one's own holds a paper whose number has the word SAMPLE in it, with a line below.")
def sample_with_a_line(house: TriedHouse) -> Refused:
    del house
    return house_file("section-42", ('reference = "No. internal-controls"', 'reference = "SAMPLE_internal_controls"'))


@violation("s42/e/7/who", "Who cut moves to another seat, and cuts again where the house has the next guest do it.")
def recut_from_another_seat(house: TriedHouse) -> Refused:
    def make(at: Scene) -> None:
        fresh_decks()(at)
        at.on("cut-offer")
        at.bob.ok("AnswerCut", accept=True)
        at.bob.ok("CutStack", position=100)
        at.bob.ok("ChangeSeat", seat=5, to=2)
        at.floor.ok("OrderRecut", reason="the cutting card fell out")

    return refused(scene(house, "who cut has moved", make).bob.give("AnswerCut", accept=True))
