"""What the manual adds to Sphinx: its menu, links that leave docs/, diagrams as tables.

The pages stay plain Markdown that any reader shows: what only the site needs is added while they are read.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = tomllib.loads((Path(__file__).parent / "contents.toml").read_text(encoding="utf-8"))["section"]
FOLDERS = {"decisions": "decisions/index", "schemas": "reference/schemas"}
"""Folders under docs/ that a page links to, and the page about each."""
TURN = re.compile(r"(?P<first>\S+) --> (?P<then>\S+?)(?:: (?P<by>.+))?$")
END = "[*]"
"""Where a diagram begins and ends."""


def menu(title: str | None, pages: list[str]) -> str:
    """A part of the menu, as Sphinx reads it; the page itself shows nothing of it."""
    caption = [f":caption: {title}"] if title else []
    return "\n".join(["", "```{toctree}", *caption, ":hidden:", "", *pages, "```", ""])


def with_its_menu(app: Sphinx, page: str, text: list[str]) -> None:
    if page == "index":
        text[0] += "".join(menu(section["title"], section["pages"]) for section in SECTIONS)
    if page == "decisions/index":
        decisions = sorted(file.stem for file in (app.srcdir / "decisions").glob("0*.md"))
        text[0] += menu(None, decisions)


def kept_in_place(app: Sphinx, doctree: nodes.document) -> None:
    """A link to a folder goes to the page about it; one out of docs/ says where in the source to look."""
    here = (app.srcdir / app.env.docname).parent
    for link in list(doctree.findall(addnodes.pending_xref)):
        target = str(link["reftarget"]).partition("#")[0]
        place = Path(os.path.normpath(here / target))
        if not target or not place.is_relative_to(ROOT):
            continue
        path = place.relative_to(ROOT).as_posix()
        inside = place.relative_to(app.srcdir).as_posix() if place.is_relative_to(app.srcdir) else None
        if inside in FOLDERS:
            link.attributes.update(refdomain="doc", reftype="myst", reftarget=FOLDERS[inside], reftargetid=None)
        elif inside is None and (place.exists() or place.with_name(place.name + ".md").exists()):
            said = nodes.inline("", "", *(child.deepcopy() for child in link.children))
            if link.astext() != path:
                said += nodes.inline("", f" ({path} in the source)", classes=["in-source"])
            link.replace_self(said)


def turns(diagram: str) -> Iterator[tuple[str, str, str]]:
    """What a diagram draws: from, to, and by what.

    >>> list(turns("stateDiagram-v2\\n    [*] --> open\\n    open --> shut: card dealt, table closed"))
    [('(begin)', 'open', ''), ('open', 'shut', 'card dealt, table closed')]
    """
    for line in map(str.strip, diagram.splitlines()):
        if match := TURN.match(line):
            first, then = match["first"], match["then"]
            yield ("(begin)" if first == END else first), ("(end)" if then == END else then), match["by"] or ""


def groups(diagram: str) -> Iterator[tuple[str, list[str]]]:
    """The states that a diagram draws in one box, under its name.

    >>> list(groups("state round {\\n  dealing\\n  turning\\n}"))
    [('round', ['dealing', 'turning'])]
    """
    for name, inside in re.findall(r"state (\w+) \{([^}]*)\}", diagram):
        yield name, inside.split()


def diagrams_as_tables(_app: Sphinx, doctree: nodes.document) -> None:
    """A diagram is written as text that some readers draw. Here it is the table that it was drawn from."""
    for block in list(doctree.findall(nodes.literal_block)):
        if block.get("language") != "mermaid":
            continue
        source = block.astext()
        shown: list[nodes.Node] = [_table(("from", "to", "by"), list(turns(source)))]
        boxes = [(name, ", ".join(states)) for name, states in groups(source)]
        if boxes:
            shown.append(_table(("written above as", "is each of"), boxes))
        block.replace_self(shown)


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> nodes.table:
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in heads), cols=len(heads))
    group += nodes.thead("", _row(heads))
    group += nodes.tbody("", *(_row(row) for row in rows))
    return nodes.table("", group, classes=["colwidths-auto"])


def _row(cells: tuple[str, ...]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", cell)) for cell in cells))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", with_its_menu)
    app.connect("doctree-read", kept_in_place)
    app.connect("doctree-read", diagrams_as_tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
