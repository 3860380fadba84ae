"""A report of prices that somebody else can check and reproduce, as HTML or PDF (extra ``report``).

The same call gives the same bytes: no dates, no random ids, no fonts of the machine. The report names the rulebook and
every option with its clause, prints each price as an exact fraction with its combinations, and ends with hashes of
the program, the rulebook, the options and the numbers.
"""

import hashlib
import math
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial, reduce
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shlex import quote, split
from typing import Any

import msgspec
from markupsafe import Markup

from minibac import __version__
from minibac.cards.card import RANKS
from minibac.cards.composition import decks
from minibac.odds.charts import RESULTS, Chart, charts
from minibac.odds.known_wagers import Meant
from minibac.odds.plain import odds_plain, options_plain, pays
from minibac.odds.prices import Odds, Price
from minibac.odds.removal import CARDS_FOR_ZERO_SUM, Removal, removal
from minibac.play.results import PAIR_LAYERS, POINT_CODES
from minibac.rules.house_rules import Setting
from minibac.rules.names import OUTCOMES, rulebook_name, wager_said
from minibac.rules.options import typed
from minibac.rules.rulebook import Row
from minibac.rules.rulings import rulings
from minibac.rules.wager_facts import OTHER_HAND
from minibac.rules.wager_words import HANDS
from minibac.voice.documents import environment, pdf
from minibac.voice.languages import catalogue, render
from minibac.voice.said import NOTHING, Fact, Said, many, said, vocabulary

TEMPLATES = files("minibac.odds").joinpath("templates")
DEFAULT_COUPS = 100_000
LEVELS = {"95": 1.959963984540054, "99": 2.5758293035489004}
"""Two-sided intervals of the normal distribution, and how many standard deviations they span."""

PROGRAM = ("rulebooks", "rules", "cards", "play", "odds")
"""The packages that a price comes from; their sources are hashed."""

FACTS = vocabulary(
    "fact", "winner", "margin", "dragon 7", "panda 8", "lead", "player total", "player cards", "player natural",
    "player pair", "banker total", "banker cards", "banker natural", "banker pair",
)  # fmt: skip
"""What a line of a wager asks about a coup."""
ANSWERS = vocabulary("answer", "true", "false")

MARKED = {"em": "<em>", "end_em": "</em>", "code": "<code>", "end_code": "</code>"}

PDF_TIMESTAMP = 946684800
"""Every report claims the first second of 2000, so that the day of printing leaves no trace."""


def write_report(
    odds: Odds,
    path: Path,
    *,
    coups: int = DEFAULT_COUPS,
    language: str = "en",
    own: Sequence[Meant] = (),
    house: Path | None = None,
) -> None:
    """Write a report to a file; its name says in which form. ``own`` is where the own wagers stand, ``house`` where
    those stand that a house had approved."""
    if path.suffix.lower() == ".pdf":
        path.write_bytes(pdf_report(odds, coups=coups, own=own, house=house))
    else:
        path.write_bytes(html_report(odds, coups=coups, language=language, own=own, house=house))


def html_report(
    odds: Odds,
    *,
    coups: int = DEFAULT_COUPS,
    language: str = "en",
    own: Sequence[Meant] = (),
    house: Path | None = None,
) -> bytes:
    """The report as one HTML file with its pictures inside, whose letters are outlines and stay English."""
    effects = removal(odds)
    pictures = [
        _picture(chart, f"data:image/svg+xml;base64,{b64encode(chart.svg).decode()}", language)
        for chart in charts(odds, effects)
    ]

    def say(text: str) -> Markup:
        """What the page says by itself: its words are templates too, and stand where they are said."""
        return Markup(render(Said(text, MARKED), language))

    template = environment(TEMPLATES).get_template("report.html.jinja")
    data = report_data(odds, effects, coups, language, own, house)
    return template.render(**data, charts=pictures, say=say, language=catalogue(language).manner.tag).encode()


def pdf_report(
    odds: Odds, *, coups: int = DEFAULT_COUPS, own: Sequence[Meant] = (), house: Path | None = None
) -> bytes:
    """The report as PDF, set by Typst, in English: the fonts that come with it have no Chinese signs."""
    effects = removal(odds)
    drawn = charts(odds, effects)
    pictures = [_picture(chart, f"{chart.name}.svg") for chart in drawn]
    data = report_data(odds, effects, coups, own=own, house=house)
    data |= {"charts": pictures, "command": in_lines(data["command"])}
    beside = {f"{chart.name}.svg": chart.svg for chart in drawn} | sheet()
    return pdf(TEMPLATES, "report", data, PDF_TIMESTAMP, beside)


def sheet() -> dict[str, bytes]:
    """How reports are set: what every Typst template of ours imports."""
    return {"sheet.typ": TEMPLATES.joinpath("sheet.typ").read_bytes()}


def _picture(chart: Chart, source: str, language: str = "en") -> dict[str, str]:
    caption, alt = render(chart.caption, language), render(chart.alt, language)
    return {"name": chart.name, "caption": caption, "alt": alt, "source": source}


# -------------------------------------------------------------------------------------------------------- what it says


def report_data(
    odds: Odds,
    effects: Removal,
    coups: int,
    language: str = "en",
    own: Sequence[Meant] = (),
    house: Path | None = None,
) -> dict[str, Any]:
    """Everything a report says, as words and numbers ready to be set."""
    say = partial(render, language=language)
    rules, book = odds.rules, odds.rules.rulebook
    title = said("Prices of the wagers of {rulebook}", rulebook=rulebook_name(book.id))
    shoe = said("{decks:deck|decks}{outside}", decks=odds.decks_in_shoe)
    shoe = shoe.about(outside=said(", outside the rulebook") if odds.outside_rulebook else NOTHING)
    left = said("{shoe}, {cards:card|cards} left{whole}", shoe=shoe, cards=odds.cards, whole=NOTHING)
    if odds.composition != decks(odds.decks_in_shoe):
        left = left.about(whole=said(" of {cards}", cards=str(52 * odds.decks_in_shoe)))
    facts = [
        (said("Rulebook"), f"{_own(book.title, language)} ({book.id})"),
        (said("Shoe"), say(left)),
        (said("Cards left, A to K"), " ".join(map(str, odds.composition))),
        (said("Ordered draws"), f"{odds.table.total:,}"),
        (said("Program"), f"minibac {__version__}"),
    ]
    if odds.stake_cents is not None:
        stake = said("{cents} cents; vigorish as rounded at it", cents=str(odds.stake_cents))
        facts.insert(3, (said("Stake"), say(stake)))
    cards = say(said("{shoe}, {cards:card|cards}", shoe=shoe, cards=odds.cards))
    return {
        "title": say(title),
        "subtitle": ", ".join(filter(None, (cards, _chosen(odds)))),
        "facts": [(say(name), value) for name, value in facts],
        "notes": [say(said("{note:^}.", note=note)) for note in odds.noted],
        "winners": [
            [say(RESULTS[name]), percent(odds.outcomes[name]), f"{count:,}", str(odds.outcomes[name])]
            for name, count in odds.combinations.items()
        ],
        "prices": [
            [
                _own(price.label, language),
                percent(price.edge),
                "-" if price.edge_ties_excluded is None else percent(price.edge_ties_excluded),
                f"{price.standard_deviation:.6f}",
                percent(price.hit_frequency),
                str(price.edge),
            ]
            for price in odds
        ],
        "wagers": [_wager(odds, price, language) for price in odds],
        "options": [
            [each.name, typed(options_plain(odds)[each.name]), ", ".join(each.clauses), say(whence(each))]
            for each in rules.settings
        ],
        "rulings": [
            [entry.id, _own(entry.title, language), ", ".join(entry.clauses), entry.resolution.replace("`", "")]
            for entry in (rulings()[name] for name in book.rulings)
        ],
        "hold": _hold(odds, coups, language),
        "hold_title": say(said("Expected hold over {coups} coups", coups=coups)),
        "hold_words": say(
            said(
                "One unit on each of {coups} coups, each dealt from the cards above: what the house expects to keep, "
                "the standard deviation of it in units, and the hold as a share of the stakes within which chance "
                "leaves it (normal approximation).",
                coups=coups,
            )
        ),
        "coups": f"{coups:,}",
        "effects": _effects(effects, language),
        "house_money": _house_money(odds, language),
        "checks": _checks(odds, effects, language),
        "hashes": [(say(name), value) for name, value in _hashes(odds, own, house)],
        "on_cards": any(laid.wager.asks_cards for laid in odds.laid.values()),
        "command": command_line(odds, coups, language, own, house),
    }


def _own(text: str, language: str) -> str:
    """A text of a rulebook, which is its own template; the label of a reader's own wager stays as it is."""
    return catalogue(language).templates.get(text, text)


def percent(value: Fraction | float, digits: int = 6) -> str:
    return f"{100 * float(value):.{digits}f} %"


def _chosen(odds: Odds) -> str:
    defaults = {(option.name, option.default) for option in odds.rules.rulebook.option}
    return ", ".join(
        f"{setting.name}={typed(setting.value)}"
        for setting in odds.rules.settings
        if (setting.name, setting.value) not in defaults
    )


def whence(setting: Setting) -> Said:
    words = [said("chosen") if setting.chosen else said("option|default")]
    words += [said("borrowed")] if setting.borrowed else []
    words += [said("ruling {ruling}", ruling=setting.ruling)] if setting.ruling else []
    return said("{words}", words=many(words, ","))


def _wager(odds: Odds, price: Price, language: str) -> dict[str, Any]:
    proposition = odds.laid[price.wager].wager.proposition
    own = said("{label} (the reader's own wager)", label=price.label)
    return {
        "id": price.wager,
        "label": render(own, language) if price.own else _own(price.label, language),
        "clauses": ", ".join(proposition.clauses),
        "edge": percent(price.edge, 8),
        "edge_exact": str(price.edge),
        "variance": f"{float(price.variance):.8f}",
        "variance_exact": str(price.variance),
        "outcomes": [
            [
                render(OUTCOMES[chance.outcome], language),
                pays(chance.pays),
                f"{chance.combinations:,}",
                percent(chance.probability),
                str(chance.probability),
            ]
            for chance in price.outcomes
        ],
        "lines": [line_words(odds, row, proposition.hand, language) for row in proposition.lines],
    }


def line_words(odds: Odds, row: Row, hand: str | None, language: str) -> list[str]:
    """One line of a wager: when it applies, what becomes of the stake, the odds, and the clauses.

    What a wager on a hand sees from there is said of the Player's Hand and the Banker's: a paper has no other reader.
    """
    sides = {"own": hand or "", "other": OTHER_HAND.get(hand or "", "")}

    def words(name: str, values: Sequence[object]) -> Said:
        name = re.sub(r"\b(own|other)(?=_|\b)", lambda side: sides[side[1]], name)
        fact: Fact = FACTS.get(name.replace("_", "-"), name.replace("_", " "))
        if name == "lead" and hand:
            fact = said("lead of {hand}", hand=HANDS[hand])
        return said("{fact}: {answers}", fact=fact, answers=_span(values) or either(values))

    def either(values: Iterable[object]) -> Said:
        answers = (ANSWERS.get(str(value).lower()) or wager_said(str(value)) for value in values)
        return reduce(lambda one, other: said("{one} or {other}", one=one, other=other), answers)

    when = said("{facts}", facts=many((words(name, values) for name, values in row.when.items()), ";"))
    pays = said("{odds} to 1", odds=str(odds.rules.odds(row.odds))) if row.odds else NOTHING
    if row.part:
        pays = said("{part} of the stake", part=row.part)
    told = (when if row.when else said("everything else"), OUTCOMES[row.outcome], pays)
    return [*(render(each, language) for each in told), ", ".join(row.clauses)]


def _span(values: Sequence[object]) -> Said | None:
    """Three whole numbers or more that follow one another, by both ends."""
    numbers = [value for value in values if type(value) is int]
    if len(numbers) < 3 or list(values) != list(range(numbers[0], numbers[0] + len(values))):
        return None
    return said("{least} to {most}", least=str(numbers[0]), most=str(numbers[-1]))


def _hold(odds: Odds, coups: int, language: str) -> list[list[str]]:
    """What the house expects to keep of one unit on each of so many coups, and how far chance may carry it."""
    rows = []
    for price in odds:
        spread = price.standard_deviation / math.sqrt(coups)
        edge = float(price.edge)
        spans = []
        for z in LEVELS.values():
            low, high = (f"{100 * (edge + side * z * spread):+.4f}" for side in (-1, 1))
            spans.append(render(said("{least} to {most} %", least=low, most=high), language))
        rows.append([_own(price.label, language), f"{coups * edge:,.1f}", f"{spread * coups:,.1f}", *spans])
    return rows


def _effects(effects: Removal, language: str) -> dict[str, Any]:
    names = {each.wager: render(wager_said(each.wager), language) for each in effects}
    ranks = [rank.value for rank in RANKS if any(rank.value in each.effects for each in effects)]
    return {
        "ranks": ranks,
        "rows": [
            [names[each.wager], *(f"{10000 * float(each.effects[rank]):+.2f}" for rank in ranks)] for each in effects
        ],
        "counts": [
            [
                names[each.wager],
                *(f"{count.tags[rank]:+d}" if count.tags[rank] else "0" for rank in ranks),
                f"{count.correlation:.3f}",
                render(said("count|never"), language) if count.trigger is None else f"{count.trigger:.1f}",
            ]
            for each in effects
            if any(each.effects.values())
            for count in [each.count(2)]
        ],
    }


def _house_money(odds: Odds, language: str) -> dict[str, Any] | None:
    if "house-money" not in odds.laid:
        return None
    from minibac.odds.house_money import TARGETS, house_money_choice

    choice = house_money_choice(odds.rules, odds.composition)
    portion = said("portion|all") if choice.portion == 1 else str(choice.portion)
    words = said(
        "The edge above is for taking the payout. A guest may add it to a wager on a hand, the stated portion being "
        "{portion}; the worth of a perfect choice is in percent of the House Money stake.",
        portion=portion,
    )
    return {
        "portion": str(portion),
        "words": render(words, language),
        "rows": [
            [
                render(RESULTS.get(target, said("target|Either")), language),
                percent(choice.worth(target)),
                percent(choice.edge(target)),
                percent(choice.frequency(target), 2),
                render(choice.told(target), language),
            ]
            for target in TARGETS
        ],
    }


def _checks(odds: Odds, effects: Removal, language: str) -> list[list[str]]:
    """What the program verified while it wrote this report."""
    joint = [odds.joint.by_code[layer * POINT_CODES : (layer + 1) * POINT_CODES] for layer in range(PAIR_LAYERS)]
    expected = math.perm(odds.cards, min(6, odds.cards))
    pairs_left_out = tuple(map(sum, zip(*joint, strict=True)))
    added_up = [sum(chance.combinations for chance in price.outcomes) for price in odds]
    checks = [
        (
            said("The result table counts every ordered draw once"),
            sum(odds.table.by_code) + odds.table.void == expected,
        ),
        (said("Outcomes of each wager add up to all draws"), all(each == expected for each in added_up)),
        (said("The table with pairs, pairs left out, is the table without"), pairs_left_out == odds.table.by_code),
    ]
    if odds.cards >= CARDS_FOR_ZERO_SUM:
        checks.append(
            (said("Count times effect of removal adds up to zero"), all(each.weighted_sum == 0 for each in effects))
        )
    found = ((what, said("holds exactly") if holds else said("FAILS")) for what, holds in checks)
    return [[render(each, language) for each in row] for row in found]


def _hashes(odds: Odds, own: Sequence[Meant], house: Path | None) -> list[tuple[Said, str]]:
    book = files("minibac.rulebooks").joinpath(f"{odds.rules.rulebook.id}.toml").read_bytes()
    rows = [
        (said("Program (sources of rules, cards, play and odds)"), program_hash()),
        (said("Rulebook"), sha256(book)),
        (said("Options"), sha256(msgspec.json.encode(options_plain(odds), order="sorted"))),
        (said("Numbers (JSON, keys sorted)"), sha256(msgspec.json.encode(odds_plain(odds), order="sorted"))),
    ]
    rows[3:3] = [(said("Own wagers, {file}", file=file), sha) for file, sha in dict.fromkeys(each[2:4] for each in own)]
    if house is not None and odds.rules.approved:
        rows.insert(3, (said("House file, {file}", file=house.name), sha256(house.read_bytes())))
    return rows


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def program_hash(packages: tuple[str, ...] = PROGRAM) -> str:
    """One hash over the sources that a price comes from: names and contents, in the order of names."""
    digest = hashlib.sha256()
    for package in packages:
        for name, source in sorted(_sources(files("minibac").joinpath(package), package)):
            digest.update(f"{name} {sha256(source)}\n".encode())
    return digest.hexdigest()


def _sources(folder: Traversable, place: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{place}/{entry.name}"
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _sources(entry, name)
        elif entry.name.endswith((".py", ".toml", ".typ", ".jinja")):
            yield name, entry.read_bytes()


LINE = 100
"""Signs of a command in a line of a report."""


def command_line(
    odds: Odds, coups: int, language: str = "en", own: Sequence[Meant] = (), house: Path | None = None
) -> str:
    """The command that gives these numbers again."""
    words = ["minibac", *(["--language", language] if language != "en" else []), "odds", odds.rules.rulebook.id]
    for setting in odds.rules.settings:
        if setting.chosen:
            words += ["--set", f"{setting.name}={typed(setting.value)}"]
    if house is not None and odds.rules.approved:
        words += ["--house", house.name]
    if odds.outside_rulebook:
        words += ["--decks", str(options_plain(odds)["decks"])]
    if odds.composition != decks(odds.decks_in_shoe):
        words += ["--counts", ",".join(map(str, odds.counts))]
    if odds.stake_cents is not None:
        words += ["--stake", str(odds.stake_cents)]
    if any(laid.own for laid in odds.laid.values()):
        files_or_names = [each.typed for each in own] or ["FILE.toml"]
        words += [word for name in files_or_names for word in ("--own", name)]
    beside = [wager for each in own for wager in each.wagers]
    offered = {each.id for each in (*odds.rules.propositions, *beside)}
    if not odds.laid.keys() >= offered:
        words += [word for name in odds.laid for word in ("--wager", name)]
    if coups != DEFAULT_COUPS:
        words += ["--coups", str(coups)]
    return " ".join(quote(word) for word in [*words, "--report", "prices.pdf"])


def in_lines(command: str) -> str:
    """A command on lines that a page is wide enough for, so that what is copied out of it runs.

    >>> print(in_lines("minibac study " + " ".join(["--client 'A. Nobody'"] * 5)))
    minibac study --client 'A. Nobody' --client 'A. Nobody' --client 'A. Nobody' --client 'A. Nobody' \\
    --client 'A. Nobody'
    """
    lines = [""]
    for word in map(quote, split(command)):
        if lines[-1] and len(lines[-1]) + len(word) >= LINE:
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return " \\\n".join(lines)
