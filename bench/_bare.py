"""The two bare things a command of the live house stands on, each in a process of its own: see ``live.py``.

    python bench/_bare.py store FILE CORE       durable transactions of the same writes, and nothing else
    python bench/_bare.py broadcast FILE CORE   the same texts to the same number of pages, and nothing else

Both read what a run of the real house left behind and print one line of JSON.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from minibac.records.sqlite import SqliteStore
from minibac.records.store import Write
from tests.served import pin


class Writes(msgspec.Struct):
    """What the store is to keep: first one after another and unmeasured, then each stream beside the others."""

    before: list[Write]
    streams: list[list[tuple[float, Write]]]
    """When each came in the house, in seconds from the beginning, and what it was."""
    paced: bool = True
    """Whether they come as they came there; otherwise each as soon as the last of its stream is kept."""


class Telling(msgspec.Struct):
    """What is to be broadcast: when, at which table, which text; and how many pages each table has."""

    texts: list[tuple[float, int, str]]
    pages: int
    tables: int
    paced: bool = True
    stamped: bool = False
    """Whether each text begins anew with the version and the time at which it is told."""


async def until(moment: float) -> None:
    if (left := moment - time.perf_counter()) > 0:
        await asyncio.sleep(left)


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


async def store(data: bytes) -> None:
    """Keep the writes."""
    writes = msgspec.msgpack.decode(data, type=Writes)
    with tempfile.TemporaryDirectory() as folder:
        kept = await SqliteStore.open(Path(folder) / "bare.sqlite")
        for write in writes.before:
            await kept.append(write)
        commits = kept.figures().commits

        async def keep(stream: list[tuple[float, Write]]) -> None:
            for at, write in stream:
                if writes.paced:
                    await until(begun + at)
                await kept.append(write)

        begun, spent = time.perf_counter(), time.process_time()
        await asyncio.gather(*map(keep, writes.streams))
        spent, took = time.process_time() - spent, time.perf_counter() - begun
        count = sum(map(len, writes.streams))
        say(
            cpu_us=spent / count * 1e6, count=count, per_commit=count / (kept.figures().commits - commits), seconds=took
        )
        await kept.close()


async def broadcast(data: bytes) -> None:
    """Tell the texts."""
    import uvicorn
    from litestar import Litestar, WebSocket, websocket
    from litestar.exceptions import WebSocketDisconnect

    from minibac.house.settings import Settings
    from minibac.server.serving import bind

    telling = msgspec.msgpack.decode(data, type=Telling)
    sockets: list[list[Any]] = [[] for _ in range(telling.tables)]
    all_here = asyncio.Event()

    @websocket("/live/{table:int}")
    async def live(socket: WebSocket[Any, Any, Any], table: int) -> None:
        await socket.accept()
        sockets[table].append(socket)
        if sum(map(len, sockets)) == telling.pages * telling.tables:
            all_here.set()
        try:
            while True:
                await socket.receive_text()
        except WebSocketDisconnect:
            sockets[table].remove(socket)

    settings = Settings(host="127.0.0.1", port=0)
    listening = bind(settings)
    app = Litestar([live], openapi_config=None, logging_config=None)
    config = uvicorn.Config(
        app,
        http="httptools",
        ws="websockets-sansio",
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    say(port=listening.getsockname()[1])
    await all_here.wait()
    await asyncio.sleep(0.3)
    begun, spent = time.perf_counter(), time.process_time()
    for version, (at, table, told) in enumerate(telling.texts, start=1):
        await (until(begun + at) if telling.paced else asyncio.sleep(0))
        text = told
        if telling.stamped:
            text = f'{{"tell":"news","version":{version},"now":{time.time_ns() // 1_000_000},{told}'
        event: Any = {"type": "websocket.send", "text": text}
        for socket in sockets[table]:
            await socket.send(event)
    spent, took = time.process_time() - spent, time.perf_counter() - begun
    say(cpu_us=spent / len(telling.texts) * 1e6, count=len(telling.texts), seconds=took)
    await asyncio.sleep(0.5)
    server.should_exit = True
    await serving


def main() -> None:
    import uvloop

    kind, file, core = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    pin(core)
    work = store if kind == "store" else broadcast
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work(file.read_bytes()))


if __name__ == "__main__":
    main()
