"""Transcript and certificate of a trainee: what they say, signed with the key of the school.

A paper is a pure reading of the log: the same record, name and key give the same paper, whenever it is asked for. It
carries everything it rests on, so that anybody can check it without the school: the signature, and, by the marks that
stand in it, whether each competency was passed. Its code is short enough to be read out, and is made of the signature:
who has no key can make none, and it tells nobody the name that was signed.
"""

import base64
import hashlib
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import RULEBOOKS, unknown_rulebook
from minibac.school.marks import Marks
from minibac.school.passing import Progress, progress
from minibac.school.record_state import NotedAttempt, SchoolState, SignedOff, TraineeRecord
from minibac.voice.said import Said, many, said

FORMAT = "minibac-paper/1"
Kind = Literal["transcript", "certificate"]
KINDS: tuple[Kind, ...] = ("transcript", "certificate")
OF_THIS_SCHOOL = "Of this school; no licence and no regulator's certification."
LETTERS = 20
"""So many letters and digits a code has: 100 bits of the signature's hash."""
LARGEST = 16 << 20
"""No paper is larger; a stream of a PDF is read so far and no further."""
A_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)


class SchoolPaper(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is signed."""

    format: str = FORMAT
    kind: Kind
    school: str
    trainee: str
    name: str
    """As the people have it now; empty where it was removed."""
    rulebook: str
    at: int
    """When something was last noted of the trainee."""
    time_zone: str
    minutes: int
    """Teaching, beside what was measured."""
    attempts: tuple[NotedAttempt, ...]
    marks: Marks
    signed: Mapping[str, SignedOff]
    signers: Mapping[str, str]
    """What whoever signed is called."""
    says: str = OF_THIS_SCHOOL

    @property
    def record(self) -> TraineeRecord:
        """The record that the paper tells, as far as it goes."""
        return TraineeRecord(attempts=self.attempts, minutes=self.minutes, signed={self.rulebook: self.signed})

    @property
    def rows(self) -> tuple[Progress, ...]:
        """How far the trainee has got, by what stands in the paper."""
        return progress(self.record, self.marks, self.rulebook)


class SealedPaper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paper word for word, the public key of the school and its signature."""

    paper: str
    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    signature: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$")]

    @property
    def code(self) -> str:
        """What is printed to be read out: made of the signature."""
        drawn = base64.b32encode(hashlib.sha256(bytes.fromhex(self.signature)).digest()).decode()[:LETTERS]
        return "-".join(drawn[at : at + 5] for at in range(0, LETTERS, 5))


def made_paper(
    state: SchoolState, trainee: str, rulebook: str, kind: Kind, name_of: Callable[[str], str]
) -> SchoolPaper | Refusal:
    """The paper of a trainee under a rulebook; a certificate is of a trainee who was signed off in everything."""
    record = state.trainees.get(trainee)
    if record is None:
        return refuse(Code.NOT_FOUND, said("there is no trainee '{trainee}' in this school", trainee=trainee))
    if rulebook not in RULEBOOKS:
        return refuse(Code.NOT_FOUND, unknown_rulebook(rulebook), allowed=tuple(RULEBOOKS))
    signed = record.signed.get(rulebook, {})
    missing = tuple(row.competency for row in progress(record, state.marks, rulebook) if row.signed is None)
    if kind == "certificate" and missing:
        lacks = said("a certificate is of somebody who was signed off in everything: {missing} is missing")
        return refuse(Code.STEP_MISSING, lacks.about(missing=many(missing, "and")), allowed=missing)
    signers = {row.by: called for row in signed.values() if (called := name_of(row.by)) != row.by}
    name = name_of(trainee)
    return SchoolPaper(
        kind=kind,
        school=state.name,
        trainee=trainee,
        name="" if record.removed or name == trainee else name,
        rulebook=rulebook,
        at=record.last_at,
        time_zone=state.time_zone,
        minutes=record.minutes,
        attempts=tuple(attempt for attempt in record.attempts if attempt.tried.rulebook == rulebook),
        marks=state.marks,
        signed=signed,
        signers=signers,
    )


# ------------------------------------------------------------------------------------------------------- the signature


def _private(vault_key: bytes) -> Ed25519PrivateKey:
    """The key of the school, drawn from the key of the vault: there is one secret file to keep."""
    drawn = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"minibac school papers 1").derive(vault_key)
    return Ed25519PrivateKey.from_private_bytes(drawn)


def school_key(vault_key: bytes) -> str:
    """The public key of a school, which it publishes."""
    return _private(vault_key).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def seal(paper: SchoolPaper, vault_key: bytes) -> SealedPaper:
    """Sign a paper; the same paper gets the same signature."""
    text = msgspec.json.encode(paper).decode()
    return SealedPaper(text, school_key(vault_key), _private(vault_key).sign(text.encode()).hex())


def sealed_in(data: bytes) -> SealedPaper | None:
    """The sealed paper in a file: its JSON, or the PDF that carries it; ``None`` where there is none."""
    for part in (data, *_attached(data)):
        try:
            return msgspec.json.decode(part, type=SealedPaper)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    return None


def _attached(data: bytes) -> Iterator[bytes]:
    """What a PDF holds in its streams, as far as each is plain or deflated."""
    if not data.startswith(b"%PDF"):
        return
    for stream in A_STREAM.finditer(data):
        try:
            yield zlib.decompressobj().decompress(stream[1], LARGEST)
        except zlib.error:
            yield stream[1]


class CheckedPaper(NamedTuple):
    """What came of looking at a sealed paper."""

    paper: SchoolPaper | None
    faults: tuple[Said, ...]


def check_paper(sealed: SealedPaper, key: str | None = None, code: str | None = None) -> CheckedPaper:
    """Everything that is wrong with a paper: by itself, by the school's published key, by the code somebody read."""
    faults: list[Said] = []
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(sealed.key))
        public.verify(bytes.fromhex(sealed.signature), sealed.paper.encode())
    except (InvalidSignature, ValueError):
        faults.append(said("the signature is not of what the paper says: it was altered, or signed by nobody"))
    if key is not None and sealed.key != key.strip().lower():
        other = said("it is signed with the key {key}, and the school's is {right}", key=sealed.key)
        faults.append(other.about(right=key.strip().lower()))
    if code is not None and not faults and _plain(code) != _plain(sealed.code):
        faults.append(said("its code is {code}, and not {other}", code=sealed.code, other=code.strip()))
    no_paper = CheckedPaper(
        None, (*faults, said("what was signed is no paper of this format: {format}", format=FORMAT))
    )
    try:
        paper = msgspec.json.decode(sealed.paper, type=SchoolPaper)
        rows = paper.rows
    except (msgspec.DecodeError, LookupError):
        return no_paper
    if paper.rulebook not in RULEBOOKS:
        return no_paper
    for row in rows:
        if row.signed is not None and not row.passed:
            lacks = said("{competency} is signed off, and by the marks in the paper it is not passed")
            faults.append(lacks.about(competency=row.competency))
        if paper.kind == "certificate" and row.signed is None:
            faults.append(said("it is a certificate, and {competency} is not signed off", competency=row.competency))
    return CheckedPaper(paper, tuple(faults))


def _plain(code: str) -> str:
    return re.sub(r"[^A-Z2-7]", "", code.upper())
