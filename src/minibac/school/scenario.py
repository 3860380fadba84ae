"""A scenario: the file that says what an exam is like, the same for each trainee of a class; checked whole."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from minibac.cards.card import CardError, parse_cards
from minibac.houses.file_reader import Place, is_whole, shown
from minibac.houses.house import sample_house
from minibac.houses.types import HouseTable
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import RULEBOOKS
from minibac.rules.words import did_you_mean
from minibac.school.exam_happens import MISHAPS
from minibac.school.exam_score import ExamMarks
from minibac.voice.said import NOTHING, Fact, Said, many, said, words_of

FORMAT = "minibac-scenario/1"
STYLES = ("plain", "odd", "short", "late", "disputes", "delays")
"""How an automatic guest behaves: odd but good amounts; too few chips; chips after the call; an objection to a payment;
cards that are not given back, or where none are handed out chips that are waited for."""
MOST_ROUNDS, MOST_MINUTES, ALL = 500, 600, 100


class StyledGuest(NamedTuple):
    """An automatic guest, and the rounds of the exam in which the style shows; all where none are named."""

    seat: int
    style: str = "plain"
    rounds: tuple[int, ...] = ()

    def shows(self, round_no: int) -> bool:
        return not self.rounds or round_no in self.rounds


class PlannedMishap(NamedTuple):
    """Something irregular in a round, at a share of the rounds, or at random in any."""

    kind: str
    round_no: int = 0
    rate: int = 0
    """In so many of a hundred rounds, by the seed."""


class Scenario(NamedTuple):
    """An exam that can be sat."""

    id: str
    name: str
    about: str
    rules: HouseRules
    table: HouseTable
    rounds: int
    minutes: int
    seed: str
    cards: tuple[str, ...]
    opening: bool
    guests: tuple[StyledGuest, ...]
    mishaps: tuple[PlannedMishap, ...]
    marks: ExamMarks

    @property
    def says(self) -> Fact:
        """What it is about: in each language where it comes with the program, or somebody's own words."""
        return Said(self.about) if self.id in shipped() else self.about


@cache
def shipped() -> tuple[str, ...]:
    """The scenarios that come with the program."""
    folder = files("minibac.school").joinpath("scenarios")
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def shipped_text(name: str) -> str:
    """The file of a scenario that comes with the program."""
    return files("minibac.school").joinpath("scenarios", f"{name}.toml").read_text(encoding="utf-8")


@cache
def _of_the_package(name: str) -> Scenario | tuple[Refusal, ...]:
    return read_scenario(shipped_text(name), f"{name}.toml")


def scenario_name(name: str) -> str:
    """What a scenario that comes with the program is called; another one goes by its own id."""
    found = _of_the_package(name) if name in shipped() else None
    return found.name if isinstance(found, Scenario) else name


def load_scenario(name: str) -> Scenario | tuple[Refusal, ...]:
    """A scenario that comes with the program, or the one in a file."""
    if name in shipped():
        return _of_the_package(name)
    path = Path(name)
    if path.suffix != ".toml":
        near = [one for one in shipped() if name and (one.startswith(name) or one.endswith(f"-{name}"))]
        sentence = said("there is no scenario '{name}'{did_you_mean}: name a .toml file, or {names}", name=name)
        hint = NOTHING if near else did_you_mean(name, shipped())
        told = sentence.about(did_you_mean=hint, names=many(near or shipped()))
        return (refuse(Code.NOT_FOUND, told, allowed=shipped()),)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        sentence = said("{file} cannot be read: {why}", file=path.name, why=words_of(error))
        return (refuse(Code.NOT_FOUND, sentence),)
    return read_scenario(text, path.name)


def read_scenario(text: str, file: str) -> Scenario | tuple[Refusal, ...]:
    """The scenario in a file, or everything that is wrong with it."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (refuse(Code.HOUSE_FILE, said("{file} is no TOML: {why}", file=file, why=str(error))),)
    faults: list[Refusal] = []
    read = _read(Place(faults, file, (), values), file.removesuffix(".toml"))
    return read if read is not None and not faults else tuple(faults)


def _read(place: Place, scenario_id: str) -> Scenario | None:
    place.choice("format", (FORMAT,), said("it says what kind of file this is"))
    name = place.text("name", said("it says what the exam is called"))
    about = place.text("about")
    rulebook = place.choice("rulebook", tuple(RULEBOOKS), said("it says by which rulebook is dealt"))
    rounds = _within(place, "rounds", MOST_ROUNDS) or 0
    minutes = _within(place, "minutes", MOST_MINUTES) or 0
    if not rounds and not minutes:
        place.fault("rounds", said("is not stated; an exam has rounds, or minutes, or both"), code=Code.MISSING_CHOICE)
    opening = place.switch("opening") or False
    seed = place.values.get("seed", "1")
    place.known.append("seed")
    if not isinstance(seed, str) and not is_whole(seed):
        place.fault("seed", said("{value} is not {right}", value=shown(seed), right=said("a word or a number")))
    options = place.table("options")
    marks = _marks(place.table("marks"))
    guests, mishaps = place.rows("guest") or [], place.rows("mishap") or []
    rules = None
    if rulebook is not None:
        made = sample_house(rulebook).rules_with(rulebook, _options(options))
        if isinstance(made, HouseRules):
            rules = made
        else:
            place.add("options", made)
    table = sample_house(rulebook).table_for(rulebook) if rulebook else None
    seats = rules.seats if rules else table.rules.seats if table else MOST_ROUNDS
    read_guests = tuple(guest for guest in (_guest(one, seats, rounds) for one in guests) if guest)
    taken = [guest.seat for guest in read_guests]
    if len(set(taken)) != len(taken):
        place.fault("guest", said("two guests sit at the same seat"))
    if not guests:
        place.fault("guest", said("nobody sits at the table: a round is dealt to one guest at least"))
    read_mishaps = tuple(mishap for mishap in (_mishap(one, rounds) for one in mishaps) if mishap)
    cards = _cards(place, rules, opening=opening)
    place.unknown()
    if name is None or rules is None or table is None:
        return None
    return Scenario(
        scenario_id, name, about or "", rules, table, rounds, minutes, str(seed), cards, opening, read_guests,
        read_mishaps, marks,
    )  # fmt: skip


def _within(place: Place, key: str, most: int) -> int | None:
    value = place.whole(key, at_least=1)
    if value is not None and value > most:
        place.fault(key, said("{value} is too many: at most {most}", value=value, most=most), allowed=(str(most),))
        return None
    return value


def _options(place: Place | None) -> Mapping[str, object]:
    if place is None:
        return {}
    return {key: value for key, value in place.values.items() if isinstance(value, bool | int | str)}


def _marks(place: Place | None) -> ExamMarks:
    if place is None:
        return ExamMarks()
    usual = ExamMarks()
    read = {name: place.whole(name) for name in ExamMarks.__struct_fields__}
    place.unknown()
    return ExamMarks(**{name: getattr(usual, name) if value is None else value for name, value in read.items()})


def _guest(place: Place, seats: int, rounds: int) -> StyledGuest | None:
    seat = place.whole("seat", said("it says where the guest sits"), at_least=1)
    style = place.choice("style", STYLES) if "style" in place else "plain"
    place.known.append("style")
    named = place.wholes("rounds", at_least=1) if "rounds" in place else ()
    place.known.append("rounds")
    if seat is not None and seat > seats:
        place.fault("seat", said("there is no seat {seat}: the table has {seats}", seat=seat, seats=seats))
    if named and rounds and max(named) > rounds:
        place.fault("rounds", _beyond(max(named), rounds).said)
    place.unknown()
    return StyledGuest(seat, style, tuple(named or ())) if seat and style else None


def _beyond(round_no: int, rounds: int) -> Refusal:
    sentence = said("there is no round {round}: the exam has {rounds}", round=round_no, rounds=rounds)
    return refuse(Code.ILLEGAL_VALUE, sentence)


def _mishap(place: Place, rounds: int) -> PlannedMishap | None:
    kind = place.choice("kind", tuple(map(str, MISHAPS)), said("it says what happens"))
    moments = {key: place.whole(key, at_least=1) for key in ("round", "share", "rate")}
    stated = [key for key, value in moments.items() if value is not None]
    place.unknown()
    if len(stated) != 1:
        place.fault(
            "", said("happens in a round, or at a share of the rounds, or at a rate: one of the three is stated")
        )
        return None
    for key in ("share", "rate"):
        if (moments[key] or 0) > ALL:
            place.fault(key, said("{value} is too many: at most {most}", value=moments[key] or 0, most=ALL))
            return None
    if moments["share"] and not rounds:
        place.fault("share", said("is a share of rounds, and the exam does not say how many it has"))
        return None
    round_no = moments["round"] or -(-(moments["share"] or 0) * rounds // ALL)
    if rounds and round_no > rounds:
        place.fault("round", _beyond(round_no, rounds).said)
        return None
    return PlannedMishap(kind, round_no, moments["rate"] or 0) if kind else None


def _cards(place: Place, rules: HouseRules | None, *, opening: bool) -> tuple[str, ...]:
    """Cards that lie on top after the cut, the one that says how many are burned first."""
    written = place.text("cards")
    if written is None:
        return ()
    if opening:
        place.fault("cards", said("nobody knows where the trainee cuts: named cards go with opening = false"))
        return ()
    try:
        cards = tuple(map(str, parse_cards(written)))
    except CardError as error:
        place.fault("cards", error.said)
        return ()
    if rules is not None and (much := _too_many(cards, rules.decks_in_shoe)):
        place.fault(
            "cards",
            said("{card} stands there more often than {decks} decks hold it", card=much).about(
                decks=rules.decks_in_shoe
            ),
        )
    return cards


def _too_many(cards: Iterable[str], decks: int) -> str:
    named = list(cards)
    return next((card for card in named if named.count(card) > decks), "")
