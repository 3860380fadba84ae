"""The open log of the house, for everybody: checkpoints, tiles and leaves as c2sp.org/tlog-tiles has them, and proofs.

Under ``/log/`` lies what programs of others read, under ``/api/log`` the same for pages and scripts.
"""

import re
from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from minibac.house.open_log import OpenLog
from minibac.house.open_tree import TILE
from minibac.server.answers import Asked, no, says
from minibac.server.front import front_of
from minibac.server.http_types import Cosigned, EpochTold, LeafProof, LogConsistency, LogTold, WitnessTold
from minibac.tlog.notes import VerifierKey, read_checkpoint, read_key, written
from minibac.voice.said import said

FOR_EVER = "public, max-age=31536000, immutable"
A_TILE = re.compile(r"/?(entries|[0-9]|[1-5][0-9]|6[0-3])/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")
LARGEST = 2**53
Size = Annotated[int, QueryParameter(ge=0, le=LARGEST)]


def _log(request: Asked) -> OpenLog:
    return front_of(request.app).house.open_log


def _witnesses(request: Asked) -> tuple[str, ...]:
    """The keys of those whose signatures this house shows."""
    return front_of(request.app).settings.log_witnesses


def _text(text: str) -> Response[str]:
    return Response(text, media_type=MediaType.TEXT, headers={"Cache-Control": "no-store"})


@get("/log/checkpoint", media_type=MediaType.TEXT, responses=says(503))
async def checkpoint(request: Asked) -> Response[str]:
    """The open log as it stands, signed."""
    return _text(await _log(request).checkpoint())


@get("/log/cosigned", media_type=MediaType.TEXT, responses=says(404, 503))
async def cosigned(request: Asked) -> Response[str]:
    """The newest checkpoint that a witness has signed too."""
    text = await _log(request).cosigned(_witnesses(request))
    if text is None:
        raise no(404, said("no witness has signed a checkpoint of this log yet"))
    return _text(text)


@get("/log/key", media_type=MediaType.TEXT, responses=says())
async def key(request: Asked) -> Response[str]:
    """The public key of the log, as c2sp.org/signed-note writes one."""
    return _text(f"{_log(request).key}\n")


@get("/log/proof/{table_id:str}/{shoe:int}", media_type=MediaType.TEXT, responses=says(404, 503))
async def proof(request: Asked, table_id: FromPath[str], shoe: FromPath[int]) -> Response[str]:
    """That the commitment of a shoe is in the log, to be kept (c2sp.org/tlog-proof); its leaf is the extra data."""
    log = _log(request)
    number = await log.find(table_id, shoe)
    if number is None:
        raise no(404, said("the open log has no commitment of that shoe"))
    return _text(str((await log.proof(number))._replace(extra=await log.entry(number))))


@get("/log/tile/{rest:path}", responses=says(404, 503), include_in_schema=False)
async def tile(request: Asked, rest: FromPath[str]) -> Response[bytes]:
    """A tile of hashes, or of leaves, each behind its length (c2sp.org/tlog-tiles)."""
    asked = A_TILE.fullmatch(rest)
    log = _log(request)
    await log.tree.grow()
    if asked is None:
        raise no(404)
    level = 0 if asked[1] == "entries" else int(asked[1])
    number = int(asked[2].replace("x", "").replace("/", ""))
    width = int(asked[3] or TILE)
    first = number * TILE
    if not width <= TILE or (asked[3] and width == TILE) or first + width > log.tree.size // TILE**level:
        raise no(404, said("the open log has no such tile yet"))
    if asked[1] == "entries":
        data = b"".join(len(each).to_bytes(2, "big") + each for each in await log.entries(first, first + width))
    else:
        data = b"".join(await log.tree.hashes(level, first, first + width))
    return Response(data, media_type="application/octet-stream", headers={"Cache-Control": FOR_EVER})


@get("/api/log", responses=says(503))
async def about(request: Asked) -> LogTold:
    """The open log: its name, its key, its checkpoint, who witnesses it, and under which names it went."""
    log = _log(request)
    text = await log.checkpoint()
    now, _ = read_checkpoint(text)
    signed = await log.cosignatures(_witnesses(request))
    known = [read_key(each) for each in _witnesses(request)]
    return {
        "origin": now.origin,
        "key": str(log.key),
        "size": now.size,
        "root": written(now.root),
        "checkpoint": text,
        "cosigned": await log.cosigned(_witnesses(request)) or "",
        "witnesses": [_witness(each, signed.get(each)) for each in known],
        "epochs": [_epoch(number, log) for number in sorted(log.tree.epochs)],
    }


def _witness(known: VerifierKey, signed: str | None) -> WitnessTold:
    told: WitnessTold = {"name": known.name, "key": str(known), "size": 0, "at": 0}
    if signed is not None:
        checkpoint, note = read_checkpoint(signed)
        told |= {"size": checkpoint.size, "at": known.cosigned(note) or 0}
    return told


def _epoch(number: int, log: OpenLog) -> EpochTold:
    epoch = log.tree.epochs[number]
    return {
        "leaf": number,
        "origin": epoch.origin,
        "at": epoch.at,
        "why": epoch.why,
        "lost_size": epoch.lost_size,
        "lost_root": epoch.lost_root,
    }


@get("/api/log/inclusion", responses=says(404, 503))
async def inclusion(
    request: Asked,
    table: Annotated[str, QueryParameter(max_length=100)] = "",
    shoe: Size = 0,
    leaf: Annotated[int | None, QueryParameter(ge=0, le=LARGEST)] = None,
) -> LeafProof:
    """That the commitment of a shoe, or the leaf of a number, is in the log as it stands."""
    log = _log(request)
    number = await log.find(table, shoe) if leaf is None else leaf
    await log.tree.grow()
    if number is None or number >= log.tree.size:
        none = said("the open log has no commitment of that shoe")
        raise no(404, none if leaf is None else said("the open log has no such leaf"))
    proved = await log.proof(number)
    return {
        "leaf": number,
        "entry": (await log.entry(number)).decode(),
        "hashes": [written(each) for each in proved.hashes],
        "checkpoint": proved.checkpoint,
    }


@get("/api/log/consistency", responses=says(404, 503))
async def consistency(request: Asked, old: Size, new: Size) -> LogConsistency:
    """That the log at one size is the beginning of what it is at another, and its root at both."""
    log = _log(request)
    await log.tree.grow()
    if not old <= new <= log.tree.size:
        sizes = said("the open log has {size} leaves: ask about two sizes up to that, the smaller one first")
        raise no(404, sizes.about(size=str(log.tree.size)))
    return {
        "old": old,
        "new": new,
        "old_root": written(await log.tree.root((0, old))),
        "new_root": written(await log.tree.root((0, new))),
        "hashes": [written(each) for each in await log.consistency(old, new)],
    }


class NewCosignature(Struct, forbid_unknown_fields=True):
    """A checkpoint of this log with a witness's signature."""

    checkpoint: str


@post("/api/log/cosignatures", status_code=200, responses=says(409, 503))
async def cosign(request: Asked, data: JSONBody[NewCosignature]) -> Cosigned:
    """A witness that the house knows brings its signature; the house shows it from then on."""
    front = front_of(request.app)
    house, witnesses = front.house, front.settings.log_witnesses
    taken = await house.open_log.take_cosignature(data.checkpoint, witnesses, house.now())
    if not isinstance(taken, int):
        raise no(409, taken)
    return {"size": taken}


ROUTES = (checkpoint, cosigned, key, proof, tile, about, inclusion, consistency, cosign)
