"""The text of a PDF as somebody copies it: each page's signs in the order they are drawn, by the fonts' own tables.

It reads what Typst writes: flate streams, objects in object streams, and fonts whose table of signs says what each
stands for.
"""

import re
import zlib

STREAM = re.compile(rb"(\d+) 0 obj\s*(<<.*?>>)\s*stream\r?\n", re.DOTALL)
MAPPED = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
HEX = re.compile(rb"<([0-9A-Fa-f]+)>")
DRAWN = re.compile(rb"/(\S+)\s+[-\d.]+\s+Tf|<([0-9A-Fa-f]*)>|\(|\bET\b")
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pdf_text(data: bytes) -> str:
    """All text of a document."""
    objects, streams = _objects(data)
    texts = []
    for body in objects.values():
        if found := re.search(rb"/Contents (\d+) 0 R", body):
            fonts = {name: _signs(streams[table]) for name, table in _fonts(body, objects).items()}
            texts.append((int(found[1]), _page(streams[int(found[1])], fonts)))
    return "\n".join(text for _, text in sorted(texts))


def _objects(data: bytes) -> tuple[dict[int, bytes], dict[int, bytes]]:
    """What each object says, and what the streams among them hold."""
    objects = {int(n): body for n, body in re.findall(rb"(\d+) 0 obj\s*(.*?)\s*endobj", data, re.DOTALL)}
    streams = {}
    for found in STREAM.finditer(data):
        number, head = int(found[1]), found[2]
        body = zlib.decompressobj()
        raw = data[found.end() :]
        streams[number] = body.decompress(raw) if b"FlateDecode" in head else raw[: raw.index(b"endstream")]
        if b"/ObjStm" in head:
            first = int(re.search(rb"/First (\d+)", head)[1])  # type: ignore[index]
            numbers = list(map(int, streams[number][:first].split()))
            ends = [*numbers[3::2], len(streams[number]) - first]
            for inner, start, end in zip(numbers[::2], numbers[1::2], ends, strict=True):
                objects[inner] = streams[number][first + start : first + end]
    return objects, streams


def _fonts(page: bytes, objects: dict[int, bytes]) -> dict[bytes, int]:
    """The names of a page's fonts, and which stream says what their signs stand for."""
    resources = _followed(page, b"Resources", objects)
    tables = {}
    for name, font in re.findall(rb"/(\w+) (\d+) 0 R", _followed(resources, b"Font", objects)):
        if found := re.search(rb"/ToUnicode (\d+) 0 R", objects[int(font)]):
            tables[name] = int(found[1])
    return tables


def _followed(body: bytes, key: bytes, objects: dict[int, bytes]) -> bytes:
    """What stands under a key, there or in another object."""
    if found := re.search(rb"/" + key + rb" (\d+) 0 R", body):
        return objects[int(found[1])]
    return body[body.index(b"/" + key) :] if b"/" + key in body else b""


def _signs(table: bytes) -> dict[int, str]:
    signs: dict[int, str] = {}
    for kind, rows in MAPPED.findall(table):
        codes = [bytes.fromhex(code.decode()) for code in HEX.findall(rows)]
        size = 2 if kind == b"char" else 3
        for at in range(0, len(codes), size):
            first, last, text = codes[at], codes[at + size - 2], codes[at + size - 1].decode("utf-16-be")
            for step in range(int.from_bytes(last) - int.from_bytes(first) + 1):
                signs[int.from_bytes(first) + step] = text[:-1] + chr(ord(text[-1]) + step)
    return signs


def _page(drawn: bytes, signs: dict[bytes, dict[int, str]]) -> str:
    font: dict[int, str] = {}
    text: list[str] = []
    at = 0
    while found := DRAWN.search(drawn, at):
        at = found.end()
        if found[1] is not None:
            font = signs.get(found[1], {})
        elif found[0] == b"ET":
            text.append("\n")
        else:
            codes = bytes.fromhex(found[2].decode()) if found[2] is not None else b""
            if found[2] is None:
                codes, at = _literal(drawn, at)
            pairs = (codes[place : place + 2] for place in range(0, len(codes), 2))
            text += [font.get(int.from_bytes(pair), "") for pair in pairs]
    return "".join(text)


def _literal(drawn: bytes, at: int) -> tuple[bytes, int]:
    """A string in parentheses, which may hold others, and where it ends."""
    plain = bytearray()
    depth = 1
    while True:
        sign = drawn[at : at + 1]
        if sign == b"\\":
            octal = re.compile(rb"[0-7]{1,3}").match(drawn, at + 1)
            plain += bytes([int(octal[0], 8)]) if octal else ESCAPED.get(drawn[at + 1 : at + 2], drawn[at + 1 : at + 2])
            at = octal.end() if octal else at + 2
            continue
        depth += (sign == b"(") - (sign == b")")
        at += 1
        if not depth:
            return bytes(plain), at
        plain += sign
