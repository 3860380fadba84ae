"""Irregularities by the print: a third card in error, a card in error, cards face up in the shoe, too few cards.

Every branch under both regulations. What happened is reported, the rulebook's remedy follows, and any other use of the
card is refused, or an incident when it has been made.
"""

import pytest

from minibac.cards.card import burn_count, parse_card
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.settling import reconstruct
from minibac.table.state import Phase
from tests.table.helpers import DEALER, EYE, FLOOR, SPECTATOR, Table
from tests.table.rounds import (
    BANKER_DRAWS,
    BOTH_DRAW,
    BOTH_STAND,
    NATURAL,
    bet_table,
    both,
    coup_of,
    each,
    handed_table,
    natural_shoe,
    only,
    phase_of,
    reports,
)
from tests.table.seen import view


def called(table):
    """Let the table run until both counts are called and the drawing, or the result, is due."""
    table.to(lambda state: state.phase in (Phase.DRAWING, Phase.RESULT))
    return table


def misuse(table, clause, do, saw):
    """Another use of the card: refused while it is tried, an incident for a supervisor once it was made."""
    refused = table.no(c.CarryOut, do=do)
    assert (refused.code, clause in refused.clauses) == (Code.WRONG_STEP, True)
    (opened,) = reports(table, "card-misused", note="it lay in the discard rack")
    assert isinstance(opened, e.IncidentOpened)
    assert (opened.stops_play, clause in opened.clauses) == (True, True)
    assert table.no(c.CarryOut, do=do).code is Code.INCIDENT_OPEN
    assert table.no(c.ResolveIncident, by=DEALER, number=opened.number, resolution="put back").code is Code.NOT_YOURS
    table.yes(c.ResolveIncident, number=opened.number, resolution="put back where it belongs")
    saw(refused, opened)


# ----------------------------------------------------------------------- a third card to a Player's Hand that stays

BECOMES_BANKERS: list[tuple[object, ...]] = [
    ("section-42", "s42/k/1", False, {}),
    ("massachusetts", "ma/13/b", False, {}),
    ("massachusetts", "ma/13/c", True, {}),
]


@pytest.mark.parametrize(
    ("rulebook", "clause", "disclosed", "options"),
    [
        *each(*BECOMES_BANKERS),
        pytest.param("section-42", "s42/k/1", True, {}, marks=pytest.mark.clause("s42/k/1")),
        pytest.param("section-42", "s42/k/1", False, {"deal_mode": "tucked"}, marks=pytest.mark.clause("s42/k/1")),
        pytest.param(
            "massachusetts", "ma/13/c", True, {"disclosed_third_card": 2}, marks=pytest.mark.clause("ma/13/c")
        ),
    ],
)
def test_it_becomes_the_bankers_third_card_when_the_banker_must_draw(rulebook, clause, disclosed, options, saw):
    """Player 7 stays and Banker 4 must draw: the card is the Banker's, disclosed or not."""
    table = called(bet_table(rulebook, BANKER_DRAWS, **options))
    position = table.state.next_index
    strayed, moved = reports(table, "third-card-to-player", disclosed=disclosed)[:2]
    assert isinstance(strayed, e.CardStrayed)
    assert isinstance(moved, e.CardMoved)
    assert (strayed.disclosed, strayed.do, strayed.clauses) == (disclosed, ("banker-third",), (clause,))
    assert (moved.position, moved.hand, moved.card) == (position, "banker", "5h" if disclosed else None)
    assert coup_of(table).player == tuple(sorted(coup_of(table).player))
    assert len(coup_of(table).player) == 2
    assert coup_of(table).banker[2] == position
    assert not table.state.strays
    misuse(table, clause, "carry", saw)
    another = table.no(c.DealCard, hand="banker")
    assert another.code in (Code.WRONG_HAND, Code.NOT_NOW)
    table.coup()
    assert str(table.last(e.ResultCalled).announcement).startswith("Player 7, Banker 9")
    assert table.state.next_index == position + 1
    saw(strayed, moved)


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_bankers_third_card_that_came_by_error_is_handed_to_its_bettor(rulebook):
    """Undisclosed it still goes face down to who holds the Banker's Hand."""
    table = called(handed_table(rulebook, BANKER_DRAWS))
    table.report("third-card-to-player")
    assert view(table.state, table.guest(7))["coup"]["banker"][2] is None
    table.yes(c.HandCards, hand="banker", seat=7)
    table.yes(c.ReturnCards, hand="banker")
    assert view(table.state, SPECTATOR)["coup"]["banker"] == ["2h", "2c", "5h"]


STAYS = [("section-42", "s42/k/1/stay"), ("massachusetts", "ma/13/b/stay")]
NOBODY_DRAWS = {
    "both stay": (BOTH_STAND, "5h"),
    "a natural, although the Banker's 5 would draw": (NATURAL, "5h"),  # A17
    "the Banker has drawn already": (BANKER_DRAWS, "6h"),
}


@pytest.mark.parametrize(("rulebook", "clause"), each(*STAYS))
@pytest.mark.parametrize("case", NOBODY_DRAWS)
def test_undisclosed_it_is_the_first_card_of_the_next_hand_when_the_banker_stays(rulebook, clause, case, saw):
    cards, stray = NOBODY_DRAWS[case]
    table = bet_table(rulebook, f"{cards} {stray} Kh 8d Kd 2d")
    table.to(Phase.RESULT)
    position = table.state.next_index
    strayed, carried = reports(table, "third-card-to-player")
    assert isinstance(strayed, e.CardStrayed)
    assert isinstance(carried, e.CardCarried)
    assert (strayed.do, carried.positions, carried.clauses) == (("carry",), (position,), (clause,))
    assert table.state.carried == (position,)
    for audience in (DEALER, EYE, table.guest(1), SPECTATOR):
        seen = view(table.state, audience)
        assert seen["waiting"] == 1
        assert seen["coup"]["player"] == cards.split()[:3:2]
    misuse(table, clause, "burn-counted", saw)
    table.coup()
    table.yes(c.CallNoMoreBets)
    first = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    assert (first.position, clause in first.clauses) == (position, True)
    second = only(table.yes(c.DealCard, hand="banker"), e.CardDealt)
    assert (second.position, clause in second.clauses) == (position + 1, False)
    table.coup()
    racked = table.state.rack[-1]
    hands = [[table.state.shown[index] for index in hand] for hand in (racked.player, racked.banker)]
    assert [hands[0][:2], hands[1][:2]] == [[stray, "8d"], ["Kh", "Kd"]]
    saw(strayed, carried, first)


AMOUNTS = [("5h", 5), ("Ah", 1), ("Kh", 10), ("Th", 10), ("9h", 9)]


@pytest.mark.clause("s42/k/1/disclosed")
@pytest.mark.clause("s42/k/1/disclosed", breaks=True)
@pytest.mark.parametrize(("card", "amount"), AMOUNTS)
@pytest.mark.parametrize("cards", [BOTH_STAND, NATURAL])
def test_disclosed_it_is_burned_with_as_many_face_up_as_its_amount(cards, card, amount, saw):
    """Tens and faces count ten, aces one (A35); all of it lies face up in the discard rack."""
    table = bet_table("section-42", f"{cards} {card}")
    table.to(Phase.RESULT)
    position, burned = table.state.next_index, len(table.state.burned)
    (strayed,) = reports(table, "third-card-to-player", disclosed=True)
    assert (strayed.do, strayed.burn_count, strayed.cards) == (("burn-counted",), amount, {position: card})
    assert burn_count(parse_card(card).rank) == amount
    misuse(table, "s42/k/1/disclosed", "carry", saw)
    done = only(table.yes(c.CarryOut, do="burn-counted"), e.StrayDiscarded)
    assert done.positions == tuple(range(position, position + 1 + amount))
    assert len(done.shown) == amount
    assert all(table.state.shown[index] == table.live.vault.card(index) for index in done.positions)
    assert len(table.state.burned) == burned + 1 + amount
    assert None not in view(table.state, SPECTATOR)["burned"][burned:]
    assert table.state.next_index == position + 1 + amount
    table.coup()
    assert phase_of(table) is Phase.BETTING
    saw(strayed, done)


@pytest.mark.clause("ma/13/c/1")
@pytest.mark.clause("ma/13/c/1", breaks=True)
@pytest.mark.parametrize("cards", [BOTH_STAND, NATURAL])
def test_disclosed_it_goes_to_the_rack_with_one_card_that_is_never_shown(cards, saw):
    table = bet_table("massachusetts", f"{cards} Kh 2d", disclosed_third_card=1)
    table.to(Phase.RESULT)
    position, burned = table.state.next_index, len(table.state.burned)
    (strayed,) = reports(table, "third-card-to-player", disclosed=True)
    assert (strayed.do, strayed.cards) == (("discard-two",), {position: "Kh"})
    misuse(table, "ma/13/c/1", "simulated-round", saw)
    done = only(table.yes(c.CarryOut, do="discard-two"), e.StrayDiscarded)
    assert (done.positions, done.shown) == ((position, position + 1), {})
    assert "ma/13/c/1" in done.clauses
    for audience in (DEALER, FLOOR, EYE, table.guest(1), SPECTATOR):
        assert view(table.state, audience)["burned"][burned:] == ["Kh", None]
    table.coup()
    assert phase_of(table) is Phase.BETTING
    saw(strayed, done)


@pytest.mark.clause("ma/13/c/2")
@pytest.mark.clause("ma/13/c/2", breaks=True)
@pytest.mark.parametrize("cards", [BOTH_STAND, NATURAL])
def test_disclosed_it_opens_a_simulated_round_where_the_house_chose_that(cards, saw):
    table = bet_table("massachusetts", f"{cards} Kh 2d 9d 3d", disclosed_third_card=2)
    table.to(Phase.RESULT)
    position = table.state.next_index
    (strayed,) = reports(table, "third-card-to-player", disclosed=True)
    assert strayed.do == ("simulated-round",)
    early = table.no(c.CarryOut, do="simulated-round")
    assert "ma/13/c/2" in early.clauses, "the live round is finished first (B29)"
    misuse(table, "ma/13/c/2", "discard-two", saw)
    table.to(Phase.RACKING)
    table.yes(c.RackCards)
    assert phase_of(table) is Phase.BETWEEN, "no betting before the simulated round"
    started = only(table.yes(c.CarryOut, do="simulated-round"), e.SimulatedRoundStarted)
    assert (started.position, started.card, "ma/13/c/2" in started.clauses) == (position, "Kh", True)
    assert started.resume == "", "the live round is over"
    assert (coup_of(table).simulated, coup_of(table).player) == (True, (position,))
    table.coup()
    assert table.state.rack[-1].simulated
    assert phase_of(table) is Phase.BETTING
    saw(strayed, early, started)


BEFORE_THE_COUNTS: list[tuple[object, ...]] = [
    ("massachusetts", "ma/13/b", False, {}, BANKER_DRAWS, "banker"),
    ("massachusetts", "ma/13/c", True, {}, BANKER_DRAWS, "banker"),
    ("massachusetts", "ma/13/c/1", True, {}, f"{BOTH_STAND} Kh", "discard-two"),
    ("massachusetts", "ma/13/c/2", True, {"disclosed_third_card": 2}, f"{BOTH_STAND} Kh", "simulated-round"),
    ("massachusetts", "ma/13/b/stay", False, {}, f"{BOTH_STAND} Kh", "carry"),
    ("section-42", "s42/k/1", True, {}, BANKER_DRAWS, "banker"),
    ("section-42", "s42/k/1/disclosed", True, {}, f"{BOTH_STAND} Kh", "burn-counted"),
]


@pytest.mark.parametrize(("rulebook", "clause", "disclosed", "options", "cards", "what"), each(*BEFORE_THE_COUNTS))
def test_a_third_card_to_the_player_before_the_counts_waits_for_them_and_follows_its_own_rule(
    rulebook, clause, disclosed, options, cards, what, saw
):
    """Not the rule of any card in error: once the counts are called the Banker's Hand takes it, or the option filed."""
    table = bet_table(rulebook, cards, **options)
    table.to(Phase.TURNING)
    position = table.state.next_index
    (waits,) = reports(table, "third-card-to-player", disclosed=disclosed)
    assert (waits.do, clause in waits.clauses) == (("place",), True)
    early = table.no(c.CarryOut, do="place")
    assert clause in early.clauses
    called(table)
    (placed, *moved) = table.yes(c.CarryOut, do="place")
    assert (placed.positions, clause in placed.clauses) == ((position,), True)
    if what == "banker":
        assert coup_of(table).banker[2] == moved[0].position == position
    else:
        assert placed.do == (what,)
    saw(waits, early, placed)


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_third_card_before_the_counts_is_the_players_when_one_is_due(rulebook):
    table = bet_table(rulebook, BOTH_DRAW)
    table.to(Phase.TURNING)
    position = table.state.next_index
    table.report("third-card-to-player", disclosed=True)
    table.coup()
    assert table.state.rack[-1].player[2] == position


# ----------------------------------------------------------------------------------------------- a card drawn in error

WHEN = {
    "while betting is open": (Phase.BETTING, ""),
    "when the round is over": (Phase.RESULT, BOTH_STAND),
    "while wagers are settled": (Phase.SETTLING, BOTH_STAND),
    "before the rack": (Phase.RACKING, BOTH_STAND),
}


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/k/2", "ma/13/a"))
@pytest.mark.parametrize("when", WHEN)
def test_a_card_in_error_that_nobody_saw_is_the_first_of_the_next_hand(rulebook, clause, when, saw):
    phase, cards = WHEN[when]
    table = bet_table(rulebook, f"{cards} 5h Kh 8d Kd 2d")
    table.to(phase)
    position = table.state.next_index
    strayed, carried = reports(table, "card-in-error")
    assert (strayed.do, carried.positions, carried.clauses) == (("carry",), (position,), (clause,))
    assert position not in table.state.shown
    misuse(table, clause, "burn-counted", saw)
    if phase is not Phase.BETTING:
        table.coup()
    table.yes(c.CallNoMoreBets)
    first = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    assert (first.position, clause in first.clauses) == (position, True)
    table.to(Phase.RACKING)
    assert coup_of(table).known[position] == "5h"
    saw(strayed, carried, first)


@pytest.mark.clause("s42/k/2/disclosed")
@pytest.mark.clause("s42/k/2/disclosed", breaks=True)
@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize(("card", "amount"), AMOUNTS[:3])
def test_a_disclosed_card_in_error_is_burned_by_its_amount(when, card, amount, saw):
    phase, cards = WHEN[when]
    table = bet_table("section-42", f"{cards} {card}")
    table.to(phase)
    position = table.state.next_index
    (strayed,) = reports(table, "card-in-error", disclosed=True)
    assert (strayed.do, strayed.burn_count, strayed.clauses) == (("burn-counted",), amount, ("s42/k/2/disclosed",))
    if phase is Phase.BETTING:
        waits = table.no(c.CallNoMoreBets)
        assert waits.clause == "s42/k/2/disclosed"
    misuse(table, "s42/k/2/disclosed", "simulated-round", saw)
    done = only(table.yes(c.CarryOut, do="burn-counted"), e.StrayDiscarded)
    assert done.positions == tuple(range(position, position + 1 + amount))
    assert table.state.shown[position] == card
    assert not table.state.strays
    saw(strayed, done)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/k/2", "ma/13/a"))
def test_whether_a_card_in_error_was_seen_is_said(rulebook, clause, saw):
    table = bet_table(rulebook, BOTH_STAND)
    unsaid = table.no(c.Report, kind="card-in-error", disclosed=None)
    assert clause in unsaid.clauses
    assert not table.state.strays
    saw(unsaid, table.report("card-in-error", disclosed=False))


# ------------------------------------------------------------------------------------------------- face up in the shoe


@pytest.mark.clause("s42/k/3", "s42/k/3/burn")
@pytest.mark.clause("s42/k/3", "s42/k/3/burn", breaks=True)
@pytest.mark.parametrize(
    ("found", "amount"), [("5h", 5), ("Kh", 10), ("Ah", 1), ("2h 3h", 5), ("Ah Th 4h", 15)], ids=str
)
def test_cards_found_face_up_are_racked_with_as_many_as_their_numbers(found, amount, saw):
    """Cards found together are summed (A36), and none of them is ever a card of a hand."""
    cards = found.split()
    table = bet_table("section-42", found)
    table.yes(c.CallNoMoreBets)
    position = table.state.next_index
    (strayed,) = reports(table, "face-up-in-shoe", count=len(cards))
    assert list(strayed.cards.values()) == cards
    assert (strayed.positions, strayed.burn_count) == (tuple(range(position, position + len(cards))), amount)
    dealt = table.no(c.DealCard, hand="player")
    assert dealt.clauses == ("s42/k/3", "s42/k/3/burn"), "not used in the game"
    misuse(table, "s42/k/3", "carry", saw)
    done = only(table.yes(c.CarryOut, do="burn-counted"), e.StrayDiscarded)
    assert done.positions == tuple(range(position, position + len(cards) + amount))
    table.coup()
    racked = table.state.rack[-1]
    assert not {*done.positions} & {*racked.player, *racked.banker}
    assert {*done.positions} <= {*table.state.burned}
    saw(strayed, dealt, done)


@pytest.mark.clause("s42/k/3", "s42/k/3/burn")
def test_a_face_up_card_in_mid_round_is_set_aside_and_the_round_goes_on_with_the_next_cards(saw):
    """Found as the third card of the round: two are burned with the deuce, then the round continues (A37)."""
    table = bet_table("section-42", "As Ah 2d 9c 9d 2s 2h 4d Td")
    table.yes(c.CallNoMoreBets)
    table.yes(c.DealCard, hand="player")
    table.yes(c.DealCard, hand="banker")
    (strayed,) = reports(table, "face-up-in-shoe")
    done = only(table.yes(c.CarryOut, do="burn-counted"), e.StrayDiscarded)
    assert [table.state.shown[index] for index in done.positions] == ["2d", "9c", "9d"]
    table.coup()
    racked = table.state.rack[-1]
    assert [table.state.shown[index] for index in racked.player] == ["As", "2s", "4d"]
    assert [table.state.shown[index] for index in racked.banker] == ["Ah", "2h", "Td"]
    saw(strayed, done)


def test_a_face_up_card_inside_a_burn_is_one_of_the_burned_cards():
    """It starts nothing new (A36): the burn of the shoe, and a burn by amount, take what comes."""
    table = Table("section-42", cards=BOTH_STAND)
    table.to(Phase.LOADED)
    assert table.no(c.Report, kind="face-up-in-shoe").code is Code.NOT_NOW
    table.to(Phase.BETTING)
    table.report("face-up-in-shoe")
    assert table.no(c.Report, kind="face-up-in-shoe").code is Code.NOT_NOW


FACE_UP = [
    ("a card found face up before the call", Phase.BETTING, "", "face-up-in-shoe"),
    ("a card found face up after the round", Phase.RACKING, BOTH_STAND, "face-up-in-shoe"),
    ("a card disclosed that no hand was due", Phase.RESULT, BOTH_STAND, "card-in-error"),
    ("a third card disclosed to a Banker that stays", Phase.RESULT, BOTH_STAND, "third-card-to-banker"),
]


@pytest.mark.clause("ma/13/d")
@pytest.mark.clause("ma/13/d", breaks=True)
@pytest.mark.parametrize(("phase", "cards", "kind"), [row[1:] for row in FACE_UP], ids=[row[0] for row in FACE_UP])
def test_a_card_that_is_disclosed_opens_a_simulated_round(phase, cards, kind, saw):
    """There is no burn by amount here; the card is the first of a round without wagers."""
    table = bet_table("massachusetts", f"{cards} 5h Kh 3d Kd")
    table.to(phase)
    position = table.state.next_index
    (strayed,) = reports(table, kind, disclosed=True)
    assert (strayed.do, strayed.burn_count, strayed.clauses) == (("simulated-round",), 0, ("ma/13/d",))
    misuse(table, "ma/13/d", "burn-counted", saw)
    if phase is Phase.BETTING:
        assert table.no(c.CallNoMoreBets).clause == "ma/13/d"
    else:
        table.to(Phase.BETWEEN)
        assert "ma/13/d" in table.no(c.CallNoMoreBets).clauses
    started = only(table.yes(c.CarryOut, do="simulated-round"), e.SimulatedRoundStarted)
    assert (started.position, started.card, "ma/13/d" in started.clauses) == (position, "5h", True)
    assert started.resume == ("bet" if phase is Phase.BETTING else ""), "a round that was open goes on after it (B29)"
    table.to(Phase.RACKING)
    assert [table.state.shown[index] for index in coup_of(table).player] == ["5h", "3d"]
    assert [table.state.shown[index] for index in coup_of(table).banker] == ["Kh", "Kd"]
    saw(strayed, started)


@pytest.mark.clause("ma/13/c")
def test_a_card_found_face_up_that_was_wrongly_drawn_as_a_third_card_is_still_the_bankers(saw):
    """13(c) before 13(d) where the face-up card is the one drawn for the Player's Hand in error (B30)."""
    table = called(bet_table("massachusetts", BANKER_DRAWS))
    strayed, moved = reports(table, "third-card-to-player", disclosed=True)[:2]
    assert (strayed.clauses, moved.hand, moved.card) == (("ma/13/c",), "banker", "5h")
    saw(strayed, moved)


# -------------------------------------------------------------------------------------------------- the simulated round


def simulated(cards, *, wagers=True, **options):
    """A round without wagers that a face-up card has opened between two live rounds."""
    table = bet_table("massachusetts", cards, **options) if wagers else Table("massachusetts", cards=cards, **options)
    table.to(Phase.BETTING)
    table.report("face-up-in-shoe")
    table.yes(c.CarryOut, do="simulated-round")
    return table


@pytest.mark.clause("ma/13/d/simulated")
@pytest.mark.clause("ma/13/d/simulated", breaks=True)
def test_no_wager_is_accepted_on_a_simulated_round_and_nothing_is_settled(saw):
    table = simulated(f"{BOTH_DRAW} 5h", wagers=False)
    started = table.last(e.SimulatedRoundStarted)
    assert "ma/13/d/simulated" in started.clauses
    assert started.resume == "bet"
    balances = dict(table.state.balances)
    phases = set()
    while table.state.coup is not None and coup_of(table).simulated:
        phases.add(table.state.phase)
        late = table.no(c.PlaceWager, seat=1, wager="player", cents=100_00)
        assert (late.code, late.clause) == (Code.BETTING_CLOSED, "ma/13/d/simulated")
        saw(late)
        table.step()
    assert phases == {Phase.DEALING, Phase.TURNING, Phase.DRAWING, Phase.RESULT, Phase.RACKING}
    assert table.state.balances == balances
    assert table.state.results == (), "the scoreboard does not know it"
    saw(started)


@pytest.mark.clause("ma/13/d/simulated")
def test_wagers_that_lie_already_do_not_take_part(saw):
    """Found before the call they stay on the layout for the live round that follows (B29)."""
    table = simulated(f"{BOTH_DRAW} {BOTH_STAND}")
    wagers = dict(table.state.wagers)
    table.coup()
    assert table.state.wagers == wagers
    assert phase_of(table) is Phase.BETTING
    table.bet(1, "player", 50_00)
    table.coup()
    assert not table.state.wagers
    started = table.last(e.SimulatedRoundStarted)
    assert started.resume == "bet", "betting goes on after it"
    saw(started)


@pytest.mark.clause("ma/13/d/dealt")
@pytest.mark.clause("ma/13/d/dealt", breaks=True)
def test_a_simulated_round_is_dealt_like_any_other_from_the_exposed_card_on(saw):
    """Face down, the Banker's Hand under the shoe, turned by the dealer since nobody bet on it; then third cards."""
    table = simulated(BOTH_DRAW)
    assert view(table.state, SPECTATOR)["coup"]["player"] == ["As"]
    wrong = [table.no(c.DealCard, hand="player")]
    dealt = [only(table.yes(c.DealCard, hand=hand), e.CardDealt) for hand in ("banker", "player", "banker")]
    assert [event.card for event in dealt] == [None, None, None]
    wrong.append(table.no(c.DealCard, hand="player"))
    table.yes(c.TuckBanker)
    assert table.no(c.HandCards, hand="player", seat=1).code is Code.WRONG_HOLDER
    table.yes(c.TurnCards, hand="player")
    counts = [only(table.yes(c.CallCount, hand="player", count=3), e.CountCalled)]
    table.yes(c.TurnCards, hand="banker")
    counts.append(only(table.yes(c.CallCount, hand="banker", count=3), e.CountCalled))
    wrong.append(table.no(c.DealCard, hand="banker"))
    dealt.append(only(table.yes(c.DealCard, hand="player"), e.CardDealt))
    dealt.append(only(table.yes(c.DealCard, hand="banker"), e.CardDealt))
    wrong.append(table.no(c.DealCard, hand="banker"))
    assert all("ma/13/d/dealt" in thing.clauses for thing in (*wrong, *dealt, *counts))
    result = only(table.yes(c.CallResult, player=7, banker=3, result="player"), e.ResultCalled)
    assert phase_of(table) is Phase.RACKING, "there is nothing to settle"
    saw(wrong, dealt, counts, result)


@pytest.mark.clause("ma/13/d/rack")
@pytest.mark.clause("ma/13/d/rack", breaks=True)
def test_its_cards_are_racked_as_a_round_of_their_own(saw):
    table = simulated(f"{BOTH_DRAW} {BOTH_STAND}")
    early = table.no(c.RackCards)
    assert "ma/13/d/rack" in early.clauses
    table.to(Phase.RACKING)
    skipped = table.no(c.CallNoMoreBets)
    assert "ma/13/d/rack" in skipped.clauses
    racked = only(table.yes(c.RackCards), e.CardsRacked)
    assert (racked.simulated, "ma/13/d/rack" in racked.clauses) == (True, True)
    table.coup()
    assert [row.simulated for row in table.state.rack] == [True, False]
    rebuilt = reconstruct(table.state, 1, simulated=True)
    live = reconstruct(table.state, 1)
    assert rebuilt is not None
    assert live is not None
    assert (rebuilt.player, rebuilt.banker) == (("As", "2s", "4d"), ("Ah", "2h", "Td"))
    assert (live.player, live.banker) == (("3s", "4d"), ("3h", "4c"))
    saw(early, skipped, racked)


@pytest.mark.parametrize("chosen", ["frozen", "may-withdraw"])
def test_found_after_the_call_but_before_the_first_card_the_simulated_round_goes_first(chosen):
    """The wagers stay as they are, or, where the house chose so, the call is cancelled and repeated (B29)."""
    table = bet_table("massachusetts", f"{BOTH_DRAW} {BOTH_STAND}", wagers_before_simulated=chosen)
    table.yes(c.CallNoMoreBets)
    table.report("face-up-in-shoe")
    assert table.no(c.DealCard, hand="player").clause == "ma/13/d"
    wagers = dict(table.state.wagers)
    table.yes(c.CarryOut, do="simulated-round")
    table.coup()
    assert table.state.wagers == wagers
    if chosen == "frozen":
        assert phase_of(table) is Phase.DEALING
        assert table.no(c.WithdrawWager, seat=1, wager="player").code is Code.BETTING_CLOSED
    else:
        assert phase_of(table) is Phase.BETTING
        table.yes(c.WithdrawWager, seat=1, wager="player")
    table.coup()
    assert [row.simulated for row in table.state.rack] == [True, False]
    assert table.state.coup_no == 2


def test_found_in_mid_round_the_live_round_is_finished_with_the_next_cards_first():
    """Two rounds cannot share the layout (B29)."""
    table = bet_table("massachusetts", "As Ah 5h 2s 2h 4d Td Kh 3d Kd")
    table.yes(c.CallNoMoreBets)
    table.yes(c.DealCard, hand="player")
    table.yes(c.DealCard, hand="banker")
    table.report("face-up-in-shoe")
    assert "ma/13/d" in table.no(c.CarryOut, do="simulated-round").clauses
    table.coup()
    live = table.state.rack[-1]
    assert [table.state.shown[index] for index in live.player] == ["As", "2s", "4d"]
    table.to(Phase.BETTING)
    assert [row.simulated for row in table.state.rack] == [False, True]
    rack = table.state.rack[-1]
    assert [table.state.shown[index] for index in rack.player][:2] == ["5h", "3d"]


# ------------------------------------------------------------------------------------------------------- too few cards

EXHAUSTED = {
    # the last fourteen cards: a natural round, what the remedy takes, and a round that the rest cannot complete
    "section-42": "9s 2h Ts 3c 5s 6h 6d 6c 7h 7d As Ah 2s 2h",  # a five and five more
    "massachusetts": "9s 2h Ts 3c 5s As 7s Ad 6h Td As Ah 2s 2h",  # a simulated round of six
}


def exhausted(rulebook, tail=None, **options):
    """The last hand has four cards left for it; its third card is missing. It stands where that card is due."""
    table = Table(rulebook, cards=natural_shoe(tail or EXHAUSTED[rulebook]), **options)
    table.to(lambda state: state.last_hand_called and state.phase is Phase.BETTING)
    table.report("face-up-in-shoe")
    table.to(lambda state: state.phase is Phase.BETTING and not state.strays)
    assert table.state.cards_left == 4
    return table


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    each(("section-42", "s42/k/4"), ("massachusetts", "ma/13/e"), ("massachusetts", "ma/13/e/return")),
)
def test_a_round_the_shoe_cannot_complete_is_void_and_every_wager_returned(rulebook, clause, saw):
    table = exhausted(rulebook)
    chips = {seat: table.state.chips(seat) for seat in (1, 3, 7)}
    for seat, wager in ((1, "player"), (3, "banker"), (7, "tie")):
        table.bet(seat, wager, 100_00)
    assert table.no(c.Report, kind="too-few-cards").code is Code.NOT_NOW
    table.to(lambda state: isinstance(table.next(), c.Report))
    assert (table.state.phase, table.state.cards_left) == (Phase.DRAWING, 0)
    third = table.no(c.DealCard, hand="player")
    assert (third.code, clause in third.clauses) == (Code.TOO_FEW_CARDS, True)
    voided = only(table.report("too-few-cards"), e.CoupVoided)
    assert clause in voided.clauses
    returned = sorted((one.seat, one.wager, one.outcome, one.net_cents) for one in voided.wagers)
    assert returned == [(1, "player", "push", 0), (3, "banker", "push", 0), (7, "tie", "push", 0)]
    assert {seat: table.state.chips(seat) for seat in (1, 3, 7)} == chips
    assert not table.state.wagers
    refused = [
        table.no(c.DealCard, hand="player"),
        table.no(c.CallResult, player=3, banker=3, result="tie"),
        table.no(c.TakeActions, actions=(("pay", 7, "tie", 800_00),)),
    ]
    assert all(clause in refusal.clauses for refusal in refused), "neither continued nor settled"
    racked = only(table.yes(c.RackCards), e.CardsRacked)
    assert (racked.voided, len(racked.player), len(racked.banker)) == (True, 2, 2)
    saw(third, voided, refused)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/k/4/reshuffle", "ma/13/e/reshuffle"))
def test_a_new_round_comes_only_after_the_whole_set_is_reshuffled(rulebook, clause, saw):
    table = exhausted(rulebook)
    table.bet(1, "player", 100_00)
    table.to(lambda state: bool(state.void_for))
    voided = table.last(e.CoupVoided)
    assert [(one.seat, one.wager, one.outcome) for one in voided.wagers] == [(1, "player", "push")]
    table.yes(c.RackCards)
    assert phase_of(table) is Phase.BETWEEN
    refused = [table.no(c.CallNoMoreBets), table.no(c.CallLastHand), table.no(c.DealCard, hand="player")]
    assert all(clause in refusal.clauses for refusal in refused)
    ended = only(table.yes(c.EndShoe), e.ShoeEnded)
    assert clause in ended.clauses
    assert phase_of(table) is Phase.SHUFFLE
    table.to(Phase.BETTING)
    assert table.state.shoe_no == 2
    assert table.state.next_index + table.state.cards_left == 416
    saw(voided, refused, ended)


@pytest.mark.clause("ma/13/e/return")
@pytest.mark.parametrize(("chosen", "keeps"), [("reverse", 0), ("stands", 300_00)])
def test_house_money_of_a_void_round_goes_back_unless_the_house_lets_it_stand(chosen, keeps, saw):
    """The pair had paid 300; reversed with the round, an added payout included, or kept (B10)."""
    tail = "9s 2h Ts 3c 5s As 7s Ad 6h Td 2s Ah 2d 2c"
    table = exhausted("massachusetts", tail, house_money=True, house_money_on_void=chosen)
    chips = {seat: table.state.chips(seat) for seat in (1, 3)}
    table.bet(1, "house-money", 100_00)
    table.bet(1, "player", 100_00)
    table.bet(3, "house-money", 100_00)
    table.bet(3, "player", 100_00)
    table.to(Phase.HOUSE_MONEY)
    table.yes(c.ChooseHouseMoney, seat=3, choice="player")
    table.to(lambda state: bool(state.void_for))
    voided = table.last(e.CoupVoided)
    assert table.state.chips(1) == chips[1] + keeps
    assert table.state.chips(3) == chips[3] + keeps
    assert sum(table.state.balances.values()) == 0
    saw(voided)
