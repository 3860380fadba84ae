"""Running the server: the store, the key, the house, the app and uvicorn, from settings to the last goodbye."""

import asyncio
import contextlib
import errno
import socket
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from msgspec.structs import replace

from minibac.house import logs
from minibac.house.full_check import Report, full_check
from minibac.house.keys import MARK, key_of, mark_of, no_plain_file
from minibac.house.open_house import OpenHouse
from minibac.house.open_log import draft_of
from minibac.house.recovery import stays_closed
from minibac.house.self_check import is_checkout
from minibac.house.settings import Settings
from minibac.house.times import wall_clock_ms
from minibac.houses.house import load_house, sample_house
from minibac.houses.papers import moment_of
from minibac.houses.types import House
from minibac.people.account_check import check_accounts
from minibac.people.invitations import Invitations
from minibac.people.people import People
from minibac.records.backup import check, restore
from minibac.records.sqlite_reader import SqliteReader
from minibac.records.store import Broken, Store, StoreError
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal, as_it_is
from minibac.rules.rulebook import RULEBOOKS
from minibac.server.app import create_app
from minibac.server.book_checks import placed
from minibac.server.callers import HttpCaller, PageCaller
from minibac.server.collector import collect_in_quiet
from minibac.server.front import front_of
from minibac.server.stopping import Stopping
from minibac.server.supervisor import READY, STOPPING, supervised, tell
from minibac.server.web_files import WebFiles
from minibac.server.wire import LONGEST_MESSAGE
from minibac.voice.extras import how_to_install
from minibac.voice.said import Fact, Said, many, said, words_of

FIRST_LINKS = (
    "admin", "dealer", "floorperson", "pit-boss", "shift-manager", "pit-clerk", "surveillance", "accounting", "cage",
)  # fmt: skip
"""The roles that get a link on the first run."""
SQLITE_FILES = ("", "-wal", "-shm", ".lock", ".witness")
"""What a SQLite store leaves in its folder, by the end of the name."""


class CannotServeError(Exception):
    """The house cannot open; ``sentences`` say why, ``status`` is the exit status: 2 for a wrong call."""

    def __init__(self, *sentences: Said | Refusal, status: int = 1) -> None:
        super().__init__("; ".join(map(str, sentences)))
        self.sentences, self.status = sentences, status


def houses_of(settings: Settings) -> tuple[House, ...]:
    """The houses of the settings, or every fault of their files."""
    if not settings.houses:
        return tuple(sample_house(rulebook) for rulebook in RULEBOOKS)
    found: list[House] = []
    faults: list[Said | Refusal] = []
    for name in settings.houses:
        house = load_house(name, moment_of(wall_clock_ms()))
        if isinstance(house, House):
            found.append(house)
        else:
            faults += house
    names = [table for house in found for table in house.tables]
    faults += [said("two tables are called {name}", name=n) for n in sorted({n for n in names if names.count(n) > 1})]
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
        probe.unlink(missing_ok=True)  # another process of the house may begin at the same moment
    except OSError as error:
        why = said("it is no folder") if isinstance(error, FileExistsError) else words_of(error)
        cannot = said("the data folder {folder} cannot be written: {why}", folder=str(folder), why=why)
        raise CannotServeError(cannot) from None
    return folder


def look_at_checkpoint(settings: Settings) -> None:
    """Whether the checkpoint that was signed last can be read, and written where the settings name a place for it;
    beside a key there may be none, and that is told when it is signed."""
    file = settings.checkpoint_path
    why: Fact | None = None
    try:
        if file.exists():
            why = no_plain_file(file.stat().st_mode)
            if why is None:
                file.open("rb").close()
        if why is None and settings.checkpoint_file:
            draft_of(file).touch()
            draft_of(file).unlink()
    except OSError as error:
        why = words_of(error)
    if why is not None:
        cannot = said("the checkpoint of the open log cannot be kept in {path}: {why}", path=str(file), why=why)
        raise CannotServeError(cannot)


def open_logs(folder: Path, settings: Settings) -> None:
    """The log of the house, into its folder."""
    try:
        logs.configure(folder, log_format=settings.log_format)
    except OSError as error:
        why = said("it is no folder") if isinstance(error, FileExistsError) else words_of(error)
        cannot = said("the folder of the log, {folder}, cannot be written: {why}", folder=str(folder), why=why)
        raise CannotServeError(cannot) from None


async def open_store(settings: Settings) -> Store:
    """The store of the settings."""
    try:
        if settings.database:
            try:
                from minibac.records.postgres import PostgresStore
            except ImportError:
                needs = said("a database needs the extra postgres; {how}", how=how_to_install("postgres"))
                raise CannotServeError(needs) from None
            return await PostgresStore.open(settings.database)
        from minibac.records.sqlite import SqliteStore

        return await SqliteStore.open(settings.sqlite_path)
    except StoreError as error:
        raise CannotServeError(as_it_is(error)) from None


def bind(settings: Settings) -> socket.socket:
    """The socket, taken before anything else is done: a port in use is the commonest fault."""
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        why = words_of(error) if isinstance(error, OSError) else said("it is no name of a machine")
        unknown = said("the address {host} is not known: {why}", host=settings.host, why=why)
        raise CannotServeError(unknown, status=2) from None
    # Named as TCP: only then does asyncio's own loop send each message at once, and not after the other side's 40 ms.
    made = socket.socket(family[0], socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(family[4])
        made.listen(2048)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRINUSE:
            cannot = said("port {port} is in use on {host}: choose another with --port")
        else:
            cannot = said("{host} port {port} cannot be used: {why}", why=words_of(error))
        raise CannotServeError(cannot.about(port=str(settings.port), host=settings.host)) from None
    made.setblocking(False)
    return made


async def first_links(people: People) -> dict[str, str]:
    """A link for each role: on the first run, by one process of the house."""
    async with people.door():
        known = [account for account in await people.accounts.all() if account.staff]
        if known or await people.invitations.open_roles():
            return {}
        return {role: await people.invitations.make(role, "house") for role in FIRST_LINKS}


async def make_links(settings: Settings) -> dict[str, str]:
    """New links without a running server, on the same store: a house that there is, and none that is made for them."""
    if not settings.database:
        try:
            settings.sqlite_path.stat()
        except (FileNotFoundError, NotADirectoryError):
            none = said("there is no house in {folder}: --data, or data in the file of --config, says where one is")
            raise CannotServeError(none.about(folder=settings.data), status=2) from None
        except OSError:
            pass  # what follows says what is wrong with it
    make_folder(settings)
    store = await open_store(settings)
    try:
        invitations = Invitations(store, wall_clock_ms)
        return {role: await invitations.make(role, "house") for role in FIRST_LINKS}
    finally:
        await store.close()


async def restore_from(settings: Settings, source: str, key: bytes | None = None) -> Report:
    """Make the house of a backup again, in a store that holds nothing yet; where that fails, nothing is left of it.

    What the house then has is checked. A finding undoes nothing: a house in which two things were just happening, or
    went wrong long ago, must be had again.
    """
    data = Path(settings.data)
    new = [folder for folder in (data, *data.parents) if not folder.exists()]  # the innermost first
    file = settings.sqlite_path
    made = [] if file.exists() else [file.with_name(f"{file.name}{end}") for end in SQLITE_FILES]
    try:
        check(source)
        make_folder(settings)
        store = await open_store(settings)
        try:
            await restore(source, store)
            return await looked_over(settings, key)
        finally:
            await store.close()
    except BaseException as error:
        for one in made:
            one.unlink(missing_ok=True)
        for folder in new:
            with contextlib.suppress(OSError):
                folder.rmdir()
        if isinstance(error, StoreError | OSError):
            raise CannotServeError(as_it_is(error)) from None
        raise


async def looked_over(settings: Settings, key: bytes | None) -> Report:
    """Everything that is kept, held against itself, the accounts too."""
    reader: Any
    if settings.database:
        from minibac.records.postgres_reader import PostgresReader

        reader = await PostgresReader.open(settings.database)
    else:
        reader = await SqliteReader.open(settings.sqlite_path)
    try:
        report = await full_check(reader, key)
        await check_accounts(reader, report)
    finally:
        await reader.close()
    return report


class Opened(NamedTuple):
    """A house that is open, and everything that has to be let go of in the end."""

    house: OpenHouse
    listening: socket.socket
    ends: contextlib.AsyncExitStack


async def open_all(settings: Settings) -> Opened:
    """Open everything a server needs, or nothing: whatever fails, or whoever says stop meanwhile."""
    async with contextlib.AsyncExitStack() as ends:
        listening = bind(settings)
        ends.callback(_closed, listening)
        houses = houses_of(settings)
        folder = make_folder(settings)
        stopped = threading.Event()
        ends.callback(stopped.set)
        key = await asyncio.to_thread(key_of, settings.key_path, settings.key_command, stopped)
        if isinstance(key, Refusal):
            raise CannotServeError(key)
        look_at_checkpoint(settings)
        open_logs(folder / "logs", settings)
        ends.callback(logs.close)
        store = await open_store(settings)
        ends.push_async_callback(store.close)
        await hold_key(store, settings, key)
        try:
            house = await OpenHouse.open(store, houses, settings=settings, key=key, beside=settings.checkpoint_path)
        except Broken as broken:
            raise CannotServeError(stays_closed(broken.fault)) from None
        except StoreError as error:
            raise CannotServeError(as_it_is(error)) from None
        ends.push_async_callback(house.close)
        return Opened(house, listening, ends.pop_all())
    raise AssertionError("nothing above is left without a house")


async def hold_key(store: Store, settings: Settings, key: bytes) -> None:
    """Hold the key against the one that the house had last; a command that gives another one opens nothing."""
    mark, kept = mark_of(key), await store.get(MARK, "mark")
    if kept is not None and kept != mark and settings.key_command:
        raise CannotServeError(
            said(
                "the command for the key gave another key than this house had last: nothing was opened. Where the old "
                "one is lost for good, open the house once with the new one in a file (key_file); shoes in play are "
                "lost with the old one"
            )
        )
    if kept != mark:
        await store.put(MARK, [("mark", mark)])


async def prove(settings: Settings, source: str) -> Said:
    """Restore a copy into an empty place that goes again, and check everything in it: what it holds, in a sentence."""
    there = settings.key_command or settings.key_path.exists()
    key = key_of(settings.key_path, settings.key_command) if there else None
    if isinstance(key, Refusal):
        raise CannotServeError(key)
    with tempfile.TemporaryDirectory(prefix="minibac-") as place:
        report = await restore_from(replace(settings, data=place, database=""), source, key)
    if report.findings:
        raise CannotServeError(*(placed(each) for each in report.findings))
    whole = said("{backup} is whole: it restores, and {events:event|events} in {logs:log|logs} hold")
    if key is None:
        whole = said(
            "{backup} is whole, but without its key: {events:event|events} in {logs:log|logs} hold, no seal opened"
        )
    return whole.about(backup=source, events=report.events_count, logs=len(report.folded))


def _closed(listening: socket.socket) -> None:
    with contextlib.suppress(OSError):
        listening.close()


async def serve(settings: Settings, say: Callable[[Said], None]) -> None:
    """Open the house and serve it until somebody says stop."""
    stopping = Stopping()
    with stopping.signals():
        opening = asyncio.create_task(open_all(settings))
        stopping.then(opening.cancel)
        try:
            opened = await opening
        except asyncio.CancelledError:
            if not stopping.asked:
                raise
            _say_last(say, said("minibac was stopped before the house was open; everything is kept"))
            return
        async with opened.ends:
            try:
                await _serve(opened, settings, say, stopping)
            except StoreError as error:  # it went away before the house was open
                raise CannotServeError(as_it_is(error)) from None
        _say_last(say, said("the house is closed; everything is kept"))


async def _serve(opened: Opened, settings: Settings, say: Callable[[Said], None], stopping: Stopping) -> None:
    house, listening = opened.house, opened.listening
    app = create_app(house, settings, web=WebFiles(reread=is_checkout()))
    front = front_of(app)
    port = listening.getsockname()[1]
    await front.look_at_lists()
    server = Server(uvicorn_config(app, settings), front.goodbye)

    def stop() -> None:
        tell(STOPPING)
        server.stop()

    stopping.then(stop)
    collecting = collect_in_quiet(lambda: front.heard_at)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    ready = asyncio.create_task(server.open.wait())
    try:
        await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED)
        if server.started and not stopping.asked:
            await _ready(say, settings, port, house, front.people)
            tell(READY)
        await asyncio.shield(task)
    except BaseException:  # interrupted in Python's own way, or nobody reads what is said: the server ends all the same
        server.stop()
        await asyncio.wait([task])
        raise
    finally:
        ready.cancel()
        collecting.cancel()


def _say_last(say: Callable[[Said], None], sentence: Said) -> None:
    with contextlib.suppress(OSError):  # the terminal may be gone already
        say(sentence)


LOCAL = ("127.0.0.1", "::1", "localhost")


def here(settings: Settings, port: int) -> str:
    """The address of the house at this machine."""
    shown = "localhost" if settings.host in ("127.0.0.1", "::1", "0.0.0.0", "::") else settings.host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def door(settings: Settings, port: int) -> str:
    """Where people come in: by the first of its names at the proxy that brings HTTPS, or at this machine.

    >>> door(Settings(), 8042), door(Settings(secure_cookies=True, allowed_hosts=("house.example",)), 8042)
    ('http://localhost:8042', 'https://house.example')
    """
    if settings.secure_cookies and settings.allowed_hosts:
        return f"https://{settings.allowed_hosts[0]}"
    return here(settings, port)


async def _ready(say: Callable[[Said], None], settings: Settings, port: int, house: OpenHouse, people: People) -> None:
    if not settings.houses:
        say(said("SAMPLE houses: their papers and notices are made up; a house of your own is a file (--house)"))
    for refusal in house.not_taken:
        cited = said("{sentence} ({clauses})", sentence=refusal.said, clauses=", ".join(refusal.clauses))
        say(cited if refusal.clauses else refusal.said)
    for note in await asyncio.to_thread(unpaid_lines, [table.house_table.rules for table in house.tables.values()]):
        say(said("Note: {note}.", note=note))
    for sentence in house.interrupted:
        say(sentence)
    if names := house.without_place:
        left = said(
            "the records hold {count} tables that have no place in this house: {tables}; they are not open now, and "
            "stay in the books"
        )
        if len(names) == 1:
            left = said(
                "the records hold a table that has no place in this house: {tables}; it is not open now, and stays in "
                "the books"
            )
        say(left.about(count=len(names), tables=many(names, "and")))
    if settings.host not in LOCAL:
        say(
            said(
                "it listens at {host}: whoever reaches this machine can open the house, and without HTTPS in front of "
                "it passwords travel in the clear",
                host=settings.host,
            )
        )
    links = {} if supervised() else await first_links(people)  # no journal keeps what lets people in
    opened = said("minibac is open at {address} with {tables:table|tables} (play chips only)")
    say(opened.about(address=f"{here(settings, port)}/", tables=len(house.tables)))
    if links:
        say(said("One link for each role; each counts once and for a week:"))
        width = max(map(len, links))
        for role, token in links.items():
            say(said("{line}", line=f"  {role:<{width}}  {door(settings, port)}/join/{token}"))
    else:
        say(
            said(
                "New links for the staff: minibac serve --links while the house is closed, or the administrator's page."
            )
        )


def unpaid_lines(tables: Iterable[HouseRules]) -> list[Said]:
    """What is said of the further wagers of a house: their lines that no coup comes to, once for all tables."""
    from minibac.odds.prices import Odds  # most houses have no further wager
    from minibac.odds.unreached import approved, unreached_said

    notes: dict[str, Said] = {}
    for rules in tables:
        if names := approved(rules):
            notes |= {str(note): note for note in unreached_said(Odds(rules, wagers=names))}
    return list(notes.values())


def uvicorn_config(app: object, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the app: no access log, no compression of small messages, the proxy believed only if named."""
    proxies: Sequence[str] = settings.trusted_proxies
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=HttpCaller,
        ws=PageCaller,
        ws_max_size=2 * LONGEST_MESSAGE,
        ws_max_queue=8,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="error",  # what callers do wrong is answered and counted, not printed on the terminal
        backlog=front_of(app).doorway.backlog,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies) or None,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=settings.patience_seconds,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """uvicorn's server, which says when it is open, ends when it is told to, and leaves signals to others."""

    def __init__(self, config: uvicorn.Config, goodbye: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self.open = asyncio.Event()
        self._goodbye = goodbye

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to every page before its connection is cut."""
        await self._goodbye()
        await super().shutdown(sockets)
        if self.force_exit:  # uvicorn leaves it out then; the front is to stop all the same
            await self.lifespan.shutdown()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.open.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """End; a second time without waiting for anybody."""
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True
