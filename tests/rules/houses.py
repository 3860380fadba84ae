"""Houses for tests: the samples taken apart and changed, and further ones that stand."""

import copy
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from minibac.houses.house import House, read_house
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS

Document = dict[str, Any]

GONE = object()
"""Takes a key out of a document."""

TABLES = {"section-42": "s42-1", "massachusetts": "ma-1", "seminole": "sem-1", "seneca": "sen-1"}
LIMIT = {"minimum_cents": 500, "maximum_cents": 50000}
DECKS = {"count": 8, "colour": "red", "design": "plain", "edge": "white"}
TOO_EARLY = tomllib.loads("effective = 2026-01-01T09:29:59")["effective"]
"""A second less than half an hour after surveillance was told."""

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
"""When these files are read."""

REFERENCE = {"authority": "Division", "reference": "D-17", "date": "2026-02-01"}


def sample_text(rulebook_id: str) -> str:
    """The sample house of a rulebook as a house of one's own: it holds papers of its own."""
    text = files("minibac.rulebooks").joinpath("houses", f"{rulebook_id}.toml").read_text(encoding="utf-8")
    return text.replace("SAMPLE-", "R-17 ").replace("SAMPLE ", "")


def further_text(lines: str) -> str:
    """The sample house of Section 42 with a further wager, ``mine``, of these lines."""
    text = sample_text("section-42")
    for old, new in (
        (
            'wagers = ["player", "banker", "tie"]',
            'approved_wagers = ["mine"]\nwagers = ["player", "banker", "tie", "mine"]',
        ),
        ("[tables.s42-1.limits]", "[tables.s42-1.limits]\nmine = { minimum_cents = 500, maximum_cents = 50000 }"),
        ('"banker", "tie"]  #', '"banker", "tie", "mine"]  #'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text + (
        "[approved.mine]\nlabel = 'Mine'\narea = 'MINE'\n"
        "approval = { authority = 'Division', reference = 'D-17', date = 2026-02-01 }\n"
        f"lines = [{lines}, {{ outcome = 'lose' }}]\n"
    )


def sample(rulebook_id: str) -> Document:
    """The sample house, taken apart and ready to be changed."""
    return tomllib.loads(sample_text(rulebook_id))


def change(document: Document, changes: Mapping[str, object]) -> Document:
    """A document with some values changed. ``T`` at the start of a path is the table of the sample house."""
    document = copy.deepcopy(document)
    for path, value in changes.items():
        table = next(iter(document["tables"])) if document.get("tables") else "T"
        *keys, last = path.replace("T.", f"tables.{table}.", 1).split(".") if path.startswith("T.") else path.split(".")
        place: Any = document
        for key in keys:
            place = place[int(key)] if isinstance(place, list) else place.setdefault(key, {})
        if value is GONE:
            del place[last]
        else:
            place[last] = copy.deepcopy(value)
    return document


def refusals_of(answer: HouseRules | tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    assert not isinstance(answer, HouseRules), "the rules stand"
    return answer


def refused(document: Document) -> tuple[Refusal, ...]:
    found = read_house(document, "house.toml", NOW)
    assert not isinstance(found, House), "the house stands"
    return found


# ---------------------------------------------------------------------------------------------- other houses that stand

AREAS = ["player-hand", "banker-hand", "player", "banker", "tie"]

EZ = {
    "T.options.vigorish_type": "ez",
    "T.options.vigorish_rounding": GONE,
    "T.options.vigorish_collection": GONE,
    "T.wagers": ["player", "banker", "tie", "dragon-7", "panda-8"],
    "T.limits.dragon-7": LIMIT,
    "T.limits.panda-8": LIMIT,
    "T.layout.areas": [*AREAS, "dragon-7", "panda-8"],
    "T.layout.inscription": "sign",
}
BONUS = {
    "T.options.dragon_bonus": True,
    "T.options.dragon_bonus_paytable": "B",
    "T.options.house_money": True,
    "T.options.house_money_add": "all",
    "T.wagers": GONE,
    "T.limits.dragon-bonus-player": LIMIT,
    "T.limits.dragon-bonus-banker": LIMIT,
    "T.limits.house-money": LIMIT,
    "T.layout.areas": [*AREAS, "dragon-bonus-player", "dragon-bonus-banker", "house-money"],
}
AUTOMATIC = {
    "T.options.shuffler": "automatic",
    "T.options.decks": 16,
    "T.equipment.decks": [{**DECKS, "batch": "A"}, {**DECKS, "batch": "B", "colour": "blue"}],
}
MACHINE = {**AUTOMATIC, "T.shuffle_recipe": GONE}
DEFERRED = {"T.options.vigorish_collection": "deferred", "T.layout.areas": [*AREAS, "vigorish"]}
TIE_25 = {
    "T.options.vigorish_type": "tie-25",
    "T.options.vigorish_rate": GONE,
    "T.options.vigorish_rounding": GONE,
    "T.options.vigorish_collection": GONE,
}
BANKER_6 = {
    **TIE_25,
    "T.options.vigorish_type": "none-banker-6",
    "T.vigorish_posted": datetime(2026, 11, 8, tzinfo=UTC),
}
LACE = {"pits.main.finish": "lace", "pits.main.reshuffle_after_lace": "part"}
FURTHER = {
    "approved": {
        "lucky-6": {
            "label": "Lucky 6",
            "area": "LUCKY 6",
            "approval": REFERENCE,
            "lines": [
                {"when": {"winner": ["banker"], "banker_total": [6]}, "outcome": "win", "odds": 12},
                {"outcome": "lose"},
            ],
        }
    },
    "T.approved_wagers": ["lucky-6"],
    "T.wagers": GONE,
    "T.limits.lucky-6": LIMIT,
    "T.layout.areas": [*AREAS, "lucky-6"],
}

HOUSES: dict[str, tuple[str, Mapping[str, object]]] = {
    **{rulebook_id: (rulebook_id, {}) for rulebook_id in RULEBOOKS},
    "ez": ("massachusetts", EZ),
    "bonus": ("massachusetts", BONUS),
    "ma-automatic": ("massachusetts", MACHINE),
    "ma-deferred": ("massachusetts", DEFERRED),
    "s42-automatic": ("section-42", AUTOMATIC),
    "s42-deferred": ("section-42", DEFERRED),
    "tie-25": ("section-42", TIE_25),
    "banker-6": ("section-42", BANKER_6),
    "lace": ("section-42", LACE),
    "further": ("section-42", FURTHER),
}


def house(name: str) -> Document:
    rulebook_id, changes = HOUSES[name]
    return change(sample(rulebook_id), changes)
