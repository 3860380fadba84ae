"""What a machine that has been worked on hides: a text is read the same way whatever language the machine speaks."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
BEFORE_ENCODING = {"read_text": 0, "write_text": 1}
"""How many arguments stand before the encoding."""


def unnamed_encodings(source: str) -> Iterator[int]:
    """The lines that read or write a text in the encoding of whoever runs them.

    >>> list(unnamed_encodings("path.read_text(); path.open('w'); open(path)"))
    [1, 1, 1]
    >>> list(unnamed_encodings("path.read_text('utf-8'); path.open('rb'); open(path, encoding='utf-8'); house.open()"))
    []
    """
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or any(keyword.arg == "encoding" for keyword in call.keywords):
            continue
        match call.func:
            case ast.Attribute(attr="open"):
                mode = call.args[:1]
                unnamed = is_text(mode)
            case ast.Name(id="open"):
                mode = call.args[1:2]
                unnamed = not mode or is_text(mode)
            case ast.Attribute(attr=name, value=of) if name in BEFORE_ENCODING:
                unnamed = (
                    len(call.args) <= BEFORE_ENCODING[name] and ast.unparse(of) != "formatter"
                )  # click's, for help
            case _:
                unnamed = False
        if unnamed:
            yield call.lineno


def is_text(mode: list[ast.expr]) -> bool:
    """Whether something is opened to read or write text; what is opened without a mode may be a house."""
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, str) and set(node.value) <= set("rwaxt+")
        for node in mode
    )


def test_every_text_is_opened_in_a_named_encoding() -> None:
    files = [ROOT / "go.py", *(file for name in ("src", "tests", "bench") for file in (ROOT / name).rglob("*.py"))]
    unnamed = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in files
        if any(word in (text := file.read_text(encoding="utf-8")) for word in ("open(", *BEFORE_ENCODING))
        for line in unnamed_encodings(text)
    ]
    assert unnamed == []
