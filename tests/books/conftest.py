"""The command line and a day on disk, for the tests of the books."""

from pathlib import Path

import pytest

from tests.books.days import day_on_disk
from tests.command_line import minibac, told  # noqa: F401 (fixtures)
from tests.records.stores import place  # noqa: F401 (a fixture)


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a house with a gaming day in it, errors included. Nobody writes there."""
    folder = tmp_path_factory.mktemp("grand")
    day_on_disk(folder, "walks-away", "lost-original", "miscount", "late-wager")
    return folder
