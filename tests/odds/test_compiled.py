"""Kernels are kept on disk where there is a place for them, and work where there is none."""

import pytest

pytest.importorskip("numba")

from numba.core import caching

from minibac.odds.compiled import kept


def double(number: int) -> int:
    return 2 * number


def test_a_kernel_works_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    assert kept(double)(21) == 42
