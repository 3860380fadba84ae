"""The win of a table: by count, by ledger, and every difference by name."""

import asyncio

import pytest

from minibac.books.hand_over import hand_overs
from minibac.books.table_win import day_wins, table_win, win_plain
from minibac.house.automatic_day import first_tray
from minibac.pits import pit_commands as p
from minibac.pits.days import table_win as pit_win
from minibac.play.chips import worth
from minibac.records.memory import MemoryStore
from minibac.rules.refusal import Refusal
from minibac.sample_day.day import ACCOUNTANT, Expected, GamingDays, grand_house
from minibac.sample_day.errors import ERRORS
from tests.books.days import DAY, day_with


def test_count_and_ledger_agree_to_the_cent():
    for win in day_wins(day_with(), DAY):
        assert win.closer_cents is not None
        assert win.cash_cents is not None
        assert win.opener_cents is not None
        assert win.forms_cents is not None
        parts = win.closer_cents + win.credits_cents + win.cash_cents + win.forms_cents
        assert win.win_cents == parts - win.opener_cents - win.fills_cents == win.ledger_cents == win.reported_cents
        assert win.differences == ()
        assert win_plain(win)["unexplained_cents"] == 0


def test_vigorish_that_was_never_collected_counts_in_the_win_with_its_form():
    """Without the forms the win would lack exactly what they come to."""
    books = day_with("walks-away", "lost-duplicate", seed=11)
    with_forms = [win for win in day_wins(books, DAY) if win.forms]
    assert with_forms
    for win in with_forms:
        cleared = sum(cleared.cents for cleared in books.tables[win.table].cleared)
        assert win.forms_cents == cleared > 0
        assert win.win_cents == win.ledger_cents
        assert all(form.serial in books.pits[win.pit].forms for form in win.forms or ())


def test_a_report_of_the_win_that_omits_a_form_does_not_balance():
    async def work() -> list[Refusal]:
        house = GamingDays(MemoryStore(), 5)
        refusals: list[Refusal] = []

        async def omitted(day: GamingDays) -> list[Expected]:
            for pit in day.pits.values():
                for form in pit.state.of_day():
                    if form.dropped:
                        win = pit_win(pit.state, form.table)
                        assert win is not None
                        cents = win.win_cents - form.cents
                        report = p.ReportWin(by=ACCOUNTANT, at=day.at(), table=form.table, cents=cents)
                        answer = await pit.give(report)
                        assert isinstance(answer, Refusal)
                        refusals.append(answer)
            return []

        await house.open()
        omits = ERRORS["win-omits-form"]._replace(make=omitted)
        await house.run_day([ERRORS["walks-away"], omits], 3)
        return refusals

    refusals = asyncio.run(work())
    assert refusals
    for refusal in refusals:
        assert "omits" in refusal.sentence


@pytest.mark.parametrize(
    ("error", "kinds"),
    [("miscount", {"closer"}), ("drop-short", {"drop"}), ("correction", set())],
)
def test_each_difference_has_a_name_and_nothing_is_left_over(error, kinds):
    wins = day_wins(day_with(error, seed=8), DAY)
    found = {difference.kind for win in wins for difference in win.differences}
    assert found == kinds
    assert all(win.unexplained_cents == 0 for win in wins)
    assert sum(win.difference_cents or 0 for win in wins) == sum(d.cents for win in wins for d in win.differences)


def test_a_day_that_is_still_open_has_no_win_yet():
    async def work():
        from minibac.books.books import read_books

        store = MemoryStore()
        house = GamingDays(store, 2)
        await house.open()
        await house._morning()
        for table in house.tables.values():
            await house.play_coup(table)
        return await read_books(store)

    books = asyncio.run(work())
    for win in day_wins(books, DAY):
        assert win.win_cents is None is win.difference_cents
        assert win.opener_cents == worth(first_tray(grand_house().tables[win.table]))
    assert table_win(books, "nowhere", DAY) is None
    assert table_win(books, "s42-1", "1999-01-01") is None


@pytest.mark.control("R38")
def test_between_two_shifts_each_answers_for_a_stretch():
    books = day_with()
    counts = [count for count in hand_overs(books, DAY) if count.table == "s42-1"]
    assert [count.kind for count in counts] == ["opener", "shift", "closer"]
    opener, shift, closer = counts
    assert opener.brought_cents == opener.cents == worth(first_tray(grand_house().tables["s42-1"]))
    assert shift.counted_by != closer.counted_by
    for before, after in ((opener, shift), (shift, closer)):
        assert after.cents == before.cents + after.brought_cents + after.played_cents
        assert after.over_cents == 0
    assert not hand_overs(books, DAY, "nowhere")
