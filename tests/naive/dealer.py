"""The naive dealer: a second opinion on every coup, written from the printed rulebooks alone.

It shares no code with the engine and is meant to be read beside the print: plain ifs, one paragraph of
code for one paragraph of a rulebook, and no speed. Where a rulebook is silent or contradicts itself it
follows the resolutions of the conflict list, cited as A04, B10 and so on.

Money is in cents. Every account starts at zero before the wagers are placed, so a guest's chips go down by
the stakes and the final balance is the money that moved.
"""

from fractions import Fraction
from typing import Any

RULEBOOKS = ("section-42", "massachusetts", "seminole", "seneca")

# Inside a seat: Player or Banker, then Tie, then the side wagers (F08).
ORDER_INSIDE_A_SEAT = [
    "player",
    "banker",
    "tie",
    "dragon-bonus-player",
    "dragon-bonus-banker",
    "dragon-7",
    "panda-8",
    "player-pair",
    "banker-pair",
    "house-money",
]

# Massachusetts 12(e), one column of the print for each pay table; the leads of hands that are no Naturals (B25).
DRAGON_BONUS_A = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
DRAGON_BONUS_B = {9: 20, 8: 8, 7: 7, 6: 4, 5: 3, 4: 1}
DRAGON_BONUS_C = {9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2}

# Section 42 (i)(3), Table 2: "If no 3rd card", then a third card of 0, 1, 2 ... 9.
SECTION_42_TABLE_2 = {
    0: "D DDDDDDDDDD",
    1: "D DDDDDDDDDD",
    2: "D DDDDDDDDDD",
    3: "D DDDDDDDDSD",
    4: "D SSDDDDDDSS",
    5: "D SSSSDDDDSS",
    6: "S SSSSSSDDSS",
    7: "S SSSSSSSSSS",
    8: "S SSSSSSSSSS",
    9: "S SSSSSSSSSS",
}


# ---------------------------------------------------------------------------------------------------------
# Cards and hands


def card_value(card: str) -> int:
    """The value of a card: 2 to 9 its face, ten, jack, queen and king zero, the ace one."""
    rank = card[0]
    if rank == "A":
        return 1
    if rank in ("T", "J", "Q", "K"):
        return 0
    if rank in ("2", "3", "4", "5", "6", "7", "8", "9"):
        return int(rank)
    raise ValueError(f"{card} is no card")


def point_count(hand: list[str]) -> int:
    """The values added up; of a two-digit number the left digit is discarded."""
    total = 0
    for card in hand:
        total = total + card_value(card)
    return total % 10


def is_natural(hand: list[str]) -> bool:
    """A hand of 8 or 9 on its first two cards."""
    return len(hand) == 2 and point_count(hand) in (8, 9)


def is_pair(hand: list[str]) -> bool:
    """The first two cards are of the same rank, whatever their suits; a ten and a jack are no pair."""
    return hand[0][0] == hand[1][0]


def player_draws(rulebook: str, player_count: int, banker_count: int) -> bool:
    """Whether the Player's Hand takes a third card, from both two-card counts."""
    if rulebook == "section-42":  # (i)(1) and Table 1
        if player_count in (8, 9) or banker_count in (8, 9):
            return False
        return player_count in (0, 1, 2, 3, 4, 5)
    if rulebook == "massachusetts":  # 10(a) and (b)
        if player_count in (8, 9) or banker_count in (8, 9):
            return False
        return player_count < 6
    if rulebook == "seminole":  # "if the bank does not have a natural ..."
        if banker_count in (8, 9):
            return False
        return player_count not in (6, 7, 8, 9)
    if rulebook == "seneca":  # "unless Banker has a natural 8 or 9"
        if banker_count in (8, 9):
            return False
        return player_count in (0, 1, 2, 3, 4, 5)
    raise ValueError(f"no rulebook {rulebook}")


def banker_draws(rulebook: str, player_count: int, banker_count: int, player_third: int | None) -> bool:
    """Whether the Banker's Hand takes a third card.

    The two counts are those of the first two cards; player_third is the value of the Player's third card, or
    None when the Player's Hand stayed.
    """
    if player_count in (8, 9) or banker_count in (8, 9):  # all four rulebooks: a natural ends the drawing (A17)
        return False
    if rulebook == "section-42":
        row = SECTION_42_TABLE_2[banker_count]
        if player_third is None:
            return row[0] == "D"
        return row[2 + player_third] == "D"
    if rulebook == "massachusetts":
        if player_third is None:  # 10(c)(1)
            return banker_count <= 5
        if banker_count < 3:  # 10(c)(2)(i)
            return True
        if banker_count == 7:  # 10(c)(2)(ii)
            return False
        if banker_count == 3:  # 10(c)(2)(iii), Table 1
            return player_third != 8
        if banker_count == 4:
            return 2 <= player_third <= 7
        if banker_count == 5:
            return 4 <= player_third <= 7
        return 6 <= player_third <= 7
    if rulebook == "seminole":
        if player_third is None:  # "When the player stands on 6 or 7, the banker will always draw on ..."
            return banker_count in (0, 1, 2, 3, 4, 5)
        if banker_count in (0, 1, 2):
            return True
        if banker_count == 3:
            return player_third in (1, 2, 3, 4, 5, 6, 7, 9, 0)
        if banker_count == 4:
            return player_third in (2, 3, 4, 5, 6, 7)
        if banker_count == 5:
            return player_third in (4, 5, 6, 7)
        if banker_count == 6:
            return player_third in (6, 7)
        return False
    if rulebook == "seneca":
        if banker_count in (0, 1, 2):
            return True
        if banker_count == 7:
            return False
        if player_third is None:  # not printed: draws on 3, 4, 5 and stands on 6 (D02)
            return banker_count in (3, 4, 5)
        if banker_count == 3:
            return player_third in (1, 2, 3, 4, 5, 6, 7, 9, 0)
        if banker_count == 4:
            return player_third in (2, 3, 4, 5, 6, 7)
        if banker_count == 5:
            return player_third in (4, 5, 6, 7)
        return player_third in (6, 7)  # the 6 also stands in the other list; it draws (D01)
    raise ValueError(f"no rulebook {rulebook}")


def deal_hands(rulebook: str, cards: list[str]) -> tuple[list[str], list[str], list[str], bool]:
    """Deal one coup: the Player's Hand, the Banker's Hand, the cards left, and whether the coup is complete."""
    for card in cards:
        card_value(card)  # raises on what is no card
    left = list(cards)
    player: list[str] = []
    banker: list[str] = []
    for hand in (player, banker, player, banker):
        if not left:
            return player, banker, left, False
        hand.append(left.pop(0))
    player_count = point_count(player)
    banker_count = point_count(banker)
    player_third: int | None = None
    if player_draws(rulebook, player_count, banker_count):
        if not left:
            return player, banker, left, False
        third = left.pop(0)
        player.append(third)
        player_third = card_value(third)
    if banker_draws(rulebook, player_count, banker_count, player_third):
        if not left:
            return player, banker, left, False
        banker.append(left.pop(0))
    return player, banker, left, True


# ---------------------------------------------------------------------------------------------------------
# Options and wagers


def choose_options(rulebook: str, options: dict[str, str]) -> dict[str, str]:
    """The options that touch a coup, those not named at their defaults. Others (decks, deal_mode) are ignored."""
    if rulebook not in RULEBOOKS:
        raise ValueError(f"no rulebook {rulebook}")
    chosen = {
        "vigorish_type": "win",
        "vigorish_rate": "5%",
        "vigorish_rounding": "none",
        "vigorish_collection": "at-payout",
        "vigorish_rounded_at": "mark",
        "tie_vigorish_rounded": "no",
        "tie_odds": "8",
        "dragon_bonus": "off",
        "dragon_bonus_paytable": "A",
        "house_money": "off",
        "house_money_add": "all",
        "settlement_order": "iv",
        "match_play": "off",
        "house_money_on_void": "reverse",
    }
    if rulebook == "seminole":
        chosen["vigorish_collection"] = "deferred"
    if "dragon_bonus_paytable" in options:  # naming a pay table or a portion switches its wager on
        chosen["dragon_bonus"] = "on"
    if "house_money_add" in options:
        chosen["house_money"] = "on"
    for name in chosen:
        if name in options:
            chosen[name] = options[name]
    return chosen


def offered_wagers(rulebook: str, chosen: dict[str, str]) -> list[str]:
    """The wagers a table takes under this rulebook and these options."""
    offered = ["player", "banker", "tie"]
    if rulebook == "massachusetts":
        if chosen["dragon_bonus"] == "on":
            offered.append("dragon-bonus-player")
            offered.append("dragon-bonus-banker")
        if chosen["vigorish_type"] == "ez":  # always at EZ, never elsewhere (B27)
            offered.append("dragon-7")
            offered.append("panda-8")
        if chosen["house_money"] == "on":
            offered.append("house-money")
    if rulebook == "seminole":
        offered.append("player-pair")
        offered.append("banker-pair")
    return offered


def check_wagers(rulebook: str, chosen: dict[str, str], wagers: list[dict[str, Any]]) -> None:
    """Refuse what no table would have taken, so that a test never compares nonsense with nonsense."""
    seen = []
    for wager in wagers:
        place = (wager["seat"], wager["wager"])
        if wager["wager"] not in offered_wagers(rulebook, chosen):
            raise ValueError(f"{wager['wager']} is not offered")
        if place in seen:
            raise ValueError(f"seat {wager['seat']} has two wagers on {wager['wager']}")
        seen.append(place)
        if wager["stake_cents"] <= 0:
            raise ValueError("a wager needs a stake")
        if coupon_of(wager) != 0:
            if coupon_of(wager) < 0:
                raise ValueError("a coupon has a face value")
            if rulebook != "section-42" or chosen["match_play"] != "on":
                raise ValueError("match play is not offered")
            if wager["wager"] not in ("player", "banker"):
                raise ValueError("a match play coupon goes on Player or Banker only")


def coupon_of(wager: dict[str, Any]) -> int:
    """The face of the match play coupon lying with a wager, zero when there is none."""
    coupon: int = wager.get("coupon_cents", 0)
    return coupon


def whole_cents(amount: Fraction) -> int:
    """The amount as whole cents. A part of a cent is never paid or owed: such a wager is refused (A05, A09, F09)."""
    if amount.denominator != 1:
        raise ValueError(f"{amount} is not a whole number of cents")
    return amount.numerator


def round_up(amount: Fraction, multiple: int) -> Fraction:
    """The next highest multiple, an exact multiple unchanged (A04)."""
    rounded = Fraction(amount // multiple * multiple)
    if rounded < amount:
        rounded = rounded + multiple
    return rounded


# ---------------------------------------------------------------------------------------------------------
# What a wager does


def is_dragon_7(player: list[str], banker: list[str]) -> bool:
    """A Banker's Hand of 7 in three cards over a Player's Hand of less than 7."""
    return len(banker) == 3 and point_count(banker) == 7 and point_count(player) < 7


def is_panda_8(player: list[str], banker: list[str]) -> bool:
    """A Player's Hand of 8 in three cards over a Banker's Hand of less than 8."""
    return len(player) == 3 and point_count(player) == 8 and point_count(banker) < 8


def dragon_bonus(table: str, selected: list[str], other: list[str]) -> tuple[str, Fraction]:
    """Massachusetts 7(a)(4) and 12(e) for the selected hand."""
    if is_natural(selected):
        if not is_natural(other):
            return "win", Fraction(1)
        if point_count(selected) == 9 and point_count(other) == 8:
            return "win", Fraction(1)
        if point_count(selected) == point_count(other):
            return "push", Fraction(0)
        return "lose", Fraction(0)
    lead = point_count(selected) - point_count(other)
    if lead < 4:
        return "lose", Fraction(0)
    if table == "A":
        return "win", Fraction(DRAGON_BONUS_A[lead])
    if table == "B":
        return "win", Fraction(DRAGON_BONUS_B[lead])
    if table == "C":
        return "win", Fraction(DRAGON_BONUS_C[lead])
    raise ValueError(f"no pay table {table}")


def house_money(player: list[str], banker: list[str]) -> tuple[str, Fraction]:
    """Massachusetts 7(a)(7) and 12(h), from the first two cards of both hands."""
    if is_pair(player) and is_pair(banker):
        return "win", Fraction(15)
    if is_pair(player) or is_pair(banker):
        return "win", Fraction(3)
    return "lose", Fraction(0)


def outcome_and_odds(wager: str, chosen: dict[str, str], player: list[str], banker: list[str]) -> tuple[str, Fraction]:
    """Whether a wager wins, loses or is returned in a complete coup, and at what odds it is paid."""
    player_total = point_count(player)
    banker_total = point_count(banker)

    if wager == "player":
        if player_total > banker_total:
            return "win", Fraction(1)
        if player_total < banker_total:
            return "lose", Fraction(0)
        return "push", Fraction(0)

    if wager == "banker":
        if banker_total < player_total:
            return "lose", Fraction(0)
        if banker_total == player_total:
            return "push", Fraction(0)
        if chosen["vigorish_type"] == "ez" and is_dragon_7(player, banker):
            return "push", Fraction(0)
        if chosen["vigorish_type"] == "none-banker-6" and banker_total == 6:  # any number of cards (A08)
            return "win", Fraction(1, 2)
        return "win", Fraction(1)

    if wager == "tie":
        if player_total == banker_total:
            return "win", Fraction(chosen["tie_odds"])
        return "lose", Fraction(0)

    if wager == "dragon-bonus-player":
        return dragon_bonus(chosen["dragon_bonus_paytable"], player, banker)
    if wager == "dragon-bonus-banker":
        return dragon_bonus(chosen["dragon_bonus_paytable"], banker, player)

    if wager == "dragon-7":
        if is_dragon_7(player, banker):
            return "win", Fraction(40)
        return "lose", Fraction(0)
    if wager == "panda-8":
        if is_panda_8(player, banker):
            return "win", Fraction(25)
        return "lose", Fraction(0)

    if wager == "player-pair":
        if is_pair(player):
            return "win", Fraction(11)
        return "lose", Fraction(0)
    if wager == "banker-pair":
        if is_pair(banker):
            return "win", Fraction(11)
        return "lose", Fraction(0)

    raise ValueError(f"no wager {wager} is settled after the result")


def vigorish_on_win(chosen: dict[str, str], winnings: Fraction) -> Fraction:
    """The vigorish on the amount won by a Banker wager, as taken or as marked on the button."""
    if chosen["vigorish_type"] != "win":
        return Fraction(0)
    percent = int(chosen["vigorish_rate"].rstrip("%"))
    vigorish = winnings * percent / 100
    if chosen["vigorish_collection"] == "deferred" and chosen["vigorish_rounded_at"] == "collection":
        return vigorish  # marked exactly; the rounding waits for the collection (A04)
    if chosen["vigorish_rounding"] == "none":
        return vigorish
    if chosen["vigorish_rounding"] == "up-to-5c":
        return round_up(vigorish, 5)
    if chosen["vigorish_rounding"] == "up-to-25c":
        return round_up(vigorish, 25)
    raise ValueError(f"no rounding {chosen['vigorish_rounding']}")


# ---------------------------------------------------------------------------------------------------------
# One coup


def move(balances: dict[str, int], giver: str, taker: str, cents: int) -> None:
    """Move cents from one account to another."""
    balances[giver] = balances.get(giver, 0) - cents
    balances[taker] = balances.get(taker, 0) + cents


def deal(
    rulebook: str,
    options: dict[str, str],
    cards: list[str],
    wagers: list[dict[str, Any]],
    add: dict[int, str] | None = None,
) -> dict[str, Any]:
    """One coup from given cards: the hands, the result, every wager and the final balance of every account."""
    chosen = choose_options(rulebook, options)
    check_wagers(rulebook, chosen, wagers)
    if add is None:
        add = {}
    player, banker, unused, complete = deal_hands(rulebook, cards)

    if not complete:
        result = "void"
    elif point_count(player) > point_count(banker):
        result = "player"
    elif point_count(player) < point_count(banker):
        result = "banker"
    else:
        result = "tie"

    balances: dict[str, int] = {"tray": 0, "vigorish": 0}
    rows: list[dict[str, Any]] = []
    for wager in wagers:
        chips = f"seat/{wager['seat']}/chips"
        area = f"layout/{wager['seat']}/{wager['wager']}"
        move(balances, chips, area, wager["stake_cents"])
        rows.append(
            {
                "seat": wager["seat"],
                "wager": wager["wager"],
                "stake_cents": wager["stake_cents"],
                "added_cents": 0,
                "outcome": "push",
                "winnings_cents": 0,
                "vigorish_cents": 0,
                "net_cents": 0,
            }
        )

    # House Money: settled after the first four cards and before any third one, in every coup (B09). In a void
    # coup it is reversed, which leaves nothing of it, or it stands (B10).
    four_cards = len(player) >= 2 and len(banker) >= 2
    house_money_counts = four_cards and (complete or chosen["house_money_on_void"] == "stands")
    for row in rows:
        if row["wager"] == "house-money" and house_money_counts:
            settle_house_money(chosen, row, rows, add, player, banker, balances)

    # Everything else.
    for wager, row in zip(wagers, rows, strict=True):
        if row["wager"] == "house-money" and house_money_counts:
            continue
        settle(chosen, row, coupon_of(wager), complete, player, banker, balances)

    return {
        "player": {"cards": player, "total": point_count(player)},
        "banker": {"cards": banker, "total": point_count(banker)},
        "result": result,
        "unused": unused,
        "wagers": rows,
        "balances": balances,
    }


def settle_house_money(
    chosen: dict[str, str],
    row: dict[str, Any],
    rows: list[dict[str, Any]],
    add: dict[int, str],
    player: list[str],
    banker: list[str],
    balances: dict[str, int],
) -> None:
    """Collect or pay one House Money wager; the guest takes the payout or adds it to a Player or Banker wager."""
    seat = row["seat"]
    stake = row["stake_cents"]
    outcome, odds = house_money(player, banker)
    row["outcome"] = outcome
    if outcome == "lose":
        row["net_cents"] = -stake
        move(balances, f"layout/{seat}/house-money", "tray", stake)
        return

    payout = whole_cents(stake * odds)
    row["winnings_cents"] = payout
    row["net_cents"] = payout
    move(balances, f"layout/{seat}/house-money", f"seat/{seat}/chips", stake)  # the stake itself is returned (B07)

    added = 0
    if seat in add:
        if add[seat] not in ("player", "banker"):
            raise ValueError("House Money is added to a Player or Banker wager")
        main = None
        for other in rows:
            if other["seat"] == seat and other["wager"] == add[seat]:
                main = other
        if main is None:
            raise ValueError(f"seat {seat} has no {add[seat]} wager to add to")  # B06
        if chosen["house_money_add"] == "all":
            added = payout
        else:
            added = whole_cents(payout * Fraction(chosen["house_money_add"]))
        main["added_cents"] = added
        move(balances, "tray", f"layout/{seat}/{add[seat]}", added)
    move(balances, "tray", f"seat/{seat}/chips", payout - added)


def settle(
    chosen: dict[str, str],
    row: dict[str, Any],
    coupon: int,
    complete: bool,
    player: list[str],
    banker: list[str],
    balances: dict[str, int],
) -> None:
    """Settle one wager after the result; in a void coup it is returned whole (A43, Massachusetts 13(e))."""
    chips = f"seat/{row['seat']}/chips"
    area = f"layout/{row['seat']}/{row['wager']}"
    on_the_area = row["stake_cents"] + row["added_cents"]

    if complete:
        outcome, odds = outcome_and_odds(row["wager"], chosen, player, banker)
    else:
        outcome, odds = "push", Fraction(0)
    row["outcome"] = outcome

    if outcome == "lose":  # the coupon is surrendered too, and costs nothing (A44)
        move(balances, area, "tray", on_the_area)
        row["net_cents"] = -on_the_area
        return

    if outcome == "push":
        move(balances, area, chips, on_the_area)
        if complete and row["wager"] == "banker" and chosen["vigorish_type"] == "tie-25":
            # 25 percent of the chips (A02, A03, A44), collected and never marked (A25)
            charge = Fraction(on_the_area) * 25 / 100
            vigorish = whole_cents(round_up(charge, 5) if chosen["tie_vigorish_rounded"] == "yes" else charge)
            move(balances, chips, "vigorish", vigorish)
            row["vigorish_cents"] = vigorish
            row["net_cents"] = -vigorish
        return

    winnings = whole_cents((on_the_area + coupon) * odds)
    move(balances, "tray", chips, winnings)
    move(balances, area, chips, on_the_area)
    row["winnings_cents"] = winnings
    row["net_cents"] = winnings
    if row["wager"] == "banker":
        vigorish = whole_cents(vigorish_on_win(chosen, Fraction(winnings)))
        if vigorish > 0:
            if chosen["vigorish_collection"] == "deferred":
                move(balances, f"seat/{row['seat']}/owed", "vigorish", vigorish)
            else:
                move(balances, chips, "vigorish", vigorish)
        row["vigorish_cents"] = vigorish
        row["net_cents"] = winnings - vigorish


# ---------------------------------------------------------------------------------------------------------
# The order of settlement


def settlement_steps(
    rulebook: str,
    options: dict[str, str],
    cards: list[str],
    wagers: list[dict[str, Any]],
    add: dict[int, str] | None = None,
    dealt: dict[str, Any] | None = None,
) -> list[tuple[str, int, str]]:
    """The prescribed order as (action, seat, wager); the action is collect, vigorish, pay or return.

    Who has dealt the coup already gives it as ``dealt``.
    """
    chosen = choose_options(rulebook, options)
    if dealt is None:
        dealt = deal(rulebook, options, cards, wagers, add)
    steps: list[tuple[str, int, str]] = []

    rows: dict[tuple[int, str], dict[str, Any]] = {}
    for row in dealt["wagers"]:
        rows[(row["seat"], row["wager"])] = row
    seats_down = sorted({row["seat"] for row in dealt["wagers"]}, reverse=True)
    seats_up = sorted(seats_down)

    # House Money, from the dealer's right counterclockwise, which is seat 1 and up (F01).
    player = dealt["player"]["cards"]
    banker = dealt["banker"]["cards"]
    house_money_done = len(player) >= 2 and len(banker) >= 2
    if house_money_done:
        for seat in seats_up:
            if (seat, "house-money") in rows:
                outcome, _ = house_money(player, banker)
                if outcome == "win":
                    steps.append(("pay", seat, "house-money"))
                else:
                    steps.append(("collect", seat, "house-money"))

    # A void coup: everything goes back, and House Money with it unless it stands.
    if dealt["result"] == "void":
        for seat in seats_down:
            for name in ORDER_INSIDE_A_SEAT:
                if (seat, name) in rows:
                    if name == "house-money" and house_money_done and chosen["house_money_on_void"] == "stands":
                        continue
                    steps.append(("return", seat, name))
        return steps

    # First each losing wager.
    for seat in seats_down:
        for name in ORDER_INSIDE_A_SEAT:
            if name == "house-money" or (seat, name) not in rows:
                continue
            if rows[(seat, name)]["outcome"] == "lose":
                steps.append(("collect", seat, name))

    # Which seats the procedure walks, and what is done at each of them (A25).
    tie_25 = chosen["vigorish_type"] == "tie-25"
    walked = []
    payments: dict[int, list[tuple[str, int, str]]] = {}
    charges: dict[int, list[tuple[str, int, str]]] = {}
    for seat in seats_down:
        payments[seat] = []
        charges[seat] = []
        for name in ORDER_INSIDE_A_SEAT:
            if name != "house-money" and (seat, name) in rows:
                row = rows[(seat, name)]
                if row["outcome"] == "win":
                    payments[seat].append(("pay", seat, name))
                if row["outcome"] == "push" and name == "banker" and tie_25:
                    payments[seat].append(("return", seat, name))
                if row["vigorish_cents"] > 0:
                    charges[seat].append(("vigorish", seat, name))
        if payments[seat]:
            walked.append(seat)

    if chosen["settlement_order"] == "i":
        for seat in walked:
            steps.extend(payments[seat])
        for seat in walked:
            steps.extend(charges[seat])
    elif chosen["settlement_order"] == "ii":
        for seat in walked:
            steps.extend(charges[seat])
        for seat in walked:
            steps.extend(payments[seat])
    elif chosen["settlement_order"] == "iii":
        for seat in walked:
            steps.extend(payments[seat])
            steps.extend(charges[seat])
    elif chosen["settlement_order"] == "iv":
        for seat in walked:
            steps.extend(charges[seat])
            steps.extend(payments[seat])
    else:
        raise ValueError(f"no procedure {chosen['settlement_order']}")

    # The wagers that neither won nor lost go back last.
    for seat in seats_down:
        for name in ORDER_INSIDE_A_SEAT:
            if name == "house-money" or (seat, name) not in rows:
                continue
            if name == "banker" and tie_25:
                continue
            if rows[(seat, name)]["outcome"] == "push":
                steps.append(("return", seat, name))
    return steps


# ---------------------------------------------------------------------------------------------------------
# The shoe


def burn(cards: list[str]) -> tuple[list[str], list[str]]:
    """The first card and as many more as its face, tens and faces ten, the ace one; and the cards left."""
    first = cards[0]
    if first[0] in ("T", "J", "Q", "K"):
        more = 10
    elif first[0] == "A":
        more = 1
    else:
        more = int(first[0])
    return list(cards[: 1 + more]), list(cards[1 + more :])


def coups_in_shoe(order: list[str], cut_card_depth: int, rulebook: str = "section-42") -> list[list[str]]:
    """A whole shoe: the cards of each coup, in the order they left the shoe.

    The order is that of the loaded shoe, the first card first; the cutting card has cut_card_depth cards
    behind it. The coup in which it comes out (as the first thing of that coup, or during it) is completed,
    then "last hand": one more coup, and the shoe is over (A32). A cutting card met in the burn counts for the
    first coup (A33). If the cards run out the coup is void; its cards are the last list.
    """
    burned, left = burn(order)
    cards_before_cutting_card = len(order) - cut_card_depth
    gone = len(burned)
    cutting_card_seen = gone > cards_before_cutting_card
    coups: list[list[str]] = []
    while True:
        last_hand = len(coups) > 0 and cutting_card_seen
        _, _, rest, complete = deal_hands(rulebook, left)
        used = len(left) - len(rest)
        coups.append(left[:used])
        left = rest
        gone = gone + used
        if gone > cards_before_cutting_card:  # a card from behind the cutting card was dealt
            cutting_card_seen = True
        if last_hand or not complete:
            return coups
