"""Guests at the tables of a house that is made or opened again: they wager, answer, turn their cards and wait."""

from collections.abc import Callable

from minibac.cards.share import share_hash
from minibac.table.state import TableState
from tests.page.guests import time_passes_until
from tests.server.running import Client, Live, RunningServer, wait_until

WAGERS = ("banker", "player")


class Playing:
    """The pages of guests, by table."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.pages: dict[str, list[tuple[Live, int, Client]]] = {}

    def comes(self, client: Client, table: str, seat: int) -> Live:
        """Somebody opens the page of a table, where they sit or will sit."""
        page = client.live(table)
        self.pages.setdefault(table, []).append((page, seat, client))
        return page

    def plays(self, table: str, until: Callable[[], bool], *, wagers: bool = True, turns: bool = True) -> None:
        """Let the guests of a table play along until something holds."""

        def holds() -> bool:
            for page, seat, _ in self.pages[table]:
                self._reads(page)
                self._acts(page, seat, wagers=wagers, turns=turns)
            return until()

        wait_until(holds)

    @staticmethod
    def _reads(page: Live) -> None:
        try:
            while True:
                page.read(0.002)
        except TimeoutError:
            pass

    @staticmethod
    def _shares(page: Live, seat: int) -> None:
        """Where guests have a share in the shuffle: a hash, and later the value behind it."""
        ask = (page.yours or {}).get("share")
        if ask is None:
            return
        value = f"{seat:064x}"
        key = f"{ask['asks']}-{ask['shoe_no']}-{seat}"
        if ask["asks"] == "hash":
            sealed = share_hash(page.view["table"], ask["shoe_no"], ask["seat"], value)
            page.post("CommitShare", key, seat=ask["seat"], hash=sealed)
        else:
            page.post("RevealShare", key, seat=seat, value=value)

    @classmethod
    def _acts(cls, page: Live, seat: int, *, wagers: bool, turns: bool) -> None:
        cls._shares(page, seat)
        for ask in (page.yours or {}).get("asks", ()):
            key = f"{ask}-{page.version}"
            if ask == "look":
                page.post("DoStep", key, step="look", ok=False)
            elif ask == "cut":
                if page.view["phase"] == "cut-offer":
                    page.post("AnswerCut", key, accept=True)
                else:
                    page.post("CutStack", key, position=150)
            elif ask == "turn" and turns:
                page.post("ReturnCards", key, hand=page.view["coup"]["handed"])
        if wagers and page.view["phase"] == "betting":
            coup = page.view["coup_no"]
            if not page.view["wagers"].get(str(seat)):
                page.post("PlaceWager", f"w-{seat}-{coup}", seat=seat, wager=WAGERS[(seat + coup) % 2], cents=2_500)

    def bets_end(self, table: str) -> None:
        """The time for wagers is over, if it is not yet."""
        hosted = self.server.house.tables[table]
        state = hosted.state
        if str(state.phase) == "betting":
            self.server.do(hosted.wake)  # the clock may be beyond its time already, for another table
            time_passes_until(self.server, table, lambda: self._beyond(table, state))

    def round(self, table: str) -> None:
        """A whole round, up to the betting of the next."""
        self.wagers(table)
        state = self.server.house.tables[table].state
        self.bets_end(table)
        self.settles(table, state)

    def wagers(self, table: str) -> None:
        """On to the betting, until everybody's wager lies there."""
        hosted = self.server.house.tables[table]

        def laid() -> bool:
            due = next(iter(hosted.deadlines()), None)
            if due is not None and due.at <= self.server.clock():  # for another table the clock went beyond its time
                self.server.do(hosted.wake)
                return False
            return str(hosted.state.phase) == "betting" and self._wagered(table)

        self.plays(table, laid)

    def settles(self, table: str, begun: TableState) -> None:
        """The round that was begun comes to its end, and the betting of the next begins."""
        hosted = self.server.house.tables[table]

        def over() -> bool:
            state = hosted.state
            return (state.shoe_no, state.coup_no) > (begun.shoe_no, begun.coup_no) and str(state.phase) == "betting"

        self.plays(table, over, wagers=False)

    def _beyond(self, table: str, begun: TableState) -> bool:
        state = self.server.house.tables[table].state
        return (state.coup_no, str(state.phase)) != (begun.coup_no, "betting")

    def _wagered(self, table: str) -> bool:
        state = self.server.house.tables[table].state
        return all(any(wager.seat_no == seat for wager in state.wagered) for _, seat, _ in self.pages[table])
