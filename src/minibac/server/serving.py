"""Running the server: the store, the key, the house, the app and uvicorn, from settings to the last goodbye."""

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import uvicorn

from minibac.house.keys import open_key
from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.house.times import wall_clock_ms
from minibac.records.backup import restore
from minibac.records.store import Store, StoreError
from minibac.rules.house import load_house, sample_house
from minibac.rules.house_types import House
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS
from minibac.server import logs
from minibac.server.app import create_app
from minibac.server.collector import collect_in_quiet
from minibac.server.front import front_of
from minibac.server.invitations import Invitations
from minibac.server.people import People
from minibac.server.roster import STAFF
from minibac.server.web_files import WebFiles
from minibac.server.wire import LONGEST_MESSAGE

FIRST_LINKS = tuple(
    role for role in ("admin", "dealer", "floorperson", "pit-boss", "shift-manager", "pit-clerk", "surveillance",
                      "accounting", "cage") if role in tuple(map(str, STAFF))
)  # fmt: skip
"""The roles that get a link on the first run."""


class CannotServeError(Exception):
    """The house cannot open; ``sentences`` say why, ``status`` is the exit status: 2 for a wrong call."""

    def __init__(self, *sentences: str, status: int = 1) -> None:
        super().__init__("; ".join(sentences))
        self.sentences, self.status = sentences, status


def houses_of(settings: Settings) -> tuple[House, ...]:
    """The houses of the settings, or every fault of their files."""
    if not settings.houses:
        return tuple(sample_house(rulebook) for rulebook in RULEBOOKS)
    found, faults = [], []
    for name in settings.houses:
        house = load_house(name)
        if isinstance(house, House):
            found.append(house)
        else:
            faults += [str(refusal) for refusal in house]
    names = [table for house in found for table in house.tables]
    faults += [f"two tables are called {name}" for name in sorted({n for n in names if names.count(n) > 1})]
    if faults:
        raise CannotServeError(*faults, status=2)
    return tuple(found)


def make_folder(settings: Settings) -> Path:
    """The data folder, made where it is missing."""
    folder = Path(settings.data)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotServeError(f"the data folder {folder} cannot be written: {reason.lower()}") from None
    return folder


async def open_store(settings: Settings) -> Store:
    """The store of the settings."""
    try:
        if settings.database:
            try:
                from minibac.records.postgres import PostgresStore
            except ImportError:
                sentence = "a database needs the extra postgres: pip install 'minibac[postgres]'"
                raise CannotServeError(sentence) from None
            return await PostgresStore.open(settings.database)
        from minibac.records.sqlite import SqliteStore

        return await SqliteStore.open(settings.sqlite_path)
    except StoreError as error:
        raise CannotServeError(str(error)) from None


def bind(settings: Settings) -> socket.socket:
    """The socket, taken before anything else is done: a port in use is the commonest fault."""
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise CannotServeError(
            f"the address {settings.host} is not known: {error.strerror or error}", status=2
        ) from None
    made = socket.socket(family[0], socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(family[4])
        made.listen(2048)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRINUSE:
            sentence = f"port {settings.port} is in use on {settings.host}: choose another with --port"
        else:
            reason = (error.strerror or str(error)).lower()
            sentence = f"{settings.host} port {settings.port} cannot be used: {reason}"
        raise CannotServeError(sentence) from None
    made.setblocking(False)
    return made


async def first_links(people: People, *, again: bool = False) -> dict[str, str]:
    """A link for each role: on the first run, by one process of the house, or when somebody asks for new ones."""
    async with people.door.held():
        known = [account for account in await people.accounts.all() if account.staff]
        if not again and (known or await people.invitations.open_roles()):
            return {}
        return {role: await people.invitations.make(role, "house") for role in FIRST_LINKS}


async def make_links(settings: Settings) -> dict[str, str]:
    """New links without a running server, on the same store."""
    make_folder(settings)
    store = await open_store(settings)
    try:
        invitations = Invitations(store, wall_clock_ms)
        return {role: await invitations.make(role, "house") for role in FIRST_LINKS}
    finally:
        await store.close()


async def restore_from(settings: Settings, source: str) -> None:
    """Make the house of a backup again, in a store that holds nothing yet."""
    make_folder(settings)
    store = await open_store(settings)
    try:
        await restore(source, store)
    except (StoreError, OSError) as error:
        raise CannotServeError(str(error)) from None
    finally:
        await store.close()


async def serve(settings: Settings, say: Callable[[str], None], *, workers_owner: str = "") -> None:
    """Open the house and serve it until somebody says stop."""
    listening = bind(settings)
    try:
        houses = houses_of(settings)
        folder = make_folder(settings)
        key = open_key(settings.key_path)
        if isinstance(key, Refusal):
            raise CannotServeError(str(key))
        logs.configure(folder / "logs", log_format=settings.log_format)
        store = await open_store(settings)
    except BaseException:
        listening.close()
        raise
    try:
        house = await OpenHouse.open(store, houses, settings=settings, key=key, owner=workers_owner)
    except StoreError as error:
        listening.close()
        await store.close()
        raise CannotServeError(str(error)) from None
    app = create_app(house, settings, web=WebFiles(reread=_checkout()), close_house=True)
    front = front_of(app)
    collecting = collect_in_quiet(lambda: front.heard_at)
    port = listening.getsockname()[1]
    server = Server(uvicorn_config(app, settings), front.goodbye)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    ready = asyncio.create_task(server.open.wait())
    try:
        await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED)
        if server.started:
            await _ready(say, settings, port, house, front.people)
        await task
    finally:
        collecting.cancel()
        logs.close()
        with contextlib.suppress(OSError):
            listening.close()


def _checkout() -> bool:
    from minibac.house.self_check import is_checkout

    return is_checkout()


async def _ready(say: Callable[[str], None], settings: Settings, port: int, house: OpenHouse, people: People) -> None:
    shown = "localhost" if settings.host in ("127.0.0.1", "::1", "0.0.0.0", "::") else settings.host
    base = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    for sentence in house.interrupted:
        say(sentence)
    links = await first_links(people)
    say(f"minibac is open at {base}/ with {len(house.tables)} tables (play chips only)")
    if links:
        say("One link for each role; each counts once and for a week:")
        width = max(map(len, links))
        for role, token in links.items():
            say(f"  {role:<{width}}  {base}/join/{token}")
    else:
        say("New links for the staff: minibac serve --links while the house is closed, or the administrator's page.")


def uvicorn_config(app: object, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the app: no access log, no compression of small messages, the proxy believed only if named."""
    proxies: Sequence[str] = settings.trusted_proxies
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=2 * LONGEST_MESSAGE,
        ws_max_queue=8,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies) or None,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=30,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """uvicorn's server, which says when it is open, and ends on SIGINT and SIGTERM without raising them again."""

    def __init__(self, config: uvicorn.Config, goodbye: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self.open = asyncio.Event()
        self._goodbye = goodbye

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to every page before its connection is cut."""
        await self._goodbye()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.open.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM)
        try:
            for number in signals:
                loop.add_signal_handler(number, self._stop)
            added = True
        except (NotImplementedError, RuntimeError, ValueError):
            added = False
        try:
            yield
        finally:
            if added:
                for number in signals:
                    loop.remove_signal_handler(number)

    def _stop(self) -> None:
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True
