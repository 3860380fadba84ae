"""Who is put on duty at a table: nobody deals or checks there who has no such role."""

from tests.violations.scenes import scene
from tests.violations.trial import Refused, TriedHouse, refused, violation


@violation("s42/d/1", "The floorperson has a guest of the table deal it.")
def guest_put_on_duty(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    guest = house.person("guest", "Ann").person["id"]
    return refused(at.floor.give("AssignStaff", duty="calling", person=guest))


@violation("s42/j/2/dealer", "The floorperson puts somebody on duty for the wagers who is no dealer.")
def nobody_on_duty(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.floor.give("AssignStaff", duty="wagers", person="a friend"))


@violation("s42/d/1/verify", "The floorperson has a dealer check the table in the floorperson's place.")
def dealer_as_floorperson(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    other = house.person("dealer", "Dan").person["id"]
    return refused(at.floor.give("AssignStaff", duty="floor", person=other))


@violation("s42/d/1/verify", "A second floorperson takes the floor from the one who has it.")
def floor_taken(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    other = at.table.staff("floorperson", "Fritz")
    return refused(other.give("AssignStaff", duty="floor"))


@violation("s42/d/1", "A second dealer takes the calls from the dealer who has them.")
def calls_taken(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    other = house.person("dealer", "Dan").live(at.table.id, "dealer")
    return refused(other.give("AssignStaff", duty="calling"))


@violation("F12", "The floorperson closes the table while guests sit at it.")
def closed_with_guests(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.floor.give("CloseTable"))


@violation("", "The dealer names the card that is dealt from a sealed shoe.")
def card_named(house: TriedHouse) -> Refused:
    at = scene(house, "first card due", lambda new: new.dealer.ok("CallNoMoreBets"))
    return refused(at.dealer.give("DealCard", hand="player", cards=["9h"]))


@violation("s42/c/3/iii/C", "A floorperson clears vigorish at a training table, to which no form comes.")
def cleared_in_training(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.floor.give("ClearVigorish", seat=3, cents=500, reference="CV-000001"))
