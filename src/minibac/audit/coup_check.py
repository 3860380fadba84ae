"""One coup, as far as it is known: number and order of its cards, who drew, Point Counts, winner, pairs, payments.

Nothing here states a rule. The cards are dealt again through the engine's ``take``; where a card went elsewhere,
``check_draw`` says what was due and why, and its clause is the finding's.

>>> from minibac.rules.house_rules import build
>>> from minibac.rules.rulebook import load
>>> from minibac.shoes.notation import item_of
>>> rules = build(load("section-42"))
>>> told = check_coup(rules, item_of("1. Kh 2s 3d | Qd 3c = P 5:3"))
>>> told.flaws[0].code.value, told.flaws[0].clause
('banker-should-have-drawn', 's42/i/3/b3')
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from minibac.audit import possible
from minibac.audit.finding import Check, FindingCode, Flaw, Level, flaw_of, leading
from minibac.audit.payments import check_payments, check_returned
from minibac.audit.possible import NotedResult, seen
from minibac.audit.readings import cell_of, right_cells
from minibac.cards.card import Card, total
from minibac.play.coup import START, Coup, Hand, next_draw, take
from minibac.play.decisions import check_count, check_draw, decisions
from minibac.play.results import Result, Winner
from minibac.rules.house_rules import HouseRules
from minibac.rules.rulebook import Rulebook
from minibac.shoes.noted import BROKEN_OFF, SIMULATED, VOID, NotedCoup, in_order_of, in_usual_order
from minibac.voice.said import said

FEWEST, MOST = 2, 3
"""Cards in a hand."""
LARGEST_COUNT = 9

WINNERS = {
    "P": said("winner|the Player's Hand"),
    "B": said("winner|the Banker's Hand"),
    "T": said("winner|a tie"),
}
PAIRS = {
    "": said("pairs|no pair"),
    "p": said("pairs|the Player's pair"),
    "b": said("pairs|the Banker's pair"),
    "bp": said("pairs|both pairs"),
}

Dealt = tuple[tuple[Hand, Card], ...]
"""Cards in the order in which they left the shoe, each with the hand it went to."""


class CheckedCoup(NamedTuple):
    """What is known of a coup, what was looked at, what could not be, and what is wrong."""

    level: Level
    flaws: tuple[Flaw, ...]
    looked: tuple[Check, ...]
    unknown: tuple[Check, ...]
    result: Result | None = None
    """What its cards come to, where all are known and each hand has two or three."""


class Hands(NamedTuple):
    """The cards of both hands, where every one is known."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]

    @property
    def result(self) -> Result | None:
        if not all(FEWEST <= len(hand) <= MOST for hand in self):
            return None
        return Result(
            total(self.player),
            total(self.banker),
            len(self.player),
            len(self.banker),
            self.player[0].rank == self.player[1].rank,
            self.banker[0].rank == self.banker[1].rank,
        )


def check_coup(rules: HouseRules, coup: NotedCoup, *, stated: bool = True) -> CheckedCoup:
    """Everything that is wrong with one coup. Where no rulebook is stated, nobody knows what a wager pays."""
    audit = _CoupAudit(rules, coup, stated)
    ran_out = coup.status == SIMULATED and not coup.winner and not coup.counts
    if ran_out or coup.status in (VOID, BROKEN_OFF):
        audit.unfinished()
    else:
        audit.number_of_cards()
        audit.draws()
        audit.totals()
        audit.winner()
        audit.pairs()
        audit.payments()
    return CheckedCoup(
        audit.level, tuple(audit.flaws), tuple(audit.looked), tuple(audit.unknown), audit.hands and audit.hands.result
    )


class _CoupAudit:
    """The course of one audit, which goes on to the end and keeps every fault."""

    def __init__(self, rules: HouseRules, coup: NotedCoup, stated: bool) -> None:
        self.rules, self.coup, self.stated = rules, coup, stated
        self.book: Rulebook = rules.rulebook
        self.flaws: list[Flaw] = []
        self.looked: list[Check] = []
        self.unknown: list[Check] = []
        self.hands = hands_of(coup)
        self.level = level_of(coup, self.hands)
        self.has_cards = bool(coup.player or coup.banker)
        counts = coup.counts
        self.counts = counts if counts and max(counts) <= LARGEST_COUNT else None

    def number_of_cards(self) -> None:
        if not self._known(Check.NUMBER_OF_CARDS, self.has_cards) or self.hands:
            return  # known cards are dealt again, which says more
        for hand, cards in ((Hand.PLAYER, self.coup.player), (Hand.BANKER, self.coup.banker)):
            few, most = len(cards) < FEWEST, len(cards) > MOST
            if few or most:
                code = FindingCode.TOO_FEW_CARDS if few else FindingCode.TOO_MANY_CARDS
                sentence = said("{hand:^} has {cards:card|cards}, and a hand has two or three")
                clause = self.book.drawing.clauses.one_at_most if most else ()
                name = WINNERS[hand.value[0].upper()]
                self.flaws.append(Flaw(code, sentence.about(hand=name, cards=len(cards)), *clause[:1]))

    def draws(self) -> None:
        self._numbered_twice()
        if self.hands:
            self._known(Check.DRAWS, True)
            if not self._drawn_right(self.hands):
                self.flaws += wrong_draw(self.rules, dealt(self.coup, self.hands))
            return
        could = None
        if self.has_cards and not self.flaws:
            could = possible.coups(self.coup, self.rules.drawing)
        if could == []:
            sentence = said("whatever the cards were that nobody read, the hands cannot have come to this")
            self.flaws.append(Flaw(FindingCode.NO_SUCH_COUP, sentence))
        self._known(Check.DRAWS, could == [])

    def _numbered_twice(self) -> None:
        """Two cards cannot both have been the fifth to leave the shoe."""
        numbers = [card.drawn for card in (*self.coup.player, *self.coup.banker, *self.coup.over) if card.drawn]
        for number in sorted({number for number in numbers if numbers.count(number) > 1}):
            sentence = said("{cards:card is|cards are} noted as number {number} to leave the shoe")
            flaw = Flaw(FindingCode.WRONG_ORDER, sentence.about(cards=numbers.count(number), number=str(number)))
            self.flaws.append(flaw)

    def _drawn_right(self, hands: Hands) -> bool:
        """Whether the hands, dealt in the usual order, are known to be right: nearly all are, and need no dealing."""
        coup = self.coup
        if hands.result is None or any(card.drawn for card in (*coup.player, *coup.banker)):
            return False
        return right_cells(self.rules.drawing)[cell_of(*([card.rank for card in hand] for hand in hands))]

    def totals(self) -> None:
        if not self._known(Check.TOTALS, self.coup.counts is not None) or self.coup.counts is None:
            return
        for name, hand, told in zip("PB", self.hands or ((), ()), self.coup.counts, strict=True):
            if FEWEST <= len(hand) <= MOST:
                refusal = None if total(hand) == told else check_count(hand, told, self.book)
                if refusal:
                    self.flaws.append(flaw_of(FindingCode.WRONG_COUNT, refusal))
            elif told > LARGEST_COUNT:
                sentence = said("{hand}: {count} is no Point Count, which has one digit")
                sentence = sentence.about(hand=WINNERS[name], count=told)
                self.flaws.append(Flaw(FindingCode.WRONG_COUNT, sentence, *self.book.values.two_digits[:1]))

    def winner(self) -> None:
        result = self.hands.result if self.hands else None
        counts = (result.player_total, result.banker_total) if result else self.counts
        if not self._known(Check.WINNER, bool(self.coup.winner and counts)) or counts is None:
            return
        right = Result(*counts, FEWEST, FEWEST).winner
        if right.value[0].upper() != self.coup.winner:
            clauses = self.book.result.tie if right is Winner.TIE else self.book.result.announced
            sentence = said(
                "{told} is noted, and it is {right}: {player} against {banker}",
                told=WINNERS[self.coup.winner],
                right=WINNERS[right.value[0].upper()],
                player=counts[0],
                banker=counts[1],
            )
            self.flaws.append(Flaw(FindingCode.WRONG_WINNER, sentence, leading(clauses)))

    def pairs(self) -> None:
        told = self.coup.pairs
        first = (self.coup.banker[:2], self.coup.player[:2])
        known = all(len(two) == FEWEST and all(card.rank for card in two) for two in first)
        if not self._known(Check.PAIRS, told is not None and known) or told is None:
            return
        right = "".join(letter for letter, two in zip("bp", first, strict=True) if two[0].rank == two[1].rank)
        if right != told:
            sentence = said("{told} is noted, and there is {right}", told=PAIRS[told], right=PAIRS[right])
            self.flaws.append(Flaw(FindingCode.WRONG_PAIR, sentence, _pair_clause(self.book)))

    def payments(self) -> None:
        coup = self.coup
        result = self.hands.result if self.hands else None
        if result:
            could: Sequence[Result] = (result,)
        else:
            sizes = (len(coup.player), len(coup.banker)) if self.has_cards else None
            could = possible.results(self.rules.drawing, NotedResult(coup.winner, coup.pairs, self.counts, sizes))
            if not could and not self.flaws:
                sentence = said("no cards come to what is noted as the result")
                self.flaws.append(Flaw(FindingCode.NO_SUCH_RESULT, sentence))
        if not coup.wagers:
            return
        if not self.stated or not could:
            self._known(Check.PAYMENTS, False)
            return
        seen = self.hands if self.level is Level.SUITS and result else None
        paid = check_payments(self.rules, coup.wagers, could, seen)
        self.flaws += paid.flaws
        self._known(Check.PAYMENTS, paid.known or bool(paid.flaws))

    def unfinished(self) -> None:
        """A coup that came to no end: what was dealt must be the beginning of a right one, and nobody has won."""
        coup = self.coup
        if self._known(Check.DRAWS, self.hands is not None) and self.hands:
            excused = (FindingCode.TOO_FEW_CARDS, *SHOULD_HAVE_DRAWN)
            over = wrong_draw(self.rules, dealt(coup, self.hands))
            self.flaws += (found for found in over if found.code not in excused)
        if coup.winner or coup.counts:
            sentence = said("a coup that was void or broken off has no result, and one is noted")
            clauses = self.book.cut.too_few_clauses if coup.status == VOID else ()
            self.flaws.append(Flaw(FindingCode.VOID_WITH_RESULT, sentence, leading(clauses)))
        if coup.wagers and coup.status == VOID and self._known(Check.PAYMENTS, self.stated):
            self.flaws += check_returned(self.rules, coup.wagers)

    def _known(self, check: Check, known: bool) -> bool:
        (self.looked if known else self.unknown).append(check)
        return known


DRAWS = {
    FindingCode.PLAYER_SHOULD_HAVE_DRAWN: said("the Player's third card is missing: {why}"),
    FindingCode.PLAYER_SHOULD_HAVE_STAYED: said("a third card went to the Player's Hand and was not due: {why}"),
    FindingCode.BANKER_SHOULD_HAVE_DRAWN: said("the Banker's third card is missing: {why}"),
    FindingCode.BANKER_SHOULD_HAVE_STAYED: said("a third card went to the Banker's Hand and was not due: {why}"),
}
OF_A_HAND = {code: Hand(code.value.partition("-")[0]) for code in DRAWS}
SHOULD_HAVE_DRAWN = (FindingCode.PLAYER_SHOULD_HAVE_DRAWN, FindingCode.BANKER_SHOULD_HAVE_DRAWN)


def hands_of(coup: NotedCoup) -> Hands | None:
    """Both hands, or nothing where there are no cards or one of them is not known."""
    player, banker = [*map(seen, coup.player)], [*map(seen, coup.banker)]
    if not (player or banker) or None in player or None in banker:
        return None
    return Hands(tuple(c for c in player if c), tuple(c for c in banker if c))


def level_of(coup: NotedCoup, hands: Hands | None) -> Level:
    """How much is known of a coup."""
    if hands:
        return Level.SUITS if all(card.suit for hand in hands for card in hand) else Level.RANKS
    if coup.player or coup.banker:
        return Level.SOME_CARDS
    return Level.TOTALS if coup.counts else Level.RESULT if coup.winner else Level.NOTHING


def dealt(coup: NotedCoup, hands: Hands) -> Dealt:
    """The cards in the order in which they left the shoe: as noted, or the usual one where that is not noted.

    After an irregularity cards lie elsewhere than they were drawn for; then the hands alone are looked at.
    """
    player = [(Hand.PLAYER, card) for card in hands.player]
    banker = [(Hand.BANKER, card) for card in hands.banker]
    if coup.over or coup.remarks:
        return tuple(in_usual_order(player, banker))
    return tuple(in_order_of(coup, player, banker))


def wrong_draw(rules: HouseRules, cards: Dealt) -> Iterator[Flaw]:
    """The first card that went where it should not, or the one that is missing; what follows it has no rule."""
    coup = START
    for number, (hand, card) in enumerate(cards):
        if next_draw(coup) is not hand:
            yield _not_due(rules.rulebook, coup, hand, _wrong_card(coup, hand, cards[number:]))
            return
        coup = take(coup, card, rules.drawing)
    due = next_draw(coup)
    if due:
        missing = SHOULD_HAVE_DRAWN[due is Hand.BANKER] if coup.four_cards_out else FindingCode.TOO_FEW_CARDS
        yield _not_due(rules.rulebook, coup, None, missing)


def _not_due(book: Rulebook, coup: Coup, claimed: Hand | None, code: FindingCode) -> Flaw:
    """What the engine refuses, told of a third card by the decision of its hand."""
    refusal = check_draw(coup, claimed, book)
    assert refusal
    told = DRAWS.get(code)
    made = [decision.text for decision in decisions(coup, book) if decision.hand in (None, OF_A_HAND.get(code))]
    return Flaw(code, told.about(why=made[-1]), refusal.clause or "") if told and made else flaw_of(code, refusal)


def _wrong_card(coup: Coup, hand: Hand, left: Dealt) -> FindingCode:
    """What is wrong with a card that went to this hand; ``left`` are it and those after it."""
    due = next_draw(coup)
    later = any(other is due for other, _ in left)
    if not coup.four_cards_out:
        return FindingCode.WRONG_ORDER if later else FindingCode.TOO_FEW_CARDS
    if len(coup.player if hand is Hand.PLAYER else coup.banker) == MOST:
        return FindingCode.TOO_MANY_CARDS
    if hand is Hand.PLAYER:
        return FindingCode.PLAYER_SHOULD_HAVE_STAYED
    if due is Hand.PLAYER:
        return FindingCode.WRONG_ORDER if later else FindingCode.PLAYER_SHOULD_HAVE_DRAWN
    return FindingCode.BANKER_SHOULD_HAVE_STAYED


def _pair_clause(book: Rulebook) -> str:
    """What a document says of pairs, where it has a wager on them."""
    rows = (row for wager in book.wager if wager.id.endswith("-pair") for row in wager.lines if row.when)
    return next((row.clauses.names.get("decides", "") for row in rows), "")
