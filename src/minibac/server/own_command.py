"""A command of ours beside a house that plays, in a process of its own that gets what play leaves over."""

import asyncio
import os
import shutil
import sys
from typing import NamedTuple

from minibac.house.settings import Settings

POLITELY = ("nice", "-n", "15")


class Ended(NamedTuple):
    """How a command ended, and what it said."""

    status: int
    out: bytes
    wrong: bytes


async def run_beside(settings: Settings, *words: str, **environ: str) -> Ended:
    """Run ``minibac`` with these words on what this house keeps; it is ended with whoever waits for it."""
    politely = POLITELY if shutil.which(POLITELY[0]) else ()
    try:
        process = await asyncio.create_subprocess_exec(
            *(*politely, sys.executable, "-m", "minibac", *words),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | _environ_of(settings) | environ,
        )
    except OSError as error:  # no memory for one more process
        return Ended(1, b"", str(error).encode())
    try:
        out, wrong = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return Ended(await process.wait(), out, wrong)


def _environ_of(settings: Settings) -> dict[str, str]:
    """Where a process of its own finds what this house keeps, and its key."""
    where = {"DATA": settings.data, "DATABASE": settings.database, "KEY_FILE": str(settings.key_path)}
    where |= {"KEY_COMMAND": settings.key_command, "CHECKPOINT_FILE": settings.checkpoint_file}
    return {f"MINIBAC_{name}": value for name, value in where.items()}
