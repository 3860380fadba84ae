"""One house in two ``minibac serve`` on one PostgreSQL database, and guests who come in at either."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from minibac.people.sessions import COOKIE
from tests.served import ServedHouse, served
from tests.server.running import Client, Live, Somewhere, wait_until

TABLE = "s42-1"
LINK = re.compile(r"^  (\S+) +\S+/join/(\w+)$", re.MULTILINE)
SETTINGS = {
    "pace_ms": "1000",  # a round lasts long enough to be killed in
    "procedure_pace_ms": "0",
    "lease_ms": "5000",  # an owner on a busy machine stays the owner
    "renew_ms": "500",
    "timing": "{betting_ms=4000, look_ms=50, cut_ms=50, turning_ms=500, offer_ms=50, house_money_ms=50}",
}


class Pair(NamedTuple):
    """Two processes of one house."""

    one: ServedHouse
    two: ServedHouse
    address: str

    def owner(self, stream: str = f"table/{TABLE}") -> ServedHouse | None:
        """The process that holds the lease of a stream, by its own word in the database."""
        with psycopg.connect(self.address) as database:
            found = database.execute(
                "SELECT owner FROM minibac.streams WHERE stream = %s AND until > clock_timestamp()", [stream]
            ).fetchone()
        pid = (found[0] if found else "").partition("-")[0]
        return next((house for house in (self.one, self.two) if str(house.process.pid) == pid), None)

    def shares(self) -> list[int]:
        """How many tables each of the two owns."""
        with psycopg.connect(self.address) as database:
            query = "SELECT owner FROM minibac.streams WHERE stream LIKE 'table/%' AND until > clock_timestamp()"
            pids = [owner.partition("-")[0] for (owner,) in database.execute(query)]
        return [pids.count(str(house.process.pid)) for house in (self.one, self.two)]

    def settled_owner(self) -> tuple[ServedHouse, ServedHouse]:
        """The owner of the table, once the tables are shared out, and the other one."""
        wait_until(lambda: self.shares() == [2, 2])
        owner = self.owner()
        assert owner is not None
        return owner, self.two if owner is self.one else self.one

    def links(self) -> dict[str, str]:
        """The links of the first run, which one of the two has printed."""
        said = [house.folder / "said.txt" for house in (self.one, self.two)]
        wait_until(lambda: any(len(LINK.findall(file.read_text(encoding="utf-8"))) == 9 for file in said))
        return dict(LINK.findall("".join(file.read_text(encoding="utf-8") for file in said)))


@contextmanager
def two_servers(address: str, folder: Path) -> Iterator[Pair]:
    """A house in two processes, each with a folder of its own, and one key."""
    settings = {**SETTINGS, "database": address, "key_file": str(folder / "vault.key")}
    with served(folder / "one", settings) as one, served(folder / "two", settings) as two:
        yield Pair(one, two, address)


def guest(server: Somewhere, name: str) -> Client:
    client = Client(server)
    client.signed(client.post("/api/guests", {"name": name, "of_age": True, "age": 30}, status=201))
    return client


def at(server: Somewhere, before: Client) -> Client:
    """The same person, with the same cookie, at another process."""
    client = Client(server)
    client.http.cookies.set(COOKIE, before.http.cookies[COOKIE])
    client.signed(client.get("/api/session"))
    return client


def wager(page: Live, seat: int, area: str, cents: int) -> tuple[str, int]:
    """Put a wager down in the first round that takes it: its id and the version it was acknowledged with."""
    while True:
        page.until_view(lambda view: view["phase"] == "betting")
        name = f"{area}-{page.view['coup_no']}"
        answer = page.give("PlaceWager", name, seat=seat, wager=area, cents=cents)
        if answer["ok"]:
            return name, answer["version"]
        assert answer["refusal"]["code"] == "betting-closed", answer
