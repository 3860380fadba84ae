"""Small helps with words: the nearest right word for a typo, and lists as people write them."""

from collections.abc import Iterable
from typing import Any

from minibac.voice.said import NOTHING, Said, said


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that ``word`` was most likely meant to be.

    >>> nearest("sectoin-42", ["section-42", "seneca"])
    'section-42'
    """
    from difflib import get_close_matches  # only a typo needs it

    found = get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> Said:
    """A clause for the end of a sentence: `` (did you mean …?)``, or nothing."""
    near = nearest(word, known)
    return said(" (did you mean {word}?)", word=near) if near else NOTHING


def counted(number: int | float, noun: str) -> str:
    """A number and what it counts, which is one or many.

    >>> counted(1, "deck"), counted(1234, "shoe"), counted(1.0, "unit"), counted(0.5, "unit")
    ('1 deck', '1,234 shoes', '1 unit', '0.5 units')
    """
    shown = f"{number:g}" if isinstance(number, float) else f"{number:,}"
    return f"{shown} {noun}{'' if number == 1 else 's'}"


def how_to_install(extra: str) -> Said:
    """How somebody gets an extra of the package, in a checkout that go.py has set up or anywhere else.

    >>> print(how_to_install("fast"))
    in a checkout: python3 go.py extra fast; elsewhere: pip install 'minibac[fast]'
    """
    return said("in a checkout: python3 go.py extra {extra}; elsewhere: pip install 'minibac[{extra}]'", extra=extra)


MODULES_OF = {
    "house": (
        "argon2", "cryptography", "httptools", "litestar", "prometheus_client", "structlog", "uvicorn", "uvloop",
        "websockets",
    ),
    "terminal": ("textual",),
    "fast": ("numpy", "numba"),
    "gpu": ("numba_cuda",),
    "cluster": ("ray",),
    "postgres": ("psycopg", "psycopg_pool"),
    "data": ("duckdb",),
    "report": ("jinja2", "matplotlib", "typst"),
    "learn": ("gymnasium",),
}  # fmt: skip
"""The modules that each extra of the package brings, as pyproject.toml names their packages."""


def needs_extra(what: str, missing: ImportError) -> Said | None:
    """What to install where a module is missing, or ``None`` if no extra brings it.

    >>> print(needs_extra("minibac serve", ImportError(name="litestar.handlers")))
    minibac serve needs the extra house; in a checkout: python3 go.py extra house; elsewhere: pip install \
'minibac[house]'
    """
    module = (missing.name or "").partition(".")[0]
    for extra, modules in MODULES_OF.items():
        if module in modules:
            return said("{what} needs the extra {extra}; {how}", what=what, extra=extra, how=how_to_install(extra))
    return None


def named(thing: object, *names: str) -> dict[str, Any]:
    """What something says under some of its own names.

    >>> named(1j, "real", "imag")
    {'real': 0.0, 'imag': 1.0}
    """
    return {name: getattr(thing, name) for name in names}


def listed(words: Iterable[object], last: str = "or") -> str:
    """Join words as in a sentence.

    >>> listed(["A", "B", "C"])
    'A, B or C'
    """
    items = [str(word) for word in words]
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
