"""Misreadings by name: which other rule shoes obey that do not obey the one stated.

Every coup whose ranks are known is counted by what decided its third cards: the two-card totals, the rank of the
Player's third card, and who drew. A misreading is the rulebook's own tableau with something read otherwise; it explains
a file when it agrees with every coup in it, the wrong ones and the right ones. So it is with what cards count, Point
Counts, winners, pairs, the order of dealing and payments.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from minibac.audit.finding import FindingCode
from minibac.cards.card import POINTS, RANK_INDEX, RANKS, Rank
from minibac.rules.drawing import STOOD, THIRD_CARDS, TOTALS, DrawingRules
from minibac.rules.rulebook import load
from minibac.shoes.noted import NotedCoup, in_order_of
from minibac.voice.said import Said, many, said

NO_THIRD = len(RANKS)
"""In place of the Player's third card, where it took none."""
THIRDS = NO_THIRD + 1
CELLS = TOTALS * TOTALS * THIRDS * 2
"""Two-card totals, Player's third card, and whether the Banker drew."""

EVIDENCE = 3
"""Fewer wrong coups than this are mistakes, and no rule."""

SHARED = "section-42"
"""All four rulebooks have one drawing table; here it is taken from this one."""

SLIPS = 10
"""A misreading explains so many times more coups than contradict it, where they are slips."""

MOST_ROWS = 4
"""Rows of the Banker's table that are told to be another's."""

Values = tuple[int | None, ...]
"""What each rank counts as the Player's third card; ``None`` where no row of the table names it."""
VALUES: Values = tuple(POINTS[rank] for rank in RANKS)


class Draws(NamedTuple):
    """The drawing rules, or a misreading of them, as one tableau with what it does about naturals and third cards."""

    rules: DrawingRules
    player_natural: bool = True
    banker_natural: bool = True
    values: Values = VALUES
    third_is_total: bool = False
    """The Player's new total is looked up in place of its third card."""
    third_is_two_cards: bool = False
    """The total of the Player's first two cards is."""
    three_end_it: bool = False
    """A total of three cards ends the drawing as a natural does."""
    when_behind: bool = False
    """The Banker draws when it is behind, whatever the tableau says."""
    not_ahead: bool = False
    """The Banker stays when it is ahead, whatever the tableau says."""

    def agrees(self, cell: int) -> bool:
        """Whether a coup of this cell was drawn so."""
        player, banker, third, banker_drew = _read(cell)
        stops = (self.player_natural and self.rules.natural[player]) or (
            self.banker_natural and self.rules.natural[banker]
        )
        player_draws = not stops and self.rules.player_draws[player]
        if player_draws != (third != NO_THIRD):
            return False
        return banker_drew == (not stops and self._banker_draws(player, banker, third))

    def _banker_draws(self, player: int, banker: int, third: int) -> bool:
        row = self.rules.banker_draws[banker]
        stood = third == NO_THIRD
        value = STOOD if stood else self.values[third]
        total = player if stood else (player + VALUES[third]) % TOTALS  # type: ignore[operator]
        if self.when_behind:
            return banker < total
        if (self.not_ahead and banker > total) or (self.three_end_it and not stood and self.rules.natural[total]):
            return False
        if value is None:
            return all(row[:TOTALS])
        if self.third_is_two_cards and not stood:
            return row[player]
        return row[total if self.third_is_total and not stood else value]

    def with_row(self, total: int, columns: str) -> "Draws":
        """The same with another row of the Banker's table, as a rulebook prints one."""
        rows = list(self.rules.banker_draws)
        rows[total] = tuple(heading in columns for heading in THIRD_CARDS)
        return self._replace(rules=self.rules._replace(banker_draws=tuple(rows)))

    def with_player(self, total: int, *, draws: bool) -> "Draws":
        """The same with another word on one total of the Player's Hand."""
        marks = tuple(draws if at == total else mark for at, mark in enumerate(self.rules.player_draws))
        return self._replace(rules=self.rules._replace(player_draws=marks))

    def with_natural(self, totals: str) -> "Draws":
        """The same with these totals for naturals."""
        return self._replace(rules=self.rules._replace(natural=tuple(str(at) in totals for at in range(TOTALS))))

    def with_cell(self, total: int, column: int) -> "Draws":
        """The same with one cell of the Banker's table turned over."""
        row = self.rules.banker_draws[total]
        return self.with_row(total, "".join(h for at, h in enumerate(THIRD_CARDS) if row[at] != (at == column)))

    def own_total(self, most: int) -> "Draws":
        """The same with a Banker who draws up to this total and looks at nothing else."""
        changed = self
        for total in range(TOTALS):
            changed = changed.with_row(total, THIRD_CARDS if total <= most else "")
        return changed

    def without_stood(self) -> "Draws":
        """The same with a Banker who never draws when the Player's Hand stood."""
        rows = tuple((*row[:STOOD], False) for row in self.rules.banker_draws)
        return self._replace(rules=self.rules._replace(banker_draws=rows))

    def only_stood(self) -> "Draws":
        """The same with a Banker who never draws when the Player's Hand took a card."""
        rows = tuple((*(False for _ in row[:STOOD]), row[STOOD]) for row in self.rules.banker_draws)
        return self._replace(rules=self.rules._replace(banker_draws=rows))

    def two_cards(self) -> "Draws":
        """The same with two cards in each hand, and no more."""
        nobody = tuple(False for _ in self.rules.player_draws)
        stays = self.only_stood().without_stood().rules
        return self._replace(rules=stays._replace(player_draws=nobody))


Change = Callable[[Draws], Draws]


class Misreading(NamedTuple):
    """A misreading with its name, and what it does."""

    id: str
    said: Said


DRAWS: Mapping[Misreading, Change] = {
    Misreading("banker-6-always", said("the Banker's Hand draws on 6 whatever the Player's Hand did")): (
        lambda draws: draws.with_row(6, THIRD_CARDS)
    ),
    Misreading("banker-6-any-third", said("the Banker's Hand draws on 6 against any third card")): (
        lambda draws: draws.with_row(6, THIRD_CARDS[:STOOD])
    ),
    Misreading("banker-6-never", said("the Banker's Hand never draws on 6")): lambda draws: draws.with_row(6, ""),
    Misreading("banker-6-when-player-stood", said("the Banker's Hand draws on 6 when the Player's Hand stood")): (
        lambda draws: draws.with_cell(6, STOOD)
    ),
    Misreading("banker-5-always", said("the Banker's Hand draws on 5 whatever the Player's third card is")): (
        lambda draws: draws.with_row(5, THIRD_CARDS)
    ),
    Misreading("banker-4-always", said("the Banker's Hand draws on 4 whatever the Player's third card is")): (
        lambda draws: draws.with_row(4, THIRD_CARDS)
    ),
    Misreading("banker-3-always", said("the Banker's Hand draws on 3 against an 8 too")): (
        lambda draws: draws.with_row(3, THIRD_CARDS)
    ),
    Misreading("banker-own-total", said("the Banker's Hand draws by its own total alone, up to 5")): (
        lambda draws: draws.own_total(5)
    ),
    Misreading("banker-own-total-6", said("the Banker's Hand draws by its own total alone, up to 6")): (
        lambda draws: draws.own_total(6)
    ),
    Misreading("banker-stays-with-player", said("the Banker's Hand stays whenever the Player's Hand stood")): (
        lambda draws: draws.without_stood()
    ),
    Misreading("banker-stays-after-player", said("the Banker's Hand takes no card once the Player's Hand took one")): (
        lambda draws: draws.only_stood()
    ),
    Misreading("two-cards", said("no hand takes a third card")): lambda draws: draws.two_cards(),
    Misreading("banker-when-behind", said("the Banker's Hand draws when it is behind, whatever the table says")): (
        lambda draws: draws._replace(when_behind=True)
    ),
    Misreading("player-draws-on-6", said("the Player's Hand draws on 6")): (
        lambda draws: draws.with_player(6, draws=True)
    ),
    Misreading("player-stays-on-5", said("the Player's Hand stays on 5")): (
        lambda draws: draws.with_player(5, draws=False)
    ),
    Misreading("natural-ignored", said("a natural does not end the drawing")): (
        lambda draws: draws._replace(player_natural=False, banker_natural=False)
    ),
    Misreading("banker-natural-ignored", said("the Player's Hand draws against the Banker's natural")): (
        lambda draws: draws._replace(banker_natural=False)
    ),
    Misreading("player-natural-ignored", said("the Banker's Hand draws against the Player's natural")): (
        lambda draws: draws._replace(player_natural=False)
    ),
    Misreading("natural-9-alone", said("two cards of 8 are no natural")): lambda draws: draws.with_natural("9"),
    Misreading("three-cards-natural", said("the Banker's Hand stays when the Player's three cards come to 8 or 9")): (
        lambda draws: draws._replace(three_end_it=True)
    ),
    Misreading("banker-stays-ahead", said("the Banker's Hand stays when it is ahead, whatever the table says")): (
        lambda draws: draws._replace(not_ahead=True)
    ),
    Misreading("third-card-rank", said("a ten or a face as the Player's third card is in no row of the table")): (
        lambda draws: draws._replace(values=tuple(value or None for value in VALUES))
    ),
    Misreading("faces-count-on", said("as the Player's third card a jack counts 1, a queen 2 and a king 3")): (
        lambda draws: draws._replace(values=tuple((index + 1) % TOTALS for index in range(len(RANKS))))
    ),
    Misreading("third-card-total", said("the Player's new total is looked up in place of its third card")): (
        lambda draws: draws._replace(third_is_total=True)
    ),
    Misreading(
        "two-card-total", said("the total of the Player's first two cards is looked up in place of its third")
    ): (lambda draws: draws._replace(third_is_two_cards=True)),
}
"""Misreadings of the drawing rules."""


def cell_of(player: Sequence[Rank], banker: Sequence[Rank], *, values: Mapping[Rank, int] = POINTS) -> int:
    """Where a coup of two or three cards in each hand is counted."""
    third = RANK_INDEX[player[2]] if len(player) > 2 else NO_THIRD
    totals = (values[player[0]] + values[player[1]]) % TOTALS, (values[banker[0]] + values[banker[1]]) % TOTALS
    return ((totals[0] * TOTALS + totals[1]) * THIRDS + third) * 2 + (len(banker) > 2)


def _read(cell: int) -> tuple[int, int, int, bool]:
    """The two-card totals of a cell, the Player's third card, and whether the Banker drew."""
    rest, banker_drew = divmod(cell, 2)
    rest, third = divmod(rest, THIRDS)
    player, banker = divmod(rest, TOTALS)
    return player, banker, third, bool(banker_drew)


@lru_cache(8)
def right_cells(rules: DrawingRules) -> tuple[bool, ...]:
    """For each cell whether it is drawn as the tableau says."""
    return tuple(map(Draws(rules).agrees, range(CELLS)))


class Origin(NamedTuple):
    """Where shoes come from: one file, one table or device in it; nothing where it is all that was read."""

    file: str = ""
    table: str = ""
    device: str = ""


class Explanation(NamedTuple):
    """A misreading that explains what is wrong: how many coups were looked at, and how many of them were wrong."""

    about: str
    readings: tuple[Misreading, ...]
    """Several where they hold together."""
    coups: int
    wrong: int
    """Those that it explains."""
    contradicted: int = 0
    """Coups that do not agree with it: slips, where they are few."""
    source: Origin = Origin()

    @property
    def said(self) -> Said:
        first, *others = (reading.said for reading in self.readings)
        return said("{reading}, and {other}", reading=first, other=many(others, "and")) if others else first

    def plain(self) -> dict[str, object]:
        """As JSON has it."""
        ids = [reading.id for reading in self.readings]
        return {
            "about": self.about,
            "readings": ids,
            "sentence": str(self.said),
            "coups": self.coups,
            "wrong": self.wrong,
            "contradicted": self.contradicted,
            **{name: value or None for name, value in self.source._asdict().items()},
        }


def explain_draws(rules: DrawingRules, cells: Mapping[int, int]) -> list[Explanation]:
    """The misreadings of the drawing rules that agree with every coup: one alone, one cell, two, or another table.

    Where there is none, those by name that all but a few coups agree with.
    """
    right, seen = Draws(rules), [cell for cell, times in cells.items() if times]
    coups, wrong = sum(cells.values()), sum(times for cell, times in cells.items() if not right.agrees(cell))
    if wrong < EVIDENCE:
        return []

    def explaining(readings: Iterator[tuple[tuple[Misreading, ...], Draws]]) -> list[Explanation]:
        agree = (named for named, draws in readings if all(map(draws.agrees, seen)))
        return [Explanation("draws", named, coups, wrong) for named in agree]

    alone = explaining(((reading,), change(right)) for reading, change in DRAWS.items())
    return (
        alone
        or explaining(_cells(right))
        or explaining(
            ((one, other), second(first(right))) for (one, first), (other, second) in combinations(DRAWS.items(), 2)
        )
        or explaining(_another_table(right, cells))
        or _nearly(right, cells)
    )


def _nearly(right: Draws, cells: Mapping[int, int]) -> list[Explanation]:
    """The misreadings by name that slips alone contradict: under a tenth of what they explain."""
    nearly = []
    for reading, change in DRAWS.items():
        draws = change(right)
        contradicted = sum(times for cell, times in cells.items() if not draws.agrees(cell))
        wrong = sum(times for cell, times in cells.items() if not right.agrees(cell) and draws.agrees(cell))
        if contradicted * SLIPS < wrong:
            nearly.append(Explanation("draws", (reading,), sum(cells.values()), wrong, contradicted))
    fewest = min((one.contradicted for one in nearly), default=0)
    return [one for one in nearly if one.contradicted == fewest]


def _another_table(right: Draws, cells: Mapping[int, int]) -> Iterator[tuple[tuple[Misreading, ...], Draws]]:
    """The Banker's table with every cell turned over that was drawn wrongly three times or more."""
    turned: Counter[tuple[int, int]] = Counter()
    for cell, times in cells.items():
        player, banker, third, banker_drew = _read(cell)
        column = STOOD if third == NO_THIRD else POINTS[RANKS[third]]
        if not (right.rules.natural[player] or right.rules.natural[banker]):
            turned[banker, column] += times * (banker_drew != right.rules.banker_draws[banker][column])
    wrong = {cell: times for cell, times in sorted(turned.items()) if times}
    rows: dict[tuple[int, bool], list[int]] = {}
    draws = right
    for banker, column in wrong:
        rows.setdefault((banker, not right.rules.banker_draws[banker][column]), []).append(column)
        draws = draws.with_cell(banker, column)
    if rows and len(rows) <= MOST_ROWS and min(wrong.values()) >= EVIDENCE:
        yield tuple(_row(total, columns, draws=drawn) for (total, drawn), columns in rows.items()), draws


def _row(total: int, columns: Sequence[int], *, draws: bool) -> Misreading:
    """That the Banker's Hand draws on a total, or stays, against these third cards, or where there is none."""
    told = said("the Banker's Hand draws on {total} against {third}") if draws else BANKER_STAYS
    thirds = many([_against(column) for column in columns], "or")
    headings = "".join(THIRD_CARDS[column] for column in columns)
    return Misreading(f"banker-{total}-{headings}", told.about(total=total, third=thirds))


def _against(column: int) -> Said:
    if column == STOOD:
        return said("a Player's Hand that stood")
    return said("an 8") if column == 8 else said("a {value}", value=column)


def _cells(right: Draws) -> Iterator[tuple[tuple[Misreading, ...], Draws]]:
    """One cell of a table turned over, where no misreading has a name."""
    for total in range(8):
        for column in range(len(THIRD_CARDS)):
            reading = _row(total, (column,), draws=not right.rules.banker_draws[total][column])
            yield (reading,), right.with_cell(total, column)
        draws = not right.rules.player_draws[total]
        told = said("the Player's Hand draws on {total}") if draws else said("the Player's Hand stays on {total}")
        reading = Misreading(f"player-{total}", told.about(total=total))
        yield (reading,), right.with_player(total, draws=draws)


BANKER_STAYS = said("the Banker's Hand stays on {total} against {third}")


# --------------------------------------------------------------- values, Point Counts, winners, pairs, the order

Told = Callable[[NotedCoup, tuple[int, int]], object]
"""What a misreading would have noted, from the cards and the right Point Counts; ``None`` where it cannot be said."""


def _raw(coup: NotedCoup, face: int = 0) -> tuple[int, int]:
    hands = (sum(POINTS[Rank(card.rank)] or face for card in hand) for hand in (coup.player, coup.banker))
    return next(hands), next(hands)


def _once(coup: NotedCoup) -> tuple[int, int]:
    """Point Counts of whoever takes ten off a sum above nine, and looks no further."""
    player, banker = (count - 10 if count > 9 else count for count in _raw(coup))
    return player, banker


def _called(counts: tuple[int, int], tie: str = "T", *, swapped: bool = False) -> str:
    player, banker = reversed(counts) if swapped else counts
    return tie if player == banker else "P" if player > banker else "B"


def _pairs(coup: NotedCoup, alike: Callable[[str, str], bool], most: int = 2) -> str:
    hands = (("b", coup.banker), ("p", coup.player))
    return "".join(
        letter
        for letter, hand in hands
        if any(alike(one.face, other.face) for one, other in combinations(hand[:most], 2))
    )


def _suited(coup: NotedCoup) -> str | None:
    known = all(len(card.face) > 1 for card in (*coup.player, *coup.banker))
    return _pairs(coup, lambda one, other: one == other) if known else None


def _order(coup: NotedCoup) -> str:
    """The hands in the order in which their cards left the shoe."""
    return "".join(in_order_of(coup, "P" * len(coup.player), "B" * len(coup.banker)))


def _thirds(coup: NotedCoup, first_four: str, thirds: str) -> str:
    sizes = {"P": len(coup.player) - 2, "B": len(coup.banker) - 2}
    return first_four + "".join(hand for hand in thirds if sizes[hand] > 0)


def _valued(**points: int) -> Mapping[Rank, int]:
    """What each rank counts where these count otherwise."""
    return POINTS | {Rank(name): value for name, value in points.items()}


MISVALUED: Mapping[Misreading, Mapping[Rank, int]] = {
    Misreading("ace-as-ten", said("an ace counts nothing, as a ten does")): _valued(A=0),
    Misreading("ten-as-one", said("a ten counts 1")): _valued(T=1),
    Misreading("faces-by-rank", said("a jack counts 1, a queen 2 and a king 3")): _valued(J=1, Q=2, K=3),
    Misreading("faces-above-ten", said("a jack counts 11, a queen 12 and a king 13")): _valued(J=11, Q=12, K=13),
}
"""Misreadings of what a card counts: whoever has one draws, counts and calls by it."""


def _noted(coup: NotedCoup) -> tuple[object, ...]:
    """What hangs on what a card counts: whether the hands are drawn right, the Point Counts, the winner."""
    return True, coup.counts, coup.winner


def _valued_otherwise(values: Mapping[Rank, int]) -> Told:
    # a third card that counts more than nine is looked up as one that no row from 4 on names, as a ten is
    thirds = tuple(values[rank] if values[rank] < TOTALS else 0 for rank in RANKS)

    def told(coup: NotedCoup, _: tuple[int, int]) -> object:
        hands = [[Rank(card.rank) for card in hand] for hand in (coup.player, coup.banker)]
        draws = Draws(load(SHARED).tableau, values=thirds)
        player, banker = (sum(values[rank] for rank in hand) % TOTALS for hand in hands)
        right = draws.agrees(cell_of(*hands, values=values))
        return right, coup.counts and (player, banker), coup.winner and _called((player, banker))

    return told


TOLD: Mapping[str, Mapping[Misreading, Told]] = {
    "values": {reading: _valued_otherwise(values) for reading, values in MISVALUED.items()},
    "totals": {
        Misreading("totals-above-nine", said("Point Counts are whole sums, also above nine")): (
            lambda coup, _: _raw(coup)
        ),
        Misreading("tens-count-ten", said("tens and faces count ten, and sums above nine are kept")): (
            lambda coup, _: _raw(coup, 10)
        ),
        Misreading("ten-taken-off-once", said("of a sum above nine ten is taken off once, also above nineteen")): (
            lambda coup, _: _once(coup)
        ),
        Misreading("third-card-not-counted", said("Point Counts leave out the third card")): (
            lambda coup, _: tuple(
                sum(POINTS[Rank(card.rank)] for card in hand[:2]) % TOTALS for hand in (coup.player, coup.banker)
            )
        ),
        Misreading("counts-swapped", said("the two Point Counts stand the other way round")): (
            lambda _, counts: counts[::-1]
        ),
    },
    "winner": {
        Misreading("tie-for-banker", said("ties are called for the Banker's Hand")): (
            lambda _, counts: _called(counts, "B")
        ),
        Misreading("tie-for-player", said("ties are called for the Player's Hand")): (
            lambda _, counts: _called(counts, "P")
        ),
        Misreading("winner-swapped", said("Player and Banker are called the other way round")): (
            lambda _, counts: _called(counts, swapped=True)
        ),
        Misreading("winner-by-sum", said("the larger whole sum is called, also above nine")): (
            lambda coup, _: _called(_raw(coup))
        ),
        Misreading("winner-by-ten-once", said("the larger sum is called, of which ten was taken off once alone")): (
            lambda coup, _: _called(_once(coup))
        ),
    },
    "pairs": {
        Misreading("pairs-suited", said("pairs are noted only where the suits are alike too")): (
            lambda coup, _: _suited(coup)
        ),
        Misreading("pairs-by-value", said("cards of the same Value are noted as a pair, a ten and a king too")): (
            lambda coup, _: _pairs(coup, lambda one, other: POINTS[Rank(one[0])] == POINTS[Rank(other[0])])
        ),
        Misreading("pairs-of-any-two", said("any two of three cards are noted as a pair")): (
            lambda coup, _: _pairs(coup, lambda one, other: one[0] == other[0], 3)
        ),
        Misreading("pairs-swapped", said("the pairs of Player and Banker are noted the other way round")): (
            lambda coup, _: "".join(
                {"b": "p", "p": "b"}[letter] for letter in _pairs(coup, lambda one, other: one[0] == other[0])[::-1]
            )
        ),
    },
    "order": {
        Misreading("banker-third-first", said("the third card goes to the Banker's Hand first")): (
            lambda coup, _: _thirds(coup, "PBPB", "BP")
        ),
        Misreading("hand-by-hand", said("the Player's Hand gets two cards, and then the Banker's")): (
            lambda coup, _: _thirds(coup, "PPBB", "PB")
        ),
        Misreading("banker-first", said("the first card goes to the Banker's Hand")): (
            lambda coup, _: _thirds(coup, "BPBP", "PB")
        ),
    },
}
"""Misreadings of what is noted of a coup, by what they are about."""

WRONG = {
    "values": (
        FindingCode.PLAYER_SHOULD_HAVE_DRAWN,
        FindingCode.PLAYER_SHOULD_HAVE_STAYED,
        FindingCode.BANKER_SHOULD_HAVE_DRAWN,
        FindingCode.BANKER_SHOULD_HAVE_STAYED,
        FindingCode.WRONG_COUNT,
        FindingCode.WRONG_WINNER,
    ),
    "totals": (FindingCode.WRONG_COUNT,),
    "winner": (FindingCode.WRONG_WINNER,),
    "pairs": (FindingCode.WRONG_PAIR,),
    "order": (FindingCode.WRONG_ORDER,),
}


class Readings:
    """What has been seen so far, and the misreadings that nothing has contradicted yet."""

    def __init__(self) -> None:
        self.cells: Counter[int] = Counter()
        self.alive = {about: dict(readings) for about, readings in TOLD.items()}
        self.coups: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()

    def see(self, coup: NotedCoup, counts: tuple[int, int], codes: set[FindingCode]) -> None:
        """A complete coup with two or three known cards in each hand, its right Point Counts, and what is wrong."""
        self.cells[cell_of([Rank(c.rank) for c in coup.player], [Rank(c.rank) for c in coup.banker])] += 1
        self._hold("values", coup, counts, _noted(coup), codes)
        self._hold("totals", coup, counts, coup.counts, codes)
        self._hold("winner", coup, counts, coup.winner or None, codes)
        self._hold("pairs", coup, counts, coup.pairs, codes)
        if any(card.drawn for card in (*coup.player, *coup.banker)):
            self._hold("order", coup, counts, _order(coup), codes)

    def _hold(
        self, about: str, coup: NotedCoup, counts: tuple[int, int], noted: object, codes: set[FindingCode]
    ) -> None:
        if noted is None:
            return
        self.coups[about] += 1
        self.wrong[about] += not codes.isdisjoint(WRONG[about])
        alive = self.alive[about]
        if alive:
            would = ((reading, told(coup, counts)) for reading, told in alive.items())
            for reading in [reading for reading, value in would if value is not None and value != noted]:
                del alive[reading]

    def add(self, other: "Readings") -> None:
        """What was seen elsewhere."""
        self.cells.update(other.cells)
        self.coups.update(other.coups)
        self.wrong.update(other.wrong)
        for about, alive in self.alive.items():
            self.alive[about] = {one: told for one, told in alive.items() if one in other.alive[about]}

    def explained(self, rules: DrawingRules) -> list[Explanation]:
        """The misreadings that explain every wrong coup and contradict none."""
        explained = explain_draws(rules, self.cells)
        for about, readings in self.alive.items():
            if self.wrong[about] >= EVIDENCE:
                explained += [Explanation(about, (one,), self.coups[about], self.wrong[about]) for one in readings]
        return explained
