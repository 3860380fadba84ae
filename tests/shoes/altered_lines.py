"""Lines of a notation, and the same with a few signs changed, for every reader of it."""

import random

LINES = (
    "1. Kh 2s 3d | Qd 5c = T- 5:5 $3 banker 25.00 push +0.00",
    '2. void 9s | ? + (Qh)Qd~97.5 x@5 {cards-ran-out} at="2026-11-14T20:11:02Z" ; the last card',
    '[shoe "s42-1/3 \\" \\\\"]',
    "# a comment",
    'burn 7h x x at="now" ; seven',
    "cut 208",
    "last-hand {called} ; x",
    "= Bb 5:6 $12 tie 0.05 lose -0.05 vigorish 1.00 added 2.00 coupon 3.00",
    "simulated | 2 3 = 4:5",
    "x",
)
SIGNS = ' \t|=.:-+;{}"\\[]()@~$#0123456789ABKQTPbphsdcx?voidburncut\r\u2028é'


def altered(line: str, rng: random.Random) -> str:
    """A line with a few signs changed, taken out or put in."""
    signs = list(line)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(signs) + 1)
        match rng.randrange(4):
            case 0:
                signs[at:at] = rng.choice(SIGNS)
            case 1:
                del signs[at : at + rng.randint(1, 3)]
            case 2:
                signs[at : at + 1] = rng.choice(SIGNS)
            case _:
                other = rng.choice(LINES)
                start = rng.randrange(len(other))
                signs[at:at] = other[start : start + rng.randint(1, 12)]
    return "".join(signs)
