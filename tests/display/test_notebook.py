"""What a notebook shows: well-formed, escaped, with a title for who does not see it, and of nothing but ours."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import minibac as mb
from minibac.display import svg

EVENING = Path(__file__).resolve().parents[2] / "examples" / "library" / "evening.shoe"
RULES = mb.house_rules("massachusetts", house_money=True)
SHOES = mb.Shoes(3, seed=7, threads=1)
MARKUP = "<b>&\"'</b>"
MOST_BYTES = 60_000


def seated(rounds: int = 0, name: str = "") -> mb.LiveTable:
    """A table with one guest, after some rounds; ``name`` is what the guest is called."""
    table = mb.LiveTable("corner", mb.house_rules("section-42"), mb.PracticeVault(seed=7))
    table.do(mb.commands.TakeSeat(by=mb.THE_HOUSE, at=table.clock(), seat=3, guest="ann", name=name, age=40))
    ann = mb.Actor("ann", mb.Role.GUEST, seat=3)
    table.do(mb.commands.BuyIn(by=ann, at=table.clock(), seat=3, cents=200_00, transfer="cage-1"))
    while table.state.phase is not mb.Phase.BETTING or table.state.coup_no <= rounds:
        table.step()
    table.do(mb.commands.PlaceWager(by=ann, at=table.clock(), seat=3, wager="player", cents=25_00))
    return table


def in_the_round() -> mb.LiveTable:
    table = seated(2)
    while not (table.state.coup and len(table.state.coup.known) == 3):
        table.step()
    return table


def whole_shoe() -> mb.ShoeRecord:
    table = seated()
    while table.state.shoe_no == 1:
        table.step()
    return mb.read_record(mb.record_of(table.log, shoe_no=1))


def evening() -> mb.ShoeNotes:
    (shoe,) = mb.shoes_in(EVENING)
    return shoe


def dealt(cards: str = "Kh 2s Kd Ad 6c 4h") -> mb.DealtCoup:
    wagers = [mb.Wager(3, "banker", 25_00), mb.Wager(3, "house-money", 5_00)]
    return mb.deal(RULES, cards, wagers, {3: "banker"})


LOOKED_AT: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "rules": (lambda: RULES, ("house_money", "ma/7/a/7")),
    "rulebook": (lambda: mb.rulebook("massachusetts"), ("house_money", "6, 7, 8", "ma/3/a")),
    "clause": (lambda: mb.find_clause("ma/13/c/1"), ("ma/13/c/1",)),
    "odds": (lambda: mb.prices(RULES), ("114753351728/10847218479825",)),
    "price": (lambda: mb.prices(RULES)["tie"], ("475,627,426,473,216",)),
    "removal": (lambda: mb.removal(mb.prices(RULES)), ("house-money",)),
    "coup": (mb.Coup, ("waits for player first card",)),
    "deal": (dealt, ("Banker's Hand wins", "House Money", "ma/7/a/7", "Player's Hand: Kh Kd 6c")),
    "void deal": (lambda: dealt("Kh 2s Kd Ad"), ("void",)),
    "settlement": (lambda: dealt().settlement, ("house-money", "$5.00")),
    "roads": (lambda: mb.roads("BPTBbPpP"), ("In order: BPTBPP", "Cockroach pig")),
    "no roads": (lambda: mb.roads(""), ("Scoreboards, empty",)),
    "long roads": (lambda: mb.roads("BP" * 60), ("columns 81 to 120",)),
    "shoe": (evening, ("evening/1", "Big road")),
    "record": (whole_shoe, ("corner/1", "coups")),
    "check": (lambda: mb.check_record(whole_shoe()), ("Nothing is wrong",)),
    "table": (lambda: seated(2), ("betting", "player $25.00", "$175.00", "Big road")),
    "state": (lambda: in_the_round().state, ("dealing", "Player's Hand: ")),
    "histogram": (lambda: mb.simulate_shoes(RULES, shoes=2, seed=7, device="pure"), ("tie", "in 2 shoes")),
    "estimates": (
        lambda: mb.estimates(RULES, mb.simulate_shoes(RULES, shoes=2, seed=7, device="pure")),
        ("standard error",),
    ),
    "finding": (lambda: mb.perfect_study(RULES, ["tie"], SHOES)[0], ("tie", "±")),
    "depths": (lambda: mb.depth_study(RULES, [14, 60], SHOES, wagers=["tie"]), ("depth", ">60<")),
    "paths": (lambda: mb.bankroll_study(RULES, "banker", mb.Staking(), 20, 3, SHOES), ("3 paths of 3 shoes",)),
    "drill": (lambda: mb.drill_sheet(RULES, "payments", seed=7, count=3), ("payments",)),
    "question": (lambda: mb.drill_sheet(RULES, "payments", seed=7, count=1)[0], ("payments",)),
    "rows": (lambda: mb.simulate_rows(RULES, shoes=1, seed=7), ("the first 24 rows", "net house-money")),
}


@pytest.mark.parametrize("name", LOOKED_AT)
def test_what_a_person_looks_at_has_a_table_or_a_picture(name: str) -> None:
    make, words = LOOKED_AT[name]
    shown = make()._repr_html_()
    tree = ElementTree.fromstring(f"<page>{shown}</page>")  # every tag is closed, and every sign escaped
    for word in words:
        assert word in shown.replace("&#x27;", "'"), word
    assert len(shown) < MOST_BYTES
    assert not re.search(r"<script|<style|https?://(?!www\.w3\.org/2000/svg)|src=|href=", shown)
    pictures = [element for element in tree.iter() if element.tag.endswith("}svg")]
    for drawn in pictures:
        assert drawn.get("role") == "img"
        title, paper, *_ = drawn
        assert title.text
        assert paper.get("fill") == svg.PAPER  # ink never stands on what the page happens to be
    for table in tree.iter("table"):
        heads = [cell.get("scope") for cell in table.iter("th")]
        assert heads
        assert set(heads) <= {"col", "row"}
        assert not any("color" in (cell.get("style") or "") for cell in table.iter("td"))


def test_scoreboards_are_a_picture_by_themselves() -> None:
    assert ElementTree.fromstring(mb.roads("BPT")._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ink", [svg.INK, svg.SOFT, svg.RED, svg.BLUE, svg.GREEN])
def test_every_ink_can_be_read_on_its_paper(ink: str) -> None:
    assert (luminance(svg.PAPER) + 0.05) / (luminance(ink) + 0.05) >= 4.5


def test_what_somebody_wrote_is_shown_and_never_run() -> None:
    assert "&lt;b&gt;&amp;" in seated(name=MARKUP)._repr_html_()
    assert MARKUP not in seated(name=MARKUP)._repr_html_()
    table = mb.LiveTable(MARKUP, mb.house_rules("section-42"), mb.PracticeVault(seed=7))
    assert MARKUP not in table._repr_html_()


def test_a_shoe_with_a_coup_of_no_result_is_shown_without_roads(tmp_path: Path) -> None:
    file = tmp_path / "half.shoe"
    lines = EVENING.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines, f"what is {MARKUP} this"]) + "\n", encoding="utf-8")
    (shoe,) = mb.shoes_in(file)
    assert shoe.unread
    assert MARKUP not in shoe._repr_html_()
    assert "Lines that say nothing" in shoe._repr_html_()
    half = shoe._replace(items=tuple(item for item in shoe.items if getattr(item, "winner", "") in ("", "B")))
    assert "Coups" in half._repr_html_()
