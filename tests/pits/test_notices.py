"""Changes in a pit and the notices before them: Section 42 (c)(5), (c)(6), (e)(2)(ii)(B), (e)(3) and (j)(3)."""

from typing import Any

import pytest
from msgspec.structs import replace

from minibac.houses.house import sample_house
from minibac.machine.roles import THE_HOUSE
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.notices import change_for, due_at, waiting_change
from minibac.pits.papers import PitTable
from minibac.pits.pit_opening import DAY_MS, open_pit, open_pit_of
from minibac.pits.signs import sign
from minibac.rules.house_rules import Reference
from minibac.rules.refusal import Code, Refusal
from minibac.table import events as table_events
from minibac.table.state import Phase
from tests.pits.pit_helpers import BOSS, EVERYBODY, EYE, FLOOR, MANAGER, MINUTE, START, TOLD, Pit, facts
from tests.sightings import Sightings
from tests.table.helpers import Table

LACE = {"finish": "lace", "settlement_order": "iv"}
ORDER = {"settlement_order": "i"}
RESHUFFLE = {"reshuffle_after_lace": "all"}


def laced(**options: Any) -> Pit:
    """A pit whose two tables lace."""
    return Pit({"T1": facts(finish="lace"), "T2": facts(finish="lace")}, LACE | options)


def received(pit: Pit, options: dict[str, Any]) -> int:
    """Surveillance has been told; the number of the notice."""
    (given,) = pit.yes(c.GiveNotice, by=BOSS, options=options, text="from tonight")
    pit.yes(c.ReceiveNotice, by=EYE, notice=given.notice)
    return int(given.notice)


def scheduled(pit: Pit, options: dict[str, Any], wait: int = 30 * MINUTE, **other: Any) -> Any:
    notice = received(pit, options)
    return pit.yes(c.ScheduleChange, by=BOSS, options=options, notice=notice, effective_at=pit.clock + wait, **other)[0]


# --- thirty minutes --------------------------------------------------------------------------------------------------


def told(*, breaks: bool = False) -> list[Any]:
    """The two options that surveillance is told of, each with its clause."""
    return [
        pytest.param(options, clause, marks=pytest.mark.clause(clause, breaks=breaks), id=next(iter(options)))
        for options, clause in ((ORDER, "s42/j/3/ii"), (RESHUFFLE, "s42/e/2/ii/B"))
    ]


@pytest.mark.parametrize(("options", "clause"), told())
@pytest.mark.control("R32")
def test_thirty_minutes_after_receipt_a_change_takes_effect_by_itself(options, clause, saw: Sightings) -> None:
    pit = laced()
    (given,) = pit.yes(c.GiveNotice, by=BOSS, options=options, text="from tonight")
    pit.skip(10 * MINUTE)
    (got,) = pit.yes(c.ReceiveNotice, by=EYE, notice=1)
    assert pit.state.notices[1].received_at == got.at
    at = got.at + 30 * MINUTE
    (event,) = pit.yes(c.ScheduleChange, by=BOSS, options=options, notice=1, effective_at=at)
    assert event.tables == ("T1", "T2")
    assert due_at(pit.state) == at
    assert pit.yes(c.TellTime, by=THE_HOUSE, at=at - 1) == ()
    (due,) = pit.yes(c.TellTime, by=THE_HOUSE, at=at)
    assert dict(pit.state.options) == LACE | options
    for event_ in (given, got, event, due):
        assert clause in event_.clauses
    saw(given, got, event, due)
    # each table once, then the change is over
    for table in ("T1", "T2"):
        command = change_for(pit.state, table, pit.clock)
        assert command is not None
        assert dict(command.options) == options
        assert command.notice == "main/1"
        (taken,) = pit.yes(c.ConfirmChange, by=THE_HOUSE, change=waiting_change(pit.state, table), table=table)
        assert taken.done is (table == "T2")
    assert not pit.state.changes
    assert change_for(pit.state, "T1", pit.clock) is None
    assert due_at(pit.state) is None
    assert waiting_change(pit.state, "T1") == 0
    pit.check()


def test_two_options_change_together_under_the_clauses_of_both() -> None:
    both = scheduled(laced(), ORDER | RESHUFFLE)
    assert set(both.clauses) == {"s42/j/3/ii", "s42/e/2/ii/B", "s42/e/3", "s42/j/3/i"}


@pytest.mark.parametrize(("options", "clause"), told(breaks=True))
@pytest.mark.control("R32")
def test_earlier_or_without_notice_is_refused_and_logged(options, clause, saw: Sightings) -> None:
    pit = laced()
    later = pit.clock + DAY_MS

    def tries(**facts_: Any) -> Refusal:
        refusal = pit.no(c.ScheduleChange, by=BOSS, **({"options": options, "effective_at": later} | facts_))
        assert refusal.clause == clause
        assert pit.last(e.AttemptRefused).clauses == refusal.clauses
        return refusal

    none = tries()
    unwritten = pit.no(c.GiveNotice, by=BOSS, options=options, text=" ")
    pit.yes(c.GiveNotice, by=BOSS, options=options, text="from tonight")
    unreceived = tries(notice=1)
    pit.yes(c.ReceiveNotice, by=EYE, notice=1)
    assert pit.yes(c.ReceiveNotice, by=EYE, notice=1) == (), "the first receipt counts"
    early = tries(notice=1, effective_at=pit.state.notices[1].received_at + 30 * MINUTE - 1)  # type: ignore[operator]
    assert early.code is Code.TOO_EARLY
    other_words = {"settlement_order": "ii"} if options is ORDER else {"reshuffle_after_lace": "part"}
    other = tries(notice=1, options=other_words)
    pit.yes(c.ScheduleChange, by=BOSS, options=options, effective_at=later, notice=1)
    pit.yes(c.CancelChange, by=BOSS, change=1, reason="not tonight")
    used = tries(notice=1)
    others = [pit.no(c.ReceiveNotice, by=by, notice=1) for by in EVERYBODY if by is not EYE]
    saw(none, unwritten, unreceived, early, other, used, others)


@pytest.mark.clause("s42/e/2/ii/B", breaks=True)
def test_stopping_the_reshuffle_needs_the_notice_too_and_the_finish_alone_needs_none(saw: Sightings) -> None:
    pit = laced()
    pit.yes(c.ScheduleChange, by=BOSS, options={"finish": "feather"}, effective_at=pit.clock + 2000)
    again = Pit({"T1": facts(finish="lace", reshuffle_after_lace="part")}, LACE | {"reshuffle_after_lace": "part"})
    by_feather = again.no(c.ScheduleChange, by=BOSS, options={"finish": "feather"}, effective_at=again.clock + DAY_MS)
    by_word = again.no(
        c.ScheduleChange, by=BOSS, options={"reshuffle_after_lace": "none"}, effective_at=again.clock + DAY_MS
    )
    for refusal in (by_feather, by_word):
        assert refusal.clause == "s42/e/2/ii/B"
    event = scheduled(again, {"finish": "feather"})
    again.yes(c.TellTime, by=THE_HOUSE, at=event.effective_at)
    assert dict(again.state.options) == {"finish": "feather", "settlement_order": "iv"}
    again.yes(c.ConfirmChange, by=THE_HOUSE, change=1, table="T1")
    assert "reshuffle_after_lace" not in again.state.tables["T1"].options
    saw(by_feather, by_word)


# --- alike -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("s42/e/3", "s42/j/3/i")
@pytest.mark.control("R33")
def test_a_pit_opens_changes_and_grows_with_tables_that_are_alike(saw: Sightings) -> None:
    opened = open_pit_of(sample_house("section-42"), "main", START)
    pit = laced()
    change = scheduled(pit, {"settlement_order": "ii"})
    pit.yes(c.TellTime, by=THE_HOUSE, at=change.effective_at)
    for table in ("T1", "T2"):
        pit.yes(c.ConfirmChange, by=THE_HOUSE, change=1, table=table)
    notice = received(pit, {"settlement_order": "ii"})
    new = facts(finish="lace", settlement_order="ii")
    pit.skip(30 * MINUTE)
    (added,) = pit.yes(c.AddTable, by=MANAGER, table="T3", rulebook="section-42", options=new.options, notice=notice)
    assert {table.options["settlement_order"] for table in pit.state.tables.values()} == {"ii"}
    saw(opened, change, added)
    pit.check()


@pytest.mark.clause("s42/e/3", "s42/j/3/i", breaks=True)
@pytest.mark.control("R33")
def test_a_table_that_would_differ_from_its_pit_is_refused(saw: Sightings) -> None:
    tables = {"T1": facts(), "T2": facts(settlement_order="i")}
    refusals = open_pit("p", "P", LACE, tables, START, vigorish_days=7, told_at=TOLD)
    assert isinstance(refusals, tuple)
    assert [r.clause for r in refusals] == ["s42/e/3", "s42/e/3", "s42/j/3/i"]
    pit = laced()
    notice = received(pit, ORDER | RESHUFFLE)
    at = pit.clock + DAY_MS
    one = [
        pit.no(c.ScheduleChange, by=BOSS, options=options, notice=notice, effective_at=at, tables=("T1",))
        for options in (ORDER, RESHUFFLE, {"finish": "feather"})
    ]
    assert {r.code for r in one} == {Code.DIFFERS_FROM_PIT}
    unlike = [
        pit.no(c.AddTable, by=MANAGER, table="T3", rulebook="section-42", options=options, notice=notice)
        for options in ({"finish": "feather"}, {"finish": "lace", "settlement_order": "iii"})
    ]
    assert {r.code for r in unlike} == {Code.DIFFERS_FROM_PIT}
    assert {r.clause for r in unlike} == {"s42/e/3", "s42/j/3/i"}
    saw(refusals, one, unlike)


def test_a_pit_with_a_table_that_cannot_follow_does_not_change() -> None:
    """Massachusetts prints one order of settlement and the feather alone."""
    mixed = Pit({"T1": facts(), "M1": facts("massachusetts")})
    for options in (ORDER, {"finish": "lace"}):
        refusal = mixed.no(c.ScheduleChange, by=BOSS, options=options, effective_at=mixed.clock + DAY_MS)
        assert refusal.code is Code.DIFFERS_FROM_PIT
        assert "M1" in refusal.sentence
        assert mixed.no(c.GiveNotice, by=BOSS, options=options, text="soon").code is Code.DIFFERS_FROM_PIT


def test_a_device_keeps_its_own_shuffle_while_the_pit_changes_its_finish() -> None:
    pit = Pit({"T1": facts(), "T2": facts(shuffler="automatic")})
    (event,) = pit.yes(c.ScheduleChange, by=BOSS, options={"finish": "lace"}, effective_at=pit.clock + 2000)
    assert event.tables == ("T1",)
    only = Pit({"T2": facts(shuffler="automatic")})
    (event,) = only.yes(c.ScheduleChange, by=BOSS, options={"finish": "lace"}, effective_at=only.clock + 2000)
    only.yes(c.TellTime, by=THE_HOUSE, at=event.effective_at)
    assert only.state.options["finish"] == "lace"
    assert not only.state.changes


@pytest.mark.clause("s42/j/3/ii", breaks=True)
def test_a_new_table_waits_until_surveillance_knows_how_it_settles(saw: Sightings) -> None:
    pit = laced()
    new = {"by": MANAGER, "table": "T3", "rulebook": "section-42", "options": {"finish": "lace"}}
    untold = pit.no(c.AddTable, **new)  # type: ignore[arg-type]
    notice = received(pit, {"settlement_order": "iv"})
    early = pit.no(c.AddTable, **new, notice=notice)  # type: ignore[arg-type]
    assert (untold.code, early.code) == (Code.NO_NOTICE, Code.TOO_EARLY)
    saw(untold, early)
    scheduled(pit, RESHUFFLE)
    pit.skip(31 * MINUTE)
    assert pit.no(c.AddTable, **new, notice=notice).code is Code.STILL_OPEN  # type: ignore[arg-type]
    assert pit.no(c.AddTable, **(new | {"table": "T1"})).code is Code.NOT_NOW  # type: ignore[arg-type]
    assert pit.no(c.AddTable, **(new | {"rulebook": "section-43"})).code in (Code.NOT_FOUND, Code.STILL_OPEN)  # type: ignore[arg-type]


@pytest.mark.clause("s42/c/6/notice")
def test_a_table_without_vigorish_joins_once_its_notice_has_hung_where_it_will_stand(saw: Sightings) -> None:
    pit = Pit({"T1": facts()})
    notice = received(pit, {"settlement_order": "iv"})
    (hung,) = pit.yes(c.PostNotice, by=FLOOR, table="T3", options=NONE, text="no vigorish here")
    new: dict[str, Any] = {"by": MANAGER, "table": "T3", "rulebook": "section-42", "options": NONE, "notice": notice}
    (added,) = pit.yes(c.AddTable, **new, posted=hung.notice, at=hung.at + 7 * DAY_MS)
    assert added.facts.posted_at == hung.at
    assert "s42/c/6/notice" in hung.clauses, "also where the table is still to come"
    assert all(n.used for n in pit.state.notices.values())
    saw(hung, added)
    pit.check()


@pytest.mark.clause("s42/c/6/notice", breaks=True)
def test_a_table_without_vigorish_does_not_join_unposted_or_early(saw: Sightings) -> None:
    pit = Pit({"T1": facts()})
    notice = received(pit, {"settlement_order": "iv"})
    (hung,) = pit.yes(c.PostNotice, by=FLOOR, table="T3", options=NONE, text="no vigorish here")
    new: dict[str, Any] = {"by": MANAGER, "table": "T3", "rulebook": "section-42", "options": NONE, "notice": notice}
    pit.skip(31 * MINUTE)
    none, early = pit.no(c.AddTable, **new), pit.no(c.AddTable, **new, posted=hung.notice)
    other = pit.no(c.AddTable, **(new | {"table": "T4"}), posted=hung.notice)
    assert [r.code for r in (none, early, other)] == [Code.NO_NOTICE, Code.TOO_EARLY, Code.NO_NOTICE]
    saw(none, early, other)


@pytest.mark.clause("ma/2/b", "ma/14/approval", breaks=True)
def test_a_table_that_is_added_holds_the_papers_that_its_document_asks_for(saw: Sightings) -> None:
    """Nothing is lent to it; a number, a date to come and a sample are no clause's matter."""
    paper = Reference("Massachusetts Gaming Commission", "L-77", "2026-03-15")
    held = dict.fromkeys(("layout-approval", "rules-submission", "continuous-shuffler"), paper)
    rules = PitTable("massachusetts", dict(facts("massachusetts").options), held)
    pit = Pit({"M1": rules}, {})
    device = {"shuffler": "continuous", "disclosed_third_card": 1}
    new: dict[str, Any] = {"by": MANAGER, "table": "M2", "rulebook": "massachusetts", "options": device}
    other = Reference("Division of Gaming", "L-78", "2026-03-15")
    layout = pit.no(c.AddTable, **new, references=held | {"layout-approval": other})
    unheld = pit.no(c.AddTable, **new, references={n: p for n, p in held.items() if n != "layout-approval"})
    device_of = pit.no(c.AddTable, **new, references=held | {"continuous-shuffler": other})
    assert (layout.clause, unheld.clause, device_of.clause) == ("ma/2/b", "ma/2/b", "ma/14/approval")
    for wrong in (replace(paper, date="2100-01-01"), replace(paper, reference="SAMPLE-1"), replace(paper, date="")):
        refusal = pit.do(c.AddTable, **new, references=held | {"layout-approval": wrong})
        assert isinstance(refusal, Refusal)
        assert refusal.clauses == ()
    (added,) = pit.yes(c.AddTable, **new)
    assert added.facts.references == held
    saw(layout, unheld, device_of)


# --- vigorish --------------------------------------------------------------------------------------------------------

FOUR = {"vigorish_rate": "4%"}
FIVE = {"vigorish_rate": "5%"}
TIE_25 = {"vigorish_type": "tie-25"}
NONE = {"vigorish_type": "none-banker-6"}


def posted(pit: Pit, options: dict[str, Any], table: str = "T1") -> int:
    (event,) = pit.yes(c.PostNotice, by=FLOOR, table=table, options=options, text="the vigorish changes")
    return int(event.notice)


def at_four() -> Pit:
    return Pit({"T1": facts(vigorish_rate="4%"), "T2": facts()})


@pytest.mark.parametrize("options", [FIVE, TIE_25], ids=["increase", "type"])
@pytest.mark.clause("s42/c/5")
@pytest.mark.control("R32")
def test_a_change_of_type_or_an_increase_takes_effect_once_its_notice_has_run(options, saw: Sightings) -> None:
    pit = at_four()
    notice = posted(pit, options)
    at = pit.state.notices[notice].given_at + 7 * DAY_MS
    (event,) = pit.yes(c.ScheduleChange, by=BOSS, options=options, notice=notice, effective_at=at, tables=("T1",))
    shown = sign(pit.state, "T1")
    assert str(shown.says) == "Vigorish: 4% of a winning wager on the Banker's Hand."
    assert shown.pending is not None
    assert (shown.pending.effective_at, shown.pending.posted_at) == (at, pit.state.notices[notice].given_at)
    assert shown.pending.options == options
    assert sign(pit.state, "T2").pending is None
    (due,) = pit.yes(c.TellTime, by=THE_HOUSE, at=at)
    pit.yes(c.ConfirmChange, by=THE_HOUSE, change=1, table="T1")
    after = sign(pit.state, "T1")
    assert after.pending is None
    assert after.says == shown.pending.says != shown.says
    assert str(sign(pit.state, "T2").says) == "Vigorish: 5% of a winning wager on the Banker's Hand."
    saw(pit.last(e.NoticePosted), event, due)
    pit.check()


@pytest.mark.parametrize("options", [FIVE, TIE_25], ids=["increase", "type"])
@pytest.mark.clause("s42/c/5", breaks=True)
@pytest.mark.control("R32")
def test_an_unnotified_or_early_change_of_vigorish_is_refused(options, saw: Sightings) -> None:
    pit = at_four()
    usual: dict[str, Any] = {"by": BOSS, "options": options, "tables": ("T1",)}
    later = pit.clock + 30 * DAY_MS
    none = pit.no(c.ScheduleChange, **usual, effective_at=later)
    notice = posted(pit, options)
    early = pit.no(
        c.ScheduleChange,
        **usual,
        notice=notice,
        effective_at=pit.state.notices[notice].given_at + 7 * DAY_MS - 1,
    )
    wordless = pit.no(c.PostNotice, by=FLOOR, table="T1", options=options, text="")
    nowhere = pit.no(c.ScheduleChange, by=BOSS, options=options, notice=notice, effective_at=later)
    unposted = pit.no(c.PostNotice, by=FLOOR, table="T9", options=options, text="soon")
    to_eye = pit.yes(c.GiveNotice, by=BOSS, options=options, text="soon")[0].notice
    pit.yes(c.ReceiveNotice, by=EYE, notice=to_eye)
    wrong_kind = pit.no(c.ScheduleChange, **usual, notice=to_eye, effective_at=later)
    for refusal in (none, early, wordless, unposted, wrong_kind):
        assert "s42/c/5" in refusal.clauses
    saw(none, early, wordless, wrong_kind, nowhere)
    if options is TIE_25:
        elsewhere = pit.no(c.ScheduleChange, **(usual | {"tables": ("T1", "T2")}), notice=notice, effective_at=later)
        assert elsewhere.code is Code.NO_NOTICE, "each table has a notice of its own"


@pytest.mark.clause("s42/c/5", breaks=True)
def test_a_notice_of_what_is_charged_already_is_no_notice_of_a_later_increase(saw: Sightings) -> None:
    pit = Pit({"T1": facts()})
    empty = pit.no(c.PostNotice, by=FLOOR, table="T1", options=FIVE, text="five percent, as ever")
    assert (empty.code, empty.clause) == (Code.NOT_NOW, "s42/c/5")
    lower = pit.yes(c.ScheduleChange, by=BOSS, options=FOUR, effective_at=pit.clock + 2000, tables=("T1",))[0]
    assert posted(pit, FIVE) == 1, "the table is to have four percent, so five is an increase"
    twice = pit.no(c.PostNotice, by=FLOOR, table="T1", options=FIVE, text="five percent once more")
    pit.yes(c.TellTime, by=THE_HOUSE, at=lower.effective_at)
    pit.yes(c.ConfirmChange, by=THE_HOUSE, change=1, table="T1")
    usual: dict[str, Any] = {"by": BOSS, "options": FIVE, "tables": ("T1",), "notice": 1}
    early = pit.no(c.ScheduleChange, **usual, effective_at=pit.clock + 2000)
    pit.yes(c.ScheduleChange, **usual, effective_at=pit.clock + 7 * DAY_MS)
    again = pit.no(c.PostNotice, by=FLOOR, table="T1", options=FIVE, text="for another time")
    for refusal in (twice, early, again):
        assert "s42/c/5" in refusal.clauses
    saw(empty, twice, early, again)


def test_a_lower_percentage_needs_no_notice() -> None:
    pit = Pit({"T1": facts(), "T2": facts()})
    (event,) = pit.yes(c.ScheduleChange, by=BOSS, options=FOUR, effective_at=pit.clock + 2000, tables=("T1", "T2"))
    assert event.notice == 0
    shown = sign(pit.state, "T1")
    assert shown.pending is not None
    assert shown.pending.posted_at is None
    pit.yes(c.TellTime, by=THE_HOUSE, at=event.effective_at)
    command = change_for(pit.state, "T1", pit.clock)
    assert command is not None
    assert command.notice == ""


@pytest.mark.parametrize(("start", "options"), [({}, NONE), (NONE, TIE_25)], ids=["into", "out of"])
@pytest.mark.clause("s42/c/6/notice")
def test_the_scheme_without_vigorish_is_posted_before_it_comes_and_before_it_goes(
    start, options, saw: Sightings
) -> None:
    pit = Pit({"T1": facts(**start)})
    notice = posted(pit, options)
    at = pit.state.notices[notice].given_at + 7 * DAY_MS
    (event,) = pit.yes(c.ScheduleChange, by=BOSS, options=options, notice=notice, effective_at=at, tables=("T1",))
    assert event.clauses[:2] == ("s42/c/6/notice", "s42/c/5")
    saw(event)


@pytest.mark.parametrize(("start", "options"), [({}, NONE), (NONE, TIE_25)], ids=["into", "out of"])
@pytest.mark.clause("s42/c/6/notice", breaks=True)
def test_the_scheme_without_vigorish_neither_comes_nor_goes_unposted(start, options, saw: Sightings) -> None:
    pit = Pit({"T1": facts(**start)})
    usual: dict[str, Any] = {"by": BOSS, "options": options, "tables": ("T1",)}
    none = pit.no(c.ScheduleChange, **usual, effective_at=pit.clock + 30 * DAY_MS)
    notice = posted(pit, options)
    early = pit.no(c.ScheduleChange, **usual, notice=notice, effective_at=pit.clock + DAY_MS)
    assert none.clause == early.clause == "s42/c/6/notice"
    saw(none, early)


@pytest.mark.clause("s42/c/5", breaks=True)
def test_a_pit_without_a_period_does_not_open(saw: Sightings) -> None:
    refusals = open_pit("p", "P", {}, {"T1": facts()}, START, told_at=TOLD)
    saw(refusals)
    assert isinstance(open_pit("p", "P", {}, {"M1": facts("massachusetts")}, START), e.PitOpened)


# --- pending changes -------------------------------------------------------------------------------------------------


def test_a_pending_change_is_cancelled_with_a_reason_and_a_second_one_waits_for_it() -> None:
    pit = laced()
    scheduled(pit, ORDER)
    second = received(pit, {"settlement_order": "ii"})
    at = pit.clock + DAY_MS
    usual: dict[str, Any] = {"by": BOSS, "options": {"settlement_order": "ii"}, "notice": second, "effective_at": at}
    assert pit.no(c.ScheduleChange, **usual).code is Code.STILL_OPEN
    assert pit.no(c.CancelChange, by=BOSS, change=1, reason="").code is Code.NO_REASON
    assert pit.no(c.CancelChange, by=BOSS, change=9, reason="x").code is Code.NOT_FOUND
    pit.yes(c.CancelChange, by=BOSS, change=1, reason="not tonight")
    pit.yes(c.ScheduleChange, **usual)
    pit.yes(c.TellTime, by=THE_HOUSE, at=at)
    assert pit.no(c.CancelChange, by=BOSS, change=2, reason="too late").code is Code.NOT_NOW
    assert pit.no(c.ConfirmChange, by=THE_HOUSE, change=2, table="T9").code is Code.NOT_FOUND
    pit.check()


@pytest.mark.parametrize(
    "options", [{}, {"decks": 6}, ORDER | FOUR, {"settlement_order": "v"}, {"settlement_order": "iv"}]
)
def test_what_is_no_change_is_refused_with_a_clause(options) -> None:
    pit = laced()
    refusal = pit.no(c.ScheduleChange, by=BOSS, options=options, effective_at=pit.clock + DAY_MS)
    assert refusal.clause
    assert pit.no(c.ScheduleChange, by=BOSS, options={"finish": "feather"}, effective_at=START).code is Code.TOO_EARLY
    assert pit.no(c.PostNotice, by=FLOOR, table="T1", options=ORDER, text="x").clause


# --- at the tables ---------------------------------------------------------------------------------------------------


@pytest.mark.control("R32", "R33")
def test_the_house_brings_a_due_change_to_each_table_at_its_next_legal_moment() -> None:
    tables = {name: Table("section-42", seats=(3,)) for name in ("T1", "T2")}
    pit = Pit({name: facts() for name in tables})
    tables["T1"].to(Phase.BETTING)
    tables["T1"].bet(3, "player", 100_00)
    event = scheduled(pit, ORDER)
    pit.yes(c.TellTime, by=THE_HOUSE, at=event.effective_at)
    for name, table in tables.items():
        for _ in range(200):
            command = change_for(pit.state, name, table.now())
            assert command is not None
            answer = table.live.handle(command)
            if isinstance(answer, Refusal):
                assert "s42/j/3/i" in answer.clauses
                table.step()
                continue
            assert isinstance(answer[0], table_events.OptionsChanged)
            pit.yes(c.ConfirmChange, by=THE_HOUSE, change=1, table=name)
            break
    assert not pit.state.changes
    assert {table.rules.options["settlement_order"] for table in tables.values()} == {"i"}
    assert {dict(pit.state.tables[name].options) == table.rules.options for name, table in tables.items()} == {True}
