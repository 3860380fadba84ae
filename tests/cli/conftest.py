"""The command line, called as a person would type it."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.command_line import minibac, refused, told  # noqa: F401 (fixtures)


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run ``python -m minibac`` as a process of its own."""

    def call(*args: str, **kwargs: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "minibac", *args], capture_output=True, text=True, timeout=200, check=False, **kwargs
        )

    return call
