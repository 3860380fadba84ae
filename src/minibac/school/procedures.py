"""Drills on procedure: the next step, who does it, the remedy of each irregularity, as the rulebook states them."""

from collections.abc import Iterator, Sequence
from random import Random

from minibac.machine.names import role_name
from minibac.rules.house_rules import HouseRules
from minibac.rules.names import procedure_name, step_name
from minibac.rules.remedies import Mishap
from minibac.rules.rulebook import Remedy, Step
from minibac.school.answers import LETTERS, one_of
from minibac.school.items import Item, Lesson
from minibac.table.steps import PHASE_STEPS, book_of
from minibac.voice.said import Fact, Said, many, said

HAPPENED = {
    Mishap.THIRD_CARD_TO_PLAYER: said("A third card has gone to the Player's Hand, which stands"),
    Mishap.CARD_IN_ERROR: said("A card that no hand is due has left the shoe"),
    Mishap.EXPOSED_IN_DEALING: said("A card turns over as it is dealt"),
    Mishap.FACE_UP_IN_SHOE: said("A card lies face up in the shoe"),
    Mishap.TOO_FEW_CARDS: said("The shoe has too few cards to complete the round"),
    Mishap.RIGHT_RELINQUISHED: said("A guest gives up the right to turn the cards"),
}
"""The irregularities that a rulebook has a remedy for."""
SEEN = {True: said("it has been seen"), False: said("nobody has seen it")}
BANKER = {True: said("the Banker's Hand must draw"), False: said("the Banker's Hand stays")}
MOST_OPTIONS = {1: 3, 2: 4, 3: 6}
IN_A_ROW = ("opening", "shuffle")
"""Procedures whose steps follow each other; the others follow the phases of the table."""


def lettered(
    chance: Random, right: Sequence[Said], wrong: Sequence[Said], most: int
) -> tuple[tuple[Said, ...], tuple[str, ...]]:
    """The right ones among some that are wrong, shuffled, and the letters of the right ones."""
    others = [one for one in wrong if one not in right]
    options = [*right, *chance.sample(others, min(len(others), most - len(right)))]
    chance.shuffle(options)
    return tuple(options), tuple(LETTERS[options.index(one)] for one in right)


def courses(rules: HouseRules) -> dict[str, tuple[Step, ...]]:
    """The steps of each procedure in the order in which this table does them, those that always come."""
    book = book_of(rules)
    rows = {
        name: tuple(step for step in book.active[name, True] if not step.optional and step.asked is None)
        for name in IN_A_ROW
    }
    for procedure, step in PHASE_STEPS.values():
        rows[procedure] = (*rows.get(procedure, ()), book.steps[procedure, step])
    return rows


def steps(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """What comes next: opening, shuffle, cut and burn, the round."""
    rules = lesson.rules
    rows = courses(rules)
    places = [(name, place) for name, course in rows.items() for place in range(1, len(course))]
    chance.shuffle(places)
    for name, place in places:
        course = rows[name]
        done = course[place - 1]
        due = next((step for step in course if step.id == done.then), course[place])
        earlier = {step.id for step in course[:place]}
        forced = name not in IN_A_ROW or done.then is not None
        later = [step for step in course[place:] if forced or _waits(step, course, earlier)]
        wrong = [*(step for step in course[:place] if forced or not step.repeat), *later]
        wrong += [step for other, course in rows.items() if other != name for step in course]
        options, letters = lettered(chance, [Said(due.says)], [Said(one.says) for one in wrong], MOST_OPTIONS[level])
        question = said("{procedure:^}. This is done: {step} What comes next?")
        yield Item(
            question.about(procedure=procedure_said(name), step=Said(done.says)),
            one_of(len(options)),
            letters,
            said("{step}", step=Said(due.says)),
            tuple(due.clauses),
            {"procedure": name, "done": done.id},
            options,
        )


def _waits(step: Step, course: Sequence[Step], done: set[str]) -> bool:
    """Whether a step cannot be done yet: it waits for others that this table does, so it is wrong beyond doubt."""
    return bool({one.id for one in course} & set(step.needs) - done)


def procedure_said(name: str) -> Fact:
    """What a procedure is called; the round has no name of its own in the rulebooks."""
    return said("procedure|the round") if name == "round" else procedure_name(name)


def who(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Who does a step: those that always come, those of dead tables too, and what guests may ask for."""
    always = {(name, step.id): step for name, course in courses(lesson.rules).items() for step in course}
    every = book_of(lesson.rules).steps
    rows = {1: always, 2: {key: step for key, step in every.items() if not step.optional}, 3: every}[level]
    roles = list(dict.fromkeys(role for step in every.values() for role in step.roles))
    places = list(rows)
    chance.shuffle(places)
    for place in places:
        procedure, step = place[0], rows[place]
        right, others = [role_said(role) for role in step.roles], [role_said(role) for role in roles]
        options, letters = lettered(chance, right, others, len(roles))
        question = said("{procedure:^}, the step '{step}': who does it?", procedure=procedure_said(procedure))
        yield Item(
            question.about(step=step_name(step.id)),
            one_of(len(options)),
            letters,
            said("{roles:^}: {step}", roles=many(map(role_name, step.roles)), step=Said(step.says)),
            tuple(step.clauses),
            {"procedure": procedure, "step": step.id},
            options,
        )


def role_said(role: str) -> Said:
    return said("{role}", role=role_name(role))


def remedies(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Each irregularity to its remedy, by what happened and what turns on it."""
    rows = [one for one in lesson.rules.rulebook.remedy if _happens(lesson.rules, one)]
    says = {one.do: Said(one.says) for one in rows}  # one sentence for each remedy, or two options would be the same
    chance.shuffle(rows)
    for remedy in rows:
        known = [SEEN[remedy.disclosed]] if remedy.disclosed is not None else []
        known += [BANKER[remedy.banker_draws]] if remedy.banker_draws is not None else []
        happened = many([HAPPENED[remedy.kind], *known], ";")
        wrong = [words for do, words in says.items() if do != remedy.do]
        options, letters = lettered(chance, [Said(remedy.says)], wrong, MOST_OPTIONS[level])
        yield Item(
            said("{happened}. What is done?", happened=happened),
            one_of(len(options)),
            letters,
            said("{remedy}", remedy=Said(remedy.says)),
            tuple(remedy.clauses),
            {
                "kind": remedy.kind.value,
                "disclosed": remedy.disclosed,
                "banker_draws": remedy.banker_draws,
                "options": {name: value for name, value in lesson.rules.options.items() if name in remedy.only},
            },
            options,
        )


def _happens(rules: HouseRules, remedy: Remedy) -> bool:
    """Whether it can happen at this table: only handed cards give a guest a right to turn them."""
    handed = rules.options["deal_mode"] == "handed"
    return (
        remedy.kind in HAPPENED and rules.applies(remedy.only) and (handed or remedy.kind != Mishap.RIGHT_RELINQUISHED)
    )
