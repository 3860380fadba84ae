"""A client written only from the schemas: it plays a shoe and imports nothing of minibac.

    python schema_player.py http://localhost:8042 docs/schemas RULEBOOK OPTIONS DEPTH

It reads ``openapi.json`` to come in and to open a table, ``asyncapi.json`` to find the WebSocket, and fills each
command from its schema with what the view says. What it hears and what it sends is held against the schemas as it goes.
"""

import asyncio
import json
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jsonschema_rs
from websockets.asyncio.client import connect

Facts = dict[str, Any]


class SchemaPlayer:
    """Whoever can read the three documents, and no more."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self.openapi, self.asyncapi = (
            json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in ("openapi", "asyncapi")
        )
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.csrf = ""
        self.view: Facts = {}
        self.yours: Facts = {}
        self.events: list[Facts] = []
        self.given: dict[str, int] = {}
        self.validators: dict[str, Any] = {}

    # ------------------------------------------------------------------------------------------------------------ HTTP

    def post(self, path: str, **facts: Any) -> Facts:
        """Do what a route does: its body and its answer are held against its description."""
        operation = self.openapi["paths"][path]["post"]
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        self.holds(self.openapi, body, facts)
        headers = {"Content-Type": "application/json", **self.who(operation)}
        request = urllib.request.Request(self.address + path, json.dumps(facts).encode(), headers)
        with self.opener.open(request, timeout=60) as answer:
            told: Facts = json.loads(answer.read())
            self.holds(
                self.openapi, operation["responses"][str(answer.status)]["content"]["application/json"]["schema"], told
            )
        return told

    def who(self, operation: Facts) -> dict[str, str]:
        """The headers by which a route knows who asks; the cookie goes with the jar."""
        schemes = self.openapi["components"]["securitySchemes"]
        asked = [schemes[name] for name in (*operation.get("security", [{}])[0],)]
        assert {scheme["in"] for scheme in asked} <= {"cookie", "header"}
        assert all(scheme["name"] in self.cookies() for scheme in asked if scheme["in"] == "cookie")
        return {scheme["name"]: self.csrf for scheme in asked if scheme["in"] == "header"}

    def cookies(self) -> dict[str, str]:
        return {cookie.name: str(cookie.value) for cookie in self.jar}

    def holds(self, document: Facts, schema: Facts, value: Any) -> None:
        """Hold a value against a schema of a document."""
        key = f"{document.get('openapi', '')}{json.dumps(schema)}"
        if key not in self.validators:
            whole = {**schema, "components": {"schemas": document["components"]["schemas"]}}
            self.validators[key] = jsonschema_rs.Draft202012Validator(whole)
        for error in self.validators[key].iter_errors(value):
            raise SystemExit(f"{schema}: {list(error.instance_path)}: {error.message[:400]}")

    # ------------------------------------------------------------------------------------------------------- the table

    async def play(self, table: str) -> None:
        """Take a seat and play until the second shoe begins."""
        channel = self.asyncapi["channels"]["live"]
        query = {name: self.csrf for name in channel["bindings"]["ws"]["query"]["properties"] if name == "csrf"}
        path = channel["address"].replace("{table}", table)
        address = f"{self.address.replace('http', 'ws', 1)}{path}?{urlencode(query)}"
        (scheme,) = self.asyncapi["servers"]["house"]["security"]
        name = self.asyncapi["components"]["securitySchemes"][scheme["$ref"].rpartition("/")[2]]["name"]
        cookies = f"{name}={self.cookies()[name]}"
        async with connect(address, additional_headers={"Cookie": cookies}, max_size=None) as self.socket:
            await self.hear()
            free = next(seat for seat in range(1, self.view["seats_count"] + 1) if not self.sits(seat))
            await self.give("TakeSeat", seat=free)
            await self.give("BuyIn", seat=free, cents=500_000)
            while self.view["shoe_no"] < 2:
                await self.act()

    def sits(self, seat: int) -> bool:
        return any(taken["seat"] == seat for taken in self.view["seats"])

    async def act(self) -> None:
        """Answer what is asked, wager where wagers are taken, or hear what comes."""
        seat = self.yours["seat"]
        if self.yours["asks"]:
            await self.send(self.yours["answers"][self.yours["asks"][0]][0])
        elif self.view["betting"] and str(seat) not in self.view["wagers"]:
            for area in self.view["areas"]:
                if area["id"] in ("player", "house-money", "tie"):
                    await self.give("PlaceWager", seat=seat, wager=area["id"], cents=area["minimum_cents"])
            await self.give("SayReady", seat=seat)
        else:
            await self.hear()

    async def give(self, name: str, **known: Any) -> None:
        """A command with what its schema wants, from what is known."""
        shape = self.asyncapi["components"]["schemas"][name]["properties"]
        await self.send(
            {"command": shape["command"]["enum"][0], **{fact: known[fact] for fact in shape if fact in known}}
        )

    async def send(self, command: Facts) -> None:
        """Send a command and hear on until its answer, and until the view is as of then."""
        number = f"c{sum(self.given.values())}"
        message = {"do": "command", "id": number, "command": command}
        self.holds(self.asyncapi, {"$ref": "#/components/schemas/PageMessage"}, message)
        await self.socket.send(json.dumps(message))
        self.given[command["command"]] = self.given.get(command["command"], 0) + 1
        while (told := await self.hear())["tell"] != "answer" or told["id"] != number:
            pass
        if not told["ok"]:
            raise SystemExit(f"{command} is refused: {told['refusal']['sentence']}")
        while self.version < told["version"]:
            await self.hear()

    async def hear(self) -> Facts:
        """The next message, held against its schema and taken into the view."""
        told: Facts = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
        mapping = self.asyncapi["components"]["schemas"]["HouseMessage"]["x-mapping"]
        self.holds(self.asyncapi, {"$ref": mapping[told["tell"]]}, told)
        if told["tell"] == "welcome":
            self.view, self.yours, self.version = told["view"], told["yours"], told["version"]
        elif told["tell"] == "news":
            self.view |= told["set"]
            self.yours = told.get("yours", self.yours)
            self.version = told["version"]
            self.events += told["events"]
        elif told["tell"] == "ping":
            await self.socket.send(json.dumps({"do": "pong"}))
        return told


def main(address: str, folder: str, rulebook: str, options: str, depth: str) -> None:
    player = SchemaPlayer(address, Path(folder))
    player.csrf = player.post("/api/guests", name="Schema", of_age=True, age=30)["csrf"]
    table = {"rulebook": rulebook, "options": json.loads(options), "clock": False, "depth": int(depth)}
    asyncio.run(player.play(player.post("/api/tables", **table)["table"]))
    assert not [name for name in sys.modules if name.partition(".")[0] == "minibac"]
    coups = sum(event["event"] == "CoupSettled" for event in player.events)
    revealed = sum(event["event"] == "ShoeRevealed" for event in player.events)
    print(json.dumps({"coups": coups, "revealed": revealed, "given": player.given}))


if __name__ == "__main__":
    main(*sys.argv[1:])
