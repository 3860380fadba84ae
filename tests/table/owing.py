"""Tables where the Banker's Hand has won and vigorish is owed."""

from typing import Any

from minibac.table.state import Phase
from tests.table.helpers import Table

BANKER_7_6 = "2s 3h 4d 4c"  # Player 6, Banker 7
LATER: dict[str, Any] = {"vigorish_collection": "deferred"}


def banker_wins(rulebook: str, **options: Any) -> Table:
    """Seat 3 has staked $100 on the Banker's Hand, which has won; the settlement is next."""
    table = Table(rulebook, cards=BANKER_7_6, **options)
    table.to(Phase.BETTING)
    table.bet(3, "banker", 100_00)
    table.to(Phase.SETTLING)
    return table


def owing(rulebook: str) -> Table:
    """Seat 3 owes $5 of vigorish, and the next betting is open."""
    table = banker_wins(rulebook, **LATER)
    table.coup()
    assert table.state.phase is Phase.BETTING
    assert table.state.owed(3) == 5_00
    return table
