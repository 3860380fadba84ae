"""Limits of pace: a bucket for each address and each connection that fills with time and empties with use."""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from minibac.house.times import Clock

MOST_KEYS: Final = 20_000
SUBSCRIBER_BITS: Final = 64
"""Of an IPv6 address: what one line is given, and chooses from as it likes."""


@lru_cache(MOST_KEYS)
def one_address(address: str) -> str:
    """What counts as one address.

    >>> one_address("10.0.0.7"), one_address("::ffff:10.0.0.7"), one_address("2001:db8:1:2:3::4")
    ('10.0.0.7', '10.0.0.7', '2001:db8:1:2::/64')
    """
    if ":" not in address:
        return address
    try:
        found = ip_address(address)
    except ValueError:
        return address
    assert isinstance(found, IPv6Address)
    return str(found.ipv4_mapped or ip_network((found, SUBSCRIBER_BITS), strict=False))


class Bucket:
    """So many at once, and then so many a second."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_per_ms")

    def __init__(self, clock: Clock, per_second: float, burst: float) -> None:
        self._clock, self._per_ms, self._burst = clock, per_second / 1000, burst
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        """Whether there is one left."""
        now = self._clock()
        self._left = min(self._burst, self._left + max(0, now - self._at) * self._per_ms)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limits:
    """A bucket for each key, the oldest forgotten first."""

    def __init__(self, clock: Clock, per_second: float, burst: float) -> None:
        self._clock, self._per_second, self._burst = clock, per_second, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Whether this key may go on."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._clock, self._per_second, self._burst)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()
