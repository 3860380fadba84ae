"""A round that cannot be completed (F14): two people return every wager; or it waits."""

from typing import Any

import pytest

from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import BOSS, DEALER, DORA, FLOOR, Table, at_phase

BOOKS = ("section-42", "massachusetts", "seminole", "seneca")
NOTE = "the fire alarm rings"


def staked(rulebook: str, phase: Phase = Phase.DEALING, **options: Any) -> Table:
    table = Table(rulebook, cards="As Ah 2s 2h 4d Td", **options)
    table.to(Phase.BETTING)
    for seat, wager in ((1, "player"), (3, "banker"), (7, "tie")):
        table.bet(seat, wager, 100_00)
    table.to(phase)
    return table


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("phase", [Phase.DEALING, Phase.DRAWING])
def test_two_people_return_every_wager_of_every_seat_whole(rulebook, phase):
    table = staked(rulebook, phase)
    before = {seat: table.state.chips(seat) for seat in (1, 3, 7)}
    (opened,) = table.yes(c.Report, kind="unfinishable", note=NOTE)
    assert table.no(c.CallCount, hand="player", count=3).code in (Code.INCIDENT_OPEN, Code.NOT_NOW)
    resolved, void = table.yes(c.ConfirmUnfinishable, by=FLOOR, number=opened.number)
    assert (opened.by, resolved.by) == (DEALER.id, FLOOR.id)
    assert {clause for event in (opened, resolved, void) for clause in event.clauses} == {"F14"}
    assert {posting.clause for posting in void.postings} == {"F14"}
    assert {seat: table.state.chips(seat) - cents for seat, cents in before.items()} == dict.fromkeys(before, 100_00)
    table.to(Phase.SHUFFLE)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_round_whose_cards_all_lie_face_up_is_completed(rulebook):
    """Two people who see who has won cannot take the round back."""
    table = staked(rulebook, Phase.RESULT)
    assert "face up" in table.no(c.Report, kind="unfinishable", note=NOTE).sentence
    table = staked(rulebook, Phase.DRAWING)
    table.yes(c.Report, kind="unfinishable", note=NOTE)


def test_the_cash_of_a_spoken_wager_that_is_no_chip_yet_goes_back_too() -> None:
    table = Table("section-42", verbal_wagers=True)
    table.to(Phase.BETTING)
    table.yes(c.SpeakWager, seat=3, wager="player", cents=100_00, cash_cents=120_00)
    for by in (DEALER, FLOOR):
        table.yes(c.ConfirmSpoken, by=by, seat=3, wager="player")
    table.yes(c.CallNoMoreBets)
    (opened,) = table.yes(c.Report, kind="unfinishable", note=NOTE)
    _, back, void = table.yes(c.ConfirmUnfinishable, by=FLOOR, number=opened.number)
    assert isinstance(back, e.SpokenReturned)
    assert (back.seat, back.wager, back.cash_cents, back.clauses) == (3, "player", 120_00, ("F14",))
    assert isinstance(void, e.CoupVoided)
    assert not table.state.spoken
    assert table.state.chips(3) == 10_000_00


NATURAL = "9s 2h Ts 3h"
LAST_COUNT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("section-42", {}), ("section-42", {"deal_mode": "tucked"}), ("massachusetts", {}), ("seminole", {}), ("seneca", {})
)  # fmt: skip


@pytest.mark.parametrize(("rulebook", "options"), LAST_COUNT)
def test_a_natural_that_everybody_sees_is_completed_though_no_count_is_called(rulebook, options):
    """Nothing more is dealt, and who has won is plain: to return the wagers now would take it from a guest."""
    table = Table(rulebook, cards=NATURAL, **options)
    table.to(Phase.BETTING)
    table.bet(1, "player", 100_00)
    seen = lambda state: state.coup is not None and len(state.coup.known) == 4  # noqa: E731
    table.to(seen)
    assert table.at(Phase.TURNING)
    refusal = table.no(c.Report, kind="unfinishable", note=NOTE)
    assert (refusal.code, refusal.clauses) == (Code.NOT_NOW, ("F14",))
    table.coup()
    assert table.all(e.CoupSettled)


def test_what_was_reported_before_the_cards_were_seen_is_looked_into_and_play_goes_on():
    """Nobody confirms what everybody sees, so the automatic floorperson resolves it and nothing stands still."""
    table = Table("section-42", cards=NATURAL, deal_mode="tucked")
    table.to(Phase.BETTING)
    table.bet(1, "player", 100_00)
    table.to(Phase.TURNING)
    table.report("unfinishable", note=NOTE)
    for hand in ("player", "banker"):
        table.report("card-exposed", hand=hand)
    assert table.no(c.ConfirmUnfinishable, by=FLOOR, number=1).clauses == ("F14",)
    table.coup()
    assert table.all(e.CoupSettled)


FLO = Actor("Flo", Role.FLOORPERSON)


def test_a_floorperson_alone_returns_nothing_with_the_automatic_dealer_beside():
    table = staked("section-42", Phase.DRAWING)
    table.yes(c.AssignStaff, duty="floor", person=FLO.id)
    table.yes(c.Report, by=FLO, kind="unfinishable", note=NOTE)
    assert table.next() is None, "another person confirms it, or the floorperson looks into it"
    table.yes(c.ResolveIncident, by=FLO, number=1, resolution="a false alarm")
    table.coup()
    assert table.all(e.CoupSettled)


def test_a_dealer_alone_returns_nothing_with_the_automatic_floorperson_beside():
    table = staked("section-42")
    table.yes(c.AssignStaff, duty="calling", person=DORA.id)
    table.yes(c.Report, by=DORA, kind="unfinishable", note=NOTE)
    resolved = table.next()
    assert isinstance(resolved, c.ResolveIncident)
    assert resolved.by == FLOOR
    table.yes(c.AssignStaff, duty="pit", person="Pia")
    assert table.next() is None, "a pit boss is there and may confirm it"
    table.yes(c.ConfirmUnfinishable, by=Actor("Pia", Role.PIT_BOSS), number=1)
    assert table.all(e.CoupVoided)


def test_that_the_order_is_lost_the_house_knows_without_a_second_person():
    table = staked("section-42")
    table.yes(c.AssignStaff, duty="calling", person=DORA.id)
    table.yes(c.Report, by=THE_HOUSE, kind="order-lost", note="the key is gone")
    table.yes(c.Report, by=DORA, kind="unfinishable", note=NOTE)
    assert isinstance(table.next(), c.ConfirmUnfinishable)


def test_before_the_last_card_is_turned_two_people_return_the_wagers():
    table = Table("section-42", cards=NATURAL)
    table.to(Phase.BETTING)
    table.bet(1, "player", 100_00)
    table.to(lambda state: state.coup is not None and len(state.coup.known) == 3)
    table.report("unfinishable", note=NOTE)
    table.yes(c.ResolveIncident, number=1, resolution="a false alarm")
    table.report("unfinishable", note=NOTE)
    table.yes(c.ConfirmUnfinishable, by=FLOOR, number=2)
    assert table.all(e.CoupVoided)


@pytest.mark.parametrize(
    ("reports", "confirms", "fits"),
    [
        (DEALER, DEALER, False),
        (FLOOR, FLOOR, False),
        (DEALER, DORA, False),
        (FLOOR, Actor(FLOOR.id, Role.PIT_BOSS), False),
        (DEALER, BOSS, True),
        (BOSS, DEALER, True),
        (FLOOR, BOSS, True),
    ],
)
def test_the_two_are_different_people_and_one_of_them_is_a_floorperson_or_above(reports, confirms, fits):
    table = staked("section-42")
    table.yes(c.Report, by=reports, kind="unfinishable", note=NOTE)
    if fits:
        table.yes(c.ConfirmUnfinishable, by=confirms, number=1)
        return
    refusal = table.no(c.ConfirmUnfinishable, by=confirms, number=1)
    assert (refusal.code, refusal.clauses) == (Code.NOT_YOURS, ("F14",))
    assert not table.all(e.CoupVoided)


def test_both_are_on_duty_at_the_table():
    table = staked("massachusetts")
    for duty, person in (("calling", "Ann"), ("wagers", "Ben"), ("floor", "Flo")):
        table.yes(c.AssignStaff, duty=duty, person=person)
    for by in (DEALER, FLOOR):
        assert table.no(c.Report, by=by, kind="unfinishable", note=NOTE).code is Code.NOT_YOURS
    table.yes(c.Report, by=Actor("Ben", Role.DEALER), kind="unfinishable", note=NOTE)
    for by in (DEALER, FLOOR, THE_HOUSE, table.guest(1)):
        assert table.no(c.ConfirmUnfinishable, by=by, number=1).code is Code.NOT_YOURS
    table.yes(c.ConfirmUnfinishable, by=Actor("Flo", Role.FLOORPERSON), number=1)


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("phase", [Phase.SETTLING, Phase.RACKING])
@pytest.mark.clause("s42/j/2", breaks=True)
def test_after_the_final_counts_nothing_is_returned(rulebook, phase, saw):
    table = staked(rulebook, phase)
    refusal = table.no(c.Report, kind="unfinishable", note=NOTE)
    assert refusal.code is Code.NOT_NOW
    saw(refusal, staked("section-42", phase).no(c.Report, kind="unfinishable", note=NOTE))
    table.coup()
    assert not table.all(e.CoupVoided)


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.CUT])
def test_without_a_round_there_is_nothing_to_return(phase):
    assert at_phase(phase, "section-42").no(c.Report, kind="unfinishable", note=NOTE).code is Code.NOT_NOW


def test_an_incident_of_another_kind_returns_nothing():
    table = staked("section-42", Phase.DRAWING)
    table.report("other", note="somebody shouts")
    assert table.no(c.ConfirmUnfinishable, by=FLOOR, number=1).code is Code.UNKNOWN_REPORT
    table.yes(c.ResolveIncident, number=1, resolution="it is quiet")
    table.to(Phase.RACKING)
    assert not table.all(e.CoupVoided)


def test_a_supervisor_who_finds_that_it_can_be_completed_moves_nothing():
    table = staked("section-42", Phase.DRAWING)
    table.report("unfinishable", note=NOTE)
    before = table.state
    table.yes(c.ResolveIncident, number=1, resolution="a false alarm")
    now = table.state
    assert (now.phase, now.wagers, now.balances) == (before.phase, before.wagers, before.balances)
    table.to(Phase.RACKING)
    assert not table.all(e.CoupVoided)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_where_the_house_waits_the_round_waits(rulebook):
    table = staked(rulebook, Phase.DRAWING, unfinishable_coup="wait")
    table.report("unfinishable", note=NOTE)
    assert table.next() is None
    refusal = table.no(c.ConfirmUnfinishable, by=FLOOR, number=1)
    assert (refusal.code, refusal.clauses) == (Code.NOT_NOW, ("F14",))
    table.yes(c.ResolveIncident, number=1, resolution="everybody is back")
    table.to(Phase.RACKING)
    assert table.all(e.CoupSettled)


def test_a_lost_order_is_an_incident_and_two_automatic_people_return_the_wagers():
    table = staked("section-42")
    (opened,) = table.yes(c.Report, by=THE_HOUSE, kind="order-lost", note="the key is gone")
    assert opened.clauses == ("F14",)
    assert len(table.state.wagers) == 3, "the house alone returns nothing"
    assert table.no(c.ResolveIncident, number=1, resolution="found").code is Code.NOT_YOURS
    assert [type(command) for command in _done(table, 2)] == [c.Report, c.ConfirmUnfinishable]
    (void,) = table.all(e.CoupVoided)
    assert (void.clauses, table.state.wagers) == (("F14",), {})


def test_a_lost_order_waits_where_the_house_waits_and_goes_on_when_it_is_found():
    table = staked("section-42", unfinishable_coup="wait")
    table.yes(c.Report, by=THE_HOUSE, kind="order-lost", note="the key is gone")
    assert table.next() is None
    table.yes(c.ResolveIncident, by=THE_HOUSE, number=1, resolution="the key is back")
    table.to(Phase.RACKING)
    assert table.all(e.CoupSettled)


def test_a_lost_order_before_the_call_ends_the_shoe_without_anybody_directing_it():
    table = Table("section-42")
    table.to(Phase.BETTING)
    table.bet(3, "banker")
    assert table.no(c.EndShoe).code is Code.NOT_NOW
    table.yes(c.Report, by=THE_HOUSE, kind="order-lost", note="the key is gone")
    assert table.no(c.EndShoe).code is Code.NOT_NOW, "a wager lies on the layout"
    assert table.no(c.CallNoMoreBets).clauses == ("F14",)
    assert [type(command) for command in _done(table, 2)] == [c.WithdrawWager, c.EndShoe]


def _done(table: Table, steps: int) -> list[c.Command | None]:
    """What the automatic people do next."""
    done = []
    for _ in range(steps):
        done.append(table.next())
        if not isinstance(done[-1], c.EndShoe):  # the practice vault still knows the order, and would show it
            table.step()
    return done
