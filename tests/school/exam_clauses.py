"""Under which clause each kind of mistake belongs: read from the rulebooks, and not from the program.

A mistake leads with a clause of this kind: with just this one, or with one that begins so where cards or wagers decide
which of several it is.
"""

BOOKS = ("section-42", "massachusetts", "seminole", "seneca")
PAID = ("s42/b/1|s42/c", "ma/7/a|ma/12", "sem/", "sen/|s42/b/1")
DRAWN = ("s42/i/", "ma/10/", "sem/", "sen/")
NO_MORE_BETS = ("s42/g/2", "ma/8/b", "sem/no-more-bets", "sen/no-more-bets")
BURN = ("s42/e/6/burn", "ma/5/f", "s42/e/6/burn", "s42/e/6/burn")
LAST_HAND = ("s42/h/5", "ma/9/e", "s42/h/5", "s42/h/5")
VIGORISH = ("s42/c/3/extract", "ma/12/c/vigorish", "sem/commission", "sen/commission")
FACE_UP = ("s42/k/3", "ma/13/d", "s42/k/3", "s42/k/3")
HANDED = ("s42/g/3/iii/", "ma/8/c/", "s42/g/3/iii/", "")
CHIPS = ("s42/b/3", "ma/7/b", "s42/b/3", "sen/partnership|s42/b/3")
EVERYWHERE = {"incident": "s42/b/5", "report": "s42/j/5"}
"""What the other three say nothing about goes by Section 42."""

LEADS: dict[str, tuple[str, str, str, str]] = {
    "card-in-error": DRAWN,
    "card-omitted": DRAWN,
    "card-to-wrong-hand": ("s42/g/3/alternate", "ma/8/c/alternate", "sem/alternate", "s42/g/3/alternate"),
    "burn-wrong": BURN,
    "burn-left-out": BURN,
    "dealt-before-call": NO_MORE_BETS,
    "cards-to-wrong-guest": HANDED,
    "right-passed-over": HANDED,
    "cards-not-racked": ("s42/j/4", "ma/11/c", "s42/j/4", "s42/j/4"),
    "remedy-wrong": FACE_UP,
    "remedy-left-out": FACE_UP,
    "irregularity-overlooked": (EVERYWHERE["incident"],) * 4,
    **dict.fromkeys(
        (
            "payment-wrong", "loser-paid", "loser-not-taken", "winner-taken", "winner-not-paid", "push-taken",
            "push-paid", "paid-without-cause", "taking-wrong",
        ),
        PAID,
    ),
    "vigorish-wrong": VIGORISH,
    "vigorish-not-taken": VIGORISH,
    "marker-button-wrong": VIGORISH,
    "marker-button-missing": VIGORISH,
    "house-money-wrong": ("", "ma/7/a/7", "", ""),
    "order-wrong": ("s42/j/2", "ma/11/b", "s42/j/2", "s42/j/2"),
    "late-wager-accepted": ("s42/b/4", "ma/7/c", "s42/b/4", "sen/bets-before"),
    "bad-wager-accepted": CHIPS,
    "wager-refused": CHIPS,
    "count-wrong": ("s42/a/3", "ma/6/b", "sem/values", "s42/a/3"),
    "count-missing": ("s42/h/1", "ma/9/a", "s42/h/1", "sen/announce-counts"),
    "result-wrong": ("s42/j/1", "ma/11/a", "s42/j/1", "sen/announce-counts"),
    "result-missing": ("s42/j/1", "ma/11/a", "sem/closest-nine", "sen/closest-nine"),
    "last-hand-missing": LAST_HAND,
    "call-out-of-place": LAST_HAND,
    "step-left-out": ("s42/e/1", "ma/5/h/2", "s42/e/1", "sen/shuffle"),
    "step-wrong": ("s42/e/6/depth", "ma/5/d/depth", "s42/e/6/depth", "s42/e/6/depth"),
    "two-person-rule": ("s42/d/1/verify", "ma/4/a/verify", "s42/d/1/verify", "s42/d/1/verify"),
    "floor-not-called": ("s42/j/4/reconstruct", "ma/11/c/reconstruct", "s42/j/4/reconstruct", "s42/j/4/reconstruct"),
    "false-alarm": (EVERYWHERE["report"],) * 4,
}  # fmt: skip


def belongs(kind: str, rulebook: str, clause: str) -> bool:
    """Whether a mistake of this kind leads with a clause where it belongs."""
    return clause.startswith(tuple(filter(None, LEADS[kind][BOOKS.index(rulebook)].split("|"))))
