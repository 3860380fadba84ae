"""Recall, replay, records, odds: what can be asked of a table afterwards, and what a live table does not tell."""

import json
from collections.abc import Iterator

import pytest

from minibac.shoes.starts import KIND as SHOE_START
from tests.server.running import RunningServer, running
from tests.server.whole_shoes import DEEP, STANDING, play_shoe


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running(**STANDING) as found:
        yield found


@pytest.fixture(scope="module")
def played(server: RunningServer) -> Iterator[tuple[str, str]]:
    """A training table on which a shoe was played by Ann at seat 3 and the next waits for wagers; its id, and Ann's."""
    with server.guest("Ann") as ann, server.guest("Bob") as bob:
        table = server.training(ann, "massachusetts", depth=DEEP)
        pages = [ann.live(table), bob.live(table)]
        pages[0].sit(3)
        pages[1].sit(5)
        play_shoe(server, [(pages[0], 3, "player"), (pages[1], 5, "banker")], [])
        pages[0].until_view(lambda view: view["shoe_no"] == 2 and view["phase"] == "betting")
        yield table, ann.csrf


@pytest.mark.control("R16")
def test_the_whole_shoe_and_the_last_rounds_can_be_seen_again(server: RunningServer, played: tuple[str, str]) -> None:
    table, _ = played
    with server.client() as client:
        recalled = client.get(f"/api/tables/{table}/coups?last=250")["coups"]
        shoe = [coup for coup in recalled if coup["shoe_no"] == 1]
        assert len(shoe) > 8
        assert [coup["coup_no"] for coup in shoe] == list(range(1, len(shoe) + 1))
        assert all(coup["replay"] is True for coup in recalled)
        for coup in shoe[:-1:3]:
            whole = client.get(f"/api/tables/{table}/coups/1/{coup['coup_no']}")
            assert whole["replay"] is True
            names = [event["event"] for event in whole["events"]]
            assert names[0] == "BettingOpened"
            assert "CardsRacked" in names
            assert whole["coup"] == coup
            turned = [card for event in whole["events"] for card in _turned(event)]
            assert sorted(turned) == sorted([*coup["player"], *coup["banker"]])
        client.get(f"/api/tables/{table}/coups/1/100000", status=404)
        client.get(f"/api/tables/{table}/coups/9/1", status=404)


def _turned(event: dict) -> list[str]:  # type: ignore[type-arg]
    if event["event"] == "CardDealt":
        return [event["card"]] if event["card"] else []
    return list(event["cards"].values()) if event["event"] == "CardsTurned" else []


@pytest.mark.control("R15")
def test_each_guest_and_round_is_kept_with_balances_and_vigorish(
    server: RunningServer, played: tuple[str, str]
) -> None:
    table, _ = played
    with server.staff("surveillance") as eye, server.client() as nobody:
        coups = eye.get(f"/api/tables/{table}/coups?last=250")["coups"]
        settled = [coup for coup in coups if coup["status"] == "settled" and coup["wagers"]]
        assert settled
        before: dict[int, int] = {}
        for coup in settled:
            assert coup["rulebook"] == "massachusetts"
            assert coup["opened_at"] <= coup["closed_at"] <= coup["ended_at"]
            assert coup["says"]
            for seat in coup["seats"]:
                assert seat["guest"].startswith("g-")
                mine = [wager for wager in coup["wagers"] if wager["seat"] == seat["seat"]]
                assert seat["wagered_cents"] == sum(wager["stake_cents"] for wager in mine)
                assert seat["vigorish_cents"] == sum(wager["vigorish_cents"] for wager in mine)
                assert seat["after_cents"] - seat["before_cents"] == sum(wager["net_cents"] for wager in mine)
                assert before.get(seat["seat"], seat["before_cents"]) == seat["before_cents"]
                before[seat["seat"]] = seat["after_cents"]
        won = [w for coup in settled for w in coup["wagers"] if w["wager"] == "banker" and w["outcome"] == "win"]
        assert all(wager["vigorish_cents"] == wager["winnings_cents"] // 20 for wager in won)
        assert all(coup["seats"] == [] for coup in nobody.get(f"/api/tables/{table}/coups")["coups"])


def test_the_record_of_a_shoe_stands_alone(server: RunningServer, played: tuple[str, str]) -> None:
    table, _ = played
    with server.client() as client:
        lines = [json.loads(line) for line in client.get(f"/api/tables/{table}/shoes/1/record").splitlines()]
        shoes = client.get(f"/api/tables/{table}/shoes")["shoes"]
        assert shoes[0]["revealed"] is True
        assert shoes[0]["commitment"] == lines[0]["commitment"]
        client.get(f"/api/tables/{table}/shoes/99/record", status=404)
        assert server.call(server.store.get(SHOE_START, f"{table}/2")), "the next record begins there"
        latest = shoes[-1]
        if not latest["revealed"]:
            client.get(f"/api/tables/{table}/shoes/{latest['shoe_no']}/record", status=409)


@pytest.mark.control("R13")
def test_a_live_table_gives_no_odds_and_a_training_table_may(server: RunningServer, played: tuple[str, str]) -> None:
    table, _ = played
    with server.guest() as guest:
        for live in ("s42-1", "ma-1", "sem-1", "sen-1"):
            assert guest.get(f"/api/tables/{live}")["view"]["odds"] is False
            refused = guest.get(f"/api/tables/{live}/odds", status=409)
            assert refused["refusal"]["clause"] == "R13"
            view = guest.get(f"/api/tables/{live}")["view"]
            assert not {"counts_left", "probabilities", "edge", "prediction"} & view.keys()
        quiet = server.training(guest, "seneca", odds=False)
        guest.get(f"/api/tables/{quiet}/odds", status=409)
        priced = guest.get(f"/api/tables/{table}/odds")
        assert {"banker", "player", "tie"} <= {wager["wager"] for wager in priced["wagers"]}


def test_the_odds_lab_and_the_clauses_answer(server: RunningServer) -> None:
    with server.client() as client:
        full = client.get("/api/odds?rulebook=massachusetts&set=vigorish_type=ez")
        assert full["wagers"][1]["edge"]["exact"] == "66274384744/6508331087895"
        client.get("/api/odds?rulebook=massachusetts&set=decks", status=400)
        client.get("/api/odds?rulebook=massachusetts&set=decks=99", status=409)
        client.get("/api/odds?rulebook=massachusetts&counts=1,2", status=400)
        assert client.get("/api/clauses/ma/13/c/1")["document"] == "massachusetts"
        client.get("/api/clauses/ma/none", status=404)
        rules = client.get("/api/tables/s42-1/rules")
        assert rules["wagers"][0]["id"] == "player"
        assert client.get("/api/rules/seneca")["choices"]
        assert client.get("/api/selfcheck")["ok"] is True
