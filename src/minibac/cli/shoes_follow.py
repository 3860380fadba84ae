"""``minibac shoes follow``: a table that follows an electronic shoe."""

from __future__ import annotations

import signal as system_signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from minibac.cli.common import REFUSED, Command, WithJson, WithRulebook, argument, asks, fail, option
from minibac.cli.output_files import cannot_be_written, check_name, check_writable
from minibac.cli.serial_line import heard, is_line
from minibac.cli.shoe_files import cannot_be_read
from minibac.cli.text import say
from minibac.voice.said import said

if TYPE_CHECKING:
    from minibac.house.following import FollowingTable, FollowNote
    from minibac.rules.house_rules import HouseRules
    from minibac.shoes.noted import Fact, Item
    from minibac.table.events import Event
    from minibac.table.state import TableState

NOTES_KEPT = 1_000


class Ask(WithRulebook, WithJson):
    """The device, the table that follows it, and by whose permission."""

    device: Path = argument(type=click.Path(path_type=Path), metavar="DEVICE")
    permission: str | None = option(
        metavar="WORDS",
        help="Who allows listening to a live shoe, and where that is written; kept with the shoe.",
    )
    out: Path | None = option(
        "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the shoe notation as the coups are dealt."
    )
    shoes: int | None = option(type=click.IntRange(1), metavar="N", help="End after so many shoes.")


@click.command(
    "follow",
    cls=Command,
    short_help="Follow an electronic shoe, live or from a file.",
    examples=(
        "minibac shoes follow frames.bin section-42 --out evening.shoe",
        'minibac shoes follow /dev/ttyUSB0 section-42 --permission "house manual 7.2, A. Lopez" --out evening.shoe',
    ),
)
@asks(Ask)
def follow(ask: Ask) -> None:
    """Follow the frames of an Angel Eye shoe with a table of this rulebook, from a serial line or from a file.

    The line is listened to and never written to. A live shoe needs --permission: whoever runs the table must have
    allowed it. No odds are given beside it (control R13). What device and table do not agree about is told on standard
    error, and nothing that the line does stops the table.
    """
    check_name(said("the shoe notation"), ask.out, ".shoe")
    check_writable(ask.out)
    rules = ask.house_rules(ask.rulebook)
    try:
        live = is_line(ask.device)
    except OSError as error:
        fail(cannot_be_read(ask.device, error))
    if live and not (ask.permission or "").strip():
        fail(said("a live shoe is followed with the operator's permission: --permission says whose"), REFUSED)
    with ExitStack() as stack:
        out = _opened(ask.out, stack)
        written = _Written(ask, rules, out)
        table = _followed(ask, rules, written)
        written.end(table.state)
    ask.tell(lambda: _told(ask, rules, table, written), lambda: _text(table, written))
    if not written.heard:
        fail(said("{path}: {fault}", path=str(ask.device), fault=said("no frame of a shoe can be read in it")), REFUSED)


class _Written:
    """What is written as the table goes on: the notation, and what was noted about the line."""

    def __init__(self, ask: Ask, rules: HouseRules, out: TextIO | None) -> None:
        from minibac.shoes.noted_record import NotedTable

        self._ask, self._rules, self._out = ask, rules, out
        self._noted = NotedTable()
        self.notes: list[FollowNote] = []
        self.notes_count = 0
        self.frames_lost = False
        """Since the last coup that was written."""
        self.heard = False
        """Whether the device said anything that can be read."""
        if out:
            from minibac.shoes.notation import FIRST_LINE

            self._line(FIRST_LINE)
            for fact in self._facts():
                self._put(fact)

    def _facts(self) -> Iterator[Fact]:
        from minibac.rules.options import typed
        from minibac.shoes.angel_eye_noted import DEVICE
        from minibac.shoes.noted import Fact

        yield Fact("device", DEVICE)
        yield Fact("source", str(self._ask.device))
        if self._ask.permission:
            yield Fact("permission", self._ask.permission.strip())
        yield Fact("rulebook", self._rules.rulebook.id)
        for name, value in self._rules.options.items():
            yield Fact(f"option.{name}", typed(value))

    def event(self, event: Event) -> None:
        """Write what an event of the table adds to the notation."""
        from minibac.shoes.noted import Fact
        from minibac.table import events as e

        if isinstance(event, e.TableOpened):
            self._noted = type(self._noted)()
        if isinstance(event, e.StackCommitted):
            self._put(Fact("shoe", f"{self._ask.device.name}/{event.shoe_no}"))
        if not isinstance(event, e.StackCut):  # where a real stack is cut, nobody tells a table that follows it
            for item in self._noted.past(event):
                self._put(item)

    def end(self, state: TableState) -> None:
        """Write the coup that lay there when the line was closed."""
        coup = state.coup
        if coup and (coup.player or coup.banker):
            self._put(self._noted.broken_off(state.coup_no, coup.hand("player"), coup.hand("banker")))

    def note(self, note: FollowNote) -> None:
        """Tell what device and table do not agree about."""
        self.notes_count += 1
        if len(self.notes) < NOTES_KEPT:
            self.notes.append(note)
        click.echo(say(said("frame {frame}: {told}", frame=str(note.frame), told=note.said)), err=True)

    def _put(self, item: Item) -> None:
        from msgspec.structs import replace

        from minibac.shoes.notation import line_of
        from minibac.shoes.noted import FRAMES_LOST, NotedCoup

        if isinstance(item, NotedCoup) and self.frames_lost:
            item, self.frames_lost = replace(item, remarks=(*item.remarks, FRAMES_LOST)), False
        if self._out:
            self._line(line_of(item))

    def _line(self, line: str) -> None:
        assert self._out is not None
        self._out.write(line + "\n")
        self._out.flush()


def _followed(ask: Ask, rules: HouseRules, written: _Written) -> FollowingTable:
    from minibac.house.following import FollowingTable
    from minibac.shoes.angel_eye import Noise, frame_bytes, signals

    table = FollowingTable(ask.device.name, rules, lambda: int(time.time() * 1000), written.event, written.note)
    chunks = heard(ask.device)
    try:
        with suppress(KeyboardInterrupt), _ended_as_interrupted():
            for signal in signals(chunks if is_line(ask.device) else frame_bytes(chunks)):
                written.frames_lost |= isinstance(signal, Noise) and signal.lost
                written.heard |= not isinstance(signal, Noise)
                table.hear(signal)
                if ask.shoes and table.shoes >= ask.shoes:
                    break
    except OSError as error:
        fail(cannot_be_read(ask.device, error), REFUSED)
    return table


@contextmanager
def _ended_as_interrupted() -> Iterator[None]:
    """Whoever ends the program, as a service is ended, is heard as whoever interrupts it: the last coup is written."""
    before = system_signal.signal(system_signal.SIGTERM, system_signal.default_int_handler)
    try:
        yield
    finally:
        system_signal.signal(system_signal.SIGTERM, before)


def _opened(path: Path | None, stack: ExitStack) -> TextIO | None:
    if path is None:
        return None
    try:
        return stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
    except OSError as error:
        fail(cannot_be_written(path, error), REFUSED)


def _told(ask: Ask, rules: HouseRules, table: FollowingTable, written: _Written) -> dict[str, object]:
    return {
        "device": str(ask.device),
        "permission": ask.permission,
        "rulebook": rules.rulebook.id,
        "options": dict(rules.options),
        "shoes": table.shoes,
        "coups": table.coups,
        "out": str(ask.out) if ask.out else None,
        "notes": written.notes_count,
        "noted": [{"frame": note.frame, "sentence": str(note.said)} for note in written.notes],
    }


def _text(table: FollowingTable, written: _Written) -> str:
    facts = {"shoes": table.shoes, "coups": table.coups, "notes": written.notes_count}
    return say(said("{shoes:shoe|shoes} to the end, {coups:coup|coups}; {notes:thing was|things were} noted", **facts))
