"""What the house tells a page at a table, message by message; what a page sends is in ``wire``."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from minibac.table.view_types import DealerYours, FloorYours, SeatedYours, StandingYours, View
from minibac.table.wire_words import Cents, Clause, Hand, Milliseconds, Seat
from minibac.voice.said import Said

YOURS = (SeatedYours, StandingYours, DealerYours, FloorYours)
"""What only one connection may see: a guest's, a dealer's, the floor's."""
if TYPE_CHECKING:
    Yours = SeatedYours | StandingYours | DealerYours | FloorYours
else:  # msgspec knows no union of these, and is told where their schema is
    Yours = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Yours"})]
ChangedParts = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/ChangedParts"})]
"""The parts of a view that changed, each whole."""


class ToldEvent(TypedDict):
    """What every event has that is told at a table; its own facts stand beside them, as its schema says."""

    v: int
    event: str
    at: Milliseconds
    clauses: list[Clause]
    says: str
    said: Said


class RefusalPart(TypedDict):
    """Why the house says no."""

    code: str
    sentence: str
    said: Said
    clause: Clause | None
    also: list[Clause]
    allowed: list[str]


class You(TypedDict):
    """Who this connection is."""

    id: str | None
    name: str | None
    role: str
    seat: Seat
    wallet_cents: Cents


class Missed(TypedDict):
    """What happened after the version that a page had seen: the latest events, and how many are left out."""

    events: list[ToldEvent]
    left_out: int


class WelcomeMessage(TypedDict):
    """The first message of a connection: the whole view, and what was missed."""

    tell: Literal["welcome"]
    table: str
    version: int
    now: Milliseconds
    build: str
    you: You
    view: View
    yours: Yours | None
    missed: Missed


class NewsMessage(TypedDict):
    """What has happened, and the parts of the view that changed; `yours` where it did."""

    tell: Literal["news"]
    version: int
    now: Milliseconds
    events: list[ToldEvent]
    set: ChangedParts
    yours: NotRequired[Yours | None]


class AnswerMessage(TypedDict):
    """The answer to a command: taken, or refused and why."""

    tell: Literal["answer"]
    id: str
    ok: bool
    version: int
    refusal: NotRequired[RefusalPart]


class PeelTold(TypedDict):
    """How far a card in somebody's hands is peeled."""

    tell: Literal["peel"]
    hand: Hand
    card: int
    edge: str
    how: float
    seat: Seat


class PresenceMessage(TypedDict):
    """How many watch, and which seats are connected."""

    tell: Literal["presence"]
    watching: int
    seats: list[Seat]


class WalletMessage(TypedDict):
    """What is in the guest's wallet now."""

    tell: Literal["wallet"]
    cents: Cents


class PingMessage(TypedDict):
    """Every 15 seconds; any message is an answer."""

    tell: Literal["ping"]


class WrongMessage(TypedDict):
    """What was not understood; nothing has changed."""

    tell: Literal["wrong"]
    sentence: str


class ClosingMessage(TypedDict):
    """The house is shutting down: come back."""

    tell: Literal["closing"]
    sentence: str


TELLS = (
    WelcomeMessage, NewsMessage, AnswerMessage, PeelTold, PresenceMessage, WalletMessage, PingMessage, WrongMessage,
    ClosingMessage,
)  # fmt: skip
"""Every message of the house."""
