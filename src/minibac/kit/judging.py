"""What is wrong in an answer, in words; and by which misreading, where one explains every wrong answer of a chapter.

The words about draws, payments and moves are the auditor's and the engine's own: nothing about a rule is said here.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import msgspec

from minibac.audit.coup_check import check_coup
from minibac.audit.payments import MISPAID, PAID, PaymentReadings, RoomLeft, check_payments
from minibac.audit.readings import DRAWS, EVIDENCE, MISVALUED, Draws, Readings
from minibac.cards.card import POINTS, RANKS, CardError, Rank, parse_card
from minibac.kit.engine import Plain, QuestionError, answer, dealt_for, house_of, loaded, shoe_plain
from minibac.kit.vectors import Vector
from minibac.odds.exact import result_table
from minibac.play.deal import ACTIONS
from minibac.play.results import Result
from minibac.play.roads import Colour, Tail, next_colour, place
from minibac.play.settlement import Action, check_actions
from minibac.rules.drawing import TOTALS
from minibac.rules.names import OUTCOMES
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.shoes.noted import NotedCard, NotedCoup, NotedWager
from minibac.voice.said import Said, said

CLOSE = 1e-9
"""A chance that is told as a number with a point is right when it is no further away."""
LETTERS = {"player": "P", "banker": "B", "tie": "T"}


class Misread(NamedTuple):
    """A misreading that explains wrong answers."""

    said: Said
    wrong: int


class ChapterJudge:
    """Holds answers against vectors, field by field; what a chapter knows better it says itself."""

    def __init__(self, leaves_out: frozenset[str]) -> None:
        self.leaves_out = leaves_out

    def faults(self, vector: Vector, told: Plain) -> list[Said]:
        """Everything that is wrong in an answer; nothing where it is right."""
        lacking = [said("the answer lacks {field}", field=name) for name in self.asked(vector) if name not in told]
        if lacking:
            return lacking
        self.see(vector, told)
        wrong = [name for name in self.asked(vector) if not self.is_right(vector, name, told)]
        if not wrong:
            return []
        return self.words(vector, told) or [
            differs(name, told[name], self.as_told(name, vector.answer[name], told[name])) for name in wrong
        ]

    def asked(self, vector: Vector) -> list[str]:
        """The fields of an answer that this engine gives."""
        return [name for name in vector.answer if name not in self.leaves_out]

    def is_right(self, vector: Vector, name: str, told: Plain) -> bool:
        """Whether a field is right; ``1`` and ``true`` are not the same."""
        return same(vector.answer[name], told[name])

    def as_told(self, name: str, right: Any, told: Any) -> Any:  # noqa: ARG002 (for fields with two ways to tell them)
        """What is right, in the way in which the engine tells it."""
        return right

    def see(self, vector: Vector, told: Plain) -> None:
        """Keep what misreadings are looked for in."""

    def words(self, vector: Vector, told: Plain) -> list[Said]:  # noqa: ARG002 (for chapters that know better)
        """What is wrong in the words of the game, where there are any."""
        return []

    def misread(self) -> list[Misread]:
        """The misreadings that explain what was wrong."""
        return []


def same(right: Any, told: Any) -> bool:
    """Whether two plain values are the same to JSON; the order of an object's names does not matter."""
    return json.dumps(right, sort_keys=True) == json.dumps(told, sort_keys=True)


def differs(name: str, told: Any, right: Any) -> Said:
    """A field that is wrong; of two lists the first entry that differs."""
    if isinstance(told, list) and isinstance(right, list) and told != right:
        number = next((at for at, (one, other) in enumerate(zip(told, right, strict=False)) if one != other), None)
        if number is None:
            long = said("{field} has {told:entry|entries}, and {right} are right", field=name)
            return long.about(told=len(told), right=len(right))
        entry = said("{field}, entry {number}", field=name, number=number + 1)
        return _is(entry, told[number], right[number])
    if isinstance(told, dict) and isinstance(right, dict):
        key = next((key for key in right if right[key] != told.get(key)), None)
        if key is not None:
            return _is(said("{field}, {key}", field=name, key=key), told.get(key), right[key])
    return _is(said("{field}", field=name), told, right)


def _is(what: Said, told: Any, right: Any) -> Said:
    sentence = said("{what}: {told} is told, and {right} is right", what=what)
    return sentence.about(told=_short(told), right=_short(right))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 200 else text[:200] + "…"


class DrawingJudge(ChapterJudge):
    """Draws, totals, winners and pairs, by the auditor."""

    def __init__(self, leaves_out: frozenset[str]) -> None:
        super().__init__(leaves_out)
        self.rules = house_of({})
        self.readings = Readings()

    def see(self, vector: Vector, told: Plain) -> None:
        coup = self._noted(vector, told)
        if isinstance(coup, NotedCoup):
            checked = check_coup(self.rules, coup, stated=False)
            if checked.result:
                counts = checked.result.player_total, checked.result.banker_total
                self.readings.see(coup, counts, {flaw.code for flaw in checked.flaws})

    def words(self, vector: Vector, told: Plain) -> list[Said]:
        coup = self._noted(vector, told)
        if isinstance(coup, Said):
            return [coup]
        return [cited(flaw.said, flaw.clause) for flaw in check_coup(self.rules, coup, stated=False).flaws]

    def _noted(self, vector: Vector, told: Plain) -> NotedCoup | Said:
        """The answer as somebody would note the coup, or why it is none."""
        places = {card: place for place, card in enumerate(vector.question["cards"], start=1)}
        hands = []
        for name in ("player", "banker"):
            hand = told.get(name)
            if not isinstance(hand, list) or not all(isinstance(card, str) for card in hand):
                return said("{field} is no list of cards: {told}", field=name, told=_short(hand))
            try:
                cards = [str(parse_card(card)) for card in hand]
            except CardError as error:
                return error.said
            strange = next((card for card in cards if card not in places), None)
            if strange:
                return said("{card} is none of the cards that were given", card=strange)
            hands.append(tuple(NotedCard(card, places[card]) for card in cards))
        totals = told.get("player_total"), told.get("banker_total")
        pairs = told.get("banker_pair"), told.get("player_pair")
        return NotedCoup(
            player=hands[0],
            banker=hands[1],
            winner=LETTERS.get(str(told.get("winner")), ""),
            counts=totals if all(type(one) is int for one in totals) else None,  # type: ignore[arg-type]
            pairs="b" * pairs[0] + "p" * pairs[1] if all(type(one) is bool for one in pairs) else None,  # type: ignore[operator]
        )

    def misread(self) -> list[Misread]:
        explained = self.readings.explained(self.rules.drawing)
        return [Misread(each.said, each.wrong) for each in explained if not each.contradicted]  # no engine slips


def cited(sentence: Said, clause: str) -> Said:
    """A sentence with the clause it rests on."""
    return said("{sentence} ({clause})", sentence=sentence, clause=clause) if clause else sentence


class SettlementJudge(ChapterJudge):
    """Payments and vigorish by the auditor, the moves of the dealer by the engine's own check."""

    def __init__(self, leaves_out: frozenset[str]) -> None:
        super().__init__(leaves_out)
        self.room = RoomLeft()
        self.readings: dict[bytes, PaymentReadings] = {}
        """By rulebook and options."""

    def is_right(self, vector: Vector, name: str, told: Plain) -> bool:
        """Moves are right in any order that no clause forbids; of wagers, what is left out is not looked at."""
        if name == "actions":
            return self._moves(vector, told) is None
        if name == "wagers" and isinstance(told[name], list):
            fields = [field for field in vector.answer[name][0] if field not in self.leaves_out]
            wagers = [{field: one.get(field) for field in fields} for one in told[name] if isinstance(one, dict)]
            return same([{field: one[field] for field in fields} for one in vector.answer[name]], wagers)
        return super().is_right(vector, name, told)

    def as_told(self, name: str, right: Any, told: Any) -> Any:  # noqa: ARG002
        """Of wagers the fields that this engine gives."""
        if name != "wagers":
            return right
        return [{field: value for field, value in one.items() if field not in self.leaves_out} for one in right]

    def see(self, vector: Vector, told: Plain) -> None:
        noted, result = self._noted(told, vector), self._result(vector)
        if noted and result:
            rules = house_of(vector.question)
            flaws = check_payments(rules, noted, (result,)).flaws
            stated = msgspec.json.encode((vector.question["rulebook"], vector.question["options"]), order="sorted")
            readings = self.readings.setdefault(stated, PaymentReadings(rules, self.room))
            readings.see(noted, result, PAID.intersection(flaw.code for flaw in flaws))

    def words(self, vector: Vector, told: Plain) -> list[Said]:
        noted, result = self._noted(told, vector), self._result(vector)
        if not noted or not result:
            return []
        flaws = [
            cited(one.said, one.clause) for one in check_payments(house_of(vector.question), noted, (result,)).flaws
        ]
        moves = self._moves(vector, told) if not flaws and "actions" not in self.leaves_out else None
        return [moves] if moves else flaws

    def _moves(self, vector: Vector, told: Plain) -> Said | None:
        """What is wrong with the moves of the dealer."""
        dealt = dealt_for(vector.question)
        laid = {(one["seat"], one["wager"]) for one in vector.question["wagers"]}
        try:
            done = [Action(*msgspec.convert(move, tuple[str, int, str, int])) for move in told["actions"]]
        except (msgspec.ValidationError, TypeError):
            return said("{field} is no list of moves, each a step, a seat, a wager and cents", field="actions")
        if not all((move.seat, move.wager) in laid and move.step in ACTIONS for move in done):
            return differs("actions", told["actions"], vector.answer["actions"])
        refusal = check_actions(house_of(vector.question), dealt.settlement, done)
        if refusal:
            return cited(refusal.said, refusal.clause or "")
        if len(done) != len(dealt.settlement.actions):
            return differs("actions", told["actions"], vector.answer["actions"])
        return None

    def _result(self, vector: Vector) -> Result | None:
        dealt = dealt_for(vector.question)
        return None if dealt.is_void else dealt.coup.result

    def _noted(self, told: Plain, vector: Vector) -> tuple[NotedWager, ...]:
        """The wagers as somebody would note them; nothing where the answer cannot be read so."""
        laid = {(one["seat"], one["wager"]): one for one in vector.question["wagers"]}
        added = {(int(seat), target) for seat, target in vector.question.get("add", {}).items()}
        noted = []
        wagers = told["wagers"] if isinstance(told.get("wagers"), list) else []
        for one in wagers:
            try:
                place = msgspec.convert((one["seat"], one["wager"]), tuple[int, str])
                known = {name: one[name] for name in NOTED if name in one}
                wager = msgspec.convert({**laid[place], **known}, NotedWager)
            except (msgspec.ValidationError, TypeError, KeyError):
                return ()
            if place in added or wager.outcome not in ("", *OUTCOMES):
                return ()
            noted.append(wager)
        return tuple(noted)

    def misread(self) -> list[Misread]:
        groups = self.readings.values()
        wrong = sum(readings.wrong for readings in groups)
        named = [reading.said for reading, paid in MISPAID.items() if all(readings.agrees(paid) for readings in groups)]
        if named and wrong >= EVIDENCE:
            return [Misread(reading, wrong) for reading in named]
        explained: Counter[str] = Counter()
        words: dict[str, Said] = {}
        for readings in self.readings.values():
            for each in readings.explained():
                words[str(each.said)] = each.said
                explained[str(each.said)] += each.wrong
        return [Misread(words[text], wrong) for text, wrong in explained.most_common()]


NOTED = ("outcome", "net_cents", "vigorish_cents")


class AliveJudge(ChapterJudge):
    """Keeps the misreadings of its chapter that agree with every answer so far."""

    def __init__(self, leaves_out: frozenset[str]) -> None:
        super().__init__(leaves_out)
        self.wrong: Counter[Said] = Counter()
        """Wrong answers about what each misreading is about."""
        self.alive = dict(self.readings())

    def readings(self) -> Mapping[Said, Callable[[Vector], Plain]]:
        """The misreadings of the chapter, and what each would answer, in the fields that it is about."""
        raise NotImplementedError

    def alike(self, name: str, right: Plain, told: Plain) -> bool:
        """Whether a field tells this."""
        return same(self.as_told(name, right[name], told[name]), told[name])

    def is_right(self, vector: Vector, name: str, told: Plain) -> bool:
        return self.alike(name, vector.answer, told)

    def see(self, vector: Vector, told: Plain) -> None:
        asked = self.asked(vector)
        wrong = {name for name in asked if not self.alike(name, vector.answer, told)}
        for reading in list(self.alive):
            try:
                would = self.alive[reading](vector)
            except QuestionError:  # so read it cannot happen, and the answer tells nothing about it
                continue
            self.wrong[reading] += not wrong.isdisjoint(would)
            if any(not self.alike(name, would, told) for name in asked if name in would):
                del self.alive[reading]

    def misread(self) -> list[Misread]:
        return [Misread(reading, self.wrong[reading]) for reading in self.alive if self.wrong[reading] >= EVIDENCE]


def _other_tail(vector: Vector) -> Plain:
    tail = Tail.STICKY if vector.question["tail"] == Tail.DOWN else Tail.DOWN
    return answer({**vector.question, "tail": tail.value})


def _one_tail(tail: Tail) -> Callable[[Vector], Plain]:
    return lambda vector: answer({**vector.question, "tail": tail.value})


def _ties_as_streak(vector: Vector) -> Plain:
    last, letters = "", []
    for letter in vector.question["coups"]:
        last = letter if letter != "T" else last
        letters.append(last or "T")
    right = vector.answer
    return answer({**vector.question, "coups": "".join(letters)}) | {"bead_plate": right["bead_plate"]}


def _swapped(vector: Vector) -> Plain:
    turned = {"R": "B", "B": "R"}
    return {name: [[column, row, turned[mark]] for column, row, mark in vector.answer[name]] for name in DERIVED}


class Coloured(Protocol):
    """The next mark of a derived road that looks so many streaks back, or none."""

    def __call__(self, lengths: Sequence[int], back: int, *, same: bool) -> Colour | None: ...


def _marked(coloured: Coloured) -> Callable[[Vector], Plain]:
    """The derived roads of an engine that colours them so."""

    def would(vector: Vector) -> Plain:
        told = {}
        for back, name in enumerate(DERIVED, start=1):
            marks: list[Colour] = []
            lengths: list[int] = []
            for last, letter in pairwise(" " + vector.question["coups"].replace("T", "")):
                marks += filter(None, [coloured(lengths, back, same=letter == last)])
                lengths = [*lengths[:-1], lengths[-1] + 1] if letter == last else [*lengths, 1]
            cells = place(marks, Tail(vector.question["tail"]))
            told[name] = [[*cell, mark.value] for cell, mark in zip(cells, marks, strict=True)]
        return told

    return would


def _not_the_first_column(lengths: Sequence[int], back: int, *, same: bool) -> Colour | None:
    return next_colour(lengths, back, same=same) if len(lengths) > back + same else None


def _one_column_late(lengths: Sequence[int], back: int, *, same: bool) -> Colour | None:
    return next_colour(lengths, back, same=same) if len(lengths) > back + 1 else None


def _blue_all_the_way(lengths: Sequence[int], back: int, *, same: bool) -> Colour | None:
    if same and len(lengths) > back and lengths[-1] > lengths[-1 - back]:
        return Colour.BLUE
    return next_colour(lengths, back, same=same)


def _kept_on() -> Callable[[Vector], Plain]:
    """The answer of an engine that never begins anew."""
    before: list[str] = []

    def would(vector: Vector) -> Plain:
        before.append(vector.question["coups"])
        return answer({**vector.question, "coups": "".join(before)})

    return would


DERIVED = ("big_eye_boy", "small_road", "cockroach_pig")
ROAD_READINGS: Mapping[Said, Callable[[Vector], Plain]] = {
    said("the two kinds of tail stand the other way round"): _other_tail,
    said("a tail always keeps to its row, also where it is to try down again"): _one_tail(Tail.STICKY),
    said("a tail always tries down again, also where it is to keep to its row"): _one_tail(Tail.DOWN),
    said("a tie is drawn as one more win of the hand before it"): _ties_as_streak,
    said("red and blue of the derived roads stand the other way round"): _swapped,
    said("in derived roads no mark comes of looking back at the first column from the second row on"): (
        _marked(_not_the_first_column)
    ),
    said("derived roads begin one column late"): _marked(_one_column_late),
    said("in derived roads every cell past the end of the column it looks back at is blue, and not only the first"): (
        _marked(_blue_all_the_way)
    ),
}
"""Misreadings of the roads, and what each would answer."""
NOTHING_ENDS = said("a shoe goes on with the roads of the one before")


class RoadsJudge(AliveJudge):
    """The five scoreboards, each by itself; of a derived road the marks may be told alone, as ``RBB``."""

    def as_told(self, name: str, right: Any, told: Any) -> Any:
        return "".join(mark for *_, mark in right) if name in DERIVED and isinstance(told, str) else right

    def readings(self) -> Mapping[Said, Callable[[Vector], Plain]]:
        return {**ROAD_READINGS, NOTHING_ENDS: _kept_on()}


BURNED = "burned"


def _dealt_after(vector: Vector, burned: int) -> Plain:
    return shoe_plain(house_of(vector.question), loaded(vector.question, burned), burned)


def _nothing_burned(vector: Vector) -> Plain:
    return _dealt_after(vector, 0)


def _faces_burn_none(vector: Vector) -> Plain:
    if POINTS[parse_card(vector.question["cards"][0]).rank]:
        return vector.answer
    return _dealt_after(vector, 1)


def _first_card_counts(vector: Vector) -> Plain:
    return _dealt_after(vector, vector.answer[BURNED] - 1)


def _ends_at_the_cutting_card(vector: Vector) -> Plain:
    came = vector.answer["cutting_card"]
    return vector.answer | {"coups": vector.answer["coups"][:came], "last_hand": None} if came else vector.answer


BURN_READINGS: Mapping[Said, Callable[[Vector], Plain]] = {
    said("nothing is burned"): _nothing_burned,
    said("a ten or a face burns no further card"): _faces_burn_none,
    said("the first card is one of those that it burns"): _first_card_counts,
}
SHOE_READINGS: Mapping[Said, Callable[[Vector], Plain]] = {
    **BURN_READINGS,
    said("the shoe ends with the hand in which the cutting card comes out"): _ends_at_the_cutting_card,
}
"""Misreadings of the burn and of the last hand, and what each would answer."""


class ShoesJudge(AliveJudge):
    """Whole shoes, coup by coup."""

    def readings(self) -> Mapping[Said, Callable[[Vector], Plain]]:
        if BURNED in self.leaves_out:
            return SHOE_READINGS
        # How many are burned says it, whatever else is wrong in the coups that follow.
        return {**SHOE_READINGS, **{reading: _burned_alone(would) for reading, would in BURN_READINGS.items()}}


def _burned_alone(would: Callable[[Vector], Plain]) -> Callable[[Vector], Plain]:
    return lambda vector: {BURNED: would(vector)[BURNED]}


def _under(rulebook: str) -> Callable[[Vector], Plain]:
    return lambda vector: answer({**vector.question, "rulebook": rulebook, "options": {}})


def _told_as(*, disclosed: bool) -> Callable[[Vector], Plain]:
    def would(vector: Vector) -> Plain:
        happens = [one | ({"disclosed": disclosed} if "disclosed" in one else {}) for one in vector.question["happens"]]
        return answer({**vector.question, "happens": happens})

    return would


class RemediesJudge(AliveJudge):
    """What is done, by the remedies of another rulebook."""

    def readings(self) -> Mapping[Said, Callable[[Vector], Plain]]:
        books = [load(name) for name in RULEBOOKS]
        own = [book for at, book in enumerate(books) if book.remedy not in [one.remedy for one in books[:at]]]
        # The guides borrow theirs.
        return {said("remedies are those of {rulebook}", rulebook=book.short): _under(book.id) for book in own}


class ScriptsJudge(RemediesJudge):
    """What became of every card; also of one that was seen or was not."""

    def readings(self) -> Mapping[Said, Callable[[Vector], Plain]]:
        return {
            **super().readings(),
            said("a card that was seen is treated as one that nobody saw"): _told_as(disclosed=False),
            said("a card that nobody saw is treated as one that was seen"): _told_as(disclosed=True),
        }


class OddsJudge(ChapterJudge):
    """Exact chances; a number with a point is held against them to nine digits."""

    def __init__(self, leaves_out: frozenset[str]) -> None:
        super().__init__(leaves_out)
        self.wrong: list[tuple[Vector, Plain]] = []

    def is_right(self, vector: Vector, name: str, told: Plain) -> bool:
        right, given = vector.answer[name], told[name]
        if isinstance(right, dict):
            return isinstance(given, dict) and not self._wrong_edges(right, given)
        return same_share(Fraction(right), given)

    def words(self, vector: Vector, told: Plain) -> list[Said]:
        right, given = vector.answer.get("edges"), told.get("edges")
        if not isinstance(right, dict) or not isinstance(given, dict):
            return []
        return [
            _is(said("{field}, {key}", field="edges", key=name), given.get(name), right[name])
            for name in self._wrong_edges(right, given)
        ]

    def _wrong_edges(self, right: Plain, given: Plain) -> list[str]:
        """The wagers whose edge is told wrongly, of those that the engine has."""
        return [
            name
            for name in right
            if name not in self.leaves_out and not same_share(Fraction(right[name]), given.get(name))
        ]

    def see(self, vector: Vector, told: Plain) -> None:
        if not all(self.is_right(vector, name, told) for name in self.asked(vector)):
            self.wrong.append((vector, told))

    def misread(self) -> list[Misread]:
        chances = [(vector, told) for vector, told in self.wrong if "rulebook" not in vector.question]
        if len(chances) < EVIDENCE:
            return []
        return [
            Misread(reading, len(chances))
            for reading, would in _priced_otherwise()
            if all(
                same_share(share, told.get(name))
                for vector, told in chances[: EVIDENCE * 2]
                for name, share in would(vector.question["counts"]).items()
            )
        ]


EXACT = re.compile(r"-?[0-9]{1,999}(?:[.][0-9]{1,999}|/[0-9]{1,999})?")
"""An exact chance; that of a made-up shoe has many digits. Exponents are left out, as in an option's number."""


def same_share(right: Fraction, told: Any) -> bool:
    """Whether a chance is told right: as a fraction exactly, as a number with a point to nine digits."""
    try:
        if type(told) is float or type(told) is int:
            return abs(float(right) - told) <= CLOSE
        return isinstance(told, str) and EXACT.fullmatch(told) is not None and Fraction(told) == right
    except (ValueError, ZeroDivisionError, OverflowError):
        return False


def _priced_otherwise() -> Iterator[tuple[Said, Callable[[list[int]], dict[str, Fraction]]]]:
    """The chances of a game with other drawing rules, with other values of cards, and of an endless shoe."""
    right = Draws(house_of({}).drawing)
    for reading, change in DRAWS.items():
        draws = change(right)
        if draws._replace(rules=right.rules) == right:
            yield reading.said, lambda counts, rules=draws.rules: _shares(counts, rules)  # type: ignore[misc]
    for reading, values in MISVALUED.items():
        if max(values.values()) >= TOTALS:
            continue  # no rank counts so, and is looked up otherwise as a third card
        ranks = [RANK_OF_POINTS[values[rank]] for rank in RANKS]
        yield reading.said, lambda counts, ranks=ranks: _shares(_counted_as(ranks, counts), right.rules)  # type: ignore[misc]
    endless = said("the chances are those of a shoe that never gets smaller")
    yield endless, lambda counts: _shares([count * 10**9 for count in counts], right.rules)


RANK_OF_POINTS: Mapping[int, Rank] = {POINTS[rank]: rank for rank in RANKS}
"""A rank that counts so much."""


def _counted_as(ranks: Sequence[Rank], counts: Sequence[int]) -> list[int]:
    """The cards left of each rank, where each counts as the rank that stands in its place."""
    return [sum(count for rank, count in zip(ranks, counts, strict=True) if rank is each) for each in RANKS]


def _shares(counts: list[int], rules: Any) -> dict[str, Fraction]:
    table = result_table(counts, rules)
    shares = dict.fromkeys(LETTERS, Fraction(0))
    for code, draws in enumerate(table.by_code):
        if draws:
            shares[Result.from_code(code).winner.value] += Fraction(draws, table.total)
    return shares


JUDGES: Mapping[str, type[ChapterJudge]] = {
    "drawing": DrawingJudge,
    "settlement": SettlementJudge,
    "roads": RoadsJudge,
    "odds": OddsJudge,
    "shoes": ShoesJudge,
    "remedies": RemediesJudge,
    "scripts": ScriptsJudge,
}
"""Who judges each chapter."""
