"""The choices of one table: which options are active, what the house must state itself, what its pit states for it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from minibac.rules.house_rules import word
from minibac.rules.options import allowed_words, read_value
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Option, Rulebook, Value, load
from minibac.rules.words import nearest
from minibac.voice.said import many, said

MUST_STATE = (
    "decks",
    "vigorish_type",
    "vigorish_rate",
    "vigorish_collection",
    "deal_mode",
    "settlement_order",
    "finish",
    "dragon_bonus_paytable",
    "house_money_add",
    "disclosed_third_card",
)
"""Choices that a house makes for itself, wherever its rulebook leaves more than one: the documents say that the casino
chooses or selects (s42/c/3/rate, s42/e/2, s42/g/3/options, s42/j/3, ma/12/d, ma/12/e/paytable, ma/13/c/option …).
What a document merely permits may stay out of the file, and is then off."""


def pit_options() -> Mapping[str, str]:
    """Options that all tables of a pit share, and the clause that says so (A48, E36)."""
    return load("section-42").house.pit_options


class Choice(NamedTuple):
    """The form of an option that is active, and the value chosen for it, ``None`` when that is not allowed."""

    option: Option
    value: Value | None
    given: bool


def settle(book: Rulebook, choices: Mapping[str, object]) -> dict[str, Choice]:
    """The active options with these choices, by name; a refused value counts as the default for what depends on it."""
    choices = dict(choices)
    for option in book.option:
        if option.name in choices and option.switches_on:
            choices.setdefault(option.switches_on, True)
    settled: dict[str, Choice] = {}
    values: dict[str, Value | None] = {}
    for option in book.option:
        if option.name in settled or any(values.get(name) not in allowed for name, allowed in option.when.items()):
            continue
        given = option.name in choices
        value = read_value(option, choices[option.name]) if given else option.default
        values[option.name] = option.default if value is None else value
        settled[option.name] = Choice(option, value, given)
    return settled


def legal_part(book: Rulebook, choices: Mapping[str, object]) -> dict[str, object]:
    """The choices that are allowed, without those that are not: enough to go on checking the rest of a table."""
    settled = settle(book, choices)
    return {name: given for name, given in choices.items() if name in settled and settled[name].value is not None}


def unstated(book: Rulebook, choices: Mapping[str, object]) -> Iterator[Option]:
    """The choices the house has to make for itself and has not made."""
    for name, choice in settle(book, choices).items():
        if name in MUST_STATE and not choice.given and _leaves_a_choice(choice.option):
            yield choice.option


def doubtful(book: Rulebook, choices: Mapping[str, object]) -> frozenset[str]:
    """The options that a file states wrongly, leaves out or misspells: what depends on them cannot be judged."""
    settled = settle(book, choices)
    names = {option.name for option in book.option}
    misspelt = (nearest(name, names) for name in choices if name not in names and name not in book.fixed)
    return frozenset(
        {name for name, choice in settled.items() if choice.value is None}
        | {option.name for option in unstated(book, choices)}
        | {name for name in misspelt if name}
    )


def check_stated(book: Rulebook, choices: Mapping[str, object]) -> Iterator[Refusal]:
    """A refusal for each choice that the table states neither itself nor through its pit."""
    for option in unstated(book, choices):
        if option.name not in pit_options():
            words = allowed_words(option)
            sentence = said("{name} is not stated; {rulebook} leaves it to the house: {allowed}", name=option.name)
            sentence = sentence.about(rulebook=book.short, allowed=many(words))
            clauses = filter(None, (option.clause, option.reference_clause))
            yield refuse(Code.MISSING_CHOICE, sentence, *clauses, allowed=words)


def _leaves_a_choice(option: Option) -> bool:
    return len(option.values) > 1 or bool(option.at_least or option.at_most or option.above or option.below)


def with_sets(book: Rulebook, stated: Mapping[str, object], sets: Mapping[str, object]) -> dict[str, object]:
    """A house's own choices with some of them set otherwise.

    A choice of the house that the new ones leave without meaning goes, as the rate does under ``ez``; so does one that
    is no longer allowed in the form they bring, as eight decks with an automatic shuffler. What is set stays, right or
    wrong. Naming a paytable or a portion switches its wager on.
    """
    switched = {
        option.switches_on: True
        for option in book.option
        if option.switches_on and option.name in sets and option.switches_on not in sets
    }
    choices = {**stated, **switched, **sets}
    before, after = settle(book, stated), settle(book, choices)
    for name in stated:
        if name in sets or name not in before:
            continue
        if name not in after or (after[name].value is None and after[name].option is not before[name].option):
            del choices[name]
    return choices


def pit_choices(book: Rulebook, pit: Mapping[str, object], options: Mapping[str, object]) -> dict[str, object]:
    """The choices of a table with those of its pit.

    What the pit says about manual shuffles does not touch a table whose cards a device shuffles (A14).
    """
    by_device = word(options.get("shuffler", "manual")) in ("automatic", "continuous")
    names = {option.name for option in book.option}
    shared = {
        name: value
        for name, value in pit.items()
        if name in names and not (by_device and name in ("finish", "reshuffle_after_lace") and name not in options)
    }
    return {**options, **shared}


def check_pit(pit: Mapping[str, object], options: Mapping[str, object]) -> Iterator[Refusal]:
    """Where a table differs from its pit."""
    for name, clause in pit_options().items():
        here, there = (word(stated.get(name)) for stated in (options, pit))
        if name in options and name in pit and here != there:
            sentence = said("{name}={here} differs from the pit, which has {there}; all tables of a pit are alike")
            sentence = sentence.about(name=name, here=here, there=there)
            yield refuse(Code.ILLEGAL_VALUE, sentence, clause, allowed=(there,))


def pit_lacks(book: Rulebook, pit: Mapping[str, object], choices: Mapping[str, object]) -> dict[str, Refusal]:
    """What a pit with such a table has to state and does not, by name."""
    found = {}
    for name, choice in settle(book, choices).items():
        if name not in pit_options() or name in pit or not _leaves_a_choice(choice.option):
            continue
        if name in MUST_STATE or choice.given:
            words = allowed_words(choice.option)
            sentence = said("{name} is not stated; the house chooses {allowed} for all tables of the pit", name=name)
            sentence = sentence.about(allowed=many(words))
            clauses = (choice.option.clause, pit_options()[name])
            found[name] = refuse(Code.MISSING_CHOICE, sentence, *clauses, allowed=words)
    return found
