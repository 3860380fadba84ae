"""The sign at a table: the vigorish now, the change that is coming, and its time."""

from collections.abc import Mapping
from typing import NamedTuple

from minibac.pits.notices import effects_on
from minibac.pits.pit_opening import rules_of
from minibac.pits.pit_state import PitState
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import Value
from minibac.table.changes import VIGORISH_OPTIONS


class Pending(NamedTuple):
    """A change of vigorish as the sign at a table announces it."""

    options: Mapping[str, Value]
    says: str
    effective_at: int
    posted_at: int | None


class Sign(NamedTuple):
    """The sign at a table: the vigorish now, and the change that is coming."""

    table: str
    says: str
    options: Mapping[str, Value]
    pending: Pending | None
    clauses: tuple[str, ...]


def sign(state: PitState, table: str) -> Sign:
    """What the sign at a table of the pit shows."""
    rules = rules_of(state.tables[table])
    assert isinstance(rules, HouseRules)
    now = {name: value for name, value in rules.options.items() if name in VIGORISH_OPTIONS}
    found = None
    for change in state.changes.values():
        if table in change.tables and not change.pit_wide:
            effects = effects_on(state, change.options, (table,))
            after = effects[table][1] if not isinstance(effects, Refusal) and table in effects else rules
            posted = state.notices[change.notice].given_at if change.notice else None
            found = Pending(change.options, _words(after), change.effective_at, posted)
    clauses = (*rules.rulebook.wagers.uniform, *(rules.rulebook.house.vigorish_notice if found else ()))
    return Sign(table, _words(rules), now, found, clauses)


VIGORISH_WORDS = {
    "win": "{rate} vigorish on winning Banker wagers",
    "tie-25": "25% vigorish on Banker wagers when the hands tie",
    "none-banker-6": "no vigorish; a Banker win with 6 is paid 1 to 2",
    "ez": "no vigorish; a Banker win with 7 in three cards is a push",
}


def _words(rules: HouseRules) -> str:
    kind = str(rules.options.get("vigorish_type", "win"))
    return VIGORISH_WORDS[kind].format(rate=rules.options.get("vigorish_rate", "5%"))
