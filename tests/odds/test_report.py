"""Reports: the same call gives the same bytes, and they say what the prices say."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.odds import load_own_wagers, prices, read_own_wagers
from minibac.odds.charts import charts, roundings
from minibac.odds.known_wagers import meant
from minibac.odds.prices import Odds
from minibac.odds.removal import removal
from minibac.odds.report import command_line, html_report, pdf_report, program_hash, report_data, write_report
from tests.pdf_text import pdf_text

EXAMPLE = Path(__file__).parents[2] / "docs/examples/side-bet.toml"


@pytest.fixture(scope="module")
def odds() -> Odds:
    return prices("massachusetts", vigorish_rounding="up-to-25c", house_money=True)


@pytest.fixture(scope="module")
def page(odds: Odds) -> bytes:
    return html_report(odds)


@pytest.mark.exhaustive
def test_the_same_call_gives_the_same_bytes(odds: Odds, page: bytes, tmp_path: Path) -> None:
    again = prices("massachusetts", vigorish_rounding="up-to-25c", house_money=True)
    for name, made in (("a.html", page), ("a.pdf", pdf_report(odds))):
        write_report(again, tmp_path / name)
        assert (tmp_path / name).read_bytes() == made


@pytest.mark.exhaustive
def test_another_process_gives_the_same_bytes(tmp_path: Path) -> None:
    """Hash seeds and the clock leave no trace."""
    odds = prices("seneca")
    for name, made in (("r.html", html_report(odds, coups=1000)), ("r.pdf", pdf_report(odds, coups=1000))):
        path = tmp_path / name
        done = subprocess.run(
            [sys.executable, "-m", "minibac", "odds", "seneca", "--report", str(path), "--coups", "1000"],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={"PYTHONHASHSEED": "1", "HOME": str(tmp_path)},
        )
        assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{path} is written\n")
        assert path.read_bytes() == made
    assert made.startswith(b"%PDF-")


@pytest.mark.exhaustive
def test_what_the_page_says(odds: Odds, page: bytes) -> None:
    text = page.decode()
    for price in odds:
        assert str(price.edge) in text
        assert str(price.variance) in text
        for chance in price.outcomes:
            assert f"{chance.combinations:,}" in text
            assert str(chance.probability) in text
    for setting in odds.rules.settings:
        assert setting.clause in text
    assert "ma/12/c/rounding" in text
    assert "B07" in text
    assert text.count("data:image/svg+xml;base64,") == 4
    assert len(re.findall(r"\b[0-9a-f]{64}\b", text)) == 4
    assert (
        "minibac odds massachusetts --set vigorish_rounding=up-to-25c --set house_money=on --report prices.pdf" in text
    )
    assert "FAILS" not in text
    assert "<script" not in text
    assert not re.search(r'(src|href)="http', text)


def test_the_hold_and_its_interval(odds: Odds) -> None:
    data = report_data(odds, removal(odds), coups=10_000)
    banker = next(row for row in data["hold"] if row[0] == "Banker's Hand")
    edge, spread = float(odds["banker"].edge), odds["banker"].standard_deviation / 100
    assert banker[1] == f"{10_000 * edge:,.1f}"
    low, high = (float(part) for part in re.findall(r"[+-][\d.]+", banker[3]))
    assert low == pytest.approx(100 * (edge - 1.96 * spread), abs=1e-3)
    assert high == pytest.approx(100 * (edge + 1.96 * spread), abs=1e-3)


def test_every_check_holds_exactly() -> None:
    for composition in (None, [1, 1, 1, 1, 1] + [0] * 8, [3, 0, 1, 2, 0, 0, 1, 4, 4, 0, 0, 1, 9]):
        odds = prices("massachusetts", composition, vigorish_type="ez", dragon_bonus=True)
        checks = report_data(odds, removal(odds), 1000)["checks"]
        assert {result for _, result in checks} == {"holds exactly"}
        assert len(checks) == (3 if composition and sum(composition) < 7 else 4)


def test_the_command_of_a_report() -> None:
    own = load_own_wagers(EXAMPLE)
    odds = Odds(prices("section-42", tie_odds=9).rules, [1] * 13, stake_cents=100, own=own)
    assert command_line(odds, 5) == (
        "minibac odds section-42 --set tie_odds=9 --counts 1,1,1,1,1,1,1,1,1,1,1,1,1 --stake 100 --own FILE.toml "
        "--coups 5 --report prices.pdf"
    )
    some = prices("section-42", own=own, wagers=["tie", *(each.id for each in own)])
    assert "--wager tie --wager lucky-6" in command_line(some, 5, own=[meant(str(EXAMPLE))])
    both = prices("section-42", own=[str(EXAMPLE), "quik"])
    assert "--own side-bet.toml --own quik --coups" in command_line(both, 5, own=[meant(str(EXAMPLE)), meant("quik")])
    outside = Odds(prices("seneca").rules, outside_rulebook=True, decks_in_shoe=6, wagers=["tie"])
    assert command_line(outside, 100_000) == "minibac odds seneca --decks 6 --wager tie --report prices.pdf"


@pytest.mark.exhaustive
def test_own_wagers_and_few_cards_can_be_reported() -> None:
    odds = prices("section-42", [1, 1, 1, 1, 1] + [0] * 8, own=load_own_wagers(EXAMPLE))
    page = html_report(odds, own=[meant(str(EXAMPLE))]).decode()
    assert "Lucky 6 (the reader&#39;s own wager)" in page
    of_file = hashlib.sha256(EXAMPLE.read_bytes()).hexdigest()
    assert f"Own wagers, {EXAMPLE.name}" in page
    assert of_file in page
    copied = pdf_text(pdf_report(odds, own=[meant(str(EXAMPLE))]))
    assert of_file in copied
    assert "\u200b" not in copied
    for price in odds:
        assert str(price.edge) in copied
        assert str(price.variance) in copied.replace("\n", "")


def test_lines_of_a_wager_on_a_hand_name_the_hand() -> None:
    """A paper that is filed has no hand of its own; whole numbers that follow one another are told by their ends."""
    own = read_own_wagers(
        """
[wager.mine]
hand = "banker"
lines = [
  { when = { own_first_card = "Qh", lead = { to = -1 } }, outcome = "win", odds = 40 },
  { when = { "count Q in other - count Q in own" = [0, 1] }, outcome = "push" },
  { when = { "count hearts in other_first_two" = 2, own_total = [0, 3] }, outcome = "lose", part = "1/2" },
  { outcome = "lose" },
]
"""
    )
    priced = prices("section-42", own=own, wagers=["mine"])
    data = report_data(priced, removal(priced), 1000)
    assert [line[:3] for line in data["wagers"][0]["lines"]] == [
        ["banker first card: Qh; lead of the Banker's Hand: -9 to -1", "win", "40 to 1"],
        ["count Q in player - count Q in banker: 0 or 1", "push", ""],
        ["count hearts in player first two: 2; banker total: 0 or 3", "lose", "1/2 of the stake"],
        ["everything else", "lose", ""],
    ]
    assert data["on_cards"] is True
    assert report_data(prices("seneca"), removal(prices("seneca")), 1000)["on_cards"] is False


@pytest.mark.exhaustive
def test_charts_only_where_they_say_something() -> None:
    def names(odds: Odds) -> list[str]:
        return [chart.name for chart in charts(odds, removal(odds))]

    assert names(prices("section-42")) == ["distribution", "decks", "stakes", "effects"]
    assert names(prices("massachusetts", vigorish_type="ez")) == ["distribution", "decks", "effects"]
    assert names(prices("seneca")) == ["distribution", "decks", "effects"]
    assert list(roundings(prices("section-42").rules)) == ["none", "up-to-5c"]


def test_the_program_hash_is_one_number() -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", program_hash())
    assert program_hash() == program_hash()


@pytest.mark.exhaustive
def test_the_page_in_chinese(odds: Odds) -> None:
    """Every heading, sentence and head of a table; ids, clauses and the texts of the rulings stay as they are."""
    page = html_report(odds, language="zh").decode()
    assert '<html lang="zh-Hans">' in page
    assert "minibac --language zh odds massachusetts" in page
    said = re.findall(r"<(?:h1|h2|p|th|dt|figcaption|footer)\b[^>]*>(.*?)</", page, flags=re.DOTALL)
    words = {word for text in said for word in re.findall(r"[a-zA-Z]{3,}", re.sub(r"<[^>]*>|\w+=\S+", "", text))}
    assert words <= {"minibac", "House", "Money", "HTML", "html", "SHA", "stake", "CENTS"}


def test_a_sign_that_the_fonts_of_a_pdf_lack_is_told_in_a_sentence(tmp_path: Path) -> None:
    file, report = tmp_path / "mine.toml", tmp_path / "mine.pdf"
    file.write_text("[wager.mine]\nlabel = '\u738b'\nlines = [{ outcome = 'lose' }]", encoding="utf-8")
    told = CliRunner().invoke(cli, ["odds", "section-42", "--own", str(file), "--report", str(report)])
    assert (told.exit_code, told.stderr) == (
        1,
        "minibac: the fonts of a PDF have no sign \u738b: write it in other letters\n",
    )
    assert not report.exists()
