"""What a machine may lack, PostgreSQL or a browser, said so that nobody overlooks it.

With ``CI=true`` a missing part fails every test that needs it. Elsewhere those tests are skipped, and the last lines of
the run say what was therefore not tested.
"""

import os
from collections.abc import Generator
from typing import NoReturn

import pytest

NOT_TESTED = "NOT TESTED HERE: "


def missing(what: str) -> NoReturn:
    """Fail the test where everything must be tested, skip it elsewhere. ``what`` names the part and the reason."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"with CI=true nothing is skipped: {what}", pytrace=False)
    pytest.skip(NOT_TESTED + what)


@pytest.hookimpl(wrapper=True, tryfirst=True)  # around all others, to have the last word
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
    """Close the run with one bright line for each part that was missing, and the number of tests it cost."""
    yield
    counts: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        _, mark, what = reason.partition(NOT_TESTED)
        if mark:
            counts[what] = counts.get(what, 0) + 1
    if counts:
        terminalreporter.write_sep("!", NOT_TESTED.strip(" :"), red=True, bold=True)
        for what, tests in counts.items():
            terminalreporter.write_line(f"{what} ({tests} test{'s' if tests > 1 else ''} skipped)", red=True, bold=True)
