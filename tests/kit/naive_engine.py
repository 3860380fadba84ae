"""The naive dealer of the tests, answering questions of the kit: it shares no code with the engine.

It deals coups and whole shoes, settles, and knows what is done when something goes wrong; it does not know roads and
odds, and says nothing of amounts of moves and of the moments of a cutting card.
"""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.naive import dealer
from tests.naive.scripts import play_script

LEFT_OUT = ["actions", "cutting_card", "last_hand"]


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """What the naive dealer answers."""
    if question["ask"] == "hello":
        return {"engine": "naive dealer", "answers": ["coup", "settle", "shoe", "script"], "leaves_out": LEFT_OUT}
    if question["ask"] == "script":
        parts = ("rulebook", "options", "cards", "rounds", "happens", "ends")
        return play_script(*(question[name] for name in parts))
    if question["ask"] == "shoe":
        burned, _ = dealer.burn(question["cards"])
        coups = dealer.coups_in_shoe(question["cards"], question["depth"])
        return {"burned": len(burned), "coups": [_coup("section-42", {}, cards) for cards in coups]}
    options = {name: _typed(value) for name, value in question.get("options", {}).items()}
    add = {int(seat): target for seat, target in question.get("add", {}).items()}
    rulebook = question.get("rulebook", "section-42")
    dealt = dealer.deal(rulebook, options, question["cards"], question.get("wagers", []), add)
    if question["ask"] == "settle":
        return {"winner": dealt["result"], "wagers": dealt["wagers"]}
    return _hands(dealt)


def _coup(rulebook: str, options: dict[str, str], cards: list[str]) -> dict[str, Any]:
    return _hands(dealer.deal(rulebook, options, cards, []))


def _hands(dealt: dict[str, Any]) -> dict[str, Any]:
    player, banker = dealt["player"]["cards"], dealt["banker"]["cards"]
    if dealt["result"] == "void":
        return {"player": player, "banker": banker, "winner": "void"}
    return {
        "player": player,
        "banker": banker,
        "player_total": dealt["player"]["total"],
        "banker_total": dealt["banker"]["total"],
        "winner": dealt["result"],
        "player_pair": dealer.is_pair(player),
        "banker_pair": dealer.is_pair(banker),
    }


def _typed(value: object) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"id": asked["id"], **answer(asked)}), flush=True)
