"""Histograms added up."""

from collections.abc import Iterable

from minibac.simulate.histogram import Histogram, empty


def total(histograms: Iterable[Histogram], codes: int, followed: int = 0) -> Histogram:
    """All of them together."""
    return sum(histograms, empty(codes, followed))
