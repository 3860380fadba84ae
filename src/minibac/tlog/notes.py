"""Signed notes, checkpoints, cosignatures and proofs, byte for byte as C2SP has them.

- c2sp.org/signed-note: a text, an empty line, and signature lines ``— NAME base64(key id ‖ signature)``;
- c2sp.org/tlog-checkpoint: a note whose text is the name of a log, the size of its tree and its root;
- c2sp.org/tlog-cosignature: what a witness signs: the checkpoint, with the time at which it was the newest it knew;
- c2sp.org/tlog-proof: an entry's number, its proof, and the checkpoint that both belong to.

Signatures are Ed25519. Whatever cannot be read raises :class:`NoteError` with a sentence.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from minibac.tlog.merkle import EMPTY
from minibac.voice.said import Said, said

DASH = "—"
LOG, WITNESS = 1, 4
"""Which kind of signature a key is for: a log's own, or a witness's with its time."""
MOST_SIGNATURES = 100
LONGEST = 65_536
PROOF = "c2sp.org/tlog-proof@v1"
MOST_LEAVES = (1 << 63) - 1
MOST_HASHES = 63
"""A proof in a tree of any size that there can be has no more."""

A_SIGNATURE = re.compile(rf"{DASH} (\S+) (\S+)")
A_NUMBER = re.compile("0|[1-9][0-9]{0,18}")
A_NAME = re.compile(r"[^\s+]+")
ROOT_BYTES, ID_BYTES, KEY_BYTES, TIME_BYTES, SIGNATURE_BYTES = 32, 4, 32, 8, 64


class NoteError(ValueError):
    """What is wrong with a note, a key or a proof."""

    def __init__(self, what: Said) -> None:
        super().__init__(str(what))
        self.said = what


class NoteSignature(NamedTuple):
    """A signature line."""

    name: str
    key_id: bytes
    bytes: bytes

    def __str__(self) -> str:
        return f"{DASH} {self.name} {written(self.key_id + self.bytes)}\n"


class SignedNote(NamedTuple):
    """A text and those who have signed it, or say so."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"


class LogCheckpoint(NamedTuple):
    """What the text of a checkpoint says."""

    origin: str
    """The name of the log."""
    size: int
    """How many leaves it has."""
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{written(self.root)}\n"


class VerifierKey(NamedTuple):
    """A public key, with the name under which it signs and what it signs."""

    name: str
    kind: int
    key: bytes

    @property
    def key_id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.key).digest()[:ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{written(bytes([self.kind]) + self.key)}"

    def signed(self, note: SignedNote) -> bool:
        """Whether a log's key has signed a note. One signature in its name that does not hold spoils the note."""
        mine = self.of(note)
        return bool(mine) and all(self._holds(each.bytes, note.text.encode()) for each in mine)

    def cosigned(self, note: SignedNote) -> int | None:
        """When a witness has signed a checkpoint, in seconds since 1970, or ``None``."""
        times = []
        for each in self.of(note):
            at = int.from_bytes(each.bytes[:TIME_BYTES], "big")
            whole = len(each.bytes) == TIME_BYTES + SIGNATURE_BYTES
            if not whole or not self._holds(each.bytes[TIME_BYTES:], cosigned_message(note.text, at)):
                return None
            times.append(at)
        return max(times, default=None)

    def of(self, note: SignedNote) -> list[NoteSignature]:
        """The signatures that say they are by this key."""
        return [each for each in note.signatures if (each.name, each.key_id) == (self.name, self.key_id)]

    def _holds(self, signature: bytes, message: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer(NamedTuple):
    """A private key, with the name under which it signs."""

    name: str
    private: Ed25519PrivateKey

    def public(self, kind: int) -> VerifierKey:
        raw = self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return VerifierKey(self.name, kind, raw)

    def sign(self, text: str) -> NoteSignature:
        """Sign a note as a log does; the same text gets the same signature."""
        return NoteSignature(self.name, self.public(LOG).key_id, self.private.sign(text.encode()))

    def cosign(self, text: str, at: int) -> NoteSignature:
        """Sign a checkpoint as a witness does, at a time in seconds since 1970."""
        signature = self.private.sign(cosigned_message(text, at))
        return NoteSignature(self.name, self.public(WITNESS).key_id, at.to_bytes(TIME_BYTES, "big") + signature)


def cosigned_message(text: str, at: int) -> bytes:
    """What a witness signs."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def check_key_name(name: str) -> str:
    """A name under which a key can sign."""
    if not A_NAME.fullmatch(name) or not name.isprintable():
        raise NoteError(said("a key's name has no spaces and no plus: {name}", name=repr(name)))
    return name


def read_key(text: str) -> VerifierKey:
    """A key as ``NAME+ID+KEY``."""
    name, _, rest = text.strip().partition("+")
    told_id, _, written = rest.partition("+")
    material = _bytes(written)
    if material is None or len(material) != KEY_BYTES + 1 or material[0] not in (LOG, WITNESS):
        raise NoteError(said("this is no key of a log or a witness: NAME+ID+KEY is expected, for Ed25519"))
    key = VerifierKey(check_key_name(name), material[0], material[1:])
    if key.key_id.hex() != told_id:
        raise NoteError(said("the id in the key of {name} is not that of the key: it was copied wrongly", name=name))
    return key


def read_note(text: str) -> SignedNote:
    """A note, with everything that its form asks for; no signature is looked at yet."""
    body, gap, tail = text.rpartition("\n\n")
    if not gap or not tail.endswith("\n") or len(text) > LONGEST:
        raise NoteError(said("this is no signed note: a text, an empty line and signatures are expected"))
    if any(sign < " " and sign != "\n" for sign in text):
        raise NoteError(said("this is no signed note: it has a control character"))
    lines = tail[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise NoteError(said("this note has more than {most} signatures", most=MOST_SIGNATURES))
    return SignedNote(f"{body}\n", tuple(map(read_signature, lines)))


def read_signature(line: str) -> NoteSignature:
    """One signature line, without its line break."""
    match = A_SIGNATURE.fullmatch(line)
    signature = _bytes(match[2]) if match else None
    if match is None or signature is None or len(signature) <= ID_BYTES:
        raise NoteError(said("this is no signature of a note: {line}", line=repr(line[:80])))
    return NoteSignature(check_key_name(match[1]), signature[:ID_BYTES], signature[ID_BYTES:])


def read_checkpoint(text: str) -> tuple[LogCheckpoint, SignedNote]:
    """A checkpoint and the note that it is; lines behind its third are left as they are, for whoever signed them."""
    note = read_note(text)
    lines = note.text.split("\n")[:-1]
    root = _bytes(lines[2]) if len(lines) > 2 else None
    if root is None or len(root) != ROOT_BYTES or not all(lines) or not A_NUMBER.fullmatch(lines[1]):
        raise NoteError(said("this is no checkpoint: the name of a log, a size and a root are expected"))
    checkpoint = LogCheckpoint(lines[0], int(lines[1]), root)
    if checkpoint.size > MOST_LEAVES or (checkpoint.size == 0 and root != EMPTY):
        raise NoteError(said("this is no checkpoint: no log of {size} leaves has that root", size=lines[1]))
    return checkpoint, note


def with_signatures(text: str, further: Iterable[NoteSignature]) -> str:
    """A note with more signatures, each of them once."""
    note = read_note(text)
    return str(SignedNote(note.text, tuple(dict.fromkeys((*note.signatures, *further)))))


class LogProof(NamedTuple):
    """That a leaf is in a log, for whoever has the leaf."""

    leaf: int
    hashes: tuple[bytes, ...]
    checkpoint: str
    extra: bytes = b""
    """Anything beside; nothing vouches for it."""

    def __str__(self) -> str:
        extra = f"extra {written(self.extra)}\n" if self.extra else ""
        return f"{PROOF}\n{extra}index {self.leaf}\n{hash_lines(self.hashes)}\n{self.checkpoint}"


def hash_lines(hashes: Sequence[bytes]) -> str:
    """The hashes of a proof, one to a line."""
    return "".join(f"{written(each)}\n" for each in hashes)


def read_hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    """The hashes of a proof."""
    hashes = tuple(_bytes(line) for line in lines)
    if len(hashes) > MOST_HASHES or any(each is None or len(each) != ROOT_BYTES for each in hashes):
        raise NoteError(said("this is no proof: a hash of 32 bytes to a line is expected"))
    return tuple(each for each in hashes if each is not None)


def written(data: bytes) -> str:
    """Bytes as notes have them: base64."""
    return b64encode(data).decode()


def _bytes(text: str) -> bytes | None:
    """What base64 stands for, or ``None`` for what no encoder writes: each value has one spelling."""
    try:
        data = b64decode(text.encode("ascii"), validate=True)
    except (Error, ValueError):
        return None
    return data if written(data) == text else None
