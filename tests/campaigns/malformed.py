"""Malformed messages, many of them, spread over the roles: no crash, no change, each with a reason and in the log.

python3 go.py campaign malformed [--count 100000] [--seed 1]
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.server.malformed_messages import messages
from tests.server.running import PATIENT, running

ROLES = (
    "guest",
    "spectator",
    "dealer",
    "floorperson",
    "pit-boss",
    "shift-manager",
    "pit-clerk",
    "surveillance",
    "accounting",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun = time.monotonic()
    with running(timing=PATIENT) as server:
        server.front.most_wrong = asked.count
        versions = {name: table.version for name, table in server.house.tables.items()}
        each = -(-asked.count // len(ROLES))
        for number, role in enumerate(ROLES):
            client = (
                server.client() if role == "spectator" else server.guest() if role == "guest" else server.staff(role)
            )
            with client:
                page = client.live("s42-1", role)
                for message in messages(asked.seed * 100 + number, each):
                    page.send(message)
                    page.until("wrong")
                    page.told.clear()
                    page.texts.clear()
                assert client.get("/health") == {"ok": True}
            print(f"{role}: {each} messages, {time.monotonic() - begun:.0f} s", flush=True)
        changed = {name: table.version for name, table in server.house.tables.items()} != versions
        wrong = int(server.front.metrics.wrong._value.get())
    count = each * len(ROLES)
    print(f"{count} messages, {wrong} answered with a reason, changed: {changed}")
    return 1 if changed or wrong != count else 0


if __name__ == "__main__":
    sys.exit(main())
