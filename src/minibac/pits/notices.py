"""Changes in a pit: who is told, how long before, and that all tables of the pit are alike.

Starting or stopping the reshuffle after lacing, and the order of settlement, need thirty minutes' written notice to
surveillance, counted from its receipt (s42/e/2/ii/B, s42/j/3/ii). Another type of vigorish, or a higher percentage, is
posted at the table for the house's period (s42/c/5, s42/c/6/notice); a lower one needs nothing. What is scheduled takes
effect by itself: the pit says that it is due, and each table takes it at its next legal moment.
"""

from collections.abc import Iterable, Mapping

from minibac.houses.checks import check_limit
from minibac.houses.choices import pit_choices, pit_options
from minibac.houses.papers import NO_VIGORISH, paper_faults, posted_before, told_before
from minibac.machine.kinds import noted
from minibac.machine.roles import THE_HOUSE
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.papers import PitTable
from minibac.pits.pit_checks import Decision, decides, known_table, reasoned
from minibac.pits.pit_opening import DAY_MS, MINUTE_MS, rules_of, unlike_pit
from minibac.pits.pit_state import Change, Notice, PitState
from minibac.pits.who import posted_clauses, shared_clauses, told_clauses
from minibac.rules.house_rules import HouseRules, Reference
from minibac.rules.limit_options import CHANGED as LIMITS_CHANGED
from minibac.rules.limit_options import MAXIMUM, MINIMUM, limit_of, limits_refusal
from minibac.rules.names import wager_name
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Value, load
from minibac.rules.words import did_you_mean
from minibac.table import commands as table_commands
from minibac.table.changes import (
    SHUFFLE_OPTIONS,
    VIGORISH_OPTIONS,
    changed_rules,
    may_open,
    notices_for,
    opening_clauses,
)
from minibac.voice.said import many, said
from minibac.voice.times import full_moment, local


@decides(c.AddTable)
def add_table(state: PitState, command: c.AddTable) -> Decision:
    """A table joins the pit: alike, its papers in order, and everybody told in time who is told of such a table."""
    if command.table in state.tables or not command.table:
        sentence = said("'{table}' is in the pit {pit} already, or no name", table=command.table, pit=state.name)
        return refuse(Code.NOT_NOW, sentence, *shared_clauses())
    if waits := [change.number for change in state.changes.values() if change.pit_wide]:
        sentence = said(
            "change {changes} of the whole pit is under way: the table joins after it", changes=many(waits, "and")
        )
        return refuse(Code.STILL_OPEN, sentence, *shared_clauses(), allowed=tuple(map(str, waits)))
    papers, sample = _papers(state)
    held = papers if command.references is None else command.references
    rules = rules_of(PitTable(command.rulebook, dict(command.options), held, command.approved))
    if not isinstance(rules, HouseRules):
        first = rules[0]
        return refuse(first.code, first.said, *(first.clauses or shared_clauses()), allowed=first.allowed)
    given = (*(held or {}).values(), *(item.approval for item in command.approved if item.approval))
    faults = (
        fault for paper in given for fault in paper_faults(paper, local(command.at, state.time_zone), sample=sample)
    )
    told, posted = told_before(rules), posted_before(rules)
    options = {name: rules.options[name] for name, clause in _told_clauses().items() if clause in told}
    scheme = {"vigorish_type": rules.options["vigorish_type"]}
    refusal = (
        next(iter(unlike_pit(state.options, command.table, rules)), None)
        or may_open(rules)
        or next(faults, None)
        or (_told(state, command.notice, options, command.at, told) if told else None)
        or (_posted(state, command.posted, scheme, command.at, command.table, posted) if posted else None)
    )
    if refusal:
        return refusal
    since = state.notices[command.posted].given_at if posted else None
    facts = PitTable(command.rulebook, dict(rules.options), held, command.approved, since)
    return (noted(e.TableAdded, command, (*shared_clauses(), *told, *posted, *opening_clauses(rules)), facts=facts),)


def _papers(state: PitState) -> tuple[dict[str, Reference] | None, bool]:
    """What the tables of the pit rest on, ``None`` where a sample house stands behind them; and whether one does."""
    if any(table.references is None for table in state.tables.values()):
        return None, True
    papers = {name: paper for table in state.tables.values() for name, paper in (table.references or {}).items()}
    return papers, any(paper.is_sample for paper in papers.values())


# -------------------------------------------------------------------------------------------------------------- notices


def effects_on(
    state: PitState, options: Mapping[str, Value], tables: Iterable[str]
) -> dict[str, tuple[HouseRules, HouseRules]] | Refusal:
    """What the options mean for each table, before and after, where they mean anything; or the table that cannot."""
    found: dict[str, tuple[HouseRules, HouseRules]] = {}
    for table in tables:
        before = rules_of(state.tables[table])
        assert isinstance(before, HouseRules), "a table of the pit has legal rules"
        known = {option.name for option in before.rulebook.option}
        shared = pit_choices(before.rulebook, options, {"shuffler": before.options["shuffler"]})
        sets = {name: value for name, value in options.items() if name in known and name in shared}
        after = changed_rules(before, sets)
        if not isinstance(after, HouseRules):
            also = tuple(pit_options()[name] for name in options if name in pit_options())
            sentence = said("table {table} cannot follow: {why}", table=table, why=after[0].said)
            code = Code.DIFFERS_FROM_PIT if also else after[0].code
            return refuse(code, sentence, *also, *after[0].clauses, allowed=after[0].allowed)
        if after.options != before.options:
            found[table] = (before, after)
    return found


def _options_known(options: Mapping[str, Value]) -> Refusal | None:
    """Why these options cannot change together, or ``None``: those of the pit, a table's vigorish, or its limits."""
    allowed = (*pit_options(), *VIGORISH_OPTIONS)
    for name in options:
        if name not in allowed and limit_of(name) is None:
            sentence = said(
                "{name} is not changed by notice{did_you_mean}: {allowed}",
                name=name,
                did_you_mean=did_you_mean(name, allowed),
                allowed=many(allowed, "and"),
            )
            return refuse(Code.UNKNOWN_OPTION, sentence, *told_clauses(), *posted_clauses(), allowed=allowed)
    if len({"pit" if name in pit_options() else "limits" if limit_of(name) else "vigorish" for name in options}) != 1:
        sentence = said("say what changes: options of the pit, the vigorish of a table, or its limits, one at a time")
        return refuse(Code.NOT_NOW, sentence, *told_clauses(), *posted_clauses())
    return None


@decides(c.GiveNotice)
def give_notice(state: PitState, command: c.GiveNotice) -> Decision:
    """Write to surveillance. The period runs from the receipt."""
    if refusal := _options_known(command.options):
        return refusal
    clauses = tuple(dict.fromkeys(c for n, c in _told_clauses().items() if n in command.options)) or told_clauses()
    if not command.text.strip():
        return refuse(Code.NO_REASON, said("surveillance is told in writing: the notice has no words"), *clauses)
    effects = effects_on(state, command.options, state.tables)
    if isinstance(effects, Refusal):
        return effects
    return (noted(e.NoticeGiven, command, clauses, notice=state.notice_no + 1),)


def _told_clauses() -> Mapping[str, str]:
    return load("section-42").house.surveillance_notice


@decides(c.ReceiveNotice)
def receive_notice(state: PitState, command: c.ReceiveNotice) -> Decision:
    """Surveillance has the notice: the time of receipt is what counts."""
    notice = state.notices.get(command.notice)
    if notice is None or notice.table:
        sentence = said("there is no notice {notice} to surveillance", notice=command.notice)
        return refuse(Code.NOT_FOUND, sentence, *told_clauses())
    if notice.received_at is not None:
        return ()
    clauses = tuple(clause for name, clause in _told_clauses().items() if name in notice.options) or told_clauses()
    return (noted(e.NoticeReceived, command, clauses),)


@decides(c.PostNotice)
def post_notice(state: PitState, command: c.PostNotice) -> Decision:
    """Post a change of vigorish at its table; a game without vigorish also where its table is to come."""
    to_come = command.options == {"vigorish_type": NO_VIGORISH} and command.table.strip() not in ("", *state.tables)
    refusal = None if to_come else known_table(state, command.table, *posted_clauses())
    if refusal := refusal or _options_known(command.options):
        return refusal
    if not command.text.strip():
        return refuse(Code.NO_REASON, said("the notice at the table has no words"), *posted_clauses())
    if not set(command.options) <= set(VIGORISH_OPTIONS):
        sentence = said("only a change of vigorish is posted at the table; surveillance is told the rest in writing")
        return refuse(Code.NO_NOTICE, sentence, *told_clauses())
    if to_come:
        return (noted(e.NoticePosted, command, posted_clauses(), notice=state.notice_no + 1),)
    before = _to_be(state, command.table)
    after = changed_rules(before, command.options)
    if not isinstance(after, HouseRules):
        sentence = said("table {table} cannot follow: {why}", table=command.table, why=after[0].said)
        return refuse(after[0].code, sentence, *after[0].clauses, allowed=after[0].allowed)
    if after.options == before.options:
        sentence = said("table {table} has it so already, or will: a notice tells guests of a change")
        return refuse(Code.NOT_NOW, sentence.about(table=command.table), *posted_clauses())
    if hangs := next((n.number for n in _hanging(state, command.table) if _covers(n, command.options)), 0):
        sentence = said("notice {number} at table {table} says so already")
        sentence = sentence.about(number=hangs, table=command.table)
        return refuse(Code.NOT_NOW, sentence, *posted_clauses(), allowed=(str(hangs),))
    clauses = notices_for(before, after).posted or posted_clauses()
    return (noted(e.NoticePosted, command, clauses, notice=state.notice_no + 1),)


def _to_be(state: PitState, table: str) -> HouseRules:
    """The rules of a table as they will be when it has taken every change that waits for it."""
    rules = rules_of(state.tables[table])
    assert isinstance(rules, HouseRules), "a table of the pit has legal rules"
    for change in state.changes.values():
        if table in change.tables and table not in change.taken:
            known = {option.name for option in rules.rulebook.option}
            after = changed_rules(rules, {name: value for name, value in change.options.items() if name in known})
            rules = after if isinstance(after, HouseRules) else rules
    return rules


def _hanging(state: PitState, table: str) -> Iterable[Notice]:
    """The notices at a table that no change rests on yet."""
    return (notice for notice in state.notices.values() if notice.table == table and not notice.used)


# -------------------------------------------------------------------------------------------------------------- changes


@decides(c.ScheduleChange)
def schedule_change(state: PitState, command: c.ScheduleChange) -> Decision:
    """Say when options change. Earlier than the notice allows is refused; so is a table that would differ."""
    if refusal := _options_known(command.options) or _tables_named(state, command):
        return refusal
    pit_wide = set(command.options) <= set(pit_options())
    limits = any(map(limit_of, command.options))
    effects = limited(state, command) if limits else effects_on(state, command.options, command.tables or state.tables)
    if isinstance(effects, Refusal):
        return effects
    clauses = tuple(dict.fromkeys(pit_options()[name] for name in command.options if name in pit_options()))
    clauses = (LIMITS_CHANGED,) if limits else clauses
    differs = any(state.options.get(name, "none") != value for name, value in command.options.items())
    if not effects and not (pit_wide and differs):
        return refuse(Code.NOT_NOW, said("nothing would change"), *(clauses or posted_clauses()))
    if command.effective_at < command.at:
        sentence = said("a change takes effect from now on at the earliest")
        return refuse(Code.TOO_EARLY, sentence, *(clauses or posted_clauses()))
    needs = [notices_for(before, after) for before, after in effects.values()]
    told = dict.fromkeys(clause for need in needs for clause in need.surveillance)
    posted = dict.fromkeys(clause for need in needs for clause in need.posted)
    if refusal := _pending(state, command, clauses or posted_clauses()):
        return refusal
    if told and (refusal := _told(state, command.notice, command.options, command.effective_at, tuple(told))):
        return refusal
    for table in effects if posted else ():
        if refusal := _posted(state, command.notice, command.options, command.effective_at, table, tuple(posted)):
            return refusal
    clauses = (*told, *posted, *(clauses if pit_wide or limits else _vigorish_clauses(effects)))
    notice = command.notice if told or posted else 0
    facts = {"change": state.change_no + 1, "tables": tuple(effects), "notice": notice, "pit_wide": pit_wide}
    return (noted(e.ChangeScheduled, command, clauses, **facts),)


def limited(state: PitState, command: c.ScheduleChange) -> dict[str, tuple[HouseRules, HouseRules]] | Refusal:
    """The tables whose limits change, with their rules, which stay as they are; or why one cannot have such limits."""
    rules: dict[str, tuple[HouseRules, HouseRules]] = {}
    for table in command.tables:
        now = rules_of(state.tables[table])
        assert isinstance(now, HouseRules), "a table of the pit has legal rules"
        unit = command.units_cents.get(table)
        if refusal := limits_refusal(now, command.options) or _off_unit(command.options, unit):
            return refusal
        rules[table] = (now, now)
    return rules


def _off_unit(options: Mapping[str, Value], unit_cents: int | None) -> Refusal | None:
    """Why these limits do not fit the betting unit, as in a house file; a unit can always be laid in the table's chips
    (F09), so what is a multiple of it can."""
    for wager in dict.fromkeys(limit.wager for limit in map(limit_of, options) if limit):
        low, high = (int(options[f"{kind}/{wager}"]) for kind in (MINIMUM, MAXIMUM))
        for refusal in check_limit(low, high, unit_cents):
            sentence = said("{wager}: {why}", wager=wager_name(wager), why=refusal.said)
            return refuse(Code.ILLEGAL_VALUE, sentence, LIMITS_CHANGED, allowed=refusal.allowed)
    return None


def _vigorish_clauses(effects: Mapping[str, tuple[HouseRules, HouseRules]]) -> tuple[str, ...]:
    """What lets the vigorish of a table be what it becomes."""
    after = (rules for _, rules in effects.values())
    return tuple(s.clause for rules in after for s in rules.settings if s.name in ("vigorish_type", "vigorish_rate"))


def _tables_named(state: PitState, command: c.ScheduleChange) -> Refusal | None:
    pit_wide = [name for name in command.options if name in pit_options()]
    clauses = tuple(dict.fromkeys(pit_options()[name] for name in pit_wide)) or posted_clauses()
    for table in command.tables:
        if refusal := known_table(state, table, *clauses):
            return refusal
    if pit_wide and command.tables and set(command.tables) != set(state.tables):
        left = many((table for table in state.tables if table not in command.tables), "and")
        sentence = said(
            "{options} is the same at all tables of the pit; {tables} would differ",
            options=many(pit_wide, "and"),
            tables=left,
        )
        return refuse(Code.DIFFERS_FROM_PIT, sentence, *clauses, allowed=tuple(state.tables))
    if not pit_wide and not command.tables:
        sentence = said("say at which table the vigorish changes")
        if any(map(limit_of, command.options)):
            sentence = said("say at which table the limits change")
        return refuse(Code.NOT_FOUND, sentence, *clauses, allowed=tuple(state.tables))
    return None


def _pending(state: PitState, command: c.ScheduleChange, clauses: tuple[str, ...]) -> Refusal | None:
    """Another change of the same thing waits already; it is called off first."""
    tables, options = set(command.tables or state.tables), set(command.options)
    together = (set(SHUFFLE_OPTIONS), set(VIGORISH_OPTIONS))
    for change in state.changes.values():
        waiting = set(change.options)
        both = any(same & waiting and same & options for same in (waiting, *together))
        if both and (change.pit_wide or tables & set(change.tables)):
            sentence = said(
                "change {number} of {options} waits already: cancel it first",
                number=change.number,
                options=many(change.options, "and"),
            )
            return refuse(Code.STILL_OPEN, sentence, *clauses, allowed=(str(change.number),))
    return None


def _told(
    state: PitState, number: int, options: Mapping[str, Value], effective_at: int, clauses: tuple[str, ...]
) -> Refusal | None:
    """Why surveillance has not been told in time, or ``None``."""
    notice = state.notices.get(number)
    if notice is None or notice.table or notice.used or not _covers(notice, options):
        sentence = said("surveillance is told in writing first, and no notice that is still good says so")
        return refuse(Code.NO_NOTICE, sentence, *clauses)
    if notice.received_at is None:
        sentence = said(
            "surveillance has not confirmed that notice {number} arrived; its time runs from there", number=number
        )
        return refuse(Code.NO_NOTICE, sentence, *clauses)
    earliest = notice.received_at + state.surveillance_ms
    if effective_at < earliest:
        minutes = state.surveillance_ms // MINUTE_MS
        sentence = said(
            "surveillance is told {minutes} minutes ahead or more: not before {earliest}",
            minutes=minutes,
            earliest=full_moment(earliest, state.time_zone),
        )
        return refuse(Code.TOO_EARLY, sentence, *clauses, allowed=(str(earliest),))
    return None


def _posted(
    state: PitState, number: int, options: Mapping[str, Value], effective_at: int, table: str, clauses: tuple[str, ...]
) -> Refusal | None:
    """Why the change has not been posted at the table for its whole period, or ``None``."""
    notice = state.notices.get(number)
    if notice is None or notice.table != table or notice.used or not _covers(notice, options):
        sentence = said(
            "no notice that is still good at table {table} tells its guests of this change of vigorish", table=table
        )
        return refuse(Code.NO_NOTICE, sentence, *clauses)
    if state.vigorish_ms is None:
        return refuse(Code.MISSING_CHOICE, said("the house states no period for a change of vigorish"), *clauses)
    earliest = notice.given_at + state.vigorish_ms
    if effective_at < earliest:
        days = state.vigorish_ms // DAY_MS
        sentence = said(
            "a change of vigorish is posted for {days} days: not before {earliest}",
            days=days,
            earliest=full_moment(earliest, state.time_zone),
        )
        return refuse(Code.TOO_EARLY, sentence, *clauses, allowed=(str(earliest),))
    return None


def _covers(notice: Notice, options: Mapping[str, Value]) -> bool:
    return all(notice.options.get(name) == value for name, value in options.items())


@decides(c.CancelChange)
def cancel_change(state: PitState, command: c.CancelChange) -> Decision:
    change = state.changes.get(command.change)
    if change is None:
        known = tuple(map(str, state.changes))
        sentence = said("no change {change} waits", change=command.change)
        return refuse(Code.NOT_FOUND, sentence, *told_clauses(), allowed=known)
    clauses = _clauses_of(change)
    if change.due:
        return refuse(Code.NOT_NOW, said("change {number} has taken effect already", number=change.number), *clauses)
    if refusal := reasoned(command.reason, *clauses):
        return refusal
    return (noted(e.ChangeCancelled, command, clauses),)


def _clauses_of(change: Change) -> tuple[str, ...]:
    if any(map(limit_of, change.options)):
        return (LIMITS_CHANGED,)
    if not change.pit_wide:
        return posted_clauses()
    names = dict.fromkeys((*map(_told_clauses().get, change.options), *map(pit_options().get, change.options)))
    return tuple(filter(None, names))


@decides(c.TellTime)
def tell_time(state: PitState, command: c.TellTime) -> Decision:
    """The changes whose time has come are due."""
    return tuple(
        noted(e.ChangeDue, command, _clauses_of(change), change, change=change.number)
        for change in state.changes.values()
        if not change.due and change.effective_at <= command.at
    )


def due_at(state: PitState) -> int | None:
    """When the house has to tell the pit the time next, or ``None``."""
    return min((change.effective_at for change in state.changes.values() if not change.due), default=None)


def change_for(state: PitState, table: str, at: int) -> table_commands.ChangeOptions | None:
    """The command the house brings to a table now, or ``None``; refused there, it is brought again later."""
    for change in state.changes.values():
        if change.due and table in change.tables and table not in change.taken:
            after = _after(state, table, change)
            options = {name: value for name, value in change.options.items() if name in after.options or limit_of(name)}
            notice = f"{state.pit}/{change.notice}" if change.notice else ""
            return table_commands.ChangeOptions(by=THE_HOUSE, at=at, options=options, notice=notice)
    return None


def _after(state: PitState, table: str, change: Change) -> HouseRules:
    """The rules of a table once it has taken a change that was found legal when it was scheduled."""
    effects = effects_on(state, change.options, (table,))
    assert not isinstance(effects, Refusal), effects
    rules = effects[table][1] if table in effects else rules_of(state.tables[table])
    assert isinstance(rules, HouseRules)
    return rules


def waiting_change(state: PitState, table: str) -> int:
    """The number of the change that a table has to take now, 0 for none."""
    waits = (n for n, x in state.changes.items() if x.due and table in x.tables and table not in x.taken)
    return next(waits, 0)


@decides(c.ConfirmChange)
def confirm_change(state: PitState, command: c.ConfirmChange) -> Decision:
    """A table has taken the change."""
    change = state.changes.get(command.change)
    if change is None or not change.due or command.table not in change.tables or command.table in change.taken:
        sentence = said("table '{table}' has no change {change} to take", table=command.table, change=command.change)
        return refuse(Code.NOT_FOUND, sentence, *shared_clauses())
    after = _after(state, command.table, change)
    done = len(change.taken) + 1 == len(change.tables)
    return (noted(e.TableChanged, command, _clauses_of(change), options=dict(after.options), done=done),)
