"""Public engines in Python, answering questions of the conformance kit; each is read from a folder that holds it.

    minibac kit run -- python3 bench/kit_engines.py ride-free-sim FOLDER

Nothing of theirs is in this repository. Each function gives an engine the cards of a question and says what it did.
"""

import json
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

TENS = ("T", "J", "Q", "K")


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
ENGINES: dict[str, tuple[Callable[[list[str]], dict[str, Any]], str, tuple[str, ...]]] = {
    "ride-free-sim": (ride_free_sim, "src", PAIRS),
    "baccarat-monte-carlo": (baccarat_monte_carlo, "", (*PAIRS, "player_total", "banker_total")),
    "blackjack-service": (blackjack_service, "", ()),
    "gambs": (gambs, "", PAIRS),
    "casino": (casino, "", (*PAIRS, "winner")),
}
"""The engine's coup, where its modules lie in its folder, and what it does not tell."""


def main(name: str, folder: str) -> None:
    """Answer questions until there are no more."""
    coup, place, leaves_out = ENGINES[name]
    sys.path.insert(0, f"{folder}/{place}")
    for line in sys.stdin:
        question = json.loads(line)
        told = {"engine": name, "answers": ["coup"], "leaves_out": leaves_out}
        if question["ask"] == "coup":
            told = coup(question["cards"])
        print(json.dumps({"id": question["id"], **told}), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ENGINES:
        sys.exit(f"usage: kit_engines.py {'|'.join(ENGINES)} FOLDER")
    main(*sys.argv[1:])
