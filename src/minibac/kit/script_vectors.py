"""Irregularities as scripts: cards in the order in which they leave the shoe, and what goes wrong with them when.

Every remedy of the four rulebooks, in rounds in which both hands draw, one does, none does, or a natural ends it; seen
and unseen; and two things in one script. The round after it shows where a card that waited has gone.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from minibac.kit.engine import Plain, house_of
from minibac.kit.kit_question import KitQuestion
from minibac.kit.scripts import ScriptError, dealt_script
from minibac.rules.remedies import Mishap
from minibac.rules.rulebook import RULEBOOKS, Value, load

BOTH_DRAW = "As Ah 2s 2h 4d Td"
"""Player 3 takes a 4; Banker 3 draws against it."""
PLAYER_DRAWS = "As 3h 2s 4h 4d"
"""Player 3 takes a 4; Banker 7 stays."""
BANKER_DRAWS = "3s 2h 4d 2c"
"""Player 7 stays; Banker 4 draws."""
BOTH_STAND = "3s 3h 4d 4c"
NATURAL = "9s 2h Ts 3c"
"""Player 9; the Banker's 5 would have drawn against a Player's Hand that stood."""
AFTER = "Kh 8d Kd 2d 9c 6s 7c 4h Qs 5d 3c 8h Jd 6h 2s 9d Tc 7d 4c 5s 3h Qd 8s Ac 6d Js 9h 2c 7h Th"
"""What comes then: enough for a counted burn, a simulated round and a live one."""
ROUNDS = 2

REASONS = {
    Mishap.THIRD_CARD_TO_PLAYER: "a third card lay on the Player's Hand, which was due none",
    Mishap.THIRD_CARD_TO_BANKER: "a third card lay on the Banker's Hand, which was due none",
    Mishap.CARD_IN_ERROR: "a card was drawn that no hand was due",
    Mishap.BURN_TOO_MANY: "a card too many was burned",
    Mishap.FACE_UP_IN_SHOE: "cards lay face up in the shoe",
    Mishap.WRONG_HAND: "the card that was due lay on the other hand, and is moved",
    Mishap.EXPOSED_IN_DEALING: "the card dealt last turned over as it was dealt",
}
SEEN: dict[object, str] = {True: ", and was seen", False: ", and nobody saw it"}


def scripts() -> Iterator[KitQuestion]:
    """Each script under each rulebook, and again under every option that makes something else of it."""
    for name in RULEBOOKS:
        made: dict[str, list[Plain]] = {}
        for options in _options(name):
            for cards, happens, ends in _cases():
                question: Plain = {"ask": "script", "rulebook": name, "options": options, "cards": cards.split()}
                question |= {"rounds": ROUNDS, "happens": happens, "ends": ends}
                try:
                    dealt = dealt_script(house_of(question), question["cards"], happens, ROUNDS, ends=ends)
                except ScriptError:  # it cannot happen under these options: a card that is dealt face up is not exposed
                    continue
                known = made.setdefault(f"{cards} {happens}", [])
                if dealt.told not in known:
                    known.append(dealt.told)
                    yield KitQuestion(question, dealt.clauses, _reason(happens, ends=ends))


def _options(rulebook: str) -> Iterator[dict[str, Value]]:
    """The options of a rulebook that choose between remedies, in every way they go together."""
    choosing = {name for row in load(rulebook).remedy for name in row.only}
    choices = {option.name: option.values for option in load(rulebook).option if option.name in choosing}
    for values in product(*choices.values()):
        yield dict(zip(choices, values, strict=True))


def _happens(round_no: int, after: int, mishap: Mishap, **facts: Any) -> Plain:
    return {"round": round_no, "after": after, "mishap": mishap.value, **facts}


def _cases() -> Iterator[tuple[str, list[Plain], bool]]:
    """The cards of a script, what happens, and whether its cards are the last of the shoe."""
    for seen in (False, True):
        third = _happens(1, 4, Mishap.THIRD_CARD_TO_PLAYER, disclosed=seen)
        yield f"{BANKER_DRAWS} 5h {AFTER}", [third], False
        for stray in ("5h", "Ah", "Qh"):
            yield f"{BOTH_STAND} {stray} {AFTER}", [third], False
        yield f"{NATURAL} 5h {AFTER}", [third], False
        drawn = _happens(1, 5, Mishap.THIRD_CARD_TO_PLAYER, disclosed=seen)
        yield f"{BANKER_DRAWS} 5h 6h {AFTER}", [drawn], False
        fourth = _happens(1, 5, Mishap.THIRD_CARD_TO_BANKER, disclosed=seen)
        yield f"{PLAYER_DRAWS} 3d {AFTER}", [fourth], False
        for stray in ("3d", "Ad", "Kd"):
            error = _happens(1, 6, Mishap.CARD_IN_ERROR, disclosed=seen)
            yield f"{BOTH_DRAW} {stray} {AFTER}", [error], False
        between = _happens(2, 0, Mishap.CARD_IN_ERROR, disclosed=seen)
        yield f"{BOTH_STAND} 4h {AFTER}", [between], False
        burned = _happens(1, 0, Mishap.BURN_TOO_MANY, disclosed=seen)
        yield f"3d {AFTER}", [burned], False
        again = _happens(2, 4, Mishap.CARD_IN_ERROR, disclosed=seen)
        waits = _happens(1, 4, Mishap.THIRD_CARD_TO_PLAYER, disclosed=False)
        yield f"{BOTH_STAND} 9h 3c Kc 4s 6c {AFTER}", [waits, again], False
    for after in (0, 1, 2, 3):
        yield f"{BOTH_DRAW} {AFTER}", [_happens(1, after, Mishap.FACE_UP_IN_SHOE)], False
    yield f"{BOTH_STAND} {AFTER}", [_happens(1, 0, Mishap.FACE_UP_IN_SHOE, count=2)], False
    yield f"{BOTH_STAND} {AFTER}", [_happens(1, 1, Mishap.WRONG_HAND, hand="player")], False
    yield f"{BOTH_STAND} {AFTER}", [_happens(1, 2, Mishap.WRONG_HAND, hand="banker")], False
    yield f"{BOTH_DRAW} {AFTER}", [_happens(1, 4, Mishap.WRONG_HAND, hand="banker")], False
    yield f"{BOTH_DRAW} {AFTER}", [_happens(1, 5, Mishap.WRONG_HAND, hand="player")], False
    for after in (1, 2, 4):
        yield f"{BOTH_STAND} {AFTER}", [_happens(1, after, Mishap.EXPOSED_IN_DEALING)], False
    for cards in ("As Ah 2s", "As Ah 2s 2h", "As Ah 2s 2h 4d", f"{BOTH_STAND} Kh 2d 3c"):
        yield cards, [], True


def _reason(happens: list[Plain], *, ends: bool) -> str:
    told = [REASONS[Mishap(one["mishap"])] + SEEN.get(one.get("disclosed"), "") for one in happens]
    return "; ".join([*told, *(["the cards run out in the middle of a round"] if ends else [])])
