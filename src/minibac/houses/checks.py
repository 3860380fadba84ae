"""What a house may not choose: checks of one table and of the house, each with the clause it stands on.

Every check takes plain data and gives every refusal it finds; where in the file the fault stands is put in front later.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from minibac.rules.house_rules import HouseRules, read_fraction, rounding_cents
from minibac.rules.layout import check_layout, layout
from minibac.rules.names import wager_name
from minibac.rules.options import typed
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Proposition, Row, load
from minibac.rules.wager_words import odds_words
from minibac.rules.words import did_you_mean, listed
from minibac.voice.said import Money, Said, many, said

UNCOLLECTED_STEPS = ("A", "B", "C", "D", "E", "F")
"""The least that the internal controls say about vigorish nobody collected (s42/c/3/iii/controls)."""

OFFER_DEPENDS = frozenset({"shuffler", "vigorish_type", "vigorish_collection", "dragon_bonus", "house_money"})
MONEY_DEPENDS = OFFER_DEPENDS | {"vigorish_rate", "vigorish_rounding", "tie_odds", "house_money_add"}
EQUIPMENT_DEPENDS = frozenset({"shuffler", "decks"})
"""The options that each group of checks reads. While one of them is refused, what follows from it is left unsaid."""


def approval() -> str:
    """What lets a house add a wager, with a stored approval; the lists of the other documents are closed (E17)."""
    return load("section-42").wagers.approval or ""


# ---------------------------------------------------------------------------------------------------- wagers and limits


def check_wager_list(rules: HouseRules, wagers: Sequence[str]) -> Iterator[Refusal]:
    """Every way in which a list of wagers differs from what the options offer: a wager is never enabled in part."""
    book = rules.rulebook
    offered = tuple(proposition.id for proposition in rules.propositions)
    printed = {proposition.id: proposition for proposition in book.wager}
    for name in dict.fromkeys(wagers):
        if name in offered:
            if wagers.count(name) > 1:
                sentence = said("{wager} is listed {count} times", wager=name, count=wagers.count(name))
                yield refuse(Code.HOUSE_FILE, sentence, allowed=offered)
        elif name in printed:
            needs = many((f"{o}={listed(map(typed, v))}" for o, v in printed[name].only.items()), "and")
            sentence = said(
                "{wager} is listed, but {rulebook} offers it only with {needs}",
                wager=name,
                rulebook=book.short,
                needs=needs,
            )
            yield refuse(Code.NOT_OFFERED, sentence, *printed[name].absent, *book.wagers.list, allowed=offered)
        else:
            approval = (book.wagers.approval,) if book.wagers.approval else ()
            unknown = (
                said("'{wager}' is no wager of {rulebook}{did_you_mean}; a further wager needs a stored approval")
                if approval
                else said("'{wager}' is no wager of {rulebook}{did_you_mean}, whose list of wagers is closed")
            )
            sentence = unknown.about(wager=name, rulebook=book.short, did_you_mean=did_you_mean(name, offered))
            clauses = (*approval, *book.wagers.others, *book.wagers.list)
            yield refuse(Code.NOT_OFFERED, sentence, *clauses, allowed=offered)
    for proposition in rules.propositions:
        if proposition.id not in wagers:
            sentence = said("{wager} is not listed, but the options of this table offer it", wager=proposition.id)
            clauses = (*proposition.absent, *proposition.clauses, *book.wagers.list)
            yield refuse(Code.NOT_OFFERED, sentence, *dict.fromkeys(clauses), allowed=offered)


def check_limit(minimum_cents: int, maximum_cents: int, unit_cents: int | None) -> Iterator[Refusal]:
    """Why these limits of one area do not fit each other or the betting unit."""
    if minimum_cents > maximum_cents:
        sentence = said(
            "the minimum of {minimum} is over the maximum of {maximum}",
            minimum=Money(minimum_cents),
            maximum=Money(maximum_cents),
        )
        yield refuse(Code.HOUSE_FILE, sentence, allowed=(f"at most {maximum_cents}",))
    for limit, cents in (
        (said("the minimum of {sum} is no multiple of the betting unit of {unit}"), minimum_cents),
        (said("the maximum of {sum} is no multiple of the betting unit of {unit}"), maximum_cents),
    ):
        if unit_cents and cents % unit_cents:
            sentence = limit.about(sum=Money(cents), unit=Money(unit_cents))
            yield refuse(Code.HOUSE_FILE, sentence, allowed=(f"a multiple of {unit_cents}",))


def check_limit_areas(rules: HouseRules, areas: Collection[str], *, sure: bool = True) -> Iterator[Refusal]:
    """Every wager the table takes has its limits, and nothing else has (F07, D10).

    While it is not ``sure`` what the table takes, only the wagers that every table takes are asked for.
    """
    offered = tuple(p.id for p in rules.propositions if sure or not p.only)
    partnership = (rules.rulebook.wagers.partnership,) if rules.rulebook.wagers.partnership else ()
    for name in offered:
        if name not in areas:
            sentence = said("{wager} has no limits; the house states a minimum and a maximum for each area", wager=name)
            yield refuse(Code.MISSING_CHOICE, sentence, *partnership, allowed=offered)
    for name in areas if sure else ():
        if name not in offered:
            sentence = said(
                "{wager} has limits, but this table does not take it{did_you_mean}",
                wager=name,
                did_you_mean=did_you_mean(name, offered),
            )
            printed = [p.absent for p in rules.rulebook.wager if p.id == name]
            clauses = (*(printed[0] if printed else rules.rulebook.wagers.others), *rules.rulebook.wagers.list)
            yield refuse(Code.NOT_OFFERED, sentence, *clauses, allowed=offered)


# ---------------------------------------------------------------------------------------------------------------- money


def check_money(rules: HouseRules, unit_cents: int, smallest_chip_cents: int) -> Iterator[Refusal]:
    """Why one betting unit could pay or owe what is no whole cent or cannot be laid in chips (A03, A05, A09, F09)."""
    if unit_cents % smallest_chip_cents:
        sentence = said(
            "the betting unit of {unit} cannot be laid in chips of {chip}",
            unit=Money(unit_cents),
            chip=Money(smallest_chip_cents),
        )
        yield refuse(Code.SPLIT_CENT, sentence, *rules.rulebook.wagers.chips)
    for owed in _amounts(rules, unit_cents):
        if owed.cents.denominator != 1:
            split = said("a betting unit of {unit} splits a cent: {what} is {cents} cents", unit=Money(unit_cents))
            yield refuse(Code.SPLIT_CENT, split.about(what=owed.what, cents=str(owed.cents)), *owed.clauses)
        elif owed.in_chips and owed.cents % smallest_chip_cents:
            small = said("{what} is {cents} cents, and the smallest chip is {chip}", what=owed.what)
            small = small.about(cents=str(owed.cents), chip=Money(smallest_chip_cents))
            yield refuse(Code.SPLIT_CENT, small, *owed.clauses)


class _Amount(NamedTuple):
    """Something one betting unit can pay or owe."""

    what: Said
    cents: Fraction
    clauses: tuple[str, ...]
    in_chips: bool = True


def _amounts(rules: HouseRules, unit_cents: int) -> Iterator[_Amount]:
    for proposition in rules.propositions:
        lines = {rules.odds(row.odds): row for row in reversed(proposition.lines) if row.odds is not None}
        for odds, row in lines.items():
            what = said(
                "the payment of {wager} at {odds} for {unit}",
                wager=wager_name(proposition.id),
                odds=odds_words(odds),
                unit=Money(unit_cents),
            )
            yield _Amount(what, unit_cents * odds, row.clauses.beside("decides"))
            if proposition.kind == "house-money":
                yield from _addition(rules, unit_cents * odds)
    text = rules.vigorish
    if text.wager:
        yield from _vigorish(rules, Fraction(unit_cents))
        if rounding := rounding_cents(rules.options):
            what = said("the multiple that vigorish is rounded up to")
            yield _Amount(what, Fraction(rounding), text.rounding_clauses or text.clauses)


def _vigorish(rules: HouseRules, stake_cents: Fraction) -> Iterator[_Amount]:
    """The charge on a Banker wager, which is paid 1 to 1 wherever there is one, unless it is rounded when it arises."""
    text, rounding = rules.vigorish, rounding_cents(rules.options)
    at_collection = rules.options.get("vigorish_rounded_at") == "collection"
    if rounding and not (at_collection and rules.options.get("vigorish_collection") == "deferred"):
        return
    rate = rules.fraction(text.rate_option) if text.rate_option else read_fraction(text.rate or "0")
    what = said("the vigorish on {wager} for {cents} cents", wager=wager_name(str(text.wager)), cents=str(stake_cents))
    yield _Amount(what, stake_cents * rate, text.clauses, in_chips=not rounding)


def _addition(rules: HouseRules, payout_cents: Fraction) -> Iterator[_Amount]:
    """House Money that a guest adds to the Player or Banker wager, and the vigorish on it there."""
    clauses = rules.rulebook.settlement.house_money_portion
    portion = rules.options["house_money_add"]
    added = payout_cents * (1 if portion == "all" else Fraction(str(portion)))
    what = said("what may be added of a House Money payout of {cents} cents", cents=str(payout_cents))
    yield _Amount(what, added, clauses)
    if added.denominator == 1 and rules.vigorish.wager:
        for amount in _vigorish(rules, added):
            yield amount._replace(clauses=(*clauses, *amount.clauses))


# ----------------------------------------------------------------------------------------------- layout and the shuffle


def check_felt(
    rules: HouseRules,
    areas: Sequence[str] | None,
    *,
    seats_on_one_side: bool,
    inscription: str | None,
    signs_posted: bool = True,
) -> Iterator[Refusal]:
    """Every way in which the layout of a table differs from the one its rules ask for."""
    stated = areas if areas is not None else tuple(area.id for area in layout(rules).areas)
    inscribed = inscription != "none"
    for refusal in check_layout(
        rules, stated, seats_on_one_side=seats_on_one_side, inscribed=inscribed, signs_posted=signs_posted
    ):
        # An area that a choice asks for is missing: the choice may not stand without it (ma/12/d/2).
        behind = [
            clause
            for area in rules.rulebook.layout.area
            if area.id not in stated and refusal.clauses == area.clauses
            for setting in rules.settings
            if setting.name in area.only
            for clause in setting.clauses
        ]
        yield refusal._replace(also=(*refusal.also, *behind))
    needed = rules.rulebook.layout.inscription and rules.applies(rules.rulebook.layout.inscription_only)
    notice = rules.options.get("dragon_7_notice")
    if inscription in ("layout", "sign") and not needed:
        sentence = said(
            'inscription is "{inscription}", but this table has nothing to inscribe; write "none"',
            inscription=inscription,
        )
        clauses = [clause for line in rules.rulebook.layout.inscription for clause in line.clauses]
        yield refuse(Code.ILLEGAL_LAYOUT, sentence, *clauses, allowed=("none",))
    elif inscription in ("layout", "sign") and notice != inscription:
        clauses = [setting.clause for setting in rules.settings if setting.name == "dragon_7_notice"]
        sentence = said(
            'inscription is "{inscription}", while the option dragon_7_notice is {notice}',
            inscription=inscription,
            notice=str(notice),
        )
        yield refuse(Code.ILLEGAL_LAYOUT, sentence, *clauses, allowed=(str(notice),))


def check_recipe(rules: HouseRules, recipe: Sequence[str]) -> Iterator[Refusal]:
    """Why a manual shuffle may not go this way. Where no recipe is printed, any list of steps will do (E10)."""
    recipe = tuple(recipe)
    if rules.options["shuffler"] != "manual":
        sentence = said(
            "a recipe has no meaning while shuffler is {shuffler}; leave it out", shuffler=rules.options["shuffler"]
        )
        yield refuse(Code.IDLE_OPTION, sentence)
        return
    printed = rules.rulebook.fixed.get("shuffle_recipe")
    if printed is None:
        return
    cited = {step.id: step.clauses for steps in rules.rulebook.procedure.values() for step in steps}
    steps = str(printed.value).split(",")
    for word in dict.fromkeys(recipe):
        if word not in steps:
            sentence = said(
                "'{word}' is no step of the shuffle{did_you_mean}; the steps are {steps}",
                word=word,
                did_you_mean=did_you_mean(word, steps),
                steps=many(steps, "and"),
            )
            yield refuse(Code.ILLEGAL_VALUE, sentence, printed.clause, allowed=tuple(steps))
    for step in dict.fromkeys(steps):
        if recipe.count(step) < steps.count(step):
            lacks = (
                said("the recipe lacks {step}; it must contain {steps}")
                if steps.count(step) == 1
                else said("the recipe must have {step} {count:time|times}; it must contain {steps}")
            )
            sentence = lacks.about(step=step, count=steps.count(step), steps=many(steps, "and"))
            clauses = dict.fromkeys((printed.clause, *_of_recipe(printed.clause, cited.get(step, ()))))
            yield refuse(Code.ILLEGAL_VALUE, sentence, *clauses, allowed=tuple(steps))
    for index, step in enumerate(recipe):
        wrong = _misplaced(recipe, index) if step in steps else None
        if wrong:
            clauses = dict.fromkeys((*_of_recipe(printed.clause, cited.get(step, ())), printed.clause))
            yield refuse(Code.ILLEGAL_VALUE, said("step {number}: {wrong}", number=index + 1, wrong=wrong), *clauses)


def _of_recipe(clause: str, clauses: Iterable[str]) -> Iterator[str]:
    """The clauses of a step that belong to the recipe's own paragraph."""
    return (cited for cited in clauses if cited.startswith(f"{clause}/"))


def _misplaced(recipe: tuple[str, ...], index: int) -> Said | None:
    step = recipe[index]
    if step == "strip" and recipe[:index].count("riffle") < 2:
        return said("a strip comes only after two riffles")
    if step == "turn" and recipe[index + 1 : index + 2] != ("riffle",):
        return said("after a turn the two stacks are riffled together, so riffle is the next step")
    if step == "cut" and index < len(recipe) - 1:
        return said("the cut is the last step, and {step} follows it", step=recipe[index + 1])
    return None


# ------------------------------------------------------------------------------------------------------- further wagers


def further_wager(
    wager_id: str, label: str, area: str, hand: Literal["player", "banker"] | None, rows: Iterable[Row]
) -> Proposition:
    """A wager the house adds under an approval, in the form of the printed ones."""
    return Proposition(
        id=wager_id, label=label, area=area, kind="side", clauses=(approval(),), hand=hand, lines=tuple(rows)
    )


def no_share(rules: HouseRules) -> Refusal | None:
    """Why guests can have no share in the shuffle under these rules, or ``None``."""
    if rules.options["shuffler"] != "continuous":
        return None
    why = said("a continuous device shuffles for each round: guests have a share only in a shuffle that a cut follows")
    return refuse(Code.ILLEGAL_EQUIPMENT, why, *rules.setting("shuffler").clauses)
