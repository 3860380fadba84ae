"""Messages without sense, as many as wanted, the same for the same seed: cut off, mixed up, of wrong type, too deep."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from minibac.server.acting import KINDS

SENSE: tuple[dict[str, Any], ...] = (
    {"do": "command", "id": "m", "command": {"command": "PlaceWager", "seat": 3, "wager": "banker", "cents": 2500}},
    {"do": "command", "id": "m", "command": {"command": "BuyIn", "seat": 3, "cents": 100}},
    {"do": "command", "id": "m", "command": {"command": "AnswerCut", "accept": True}},
    {"do": "command", "id": "m", "command": {"command": "TakeActions", "actions": [["pay", 3, "banker", 5]]}},
    {"do": "peel", "hand": "player", "card": 0, "edge": "top", "how": 0.5},
    {"do": "pong"},
)
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1e308, 2**70, "", "x" * 600, "\u0000", "\ud800", [], {}, [[[]]], {"command": "PlaceWager"}, -0.0,
)  # fmt: skip
LEAVES = ("by", "at", "do", "id", "command", "seat", "wager", "cents", "hand", "how", "__class__", "cards", "")


def messages(seed: int, count: int) -> Iterator[str]:
    """That many messages; none of them is one that a table could take."""
    chance = Random(seed)
    makers = (_cut_off, _noise, _wrong_type, _extra, _by_and_at, _deep, _long, _unknown, _no_object, _twice)
    for number in range(count):
        yield makers[number % len(makers)](chance)


def _text(message: object) -> str:
    return json.dumps(message)


def _cut_off(chance: Random) -> str:
    text = _text(chance.choice(SENSE))
    return text[: chance.randrange(len(text) - 1)]


def _noise(chance: Random) -> str:
    return "".join(
        chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x2FFF)))) for _ in range(chance.randrange(60))
    )


def _wrong_type(chance: Random) -> str:
    message = json.loads(_text(chance.choice(SENSE[:4])))
    target = message["command"]
    name = chance.choice([key for key in target if key != "command"])
    wrong = [odd for odd in ODD if not isinstance(odd, type(target[name])) and type(odd) is not int]
    target[name] = chance.choice(wrong)
    if target[name] == {} or isinstance(target[name], float):
        target[name] = None
    return _text(message)


def _extra(chance: Random) -> str:
    message = json.loads(_text(chance.choice(SENSE)))
    place = chance.choice([message, message.get("command", message)])
    place[f"extra {chance.choice(LEAVES)}"] = chance.choice(ODD)
    return _text(message)


def _by_and_at(chance: Random) -> str:
    message = json.loads(_text(chance.choice(SENSE[:4])))
    message["command"][chance.choice(("by", "at"))] = chance.choice(({"id": "house", "role": "house"}, 0, "house"))
    return _text(message)


def _deep(chance: Random) -> str:
    depth = chance.choice((50, 500, 5_000))
    return '{"do": "command", "id": "m", "command": ' + "[" * depth + "]" * depth + "}"


def _long(chance: Random) -> str:
    return _text({"do": "command", "id": "x" * chance.choice((65, 1_000, 20_000)), "command": {"command": "RackCards"}})


def _unknown(chance: Random) -> str:
    kind = chance.choice(("", "Rob", "placewager", "Command", "__init__", *(f"{name}s" for name in KINDS)))
    return _text({"do": "command", "id": "m", "command": {"command": kind, "seat": chance.choice(ODD[:5])}})


def _no_object(chance: Random) -> str:
    return chance.choice(
        ("null", "[]", "7", '"do"', "", " ", "{}", '{"do": null}', '{"do": "command"}', "[{}]", "\ufeff{}")
    )


def _twice(chance: Random) -> str:
    return _text(chance.choice(SENSE)) + _text(chance.choice(SENSE))
