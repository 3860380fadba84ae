"""Irregularities where the print is silent: wrong hands, omitted cards, a miscounted burn, the end of the shoe."""

from itertools import chain

import pytest

from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.places import places
from minibac.table.state import Phase
from minibac.table.steps import round_step
from tests.table.helpers import BOSS, FLOOR, SPECTATOR, Table
from tests.table.rounds import (
    BANKER_DRAWS,
    BOTH_DRAW,
    BOTH_STAND,
    PLAYER_DRAWS,
    bet_table,
    coup_of,
    handed_table,
    natural_shoe,
    only,
    phase_of,
    reports,
)
from tests.table.seen import view

BOOKS = ("section-42", "massachusetts")


def nothing_lost(table):
    """Every card of the shoe is in exactly one place."""
    found = sorted(chain.from_iterable(places(table.state).values()))
    assert found == list(range(table.state.cards_count))


# ----------------------------------------------------------------------------- a required card on the wrong hand (F02)

FOUR_CARDS = {"section-42": "s42/g/3/alternate", "massachusetts": "ma/8/c/alternate"}
THIRD_CARDS = {"section-42": "s42/h/3", "massachusetts": "ma/9/c"}


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in FOUR_CARDS.items()],
)
def test_one_of_the_four_cards_on_the_wrong_area_goes_to_the_hand_it_was_due(rulebook, clause, saw):
    table = bet_table(rulebook, BOTH_DRAW)
    table.yes(c.CallNoMoreBets)
    table.yes(c.DealCard, hand="player")
    assert table.no(c.Report, kind="wrong-hand", hand="banker").code is Code.NOT_NOW, "there it is right"
    events = table.report("wrong-hand", hand="player")
    dealt, opened = only(events, e.CardDealt), only(events, e.IncidentOpened)
    assert (dealt.hand, opened.kind, opened.stops_play) == ("banker", "wrong-hand", False)
    assert clause in opened.clauses
    table.coup()
    racked = table.state.rack[-1]
    assert [table.state.shown[index] for index in racked.banker] == ["Ah", "2h", "Td"]
    nothing_lost(table)
    saw(opened)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in THIRD_CARDS.items()],
)
def test_the_players_third_card_on_the_bankers_area_is_the_players(rulebook, clause, saw):
    """The order in which cards leave the shoe is the neutral fact."""
    table = bet_table(rulebook, BOTH_DRAW)
    table.to(Phase.DRAWING)
    misread = table.no(c.Report, kind="third-card-to-banker")
    assert (misread.code, clause in misread.clauses) == (Code.WRONG_HAND, True)
    events = table.report("wrong-hand", hand="banker")
    dealt, opened = only(events, e.CardDealt), only(events, e.IncidentOpened)
    assert (dealt.hand, clause in opened.clauses) == ("player", True)
    table.coup()
    assert str(table.last(e.ResultCalled).announcement).startswith("Player 7, Banker 3")
    nothing_lost(table)
    saw(misread, opened)


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("disclosed", [False, True])
@pytest.mark.parametrize(
    ("cards", "hand"), [(BOTH_DRAW, "player"), (BANKER_DRAWS, "banker")], ids=["Player draws", "Banker draws"]
)
def test_a_fifth_card_drawn_before_the_counts_waits_for_the_hand_that_turns_out_to_be_due(
    rulebook, disclosed, cards, hand
):
    table = bet_table(rulebook, cards)
    table.to(Phase.TURNING)
    position = table.state.next_index
    (strayed,) = reports(table, "card-in-error", disclosed=disclosed)
    assert strayed.do == ("place",)
    assert table.no(c.CarryOut, do="place").code is Code.NOT_NOW, "the counts come first"
    table.to(Phase.DRAWING)
    assert table.no(c.DealCard, hand=hand).code is Code.STEP_MISSING
    moved = only(table.yes(c.CarryOut, do="place"), e.CardMoved)
    assert (moved.position, moved.hand) == (position, hand)
    table.coup()
    racked = table.state.rack[-1]
    assert (racked.player if hand == "player" else racked.banker)[2] == position
    nothing_lost(table)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_fifth_card_that_no_hand_turns_out_to_be_due_was_drawn_in_error(rulebook):
    table = bet_table(rulebook, f"{BOTH_STAND} 5h")
    table.to(Phase.TURNING)
    position = table.state.next_index
    table.report("card-in-error")
    table.to(Phase.RESULT)
    table.yes(c.CarryOut, do="place")
    assert table.state.carried == (position,)
    nothing_lost(table)


# ------------------------------------------------------------------------- a third card to a Banker that stays (F03)

CARD_IN_ERROR = {
    ("section-42", False): ("s42/k/2", "carry"),
    ("section-42", True): ("s42/k/2/disclosed", "burn-counted"),
    ("massachusetts", False): ("ma/13/a", "carry"),
    ("massachusetts", True): ("ma/13/d", "simulated-round"),
}


@pytest.mark.parametrize(
    ("rulebook", "disclosed", "clause", "do"),
    [pytest.param(*key, *value, marks=pytest.mark.clause(value[0])) for key, value in CARD_IN_ERROR.items()],
)
def test_a_third_card_to_a_banker_that_stays_is_a_card_in_error(rulebook, disclosed, clause, do, saw):
    """The special rule names only the Player's Hand; Banker 7 stays against the Player's third card."""
    table = bet_table(rulebook, f"{PLAYER_DRAWS} 5h")
    table.to(Phase.RESULT)
    strayed = only(table.report("third-card-to-banker", disclosed=disclosed), e.CardStrayed)
    assert (strayed.do, strayed.clauses) == ((do,), (clause,))
    assert len(coup_of(table).banker) == 2
    table.coup()
    nothing_lost(table)
    saw(strayed)


# ------------------------------------------------------------------------------------------- an omitted card (F04)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param(rulebook, clause, marks=pytest.mark.clause(clause, breaks=True))
        for rulebook, clause in (("section-42", "s42/h/2"), ("massachusetts", "ma/9/b"))
    ],
)
def test_an_omitted_card_is_dealt_before_the_settlement_and_an_incident_after_it(rulebook, clause, saw):
    table = bet_table(rulebook, BANKER_DRAWS)
    table.to(Phase.DRAWING)
    before = table.no(c.Report, kind="omitted-card", note="the Banker's third card")
    assert (before.code, clause in before.clauses) == (Code.NOT_NOW, True)
    table.coup()
    opened = only(table.report("omitted-card", note="the Banker's third card of the round before"), e.IncidentOpened)
    assert (opened.stops_play, clause in opened.clauses) == (True, True)
    assert table.no(c.CallNoMoreBets).code is Code.INCIDENT_OPEN
    table.yes(c.ResolveIncident, number=opened.number, resolution="rebuilt from the rack: the card was there")
    table.yes(c.CallNoMoreBets)
    saw(before, opened)


# ----------------------------------------------------------------------------------------- a miscounted burn (F05)


@pytest.mark.parametrize(
    ("rulebook", "clause", "do"),
    [
        pytest.param("section-42", "s42/k/2/disclosed", "burn-counted", marks=pytest.mark.clause("s42/k/2/disclosed")),
        pytest.param("massachusetts", "ma/13/a", "carry", marks=pytest.mark.clause("ma/13/a")),
    ],
)
def test_a_surplus_card_of_the_burn_is_a_card_in_error(rulebook, clause, do, saw):
    """A burn that is shown discloses it; where the burned cards are drawn face down it is not disclosed."""
    table = Table(rulebook, cards="5h Kh 8d Kd 2d")
    table.to(Phase.BETTING)
    position = table.state.next_index
    strayed = only(table.report("burn-too-many"), e.CardStrayed)
    assert (strayed.do, strayed.positions, strayed.clauses) == ((do,), (position,), (clause,))
    assert strayed.disclosed == (do == "burn-counted")
    table.coup()
    assert table.no(c.Report, kind="burn-too-many").code is Code.NOT_NOW, "the first round is over"
    nothing_lost(table)
    saw(strayed)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_burn_of_too_few_cards_is_completed(rulebook):
    table = Table(rulebook, cards=BOTH_STAND, burn="3s 2h 4h 5h")
    table.to(Phase.LOADED)
    assert table.no(c.BurnCards, burned_count=2).code is Code.WRONG_BURN
    table.yes(c.BurnCards, burned_count=3)
    assert len(table.state.burned) == 4


# --------------------------------------------------------------------------- the cutting card and the end of the shoe

LAST = "9s 2h Ts 3c 3s 3h 4d 4c {stray} 6c 6d 6h 7s 7d"


def last_hand(rulebook, stray, **options):
    """The last hand at its result, seven each, with six cards behind it, the first of them the stray one."""
    table = Table(rulebook, cards=natural_shoe(LAST.format(stray=stray)), **options)
    table.to(lambda state: state.last_hand_called and state.phase is Phase.BETTING)
    table.bet(1, "player", 100_00)
    table.to(Phase.RESULT)
    assert table.state.cards_left == 6
    return table


REMEDIES = {
    "carried": ("third-card-to-player", False, "5h", {}),
    "burned or racked with one more": ("third-card-to-player", True, "2d", {}),
    "simulated, or burned": ("third-card-to-player", True, "2d", {"disclosed_third_card": 2}),
    "in error and carried": ("card-in-error", False, "5h", {}),
    "in error and disclosed": ("card-in-error", True, "5h", {}),
    "a burn larger than what is left": ("card-in-error", True, "Kh", {}),
    "face up": ("face-up-in-shoe", True, "9h", {}),
}


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("case", REMEDIES)
def test_after_the_last_hand_a_stray_card_goes_back_with_the_cards_to_be_shuffled(rulebook, case):
    """There is no next hand in this shoe (A34); burn and simulated round take what is left, and nothing is lost."""
    kind, disclosed, stray, options = REMEDIES[case]
    table = last_hand(rulebook, stray, **(options if rulebook == "massachusetts" else {}))
    table.report(kind, disclosed=disclosed)
    nothing_lost(table)
    while table.state.phase is not Phase.SHUFFLE:
        nothing_lost(table)
        assert table.step()
    assert (table.state.carried, table.state.strays, table.state.carried_clauses) == ((), (), ())
    live = [event for event in table.all(e.CardsRacked) if not event.simulated]
    assert live[-1].coup_no == table.state.coup_no, "no further live hand was dealt"
    assert table.last(e.ShoeRevealed).shoe_no == 1
    table.to(Phase.BETTING)
    assert table.state.shoe_no == 2


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("disclosed", [False, True])
def test_a_stray_card_that_brings_the_cutting_card_out_counts_as_seen_in_this_round(rulebook, disclosed):
    """The last fourteen cards are left at the result of a round: a card in error brings the cutting card with it."""
    table = Table(rulebook, cards=natural_shoe("5h 2h Ts 3c 6c 6d 6s 7s 7d 8h 8d 9d 5s 4s"))
    table.to(lambda state: state.shoe_no == 1 and 0 < state.cards_left <= 18 and state.phase is Phase.BETTING)
    table.to(Phase.RESULT)
    assert (table.state.cards_left, table.state.cut_card_seen) == (14, False)
    strayed = only(table.report("card-in-error", disclosed=disclosed), e.CardStrayed)
    assert strayed.cut_card
    assert table.state.cut_card_seen
    table.to(lambda state: state.last_hand_called)
    assert len([event for event in table.all(e.CardsRacked) if not event.simulated]) == 100
    nothing_lost(table)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_shoe_that_a_remedy_has_emptied_voids_the_next_round_before_its_first_card(rulebook):
    """Ten cards are left for the last hand: a nine takes them all with it, or simulated rounds of six and of four."""
    tails = {
        "section-42": "9s 2h Ts 3c 9h 6h 6d 6c 7h 7d As Ah 2s 2c",
        "massachusetts": "9s 2h Ts 3c 5s As 7s Ad 6h Td 9h Ah Kh 2c",
    }
    table = Table(rulebook, cards=natural_shoe(tails[rulebook]))
    table.to(lambda state: state.last_hand_called and state.phase is Phase.BETTING)
    chips = table.state.chips(1)
    table.bet(1, "player", 100_00)
    while table.state.cards_left:
        table.report("face-up-in-shoe")
        table.to(lambda state: state.phase is Phase.BETTING and not state.strays)
    table.yes(c.CallNoMoreBets)
    assert table.no(c.DealCard, hand="player").code is Code.TOO_FEW_CARDS
    voided = only(table.report("too-few-cards"), e.CoupVoided)
    assert table.state.void_for == voided.clauses
    assert table.state.chips(1) == chips
    table.to(lambda state: state.shoe_no == 2 and state.phase is Phase.BETTING)


def test_too_few_cards_for_a_simulated_round_rack_what_was_dealt_and_shuffle():
    """No wagers exist on it to return (B31); those that lie for the live round go back with it."""
    tail = "9s 2h Ts 3c 5s As 7s Ad 6h Td As Ah 2s 2c"
    table = Table("massachusetts", cards=natural_shoe(tail))
    table.to(lambda state: state.last_hand_called and state.phase is Phase.BETTING)
    table.report("face-up-in-shoe")
    table.to(lambda state: state.phase is Phase.BETTING and not state.strays)
    assert table.state.cards_left == 4
    chips = table.state.chips(1)
    table.bet(1, "player", 100_00)
    table.yes(c.CallNoMoreBets)
    table.report("face-up-in-shoe")
    table.to(lambda state: isinstance(table.next(), c.Report))
    assert (coup_of(table).simulated, table.state.phase, table.state.cards_left) == (True, Phase.DRAWING, 0)
    voided = only(table.report("too-few-cards"), e.CoupVoided)
    assert "ma/13/e" in voided.clauses
    racked = only(table.yes(c.RackCards), e.CardsRacked)
    assert (racked.simulated, len(racked.player), len(racked.banker)) == (True, 2, 2)
    assert table.state.chips(1) == chips
    assert phase_of(table) is Phase.BETWEEN
    nothing_lost(table)
    table.yes(c.EndShoe)
    assert phase_of(table) is Phase.SHUFFLE


@pytest.mark.parametrize("chosen", ["alternate", "same-set"])
def test_a_void_round_with_two_batches_brings_the_other_one_or_the_same_shuffled_by_hand(chosen):
    """The exhausted batch goes to the shuffler, or is shuffled whole while the device holds the other (A16)."""
    tail = "9s 2h Ts 3c 5s 6h 6d 6c 7h 7d As Ah 2s 2h"
    table = Table("section-42", cards=natural_shoe(tail), shuffler="automatic", void_reshuffle=chosen)
    table.to(lambda state: state.last_hand_called and state.phase is Phase.BETTING)
    batch = table.state.in_play
    table.report("face-up-in-shoe")
    table.to(lambda state: bool(state.void_for))
    table.to(Phase.SHUFFLE)
    early = table.no(c.DoStep, step="feather")
    table.to(lambda state: state.shoe_no == 2 and state.phase is Phase.BETTING)
    assert (table.state.in_play == batch) == (chosen == "same-set")
    assert {"feather", "feather-check"} <= {done.step for done in table.all(e.StepDone)} or chosen == "alternate"
    if chosen == "same-set":
        assert "s42/e/2/i" in early.clauses, "nothing is feathered before it is shuffled"


# ------------------------------------------------------------------------------------------------- the carried card


@pytest.mark.parametrize("rulebook", BOOKS)
def test_two_carried_cards_come_in_the_order_in_which_they_left_the_shoe(rulebook):
    table = bet_table(rulebook, f"{BOTH_STAND} 5h 6h Kd 2d")
    table.to(Phase.RESULT)
    position = table.state.next_index
    table.report("third-card-to-player")
    table.report("card-in-error")
    assert table.state.carried == (position, position + 1)
    table.coup()
    table.to(Phase.RACKING)
    assert coup_of(table).player[0] == position
    assert coup_of(table).banker[0] == position + 1


@pytest.mark.parametrize("rulebook", BOOKS)
def test_at_a_continuous_device_the_carried_card_waits_face_down_on_the_layout(rulebook):
    """The order of its round is shown once the card has been turned (F10)."""
    table = Table(rulebook, cards=f"{BOTH_STAND} 5h", shuffler="continuous")
    table.to(Phase.RESULT)
    table.report("card-in-error")
    table.coup()
    assert phase_of(table) is Phase.BETTING
    assert view(table.state, SPECTATOR)["waiting"] == 1
    assert not table.all(e.ShoeRevealed)
    table.yes(c.CallNoMoreBets)
    first = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    clause = {"section-42": "s42/k/2", "massachusetts": "ma/13/a"}[rulebook]
    assert clause in first.clauses
    table.to(Phase.RACKING)
    assert coup_of(table).known[first.position] == "5h"
    table.step()
    assert [event.shoe_no for event in table.all(e.ShoeRevealed)][:1] == [1]


# ------------------------------------------------------------------------------------------------- the unlisted case


@pytest.mark.parametrize("rulebook", BOOKS)
def test_an_unlisted_case_stops_play_until_a_supervisor_resolves_it_and_moves_no_chip(rulebook):
    table = handed_table(rulebook)
    chips = {seat: table.state.chips(seat) for seat in (1, 3, 7)}
    table.to(Phase.DRAWING)
    opened = only(table.report("other", note="a glass fell on the layout"), e.IncidentOpened)
    still = round_step(table.state, "third-cards").clauses
    assert opened.clauses == still, "no document speaks of the case: what stands still is cited"
    refusal = table.no(c.DealCard, hand="player")
    assert (refusal.code, refusal.clauses) == (Code.INCIDENT_OPEN, still)
    facts = {"number": opened.number, "resolution": "the glass is swept up"}
    assert table.no(c.ResolveIncident, by=table.guest(1), **facts).code is Code.NOT_YOURS
    assert table.no(c.ConfirmUnfinishable, by=BOSS, number=opened.number).code is Code.UNKNOWN_REPORT
    table.yes(c.ResolveIncident, **facts)
    assert table.last(e.IncidentResolved).clauses == still
    assert (table.state.phase, table.all(e.CoupVoided)) == (Phase.DRAWING, [])
    assert {seat: table.state.chips(seat) for seat in chips} == chips
    nothing_lost(table)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_card_of_a_void_coup_that_somebody_exposes_is_turned_and_goes_to_the_rack(rulebook):
    table = handed_table(rulebook)
    table.to(Phase.TURNING)
    table.report("unfinishable", note="the lights went out")
    table.yes(c.ConfirmUnfinishable, by=FLOOR, number=1)
    assert table.state.phase is Phase.RACKING
    assert len(only(table.report("card-exposed", hand="banker"), e.CardsTurned).cards) == 2
    assert table.state.phase is Phase.RACKING
    table.yes(c.RackCards)
    nothing_lost(table)


@pytest.mark.parametrize(
    ("rulebook", "shuffler", "clause"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[2], breaks=True))
        for row in (
            ("section-42", "manual", "s42/f/1"),
            ("section-42", "automatic", "s42/a/4/iii"),
            ("massachusetts", "automatic", "ma/3/b/2"),
        )
    ],
)
def test_a_foreign_back_stops_play_by_the_clause_of_one_set_or_of_two_batches(rulebook, shuffler, clause, saw):
    table = Table(rulebook, shuffler=shuffler)
    table.to(Phase.BETTING)
    (opened,) = reports(table, "foreign-back", note="a blue card among the red")
    stopped = table.no(c.CallNoMoreBets)
    assert (stopped.code, stopped.clause) == (Code.INCIDENT_OPEN, clause)
    assert clause in opened.clauses
    saw(opened, stopped)
