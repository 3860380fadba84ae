#!/usr/bin/env python3
"""Check the open log of a house of minibac, its proofs and its checkpoints.

    python3 verify_log.py house URL [CHECKPOINT] [KEY]     all that the house shows, and a checkpoint that you kept
    python3 verify_log.py proof PROOF KEY [RECORD]         the commitment of a shoe is in the log (from /log/proof)
    python3 verify_log.py grown OLD NEW CONSISTENCY KEY    one checkpoint extends another (from /api/log/consistency)
    python3 verify_log.py data DATABASE CHECKPOINT [KEY]   a data file, or events.jsonl of a backup, against one
    python3 verify_log.py cosigned CHECKPOINT KEY WITNESS  a witness has signed it too, and when

This file needs nothing but Python and shares no code with the program that it checks. Read it before you trust it.

The log is a Merkle tree (RFC 6962) over lines of JSON, its leaves. A leaf names a log of the house, an event of it by
number, and the hash of its chain there; one of a shoe's commitment also has that. A checkpoint (C2SP tlog-checkpoint)
is the name of the log, how many leaves it has, and the root of the tree, signed with Ed25519. What is checked here:

  signature    the checkpoint is signed with KEY (NAME+ID+KEY, as /log/key shows it)
  root         the leaves lead to the root; those that an older checkpoint had lead to its root too
  logs         no leaf tells of an event again with another hash, or goes back behind one that was told before;
               where hashes are sealed each leaf has a salt of its own, and only the second is seen
  name         nothing is wrong with a new name of the log by itself, but what was signed under the old one may be lost
  proof        a leaf is in the tree of a checkpoint
  grown        the tree of the older checkpoint is the beginning of that of the newer
  record       the chain of a shoe record has the hash of the leaf there, and its commitment
  data         the chain of every log in the data is sound, and has at every leaf the hash that the leaf says; every log
               has a leaf, and every commitment of a shoe that came after the first one of its log

URL, PROOF, KEY … are files or addresses; KEY may be the key itself. Without KEY the one that is shown is believed.
Exit status 0: all is well. 1: something is wrong, and one sentence says what. 2: a wrong call.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import sqlite3
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

TILE = 256
LARGEST = 32 << 20
ANSWER_S = 120
"""So long an answer may take as a whole; one that comes by the byte is none."""


class WrongError(Exception):
    """What is wrong, in one sentence."""


def need(condition: bool, sentence: str) -> None:
    if not condition:
        raise WrongError(sentence)


def fetch(where: str) -> bytes:
    """A file, or what an address answers."""
    if not where.startswith(("http://", "https://")):
        return Path(where).read_bytes()
    came: list[bytes | Exception] = []

    def ask() -> None:
        try:
            with urllib.request.urlopen(where, timeout=30) as answer:
                came.append(bytes(answer.read(LARGEST + 1)))
        except Exception as error:  # raised again below, by whoever asked
            came.append(error)

    asking = threading.Thread(target=ask, daemon=True)  # who never stops answering holds up nobody
    asking.start()
    asking.join(ANSWER_S)
    data = came[0] if came else TimeoutError(f"{where} has not answered in {ANSWER_S} seconds")
    if isinstance(data, Exception):
        raise data
    need(len(data) <= LARGEST, f"{where} answers with more than {LARGEST} bytes")
    return data


def number_in(text: str) -> int:
    spelt = re.fullmatch("0|[1-9][0-9]{0,18}", text) is not None and int(text) < 1 << 63
    need(spelt, f"{text[:40]!r} is no number as a log writes one")
    return int(text)


def bytes_in(text: str) -> bytes:
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text, "base64 that no encoder writes")
    return data


# ------------------------------------------------------------------------------------------------- Ed25519 (RFC 8032)

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def added(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = added(total, point)
        point, number = added(point, point), number >> 1
    return total


def point_of(data: bytes) -> Point | None:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if len(data) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is that of the key for the message."""
    if len(signature) != 64 or BASE is None:
        return False
    public, first, scalar = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if public is None or first is None or scalar >= ORDER:
        return False
    number = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(scalar, BASE), added(first, times(number, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 == (left[1] * right[2] - right[1] * left[2]) % P


# -------------------------------------------------------------------------------------------------- the tree (RFC 6962)


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root_of(hashes: list[bytes]) -> bytes:
    """The root over the hashes of leaves, level by level; the odd one out goes up as it is."""
    if not hashes:
        return sha256().digest()
    while len(hashes) > 1:
        up = [node_hash(hashes[n], hashes[n + 1]) for n in range(0, len(hashes) - 1, 2)]
        hashes = up + hashes[len(hashes) // 2 * 2 :]
    return hashes[0]


def root_by_proof(index: int, size: int, leaf: bytes, proof: list[bytes]) -> bytes:
    """RFC 9162, section 2.1.3.2."""
    need(0 <= index < size, "the proof is of a leaf that the log does not have")
    number, last, node = index, size - 1, leaf
    for other in proof:
        need(last > 0, "the proof is too long")
        if number & 1 or number == last:
            node = node_hash(other, node)
            while not number & 1 and number:
                number, last = number >> 1, last >> 1
        else:
            node = node_hash(node, other)
        number, last = number >> 1, last >> 1
    need(last == 0, "the proof is too short")
    return node


SHORTER = "its end was cut off, or this is older than what you kept"


def check_grown(old: int, old_root: bytes, new: int, new_root: bytes, proof: list[bytes]) -> None:
    """RFC 9162, section 2.1.4.2."""
    wrong = f"the log of {new} leaves does not begin with the {old} that were signed before"
    need(old <= new, f"the log had {old} leaves, and now it has {new}: {SHORTER}")
    if not old:  # every log begins with nothing
        need(old_root == root_of([]) and not proof, wrong)
        return
    if old == new:
        need(old_root == new_root and not proof, f"two different histories of {old} leaves are signed")
        return
    hashes = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    need(bool(hashes), wrong)
    number, last = old - 1, new - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    before = after = hashes[0]
    for other in hashes[1:]:
        need(last > 0, wrong)
        if number & 1 or number == last:
            before, after = node_hash(other, before), node_hash(other, after)
            while not number & 1 and number:
                number, last = number >> 1, last >> 1
        else:
            after = node_hash(after, other)
        number, last = number >> 1, last >> 1
    need(before == old_root and after == new_root and last == 0, wrong)


# ----------------------------------------------------------------------------------- notes, as C2SP has them


def key_of(text: str) -> tuple[str, int, bytes]:
    """A key NAME+ID+KEY: the name, the kind of signature (1: a log, 4: a witness), the key."""
    name, told, written = text.strip().split("+", 2)
    data = bytes_in(written)
    need(len(data) == 33, "the key is none for Ed25519")
    need(told == key_id(name, data).hex(), "the id in the key is not that of the key: it was copied wrongly")
    return name, data[0], data[1:]


def key_id(name: str, data: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + data).digest()[:4]


def read_key(where: str) -> tuple[str, int, bytes]:
    return key_of(where if where.count("+") > 1 else fetch(where).decode())


def signatures_of(note: str, key: tuple[str, int, bytes]) -> tuple[str, list[bytes]]:
    """The text of a note, and the signatures that are said to be by a key."""
    text, gap, lines = note.rpartition("\n\n")
    need(bool(gap) and lines.endswith("\n"), "this is no signed note")
    name, kind, raw = key
    signatures = []
    for line in lines[:-1].split("\n"):
        dash, by, written = line.split(" ")
        data = bytes_in(written)
        if dash == "—" and by == name and data[:4] == key_id(name, bytes([kind]) + raw):
            signatures.append(data[4:])
    return text + "\n", signatures


def checkpoint_of(note: str, key: tuple[str, int, bytes]) -> tuple[int, bytes]:
    """Size and root of a checkpoint, after looking at its signature."""
    text, signatures = signatures_of(note, key)
    lines = text.split("\n")
    need(len(lines) > 3 and lines[0] == key[0], f"the checkpoint is of {lines[0]}, and the key is of {key[0]}")
    need(bool(signatures), "the checkpoint is not signed with the key")
    need(all(signed(key[2], text.encode(), each) for each in signatures), "the signature of the checkpoint is wrong")
    size, root = number_in(lines[1]), bytes_in(lines[2])
    need(size > 0 or root == root_of([]), "the checkpoint is of no leaves, and its root is not that of nothing")
    return size, root


# -------------------------------------------------------------------------------------------------- what can be asked


def house(url: str, kept: str = "", key: str = "") -> Iterator[str]:
    """Everything that a house shows: all its leaves, and the root over them."""
    url = url.rstrip("/")
    now = fetch(f"{url}/log/checkpoint").decode()
    public = read_key(key or f"{url}/log/key")
    size, root = checkpoint_of(now, public)
    yield f"checkpoint: {public[0]} has {size} leaves, signed"
    entries: list[bytes] = []
    for number in range((size + TILE - 1) // TILE):
        width = min(TILE, size - number * TILE)
        path, above = f"{number % 1000:03}", number // 1000
        while above:
            path, above = f"x{above % 1000:03}/{path}", above // 1000
        part = "" if width == TILE else f".p/{width}"
        data = fetch(f"{url}/log/tile/entries/{path}{part}")
        while data:
            length = int.from_bytes(data[:2], "big")
            entries.append(data[2 : 2 + length])
            data = data[2 + length :]
        need(len(entries) == number * TILE + width, f"the leaves of {path} are not the {width} that were asked for")
    hashes = [leaf_hash(entry) for entry in entries]
    need(len(hashes) == size and root_of(hashes) == root, "the leaves do not lead to the root that is signed")
    yield f"root: {size} leaves lead to it"
    count = told_once(entries)
    yield f"logs: {count} of them, and none goes back behind what was told of it"
    yield from names_of(entries)
    if kept:
        note = fetch(kept).decode()
        yield from held(note, hashes, key_before(note, entries, public))


def told_once(entries: list[bytes]) -> int:
    """No log is told of in two ways: who writes one anew, and adds leaves of the new one, tells of events again.

    A sealed hash differs each time it is told, because its salt does: that one was told again shows nothing.
    """
    last: dict[str, tuple[int, str]] = {}
    for number, leaf in enumerate(map(json.loads, entries)):
        need(number > 0 or leaf["leaf"] == "epoch", "the open log does not begin with its name")
        need(leaf["leaf"] in ("epoch", "head"), f"leaf {number} is of a kind that nobody knows: {leaf['leaf']}")
        if leaf["leaf"] == "head":
            version, head = last.get(leaf["log"], (0, ""))
            back = f"leaf {number} tells of event {leaf['version']} of {leaf['log']}, after event {version} was told"
            need(leaf["version"] >= version, f"{back}: that log was written anew")
            other = leaf["version"] == version and leaf.get("head", "") != head
            need(not other, f"leaf {number} has another hash for event {version} of {leaf['log']} than one before it")
            last[leaf["log"]] = leaf["version"], leaf.get("head", "")
    return len(last)


def names_of(entries: list[bytes]) -> Iterator[str]:
    """Every name but the first: under a new one a house goes on that cannot show what it had signed before."""
    for number, leaf in enumerate(map(json.loads, entries)):
        if number and leaf["leaf"] == "epoch":
            had = f"; {leaf['lost_size']} leaves had been signed before" if leaf.get("lost_size") else ""
            yield f"name: from leaf {number} on it is {leaf['origin']} ({leaf.get('why', 'begun')}{had}): ask why"


def key_before(note: str, entries: list[bytes], now: tuple[str, int, bytes]) -> tuple[str, int, bytes]:
    """The key of a checkpoint that was kept while the log had another name, which its leaves tell."""
    origin = note.partition("\n")[0]
    epochs = {leaf["origin"]: leaf for leaf in map(json.loads, entries) if leaf["leaf"] == "epoch"}
    if origin == now[0] or origin not in epochs:
        return now
    return origin, 1, bytes.fromhex(epochs[origin]["key"])


def held(note: str, hashes: list[bytes], public: tuple[str, int, bytes]) -> Iterator[str]:
    """An older checkpoint against the leaves there are."""
    size, root = checkpoint_of(note, public)
    need(size <= len(hashes), f"the log had {size} leaves, and now it has {len(hashes)}: {SHORTER}")
    anew = f"the first {size} leaves are not those that were signed: the log was written anew"
    need(root_of(hashes[:size]) == root, anew)
    yield f"kept: the first {size} leaves are those of the checkpoint you kept"


def proof(where: str, key: str, record: str = "") -> Iterator[str]:
    """That the commitment of a shoe is in the log, before anything of the record came after it."""
    told, gap, note = fetch(where).decode().partition("\n\n")
    lines = told.split("\n")
    need(bool(gap) and lines[0] == "c2sp.org/tlog-proof@v1", "this is no proof of a log")
    need(len(lines) > 2 and lines[1].startswith("extra "), "the proof does not bring its leaf along")
    need(lines[2].startswith("index "), "the proof does not say which leaf it is of")
    entry, hashes = bytes_in(lines[1].removeprefix("extra ")), [bytes_in(line) for line in lines[3:]]
    index = number_in(lines[2].removeprefix("index "))
    size, root = checkpoint_of(note, read_key(key))
    need(root_by_proof(index, size, leaf_hash(entry), hashes) == root, "the proof does not lead to the root")
    leaf = json.loads(entry)
    yield f"proof: leaf {index} of {size}, {entry.decode()}"
    if record:
        yield from of_record(fetch(record), leaf)


def of_record(data: bytes, leaf: dict[str, Any]) -> Iterator[str]:
    """A shoe record has the hash of the leaf, and its commitment."""
    lines = data.removesuffix(b"\n").split(b"\n")
    header = json.loads(lines[0])
    need(leaf.get("log") == f"table/{header['table']}", "the leaf is of another table than the record")
    committed = leaf.get("commitment") == header["commitment"] and leaf.get("shoe") == header["shoe"]
    need(committed, f"the leaf has the commitment {leaf.get('commitment')}, and the record {header['commitment']}")
    head, there = bytes.fromhex(header["previous_head"]), ""
    for version, line in enumerate(lines[1:-1], header["first_version"]):
        head = sha256(head + line).digest()
        there = head.hex() if version == leaf["version"] else there
    right = bool(there) and there == leaf.get("head")
    need(right, f"the record has another hash at event {leaf['version']} than the leaf")
    yield f"record: shoe {header['shoe']} of {header['table']} has the commitment and the hash of the leaf"


def grown(old: str, new: str, consistency: str, key: str) -> Iterator[str]:
    public = read_key(key)
    (size, root), (now, now_root) = (checkpoint_of(fetch(each).decode(), public) for each in (old, new))
    told = json.loads(fetch(consistency))
    need((told["old"], told["new"]) == (size, now), "the proof is of other sizes than the checkpoints")
    check_grown(size, root, now, now_root, [bytes_in(each) for each in told["hashes"]])
    yield f"grown: {size} leaves became {now}, and nothing before was touched"


def cosigned(where: str, key: str, witness: str) -> Iterator[str]:
    note, public = fetch(where).decode(), read_key(witness)
    size, _ = checkpoint_of(note, read_key(key))
    text, signatures = signatures_of(note, public)
    need(bool(signatures), "the witness has not signed the checkpoint")
    for each in signatures:
        at = int.from_bytes(each[:8], "big")
        message = f"cosignature/v1\ntime {at}\n{text}".encode()
        need(signed(public[2], message, each[8:]), "the signature of the witness is wrong")
        yield f"cosigned: {public[0]} saw {size} leaves at {at} seconds since 1970"


def rows_of(where: str) -> Iterable[tuple[str, int, bytes, bytes]]:
    """Every stored event: log, number, line, hash."""
    if where.endswith(".jsonl"):
        for row in Path(where).read_text(encoding="utf-8").splitlines():
            stream, version, line, head = json.loads(row)
            yield stream, version, base64.b64decode(line), base64.b64decode(head)
        return
    need(Path(where).is_file(), f"there is no {where}")
    db = sqlite3.connect(f"{Path(where).absolute().as_uri()}?mode=ro", uri=True)
    try:
        yield from db.execute("SELECT stream, version, line, head FROM events ORDER BY stream, version")
    finally:
        db.close()


def data(where: str, kept: str, key: str = "") -> Iterator[str]:
    """Everything in a data file against a checkpoint that was kept elsewhere."""
    heads: dict[tuple[str, int], bytes] = {}
    committed: dict[tuple[str, int], str] = {}
    leaves: list[bytes] = []
    before = ("", 0, bytes(32))
    for stream, version, line, head in rows_of(where):
        before = before if before[0] == stream else (stream, 0, bytes(32))
        need(version == before[1] + 1, f"{stream}: event {before[1] + 1} is missing")
        need(sha256(before[2] + line).digest() == head, f"{stream}: event {version} was changed")
        before = (stream, version, head)
        heads[stream, version] = head
        if stream == "log":
            leaves.append(line)
        elif stream.startswith("table/") and b'"StackCommitted"' in line:
            event = json.loads(line)
            if event["event"] == "StackCommitted" and event["commitment"]:
                committed[stream, version] = event["commitment"]
    entries = [line.partition(b"\n")[0] for line in leaves]
    note = fetch(kept).decode()
    origins = {leaf["origin"]: leaf for leaf in map(json.loads, entries) if leaf["leaf"] == "epoch"}
    origin = note.split("\n", 1)[0]
    need(origin in origins, f"the checkpoint is of {origin}, a name that this log never had")
    public = read_key(key) if key else (origin, 1, bytes.fromhex(origins[origin]["key"]))
    yield from held(note, [leaf_hash(entry) for entry in entries], public)
    told_once(entries)
    first: dict[str, int] = {}
    count = 0
    for line, entry in zip(leaves, entries, strict=True):
        leaf, behind = json.loads(entry), line[len(entry) :]
        salt = bytes.fromhex(behind[1:].decode()) if "sealed" in leaf else b""
        spelt = b"\n" + salt.hex().encode() if salt else b""
        need(behind == spelt, "a leaf of the open log has something behind it that is not its salt")
        if leaf["leaf"] == "head":
            there = heads.get((leaf["log"], leaf["version"]))
            if there is None:
                raise WrongError(f"{leaf['log']}: event {leaf['version']} is in the open log, and gone")
            told = sha256(salt + there).hexdigest() if salt else there.hex()
            right = leaf.get("sealed" if salt else "head")
            need(told == right, f"{leaf['log']}: event {leaf['version']} has another hash than its leaf")
            first.setdefault(leaf["log"], leaf["version"])
            if committed.get((leaf["log"], leaf["version"])) == leaf.get("commitment"):
                committed.pop((leaf["log"], leaf["version"]), None)
            count += 1
    for stream in dict.fromkeys(stream for stream, _ in heads if stream != "log"):
        need(stream in first, f"{stream}: the open log has no leaf of this log, and every log has one")
    for stream, version in committed:
        due = version <= first[stream]
        need(due, f"{stream}: event {version} commits to a shoe, and the open log has no leaf of it")
    yield f"data: {len(heads)} events, and {count} leaves that name their hashes"


COMMANDS: dict[str, tuple[Callable[..., Iterator[str]], int, int]] = {
    "house": (house, 1, 3),
    "proof": (proof, 2, 3),
    "grown": (grown, 4, 4),
    "data": (data, 2, 3),
    "cosigned": (cosigned, 3, 3),
}


def plain(text: str) -> str:
    """Text of whoever made what is checked: a terminal shows it, and does not obey it."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def main(arguments: list[str]) -> int:
    word, *rest = arguments or [""]
    if word not in COMMANDS or not COMMANDS[word][1] <= len(rest) <= COMMANDS[word][2]:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    try:
        for sentence in COMMANDS[word][0](*rest):
            print(plain(sentence))
    except WrongError as wrong:
        print(f"WRONG: {plain(str(wrong))}", file=sys.stderr)
        return 1
    except (OSError, http.client.HTTPException, sqlite3.Error) as error:
        print(f"it cannot be read: {plain(str(error))}", file=sys.stderr)
        return 2
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        print(f"WRONG: it is damaged, {type(error).__name__}: {plain(str(error))}", file=sys.stderr)
        return 1
    print("All is well.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
