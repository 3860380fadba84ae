"""The rules page: every refusal leads to its clause; a table's own options, wagers and tableau; found, and on paper."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from minibac.rules.clauses import inventory
from minibac.rules.rulebook import RULEBOOKS, load
from tests.page.guests import TABLES, waiting_house
from tests.page.visits import Visit, opened
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def ids(page: "Page", selector: str) -> list[str]:
    found: list[str] = page.eval_on_selector_all(selector, "all => all.map(each => each.id)")
    return found


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_of_the_rulebook_has_an_anchor(server: RunningServer, browser: "Browser", rulebook: str) -> None:
    with opened(server, browser, Visit("rules", f"/rules/{TABLES[rulebook]}")) as page:
        there = ids(page, ".clause-item")
        assert len(there) == len(set(there))
        assert {clause.id for clause in inventory().values() if clause.document == rulebook} <= set(there)
        linked = page.eval_on_selector_all(
            ".sections a.clause",
            "all => all.map(each => each.hash.slice(1)).filter(id => !document.getElementById(id))",
        )
        assert linked == [], "a clause that is cited can be read on the same page"


def test_the_four_rulebooks_are_listed(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, Visit("rules", "/rules")) as page:
        heads = page.locator(".book-card h2").all_inner_texts()
        assert heads == [load(book).short for book in RULEBOOKS]
        page.locator(".book-card a.button.gold").nth(2).click()
        page.wait_for_url("**/rules/seminole")


def test_the_tableau_is_the_rulebooks(server: RunningServer, browser: "Browser") -> None:
    banker = load("section-42").drawing.banker
    with opened(server, browser, Visit("rules", "/rules/s42-1")) as page:
        rows = page.locator(".tableau tbody tr")
        assert rows.count() == 8
        for total in range(8):
            cells = rows.nth(total).locator("td.draws, td.stays")
            words = [text.split("\n")[-1].strip() for text in cells.all_text_contents()]
            drawn = "".join(third for third, word in zip("-0123456789", words, strict=True) if word.endswith("draws"))
            assert drawn == banker.get(str(total), "")


def test_the_options_show_what_is_chosen_and_what_is_legal(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner:
        table = server.training(owner, "massachusetts", {"vigorish_type": "ez", "dragon_bonus": True})
    with opened(server, browser, Visit("rules", f"/rules/{table}")) as page:
        row = page.locator("[id='option-vigorish_type']")
        assert row.locator("strong").inner_text() == "ez"
        assert row.locator(".legal").all_inner_texts() == ["win", "ez"]
        assert row.locator(".legal.now").inner_text() == "ez"
        assert "needs vigorish_type=win" in page.locator("[id='option-vigorish_rate']").inner_text()
        wagers = page.locator("th[data-wager]")
        assert wagers.evaluate_all("all => all.map(each => each.dataset.wager)") == [
            "player", "banker", "tie", "dragon-bonus-player", "dragon-bonus-banker", "dragon-7", "panda-8",
        ]  # fmt: skip
        assert page.locator("td.chosen").count() == 7, "the column of the paytable that is played"
        page.locator("th[data-wager='dragon-7'] .edge:not(:empty)").wait_for()
        assert "7.6113 %" in page.locator("th[data-wager='dragon-7'] .edge").inner_text()


@pytest.mark.parametrize(
    ("address", "clause", "says"),
    [
        ("/rules/s42-1#s42%2Fc%2F3", "s42/c/3", "1 to 1"),
        ("/rules/ma-1#ma/13/c/1", "ma/13/c/1", "discard"),
        ("/rules/ma-1#B10", "B10", "House Money"),
        ("/rules/ma-1#R13", "R13", "probability"),
        ("/rules#sem/decks", "sem/decks", "deck"),
        ("/rules/sen-1#ma/8/b", "ma/8/b", ""),
    ],
)
def test_a_link_to_a_clause_leads_to_it(
    server: RunningServer, browser: "Browser", address: str, clause: str, says: str
) -> None:
    with opened(server, browser, Visit("rules", address)) as page:
        found = page.locator(".found")
        found.wait_for()
        assert found.get_attribute("id") == clause
        assert says in found.inner_text()
        page.wait_for_function("document.querySelector('.found').getBoundingClientRect().top < innerHeight")


def test_words_are_found_and_a_link_undoes_the_search(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, Visit("rules", "/rules/s42-1")) as page:
        lines = page.locator("[data-find]")
        everything = lines.count()
        page.get_by_role("searchbox").fill("burn discard")
        page.wait_for_function("document.querySelector('[role=status]').textContent !== ''")
        left = page.locator("[data-find]:not([hidden])").count()
        assert 0 < left < everything / 4
        assert str(left) in page.locator(".reading-head [role=status]").inner_text()
        assert page.locator(".section:visible").count() < page.locator(".section").count()
        page.evaluate("location.hash = 's42/b/1/i'")
        page.locator(".found").wait_for()
        assert page.locator("[data-find]:not([hidden])").count() == everything
        page.get_by_role("searchbox").fill("zzz")
        page.locator(".reading-head [role=status]").filter(has_text="Nothing found").wait_for()


def test_it_goes_on_paper(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, Visit("rules", "/rules/sem-1")) as page:
        page.emulate_media(media="print")
        for selector in (".page-head", ".contents", ".find"):
            assert not page.locator(selector).is_visible()
        assert page.locator(".clause-item").last.is_visible()
        assert len(page.pdf(format="A4")) > 20_000


def test_a_table_that_is_not_there_is_said_so(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, Visit("rules", "/rules/nowhere")) as page:
        assert page.locator(".failure").inner_text().startswith("There is no such table")


def test_it_can_be_read_in_chinese(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, Visit("rules", "/rules/sen-1"), locale="zh-CN") as page:
        assert page.locator("#drawing").inner_text() == "补牌规则"
