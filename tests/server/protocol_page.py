"""``docs/protocol.md`` against the program: its tables of commands, events, codes and pages are made from it."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from minibac.server.connection import ENDINGS
from minibac.server.routes_pages import PAGES
from minibac.server.schemas import protocol_schema

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/protocol.md"
MADE = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
BESIDE = {"event", "v", "at", "clauses", "says", "said"}
"""What every event has."""


def page_made() -> str:
    """The page with its tables as the schemas have them."""
    return MADE.sub(lambda found: found[1] + _table(found[2]) + found[3], PAGE.read_text(encoding="utf-8"))


def _table(of: str) -> str:
    if of == "codes":
        return _rows("code | why", (f"{code} | {why}" for code, why in sorted(ENDINGS.items())))
    if of == "pages":
        listed = ((", ".join(map(_address, paths)), name) for name, paths in PAGES.items())
        return _rows("address | file", (f"{paths} | `{name}.html`" for paths, name in listed))
    shapes = protocol_schema()["$defs"]
    names = sorted(shapes[of]["discriminator"]["mapping"])
    tag = "command" if of.endswith("Command") else "event"
    return _rows(f"{tag} | its facts |", (_row(name, shapes[name], tag) for name in names))


def _rows(head: str, rows: Iterable[str]) -> str:
    return "".join(f"| {row} |\n" for row in (head, " | ".join("---" for _ in head.split("|")), *rows))


def _address(path: str) -> str:
    """As a reader takes it: ``/table/{table_id:str}`` is ``/table/TABLE``."""
    return "`" + re.sub(r"\{(\w+?)(?:_id)?:str\}", lambda found: found[1].upper(), path) + "`"


def _row(name: str, shape: dict[str, Any], tag: str) -> str:
    facts = [fact for fact in shape["properties"] if fact != tag and (tag == "command" or fact not in BESIDE)]
    told = ", ".join(f"`{fact}`{'' if fact in shape['required'] else '?'}" for fact in facts)
    about = shape.get("description", "").replace("|", "\\|")
    return f"`{name}` | {told} | {about}"
