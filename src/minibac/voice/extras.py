"""The extras of the package: which modules each brings, and how somebody gets one that is missing."""

from minibac.voice.said import Said, said


def how_to_install(extra: str) -> Said:
    """How somebody gets an extra of the package, in a checkout that go.py has set up or anywhere else.

    >>> print(how_to_install("fast"))
    in a checkout: python3 go.py extra fast; elsewhere: pip install 'minibac[fast]'
    """
    return said("in a checkout: python3 go.py extra {extra}; elsewhere: pip install 'minibac[{extra}]'", extra=extra)


MODULES_OF = {
    "client": ("websockets",),
    "house": (
        "argon2", "cryptography", "httptools", "litestar", "prometheus_client", "structlog", "uvicorn", "uvloop",
        "websockets",
    ),
    "terminal": ("rich", "textual"),
    "fast": ("numpy", "numba"),
    "gpu": ("numba_cuda",),
    "cluster": ("ray",),
    "postgres": ("psycopg", "psycopg_pool"),
    "data": ("duckdb", "pyarrow"),
    "report": ("jinja2", "matplotlib", "typst"),
    "learn": ("gymnasium",),
}  # fmt: skip
"""The modules that each extra of the package brings, as pyproject.toml names their packages; the smallest is first."""


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
