"""The auditor: reads items one by one, holds each against the rulebook that is stated, and tells everything it sees.

>>> from minibac.shoes.reading import placed
>>> auditor = Auditor()
>>> lines = ["shoe-notation 1", '[shoe "3"]', '[rulebook "seneca"]', "1. K 2 3 | Q 4 = P 5:4"]
>>> auditor.audit("a.shoe", placed("notation", lines))
>>> [(finding.code.value, finding.coup, finding.line) for wrong in auditor.report.wrong for finding in wrong.findings]
[('banker-should-have-drawn', 1, 4)]
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from minibac.audit.coup_check import check_coup
from minibac.audit.course import Course, Shuffles
from minibac.audit.finding import Check, Finding, FindingCode, Flaw, flaw_of
from minibac.audit.readings import Origin, Readings
from minibac.audit.report import Listener, Report
from minibac.audit.shoe_check import ROADS, NotedShoe
from minibac.audit.sources import Sources
from minibac.audit.statistics import Frequencies, holm
from minibac.play.propositions import check_proposition
from minibac.rules.drawing import DrawingRules
from minibac.rules.house_rules import Approved, HouseRules, build
from minibac.rules.options import read_number
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.shoes.noted import Comment, Fact, NotedBurn, NotedCoup, NotedCut, NotedMoment, Unread
from minibac.shoes.reading import Placed
from minibac.voice.misread import in_our_words
from minibac.voice.said import said, words_of

UNSTATED = "section-42"
"""Where no rulebook is stated the drawing rules, which all four share, are cited from this one."""
OF_A_SHOE = ("commitment", "shares", "order", *ROADS)
"""Facts about one shoe, which are not about the next."""
OPTION = "option."
APPROVED = "approved."
MOST_REMEMBERED = 50_000
"""Shoes that the next ones are held against: a file of any length is read in constant memory."""


class HoldAgainst(NamedTuple):
    """Against what somebody wants the shoes held, in place of what they state."""

    rulebook: str | None = None
    choices: Mapping[str, str] = {}
    rules: HouseRules | None = None
    """Settled rules, as of a house file."""


class HeldRules(NamedTuple):
    """The rules a shoe is held against, and whether anybody stated them."""

    rules: HouseRules
    stated: bool
    flaws: tuple[Flaw, ...] = ()

    @property
    def decks(self) -> int:
        """In a shoe; 0 where nobody stated them."""
        return self.rules.decks_in_shoe if self.stated else 0


class Auditor:
    """Reads files one after the other; the report is whole when :meth:`done` has been called."""

    def __init__(self, asked: HoldAgainst | None = None, listeners: Iterable[Listener] = ()) -> None:
        self.asked = asked or HoldAgainst()
        self.report = Report(listeners)
        self.report.asked, self.report.choices = self.asked.rulebook, self.asked.choices
        self.sources = Sources()
        self.frequencies = Frequencies()
        self.course = Course()
        self.shuffles = Shuffles()
        self._held: dict[tuple[str | None, tuple[tuple[str, str], ...]], HeldRules] = {}
        self._seen: dict[bytes, tuple[str, str]] = {}
        self.begin("")
        self.report.files.clear()

    def begin(self, file: str) -> None:
        """Another file."""
        self.report.files.append(file)
        self.file = file
        self.device = ""
        self._ends: dict[str, int] = {}
        """The number of the last coup of each shoe of the file."""
        self.sources.begin(file, load(UNSTATED).tableau)
        self.shuffles.apart()
        self.rulebook: str | None = None
        self.choices: dict[str, str] = {}
        self.approved: dict[str, tuple[str, Approved]] = {}
        self.shoe = NotedShoe("", 0, bounded=False)
        self.held: HeldRules | None = None

    def audit(self, file: str, items: Iterable[Placed]) -> None:
        """Read one file to its end."""
        self.begin(file)
        for item, line in items:
            self.see(item, line)
        self.end_shoe()

    def done(self) -> Report:
        """The report, with the misreadings that explain what is wrong."""
        self.report.explained = self.sources.explained(self.drawing)
        tested = [*self.frequencies.tested(self.drawing, self.sources.whole.cells), *self.shuffles.tested()]
        self.report.tested = holm([*tested, *self.course.tested()])
        return self.report

    @property
    def readings(self) -> Readings:
        """The misreadings of the shoes that are read, as far as nothing has contradicted them."""
        return self.sources.readings

    @property
    def drawing(self) -> DrawingRules:
        """The drawing rules of the shoe that is read."""
        return self.held.rules.drawing if self.held else load(UNSTATED).tableau

    # ------------------------------------------------------------------------------------------------------- the items

    def see(self, item: object, line: int) -> None:
        """One item of a file."""
        if isinstance(item, NotedCoup):
            self._coup(item, line)
        elif isinstance(item, Fact):
            self._fact(item, line)
        elif isinstance(item, NotedBurn):
            held = self.rules_at(line)
            self._tell(self.shoe.burn(held.rules, item, stated=held.stated), line)
            self._time(item, line)
        elif isinstance(item, NotedCut):
            held = self.rules_at(line)
            self._tell(self.shoe.cut(held.rules if held.stated else None, item), line)
            self._time(item, line)
        elif isinstance(item, NotedMoment):
            self._moment(item, line)
        elif isinstance(item, Unread):
            self.shoe.lines_aside += 1
            sentence = said("the line cannot be read and is set aside: {why}", why=item.why)
            self._tell([Flaw(FindingCode.LINE_UNREAD, sentence)], item.line_no)
        else:
            assert isinstance(item, Comment)

    def _fact(self, fact: Fact, line: int) -> None:
        if fact.name == "shoe":
            self.end_shoe()
            self.shoe = NotedShoe(fact.value, line, bounded=True)
            self.held = None
            self._enter()
        elif fact.name == "rulebook":
            self.rulebook, self.choices, self.approved, self.held = fact.value, {}, {}, None
        elif fact.name.startswith(APPROVED):
            self._approve(fact.value, line)
        elif fact.name.startswith(OPTION):
            self.choices[fact.name.removeprefix(OPTION)] = fact.value
            self.held = None
        elif fact.name == "device":
            if self.shoe.coups_count and self.shoe.device is None:
                self.shoe.device = self.device  # the shoe that begins next may be that of another one
            self.device = fact.value
            self._enter()
        elif fact.name in OF_A_SHOE:
            self.shoe.facts[fact.name] = fact.value

    def _enter(self) -> None:
        """The coups that follow are those of this table and this device."""
        self.sources.enter(Origin(self.file, self.shoe.table, self.device))

    def _approve(self, text: str, line: int) -> None:
        """A further wager that the table took, as its record has it."""
        try:
            approved = msgspec.json.decode(text, type=Approved)
            check_proposition(approved.wager)
            parts = [part for row in approved.wager.lines for part in (row.odds, row.part) if part is not None]
            if None in map(read_number, parts):
                raise ValueError(f"{approved.wager.id} states no odds")
        except ValueError as error:
            why = in_our_words(error) if isinstance(error, msgspec.DecodeError) else words_of(error)
            sentence = said("the line cannot be read and is set aside: {why}", why=why)
            self._tell([Flaw(FindingCode.LINE_UNREAD, sentence)], line)
            return
        self.approved[approved.wager.id] = (text, approved)
        self.held = None

    def _moment(self, moment: NotedMoment, line: int) -> None:
        self.shoe.irregular = self.shoe.irregular or bool(moment.cards)
        if moment.what == "last-hand":
            self.shoe.after_last_hand = 0
        elif moment.what == "shuffle":
            self.shoe.shuffled()
        elif moment.what == "options":
            pairs = (text.partition("=") for remark in moment.remarks for text in remark.split(", "))
            self.choices |= {name: value for name, equals, value in pairs if equals}
            self.held = None
        self._time(moment, line)

    def _coup(self, coup: NotedCoup, line: int) -> None:
        held = self.rules_at(line)
        checked = check_coup(held.rules, coup, stated=held.stated)
        flaws = [*checked.flaws, *self.shoe.coup(held.rules, coup, stated=held.stated)]
        timed, wrong_time = self.shoe.at(coup.fields)
        if wrong_time:
            flaws.append(wrong_time)
        report = self.report
        report.coups += 1
        report.wagers += len(coup.wagers)
        report.levels[checked.level] += 1
        report.looked.update(checked.looked)
        if timed:
            report.looked[Check.TIMES] += 1
        else:
            report.unknown[Check.TIMES, checked.level.value] += 1
        for check in checked.unknown:
            report.unknown[check, checked.level.value] += 1
        if checked.result and not coup.status:
            counts = checked.result.player_total, checked.result.banker_total
            self.readings.see(coup, counts, {found.code for found in flaws})
            if coup.wagers and held.stated:
                self.sources.paid(held.rules, coup.wagers, checked.result, {found.code for found in flaws})
            ranks = [card.rank for hand in zip(coup.player[:2], coup.banker[:2], strict=True) for card in hand]
            self.frequencies.see(checked.result.winner.value[0].upper(), ranks, held.decks)
        elif coup.winner and not coup.status:
            self.frequencies.see(coup.winner, (), held.decks)
        if coup.winner and not coup.status and (dealer := dict(coup.fields).get("dealer")):
            self.course.see("dealer", dealer, coup.winner)
        report.not_stated += not held.stated
        if flaws:
            self._tell(flaws, line, coup)

    def _time(self, item: NotedBurn | NotedCut | NotedMoment, line: int) -> None:
        _, wrong = self.shoe.at(item.fields)
        if wrong:
            self._tell([wrong], line)

    def end_shoe(self) -> None:
        """A shoe is over: what can be said only now."""
        shoe = self.shoe
        if not shoe.coups_count and not shoe.gone_count:
            return
        held = self.rules_at(shoe.line)
        self.report.shoes += 1
        if held.stated:
            self.report.rulebooks[held.rules.rulebook.id] += 1
        for check, looked in shoe.looked(held.rules, stated=held.stated).items():
            if looked:
                self.report.looked[check] += 1
            else:
                self.report.unknown[check, "shoe"] += 1
        if shoe.bounded:
            winners = [winner for group in shoe.results or () for winner, _ in group]
            self.frequencies.see_shoe(winners)
            self._course(winners, held.decks)
        self._in_pieces()
        for found, coup_no in shoe.at_its_end():
            self.report.add([Finding(found.code, shoe.name, coup_no, shoe.line, found.clause, found.said, self.file)])
        digest = shoe.digest
        if digest is None:
            return
        if digest in self._seen:
            name, file = self._seen[digest]
            other = said("shoe {shoe} of {file}", shoe=name, file=file)
            sentence = said("every card is that of {other}", other=other)
            repeated = Finding(FindingCode.REPEATED_SHOE, shoe.name, 0, shoe.line, "", sentence, self.file)
            self.report.add([repeated])
        else:
            self._seen[digest] = (shoe.name, self.file)
            if len(self._seen) > MOST_REMEMBERED:
                del self._seen[next(iter(self._seen))]  # the one seen first

    def _in_pieces(self) -> None:
        """A shoe that goes on where another one began: what is known of its cards is looked at piece by piece."""
        shoe = self.shoe
        if not shoe.name:
            return
        ended = self._ends.get(shoe.name)
        in_pieces = shoe.first_no > 1 and ended == shoe.first_no - 1
        if in_pieces:
            sentence = said("the shoe goes on here with coup {coup}, and other shoes stand between: it is in pieces")
            flaw = Flaw(FindingCode.SHOE_IN_PIECES, sentence.about(coup=str(shoe.first_no)))
            self._tell([flaw], shoe.line)
        if ended is not None or len(self._ends) < MOST_REMEMBERED:
            self._ends[shoe.name] = 0 if in_pieces or ended == 0 else shoe.coup_no  # which is told once

    def _course(self, winners: Sequence[str], decks: int) -> None:
        """Whose shoe it was, and what it remembers of the one before."""
        shoe = self.shoe
        self.course.see_all(winners)
        if device := self.device if shoe.device is None else shoe.device:
            self.course.see("device", device, winners)
        if shoe.table:
            self.course.see("table", shoe.table, winners)
        if decks and shoe.all_cards_noted and not self.shuffles.enough:
            self.shuffles.see([face for group in shoe.sequence for face, _ in group], decks, shoe.table)

    def _tell(self, flaws: Iterable[Flaw], line: int, coup: NotedCoup | None = None) -> None:
        number = (coup.number or self.shoe.coup_no) if coup else 0
        self.report.add(
            (Finding(one.code, self.shoe.name, number, line, one.clause, one.said, self.file) for one in flaws), coup
        )

    # ------------------------------------------------------------------------------------------------------- the rules

    def rules_at(self, line: int) -> HeldRules:
        """The rules of this shoe; what is wrong with them is told once for each shoe."""
        if self.held is None:
            further = ((name, text) for name, (text, _) in self.approved.items())
            key = (self.rulebook, (*sorted(self.choices.items()), *sorted(further)))
            if key not in self._held:
                self._held[key] = self._hold()
            self.held = self._held[key]
            self._tell(self.held.flaws, line)
        return self.held

    def _hold(self) -> HeldRules:
        if self.asked.rules:
            return HeldRules(self.asked.rules, stated=True)
        if self.asked.rulebook:
            known = {option.name for option in load(self.asked.rulebook).option}
            kept = {name: value for name, value in self.choices.items() if name in known}
            for choices in ({**kept, **self.asked.choices}, self.asked.choices):
                built = build(load(self.asked.rulebook), choices)
                if isinstance(built, HouseRules):
                    return HeldRules(built, stated=True)
        unstated = build(load(UNSTATED))
        assert isinstance(unstated, HouseRules)
        if self.rulebook is None:
            return HeldRules(unstated, stated=False)
        if self.rulebook not in RULEBOOKS:
            sentence = said("'{rulebook}' is none of the four rulebooks", rulebook=self.rulebook)
            return HeldRules(unstated, False, (Flaw(FindingCode.UNKNOWN_RULEBOOK, sentence),))
        if self.approved:
            approved = [approved for _, approved in self.approved.values()]
            built = build(load(self.rulebook), self.choices, approved=approved)
        else:
            built = _built(self.rulebook, tuple(self.choices.items()))
        if isinstance(built, HouseRules):
            return HeldRules(built, stated=True)
        refused = tuple(flaw_of(FindingCode.OPTIONS_REFUSED, refusal) for refusal in built)
        plain = build(load(self.rulebook))
        assert isinstance(plain, HouseRules)
        return HeldRules(plain, False, refused)


@lru_cache(64)
def _built(rulebook: str, choices: tuple[tuple[str, str], ...]) -> HouseRules | tuple[Refusal, ...]:
    """House rules as many files state them, settled once for all of them."""
    built = build(load(rulebook), dict(choices))
    return built if isinstance(built, HouseRules) else tuple(built)
