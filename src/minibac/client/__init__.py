"""A client of a house: come in, sit at a table, hear what happens and give commands. It comes back by itself.

async with Client("http://localhost:8042") as client:
    await client.guest("Bob", age=30)
    async with client.table("s42-1") as table:
        await table.sit(3, chips_cents=100_000)

``docs/client.md`` has a bot in twenty lines. It needs the extra ``client``, and nothing else of the house.
"""

from minibac.voice.extras import needs_extra

try:
    from minibac.client.door import Client
    from minibac.client.live import CameTo, ClientTable, ConnectionOverError, HouseSaysNoError
except ImportError as missing:
    if needs := needs_extra("minibac.client", missing):
        raise ImportError(str(needs), name=missing.name) from None
    raise

__all__ = ["CameTo", "Client", "ClientTable", "ConnectionOverError", "HouseSaysNoError"]
