"""Campaign: every wager of every rulebook, a billion coups each, held against its exact edge.

    python3 go.py campaign simulate [COUPS [SEED]]

Each table gets its own shoes. A wager farther than four standard errors from the exact value fails the campaign, and so
does a mean length of shoes off the known 81.48 (eight decks) and 60.43 (six).
"""

import sys
import time

from minibac.odds.prices import Odds
from minibac.rules.house_rules import HouseRules, house_rules
from minibac.rules.rulebook import Value
from minibac.simulate.plan import By, plan
from minibac.simulate.report import estimates
from minibac.simulate.runs import back_end, run
from tests.simulate.totals import total

MOST_ERRORS = 4.0

TABLES: list[tuple[str, dict[str, Value]]] = [
    ("section-42", {}),
    ("section-42", {"decks": 6, "tie_odds": 9, "vigorish_rate": "4%"}),
    ("section-42", {"vigorish_type": "tie-25"}),
    ("section-42", {"vigorish_type": "none-banker-6"}),
    ("section-42", {"shuffler": "continuous"}),
    ("section-42", {"cut_card_depth": 200}),
    ("massachusetts", {"dragon_bonus_paytable": "A", "house_money": True}),
    ("massachusetts", {"dragon_bonus_paytable": "B", "decks": 6}),
    ("massachusetts", {"dragon_bonus_paytable": "C", "vigorish_type": "ez"}),
    ("massachusetts", {"vigorish_type": "ez", "shuffler": "automatic"}),
    ("seminole", {}),
    ("seneca", {}),
]

LENGTHS = {(8, 14): 81.48, (6, 14): 60.43}


def campaign(coups: int, seed: int) -> int:
    """Deal and compare; gives the number of wagers that failed."""
    failed = 0
    device = back_end()
    for number, (rulebook, options) in enumerate(TABLES):
        rules: HouseRules = house_rules(rulebook, **options)
        by = By.RANKS if any(laid.wager.asks_pairs for laid in Odds(rules).laid.values()) else By.POINTS
        shoe_plan = plan(rules, by)
        shoes = int(coups / device.deal(shoe_plan, seed, 0, 1000).coups_per_shoe) + 1
        begun = time.perf_counter()
        steps = run(shoe_plan, seed + number, [(0, shoes)], device)
        counted = total((step.histogram for step in steps), shoe_plan.codes)
        pace = counted.coups / (time.perf_counter() - begun)
        chosen = ", ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
        print(f"{rulebook}, {chosen}: {counted.coups:,} coups, {pace / 1e6:,.0f} M/s on {device.NAME}", flush=True)
        length, error = counted.coups_per_shoe, counted.coups_per_shoe_error
        known = LENGTHS.get((shoe_plan.decks, shoe_plan.depth))
        if known is not None and abs(length - known) > MOST_ERRORS * error + 0.005:
            failed += 1
            print(f"  FAILED: {length:.4f} coups a shoe, not {known}")
        print(f"  {length:.4f} coups a shoe, standard error {error:.4f}")
        for each in estimates(rules, counted):
            fails = abs(each.z) > MOST_ERRORS
            failed += fails
            seen = f"{float(each.mean):>10.5%} against {float(each.exact):>10.5%}, z {each.z:+.2f}"
            print(f"  {each.wager:<22}{seen}{'  FAILED' if fails else ''}", flush=True)
    print("everything within four standard errors" if not failed else f"{failed} failed")
    return failed


if __name__ == "__main__":
    asked = [int(float(word)) for word in sys.argv[1:]]
    sys.exit(campaign(*(asked + [10**9, 20260101][len(asked) :])) > 0)
