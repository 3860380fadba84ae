"""``minibac`` called in this process, as a person would type it: for the tests of every command."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from minibac.cli import cli

FAULT = "fault of minibac"
"""How the program owns up to an error nobody foresaw; no test may see it."""

Call = Callable[..., Result]
Told = Callable[..., dict[str, Any]]


def calling(*words: str) -> Call:
    """A way to call ``minibac`` with these words first."""

    def call(*args: str, **kwargs: Any) -> Result:
        result = CliRunner().invoke(cli, [*words, *args], **kwargs)
        assert FAULT not in result.stderr, result.stderr
        assert "Traceback" not in result.output
        return result

    return call


def telling(call: Call) -> Told:
    """A way to call it with ``--json`` and to hear what it told."""

    def told(*args: str) -> dict[str, Any]:
        result = call(*args, "--json")
        assert (result.exit_code, result.stderr) == (0, "")
        return msgspec.json.decode(result.stdout, type=dict[str, Any])

    return told


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
