"""Options that change while a table lives: the vigorish, the order of settlement, the finish of the shuffle, limits.

The pit decides that they change and when, after the notices its clauses ask for; the table takes a change at the next
moment at which no guest's wager and no debt is under the old rule. Everything else about a table changes by opening it
anew.
"""

from collections.abc import Mapping
from typing import NamedTuple

from minibac.houses.choices import with_sets
from minibac.houses.papers import LAYOUT_APPROVAL, NO_VIGORISH, pit_text
from minibac.machine.kinds import noted
from minibac.rules.house_rules import HouseRules, build, of_another, read_fraction
from minibac.rules.limit_options import CHANGED as LIMITS_CHANGED
from minibac.rules.limit_options import MINIMUM, limit_of, limits_refusal
from minibac.rules.options import typed
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Value
from minibac.rules.words import did_you_mean
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, decides, not_now
from minibac.table.phases import COUP_PHASES, IN_PLAY
from minibac.table.state import Phase, TableState
from minibac.table.steps import round_step
from minibac.voice.said import many, said

SHUFFLE_OPTIONS = ("finish", "reshuffle_after_lace")
SETTLEMENT_OPTIONS = ("settlement_order",)
VIGORISH_OPTIONS = ("vigorish_type", "vigorish_rate", "vigorish_rounding")
CHANGEABLE = (*SHUFFLE_OPTIONS, *SETTLEMENT_OPTIONS, *VIGORISH_OPTIONS)
"""What a table can take without being opened anew."""


class Notices(NamedTuple):
    """What must be told before a change, as the clauses that ask for it; empty where nothing must."""

    surveillance: tuple[str, ...]
    """In writing, thirty minutes ahead (s42/e/2/ii/B, s42/j/3/ii)."""
    posted: tuple[str, ...]
    """Posted at the table for the house's period (s42/c/5, s42/c/6/notice)."""

    @property
    def clauses(self) -> tuple[str, ...]:
        return (*self.surveillance, *self.posted)


def changed_rules(before: HouseRules, options: Mapping[str, Value]) -> HouseRules | tuple[Refusal, ...]:
    """The rules of a table with some options changed, or every reason why not; what they leave idle goes."""
    choices = with_sets(before.rulebook, before.options, options)
    return build(before.rulebook, choices, references=before.references, approved=before.approved)


def notices_for(before: HouseRules, after: HouseRules) -> Notices:
    """What must be told before these rules follow those.

    A reshuffle that is off and one that does not exist (under feathering) are the same: there is none.
    """
    pit = pit_text(before.rulebook)
    told = pit.house.surveillance_notice if pit else {}
    surveillance = tuple(clause for name, clause in told.items() if _value(before, name) != _value(after, name))
    return Notices(surveillance, _posted(before, after))


def _posted(before: HouseRules, after: HouseRules) -> tuple[str, ...]:
    clauses = before.rulebook.house.vigorish_notice
    if not clauses:
        return ()
    types = (before.options.get("vigorish_type"), after.options.get("vigorish_type"))
    if types[0] != types[1]:
        return clauses.led_by("type") if NO_VIGORISH in types else (clauses.named("raised"),)
    rates = [read_fraction(str(rules.options.get("vigorish_rate", 0))) for rules in (before, after)]
    return (clauses.named("raised"),) if rates[1] > rates[0] else ()


def _value(rules: HouseRules, name: str) -> Value:
    return rules.options.get(name, "none")


def change_clauses(before: HouseRules, after: HouseRules) -> tuple[str, ...]:
    """The clauses behind a change: what allows the new values, that a pit or a table is alike, what had to be told."""
    pit = pit_text(before.rulebook)
    found: list[str] = []
    for name in CHANGEABLE:
        if before.options.get(name) == after.options.get(name):
            continue
        rules = after if name in after.options else before
        found += rules.setting(name).clauses
        if pit and name in pit.house.pit_options:
            found.append(pit.house.pit_options[name])
        if name in VIGORISH_OPTIONS:
            found += before.rulebook.wagers.uniform
    return tuple(dict.fromkeys((*found, *notices_for(before, after).clauses)))


@decides(c.ChangeOptions)
def change_options(state: TableState, command: c.ChangeOptions) -> Decision:
    """Take the options that the pit has changed, if this is a moment at which a table may."""
    usual = round_step(state, "settle").clauses
    for name in command.options:
        if name not in CHANGEABLE and limit_of(name) is None:
            sentence = said(
                "{option} does not change at an open table{did_you_mean}: {changeable}",
                option=name,
                did_you_mean=did_you_mean(name, CHANGEABLE),
                changeable=many(CHANGEABLE, "and"),
            )
            return refuse(Code.UNKNOWN_OPTION, sentence, *usual, allowed=CHANGEABLE)
    before = state.rules
    if refusal := limits_refusal(before, command.options):
        return refusal
    limits = {name: value for name, value in command.options.items() if _other_limit(state, name, value)}
    after = changed_rules(before, {name: value for name, value in command.options.items() if name in CHANGEABLE})
    if not isinstance(after, HouseRules):
        return refuse(after[0].code, after[0].said, *(after[0].clauses or usual), allowed=after[0].allowed)
    if after.options == before.options and not limits:
        return ()
    clauses = (*change_clauses(before, after), *((LIMITS_CHANGED,) if limits else ())) or usual
    if (needed := notices_for(before, after).clauses) and not command.notice.strip():
        words = many((f"{name} to {typed(value)}" for name, value in command.options.items()), "and")
        sentence = said("a change of {options} rests on a notice, and none is named", options=words)
        return refuse(Code.NO_NOTICE, sentence, *needed)
    if [p.id for p in after.propositions] != [p.id for p in before.propositions]:
        sentence = said("the layout would show other wagers: the table is opened anew for that")
        return refuse(Code.ILLEGAL_LAYOUT, sentence, *before.rulebook.layout.wager_areas_clauses, *clauses)
    if refusal := _moment(state, after, clauses, limits):
        return refusal
    changed = {name: after.options.get(name, "") for name in CHANGEABLE if _differs(before, after, name)}
    return (noted(e.OptionsChanged, command, clauses, options=dict(after.options), changed=changed | limits),)


def _other_limit(state: TableState, name: str, value: Value) -> bool:
    """Whether an option is a limit that the table does not have yet."""
    limit = limit_of(name)
    if limit is None:
        return False
    known = state.minimum_cents if limit.kind == MINIMUM else state.maximum_cents
    return known.get(limit.wager) != value


def _differs(before: HouseRules, after: HouseRules, name: str) -> bool:
    return before.options.get(name) != after.options.get(name)


def _moment(
    state: TableState, after: HouseRules, clauses: tuple[str, ...], limits: Mapping[str, Value]
) -> Refusal | None:
    """Why the table cannot change over just now, or ``None``."""
    before = state.rules
    if any(_differs(before, after, name) for name in SHUFFLE_OPTIONS):
        begun = state.phase is Phase.SHUFFLE and state.done
        if begun or state.phase in IN_PLAY:
            return not_now(state, said("a change of the shuffle, which comes between shoes,"), *clauses)
    money = [name for name in (*SETTLEMENT_OPTIONS, *VIGORISH_OPTIONS) if _differs(before, after, name)]
    money += ["limits"] if limits else []
    if not money:
        return None
    if state.phase in COUP_PHASES or state.wagers or state.spoken or state.suspended:
        return not_now(
            state, said("a change of {options} while wagers are on the layout", options=many(money, "and")), *clauses
        )
    owing = state.owing
    if owing and any(name in VIGORISH_OPTIONS for name in money):
        sentence = said("vigorish is owed by seat {seats} under the rule that would change", seats=many(owing, "and"))
        return refuse(Code.VIGORISH_OWED, sentence, *clauses, *before.rulebook.owed.stays)
    return None


# ----------------------------------------------------------------------------------------------------- the first event


def may_open(rules: HouseRules) -> Refusal | None:
    """Why no table can open with these rules: its layout needs an approval that the house does not hold (ma/2/b)."""
    clause = rules.rulebook.house.layout_approval
    if clause is None:
        return None
    if LAYOUT_APPROVAL in rules.references:
        return of_another(rules.references[LAYOUT_APPROVAL], rules.rulebook.house.layout_authority, clause)
    sentence = said(
        "the layout needs the reference {reference} under {rulebook}, and the house holds none",
        reference=LAYOUT_APPROVAL,
        rulebook=rules.rulebook.short,
    )
    return refuse(Code.MISSING_REFERENCE, sentence, clause, allowed=(LAYOUT_APPROVAL,))


def opening_clauses(rules: HouseRules) -> tuple[str, ...]:
    """The clauses a table fulfils by opening: its seats, and the approval of its layout where one is asked for."""
    approval = rules.rulebook.house.layout_approval
    return (*rules.rulebook.layout.seats_clauses, *((approval,) if approval else ()))
