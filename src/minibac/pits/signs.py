"""The sign at a table: the vigorish now, the change that is coming, of vigorish or of limits, and its time."""

from collections.abc import Mapping
from typing import NamedTuple

from minibac.pits.notices import effects_on
from minibac.pits.pit_opening import rules_of
from minibac.pits.pit_state import PitState
from minibac.rules.house_rules import HouseRules
from minibac.rules.limit_options import limit_of
from minibac.rules.option_names import option_words
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import Value
from minibac.rules.wager_words import vigorish_sign
from minibac.table.changes import VIGORISH_OPTIONS
from minibac.table.view_types import PostedSign
from minibac.voice.said import Moment, Said, said


class Pending(NamedTuple):
    """A change of vigorish or of limits as the sign at a table announces it."""

    options: Mapping[str, Value]
    says: Said
    effective_at: int
    posted_at: int | None


class Sign(NamedTuple):
    """The sign at a table: the vigorish now, and the change that is coming."""

    table: str
    says: Said
    options: Mapping[str, Value]
    pending: Pending | None
    clauses: tuple[str, ...]


def sign(state: PitState, table: str) -> Sign:
    """What the sign at a table of the pit shows."""
    rules = rules_of(state.tables[table])
    assert isinstance(rules, HouseRules)
    now = {name: value for name, value in rules.options.items() if name in VIGORISH_OPTIONS}
    pending = limits = None
    for change in state.changes.values():
        if table in change.tables and any(map(limit_of, change.options)):
            words = said("{limits}", limits=option_words(change.options))
            limits = Pending(change.options, words, change.effective_at, None)
        elif table in change.tables and not change.pit_wide:
            effects = effects_on(state, change.options, (table,))
            after = effects[table][1] if not isinstance(effects, Refusal) and table in effects else rules
            posted = state.notices[change.notice].given_at if change.notice else None
            pending = Pending(change.options, vigorish_sign(after), change.effective_at, posted)
    clauses = (*rules.rulebook.wagers.uniform, *(rules.rulebook.house.vigorish_notice if pending else ()))
    if limits and pending:  # both stand on the sign for as long as they wait
        both = said(
            "{first}; from {time}: {second}", first=pending.says, time=Moment(limits.effective_at, state.time_zone)
        )
        pending = pending._replace(says=both.about(second=limits.says))
    pending = pending or limits
    return Sign(table, vigorish_sign(rules), now, pending, clauses)


def sign_plain(posted: Sign) -> PostedSign:
    """A sign on the wire: its words in English, and as they can be said in any language."""
    plain: PostedSign = {
        "says": str(posted.says),
        "said": posted.says,
        "options": posted.options,
        "clauses": posted.clauses,
        "pending": None,
    }
    if pending := posted.pending:
        plain["pending"] = {
            "says": str(pending.says),
            "said": pending.says,
            "options": {**posted.options, **pending.options},
            "effective_at": pending.effective_at,
            "posted_at": pending.posted_at,
        }
    return plain
