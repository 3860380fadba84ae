"""``minibac audition``: deal a scenario without help, and hear at the end what was wrong."""

from __future__ import annotations

import sys
import time

import click

from minibac.cli.common import Command, WithJson, argument, asks, fail, option, print_json
from minibac.voice.said import said


class Ask(WithJson):
    """Which scenario, and who deals it."""

    scenario: str | None = argument(required=False, metavar="[SCENARIO]")
    seed: str | None = option(
        help="Any word or number in place of the scenario's own: the same cards and guests again."
    )
    rehearse: bool = option(is_flag=True, help="Let the automatic dealer sit it, to see that a scenario can be dealt.")


@click.command(
    cls=Command,
    short_help="Deal a scenario without help: mistakes happen, and are told at the end.",
    examples=(
        "minibac audition",
        "minibac audition first-rounds-section-42",
        "minibac audition mine.toml --seed monday --json",
        "minibac audition audition-massachusetts --rehearse",
    ),
)
@asks(Ask)
def audition(ask: Ask) -> None:
    """List the scenarios, or sit one: a name of the list, or a file of your own.

    You deal, one step a line; help lists the steps, wait lets time pass, q ends. Nothing says what is due, and a wrong
    step is not refused: it has happened, and you may notice it and put it right. With --json the dialogue is JSON
    lines: what lies on the table, what others do, and the result.
    """
    from minibac.house.audition import Audition
    from minibac.school.scenario import Scenario, load_scenario

    if ask.scenario is None:
        if ask.rehearse or ask.seed is not None:
            fail(said("name the scenario to sit; {command} lists them", command="minibac audition"))
        _list(as_json=ask.as_json)
        return
    read = load_scenario(ask.scenario)
    if not isinstance(read, Scenario):
        fail(read)
    if ask.seed is not None and not ask.seed.strip():
        fail(said("--seed is a word or a number, and here is none"))
    seed = ask.seed or ""
    if ask.rehearse:
        from minibac.house.rehearsal import rehearsed

        sat = rehearsed(read, seed)
    else:
        from minibac.cli import audition_dialogue as dialogue

        sat = Audition(read, lambda: int(time.time() * 1000), seed)
        talk = dialogue.JsonDialogue(sys.stdin) if ask.as_json else dialogue.LineDialogue(sys.stdin)
        dialogue.hold(sat, talk)
    result = sat.result()
    if ask.as_json:
        print_json({"result": result.as_json()})
        return
    from minibac.cli.audition_dialogue import show_result

    show_result(result)


def _list(*, as_json: bool) -> None:
    from minibac.cli import text
    from minibac.school.scenario import Scenario, load_scenario, shipped

    read = [load_scenario(name) for name in shipped()]
    rows = [one for one in read if isinstance(one, Scenario)]
    if as_json:
        told = [
            {"scenario": one.id, "name": one.name, "about": one.about, "rulebook": one.rules.rulebook.id,
             "rounds": one.rounds, "minutes": one.minutes}
            for one in rows
        ]  # fmt: skip
        print_json({"scenarios": told})
        return
    shown = [[one.id, text.say(said("{about}", about=one.says))] for one in rows]
    click.echo(text.table(shown, text.heads("scenario", "what it asks")))
