"""What a decoder says is never told as it is: every kind of fault has words of ours."""

from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest

from minibac.voice.misread import NOT_UTF_8, in_our_words, kinds


class Colour(StrEnum):
    RED = "red"


class Read(msgspec.Struct, tag="read", tag_field="do", forbid_unknown_fields=True):
    count: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    share: Annotated[float, msgspec.Meta(ge=0, lt=2)] = 0.0
    text: Annotated[str, msgspec.Meta(max_length=3)] = ""
    day: Annotated[str, msgspec.Meta(pattern=r"^\d+$")] = "1"
    side: Literal["a", "b"] = "a"
    colour: Colour = Colour.RED
    pair: tuple[int, str] = (1, "")
    few: Annotated[list[int], msgspec.Meta(max_length=1)] = []
    each: dict[str, int] = {}
    yes: bool = True
    either: str | int | None = None


class Other(msgspec.Struct, tag="other", tag_field="do"):
    pass


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (b"", "this is no JSON: it breaks off"),
        (b"nope", "this is no JSON, from byte 4 on"),
        (b'{"do": "read"} x', "this is no JSON, from byte 16 on"),
        (b"[]", "an object is expected, not a list"),
        (b"null", "an object is expected, not nothing"),
        (b"{}", "do is missing"),
        (b'{"do": 5}', "do: a text is expected"),
        (b'{"do": "dance"}', "do: there is no 'dance' to choose"),
        (b'{"do": "read", "more": 1}', "there is no more here"),
        (b'{"do": "read", "count": "1"}', "count: a whole number is expected, not a text"),
        (b'{"do": "read", "count": 1.5}', "count: a whole number is expected, not a number"),
        (b'{"do": "read", "count": 0}', "count: a whole number is expected, 1 or more"),
        (b'{"do": "read", "count": 10}', "count: a whole number is expected, 9 at most"),
        (b'{"do": "read", "share": 2}', "share: a number is expected, less than 2"),
        (b'{"do": "read", "text": "long"}', "text: 3 characters at most are expected"),
        (b'{"do": "read", "text": "\xff"}', NOT_UTF_8),
        (b'{"do": "read", "day": "x"}', "day: this is not written as it is expected"),
        (b'{"do": "read", "side": "c"}', "side: there is no 'c' to choose"),
        (b'{"do": "read", "colour": "blue"}', "colour: there is no 'blue' to choose"),
        (b'{"do": "read", "pair": [1]}', "pair: 2 entries are expected"),
        (b'{"do": "read", "few": [1, 2]}', "few: 1 entries at most are expected"),
        (b'{"do": "read", "each": {"x": "y"}}', "each[...]: a whole number is expected, not a text"),
        (b'{"do": "read", "yes": 1}', "yes: true or false is expected, not a whole number"),
        (b'{"do": "read", "either": []}', "either: a whole number, a text or nothing is expected, not a list"),
    ],
)
def test_every_fault_has_words_of_ours(sent: bytes, sentence: str) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as fault:
        msgspec.json.decode(sent, type=Read | Other)
    assert in_our_words(fault.value) == sentence


def test_what_nobody_foresaw_is_said_as_such() -> None:
    assert in_our_words("SomethingElse: 0x7f") == "this cannot be read"
    assert in_our_words(RecursionError("maximum recursion depth")) == "this is nested too deeply"
    assert kinds("int | bytes") == "a whole number or something else"
