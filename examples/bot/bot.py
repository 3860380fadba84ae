"""A bot at a table where the cards are handed to the guests: it wagers, squeezes, and adds House Money to its wager."""

import asyncio
import sys

from minibac.client import Client, HouseSaysNoError

SEAT, STAKE = 3, 25_00


async def play(address: str, rounds: int) -> int:
    """Play some rounds at a training table of one's own; what is left of $5,000, in cents."""
    async with Client(address) as client:
        await client.guest("Bob", age=30)
        mine_alone = await client.training_table("massachusetts", house_money=True, deal_mode="handed")
        async with client.table(mine_alone) as table:
            await table.sit(SEAT, chips_cents=5_000_00)
            async for _ in table:
                mine, view = table.seated, table.view
                if mine is None:
                    continue
                if "turn" in mine["asks"]:
                    (cards,) = mine["cards"].values()
                    for how in (0.3, 0.6, 1.0):
                        await table.peel(len(cards) - 1, how)  # slowly: the others see a back that bends
                    print("in my hands:", *cards)
                    await table.answer("turn")
                elif "house-money" in mine["asks"]:
                    print("House Money wins, and goes on Banker")
                    await table.answer("house-money", choice="banker")
                elif mine["asks"]:
                    await table.answer(mine["asks"][0])
                elif view["betting"] and str(SEAT) not in view["wagers"]:
                    if last := view["last"]:
                        ended = last["result"] or last["status"]
                        print(f"round {last['coup_no']}: {ended}, ${mine['chips_cents'] / 100:,.2f}")
                    if view["coup_no"] > rounds:
                        await table.leave()
                        return mine["chips_cents"]
                    await table.wager("banker", STAKE)
                    await table.wager("house-money", STAKE)
                    await table.ready()
        raise AssertionError("a table is listened to until one leaves it")


if __name__ == "__main__":
    where = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8042"
    how_many = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    try:
        print(f"left: ${asyncio.run(play(where, how_many)) / 100:,.2f}")
    except (ConnectionError, HouseSaysNoError) as no:
        sys.exit(str(no))
