"""The house file: pits, tables, limits, equipment, references and options of one house, in TOML, checked whole.

A house file states its own choices and holds its own references; nothing is chosen for it. Reading one gives a
:class:`House`, or every fault of the file, each in a sentence that says where it stands, what is allowed and the
clause.

>>> house = sample_house("massachusetts")
>>> house.tables["ma-1"].rules.options["disclosed_third_card"], house.tables["ma-1"].limits["tie"].maximum_cents
(1, 100000)
>>> for refusal in parse_house("[house]\\nnam = 'Corner'", "corner.toml", SAMPLE_DAY)[-2:]:
...     print(refusal)  # doctest: +ELLIPSIS
corner.toml: house.name: is not stated; it names the house
corner.toml: house.nam: there is no such key (did you mean name?); here are time_zone, notes_cents, name, ...
"""

import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

from minibac.houses import checks
from minibac.houses import choices as choosing
from minibac.houses.file_reader import Place, shown
from minibac.houses.papers import (
    LAYOUT_APPROVAL,
    PRESHUFFLED_CARDS,
    SURVEILLANCE_NOTICE,
    not_told,
    paper_faults,
    told_before,
)
from minibac.houses.table import TableReader, read_option
from minibac.houses.types import (
    CHIPS_OF_EXCLUDED,
    COUPON_PREFIX,
    NOTES_CENTS,
    Eligibility,
    House,
    HouseTable,
    Identity,
    Inventory,
    Limit,
    Pit,
)
from minibac.houses.wager_lines import check_id, read_hand, read_lines
from minibac.rules.house_rules import Approved, HouseRules, Reference
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import RULEBOOKS, Rulebook, load
from minibac.rules.words import did_you_mean, nearest
from minibac.voice.said import NOTHING, Said, many, said, words_of
from minibac.voice.times import NO_ZONE, is_zone, local_to, zones

__all__ = ["House", "HouseTable", "Limit", "Pit", "load_house", "parse_house", "read_house", "sample_house"]

IDENTITY_FIELDS = ("operator", "address", "telephone", "fax")
OTHER_REFERENCES = ("internal-controls", LAYOUT_APPROVAL, PRESHUFFLED_CARDS, "custody-procedures", "card-standard")
"""References that no option asks for by name (part G of the rulings)."""

SAMPLE_DAY = datetime(2026, 1, 2, tzinfo=UTC)
"""The day by which everything in the sample houses is due."""


def load_house(path: str | Path, now: datetime) -> House | tuple[Refusal, ...]:
    """Read a house file: the house, or every fault of the file; a notice that is not due ``now`` is one."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return _no_house(said("{path}: is no text in UTF-8, so it cannot be a house file", path=str(path)))
    except (OSError, ValueError) as error:
        return _no_house(said("{path}: cannot be read ({reason})", path=str(path), reason=words_of(error)))
    house = parse_house(text, path.name, now)
    if isinstance(house, House) and house.marks_file:  # a file beside the house file is named by its name alone
        return house._replace(marks_file=str(path.parent / house.marks_file))
    return house


def _no_house(sentence: Said) -> tuple[Refusal, ...]:
    return (refuse(Code.HOUSE_FILE, sentence),)


def parse_house(text: str, name: str, now: datetime, *, sample: bool = False) -> House | tuple[Refusal, ...]:
    """Read the text of a house file; ``name`` is what its sentences call it. Only ours may be a ``sample``."""
    try:
        document = tomllib.loads(text)
    except RecursionError:
        return _no_house(said("{name}: is nested too deep to be a house file", name=name))
    except ValueError as error:  # TOML's own errors, and a number of too many digits
        return _no_house(said("{name}: is no TOML: {error:_}", name=name, error=str(error)))
    return read_house(document, name, now, sample=sample)


def read_house(
    document: Mapping[str, object], name: str, now: datetime, *, sample: bool = False
) -> House | tuple[Refusal, ...]:
    """Check a house file that has been taken apart into tables already."""
    reader = _HouseReader(Place([], name, (), document), now, sample=sample)
    house = reader.read()
    if reader.top.faults or house is None:
        return tuple(dict.fromkeys(reader.top.faults))
    return house


def sample_house(rulebook_id: str) -> House:
    """The sample house of a rulebook: every choice the print leaves to the house, with references marked SAMPLE."""
    return packaged_house(load(rulebook_id).id)


@cache
def packaged_house(name: str) -> House:
    """A house of ours, by the name of its file; its papers and notices are samples from before its day."""
    text = files("minibac.rulebooks").joinpath("houses", f"{name}.toml").read_text(encoding="utf-8")
    house = parse_house(text, f"{name}.toml", SAMPLE_DAY, sample=True)
    if not isinstance(house, House):
        raise AssertionError("the packaged sample house is broken: " + "; ".join(map(str, house)))
    return house


class _HouseReader:
    """The work of :func:`read_house`, which goes on to the end of the file and keeps every fault it meets."""

    def __init__(self, top: Place, now: datetime, *, sample: bool) -> None:
        self.top = top
        self.now, self.sample = now, sample
        self.zone = NO_ZONE
        self.books: dict[str, Rulebook] = {}
        """The rulebooks that tables of this house play by."""
        self.lacking: dict[tuple[str, str], Refusal] = {}
        """What a pit has to state and does not, each once however many tables it has."""

    def read(self) -> House | None:
        top = self.top
        house = top.table("house", said("it says who the house is"))
        self.zone = top.zone = self._zone(house)
        eligibility = top.table("eligibility", said("it says who may sit down"))
        notices = top.table("notices")
        controls = top.table("controls")
        coupons = top.table("coupons")
        school = top.table("school")
        references = top.tables("references")
        pits = top.tables("pits", said("the tables of a house stand in pits"))
        approved = top.tables("approved")
        tables = top.tables("tables", said("a house has a table at least"))
        top.unknown()

        for place in tables.values():
            if (rulebook := place.values.get("rulebook")) in RULEBOOKS:
                self.books[str(rulebook)] = load(str(rulebook))
        notes = house.wholes("notes_cents", at_least=1) if house else None
        name, identity = self._identity(house)
        held = self._references(references)
        wagers = {wager: self._approved(place, wager) for wager, place in approved.items()}
        read_pits = {pit: self._pit(place, pit) for pit, place in pits.items()}
        days = self._notice(notices)
        readers = [
            TableReader(self.lacking, place, table, held, read_pits, wagers, days, self.now)
            for table, place in tables.items()
        ]
        read_tables = [reader.read() for reader in readers]
        for pit, place in pits.items():
            self._told(
                place, read_pits[pit], [r.rules for r in readers if r.rules and r.place.values.get("pit") == pit]
            )
        for (pit, option), refusal in self.lacking.items():
            if option not in pits[pit]:
                pits[pit].add("", [refusal])
        for wager, place in approved.items():
            if not any(wager in reader.approved for reader in readers):
                place.fault("", said("no table takes this wager; list it in the approved_wagers of a table"))
        counted = controls.choice("inventory", tuple(Inventory)) if controls else None
        steps = self._controls(controls, held, [reader.rules for reader in readers if reader.rules])
        who = self._eligibility(eligibility)
        marks_file = school.text("marks") if school else None
        if school:
            school.unknown()
        if name is None or who is None:
            return None
        return House(
            name=name,
            identity=identity,
            eligibility=who,
            vigorish_notice_days=days,
            uncollected_vigorish=steps,
            references=held,
            pits=read_pits,
            tables={
                table.id: table._replace(notes_cents=tuple(sorted(set(notes or NOTES_CENTS))))
                for table in read_tables
                if table is not None
            },
            time_zone=self.zone,
            inventory=Inventory(counted or Inventory.CLOSES),
            coupons=self._coupons(coupons),
            marks_file=marks_file or "",
            sample=self.sample,
        )

    def _zone(self, place: Place | None) -> str:
        """Where the house is; it is read first, since times of the file that say no zone are of this one."""
        zone = place.text("time_zone") if place else None
        if place is None or zone is None or zone == NO_ZONE or is_zone(zone):
            return zone or NO_ZONE
        whole = {name.lower(): name for name in zones()}
        cities = {name.rpartition("/")[2]: named for name, named in whole.items()}
        near = whole.get(nearest(zone, sorted(whole)) or "") or cities.get(nearest(zone, sorted(cities)) or "")
        what = said("{zone} is no time zone{did_you_mean}; write a name of the IANA database, such as America/New_York")
        hint = said(" (did you mean {word}?)", word=near) if near else NOTHING
        place.fault("time_zone", what.about(zone=shown(zone), did_you_mean=hint))
        return NO_ZONE

    def _coupons(self, place: Place | None) -> dict[str, int]:
        """What match play coupons the house issues: a prefix, and the face of all that have it (A44)."""
        faces: dict[str, int] = {}
        for prefix in place.values if place else ():
            assert place is not None
            if not COUPON_PREFIX.fullmatch(prefix):
                place.fault(prefix, said("is no prefix of coupons: 1 to 8 capital letters and digits"), "A44")
            if face := place.whole(prefix, at_least=1):
                faces[prefix] = face
        return faces

    def _identity(self, place: Place | None) -> tuple[str | None, Identity]:
        if place is None:
            return None, Identity()
        printed = [(book, clause) for book in self.books.values() if (clause := book.house.identity)]
        name = place.text("name", None if printed else said("it names the house"))
        fields = {field: place.text(field) or "" for field in IDENTITY_FIELDS}
        place.unknown()
        for book, clause in printed:
            for field, text in {"name": name, **fields}.items():
                if not text and not _given(place, field):
                    what = said("is empty; a house with a table under {rulebook} names it", rulebook=book.short)
                    place.fault(field, what, clause, code=Code.MISSING_CHOICE)
        return name, Identity(**fields)

    def _eligibility(self, place: Place | None) -> Eligibility | None:
        if place is None:
            return None
        age = place.whole("minimum_age", said("no age is assumed"), at_least=1)
        lists = {
            "ban_list": place.switch("ban_list", said("it says whether banned persons are looked up")),
            "self_exclusion_list": place.switch(
                "self_exclusion_list", said("it says whether persons who excluded themselves are looked up")
            ),
        }
        chips = place.choice("excluded_chips", CHIPS_OF_EXCLUDED) or CHIPS_OF_EXCLUDED[0]
        place.unknown()
        for book in self.books.values():
            fixed = book.fixed.get("minimum_age")
            if fixed and age is not None and age != fixed.value:
                also = book.seating.other_age if age < int(fixed.value) else ()
                sentence = said("{age} is not allowed under {rulebook}, which allows only {right}", age=age)
                sentence = sentence.about(rulebook=book.short, right=int(fixed.value))
                allowed = (str(fixed.value),)
                place.fault("minimum_age", sentence, fixed.clause, *also, code=Code.ILLEGAL_VALUE, allowed=allowed)
            wanted = {"ban_list": book.seating.banned, "self_exclusion_list": book.seating.self_excluded}
            for key, clauses in wanted.items():
                if clauses and lists[key] is False:
                    sentence = said(
                        "false is not allowed under {rulebook}: the list is looked at before a guest sits down",
                        rulebook=book.short,
                    )
                    place.fault(key, sentence, *clauses, code=Code.ILLEGAL_VALUE, allowed=("true",))
        if age is None:
            return None
        return Eligibility(age, bool(lists["ban_list"]), bool(lists["self_exclusion_list"]), chips)

    def _notice(self, place: Place | None) -> int | None:
        needed = [book.house.vigorish_notice for book in self.books.values() if book.house.vigorish_notice]
        days = place.whole("vigorish_days", at_least=1) if place else None
        if place:
            place.unknown()
        if needed and (place is None or "vigorish_days" not in place):
            what = said(
                "notices.vigorish_days is not stated; how long a change of vigorish is posted ahead has no default"
            )
            self.top.fault("", what, *needed[0], code=Code.MISSING_CHOICE)
        return days

    def _controls(
        self, place: Place | None, held: Mapping[str, Reference], tables: list[HouseRules]
    ) -> tuple[str, ...]:
        steps = place.words("uncollected_vigorish") if place else None
        if place:
            place.unknown()
        by_form = [
            rules.rulebook
            for rules in tables
            if rules.options.get("vigorish_collection") == "deferred"
            and rules.rulebook.fixed["uncollected_path"].value == "form"
        ]
        # The form is Section 42's, also where a guide borrows it.
        lender = load("section-42").house.uncollected_controls
        clauses = tuple(filter(None, (lender, *(book.fixed["uncollected_path"].clause for book in by_form[:1]))))
        if by_form and "internal-controls" not in held:
            sentence = said(
                "references.internal-controls is not stated; deferred vigorish that is never collected is entered "
                "under the internal controls (authority, reference and date)"
            )
            self.top.fault("", sentence, *clauses, code=Code.MISSING_REFERENCE)
        least = checks.UNCOLLECTED_STEPS
        if by_form and (place is None or "uncollected_vigorish" not in place):
            sentence = said(
                "controls.uncollected_vigorish is not stated; deferred vigorish needs the steps {steps}",
                steps=many(least, "and"),
            )
            self.top.fault("", sentence, *clauses, code=Code.MISSING_CHOICE, allowed=least)
        elif place and steps is not None and (gone := [step for step in least if step not in steps]):
            sentence = said("lacks {gone}; steps may be added to {steps}, none removed", gone=many(gone, "and"))
            sentence = sentence.about(steps=many(least, "and"))
            place.fault("uncollected_vigorish", sentence, *clauses, code=Code.ILLEGAL_VALUE, allowed=least)
        return steps or ()

    def _references(self, places: Mapping[str, Place]) -> dict[str, Reference]:
        known = {o.reference: o for book in map(load, RULEBOOKS) for o in book.option if o.reference}
        names = (*known, *OTHER_REFERENCES)
        held = {}
        for name, place in places.items():
            reference = self._paper(place, name)
            if name not in names:
                what = said("no rule asks for such a reference{did_you_mean}; known are {names}")
                what = what.about(did_you_mean=did_you_mean(name, names), names=many(names, "and"))
                place.fault("", what, allowed=names)
                continue
            held[name] = reference
        return held

    def _paper(self, place: Place, name: str) -> Reference:
        """A paper that the house holds; who gave it is what the documents ask for, the rest our own demand."""
        before = len(place.faults)
        paper = place.reference()
        if len(place.faults) > before:
            return paper  # told already
        if not paper.authority:
            asked = (o.reference_clause for b in self.books.values() for o in b.option if o.reference == name)
            houses = [book.house for book in self.books.values()]
            others = [text.layout_approval for text in houses if name == LAYOUT_APPROVAL]
            others += [text.preshuffled for text in houses if name == PRESHUFFLED_CARDS]
            what = said("authority is not stated; a reference has an authority, a reference and a date")
            place.fault("", what, *dict.fromkeys(filter(None, (*asked, *others))), code=Code.MISSING_REFERENCE)
        place.add("", paper_faults(paper, local_to(self.now, self.zone), sample=self.sample))
        return paper

    def _pit(self, place: Place, pit_id: str) -> Pit:
        name = place.text("name") or pit_id
        options = {
            option: value for option in choosing.pit_options() if (value := read_option(place, option)) is not None
        }
        given = None
        if notice := place.table("surveillance_notice"):
            given = notice.moment("given", said("it says when surveillance was told in writing"))
            effective = notice.moment("effective", said("it says when the pit changes to these options"))
            notice.unknown()
            if given and effective:
                self._surveillance(notice, options, given, effective)
        place.unknown()
        return Pit(pit_id, name, options, given)

    def _surveillance(self, place: Place, options: Mapping[str, object], given: datetime, effective: datetime) -> None:
        told = load("section-42").house.surveillance_notice
        clauses = [clause for name, clause in told.items() if name in options] or list(told.values())[:1]
        if effective - given < SURVEILLANCE_NOTICE:
            sentence = said("surveillance is told in writing 30 minutes ahead or more")
            place.fault("effective", sentence, *clauses, code=Code.ILLEGAL_VALUE, allowed=("30 minutes",))
        elif effective > self.now:
            sentence = said("is still to come: nothing is dealt with these options before it")
            place.fault("effective", sentence, *clauses, code=Code.TOO_EARLY, allowed=(str(effective),))

    def _told(self, place: Place, pit: Pit, tables: list[HouseRules]) -> None:
        """Before a table of the pit opens, surveillance knows how it settles and whether it reshuffles."""
        notice = place.values.get("surveillance_notice")
        if notice is not None and pit.notice_given is None:
            return  # it is there and cannot be read, which has been told
        clauses = dict.fromkeys(clause for rules in tables for clause in told_before(rules))
        if refusal := not_told(pit.notice_given, self.now, tuple(clauses)):
            place.add("surveillance_notice", [refusal])

    def _approved(self, place: Place, wager_id: str) -> Approved | None:
        before = len(place.faults)
        check_id(place, wager_id)
        label = place.text("label", said("it is the name of the wager"))
        area = place.text("area", said("it is what the layout says"))
        hand = read_hand(place)
        rows = read_lines(place, hand, checks.approval())
        approval = place.table("approval")
        reference = self._paper(approval, wager_id) if approval else None
        place.unknown()
        printed = {p.id for book in map(load, RULEBOOKS) for p in book.wager}
        if wager_id in printed:
            place.fault("", said("is the name of a printed wager; choose another"))
        for row in rows:
            if row.odds and row.odds.startswith("paytable:"):
                place.fault("lines", said("a house states the odds in the line: there are no paytables here"))
        if len(place.faults) > before or label is None or area is None:
            return None
        wager = checks.further_wager(wager_id, label, area, hand, rows)
        return Approved(wager, reference)


def _given(place: Place, field: str) -> bool:
    """Whether a key holds something that is no text, which has been told already."""
    return not isinstance(place.values.get(field, ""), str)
