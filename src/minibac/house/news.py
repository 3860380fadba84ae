"""What a house tells: the news of a stream, and the answer to a command."""

from typing import NamedTuple

import msgspec

from minibac.rules.refusal import Refusal


class News(NamedTuple):
    """What has happened in one stream, told after it is on disk, in the order of its log."""

    stream: str
    version: int
    """The version after these events."""
    events: tuple[msgspec.Struct, ...]
    """Events of a table, of a pit or of the house."""
    state: object
    """The state after them: of the table, the pit or the house."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the sender of a command is told. An accepted command that is sent again gets the same answer again."""

    ok: bool
    version: int
    refusal: Refusal | None = None
    repeated: bool = False
    """The command was accepted before; nothing changed this time."""
    unknown: bool = False
    """Nobody could say in time whether the command counts. Sent again under the same id, it counts once at most."""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Answer)


def encode_answer(answer: Answer) -> bytes:
    """An answer as the store keeps it, in the same write as its events."""
    return _ENCODER.encode(answer)


def decode_answer(kept: bytes) -> Answer:
    """An answer as it was kept."""
    return _DECODER.decode(kept)
