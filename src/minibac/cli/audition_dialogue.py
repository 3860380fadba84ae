"""The dialogue of an audition: what lies on the table, a step, what others do; for people and for programs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TextIO

import click

from minibac.cli import text
from minibac.cli.common import print_json, typed_line
from minibac.house.audition import Audition
from minibac.rules.names import wager_name
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.school.exam_names import remedy_names, step_names
from minibac.school.exam_score import SEVERITY_NAMES, ExamResult
from minibac.school.exam_state import ExamFault
from minibac.school.exam_view import seen, told
from minibac.school.fault_kinds import fault_name
from minibac.school.typed_steps import STEPS, read_step
from minibac.table import commands as c
from minibac.table.dealer_view import REPORTS, must_say
from minibac.voice.said import Cards, Fact, Money, Said, many, said

ENDS, WAITS, HELPS = ("q", "quit"), "wait", ("help", "?")
TALKED = (HELPS[0], WAITS, ENDS[0])
"""What is said to the program, and is no step."""
ALONE = refuse(Code.WRONG_STEP, said("wait lets a second pass and q ends the exam; each stands by itself"))
SECOND_S = 1.0
SAID_WITH = {"ok": "yes|no", "cards_count": "CARDS"}
"""What has to be said with a step of a procedure, as it is typed."""


class Dialogue(Protocol):
    """Who is told what happens, and gives the steps."""

    def line(self) -> str | None: ...
    def happened(self, told: Sequence[Said]) -> None: ...
    def lies(self, table: dict[str, Any]) -> None: ...
    def refused(self, refusal: Refusal) -> None: ...
    def helped(self, sat: Audition) -> None: ...


def hold(sat: Audition, talk: Dialogue) -> None:
    """Deal to the end of the exam, or until no step comes any more."""
    before: dict[str, Any] = {}
    while True:
        talk.happened(told(sat.others(), sat.by.id))
        if sat.state.ended_at is not None:
            return
        table = seen(sat.state, sat.first_card())
        if table != before:
            talk.lies(table)
            before = table
        line = talk.line()
        words = line.strip().lower() if line is not None else ""
        if line is None or words in ENDS:
            sat.end(said("the trainee ends it"))
            return
        first = words.partition(" ")[0]
        if first in HELPS:
            talk.helped(sat)
        elif words == WAITS:
            time.sleep(SECOND_S)
        elif first in (WAITS, *ENDS):
            talk.refused(ALONE)
        elif words:
            step = read_step(line, sat.by, sat.now())
            answer = step if isinstance(step, Refusal) else sat.handle(step)
            if isinstance(answer, Refusal):
                talk.refused(answer)
            else:
                talk.happened(told(answer, sat.by.id))


class JsonDialogue:
    """A program: a line of JSON for what lies there, for what happens and for a refusal; steps are plain lines."""

    def __init__(self, source: TextIO) -> None:
        self.source = source

    def line(self) -> str | None:
        return self.source.readline() or None

    def happened(self, told: Sequence[Said]) -> None:
        if told:
            print_json({"happened": list(map(str, told))})

    def lies(self, table: dict[str, Any]) -> None:
        print_json({"table": table})

    def refused(self, refusal: Refusal) -> None:
        print_json({"refused": refusal.sentence})

    def helped(self, sat: Audition) -> None:
        print_json({"steps": [*(step.usage for step in STEPS.values()), *TALKED], **_names(sat)})


class LineDialogue:
    """A person at a terminal."""

    def __init__(self, source: TextIO) -> None:
        self.source = source

    def line(self) -> str | None:
        return typed_line(self.source)

    def happened(self, told: Sequence[Said]) -> None:
        for each in told:
            click.echo(f"  {text.say(each)}")

    def lies(self, table: dict[str, Any]) -> None:
        for each in _lying(table):
            click.echo(f"  {text.say(each)}")

    def refused(self, refusal: Refusal) -> None:
        click.echo(f"  {text.say(refusal.said)}")

    def helped(self, sat: Audition) -> None:
        for usage in (*(step.usage for step in STEPS.values()), *TALKED):
            click.echo(f"  {usage}")
        for what, names in _names(sat).items():
            if names:
                click.echo(text.wrapped(text.say(said("{what}: {names}", what=what, names=many(names, ";"))), "  "))


def _names(sat: Audition) -> dict[str, list[str]]:
    """What can stand behind three of the steps, in no order that tells anything: a page shows the same."""
    table = sat.state.table
    asks = {name: must_say(table, c.DoStep(by=sat.by, at=0, step=name)) for name in step_names(table, sat.by)}
    steps = [" ".join((name, *(SAID_WITH[each] for each in asks[name]))) for name in asks]
    return {"step": steps, "report": list(REPORTS), "remedy": list(remedy_names(table))}


def _lying(table: dict[str, Any]) -> Iterable[Said]:
    """What lies on the table, line by line."""
    if table["first_card"]:
        yield said("The first card is {card}.", card=Cards((table["first_card"],)))
    if table["player"] or table["banker"]:
        hands = {hand: _cards(table[hand]) for hand in ("player", "banker")}
        yield said("Player: {player}   Banker: {banker}", **hands)
    if table["cut_card_seen"]:
        yield said("The cutting card has come out of the shoe.")
    if table["wagers"]:
        rows: list[Fact] = [
            said("{seat}: {sum} on {wager}", seat=one["seat"], sum=Money(one["cents"]), wager=wager_name(one["wager"]))
            for one in table["wagers"]
        ]
        yield said("Wagers: {wagers}", wagers=many(rows, ";"))
    if table["markers"]:
        rows = [said("{seat}: {sum}", seat=one["seat"], sum=Money(one["cents"])) for one in table["markers"]]
        yield said("Marker buttons: {buttons}", buttons=many(rows, ";"))


def _cards(cards: Sequence[str | None]) -> Fact:
    """Cards as they lie; a face-down one is a back."""
    return many([Cards((card,)) if card else "▒" for card in cards], " ") if cards else "–"


def show_result(result: ExamResult) -> None:
    """The mistakes in their order, and what they come to."""
    click.echo()
    for fault in result.faults:
        click.echo(text.wrapped(text.say(_told(fault)), "  "))
    counted = result.by_class
    whole = said(
        "{rounds:round|rounds} in {seconds} s, {pace} an hour; "
        "faults: {critical} critical, {major} major, {minor} minor; seed {seed}"
    )
    facts: dict[str, Fact] = {
        "rounds": result.coups,
        "seconds": result.seconds,
        "pace": result.coups_an_hour,
        "seed": result.seed,
    }
    click.echo("\n" + text.say(whole.about(**facts, **counted)))
    told_calls = said("{wrong} of {made} calls wrong or missing; {late} of {moves} moves out of turn")
    late = result.about("order")
    wrong = result.about("calls")
    click.echo(text.say(told_calls.about(wrong=wrong, made=result.calls, late=late, moves=result.moves)))
    if result.passed:
        click.echo(click.style(text.say(said("passed")), fg="green"))
    for why in result.failed_for:
        click.echo(text.say(said("not passed: {why}", why=why)))


def _told(fault: ExamFault) -> Said:
    made = fault.made
    ends = said("not noticed") if fault.kind.until else said("it could not be put right")
    if fault.noticed_after_ms is not None:
        ends = said("noticed after {seconds} s", seconds=fault.noticed_after_ms // 1000)
    sentence = said("round {round}, {severity}, {kind}: {did}. Right: {right:.} ({clauses}); {ends}")
    return sentence.about(
        round=made.coup_no,
        severity=SEVERITY_NAMES[fault.severity],
        kind=fault_name(made.kind),
        did=made.did,
        right=made.right,
        clauses=", ".join(made.clauses),
        ends=ends,
    )
