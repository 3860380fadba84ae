"""Guests at the table: who may sit down, and what the table shows them.

Seats of Massachusetts 2(a) and the Seneca guide, eligibility and signs of the Seminole guide, the notice of an EZ
table, and who runs the Seneca house.
"""

from typing import Any

import pytest

from minibac.houses.house import read_house
from minibac.houses.types import House
from minibac.machine.roles import Role
from minibac.rules.layout import check_layout, layout
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from minibac.table.table_view import areas
from tests.rules.houses import NOW, sample
from tests.rules.shown import shown
from tests.sightings import Sightings
from tests.table.helpers import EYE, FLOOR, SPECTATOR, STAFF, Table
from tests.table.seen import view
from tests.table.steps import cases


def sits_down(table: Table, **facts: Any) -> Any:
    """Somebody new asks for seat 4."""
    return table.do(c.TakeSeat, seat=4, guest="newcomer", name="New", **{"attested_by": "newcomer"} | facts)


def house_file(rulebook: str) -> dict[str, Any]:
    """The sample house of a rulebook, as tables that a test may change."""
    return sample(rulebook)


def faults(document: dict[str, Any]) -> tuple[Refusal, ...]:
    """Why this is no house file; it must not be one."""
    made = read_house(document, "house.toml", NOW)
    assert not isinstance(made, House)
    return made


# --- seats -----------------------------------------------------------------------------------------------------------

MOST = (("massachusetts", "ma/2/a", 9), ("seneca", "sen/seats", 7))


@pytest.mark.parametrize(("rulebook", "clause", "most"), cases(*MOST))
def test_every_numbered_seat_takes_one_guest(rulebook: str, clause: str, most: int, saw: Sightings) -> None:
    table = Table(rulebook, seats=range(1, most + 1))
    taken = table.all(e.SeatTaken)
    assert [event.seat for event in taken] == list(range(1, most + 1))
    assert all(clause in event.clauses for event in taken)
    assert [row["seat"] for row in view(table.state, SPECTATOR)["seats"]] == list(range(1, most + 1))
    saw(taken)


@pytest.mark.parametrize(("rulebook", "clause", "most"), cases(*MOST, breaks=True))
def test_one_guest_more_than_there_are_seats_does_not_sit_down(
    rulebook: str, clause: str, most: int, saw: Sightings
) -> None:
    table = Table(rulebook, seats=range(1, most + 1))
    beyond = table.no(c.TakeSeat, seat=most + 1, guest="one too many", age=40)
    assert beyond.code is Code.NO_SUCH_SEAT
    taken = table.no(c.TakeSeat, seat=most, guest="one too many", age=40)
    assert taken.code is Code.SEAT_TAKEN
    twice = table.no(c.TakeSeat, seat=1, guest="guest-2", age=40)
    for refusal in (beyond, taken, twice):
        assert refusal.clause == clause
    saw(beyond, taken, twice)


# --- age -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("sem/age-21")
@pytest.mark.parametrize("age", [21, 22, 90])
def test_at_seminole_a_guest_of_21_sits_down(age: int, saw: Sightings) -> None:
    table = Table("seminole")
    events = sits_down(table, age=age)
    assert isinstance(events[0], e.SeatTaken)
    assert "sem/age-21" in events[0].clauses
    assert (events[0].least_age, events[0].attested_by) == (21, "newcomer"), "how old exactly, the log does not say"
    assert "Must be at least 21 years old to play Slots and Table Games." in view(table.state, SPECTATOR)["signs"]
    saw(events)


@pytest.mark.clause("sem/age-21", breaks=True)
@pytest.mark.parametrize("age", [20, 18, 17, 0, None, 131])
def test_at_seminole_nobody_younger_sits_down_nor_anybody_of_unknown_age(age: int | None, saw: Sightings) -> None:
    table = Table("seminole")
    before = table.state
    refusal = sits_down(table, age=age)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.NOT_ELIGIBLE
    assert refusal.clause == "sem/age-21"
    assert refusal.allowed == ("21",)
    word = sits_down(table, age=age, of_age=True)
    unattested = sits_down(table, age=40, attested_by="")
    assert isinstance(word, Refusal), "where a rulebook asks for the age, it is asked for in years"
    assert isinstance(unattested, Refusal), "silence attests nothing"
    assert table.state is before
    saw(refusal, word, unattested)


@pytest.mark.clause("sem/age-18")
def test_the_age_of_other_games_is_known_and_shown(saw: Sightings) -> None:
    """18 for bingo, live poker and Unity benefits; 21 governs at this table (C11)."""
    table = Table("seminole")
    elsewhere = table.rules.rulebook.fixed["minimum_age_elsewhere"]
    assert (elsewhere.value, elsewhere.clause) == (18, "sem/age-18")
    (sign,) = [line for line in layout(table.rules).inscriptions if "sem/age-18" in line.clauses]
    assert sign.text == "Must be 18 or older to play Bingo, Live Poker or to receive Unity benefits."
    assert sign.text in view(table.state, table.guest(1))["signs"]
    saw(shown(table.rules))


@pytest.mark.clause("sem/age-18", breaks=True)
@pytest.mark.parametrize("age", [18, 19, 20])
def test_old_enough_for_bingo_is_not_old_enough_for_this_table(age: int, saw: Sightings) -> None:
    table = Table("seminole")
    refusal = sits_down(table, age=age)
    assert isinstance(refusal, Refusal)
    assert "sem/age-18" in refusal.clauses
    assert refusal.allowed == ("21",)
    saw(refusal)
    child = sits_down(table, age=17)
    assert isinstance(child, Refusal)
    assert "sem/age-18" not in child.clauses, "too young for those as well"


def test_elsewhere_the_house_states_the_age() -> None:
    table = Table("section-42", minimum_age=19)
    silent = sits_down(table)
    assert isinstance(silent, Refusal)
    assert silent.clauses == (), "the age is the house's own"
    assert isinstance(sits_down(table, age=18), Refusal)
    assert not isinstance(sits_down(table, age=19), Refusal)
    (sits,) = sits_down(Table("section-42", minimum_age=19), of_age=True)
    assert (sits.least_age, sits.attested_by) == (19, "newcomer"), "where no rulebook asks, the guest's word is enough"
    assert not isinstance(sits_down(Table("section-42")), Refusal), "no age is assumed (E38)"


# --- the lists of the house ------------------------------------------------------------------------------------------

LISTS = ("sem/banned", "sem/self-excluded")


@pytest.mark.clause(*LISTS)
def test_a_person_on_no_list_is_seated_and_buys_in(saw: Sightings) -> None:
    table = Table("seminole")
    events = sits_down(table, age=50)
    assert isinstance(events[0], e.SeatTaken)
    assert {*LISTS} <= {*events[0].clauses}, "the lists were looked at"
    table.yes(c.BuyIn, seat=4, cents=100_00, transfer="t")
    saw(events)


@pytest.mark.clause(*LISTS, breaks=True)
def test_a_person_on_a_list_is_neither_seated_nor_sold_chips_and_the_table_hears_no_reason(saw: Sightings) -> None:
    table = Table("seminole")
    told = list(table.log)
    seat = sits_down(table, age=50, excluded=True)
    assert isinstance(seat, Refusal)
    assert table.log == told, "the log of the table does not know that anybody asked"
    sits_down(table, age=50)
    chips = table.no(c.BuyIn, seat=4, cents=100_00, transfer="t", excluded=True)
    for refusal in (seat, chips):
        assert refusal.code is Code.NOT_ELIGIBLE
        assert refusal.clauses == LISTS, "on which list is not told"
        assert refusal.sentence == "this person cannot play here; the house tells them why in private"
    assert table.state.chips(4) == 0
    saw(seat, chips)


# --- signs -----------------------------------------------------------------------------------------------------------

DRAGON_7 = "A wager on the Banker's Hand that results in a Dragon 7 shall push and be returned to the player."
HELP_LINE = "If you or someone you know has a gambling problem, please call 1.888.ADMIT.IT."


@pytest.mark.clause("ma/2/b/3/ii")
@pytest.mark.clause("ma/2/b/3/ii/sign")
@pytest.mark.parametrize("where", ["layout", "sign"])
def test_an_ez_table_tells_its_guests_what_a_dragon_7_does(where: str, saw: Sightings) -> None:
    table = Table("massachusetts", vigorish_type="ez", dragon_7_notice=where)
    (line,) = layout(table.rules).inscriptions
    assert (line.text, line.where) == (DRAGON_7, where)
    for audience in (table.guest(1), SPECTATOR, FLOOR):
        assert (DRAGON_7 in view(table.state, audience)["signs"]) == (where == "sign"), (
            "once: on the layout, or on a sign"
        )
    inscribed = [area["inscription"] for area in areas(table.rules, {}, {})]
    assert (DRAGON_7 in inscribed) == (where == "layout")
    assert view(Table("massachusetts").state, SPECTATOR)["signs"] == []
    saw(shown(table.rules))


@pytest.mark.clause("ma/2/b/3/ii", "ma/2/b/3/ii/sign", breaks=True)
def test_an_ez_table_with_neither_inscription_nor_sign_cannot_open(saw: Sightings) -> None:
    document = house_file("massachusetts")
    ez = document["tables"]["ma-1"]
    ez["options"] |= {"vigorish_type": "ez"}
    for gone in ("vigorish_rounding", "vigorish_collection"):
        del ez["options"][gone]
    ez["wagers"] += ["dragon-7", "panda-8"]
    ez["layout"]["areas"] += ["dragon-7", "panda-8"]
    ez["limits"] |= {name: {"minimum_cents": 500, "maximum_cents": 100_00} for name in ("dragon-7", "panda-8")}
    for inscription in ("layout", "sign"):
        ez["layout"]["inscription"] = inscription
        assert isinstance(read_house(document, "house.toml", NOW), House)
    ez["layout"]["inscription"] = "none"
    refusals = faults(document)
    (silent,) = [refusal for refusal in refusals if DRAGON_7 in refusal.sentence]
    assert silent.clause == "ma/2/b/3/ii"
    ez["layout"]["inscription"] = "sign"
    ez["options"]["dragon_7_notice"] = "layout"
    refusals = faults(document)
    assert [refusal.clause for refusal in refusals] == ["ma/2/b/3/ii/sign"]
    saw(silent, refusals)


@pytest.mark.clause("sem/help-line")
def test_every_view_of_a_seminole_table_shows_the_help_line(saw: Sightings) -> None:
    table = Table("seminole")
    (sign,) = [line for line in layout(table.rules).inscriptions if "sem/help-line" in line.clauses]
    assert sign.text == HELP_LINE
    for phase in (Phase.OPENING, Phase.BETTING, Phase.DRAWING, Phase.RACKING):
        table.to(phase)
        for audience in (*STAFF, table.guest(1)):
            assert HELP_LINE in view(table.state, audience)["signs"]
    saw(shown(table.rules))


@pytest.mark.clause("sem/help-line", breaks=True)
def test_a_seminole_table_without_its_signs_cannot_open(saw: Sightings) -> None:
    document = house_file("seminole")
    felt = next(iter(document["tables"].values()))["layout"]
    felt["signs_posted"] = True
    assert isinstance(read_house(document, "house.toml", NOW), House)
    felt["signs_posted"] = False
    refusals = faults(document)
    (line,) = [refusal for refusal in refusals if HELP_LINE in refusal.sentence]
    assert line.code is Code.ILLEGAL_LAYOUT
    assert line.clause == "sem/help-line"
    saw(line)
    felt["signs_posted"] = "yes"
    assert faults(document)
    rules = Table("section-42").rules
    assert check_layout(rules, [area.id for area in layout(rules).areas], signs_posted=False) == (), "no signs there"


@pytest.mark.clause("sen/house")
def test_the_seneca_guide_says_who_runs_the_house(saw: Sightings) -> None:
    table = Table("seneca")
    (sign,) = layout(table.rules).inscriptions
    assert sign.clauses == ("sen/house",)
    for printed in (
        "Seneca Niagara Casino & Hotel",
        "Seneca Niagara Falls Gaming Corporation",
        "310 Fourth Street, Niagara Falls, New York 14303",
        "716.299.1100",
        "716.299.1200",
    ):
        assert printed in sign.text
    assert view(table.state, table.guest(1))["signs"] == [sign.text]
    saw(shown(table.rules))


@pytest.mark.clause("sen/house", breaks=True)
@pytest.mark.parametrize("field", ["name", "operator", "address", "telephone", "fax"])
def test_a_seneca_house_that_leaves_out_who_runs_it_is_refused(field: str, saw: Sightings) -> None:
    document = house_file("seneca")
    document["house"][field] = ""
    refusals = faults(document)
    assert [refusal.clauses for refusal in refusals] == [("sen/house",)]
    saw(refusals)


def test_confidential_things_stay_with_those_who_need_them() -> None:
    table = Table("seminole")
    table.report("wager-touched", note="the sleeve of seat 1", seat=1)
    for audience in (FLOOR, EYE):
        assert view(table.state, audience)["floor"]["incidents"][0]["note"] == "the sleeve of seat 1"
    for audience in (table.guest(1), SPECTATOR):
        assert "floor" not in view(table.state, audience)
        assert audience.role in (Role.GUEST, Role.SPECTATOR)
