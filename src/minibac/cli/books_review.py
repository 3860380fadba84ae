"""``minibac books review``: what becomes of an exception, said from the command line to the house that runs.

It goes through the door of the house, as the page does: whoever says it signs in, and the house decides.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple, NoReturn

import click

from minibac.cli.books import books
from minibac.cli.common import REFUSED, Command, fail, print_json
from minibac.cli.text import say
from minibac.rules.words import did_you_mean
from minibac.voice.said import Said, many, said

PASSWORD = "MINIBAC_PASSWORD"


class ReviewStep(NamedTuple):
    """What is said of an exception: the command, and the one thing it needs to be told."""

    command: str
    option: str = ""
    field: str = ""


STEPS = {
    "assigned": ReviewStep("AssignException", "to", "to"),
    "looked-at": ReviewStep("LookAtException"),
    "explained": ReviewStep("ExplainException", "because", "explanation"),
    "closed": ReviewStep("CloseException"),
    "reopened": ReviewStep("ReopenException", "because", "reason"),
}


@books.command(
    cls=Command,
    examples=(
        'minibac books review 3fd2a91c explained --name Ada --because "the dealer was relieved in that round"',
        "minibac books review 3fd2a91c closed --name Max",
    ),
)
@click.argument("exception", metavar="ID")
@click.argument("step", type=click.Choice(tuple(STEPS)))
@click.option("--name", required=True, metavar="NAME", help="Who says so; the password is asked for.")
@click.option("--to", default="", metavar="NAME", help="Who looks into it, with assigned.")
@click.option("--because", default="", metavar="TEXT", help="Why, with explained and reopened.")
@click.option(
    "--house", default="http://localhost:8042", show_default=True, metavar="ADDRESS", help="The house that runs."
)
@click.option("--json", "as_json", is_flag=True, help="Print the exception as JSON.")
def review(exception: str, step: str, name: str, to: str, because: str, house: str, as_json: bool) -> None:
    """Say what becomes of an exception: assigned, looked-at, explained, closed (by another person), or reopened.

    The house that runs is told, by the person who signs in: surveillance, accounting or the shift manager. The password
    is read from the terminal, or from the variable MINIBAC_PASSWORD.
    """
    told, chosen = {"to": to, "because": because}, STEPS[step]
    for option, text in told.items():
        if text and option != chosen.option:
            fail(said("{step} takes no --{option}", step=step, option=option))
    if chosen.option and not told[chosen.option].strip():
        fail(said("{step} needs --{option}", step=step, option=chosen.option))
    password = os.environ.get(PASSWORD) or click.prompt(say(said("Password of {name}", name=name)), hide_input=True)
    row = _reviewed(house.rstrip("/"), name, password, exception, chosen, told.get(chosen.option, "").strip())
    if as_json:
        print_json(row)
    else:
        from minibac.pits.reviews import STATES

        click.echo(say(said("exception {id}: {state}", id=row["id"], state=STATES[row["state"]])))


def _reviewed(house: str, name: str, password: str, exception: str, step: ReviewStep, text: str) -> dict[str, Any]:
    """Sign in, say it, and read the exception as it stands then."""
    import asyncio
    import secrets

    from minibac.cli.load_guests import Door
    from minibac.cli.load_page import HouseAnswerError

    async def work() -> dict[str, Any]:
        door = Door(house)
        me, cookie = await door.ask("/api/session", {"name": name, "password": password})
        known = {"cookie": cookie, "csrf": str(me["csrf"])}
        try:
            listed, _ = await door.ask("/api/books/exceptions", cookie=cookie)
            about = {"command": step.command, "exception": _whole_id(exception, listed["exceptions"])}
            if step.field:
                about[step.field] = _person(text, listed["reviewers"]) if step.field == "to" else text
            await door.ask("/api/house/commands", {"id": secrets.token_hex(8), "command": about}, **known)
            listed, _ = await door.ask("/api/books/exceptions", cookie=cookie)
            row: dict[str, Any] = next(row for row in listed["exceptions"] if row["id"] == about["exception"])
            return row
        finally:
            await door.ask("/api/session", method="DELETE", **known)

    try:
        return asyncio.run(work())
    except HouseAnswerError as error:
        fail(error, REFUSED)


def _whole_id(wanted: str, rows: list[dict[str, Any]]) -> str:
    """The id of an exception, or of the only one whose id begins so."""
    ids = [str(row["id"]) for row in rows]
    matching = [wanted] if wanted in ids else [each for each in ids if each.startswith(wanted)]
    if len(matching) > 1:
        _no(said("several exceptions begin with '{id}': {ids}", id=wanted, ids=many(matching[:5], ",")))
    if not matching:
        _no(said("the books know no exception '{id}'", id=wanted))
    return matching[0]


def _person(name: str, reviewers: dict[str, str]) -> str:
    """The id of somebody who looks into exceptions, by id or by name."""
    namesakes = [person for person, called in reviewers.items() if name.casefold() in (person, called.casefold())]
    if len(namesakes) != 1:
        names = sorted(reviewers.values())
        unknown = said("'{name}' looks into no exceptions{did_you_mean}: {names} do", name=name)
        _no(unknown.about(did_you_mean=did_you_mean(name, names), names=many(names, "and")))
    return namesakes[0]


def _no(sentence: Said) -> NoReturn:
    from minibac.cli.load_page import HouseAnswerError

    raise HouseAnswerError(sentence)
