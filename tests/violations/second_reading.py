"""Clauses that nobody had broken yet, read again: values, charts, third cards, side wagers, cards in hand, devices."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.violations.ma_doors import Table
from tests.violations.ma_house_money import won
from tests.violations.scenes import Scene, fresh_decks, scene
from tests.violations.trial import Play, Refused, TriedHouse, refused, violation


def at(house: TriedHouse, rulebook: str, cards: str, holds: str, facts: Mapping[str, Any]) -> Table:
    """A coup with these cards has come so far; of the facts wagers end with their seat, and options do not."""
    wagers = {name: cents for name, cents in facts.items() if name[-1].isdigit()}
    options = {name: value for name, value in facts.items() if name not in wagers}
    table = Table(house, rulebook, guests=(3, 5), **options)
    table.coup(cards, holds, **(wagers or {"player_3": 5_000}))
    return table


def tried(name: str, clause: str, tries: str, play: Play) -> None:
    """Register a violation that differs from others in its facts alone."""

    def one(house: TriedHouse) -> Refused:
        return play(house)

    one.__name__ = name
    violation(clause, tries)(one)


BOOKS = {"s42": "section-42", "ma": "massachusetts", "sem": "seminole", "sen": "seneca"}


def book_of(clause: str) -> str:
    return BOOKS[clause.partition("/")[0]]


def counted(name: str, clause: str, tries: str, cards: str, count: int) -> None:
    """The dealer announces this count of the Player's Hand."""

    def play(house: TriedHouse) -> Refused:
        table = at(house, book_of(clause), cards, "turning", {})
        if table.state.rules.options["deal_mode"] == "handed":
            table.go(lambda state: state.coup is not None and len(state.coup.known) >= 2)
        return refused(table.dealer.give("CallCount", hand="player", count=count))

    tried(name, clause, tries, play)


def passed_over(name: str, clause: str, tries: str, cards: str, result: tuple[int, int, str]) -> None:
    """A hand is due a third card, and the dealer announces the result without it."""

    def play(house: TriedHouse) -> Refused:
        dealt = len(cards.split())
        table = at(house, book_of(clause), cards, "drawing", {})
        table.go(lambda state: state.coup is not None and len(state.coup.in_order()) == dealt)
        table.go(lambda state: state.coup is not None and set(state.coup.in_order()) <= set(state.coup.known))
        player, banker, winner = result
        return refused(table.dealer.give("CallResult", player=player, banker=banker, result=winner))

    tried(name, clause, tries, play)


def drawn(name: str, clause: str, tries: str, cards: str, hand: str, holds: str = "result") -> None:
    """A third card for a hand that stays."""

    def play(house: TriedHouse) -> Refused:
        return refused(at(house, book_of(clause), cards, holds, {}).dealer.give("DealCard", hand=hand))

    tried(name, clause, tries, play)


def paid(name: str, clause: str, tries: str, cards: str, move: tuple[str, int, str, int], **facts: Any) -> None:
    """The dealer makes this move of the settlement."""

    def play(house: TriedHouse) -> Refused:
        table = at(house, book_of(clause), cards, "settling", facts)
        return refused(table.dealer.give("TakeActions", actions=[move]))

    tried(name, clause, tries, play)


def called(name: str, clause: str, tries: str, cards: str, result: tuple[int, int, str], **facts: Any) -> None:
    """The dealer announces this result."""

    def play(house: TriedHouse) -> Refused:
        table = at(house, book_of(clause), cards, "result", facts)
        player, banker, winner = result
        return refused(table.dealer.give("CallResult", player=player, banker=banker, result=winner))

    tried(name, clause, tries, play)


# ------------------------------------------------------------------------------------------------- values and counts

counted("two_and_two", "s42/a/2", "The dealer counts two fours as four.", "4h 2s 4d 2d", 4)
counted("jack_and_ten", "ma/6/a", "The dealer counts a jack and a ten as twenty-one, so one.", "Jh 2s Td 2d", 1)
counted("two_digits", "ma/6/b", "The dealer announces thirteen for a six and a seven.", "6h 2s 7d 2d", 13)
counted("face_value", "sem/values", "The dealer counts a queen and a seven as nine.", "Qh 2s 7d 2d", 9)
counted("ace_as_eleven", "sem/values-ace-deuce", "The dealer counts an ace and a deuce as thirteen.", "Ah Ks 2d Kd", 13)
counted("king_and_queen", "sem/values-tens", "The dealer counts a king and a queen as twenty.", "Kh 2s Qd 2d", 20)
counted("queen_as_ten", "sen/values-zero", "The dealer counts a queen and an eight as eighteen.", "Qh Ks 8d 2d", 18)
counted("four_and_six", "sen/values-combination", "The dealer counts a four and a six as ten.", "4h 2s 6d 2d", 10)
counted("ace_as_fourteen", "sen/values-ace", "The dealer counts an ace and a three as fourteen.", "Ah 2s 3d Kd", 14)
counted("deuce_as_one", "sen/values-face", "The dealer counts a deuce and a three as four.", "2h Ks 3d 4d", 4)

# ------------------------------------------------------------------------------------------------ charts, third cards

for _clause, _cards, _result in (
    ("sem/banker-0-2", "Kh Ks 4d 2d 8c", (2, 2, "tie")),
    ("sem/banker-3", "Kh Ks 4d 3d 9c", (3, 3, "tie")),
    ("sem/banker-4", "Kh Ks 4d 4d 7c", (1, 4, "banker")),
    ("sem/banker-5", "Kh Ks 4d 5d 4c", (8, 5, "player")),
    ("sem/banker-6", "Kh Ks 4d 6d 7c", (1, 6, "banker")),
    ("sen/banker-draws-0-2", "Kh Ks 4d 2d 8c", (2, 2, "tie")),
    ("sen/banker-3", "Kh Ks 4d 3d 9c", (3, 3, "tie")),
    ("sen/banker-4", "Kh Ks 4d 4d 7c", (1, 4, "banker")),
    ("sen/banker-5", "Kh Ks 4d 5d 4c", (8, 5, "player")),
    ("sen/banker-6", "Kh Ks 4d 6d 6c", (0, 6, "banker")),
):
    _total, _third = _cards.split()[3][0], _cards.split()[4][0]
    passed_over(
        f"stays_{_clause.replace('/', '_').replace('-', '_')}",
        _clause,
        f"{book_of(_clause).capitalize()}: the bank has {_total} against a third card of {_third}, and stays.",
        _cards,
        _result,
    )

passed_over(
    "row_of_table_2",
    "s42/i/6",
    "Table 2 says D, and the dealer has the Banker stay.",
    "2h 3s 2d 2s 7c",
    (1, 5, "banker"),
)
passed_over(
    "banker_by_table_2", "s42/i/3", "The Player stood, the Banker has five and stays.", "3h 3s 3d 2s", (6, 5, "player")
)
passed_over(
    "table_1",
    "s42/i/2",
    "The Player has five and the Banker seven; the dealer has both stay.",
    "3h 5s 2d 2s",
    (5, 7, "banker"),
)
passed_over(
    "ma_banker_after_a_third",
    "ma/10/c/2",
    "The Player drew a five, the Banker has five, and the dealer has it stay.",
    "2h 3s 2d 2s 5c",
    (9, 5, "player"),
)
passed_over(
    "ma_banker_of_seven_and_less",
    "ma/10/c",
    "Six against four, and the dealer has the Banker stay.",
    "3h 2s 3d 2c",
    (6, 4, "player"),
)
drawn(
    "no_choice_in_florida",
    "sem/no-options",
    "The guest wants a card for seven, and the dealer deals it.",
    "Kh Ks 7d 7c",
    "player",
)
drawn(
    "fixed_in_florida",
    "sem/fixed-rules",
    "The bank has six against six, and the dealer draws for luck.",
    "Kh Ks 6d 6c",
    "banker",
)
drawn(
    "chart_stand",
    "sem/chart-player-stand",
    "The chart has the player stand on seven, and the dealer draws.",
    "Kh Qs 7d 6c",
    "player",
)
drawn(
    "chart_natural",
    "sem/chart-player-natural",
    "The player has a natural nine, and the dealer draws for it.",
    "Kh Qs 9d 6c",
    "player",
)
drawn(
    "no_choice_in_niagara",
    "sen/no-options",
    "A guest asks for a card on six, and the dealer deals it.",
    "Kh Ks 6d 7c",
    "player",
)
drawn(
    "over_in_niagara",
    "sen/player-natural",
    "The player has eight, and the dealer draws for the bank.",
    "Kh Ks 8d 3c",
    "banker",
)
drawn(
    "over_for_the_bank",
    "sen/banker-natural",
    "The bank has nine, and the dealer draws for the player.",
    "Kh Ks 3d 9c",
    "player",
)
drawn(
    "seven_in_niagara",
    "sen/banker-7",
    "The bank has seven, the player drew, and the dealer draws for the bank.",
    "Kh Ks 4d 7c 6s",
    "banker",
)
drawn(
    "four_no",
    "sen/banker-4-no",
    "At the Falls the bank has four, and draws against an ace.",
    "Kh Ks 4d 4c As",
    "banker",
)
drawn("five_no", "sen/banker-5-no", "The bank has five and draws against a three.", "Kh Ks 4d 5c 3s", "banker")
drawn("six_no", "sen/banker-6-no", "The bank has six and draws against an eight.", "Kh Ks 4d 6c 8s", "banker")

# --------------------------------------------------------------------------------------------- results and settlement

called(
    "ace_two_four",
    "s42/a/3/i",
    "Ace, deuce and four: the dealer announces eight.",
    "Ah Ks 2d Kd 4c 5s",
    (8, 5, "player"),
)
called(
    "ace_two_nine",
    "ma/6/b/2",
    "Ace, deuce and nine: the dealer announces twelve.",
    "Ah Ks 2d 2c 9c Kd",
    (12, 2, "player"),
)
called(
    "tie_for_the_bank",
    "sen/tie",
    "Six against six, and the dealer gives the bank the round.",
    "Kh Ks 6d 6c",
    (6, 6, "banker"),
)
paid(
    "bank_bet_kept",
    "sen/banker-bet",
    "The bank has nine to nothing, and the dealer collects a bank bet.",
    "Kh 9s Qd Ks",
    ("collect", 3, "banker", 5_000),
    banker_3=5_000,
)
paid(
    "player_bet_kept",
    "sen/player-bet",
    "The player has nine to nothing, and the dealer collects a player bet.",
    "9h Ks Qd Kh",
    ("collect", 3, "player", 5_000),
    player_3=5_000,
)
paid(
    "tie_bet_kept",
    "sen/tie-bet",
    "Nine against nine, and the dealer collects a tie bet.",
    "9h 9s Qd Ks",
    ("collect", 3, "tie", 1_000),
    tie_3=1_000,
)
paid(
    "bank_paid_less",
    "sen/even-money-banker",
    "The dealer pays a bank bet nineteen to twenty and takes nothing.",
    "Kh 9s Qd Ks",
    ("pay", 3, "banker", 4_750),
    banker_3=5_000,
)

DB: dict[str, Any] = {"dragon_bonus": True}
paid(
    "natural_kept",
    "ma/7/a/4/i/a",
    "A natural eight beats seven, and the dealer collects Dragon Bonus.",
    "Kh Ks 8d 7c",
    ("collect", 3, "dragon-bonus-player", 1_000),
    **DB,
    dragon_bonus_player_3=1_000,
)
paid(
    "nine_over_eight",
    "ma/7/a/4/i/b",
    "A natural nine beats a natural eight, and Dragon Bonus on it is returned.",
    "Kh Ks 9d 8c",
    ("return", 3, "dragon-bonus-player", 1_000),
    **DB,
    dragon_bonus_player_3=1_000,
)
paid(
    "lead_of_four",
    "ma/7/a/4/i/c",
    "The Banker leads by four, and the dealer collects Dragon Bonus on it.",
    "Kh Ks 2d 7c As",
    ("collect", 3, "dragon-bonus-banker", 1_000),
    **DB,
    dragon_bonus_banker_3=1_000,
)
paid(
    "lead_of_nine",
    "ma/12/e/win-by-9",
    "Pay table A, a lead of nine, and the dealer pays twenty to one.",
    "Kh Ks 4d Kc 5s Kd",
    ("pay", 3, "dragon-bonus-player", 20_000),
    **DB,
    dragon_bonus_player_3=1_000,
)
paid(
    "lead_of_eight",
    "ma/12/e/win-by-8",
    "Pay table A, a lead of eight, and the dealer pays eight to one.",
    "Kh Ks 4d Kc 4s Kd",
    ("pay", 3, "dragon-bonus-player", 8_000),
    **DB,
    dragon_bonus_player_3=1_000,
)
paid(
    "lead_of_five",
    "ma/12/e/win-by-5",
    "Pay table A, a lead of five, and the dealer pays three to one.",
    "Kh Ks 4d Kc As Kd",
    ("pay", 3, "dragon-bonus-player", 3_000),
    **DB,
    dragon_bonus_player_3=1_000,
)
paid(
    "dragon_7_kept",
    "ma/7/a/5/i",
    "Dragon 7, and the dealer collects its insurance.",
    "Kh 2s 2d 2d 4h 3c",
    ("collect", 3, "dragon-7", 1_000),
    vigorish_type="ez",
    dragon_7_3=1_000,
)
paid(
    "panda_8_kept",
    "ma/7/a/6/i",
    "Panda 8, and the dealer collects its insurance.",
    "Kh Ks 2d 4c 6h 3d",
    ("collect", 3, "panda-8", 1_000),
    vigorish_type="ez",
    panda_8_3=1_000,
)


# ---------------------------------------------------------------------------------------------------------- House Money


def settled(cards: str, move: tuple[str, int, str, int]) -> Callable[[TriedHouse], Refused]:
    def play(house: TriedHouse) -> Refused:
        table = won(house, cards, house_money_2=1_000)
        return refused(table.dealer.give("SettleHouseMoney", seat=2, actions=[move]))

    return play


PAIR, TWO_PAIRS, NO_PAIR, COURT = "2h 4s 2d 3d 9c", "2h 4s 2d 4d 9c", "2h 4s 3d 6d 9c", "Kh 4s Qd 3d 9c"
tried(
    "one_pair_at_15",
    "ma/12/h/one",
    "One pair, and the dealer pays House Money fifteen to one.",
    settled(PAIR, ("pay", 2, "house-money", 15_000)),
)
tried(
    "two_pairs_at_3",
    "ma/12/h/both",
    "Two pairs, and the dealer pays House Money three to one.",
    settled(TWO_PAIRS, ("pay", 2, "house-money", 3_000)),
)
tried(
    "court_cards",
    "ma/7/a/7/i/pair",
    "A king and a queen, and the dealer pays House Money for a pair.",
    settled(COURT, ("pay", 2, "house-money", 3_000)),
)
tried(
    "no_pair_returned",
    "ma/7/a/7/ii",
    "No pair, and the dealer returns House Money.",
    settled(NO_PAIR, ("return", 2, "house-money", 1_000)),
)
tried(
    "pair_kept",
    "ma/7/a/7/i",
    "A pair, and the dealer collects House Money.",
    settled(PAIR, ("collect", 2, "house-money", 1_000)),
)


# ------------------------------------------------------------------------------------------------------ cards in hand

HANDED = {"deal_mode": "handed"}


@violation("s42/g/3/iii/A", "The cards are to be handed, and the dealer turns the Player's over where they lie.")
def turned_by_the_dealer(house: TriedHouse) -> Refused:
    table = at(house, "section-42", "2h 3s 2d 2s 4c 9d", "turning", HANDED | {"player_3": 5_000})
    return refused(table.dealer.give("TurnCards", hand="player"))


def third_card_down(house: TriedHouse, rulebook: str, cards: str, hand: str, **facts: Any) -> Table:
    """A third card lies face down on the area of its hand."""
    table = at(house, rulebook, cards, "drawing", (HANDED if rulebook == "section-42" else {}) | facts)
    table.go(lambda state: state.coup is not None and len(state.coup.hand(hand)) == 3)
    return table


BOTH = {"player_3": 5_000, "banker_5": 5_000}


@violation("s42/g/3/iii/C/hand", "The dealer turns the Player's third card over, which is the guest's to see first.")
def third_turned_by_the_dealer(house: TriedHouse) -> Refused:
    table = third_card_down(house, "section-42", "2h 3s 2d 2s 4c 9d", "player", **BOTH)
    return refused(table.dealer.give("TurnCards", hand="player"))


@violation("s42/g/3/iii/D/hand", "The dealer turns the Banker's third card over, which is the guest's to see first.")
def bankers_third_turned_by_the_dealer(house: TriedHouse) -> Refused:
    table = third_card_down(house, "section-42", "2h 3s 2d 2s 4c 9d", "banker", **BOTH)
    return refused(table.dealer.give("TurnCards", hand="banker"))


@violation("s42/g/3/iii/D/return", "The bettor on the Player turns the Banker's third card.")
def bankers_third_by_another(house: TriedHouse) -> Refused:
    table = third_card_down(house, "section-42", "2h 3s 2d 2s 4c 9d", "banker", **BOTH)
    table.dealer.ok("HandCards", hand="banker", seat=5)
    return refused(table.guests[3].give("ReturnCards", hand="banker"))


@violation("s42/h/3/handed", "The dealer announces the result while a third card is with its bettor.")
def announced_with_a_card_out(house: TriedHouse) -> Refused:
    table = third_card_down(house, "section-42", "2h 3s 2d 2s 4c 9d", "banker", **BOTH)
    table.dealer.ok("HandCards", hand="banker", seat=5)
    return refused(table.dealer.give("CallResult", player=8, banker=5, result="player"))


@violation("ma/8/c/4/hand", "The dealer turns the Player's third card over, which is handed face down.")
def ma_third_turned_by_the_dealer(house: TriedHouse) -> Refused:
    table = third_card_down(house, "massachusetts", "2h 3s 2d 2s 4c 9d", "player", **BOTH)
    return refused(table.dealer.give("TurnCards", hand="player"))


@violation("ma/8/c/5/hand", "The dealer turns the Banker's third card over, which is handed face down.")
def ma_bankers_third_turned(house: TriedHouse) -> Refused:
    table = third_card_down(house, "massachusetts", "2h 3s 2d 2s 4c 9d", "banker", **BOTH)
    return refused(table.dealer.give("TurnCards", hand="banker"))


@violation("ma/8/d", "The dealer takes the cards from a guest for a breach of rules, a reason of another book.")
def revoked_for_a_breach(house: TriedHouse) -> Refused:
    table = at(house, "massachusetts", "2h 3s 2d 2s 4c 9d", "turning", BOTH)
    table.go(lambda state: state.coup is not None and state.coup.handed == "player")
    return refused(table.dealer.give("RevokeRight", hand="player", reason="breach", note="smoking"))


# ------------------------------------------------------------------------------------- devices, batches, void rounds


@violation("s42/a/4/iv", "The dealer loads the batch that lies in the shuffler beside the one in play.")
def both_in_play(house: TriedHouse) -> Refused:
    table = Table(house, "section-42", shuffler="automatic")
    table.sit(3)
    table.go("completed")
    other = "B" if table.state.in_play == "A" else "A"
    return refused(table.dealer.give("LoadShoe", batch=other, cutting_cards=2))


@violation("s42/f/1/shoe", "The dealer deals the first round from the stack in hand, before it is in the shoe.")
def dealt_from_the_hand(house: TriedHouse) -> Refused:
    table = Table(house, "section-42")
    table.sit(3)
    table.go("completed")
    return refused(table.dealer.give("DealCard", hand="player"))


@violation("ma/5/a", "Fresh cards that nobody preshuffled are cut at once.")
def fresh_cards_cut(house: TriedHouse) -> Refused:
    table = Table(house)
    table.sit(3)
    table.go("shuffle")
    return refused(table.dealer.give("CutStack", position=100))


@violation("s42/b/3", "A guest bets on the Banker from a seat that another sits at.")
def bet_for_another(house: TriedHouse) -> Refused:
    found = scene(house, "betting")
    return refused(found.ann.give("PlaceWager", seat=5, wager="banker", cents=1_000))


@violation("s42/e/7/who", "Who cut is to cut again and has gone away; another guest at that seat takes the cut.")
def recut_by_another_person(house: TriedHouse) -> Refused:
    def make(found: Scene) -> None:
        fresh_decks()(found)
        found.on("cut-offer")
        found.bob.ok("AnswerCut", accept=True)
        found.bob.ok("CutStack", position=100)
        found.bob.ok("LeaveSeat", seat=5)
        found.table.guest(5, "Eve", 5_000)
        found.floor.ok("OrderRecut", reason="the cutting card fell out")

    found = scene(house, "the guest who cut has gone", make, recut_by="same")
    eve = house.person("guest", "Eve").live(found.table.id)
    return refused(eve.give("AnswerCut", accept=True))
