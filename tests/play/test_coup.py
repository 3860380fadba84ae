"""The coup as a machine: every transition, every end, and the picture of it in the docs."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.cards.card import ALL_CARDS, Card, parse_cards
from minibac.play.coup import DUE, START, TRANSITIONS, Coup, Hand, Stage, Turn, next_draw, play, run_out, take
from minibac.play.results import Winner
from minibac.rules.rulebook import RULEBOOKS, load
from tests.naive import dealer
from tests.play.diagram import coup_diagram

RULES = load("section-42").tableau
DOCS = Path(__file__).parents[2] / "docs" / "coup.md"

WAITING = [stage for stage in Stage if stage not in (Stage.COMPLETE, Stage.VOID)]

WAYS_ON = {  # by hand, from the print: four cards alternately, then the drawing rules
    Stage.PLAYER_FIRST: {Turn.CARD, Turn.OUT_OF_CARDS},
    Stage.BANKER_FIRST: {Turn.CARD, Turn.OUT_OF_CARDS},
    Stage.PLAYER_SECOND: {Turn.CARD, Turn.OUT_OF_CARDS},
    Stage.BANKER_SECOND: {Turn.NATURAL, Turn.PLAYER_DRAWS, Turn.BANKER_DRAWS, Turn.STAND, Turn.OUT_OF_CARDS},
    Stage.PLAYER_THIRD: {Turn.BANKER_DRAWS, Turn.STAND, Turn.OUT_OF_CARDS},
    Stage.BANKER_THIRD: {Turn.CARD, Turn.OUT_OF_CARDS},
    Stage.COMPLETE: set(),
    Stage.VOID: set(),
}

FOLLOWS = {  # the stage behind each turn, wherever it comes
    Turn.NATURAL: Stage.COMPLETE,
    Turn.STAND: Stage.COMPLETE,
    Turn.PLAYER_DRAWS: Stage.PLAYER_THIRD,
    Turn.BANKER_DRAWS: Stage.BANKER_THIRD,
    Turn.OUT_OF_CARDS: Stage.VOID,
}


@pytest.mark.parametrize(("stage", "turn"), list(product(Stage, Turn)))
def test_each_stage_takes_the_turns_it_can_and_no_other(stage: Stage, turn: Turn) -> None:
    if turn not in WAYS_ON[stage]:
        with pytest.raises(KeyError):
            TRANSITIONS[stage, turn]
        return
    following = TRANSITIONS[stage, turn]
    if turn is Turn.CARD:
        assert following is (
            Stage.COMPLETE if stage is Stage.BANKER_THIRD else list(Stage)[list(Stage).index(stage) + 1]
        )
    else:
        assert following is FOLLOWS[turn]


@pytest.mark.parametrize("stage", Stage)
def test_a_stage_waits_for_a_hand_or_is_over(stage: Stage) -> None:
    assert (stage in DUE) != Coup(stage=stage).over
    assert next_draw(Coup(stage=stage)) is DUE.get(stage)


def test_the_hands_take_turns() -> None:
    assert [DUE[stage] for stage in WAITING] == [Hand.PLAYER, Hand.BANKER] * 3


@pytest.mark.parametrize("stage", [Stage.COMPLETE, Stage.VOID])
def test_no_card_after_the_end(stage: Stage) -> None:
    with pytest.raises(ValueError, match=f"no card is due: the coup is {stage}"):
        take(Coup(stage=stage), ALL_CARDS[0], RULES)
    with pytest.raises(KeyError):
        run_out(Coup(stage=stage))


def at_each_stage() -> dict[Stage, Coup]:
    """A coup at each waiting stage, dealt by the engine: Player 0, Banker 3, Player's third card 2."""
    found, coup = {}, START
    for card in parse_cards("Kh,Ks,Kd,3c,2s,As"):
        found[coup.stage] = coup
        coup = take(coup, card, RULES)
    return found


@pytest.mark.parametrize("stage", WAITING)
def test_the_cards_may_run_out_at_every_stage(stage: Stage) -> None:
    coup = at_each_stage()[stage]
    void = run_out(coup)
    assert void.stage is Stage.VOID
    assert void.over
    assert (void.player, void.banker) == (coup.player, coup.banker), "the cards dealt stay where they are"
    assert next_draw(void) is None
    with pytest.raises(ValueError, match="it has a result when it is complete"):
        _ = void.result


@pytest.mark.parametrize("stage", WAITING)
def test_an_unfinished_coup_has_no_result(stage: Stage) -> None:
    with pytest.raises(ValueError, match=f"the coup is at {stage}"):
        _ = at_each_stage()[stage].result


@given(st.lists(st.sampled_from(ALL_CARDS), max_size=8), st.sampled_from(RULEBOOKS))
def test_cards_are_never_lost_and_fall_as_the_naive_dealer_says(cards: list[Card], rulebook_id: str) -> None:
    rules = load(rulebook_id).tableau
    coup = play(cards, rules)
    player, banker, left, complete = dealer.deal_hands(rulebook_id, [str(card) for card in cards])
    assert [str(card) for card in coup.player] == player
    assert [str(card) for card in coup.banker] == banker
    assert len(coup.player) + len(coup.banker) + len(left) == len(cards)
    used = list(cards[: len(cards) - len(left)])
    in_order = [hand[index] for index in range(3) for hand in (coup.player, coup.banker) if index < len(hand)]
    assert in_order == used
    assert coup.stage is (Stage.COMPLETE if complete else Stage.VOID)
    if complete:
        totals = dealer.point_count(player), dealer.point_count(banker)
        assert (coup.player_total, coup.banker_total) == totals
        winner = Winner.TIE if totals[0] == totals[1] else Winner.PLAYER if totals[0] > totals[1] else Winner.BANKER
        assert coup.result.winner is winner


@given(st.lists(st.sampled_from(ALL_CARDS), min_size=6, max_size=6))
def test_one_card_at_a_time(cards: list[Card]) -> None:
    """Each card goes to the hand that was due, and to no other."""
    coup = START
    for card in cards:
        due = next_draw(coup)
        if due is None:
            break
        after = take(coup, card, RULES)
        grown = {Hand.PLAYER: after.player != coup.player, Hand.BANKER: after.banker != coup.banker}
        assert [hand for hand, grew in grown.items() if grew] == [due]
        assert (after.player if due is Hand.PLAYER else after.banker)[-1] is card
        assert after.four_cards_out == (len(after.banker) >= 2)
        coup = after
    assert coup.over


def test_the_docs_show_the_diagram_that_the_code_draws() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert page.count("```mermaid\n") == 1
    shown = page.split("```mermaid\n")[1].split("```")[0]
    assert shown == coup_diagram(), "docs/coup.md shows another machine: paste coup_diagram() into it"


def test_the_diagram_has_every_transition_once() -> None:
    lines = coup_diagram().splitlines()
    assert lines[0] == "stateDiagram-v2"
    arrows = [line.strip() for line in lines[1:]]
    assert len(arrows) == len(set(arrows)) == len(TRANSITIONS) + 3
    for (stage, turn), following in TRANSITIONS.items():
        words = turn.replace("-", " ")
        assert f"{stage.replace('-', '_')} --> {following.replace('-', '_')}: {words}" in arrows
