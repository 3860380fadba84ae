"""The lobby: the house, its tables, and a training table of one's own."""

from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from minibac import __version__
from minibac.house.limits import one_address
from minibac.house.training_tables import Pace
from minibac.rules.options import typed
from minibac.rules.rulebook import UnknownRulebookError, load
from minibac.server.answers import Asked, Asking, address_of, must, no, refused, says, together
from minibac.server.front import Front, front_of
from minibac.server.http_types import HouseTold, TableMade
from minibac.server.view import PLAY_CHIPS, lobby_row
from minibac.table.timing import NO_CLOCKS
from minibac.voice.said import said

MOST_GUESTS = 15


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A training table of one's own."""

    rulebook: FromPath[str]
    """``section-42``, ``massachusetts``, ``seminole`` or ``seneca``."""
    options: dict[str, str | int | bool] = {}
    """Options of the rulebook by name; ``GET /api/rules/{rulebook}`` lists them."""
    name: str = ""
    """What it is to be called."""
    dealer: Literal["automatic", "me"] = "automatic"
    """Whether the house deals, or whoever opens it."""
    odds: bool = True
    """Whether exact odds may be asked for."""
    clock: bool = True
    """Whether guests have a time for their answers; without, the table waits."""
    depth: int | None = None
    """Cards behind the cutting card: the more, the shorter the shoe."""
    guests: Annotated[int, msgspec.Meta(ge=0, le=MOST_GUESTS)] = 0
    """Seats that automatic guests fill: as many as there is room for."""
    help: bool = True
    """Whether the dealer's page shows the next step, counts, sums and payments."""
    pace: Pace = "usual"
    """How fast automatic people deal and play; where it is slow, guests have more time too."""
    guests_share: bool = False
    """Whether guests have a share in the shuffle: their pages give it by themselves."""


def house_plain(front: Front, person: str = "") -> HouseTold:
    tables = [lobby_row(table, front.watching(table.id), person) for table in front.house.tables.values()]
    pits = list(dict.fromkeys(table.pit for table in front.house.tables.values()))
    return {
        "name": front.house.own.state.name,
        "version": __version__,
        "build": front.web.build,
        "now": front.house.now(),
        "play_chips": PLAY_CHIPS,
        "paused": front.house.paused,
        "tables": tables,
        "pits": [{"id": pit, "tables": [t["id"] for t in tables if t["pit"] == pit]} for pit in pits],
    }


@get("/api/house", responses=says())
async def house(request: Asked, asking: Asking) -> HouseTold:
    """The house and its tables, and where the person who asks sits."""
    return house_plain(front_of(request.app), asking.account.id if asking else "")


@post("/api/tables", status_code=201, responses=says(401, 409, 423))
async def new_table(request: Asked, data: JSONBody[NewTable], asking: Asking) -> TableMade:
    """Open a training table of one's own; whoever says ``"dealer": "me"`` may deal it."""
    front, found = front_of(request.app), must(asking)
    try:
        load(data.rulebook[:40])
    except UnknownRulebookError as unknown:
        raise no(400, unknown.args[0]) from None
    if len(data.name) > 60 or not data.name.isprintable() or len(data.options) > 60:
        raise no(400, said("a name has 60 printable characters at most"))
    options = {name: typed(value) for name, value in data.options.items()}
    table = await front.house.add_training_table(
        data.rulebook,
        options,
        name=data.name.strip(),
        by=found.account.id,
        timing=None if data.clock else NO_CLOCKS,
        depth=data.depth,
        odds=data.odds,
        guests=data.guests,
        help=data.help,
        pace=data.pace,
        deals=data.dealer == "me",
        guests_share=data.guests_share,
        address="" if found.account.staff else one_address(address_of(request)),
    )
    if isinstance(table, tuple):
        raise refused(table[0]._replace(said=together(table)))
    return {"table": table.id, "path": f"/{'dealer' if data.dealer == 'me' else 'table'}/{table.id}"}


ROUTES = (house, new_table)
