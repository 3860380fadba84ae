"""What a table costs: a command with its events, a coup with nine seats, and whether a long night makes it slower.

    python bench/table.py [--coups 10000] [--profile]

Beside the times stands the speed of the machine, a plain Python loop, so that runs on different days can be compared.
The goals are at most 100 µs a command on average and 1 ms for a coup with nine seats; it exits with 1 when the average
command is slower than that on a machine that runs the loop in 40 ms a million, or slower in proportion.
"""

import argparse
import cProfile
import gc
import pstats
import sys
import time
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table.state import Phase

LOOP = 1_000_000
USUAL_LOOP_MS = 40
MOST_US = 100
NINE = range(1, 10)
HOUSES: dict[str, tuple[str, dict[str, object], range]] = {
    "section-42, face up": ("section-42", {}, NINE),
    "section-42, handed, deferred": (
        "section-42",
        {"deal_mode": "handed", "vigorish_collection": "deferred"},
        NINE,
    ),
    "massachusetts, handed": ("massachusetts", {}, NINE),
    "massachusetts, ez, all side wagers": (
        "massachusetts",
        {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True},
        NINE,
    ),
    "seminole": ("seminole", {}, NINE),
    "seneca": ("seneca", {}, range(1, 8)),
}


class Measured(NamedTuple):
    """Some coups: how many commands they took, and the seconds."""

    coups: int
    commands: int
    seconds: float

    @property
    def us_per_command(self) -> float:
        return self.seconds / self.commands * 1e6

    @property
    def ms_per_coup(self) -> float:
        return self.seconds / self.coups * 1e3


def loop_ms() -> float:
    """A million turns of a plain loop, in milliseconds: the machine's speed now."""
    started = time.perf_counter()
    total = 0
    for number in range(LOOP):
        total += number & 3
    return (time.perf_counter() - started) * 1e3


class Night:
    """A table with guests who bet in every coup, and a log that somebody else keeps."""

    def __init__(self, rulebook: str, options: dict[str, object], seats: range) -> None:
        rules = build(load(rulebook), options)
        assert isinstance(rules, HouseRules)
        self.ticks = count(1_800_000_000_000, 50)
        self.seats = seats
        self.table = LiveTable("bench", rules, PracticeVault(1), lambda: next(self.ticks))
        self.wagers = [proposition.id for proposition in rules.propositions]
        for seat in seats:
            self.give(c.TakeSeat(by=THE_HOUSE, at=next(self.ticks), seat=seat, guest=f"g{seat}", age=40))
            self.give(c.BuyIn(by=THE_HOUSE, at=next(self.ticks), seat=seat, cents=10**13, transfer="1"))
        while self.table.state.phase is not Phase.BETTING:
            self.table.step()

    def give(self, command: c.Command) -> None:
        self.table.handle(command)

    def bets(self) -> Iterator[c.Command]:
        coup = self.table.state.coup_no
        for seat in self.seats:
            wager = self.wagers[(seat + coup) % len(self.wagers)]
            by = Actor(f"g{seat}", Role.GUEST, seat)
            yield c.PlaceWager(by=by, at=next(self.ticks), seat=seat, wager=wager, cents=20_00)

    def coups(self, coups_count: int) -> Measured:
        """Play coups with one wager a seat, reshuffles included, and measure them."""
        table, commands = self.table, 0
        last = table.state.coup_no + coups_count
        started = time.perf_counter()
        while table.state.coup_no < last:
            if table.state.phase is Phase.BETTING and not table.state.wagers:
                for command in self.bets():
                    table.handle(command)
                    commands += 1
            table.step()
            commands += 1
        seconds = time.perf_counter() - started
        table.log.clear()  # a house stores its log; the table needs none of it
        return Measured(coups_count, commands, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--coups", type=int, default=10_000, metavar="N", help="coups of the long night")
    parser.add_argument("--profile", action="store_true", help="show where the time goes")
    given = parser.parse_args()
    loop = min(loop_ms() for _ in range(5))
    print(f"this machine: {loop:.0f} ms for a million turns of a plain loop")
    worst = 0.0
    for name, (rulebook, options, seats) in HOUSES.items():
        night = Night(rulebook, options, seats)
        night.coups(50)
        found = min((night.coups(150) for _ in range(3)), key=lambda measured: measured.us_per_command)
        worst = max(worst, found.us_per_command)
        told = f"{found.us_per_command:5.0f} µs a command, {found.ms_per_coup:5.2f} ms a coup"
        print(f"{name:36} {told} of {len(seats)} seats ({found.commands / found.coups:.0f} commands)")
    night = Night("massachusetts", {}, NINE)
    parts = []
    thousands = max(2, given.coups // 1000)
    for _ in range(thousands):
        gc.collect()
        parts.append((night.coups(1000), loop_ms()))
    (first, first_loop), (last, last_loop) = parts[0], parts[-1]
    print(
        f"{thousands},000 coups at one table: first thousand {first.ms_per_coup:.2f} ms a coup "
        f"(loop {first_loop:.0f} ms), last thousand {last.ms_per_coup:.2f} ms (loop {last_loop:.0f} ms)"
    )
    if given.profile:
        profile = cProfile.Profile()
        profile.runcall(night.coups, 300)
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)
    return int(worst > MOST_US * max(1.0, loop / USUAL_LOOP_MS))


if __name__ == "__main__":
    sys.exit(main())
