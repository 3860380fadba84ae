"""What is a guest's own: nobody decides it earlier or in the guest's place, and the table states how long it is.

House Money's choice, the look at the cards, the request to see a batch from the shuffler, the cut, the cards in hand;
and partnerships, exclusions and ages.
"""

from typing import Any

import pytest

from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.deadlines import deadline
from minibac.table.phases import CUT_PHASES
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import DEALER, FLOOR, Table
from tests.table.rounds import only
from tests.table.seen import view
from tests.table.steps import cases, does

ONE_PAIR = "2s Ah 2h 2c 4d Td"
ASD: dict[str, Any] = {"shuffler": "automatic"}
UNSPREAD = (("section-42", "s42/e/8/ii/no-spread"), ("massachusetts", "ma/5/g/2/no-spread"))


def house_money(*mains: str) -> Table:
    """Seat 2 has won House Money, beside wagers on these hands."""
    table = Table("massachusetts", seats=(2, 6), cards=ONE_PAIR, house_money=True)
    table.to(Phase.BETTING)
    table.bet(2, "house-money")
    for main in mains:
        table.bet(2, main)
    table.to(Phase.HOUSE_MONEY)
    return table


# --- House Money -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("ma/8/c/3/i/choice")
@pytest.mark.parametrize("choice", ["take", "player", "banker"])
def test_the_guest_says_where_house_money_goes(choice: str, saw: Sightings) -> None:
    table = house_money("player", "banker")
    assert view(table.state, table.guest(2))["yours"]["asks"] == ["house-money"]
    chosen = table.yes(c.ChooseHouseMoney, seat=2, choice=choice)
    settled = only(table.yes(c.SettleHouseMoney, seat=2), e.HouseMoneySettled)
    assert settled.added_to == ("" if choice == "take" else choice)
    saw(chosen)


@pytest.mark.clause("ma/8/c/3/i/choice", breaks=True)
def test_nobody_settles_house_money_before_the_guest_has_answered_or_the_time_is_over(saw: Sightings) -> None:
    table = house_money("player")
    for choice in ("take", "player"):
        for by in (DEALER, FLOOR, table.guest(6)):
            saw(table.no(c.ChooseHouseMoney, by=by, seat=2, choice=choice))
    hurried = table.no(c.SettleHouseMoney, seat=2)
    assert (hurried.code, hurried.clause) == (Code.STEP_MISSING, "ma/8/c/3/i/choice")
    early = table.no(c.ChooseHouseMoney, by=THE_HOUSE, seat=2, choice="take")
    assert early.code is Code.NOT_NOW
    saw(hurried, early)
    table.skip(table.state.timing.house_money_ms)
    saw(table.no(c.ChooseHouseMoney, by=THE_HOUSE, seat=2, choice="player"))
    table.yes(c.ChooseHouseMoney, by=THE_HOUSE, seat=2, choice="take")
    assert table.yes(c.SettleHouseMoney, seat=2)


def test_where_there_is_nothing_to_choose_nobody_waits() -> None:
    """Without a wager on a hand the payout is taken (B06), and so is the stake of a loser."""
    table = house_money()
    assert view(table.state, table.guest(2))["yours"]["asks"] == []
    table.no(c.ChooseHouseMoney, by=THE_HOUSE, seat=2, choice="take")
    assert table.yes(c.SettleHouseMoney, seat=2)


def test_a_guest_who_may_not_play_any_more_adds_no_house_money_to_a_wager() -> None:
    """What was added would be a further wager; the payout is taken, and what lies on the layout is settled (B05)."""
    table = house_money("player")
    table.yes(c.SayExcluded, by=THE_HOUSE, guest="guest-2", excluded=True)
    refusal = table.do(c.ChooseHouseMoney, seat=2, choice="player")
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.NOT_ELIGIBLE
    assert view(table.state, table.guest(2))["yours"]["asks"] == []
    settled = only(table.yes(c.SettleHouseMoney, seat=2), e.HouseMoneySettled)
    assert settled.added_to == ""
    table.coup()
    assert {paid.wager for paid in table.last(e.CoupSettled).wagers} == {"house-money", "player"}


def test_what_a_guest_has_said_of_house_money_before_stands() -> None:
    table = house_money("player")
    table.yes(c.ChooseHouseMoney, seat=2, choice="player")
    table.yes(c.SayExcluded, by=THE_HOUSE, guest="guest-2", excluded=True)
    assert only(table.yes(c.SettleHouseMoney, seat=2), e.HouseMoneySettled).added_to == "player"


# --- the look at the cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "clause"), cases(("section-42", "s42/d/3"), ("massachusetts", "ma/4/c"), breaks=True)
)
def test_one_guests_no_does_not_take_the_look_from_another(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, seats=(2, 6))
    does(table, "receive", "inspect", "verify", "spread")
    (declined,) = table.yes(c.DoStep, by=table.guest(2), step="look", ok=False)
    assert isinstance(declined, e.GuestAnswered)
    rushed = table.no(c.DoStep, step="turn-down")
    early = table.no(c.DoStep, by=THE_HOUSE, step="look", ok=False)
    twice = table.no(c.DoStep, by=table.guest(2), step="look", ok=False)
    assert [clause in refusal.clauses for refusal in (rushed, early, twice)] == [True] * 3
    assert view(table.state, table.guest(6))["yours"]["asks"] == ["look"]
    assert view(table.state, table.guest(2))["yours"]["asks"] == []
    saw(rushed, early, twice)
    table.skip(table.state.timing.look_ms)
    assert isinstance(table.yes(c.DoStep, by=THE_HOUSE, step="look", ok=False)[0], e.StepDone)


def test_the_time_to_look_begins_when_the_first_guest_comes() -> None:
    table = Table("section-42", seats=())
    while table.step():
        pass
    table.skip(10 * table.state.timing.look_ms)
    table.sit(4)
    assert table.no(c.DoStep, by=THE_HOUSE, step="look", ok=False).code is Code.NOT_NOW


# --- the request to see a batch from the shuffler --------------------------------------------------------------------


def swapped(rulebook: str) -> Table:
    """A dead table whose other batch has just come out of the shuffler."""
    table = Table(rulebook, seats=(2, 6), **ASD)
    table.to(Phase.BETTING)
    table.dead()
    does(table, "spread", "look", "turn-down", "stack", "swap")
    return table


@pytest.mark.parametrize(("rulebook", "clause"), cases(*UNSPREAD))
def test_a_guest_who_said_no_may_still_ask_until_the_first_card_leaves_the_shoe(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    for phase in CUT_PHASES:
        table = swapped(rulebook)
        if phase is Phase.MIXING:
            table.share()
        does(table, "decline-spread", "attest-device", "attest-custody")
        if phase is Phase.MIXING:
            for seat in table.state.occupied:
                table.give_share(seat)
        if phase is Phase.CUT:
            table.yes(c.AnswerCut, accept=True)
        table.to(phase)
        assert view(table.state, table.guest(2))["yours"]["wishes"] == ["ask-spread"]
        ended = table.yes(c.DoStep, by=table.guest(2), step="ask-spread")
        assert isinstance(ended[0], e.ShoeEnded)
        assert clause in ended[0].clauses
        assert (table.state.procedure, table.state.in_play) == ("released-batch", "B")
        does(table, "spread", "look", "reshuffle")
        table.to(Phase.BETTING)
        saw(ended)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*UNSPREAD, breaks=True))
def test_the_dealer_cannot_rush_past_the_guests_request(rulebook: str, clause: str, saw: Sightings) -> None:
    table = swapped(rulebook)
    assert view(table.state, table.guest(6))["yours"]["asks"] == ["spread"]
    rushed = [
        table.no(c.DoStep, step="attest-device"),
        table.no(c.DoStep, by=THE_HOUSE, step="ask-spread", ok=False),
        table.no(c.DoStep, by=DEALER, step="ask-spread", ok=False),
        table.no(c.LoadShoe, batch="B"),
    ]
    table.yes(c.DoStep, by=table.guest(2), step="ask-spread", ok=False)
    rushed.append(table.no(c.DoStep, step="attest-device"))  # the other guest has not answered
    assert all(clause in refusal.clauses for refusal in rushed)
    asked = table.yes(c.DoStep, by=table.guest(6), step="ask-spread")
    assert clause in asked[0].clauses
    unspread = table.no(c.LoadShoe, batch="B")
    assert clause in unspread.clauses
    saw(rushed, unspread)
    late = swapped(rulebook)
    late.to(Phase.BETTING)
    assert view(late.state, late.guest(2))["yours"]["wishes"] == []
    assert isinstance(late.do(c.DoStep, by=late.guest(2), step="ask-spread"), Refusal), "the first card is out"


def test_only_a_guest_at_the_table_asks_to_see_the_cards() -> None:
    table = swapped("section-42")
    does(table, "decline-spread", "attest-device", "attest-custody")
    for by in (DEALER, FLOOR, THE_HOUSE, Actor("nobody", Role.GUEST, 4), Actor("guest-6", Role.GUEST, 2)):
        assert table.no(c.DoStep, by=by, step="ask-spread").clause
    fresh = Table("section-42", seats=(2,), **ASD)
    fresh.to(Phase.CUT_OFFER)
    assert isinstance(fresh.do(c.DoStep, by=fresh.guest(2), step="ask-spread"), Refusal), "they were looked at"


# --- the cut and the cards in hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "clause"), cases(("section-42", "s42/e/4"), ("massachusetts", "ma/5/b"), breaks=True)
)
def test_the_house_says_no_to_the_cut_only_when_the_guests_time_is_over(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook, seats=(2, 6))
    table.to(Phase.CUT_OFFER)
    early = table.no(c.AnswerCut, by=THE_HOUSE, accept=False)
    assert clause in early.clauses
    saw(early, table.no(c.CutStack, by=DEALER, position=200))
    table.skip(table.state.timing.cut_ms)
    table.yes(c.AnswerCut, by=THE_HOUSE, accept=False)


@pytest.mark.parametrize(
    ("rulebook", "clause"), cases(("section-42", "s42/k/5/offer"), ("massachusetts", "ma/8/d/offer"), breaks=True)
)
def test_an_offer_of_the_cards_stands_until_its_time_is_over(rulebook: str, clause: str, saw: Sightings) -> None:
    options: dict[str, Any] = {"deal_mode": "handed"} if rulebook == "section-42" else {}
    table = Table(rulebook, seats=(2, 6), **options)
    table.to(Phase.BETTING)
    for seat in (2, 6):
        table.bet(seat, "player")
    table.to(lambda state: state.coup is not None and bool(state.coup.handed))
    table.yes(c.Relinquish, hand="player")
    early = [table.no(c.AnswerRight, by=by, hand="player", accept=False) for by in (THE_HOUSE, DEALER, FLOOR)]
    early.append(table.no(c.TurnCards, hand="player"))
    assert all(clause in refusal.clauses for refusal in early)
    saw(early)
    table.skip(table.state.timing.offer_ms)
    table.yes(c.AnswerRight, by=THE_HOUSE, hand="player", accept=False)


# --- partnerships ----------------------------------------------------------------------------------------------------

PARTNERS = "sen/partnership"


def partners(**options: Any) -> Table:
    """A Seneca table where the guests of seats 2 and 4 bet together, as the floor has marked."""
    table = Table("seneca", seats=(2, 4, 6), maximum={"banker": 100_00, "player": 100_00}, **options)
    table.to(Phase.BETTING)
    table.yes(c.DeclarePartners, by=FLOOR, seats=(2, 4))
    return table


@pytest.mark.clause(PARTNERS)
def test_partners_within_the_table_maximum_wager(saw: Sightings) -> None:
    table = partners()
    saw(table.all(e.PartnersDeclared), table.bet(2, "banker", 60_00))
    table.bet(4, "banker", 40_00)
    table.bet(6, "banker", 100_00)


@pytest.mark.clause(PARTNERS, breaks=True)
def test_a_marked_partnership_follows_its_persons_and_only_the_floor_ends_it(saw: Sightings) -> None:
    table = partners()
    table.yes(c.ChangeSeat, seat=4, to=5)
    table.yes(c.LeaveSeat, seat=2)
    table.sit(1, guest="guest-2")
    assert table.state.partners == ((1, 5),)
    table.bet(1, "banker", 60_00)
    saw(table.no(c.PlaceWager, seat=5, wager="banker", cents=60_00))
    for by in (table.guest(1), table.guest(5), table.guest(6), DEALER, THE_HOUSE):
        saw(table.no(c.DissolvePartners, by=by, number=1))
    saw(table.no(c.DissolvePartners, by=table.guest(1), number=0))
    table.yes(c.DissolvePartners, by=FLOOR, number=1)
    table.bet(5, "banker", 60_00)


def test_a_declaration_needs_every_word_and_ends_between_shoes_by_any_partner() -> None:
    table = Table("seneca", seats=(2, 4, 6), maximum={"banker": 100_00})
    table.to(Phase.BETTING)
    for seat in (2, 4):
        table.yes(c.DeclarePartners, by=table.guest(seat), seats=(2, 4, 6))
        assert table.state.partners == ()
    table.no(c.DeclarePartners, by=table.guest(4), seats=(2, 4, 6))
    table.yes(c.DeclarePartners, by=table.guest(6), seats=(2, 4, 6))
    assert table.state.partners == ((2, 4, 6),)
    assert table.no(c.DissolvePartners, by=table.guest(4), number=1).code is Code.NOT_NOW
    assert table.no(c.DissolvePartners, by=FLOOR, number=1).code is Code.NOT_YOURS, "the floor has not marked it"
    table.no(c.DissolvePartners, by=table.guest(4), number=7)
    table.shoe()
    assert table.no(c.DissolvePartners, by=Actor("nobody", Role.GUEST, 3), number=1).code is Code.NOT_YOURS
    table.yes(c.DissolvePartners, by=table.guest(4), number=1)
    assert table.state.partnerships == ()
    table.yes(c.DeclarePartners, by=table.guest(2), seats=(2, 4))
    table.to(Phase.BETTING)
    table.yes(c.DissolvePartners, by=table.guest(4), number=2)  # who has not agreed says no at any time


def test_partners_are_partners_until_the_gaming_day_is_over_and_nobody_is_marked_where_nothing_is_limited() -> None:
    table = partners()
    table.yes(c.DeclarePartners, by=table.guest(2), seats=(2, 6))
    assert len(table.yes(c.DissolvePartners, by=THE_HOUSE, number=0)) == 2
    assert table.state.partnerships == ()
    refusal = Table("section-42").do(c.DeclarePartners, by=FLOOR, seats=(1, 3))
    assert isinstance(refusal, Refusal)
    assert refusal.clauses == ()


# --- persons who may not play ----------------------------------------------------------------------------------------

LISTS = ("sem/banned", "sem/self-excluded")


@pytest.mark.clause(*LISTS)
def test_what_lies_on_the_layout_when_the_list_reaches_the_table_stands_and_is_settled(saw: Sightings) -> None:
    table = Table("seminole", seats=(2, 6), cards="9s 2h 9d 3c")
    table.to(Phase.BETTING)
    table.bet(2, "player")
    chips = table.state.chips(2)
    said = table.yes(c.SayExcluded, by=THE_HOUSE, guest="guest-2", excluded=True)
    assert said[0].clauses == LISTS
    assert table.yes(c.SayExcluded, by=THE_HOUSE, guest="guest-2", excluded=True) == (), "it is known"
    assert table.yes(c.SayExcluded, by=THE_HOUSE, guest="somebody else", excluded=True) == ()
    table.coup()
    assert table.state.chips(2) == chips + 200_00
    saw(said)
    due = deadline(table.state)
    assert due is not None
    assert due.command == c.LeaveSeat(by=THE_HOUSE, at=table.state.at, seat=2), "the seat is left without waiting"
    left = table.yes(c.LeaveSeat, by=THE_HOUSE, seat=2)
    assert left[0].cents == chips + 200_00, "the chips are counted, and go with the guest"


@pytest.mark.clause(*LISTS, breaks=True)
def test_a_seated_guest_who_comes_on_a_list_wagers_no_more(saw: Sightings) -> None:
    table = Table("seminole", seats=(2, 6))
    table.to(Phase.BETTING)
    table.bet(2, "player")
    table.yes(c.SayExcluded, by=THE_HOUSE, guest="guest-2", excluded=True)
    refusals = [
        table.no(c.PlaceWager, seat=2, wager="player", cents=100_00),
        table.no(c.SpeakWager, seat=2, wager="tie", cents=100_00, cash_cents=100_00),
        table.no(c.BuyIn, seat=2, cents=100_00, transfer="more"),
        table.no(c.SayExcluded, by=FLOOR, guest="guest-2", excluded=False),
    ]
    whichever = (*LISTS, "sem/age-21")
    assert all(refusal.clauses == whichever for refusal in refusals[:-1]), "on which list, or how young, is not told"
    table.bet(6, "player")
    saw(refusals)
    table.yes(c.WithdrawWager, seat=2, wager="player")
    table.yes(c.SayExcluded, by=THE_HOUSE, guest="guest-2", excluded=False)
    table.bet(2, "player")


def test_a_spoken_wager_that_nobody_has_confirmed_goes_back_to_an_excluded_guest() -> None:
    table = Table("section-42", verbal_wagers=True)
    table.to(Phase.BETTING)
    table.yes(c.SpeakWager, seat=3, wager="player", cents=100_00, cash_cents=100_00)
    said = table.yes(c.SayExcluded, by=THE_HOUSE, guest="guest-3", excluded=True)
    assert [type(event) for event in said] == [e.GuestExcluded, e.SpokenReturned]
    refusal = table.do(c.PlaceWager, seat=3, wager="player", cents=100_00)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clauses) == (Code.NOT_ELIGIBLE, ()), "the list is the house's own here"


# --- chips, wagers and seats -----------------------------------------------------------------------------------------


def test_nobody_of_the_staff_wagers_withdraws_buys_leaves_or_moves_for_a_guest() -> None:
    table = Table("section-42", seats=(2, 6))
    table.to(Phase.BETTING)
    table.bet(2, "player")
    tries: tuple[tuple[type[c.Command], dict[str, Any]], ...] = (
        (c.PlaceWager, {"seat": 2, "wager": "tie", "cents": 100_00}),
        (c.WithdrawWager, {"seat": 2, "wager": "player"}),
        (c.BuyIn, {"seat": 2, "cents": 100_00, "transfer": "theirs"}),
        (c.LeaveSeat, {"seat": 6}),
        (c.ChangeSeat, {"seat": 6, "to": 5}),
        (c.WaiveTurning, {"seat": 6, "waive": True}),
        (c.SayArrived, {"seat": 6}),
        (c.SayReady, {"seat": 6}),
        (c.AnswerCut, {"accept": True}),
    )
    for kind, facts in tries:
        for by in (DEALER, FLOOR, table.guest(6) if facts.get("seat") == 2 else table.guest(2)):
            before = table.state
            refusal = table.do(kind, by=by, **facts)
            assert isinstance(refusal, Refusal), (kind, by)
            assert table.state is before


def test_wagers_go_back_by_the_dealer_only_where_no_round_can_begin() -> None:
    table = Table("massachusetts", seats=(2,))
    table.to(Phase.BETTING)
    table.bet(2, "player")
    assert table.no(c.WithdrawWager, by=DEALER, seat=2, wager="player").code is Code.NOT_YOURS
    table.skip(25 * 3_600_000)
    table.yes(c.WithdrawWager, by=DEALER, seat=2, wager="player")
