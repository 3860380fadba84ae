"""The walks of ``docs/architecture.md`` lead past what is there; the list of decisions names each of them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOP = re.compile(r"^\| \d+ \| (?P<where>[^|]+) \|", re.MULTILINE)
FILES = re.compile(r"`([\w/.-]+\.(?:py|js|toml))`")
NAMES = re.compile(r"`(\w+)`")


def hops() -> list[str]:
    return HOP.findall((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))


def found(name: str, folder: Path) -> Path | None:
    """A file of a hop: named from the package, from the root, or beside the one before it."""
    places = (ROOT / "src/minibac" / name, ROOT / name, folder / name)
    return next((place for place in places if place.is_file()), None)


def test_every_file_and_function_of_a_walk_is_there() -> None:
    strays = []
    for where in hops():
        text, folder = "", ROOT
        for name in FILES.findall(where):
            file = found(name, folder)
            if file is None:
                strays.append(name)
                continue
            folder, text = file.parent, text + file.read_text(encoding="utf-8")
        strays += [name for name in NAMES.findall(where) if not re.search(rf"\b(?:def|class) {name}\b", text)]
    assert len(hops()) > 15
    assert strays == []


def test_the_list_of_decisions_has_each_of_them_by_its_title() -> None:
    folder = ROOT / "docs/decisions"
    pages = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("0*.md"))}
    titles = [(text.partition("\n")[0].removeprefix("# "), name) for name, text in pages.items()]
    listed = re.findall(r"^(\d+)\. \[(.*)\]\((.*)\)$", (folder / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [(f"{number}. {title}", name) for number, title, name in listed] == titles
