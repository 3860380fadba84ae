"""Documents made from a template with words and facts (extra ``report``)."""

from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import Any, cast

import jinja2
import msgspec

from minibac.voice.signs import unshown

WORDS = b"""#set text(font: "Libertinus Serif")
#json("words.json").join(linebreak())"""
"""A document of nothing but words."""


def environment(folder: Traversable) -> jinja2.Environment:
    """Where the HTML templates of a folder are filled in; a fact that is missing is an error."""
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def pdf(
    folder: Traversable,
    name: str,
    data: Any,
    timestamp: int,
    pictures: Mapping[str, bytes] | None = None,
    *,
    standard: str = "a-2b",
) -> bytes:
    """What Typst makes of ``name.typ`` with ``name.json`` and pictures beside it: the same bytes for the same call.

    A document that carries a file of data along wants the standard ``a-3b``.
    """
    sheets = {"main.typ": folder.joinpath(f"{name}.typ").read_bytes(), f"{name}.json": msgspec.json.encode(data)}
    return _made(sheets | dict(pictures or {}), timestamp, standard)


def check_signs(words: Iterable[str]) -> None:
    """Raise where a document could not show these words, before there is one."""
    _made({"main.typ": WORDS, "words.json": msgspec.json.encode(["", "", *words])}, 0, "a-2b")


def _made(sheets: Mapping[str, bytes], timestamp: int, standard: str) -> bytes:
    import typst

    how = {"format": "pdf", "ignore_system_fonts": True, "timestamp": timestamp, "pdf_standards": [standard]}
    in_memory = cast(Any, typst.compile)  # its types know of one file only
    try:
        made = in_memory(sheets, **how)
    except typst.TypstError as error:
        raise unshown(error) or error from None
    assert isinstance(made, bytes)
    return made
