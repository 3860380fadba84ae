"""People, duties kept apart (R30), surveillance that changes nothing (R31), chips, days, parameters, papers."""

from itertools import combinations
from typing import Any

import pytest

from minibac.machine.roles import THE_HOUSE, Role
from minibac.pits import house_commands as c
from minibac.pits import house_events as e
from minibac.pits import reviews
from minibac.pits.duties import CONFLICTS, GRANTABLE, STAFF, conflict
from minibac.pits.house import HOUSE, PAPERS, PARAMETERS, TRANSFERS_KEPT, WHO
from minibac.rules.controls import controls
from minibac.rules.refusal import Code, Refusal
from tests.pits.house_helpers import DAY, House
from tests.pits.pit_helpers import ACCOUNTING, ACCOUNTING_2, ADMIN, CAGE, EVERYBODY, EYE, MANAGER

# --- duties kept apart -----------------------------------------------------------------------------------------------


@pytest.mark.control("R30")
@pytest.mark.parametrize(("one", "other"), [*combinations(GRANTABLE, 2)], ids=str)
def test_every_pair_of_roles_in_both_orders(one: Role, other: Role) -> None:
    apart = conflict(one, [other])
    assert apart == conflict(other, [one])
    for first, second in ((one, other), (other, one)):
        house = House()
        house.person("pat", first)
        if apart is None:
            house.yes(c.GrantRole, person="pat", role=second)
            assert set(house.state.people["pat"].roles) == {one, other}
            continue
        refusal = house.no(c.GrantRole, person="pat", role=second)
        assert (refusal.code, refusal.clause) == (Code.DUTIES_CONFLICT, "R30")
        assert apart.reason in refusal.sentence
        assert isinstance(house.log[-1], e.HouseAttemptRefused)
        house.yes(c.TakeRole, person="pat", role=first)
        house.yes(c.GrantRole, person="pat", role=second)
        house.check()


@pytest.mark.control("R30")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Role.DEALER, Role.SURVEILLANCE),
        (Role.DEALER, Role.ACCOUNTING),
        (Role.PIT_CLERK, Role.ACCOUNTING),
        (Role.FLOORPERSON, Role.SURVEILLANCE),
        *((Role.ADMIN, role) for role in STAFF if role is not Role.ADMIN),
        *((Role.SURVEILLANCE, role) for role in STAFF if role is not Role.SURVEILLANCE),
    ],
)
def test_the_pairs_that_the_control_names(one: Role, other: Role) -> None:
    assert conflict(one, [other])


def test_each_conflict_stands_once_with_a_reason() -> None:
    pairs = [frozenset((pair.one, pair.other)) for pair in CONFLICTS]
    assert len(set(pairs)) == len(pairs)
    assert all(len(pair) == 2 for pair in pairs)
    assert all(pair.reason for pair in CONFLICTS)


@pytest.mark.control("R30")
def test_one_profile_at_a_time_and_only_there() -> None:
    house = House()
    house.person("pat", Role.DEALER)
    house.yes(c.GrantRole, person="pat", role=Role.FLOORPERSON, pits=("main",), tables=("H7",))
    start = {"by": THE_HOUSE, "person": "pat"}
    house.yes(c.StartProfile, **start, role=Role.DEALER)  # type: ignore[arg-type]
    second = house.no(c.StartProfile, **start, role=Role.FLOORPERSON)  # type: ignore[arg-type]
    assert second.code is Code.DUTIES_CONFLICT
    house.yes(c.EndProfile, by=THE_HOUSE, person="pat")
    house.yes(c.StartProfile, **start, role=Role.FLOORPERSON)  # type: ignore[arg-type]
    assert house.no(c.StartProfile, **start, role=Role.CAGE).code is Code.NOT_YOURS  # type: ignore[arg-type]
    house.yes(c.TakeRole, person="pat", role=Role.FLOORPERSON)
    assert house.state.people["pat"].active is None, "the profile ends with the role"
    assert house.no(c.EndProfile, by=THE_HOUSE, person="pat").code is Code.NOT_FOUND
    house.check()


def test_people_come_are_locked_out_and_go() -> None:
    house = House()
    house.person("pat", Role.DEALER)
    assert house.no(c.AdmitPerson, person="pat", name="Another").code is Code.SEAT_TAKEN
    assert house.no(c.AdmitPerson, person="house", name="House").code is Code.SEAT_TAKEN
    house.yes(c.StartProfile, by=THE_HOUSE, person="pat", role=Role.DEALER)
    assert house.no(c.DisablePerson, person="pat", reason="").code is Code.NO_REASON
    house.yes(c.DisablePerson, person="pat", reason="card lost")
    assert house.state.people["pat"].active is None
    assert house.no(c.StartProfile, by=THE_HOUSE, person="pat", role=Role.DEALER).code is Code.NOT_YOURS
    assert house.no(c.GrantRole, person="pat", role=Role.FLOORPERSON).code is Code.NOT_YOURS
    house.yes(c.EnablePerson, person="pat")
    assert house.no(c.EnablePerson, person="pat").code is Code.NOT_FOUND
    assert house.no(c.RemovePerson, person="pat", reason=" ").code is Code.NO_REASON
    house.yes(c.RemovePerson, person="pat", reason="left the house")
    assert house.no(c.AdmitPerson, person="pat", name="Another Pat").code is Code.SEAT_TAKEN, (
        "a name is not given again"
    )
    assert house.no(c.RemovePerson, person="pat", reason="again").code is Code.NOT_FOUND
    assert house.no(c.GrantRole, person="pat", role=Role.DEALER).code is Code.NOT_FOUND
    assert house.no(c.TakeRole, person="pat", role=Role.DEALER).code is Code.NOT_FOUND
    house.check()


def test_roles_that_nobody_has_and_pits_that_do_not_exist() -> None:
    house = House()
    house.person("pat")
    house.person(ADMIN.id)
    for role in (Role.HOUSE, Role.SPECTATOR):
        assert house.no(c.GrantRole, person="pat", role=role).code is Code.NOT_FOUND
    assert house.no(c.GrantRole, person="pat", role=Role.DEALER, pits=("attic",)).code is Code.NOT_FOUND
    assert house.no(c.GrantRole, person=ADMIN.id, role=Role.ADMIN).code is Code.DUTIES_CONFLICT, "not to oneself"


# --- everybody's commands --------------------------------------------------------------------------------------------

FACTS: dict[type[c.HouseCommand], dict[str, Any]] = {
    c.AdmitPerson: {"person": "quinn", "name": "Quinn"},
    c.GrantRole: {"person": "pat", "role": Role.FLOORPERSON},
    c.TakeRole: {"person": "pat", "role": Role.DEALER},
    c.DisablePerson: {"person": "pat", "reason": "x"},
    c.EnablePerson: {"person": "pat"},
    c.RemovePerson: {"person": "pat", "reason": "x"},
    c.StartProfile: {"person": "pat", "role": Role.DEALER},
    c.EndProfile: {"person": "pat"},
    c.GrantChips: {"guest": "g", "cents": 5, "transfer": "t"},
    c.RedeemChips: {"guest": "g", "cents": 5, "transfer": "t"},
    c.CountCage: {"kind": "opener", "chips": {}, "cash": {}},
    c.ClaimNumbers: {"pit": "main", "prefix": "A", "first": 1, "last": 9},
    c.TellPitDay: {"pit": "main", "day": DAY, "closed": True},
    c.OpenHouseDay: {"day": DAY},
    c.CloseHouseDay: {"day": DAY},
    c.AskHouseReopening: {"day": DAY, "reason": "r"},
    c.ReopenHouseDay: {"day": DAY},
    c.SignReport: {"day": DAY, "report": "{}", "figures": "0f", "verdict": "balance"},
    c.CountersignReport: {"day": DAY},
    c.ChangeParameter: {"name": "n", "before": "a", "after": "b", "reason": "r"},
    c.RecordReference: {"name": "n", "authority": "a", "reference": "r", "date": "2026-11-01"},
    c.AssignException: {"exception": "0f", "to": "eye"},
    c.LookAtException: {"exception": "0f"},
    c.ExplainException: {"exception": "0f", "explanation": "a hand slipped"},
    c.CloseException: {"exception": "0f"},
    c.ReopenException: {"exception": "0f", "reason": "the tape says otherwise"},
    c.RegisterCoupons: {"prefix": "MP", "first": 1, "last": 9, "face_cents": 500},
    c.ClaimCoupon: {"serial": "MP-000001", "face_cents": 500, "table": "T1"},
    c.SettleCoupon: {"serial": "MP-000001", "table": "T1", "surrendered": True},
    c.WriteDown: {"noticed": e.ParameterChanged(name="n", before="a", after="b", reason="r")},
}


@pytest.mark.control("R30", "R31")
@pytest.mark.parametrize("kind", c.HOUSE_KINDS, ids=lambda kind: kind.__name__)
def test_every_role_with_every_command_of_the_house(kind: type[c.HouseCommand]) -> None:
    for by in EVERYBODY:
        house = House()
        house.person("pat", Role.DEALER)
        forfeits = {"forfeited": by.role is not Role.CAGE} if kind is c.RedeemChips else {}  # the cage alone pays
        answer = house.do(kind, by=by, **FACTS[kind], **forfeits)
        barred = isinstance(answer, Refusal) and answer.code is Code.NOT_YOURS
        assert barred == (by.role not in WHO[kind].roles)
        if by is EYE:
            assert barred or kind in reviews.WHO, "surveillance changes nothing"
        if barred:
            assert isinstance(house.log[-1], e.HouseAttemptRefused)
        house.check()


# --- chips, days, parameters, papers ---------------------------------------------------------------------------------


def test_play_chips_come_from_the_mint_once_for_each_transfer() -> None:
    house = House()
    house.yes(c.GrantChips, by=CAGE, guest="g", cents=100_00, transfer="t1")
    assert house.yes(c.GrantChips, by=CAGE, guest="g", cents=100_00, transfer="t1") == ()
    house.yes(c.GrantChips, by=THE_HOUSE, guest="g", cents=1, transfer="t2")
    assert house.state.balances == {"mint": -100_01, "wallets": 100_01}
    for facts in ({"guest": "g", "cents": 0}, {"guest": "", "cents": 5}):
        assert house.no(c.GrantChips, by=CAGE, transfer="t", **facts).code is Code.BAD_STAKE
    house.check()


def test_the_state_of_the_house_does_not_grow_with_its_guests() -> None:
    house = House()
    for number in range(3 * TRANSFERS_KEPT):
        house.yes(c.GrantChips, by=THE_HOUSE, guest=f"g{number}", cents=100, transfer="first")
    assert house.yes(c.GrantChips, by=THE_HOUSE, guest=f"g{number}", cents=100, transfer="first") == ()
    assert len(house.state.transfers) == TRANSFERS_KEPT
    assert house.state.balances == {"mint": -100 * (number + 1), "wallets": 100 * (number + 1)}
    house.check()


def test_the_day_of_the_house_closes_when_every_pit_has_closed_its_own() -> None:
    house = House()
    assert house.no(c.CloseHouseDay, by=ACCOUNTING, day=DAY).code is Code.DAY_NOT_OPEN
    house.yes(c.OpenHouseDay, by=ACCOUNTING, day=DAY)
    for day in (DAY, "2027-01-16", "soon"):
        assert house.no(c.OpenHouseDay, by=ACCOUNTING, day=day).allowed == (DAY,)
    house.yes(c.TellPitDay, by=THE_HOUSE, pit="main", day=DAY, closed=True)
    house.yes(c.TellPitDay, by=THE_HOUSE, pit="high", day=DAY, closed=False)
    refusal = house.no(c.CloseHouseDay, by=ACCOUNTING, day=DAY)
    assert (refusal.code, refusal.allowed) == (Code.STILL_OPEN, ("high",))
    assert house.no(c.TellPitDay, by=THE_HOUSE, pit="attic", day=DAY, closed=True).code is Code.NOT_FOUND
    house.yes(c.TellPitDay, by=THE_HOUSE, pit="high", day=DAY, closed=True)
    house.yes(c.CloseHouseDay, by=ACCOUNTING, day=DAY)
    assert house.no(c.OpenHouseDay, by=ACCOUNTING, day=DAY).allowed == ("2027-01-16",)
    house.check()


def test_the_house_opens_the_day_of_the_calendar_or_that_of_a_pit_which_was_first() -> None:
    house = House()
    for day in ("2027-01-14", "2027-01-16", "2027-02-30", "soon", ""):
        refusal = house.no(c.OpenHouseDay, by=ACCOUNTING, day=day)
        assert (refusal.code, refusal.allowed) == (Code.NOT_NOW, (DAY,))
        assert DAY in refusal.sentence
    house.yes(c.TellPitDay, by=THE_HOUSE, pit="high", day="2027-01-14", closed=False)
    assert house.no(c.OpenHouseDay, by=ACCOUNTING, day=DAY).allowed == ("2027-01-14",)
    house.yes(c.OpenHouseDay, by=ACCOUNTING, day="2027-01-14")
    house.check()


@pytest.mark.control("R25")
def test_two_people_open_the_day_of_the_house_again_with_a_reason() -> None:
    house = House()
    house.yes(c.OpenHouseDay, by=ACCOUNTING, day=DAY)
    again: dict[str, Any] = {"by": ACCOUNTING, "day": DAY}
    assert house.no(c.AskHouseReopening, **again, reason="early").code is Code.NOT_NOW
    for pit in ("main", "high"):
        house.yes(c.TellPitDay, by=THE_HOUSE, pit=pit, day=DAY, closed=True)
    house.yes(c.CloseHouseDay, **again)
    assert house.no(c.ReopenHouseDay, **again).code is Code.STEP_MISSING
    assert house.no(c.AskHouseReopening, **again, reason=" ").code is Code.NO_REASON
    assert house.no(c.AskHouseReopening, by=ACCOUNTING, day="2027-01-14", reason="x").allowed == (DAY,)
    house.yes(c.AskHouseReopening, **again, reason="closed an hour early")
    assert house.no(c.ReopenHouseDay, **again).code is Code.WRONG_SIGNATURE
    (event,) = house.yes(c.ReopenHouseDay, by=MANAGER, day=DAY)
    assert (event.asked_by, event.by, event.reason) == (ACCOUNTING.id, MANAGER.id, "closed an hour early")
    assert (house.state.day, house.state.last_day) == (DAY, "")
    house.yes(c.CloseHouseDay, **again)
    house.yes(c.TellPitDay, by=THE_HOUSE, pit="high", day="2027-01-16", closed=False)
    assert house.no(c.AskHouseReopening, by=ACCOUNTING_2, day=DAY, reason="x").allowed == ("high",)
    house.check()


@pytest.mark.control("R43")
def test_a_report_is_signed_once_and_after_a_day_was_opened_again_as_a_revision() -> None:
    house = House()
    first: dict[str, Any] = {"day": DAY, "report": "as it was", "figures": "0f", "verdict": "balance"}
    house.yes(c.OpenHouseDay, by=ACCOUNTING, day=DAY)
    assert house.no(c.SignReport, by=ACCOUNTING, **first).code is Code.STILL_OPEN
    for pit in ("main", "high"):
        house.yes(c.TellPitDay, by=THE_HOUSE, pit=pit, day=DAY, closed=True)
    house.yes(c.CloseHouseDay, by=ACCOUNTING, day=DAY)
    assert house.no(c.SignReport, by=ACCOUNTING, **(first | {"day": "2027-01-16"})).allowed == (DAY,)
    (one,) = house.yes(c.SignReport, by=ACCOUNTING, **first)
    assert (one.revision, one.second, one.previous, one.report) == (1, False, "", "as it was")
    assert house.no(c.CountersignReport, by=MANAGER, day=DAY).code is Code.NOT_FOUND, "it balances"
    assert house.no(c.SignReport, by=ACCOUNTING_2, **first).code is Code.NOT_NOW
    house.yes(c.AskHouseReopening, by=ACCOUNTING, day=DAY, reason="a form was found")
    house.yes(c.ReopenHouseDay, by=MANAGER, day=DAY)
    house.yes(c.CloseHouseDay, by=ACCOUNTING, day=DAY)
    (two,) = house.yes(c.SignReport, by=ACCOUNTING, **(first | {"report": "as it is"}))
    assert (two.revision, two.previous, two.reopened) == (2, one.sha256, "a form was found")
    assert two.second, "an alteration is supervised"
    assert house.no(c.CountersignReport, by=ACCOUNTING, day=DAY).code is Code.WRONG_SIGNATURE
    (second,) = house.yes(c.CountersignReport, by=MANAGER, day=DAY)
    assert (second.revision, second.sha256) == (2, two.sha256)
    assert house.no(c.CountersignReport, by=ACCOUNTING_2, day=DAY).code is Code.NOT_FOUND
    house.check()


@pytest.mark.control("R26")
def test_a_change_of_parameters_says_before_after_and_why_and_a_paper_when_it_arrived() -> None:
    house = House()
    (event,) = house.yes(c.ChangeParameter, name="rulebook s42-1", before="feather", after="lace", reason="new filing")
    assert (event.before, event.after, event.by) == ("feather", "lace", ADMIN.id)
    assert house.no(c.ChangeParameter, name="x", before="a", after="b", reason="").code is Code.NO_REASON
    assert house.no(c.ChangeParameter, name="x", before="a", after="a", reason="r").code is Code.NOT_NOW
    facts = {"name": "internal-controls", "authority": "Division", "reference": "IC-3", "date": "2026-11-01"}
    (received,) = house.yes(c.RecordReference, by=MANAGER, **facts)
    assert received.at == house.state.at
    assert house.state.references["internal-controls"].reference == "IC-3"
    assert house.no(c.RecordReference, by=MANAGER, **(facts | {"date": ""})).code is Code.MISSING_REFERENCE
    assert house.no(c.RecordReference, by=MANAGER, **(facts | {"date": "2100-01-01"})).code is Code.TOO_EARLY
    assert "SAMPLE" in house.no(c.RecordReference, by=MANAGER, **(facts | {"reference": "SAMPLE-3"})).sentence
    house.check()


def test_citations_of_the_house_are_clauses_or_controls() -> None:
    assert {PAPERS, PARAMETERS, "R30", "R31", "R36", "R37", "R38", "R39"} <= set(controls())


def test_time_does_not_run_backwards() -> None:
    house = House()
    answer = HOUSE.decide(house.state, c.AdmitPerson(by=ADMIN, at=5, person="x", name="X"))
    assert isinstance(answer, Refusal)
    assert answer.code is Code.NOT_NOW


# --- exceptions as work ----------------------------------------------------------------------------------------------


@pytest.mark.control("R30")
def test_an_exception_is_assigned_looked_at_explained_and_closed_by_another_person() -> None:
    house = House()
    house.person("pat", Role.DEALER)
    house.person(EYE.id, Role.SURVEILLANCE)
    about = {"exception": "0f"}

    def state() -> str:
        return house.state.reviews["0f"].state

    for nobody in ("pat", "nobody"):
        assert house.no(c.AssignException, by=ACCOUNTING, to=nobody, **about).code is Code.NOT_FOUND
    house.yes(c.AssignException, by=ACCOUNTING, to=EYE.id, **about)
    assert state() == "assigned"
    assert house.yes(c.AssignException, by=MANAGER, to=EYE.id, **about) == ()
    house.yes(c.LookAtException, by=EYE, **about)
    assert state() == "looked-at"
    assert house.no(c.CloseException, by=MANAGER, **about).code is Code.NOT_NOW, "nobody has explained it"
    assert house.no(c.ExplainException, by=EYE, explanation=" ", **about).code is Code.NO_REASON
    house.yes(c.ExplainException, by=EYE, explanation="two racks were mixed", **about)
    assert state() == "explained"
    assert house.no(c.CloseException, by=EYE, **about).code is Code.DUTIES_CONFLICT
    named = {"concerns": (MANAGER.id,)}
    assert house.no(c.CloseException, by=MANAGER, **named, **about).code is Code.DUTIES_CONFLICT
    house.yes(c.CloseException, by=ACCOUNTING, **named, **about)
    assert state() == "closed"
    for kind in (c.AssignException, c.LookAtException, c.ExplainException, c.CloseException):
        assert house.no(kind, by=MANAGER, **FACTS[kind]).code is Code.NOT_NOW
    assert house.no(c.ReopenException, by=MANAGER, reason="", **about).code is Code.NO_REASON
    house.yes(c.ReopenException, by=MANAGER, reason="the tape says otherwise", **about)
    assert state() == "looked-at", "it wants another explanation"
    assert house.no(c.ReopenException, by=MANAGER, reason="again", **about).code is Code.NOT_NOW
    house.check()
