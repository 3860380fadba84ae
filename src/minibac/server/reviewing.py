"""What the door knows of an exception before somebody says something about it: that there is one, whom it names."""

from typing import Any

from minibac.books.exceptions import exceptions
from minibac.pits import house_commands as c
from minibac.pits.reviews import WHO
from minibac.server.answers import no
from minibac.server.front import Front
from minibac.server.routes_books import books_of
from minibac.voice.said import said

REVIEWS = tuple(kind.__name__ for kind in WHO)
"""The commands about exceptions."""


async def about_exception(front: Front, facts: dict[str, Any]) -> dict[str, Any]:
    """A command about an exception, with what the books know of it; the log of the house does not know the list."""
    wanted = facts.get("exception")
    row = next((row for row in exceptions(await books_of(front)) if row.id == wanted), None)
    if row is None:
        raise no(404, said("the books know no exception '{id}'", id=str(wanted)[:40]))
    if facts["command"] == c.CloseException.__name__:
        return {**facts, "concerns": sorted({person for person in row.staff.values() if person})}
    return facts
