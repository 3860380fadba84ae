"""A card of a real table that was named wrong, put right before anything rests on it.

A table that follows a real one knows its cards by what somebody says. The card on the felt was another all the time,
so no rule of the game is touched: the record is corrected, keeps both names, and the count is announced anew. It can be
done until a card is drawn, House Money is settled or the result is announced on the strength of the wrong name; what is
wrong after that is a supervisor's.
"""

from msgspec.structs import replace

from minibac.machine.kinds import noted
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, another_time, decides, turned_cards
from minibac.table.phases import UNCALLED
from minibac.table.state import TableState
from minibac.table.steps import random_clauses, round_step
from minibac.voice.said import said


def correctable(state: TableState) -> tuple[int, ...]:
    """The positions whose cards could still be named again, the latest first."""
    coup = state.coup
    if not state.by_hand or coup is None or state.phase not in UNCALLED:
        return ()
    dealt = coup.in_order()
    first = 4 if coup.house_money_done else 0
    if len(dealt) > 4:
        first = len(dealt) - 1  # a third card was drawn by what the cards before it count
    return tuple(position for position in reversed(dealt[first:]) if position in coup.known)


@decides(c.CorrectCard)
def correct_card(state: TableState, command: c.CorrectCard) -> Decision:
    """Name a card of the round again, while nothing rests on it."""
    coup, clauses = state.coup, naming_clauses(state, command.position)
    if coup is None or command.position not in correctable(state):
        return _too_late(state, command)
    before = coup.known[command.position]
    if command.card == before:
        return ()
    others = {position: card for position, card in state.shown.items() if position != command.position}
    if refusal := turned_cards(replace(state, shown=others), (command.card,), 1, *clauses):
        return refusal
    hand = "player" if command.position in coup.player else "banker"
    return (noted(e.CardCorrected, command, clauses, hand=hand, before=before),)


def naming_clauses(state: TableState, position: int) -> tuple[str, ...]:
    """The clauses of the step by which a card came out: a third card's, or those of the first four."""
    coup = state.coup
    third = coup is not None and position in (*coup.player[2:], *coup.banker[2:])
    return round_step(state, "third-cards" if third else "four-cards").clauses


@another_time(c.CorrectCard)
def _too_late(state: TableState, command: c.CorrectCard) -> Refusal:
    if not state.by_hand:
        sentence = said("the cards of this shoe come from its committed order: nobody names them")
        return refuse(Code.NOT_NOW, sentence, *random_clauses(state))
    can, clauses = correctable(state), naming_clauses(state, command.position)
    sentence = said(
        "a card is named again only in its round, and before another card, House Money or the result rests on it"
    )
    return refuse(Code.NOT_NOW, sentence, *clauses, allowed=tuple(map(str, can)))
