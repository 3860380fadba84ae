"""Shoes row by row: every coup of every shoe, or every shoe, with what one unit on each wager came to."""

import csv
from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TextIO

from minibac.display.frames import Frame
from minibac.odds.prices import Laid, Odds, Own
from minibac.play.results import Result
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.simulate.plan import By, Plan, WrongRequestError, plan
from minibac.simulate.pure import card_codes, shoe_codes
from minibac.simulate.runs import check
from minibac.simulate.sights import sights_of
from minibac.voice.said import said

OF_A_COUP = {
    "shoe": "BIGINT",
    "coup": "INTEGER",
    "winner": "VARCHAR",
    "player_total": "INTEGER",
    "banker_total": "INTEGER",
    "player_cards": "INTEGER",
    "banker_cards": "INTEGER",
}
PAIRS = {"player_pair": "BOOLEAN", "banker_pair": "BOOLEAN"}
OF_A_SHOE = {"shoe": "BIGINT", "coups": "INTEGER", "player": "INTEGER", "banker": "INTEGER", "tie": "INTEGER"}
"""The columns before those of the wagers, with their types; those of pairs where shoes are dealt by ranks."""

CHUNK_SHOES = 256
WORTH_A_KERNEL = 1000
"""Fewer shoes are dealt by card sooner than a kernel is compiled."""

Coups = list[tuple[int, ...]]
"""For each coup of a shoe its result code, and the end of each wager on cards."""


def coups_of(plan: Plan, seed: int, first_shoe: int, shoes: int) -> Iterator[tuple[int, Coups]]:
    """The coups of each shoe with its number; compiled where that is installed, by card if that pays."""
    check(seed, [(first_shoe, shoes)])
    last = first_shoe + shoes
    if find_spec("numba") and (shoes >= WORTH_A_KERNEL or not plan.sights):
        from minibac.simulate.trace import trace

        for first in range(first_shoe, last, CHUNK_SHOES):
            traced = trace(plan, seed, first, min(CHUNK_SHOES, last - first), burn_seen=False)
            coups = list(zip(traced.codes.tolist(), *traced.fell.T.tolist(), strict=True))
            at = 0
            for number, end in enumerate(traced.ends.tolist()):
                yield first + number, coups[at:end]
                at = end
    elif plan.sights:
        behind = [plan.codes + sum(plan.ends[:place]) for place in range(len(plan.sights))]
        for shoe in range(first_shoe, last):
            codes = list(card_codes(plan, seed, shoe))
            each = (codes[at : at + len(behind) + 1] for at in range(0, len(codes), len(behind) + 1))
            yield shoe, [(code, *(end - at for end, at in zip(ends, behind, strict=True))) for code, *ends in each]
    else:
        for shoe in range(first_shoe, last):
            yield shoe, [(code,) for code in shoe_codes(plan, seed, shoe)]


class ShoeRows:
    """The rows of some shoes under the prices of a table."""

    def __init__(self, odds: Odds, plan: Plan, seed: int, first_shoe: int, shoes: int) -> None:
        self.plan, self._shoes = plan, (seed, first_shoe, shoes)
        on_cards = [sight.wager for sight in plan.sights]
        self._nets = [
            _Net(laid, on_cards.index(name) + 1 if name in on_cards else 0) for name, laid in odds.laid.items()
        ]
        self._wagers = {f"net_{name}": "DOUBLE" for name in odds.laid}

    @property
    def coup_columns(self) -> dict[str, str]:
        return {**OF_A_COUP, **(PAIRS if self.plan.by is By.RANKS else {}), **self._wagers}

    @property
    def shoe_columns(self) -> dict[str, str]:
        return {**OF_A_SHOE, **self._wagers}

    def by_coup(self) -> Iterator[list[object]]:
        """A row for each coup."""
        for shoe, coups in coups_of(self.plan, *self._shoes):
            for number, codes in enumerate(coups, start=1):
                result = Result.from_code(codes[0])
                pairs = result[4:] if self.plan.by is By.RANKS else ()
                yield [
                    shoe,
                    number,
                    result.winner.value,
                    *result[:4],
                    *pairs,
                    *(net(codes) for net in self._nets),
                ]

    def by_shoe(self) -> Iterator[list[object]]:
        """A row for each shoe."""
        for shoe, coups in coups_of(self.plan, *self._shoes):
            winners = [Result.from_code(codes[0]).winner.value for codes in coups]
            won = [winners.count(name) for name in ("player", "banker", "tie")]
            yield [shoe, len(coups), *won, *(sum(map(net, coups), Fraction(0)) for net in self._nets)]


class _Net:
    """What one unit on a wager comes to in a coup."""

    def __init__(self, laid: Laid, column: int) -> None:
        self._laid, self._column = laid, column
        self._known: dict[int, Fraction] = {}

    def __call__(self, codes: tuple[int, ...]) -> Fraction:
        code = codes[self._column]
        if code not in self._known:
            laid = self._laid
            self._known[code] = laid.net(laid.ends[code] if self._column else laid.gross(code))
        return self._known[code]


def write_rows(path: Path, columns: dict[str, str], rows: Iterable[list[object]]) -> None:
    """Write rows to a file that ends in ``.csv`` or ``.parquet``; it is there whole, or not at all."""
    draft = path.with_name(f".{path.name}.csv")
    try:
        with draft.open("w", newline="", encoding="utf-8") as file:
            _write_csv(file, columns, rows)
        if path.suffix == ".parquet":
            import duckdb

            done = path.with_name(f".{path.name}.draft")
            types = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
            with duckdb.connect() as database:
                read = f"read_csv(?, header = true, columns = {{{types}}})"
                target = str(done).replace("'", "''")
                database.execute(f"COPY (SELECT * FROM {read}) TO '{target}' (FORMAT parquet)", [str(draft)])
            done.replace(path)
        else:
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _write_csv(file: TextIO, columns: Iterable[str], rows: Iterable[list[object]]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_written(cell) for cell in row] for row in rows)


def _written(cell: object) -> object:
    """A value as a file has it: a fraction as a number."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return float(cell) if isinstance(cell, Fraction) else cell


KINDS: dict[str, type] = {"BIGINT": int, "INTEGER": int, "VARCHAR": str, "BOOLEAN": bool, "DOUBLE": Fraction}
"""The columns as a frame has them: what wagers came to stays exact."""


def simulate_rows(
    rules: HouseRules | str,
    shoes: int,
    seed: int = 1,
    first_shoe: int = 0,
    by: By | str = By.POINTS,
    each: Literal["coup", "shoe"] = "coup",
    own: Own = (),
) -> Frame:
    """The shoes of :func:`simulate` one by one: a row for each coup, or for each shoe, with what one unit came to.

    They are dealt while somebody reads the rows, each time anew, so a long run needs no memory of its own.

    >>> from minibac.rules.house_rules import house_rules
    >>> frame = simulate_rows(house_rules("section-42"), shoes=1, seed=7)
    >>> next(iter(frame))[:7]
    (0, 1, 'player', 9, 0, 2, 2)
    """
    if each not in ("coup", "shoe"):
        unknown = said("there is a row for each coup or for each shoe, and none for each {each}", each=str(each))
        raise WrongRequestError(unknown)
    rules = rules_of(rules)
    odds = Odds(rules, own=own)
    check(seed, [(first_shoe, shoes)])
    rows = ShoeRows(odds, plan(rules, by, None, sights_of(odds)), seed, first_shoe, shoes)
    columns = rows.coup_columns if each == "coup" else rows.shoe_columns
    given = rows.by_coup if each == "coup" else rows.by_shoe
    return Frame({name: KINDS[kind] for name, kind in columns.items()}, given, f"{rules.rulebook.short}, seed {seed}")
