"""What one exact answer from the command line costs beyond an empty Python.

    python bench/odds_command.py [RUNS]

Runs ``minibac odds section-42 --json`` and ``python -c pass`` in turn, as fresh processes with compiled byte code, and
takes the median of the differences of neighbours, so that a slow moment of the machine touches both. Exits with 1
when the difference is more than the promise.
"""

import resource
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

MOST_MILLISECONDS = 150
RUNS = 40

EMPTY = [sys.executable, "-c", "pass"]
COMMANDS = {
    "minibac odds section-42 --json": ["odds", "section-42", "--json"],
    "minibac odds massachusetts --set vigorish_type=ez --json": [
        "odds", "massachusetts", "--set", "vigorish_type=ez", "--json",
    ],
    "minibac odds section-42": ["odds", "section-42"],
}  # fmt: skip
PROMISED = "minibac odds section-42 --json"

WITHOUT_NUMPY = """
import sys
from minibac.cli import cli
cli.main(["odds", "section-42", "--json"], standalone_mode=False)
sys.exit("numpy" in sys.modules or "numba" in sys.modules)
"""


class Cost(NamedTuple):
    """What a process took, in milliseconds: on the clock, and of processor time."""

    wall: float
    processor: float


def cost(command: list[str]) -> Cost:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(1000 * wall, 1000 * processor)


def measure(arguments: list[str], runs: int) -> tuple[Cost, Cost]:
    """The medians of an empty Python, and of what the command costs more than the one before it."""
    command = [sys.executable, "-m", "minibac", *arguments]
    cost(command)  # compiles the byte code
    pairs = [(cost(EMPTY), cost(command)) for _ in range(runs)]
    median = statistics.median
    return (
        Cost(median(empty.wall for empty, _ in pairs), median(empty.processor for empty, _ in pairs)),
        Cost(
            median(full.wall - empty.wall for empty, full in pairs),
            median(full.processor - empty.processor for empty, full in pairs),
        ),
    )


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], check=True, stdout=subprocess.DEVNULL)
    kept = True
    for name, arguments in COMMANDS.items():
        empty, more = measure(arguments, runs)
        promise = f"; promised at most {MOST_MILLISECONDS} ms" if name == PROMISED else ""
        print(
            f"{name}: {more.wall:.0f} ms more than an empty Python of {empty.wall:.0f} ms"
            f" ({more.processor:.0f} ms more of processor time){promise}"
        )
        if name == PROMISED:
            kept = more.wall <= MOST_MILLISECONDS
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
