"""``python -m tests.voice.sort_catalogue``: write every catalogue anew, sorted and one entry a line."""

from pathlib import Path

import msgspec

from minibac.voice.languages import CATALOGUES, languages, source


def encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


def lines(entries: dict[str, object]) -> str:
    return ",\n".join(f"{encode(key)}: {encode(value)}" for key, value in entries.items())


def sorted_source(written: bytes) -> str:
    """A catalogue as its file should be."""
    content = msgspec.json.decode(written)
    entries = dict(sorted(content.get("templates", {}).items()))
    return f'{{"manner": {{\n{lines(content["manner"])}\n}},\n"templates": {{\n{lines(entries)}\n}}}}\n'


if __name__ == "__main__":
    for language in languages():
        Path(str(CATALOGUES / f"{language}.json")).write_text(sorted_source(source(language)), encoding="utf-8")
