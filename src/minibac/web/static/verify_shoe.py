#!/usr/bin/env python3
"""Check the record of a baccarat shoe: python3 verify_shoe.py FILE [COMMITMENT]

This file needs nothing but Python and shares no code with the program that dealt the shoe. Read it before you trust it.

A record is text, one JSON object to a line: a header, the events of the shoe as they were stored, and a last line with
the revealed order and salt. Before the cut was offered the house showed a commitment, SHA-256(salt + order), so that it
could not change the order afterwards; nobody could tell the order from it. What is checked here:

  header      the last line holds the SHA-256 of the first
  chain       from "previous_head" on, h = SHA-256(h + line) for each event, ends in "head"
  commitment  SHA-256(salt + "As,Kd,...") is what was committed to before the cut, and what the header says
  order       the revealed cards are whole decks
  shares      guests with a share in the shuffle gave SHA-256("share/TABLE/SHOE/SEAT/VALUE") before the commitment, and
              the value after it; the stack is the order, permuted by all of them, and a value withheld is named
  cut         the stack was cut after the commitment, somewhere inside; a cut that nobody took, where the commitment and
              the words of the guests who declined say: 10 + SHA-256("COMMITMENT/WORD/WORD") modulo (cards - 19)
  cards       every card that was turned is the card that the order, cut like that, has in its place

A file in the shoe notation (its first line is "shoe-notation 1") has no chain. Where it tells the commitment, the order
and the salt of a shoe, these are checked in the same way, and every card of its burn and its coups against the order;
where none of its shoes tells them, nothing is checked, and it says so.

COMMITMENT is what you wrote down when the shoe began. Without it the record is only checked against itself.
Exit status 0: all is well. 1: something is wrong, or nothing could be checked, and one sentence says what.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

FORMATS = ("minibac-shoe/2", "minibac-shoe/3")
"""The second is that of a shoe in whose shuffle guests were asked for a share."""
OF_SHARES = ("ShareStated", "ShareCommitted", "SharesClosed", "ShareRevealed", "StackMixed")
DECK = sorted(rank + suit for rank in "A23456789TJQK" for suit in "shdc")


class WrongError(Exception):
    """What is wrong with a record, in one sentence."""


class UncheckedError(WrongError):
    """Why there was nothing to check, in one sentence."""


def need(condition: bool, sentence: str) -> None:
    if not condition:
        raise WrongError(sentence)


def parse(line: bytes, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line.decode("utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise WrongError(f"line {number} is not a JSON object")
    return found


def turned_cards(event: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Position and card of everything that an event shows."""
    if isinstance(event.get("card"), str):
        yield event["position"], event["card"]
    for name in ("cards", "shown"):
        if isinstance(event.get(name), dict):
            yield from ((int(position), card) for position, card in event[name].items())


def check(data: bytes, expected: str | None = None) -> Iterator[str]:
    """Yield a sentence for everything that was found right; raise WrongError at the first thing that is not."""
    if data.removeprefix(b"\xef\xbb\xbf").startswith(b"shoe-notation 1"):
        yield from check_notation(data.decode("utf-8"), expected)
        return
    lines = data.removesuffix(b"\n").split(b"\n")
    need(len(lines) > 2, "this is no shoe record: it has no header, events and last line")
    header, last = parse(lines[0], 1), parse(lines[-1], len(lines))
    need(header.get("format") in FORMATS, f"this is no shoe record of format {' or '.join(FORMATS)}")
    need("reveal" in last, f"line {len(lines)}, the last, holds no reveal: the end of the record is missing")
    stored = lines[1:-1]
    events = [parse(line, number) for number, line in enumerate(stored, 2)]
    yield f"shoe {header['shoe']} of table {header['table']} under {header['rulebook']}, {len(events)} events"

    sealed = sha256(lines[0]).hexdigest()
    need(sealed == last["header"], "line 1, the header, is not the one that the last line belongs to")
    need(len(events) == last["count"], f"the record has {len(events)} events, and its last line counts {last['count']}")
    head = bytes.fromhex(header["previous_head"])
    for line in stored:
        head = sha256(head + line).digest()
    need(head.hex() == last["head"], "the chain of hashes is broken: an event was edited, added, removed or moved")
    yield f"chain: {len(events)} events lead to {head.hex()}"

    shoe, order, salt = header["shoe"], last["reveal"]["order"], last["reveal"]["salt"]
    opened = [e for e in events if e["event"] == "TableOpened"]
    for name in ("table", "rulebook", "options"):
        need(all(e[name] == header[name] for e in opened), f"the header names another {name} than the event that opens")
    shown = [events[-1].get(name) for name in ("event", "shoe_no", "order", "salt")]
    need(shown == ["ShoeRevealed", shoe, order, salt], "the last event does not reveal the order of the last line")
    mine = [n for n, e in enumerate(events) if e["event"] == "StackCommitted" and e["shoe_no"] == shoe]
    need(len(mine) == 1, f"{len(mine)} events commit to the order of this shoe, and not one")
    start, promised = mine[0], events[mine[0]]["commitment"]
    need(promised == header["commitment"], f"line {start + 2} commits to another order than the header")
    need(expected in (None, promised), f"the commitment of this shoe is {promised}, not {expected}")
    if not promised:
        need(not order, "an order is revealed that nobody committed to")
        yield "no commitment: the cards came from a real shoe, so there is no order to check them against"
        return
    found = sha256(bytes.fromhex(salt) + ",".join(order).encode()).hexdigest()
    need(found == promised, "the revealed order and salt do not hash to the commitment")
    yield f"commitment: {promised}, made on line {start + 2} before the cut"

    decks = len(order) // len(DECK)
    need(sorted(order) == sorted(DECK * decks), "the revealed order is not one of whole decks")
    need(len(order) == events[start]["cards_count"], f"line {start + 2} commits to another number of cards")
    yield f"order: {len(order)} cards, {decks} whole decks"

    asked = any(e["event"] in OF_SHARES for e in events)
    need(header["format"] == FORMATS[asked], f"by its events this is a record of format {FORMATS[asked]}")
    seed, withheld = shares(header, events, start)
    if seed:
        order = mixed(order, seed)
        yield f"shares: the stack is mixed by {seed}; withheld by seat: {', '.join(map(str, withheld)) or 'none'}"
    cut, count, words = 0, 0, [promised]
    for number, event in enumerate(events[start + 1 :], start + 3):
        if event["event"] == "StackCut":
            cut = event["position"]
            need(count == 0, f"line {number} cuts the stack after a card was turned")
            need(0 < cut < len(order), f"line {number} cuts the stack outside of it")
            if event["by"] == "automatic dealer":
                drawn = 10 + int(sha256("/".join(words).encode()).hexdigest(), 16) % (len(order) - 19)
                need(cut == drawn, f"line {number}: nobody took the cut, so it falls at {drawn}, and not at {cut}")
        if event["event"] in ("CutAnswered", "StackCut"):
            words.append(str(cut) if event["event"] == "StackCut" else event.get("word", ""))
        for position, card in turned_cards(event):
            need(0 <= position < len(order), f"line {number} turns card {position + 1} of {len(order)}")
            right = order[(cut + position) % len(order)]
            need(card == right, f"line {number} shows {card} as card {position + 1} of the shoe, and it is {right}")
            count += 1
        if event["event"] == "ShoeEnded" and event["shoe_no"] == shoe:
            break
    yield f"cut: {cut} cards from the top" if cut else "cut: none"
    yield f"cards: {count} turned, each in its place"


def shares(header: dict[str, Any], events: list[dict[str, Any]], start: int) -> tuple[str, list[int]]:
    """What the guests' shares permute the order by, and who withheld a value; the commitment is event ``start``."""
    hashes: dict[int, str] = {}
    values: dict[int, str] = {}
    seed, withheld = "", list[int]()
    for number, event in enumerate(events, 2):
        seat, kind = event.get("seat", 0), event["event"]
        if kind == "ShareCommitted" and event["hash"]:
            need(number < start + 2, f"line {number}: seat {seat} gives a share after the house has committed")
            need(event["hash"] not in hashes.values(), f"line {number}: seat {seat} gives the hash of another seat")
            hashes[seat] = event["hash"]
        elif kind == "ShareRevealed":
            need(number > start + 2 and not seed, f"line {number}: seat {seat} shows its share out of turn")
            told = f"share/{header['table']}/{header['shoe']}/{seat}/{event['value']}"
            right = not event["value"] or sha256(told.encode()).hexdigest() == hashes.get(seat)
            need(right, f"line {number}: the value of seat {seat} does not hash to what it gave before")
            values[seat] = event["value"]
        elif kind == "StackMixed":
            need(bool(hashes) and not seed, f"line {number} mixes the stack without shares, or twice")
            withheld = [s for s in sorted(hashes) if not values.get(s)]
            right = event["seats"] == sorted(hashes) and event["withheld"] == withheld
            need(right, f"line {number}: shares were given by {sorted(hashes)}, and withheld by {withheld}")
            seed = mixing_seed(header["commitment"], {s: values.get(s, "") for s in hashes})
            need(event["seed"] == seed, f"line {number}: the shares mix the stack by {seed}, not by {event['seed']}")
        elif kind == "StackCut":
            need(not hashes or bool(seed), f"line {number} cuts the stack, and the guests' shares are not mixed in")
    return seed, withheld


def mixing_seed(commitment: str, values: dict[int, str]) -> str:
    """SHA-256("mix/COMMITMENT/SEAT:VALUE/SEAT:VALUE"), from the lowest seat up; a value withheld is empty."""
    return sha256("/".join(["mix", commitment, *(f"{s}:{values[s]}" for s in sorted(values))]).encode()).hexdigest()


def mixed(order: list[str], seed: str) -> list[str]:
    """From the last place up, each card changes places with that at SHA-256("SEED/PLACE") modulo (PLACE + 1)."""
    stack = list(order)
    for last in range(len(stack) - 1, 0, -1):
        other = int(sha256(f"{seed}/{last}".encode()).hexdigest(), 16) % (last + 1)
        stack[last], stack[other] = stack[other], stack[last]
    return stack


# ------------------------------------------------------------------------------------------------- the shoe notation

FACT = re.compile(r'\[([a-z][a-z0-9._-]*) "((?:[^"\\]|\\.)*)"\]\s*')
ASIDE = re.compile(r'[a-z][a-z0-9._-]*="(?:[^"\\]|\\.)*"|\{(?:[^}\\]|\\.)*\}')
CARD = re.compile(r"(?:\([^)]*\))*([A2-9TJQK][shdc]?|[?x])(?:@([0-9]+))?(?:~[0-9.]+)?")
COUP = re.compile(rf"[1-9][0-9]*[.]|[|=]|void|simulated|broken-off|{CARD.pattern}")


def read_notation(lines: list[str]) -> list[dict[str, Any]]:
    """Each shoe: facts, cut, cards as they left it with their lines, and from which line on that is not known."""
    shoes: list[dict[str, Any]] = [{"shoe": "", "cut": 0, "cards": [], "until": 0}]
    for number, line in enumerate(lines, 1):
        here, fact = shoes[-1], FACT.fullmatch(line)
        words = [] if fact or line.startswith("#") else ASIDE.sub(" ", line).split(";")[0].split()
        if fact and fact[1] == "shoe":
            shoes.append({"shoe": fact[2], "cut": 0, "cards": [], "until": 0})
        elif fact:
            here[fact[1]] = fact[2]
        elif words and number > 1:
            hands = [[]] if not COUP.fullmatch(words[0]) else coup_hands(words, number)
            if words[0] == "cut":
                need(not here["cards"], f"line {number} cuts the stack after a card was turned")
                here["cut"] = int(words[1])
            elif words[0] == "burn":
                hands = [[face(word, number) for word in words[1:]]]
            elif len(hands) > 2 or (hands == [[]] and any(map(CARD.fullmatch, words[1:]))):
                here["until"] = here["until"] or number  # a card that belongs to neither hand
            if not here["until"]:
                here["cards"] += [(card, number) for card, _ in in_order(*hands[:2])]
    return [shoe for shoe in shoes if shoe["shoe"] or shoe["cards"]]


def coup_hands(words: list[str], number: int) -> list[list[tuple[str, int]]]:
    hands: list[list[tuple[str, int]]] = [[]]
    for word in words[words[0].endswith(".") :]:
        if word == "=" or word.startswith("$"):
            break
        if word in ("|", "+"):
            hands.append([])
        elif word not in ("void", "simulated", "broken-off"):
            hands[-1].append(face(word, number))
    return hands


def face(word: str, number: int) -> tuple[str, int]:
    card = CARD.fullmatch(word)
    if card is None:
        raise WrongError(f"line {number}: {word} is no card")
    return card[1], int(card[2] or 0)


def in_order(one: list[tuple[str, int]], other: list[tuple[str, int]] | None = None) -> list[tuple[str, int]]:
    """Player, Banker, Player, Banker, the third cards; those that say their place have it, the others what is left."""
    if other is None:
        return one
    first = [card for pair in zip(one[:2], other[:2], strict=False) for card in pair]
    usual = [*first, *one[len(other[:2]) : 2], *other[len(one[:2]) : 2], *one[2:], *other[2:]]
    free = iter(sorted(set(range(1, len(usual) + 1)) - {drawn for _, drawn in usual}))
    return sorted([(face, drawn or next(free)) for face, drawn in usual], key=lambda card: card[1])


def check_notation(text: str, expected: str | None) -> Iterator[str]:
    """The same for a notation: each of its shoes that was committed to and revealed."""
    shoes = read_notation(text.replace("\r", "").split("\n"))
    need(bool(shoes), "there is no shoe in this notation")
    known = [None, *(shoe.get("commitment") for shoe in shoes)]
    need(expected in known, f"no shoe of this notation has the commitment {expected}")
    for shoe in shoes:
        name, promised, order, cut = shoe["shoe"], shoe.get("commitment"), shoe.get("order", "").split(), shoe["cut"]
        yield f"shoe {name} in the shoe notation"
        if not promised:
            need(not order, f"shoe {name}: an order is revealed that nobody committed to")
            yield "no commitment: there is no order to check the cards against"
            continue
        need(bool(order), f"shoe {name}: its order was never shown")
        found = sha256(bytes.fromhex(shoe.get("salt", "")) + ",".join(order).encode()).hexdigest()
        need(found == promised, f"shoe {name}: the revealed order and salt do not hash to the commitment")
        yield f"commitment: {promised}"
        decks = len(order) // len(DECK)
        need(len(shoe["cards"]) <= len(order), f"shoe {name} has more cards than its order")
        need(sorted(order) == sorted(DECK * decks), f"shoe {name}: the revealed order is not one of whole decks")
        need(cut < len(order), f"shoe {name} is cut outside of its {len(order)} cards")
        yield f"order: {len(order)} cards, {decks} whole decks, cut under {cut}"
        if given := shoe.get("shares"):
            values = {int(seat): value for seat, _, value in (part.partition(":") for part in given.split())}
            order = mixed(order, mixing_seed(promised, values))
            yield f"shares: of {len(values)} seats, and the stack is mixed by them"
        for place, (card, number) in enumerate(shoe["cards"]):
            right = order[(cut + place) % len(order)]
            wrong = f"line {number} has {card} as card {place + 1} of the shoe, and it is {right}"
            need(card in "?x" or right.startswith(card), wrong)
        yield f"cards: {sum(card not in '?x' for card, _ in shoe['cards'])} noted, each in its place"
        if shoe["until"]:
            yield f"from line {shoe['until']} on a card belongs to neither hand: places in the shoe cannot be told"
    if not any(known):
        raise UncheckedError("no shoe of this notation was committed to, so there is nothing to hold its cards against")


def plain(text: str) -> str:
    """Text of whoever made what is checked: a terminal shows it, and does not obey it."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        print("usage: python3 verify_shoe.py FILE [COMMITMENT]", file=sys.stderr)
        return 2
    try:
        for sentence in check(Path(arguments[0]).read_bytes(), *(given.lower() for given in arguments[1:])):
            print(plain(sentence))
    except OSError as error:
        print(f"the file cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    except WrongError as wrong:
        said = "NOTHING IS CHECKED" if isinstance(wrong, UncheckedError) else "WRONG"
        print(f"{said}: {plain(str(wrong))}", file=sys.stderr)
        return 1
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        print(f"WRONG: the record is damaged, {type(error).__name__}: {plain(str(error))}", file=sys.stderr)
        return 1
    print("All is well.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
