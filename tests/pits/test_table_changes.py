"""A table takes other options at a legal moment, and opens on an approved layout only."""

from typing import Any

import pytest

from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE
from minibac.rules.house_rules import HouseRules, Reference, build
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.changes import may_open
from minibac.table.machine import replay
from minibac.table.narrate import told
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import STAFF, Table
from tests.table.owing import owing


def change(table: Table, options: dict[str, Any], notice: str = "main/1") -> tuple[Any, ...]:
    return table.yes(c.ChangeOptions, by=THE_HOUSE, options=options, notice=notice)


def unchanged(table: Table, options: dict[str, Any], notice: str = "main/1", **other: Any) -> Any:
    return table.no(c.ChangeOptions, **({"by": THE_HOUSE} | other), options=options, notice=notice)


@pytest.mark.clause("s42/j/3/i", "s42/j/3/ii", "s42/c/5")
def test_between_rounds_the_settlement_and_the_vigorish_change_and_the_log_alone_replays_it(saw: Sightings) -> None:
    table = Table("section-42", cards="2s 3h 4d 4c", vigorish_rate="4%")
    table.to(Phase.BETTING)
    (order,) = change(table, {"settlement_order": "i"})
    assert order.changed == {"settlement_order": "i"}
    (vigorish,) = change(table, {"vigorish_rate": "5%"})
    table.bet(3, "banker", 100_00)
    table.coup()
    assert table.state.chips(3) == 10_000_00 + 95_00
    assert table.rules.options["settlement_order"] == "i"
    again = replay([e.decode(e.encode(event)) for event in table.log])
    assert again.rules.options == table.rules.options
    assert again.balances == table.state.balances
    assert str(told(vigorish)) == "From now on this table has vigorish rate 5%."
    assert change(table, {"settlement_order": "i"}) == (), "nothing to change"
    saw(order, vigorish)


@pytest.mark.clause("s42/e/3", "s42/e/2/ii/B")
def test_between_shoes_the_finish_changes_and_the_next_shuffle_follows_it(saw: Sightings) -> None:
    table = Table("section-42")
    (event,) = change(table, {"finish": "lace", "reshuffle_after_lace": "all"})
    assert event.changed == {"finish": "lace", "reshuffle_after_lace": "all"}
    table.to(Phase.BETTING)
    steps = [done.step for done in table.all(e.StepDone) if done.procedure == "shuffle"]
    assert steps[-2:] == ["lace", "reshuffle"]
    table.to(Phase.SHUFFLE, limit=200_000)
    (back,) = change(table, {"finish": "feather"})
    assert back.changed == {"finish": "feather", "reshuffle_after_lace": ""}
    assert str(told(back)) == "From now on this table has finish feather; no reshuffle after lace any more."
    saw(event, back)


@pytest.mark.clause("s42/e/3", breaks=True)
def test_the_finish_does_not_change_in_a_shoe_or_in_a_shuffle(saw: Sightings) -> None:
    table = Table("section-42")
    table.to(Phase.SHUFFLE)
    table.step()
    assert table.state.phase is Phase.SHUFFLE
    begun = unchanged(table, {"finish": "lace"})
    table.to(Phase.BETTING)
    betting = unchanged(table, {"finish": "lace"})
    table.bet(1, "player")
    table.to(Phase.RESULT)
    dealing = unchanged(table, {"finish": "lace"})
    saw(begun, betting, dealing)


@pytest.mark.clause("s42/c/5", "s42/j/3/ii", "s42/e/2/ii/B", breaks=True)
def test_a_table_takes_no_change_that_rests_on_no_notice(saw: Sightings) -> None:
    table = Table("section-42", vigorish_rate="4%")
    refusals = [
        unchanged(table, options, notice=" ")
        for options in (
            {"vigorish_rate": "5%"},
            {"vigorish_type": "none-banker-6"},
            {"settlement_order": "i"},
            {"finish": "lace", "reshuffle_after_lace": "part"},
        )
    ]
    assert {refusal.code for refusal in refusals} == {Code.NO_NOTICE}
    saw(refusals)
    change(table, {"finish": "lace"}, notice="")
    dear = Table("section-42")
    change(dear, {"vigorish_rate": "4%"}, notice="")


def test_wagers_on_the_layout_and_vigorish_that_is_owed_keep_the_old_rule() -> None:
    table = Table("section-42")
    table.to(Phase.BETTING)
    table.bet(3, "banker", 100_00)
    for options in ({"settlement_order": "i"}, {"vigorish_type": "tie-25"}):
        assert unchanged(table, options).code is Code.NOT_NOW
    table.coup()
    change(table, {"vigorish_type": "tie-25"})
    debt = owing("section-42")
    refusal = unchanged(debt, {"vigorish_type": "tie-25"})
    assert refusal.code is Code.VIGORISH_OWED
    change(debt, {"settlement_order": "i"})


def test_only_the_house_brings_a_change_and_only_of_what_can_change() -> None:
    table = Table("section-42")
    for by in (*STAFF, table.guest(3)):
        if by != THE_HOUSE:
            assert unchanged(table, {"settlement_order": "i"}, by=by).code is Code.NOT_YOURS
    assert unchanged(table, {"decks": 6}).code is Code.UNKNOWN_OPTION
    assert unchanged(table, {"settlement_order": "v"}).code is Code.ILLEGAL_VALUE
    ez = Table("massachusetts")
    assert unchanged(ez, {"vigorish_type": "ez"}).code is Code.ILLEGAL_LAYOUT


def test_a_guide_that_borrows_the_settlement_borrows_the_notice_and_massachusetts_has_none() -> None:
    seneca = Table("seneca")
    assert unchanged(seneca, {"settlement_order": "i"}, notice="").clause == "s42/j/3/ii"
    massachusetts = Table("massachusetts")
    (event,) = change(massachusetts, {"vigorish_rounding": "up-to-25c"}, notice="")
    assert not any(clause.startswith("s42/") for clause in event.clauses)


# --- the layout of Massachusetts -------------------------------------------------------------------------------------

SUBMITTED = {"rules-submission": Reference("Massachusetts Gaming Commission", "R-1", "2026-01-02")}
APPROVAL = SUBMITTED | {"layout-approval": Reference("Massachusetts Gaming Commission", "L-7", "2026-01-02")}


def massachusetts(references: dict[str, Reference]) -> HouseRules:
    rules = build(load("massachusetts"), {}, references=references)
    assert isinstance(rules, HouseRules), rules
    return rules


@pytest.mark.clause("ma/2/b")
def test_a_table_opens_on_a_layout_with_its_approval(saw: Sightings) -> None:
    most = {"player": 100_00}
    live = LiveTable("M1", massachusetts(APPROVAL), PracticeVault(1), lambda: 5, maximum_cents=most)
    first = live.log[0]
    assert isinstance(first, e.TableOpened)
    assert (first.maximum_cents, first.minimum_cents) == (most, {})
    assert first.references == APPROVAL
    assert "ma/2/b" in first.clauses
    saw(first)


def test_a_table_does_not_open_on_a_layout_without_approval() -> None:
    rules = massachusetts(SUBMITTED)
    assert may_open(rules) is not None
    with pytest.raises(ValueError, match="layout-approval"):
        LiveTable("M1", rules, PracticeVault(1), lambda: 5)
    assert may_open(massachusetts(APPROVAL)) is None
