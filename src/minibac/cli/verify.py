"""``minibac verify``: is a shoe record true, or a paper of a school?"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minibac.cli.common import REFUSED, Command, WithJson, argument, asks, fail, option, print_json
from minibac.cli.shoe_files import cannot_be_read
from minibac.cli.text import say
from minibac.voice.said import NOTHING, Fact, many, said, words_of

if TYPE_CHECKING:
    from minibac.shoes.check import Checked
    from minibac.shoes.record import ShoeRecord

HASH_DIGITS = 64
A_HASH = re.compile(f"[0-9a-f]{{{HASH_DIGITS}}}")
LARGEST_MB = 256
"""A shoe is a few hundred kilobytes. What is so much larger is no shoe record."""


class Ask(WithJson):
    """A record or a paper, and what was written down about it."""

    file: Path = argument(type=click.Path(path_type=Path), metavar="FILE")
    commitment: str | None = option(metavar="HEX", help="The commitment as you wrote it down before the cut.")
    head: str | None = option(metavar="HEX", help="The head of the chain as you wrote it down when the shoe was over.")
    share: str | None = option(
        metavar="HEX", help="The value of your share in the shuffle, which must be among those shown."
    )
    given: str | None = option(
        metavar="HASHES", help="What all seats had given when you showed your share, as '2:3f39… 5:c0de…'."
    )
    code: str | None = option(metavar="CODE", help="The verification code that is printed on a paper of a school.")
    key: str | None = option(metavar="HEX", help="The key of the school, as it publishes it.")


@click.command(
    cls=Command,
    short_help="Is a shoe record, or a paper of a school, true?",
    examples=(
        "minibac verify shoe-3.jsonl",
        "minibac verify shoe-3.jsonl --commitment 5932eb91… --json",
        "minibac verify certificate.pdf --code ABCDE-FGHIJ-KLMNO-PQRST",
    ),
)
@asks(Ask)
def verify(ask: Ask) -> None:
    """Check the record of a shoe: its chain of hashes, the commitment, every card, and every decision.

    The record is held against itself, against what you wrote down, and against the rulebook, under which each of its
    events is decided again. FILE may be - for standard input. The exit status is 1 when something is wrong.

    A transcript or a certificate (PDF, or its sealed JSON) is held against its signature, against the code and the key
    you name, and against the marks that stand in it.
    """
    from minibac.cli.verify_paper import looks_like_paper, verify_paper
    from minibac.shoes.check import check_record
    from minibac.shoes.record import RecordError, read_record

    name: Fact = said("standard input") if str(ask.file) == "-" else str(ask.file)
    data = _read(ask.file)
    if looks_like_paper(data):
        if (ask.commitment, ask.head, ask.share, ask.given) != (None,) * 4:
            fail(
                said(
                    "--commitment, --head, --share and --given are for the record of a shoe, and this is a paper of a "
                    "school"
                )
            )
        verify_paper(data, name, ask.key, ask.code, as_json=ask.as_json)
        return
    if ask.code is not None or ask.key is not None:
        fail(said("--code and --key are for a paper of a school, and this is none"))
    try:
        record = read_record(data)
    except RecordError as error:
        if ask.as_json:
            problem = {"line": error.line_no, "sentence": str(error)}
            print_json({"verified": False, "record": None, "checked": None, "problems": [problem]})
            raise click.exceptions.Exit(REFUSED) from None
        fail(said("{path}: {fault}", path=name, fault=words_of(error)), REFUSED)
    checked = check_record(record, ask.commitment, ask.head, ask.share, _given(ask.given))
    if ask.as_json:
        print_json(verify_json(record, checked))
    elif not checked.faults:
        click.echo(_text(record, checked, compared=ask.commitment is not None))
    else:
        more = len(checked.faults) - 1
        also = said("; {more:more thing is|more things are} wrong, --json lists all", more=more) if more else NOTHING
        first = said("{path}, line {line}: {fault}{also}", path=name, line=str(checked.faults[0].line_no), also=also)
        fail(first.about(fault=checked.faults[0].sentence), REFUSED)
    if checked.faults:
        raise click.exceptions.Exit(REFUSED)


def _given(text: str | None) -> dict[int, str] | None:
    """The hashes of all seats as somebody wrote them down."""
    from minibac.cards.share import read_shares

    if text is None:
        return None
    try:
        given = read_shares(text.lower())
    except ValueError:
        given = {}
    if given and all(A_HASH.fullmatch(hash_) for hash_ in given.values()):
        return given
    return fail(said("--given has a seat and its hash of {digits} digits, as 2:3f39… 5:c0de…", digits=HASH_DIGITS))


def _read(file: Path) -> bytes:
    try:
        if str(file) == "-":
            data = sys.stdin.buffer.read((LARGEST_MB << 20) + 1)
        else:
            with file.open("rb") as opened:
                data = opened.read((LARGEST_MB << 20) + 1)
    except OSError as error:
        fail(cannot_be_read(file, error))
    if len(data) > LARGEST_MB << 20:
        fail(said("{path} has more than {most} MB: that is no shoe record", path=str(file), most=LARGEST_MB), REFUSED)
    return data


def verify_json(record: ShoeRecord, checked: Checked) -> dict[str, Any]:
    """What was checked, and everything that is wrong."""
    header = record.header
    return {
        "verified": not checked.faults,
        "record": {
            "table": header.table,
            "rulebook": header.rulebook,
            "options": header.options,
            "shoe": header.shoe,
            "commitment": header.commitment,
            "first_version": header.first_version,
            "head": record.last.head,
        },
        "checked": {
            "events": checked.events_count,
            "cards": checked.cards_count,
            "committed": checked.committed,
            "decisions": checked.decisions_count,
            "not_replayed": checked.not_replayed or None,
            "shares": {
                "seats": list(checked.shares),
                "withheld": list(checked.withheld),
                "yours": checked.yours or None,
            },
        },
        "problems": [{"line": fault.line_no, "sentence": fault.sentence} for fault in checked.faults],
    }


def _text(record: ShoeRecord, checked: Checked, *, compared: bool) -> str:
    from minibac.cli import text as show
    from minibac.rules.names import rulebook_name

    header, count, turned = record.header, str(checked.events_count), str(checked.cards_count)
    chain = said("{count} events from version {first} on; head {head}", count=count, first=str(header.first_version))
    commitment = said("{commitment}, made before the cut; order and salt hash to it", commitment=header.commitment)
    cards = said("{count} turned, each where the order of {all} has it", count=turned)
    cards = cards.about(all=str(len(record.last.reveal.order)))
    if not checked.committed:
        commitment = said("none: the cards came from a real shoe, and there is no order to hold them against")
        cards = NOTHING
    decisions = said("{count}, each as {rulebook} gives it again", count=str(checked.decisions_count))
    decisions = decisions.about(rulebook=rulebook_name(header.rulebook))
    if checked.not_replayed:
        decisions = said("not looked at: {why}", why=checked.not_replayed)
    shares = said("seats {seats} had a share in the shuffle", seats=many(map(str, checked.shares), "and"))
    if len(checked.shares) == 1:
        shares = said("seat {seat} had a share in the shuffle", seat=str(checked.shares[0]))
    if checked.withheld:
        names = many(map(str, checked.withheld), "and")
        shares = said("{shares}; withheld by seat: {names}", shares=shares, names=names)
    if checked.yours:
        shares = said(
            "{shares}; the one that you name was shown by seat {seat}", shares=shares, seat=str(checked.yours)
        )
    rows = {
        said("verified|chain"): chain.about(head=record.last.head),
        said("verified|commitment"): commitment,
        said("verified|shares"): shares if checked.shares else NOTHING,
        said("verified|cards"): cards,
        said("verified|decisions"): decisions,
    }
    shoe = said("shoe {shoe} of table {table}", shoe=str(header.shoe), table=header.table)
    sheet = show.sheet((say(name), say(told)) for name, told in rows.items())
    whole = said("Verified up to the cards, and not its decisions") if checked.not_replayed else said("Verified")
    text = f"{show.bold(say(whole))}  {say(shoe)}\n\n{sheet}"
    if compared or not checked.committed:
        return text
    return f"{text}\n\n{show.wrapped(say(said('--commitment HEX holds it against what you wrote down.')))}"
