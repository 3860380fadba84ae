"""The guests' share of the shuffle: random values that guests have sealed before the house sealed its order.

Each guest's program draws 32 bytes and shows their hash; the house draws its order and shows the hash of that; then the
values are shown, and the committed stack is permuted by what all of them give together. Nobody knew the others' values
when choosing, so nobody chose the stack. ``docs/verify.md`` has it in words, for any language.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
VALUE_BYTES = 32


def share_hash(table: str, shoe_no: int, seat: int, value: str) -> str:
    """What a guest shows of a value before the house commits: of this table, shoe and seat, so that it is of no use to
    another guest, nor another time.

    >>> share_hash("s42-1", 3, 5, "ab" * 32)[:16]
    '3f3971d35c41e0a8'
    """
    return _sha256(f"share/{table}/{shoe_no}/{seat}/{value}")


def mixing_seed(commitment: str, values: Mapping[int, str]) -> str:
    """What the permutation is drawn from: the commitment, and the value of each seat that gave a hash, from the lowest
    seat up; a value that was withheld is empty.

    >>> mixing_seed("5932eb91", {5: "ab", 1: ""}) == mixing_seed("5932eb91", {1: "", 5: "ab"})
    True
    """
    return _sha256("/".join(("mix", commitment, *(f"{seat}:{values[seat]}" for seat in sorted(values)))))


def mixed(stack: Sequence[T], seed: str) -> tuple[T, ...]:
    """The stack, permuted (Fisher and Yates): from the last place up, each changes places with one not above it.

    256 bits modulo some hundred places leave none more likely by 1 in 10^74, as where a cut falls that nobody takes.

    >>> "".join(mixed("ABCDEFGH", "seed"))
    'BHEGACDF'
    """
    cards = list(stack)
    for last in range(len(cards) - 1, 0, -1):
        other = int(_sha256(f"{seed}/{last}"), 16) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def shares_text(values: Mapping[int, str]) -> str:
    """The values of a shuffle as the shoe notation has them, from the lowest seat up; a withheld one is empty.

    >>> shares_text({5: "", 1: "ab"})
    '1:ab 5:'
    """
    return " ".join(f"{seat}:{values[seat]}" for seat in sorted(values))


def read_shares(text: str) -> dict[int, str]:
    """The values out of their text; raises ``ValueError`` where it is none."""
    return {int(seat): value for seat, _, value in (part.partition(":") for part in text.split())}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
