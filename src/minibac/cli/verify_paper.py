"""``minibac verify`` on a transcript or a certificate of a school."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from minibac.cli.common import REFUSED, fail, print_json
from minibac.cli.text import say
from minibac.voice.said import Fact, Said, said

if TYPE_CHECKING:
    from minibac.school.school_paper import SchoolPaper, SealedPaper


def looks_like_paper(data: bytes) -> bool:
    """Whether a file is a paper of a school rather than the record of a shoe: a PDF, or what was sealed."""
    return data.startswith((b"%PDF", b'{"paper":'))


def verify_paper(data: bytes, name: Fact, key: str | None, code: str | None, *, as_json: bool) -> None:
    """Say whether a paper is what its school signed; the exit status is 1 when it is not."""
    from minibac.school.school_paper import check_paper, sealed_in

    sealed = sealed_in(data)
    if sealed is None:
        fail(said("{path} carries no paper of a school", path=name), REFUSED)
    checked = check_paper(sealed, key, code)
    faults = checked.faults
    same = _page_is_same(data, sealed) if not faults else None
    if same is False:
        faults = (said("the page is not what was signed: somebody altered the file"),)
    if as_json:
        print_json(
            {
                "verified": not faults,
                "code": sealed.code,
                "key": sealed.key,
                "page_is_same": same,
                "paper": _plain(checked.paper) if checked.paper else None,
                "problems": [str(fault) for fault in faults],
            }
        )
        if faults:
            raise click.exceptions.Exit(REFUSED)
        return
    if faults or checked.paper is None:
        fail([said("{path}: {fault}", path=name, fault=fault) for fault in faults], REFUSED)
    page = _of_page(same, is_pdf=data.startswith(b"%PDF"))
    click.echo(_text(checked.paper, sealed, page, knows_key=key is not None))


def _page_is_same(data: bytes, sealed: SealedPaper) -> bool | None:
    """Whether the page of a PDF is what was signed; ``None`` where that cannot be tried."""
    if not data.startswith(b"%PDF"):
        return None
    try:
        from minibac.school.paper_sheets import page_is_same

        return page_is_same(data, sealed)
    except ImportError:
        return None


def _plain(paper: SchoolPaper) -> dict[str, object]:
    import msgspec

    told: dict[str, object] = {
        name: getattr(paper, name)
        for name in ("kind", "school", "trainee", "name", "rulebook", "at", "minutes", "signers", "says")
    }
    rows = [
        {
            "competency": row.competency,
            "title": row.title,
            "passed": row.passed,
            "signed": msgspec.to_builtins(row.signed) if row.signed else None,
        }
        for row in paper.rows
    ]
    return told | {"competencies": rows, "attempts": len(paper.attempts)}


SAME = said("The page is, to the byte, what was signed.")
NOT_HELD = said(
    "The page itself was not checked: another version wrote it, or the extra report is missing here. "
    "What counts is what was signed: read the page against the above."
)
NO_PAGE = said("This is what was signed, without its page.")
KINDS = {"transcript": said("transcript"), "certificate": said("certificate")}


def _of_page(same: bool | None, *, is_pdf: bool) -> Said:
    """What is known of the page, where nothing is wrong."""
    if not is_pdf:
        return NO_PAGE
    return SAME if same else NOT_HELD


def _text(paper: SchoolPaper, sealed: SealedPaper, page: Said, *, knows_key: bool) -> str:
    from minibac.cli import text as show
    from minibac.rules.names import rulebook_name

    who = f"{paper.name} ({paper.trainee})" if paper.name else paper.trainee
    head = said("{kind} of {who}, {school}", kind=KINDS[paper.kind], who=who, school=paper.school)
    signed = [row for row in paper.rows if row.signed]
    rows: dict[Said, Said] = {
        said("verified|rulebook"): said("{rulebook}", rulebook=rulebook_name(paper.rulebook)),
        said("verified|signed off"): said("{signed} of {all} competencies", signed=len(signed), all=len(paper.rows)),
        said("verified|code"): said("{code}", code=sealed.code),
        said("verified|key"): said("{key}", key=sealed.key),
    }
    sheet = show.sheet((say(name), say(told)) for name, told in rows.items())
    words = [f"{show.bold(say(said('Verified')))}  {say(head)}", sheet]
    if not knows_key:
        anybody = said(
            "Hold the key against the one that the school publishes: --key HEX. Anybody can sign with another."
        )
        words.append(show.wrapped(say(anybody)))
    words.append(show.wrapped(say(page)))
    words.append(show.wrapped(paper.says))
    return "\n\n".join(words)
