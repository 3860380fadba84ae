"""Deno, which comes with the test packages: it checks the types of the page's scripts, and runs them without a page."""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.missing import NOT_TESTED


def deno() -> str | None:
    """Where it lies; there is no package of it for every machine."""
    return shutil.which("deno", path=sysconfig.get_path("scripts"))


def run_script(folder: Path, script: str, given: str) -> str:
    """What a module writes when it is given something: kept to its folder and the page's scripts, nothing fetched."""
    program = deno()
    if program is None:
        pytest.skip(NOT_TESTED + "a script of the page outside of a browser; there is no deno in this environment")
    file = folder / "asked.js"
    file.write_text(script, encoding="utf-8")
    quiet = {"DENO_DIR": str(folder / "deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    command = [program, "run", "--quiet", "--no-lock", "--no-remote", "--no-npm", "--allow-read", str(file)]
    done = subprocess.run(
        command, input=given, env={**os.environ, **quiet}, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert not done.returncode, done.stderr
    return done.stdout
