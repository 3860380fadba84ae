"""Situations: tables in every phase, and in the corners inside a phase, by name.

``SITUATIONS[name](**options)`` gives a state. The every-command test walks them all; a clause test may start from one.
"""

from collections.abc import Callable
from typing import Any

from minibac.table import commands as c
from minibac.table.phases import COUP_PHASES
from minibac.table.state import Phase, TableState
from tests.table.helpers import FLOOR, Table, at_phase, house_phase

PLAYER_STANDS_BANKER_DRAWS = "3s 2h 4d 2c 5h 5d 5c"  # Player 7, Banker 4
BOTH_STAND = "3s 3h 4d 4c 5h 5d 5c"  # Player 7, Banker 7
BOTH_DRAW = "As Ah 2s 2h 4d Td 5h"  # Player 3 takes a 4, Banker 3 takes a ten
PAIRS = "2s Ah 2h 2c 4d Td 5h"  # a Player pair, and both hands draw


def wagers_down(table: Table) -> None:
    """Everybody bets on everything."""
    table.to(Phase.BETTING)
    for seat in table.state.occupied:
        for proposition in table.rules.propositions:
            table.bet(seat, proposition.id)


def _phase(phase: Phase) -> Callable[..., TableState]:
    def make(rulebook: str, **options: Any) -> TableState:
        if phase in (Phase.COMMIT, Phase.SHOE_OVER):
            return house_phase(phase, rulebook, **options)
        cards = PAIRS if phase in COUP_PHASES else None
        return at_phase(phase, rulebook, cards=cards, **options).state

    return make


def _betting(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, **options)
    wagers_down(table)
    return table.state


def _handed(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, cards=BOTH_DRAW, **options)
    wagers_down(table)
    table.to(lambda state: state.coup is not None and bool(state.coup.handed))
    return table.state


def _offered(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, cards=BOTH_DRAW, **options)
    wagers_down(table)
    table.to(lambda state: state.coup is not None and bool(state.coup.handed))
    table.yes(c.Relinquish, hand="player")
    return table.state


def _third_handed(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, cards=BOTH_DRAW, **options)
    wagers_down(table)
    table.to(lambda state: state.coup is not None and bool(state.coup.handed) and state.phase is Phase.DRAWING)
    return table.state


def _stray(cards: str, phase: Phase, kind: str, *, disclosed: bool) -> Callable[..., TableState]:
    def make(rulebook: str, **options: Any) -> TableState:
        table = Table(rulebook, cards=cards, **options)
        wagers_down(table)
        table.to(phase)
        table.report(kind, disclosed=disclosed)
        return table.state

    return make


def _between_stray(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, cards=BOTH_STAND, **options)
    wagers_down(table)
    table.to(Phase.RACKING)
    table.report("card-in-error", disclosed=True)
    table.yes(c.RackCards)
    return table.state


def _simulated(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, cards=BOTH_DRAW, **options)
    wagers_down(table)
    table.yes(c.CallNoMoreBets)
    table.report("face-up-in-shoe", count=2)
    table.step()
    return table.state


def _exposure(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, cards=BOTH_DRAW, **options)
    wagers_down(table)
    table.to(Phase.TURNING)
    table.report("exposed-in-dealing")
    return table.state


def _incident(kind: str) -> Callable[..., TableState]:
    def make(rulebook: str, **options: Any) -> TableState:
        table = Table(rulebook, cards=BOTH_DRAW, **options)
        wagers_down(table)
        table.to(Phase.TURNING)
        table.report(kind, note="a test", seat=1)
        return table.state

    return make


def _spoken(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, **options)
    table.to(Phase.BETTING)
    table.yes(c.SpeakWager, seat=1, wager="player", cents=100_00, cash_cents=150_00)
    table.yes(c.SpeakWager, seat=3, wager="tie", cents=100_00, cash_cents=100_00)
    table.yes(c.ConfirmSpoken, seat=3, wager="tie")
    table.do(c.ConfirmSpoken, by=FLOOR, seat=3, wager="tie")
    return table.state


def _owing(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, cards="2s 3h 4d 4c 5h 5d", chips=100_00, **options)
    table.to(Phase.BETTING)
    table.bet(3, "banker", 100_00)
    table.coup()
    table.bet(3, "player", 200_00)
    return table.state


def _last_hand(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, **options)
    table.to(lambda state: state.last_hand_due)
    return table.state


def _nobody(rulebook: str, **options: Any) -> TableState:
    table = Table(rulebook, seats=(), **options)
    while table.step():
        pass
    return table.state


SITUATIONS: dict[str, Callable[..., TableState]] = {
    **{phase.value: _phase(phase) for phase in Phase},
    "nobody seated": _nobody,
    "wagers down": _betting,
    "cards with a guest": _handed,
    "third card with a guest": _third_handed,
    "right on offer": _offered,
    "third card, banker draws": _stray(
        PLAYER_STANDS_BANKER_DRAWS, Phase.DRAWING, "third-card-to-player", disclosed=False
    ),
    "third card, disclosed": _stray(BOTH_STAND, Phase.RESULT, "third-card-to-player", disclosed=True),
    "third card, carried": _stray(BOTH_STAND, Phase.RESULT, "third-card-to-player", disclosed=False),
    "face up in mid-round": _stray(BOTH_DRAW, Phase.DRAWING, "face-up-in-shoe", disclosed=True),
    "early card": _stray(BOTH_DRAW, Phase.TURNING, "card-in-error", disclosed=False),
    "remedy due between rounds": _between_stray,
    "face up before the first card": _simulated,
    "an exposure waits for the floor": _exposure,
    "play stands still": _incident("other"),
    "a wager was touched": _incident("wager-touched"),
    "spoken wagers": _spoken,
    "vigorish owed": _owing,
    "last hand due": _last_hand,
}


def exists(name: str, options: dict[str, Any], rulebook: str) -> bool:
    """Whether a situation can arise under these options."""
    uncut = options.get("shuffler") == "continuous"
    cut = ("shares", "mixing", "cut-offer", "cut", "cut-done", "completed", "loaded", "between", "last hand due")
    handed = ("cards with a guest", "third card with a guest", "right on offer")
    deal_mode = options.get("deal_mode", "handed" if rulebook == "massachusetts" else "face-up")
    if name == "shuffle" and uncut:
        return False
    if name in handed and deal_mode != "handed":
        return False
    if name == "an exposure waits for the floor" and rulebook != "massachusetts":
        return False
    if name == "house-money" and not options.get("house_money"):
        return False
    if name == "spoken wagers" and not options.get("verbal_wagers"):
        return False
    deferred = options.get("vigorish_collection", "deferred" if rulebook == "seminole" else "") == "deferred"
    if name == "vigorish owed" and not deferred:
        return False
    return not (uncut and name in cut)
