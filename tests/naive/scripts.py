"""Irregularities by hand: what becomes of each card of a script, written from the printed rules and nothing else.

Section 42 (k), which the guides borrow, and Massachusetts 13. It shares no code with the engine.
"""

from typing import Any

from tests.naive import dealer

COUNTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


class TooFewCardsError(Exception):
    """The round cannot be completed."""


def play_script(
    rulebook: str, options: dict[str, Any], cards: list[str], rounds: int, happens: list[dict[str, Any]], ends: bool
) -> dict[str, Any]:
    """The rounds, the cards in the discard rack with their side, and the steps of the remedies."""
    script = Script(rulebook, options, cards, happens)
    for number in range(1, rounds + 1):
        try:
            script.round(number)
        except TooFewCardsError:
            assert ends, "a script that does not end has cards enough"
            script.do += ["void", "reshuffle"]
            script.rounds.append({"round": "void", "player": script.player, "banker": script.banker, "winner": "void"})
            break
    return {"do": script.do, "rounds": script.rounds, "discarded": script.discarded}


class Script:
    def __init__(self, rulebook: str, options: dict[str, Any], cards: list[str], happens: list[dict[str, Any]]) -> None:
        self.massachusetts = rulebook == "massachusetts"
        self.options = options
        self.left = list(cards)
        self.happens = happens
        self.carried: list[str] = []
        self.simulated: list[str] = []  # cards that a simulated round begins with
        self.rounds: list[dict[str, Any]] = []
        self.discarded: list[list[str]] = []
        self.do: list[str] = []
        self.player: list[str] = []
        self.banker: list[str] = []

    def draw(self) -> str:
        if not self.left:
            raise TooFewCardsError
        return self.left.pop(0)

    def due(self, number: int, after: int) -> list[dict[str, Any]]:
        return [one for one in self.happens if one["round"] == number and one["after"] == after]

    def round(self, number: int) -> None:
        """One live round, with a simulated one before or after it where a remedy wants that."""
        for one in self.due(number, 0):
            self.remedy(one)
        self.simulate()
        self.player, self.banker = [], []
        for hand in (self.player, self.banker, self.player, self.banker):
            self.deal(number, hand)
        player, banker = dealer.point_count(self.player), dealer.point_count(self.banker)
        if player < 8 and banker < 8:
            third = None
            if player <= 5:
                self.deal(number, self.player)
                third = self.player[2]
            else:
                for one in self.due(number, 4):
                    if one["mishap"] == "third-card-to-player" and banker <= 5:
                        self.do.append("banker-third")
                        self.banker.append(self.draw())
            if len(self.banker) == 2 and banker_draws(banker, third):
                self.deal(number, self.banker)
        for one in self.due(number, len(self.player) + len(self.banker)):
            if one["mishap"] not in ("wrong-hand", "exposed-in-dealing", "face-up-in-shoe"):
                self.remedy(one)
        self.rounds.append({"round": "live", **self.hands()})
        self.simulate()

    def deal(self, number: int, hand: list[str]) -> None:
        """One card to a hand; cards that lay face up in the shoe before it are found first."""
        dealt = len(self.player) + len(self.banker)
        for one in self.due(number, dealt):
            if dealt and one["mishap"] == "face-up-in-shoe":
                self.remedy(one)
        hand.append(self.carried.pop(0) if self.carried else self.draw())
        for one in self.due(number, dealt + 1):
            exposed = one["mishap"] == "exposed-in-dealing"
            if exposed and self.massachusetts and self.options["exposed_in_dealing"] == "simulated-round":
                self.do.append("simulated-round")
                self.simulated.append(hand.pop())
                if dealt == 0:  # no card of the live round lies there: the simulated one goes first (B29)
                    live = self.player, self.banker
                    self.simulate()
                    self.player, self.banker = live
                hand.append(self.draw())

    def remedy(self, one: dict[str, Any]) -> None:
        mishap = one["mishap"]
        found = [self.draw() for _ in range(one.get("count", 1))]
        seen = bool(one.get("disclosed")) or mishap == "face-up-in-shoe"
        if mishap == "burn-too-many" and not self.massachusetts:
            seen = True  # every card of a burn is shown there
        if not seen:
            self.do.append("carry")
            self.carried += found
        elif not self.massachusetts:
            self.do.append("burn-counted")
            amount = sum(COUNTS.get(card[0]) or int(card[0]) for card in found)
            self.discarded += [[card, "up"] for card in (*found, *(self.draw() for _ in range(amount)))]
        elif mishap == "third-card-to-player" and self.options["disclosed_third_card"] == 1:
            self.do.append("discard-two")
            self.discarded += [[found[0], "up"], [self.draw(), "down"]]
        else:
            self.do.append("simulated-round")
            self.simulated += found

    def simulate(self) -> None:
        """A round without wagers that begins with the disclosed cards."""
        if self.simulated:
            given, self.simulated = self.simulated + self.left, []
            self.player, self.banker, self.left, complete = dealer.deal_hands("massachusetts", given)
            assert complete
            self.rounds.append({"round": "simulated", **self.hands()})

    def hands(self) -> dict[str, Any]:
        player, banker = dealer.point_count(self.player), dealer.point_count(self.banker)
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        return {"player": list(self.player), "banker": list(self.banker), "winner": winner}


def banker_draws(total: int, third: str | None) -> bool:
    """Whether the Banker's Hand takes a third card."""
    if third is None:
        return total <= 5
    value = dealer.point_count([third])
    rows = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}
    return total <= 2 or value in rows.get(total, ())
