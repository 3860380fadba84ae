"""What a wager comes to: the lines of a proposition laid over a result.

A proposition, printed or invented, is a list of lines over facts of the coup; the first line that applies decides.
Facts that start with ``own_`` and ``other_``, and ``lead``, are seen from the hand the proposition names.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from minibac.cards.card import Card
from minibac.play.results import CODES, VOID, Result
from minibac.rules.citing import Clauses
from minibac.rules.house_rules import HouseRules
from minibac.rules.once import once
from minibac.rules.rulebook import Proposition, Value
from minibac.rules.wager_facts import OF_A_RESULT, OTHER_HAND, FactError, WagerFact, read_fact
from minibac.voice.said import said, words_of

if TYPE_CHECKING:
    from minibac.play.card_facts import CardFact

Hands = tuple[Sequence[Card], Sequence[Card]]
"""The cards of the Player's Hand and of the Banker's."""

PAIRS = frozenset(f"{side}_pair" for side in ("player", "banker", "own", "other"))


class Outcome(NamedTuple):
    """What becomes of a stake: ``win``, ``lose`` or ``push``, at which odds, under which clauses.

    One clause ``decides`` that it is so, and one of a printed win ``pays``.
    """

    kind: str
    odds: Fraction
    clauses: Clauses
    lost: Fraction = Fraction(1)
    """How much of the stake a loss takes."""

    @property
    def pays(self) -> Fraction:
        """Net for one unit staked, before vigorish: the odds of a win, 0 for a push, what is lost for a loss."""
        return self.odds if self.kind == "win" else Fraction(0) if self.kind == "push" else -self.lost


PUSH_VOID = Outcome("push", Fraction(0), Clauses())
"""A void coup returns every stake."""


def facts(result: Result, hand: str | None = None) -> dict[str, Value]:
    """Everything a line of a proposition can ask about a coup.

    >>> seen = facts(Result(2, 7, 3, 2), hand="banker")
    >>> seen["winner"], seen["own_natural"], seen["lead"], seen["margin"]
    ('banker', False, 5, 5)
    """
    seen: dict[str, Value] = {
        "winner": result.winner.value,
        "margin": abs(result.player_total - result.banker_total),
        "dragon_7": result.is_dragon_7,
        "panda_8": result.is_panda_8,
    }
    sides = [("player", "player"), ("banker", "banker")]
    if hand is not None:
        sides += [("own", hand), ("other", OTHER_HAND[hand])]
    for prefix, side in sides:
        for fact in OF_A_RESULT:
            seen[f"{prefix}_{fact}"] = getattr(result, f"{side}_{fact}")
    if hand is not None:
        seen["lead"] = int(seen["own_total"]) - int(seen["other_total"])
    return seen


@lru_cache(maxsize=3 * CODES)
def facts_of(code: int, hand: str | None = None) -> Mapping[str, Value]:
    """The same by result code: the wagers of a table ask the same results, so each is looked at once."""
    return facts(Result.from_code(code), hand)


class PropositionError(ValueError):
    """A proposition that cannot be read. The message is a sentence for the person who wrote it."""


def check_proposition(proposition: Proposition) -> None:
    """Refuse a proposition with a fact nobody knows, a win without odds, or no last line to catch the rest."""
    for number, row in enumerate(proposition.lines, start=1):
        where = said("line {line} of the wager {wager}", line=number, wager=proposition.id)
        for name in row.when:
            try:
                read_fact(name, proposition.hand)
            except FactError as error:
                raise PropositionError(said("{where}: {fault}", where=where, fault=words_of(error))) from None
        if (row.outcome == "win") != (row.odds is not None):
            raise PropositionError(said("{where}: a win states its odds, and only a win does", where=where))
    if not proposition.lines or proposition.lines[-1].when:
        needs = said("the wager {wager} needs a last line without conditions for everything else")
        raise PropositionError(needs.about(wager=proposition.id))


class Priced:
    """A proposition under certain house rules, ready to be asked about any result code."""

    def __init__(self, proposition: Proposition, rules: HouseRules) -> None:
        check_proposition(proposition)
        self.id = proposition.id
        self.proposition = proposition
        approval = rules.rulebook.wagers.approval
        # An approved wager need cite no print.
        otherwise = Clauses(proposition.clauses or ({"decides": approval} if approval else ()))
        self.lines: tuple[tuple[Mapping[str, tuple[Value, ...]], Outcome], ...] = tuple(
            (
                row.when,
                Outcome(
                    row.outcome,
                    rules.odds(row.odds) if row.odds else Fraction(0),
                    row.clauses or otherwise,
                    Fraction(row.part or 1),
                ),
            )
            for row in proposition.lines
        )
        self._seen: dict[int, Outcome] = {VOID: PUSH_VOID}

    def __eq__(self, other: object) -> bool:
        """The same lines end the same: what was laid out for one serves the other."""
        if not isinstance(other, Priced):
            return NotImplemented
        return (self.proposition, self.lines) == (other.proposition, other.lines)

    def __hash__(self) -> int:
        return hash(self.id)

    def outcome(self, result: Result, hands: Hands | None = None) -> Outcome:
        """What a coup with this result means for the wager; one that asks for cards has to see the hands."""
        if self.asks_cards:
            return self.lines[self.line(result, hands)][1]
        code = result.code
        found = self._seen.get(code)
        if found is None:
            found = self._seen[code] = self.lines[self.line(result)][1]
        return found

    def line(self, result: Result, hands: Hands | None = None) -> int:
        """The place of the line that decides."""
        if not self.asks_cards:
            return self.line_of(result.code)
        if hands is None:
            raise ValueError(f"{self.id} asks for cards: a result alone does not settle it")
        return next(place for place, tests in enumerate(self._tests) if all(test.answer(*hands) for test in tests))

    def line_of(self, code: int) -> int:
        """The same for a wager that results decide."""
        seen = facts_of(code, self.proposition.hand)
        return next(place for place, (when, _) in enumerate(self.lines) if applies(when, seen))

    @cached_property
    def _tests(self) -> "list[list[CardFact]]":
        """Each line as questions to cards."""
        from minibac.play.card_facts import known  # printed wagers do without

        hand = self.proposition.hand
        return [[known(read_fact(name, hand), hand, values) for name, values in when.items()] for when, _ in self.lines]

    @cached_property
    def facts(self) -> tuple[WagerFact, ...]:
        """What its lines ask, each fact once."""
        names = dict.fromkeys(name for when, _ in self.lines for name in when)
        return tuple(read_fact(name, self.proposition.hand) for name in names)

    @cached_property
    def asks_pairs(self) -> bool:
        """Whether pairs matter to this wager; if not, totals and numbers of cards say everything."""
        return any(name in PAIRS for fact in self.facts for name in fact.leaves)

    @cached_property
    def asks_points(self) -> bool:
        """Whether anything but pairs matters to this wager."""
        return any(name not in PAIRS for fact in self.facts for name in fact.leaves)

    @cached_property
    def asks_cards(self) -> bool:
        """Whether the cards themselves matter to this wager: no result code says enough."""
        return any(fact.of_cards for fact in self.facts)

    @cached_property
    def splits(self) -> frozenset[Fraction]:
        """What it can pay, and the parts of a stake that it can take."""
        return self.wins | {outcome.lost for _, outcome in self.lines if outcome.kind == "lose"}

    @cached_property
    def wins(self) -> frozenset[Fraction]:
        """The odds this wager can pay."""
        return frozenset(outcome.odds for _, outcome in self.lines if outcome.kind == "win")


def applies(when: Mapping[str, tuple[Value, ...]], seen: Mapping[str, Value]) -> bool:
    """Whether a line applies to a coup of which these facts are seen."""
    return all((seen[name] if name in seen else _answer(name, seen)) in values for name, values in when.items())


def _answer(name: str, seen: Mapping[str, Value]) -> Value:
    if name in seen:
        return seen[name]
    fact = read_fact(name, "player" if "lead" in seen else None)
    if fact.alike:
        one, other = (_answer(each.name, seen) for each in fact.alike)
        return one == other
    return sum(sign * int(_answer(each.name, seen)) for sign, each in fact.added)


@once
def priced(rules: HouseRules) -> dict[str, Priced]:
    """The wagers of a table by id, each ready to be settled and priced; made once for each set of house rules."""
    return {proposition.id: Priced(proposition, rules) for proposition in rules.propositions}
