"""A table that is left open for thousands of coups: the page does not grow.

    python3 go.py campaign page_soak [--coups 4000] [--at 20]

A guest's page in the distribution's chromium, at a real server, with wagers on the layout in every coup. Once in each
shoe, after the same number of coups, the garbage is collected and the page is measured: the heap of its scripts, the
nodes of its document, its listeners. After ten shoes to warm up, the last quarter of the shoes is
compared with the first. It exits with 1 when the page grew, or no coup was played.
"""

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.browser import running_chromium
from tests.page.guests import Guest, at_table, time_passes, waiting_house

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

OPTIONS = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
WARM_UP = 10
"""Shoes until the engine has compiled what runs often; machine code counts as heap."""
MOST_HEAP = 1.05
MOST_NODES = 1.02
LEAST_CHIPS = 60_000
WAGERS = ("banker", "house-money")
REBET = """() => {
    const felt = document.querySelector("mb-felt");
    const press = () => {
        if (felt.dataset.phase !== "betting") return;
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
    };
    new MutationObserver(press).observe(felt, { attributes: true, attributeFilter: ["data-phase"] });
}"""


class Sample(NamedTuple):
    """A page at the same point of a shoe."""

    coups: int
    heap_kb: float
    nodes: int
    listeners: int


class Loud(list[str]):
    """Faults of the page, told at once: nobody waits an hour for them."""

    def append(self, fault: str) -> None:
        print(f"the page says: {fault}", flush=True)
        super().append(fault)


def measured(session: "CDPSession", coups: int) -> Sample:
    """The page without its garbage."""
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    facts = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return Sample(coups, facts["JSHeapUsedSize"] / 1000, int(facts["Nodes"]), int(facts["JSEventListeners"]))


def settle(guest: Guest) -> None:
    """Wait until the page has drawn what the house has decided."""
    guest.find(f"mb-felt[data-phase='{guest.hosted.state.phase.value}']").wait_for()


def wager(guest: Guest) -> None:
    """The wagers that do not lie there, by hand; the page wagers what it had in the last round again by itself."""
    for wager in WAGERS:
        if not guest.staked(wager):
            guest.put(wager)


def buy(guest: Guest) -> None:
    """More play chips, as a guest gets them."""
    guest.find(".buy").click()
    if guest.find("dialog button[type=submit]").is_disabled():
        guest.find("dialog .button:has-text('Fill the wallet')").click()
    guest.find("dialog button[type=submit]:enabled").click()
    guest.find("dialog").wait_for(state="detached")


def one_coup(guest: Guest) -> None:
    """Everything until the next coup may be wagered on."""
    state = guest.hosted.state
    here = (state.shoe_no, state.coup_no)
    laid = time.monotonic() + 2
    while len(guest.hosted.state.wagers) < len(WAGERS) and time.monotonic() < laid:
        guest.page.wait_for_timeout(5)
    if len(guest.hosted.state.wagers) < len(WAGERS):  # the chips ran out, or a round began before all of them lay
        if guest.chips_cents() < LEAST_CHIPS:
            buy(guest)
        wager(guest)
    end = time.monotonic() + 60
    while (state.shoe_no, state.coup_no) == here or state.phase.value != "betting":
        time_passes(guest.server, guest.table)
        while not guest.server.do(lambda: guest.server.house.idle):
            time.sleep(0.002)
        state = guest.hosted.state
        if time.monotonic() > end:
            raise SystemExit(f"the table stands still at {state.phase.value}")


def soak(coups: int, at: int) -> list[Sample]:
    """Play, and measure the page once in each shoe."""
    samples: list[Sample] = []
    with waiting_house() as server, server.guest("Owner") as owner, running_chromium() as browser:
        table = server.training(owner, "massachusetts", OPTIONS, clock=True)
        with at_table(server, browser, table) as guest:
            guest.faults = Loud()
            guest.sit(2)
            guest.until_phase("betting")
            guest.find(".seat-tools input").check()
            wager(guest)
            guest.page.evaluate(REBET)
            session = guest.context.new_cdp_session(guest.page)
            session.send("Performance.enable")
            begun, played, shoe, of_shoe = time.monotonic(), 0, 0, 0
            while played < coups:
                one_coup(guest)
                played += 1
                settle(guest)
                guest.frames.clear()
                if guest.hosted.state.shoe_no != shoe:
                    shoe, of_shoe = guest.hosted.state.shoe_no, 0
                of_shoe += 1
                if of_shoe == at:
                    if guest.chips_cents() < LEAST_CHIPS:
                        buy(guest)
                    guest.page.wait_for_timeout(300)
                    samples.append(measured(session, played))
                    rate = played / (time.monotonic() - begun)
                    print(f"{samples[-1]}  {rate:.1f} coups a second", flush=True)
    return samples


def verdict(samples: list[Sample]) -> list[str]:
    """What grew; nothing where the page is as large as it was."""
    kept = samples[WARM_UP:]
    if len(kept) < 2:
        return ["there were too few shoes to say"]
    quarter = max(1, len(kept) // 4)
    faults = []
    for name, most in (("heap_kb", MOST_HEAP), ("nodes", MOST_NODES), ("listeners", MOST_NODES)):
        first = median(getattr(one, name) for one in kept[:quarter])
        last = median(getattr(one, name) for one in kept[-quarter:])
        print(f"{name}: {first:.0f} in the first quarter, {last:.0f} in the last")
        if last > first * most:
            faults.append(name)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coups", type=int, default=4000)
    parser.add_argument("--at", type=int, default=20, help="the coup of each shoe at which the page is measured")
    facts = parser.parse_args()
    faults = verdict(soak(facts.coups, facts.at))
    print("the page grew: " + ", ".join(faults) if faults else "the page did not grow")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
