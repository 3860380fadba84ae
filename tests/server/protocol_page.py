"""``docs/protocol.md`` against the schemas: its tables of commands and events are made from them."""

import re
from pathlib import Path
from typing import Any

from minibac.server.schemas import protocol_schema

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/protocol.md"
MADE = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
BESIDE = {"event", "v", "at", "clauses", "says", "said"}
"""What every event has."""


def page_made() -> str:
    """The page with its tables as the schemas have them."""
    return MADE.sub(lambda found: found[1] + _table(found[2]) + found[3], PAGE.read_text(encoding="utf-8"))


def _table(group: str) -> str:
    shapes = protocol_schema()["$defs"]
    names = sorted(shapes[group]["discriminator"]["mapping"])
    tag = "command" if group.endswith("Command") else "event"
    head = f"| {tag} | its facts | |\n| --- | --- | --- |\n"
    return head + "".join(_row(name, shapes[name], tag) for name in names)


def _row(name: str, shape: dict[str, Any], tag: str) -> str:
    facts = [fact for fact in shape["properties"] if fact != tag and (tag == "command" or fact not in BESIDE)]
    told = ", ".join(f"`{fact}`{'' if fact in shape['required'] else '?'}" for fact in facts)
    about = shape.get("description", "").replace("|", "\\|")
    return f"| `{name}` | {told} | {about} |\n"
