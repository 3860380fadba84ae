"""What a house tells: the news of a stream, and the answer to a command."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from minibac.machine.roles import THE_HOUSE
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import said


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


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """An accepted command as the store keeps it under its id, in the same write as its events."""

    ok: bool
    version: int
    digest: str = ""
    """Of the command, so that another one under the same id is not taken for it."""

    def again(self, digest: str, version: int) -> Answer:
        """The answer to a command that comes under this id: the same once more, or a refusal of another command."""
        if self.digest in ("", digest):
            return Answer(self.ok, self.version, repeated=True)
        return Answer(False, version, refuse(Code.ILLEGAL_VALUE, USED_ID))


USED_ID = said(
    "this id was used for another command, which counts; nothing was done: give a new command an id of its own"
)

_ENCODER = msgspec.json.Encoder()
encode_answer: Callable[[Answer], bytes] = _ENCODER.encode
"""An answer on its way to another process, which reads it with ``decode_answer``."""
decode_answer = msgspec.json.Decoder(Answer).decode
encode_kept: Callable[[Kept], bytes] = _ENCODER.encode
"""An accepted command as the store keeps it; ``decode_kept`` reads it back."""
decode_kept = msgspec.json.Decoder(Kept).decode


def digest_of(command: Any) -> str:
    """What a command says, in a few letters. Who gives it is in its id, and when is the house's to say."""
    said = _ENCODER.encode(msgspec.structs.replace(command, by=THE_HOUSE, at=0))
    return blake2b(said, digest_size=12).hexdigest()
