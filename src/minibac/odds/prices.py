"""Prices: what every wager of a table is worth, exactly, with these cards left.

The result table says in how many ways each result can come; a wager's lines and the vigorish are laid over it in
fractions, so nothing is rounded before somebody reads it.

>>> odds = prices("section-42")
>>> odds["banker"].edge, f"{float(odds['banker'].edge):.4%}"
(Fraction(114753351728, 10847218479825), '1.0579%')
>>> [(str(chance.pays), chance.combinations) for chance in odds["banker"].outcomes]
[('19/20', 2292252566437888), ('0', 475627426473216), ('-1', 2230518282592256)]
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from minibac.cards.card import ALL_CARDS, RANK_INDEX, RANKS, Card
from minibac.cards.composition import (
    CARDS_OF_RANK,
    CLASSES,
    Composition,
    SuitedComposition,
    by_rank,
    check,
    check_suited,
    decks,
    spread,
)
from minibac.odds.exact import PairCounts, ResultTable, joint_table, pair_counts, result_table
from minibac.play.propositions import Outcome, Priced, facts_of, priced
from minibac.play.results import CODES, POINT_CODES, Result, Winner
from minibac.play.vigorish import Terms, terms
from minibac.play.wagers import WAGER_IDS, WHOLE_CENTS, Wager, check_offered, check_whole_cents
from minibac.rules.house_rules import HouseRules, house_rules
from minibac.rules.names import wager_name
from minibac.rules.once import once
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import Proposition, Rulebook, Value
from minibac.rules.words import did_you_mean, one_or_more
from minibac.voice.said import NOTHING, Said, many, said

if TYPE_CHECKING:  # whoever asks for a price on the command line has no notebook
    from minibac.display.frames import Columns, Frame


def _layers(pairs: PairCounts) -> Iterator[tuple[int, int]]:
    """The draws of each pair layer, by the first of its result codes: for wagers that ask for nothing but pairs."""
    layers = (pairs.neither, pairs.player - pairs.both, pairs.banker - pairs.both, pairs.both)
    return zip(range(0, CODES, POINT_CODES), layers, strict=True)


class OddsError(ValueError):
    """A question that has no answer. The message is a sentence for the person who asked."""


class Gross(NamedTuple):
    """One way a wager ends, before vigorish."""

    kind: str
    odds: Fraction
    tie: bool
    lost: Fraction = Fraction(1)
    """How much of the stake a loss takes."""

    @classmethod
    def of(cls, outcome: Outcome, tie: bool) -> "Gross":
        return cls(outcome.kind, outcome.odds, tie, outcome.lost)


class Chance(NamedTuple):
    """One way a wager ends, and how often."""

    outcome: str
    """``win``, ``push`` or ``lose``; a void coup is a push."""
    pays: Fraction
    """Net for one unit staked, vigorish taken."""
    combinations: int
    """Ordered draws that end so."""
    total: int
    """Ordered draws of any kind."""

    @property
    def probability(self) -> Fraction:
        return Fraction(self.combinations, self.total)


class Price(msgspec.Struct, frozen=True):
    """The price of one wager: everything that can become of one unit staked."""

    wager: str
    """Its id."""
    label: str
    """What it is called."""
    outcomes: tuple[Chance, ...]
    """The ways it ends, with their combinations."""
    total: int
    """All ordered draws."""
    tied: int
    """Ordered draws in which a tie returns the stake."""
    own: bool = False
    """Whether the wager is the reader's own and not the rulebook's."""

    @staticmethod
    def columns() -> "Columns":
        """What of a price stands in a row."""
        return {
            "wager": str, "label": str, "edge": Fraction, "expectation": Fraction, "edge_ties_excluded": Fraction,
            "variance": Fraction, "standard_deviation": float, "hit_frequency": Fraction, "own": bool,
        }  # fmt: skip

    @property
    @once
    def expectation(self) -> Fraction:
        """What the guest gains on average for one unit staked; negative where the house has the better of it."""
        return sum((chance.pays * chance.combinations for chance in self.outcomes), Fraction(0)) / self.total

    @property
    def edge(self) -> Fraction:
        """The house's share of the stake."""
        return -self.expectation

    @property
    @once
    def variance(self) -> Fraction:
        """Of what one unit comes to."""
        squares = sum((chance.pays**2 * chance.combinations for chance in self.outcomes), Fraction(0))
        return squares / self.total - self.expectation**2

    @property
    def standard_deviation(self) -> float:
        """Of what one unit comes to; the square root of ``variance``."""
        return math.sqrt(self.variance)

    @property
    @once
    def hit_frequency(self) -> Fraction:
        """How often the wager wins."""
        return Fraction(sum(chance.combinations for chance in self.outcomes if chance.outcome == "win"), self.total)

    @property
    @once
    def edge_ties_excluded(self) -> Fraction | None:
        """The edge on the stakes that a tie did not simply return; ``None`` when ties return all of them.

        Tables of odds for Player and Banker are often printed so. A wager that no tie returns has the same edge twice.
        """
        if self.tied == self.total:
            return None
        return self.edge * Fraction(self.total, self.total - self.tied)

    @property
    def frame(self) -> "Frame":
        """Every way it ends, as rows."""
        from minibac.display.frames import Frame

        columns = {"wager": str, "outcome": str, "pays": Fraction, "probability": Fraction}
        rows = [(self.wager, chance.outcome, chance.pays, chance.probability) for chance in self.outcomes]
        return Frame(columns, rows, self.label)

    def to_arrow(self) -> Any:
        """Every way it ends, as a ``pyarrow.Table`` (extra ``data``)."""
        return self.frame.to_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<{self.wager}: edge {float(self.edge):.4%}, {self.edge}>"

    def _repr_html_(self) -> str:
        from minibac.odds.html import price_html

        return price_html(self)


class Laid:
    """A wager laid over a composition: how often it ends in each way, whatever the stake and the vigorish."""

    def __init__(self, wager: Priced, charge: Terms | None, *, own: bool) -> None:
        self.wager = wager
        self.own = own
        self.charge = charge if charge and charge.wager == wager.id else None
        pushes = any(row.outcome == "push" for row in wager.proposition.lines)
        self.by_pairs = wager.asks_pairs and not (wager.asks_points or pushes or self.charge)
        """Whether pairs alone decide, so that closed forms do."""
        self._gross: dict[int, Gross] = {}

    def gross(self, code: int) -> Gross:
        """How the wager ends on a result code, before vigorish."""
        ended = self._gross.get(code)
        if ended is None:
            result = Result.from_code(code)
            outcome = self.wager.outcome(result)
            ended = self._gross[code] = Gross.of(outcome, result.winner is Winner.TIE)
        return ended

    def net(self, gross: Gross, stake_cents: int | None = None) -> Fraction:
        """What is gained for one unit staked: the odds less the vigorish, which at a given stake is rounded."""
        gain = gross.odds if gross.kind == "win" else Fraction(0) if gross.kind == "push" else -gross.lost
        charge = self.charge
        if charge is None or not (gross.tie if charge.on == "tie" else gross.kind == "win"):
            return gain
        base = gross.odds if charge.base == "winnings" else Fraction(1)
        if stake_cents is None:
            return gain - base * charge.rate
        return gain - Fraction(charge.cents(int(base * stake_cents)), stake_cents)

    @cached_property
    def cells(self) -> list[tuple[Gross, list[int]]]:
        """The result codes that end in each way; of all pair layers only where the wager asks for pairs."""
        hand = self.wager.proposition.hand
        by_line: dict[tuple[int, bool], list[int]] = {}
        for code in range(CODES if self.wager.asks_pairs else POINT_CODES):
            tie = facts_of(code, hand)["winner"] == Winner.TIE
            by_line.setdefault((self.wager.line_of(code), tie), []).append(code)
        found: dict[Gross, list[int]] = {}
        for (line, tie), codes in by_line.items():
            found.setdefault(Gross.of(self.wager.lines[line][1], tie), []).extend(codes)
        return list(found.items())

    @cached_property
    def ends(self) -> tuple[Gross, ...]:
        """Every way in which a wager on cards can end, in the order of its lines."""
        return tuple(dict.fromkeys(Gross.of(outcome, tie) for _, outcome in self.wager.lines for tie in (False, True)))

    def tally(self, table: ResultTable) -> Counter[Gross]:
        """How many draws of a table end in each way."""
        counts = table.by_code
        found = Counter({gross: sum([counts[code] for code in codes]) for gross, codes in self.cells})
        if table.void:
            found[RETURNED] += table.void
        return +found

    def tally_pairs(self, pairs: PairCounts) -> Counter[Gross]:
        """The same for a wager that only asks for pairs."""
        found: Counter[Gross] = Counter()
        for code, combinations in _layers(pairs):
            if combinations:
                found[self.gross(code)._replace(tie=False)] += combinations
        if pairs.void:
            found[RETURNED] += pairs.void
        return found

    def price(self, tally: Mapping[Gross, int], stake_cents: int | None = None) -> Price:
        """Money laid over a tally."""
        total = sum(tally.values())
        ends: Counter[tuple[Fraction, str]] = Counter()
        for gross, combinations in tally.items():
            ends[self.net(gross, stake_cents), gross.kind] += combinations
        return Price(
            self.wager.id,
            self.wager.proposition.label,
            tuple(Chance(kind, pays, ends[pays, kind], total) for pays, kind in sorted(ends, reverse=True)),
            total,
            tied=sum(combinations for gross, combinations in tally.items() if gross.tie and gross.kind == "push"),
            own=self.own,
        )


Own = str | Path | Iterable[Proposition | str | Path]
"""Wagers that are not the rulebook's: as they were read, or the name of their file or of the catalogue."""

RETURNED = Gross("push", Fraction(0), tie=False)
"""A void coup: the stake goes back, and nothing is charged."""


class Odds:
    """The prices of a table with certain cards left. Ask it for a wager: ``odds["banker"].edge``."""

    rules: HouseRules
    composition: Composition
    """How many cards of each rank are left, Ace to King."""
    decks_in_shoe: int
    stake_cents: int | None
    """The stake at which vigorish is rounded, where one was given."""

    def __init__(
        self,
        rules: HouseRules,
        composition: Sequence[int] | None = None,
        *,
        stake_cents: int | None = None,
        wagers: Iterable[str] | None = None,
        own: Own = (),
        printed: bool = True,
        outside_rulebook: bool = False,
        decks_in_shoe: int | None = None,
    ) -> None:
        self.rules = rules
        self.decks_in_shoe = decks_in_shoe or rules.decks_in_shoe
        self._hold_cards(decks(self.decks_in_shoe) if composition is None else composition)
        self.stake_cents = stake_cents
        self.printed = printed
        self.outside_rulebook = outside_rulebook
        charge = terms(rules)
        laid = [Laid(wager, charge, own=False) for wager in priced(rules).values() if printed]
        # Vigorish is for printed wagers.
        laid += [Laid(Priced(proposition, rules), None, own=True) for proposition in own_wagers(own, rules.rulebook)]
        self.laid = chosen(rules, laid, wagers)
        if stake_cents is not None:
            check_stake(rules, self.laid.values(), stake_cents)

    def with_cards(self, composition: Sequence[int]) -> "Odds":
        """The same wagers with other cards left."""
        other = Odds.__new__(Odds)
        other.rules, other.laid, other.printed = self.rules, self.laid, self.printed
        other.decks_in_shoe, other.outside_rulebook = self.decks_in_shoe, self.outside_rulebook
        other.stake_cents = self.stake_cents
        other._hold_cards(composition)
        return other

    def with_wager(self, wager: str) -> "Odds":
        """The same cards with one of the wagers alone."""
        other = self.with_cards(self.composition if self.suited is None else self.suited)
        other.laid = {wager: self.laid[wager]}
        other.counted.update(self.counted)
        return other

    def with_decks(self, decks_in_shoe: int) -> "Odds":
        """The same wagers on a full shoe of so many decks."""
        other = self.with_cards(decks(decks_in_shoe))
        other.decks_in_shoe = decks_in_shoe
        return other

    def _hold_cards(self, counts: Sequence[int]) -> None:
        self.classes = CLASSES.get(len(counts))
        """Cards that the counts leave together, where they are by colour or by suit."""
        self.suited: SuitedComposition | None = None
        """The cards left by card, where their suits are known."""
        if self.classes:
            self._by_class, self.suited = tuple(counts), spread(counts)
        elif len(counts) == len(ALL_CARDS):
            self.suited = check_suited(counts)
        self.composition = by_rank(self.suited) if self.suited is not None else check(counts)

    @property
    def counts(self) -> tuple[int, ...]:
        """The cards left, by card where suits are known and some wager looks at cards, else by rank."""
        if self.classes:
            return self._by_class
        asked = self.suited is not None and any(laid.wager.asks_cards for laid in self.laid.values())
        return self.suited if asked and self.suited is not None else self.composition

    def by_card(self, *wagers: Priced) -> SuitedComposition:
        """The cards left by card, for wagers that look at cards.

        Thirteen counts say nothing of suits, but all cards of a rank or none have theirs; of any other rank
        the suits are free where no wager looks at them.
        """
        if self.suited is not None:
            return self.suited
        full = CARDS_OF_RANK * self.decks_in_shoe
        spread = [self.decks_in_shoe if self.composition[RANK_INDEX[card.rank]] == full else 0 for card in ALL_CARDS]
        unknown = [rank for rank in RANKS if self.composition[RANK_INDEX[rank]] not in (0, full)]
        if unknown:
            from minibac.odds.card_questions import suits_seen  # as everywhere here: printed wagers do without

            looks_at_suits = suits_seen(wagers)
            for rank in unknown:
                if rank in looks_at_suits:
                    asks = said(
                        "{wager} looks at suits, and those of the {count:card|cards} of rank {rank} are not known: "
                        "give 52 counts, spades to clubs and each Ace to King, or removed cards with suits, as Kd",
                        wager=looks_at_suits[rank],
                        count=self.composition[RANK_INDEX[rank]],
                    )
                    raise OddsError(asks.about(rank=rank.value))
                spread[RANK_INDEX[rank]] = self.composition[RANK_INDEX[rank]]
        return tuple(spread)

    @property
    def cards(self) -> int:
        """How many cards are left."""
        return sum(self.composition)

    @cached_property
    def table(self) -> ResultTable:
        """Every way the next coup can fall, by totals and numbers of cards."""
        return result_table(self.composition, self.rules.drawing)

    @cached_property
    def joint(self) -> ResultTable:
        """The same with pairs."""
        return joint_table(self.composition, self.rules.drawing)

    @cached_property
    def pairs(self) -> PairCounts:
        """Orders of cards by pairs, for wagers on them."""
        return pair_counts(self.composition, self.rules.drawing)

    def tally(self, wager: str) -> Counter[Gross]:
        """How often a wager ends in each way, before vigorish."""
        laid = self.laid[wager]
        if self.classes:
            self._check_classes(laid.wager)
        if wager in self.counted:
            return self.counted[wager]
        if laid.wager.asks_cards:
            from minibac.odds.by_cards import tally_cards

            ends = tally_cards([laid.wager], self.by_card(laid.wager), self.rules.drawing)
            tally: Counter[Gross] = Counter()
            for end, combinations in ends.items():
                tally[RETURNED if end is None else Gross.of(*end[0])] += combinations
            self.counted[wager] = tally
            return tally
        if laid.by_pairs:
            return laid.tally_pairs(pair_counts(self.composition) if self._stands(laid) else self.pairs)
        return laid.tally(self.joint if laid.wager.asks_pairs else self.table)

    def _check_classes(self, wager: Priced) -> None:
        """Refuse counts that leave cards together which a wager tells apart."""
        if wager.asks_cards:
            from minibac.odds.card_questions import classes_seen

            seen = classes_seen([wager])
        else:
            seen = [RANK_INDEX[card.rank] if wager.asks_pairs else card.points for card in ALL_CARDS]
        for cards in self.classes or ():
            other = next((card for card in cards if seen[card] != seen[cards[0]]), None)
            if other is not None:
                apart = said(
                    "{wager} tells {one} and {other} apart, and {count} counts do not: give 52", wager=wager.id
                )
                one, two = str(ALL_CARDS[cards[0]]), str(ALL_CARDS[other])
                raise OddsError(apart.about(one=one, other=two, count=str(len(self._by_class))))

    def _stands(self, laid: Laid) -> bool:
        """Whether four valid cards settle this wager for good, also when the coup turns out void (B10)."""
        return (
            laid.wager.proposition.kind == "house-money" and self.rules.options.get("house_money_on_void") == "stands"
        )

    @cached_property
    def by_wager(self) -> dict[str, Price]:
        """The prices by wager id, in the order of the rulebook."""
        return {name: self[name] for name in self.laid}

    @property
    def prices(self) -> tuple[Price, ...]:
        """Every price, in the order of the layout."""
        return tuple(self.by_wager.values())

    def __getitem__(self, wager: str) -> Price:
        if wager not in self.laid:
            raise OddsError(check_offered(self.rules, wager) or said("{wager} was left out", wager=wager_name(wager)))
        if wager not in self._priced:
            self._priced[wager] = self.laid[wager].price(self.tally(wager), self.stake_cents)
        return self._priced[wager]

    @cached_property
    def _priced(self) -> dict[str, Price]:
        return {}

    @cached_property
    def counted(self) -> dict[str, Counter[Gross]]:
        """Tallies of wagers on cards that are counted already, by wager id."""
        return {}

    def __iter__(self) -> Iterator[Price]:
        return iter(self.prices)

    def __len__(self) -> int:
        return len(self.laid)

    @cached_property
    def combinations(self) -> dict[str, int]:
        """How many ordered draws Banker, Player and Tie win each; ``void`` too, where a coup can come to nothing."""
        won = {"banker": 0, "player": 0, "tie": 0}
        for code, count in enumerate(self.table.by_code):
            if count:
                won[Result.from_code(code).winner.value] += count
        return won | ({"void": self.table.void} if self.table.void else {})

    @cached_property
    def outcomes(self) -> dict[str, Fraction]:
        """The probability that Banker, Player or Tie wins; ``void`` too, where a coup can come to nothing."""
        return {name: Fraction(count, self.table.total) for name, count in self.combinations.items()}

    @property
    def best(self) -> Price:
        """The wager that costs the guest least, or gains most, with these cards left."""
        return min(self.prices, key=lambda price: price.edge)

    @property
    def ends_no_coup(self) -> bool:
        """Whether these cards are too few for any coup: every wager comes back, and none is the best."""
        return self.table.void == self.table.total

    def covariance(self, one: str, other: str) -> Fraction:
        """How two wagers of one unit on the same coup move together.

        >>> odds = prices("section-42")
        >>> odds.covariance("banker", "banker") == odds["banker"].variance
        True
        >>> f"{odds.correlation('player', 'tie'):.4f}"
        '0.0042'
        """
        first, second = self[one], self[other]
        if one == other:
            return first.variance
        a, b = self.laid[one], self.laid[other]
        product = Fraction(0)
        for combinations, x, y in self._together(a, b):
            product += a.net(x, self.stake_cents) * b.net(y, self.stake_cents) * combinations
        return product / self.table.total - first.expectation * second.expectation

    def _together(self, a: Laid, b: Laid) -> Iterator[tuple[int, Gross, Gross]]:
        """Every way two wagers end together. A void coup returns one of them at least, and adds nothing."""
        if a.wager.asks_cards or b.wager.asks_cards:
            from minibac.odds.by_cards import tally_cards

            together = [a.wager, b.wager]
            for end, combinations in tally_cards(together, self.by_card(*together), self.rules.drawing).items():
                if end is not None:
                    yield combinations, Gross.of(*end[0]), Gross.of(*end[1])
            return
        if a.by_pairs and b.by_pairs:
            ways = _layers(self.pairs)
        else:
            ways = enumerate((self.joint if a.wager.asks_pairs or b.wager.asks_pairs else self.table).by_code)
        for code, combinations in ways:
            if combinations:
                yield combinations, a.gross(code), b.gross(code)

    def correlation(self, one: str, other: str) -> float:
        """The covariance as a number from -1 to 1; 0 for a wager that always ends in the same way."""
        spread = self[one].variance * self[other].variance
        return float(self.covariance(one, other)) / math.sqrt(spread) if spread else 0.0

    def covariances(self) -> dict[str, dict[str, Fraction]]:
        """The whole covariance matrix by wager ids."""
        names = list(self.laid)
        matrix: dict[str, dict[str, Fraction]] = {name: {} for name in names}
        for index, one in enumerate(names):
            for other in names[index:]:
                matrix[one][other] = matrix[other][one] = self.covariance(one, other)
        return {one: {other: matrix[one][other] for other in names} for one in names}

    @property
    def rounds_vigorish(self) -> bool:
        """Whether the house rounds its vigorish up, so that the price of a wager hangs on the stake."""
        charge = terms(self.rules)
        return charge is not None and charge.rounding_cents > 0

    @property
    def own_said(self) -> Said:
        """Which of the wagers are not the rulebook's; of the catalogue none is, and nothing need be said."""
        own = [wager_name(name) for name, laid in self.laid.items() if laid.own and self.printed]
        return said("outside the rulebook, as your own: {wagers}", wagers=many(own, "and")) if own else NOTHING

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the numbers should know, in English."""
        return tuple(map(str, self.noted))

    @cached_property
    def noted(self) -> tuple[Said, ...]:
        """What a reader of the numbers should know."""
        return (*self._rounding_said(), *self._unreached_said())

    def _unreached_said(self) -> Iterable[Said]:
        if not self.rules.approved and not any(laid.own for laid in self.laid.values()):
            return ()
        from minibac.odds.unreached import unreached_said

        return unreached_said(self)

    def _rounding_said(self) -> tuple[Said, ...]:
        charge = terms(self.rules)
        if charge is None or charge.wager not in self.laid or not charge.rounding_cents:
            return ()
        cents = str(charge.rounding_cents)
        if charge.deferred and charge.rounded_when_collected:
            note = said(
                "vigorish is rounded up to {cents} cents when the debt is collected, not coup by coup; the edge is "
                "before that rounding, which adds less than that sum to each collection",
                cents=cents,
            )
            return (note,)
        if self.stake_cents is None:
            note = said(
                "vigorish is rounded up to {cents} cents; the edge is before rounding, which is right for winnings in "
                "multiples of {whole} cents, and --stake CENTS prices any other",
                cents=cents,
                whole=str(Fraction(charge.rounding_cents) / charge.rate),
            )
            return (note,)
        return ()

    @property
    def frame(self) -> "Frame":
        """The prices as rows, one for each wager."""
        from minibac.display.frames import Rows

        return Rows(self.prices, Price).frame

    def to_arrow(self) -> Any:
        """The prices, a row for each wager, as a ``pyarrow.Table`` (extra ``data``)."""
        return self.frame.to_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        edges = ", ".join(f"{price.wager} {float(price.edge):.4%}" for price in self.prices)
        return f"<Odds {self.rules.rulebook.id}, {self.cards} cards: {edges}>"

    def _repr_html_(self) -> str:
        from minibac.odds.html import odds_html

        return odds_html(self)


def prices(
    rules: HouseRules | str,
    composition: Sequence[int] | None = None,
    *,
    removed: Iterable[Card | str] | str | None = None,
    stake_cents: int | None = None,
    wagers: Iterable[str] | None = None,
    own: Own = (),
    **options: Value,
) -> Odds:
    """Price the wagers of a table: of house rules, or of a rulebook by name with options chosen here.

    ``composition`` counts the cards left of each rank, Ace to King; ``removed`` names those that have gone, as
    ``A,9,Kd`` or one by one; without either the shoe is full. ``stake_cents`` prices vigorish as the house rounds it at
    that stake. ``wagers`` keeps some of the wagers only, ``own`` adds others: as they were read, or
    the name of a file or of the catalogue.

    >>> prices("massachusetts", vigorish_type="ez")["dragon-7"]
    <dragon-7: edge 7.6113%, 64613588827/848912750595>
    """
    if isinstance(rules, str):
        rules = house_rules(rules, **options)
    elif options:
        raise TypeError("options belong to a rulebook by name; house rules have chosen theirs")
    if removed is not None:
        if composition is not None:
            raise TypeError("say which are the cards left, or those that have gone, and not both")
        from minibac.odds.compositions import left

        gone = removed if isinstance(removed, str) else " ".join(map(str, removed))
        composition = left(rules.decks_in_shoe, removed=gone)
    return Odds(rules, composition, stake_cents=stake_cents, wagers=wagers, own=own)


def own_wagers(own: Own, book: Rulebook) -> tuple[Proposition, ...]:
    """Wagers that are not the rulebook's, read where they are named."""
    found: list[Proposition] = []
    for each in [own] if isinstance(own, str | Path) else own:
        if isinstance(each, str | Path):
            from minibac.odds.known_wagers import meant

            found += meant(str(each), book).wagers
        else:
            found.append(each)
    return tuple(found)


def chosen(rules: HouseRules, laid: Iterable[Laid], wagers: Iterable[str] | None) -> dict[str, Laid]:
    """The wagers asked for, in the order of the table; a wager that is not there is an error."""
    by_id: dict[str, Laid] = {}
    for each in laid:
        if each.wager.id in by_id:
            raise OddsError(said("there are two wagers '{wager}': give your own another id", wager=each.wager.id))
        by_id[each.wager.id] = each
    if wagers is None:
        return by_id
    wanted = one_or_more(wagers)
    for name in wanted:
        if name not in by_id:
            refusal = check_offered(rules, name)
            own = [each.wager.id for each in by_id.values() if each.own]
            if own and name not in WAGER_IDS:
                unknown = said("there is no wager '{wager}'{did_you_mean}: yours are {own}", wager=name)
                raise OddsError(unknown.about(did_you_mean=did_you_mean(name, by_id), own=many(own, "and")))
            raise OddsError(refusal)
    return {name: each for name, each in by_id.items() if name in wanted}


def check_stake(rules: HouseRules, laid: Iterable[Laid], stake_cents: int) -> None:
    """Refuse a stake on which some wager could pay or owe a part of a cent, as the dealer would."""
    if type(stake_cents) is not int:  # a checker says so too, where there is one
        raise OddsError(WHOLE_CENTS.about(stake=str(stake_cents)))
    if stake_cents <= 0:
        raise OddsError(said("a stake of {cents} cents is no stake: 1 cent or more make one", cents=str(stake_cents)))
    for each in laid:
        if each.own:
            pays = sorted({outcome.pays for _, outcome in each.wager.lines}, reverse=True)
            split = next((odds for odds in pays if (stake_cents * odds).denominator != 1), None)
            if split is not None:
                could = said("{cents} cents on {wager} could split a cent: it pays {odds} to 1", cents=str(stake_cents))
                raise OddsError(could.about(wager=each.wager.id, odds=str(split)))
            continue
        refusal: Refusal | None = check_whole_cents(rules, Wager(1, each.wager.id, stake_cents))
        if refusal is not None:
            raise OddsError(refusal)
