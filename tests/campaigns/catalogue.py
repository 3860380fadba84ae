"""Campaign: every wager of the catalogue, a hundred million coups, held against its exact edge.

    python3 go.py campaign catalogue [COUPS [SEED [FILE]]]

All wagers are counted on the same coups, dealt by card. Each is dealt from all cards, as with a continuous shuffler,
since a cutting card moves the mean by some standard errors (docs/simulate.md). The run is kept in FILE and goes on
where it was stopped. A wager farther than four standard errors from its exact edge fails the campaign.
"""

import sys
import tempfile
import time
from pathlib import Path

from minibac.odds.known_wagers import catalogue
from minibac.odds.plain import options_plain
from minibac.odds.prices import Odds
from minibac.rules.house_rules import house_rules
from minibac.simulate.checkpoint import Subject, continued, save, start
from minibac.simulate.histogram import empty
from minibac.simulate.plan import By, plan
from minibac.simulate.report import estimated, followed_as
from minibac.simulate.runs import back_end_for, run
from minibac.simulate.sights import sights_of

MOST_ERRORS = 4.0
SAVE_SECONDS = 10.0


def campaign(coups: int, seed: int, file: Path) -> int:
    """Deal what is missing and compare; gives the number of wagers that failed."""
    rules = house_rules("section-42", shuffler="continuous")
    odds = Odds(rules, own=catalogue().wagers, printed=False)
    shoes = plan(rules, By.RANKS, None, sights_of(odds))
    subject = Subject.of(
        "section-42", options_plain(odds), shoes, seed, (), (followed_as(laid) for laid in odds.laid.values())
    )
    kept = continued(subject, file) if file.exists() else start(subject, empty(shoes.codes, ends=shoes.ends))
    saved = time.monotonic()
    for step in run(shoes, seed, kept.missing(0, -(-coups // shoes.coups)), back_end_for(shoes)):
        kept = kept.plus([(step.first_shoe, step.shoes)], step.histogram, 0.0)
        if time.monotonic() - saved > SAVE_SECONDS:
            saved = time.monotonic()
            save(kept, file)
            print(f"{kept.histogram.coups:,} coups", flush=True)
    save(kept, file)
    found = estimated(odds, kept.histogram)
    for each in found:
        fails = "  FAILED" if abs(each.z) > MOST_ERRORS else ""
        print(f"{each.wager:<28}{float(each.mean):>11.5%} against {float(each.exact):>11.5%}, z {each.z:+.2f}{fails}")
    failed = sum(abs(each.z) > MOST_ERRORS for each in found)
    worst = max(found, key=lambda each: abs(each.z))
    print(f"{kept.histogram.coups:,} coups, {len(found)} wagers, {failed} failed; {worst.wager} has z {worst.z:+.2f}")
    return failed


if __name__ == "__main__":
    words = sys.argv[1:]
    number, stock = (int(float(word)) for word in (words + ["1e8", "20260101"][len(words) :])[:2])
    place = Path(words[2]) if len(words) > 2 else Path(tempfile.gettempdir()) / f"minibac-catalogue-{stock}.json"
    sys.exit(campaign(number, stock, place) > 0)
