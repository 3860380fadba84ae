"""Where chance comes from: the operating system, straight, for every shoe; nothing in the live house can be seeded."""

import ast
import math
import os
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from minibac.cards.card import ALL_CARDS
from minibac.cards.shuffle import SeededBytes, below, draw_order, shuffle_live
from minibac.house.vault import SALT_BYTES, PracticeVault, Vault
from tests.cards.tape import Tape

SOURCE = Path(__file__).parents[2] / "src/minibac"
PRODUCTION = ("cards", "play", "table", "pits", "records", "house", "server")
"""What a live house runs."""

GENERATORS = {"random", "numpy", "numba", "minibac.simulate"}
"""Modules with generators that a seed starts; ``secrets`` and ``os.urandom`` are the operating system's."""

SEEDED_NAMES = {"SeededBytes", "SeededStack", "shuffle_seeded", "seeded_shoe", "PracticeVault"}
SEEDED_MODULES = {
    "cards/shuffle.py",  # the seeded shuffle itself
    "cards/shoe.py",  # the shoe of a seeded stack, a type of its own
    "house/vault.py",  # the vault for practice, in a class of its own
}
"""Where seeded shuffles are spelt out; nothing else of the production path may name them."""

PRACTICE = {
    "house/audition.py",  # an exam deals the same shoe to everybody who sits it
    "house/scenario_guests.py",  # the guests of an exam, who do the same for everybody
    "house/lesson.py",  # the one round that a newcomer watches
}
"""Modules whose rounds are the same every time: no table of the house is dealt by them."""
LEAD_TO_PRACTICE = {
    *("house/exam_room.py", "house/rehearsal.py", "server/exam_felt.py", "server/routes_exams.py"),
    "server/routes_reference.py",
    *PRACTICE,
}
"""What imports those: the exams and the lesson; no hosted table does."""

STAGED = {
    "sample_day/scene.py",  # a gaming day that is made up for reports, with practice shoes
}
"""Modules that name them and that no live house ever imports."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for package in PRODUCTION:
        for file in sorted((SOURCE / package).rglob("*.py")):
            yield file.relative_to(SOURCE).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def names(tree: ast.AST) -> set[str]:
    """Every name that code uses; words in docstrings are no code."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
    return found


@pytest.mark.control("R1")
def test_no_generator_that_a_seed_starts_is_in_the_production_path():
    wrong = [
        f"{name} imports {module}"
        for name, tree in modules()
        for module in imported(tree)
        if name not in PRACTICE
        if any(module == barred or module.startswith(f"{barred}.") for barred in GENERATORS)
    ]
    assert wrong == []
    calls = [name for name, tree in modules() if {"__import__", "import_module"} & names(tree)]
    assert calls == [], "nor does anything import by a name that nobody can read"


@pytest.mark.control("R1")
def test_the_seeded_shuffle_is_named_where_it_is_made_and_nowhere_else():
    wrong = {name: sorted(names(tree) & SEEDED_NAMES) for name, tree in modules() if names(tree) & SEEDED_NAMES}
    assert set(wrong) <= SEEDED_MODULES | PRACTICE | STAGED, wrong


@pytest.mark.control("R1")
def test_practice_rounds_are_reached_from_exams_and_the_lesson_alone():
    practice = {"minibac." + name.removesuffix(".py").replace("/", ".") for name in PRACTICE}
    leads = {name for name, tree in modules() if practice & {*imported(tree)}}
    assert leads <= LEAD_TO_PRACTICE


def reached(start: list[Path]) -> set[str]:
    """Every module of ours that can be imported from these on, at their tops or inside their functions."""
    todo, found = list(start), set()
    while todo:
        file = todo.pop()
        name = file.relative_to(SOURCE).as_posix()
        if name in found:
            continue
        found.add(name)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("minibac"):
                place = SOURCE.parent.joinpath(*(node.module or "").split("."))
                parts = [place, *(place / alias.name for alias in node.names)]
                files = [file for part in parts for file in (part.with_suffix(".py"), part / "__init__.py")]
                todo += [file for file in files if file.is_file()]
    return found


@pytest.mark.control("R1")
def test_a_house_that_serves_never_imports_what_is_staged():
    live = [SOURCE / "cli/serve.py", *(SOURCE / "server").rglob("*.py"), SOURCE / "house/open_house.py"]
    found = reached([file for file in live if file.is_file()])
    assert {"house/vault.py", "cards/shuffle.py", "table/machine.py"} <= found
    assert not found & STAGED


@pytest.mark.control("R1")
def test_the_live_vault_cannot_reach_the_seeded_shuffle():
    """By reading: the class never names it. By running: a live stack refuses seeded bytes, whoever passes them."""
    tree = ast.parse((SOURCE / "house/vault.py").read_text(encoding="utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    assert not names(classes["Vault"]) & SEEDED_NAMES
    assert "shuffle_live" in names(classes["Vault"])
    users = {name for name, node in classes.items() if names(node) & {"shuffle_seeded", "SeededBytes"}}
    assert users == {"PracticeVault"}
    with pytest.raises(TypeError, match="never drawn from a seed"):
        Vault(SeededBytes(1)).draw(8)
    with pytest.raises(TypeError, match="never drawn from a seed"):
        shuffle_live(ALL_CARDS, SeededBytes(1))


class Counted:
    """The operating system's randomness, and how much of it was asked for."""

    def __init__(self) -> None:
        self.octets = 0
        self.calls: list[int] = []

    def __call__(self, count: int) -> bytes:
        self.calls.append(count)
        self.octets += count
        return os.urandom(count)


@pytest.mark.control("R2")
def test_no_two_shoes_share_order_or_salt_and_time_has_no_part_in_it(monkeypatch):
    """All within one tick of every clock; the campaign does the same with a million."""
    for clock in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter"):
        monkeypatch.setattr(f"time.{clock}", lambda: pytest.fail("the shuffle looked at a clock"))
    drawn = []
    for _ in range(300):
        vault = Vault(os.urandom)  # a new one each time, as after a restart
        commitment = vault.draw(6)
        drawn.append((commitment, *vault.reveal()))
    monkeypatch.undo()
    for column in zip(*drawn, strict=True):
        assert len(set(column)) == len(drawn)


@pytest.mark.control("R2")
def test_tables_that_draw_at_the_same_moment_draw_different_shoes():
    found, start = [], threading.Barrier(8)

    def draw() -> None:
        vault = Vault(os.urandom)
        start.wait()
        vault.draw(6)
        found.append(vault.reveal())

    threads = [threading.Thread(target=draw) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({order for order, _ in found}) == len({salt for _, salt in found}) == 8


@pytest.mark.control("R3")
def test_there_is_no_state_between_shoes_every_draw_is_fresh_from_the_operating_system():
    """R3 asks for fresh entropy at least for every shoe and every fifteen minutes, and for cycling in between.

    The house keeps no generator that could be re-keyed or predicted: each number of each shuffle is asked of the
    operating system when it is needed, and the operating system stirs its own state all the time. So a shoe that is
    drawn now owes nothing to the one before: a vault keeps no bytes, and what is drawn twice from the same bytes is the
    same, whatever was drawn before.
    """
    entropy = Counted()
    vault = Vault(entropy)
    asked = []
    for _ in range(3):
        before = entropy.octets
        vault.draw(8)
        asked.append(entropy.octets - before)
    least = sum((bound - 1).bit_length() + 7 >> 3 for bound in range(2, 417)) + SALT_BYTES
    assert min(asked) >= least, "a byte or two for every card, each time, and the salt"
    assert set(entropy.calls) == {1, 2, SALT_BYTES}, "nothing is drawn ahead and kept"
    tape = os.urandom(20_000)
    fresh, used = Vault(Tape(tape)), Vault(os.urandom)
    used.draw(8)
    used.reveal()
    used._entropy = Tape(tape)
    fresh.draw(8)
    used.draw(8)
    assert fresh.reveal() == used.reveal()


WHOLE_SHOES = (312, 364, 416)


@pytest.mark.control("R4")
@pytest.mark.parametrize("bound", range(1, 417))
def test_every_number_below_a_bound_comes_from_equally_many_residues(bound):
    """Every bound that a shuffle of up to eight decks meets, every value of the bits it draws.

    The source: ``below`` masks the bytes to the bits of the bound and throws away what falls outside; nothing is folded
    back by a remainder, and ``draw_order`` is the shuffle of Fisher and Yates, from the last place down.
    """
    bits = (bound - 1).bit_length()
    octets = (bits + 7) // 8
    high = range(0, 256**octets, 1 << bits)
    if bound not in WHOLE_SHOES:  # the bits above are masked off, so none and all of them tell as much as every one
        high = range(0, 256**octets, (256**octets - (1 << bits)) or 1) if octets > 1 else high
    found: Counter[int] = Counter()
    thrown_away = 0
    for above in high:
        for number in range(above, above + (1 << bits)):
            try:
                found[below(bound, Tape(number.to_bytes(octets, "big")))] += 1
            except EOFError:
                thrown_away += 1
    assert sorted(found) == list(range(bound))
    assert set(found.values()) == {len(high)}, "as often as there are settings of the bits above"
    assert thrown_away == len(high) * ((1 << bits) - bound)


@pytest.mark.control("R4")
@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_every_order_comes_from_equally_many_draws(length):
    """All ways in which the numbers of a short shuffle can fall: each order exactly once."""
    found: Counter[tuple[int, ...]] = Counter()
    for index in range(math.factorial(length)):
        draws, rest = [], index
        for bound in range(length, 1, -1):
            rest, number = divmod(rest, bound)
            draws.append(number)
        found[draw_order(length, Tape(bytes(draws)))] += 1
    assert len(found) == math.factorial(length)
    assert set(found.values()) == {1}


@pytest.mark.control("R5")
def test_the_order_itself_is_drawn_and_every_order_can_come():
    """No seed stands between the entropy and the order: 416 cards take at least log2(416!) = 3025 bits.

    Every order can be reached: for any order there are bytes that draw it.
    """
    bits = math.log2(math.factorial(416))
    assert math.ceil(bits) == 3025
    entropy = Counted()
    shuffle_live(ALL_CARDS * 8, entropy)
    assert sum((bound - 1).bit_length() for bound in range(2, 417)) >= bits
    assert entropy.octets * 8 >= bits
    for wanted in (tuple(range(416)), tuple(reversed(range(416))), draw_order(416, os.urandom)):
        assert draw_order(416, Tape(_bytes_that_draw(wanted))) == wanted


def _bytes_that_draw(wanted: tuple[int, ...]) -> bytes:
    """The bytes that lead the shuffle to an order."""
    order, octets = list(range(len(wanted))), b""
    for last in range(len(wanted) - 1, 0, -1):
        other = order.index(wanted[last])
        octets += other.to_bytes((last.bit_length() + 7) // 8, "big")
        order[last], order[other] = order[other], order[last]
    return octets


def test_a_practice_vault_is_another_class_and_says_so():
    assert PracticeVault(1).draw(8) == PracticeVault(1).draw(8)
    assert "never for a live shoe" in (PracticeVault.__doc__ or "")
