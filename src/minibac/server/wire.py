"""What travels: messages of a page, read strictly, and the few encoders that everything said goes through."""

from typing import Annotated, Any, Final

import msgspec

from minibac.rules.refusal import Refusal
from minibac.server.messages import RefusalPart
from minibac.table.view_types import PlainCommand
from minibac.table.wire_words import Hand
from minibac.voice.misread import in_our_words
from minibac.voice.said import Names, Said, introduced, said

LONGEST_ID: Final = 64
LONGEST_MESSAGE: Final = 16_384
"""Characters of one message; the longest command with sense is a tenth of it."""

EDGES: Final = frozenset({"top", "right", "bottom", "left", "top-left", "top-right", "bottom-left", "bottom-right"})
"""Where a card can be peeled from: an edge or a corner."""

ENCODER: Final = msgspec.json.Encoder()


class CommandMessage(msgspec.Struct, frozen=True, tag_field="do", tag="command", forbid_unknown_fields=True):
    """A command for the table."""

    id: Annotated[str, msgspec.Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_ID})]
    """Made by the page; the same command under the same id is done once."""
    command: PlainCommand


class PeelMessage(msgspec.Struct, frozen=True, tag_field="do", tag="peel", forbid_unknown_fields=True):
    """How far a handed card is peeled; the others see it, and nobody keeps it."""

    hand: Hand
    card: Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": 2})]
    """Which card of the hand, from 0."""
    edge: str
    how: Annotated[float, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": 1})]


class Peel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A peel on its way to the pages of another process: where, and how far; what the card is, nobody says."""

    table: str
    hand: str
    card: int
    edge: str
    how: float
    seat: int

    def told(self) -> str:
        """It as pages hear it."""
        return tell("peel", hand=self.hand, card=self.card, edge=self.edge, how=self.how, seat=self.seat)


class PongMessage(msgspec.Struct, frozen=True, tag_field="do", tag="pong", forbid_unknown_fields=True):
    """The answer to a ping."""


Message = CommandMessage | PeelMessage | PongMessage
_MESSAGES: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(Message)


class WrongMessageError(ValueError):
    """A message that cannot be understood; its text is the sentence for the page."""


def no_id(text: str) -> Said | None:
    """Why this is no id of a command, or ``None``."""
    if 1 <= len(text) <= LONGEST_ID and text.isprintable():
        return None
    return said("the id of a command has 1 to {most} printable characters", most=LONGEST_ID)


def read_message(text: str | bytes) -> Message:
    """A message of a page, or :class:`WrongMessageError`.

    >>> read_message('{"do": "pong"}')
    PongMessage()
    >>> read_message('{"do": "dance"}')
    Traceback (most recent call last):
    minibac.server.wire.WrongMessageError: do: there is no 'dance' to choose; it is command, peel or pong
    """
    if len(text) > LONGEST_MESSAGE:
        raise WrongMessageError(f"a message has {LONGEST_MESSAGE} characters at most")
    try:
        message: Message = _MESSAGES.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        sentence = in_our_words(error)
        more = "; it is command, peel or pong" if sentence.startswith("do") else ""
        raise WrongMessageError(f"{sentence}{more}") from None
    if isinstance(message, CommandMessage):
        if wrong := no_id(message.id):
            raise WrongMessageError(str(wrong))
    elif isinstance(message, PeelMessage) and not (
        message.hand in ("player", "banker")
        and 0 <= message.card <= 2
        and message.edge in EDGES
        and 0.0 <= message.how <= 1.0
    ):
        raise WrongMessageError(
            "a peel names a hand, a card from 0 to 2, an edge or a corner, and how far, from 0 to 1"
        )
    return message


def refusal_plain(refusal: Refusal, names: Names = str) -> RefusalPart:
    """A refusal as every route and every answer carries it: the English sentence, and what is said to say it anew.

    Logs know people by their numbers; at the door ``names`` stand beside them.
    """
    words = introduced(refusal.said, names)
    return {
        "code": str(refusal.code),
        "sentence": str(words),
        "said": words,
        "clause": refusal.clause,
        "also": list(refusal.also),
        "allowed": list(refusal.allowed),
    }


def tell(kind: str, /, **facts: Any) -> str:
    """A message of the house, as text."""
    return ENCODER.encode({"tell": kind, **facts}).decode()


def raw(value: object) -> msgspec.Raw:
    """A value that is encoded once and told often."""
    return msgspec.Raw(ENCODER.encode(value))
