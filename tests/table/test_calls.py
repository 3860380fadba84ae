"""What the dealer calls: the counts before any third card, third cards in order, the result before any settlement."""

import pytest

from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import FLOOR, Table
from tests.table.rounds import (
    BANKER_DRAWS,
    BOTH_DRAW,
    BOTH_STAND,
    NATURAL,
    PLAYER_DRAWS,
    bet_table,
    both,
    coup_of,
    each,
    handed_out,
    handed_table,
    only,
    reports,
    tries,
)

# ---------------------------------------------------------------------------------------------------------- the counts


@pytest.mark.parametrize(
    ("rulebook", "clause", "mode"),
    [
        *each(("section-42", "s42/h/1", "face-up"), ("seneca", "sen/announce-counts", "face-up")),
        pytest.param("section-42", "s42/h/1", "tucked", marks=pytest.mark.clause("s42/h/1")),
    ],
)
def test_the_players_count_is_called_then_the_bankers_before_any_draw(rulebook, clause, mode, saw):
    table = bet_table(rulebook, BOTH_DRAW, deal_mode=mode)
    table.to(Phase.TURNING)
    if mode == "tucked":
        table.yes(c.TurnCards, hand="player")
    drawn = [table.no(c.DealCard, hand="player")]
    first = table.no(c.CallCount, hand="banker", count=3)
    assert first.code is Code.WRONG_ORDER
    wrong = table.no(c.CallCount, hand="player", count=4)
    assert (wrong.code, clause in wrong.clauses) == (Code.WRONG_COUNT, True)
    player = only(table.yes(c.CallCount, hand="player", count=3), e.CountCalled)
    drawn.append(table.no(c.DealCard, hand="player"))
    twice = table.no(c.CallCount, hand="player", count=3)
    if mode == "tucked":
        table.yes(c.TurnCards, hand="banker")
    banker = only(table.yes(c.CallCount, hand="banker", count=3), e.CountCalled)
    assert [refusal.clause for refusal in drawn] == [clause, clause]
    assert [(event.hand, event.count) for event in (player, banker)] == [("player", 3), ("banker", 3)]
    assert "3" in str(player.announcement)
    assert table.state.phase is Phase.DRAWING
    table.yes(c.DealCard, hand="player")
    saw(player, banker, drawn, first, wrong, twice)


COUNTS = [
    ("section-42", "s42/g/3/iii/A/announce", "player"),
    ("section-42", "s42/g/3/iii/B/announce", "banker"),
    ("massachusetts", "ma/8/c/1/announce", "player"),
    ("massachusetts", "ma/8/c/2/announce", "banker"),
]


@pytest.mark.parametrize(("rulebook", "clause", "hand"), each(*COUNTS))
def test_each_count_is_called_when_its_cards_are_back_and_the_next_step_waits_for_it(rulebook, clause, hand, saw):
    table = handed_table(rulebook)
    handed_out(table, hand)
    table.yes(c.ReturnCards, hand=hand)
    waits = table.no(c.HandCards, hand="banker", seat=7) if hand == "player" else table.no(c.DealCard, hand="player")
    assert clause in waits.clauses
    called = only(table.yes(c.CallCount, hand=hand, count=3), e.CountCalled)
    assert clause in called.clauses
    if hand == "player":
        table.yes(c.HandCards, hand="banker", seat=7)
    else:
        table.yes(c.DealCard, hand="player")
    saw(called, waits)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/h/1/handed", "ma/9/a"))
def test_in_the_handed_mode_both_counts_are_called_once_and_before_any_third_card(rulebook, clause, saw):
    table = handed_table(rulebook)
    table.to(Phase.TURNING)
    early = [table.no(c.DealCard, hand="player")]
    handed_out(table, "banker")
    early.append(table.no(c.DealCard, hand="player"))
    repeated = table.no(c.CallCount, hand="player", count=3)
    assert all(clause in refusal.clauses for refusal in (*early, repeated))
    table.coup()
    calls = table.all(e.CountCalled)
    assert [(event.hand, event.count) for event in calls] == [("player", 3), ("banker", 3)], "once each (B12)"
    assert all(clause in event.clauses for event in calls)
    saw(calls, early, repeated)


@pytest.mark.clause("ma/9/a")
def test_the_counts_are_called_too_when_the_dealer_turned_the_cards(saw):
    table = Table("massachusetts", cards=BOTH_DRAW)
    table.to(Phase.BETTING)
    table.coup()
    assert not table.all(e.CardsHanded)
    calls = table.all(e.CountCalled)
    assert [(event.hand, event.count) for event in calls] == [("player", 3), ("banker", 3)]
    saw(calls)


# -------------------------------------------------------------------------------------------------------- third cards


def drawing(rulebook, cards, **options):
    table = handed_table(rulebook, cards) if options.get("deal_mode") == "handed" else bet_table(rulebook, cards)
    table.to(lambda state: len(state.coup.called) == 2 if state.coup else False)
    return table


DECIDES: list[tuple[object, ...]] = [
    ("section-42", "s42/h/2", {}),
    ("massachusetts", "ma/9/b", {}),
]


@pytest.mark.parametrize(("rulebook", "clause", "options"), each(*DECIDES))
def test_the_tables_decide_who_draws_and_not_the_dealer(rulebook, clause, options, saw):
    """Player stays on 6 or 7, Banker draws on 4 then; with 7 each, or a natural, nobody draws."""
    for cards, due in ((BOTH_DRAW, "player"), (BANKER_DRAWS, "banker"), (BOTH_STAND, None), (NATURAL, None)):
        table = drawing(rulebook, cards, **options)
        for hand in {"player", "banker"} - {due}:
            refusal = table.no(c.DealCard, hand=hand)
            assert (refusal.code, clause in refusal.clauses) == (Code.WRONG_HAND, True)
            saw(refusal)
        if due:
            unfinished = table.no(c.CallResult, player=0, banker=0, result="tie")
            assert clause in unfinished.clauses, "the round is not over while a card is due"
            dealt = only(table.yes(c.DealCard, hand=due), e.CardDealt)
            assert (dealt.hand, clause in dealt.clauses) == (due, True)
            saw(dealt)
        else:
            assert table.state.phase is Phase.RESULT


ORDER: list[tuple[object, ...]] = [
    ("section-42", "s42/h/3", {}),
    ("seneca", "sen/third-card", {}),
]


@pytest.mark.parametrize(("rulebook", "clause", "options"), each(*ORDER))
def test_third_cards_lie_face_up_the_players_first(rulebook, clause, options, saw):
    table = drawing(rulebook, BOTH_DRAW, **options)
    banker_first = table.no(c.DealCard, hand="banker")
    face_down = tries(table, c.DealCard, hand="player")
    assert face_down.code is Code.WRONG_CARD
    player = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    banker = only(table.yes(c.DealCard, hand="banker"), e.CardDealt)
    assert [(event.hand, event.card) for event in (player, banker)] == [("player", "4d"), ("banker", "Td")]
    assert all(clause in thing.clauses for thing in (banker_first, face_down, player, banker))
    saw(banker_first, face_down, player, banker)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/h/3/handed", "ma/9/c"))
def test_handed_third_cards_come_in_the_same_order(rulebook, clause, saw):
    """Face down while a bettor holds the hand; Player before Banker always (B11)."""
    table = drawing(rulebook, BOTH_DRAW, deal_mode="handed")
    banker_first = table.no(c.DealCard, hand="banker")
    assert clause in banker_first.clauses
    table.coup()
    thirds = table.all(e.CardDealt)[4:]
    assert [(event.hand, event.card) for event in thirds] == [("player", None), ("banker", None)]
    assert all(clause in event.clauses for event in thirds)
    saw(thirds, banker_first)


@pytest.mark.clause("ma/9/c")
def test_a_third_card_lies_face_up_where_no_bettor_holds_the_hand(saw):
    table = Table("massachusetts", cards=BOTH_DRAW)
    table.to(Phase.BETTING)
    table.coup()
    thirds = table.all(e.CardDealt)[4:]
    assert [(event.hand, event.card) for event in thirds] == [("player", "4d"), ("banker", "Td")]
    saw(thirds)


AT_MOST = [("section-42", "s42/h/4"), ("massachusetts", "ma/9/d"), ("seminole", "sem/one-additional")]


@pytest.mark.parametrize(("rulebook", "clause"), each(*AT_MOST))
def test_no_hand_gets_a_fourth_card(rulebook, clause, saw):
    table = bet_table(rulebook, f"{BOTH_DRAW} 5h")
    table.to(lambda state: state.coup is not None and len(state.coup.player) == 3)
    table.to(lambda state: isinstance(table.next(), c.DealCard))
    refusals = [table.no(c.DealCard, hand="player")]
    table.to(Phase.RESULT)
    refusals += [table.no(c.DealCard, hand=hand) for hand in ("player", "banker")]
    assert all(refusal.clause == clause for refusal in refusals)
    assert [len(coup_of(table).hand(hand)) for hand in ("player", "banker")] == [3, 3]
    thirds = table.all(e.CardDealt)[4:]
    assert len(thirds) == 2
    assert all(clause in event.clauses for event in thirds)
    saw(thirds, refusals)


@pytest.mark.parametrize(("rulebook", "clause"), AT_MOST)
def test_a_fourth_card_that_is_out_is_a_card_drawn_in_error(rulebook, clause):
    """It is due to no hand; to the Player's Hand it is no third card (F02, F03)."""
    del clause
    table = bet_table(rulebook, f"{BOTH_DRAW} 5h")
    table.to(Phase.RESULT)
    for kind in ("third-card-to-player", "third-card-to-banker"):
        assert table.no(c.Report, kind=kind).code is Code.NOT_NOW
    strayed, carried = reports(table, "card-in-error")
    assert (strayed.do, carried.positions) == (("carry",), strayed.positions)
    assert [len(coup_of(table).hand(hand)) for hand in ("player", "banker")] == [3, 3]


# ----------------------------------------------------------------------------------------------------------- the result

WON = [
    ("section-42", "s42/j/1", BANKER_DRAWS, (7, 9, "banker")),
    ("massachusetts", "ma/11/a", BANKER_DRAWS, (7, 9, "banker")),
    ("seminole", "sem/closest-nine", BOTH_DRAW, (7, 3, "player")),
    ("seneca", "sen/closest-nine", BOTH_DRAW, (7, 3, "player")),
    ("seneca", "sen/object", BANKER_DRAWS, (7, 9, "banker")),
    ("section-42", "s42/j/1/tie", BOTH_STAND, (7, 7, "tie")),
    ("massachusetts", "ma/11/a/tie", PLAYER_DRAWS, (7, 7, "tie")),
    ("seneca", "sen/tie", BOTH_STAND, (7, 7, "tie")),
]


@pytest.mark.parametrize(("rulebook", "clause", "cards", "result"), each(*WON))
def test_the_final_counts_and_the_winner_are_called_before_anything_is_settled(rulebook, clause, cards, result, saw):
    table = bet_table(rulebook, cards)
    table.to(Phase.RESULT)
    player, banker, winner = result
    unsettled = table.no(c.TakeActions, actions=(("collect", 7, "tie", 100_00),))
    assert clause in unsettled.clauses
    wrong = [
        table.no(c.CallResult, player=player, banker=banker, result=other)
        for other in {"player", "banker", "tie"} - {winner}
    ]
    wrong.append(table.no(c.CallResult, player=(player + 1) % 10, banker=banker, result=winner))
    assert all(refusal.code is Code.WRONG_RESULT and clause in refusal.clauses for refusal in wrong)
    called = only(table.yes(c.CallResult, player=player, banker=banker, result=winner), e.ResultCalled)
    assert clause in called.clauses
    words = str(called.announcement).lower()
    assert f"player {player}, banker {banker}" in words
    assert {"player": "player", "banker": "banker", "tie": "tie"}[winner] in words.split(", ")[-1]
    assert table.state.phase is Phase.SETTLING
    saw(called, unsettled, wrong)


def test_a_tie_is_called_tie_hand():
    for rulebook in ("section-42", "massachusetts", "seminole"):
        table = bet_table(rulebook, BOTH_STAND)
        table.to(Phase.SETTLING)
        assert "tie hand" in str(table.last(e.ResultCalled).announcement).lower()


def test_only_the_calling_dealer_calls_the_result():
    table = bet_table("section-42", BOTH_STAND)
    table.to(Phase.RESULT)
    refusal = table.no(c.CallResult, by=FLOOR, player=7, banker=7, result="tie")
    assert (refusal.code, refusal.clause) == (Code.NOT_YOURS, "s42/j/1")


DRAGON = ("Ts 2h 6s 2c 3h", (6, 7, "banker"), "dragon-7", "Dragon 7")
PANDA = ("As 3h 2s 4h 5h", (8, 7, "player"), "panda-8", "Panda 8")


@pytest.mark.clause("ma/11/a/ez")
@pytest.mark.clause("ma/11/a/ez", breaks=True)
@pytest.mark.parametrize(("cards", "result", "call", "words"), [DRAGON, PANDA], ids=["dragon-7", "panda-8"])
def test_at_ez_dragon_7_and_panda_8_are_called_when_they_occur(cards, result, call, words, saw):
    player, banker, winner = result
    table = bet_table("massachusetts", cards, vigorish_type="ez")
    table.to(Phase.RESULT)
    other = "panda-8" if call == "dragon-7" else "dragon-7"
    for said in ("", other):
        silent = table.no(c.CallResult, player=player, banker=banker, result=winner, call=said)
        assert (silent.code, "ma/11/a/ez" in silent.clauses) == (Code.WRONG_RESULT, True)
        saw(silent)
    called = only(table.yes(c.CallResult, player=player, banker=banker, result=winner, call=call), e.ResultCalled)
    assert words in str(called.announcement)
    saw(called)


@pytest.mark.parametrize(("cards", "result", "call", "words"), [DRAGON, PANDA], ids=["dragon-7", "panda-8"])
def test_away_from_ez_the_same_hands_have_no_name(cards, result, call, words):
    player, banker, winner = result
    table = bet_table("massachusetts", cards)
    table.to(Phase.RESULT)
    assert table.no(c.CallResult, player=player, banker=banker, result=winner, call=call).code is Code.WRONG_RESULT
    called = only(table.yes(c.CallResult, player=player, banker=banker, result=winner), e.ResultCalled)
    assert words not in str(called.announcement)


@pytest.mark.parametrize(
    ("clause", "call", "cards", "result"),
    [
        pytest.param(clause, call, cards, result, marks=pytest.mark.clause(clause, breaks=True))
        for clause, call, cards, result in (
            ("ma/1/dragon-7", "dragon-7", "Ts 3h 6s 4c", (6, 7, "banker")),
            ("ma/1/panda-8", "panda-8", "Ts 3h 8s 4c", (8, 7, "player")),
        )
    ],
)
def test_a_dragon_7_or_a_panda_8_of_two_cards_is_none(clause, call, cards, result, saw):
    player, banker, winner = result
    table = bet_table("massachusetts", cards, vigorish_type="ez")
    table.to(Phase.RESULT)
    refusal = table.no(c.CallResult, player=player, banker=banker, result=winner, call=call)
    assert (refusal.code, {clause, "ma/11/a/ez"} <= set(refusal.clauses)) == (Code.WRONG_RESULT, True)
    saw(refusal)
    table.yes(c.CallResult, player=player, banker=banker, result=winner)
