"""Shoes as others write them, read from a text, and what was read of them."""

import io

from minibac.shoes.mapping import read_mapping
from minibac.shoes.notation import line_of
from minibac.shoes.noted import Unread
from minibac.shoes.reading import ShoeFile, read_shoes


def shoe_file(kind: str, text: str, mapping: str | None = None) -> ShoeFile:
    given_mapping = read_mapping(mapping.encode()) if mapping else None
    return read_shoes(kind, io.StringIO(text), given_mapping)


def lines_of(found: ShoeFile) -> list[str]:
    """What was read as lines of the notation, and of each line set aside its number and why."""
    return [
        f"{item.line_no}: {item.why}" if isinstance(item, Unread) else line_of(item) for item, _ in found.items
    ]  # fmt: skip
