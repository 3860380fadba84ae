"""Reading one table of a house file, part by part."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from minibac.houses import checks
from minibac.houses import choices as choosing
from minibac.houses.equipment import CuttingCards, Lot, TableEquipment, asked_for, check_equipment
from minibac.houses.file_reader import Place, is_whole, shown
from minibac.houses.papers import LAYOUT_APPROVAL, PRESHUFFLED, PRESHUFFLED_CARDS, not_posted, posted_before
from minibac.houses.types import HouseTable, Limit, Pit
from minibac.rules.house_rules import Approved, HouseRules, Reference, SampleReferences, build, no_paper, of_another
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS, Rulebook, load
from minibac.rules.words import did_you_mean
from minibac.voice.said import many, said

ONE_SEAT = said(
    "nothing is chosen for one seat alone: type and rate of vigorish, like every option, bind the whole table"
)


class TableReader:
    """One table of the file. A fault in one part of it keeps no other part from being checked."""

    def __init__(
        self,
        lacking: dict[tuple[str, str], Refusal],
        place: Place,
        table_id: str,
        held: Mapping[str, Reference],
        pits: Mapping[str, Pit],
        wagers: Mapping[str, Approved | None],
        vigorish_days: int | None,
        now: datetime,
    ) -> None:
        self.place, self.id = place, table_id
        self.vigorish_days, self.now = vigorish_days, now
        self.lacking = lacking
        self.held, self.pits, self.wagers = held, pits, wagers
        self.rules: HouseRules | None = None
        self.approved: tuple[str, ...] = ()
        self.told: set[str] = set()
        """Options whose value could not even be read, and has been told."""

    def read(self) -> HouseTable | None:
        place = self.place
        name = place.text("name") or self.id
        pit = self._pit()
        book = self._book()
        unit = place.whole("betting_unit_cents", said("the limits are multiples of it"), at_least=1)
        chips = place.wholes("chips_cents", said("these are the chips the table pays in"), at_least=1)
        options = self._options(book)
        self.approved = place.words("approved_wagers") or ()
        listed_wagers = place.words("wagers")
        limits = self._limits(unit)
        equipment = self._equipment()
        felt = place.table("layout")
        recipe = place.words("shuffle_recipe") or ()
        areas, one_side, inscription, signs = self._felt(felt)
        posted = place.moment("vigorish_posted")
        helps = place.switch("help")
        shared = place.switch("guests_share") is True
        seats = place.values.get("seats")
        place.known.append("seats")
        place.unknown()
        if book is None:
            return None
        self._per_seat(book, seats, options)
        stated = self._rules(book, pit, options, inscription)
        rules = self.rules
        if rules is None:
            return None
        faulty = choosing.doubtful(book, stated) | self.told
        # A further wager whose own lines are at fault is neither missing nor too many here.
        unclear = {wager for wager in self.approved if self.wagers.get(wager) is None}
        sure = not faulty & checks.OFFER_DEPENDS
        if limits:
            known = [wager for wager in limits if wager not in unclear]
            place.add("limits", checks.check_limit_areas(rules, known, sure=sure))
        if sure:
            if listed_wagers is not None:
                known = [wager for wager in listed_wagers if wager not in unclear]
                place.add("wagers", checks.check_wager_list(rules, known))
            felt_areas = None if areas is None else tuple(area for area in areas if area not in unclear)
            stated_felt = {"seats_on_one_side": one_side is not False, "signs_posted": signs is not False}
            place.add("layout", checks.check_felt(rules, felt_areas, inscription=inscription, **stated_felt))
        if not faulty & checks.MONEY_DEPENDS and unit and chips:
            place.add("betting_unit_cents", checks.check_money(rules, unit, min(chips)))
        if not faulty & checks.EQUIPMENT_DEPENDS and equipment is not None:
            place.add("equipment", check_equipment(rules, equipment))
            equipment = equipment._replace(clauses=asked_for(rules))
        if recipe and "shuffler" not in faulty:
            place.add("shuffle_recipe", checks.check_recipe(rules, recipe))
        if shared and "shuffler" not in faulty and (refusal := checks.no_share(rules)):
            place.add("guests_share", [refusal])
        self._authorities(book, rules)
        if "vigorish_type" not in faulty and (posted or "vigorish_posted" not in place):
            refusal = not_posted(posted, self.vigorish_days, self.now, posted_before(rules))
            place.add("vigorish_posted", [refusal] if refusal else [])
        if place.faults or unit is None or chips is None or equipment is None or pit is None:
            return None
        return HouseTable(
            id=self.id,
            name=name,
            pit=pit.id,
            rules=rules,
            stated=stated,
            limits={proposition.id: limits[proposition.id] for proposition in rules.propositions},
            betting_unit_cents=unit,
            chips_cents=tuple(sorted(chips)),
            equipment=equipment,
            shuffle_recipe=recipe,
            vigorish_posted=posted,
            help=helps is not False,
            guests_share=shared,
        )

    def _book(self) -> Rulebook | None:
        rulebook = self.place.choice("rulebook", RULEBOOKS, said("a table plays by one rulebook"))
        return load(rulebook) if rulebook else None

    def _pit(self) -> Pit | None:
        pit = self.place.text("pit", said("a table stands in a pit"))
        if pit is None:
            return None
        if pit not in self.pits:
            sentence = said("there is no pit {pit}{did_you_mean}; the pits of the house are {pits}", pit=shown(pit))
            has = many(self.pits, "and") if self.pits else said("none")
            sentence = sentence.about(did_you_mean=did_you_mean(pit, self.pits), pits=has)
            self.place.fault("pit", sentence, allowed=tuple(self.pits))
        return self.pits.get(pit)

    def _options(self, book: Rulebook | None) -> dict[str, object]:
        options = self.place.table("options", said("the house states its own choices"))
        if options is None:
            return {}
        uniform = book.wagers.uniform if book else ()
        read = {name: read_option(options, name, uniform) for name in options.values}
        self.told = {name for name, value in read.items() if value is None}
        return {name: value for name, value in read.items() if value is not None}

    def _rules(
        self, book: Rulebook, pit: Pit | None, options: Mapping[str, object], inscription: str | None
    ) -> dict[str, object]:
        """Build the rules; where they are refused, rules without what was refused, to check the rest of the table."""
        of_pit = pit.options if pit else {}
        self.place.add("options", choosing.check_pit(of_pit, options))
        stated = choosing.pit_choices(book, of_pit, options)
        if inscription in ("layout", "sign") and "dragon_7_notice" in choosing.settle(book, stated):
            stated.setdefault("dragon_7_notice", inscription)
        if "options" in self.place:
            told = dict.fromkeys(self.told)
            self.place.add("options", choosing.check_stated(book, {**told, **stated}))
        if pit:
            for option, refusal in choosing.pit_lacks(book, of_pit, stated).items():
                self.lacking.setdefault((pit.id, option), refusal)
        approved = []
        for wager in dict.fromkeys(self.approved):
            if wager not in self.wagers:
                has = many(self.wagers, "and") if self.wagers else said("none")
                sentence = said("there is no [approved.{wager}]{did_you_mean}; the house has {wagers}", wager=wager)
                sentence = sentence.about(did_you_mean=did_you_mean(wager, self.wagers), wagers=has)
                clauses = filter(None, (book.wagers.approval, *book.wagers.others, *book.wagers.list))
                self.place.fault("approved_wagers", sentence, *clauses, code=Code.MISSING_REFERENCE)
            elif (item := self.wagers[wager]) is not None:
                approved.append(item)
        built = build(book, stated, references=self.held, approved=approved)
        if isinstance(built, HouseRules):
            self.rules = built
            return stated
        self.place.add("options", built)
        rest = choosing.legal_part(book, stated)
        if book.wagers.approval is None:
            approved = []
        approved = [Approved(item.wager, SampleReferences()["approval"]) for item in approved]
        for choices in (rest, {k: v for k, v in rest.items() if k != "cut_card_depth"}):
            again = build(book, choices, approved=approved)
            if isinstance(again, HouseRules):
                self.rules = again
                break
        return stated

    def _limits(self, unit: int | None) -> dict[str, Limit]:
        limits = {}
        for wager, place in self.place.tables(
            "limits", said("the house states a minimum and a maximum for each area")
        ).items():
            low = place.whole("minimum_cents", said("the house states the least that may be staked"), at_least=1)
            high = place.whole("maximum_cents", said("the house states the most that may be staked"), at_least=1)
            place.unknown()
            limits[wager] = Limit(low or 0, high or 0)
            if low is not None and high is not None:
                place.add("", checks.check_limit(low, high, unit))
        return limits

    def _equipment(self) -> TableEquipment | None:
        place = self.place.table("equipment", said("the house states its cards and cutting cards"))
        if place is None:
            return None
        before = len(place.faults)
        cutting = None
        if cards := place.table("cutting_cards"):
            count = cards.whole("count", said("the cutting cards are counted"))
            colour = cards.text("colour", said("it must be told from backs and edges"))
            opaque = cards.switch("opaque", said("nothing may be seen through a cutting card"))
            solid = cards.switch("solid")
            cards.unknown()
            cutting = CuttingCards(count or 0, colour or "", bool(opaque), bool(solid))
        rows = place.rows("decks", said("the house states what its cards look like"))
        lots = [
            Lot(
                batch=row.text("batch") or "A",
                decks=row.whole("count", said("the decks are counted"), at_least=1) or 0,
                colour=row.text("colour", said("it is the colour of the backs")) or "",
                design=row.text("design", said("it is the design of the backs")) or "",
                edge=row.text("edge", said("it is the colour of the edges")) or "",
            )
            for row in rows or ()
        ]
        for row in rows or ():
            row.unknown()
        place.unknown()
        if rows is not None and not rows:
            place.fault("decks", said("no decks are stated"))
        return TableEquipment(tuple(lots), cutting) if len(place.faults) == before else None

    def _felt(self, place: Place | None) -> tuple[tuple[str, ...] | None, bool | None, str | None, bool | None]:
        if place is None:
            return None, None, None, None
        felt = (
            place.words("areas"),
            place.switch("seats_on_one_side"),
            place.choice("inscription", ("layout", "sign", "none")),
            place.switch("signs_posted"),
        )
        place.unknown()
        return felt

    def _per_seat(self, book: Rulebook, seats: object, options: Mapping[str, object]) -> None:
        if seats is None:
            return
        if not isinstance(seats, Mapping | list):
            self.place.fault(
                "seats", said("the number of seats is an option: write it in [tables.{table}.options]", table=self.id)
            )
            return
        scheme = str(options.get("vigorish_type", ""))
        every = [
            clause
            for option in book.option
            if option.name == "vigorish_type"
            for clause in option.clauses.get(scheme, ())
            if clause.endswith("/every-player")
        ]
        self.place.fault("seats", ONE_SEAT, *book.wagers.uniform, *every, code=Code.PER_SEAT)

    def _authorities(self, book: Rulebook, rules: HouseRules) -> None:
        """The approval of the layout, and the papers of the steps: each from whom the document names."""
        clause = book.house.layout_approval
        if clause and LAYOUT_APPROVAL not in self.held:
            sentence = said("needs the reference layout-approval under {rulebook}, and the house states none")
            sentence = sentence.about(rulebook=book.short)
            self.place.fault("layout", sentence, clause, code=Code.MISSING_REFERENCE, allowed=(LAYOUT_APPROVAL,))
        elif clause and (refusal := of_another(self.held[LAYOUT_APPROVAL], book.house.layout_authority, clause)):
            self.place.add("layout", [refusal])
        clause, received = book.house.preshuffled, rules.options.get("decks_received")
        if clause and received == PRESHUFFLED and PRESHUFFLED_CARDS not in self.held:
            self.place.add("options", [no_paper("decks_received", received, PRESHUFFLED_CARDS, clause)])
        for step in (step for steps in book.procedure.values() for step in steps):
            paper = self.held.get(step.reference or "")
            if paper is not None and rules.applies(step.only):
                refusal = of_another(paper, step.reference_authority, *step.clauses)
                self.place.add("options", [refusal] if refusal else [])


def read_option(place: Place, name: str, uniform: Sequence[str] = ()) -> object | None:
    """A value of an option as it may stand in a file: a word, a number, a switch, or a list of words. ``uniform`` is
    cited where it says something for each seat."""
    if name not in place.known:
        place.known.append(name)
    value = place.values.get(name)
    if value is None or isinstance(value, bool | str) or is_whole(value):
        return value
    if isinstance(value, float):
        return str(value)
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return ",".join(value)
    if isinstance(value, Mapping) and value and all(str(seat).isdecimal() for seat in value):
        place.fault(name, ONE_SEAT, *uniform, code=Code.PER_SEAT)
        return None
    wrong = said("{value} is no value of an option; write a word, a number, or true or false", value=shown(value))
    place.fault(name, wrong)
    return None
