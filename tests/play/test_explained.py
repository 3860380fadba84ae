"""Coups in the dealer's words, with every clause cited, compared with golden files.

Each table deals the same hands with a stake on everything it takes: which hand wins, ties, naturals, pairs, the hands
that have names, and a shoe that runs out. Whoever alters a line of a wager, its odds, its words or the clauses it
stands on sees the difference here.

MINIBAC_WRITE_EXPLAINED=1 pytest tests/play/test_explained.py        writes them anew, on purpose
"""

import os
from pathlib import Path

import pytest

from minibac.cards.card import ALL_CARDS, parse_card
from minibac.play.deal import check_copies
from minibac.play.propositions import priced
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code
from tests.play import tables
from tests.play.tables import dealt, table, wager

GOLDEN = Path(__file__).parent / "explained"
WRITE = bool(os.environ.get("MINIBAC_WRITE_EXPLAINED"))

TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "section-42-win": ("section-42", {}),
    "section-42-deferred": ("section-42", {"vigorish_collection": "deferred", "settlement_order": "i"}),
    "section-42-rounded": ("section-42", {"vigorish_rounding": "up-to-5c", "settlement_order": "iii"}),
    "section-42-tie-25": ("section-42", {"vigorish_type": "tie-25", "settlement_order": "ii"}),
    "section-42-banker-6": ("section-42", {"vigorish_type": "none-banker-6", "tie_odds": "9"}),
    "massachusetts-win": ("massachusetts", {"dragon_bonus_paytable": "A", "house_money_add": "1/2"}),
    "massachusetts-deferred": ("massachusetts", {"vigorish_collection": "deferred", "dragon_bonus_paytable": "B"}),
    "massachusetts-rounded": ("massachusetts", {"vigorish_rounding": "up-to-25c", "dragon_bonus_paytable": "C"}),
    "massachusetts-ez": ("massachusetts", {"vigorish_type": "ez", "dragon_bonus": "on"}),
    "seminole-deferred": ("seminole", {}),
    "seminole-at-payout": ("seminole", {"vigorish_collection": "at-payout", "settlement_order": "i"}),
    "seminole-banker-6": ("seminole", {"vigorish_type": "none-banker-6"}),
    "seneca-win": ("seneca", {}),
    "seneca-deferred": ("seneca", {"vigorish_collection": "deferred", "settlement_order": "iii"}),
}
COUPS = {
    "the Player's Hand wins": tables.PLAYER_7_6,
    "the Banker's Hand wins": tables.BANKER_7_6,
    "a tie": tables.TIE_6_6,
    "naturals": tables.NATURAL_9_8,
    "a tie of naturals": tables.NATURAL_TIE_8,
    "a natural against seven": tables.NATURAL_8_7,
    "Banker 7 in three": tables.DRAGON_7,
    "Player 8 in three": tables.PANDA_8,
    "Banker 6 in two": tables.BANKER_6_IN_TWO,
    "Banker 6 in three": tables.BANKER_6_IN_THREE,
    "the cards are out": tables.VOID,
}
LEADS = {
    "a lead of nine": tables.PLAYER_9_0,
    "a lead of eight": "Ks Jh 4d Qc 5s Ah",
    "a lead of seven": "Ks Jh 4d Qc 5s 2h",
    "a lead of six": "Ks Jh 4d Qc 5s 3h",
    "a lead of five": "Ks Jh 4d Qc 5s 4h",
    "a lead of four": "Ks Jh 4d Qc 5s 5h",
}
PAIRS = {
    "two pairs": "4s 3h 4d 3c",
    "a pair of the Player's Hand": "4s 3h 4d 2c",
    "a pair of the Banker's Hand": "4s 3h 3d 3c",
}
ASKED_BY = {"dragon-bonus-player": LEADS, "player-pair": PAIRS, "house-money": PAIRS}
"""Coups that tell something only where a wager looks at it."""

OPENING = ("wager", "no-more-bets", "four-cards")
"""The steps that are alike in every coup, told once."""


def told(rules: HouseRules) -> str:
    stakes = [wager(name) for name in priced(rules)]
    blocks: dict[str, list[str]] = {"at the start": []}
    asked = [coups for name, coups in ASKED_BY.items() if name in priced(rules)]
    for title, cards in ((title, cards) for coups in (COUPS, *asked) for title, cards in coups.items()):
        block = blocks[f"{title}: {cards}"] = []
        for step in dealt(rules, cards, *stakes).explanation:
            line = f"    {step.text}  [{', '.join(step.clauses)}]"
            if step.step not in OPENING:
                block.append(line)
            elif line not in blocks["at the start"]:
                blocks["at the start"].append(line)
    return "\n\n".join("\n".join((title, *lines)) for title, lines in blocks.items()) + "\n"


@pytest.mark.parametrize("name", TABLES)
def test_explained(name: str) -> None:
    rulebook, choices = TABLES[name]
    text = told(table(rulebook, **choices))
    path = GOLDEN / f"{name}.txt"
    if WRITE:
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{path.name} is not there: write it on purpose and review it"
    assert text == path.read_text(encoding="utf-8")


def test_every_golden_file_has_its_table() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(TABLES)


def test_no_more_copies_of_a_card_than_decks() -> None:
    ace = parse_card("As")
    assert check_copies([ace] * 8, 8) is None
    refusal = check_copies([*ALL_CARDS, *[ace] * 8], 8)
    assert refusal is not None
    assert refusal.code is Code.WRONG_CARD
    assert refusal.sentence == "As is there 9 times, but 8 decks hold it 8 times"
