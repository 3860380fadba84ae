"""A real ``minibac serve`` in a process of its own, for campaigns and benchmarks: where it is, and what it uses."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.rules.houses import sample_text

PATIENCE_S = 120.0
OPEN = re.compile(r"minibac is open at (http://\S+?)/ ")
UNLIMITED = {"requests_per_minute": "10000000", "messages_per_second": "100000", "training_tables_max": "1000"}
UNLIMITED |= dict.fromkeys(("training_tables_per_guest", "training_tables_per_address"), "1000")
"""One address brings everybody here."""
TICK_S = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01


class ServedHouse:
    """The process, seen from outside."""

    def __init__(self, process: "subprocess.Popen[bytes]", base: str, folder: Path) -> None:
        self.process, self.base, self.folder = process, base, folder
        self.database = folder / "minibac.sqlite"

    @property
    def cpu_s(self) -> float:
        """The CPU time of all its threads until now, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * TICK_S

    @property
    def resident_bytes(self) -> int:
        """The memory it holds."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def served(
    folder: Path,
    settings: Mapping[str, str],
    *,
    core: int | None = None,
    houses: tuple[Path, ...] = (),
    files: int | None = None,
) -> Iterator[ServedHouse]:
    """A house that is open, on a port of its own; the ``core`` and the ``files`` that it has to do with."""
    variables = {**UNLIMITED, **settings, "port": "0", "data": str(folder)}
    if houses:
        variables["houses"] = ",".join(map(str, houses))
    environ = {name: value for name, value in os.environ.items() if not name.startswith("MINIBAC_")}
    environ |= {f"MINIBAC_{name.upper()}": value for name, value in variables.items()}
    folder.mkdir(parents=True, exist_ok=True)
    said = folder / "said.txt"
    limited = [] if files is None else ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh"]
    with said.open("wb") as out:
        process = subprocess.Popen(
            [*limited, sys.executable, "-m", "minibac", "serve"], env=environ, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        if core is not None:
            pin(core, process.pid)
        end = time.monotonic() + PATIENCE_S
        while not (found := OPEN.search(said.read_text(encoding="utf-8"))):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the house did not open: {said.read_text(encoding='utf-8')[-2000:]}")
            time.sleep(0.05)
        yield ServedHouse(process, found[1], folder)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def pin(core: int, process: int = 0) -> bool:
    """Keep a process (0: this one) on one core; whether this machine can, and has another for everybody else."""
    if sys.platform != "linux" or (os.cpu_count() or 1) < 2:
        return False
    os.sched_setaffinity(process, {core})
    return True


def many_tables(file: Path, count: int) -> Path:
    """A house file with so many tables in one pit, each like the sample house's of Section 42."""
    text = sample_text("section-42")
    head, mark, table = text.partition("[tables.s42-1]")
    table = mark + table
    tables = [
        table.replace("tables.s42-1", f"tables.t-{number}").replace("Section 42, table 1", f"Table {number}")
        for number in range(1, count + 1)
    ]
    file.write_text(head + "\n".join(tables), encoding="utf-8")
    return file
