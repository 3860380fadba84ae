"""A second bookkeeper: the figures of gaming days, counted anew from the stored lines of a house.

It reads bytes as JSON and shares no code with the program: no type, no constant, no posting rule. The win by the ledger
and the vigorish come from the settled wagers, coup by coup, the others from what people counted and signed.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

Line = dict[str, Any]
Told = Mapping[str, Any]

BORNE = ("complimentary", "uncollected")
SEEN = ("IncidentOpened", "CardStrayed", "CoupVoided", "PaymentCorrected", "CoupReconstructed", "RecutOrdered")
RAISED = ("ExceptionRaised", "AttemptRefused", "CorrectionApproved", "FormVoided")
STAKE, OUTCOME, VIGORISH, NET = 2, 3, 5, 6
"""Where these stand in a settled wager."""


class Found(NamedTuple):
    """An event that the list of exceptions must have: where it stands, and who did it."""

    stream: str
    version: int
    day: str
    by: str


class Recount:
    """Every log of a house, read line by line."""

    def __init__(self, stored: Mapping[str, Iterable[bytes]]) -> None:
        self.logs: dict[str, list[Line]] = {name: [json.loads(line) for line in kept] for name, kept in stored.items()}
        self.pit_of: dict[str, str] = {}
        self.periods: dict[str, list[tuple[int, int, str]]] = {}
        self.names: dict[str, str] = {}
        for stream, lines in self.logs.items():
            kind, _, name = stream.partition("/")
            if kind == "pit":
                self.pit_of |= dict.fromkeys(lines[0]["tables"], name)
                opened = [(line["day"], line["at"]) for line in lines if line["event"] == "DayOpened"]
                closed = {line["day"]: line["at"] for line in lines if line["event"] == "DayClosed"}
                self.periods[name] = [(at, closed[day], day) for day, at in opened]
            for line in lines:
                if line["event"] == "PersonAdmitted":
                    self.names[line["person"]] = line["name"]
                if line["event"] == "SeatTaken":
                    self.names[line["guest"]] = line["name"]

    @property
    def days(self) -> list[str]:
        """The gaming days of the house."""
        return [line["day"] for line in self.logs["house"] if line["event"] == "HouseDayOpened"]

    def day_at(self, pit: str, at: int) -> str:
        """The day of a pit at a moment."""
        return next((day for start, end, day in self.periods[pit] if start <= at <= end), "")

    def pit_lines(self, table: str, day: str, *kinds: str) -> Iterator[Line]:
        """What the pit of a table wrote about it on a day."""
        pit = self.pit_of[table]
        for line in self.logs[f"pit/{pit}"]:
            if line["event"] in kinds and line.get("table") == table and self.day_at(pit, line["at"]) == day:
                yield line

    def table_lines(self, table: str, day: str, *kinds: str) -> Iterator[Line]:
        """What a table wrote on a day, from its opener to its closer."""
        is_open = False
        for line in self.logs[f"table/{table}"]:
            if line["event"] in ("TrayOpened", "TrayClosed"):
                is_open = line["event"] == "TrayOpened" and line["day"] == day
            elif is_open and (not kinds or line["event"] in kinds):
                yield line

    # --- the figures of a table

    def table(self, table: str, day: str) -> dict[str, int]:
        """The figures of a table on a day, in cents."""
        counts = {line["kind"]: line for line in self.pit_lines(table, day, "InventoryCounted")}
        moved = Counter[str]()
        for line in self.pit_lines(table, day, "TransferCompleted"):
            moved[line["kind"]] += _worth(line["chips"])
        (drop,) = self.pit_lines(table, day, "DropCounted")
        wagers = [wager for line in self.table_lines(table, day) for wager in _settled(line)]
        figures = {
            "opener_cents": _worth(counts["opener"]["chips"]),
            "fills_cents": moved["fill"],
            "credits_cents": moved["credit"],
            "cash_cents": _worth(drop["notes"]),
            "forms_cents": sum(self.forms(table, day).values()),
            "closer_cents": _worth(counts["closer"]["chips"]),
            "vigorish_cents": sum(wager[VIGORISH] for wager in wagers),
            "ledger_cents": -sum(wager[NET] for wager in wagers),
        }
        figures["drop_cents"] = figures["cash_cents"] + figures["forms_cents"]
        into = figures["closer_cents"] + figures["credits_cents"] + figures["drop_cents"]
        figures["win_cents"] = into - figures["opener_cents"] - figures["fills_cents"]
        figures["difference_cents"] = figures["win_cents"] - figures["ledger_cents"]
        return figures

    def cash(self, table: str, day: str) -> dict[int, list[int]]:
        """Notes and coins of a table on a day: how many fell into its drop box, and how many were counted."""
        found: dict[int, list[int]] = {}

        def add(notes: Told, where: int, sign: int = 1) -> None:
            for note, number in notes.items():
                found.setdefault(int(note), [0, 0])[where] += sign * number

        for line in self.table_lines(table, day, "ChipsBought", "CashConverted", "NotesNamed"):
            add(line["notes"], 0)
            if line["event"] == "NotesNamed":
                add(line["before"], 0, -1)
        (drop,) = self.pit_lines(table, day, "DropCounted")
        add(drop["notes"], 1)
        return {note: numbers for note, numbers in found.items() if any(numbers)}

    def forms(self, table: str, day: str) -> dict[str, int]:
        """The forms that count in the drop of a table: their numbers and amounts."""
        prepared = {
            line["serial"]: line["cents"]
            for line in self.pit_lines(table, day, "FormPrepared")
            if line["kind"] in BORNE
        }
        dropped = {line["serial"] for line in self.pit_lines(table, day, "OriginalDropped")}
        void = {line["serial"] for line in self.logs[f"pit/{self.pit_of[table]}"] if line["event"] == "FormVoided"}
        return {serial: cents for serial, cents in prepared.items() if serial in dropped - void}

    def differences(self, table: str, day: str) -> dict[str, int]:
        """Why count and ledger differ: chips followed from each count to the next, cash and forms from their events."""
        figures, bought, cleared = self.table(table, day), 0, 0
        for line in self.table_lines(table, day, "ChipsBought", "VigorishCleared"):
            bought += line["cents"] if line["event"] == "ChipsBought" else 0
            cleared += line["cents"] if line["event"] == "VigorishCleared" else 0
        tray = self._trays(table)[day]
        named = {
            "opener": tray["opener"] - figures["opener_cents"],
            "closer": figures["closer_cents"] - tray["closer"],
            "drop": figures["cash_cents"] - bought,
            "forms": figures["forms_cents"] - cleared,
        }
        return {kind: cents for kind, cents in named.items() if cents}

    def _trays(self, table: str) -> dict[str, dict[str, int]]:
        """What must lie in a tray at each opener and closer: the first opener, and everything that moved since."""
        found: dict[str, dict[str, int]] = {}
        lies: int | None = None
        for day in self.days:
            figures = self.table(table, day)
            first = figures["opener_cents"] if lies is None else lies
            lies = first + figures["fills_cents"] - figures["credits_cents"]
            for line in self.table_lines(table, day):
                lies += _into_tray(line)
            found[day] = {"opener": first, "closer": lies}
            account = f"table/{table}/tray"
            for line in self.logs[f"pit/{self.pit_of[table]}"]:
                corrects = line["event"] == "CorrectionApproved" and line["account"] == account
                if corrects and self.day_at(self.pit_of[table], line["at"]) == day:  # after the closer
                    lies += line["after_cents"] - line["before_cents"]
        return found

    # --- of the house

    def cage(self, day: str) -> dict[str, dict[str, int]]:
        """The cage on a day, from its opener to its closer, in cents: what the papers of pits and tables moved."""
        counted = [line for line in self.logs["house"] if line["event"] == "CageCounted" and line["day"] == day]
        counts = {line["kind"]: line for line in counted}
        trays = fills = credits_ = carried = drops = 0
        for pit in self.periods:
            slips: dict[int, Line] = {}
            known: set[str] = set()
            for line in self.logs[f"pit/{pit}"]:
                here = self.day_at(pit, line["at"]) == day
                if line["event"] == "InventoryCounted":
                    slips[line["slip"]] = line
                elif line["event"] == "CountAttested":
                    slip = slips[line["slip"]]
                    first = slip["kind"] == "opener" and slip["table"] not in known
                    known |= {slip["table"]}
                    trays -= _worth(slip["chips"]) if first and here else 0
                elif line["event"] == "TransferCompleted" and here:
                    fills -= _worth(line["chips"]) if line["kind"] == "fill" else 0
                    credits_ += _worth(line["chips"]) if line["kind"] == "credit" else 0
                elif line["event"] == "DropCounted" and here:
                    drops += _worth(line["notes"])
        for table, pit in self.pit_of.items():
            left = (line for line in self.logs[f"table/{table}"] if line["event"] == "SeatLeft")
            carried += sum(line["cents"] for line in left if self.day_at(pit, line["at"]) == day)
        opened, closed = counts["opener"]["at"], counts["closer"]["at"]
        redeemed = (line for line in self.logs["house"] if line["event"] == "ChipsRedeemed")
        paid = sum(_worth(line["notes"]) for line in redeemed if opened <= line["at"] <= closed)
        chips = {"opener": _worth(counts["opener"]["chips"]), "trays": trays, "fills": fills, "credits": credits_}
        chips["carried"] = carried
        cash = {"opener": _worth(counts["opener"]["cash"]), "drops": drops, "paid": -paid}
        for of, lines in (("chips", chips), ("cash", cash)):
            lines["expected"] = sum(lines.values())
            lines["counted"] = _worth(counts["closer"][of])
            lines["difference"] = lines["counted"] - lines["expected"]
        return {"chips": chips, "cash": cash}

    def coups(self, day: str) -> int:
        """Rounds that were settled on a day."""
        return sum(1 for table in self.pit_of for _ in self.table_lines(table, day, "CoupSettled"))

    def exceptions(self) -> list[Found]:
        """The events that must stand in the list of exceptions."""
        found = [*self._tray_faults()]
        for stream, lines in self.logs.items():
            kind, _, name = stream.partition("/")
            pit = self.pit_of.get(name, name) or next(iter(self.periods))
            uncollected = {
                str(line["number"]) for line in lines if line["event"] == "IncidentOpened" and kind == "table"
            }
            for version, line in enumerate(lines, start=1):
                event = line["event"]
                if (
                    (kind == "table" and event in SEEN)
                    or (event == "VigorishCleared" and line["reference"] not in uncollected)
                    or (kind == "pit" and event in RAISED)
                    or event in ("HouseAttemptRefused", "RefusedAttempt", "CageCountsDiffered")
                    or (event == "CageCounted" and _off(line))
                ):
                    day = line["day"] if event.startswith("Cage") else self.day_at(pit, line["at"])
                    found.append(Found(stream, version, day, line["by"]))
        return found

    def _tray_faults(self) -> Iterator[Found]:
        """What a table did to its tray by no paper of its pit or with other chips; papers that never reached it."""
        for table, pit in self.pit_of.items():
            chips: dict[tuple[str, int], Told] = {}
            signed: dict[tuple[str, int], tuple[int, Line]] = {}
            for version, line in enumerate(self.logs[f"pit/{pit}"], start=1):
                match line["event"]:
                    case "InventoryCounted" if line["table"] == table:
                        chips["count", line["slip"]] = line["chips"] if line["kind"] != "shift" else {}
                    case "TransferRequested" if line["table"] == table:
                        chips["move", line["request"]] = line["chips"]
                    case "CountAttested" if chips.get(("count", line["slip"])):
                        signed["count", line["slip"]] = version, line
                    case "TransferCompleted" if line["table"] == table:
                        signed["move", line["request"]] = version, line
            wrong: dict[tuple[str, int], Found] = {}
            for version, line in enumerate(self.logs[f"table/{table}"], start=1):
                if line["event"] not in ("TrayOpened", "TrayClosed", "ChipsCarried"):
                    continue
                key = ("move", line["request"]) if "request" in line else ("count", line["slip"])
                signed.pop(key, None)
                if line.get("chips", chips.get(key)) != chips.get(key) or key not in chips:
                    fault = Found(f"table/{table}", version, self.day_at(pit, line["at"]), "")
                    wrong.setdefault(key, fault)
            yield from wrong.values()
            for version, line in signed.values():
                yield Found(f"pit/{pit}", version, self.day_at(pit, line["at"]), line["by"])


def _off(count: Line) -> bool:
    """Whether a count of the cage found something else than had to be there, in any denomination."""
    return any(count.get(f"expected_{of}") not in (None, count[of]) for of in ("chips", "cash"))


def _worth(chips: Told) -> int:
    return sum(int(denomination) * number for denomination, number in chips.items())


def _settled(line: Line) -> list[list[Any]]:
    """The wagers that an event settles for good; those of a void round go back, but for those that stand."""
    if line["event"] == "CoupVoided":
        return [wager for wager in line["wagers"] if wager[OUTCOME] != "push"]
    return list(line["wagers"]) if line["event"] == "CoupSettled" else []


def _into_tray(line: Line) -> int:
    """What an event of a table moves into its tray: chips that guests bought, won, lost, or paid as vigorish."""
    if line["event"] == "ChipsBought":
        return -int(line["cents"])
    if line["event"] == "VigorishCollected":
        return int(line["cents"])
    won = sum(-wager[NET] for wager in _settled(line))
    marked = [action for action in line.get("actions", ()) if action[0] == "mark"] if "actions" in line else []
    return int(won - sum(action[3] for action in marked))
