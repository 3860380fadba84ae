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
    """The version of the table after it."""
    event: str
    """Its kind."""
    at: Milliseconds
    clauses: list[Clause]
    """What it fulfils."""
    says: str
    """It as a sentence."""
    said: Said


class RefusalPart(TypedDict):
    """Why the house says no."""

    code: str
    """What a program looks at."""
    sentence: str
    """For people: what was wrong, and what is allowed."""
    said: Said
    clause: Clause | None
    """What it would break, or null."""
    also: list[Clause]
    """The further ones it rests on."""
    allowed: list[str]
    """What would be taken, where that can be listed."""


class You(TypedDict):
    """Who this connection is."""

    id: str | None
    """The account; null for a spectator."""
    name: str | None
    """What this person is called."""
    role: str
    """The part one plays here."""
    seat: Seat
    wallet_cents: Cents


class Missed(TypedDict):
    """What happened after the version that a page had seen: the latest events, and how many are left out."""

    events: list[ToldEvent]
    """The latest 200."""
    left_out: int
    """How many more there were: ``GET /api/tables/{table}/events`` has them."""


class WelcomeMessage(TypedDict):
    """The first message of a connection: the whole view, and what was missed."""

    tell: Literal["welcome"]
    table: str
    """The id of the table."""
    version: int
    """The version of the table: ``after`` of the next connection."""
    now: Milliseconds
    build: str
    """The build of the house's pages."""
    you: You
    """Who this connection is."""
    view: View
    yours: Yours | None
    """What only this connection sees; null for a spectator."""
    missed: Missed


class NewsMessage(TypedDict):
    """What has happened, and the parts of the view that changed; `yours` where it did."""

    tell: Literal["news"]
    version: int
    """The version of the table after it."""
    now: Milliseconds
    events: list[ToldEvent]
    set: ChangedParts
    """Each part takes the place of the one in the view."""
    yours: NotRequired[Yours | None]
    """In the place of what was told before; left out where it has not changed."""


class AnswerMessage(TypedDict):
    """The answer to a command: taken, or refused and why."""

    tell: Literal["answer"]
    id: str
    """That of the command."""
    ok: bool
    """Whether it was done."""
    version: int
    """The version of the table: the view shows what the command did once it is there."""
    refusal: NotRequired[RefusalPart]


class PeelTold(TypedDict):
    """How far a card in somebody's hands is peeled."""

    tell: Literal["peel"]
    hand: Hand
    card: int
    """Which card of the hand, from 0."""
    edge: str
    """The edge or corner."""
    how: float
    """How far, from 0 to 1."""
    seat: Seat


class PresenceMessage(TypedDict):
    """How many watch, and which seats are connected."""

    tell: Literal["presence"]
    watching: int
    """Guests without a seat, and spectators."""
    seats: list[Seat]
    """Those that are connected."""


class WalletMessage(TypedDict):
    """What is in the guest's wallet now; told before the answer to the command that changed it."""

    tell: Literal["wallet"]
    cents: Cents


class PingMessage(TypedDict):
    """Every 15 seconds; any message is an answer."""

    tell: Literal["ping"]


class WrongMessage(TypedDict):
    """What was not understood; nothing has changed."""

    tell: Literal["wrong"]
    sentence: str
    """Why."""


class ClosingMessage(TypedDict):
    """The house is shutting down: come back."""

    tell: Literal["closing"]
    sentence: str
    """It as a sentence."""


TELLS = (
    WelcomeMessage, NewsMessage, AnswerMessage, PeelTold, PresenceMessage, WalletMessage, PingMessage, WrongMessage,
    ClosingMessage,
)  # fmt: skip
"""Every message of the house."""
