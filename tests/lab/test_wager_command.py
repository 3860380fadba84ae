"""``minibac study wager`` as a person types it, from ten lines to a document."""

import csv
import hashlib
import re
import shlex
import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from minibac.odds.known_wagers import FOLDER
from tests.command_line import Call, Told, minibac, refused, told
from tests.pdf_text import pdf_text
from tests.rules.houses import further_text

pytestmark = pytest.mark.skipif(
    find_spec("numba") is None or find_spec("typst") is None, reason="needs the extras fast and report"
)

__all__ = ["minibac", "refused", "told"]

DOCS = Path(__file__).parents[2] / "docs"
FEW = ("--shoes", "20", "--priced", "4", "--check-shoes", "1", "--paths", "50")
EZ = ("massachusetts", "dragon-7", "--set", "vigorish_type=ez", "--shoes", "30", "--check-shoes", "50", "--paths", "50")

Refused = Callable[..., list[str]]


@pytest.fixture
def ten_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The first wager of docs/wagers.md in a file of its own, in the folder where one stands."""
    page = (DOCS / "wagers.md").read_text(encoding="utf-8")
    path = tmp_path / "tiger-pair.toml"
    path.write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return path


@pytest.mark.exhaustive
def test_from_ten_lines_of_the_documentation_to_the_document_in_one_command(minibac: Call, ten_lines: Path) -> None:
    """The command is the one that the page prints; what can be copied out of the document is what was filed."""
    page = (DOCS / "wagers.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"minibac (study wager .*--pdf .*)", page)
    assert len(ten_lines.read_text(encoding="utf-8").strip().splitlines()) <= 10
    filed = ("--client", "Sample Casino", "--author", "A. Nobody", "--game-version", "2")
    result = minibac(*shlex.split(command), *FEW, *filed, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    made = Path("tiger-pair.pdf").read_bytes()
    copied = pdf_text(made)
    of_file = hashlib.sha256(ten_lines.read_bytes()).hexdigest()
    assert copied.count(of_file) == 1
    assert of_file in result.stdout
    for words in ("Sample Casino", "A. Nobody", "Signature", "635532/3942085", "16.1217 %", "Volatility index"):
        assert words in copied
    assert "\u200b" not in copied
    assert hashlib.sha256(result.stdout.encode()).hexdigest() in copied, "the numbers are those of --json"


def test_every_fault_of_a_broken_file_is_told_at_once(refused: Refused, tmp_path: Path) -> None:
    broken = tmp_path / "mine.toml"
    broken.write_text(
        "[wager.mine]\nlines = [\n"
        '  { when = { winer = "tie", player_total = 12 }, outcome = "win" },\n'
        '  { when = { streak = 3 }, outcome = "lose", part = 2 },\n]\n[published.yours]\nedge = "much"\n',
        encoding="utf-8",
    )
    faults = refused("study", "wager", "section-42", str(broken), "--pdf", str(tmp_path / "mine.pdf"))
    for named in ("winer", "player_total is never 12", "a win states its odds", "streak", "part", "the last line"):
        assert sum(named in fault for fault in faults) == 1, named
    assert not (tmp_path / "mine.pdf").exists()


def test_the_dossier_of_a_printed_wager(minibac: Call, tmp_path: Path) -> None:
    table, picture, document = tmp_path / "d.csv", tmp_path / "d.svg", tmp_path / "d.pdf"
    files = ("--csv", str(table), "--chart", str(picture), "--pdf", str(document))
    result = minibac("study", "wager", *EZ, *files, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    copied = pdf_text(document.read_bytes()).replace(" \\\n", " ").replace("\n", "")
    again = re.search(r"minibac (study wager massachusetts dragon-7 .*?) --pdf", copied)
    assert again is not None
    minibac(*shlex.split(again[1]), "--pdf", str(tmp_path / "again.pdf"))
    assert (tmp_path / "again.pdf").read_bytes() == document.read_bytes(), "the command it prints gives the same bytes"
    found = msgspec.json.decode(result.stdout)
    assert found["source"]["kind"] == "rulebook"
    assert found["wager"]["edge"]["exact"] == "64613588827/848912750595"
    assert found["wager"]["volatility_index"] == pytest.approx(1.6449 * 6.0849, abs=1e-3)
    assert found["effects"]["weighted_sum"]["exact"] == "0/1"
    assert [(each["size"], each["kind"]) for each in found["systems"]] == [
        (size, kind) for size in (1, 2, 3, 4) for kind in ("true", "running")
    ]
    best = max(each["units_per_100_coups"]["mean"] for each in found["systems"])
    assert best <= found["perfect"]["units_per_100_coups"]["mean"]
    closely = found["closely"]
    assert closely["units_per_hour"]["mean"] == pytest.approx(0.7 * closely["units_per_100_coups"]["mean"])
    assert sum(at["bet_share"]["mean"] for at in found["by_count"]) == pytest.approx(1)
    assert [at["depth"] for at in found["depends"]["depth"]] == [14, 26, 52, 104]
    assert [at["burn"] for at in found["depends"]["burn"]] == ["unseen", "seen", "none"]
    assert found["depends"]["burn"][0]["perfect"] == found["perfect"]
    for risk in found["bankroll"]["risks"]:
        low, high = risk["interval"]
        assert low <= risk["share"] <= high
        assert high > 0
    assert found["simulation"]["agrees"]
    assert "panda-8" in found["covariances"]
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert {row["part"] for row in rows} >= {"true", "running", "perfect", "count", "depth", "decks-perfect", "burn"}
    assert ET.parse(picture).getroot().tag.endswith("svg")


def test_a_wager_that_a_house_approved_has_the_hash_of_the_house_file(minibac: Call, tmp_path: Path) -> None:
    """And the command in the document names the file; a line that is never reached is told once."""
    file, document = tmp_path / "house.toml", tmp_path / "mine.pdf"
    never = "{ when = { player_cards = 3, banker_natural = true }, outcome = 'push' }"
    file.write_text(
        further_text(f"{never}, {{ when = {{ winner = 'tie' }}, outcome = 'win', odds = 9 }}"), encoding="utf-8"
    )
    few = ("--shoes", "15", "--check-shoes", "9", "--paths", "20")
    result = minibac("study", "wager", "section-42", "mine", "--house", str(file), *few, "--pdf", str(document))
    assert (result.exit_code, result.stderr) == (0, "")
    of_file = hashlib.sha256(file.read_bytes()).hexdigest()
    assert f"house.toml, SHA-256 {of_file}" in result.stdout
    assert " ".join(result.stdout.split()).count("no coup of this shoe comes to the line of mine") == 1
    copied = pdf_text(document.read_bytes())
    assert copied.count(of_file) == 1
    assert "--house house.toml" in copied.replace(" \\\n", " ")
    page = tmp_path / "prices.html"
    minibac("odds", "section-42", "--house", str(file), "--report", str(page))
    assert of_file in page.read_text(encoding="utf-8")
    assert "--house house.toml" in page.read_text(encoding="utf-8")


def test_a_system_of_ones_own_is_looked_at_closely(told: Told, minibac: Call) -> None:
    given = ("--tags", "0,0,0,-1,-1,-1,-1,2,2,0", "--trigger", "4", "--divisor", "whole", "--rounding", "zero")
    found = told("study", "wager", *EZ, *given, "--burn", "none")
    assert found["closely"] == found["given"]
    assert (found["given"]["divisor"], found["given"]["rounding"], found["burn"]) == ("whole", "zero", "none")
    assert next(at["from"] for at in found["by_count"] if at["from"] is not None) == -2
    words = minibac("study", "wager", *EZ, *given).stdout
    assert "the decks left are taken to the nearest whole deck" in words
    assert "as given" in words
    assert "perfect play" in words


@pytest.mark.exhaustive
@pytest.mark.parametrize("trigger", ["60", "-60"])
def test_a_trigger_beyond_every_count_has_its_dossier_too(minibac: Call, tmp_path: Path, trigger: str) -> None:
    given = ("--tags", "0,0,0,-1,-1,-1,-1,2,2,0", "--trigger", trigger)
    picture, paper = tmp_path / "x.svg", tmp_path / "x.pdf"
    found = minibac("study", "wager", *EZ, *given, "--chart", str(picture), "--pdf", str(paper))
    assert found.exit_code == 0, found.output
    assert ET.parse(picture).getroot().tag.endswith("svg")
    assert paper.read_bytes().startswith(b"%PDF")


def test_nothing_seen_is_never_told_as_nothing(minibac: Call, tmp_path: Path) -> None:
    """A wager that is never worth a bet, and a bankroll that never ends."""
    poor = tmp_path / "poor.toml"
    lines = '[{ when = { winner = "tie" }, outcome = "win", odds = 1 }, { outcome = "lose" }]'
    poor.write_text(f"[wager.poor]\nlines = {lines}\n", encoding="utf-8")
    result = minibac("study", "wager", "section-42", str(poor), "--shoes", "15", "--check-shoes", "9")
    assert "no count of tags wins anything" in result.stdout
    assert "0.000 ± 0.000" not in result.stdout
    assert re.search(r"perfect play .*< \d", result.stdout)
    bankroll = ("--wager", "banker", "--bankroll", "1000", "--shoes", "2", "--paths", "20")
    words = minibac("study", "bankroll", "section-42", *bankroll).stdout
    assert "ruined: none seen, so at most 16.84% of the paths" in words


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("section-42", "pairs"), "choose one with --wager"),
        (("section-42", "pairs", "--wager", "one-pears"), "has no wager 'one-pears'"),
        (("section-42", "tigre-pair"), "the catalogue has no wager 'tigre-pair'"),
        (("section-42", "missing.toml"), "missing.toml cannot be read"),
        (("section-42", "tie", "--tags", "1,2", "--trigger", "1"), "2 tags are no counting system"),
        (("section-42", "tie", "--tags", ",".join("1" * 52), "--trigger", "1"), "52 tags are no counting system"),
        (
            ("section-42", "tie", "--tags", "1,0,0,0,0,0,0,0,0,-1", "--trigger", "1", "--divisor", "hole"),
            "choose exact",
        ),
        (("section-42", "tie", "--pdf", "tie.doc"), "a report is written to a file that ends in .pdf"),
        (("section-42", "tie", "--pdf", "tie.pdf", "--client", "\u738b"), "the fonts of a PDF have no sign \u738b"),
        (("section-42", "tie", "--shoes", "100001"), "too many for a dossier"),
        (("section-42", "tie", "--set", "shuffler=continuous"), "leaves nothing to count"),
    ],
)
def test_what_is_refused(refused: Refused, words: tuple[str, ...], sentence: str) -> None:
    (fault,) = refused("study", "wager", *words)
    assert sentence in fault


def test_a_wager_of_the_catalogue_has_the_hash_of_its_file(told: Told) -> None:
    found = told("study", "wager", "section-42", "big-tiger", "--shoes", "10", "--check-shoes", "9")
    assert found["source"] == {
        "kind": "catalogue",
        "name": "banker-six.toml",
        "sha256": hashlib.sha256(FOLDER.joinpath("banker-six.toml").read_bytes()).hexdigest(),
    }
    assert found["wager"]["own"] is True
