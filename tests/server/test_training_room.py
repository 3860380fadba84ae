"""Room for training tables: no guest and no address takes all of them, and one where nobody plays comes back."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from minibac.server.connection import GOING
from tests.server.running import Client, RunningServer, running

NEW = {"rulebook": "section-42"}
BOUNDS: dict[str, Any] = {"training_tables_per_guest": 2, "training_tables_per_address": 3, "training_tables_max": 5}


def asks(client: Client) -> int:
    return client.request("POST", "/api/tables", NEW).status_code


def refusal(client: Client) -> str:
    return str(client.post("/api/tables", NEW, status=409)["refusal"]["sentence"])


def training(server: RunningServer) -> int:
    return sum(table.training for table in server.house.tables.values())


def test_a_guest_an_address_and_the_house_have_so_many_though_they_ask_for_all_at_once() -> None:
    with running(**BOUNDS) as server, server.guest("Ann") as ann, server.guest("Bo") as bo:
        with ThreadPoolExecutor(8) as crowd:
            assert sorted(crowd.map(asks, [ann] * 8)) == [201] * 2 + [409] * 6
            assert "you have 2 training tables" in refusal(ann)
            assert sorted(crowd.map(asks, [bo] * 4)) == [201] + [409] * 3
            assert "guests from your address have 3 training tables" in refusal(bo)
            with server.staff("dealer") as dealer:
                assert sorted(crowd.map(asks, [dealer] * 8)) == [201] * 2 + [409] * 6, "the staff has what there is"
                assert "the house has room for no more" in refusal(dealer)
        assert training(server) == 5


def test_a_table_that_is_only_looked_at_comes_back() -> None:
    with running(training_tables_per_guest=1, guest_idle_minutes=600) as server, server.guest() as ann:
        table = server.training(ann, "section-42")
        page, other = ann.live(table, "spectator"), server.client().live(table)
        server.clock.ahead += 59 * 60_000
        server.call(server.front.sweep_tables())
        assert training(server) == 1
        assert asks(ann) == 409
        server.clock.ahead += 2 * 60_000
        server.call(server.front.sweep_tables())
        assert {page.until_closed(), other.until_closed()} == {GOING}
        assert asks(ann) == 201
        ann.get(f"/api/tables/{table}", status=404)
