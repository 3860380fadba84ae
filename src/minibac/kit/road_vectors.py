"""Roads: layouts with tails that meet, ties before the first decision and after it, and the ask; both kinds of tail."""

from collections.abc import Iterator

from minibac.cards.card import ALL_CARDS
from minibac.cards.shoe import Shoe, burn
from minibac.cards.shuffle import shuffle_seeded
from minibac.kit.engine import GAME, house_of
from minibac.kit.kit_question import KitQuestion
from minibac.play.roads import LETTERS, Tail
from minibac.play.shoe_life import coups

LAYOUTS = {
    "": "nothing is settled: every road is empty",
    "T": "a tie before the first decision waits in the first cell of the big road",
    "TTBBTP": "ties before and between decisions are counted on the big road and change no derived road",
    "BP": "the first mark of a derived road needs a cell of the big road that it can look back from",
    "BTTTP": "several ties lie on one cell",
    "BBPPPP": "a column longer than the one before it: blue at the cell beyond it, red further down",
    "BPBPBPBPBPBP": "a choppy row is regular",
    "BBPPBBPPBBPP": "streaks of two are regular",
    "BBBPPPBPBBPPPBPB": "new columns are compared by the lengths of those before them",
    "BBBBBBB": "the seventh turns right at the foot of its column",
    "B" * 20: "the tail runs on along the foot",
    "BBBBBBBBBPPPPPPPPPPB": "a second tail turns above the first, and a third streak begins in its own column",
    "BBBBBBBBBPPPPPPPPPPPPPPPBBBBBBBBBBB": "three tails, each above the one before",
    "BBBBBBBPPPPPPPBBBBBBBPPPPPPPBBBBBBBPPPPPPP": "tails that shut in the columns after them",
    "P" * 12 + "B" + "P" * 12 + "B" + "P" * 12: "short columns between tails",
    "BBBBBBBBTTBBPPTPPPPPPPPTB": "ties in a tail",
}
"""Chosen layouts, and what each shows."""
SEEDS = range(1, 21)
DECKS = 8
DEPTH = 14


def road_layouts() -> Iterator[KitQuestion]:
    """Chosen layouts, then those of whole shoes by seed."""
    for tail in Tail:
        for layout, reason in LAYOUTS.items():
            yield _stated(layout, tail, reason)
        for seed in SEEDS:
            yield _stated(_whole_shoe(seed), tail, f"the shoe of {DECKS} decks with the seed {seed}")


def _stated(layout: str, tail: Tail, reason: str) -> KitQuestion:
    return KitQuestion({"ask": "roads", "coups": layout, "rows": 6, "tail": tail.value}, (), reason)


def _whole_shoe(seed: int) -> str:
    rules = house_of({"rulebook": GAME})
    _, shoe = burn(rules, Shoe(shuffle_seeded(ALL_CARDS * DECKS, seed).cards, DEPTH))
    return "".join(LETTERS[one.coup.result.winner] for one in coups(rules, shoe))
