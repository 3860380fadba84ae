"""Public engines in Python, answering questions of the conformance kit; each is read from a folder that holds it.

    minibac kit run -- python3 bench/kit_engines.py ride-free-sim FOLDER

Nothing of theirs is in this repository. Each function gives an engine the cards of a question and says what it did.
"""

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

TENS = ("T", "J", "Q", "K")

Question = dict[str, Any]
Answer = Callable[[Question], dict[str, Any]]


class CannotError(Exception):
    """The engine has nothing for this question."""


def of_cards(coup: Callable[[list[str]], dict[str, Any]]) -> Answer:
    """An engine's coup, of a question."""
    return lambda question: coup(question["cards"])


def only(question: Question, wagers: tuple[str, ...], **options: tuple[Any, ...]) -> None:
    """Whether an engine has these wagers and schemes, and the rest as every table has it."""
    has = {"vigorish_rounding": ("none",), "vigorish_collection": ("at-payout",), "match_play": (False,), **options}
    for name, values in has.items():
        if name in question["options"] and question["options"][name] not in values:
            raise CannotError(f"no {name} {question['options'][name]}")
    for wager in question["wagers"]:
        if wager["wager"] not in wagers:
            raise CannotError(f"no wager {wager['wager']}")


def settled(question: Question, winner: str, nets: list[float]) -> dict[str, Any]:
    """The net of each wager; part of a cent that a number with a point leaves is none."""
    told = []
    for wager, net in zip(question["wagers"], nets, strict=True):
        cents = round(net) if abs(net - round(net)) < 1e-6 else net
        told.append({"seat": wager["seat"], "wager": wager["wager"], "net_cents": cents})
    return {"winner": winner, "wagers": told}


class SeenCard(int):
    """A card by its value, which an engine reckons with; it remembers which card it is."""

    face: str

    @classmethod
    def of(cls, face: str) -> "SeenCard":
        card = cls(10 if face[0] in TENS else 1 if face[0] == "A" else int(face[0]))
        card.face = face
        return card


def ride_free_sim(cards: list[str]) -> dict[str, Any]:
    """mrwatts88/ride-free-sim: ``src`` is on the path; its cards are values, its shoe is asked for the next."""
    baccarat = import_module("ridefree.baccarat")
    shoe = SimpleNamespace(deal=map(SeenCard.of, cards).__next__)
    played = baccarat.play_baccarat_round(baccarat.BACCARAT_8D, shoe, baccarat.FlatBettor())
    return {
        "player": [card.face for card in played.player_cards],
        "banker": [card.face for card in played.banker_cards],
        "player_total": played.player_total,
        "banker_total": played.banker_total,
        "winner": played.outcome,
    }


def ride_free_sim_settles(question: Question) -> dict[str, Any]:
    """Its commission, its tie and the wagers of EZ Baccarat; cents are a stake like any other."""
    baccarat = import_module("ridefree.baccarat")
    rules = ride_free_sim_rules(question)
    shoe = SimpleNamespace(deal=map(SeenCard.of, question["cards"]).__next__)
    played = baccarat.play_baccarat_round(rules, shoe, baccarat.FlatBettor())
    barred = played.outcome == "banker" and len(played.banker_cards) == 3 and played.banker_total == 7
    panda = played.outcome == "player" and len(played.player_cards) == 3 and played.player_total == 8
    told = {"outcome": played.outcome, "banker_three_card_7": barred}
    sides = {"dragon-7": (barred, rules.dragon7_pays), "panda-8": (panda, rules.panda8_pays)}
    nets = []
    for wager in question["wagers"]:
        stake, name = wager["stake_cents"], wager["wager"]
        if name in sides:  # as its round settles them
            won, pays = sides[name]
            nets.append(stake * pays if won else -stake)
        else:
            nets.append(baccarat.settle_main(rules, name, stake, **told))
    return settled(question, played.outcome, nets)


def ride_free_sim_rules(question: Question) -> Any:
    """The rules of a question in its words, or that it has none."""
    baccarat, options = import_module("ridefree.baccarat"), question["options"]
    only(question, ("player", "banker", "tie", "dragon-7", "panda-8"), vigorish_type=("win", "ez"))
    tie = float(Fraction(options["tie_odds"]))
    if options["vigorish_type"] == "ez":
        return baccarat.BaccaratRules(banker_commission=0.0, banker_push_on_three_card_7=True, tie_pays=tie)
    return baccarat.BaccaratRules(banker_commission=int(options["vigorish_rate"].rstrip("%")) / 100, tie_pays=tie)


def ride_free_sim_odds(question: Question) -> dict[str, Any]:
    """Its exact outcomes for any cards left, in whole numbers; its expected values where a rulebook is named."""
    baccarat = import_module("ridefree.baccarat")
    composition: dict[int, int] = dict.fromkeys(range(10), 0)
    for rank, count in enumerate(question["counts"], start=1):
        composition[rank if rank < 10 else 0] += count
    if sum(question["counts"]) < 6:
        raise CannotError("at least six cards are needed")
    found = baccarat.fast_outcomes(composition)
    if "rulebook" not in question:
        return {name: f"{getattr(found, name)}/{found.total}" for name in ("player", "banker", "tie")}
    rules = ride_free_sim_rules({**question, "wagers": []})
    edges = {name: -found.ev_main(rules, name) for name in ("player", "banker", "tie")}
    if question["options"]["vigorish_type"] == "ez":
        edges |= {"dragon-7": -found.ev_dragon7(rules), "panda-8": -found.ev_panda8(rules)}
    return {"edges": edges}


def baccarat_monte_carlo(cards: list[str]) -> dict[str, Any]:
    """Mongosaurusrex/baccarat-monte-carlo: a round of its game, whose deck is drawn from the end.

    It deals two cards to the Banker's Hand and then two to the Player's, which no shuffled shoe can tell; so each hand
    is given the cards that are its own.
    """
    baccarat, deck = import_module("utils.baccarat"), import_module("utils.deck")
    game = baccarat.Game(1_000_000, 1, ["Banker"])
    faces = {}
    for face in reversed([cards[1], cards[3], cards[0], cards[2], *cards[4:]]):
        card = deck.Card(10 if face[0] == "T" else int(face[0]) if face[0].isdigit() else face[0], face[1])
        faces[card] = face
        game.deck_factory.cards.append(card)
    game.play_round()
    played = game.history[-1]
    return {
        "player": [faces[card] for card in played.player_hand],
        "banker": [faces[card] for card in played.bank_hand],
        "winner": played.winner.lower(),
    }


def blackjack_service(cards: list[str]) -> dict[str, Any]:
    """tfinnerdu/blackjack-service, its baccarat: a shoe whose cards are those of the question."""
    # The package itself starts a web service; its modules do not need that.
    sys.modules.setdefault("app", ModuleType("app")).__path__ = [f"{sys.path[0]}/app"]
    game, Card = import_module("app.baccarat.game"), import_module("app.engine.cards").Card  # noqa: N806 (its class)
    shoe = game.BaccaratShoe()
    kept = [Card(face[0], face[1]) for face in cards]
    faces = {id(card): face for card, face in zip(kept, cards, strict=True)}
    shoe._cards = list(kept)
    played = game.deal_round(shoe)
    return {
        "player": [faces[id(card)] for card in played.player_cards],
        "banker": [faces[id(card)] for card in played.banker_cards],
        "player_total": played.player_total,
        "banker_total": played.banker_total,
        "winner": played.outcome,
        "player_pair": played.player_pair,
        "banker_pair": played.banker_pair,
    }


def blackjack_service_settles(question: Question) -> dict[str, Any]:
    """Its profit of each bet, whose stakes are whole; here a stake is a number of cents."""
    only(question, ("player", "banker", "tie", "player-pair", "banker-pair"), vigorish_type=("win",))
    sys.modules.setdefault("app", ModuleType("app")).__path__ = [f"{sys.path[0]}/app"]
    game, Card = import_module("app.baccarat.game"), import_module("app.engine.cards").Card  # noqa: N806 (its class)
    shoe = game.BaccaratShoe()
    shoe._cards = [Card(face[0], face[1]) for face in question["cards"]]
    kept = set(map(id, shoe._cards))
    played = game.deal_round(shoe)
    if not kept.issuperset(map(id, (*played.player_cards, *played.banker_cards))):
        raise CannotError("no void rounds: it shuffles anew when the cards run out")
    tie = Fraction(question["options"]["tie_odds"])
    rules = game.BaccaratRules(
        banker_commission=int(question["options"]["vigorish_rate"].rstrip("%")) / 100,
        tie_pays=(tie.numerator, tie.denominator),
    )
    bets = [
        game.Bet(game.BetType(wager["wager"].replace("-", "_")), wager["stake_cents"]) for wager in question["wagers"]
    ]
    return settled(question, played.outcome, game.settle_bets(played, bets, rules))


def gambs(cards: list[str]) -> dict[str, Any]:
    """Alvdvnn/GAMBS: it deals two cards to the Player's Hand and then two to the Banker's; each hand gets its own."""
    baccarat, model = import_module("gambs.games.baccarat"), import_module("gambs.games.cards")
    kept = [model.Card("10" if face[0] == "T" else face[0], face[1]) for face in cards]
    dealt = [kept[0], kept[2], kept[1], kept[3], *kept[4:]]
    player, banker = baccarat.play_round(dealt[::-1])
    paid = [name for name in ("player", "banker", "tie") if baccarat.settle(name, player, banker, 1.0) > 0]
    return {
        "player": [cards[kept.index(card)] for card in player],
        "banker": [cards[kept.index(card)] for card in banker],
        "player_total": baccarat.hand_total(player),
        "banker_total": baccarat.hand_total(banker),
        "winner": " ".join(paid),
    }


def gambs_settles(question: Question) -> dict[str, Any]:
    """Five percent, and eight to one on a tie: it has no other; a stake is in dollars."""
    only(question, ("player", "banker", "tie"), vigorish_type=("win",), vigorish_rate=("5%",), tie_odds=("8", 8))
    baccarat, model = import_module("gambs.games.baccarat"), import_module("gambs.games.cards")
    kept = [model.Card("10" if face[0] == "T" else face[0], face[1]) for face in question["cards"]]
    player, banker = baccarat.play_round([kept[0], kept[2], kept[1], kept[3], *kept[4:]][::-1])
    nets = [
        baccarat.settle(wager["wager"], player, banker, wager["stake_cents"] / 100) * 100
        for wager in question["wagers"]
    ]
    return settled(question, gambs(question["cards"])["winner"], nets)


def casino(cards: list[str]) -> dict[str, Any]:
    """doggo4orce/casino: its dealer says who draws; its states follow one another as here."""
    dealers, model = import_module("baccarat_dealer_data"), import_module("card_data")
    ranks = {letter: number for number, letter in enumerate("A23456789TJQK", start=1)}
    dealer, left = dealers.baccarat_dealer_data(), iter(cards)
    hands: dict[str, list[str]] = {"player": [], "banker": []}

    def deal(target: str) -> None:
        face = next(left)
        hands[target].append(face)
        dealer.deal(model.card_data(model.card_suit("shcd".index(face[1])), model.card_rank(ranks[face[0]])), target)

    for target in ("player", "banker", "player", "banker"):
        deal(target)
    if not dealer.player_natural() and not dealer.banker_natural():
        if dealer.player_third():
            deal("player")
        if dealer.banker_third():
            deal("banker")
    return {**hands, "player_total": dealer.player_score(), "banker_total": dealer.banker_score()}


PAIRS = ("player_pair", "banker_pair")
MOVES = ("actions", "outcome", "winnings_cents", "vigorish_cents")
"""Of a settlement these engines tell the net."""
BONUS = ("dragon-bonus-player", "dragon-bonus-banker", "house-money")
COUP, SETTLE, ODDS = "coup", "settle", "odds"
ENGINES: dict[str, tuple[str, tuple[str, ...], dict[str, Answer]]] = {
    "ride-free-sim": (
        "src",
        (*PAIRS, *MOVES, "void", "player-pair", "banker-pair", *BONUS),
        {COUP: of_cards(ride_free_sim), SETTLE: ride_free_sim_settles, ODDS: ride_free_sim_odds},
    ),
    "baccarat-monte-carlo": ("", (*PAIRS, "player_total", "banker_total"), {COUP: of_cards(baccarat_monte_carlo)}),
    "blackjack-service": ("", MOVES, {COUP: of_cards(blackjack_service), SETTLE: blackjack_service_settles}),
    "gambs": ("", (*PAIRS, *MOVES), {COUP: of_cards(gambs), SETTLE: gambs_settles}),
    "casino": ("", (*PAIRS, "winner"), {COUP: of_cards(casino)}),
}
"""Where the modules of an engine lie in its folder, what it does not tell, and what it answers."""


def main(name: str, folder: str) -> None:
    """Answer questions until there are no more."""
    place, leaves_out, answers = ENGINES[name]
    sys.path.insert(0, f"{folder}/{place}")
    for line in sys.stdin:
        question = json.loads(line)
        told = {"engine": name, "answers": list(answers), "leaves_out": leaves_out}
        if question["ask"] in answers:
            try:
                told = answers[question["ask"]](question)
            except CannotError as error:
                told = {"cannot": str(error)}
            except (IndexError, StopIteration):
                if question["ask"] != SETTLE:
                    raise
                told = {"cannot": "no void rounds: the cards run out"}
        print(json.dumps({"id": question["id"], **told}), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ENGINES:
        sys.exit(f"usage: kit_engines.py {'|'.join(ENGINES)} FOLDER")
    main(*sys.argv[1:])
