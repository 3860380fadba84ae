"""Who is put on duty at a table: nobody deals or checks there who has no such role."""

from tests.violations.scenes import scene
from tests.violations.trial import Refused, TriedHouse, refused, violation


@violation("s42/d/1", "The floorperson has a guest of the table deal it.")
def guest_put_on_duty(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    guest = house.person("guest", "Ann").person["id"]
    no = refused(at.floor.give("AssignStaff", duty="calling", person=guest))
    return no._replace(sentence=no.sentence.replace(guest, "Ann"))


@violation("s42/j/2/dealer", "The floorperson puts somebody on duty for the wagers who is no dealer.")
def nobody_on_duty(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.floor.give("AssignStaff", duty="wagers", person="a friend"))


@violation("s42/d/1/verify", "The floorperson has a dealer check the table in the floorperson's place.")
def dealer_as_floorperson(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    other = house.person("dealer", "Dan").person["id"]
    return refused(at.floor.give("AssignStaff", duty="floor", person=other))
