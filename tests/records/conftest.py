"""One contract for every kind of store: the fixture ``place`` is each of them in turn."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.records.stores import Place, place, place_of  # noqa: F401 (a fixture)


@pytest.fixture
def sqlite_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    yield from place_of("sqlite", tmp_path, request)


@pytest.fixture
def postgres_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    yield from place_of("postgres", tmp_path, request)
