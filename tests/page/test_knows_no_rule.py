"""The page knows no rule: its scripts draw what the house tells them, and work out nothing of the game themselves.

A natural, a third card, who won, what a wager pays or costs, when wagers are taken, what an option means: all of that
stands in the view. Here the scripts are read for the traces that a rule leaves in a program.
"""

import re

import pytest

from tests.page.script_words import sources

TRACES = {
    r"% ?10\b(?!0)": "points are counted modulo ten",
    r"\bcode\b[^;\n]*%|% ?400\b": "a result code is taken apart",
    r"\b(?:count|total|points|player_total|banker_total)\s*(?:[<>]=?|[!=]==?)\s*[2-9]": "a count is weighed",
    r"\.length\s*[!=]==?\s*[23]\b": "the cards of a hand are counted",
    r"\bphase\s*[!=]==?\s*\"": "a phase of the round means something",
    r"\b(?:view|seen)\.options\b": "an option of the rulebook is read",
    r"\"[^\"]*\b\d+(?:/\d+)? to [12]\b": "odds are written out",
    r"\"[^\"]*\b\d+ ?%": "a rate is written out",
    r"\b(?:vigorish|winnings|payout|odds|rate)\w*\s*[*/]\s*[\w(]|\*\s*(?:rate|odds)\b": "a payment is reckoned",
    r"\b(?:minimum|maximum)_cents\s*=[^=>]": "a limit is set",
    r"\b(?:says|sentence|announcement|label)\b\)?\s*(?:[!=]==?\s*\"|\.(?:includes|startsWith|endsWith|match|replace)\()":
        "a finished sentence is read",
    r"/[^/\n]+/\w*\.(?:test|exec)\([^)]*\b(?:says|sentence|announcement|why)\b": "a finished sentence is read",
}  # fmt: skip
"""What a rule looks like in a script, and what it would be."""

WAGERS = ("dragon-7", "panda-8", "dragon-bonus-player", "dragon-bonus-banker", "player-pair", "banker-pair")
SIDE_WAGER = re.compile("|".join(f'"{wager}"' for wager in WAGERS))
NAMES = ("names.js", "staff-names.js")
"""What ids are called: words alone."""
ARRANGED = ("parts/felt.js",)
"""The order in which areas lie in front of a guest: a drawing."""
VERIFIER = ("shoe-check.js", "sha256.js")
"""The check of a sealed shoe is independent of the house on purpose: it hashes the order and cuts it itself."""


def read(*left_out: str) -> dict[str, str]:
    """The scripts without their comments."""
    comment = re.compile(r"/\*.*?\*/|^\s*//.*$", re.DOTALL | re.MULTILINE)
    return {
        name: comment.sub(lambda found: "\n" * found[0].count("\n"), text)
        for name, text in sources().items()
        if name not in left_out
    }


def hits(pattern: str | re.Pattern[str], scripts: dict[str, str]) -> list[str]:
    """Where a trace is, each with its line."""
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in scripts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]


@pytest.mark.parametrize("trace", TRACES, ids=[meaning.replace(" ", "-") for meaning in TRACES.values()])
def test_no_script_works_out_a_rule(trace: str) -> None:
    assert hits(trace, read(*VERIFIER)) == [], TRACES[trace]


def test_no_script_knows_a_side_wager() -> None:
    assert hits(SIDE_WAGER, read(*NAMES, *ARRANGED)) == []


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("const points = (player + banker) % 10;", "points are counted modulo ten"),
        ("const banker = Math.floor((code % 400) / 4) % 10;", "a result code is taken apart"),
        ("if (event.count >= 8) say(t(\"Natural.\"));", "a count is weighed"),
        ("return coup.player.length === 3;", "the cards of a hand are counted"),
        ('if (store.seen.phase === "betting") open();', "a phase of the round means something"),
        ('const also = view.options.match_play === true;', "an option of the rulebook is read"),
        ('words({ tie: "Tie 8 to 1" })', "odds are written out"),
        ('t("5% vigorish")', "a rate is written out"),
        ("const won = vigorish_cents / 20;", "a payment is reckoned"),
        ("area.minimum_cents = 500;", "a limit is set"),
        ('if (event.says.includes("Dragon")) dance();', "a finished sentence is read"),
        ("if (/dragon 7/i.test(last.says)) dance();", "a finished sentence is read"),
    ],
)  # fmt: skip
def test_a_rule_would_be_found(line: str, meaning: str) -> None:
    assert any(hits(trace, {"a.js": line}) for trace, means in TRACES.items() if means == meaning)
