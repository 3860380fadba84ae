"""What a decoder found wrong with something that came from outside, in our own words.

Whoever sent it reads what was wrong and what is allowed; names of types and codecs are for programmers.
"""

import re
from collections.abc import Callable
from typing import Final

import msgspec

UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What a decoder raises at bytes that it cannot read."""

KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}
"""What the decoder calls a kind of value, and what we do."""

DEEPEST: Final = 64
"""Lists and objects in one another that anybody needs to say something."""

NOT_UTF_8: Final = "this is no text in UTF-8"

BOUNDS: Final = {">=": "{0} or more", "<=": "{0} at most", ">": "more than {0}", "<": "less than {0}"}
LENGTHS: Final = {"str": "characters", "array": "entries", "object": "entries"}


def in_our_words(error: Exception | str) -> str:
    """The sentence for an error of a decoder, with the place it speaks of in front.

    >>> in_our_words("Expected `int | null`, got `str` - at `$.stake`")
    'stake: a whole number or nothing is expected, not a text'
    >>> in_our_words("JSON is malformed: invalid character (byte 4)")
    'this is no JSON, from byte 4 on'
    """
    if isinstance(error, UnicodeError):
        return NOT_UTF_8
    if isinstance(error, RecursionError):
        return "this is nested too deeply"
    text, _, place = str(error).partition(" - at ")
    where = place.replace("`", "").replace("$.", "").replace("$", "").strip()
    said = next((words(found) for pattern, words in _PATTERNS if (found := pattern.fullmatch(text))), "")
    said = said or "this cannot be read"
    return f"{where}: {said}" if where else said


def too_deep(value: object, most: int = DEEPEST) -> bool:
    """Whether more lists and objects stand in one another than anybody means; what walks through them would not end.

    >>> too_deep([[[1]]], 2), too_deep({"hands": [["Kh"], []]}, 3)
    (True, False)
    """
    if not isinstance(value, list | dict):
        return False
    inside = value.values() if isinstance(value, dict) else value
    return most == 0 or any(too_deep(one, most - 1) for one in inside)


def kinds(names: str) -> str:
    """What may stand somewhere, from the names of its types.

    >>> kinds("bool | int | str")
    'true or false, a whole number or a text'
    """
    found = [KINDS.get(name.strip(), "something else") for name in names.split("|")]
    return f"{', '.join(found[:-1])} or {found[-1]}" if len(found) > 1 else found[0]


def _bounded(found: re.Match[str]) -> str:
    kind, sign, bound = found.groups()
    return f"{KINDS.get(kind, 'a number')} is expected, {BOUNDS[sign].format(bound.removesuffix('.0'))}"


def _long(found: re.Match[str]) -> str:
    kind, sign, count = found.groups()
    counted = f"{count} {LENGTHS[kind]}"
    return f"{BOUNDS[sign.strip()].format(counted) if sign else counted} are expected"


_PATTERNS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (
        re.compile(r"Expected `([^`]+)`, got `([^`]+)`"),
        lambda found: f"{kinds(found[1])} is expected, not {kinds(found[2])}",
    ),
    (re.compile(r"Expected `([^`]+)`"), lambda found: f"{kinds(found[1])} is expected"),
    (re.compile(r"Expected `(int|float)` (>=|<=|>|<) (\S+)"), _bounded),
    (re.compile(r"Expected `(str|array|object)` of length (>= |<= |)(\d+)"), _long),
    (re.compile(r"Expected `str` matching regex .*"), lambda _: "this is not written as it is expected"),
    (re.compile(r"Object missing required field `([^`]+)`"), lambda found: f"{found[1]} is missing"),
    (re.compile(r"Missing required (?:\w+ )?parameter '([^']+)'.*"), lambda found: f"{found[1]} is missing"),
    (re.compile(r"Object contains unknown field `(.+)`"), lambda found: f"there is no {found[1][:40]} here"),
    (re.compile(r"Invalid (?:enum )?value (.+)"), lambda found: f"there is no {found[1][:40]} to choose"),
    (re.compile(r"JSON is malformed: .*\(byte (\d+)\)"), lambda found: f"this is no JSON, from byte {found[1]} on"),
    (re.compile(r"Input data was truncated"), lambda _: "this is no JSON: it breaks off"),
    (re.compile(r".*codec can't decode.*"), lambda _: NOT_UTF_8),
)
