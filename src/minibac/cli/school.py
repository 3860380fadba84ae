"""``minibac school``: the record of a house's school, its papers and its marks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import click

from minibac.cli.books import WHERE, Ask, Subcommands
from minibac.cli.common import FILE, REFUSED, Command, RulebookName, fail, print_json
from minibac.cli.output_files import cannot_be_written, check_name, check_writable, no_report
from minibac.cli.text import say
from minibac.rules.words import did_you_mean
from minibac.voice.said import many, said

if TYPE_CHECKING:
    from minibac.school.record_state import SchoolState
    from minibac.school.school_paper import Kind

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, documented and stable.")
HOME = "https://minibac.invalid"


class SchoolCommands(Subcommands):
    """What a school can be asked for, with one sentence for a wrong word."""

    no_such = said("the school has no '{name}'{did_you_mean}; minibac school --help lists what it has")


@click.group(
    "school",
    cls=SchoolCommands,
    short_help="The record of a school: classes, transcripts, certificates, exports, marks.",
    examples=(
        "minibac school marks",
        "minibac school marks --map --rulebook massachusetts",
        "minibac school transcript t-0007 --data my-house --pdf transcript.pdf",
        "minibac school export --data my-house --xapi statements.json",
    ),
)
def school() -> None:
    """The record of the school of a house, read from its log, also while it runs; nothing is changed.

    What is noted, signed and removed goes through the house that runs: its pages, or its routes.
    """


class SchoolRead(NamedTuple):
    """The school of a house, and what its people and classes are called."""

    state: SchoolState
    names: dict[str, str]
    titles: dict[str, str]

    def name_of(self, person: str) -> str:
        return self.names.get(person, person)


class OfHouse(Command):
    """A command about the school of a house, which lies in a data folder or a database."""

    def __init__(self, *, params: list[click.Parameter], **how: Any) -> None:
        super().__init__(params=[*params, *WHERE], **how)


def _read(data: Path | None, database: str | None) -> SchoolRead:
    """Fold the log of the school, and read the names that are kept."""
    import msgspec

    from minibac.people.accounts import KIND as ACCOUNT
    from minibac.people.accounts import Account
    from minibac.people.classes import KIND as CLASS
    from minibac.people.classes import ClassNamed
    from minibac.pits.house import HOUSE
    from minibac.school.record import SCHOOL

    async def question(store: Any) -> SchoolRead | None:
        state = house = None
        async for line in store.read("school"):
            state = SCHOOL.fold.fold(state, SCHOOL.read(line.bytes))
        if state is None:
            return None
        async for line in store.read("house"):
            house = HOUSE.fold.fold(house, HOUSE.read(line.bytes))
        people = house.people if house else {}
        names = {person: known.name for person, known in people.items() if not known.removed}
        titles: dict[str, str] = {}
        for trainee in state.trainees:
            if kept := await store.get(ACCOUNT, trainee):
                names[trainee] = msgspec.json.decode(kept, type=Account).name
        for name in state.classes:
            kept = await store.get(CLASS, name)
            titles[name] = msgspec.json.decode(kept, type=ClassNamed).title if kept else name
        return SchoolRead(state, names, titles)

    whole = Ask(data=data, database=database, as_json=False, as_csv=False).ask(question)
    if whole is None:
        fail(said("this house has no school yet: minibac serve opens one"), REFUSED)
    return whole


def _trainee(kept: SchoolRead, trainee: str) -> str:
    """A trainee by number, or by name."""
    people = kept.state.trainees
    if trainee in people:
        return trainee
    same = [person for person in people if kept.name_of(person).casefold() == trainee.casefold()]
    if len(same) == 1:
        return same[0]
    known = (*people, *(kept.name_of(person) for person in people))
    wrong = said("the school knows no trainee '{name}'{did_you_mean}", did_you_mean=did_you_mean(trainee, known))
    if same:
        wrong = said("several trainees are called '{name}': {trainees}", trainees=many(same, ","))
    return fail(wrong.about(name=trainee), REFUSED)


# ------------------------------------------------------------------------------------------------------- what there is


@school.command(cls=OfHouse, examples=("minibac school classes --data my-house",))
@JSON
def classes(data: Path | None, database: str | None, as_json: bool) -> None:
    """Every class, who is in it, and how far each has got."""
    from minibac.cli import text
    from minibac.rules.names import rulebook_name
    from minibac.school.record_rows import progress_plain

    kept = _read(data, database)
    state = kept.state
    told: list[dict[str, Any]] = [
        {
            "class": class_id,
            "title": kept.titles[class_id],
            "rulebook": known.rulebook,
            "instructor": kept.name_of(known.instructor),
            "trainees": [
                {
                    "trainee": trainee,
                    "name": kept.names.get(trainee),
                    "minutes": state.trainees[trainee].minutes,
                    "measured_seconds": state.trainees[trainee].measured_seconds,
                    "attempts": len(state.trainees[trainee].attempts),
                    "progress": progress_plain(state, trainee, known.rulebook),
                }
                for trainee in state.in_class(class_id)
            ],
        }
        for class_id, known in state.classes.items()
    ]
    if as_json:
        print_json({"school": state.name, "classes": told})
        return
    if not told:
        click.echo(say(said("No class has been opened.")))
    for row in told:
        head = said("{title} ({class_id}), {rulebook}, {instructor}", title=row["title"], class_id=row["class"])
        head = head.about(rulebook=rulebook_name(row["rulebook"]), instructor=row["instructor"])
        click.echo(text.bold(say(head)))
        for one in row["trainees"]:
            passed, signed = (sum(bool(each[key]) for each in one["progress"]) for key in ("passed", "signed"))
            line = said("{trainee} {name}: {passed} of {all} passed, {signed} signed off, {attempts:attempt|attempts}")
            facts = {"trainee": one["trainee"], "name": one["name"] or "", "passed": passed, "signed": signed}
            click.echo("  " + say(line.about(**facts, all=len(one["progress"]), attempts=one["attempts"])))


# -------------------------------------------------------------------------------------------------------------- papers


def _paper(
    kind: Kind, trainee: str, rulebook: str | None, pdf: Path | None, sealed_file: Path | None, where: tuple[Any, Any]
) -> None:
    from minibac.cli.text import wrapped
    from minibac.house.keys import key_of
    from minibac.rules.refusal import Refusal
    from minibac.school.school_paper import made_paper, seal

    check_name(said("a paper"), pdf, ".pdf")
    check_name(said("a sealed paper"), sealed_file, ".json")
    check_writable(pdf, sealed_file)
    kept = _read(*where)
    person = _trainee(kept, trainee)
    books = kept.state.rulebooks_of(person)
    if rulebook is None and len(books) != 1:
        fail(said("name one rulebook with --rulebook: {rulebooks}", rulebooks=many(books)))
    made = made_paper(kept.state, person, rulebook or books[0], kind, kept.name_of)
    if isinstance(made, Refusal):
        fail((made,), REFUSED)
    settings = Ask(data=where[0], database=where[1], as_json=False, as_csv=False).settings
    if not settings.key_command and not settings.key_path.is_file():
        fail(said("{path} is not there: papers are signed with the key of the house", path=str(settings.key_path)))
    key = key_of(settings.key_path, settings.key_command)
    if isinstance(key, Refusal):
        fail((key,), REFUSED)
    sealed = seal(made, key)
    try:
        if pdf is not None:
            from minibac.school.paper_sheets import paper_sheet

            pdf.write_bytes(paper_sheet(sealed))
        if sealed_file is not None:
            import msgspec

            sealed_file.write_bytes(msgspec.json.encode(sealed) + b"\n")
    except ImportError as missing:
        fail(no_report(missing), 1)
    except OSError as error:
        fail(cannot_be_written(pdf or sealed_file or Path(), error), 1)
    if pdf is None and sealed_file is None:
        import msgspec

        print_json({"code": sealed.code, "key": sealed.key, "paper": msgspec.json.decode(sealed.paper)})
        return
    click.echo(wrapped(say(said("code {code}, key of the school {key}", code=sealed.code, key=sealed.key))))


def _makes(kind: Literal["transcript", "certificate"], about: str) -> None:
    @school.command(kind, cls=OfHouse, help=about, examples=(f"minibac school {kind} t-0007 --pdf {kind}.pdf",))
    @click.argument("trainee", metavar="TRAINEE")
    @click.option("--rulebook", type=RulebookName(), help="Under which rulebook, where there are several.")
    @click.option("--pdf", type=FILE, metavar="FILE.pdf", help="Write it as PDF; the same record gives the same bytes.")
    @click.option("--sealed", type=FILE, metavar="FILE.json", help="Write what was signed, with its signature.")
    def paper(
        trainee: str,
        rulebook: str | None,
        pdf: Path | None,
        sealed: Path | None,
        data: Path | None,
        database: str | None,
    ) -> None:
        _paper(kind, trainee, rulebook, pdf, sealed, (data, database))


_makes(
    "transcript",
    "Hours, attempts, competencies and signatures of a trainee, by number or name; signed with the key of the house.",
)
_makes(
    "certificate",
    "That a trainee was signed off in every competency of this school. No licence and no regulator's certification.",
)


@school.command(cls=OfHouse, examples=("minibac school export --csv attempts.csv --xapi statements.json",))
@click.option("--csv", "csv_file", type=FILE, metavar="FILE.csv", help="Every attempt, a row each.")
@click.option("--class", "class_id", default="", metavar="CLASS", help="For --csv: the attempts of one class, as c-1.")
@click.option("--xapi", "xapi_file", type=FILE, metavar="FILE.json", help="Attempts and signatures, as xAPI 1.0.3.")
@click.option(
    "--home", default=HOME, show_default=True, metavar="URL", help="The address in which numbers are accounts."
)
def export(
    csv_file: Path | None, class_id: str, xapi_file: Path | None, home: str, data: Path | None, database: str | None
) -> None:
    """The whole record for a spreadsheet, or for a school's own learning system."""
    import re

    import msgspec

    from minibac.books.csv_text import csv_text
    from minibac.cli.output_files import written
    from minibac.school.record_rows import CSV_HEADS, csv_rows
    from minibac.school.xapi import statements

    check_name(said("CSV"), csv_file, ".csv")
    check_name(said("xAPI"), xapi_file, ".json")
    if csv_file is None and xapi_file is None:
        fail(said("name a file with --csv or --xapi"))
    if class_id and csv_file is None:
        fail(said("--class is for --csv; xAPI statements are of the whole school"))
    if not re.fullmatch(r"https?://[^\s<>\"{}|\\^`]+", home):
        fail(said("--home is an address as {example}", example="https://school.example"))
    check_writable(csv_file, xapi_file)
    kept = _read(data, database)
    if class_id and class_id not in kept.state.classes:
        fail(said("there is no class '{class_id}': {classes}", class_id=class_id, classes=many(kept.state.classes)))
    told = list(statements(kept.state, home, kept.name_of))
    wrong = [
        *written(csv_file, lambda: csv_text(CSV_HEADS, csv_rows(kept.state, kept.name_of, class_id))),
        *written(xapi_file, lambda: msgspec.json.encode(told).decode()),
    ]
    if wrong:
        fail(wrong, 1)


# --------------------------------------------------------------------------------------------------------------- marks


@school.command(cls=Command, examples=("minibac school marks", "minibac school marks my-marks.toml"))
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--map", "with_map", is_flag=True, help="Every drill with its competency and the clauses it asks about.")
@click.option("--rulebook", type=RulebookName(), help="For --map; section-42 unless told.")
@JSON
def marks(file: Path | None, with_map: bool, rulebook: str | None, as_json: bool) -> None:
    """What passes a competency: the marks that come with the program, or those of a file, checked whole."""
    import msgspec

    from minibac.cli import text
    from minibac.school.marks import Marks, load_marks, proposed

    if rulebook and not with_map:
        fail(said("--rulebook is for --map; marks are the same under each rulebook"))
    known = proposed() if file is None else load_marks(file)
    if not isinstance(known, Marks):
        fail(known, REFUSED)
    if with_map:
        _map(known, rulebook or "section-42", as_json=as_json)
        return
    if as_json:
        print_json(msgspec.to_builtins(known))
        return
    click.echo(text.bold(known.name))
    for name, row in known.competency.items():
        click.echo(f"\n{text.bold(say(said('{title}', title=known.called(name))))}  {name}")
        for what in row.needs:
            mark = known.mark[what]
            click.echo(text.wrapped(f"  {what}: {_mark(mark)}" + (f"  [{mark.source}]" if mark.source else "")))


def _mark(mark: Any) -> str:
    only = said("under {rulebooks} only", rulebooks=many(mark.only, "and"))
    return say(said("{parts}", parts=many([mark.says, only], ","))) if mark.only else say(mark.says)


def _map(known: Any, rulebook: str, *, as_json: bool) -> None:
    """From drill to clause to competency: the clauses are those that the items of a usual sheet cite."""
    from minibac.cli import text
    from minibac.houses.house import sample_house
    from minibac.school.drills import DRILLS
    from minibac.school.items import Lesson
    from minibac.school.practice import sheet

    table = sample_house(rulebook).table_for(rulebook)
    assert table is not None
    lesson = Lesson(table.rules, table.chips_cents)
    rows: list[dict[str, Any]] = []
    for name, drill in DRILLS.items():
        items = sheet(lesson, [drill], "map")
        cited = dict.fromkeys(clause for item in items for clause in item.clauses)
        rows.append({"drill": name, "competency": known.competency_of(name) or None, "clauses": list(cited)})
    if as_json:
        print_json({"rulebook": rulebook, "drills": rows})
        return
    for row in rows:
        line = f"{row['drill']} → {row['competency'] or '–'}: {', '.join(row['clauses'])}"
        click.echo(text.wrapped(line))
