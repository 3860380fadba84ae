"""The first event of a pit: its tables are alike, its controls whole, its periods stated."""

from collections.abc import Mapping

from minibac.houses.checks import UNCOLLECTED_STEPS
from minibac.houses.choices import pit_options
from minibac.houses.papers import moment_of, ms_of, not_posted, not_told, posted_before, told_before
from minibac.houses.types import House, Inventory
from minibac.machine.roles import THE_HOUSE
from minibac.pits import pit_events as e
from minibac.pits.papers import PitTable
from minibac.pits.who import shared_clauses
from minibac.rules.house_rules import HouseRules, SampleReferences, build
from minibac.rules.options import typed
from minibac.rules.refusal import Code, Refusal, as_it_is, refuse
from minibac.rules.rulebook import UnknownRulebookError, Value, load
from minibac.voice.said import many, said
from minibac.voice.times import NO_ZONE

MINUTE_MS = 60 * 1000
DAY_MS = 24 * 60 * MINUTE_MS
SURVEILLANCE_MS = 30 * MINUTE_MS
"""At least thirty minutes, in both clauses."""


def open_pit(
    pit: str,
    name: str,
    options: Mapping[str, Value],
    tables: Mapping[str, PitTable],
    at: int,
    *,
    controls: tuple[str, ...] = UNCOLLECTED_STEPS,
    vigorish_days: int | None = None,
    told_at: int | None = None,
    inventory: Inventory = Inventory.NONE,
    time_zone: str = NO_ZONE,
) -> e.PitOpened | tuple[Refusal, ...]:
    """The first event of a pit, or every reason why it cannot open: tables that differ, controls that lack a step,
    surveillance that was not told (``told_at``) half an hour ago, a game without vigorish that was not posted.
    """
    refusals: list[Refusal] = []
    told: dict[str, None] = {}
    before: dict[str, None] = {}
    now = moment_of(at)
    for table, facts in tables.items():
        rules = rules_of(facts)
        if not isinstance(rules, HouseRules):
            refusals += rules
            continue
        refusals += unlike_pit(options, table, rules)
        told |= dict.fromkeys(told_before(rules))
        posted = rules.rulebook.house.vigorish_notice
        if posted and vigorish_days is None:
            sentence = said(
                "how many days a change of vigorish is posted at {table} has no default and is not stated", table=table
            )
            refusals.append(refuse(Code.MISSING_CHOICE, sentence, *posted))
        since = None if facts.posted_at is None else moment_of(facts.posted_at)
        if refusal := not_posted(since, vigorish_days, now, posted_before(rules)):
            refusals.append(refusal)
        before |= dict.fromkeys(posted_before(rules))
    if refusal := not_told(None if told_at is None else moment_of(told_at), now, tuple(told)):
        refusals.append(refusal)
    least = load("section-42").house.uncollected_controls or ""
    if gone := [step for step in UNCOLLECTED_STEPS if step not in controls]:
        sentence = said("the internal controls lack {gone}; steps may be added, none removed", gone=many(gone, "and"))
        refusals.append(refuse(Code.ILLEGAL_VALUE, sentence, least, allowed=UNCOLLECTED_STEPS))
    if refusals:
        return tuple(refusals)
    return e.PitOpened(
        at=at,
        by=THE_HOUSE.id,
        clauses=(*shared_clauses(), *told, *before, least),
        pit=pit,
        name=name,
        options=dict(options),
        tables=dict(tables),
        surveillance_ms=SURVEILLANCE_MS,
        vigorish_ms=None if vigorish_days is None else vigorish_days * DAY_MS,
        controls=controls,
        told_at=told_at,
        inventory=inventory,
        time_zone=time_zone,
    )


def open_pit_of(house: House, pit: str, at: int) -> e.PitOpened | tuple[Refusal, ...]:
    """The first event of a pit as a house file describes it."""
    described = house.pits[pit]
    tables = {
        table.id: PitTable(
            table.rules.rulebook.id,
            dict(table.rules.options),
            None if isinstance(table.rules.references, SampleReferences) else dict(table.rules.references),
            table.rules.approved,
            ms_of(table.vigorish_posted),
        )
        for table in house.tables.values()
        if table.pit == pit
    }
    options = {name: value for name, value in described.options.items() if isinstance(value, bool | int | str)}
    return open_pit(
        pit,
        described.name,
        options,
        tables,
        at,
        controls=house.uncollected_vigorish or UNCOLLECTED_STEPS,
        vigorish_days=house.vigorish_notice_days,
        told_at=ms_of(described.notice_given),
        inventory=house.inventory,
        time_zone=house.time_zone,
    )


def rules_of(facts: PitTable) -> HouseRules | tuple[Refusal, ...]:
    """The house rules of a table of the pit."""
    try:
        book = load(facts.rulebook)
    except UnknownRulebookError as error:
        return (refuse(Code.NOT_FOUND, as_it_is(error), *shared_clauses()),)
    return build(book, facts.options, references=facts.references, approved=facts.approved)


def unlike_pit(options: Mapping[str, Value], table: str, rules: HouseRules) -> list[Refusal]:
    """Where a table differs from its pit (s42/e/3, s42/j/3/i); what a device makes idle is not looked at (A14)."""
    found = []
    for name, clause in pit_options().items():
        if name not in rules.options:
            continue
        here, there = rules.options[name], options.get(name, "none" if name == "reshuffle_after_lace" else None)
        if there is not None and here != there:
            sentence = said(
                "{option}={here} at {table} differs from the pit, which has {there}",
                option=name,
                here=typed(here),
                table=table,
                there=typed(there),
            )
            found.append(refuse(Code.DIFFERS_FROM_PIT, sentence, clause, allowed=(typed(there),)))
    return found
