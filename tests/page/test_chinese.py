"""The page in Simplified Chinese: what happens is told in Chinese, what the rulebooks and refusals say too; it fits."""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import pytest

from minibac.books.exceptions import DISAGREE, EXCLUDED, WORDS
from minibac.houses.house import sample_house
from minibac.people.people import FUNCTIONS
from minibac.pits import commands as pit_commands
from minibac.pits import events as p
from minibac.records.ledger import CAUSES
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.rules.rulings import rulings
from minibac.table import commands as table_commands
from minibac.table import events as e
from minibac.table.accounts import KINDS as ACCOUNTS
from minibac.voice.languages import catalogue
from tests.page.guests import at_table, stack, time_passes, turn_all, waiting_house
from tests.page.languages import english_on, is_english
from tests.page.visits import WIDTHS, overflow
from tests.page.workers import at_console, guest_at
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def test_a_round_is_told_in_chinese(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner:
        options = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
        table = server.training(owner, "massachusetts", options, clock=True)
    with at_table(server, browser, table, "林", locale="zh-CN") as guest:
        guest.sit(2)
        guest.until_phase("betting")
        stack(guest, "Kh 2s Qd Ks 2c 5d")  # the Banker's three cards count seven, the Player's two: Dragon 7
        spots = [spot.get_attribute("data-area") or "" for spot in guest.find("mb-spot").all()]
        for wager in spots:
            guest.put(wager)
        for width, height in WIDTHS.items():
            guest.page.set_viewport_size({"width": width, "height": height})
            assert overflow(guest.page) == [], width
        assert english_on(guest.page) == []
        time_passes(server, table)
        turn_all(guest)
        guest.find("mb-result h2:has-text('第 1 局')").wait_for()
        assert "闲 2 点，庄 7 点，庄赢，龙7。" in guest.find("mb-result").inner_text()
        lines = guest.find(".told li > span:first-child").all_inner_texts()
        assert [line for line in lines if is_english(line)] == []
        assert "停止投注。" in "".join(lines)
        reasons = guest.find("mb-result li > span:last-child").all_inner_texts()
        assert len(reasons) == len(spots)
        assert [text for text in reasons if is_english(text)] == []
        assert guest.spot("dragon-7").locator(".spot-label").inner_text() == "龙7"
        assert english_on(guest.page) == []


def test_a_dealer_deals_in_chinese(server: RunningServer, browser: "Browser") -> None:
    """From the shuffle to the payments, and what can be reported."""
    with server.guest("林") as client, at_console(server, browser, "sen-1", locale="zh-CN") as dealer:
        guest = guest_at(server, client, "sen-1", 3)
        for phase in ("shuffle", "betting"):
            dealer.deal_until(phase)
            dealer.drawn()
            assert english_on(dealer.page) == [], phase
        guest.give("PlaceWager", seat=3, wager="banker", cents=2_500)
        for phase in ("dealing", "settling"):
            dealer.deal_until(phase)
            dealer.drawn()
            assert english_on(dealer.page) == [], phase
        dealer.press("i")
        dealer.find("dialog .guide-choice").first.wait_for()
        assert english_on(dealer.page) == []


@pytest.fixture(scope="module")
def chinese(server: RunningServer, browser: "Browser") -> Iterator["Page"]:
    """A page at which the modules of the Chinese sentences can be asked."""
    with at_table(server, browser, "ma-1", locale="zh-CN") as guest:
        guest.watch()
        yield guest.page


def told(page: "Page", module: str, function: str, facts: list[Any]) -> list[str]:
    """What a function of a Chinese module makes of each of these."""
    call = """async ([module, name, facts]) => {
        const found = await import(`/static/js/i18n/${module}.js`);
        return facts.map((one) => found[name](...[one].flat()) || "");
    }"""
    answers: list[str] = page.evaluate(call, [module, function, facts])
    return answers


def untold(page: "Page", module: str, function: str, texts: list[str]) -> list[str]:
    """Those of these texts that stay English."""
    answers = told(page, module, function, texts)
    plain = (re.sub(r"\{\w+\}", "", answer) for answer in answers)
    return [text for text, answer in zip(texts, plain, strict=True) if not answer or is_english(answer)]


FACTS = {
    "seats": [], "positions": [], "player": [], "banker": [], "actions": [], "shown": {}, "cards": {}, "code": 0,
    "player_cards": [], "banker_cards": [], "step": "wash", "order": [], "serials": [], "copies": [], "tables": [],
    "options": {}, "account": "cage", "kind": "count-discrepancy", "role": "dealer", "cents": 5, "pit": "main",
}  # fmt: skip
"""Enough for any event to be told."""


def test_every_event_of_table_pit_and_house_is_told_in_chinese(chinese: "Page") -> None:
    for module, function, kinds in (
        ("zh-told", "tell", e.KINDS),
        ("zh-pit", "tellPit", (*p.PIT_KINDS, *p.HOUSE_KINDS)),
    ):
        names = [kind.__name__ for kind in kinds]
        answers = told(chinese, module, function, [{"event": name, **FACTS} for name in names])
        assert [name for name, answer in zip(names, answers, strict=True) if not answer] == []


def test_every_exception_account_and_cause_has_a_chinese_name(chinese: "Page") -> None:
    kinds = [kind for kind, _ in WORDS.values()]
    refused = [f"refused-{code.value}" for code in Code]
    assert untold(chinese, "zh-pit", "exceptionKind", [*DISAGREE, *kinds, *refused, EXCLUDED, *raised_kinds()]) == []
    assert untold(chinese, "zh-pit", "account", list(ACCOUNTS)) == []
    assert untold(chinese, "zh-pit", "cause", list(CAUSES)) == []
    assert untold(chinese, "zh-pit", "functionName", [text for texts in FUNCTIONS.values() for text in texts]) == []
    commands = [
        kind.__name__
        for kind in (
            *pit_commands.PitCommand.__subclasses__(),
            *pit_commands.HouseCommand.__subclasses__(),
            *table_commands.Command.__subclasses__(),
        )
    ]
    tried = [{"facts": {"who": "甲", "role": "dealer", "command": name, "code": "not-now"}} for name in commands]
    assert [text for text in told(chinese, "zh-pit", "tellException", tried) if is_english(text)] == []


def raised_kinds() -> set[str]:
    """The kinds of exceptions that the books and the pits write down, as they stand in the source."""
    source = "".join(text for name, text in sources() if "/records/" in name or "/pits/" in name)
    return {*re.findall(r'kind="([a-z-]+-[a-z-]+)"', source), *re.findall(r'Finding\("([a-z-]+)"', source)}


def sources() -> Iterator[tuple[str, str]]:
    """Every file of the package, with its text."""

    def walk(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
        for entry in folder.iterdir():
            if entry.is_dir():
                yield from walk(entry, f"{path}/{entry.name}")
            elif entry.name.endswith(".py"):
                yield f"{path}/{entry.name}", entry.read_text(encoding="utf-8")

    yield from walk(files("minibac"), "")


def test_every_code_of_a_refusal_has_chinese_words(chinese: "Page") -> None:
    codes = [code.value for code in Code]
    assert [text for text in told(chinese, "zh-refused", "codeWords", codes) if not text or text == "被拒绝"] == []


REFUSALS = (
    ("betting-closed", "a wager of $5 on tie is too late", (), "太迟了：已停止投注。"),
    ("below-minimum", "500 cents on tie", ("1000",), "低于最低限额（最低 $10）。"),
    ("above-maximum", "600000 cents on tie", ("500000",), "超过最高限额（最高 $5,000）。"),
    ("not-enough-chips", "seat 3 has $0.00 in chips", (), "筹码不足。"),
    ("seat-taken", "seat 3 is taken", ("1", "2"), "已被占用，请另选（空位：1、2）。"),
    ("not-yours", "DealCard is not for guest", ("dealer",), "这不是您的操作（由荷官操作）。"),
    ("wrong-step", "there is no such step", ("wash",), "还没轮到这一步（现在可做：搓洗）。"),
    ("not-now", "dealing a card comes later", ("dealing",), "现在不行（现在是：发牌）。"),
    ("coupon", "not on tie", ("player", "banker"), "这张配对券不能这样使用（只能放在闲、庄）。"),
    ("wrong-cut", "the cut is 3 cards from an end", ("10", "406"), "不能切在这里（应在 10 至 406 张之间）。"),
    ("not-yours", "nobody is signed in", (), "尚未登录。"),
    ("custody", "form 5 is elsewhere", (), "表单的保管人不对：“form 5 is elsewhere”。"),
)


@pytest.mark.parametrize(("code", "sentence", "allowed", "words"), REFUSALS)
def test_a_refusal_is_told_from_its_code_and_what_it_allows(
    chinese: "Page", code: str, sentence: str, allowed: tuple[str, ...], words: str
) -> None:
    call = """async (refusal) => {
        const { loadVoice } = await import("/static/js/voice.js");
        const { refused } = await import("/static/js/told.js");
        await loadVoice();
        return refused(refusal);
    }"""
    assert chinese.evaluate(call, {"code": code, "sentence": sentence, "allowed": list(allowed)}) == words


def test_what_the_rulebooks_say_is_told_in_chinese(chinese: "Page") -> None:
    texts: set[str] = set()
    lines: list[Any] = []
    for rulebook in ("section-42", "massachusetts", "seminole", "seneca"):
        book, house = load(rulebook), sample_house(rulebook)
        texts |= {book.title, book.short}
        texts |= {step.says for steps in book.procedure.values() for step in steps}
        texts |= {remedy.says for remedy in book.remedy}
        texts |= {call.text for call in book.announcements.values()}
        texts |= {line.text for line in (*book.layout.inscription, *book.signs)}
        texts |= {lent.what for lent in book.borrow}
        texts |= {name for name in (p.name for p in house.pits.values()) if name}
        texts |= {name for name in (t.name for t in house.tables.values()) if name}
        lines += [{name: list(values) for name, values in row.when.items()} for w in book.wager for row in w.row]
    assert untold(chinese, "zh-rules", "ruled", sorted(texts)) == []
    assert [text for text in told(chinese, "zh-rules", "conditions", lines) if is_english(text)] == []
    assert {ruling.title for ruling in rulings().values()} <= set(catalogue("zh").templates)
