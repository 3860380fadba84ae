"""Two ``minibac serve`` that begin at the same moment, and what guests of one see of guests at the other."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from tests.served import ServedHouse, served
from tests.server.running import Client, wait_until
from tests.server.two_servers import LINK, SETTINGS, guest, wager

PATIENT_TIMING = "{betting_ms=2000, look_ms=50, cut_ms=50, turning_ms=600000, offer_ms=50, house_money_ms=50}"
TABLE = "ma-1"


def _both(address: str, folder: Path, houses: ExitStack) -> list[ServedHouse]:
    """A house in two processes, both started before either is open."""
    own = {"pace_ms": "50", "timing": PATIENT_TIMING, "database": address, "key_file": str(folder / "vault.key")}
    settings = {**SETTINGS, **own}
    opening = [served(folder / name, settings) for name in ("one", "two")]
    with ThreadPoolExecutor(2) as starting:
        found = [starting.submit(each.__enter__) for each in opening]
    for each, future in zip(opening, found, strict=True):
        if future.exception() is None:
            houses.push(each)
    return [future.result() for future in found]


def test_one_set_of_links_and_peels_that_the_other_process_shows(postgres_database: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        houses = _both(postgres_database, tmp_path, stack)

        # An empty house, opened twice at the same moment, has one link for each role and not two.
        said = [house.folder / "said.txt" for house in houses]
        ends = ("join/", "New links for the staff")
        wait_until(lambda: all(any(end in file.read_text(encoding="utf-8") for end in ends) for file in said))
        wait_until(lambda: sum(len(LINK.findall(file.read_text(encoding="utf-8"))) for file in said) >= 9)
        links = [LINK.findall(file.read_text(encoding="utf-8")) for file in said]
        assert sorted(map(len, links)) == [0, 9]
        assert len({role for found in links for role, _ in found}) == 9

        # A guest at one process peels a card, and somebody at the other one sees how far; nobody sees which it is.
        one, two = houses
        ann, eve = stack.enter_context(guest(one, "Ann")), stack.enter_context(Client(two))
        page, watcher = ann.live(TABLE), eve.live(TABLE, "spectator")
        page.sit(3)
        wager(page, 3, "player", 50_00)
        while "turn" not in (page.yours or {}).get("asks", ()):
            page.read()
        page.send({"do": "peel", "hand": "player", "card": 1, "edge": "right", "how": 0.25})
        told = watcher.until("peel")
        assert told == {"tell": "peel", "hand": "player", "card": 1, "edge": "right", "how": 0.25, "seat": 3}
        assert all((page.yours or {})["cards"]["player"])
        watcher.until_view(lambda view: view["coup"] and view["coup"]["handed"] == "player")
        assert watcher.view["coup"]["player"] == [None, None]
