"""A dealer at work on the felt, by keys alone or by pointer alone: cards, calls, chips taken and chips paid."""

from typing import TYPE_CHECKING, Any

from minibac.play.chips import in_chips
from minibac.play.settlement import Action
from minibac.table.automatic import next_command
from minibac.table.settling import right_settlement
from minibac.table.state import Phase
from tests.page.workers import Dealer
from tests.server.running import Client, RunningServer, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

KEYS = {"collect": "x", "pay": "y", "return": "z", "vigorish": "v", "mark": "v"}

STACKS = """[...document.querySelectorAll("mb-felt .seat-box[role=button]")]
    .map((box) => [Number(box.closest("mb-seat").dataset.seat), box.dataset.area])"""
"""The chips that lie before the seats, as the page has them: seat and area."""
TUBES = '[...document.querySelectorAll(".tube-of")].map((tube) => Number(tube.dataset.cents))'


class FeltDealer(Dealer):
    """A dealer who looks at the felt alone, and uses either no mouse or no key."""

    def __init__(
        self, server: RunningServer, page: "Page", client: Client, table: str, *, by_keys: bool = True
    ) -> None:
        super().__init__(server, page, client, table)
        self.keys = by_keys

    # ------------------------------------------------------------------------------------------------------ the cards

    def wagers_lie(self, least: int) -> None:
        """So many automatic guests have put chips down; now and then one of them sits a round out."""
        wait_until(lambda: len({seat for seat, _ in self.hosted.state.wagers}) >= least)
        self.drawn()

    def no_more_bets(self) -> None:
        self.done(lambda: self.press("n") if self.keys else self.find("[data-call='no-more-bets']").click())

    def deal_the_cards(self) -> None:
        """Every card, turn and call up to the result, as the table wants them."""
        while self.hosted.state.phase not in (Phase.SETTLING, Phase.RACKING):
            wanted = next_command(self.hosted.state, self.server.clock())
            assert wanted is not None
            self.done(lambda command=wanted.command: self._make(type(command).__name__, command))

    def _make(self, kind: str, command: Any) -> None:
        hand = getattr(command, "hand", "")
        if kind == "DealCard":
            self.deal(hand)
        elif kind == "TurnCards":
            self.turn(hand)
        elif kind == "CallCount":
            self.call_count(hand, command.count)
        elif kind == "CallResult":
            self.call_result(command.player, command.banker, command.result)
        else:
            raise AssertionError(f"{kind} is not made on the felt here")

    def deal(self, hand: str) -> None:
        """A card from the shoe to a hand."""
        shoe = self.find("mb-felt mb-shoe > svg")
        if self.keys:
            self.press(hand[0])
        elif hand == "player":
            self.drag(shoe, self.hand(hand))
        else:  # a touch of each does it as well
            shoe.click()
            self.hand(hand).click()

    def turn(self, hand: str) -> None:
        if self.keys:
            self.press("q" if hand == "player" else "w")
        else:
            self.hand(hand).click()

    def hand(self, hand: str) -> "Locator":
        return self.find(f"mb-felt mb-hand[side={hand}] .hand-cards")

    def call_count(self, hand: str, count: int) -> None:
        if self.keys:
            self.press("c", hand[0], str(count))
            return
        self.find(f".call-hand[data-hand={hand}]").click()
        self.find(f".call-count[data-count='{count}']").click()

    def call_result(self, player: int, banker: int, result: str) -> None:
        """Both final counts, and the winner."""
        if self.keys:
            self.press("r", "Backspace", str(player), str(banker), result[0])
            return
        for hand, count in (("player", player), ("banker", banker)):
            self.find(f".call-hand[data-hand={hand}]").click()
            self.find(f".call-count[data-count='{count}']").click()
        self.find(f".call-winner[data-result={result}]").click()

    def rack(self) -> None:
        """The cards to the discard rack."""
        card = self.find("mb-felt mb-hand[side=player] mb-card").first
        self.done(lambda: self.press("d") if self.keys else self.drag(card, self.find("mb-felt mb-rack > svg")))

    # ------------------------------------------------------------------------------------------------------ the chips

    def box(self, seat: int, wager: str) -> "Locator":
        return self.find(f"mb-felt mb-seat[data-seat='{seat}'] .seat-box[data-area='{wager}']")

    def take_in_view(self, seat: int, wager: str) -> None:
        """Take a stack in view: by S and the arrow keys, or by a touch."""
        if not self.keys:
            self.box(seat, wager).click()
        else:
            there = self.page.evaluate(STACKS)
            own = [area for at, area in there if at == seat]
            self.press("s", *["ArrowRight"] * len({at for at, _ in there if at > seat}))
            self.press(*["ArrowDown"] * own.index(wager))
        assert self.box(seat, wager).get_attribute("aria-pressed") == "true"

    def lay(self, seat: int, wager: str, cents: int) -> None:
        """Chips from the float beside the chosen stack."""
        tubes = self.page.evaluate(TUBES)
        first = True
        for chip, number in in_chips(cents, tuple(tubes)).items():
            for _ in range(number):
                if self.keys:
                    self.press(str(tubes.index(chip) + 1))
                elif first:
                    self.drag(self.find(f".tube-of[data-cents='{chip}']"), self.box(seat, wager))
                else:
                    self.find(f".tube-of[data-cents='{chip}']").click()
                first = False

    def act(self, action: Action) -> None:
        """One move of the settlement, right or wrong."""
        step, seat, wager, cents = action
        self.take_in_view(seat, wager)
        if step not in ("collect", "return"):
            self.lay(seat, wager, cents)
        if self.keys:
            self.press(KEYS[step])
        elif step == "collect":
            self.drag(self.box(seat, wager), self.find(".tubes"))
        elif step == "return":
            self.drag(self.box(seat, wager), self.find(f"mb-seat[data-seat='{seat}'] .seat-plate"))
        elif step == "pay":
            self.drag(self.find(".laid[data-live]"), self.find(f"mb-seat[data-seat='{seat}'] .seat-plate"))
        else:
            self.find(f".felt-move[data-move={step}]").click()

    @property
    def left(self) -> list[Action]:
        """The moves that are still to be made."""
        made = set(self.hosted.state.on_layout.moves)
        return [action for action in right_settlement(self.hosted.state).actions if tuple(action) not in made]

    def settle(self) -> None:
        """Take and pay, move by move."""
        while self.hosted.state.phase is Phase.SETTLING:
            action = self.left[0]
            self.done(lambda move=action: self.act(move))

    def pay_wrongly(self) -> None:
        """The first payment, before its turn or with a chip too many: refused, with the clause, beside the hand."""
        for action in [move for move in self.left if move.step == "collect"]:
            self.done(lambda move=action: self.act(move))
        pay = next(move for move in self.left if move.step == "pay")
        before = self.hosted.version
        self.act(pay._replace(amount_cents=pay.amount_cents + self.hosted.house_table.chips_cents[-1]))
        assert "is wrong: it is" in self.refused().inner_text()
        assert self.hosted.version == before
        if self.keys:
            self.press(*["Backspace"] * 9)
        else:
            self.drag(self.find(".laid[data-live]"), self.find(".tubes"))
        self.find(".laid[data-live]").wait_for(state="detached")

    def refused(self) -> "Locator":
        """The refusal, which stands on the felt and in the window."""
        told = self.find("mb-felt > .mistake .wrong")
        told.wait_for()
        box, felt = told.bounding_box(), self.find("mb-felt").bounding_box()
        size = self.page.viewport_size
        assert box is not None
        assert felt is not None
        assert size is not None
        assert felt["x"] <= box["x"]
        assert box["x"] + box["width"] <= felt["x"] + felt["width"]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
        return told

    # -------------------------------------------------------------------------------------------------------- pointer

    def drag(self, what: "Locator", there: "Locator") -> None:
        """Pick something up and lay it down in the middle of something else."""
        points = []
        for place in (what, there):
            place.scroll_into_view_if_needed()
            box = place.bounding_box()
            assert box is not None
            points.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down()
        mouse.move(*points[1], steps=3)
        mouse.up()

    def done(self, make: Any) -> None:
        """Something that the table takes."""
        self.drawn()
        before = self.hosted.version
        make()
        self.until(lambda: self.hosted.version > before, f"the table takes it in {self.phase}")
        self.drawn()
