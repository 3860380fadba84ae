"""The auditor: a second, small model that counts chips and cards from what the events say, and never from postings.

It reads only the facts an onlooker could see: who bought, bet, was paid what, which card was turned. After each event
its accounts must be those of the table.
"""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy

from minibac.table import events as e
from minibac.table.state import TableState

PAY_FIRST = ("i", "iii")
SEATS = range(1, 16)


class Auditor:
    """Chips by account, wagers by area, and the cards that have been turned."""

    def __init__(self, options: dict[str, bool | int | str]) -> None:
        self.accounts: Counter[str] = Counter()
        self.spoken: dict[tuple[int, str], tuple[int, int]] = {}
        self.money: dict[int, int] = {}
        """House Money stakes that have been settled in this coup."""
        self.undo: list[tuple[str, int]] = []
        self.gained: Counter[int] = Counter()
        """What the settlement of this coup has moved, by seat: not what a guest buys or pays meanwhile."""
        self.turned: dict[int, str] = {}
        self.shoe_no = 0
        self.options = options

    # --------------------------------------------------------------------------------------------------- small moves

    def move(self, source: str, target: str, cents: int) -> None:
        self.accounts[source] -= cents
        self.accounts[target] += cents

    def layout(self, seat: int, wager: str) -> str:
        return f"layout/{seat}/{wager}"

    def chips(self, seat: int) -> str:
        return f"seat/{seat}/chips"

    def owed(self, seat: int) -> str:
        return f"seat/{seat}/owed"

    def not_zero(self) -> dict[str, int]:
        return {account: cents for account, cents in self.accounts.items() if cents}

    # ------------------------------------------------------------------------------------------------------- the events

    def see(self, event: e.Event) -> None:
        """Take an event in."""
        handler = HANDLERS.get(type(event))
        if handler is None:
            return
        settles = isinstance(event, e.ActionsTaken | e.HouseMoneySettled)
        before = {seat: self.stands(seat) for seat in SEATS} if settles else {}
        handler(self, event)
        self.gained.update({seat: self.stands(seat) - stood for seat, stood in before.items()})

    def changed(self, event: e.OptionsChanged) -> None:
        self.options = event.options

    def bought(self, event: e.ChipsBought) -> None:
        self.move("tray", self.chips(event.seat), event.cents)
        self.move("cage", "drop-box", event.cents)

    def left(self, event: e.SeatLeft) -> None:
        assert event.cents == self.accounts[self.chips(event.seat)], "a guest leaves with what is in front of the seat"
        debt = -self.accounts[self.owed(event.seat)]
        assert event.owed_cents == debt, "what a guest leaves owing is what the marker button shows"
        self.move(self.chips(event.seat), "cage", event.cents)

    def changed_seat(self, event: e.SeatChanged) -> None:
        self.move(self.chips(event.seat), self.chips(event.to), self.accounts[self.chips(event.seat)])
        assert not self.accounts[self.owed(event.seat)]

    def placed(self, event: e.WagerPlaced) -> None:
        self.move(self.chips(event.seat), self.layout(event.seat, event.wager), event.cents)

    def withdrawn(self, event: e.WagerWithdrawn) -> None:
        self.move(self.layout(event.seat, event.wager), self.chips(event.seat), event.cents)

    def spoke(self, event: e.WagerSpoken) -> None:
        self.spoken[event.seat, event.wager] = (event.cents, event.cash_cents)

    def converted(self, event: e.CashConverted) -> None:
        cents, cash = self.spoken.pop((event.seat, event.wager))
        self.move("cage", "drop-box", cash)
        self.move("tray", self.layout(event.seat, event.wager), cents)
        self.move("tray", self.chips(event.seat), cash - cents)

    def closed(self, _: e.BettingClosed) -> None:
        self.money, self.undo = {}, []
        self.gained.clear()

    def racked(self, _: e.CardsRacked) -> None:
        self.money, self.undo = {}, []  # decided: nothing takes it back any more

    def house_money(self, event: e.HouseMoneySettled) -> None:
        before = deepcopy(self.accounts)
        area = self.layout(event.seat, "house-money")
        stake = self.accounts[area]
        self.money[event.seat] = stake
        if event.wager.outcome == "lose":
            self.move(area, "tray", stake)
        else:
            self.move(area, self.chips(event.seat), stake)
            self.move("tray", self.chips(event.seat), event.wager.winnings_cents - event.added_cents)
            if event.added_to:
                self.move("tray", self.layout(event.seat, event.added_to), event.added_cents)
        self.undo += [(account, self.accounts[account] - before[account]) for account in {*before, *self.accounts}]

    def acted(self, event: e.ActionsTaken) -> None:
        pays_first = self.options["settlement_order"] in PAY_FIRST
        for step, seat, wager, cents in event.actions:
            area, chips = self.layout(seat, wager), self.chips(seat)
            lies = self.accounts[area]
            if step == "collect":
                assert cents == lies, "a losing wager is collected whole"
                self.move(area, "tray", lies)
            elif step in ("pay", "return"):
                self.move(area, chips, lies)
                if step == "pay":
                    self.move("tray", chips, cents)
            elif step == "mark":
                self.move(self.owed(seat), "vigorish", cents)
            else:
                from_area = 0 if pays_first else min(cents, lies)
                self.move(area, "vigorish", from_area)
                self.move(chips, "vigorish", cents - from_area)

    def settled(self, event: e.CoupSettled) -> None:
        """Nothing lies on the layout, and each seat has what its wagers came to, whatever moved it."""
        assert not any(cents for account, cents in self.accounts.items() if account.startswith("layout/"))
        for seat in {wager.seat for wager in event.wagers}:
            came_to = sum(wager.net_cents for wager in event.wagers if wager.seat == seat)
            assert self.gained[seat] == came_to, (seat, event.wagers)

    def stands(self, seat: int) -> int:
        """What a seat has: its chips, those on its areas, less what it owes."""
        own = (f"seat/{seat}/", f"layout/{seat}/")
        return sum(cents for account, cents in self.accounts.items() if account.startswith(own))

    def collected(self, event: e.VigorishCollected) -> None:
        debt = -self.accounts[self.owed(event.seat)]
        assert event.cents >= debt > 0
        self.move(self.chips(event.seat), self.owed(event.seat), debt)
        self.move(self.chips(event.seat), "vigorish", event.cents - debt)

    def cleared(self, event: e.VigorishCleared) -> None:
        assert event.cents == -self.accounts[self.owed(event.seat)]
        self.move("comps", self.owed(event.seat), event.cents)

    def voided(self, _: e.CoupVoided) -> None:
        self.spoken = {}
        if self.options.get("house_money_on_void", "reverse") == "reverse":
            for account, cents in self.undo:
                self.accounts[account] -= cents
        for account in [name for name in self.accounts if name.startswith("layout/")]:
            seat = int(account.split("/")[1])
            self.move(account, self.chips(seat), self.accounts[account])
        self.money, self.undo = {}, []

    def spoken_back(self, event: e.SpokenReturned) -> None:
        del self.spoken[event.seat, event.wager]

    # ---------------------------------------------------------------------------------------------------------- cards

    def committed(self, event: e.StackCommitted) -> None:
        self.shoe_no, self.turned = event.shoe_no, {}

    def dealt(self, event: e.CardDealt | e.ExposureReported) -> None:
        if event.card:
            self.turned[event.position] = event.card

    def shows(self, event: e.CardsTurned | e.CardStrayed) -> None:
        self.turned |= event.cards

    def burned(self, event: e.CardsBurned | e.StrayDiscarded) -> None:
        self.turned |= event.shown

    def agrees(self, state: TableState) -> None:
        """The table's accounts, account by account, and the cards it knows are those that were turned."""
        assert dict(state.balances) == self.not_zero()
        assert sum(state.balances.values()) == 0
        assert all(cents >= 0 for account, cents in state.balances.items() if account.endswith("/chips"))
        assert all(cents <= 0 for account, cents in state.balances.items() if account.endswith("/owed"))


HANDLERS: dict[type[e.Event], Callable[..., None]] = {
    e.OptionsChanged: Auditor.changed,
    e.ChipsBought: Auditor.bought,
    e.SeatLeft: Auditor.left,
    e.SeatChanged: Auditor.changed_seat,
    e.WagerPlaced: Auditor.placed,
    e.WagerWithdrawn: Auditor.withdrawn,
    e.WagerSpoken: Auditor.spoke,
    e.SpokenReturned: Auditor.spoken_back,
    e.CashConverted: Auditor.converted,
    e.BettingClosed: Auditor.closed,
    e.CardsRacked: Auditor.racked,
    e.HouseMoneySettled: Auditor.house_money,
    e.ActionsTaken: Auditor.acted,
    e.CoupSettled: Auditor.settled,
    e.VigorishCollected: Auditor.collected,
    e.VigorishCleared: Auditor.cleared,
    e.CoupVoided: Auditor.voided,
    e.StackCommitted: Auditor.committed,
    e.CardDealt: Auditor.dealt,
    e.ExposureReported: Auditor.dealt,
    e.CardsTurned: Auditor.shows,
    e.CardStrayed: Auditor.shows,
    e.CardsBurned: Auditor.burned,
    e.StrayDiscarded: Auditor.burned,
}
