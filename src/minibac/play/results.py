"""Result codes: one whole number for everything a wager can ask about a finished coup.

Enumeration and simulation count coups by code and know nothing of money; paytables are laid over the counts later.

>>> dragon_7 = Result(player_total=6, banker_total=7, player_cards=3, banker_cards=3)
>>> dragon_7.winner, dragon_7.code, Result.from_code(dragon_7.code) == dragon_7
(<Winner.BANKER: 'banker'>, 271, True)
"""

from enum import StrEnum
from typing import NamedTuple

POINT_CODES = 400
"""Codes by totals and numbers of cards alone; each of the four pair layers repeats them."""

PAIR_LAYERS = 4
"""Neither hand a pair, the Player's, the Banker's, both."""

CODES = POINT_CODES * PAIR_LAYERS

VOID = CODES
"""A coup that the cards could not complete. It has no totals, and every stake goes back."""


class Winner(StrEnum):
    """The hand that won the coup, or the tie."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Result(NamedTuple):
    """A finished coup: the final Point Counts, the size of the hands, and pairs among the first two cards."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    player_pair: bool = False
    banker_pair: bool = False

    @property
    def code(self) -> int:
        """The result as one number, as logs and histograms have it; ``docs/protocol.md`` says how it is added up."""
        totals = self.player_total * 10 + self.banker_total
        point_code = totals * 4 + (self.player_cards - 2) * 2 + (self.banker_cards - 2)
        return point_code + POINT_CODES * (self.player_pair + 2 * self.banker_pair)

    @classmethod
    def from_code(cls, code: int) -> "Result":
        """The result that has this code."""
        if not 0 <= code < CODES:
            raise ValueError(f"{code} is no result code: they run from 0 to {CODES - 1}, and {VOID} is a void coup")
        pairs, point_code = divmod(code, POINT_CODES)
        totals, cards = divmod(point_code, 4)
        return cls(totals // 10, totals % 10, 2 + cards // 2, 2 + cards % 2, bool(pairs & 1), bool(pairs & 2))

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or the tie."""
        if self.player_total == self.banker_total:
            return Winner.TIE
        return Winner.PLAYER if self.player_total > self.banker_total else Winner.BANKER

    @property
    def player_natural(self) -> bool:
        """A Natural is judged on the first two cards alone: a three-card 8 or 9 is none."""
        return self.player_cards == 2 and self.player_total >= 8

    @property
    def banker_natural(self) -> bool:
        """Whether the Banker's first two cards made 8 or 9."""
        return self.banker_cards == 2 and self.banker_total >= 8

    @property
    def is_dragon_7(self) -> bool:
        """A three-card Banker's Hand of 7 against a Player's Hand below 7 (ma/1/dragon-7)."""
        return self.banker_cards == 3 and self.banker_total == 7 and self.player_total < 7

    @property
    def is_panda_8(self) -> bool:
        """A three-card Player's Hand of 8 against a Banker's Hand below 8 (ma/1/panda-8)."""
        return self.player_cards == 3 and self.player_total == 8 and self.banker_total < 8
