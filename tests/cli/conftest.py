"""The command line, called as a person would type it."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.command_line import Call, Told, calling, telling


@pytest.fixture
def minibac(monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run ``minibac`` in this process and give its exit status, standard output and standard error."""
    monkeypatch.delenv("MINIBAC_TRACEBACK", raising=False)
    return calling()


@pytest.fixture
def told(minibac: Call) -> Told:
    """Run ``minibac … --json`` and give what it told."""
    return telling(minibac)


@pytest.fixture
def refused(minibac: Call) -> Callable[..., list[str]]:
    """Run ``minibac`` with something wrong: nothing on standard output, sentences on standard error, and its status."""

    def call(*args: str, status: int = 2) -> list[str]:
        result = minibac(*args)
        assert result.exit_code == status, result.output
        assert result.stdout == ""
        lines = result.stderr.splitlines()
        assert lines
        assert all(line.startswith("minibac: ") for line in lines)
        return [line.removeprefix("minibac: ") for line in lines]

    return call


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run ``python -m minibac`` as a process of its own."""

    def call(*args: str, **kwargs: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "minibac", *args], capture_output=True, text=True, timeout=200, check=False, **kwargs
        )

    return call
