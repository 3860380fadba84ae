"""House rules: a rulebook with the house's options chosen, and checked.

``Rulebook`` is what is printed; ``HouseRules`` is what one table plays. It cannot be built with a combination that
the document forbids: :func:`house_rules` gives the rules or raises; :func:`build` gives them, or every reason why not.

>>> rules = house_rules("massachusetts", vigorish_type="ez")
>>> rules.options["decks"], [proposition.id for proposition in rules.propositions]
(8, ['player', 'banker', 'tie', 'dragon-7', 'panda-8'])
>>> for refusal in build(load("section-42"), {"decks": "5", "vigorish_rate": "3%"}):
...     print(refusal)
decks=5 is not allowed under Section 42, which allows 6 or more (s42/a/1)
vigorish_rate=3% is not allowed under Section 42, which allows 4% or 5% (s42/c/3/rate)
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import msgspec

from minibac.rules.drawing import DrawingRules
from minibac.rules.once import once
from minibac.rules.options import allowed_sentence, allowed_words, read_value, typed
from minibac.rules.refusal import Code, Refusal, Refused, refuse
from minibac.rules.rulebook import RULEBOOKS, Option, Proposition, Rulebook, Value, Vigorish, load
from minibac.rules.words import did_you_mean, listed
from minibac.voice.said import Fact, Said, many, said

CARDS_IN_DECK = 52

SAMPLE = "SAMPLE"
"""What the papers of a sample house say."""
SAYS_SAMPLE = re.compile(rf"(?<![a-z]){SAMPLE}(?![a-z])", re.IGNORECASE)
"""That word, also where a number or a line below stands beside it."""

LONGEST_BURN = 11
LONGEST_COUP = 6
"""Before the cutting card the longest burn and one full coup must fit (A31)."""


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paper the house holds: a filed submission, an approval, an internal control."""

    authority: str
    reference: str
    date: str

    @property
    def is_sample(self) -> bool:
        """Whether it says itself that it is none."""
        return bool(SAYS_SAMPLE.search(f"{self.authority} {self.reference}"))

    def given_by(self, names: Iterable[str]) -> bool:
        """Whether it comes from one of these, or from a designee; a sample says that it comes from nobody.

        >>> paper = Reference("Field Office, designee of the Massachusetts Gaming Commission", "L-77", "2026-03-15")
        >>> paper.given_by(["Massachusetts Gaming Commission"]), paper.given_by(["Division"])
        (True, False)
        """
        text = " ".join(self.authority.casefold().split()).removeprefix("the ")
        wanted = [re.escape(name.casefold()) for name in names]
        return not wanted or self.is_sample or any(re.search(f"(^|designee of (the )?){w}\\b", text) for w in wanted)


class Approved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further wager with the approval it rests on (s42/b/2/approval)."""

    wager: Proposition
    approval: Reference | None = None


class Setting(NamedTuple):
    """One chosen value, the clause that allows it, and where the choice came from."""

    name: str
    value: Value
    clause: str
    also: tuple[str, ...]
    ruling: str | None
    borrowed: bool
    chosen: bool

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.clause, *self.also)


class HouseRules(msgspec.Struct, frozen=True):
    """What one table plays: a rulebook and every option settled, each with its clause."""

    rulebook: Rulebook
    settings: tuple[Setting, ...]
    references: Mapping[str, Reference]
    approved: tuple[Approved, ...]
    options: Mapping[str, Value]
    """The settled options as JSON echoes them."""
    drawing: DrawingRules

    def __repr__(self) -> str:
        words = (self.rulebook.id, *(f"{each.name}={typed(each.value)}" for each in self.settings if each.chosen))
        return f"<HouseRules {' '.join(words)}>"

    def _repr_html_(self) -> str:
        from minibac.rules.html import house_rules_html

        return house_rules_html(self)

    def setting(self, name: str) -> Setting:
        """A settled option with the clause that allows its value."""
        return next(setting for setting in self.settings if setting.name == name)

    @property
    @once
    def propositions(self) -> tuple[Proposition, ...]:
        """The wagers this table offers, with the lines that apply under its options."""
        shared = {proposition.id: proposition.lines for proposition in self.rulebook.wager}
        offered = [p for p in self.rulebook.wager if self.applies(p.only)]
        offered += [approved.wager for approved in self.approved]
        return tuple(
            msgspec.structs.replace(
                proposition,
                lines=tuple(
                    row
                    for row in proposition.lines or shared[proposition.same_lines_as or ""]
                    if self.applies(row.only)
                ),
            )
            for proposition in offered
        )

    @property
    def vigorish(self) -> Vigorish:
        """What the document says of the kind of vigorish that the table has."""
        return self.rulebook.vigorish[str(self.options["vigorish_type"])]

    @property
    def decks_in_shoe(self) -> int:
        """With an automatic shuffler the decks make two batches, and the shoe is one of them (s42/a/4, ma/3/b)."""
        decks = int(self.options["decks"])
        return decks // 2 if self.options["shuffler"] == "automatic" else decks

    @property
    def cards_in_shoe(self) -> int:
        """Cards of all decks, before any is burned."""
        return self.decks_in_shoe * CARDS_IN_DECK

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return int(self.options["seats"])

    def applies(self, only: Mapping[str, tuple[Value, ...]]) -> bool:
        """Whether the options meet a condition of the rulebook: each name given has one of its values."""
        return all(self.options.get(name) in values for name, values in only.items())

    def fraction(self, name: str) -> Fraction:
        """The value of an option as a number: ``5%``, ``17/2``, ``8``."""
        return read_fraction(str(self.options[name]))

    def odds(self, text: str) -> Fraction:
        """Odds as a rulebook line states them: a number, an option's, or a cell of a paytable."""
        kind, _, name = text.rpartition(":")
        if kind == "option":
            return self.fraction(name)
        if kind == "paytable":
            table_id, _, row = name.partition("/")
            table = self.rulebook.paytable[table_id]
            return Fraction(table.rows[row][table.columns.index(self.options[table.option])])
        return Fraction(text)


def read_fraction(text: str) -> Fraction:
    """A number as rulebooks print it.

    >>> read_fraction("5%"), read_fraction("17/2")
    (Fraction(1, 20), Fraction(17, 2))
    """
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


ROUNDING_CENTS = {"none": 0, "up-to-5c": 5, "up-to-25c": 25}


def rounding_cents(options: Mapping[str, Value]) -> int:
    """The multiple that vigorish is rounded up to, 0 for none; on a tie only where the house has it approved (A03).

    >>> rounding_cents({"vigorish_rounding": "up-to-25c"}), rounding_cents({"tie_vigorish_rounded": "yes"})
    (25, 5)
    """
    on_tie = "up-to-5c" if options.get("tie_vigorish_rounded") == "yes" else "none"
    return ROUNDING_CENTS[str(options.get("vigorish_rounding", on_tie))]


def build(
    rulebook: Rulebook,
    choices: Mapping[str, object] | None = None,
    *,
    references: Mapping[str, Reference] | None = None,
    approved: Iterable[Approved] = (),
) -> HouseRules | tuple[Refusal, ...]:
    """Choose the options of a rulebook: the house rules, or every reason why these choices are no house rules.

    Without ``references`` the sample house stands behind the choices: each reference is there, marked SAMPLE.
    """
    held = SampleReferences() if references is None else references
    builder = _Builder(rulebook, dict(choices or {}), held)
    builder.take_fixed_and_unknown()
    builder.settle_options()
    approved = tuple(approved)
    builder.check_depth()
    builder.check_approved(approved)
    if builder.refusals:
        return tuple(builder.refusals)
    settings = tuple(builder.settings)
    options = {setting.name: setting.value for setting in settings}
    return HouseRules(rulebook, settings, held, approved, options, rulebook.tableau)


def house_rules(rulebook: str, /, **choices: Value) -> HouseRules:
    """The house rules of a rulebook by name, with some options chosen; raises with every reason why they are none.

    >>> house_rules("massachusetts", decks=9)
    Traceback (most recent call last):
    minibac.rules.refusal.Refused: decks=9 is not allowed under Massachusetts, which allows 6, 7 or 8 (ma/3/a)
    """
    built = build(load(rulebook), choices)
    if isinstance(built, HouseRules):
        return built
    raise Refused(built)


def rules_of(rules: HouseRules | str) -> HouseRules:
    """House rules as they are; the name of a rulebook stands for a house that chooses nothing.

    >>> rules_of("seneca")
    <HouseRules seneca>
    """
    return rules if isinstance(rules, HouseRules) else _without_choices(rules)


@cache
def _without_choices(rulebook: str) -> HouseRules:
    return house_rules(rulebook)


def of_another(paper: Reference, names: Sequence[str], *clauses: str) -> Refusal | None:
    """Why a paper is not the one that the document asks for: somebody else gave it."""
    if paper.given_by(names):
        return None
    sentence = said(
        "{reference} comes from {authority}; it is to come from {names} or a designee of it",
        reference=paper.reference,
        authority=paper.authority or said("nobody"),
        names=many(names),
    )
    return refuse(Code.MISSING_REFERENCE, sentence, *clauses, allowed=tuple(names))


def no_paper(option: str, value: Value, reference: str, *clauses: str) -> Refusal:
    """Why an option cannot have a value: the paper that it rests on is not there."""
    sentence = said(
        "{option}={value} needs the reference '{reference}' (authority, reference and date), and the house states none",
        option=option,
        value=typed(value),
        reference=reference,
    )
    return refuse(Code.MISSING_REFERENCE, sentence, *clauses, allowed=(reference,))


class SampleReferences(dict[str, Reference]):
    """The sample house holds every reference a rulebook asks for, and each of them says that it is a sample."""

    def __missing__(self, name: str) -> Reference:
        return Reference(SAMPLE, f"{SAMPLE}-{name}", "2026-01-01")

    def __contains__(self, name: object) -> bool:
        return True


class _Builder:
    """The work of :func:`build`, which goes on to the end and keeps every refusal it meets."""

    def __init__(self, rulebook: Rulebook, choices: dict[str, object], references: Mapping[str, Reference]) -> None:
        self.rulebook = rulebook
        self.choices = choices
        self.references = references
        self.settings: list[Setting] = []
        self.values: dict[str, Value] = {}
        self.refusals: list[Refusal] = []
        self.names = list(dict.fromkeys(option.name for option in rulebook.option))

    def take_fixed_and_unknown(self) -> None:
        for name in list(self.choices):
            if name in self.names:
                continue
            given = self.choices.pop(name)
            if fixed := self.rulebook.fixed.get(name):
                if word(given) != typed(fixed.value):
                    self._illegal(name, given, f"only {typed(fixed.value)}", (typed(fixed.value),), fixed.clause)
            else:
                self._unknown(name)
        for option in self.rulebook.option:  # naming a paytable or a portion switches its wager on
            if option.name in self.choices and option.switches_on:
                self.choices.setdefault(option.switches_on, True)

    def settle_options(self) -> None:
        refused: set[str] = set()
        for option in self.rulebook.option:
            if option.name in self.values or option.name in refused or not self._active(option):
                continue
            if any(name in refused for name in option.when):
                refused.add(option.name)
                continue
            chosen = option.name in self.choices
            given = self.choices[option.name] if chosen else option.default
            value = None if given is None else read_value(option, given)
            if value is None:
                refused.add(option.name)
                self._illegal_value(option, given)
                value = option.default
            if value is None:
                continue
            self.values[option.name] = value
            self._check_reference(option, value)
            clauses, whence = option.clauses.get(typed(value), ()), (option.ruling, option.borrowed, chosen)
            self.settings.append(Setting(option.name, value, option.clause, clauses, *whence))
        for name in self.choices:
            if name not in self.values and name not in refused:
                self._idle(name)

    def check_depth(self) -> None:
        depth, decks = self.values.get("cut_card_depth"), self.values.get("decks")
        if not isinstance(depth, int) or not isinstance(decks, int):
            return
        cards = decks * CARDS_IN_DECK // (2 if self.values["shuffler"] == "automatic" else 1)
        most = cards - LONGEST_BURN - LONGEST_COUP
        if depth > most:
            right = f"14 to {most} with {cards} cards, so that the longest burn and a full round fit before it"
            self._illegal("cut_card_depth", depth, right, ("14", str(most)), *self.rulebook.cut.depth_clauses)

    def check_approved(self, approved: tuple[Approved, ...]) -> None:
        clause = self.rulebook.wagers.approval
        for item in approved:
            if clause is None:
                sentence = said(
                    "{wager} cannot be added: the list of wagers of {rulebook} is closed",
                    wager=item.wager.id,
                    rulebook=Said(self.rulebook.short),
                )
                self.refusals.append(refuse(Code.NOT_OFFERED, sentence, *self.rulebook.wagers.list))
            elif item.approval is None or not item.approval.authority:
                sentence = said("{wager} needs a stored approval with authority, reference and date")
                sentence = sentence.about(wager=item.wager.id)
                self.refusals.append(refuse(Code.MISSING_REFERENCE, sentence, clause))
            elif refusal := of_another(item.approval, self.rulebook.wagers.approval_authority, clause):
                self.refusals.append(refusal)

    def _active(self, option: Option) -> bool:
        return all(self.values.get(name) in values for name, values in option.when.items())

    def _check_reference(self, option: Option, value: Value) -> None:
        if not option.reference or (option.reference_for and value not in option.reference_for):
            return
        clauses = (option.reference_clause or option.clause, *option.clauses.get(typed(value), ()))
        if option.reference not in self.references:
            self.refusals.append(no_paper(option.name, value, option.reference, *clauses))
        elif refusal := of_another(self.references[option.reference], option.reference_authority, *clauses):
            self.refusals.append(refusal)

    def _illegal_value(self, option: Option, given: object) -> None:
        if given is None:
            allowed = allowed_words(option)
            sentence = said(
                "{option} must be chosen by the house: {allowed}", option=option.name, allowed=many(allowed)
            )
            self.refusals.append(refuse(Code.MISSING_CHOICE, sentence, option.clause, allowed=allowed))
            return
        if option.limits_are_ours:
            sentence = said(
                "{option}={value} is not possible here: {rulebook} sets no number, and this program has {allowed}",
                option=option.name,
                value=word(given),
                rulebook=Said(self.rulebook.short),
                allowed=allowed_sentence(option),
            )
            self.refusals.append(refuse(Code.ILLEGAL_VALUE, sentence, allowed=allowed_words(option)))
            return
        # Two schemes named at once break the clause of each (s42/c/4, s42/c/6).
        words = _words(given)
        named = [c for value in option.values if typed(value) in words for c in option.clauses.get(typed(value), ())]
        clauses = (option.clause, *dict.fromkeys(named))
        right = allowed_sentence(option), allowed_words(option)
        self._illegal(option.name, given, *right, *clauses, needs=self._narrowed_by(option))

    def _narrowed_by(self, option: Option) -> tuple[str, ...]:
        """The choices, other than by default, that leave an option these values and no others."""
        rows = [other for other in self.rulebook.option if other.name == option.name]
        defaults = {other.name: other.default for other in self.rulebook.option}
        return tuple(
            f"{name}={typed(self.values[name])}"
            for name, values in option.when.items()
            if self.values[name] != defaults[name] and any(row.when.get(name, values) != values for row in rows)
        )

    def _illegal(
        self,
        name: str,
        given: object,
        allowed: Fact,
        words: tuple[str, ...],
        *clauses: str,
        needs: tuple[str, ...] = (),
    ) -> None:
        template = said("{option}={value} is not allowed under {rulebook}, which allows {allowed}")
        if needs:
            template = said(
                "{option}={value} is not allowed with {needs} under {rulebook}, which allows {allowed}",
                needs=many(needs, "and"),
            )
        sentence = template.about(
            option=name,
            value=word(given),
            rulebook=Said(self.rulebook.short),
            allowed=allowed,
        )
        self.refusals.append(refuse(Code.ILLEGAL_VALUE, sentence, *clauses, allowed=words))

    def _idle(self, name: str) -> None:
        option = next(option for option in self.rulebook.option if option.name == name)
        reasons = [
            f"{other} is {typed(self.values[other]) if other in self.values else 'not in use'}"
            for other, values in option.when.items()
            if self.values.get(other) not in values
        ]
        sentence = said(
            "{option} has no meaning while {reasons} under {rulebook}; leave it out",
            option=name,
            reasons=many(reasons, "and"),
            rulebook=Said(self.rulebook.short),
        )
        self.refusals.append(refuse(Code.IDLE_OPTION, sentence, option.clause))

    def _unknown(self, name: str) -> None:
        known = [*self.names, *self.rulebook.fixed]
        elsewhere = [other for other in RULEBOOKS if any(option.name == name for option in load(other).option)]
        if elsewhere:
            sentence = said(
                "{rulebook} has no option {option}: it belongs to {elsewhere}",
                rulebook=Said(self.rulebook.short),
                option=name,
                elsewhere=many(elsewhere, "and"),
            )
            offers = any(name in wager.only for other in elsewhere for wager in load(other).wager)
            clauses = self.rulebook.wagers.others or self.rulebook.wagers.list if offers else ()
        else:
            sentence = said(
                "there is no option {option}{did_you_mean}: {rulebook} has {options}",
                option=name,
                did_you_mean=did_you_mean(name, known),
                rulebook=Said(self.rulebook.short),
                options=listed(self.names, "and"),
            )
            clauses = ()
        self.refusals.append(refuse(Code.UNKNOWN_OPTION, sentence, *clauses, allowed=tuple(self.names)))


def _words(given: object) -> tuple[str, ...]:
    """The values that are named at once, in a list or with a comma or a plus between them.

    >>> _words("win,tie-25"), _words(["win", "tie-25"]), _words("3/2")
    (('win', 'tie-25'), ('win', 'tie-25'), ('3/2',))
    """
    return tuple(map(word, given)) if isinstance(given, list | tuple) else tuple(re.split(r"[\s,;+&]+", word(given)))


def word(given: object) -> str:
    """A choice as it was given, in a word."""
    return typed(given) if isinstance(given, bool | int | str) else str(given)
