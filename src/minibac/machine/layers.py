"""A map that is never altered and yet need not be copied: what a log keeps for years stays in few, large layers.

A state is a fold of its log, and each event gives a new state. A plain dictionary would be copied whole by every event
that touches one of its entries, and a log of years would cost the square of its length. Here an entry goes into a small
new layer above the old ones, which both states share; a layer that has grown to half the one below is merged into it.
So an entry is copied about as often as the number of entries can be halved, and not once for each event.
"""

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

GONE: Any = object()
"""What stands in a layer where an entry below it counts no longer."""


class Layers(Mapping[K, V], Generic[K, V]):
    """A map with ``put`` and ``without``, each of which gives another map and leaves this one as it is.

    Entries come in the order in which they were first put, as in a dictionary. A key that went and is put again may
    come where it was before.

    >>> before = Layers({"CV-000001": "prepared"})
    >>> after = before.put("CV-000001", "signed").put("CV-000002", "prepared")
    >>> dict(before), dict(after)
    ({'CV-000001': 'prepared'}, {'CV-000001': 'signed', 'CV-000002': 'prepared'})
    """

    __slots__ = ("_count", "_layers")

    def __init__(self, entries: Mapping[K, V] | None = None) -> None:
        self._layers: tuple[dict[K, V], ...] = (dict(entries),) if entries else ()
        self._count = len(entries or ())

    def put(self, key: K, value: V) -> "Layers[K, V]":
        """This map with one entry more, or another value in it."""
        return self._with(key, value, self._count + (key not in self))

    def without(self, key: K) -> "Layers[K, V]":
        """This map without an entry; itself, where it has none of that key."""
        return self._with(key, GONE, self._count - 1) if key in self else self

    def _with(self, key: K, value: V, count: int) -> "Layers[K, V]":
        layers = [*self._layers, {key: value}]
        while len(layers) > 1 and len(layers[-2]) <= 2 * len(layers[-1]):
            upper = layers.pop()
            layers[-1] = {**layers[-1], **upper}
        if len(layers) == 1:  # nothing lies below: what is gone can be forgotten
            layers[0] = {k: v for k, v in layers[0].items() if v is not GONE}
        found: Layers[K, V] = Layers()
        found._layers, found._count = tuple(layers), count
        return found

    def _whole(self) -> dict[K, V]:
        """All entries in one dictionary, to read."""
        if len(self._layers) == 1:
            return self._layers[0]
        found: dict[K, V] = {}
        for layer in self._layers:
            found |= layer
        return {key: value for key, value in found.items() if value is not GONE}

    def __getitem__(self, key: K) -> V:
        for layer in reversed(self._layers):
            if key in layer:
                value = layer[key]
                if value is GONE:
                    break
                return value
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        for layer in reversed(self._layers):
            if key in layer:
                return layer[key] is not GONE
        return False

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[K]:
        return iter(self._whole())

    def keys(self) -> KeysView[K]:
        """The keys, in order."""
        return self._whole().keys()

    def values(self) -> ValuesView[V]:
        """The values, in order."""
        return self._whole().values()

    def items(self) -> ItemsView[K, V]:
        """The entries, in order."""
        return self._whole().items()

    def __repr__(self) -> str:
        return f"Layers({self._whole()!r})"


def layered(entries: Mapping[K, V]) -> Layers[K, V]:
    """Entries as a map of layers; what is one already stays as it is."""
    return entries if isinstance(entries, Layers) else Layers(entries)
