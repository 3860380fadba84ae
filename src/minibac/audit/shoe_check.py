"""One shoe: copies of each card against the decks, burn, cut and cutting card, numbers, times, roads and the order.

Where some cards are not noted, what has left the shoe is a lower bound; a shoe that holds too much even so is wrong.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b

from minibac.audit.finding import Check, FindingCode, Flaw, flaw_of, leading
from minibac.audit.possible import seen
from minibac.cards.share import mixed, mixing_seed, read_shares
from minibac.cards.shoe import check_burn, check_cut
from minibac.play.roads import WINNERS as LETTERS
from minibac.play.roads import Mark, parse_marks, roads
from minibac.rules.house_rules import HouseRules
from minibac.shoes.noted import SIMULATED, VOID, Fields, NotedBurn, NotedCard, NotedCoup, NotedCut, in_order
from minibac.voice.said import Cards, said

FEWEST_REPEATED = 24
"""NotedResult cards that two shoes must share from the first on before they are called the same."""
LONGEST_SHOE = 16_384
"""Coups that are kept to be held against a revealed order and roads; a shoe has some eighty."""
COPIES_IN_DECK = 4
"""Of each rank."""
DERIVED = {"road.big-eye-boy": "big_eye_boy", "road.small-road": "small_road", "road.cockroach-pig": "cockroach_pig"}
"""Facts that give a derived road as the letters R and B."""
BEAD_PLATE = "road.bead-plate"
"""The fact that gives the bead plate as results are written."""
ROADS = (BEAD_PLATE, *DERIVED)


class NotedShoe:
    """A shoe as far as it has been read."""

    def __init__(self, name: str, line: int, *, bounded: bool) -> None:
        self.name, self.line, self.bounded = name, line, bounded
        """Where a file does not say that a shoe begins, nobody knows which cards came out of one."""
        self.table = name.rpartition("/")[0]
        """Of a shoe that is named ``TABLE/NUMBER``."""
        self.device: str | None = None
        """What dealt it, once another device is told."""
        self.coups_count = 0
        self.coup_no = 0
        self.first_no = 0
        """The number of its first coup, where it has one."""
        self.facts: dict[str, str] = {}
        self.copies: Counter[str] = Counter()
        self.gone_count = 0
        self.told: set[str] = set()
        self.all_cards_noted = True
        self.irregular = False
        self.cuts: list[int] = []
        self.burned = False
        self.after_last_hand: int | None = None
        self.after_cutting_card: int | None = None
        self.results: list[Iterable[tuple[str, str | None]]] | None = []
        """Winner and pairs of each coup in groups; nothing once a result is not known."""
        self.sequence: list[Iterable[tuple[str, int]]] = []
        """Each card that left the shoe, with its coup, in groups."""
        self.time: datetime | None = None
        self.lines_aside = 0
        self.simulated = False
        self._digest = blake2b(digest_size=12)
        self._known_cards = 0

    # ------------------------------------------------------------------------------------------------------- its parts

    def cut(self, rules: HouseRules | None, cut: NotedCut) -> Iterator[Flaw]:
        self.cuts.append(cut.position)
        if rules and (refusal := check_cut(rules, rules.cards_in_shoe, cut.position)):
            yield flaw_of(FindingCode.WRONG_CUT, refusal)

    def burn(self, rules: HouseRules, burn: NotedBurn, *, stated: bool) -> Iterator[Flaw]:
        """The burn before the first coup; a later one is a remedy, and its cards are gone."""
        first = seen(burn.cards[0]) if burn.cards else None
        if first and not self.coups_count and not self.burned:
            refusal = check_burn(rules, first, len(burn.cards) - 1)
            if refusal:
                yield flaw_of(FindingCode.WRONG_BURN, refusal)
        self.burned = self.burned or not self.coups_count
        yield from self.leave(rules if stated else None, burn.cards)

    def leave(self, rules: HouseRules | None, cards: Iterable[NotedCard]) -> Iterator[Flaw]:
        """Cards leave the shoe."""
        faces = [card.face for card in cards]
        self.gone_count += len(faces)
        if len(self.sequence) < LONGEST_SHOE:
            self.sequence.append([(face, self.coup_no) for face in faces])
        known = [face for face in faces if face not in "?x"]
        self.copies.update(known)
        self.copies.update([face[0] for face in known if len(face) > 1])
        self._known_cards += len(known)
        self._digest.update(" ".join(faces).encode())
        self._digest.update(b" ")
        if rules and self.counts_cards(rules):
            yield from self._too_many(rules, known)

    def counts_cards(self, rules: HouseRules) -> bool:
        """Whether what has left the shoe stays out of it, and the decks are known to be those of one shoe."""
        return self.bounded and rules.options["shuffler"] != "continuous"

    def _too_many(self, rules: HouseRules, known: Sequence[str]) -> Iterator[Flaw]:
        decks, clause = rules.decks_in_shoe, rules.setting("decks").clause
        for face in dict.fromkeys(known):
            if len(face) > 1 and self.copies[face] > decks and face not in self.told:
                self.told.add(face)
                sentence = said("{card} has left the shoe {number} times, and {decks} decks hold it {decks} times")
                sentence = sentence.about(card=Cards((face,)), number=self.copies[face], decks=decks)
                yield Flaw(FindingCode.TOO_MANY_COPIES, sentence, clause)
            rank = face[0]
            if self.copies[rank] > decks * COPIES_IN_DECK and rank not in self.told:
                self.told.add(rank)
                held = decks * COPIES_IN_DECK
                sentence = said("{number} cards of the rank {card} have left the shoe, and {decks} decks hold {held}")
                sentence = sentence.about(card=Cards((rank,)), number=self.copies[rank], decks=decks, held=held)
                yield Flaw(FindingCode.TOO_MANY_OF_A_RANK, sentence, clause)
        if self.gone_count > rules.cards_in_shoe and "shoe" not in self.told:
            self.told.add("shoe")
            sentence = said("{gone} cards have left a shoe of {cards}", gone=self.gone_count, cards=rules.cards_in_shoe)
            yield Flaw(FindingCode.MORE_CARDS_THAN_DECKS, sentence, clause)

    def coup(self, rules: HouseRules, coup: NotedCoup, *, stated: bool) -> Iterator[Flaw]:
        """The next coup of the shoe: its number, its place before the cutting card, its cards."""
        yield from self._numbered(coup)
        self.first_no = self.first_no if self.coups_count else coup.number
        self.coups_count += 1
        self.coup_no = max(coup.number, self.coup_no) if coup.number else self.coup_no + 1
        self.irregular = self.irregular or bool(coup.over or coup.remarks)
        yield from self._at_the_end(rules, coup, stated=stated)
        if coup.player or coup.banker or coup.over:
            yield from self.leave(rules if stated else None, in_order(coup))
        elif coup.status != VOID:
            self.all_cards_noted = False
        if not coup.status:
            self.result([(coup.winner, coup.pairs)] if coup.winner else None)

    def _numbered(self, coup: NotedCoup) -> Iterator[Flaw]:
        """Numbers go up by one; a simulated round may have the number of the coup beside it."""
        number, before = coup.number, self.coup_no
        aside, self.lines_aside = self.lines_aside, 0
        simulated, self.simulated = self.simulated, coup.status == SIMULATED
        if not number or not self.bounded or not self.coups_count:
            return
        if number <= before and not (number == before and (simulated or self.simulated)):
            sentence = said("coup {number} is noted after coup {before}", number=str(number), before=str(before))
            self.lines_aside = 1  # its own number may be missing then
            yield Flaw(FindingCode.NUMBER_REPEATED, sentence)
        elif number - before - 1 > aside:
            sentence = said("coup {number} is noted next after coup {before}", number=str(number), before=str(before))
            yield Flaw(FindingCode.NUMBER_MISSING, sentence)

    def _at_the_end(self, rules: HouseRules, coup: NotedCoup, *, stated: bool) -> Iterator[Flaw]:
        clause = leading(rules.rulebook.cut.last_hand_clauses)
        counted = coup.status not in (SIMULATED, VOID)
        if self.after_last_hand is not None and counted:
            self.after_last_hand += 1
            if self.after_last_hand == 2:
                sentence = said("a coup was dealt after the last hand, when the cards are to be shuffled")
                yield Flaw(FindingCode.AFTER_LAST_HAND, sentence, clause)
        depth = rules.options.get("cut_card_depth")
        if not (stated and self.counts_cards(rules) and isinstance(depth, int)):
            return
        if self.after_cutting_card is not None and counted:
            self.after_cutting_card += 1
            if self.after_cutting_card == 2 and self.after_last_hand is None:
                sentence = said(
                    "a coup was dealt after the one that follows the cutting card, {depth} cards from the end"
                )
                yield Flaw(FindingCode.PAST_CUTTING_CARD, sentence.about(depth=depth), clause)
        if self.after_cutting_card is None:
            cards = len(coup.player) + len(coup.banker)
            if self.gone_count + cards > rules.cards_in_shoe - depth:
                self.after_cutting_card = 0

    def result(self, results: Iterable[tuple[str, str | None]] | None) -> None:
        """What the scoreboards keep of a coup or of several; ``None`` where a result is not known."""
        if self.results is None or results is None:
            self.results = None
        elif len(self.results) < LONGEST_SHOE:
            self.results.append(results)

    def leave_at_once(self, copies: Mapping[str, int], cards: int, noted: bytes) -> None:
        """Many known cards leave the shoe together: how many of each face and rank, and as they are noted."""
        self.gone_count += cards
        self._known_cards += cards
        self.copies.update(copies)
        self._digest.update(noted)

    def at(self, fields: Fields) -> tuple[bool, Flaw | None]:
        """Whether a time is noted, and what is wrong with it."""
        for name, value in fields:
            if name == "at":
                return True, self._time(value)
        return False, None

    def _time(self, text: str) -> Flaw | None:
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            sentence = said("'{text}' is no time by ISO 8601, as 2026-11-14T20:11:02Z", text=text)
            return Flaw(FindingCode.TIME_UNREAD, sentence)
        before, self.time = self.time, time
        if before and (before.tzinfo is None) == (time.tzinfo is None) and time < before:
            sentence = said("{time} is noted after {before}", time=text, before=before.isoformat())
            return Flaw(FindingCode.TIME_BACKWARDS, sentence)
        return None

    def shuffled(self) -> None:
        """The cards were shuffled without a new shoe being named: what has left it counts no more."""
        self.copies.clear()
        self.told.clear()
        self.sequence.clear()
        self.gone_count = 0
        self.after_last_hand = self.after_cutting_card = None
        self.burned, self.irregular = False, True

    # --------------------------------------------------------------------------------------------------------- its end

    @property
    def digest(self) -> bytes | None:
        """What two shoes with the same cards share; nothing where too few are known."""
        return self._digest.digest() if self._known_cards >= FEWEST_REPEATED else None

    def at_its_end(self) -> Iterator[tuple[Flaw, int]]:
        """What can be said when the shoe is over, each with its coup."""
        yield from self._against_order()
        yield from self._against_roads()

    def _against_order(self) -> Iterator[tuple[Flaw, int]]:
        order: Sequence[str] = self.facts.get("order", "").split()
        if not self.order_known:
            return
        if shares := self.facts.get("shares"):
            try:
                order = mixed(order, mixing_seed(self.facts.get("commitment", ""), read_shares(shares)))
            except ValueError:  # nobody knows what was dealt then
                return
        loaded = [*order[self.cuts[0] :], *order[: self.cuts[0]]]
        dealt = (card for group in self.sequence for card in group)
        for (face, coup_no), right in zip(dealt, loaded, strict=False):
            if face not in "?x" and face != right[: len(face)]:
                sentence = said("{card} was dealt, and the order that was revealed has {right} there")
                sentence = sentence.about(card=Cards((face,)), right=Cards((right,)))
                yield Flaw(FindingCode.NOT_THE_ORDER, sentence), coup_no
                return

    @property
    def order_known(self) -> bool:
        """Whether every card that left the shoe has its place in a revealed order."""
        return bool("order" in self.facts and len(self.cuts) == 1 and self.all_cards_noted and not self.irregular)

    def _against_roads(self) -> Iterator[tuple[Flaw, int]]:
        if not self.roads_known:
            return
        told = [result for group in self.results or () for result in group]
        marks = [Mark(LETTERS[winner], "p" in (pairs or ""), "b" in (pairs or "")) for winner, pairs in told]
        if BEAD_PLATE in self.facts:
            yield from self._against_plate(self.facts[BEAD_PLATE], marks)
        board = roads(marks)
        for name, attribute in DERIVED.items():
            right = "".join(getattr(board, attribute).marks)
            if name in self.facts and self.facts[name].strip() != right:
                sentence = said("{road} is noted as {told}, and the results make it {right}", road=name)
                yield Flaw(FindingCode.WRONG_ROAD, sentence.about(told=self.facts[name], right=right)), 0

    @property
    def roads_known(self) -> bool:
        """Whether a road is given, and every result that makes it."""
        return self.results is not None and any(name in self.facts for name in ROADS)

    def _against_plate(self, text: str, marks: list[Mark]) -> Iterator[tuple[Flaw, int]]:
        try:
            told = parse_marks(text)
        except ValueError:
            sentence = said("'{text}' is no row of results", text=text)
            yield Flaw(FindingCode.WRONG_ROAD, sentence), 0
            return
        for number, (one, other) in enumerate(zip(told, marks, strict=False), start=1):
            if one.winner is not other.winner:
                sentence = said("the bead plate has another result than coup {coup}", coup=str(number))
                yield Flaw(FindingCode.WRONG_ROAD, sentence), number
                return
        if len(told) != len(marks):
            sentence = said("the bead plate has {beads:bead|beads}, and there are {coups:coup|coups}")
            yield Flaw(FindingCode.WRONG_ROAD, sentence.about(beads=len(told), coups=len(marks))), 0

    def looked(self, rules: HouseRules, *, stated: bool) -> dict[Check, bool]:
        """What could be looked at in the shoe as a whole."""
        cards = stated and self.counts_cards(rules)
        return {
            Check.COPIES: cards and bool(self.copies),
            Check.BURN: self.burned,
            Check.CUT: stated and bool(self.cuts),
            Check.CUTTING_CARD: self.after_last_hand is not None
            or bool(cards and self.all_cards_noted and self.copies),
            Check.ORDER: self.order_known,
            Check.ROADS: self.roads_known,
        }
