"""What a wager on cards costs beside one on Point Counts: a composition in a batch, and the price of a full shoe.

    python bench/card_wagers.py [--rounds 3]

Compositions are those before the coups of eight-deck shoes, the same for all. Times are of the processor, on one
thread, the best of so many rounds. The prices are of whole processes, as somebody types them, the dearest of the
catalogue last; what has to be compiled is compiled before.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from resource import RUSAGE_CHILDREN, getrusage

import numpy as np

from minibac.odds.batch import expectations
from minibac.odds.by_cards import tally_cards
from minibac.odds.card_batch import card_batch
from minibac.odds.known_wagers import catalogue
from minibac.odds.own_wagers import read_own_wagers
from minibac.odds.prices import Laid, Odds
from minibac.rules.house_rules import house_rules
from minibac.simulate.plan import By, plan
from minibac.simulate.pricing import Pricing
from minibac.simulate.trace import trace

RULES = house_rules("section-42")
SHOES = 12
FIRST_AND_THIRD = """
[wager.first-and-third]
lines = [
  { when = { "player_first_card is player_third_card" = true }, outcome = "win", odds = 40 },
  { outcome = "lose" },
]
"""
KINDS = {
    "perfect-pair": "suits of the first four cards",
    "matching-dragon-8": "eights among all cards",
    "all-red": "colours of all cards",
    "first-and-third": "the first card and the third, by suit and rank",
}
GOAL_SECONDS = 0.3


def best_of(rounds: int, turn: Callable[[], object]) -> float:
    turn()
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        turn()
        spent.append(time.process_time() - start)
    return min(spent)


def laid_on_cards() -> dict[str, Laid]:
    own = [*catalogue().wagers, *read_own_wagers(FIRST_AND_THIRD)]
    return {name: laid for name, laid in Odds(RULES, own=own, printed=False).laid.items() if laid.wager.asks_cards}


def batches(rounds: int, laid: dict[str, Laid]) -> None:
    sights = Pricing.over(Odds(RULES, own=[laid["all-red"].wager.proposition]), ["all-red"]).sights
    left = trace(plan(RULES, By.RANKS, sights=sights), 1, 0, SHOES, burn_seen=1).compositions
    by_rank = np.ascontiguousarray(left.reshape(-1, 4, 13).sum(axis=1))
    pays = Pricing.over(Odds(RULES), ["tie"]).point_pays
    point = best_of(rounds, lambda: expectations(by_rank, RULES.drawing, pays)) / len(left)
    print(f"{'tie, by points':<48}{point * 1e6:>12.2f} µs (1)")
    for name, kind in KINDS.items():
        batch = card_batch(laid[name].wager, RULES.drawing)
        some = left if batch.work < 1e6 else left[:64]
        each = best_of(rounds, lambda batch=batch, some=some: batch.tallies(some)) / len(some)
        few = [tuple(row) for row in some[:: len(some) // 3].tolist()]
        wager = laid[name].wager
        alone = best_of(1, lambda wager=wager, few=few: [tally_cards([wager], row, RULES.drawing) for row in few])
        told = f"{each * 1e6:>12.2f} µs ({each / point:,.0f}); one by one {alone / len(few) * 1e3:.2f} ms"
        print(f"{f'{name}, {kind}':<48}{told}")


def commands(laid: dict[str, Laid]) -> None:
    """The price of a full shoe as somebody types it; a single price never asks for the extra ``fast``."""
    spent: dict[str, float] = {}
    for name in laid.keys() - {"first-and-third"}:
        before = getrusage(RUSAGE_CHILDREN)
        words = [sys.executable, "-m", "minibac", "odds", "section-42", "--catalogue", name]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        after = getrusage(RUSAGE_CHILDREN)
        spent[name] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    dearest = max(spent, key=lambda name: spent[name])
    late = f"(goal {GOAL_SECONDS})" if spent[dearest] < GOAL_SECONDS else "ABOVE THE GOAL"
    print(f"the dearest of {len(spent)} in the catalogue: {dearest}, {spent[dearest]:.2f} s {late}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    on_cards = laid_on_cards()
    batches(asked.rounds, on_cards)
    commands(on_cards)
