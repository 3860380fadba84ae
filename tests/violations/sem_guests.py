"""Seminole: who may not sit down."""

from tests.violations.trial import Refused, TriedHouse, refused, violation


def excluded(house: TriedHouse, name: str, list_: str) -> Refused:
    """A guest on a list of the house asks for a seat."""
    guest = house.person("guest", name)
    security = house.person("security", "Sam")
    entry = {"person": guest.person["id"], "kind": list_, "reason": "told in private"}
    security.post("/api/exclusions", entry, status=201)
    return refused(guest.live("sem-1").give("TakeSeat", seat=4))


@violation("sem/banned", "A person whom the Tribe has banned asks for a seat.")
def a_banned_person(house: TriedHouse) -> Refused:
    return excluded(house, "Bill", "banned")


@violation("sem/self-excluded", "A person in the self-exclusion programme asks for a seat.")
def a_self_excluded_person(house: TriedHouse) -> Refused:
    return excluded(house, "Sue", "self-excluded")
