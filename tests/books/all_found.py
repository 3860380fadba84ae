"""Whether the books have found every error of simulated days, and nothing else, and balance."""

from collections import Counter

from minibac.books.books import Books
from minibac.books.day_end import day_end
from minibac.books.exceptions import exceptions
from minibac.books.headline import MOST_NAMED
from minibac.books.statements import statement
from minibac.books.table_win import day_wins
from minibac.sample_day.day import Expected, Injected, grand_house


def found_alone(books: Books, injected: list[Injected]) -> None:
    """Every error is in the list, each as often as it happened, and nothing else is."""
    wanted = Counter(row for each in injected for row in each.expected)
    found = Counter(Expected(row.kind, row.pit, row.table, row.serial) for row in exceptions(books))
    assert found == wanted, f"not found: {wanted - found}; found besides: {found - wanted}"
    assert not books.faults


def check(books: Books, injected: list[Injected]) -> None:
    """Every error is in the list, nothing else is, and everything balances, day by day."""
    found_alone(books, injected)
    check_headlines(books)
    assert sum(each.cents for each in books.sums.values()) == 0
    for day in books.days:
        wins = day_wins(books, day)
        assert len(wins) == len(grand_house().tables)
        for win in wins:
            assert win.unexplained_cents == 0
            assert win.win_cents == win.reported_cents
            assert win.difference_cents == sum(difference.cents for difference in win.differences)
        whole = statement(books, day=day)
        assert whole.sum_cents == 0
        for pit in books.pits:
            assert statement(books, pit=pit, day=day).sum_cents == 0
        for table in books.tables:
            assert statement(books, table=table, day=day).sum_cents == 0


def check_headlines(books: Books) -> None:
    """Nothing that was planted hides below a day's headline: differences are named there, exceptions counted."""
    ends = [day_end(books, day, 0) for day in books.days]
    assert sum(len(end.exceptions) for end in ends) == len(exceptions(books))
    for end in ends:
        told, sentence = end.headline, str(end.headline.said)
        named = [f"table {win.table}: {d.sentence}" for win in end.wins for d in win.differences]
        cage = [line for line in (end.cage.lines if end.cage else ()) if line.kind == "difference" and line.cents]
        corrected = [win for win in end.wins if win.corrected_cents]
        assert told.verdict == ("differ" if named or cage or corrected else "balance")
        assert ("the tray was corrected by" in sentence) == bool(corrected and len(named) < MOST_NAMED)
        assert ("the cage was counted" in sentence) == bool(cage and len(named) + len(corrected) < MOST_NAMED)
        assert all(difference in sentence for difference in named[:MOST_NAMED])
        count = told.open_exceptions
        counted = f"{count} exception{'s' if count > 1 else ''}, {count} open" if count else "no exceptions"
        assert counted in sentence
        assert count == len(end.exceptions)
        for found in end.bridges:
            assert sum(line.cents for line in found.lines) == found.expected_cents
            closer = next(
                (d.cents for w in end.wins if w.table == found.table for d in w.differences if d.kind == "closer"), 0
            )
            assert found.difference_cents == closer
