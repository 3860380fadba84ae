"""Reading one option: from what was typed to a legal value, or to the reason why not."""

import re
from fractions import Fraction

from minibac.rules.rulebook import Option, Value
from minibac.voice.said import NOTHING, Fact, Said, many, said

SWITCH_WORDS = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


def typed(value: Value) -> str:
    """A value the way a person types it.

    >>> typed(True), typed(8), typed("tie-25")
    ('on', '8', 'tie-25')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def read_value(option: Option, given: object) -> Value | None:
    """The legal value that ``given`` stands for, or ``None`` when the option does not allow it.

    >>> tie = Option(name="tie_odds", clause="s42/c/2", type="rational", at_least="8")
    >>> read_value(tie, "17/2"), read_value(tie, "9.0"), read_value(tie, "7")
    ('17/2', 9, None)
    """
    if option.type == "switch":
        return given if isinstance(given, bool) else SWITCH_WORDS.get(str(given).strip().lower())
    if isinstance(given, bool):
        return None
    word = str(given).strip()
    for value in option.values:
        if word == typed(value):
            return value
    if option.type == "choice" or not (option.at_least or option.at_most or option.above or option.below):
        return None
    number = read_number(word)
    if number is None:
        return None
    if option.type == "integer" and number.denominator != 1:
        return None
    if not _inside(option, number):
        return None
    return int(number) if number.denominator == 1 else str(number)


NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18}|/[0-9]{1,18})?")


def read_number(word: str) -> Fraction | None:
    """A number as people write it, or ``None``. Exponents are left out: ``1e999999999`` would never come back.

    >>> read_number("17/2"), read_number("8.5"), read_number("1/0"), read_number("1e9")
    (Fraction(17, 2), Fraction(17, 2), None, None)
    """
    if not NUMBER.fullmatch(word):
        return None
    try:
        return Fraction(word)
    except ZeroDivisionError:
        return None


def _inside(option: Option, number: Fraction) -> bool:
    return (
        (option.at_least is None or number >= Fraction(option.at_least))
        and (option.at_most is None or number <= Fraction(option.at_most))
        and (option.above is None or number > Fraction(option.above))
        and (option.below is None or number < Fraction(option.below))
        and (option.type != "integer" or (number - Fraction(option.at_least or "0")) % option.step == 0)
    )


def allowed_words(option: Option) -> tuple[str, ...]:
    """What may be typed for an option, as words for a sentence.

    >>> allowed_words(Option(name="decks", clause="s42/a/4", type="integer", at_least="12", step=2))
    ('an even number, 12 or more',)
    """
    words = [typed(value) for value in option.values]
    if option.type == "switch":
        return ("on", "off")
    if option.type == "integer" and option.at_least and option.at_most:
        low, high = int(option.at_least), int(option.at_most)
        words += [str(number) for number in range(low, high + 1, option.step)]
    elif anything := open_words(option):
        words.append(str(anything))
    return tuple(words)


def open_words(option: Option) -> Said:
    """What may be typed where the values are no list; nothing where they are."""
    if option.type == "rational" and option.above and option.below:
        return said("a fraction between {above} and {below} such as 1/2", above=option.above, below=option.below)
    if not option.at_least or option.at_most or option.type not in ("integer", "rational"):
        return NOTHING
    if option.type == "rational":
        return said("{least} or more, also a fraction such as 17/2", least=option.at_least)
    if option.step == 2:
        return said("an even number, {least} or more", least=option.at_least)
    return said("{least} or more", least=option.at_least)


def allowed_sentence(option: Option) -> Fact:
    """``6, 7 or 8``, ``on or off``, ``only handed``."""
    words = allowed_words(option)
    if len(words) == 1 and option.values:
        return said("only {value}", value=words[0])
    return open_words(option) if len(words) == 1 else many(words)
