"""Documents made from a template with words and facts (extra ``report``)."""

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, cast

import jinja2
import msgspec


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
    import typst

    sheets = {"main.typ": folder.joinpath(f"{name}.typ").read_bytes(), f"{name}.json": msgspec.json.encode(data)}
    how = {"format": "pdf", "ignore_system_fonts": True, "timestamp": timestamp, "pdf_standards": [standard]}
    in_memory = cast(Any, typst.compile)  # its types know of one file only
    made = in_memory(sheets | dict(pictures or {}), **how)
    assert isinstance(made, bytes)
    return made
