"""The cut, the cutting cards, the shoe and the burn: who cuts, who cuts again, and what comes out before play.

Section 42 (e)(4) to (7), Massachusetts 5(b) to 5(f), and what the guides say of the shoe.
"""

from collections import Counter
from typing import Any

import pytest

from minibac.cards.shoe import drawn_cut
from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import decide
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import BOSS, DEALER, FLOOR, MANAGER, SPECTATOR, Table
from tests.table.seen import view
from tests.table.steps import cases, signed_by

SEATS = (2, 5, 8)
CARDS = 416


def offered(rulebook: str, **options: Any) -> Table:
    """Seats 2, 5 and 8 are taken, the stack is shuffled, and the cut is on offer."""
    table = Table(rulebook, seats=SEATS, **options)
    table.to(Phase.CUT_OFFER)
    return table


def cut_by_seat_5(rulebook: str, **options: Any) -> Table:
    """Seat 8 has declined, seat 5 has cut the stack at 100."""
    table = offered(rulebook, **options)
    table.yes(c.AnswerCut, accept=False)
    table.yes(c.AnswerCut, accept=True)
    table.yes(c.CutStack, position=100)
    return table


def cut_by_dealer(rulebook: str, **options: Any) -> Table:
    """Everybody has declined, and the dealer has cut."""
    table = offered(rulebook, **options)
    table.to(Phase.CUT_DONE)
    return table


# --- a cut that nobody takes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nobody_knows_at_the_commitment_where_a_cut_falls_that_nobody_takes(rulebook: str) -> None:
    """The same order is cut elsewhere for each word that a guest declines with, and at the same place at any time."""
    places = set()
    for number in range(20):
        table = Table(rulebook, seats=(2, 5))
        table.to(Phase.CUT_OFFER)
        table.skip(number)
        commitment = table.state.commitment
        table.yes(c.AnswerCut, accept=False, word=f"word {number // 2}")
        table.to(Phase.CUT_DONE)
        assert table.state.commitment == commitment
        places.add(table.state.cut_position)
    assert len(places) == 10
    assert all(10 <= place <= CARDS - 10 for place in places)


def test_a_re_cut_that_nobody_takes_falls_elsewhere() -> None:
    table = cut_by_dealer("section-42", recut_by="same")
    first = table.state.cut_position
    table.yes(c.OrderRecut, reason="a test")
    table.to(Phase.CUT_DONE)
    assert table.state.cut_position != first


def test_every_place_that_the_rulebook_allows_is_as_likely_as_the_others() -> None:
    found = Counter(drawn_cut(10, CARDS, f"{number:064x}", ["a word"]) for number in range(100_000))
    assert set(found) == set(range(10, CARDS - 10 + 1))
    expected = 100_000 / len(found)
    chi_squared = sum((count - expected) ** 2 / expected for count in found.values())
    assert 300 < chi_squared < 500, "396 degrees of freedom: a deviation of 28 is one standard deviation"


# --- the offer -------------------------------------------------------------------------------------------------------

OFFER = (("section-42", "s42/e/4"), ("massachusetts", "ma/5/b"))
ORDER = (("section-42", "s42/e/4/order"), ("massachusetts", "ma/5/b/order"))
BY_DEALER = (("section-42", "s42/e/4/dealer"), ("massachusetts", "ma/5/b/dealer"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*OFFER))
def test_the_shuffled_stack_is_offered_to_the_guests(rulebook: str, clause: str, saw: Sightings) -> None:
    table = offered(rulebook)
    offer = table.last(e.CutOffered)
    assert offer.seat in SEATS
    assert clause in offer.clauses
    table.yes(c.AnswerCut, accept=True)
    (cut,) = table.yes(c.CutStack, position=100)
    assert (cut.seat, cut.position) == (8, 100)
    saw(offer)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*OFFER, breaks=True))
def test_an_uncut_stack_is_not_loaded(rulebook: str, clause: str, saw: Sightings) -> None:
    table = offered(rulebook)
    loaded = table.no(c.LoadShoe)
    dealer = table.no(c.CutStack, by=DEALER, position=100)
    for refusal in (loaded, dealer):
        assert clause in refusal.clauses
    saw(loaded, dealer)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*ORDER))
def test_the_offer_goes_clockwise_from_the_highest_seat_until_somebody_accepts(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = offered(rulebook)
    table.yes(c.AnswerCut, accept=False)
    table.yes(c.AnswerCut, accept=False)
    offers = table.all(e.CutOffered)
    assert [offer.seat for offer in offers] == [8, 5, 2]
    table.yes(c.AnswerCut, accept=True)
    assert table.state.phase is Phase.CUT
    assert len(table.all(e.CutOffered)) == 3, "nobody is asked after the one who accepts"
    for offer in offers:
        assert clause in offer.clauses
    saw(offers)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*ORDER, breaks=True))
def test_a_guest_who_is_not_asked_cannot_take_the_cut(rulebook: str, clause: str, saw: Sightings) -> None:
    table = offered(rulebook)
    for seat in (5, 2):
        refusal = table.no(c.AnswerCut, by=table.guest(seat), accept=True)
        assert refusal.code is Code.CUT_OUT_OF_TURN
        assert refusal.clause == clause
        assert refusal.allowed == ("8",)
        saw(refusal)
    table.yes(c.AnswerCut, accept=False)
    back = table.no(c.AnswerCut, by=table.guest(8), accept=True)
    assert back.allowed == ("5",), "who has declined is not asked again"
    table.yes(c.AnswerCut, accept=True)
    other = table.no(c.CutStack, by=table.guest(2), position=100)
    assert other.code is Code.CUT_OUT_OF_TURN
    assert clause in other.clauses
    saw(back, other)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BY_DEALER))
@pytest.mark.parametrize("seats", [(), (1,), (3, 4, 9)])
def test_when_everybody_declines_the_dealer_cuts(
    seats: tuple[int, ...], rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook, seats=seats or (1,))
    table.to(Phase.SHUFFLE)
    if not seats:
        table.yes(c.LeaveSeat, seat=1)
    while table.state.phase is not Phase.CUT:
        table.step()
    assert len(table.all(e.CutAnswered)) == len(seats)
    assert not any(answer.accept for answer in table.all(e.CutAnswered))
    offer = table.last(e.CutOffered)
    assert offer.seat == 0
    (cut,) = table.yes(c.CutStack, position=200)
    assert (cut.seat, cut.by) == (0, DEALER.id)
    assert clause in cut.clauses
    saw(offer, cut)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BY_DEALER, breaks=True))
def test_the_dealer_does_not_cut_for_a_guest_nor_a_guest_for_the_dealer(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = offered(rulebook)
    table.yes(c.AnswerCut, accept=True)
    dealer = table.no(c.CutStack, by=DEALER, position=100)
    assert dealer.code is Code.CUT_OUT_OF_TURN
    assert dealer.allowed == ("8",)
    nobody_took_it = offered(rulebook)
    nobody_took_it.to(Phase.CUT)
    guest = nobody_took_it.no(c.CutStack, by=nobody_took_it.guest(8), position=100)
    assert guest.code is Code.NOT_YOURS
    for refusal in (dealer, guest):
        assert clause in refusal.clauses
    saw(dealer, guest)


def test_a_cut_nearer_than_ten_cards_to_either_end_is_refused() -> None:
    for rulebook, clause in (("section-42", "s42/e/5"), ("massachusetts", "ma/5/c")):
        table = offered(rulebook)
        table.to(Phase.CUT)
        for position in (0, 1, 9, CARDS - 9, CARDS, -10):
            assert clause in table.no(c.CutStack, position=position).clauses
        table.yes(c.CutStack, position=CARDS - 10)


# --- completing the cut, loading the shoe ----------------------------------------------------------------------------

COMPLETE = (
    ("section-42", "s42/e/6"),
    ("section-42", "s42/e/6/end"),
    ("massachusetts", "ma/5/d"),
)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*COMPLETE))
def test_the_front_goes_to_the_back_and_a_cutting_card_behind_the_last(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = cut_by_seat_5(rulebook)
    (completed,) = table.yes(c.CompleteCut, depth=14)
    assert isinstance(completed, e.CutCompleted)
    assert completed.depth == 14
    assert clause in completed.clauses
    saw(completed)
    table.to(Phase.BETTING)
    shown = dict(table.state.shown)
    table.shoe()
    order = table.last(e.ShoeRevealed).order
    for position, card in shown.items():
        assert order[(100 + position) % CARDS] == card, "dealt from below the cutting card, the front at the end"


@pytest.mark.parametrize(("rulebook", "clause"), cases(*COMPLETE, breaks=True))
def test_the_shoe_is_not_loaded_before_the_cut_is_completed(rulebook: str, clause: str, saw: Sightings) -> None:
    table = cut_by_seat_5(rulebook)
    refusal = table.no(c.LoadShoe)
    assert refusal.code is Code.NOT_NOW
    assert clause in refusal.clauses
    by_guest = table.no(c.CompleteCut, by=table.guest(5), depth=14)
    assert clause in by_guest.clauses
    table.yes(c.CompleteCut, depth=14)
    for cutting_cards in (0, 1, 3):
        short = table.no(c.LoadShoe, cutting_cards=cutting_cards)
        assert short.code is Code.ILLEGAL_EQUIPMENT
    table.yes(c.LoadShoe, cutting_cards=2)
    saw(refusal, by_guest)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    cases(("section-42", "s42/a/1/cutting-cards"), ("massachusetts", "ma/3/a/cover-cards"), breaks=True),
)
def test_how_many_cutting_cards_there_are_is_said_when_the_shoe_is_loaded(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = cut_by_seat_5(rulebook)
    table.yes(c.CompleteCut, depth=14)
    unsaid = table.no(c.LoadShoe, cutting_cards=None)
    assert (unsaid.code, unsaid.clause) == (Code.STEP_MISSING, clause)
    (loaded,) = table.yes(c.LoadShoe, cutting_cards=2)
    assert loaded.cutting_cards == 2
    saw(unsaid)


def test_the_last_card_of_the_shoe_comes_before_the_cutting_card_at_its_end() -> None:
    """Reaching the second cutting card means that the shoe is exhausted: no card lies behind it."""
    table = cut_by_dealer("section-42")
    table.to(Phase.BETTING)
    assert table.state.cards_count == CARDS
    assert table.state.depth == 14
    table.to(lambda state: state.cut_card_seen)
    assert 0 < table.state.cards_left <= 14


LOAD = (
    ("section-42", "s42/e/6/load"),
    ("massachusetts", "ma/5/d/load"),
    ("seminole", "sem/shuffle-shoe"),
    ("seneca", "sen/shoe"),
)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*LOAD))
def test_the_stack_goes_into_the_shoe(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook)
    table.to(Phase.COMPLETED)
    (loaded,) = table.yes(c.LoadShoe)
    assert isinstance(loaded, e.ShoeLoaded)
    assert clause in loaded.clauses
    assert table.state.phase is Phase.LOADED
    assert table.state.cards_left == CARDS, "the whole stack"
    steps = [event.procedure for event in table.all(e.StepDone)]
    assert "shuffle" in steps, "shuffled before"
    saw(loaded)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*LOAD, breaks=True))
def test_a_stack_that_is_not_shuffled_cut_and_complete_is_not_loaded(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook)
    for phase in (Phase.OPENING, Phase.SHUFFLE, Phase.CUT_OFFER, Phase.CUT, Phase.CUT_DONE):
        table.to(phase)
        refusal = table.no(c.LoadShoe)
        assert refusal.code is Code.NOT_NOW
        assert clause in refusal.clauses
        saw(refusal)
    table.to(Phase.LOADED)
    assert table.no(c.LoadShoe).code is Code.NOT_NOW, "once is enough"


# --- the re-cut ------------------------------------------------------------------------------------------------------

RECUT = (("section-42", "s42/e/7"), ("massachusetts", "ma/5/e"))
WINDOW = (("section-42", "s42/e/7/window", Phase.LOADED), ("massachusetts", "ma/5/e/window", Phase.COMPLETED))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*RECUT))
@pytest.mark.parametrize("by", [FLOOR, BOSS, MANAGER], ids=lambda actor: actor.role.value)
def test_a_floorperson_or_above_may_order_a_recut(by: Actor, rulebook: str, clause: str, saw: Sightings) -> None:
    table = cut_by_seat_5(rulebook)
    ordered, _ = table.yes(c.OrderRecut, by=by, reason="the guest looked at a card while cutting")
    assert isinstance(ordered, e.RecutOrdered)
    assert (ordered.by, ordered.reason) == (by.id, "the guest looked at a card while cutting")
    assert clause in ordered.clauses
    assert table.state.phase is Phase.CUT_OFFER
    saw(ordered)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*RECUT, breaks=True))
def test_nobody_below_a_floorperson_orders_a_recut_and_nobody_without_a_reason(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = cut_by_seat_5(rulebook)
    for by in (DEALER, table.guest(2), table.guest(5), SPECTATOR, Actor("Eve", Role.SURVEILLANCE)):
        refusal = table.no(c.OrderRecut, by=by, reason="again, please")
        assert refusal.code is Code.NOT_YOURS
        assert refusal.clause == clause
        assert refusal.allowed == ("floorperson", "pit-boss", "shift-manager")
        saw(refusal)
    silent = table.no(c.OrderRecut, reason="  ")
    assert silent.code is Code.NO_REASON
    assert clause in silent.clauses
    saw(silent)


@pytest.mark.parametrize(("rulebook", "clause", "last"), cases(*WINDOW))
def test_a_recut_is_possible_from_the_cut_to_the_end_of_its_window(
    rulebook: str, clause: str, last: Phase, saw: Sightings
) -> None:
    """In Section 42 until a card is dealt, in Massachusetts until the cards are in the shoe."""
    for phase in (Phase.CUT_DONE, Phase.COMPLETED, Phase.LOADED):
        table = cut_by_dealer(rulebook)
        table.to(phase)
        ordered = table.yes(c.OrderRecut, reason="improper")[0]
        assert clause in ordered.clauses
        saw(ordered)
        if phase is last:
            return


@pytest.mark.parametrize(("rulebook", "clause", "last"), cases(*WINDOW, breaks=True))
def test_a_recut_before_the_cut_or_after_the_window_is_refused(
    rulebook: str, clause: str, last: Phase, saw: Sightings
) -> None:
    closed = [Phase.CUT_OFFER, Phase.CUT, *([Phase.LOADED] if last is Phase.COMPLETED else []), Phase.BETTING]
    table = offered(rulebook)
    for phase in closed:
        table.to(phase)
        refusal = table.no(c.OrderRecut, reason="improper")
        assert refusal.code is Code.RECUT_TOO_LATE
        assert refusal.clause == clause
        assert refusal.allowed[-1] == last
        saw(refusal)


@pytest.mark.clause("s42/e/7/who")
@pytest.mark.parametrize(("choice", "seat"), [("same", 5), ("next", 2)])
def test_section_42_lets_the_house_choose_who_cuts_again(choice: str, seat: int, saw: Sightings) -> None:
    table = cut_by_seat_5("section-42", recut_by=choice)
    _, offer = table.yes(c.OrderRecut, reason="improper")
    assert isinstance(offer, e.CutOffered)
    assert offer.seat == seat
    assert offer.clauses == ("s42/e/7/who",)
    table.yes(c.AnswerCut, accept=True)
    (cut,) = table.yes(c.CutStack, position=300)
    assert (cut.seat, cut.position) == (seat, 300)
    saw(offer)


@pytest.mark.clause("s42/e/7/who", breaks=True)
def test_the_same_who_cuts_again_is_a_person_and_not_a_seat(saw: Sightings) -> None:
    table = cut_by_seat_5("section-42", recut_by="same")
    table.yes(c.LeaveSeat, seat=5)
    table.sit(5, 100_00, guest="somebody else")
    _, offer = table.yes(c.OrderRecut, reason="improper")
    assert isinstance(offer, e.CutOffered)
    assert offer.seat == 2, "who cut has gone: the next entitled cuts again"
    refusal = table.no(c.AnswerCut, by=table.guest(5), accept=True)
    assert refusal.clause == "s42/e/7/who"
    saw(refusal)


def test_who_cut_and_changed_seats_cuts_again_from_there() -> None:
    table = cut_by_seat_5("section-42", recut_by="same")
    table.yes(c.ChangeSeat, seat=5, to=7)
    _, offer = table.yes(c.OrderRecut, reason="improper")
    assert isinstance(offer, e.CutOffered)
    assert offer.seat == 7


@pytest.mark.parametrize(
    ("rulebook", "clause"), cases(("section-42", "s42/e/7/who"), ("massachusetts", "ma/5/e/who"), breaks=True)
)
@pytest.mark.parametrize("to", [1, 7, 9])
def test_who_cut_and_changed_seats_is_not_the_next_to_cut(rulebook: str, clause: str, to: int, saw: Sightings) -> None:
    """The order goes on from where the cards were cut, and neither the dealer nor the one who cut is asked first."""
    table = cut_by_seat_5(rulebook, recut_by="next")
    table.yes(c.ChangeSeat, seat=5, to=to)
    _, offer = table.yes(c.OrderRecut, reason="improper")
    assert isinstance(offer, e.CutOffered)
    assert offer.seat == 2
    refusal = table.no(c.AnswerCut, by=table.guest(to), accept=True)
    assert refusal.clause == clause
    saw(refusal)
    _, offer = table.yes(c.AnswerCut, accept=False)
    assert offer.seat == 0, "nobody else is left, and who cut improperly is not asked once more"


@pytest.mark.clause("ma/5/e/who")
def test_in_massachusetts_the_next_person_entitled_cuts_again(saw: Sightings) -> None:
    table = cut_by_seat_5("massachusetts")
    _, offer = table.yes(c.OrderRecut, reason="improper")
    assert isinstance(offer, e.CutOffered)
    assert offer.seat == 2
    assert offer.clauses == ("ma/5/e/who",)
    again = cut_by_dealer("massachusetts")
    _, offer = again.yes(c.OrderRecut, reason="improper")
    assert isinstance(offer, e.CutOffered)
    assert offer.seat == 8, "after the dealer the offer starts over at the highest seat (A29)"
    saw(offer)


@pytest.mark.parametrize(
    ("rulebook", "clause"), cases(("section-42", "s42/e/7/who"), ("massachusetts", "ma/5/e/who"), breaks=True)
)
def test_nobody_else_cuts_again(rulebook: str, clause: str, saw: Sightings) -> None:
    table = cut_by_seat_5(rulebook, recut_by="next")
    table.yes(c.OrderRecut, reason="improper")
    for seat in (8, 5):
        refusal = table.no(c.AnswerCut, by=table.guest(seat), accept=True)
        assert refusal.clause == clause
        assert refusal.allowed == ("2",)
        saw(refusal)
    table.yes(c.AnswerCut, accept=True)
    for by in (table.guest(8), DEALER):
        refusal = table.no(c.CutStack, by=by, position=100)
        assert refusal.clause == clause
        saw(refusal)


@pytest.mark.clause("ma/5/e/load")
def test_after_a_recut_the_cover_cards_are_placed_anew_and_the_stack_is_loaded(saw: Sightings) -> None:
    table = cut_by_seat_5("massachusetts")
    table.yes(c.CompleteCut, depth=30)
    table.yes(c.OrderRecut, reason="improper")
    assert table.state.depth == 0
    table.to(Phase.COMPLETED)
    assert table.state.depth == 14
    (loaded,) = table.yes(c.LoadShoe)
    assert loaded.clauses[0] == "ma/5/e/load"
    saw(loaded)


@pytest.mark.clause("ma/5/e/load", breaks=True)
def test_after_a_recut_was_ordered_nothing_is_loaded_until_it_is_made_and_completed(saw: Sightings) -> None:
    table = cut_by_seat_5("massachusetts")
    table.yes(c.CompleteCut, depth=14)
    table.yes(c.OrderRecut, reason="improper")
    for phase in (Phase.CUT_OFFER, Phase.CUT, Phase.CUT_DONE):
        table.to(phase)
        refusal = table.no(c.LoadShoe)
        assert refusal.clause == "ma/5/e/load"
        saw(refusal)


# --- the burn --------------------------------------------------------------------------------------------------------

BURNS = [("As 9h", 1), ("7h 2c 3c 4c 5c 6c 8c 9c", 7), ("Kd " + " ".join(f"{rank}s" for rank in "23456789TJ"), 10)]


def to_burn(rulebook: str, burn: str = "3s 9h 9d 9c", **options: Any) -> Table:
    """A shoe that begins with these cards, loaded."""
    table = Table(rulebook, cards="", burn=burn, **options)
    table.to(Phase.LOADED)
    return table


@pytest.mark.clause("s42/e/6/burn", "s42/e/6/burn-shown")
@pytest.mark.parametrize(("burn", "count"), BURNS)
def test_the_first_card_and_as_many_as_it_counts_are_shown_and_burned(burn: str, count: int, saw: Sightings) -> None:
    table = to_burn("section-42", burn)
    events = table.yes(c.BurnCards)
    burned = signed_by(events, e.CardsBurned, "s42/e/6/burn")
    assert burned.positions == tuple(range(1 + count)), "the first card and as many as its amount; a face counts ten"
    assert list(burned.shown.values()) == burn.split()[: 1 + count], "all of them are shown"
    assert burned.rack_batch == "", "there is one set of cards: nobody is asked whose lie in the rack"
    assert table.state.burned == burned.positions, "in the discard rack, in their order"
    assert table.state.cards_left == CARDS - 1 - count
    for audience in (table.guest(1), SPECTATOR, FLOOR):
        assert view(table.state, audience)["burned"] == burn.split()[: 1 + count]
    assert table.state.phase is Phase.BETTING
    saw(burned)


@pytest.mark.clause("s42/e/6/burn", "s42/e/6/burn-shown", breaks=True)
def test_no_round_begins_before_the_whole_burn_has_been_shown(saw: Sightings) -> None:
    table = to_burn("section-42")
    for refusal in (
        table.no(c.CallNoMoreBets),
        table.no(c.DealCard, hand="player"),
        table.no(c.PlaceWager, seat=1, wager="player", cents=100_00),
    ):
        assert {"s42/e/6/burn", "s42/e/6/burn-shown"} <= set(refusal.clauses)
        saw(refusal)
    hidden = decide(table.state, table.make(c.BurnCards, cards=("3s",)))
    assert isinstance(hidden, Refusal)
    assert hidden.code is Code.WRONG_CARD
    assert hidden.clause == "s42/e/6/burn-shown", "three cards went to the rack unseen"
    too_few = table.no(c.BurnCards, burned_count=2)
    assert too_few.code is Code.WRONG_BURN
    saw(hidden)


@pytest.mark.clause("ma/5/f", "ma/5/f/face-down")
@pytest.mark.parametrize(("burn", "count"), BURNS)
def test_the_first_card_is_exposed_and_the_others_are_burned_face_down(burn: str, count: int, saw: Sightings) -> None:
    table = to_burn("massachusetts", burn)
    burned = signed_by(table.yes(c.BurnCards), e.CardsBurned, "ma/5/f")
    assert burned.positions == tuple(range(1 + count))
    assert burned.shown == {0: burn.split(maxsplit=1)[0]}, "only the first card is public"
    assert "ma/5/f/face-down" in burned.clauses
    assert burned.rack_batch == ""
    for audience in (table.guest(1), SPECTATOR, DEALER, FLOOR):
        assert view(table.state, audience)["burned"] == [burn.split(maxsplit=1)[0], *[None] * count]
    saw(burned)


@pytest.mark.clause("ma/5/f", "ma/5/f/face-down", breaks=True)
def test_no_round_begins_before_the_burn_and_no_burned_card_but_the_first_is_shown(saw: Sightings) -> None:
    table = to_burn("massachusetts")
    unburned = table.no(c.CallNoMoreBets)
    assert {"ma/5/f", "ma/5/f/face-down"} <= set(unburned.clauses)
    unexposed = decide(table.state, table.make(c.BurnCards, cards=()))
    assert isinstance(unexposed, Refusal)
    assert unexposed.clause == "ma/5/f"
    all_shown = decide(table.state, table.make(c.BurnCards, cards=("3s", "9h", "9d", "9c")))
    assert isinstance(all_shown, Refusal)
    assert all_shown.code is Code.WRONG_CARD
    assert all_shown.clause == "ma/5/f/face-down"
    saw(unburned, unexposed, all_shown)
