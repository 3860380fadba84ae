"""JSON logs, object by object: lines, a list, or an object with a list in it; a list is never held whole."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from minibac.shoes.mapped_rows import Row
from minibac.voice.misread import in_our_words, too_deep

LARGEST: Final = 64 << 20
"""Characters of one object. Whatever is longer is no coup and no shoe."""
_SIGN = re.compile(r'["{}\[\]]')
_END_OF_TEXT = re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)


def json_rows(lines: Iterable[str], coups: str = "") -> Iterator[Row]:
    """The objects of a log; where ``coups`` names a list in each, the coups in it, with what else the object says."""
    for line_no, text in objects(lines):
        try:
            value: Any = msgspec.json.decode(text)
            if too_deep(value):
                raise RecursionError
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            yield Row(line_no, {"": text[:200]}, in_our_words(error))
            continue
        if not isinstance(value, dict):
            yield Row(line_no, {"": text[:200]}, "this is no JSON object")
        elif not coups:
            yield Row(line_no, value)
        else:
            yield from _coups(value, coups, line_no)


def _coups(value: dict[str, Any], coups: str, line_no: int, around: Mapping[str, Any] = {}) -> Iterator[Row]:
    """The coups of a list in an object, or of the lists in the objects of a list, with what stands around them."""
    step, _, further = coups.partition(".")
    around = {**around, **{name: one for name, one in value.items() if name != step}}
    inside = value.get(step)
    if further and isinstance(inside, dict):
        yield from _coups(inside, further, line_no, around)
    elif isinstance(inside, list):
        for number, one in enumerate(inside, start=1):
            if not isinstance(one, dict):
                yield Row(line_no, {"": str(one)[:200]}, f"number {number} of {step} is no object")
            elif further:
                yield from _coups(one, further, line_no, around)
            else:
                yield Row(line_no, {**around, **one})
    else:
        yield Row(line_no, {}, f"there is no list {step}")


def objects(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Each object of a file with the line it begins on, whether they stand on lines of their own or in a list.

    Lines may come in pieces, as long as none ends in a backslash. A line that is an object by itself is one: what was
    never closed before it ends there, and is told as broken.
    """
    kept: list[str] = []
    start, depth, size = 0, 0, 0
    in_text, line_no, ended = False, 0, True
    for line in lines:
        line_no += ended
        begins, ended = ended, line.endswith("\n")
        if kept and begins and line.startswith("{") and _closes(line):
            yield start, "".join(kept)
            kept, depth, in_text = [], 0, False
        at = 0
        while at < len(line):
            if not kept:
                opened = line.find("{", at)
                between = line[at : opened if opened >= 0 else len(line)].strip("[], \t\r\n\ufeff")
                if between:
                    yield line_no, between
                if opened < 0:
                    break
                start, depth, size, at, in_text = line_no, 0, 0, opened, False
            end, depth, in_text = _walked(line, at, depth, in_text=in_text)
            kept.append(line[at:end])
            size += end - at
            at = end
            if depth == 0 or size > LARGEST:
                yield start, "".join(kept)
                kept = []
    if kept:
        yield start, "".join(kept)


def _closes(line: str) -> bool:
    """Whether a line is an object by itself."""
    end, depth, _ = _walked(line, 0, 0, in_text=False)
    return depth == 0 and not line[end:].strip(" \t\r\n,]")


def _walked(line: str, at: int, depth: int, *, in_text: bool) -> tuple[int, int, bool]:
    """Go on through a line until the object that is open ends: where that is, how deep it is, whether in a text."""
    while True:
        if in_text:
            closed = _END_OF_TEXT.match(line, at)
            if closed is None:
                return len(line), depth, True
            at, in_text = closed.end(), False
        sign = _SIGN.search(line, at)
        if sign is None:
            return len(line), depth, False
        at = sign.end()
        if sign[0] == '"':
            in_text = True
        else:
            depth += 1 if sign[0] in "{[" else -1
            if depth == 0:
                return at, 0, False
