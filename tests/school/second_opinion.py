"""What the naive dealer, or a second statement from the print, answers to an item: every key is held against it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from minibac.school.items import Item
from tests.naive import dealer as naive

Asked = Any


def counts(_: str, asked: Asked) -> str:
    return " ".join(str(naive.point_count(hand)) for hand in asked["hands"])


def tableau(rulebook: str, asked: Asked) -> str:
    cards = asked["cards"]
    player, banker = naive.point_count([cards[0], cards[2]]), naive.point_count([cards[1], cards[3]])
    if asked["hand"] == "player":
        return "d" if naive.player_draws(rulebook, player, banker) else "s"
    third = naive.card_value(cards[4]) if len(cards) == 5 else None
    return "d" if naive.banker_draws(rulebook, player, banker, third) else "s"


def draws(rulebook: str, asked: Asked) -> str:
    cards = asked["cards"]
    player, banker = naive.point_count([cards[0], cards[2]]), naive.point_count([cards[1], cards[3]])
    if len(cards) == 4 and naive.player_draws(rulebook, player, banker):
        return "p"
    third = naive.card_value(cards[4]) if len(cards) == 5 else None
    return "b" if naive.banker_draws(rulebook, player, banker, third) else "n"


def naturals(_: str, asked: Asked) -> str:
    both = naive.is_natural(asked["player"]), naive.is_natural(asked["banker"])
    return {(True, True): "t", (True, False): "p", (False, True): "b", (False, False): "n"}[both]


CALLS = {
    "section-42": ("Player's Hand: {}", "Banker's Hand: {}", "Player's Hand wins", "Banker's Hand wins", "Tie Hand"),
    "massachusetts": ("Player's Hand: {}", "Banker's Hand: {}", "Player's Hand wins", "Banker's Hand wins", "Tie hand"),
    "seminole": ("Player {}", "Banker {}", "Player wins", "Banker wins", "Tie Hand"),
    "seneca": ("Player {}", "Banker {}", "Player wins", "Banker wins", "Tie"),
}


def announcements(rulebook: str, asked: Asked) -> str:
    player_count, banker_count, *_ = CALLS[rulebook]
    if asked["call"] == "no_more_bets":
        return "No more bets"
    if asked["call"] == "last_hand":
        return "Last hand"
    if asked["call"] == "player_count":
        return player_count.format(naive.point_count(asked["hand"]))
    if asked["call"] == "banker_count":
        return banker_count.format(naive.point_count(asked["hand"]))
    dealt = naive.deal(rulebook, {}, asked["cards"], [])
    return result_call(rulebook, dealt["player"]["cards"], dealt["banker"]["cards"], asked["vigorish_type"])


def result_call(rulebook: str, player: list[str], banker: list[str], vigorish_type: str) -> str:
    """What is called at the end of a round in which the hands lie so."""
    _, _, player_wins, banker_wins, tie = CALLS[rulebook]
    counts = naive.point_count(player), naive.point_count(banker)
    calls = [f"Player {counts[0]}, Banker {counts[1]}"]
    calls.append(player_wins if counts[0] > counts[1] else banker_wins if counts[0] < counts[1] else tie)
    if vigorish_type == "ez":
        calls += ["Dragon 7"] if naive.is_dragon_7(player, banker) else []
        calls += ["Panda 8"] if naive.is_panda_8(player, banker) else []
    return ", ".join(calls)


def dealt_wagers(rulebook: str, asked: Asked) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = naive.deal(rulebook, asked["options"], asked["cards"], asked["wagers"])["wagers"]
    return rows


def written(cents: int) -> str:
    return f"{Fraction(cents, 100).__float__():.2f}"


def payments(rulebook: str, asked: Asked) -> str:
    (row,) = dealt_wagers(rulebook, asked)
    return written(row["net_cents"])


def vigorish(rulebook: str, asked: Asked) -> str:
    (row,) = dealt_wagers(rulebook, asked)
    return written(row["vigorish_cents"])


def marker_buttons(rulebook: str, asked: Asked) -> str:
    owed = sum(dealt_wagers(rulebook, one)[0]["vigorish_cents"] for one in asked["rounds"])
    if "before" in asked:  # nothing is collected
        return written(asked["before"] + owed)
    chosen = naive.choose_options(rulebook, asked["options"])
    if chosen["vigorish_rounded_at"] == "collection" and chosen["vigorish_rounding"] != "none":
        owed = int(naive.round_up(Fraction(owed), {"up-to-5c": 5, "up-to-25c": 25}[chosen["vigorish_rounding"]]))
    return written(owed)


def layout(rulebook: str, asked: Asked) -> str:
    rows = dealt_wagers(rulebook, asked)
    seats = sorted({row["seat"] for row in rows}, reverse=True)
    return " ".join(written(sum(row["net_cents"] for row in rows if row["seat"] == seat)) for seat in seats)


def order(rulebook: str, asked: Asked) -> str:
    steps = naive.settlement_steps(rulebook, asked["options"], asked["cards"], asked["wagers"])
    moves = [("vigorish" if step == "mark" else step, seat, wager) for step, seat, wager in asked["moves"]]
    return " ".join(str(moves.index(step) + 1) for step in steps)


def chips(_: str, asked: Asked) -> str:
    left, rows = asked["cents"], []
    for value in sorted(asked["chips_cents"], reverse=True):
        number = 0
        while left >= value:
            left, number = left - value, number + 1
        if number:
            rows.append(f"{number}x{value // 100}" if value % 100 == 0 else f"{number}x{value / 100:.2f}")
    return " ".join(rows)


def burn(_: str, asked: Asked, level: int) -> str:
    burned, _left = naive.burn([asked["first"], *["2s"] * 12])
    return str({1: len(burned) - 1, 2: len(burned), 3: asked["cards_in_shoe"] - len(burned)}[level])


def last_hand(rulebook: str, asked: Asked) -> str:
    rounds = len(naive.coups_in_shoe(asked["order"], asked["depth"], rulebook))
    return {rounds: "s", rounds - 1: "l"}.get(asked["round"], "g")


def rack(rulebook: str, asked: Asked) -> str:
    left, player, banker = asked["cards"], [""], [""]
    for _ in range(asked["round"]):
        player, banker, left, complete = naive.deal_hands(rulebook, left)
        assert complete
    assert left == []
    return " ".join(player if asked["hand"] == "player" else banker)


def sums(_: str, asked: Asked) -> str:
    """Counted on the fingers: one by one."""
    one, sign, *rest = asked["sum"].split()
    numbers = [one, *rest[::2]]
    fingers: list[int] = []
    if sign == "x":
        for _time in range(int(one)):
            fingers += range(int(numbers[1]))
        return str(len(fingers))
    for number in numbers[:1] if sign == "-" else numbers:
        fingers += range(int(number))
    return str(len(fingers[int(numbers[1]) :] if sign == "-" else fingers))


def cents_of(heap: dict[str, int]) -> int:
    return sum(int(value) * number for value, number in heap.items())


def buy_in(_: str, asked: Asked) -> str:
    cents = cents_of(asked["notes"])
    if "tray" not in asked:
        return written(cents)
    rows = []
    for value in sorted(map(int, asked["tray"]), reverse=True):
        number = 0
        while cents >= value and number < asked["tray"][str(value)]:
            cents, number = cents - value, number + 1
        if number:
            rows.append(f"{number}x{value // 100}" if value % 100 == 0 else f"{number}x{value / 100:.2f}")
    assert cents == 0
    return " ".join(rows)


def tray(_: str, asked: Asked) -> str:
    if "opener" in asked:  # what came to the table against what was there: the drop, and what went back to the cage
        came = asked["opener"] + asked["fills"]
        return written(asked["closer"] + asked["credits"] + asked["cash"] - came)
    return written(cents_of(asked["chips"]) - asked.get("expected", 0))


ON_DUTY = {"dealer", "floorperson", "pit-boss", "shift-manager"}
TOGETHER = [
    *({one, other} for one in ON_DUTY for other in ON_DUTY),
    {"compliance", "accounting"},
    {"compliance", "security"},
]
"""The roles that one account may hold together; every other pair is two people (R30)."""
PARTS = {
    "CountInventory": {"dealer"}, "AttestCount": {"floorperson", "pit boss"}, "PrepareSlip": {"cage"},
    "RequestTransfer": {"floorperson", "pit boss", "shift manager"}, "RemoveDropBox": {"count team", "security"},
    "CountDrop": {"count team"}, "PrepareForm": {"pit clerk"}, "DropOriginal": {"dealer"},
    "SignVoid": {"floorperson", "pit boss", "shift manager"}, "ApproveCorrection": {"accounting", "shift manager"},
    "ReportWin": {"accounting"}, "ReceiveNotice": {"surveillance"},
}  # fmt: skip
JOURNEY = {"fill": ["cage", "security", "table"], "credit": ["table", "security", "cage"]}
AT_TABLE = {"dealer", "supervisor"}


def next_signers(paper: str, signed: list[str]) -> set[str]:
    """Who may sign now: the first place of the journey at which a signature is missing."""
    for place in JOURNEY[paper]:
        missing = (AT_TABLE if place == "table" else {place}) - set(signed)
        if missing:
            return missing
    return set()


def two_people(item: Item, options: dict[str, str]) -> bool:
    """Whether the key says what takes two people."""
    asked = item.asked
    if "one" in asked:
        return item.answers == ("y" if {asked["one"], asked["other"]} in TOGETHER else "n",)
    if "command" in asked:
        return {letter for letter, role in options.items() if role in PARTS[asked["command"]]} == set(item.answers)
    if "signed" in asked:
        due = next_signers(asked["paper"], asked["signed"])
        return {letter for letter, role in options.items() if role in due} == set(item.answers)
    signed: list[str] = []
    for number in item.shown.split():
        role = asked["roles"][int(number) - 1]
        if role not in next_signers(asked["paper"], signed):
            return False
        signed.append(role)
    return len(signed) == 4


DEALERS_OWN = ("CallNoMoreBets", "CallLastHand", "EndShoe", "RackCards")
"""Calls and cards are the dealer's on duty; what a supervisor orders, the table's own floorperson and those above."""


def relief(asked: Asked) -> str:
    if "command" in asked:
        return "y" if asked["person"] in (("comes",) if asked["command"] in DEALERS_OWN else ("floor", "boss")) else "n"
    sends = asked["sender"] in ("floor", "boss", "shift")
    free = asked["comer"] in ("comes", "away")
    return "y" if sends and free else "n"


def capped(rulebook: str, asked: Asked) -> str:
    if "least" in asked:
        return "y" if asked["least"] <= asked["stake"] <= asked["most"] else "n"
    stands = asked["before"] if asked["late"] else asked["before"] + asked["cents"]
    if "cards" not in asked:
        return written(stands)
    wagers = [{"seat": 1, "wager": asked["wager"], "stake_cents": stands}]
    return payments(rulebook, {**asked, "wagers": wagers})


def house_money(rulebook: str, asked: Asked) -> str:
    add = {int(seat): wager for seat, wager in asked["add"].items()}
    dealt = naive.deal(rulebook, asked["options"], asked["cards"], asked["wagers"], add)
    return written(sum(row["net_cents"] for row in dealt["wagers"]))


def match_play(rulebook: str, asked: Asked) -> str:
    if "cards" in asked:
        return payments(rulebook, asked)
    return "y" if asked["wager"] in asked["options"]["match_play_on"].split(",") else "n"


def turning(_: str, asked: Asked) -> str:
    seats = []
    for hand in asked["hands"]:
        best, seat = 0, 0
        for wager in sorted(asked["wagers"], key=lambda wager: wager["seat"]):  # seat 1 is the nearest
            if wager["wager"] == hand and wager["stake_cents"] > best:
                best, seat = wager["stake_cents"], wager["seat"]
        seats.append(str(seat))
    return " ".join(seats)


def picture(rulebook: str, asked: Asked) -> str:
    """The letter of the first thing that is wrong."""
    player, banker = asked["player"], asked["banker"]
    counts = naive.point_count(player[:2]), naive.point_count(banker[:2])
    draws = naive.player_draws(rulebook, *counts)
    third = naive.card_value(player[2]) if draws and len(player) == 3 else None
    options = asked["options"]
    if draws != (len(player) == 3):
        wrong = "player"
    elif naive.banker_draws(rulebook, *counts, third) != (len(banker) == 3):
        wrong = "banker"
    elif asked["call"] != result_call(rulebook, player, banker, options["vigorish_type"]):
        wrong = "call"
    else:
        cards = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
        dealt = naive.deal(rulebook, options, cards, asked["rows"])
        wrong = "nothing"
        for row, due in sorted(zip(asked["rows"], dealt["wagers"], strict=True), key=lambda pair: pair[0]["seat"]):
            right = (due["outcome"], due["winnings_cents"], due["vigorish_cents"])
            if (row["outcome"], row["paid_cents"], row["vigorish_cents"]) != right:
                wrong = str(row["seat"])
    return "abcdefghij"[asked["places"].index(wrong)]


NEXT = {
    "opening": ["receive", "inspect", "verify", "spread", "look", "turn-down", "wash", "stack"],
    "cut": ["offer-cut", "cut", "complete-cut", "load", "burn"],
    "round": [
        "no-more-bets", "four-cards", "announce-counts", "third-cards", "announce-result", "settle", "discard",
    ],
}  # fmt: skip
"""The order of the print, where all rulebooks have the same."""
SHUFFLES = {
    "section-42": {"shuffle": "feather", "feather": "feather-check"},
    "massachusetts": {"riffle": "turn", "turn": "riffle", "strip": "feather", "feather": "feather-check"},
}
BY_OTHERS = {"verify": "floorperson", "feather-check": "floorperson", "look": "guest"}
"""Who does a step that the dealer does not do; where there are several they are not asked of."""

CARRY, THIRD, BURN, TWO, SIMULATED, VOID, OFFER = (
    "first card of the next hand", "third card of the Banker's Hand", "as many as", "one more, drawn face down",
    "simulated round", "The round is void", "The right to turn the cards is offered",
)  # fmt: skip
SEEN = {
    "section-42": {"third-card-to-player": BURN, "card-in-error": BURN, "face-up-in-shoe": BURN},
    "massachusetts": {"third-card-to-player": TWO, "card-in-error": SIMULATED, "face-up-in-shoe": SIMULATED},
}
"""What becomes of a card that was seen: Section 42 (k)(1) to (3), which the guides borrow; Massachusetts 13(c), (d)."""


def next_step(rulebook: str, asked: Asked) -> str | None:
    """The id of the next step; ``None`` where the prints differ in more than this page states."""
    course = NEXT.get(asked["procedure"])
    if course is None:
        return SHUFFLES.get(rulebook, {}).get(asked["done"])
    return course[course.index(asked["done"]) + 1] if asked["done"] in course else None


def remedy(rulebook: str, asked: Asked) -> str:
    """Words of the right remedy."""
    kind = asked["kind"]
    if kind in ("too-few-cards", "right-relinquished"):
        return {"too-few-cards": VOID, "right-relinquished": OFFER}[kind]
    if kind == "exposed-in-dealing":
        return SIMULATED
    if asked["banker_draws"]:
        return THIRD
    if asked["disclosed"] is False:
        return CARRY
    return SEEN.get(rulebook, SEEN["section-42"])[kind]


OPINIONS: dict[str, Callable[[str, Asked], str]] = {
    "counts": counts,
    "naturals": naturals,
    "tableau": tableau,
    "draws": draws,
    "announcements": announcements,
    "payments": payments,
    "vigorish": vigorish,
    "marker-buttons": marker_buttons,
    "chips": chips,
    "layout": layout,
    "order": order,
    "last-hand": last_hand,
    "rack": rack,
    "sums": sums,
    "buy-in": buy_in,
    "tray": tray,
    "relief": lambda _, asked: relief(asked),
    "capped": capped,
    "house-money": house_money,
    "match-play": match_play,
    "picture": picture,
    "turning": turning,
}


def disagreement(rulebook: str, item: Item, steps: dict[tuple[str, str], str]) -> str | None:
    """Why the key of an item is wrong, or ``None``. ``steps`` are the sentences of the rulebook's steps."""
    options = dict(zip(item.labels, map(str, item.options), strict=True))
    if item.drill == "remedies":
        right = remedy(rulebook, item.asked)
        wrong = [text for letter, text in options.items() if (right in text) != (letter in item.answers)]
        return f"{item}: {right}" if wrong else None
    if item.drill == "steps":
        due = next_step(rulebook, item.asked)
        return None if due is None or options[item.shown] == steps[item.asked["procedure"], due] else f"{item}: {due}"
    if item.drill == "two-people":
        return None if two_people(item, options) else f"{item}"
    if item.drill == "who":
        answer = {options[letter] for letter in item.answers}
        right = BY_OTHERS.get(item.asked["step"], "dealer")
        asked_of_guests = item.asked["step"] in ("cut", "recut", "ask-spread", "ask-face-up", "dealer-cuts")
        return None if asked_of_guests or answer == {right} else f"{item}: {right}"
    if item.drill == "burn":
        expected = burn(rulebook, item.asked, item.level)
    else:
        expected = OPINIONS[item.drill](rulebook, item.asked)
    return None if item.shown == expected else f"{item.question} {item.answers}: {expected}"
