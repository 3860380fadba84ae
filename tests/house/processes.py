"""Several processes of one house on one PostgreSQL database, here in one."""

import contextlib
from collections.abc import AsyncIterator

from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.houses.house import sample_house
from minibac.records.postgres import PostgresStore
from minibac.rules.rulebook import RULEBOOKS
from minibac.table.timing import Timing
from tests.house.hosting import KEY

HOUR_MS = 3_600_000
WAITING = Timing(
    betting_ms=HOUR_MS, look_ms=1, cut_ms=1, turning_ms=HOUR_MS, offer_ms=1, house_money_ms=1, lost_ms=HOUR_MS
)
SETTINGS = Settings(pace_ms=1, procedure_pace_ms=0, lease_ms=5_000, renew_ms=100, timing=WAITING)


class Processes:
    """Processes of one house with a table for each rulebook, each with a connection of its own."""

    def __init__(self, address: str, settings: Settings) -> None:
        self._address, self._settings = address, settings
        self._made: list[OpenHouse] = []

    async def start(self, name: str, rulebooks: tuple[str, ...] = RULEBOOKS) -> OpenHouse:
        store = await PostgresStore.open(self._address)
        houses = [sample_house(rulebook) for rulebook in rulebooks]
        house = await OpenHouse.open(store, houses, settings=self._settings, key=KEY, owner=name)
        self._made.append(house)
        return house

    async def close(self) -> None:
        for house in self._made:
            await house.close()
            await house.store.close()


@contextlib.asynccontextmanager
async def several(address: str, settings: Settings = SETTINGS) -> AsyncIterator[Processes]:
    made = Processes(address, settings)
    try:
        yield made
    finally:
        await made.close()
