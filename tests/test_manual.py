"""The manual: it builds without a warning, leads nowhere wrong, and a house serves what the package carries."""

import hashlib
import html
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

import minibac.client
from minibac.cli import cli
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS, Rulebook, load
from minibac.server.manual_files import ManualFiles
from tests.page.visits import overflow, serious
from tests.server.running import RunningServer, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "docs" / "site" / "build.py"
REFERENCE = ("command-line", "library", "options", "refusals", "rulebooks")
"""The pages that are made from the program."""
PLACE = "src/minibac/web/manual.tar.xz"


def built(folder: Path, seed: str) -> Path:
    """The manual, built as ``python3 go.py docs`` does; its archive lies beside it."""
    command = [sys.executable, str(BUILD), str(folder / "manual"), str(folder / "manual.tar.xz")]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder / "manual"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("manual"), "1")


@pytest.fixture(scope="module")
def archive(site: Path) -> Path:
    return site.with_name("manual.tar.xz")


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("manual_build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- what is built ---------------------------------------------------------------------------------------------------


def test_the_same_pages_give_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    built(tmp_path, "2")
    assert (tmp_path / "manual.tar.xz").read_bytes() == archive.read_bytes()


def test_every_page_under_docs_is_a_page_of_the_manual(site: Path) -> None:
    docs = ROOT / "docs"
    missing = [
        page
        for page in sorted(docs.rglob("*.md"))
        if not (site / page.relative_to(docs).with_suffix(".html")).is_file()
    ]
    assert missing == []


def test_the_manual_needs_no_network(site: Path) -> None:
    """No page asks another machine for a script, a style, a letter or a picture."""
    for file in [*site.rglob("*.html"), *site.rglob("*.css")]:
        text = file.read_text(encoding="utf-8")
        for sign in ('src="http', 'src="//', "url(http", "url(//", '@import "http', 'rel="stylesheet" href="http'):
            assert sign not in text, f"{file.relative_to(site)} has {sign}"


def test_the_reference_has_every_command_name_and_code(site: Path) -> None:
    """What is made from the program is on its page, whole."""
    text = {page: (site / "reference" / f"{page}.html").read_text(encoding="utf-8") for page in REFERENCE}
    commands = {f"minibac {name}" for name in cli.commands}
    assert [name for name in commands if f">{name}<" not in text["command-line"]] == []
    assert "-h, --help" in text["command-line"]
    assert [name for name in minibac.__all__ if f'<span class="pre">{name}</span>' not in text["library"]] == []
    for stated in (
        "LiveTable(table: str, rules: HouseRules | str, vault: Vault | None=None",
        "handle(command: Command) -> tuple[Event, ...] | Refusal",
        "apply(state: TableState, event: Event) -> TableState",
        "PlaceWager(seat: int, wager: str, cents: int, coupon_cents: int = 0",
        "    sentence: str\n",  # a property, which nobody calls
        "class Refused(ValueError)\n    refusals: tuple[Refusal, ...]",
        "Command(by: Actor, at: int)",
    ):
        assert stated in html.unescape(re.sub(r"<[^>]+>", "", text["library"])), stated
    assert [code for code in Code if f'<span class="pre">{code.value}</span>' not in text["refusals"]] == []
    for book in map(load, RULEBOOKS):
        offered = {*(option.name for option in book.option), *(wager.id for wager in book.wager)}
        assert [name for name in offered if f'<span class="pre">{name}</span>' not in text["options"]] == []
    for name in minibac.client.__all__:
        assert f'<span class="pre">{name}</span>' in text["library"]
    fields = Rulebook.__struct_fields__
    assert [name for name in fields if f'<span class="pre">{name}</span>' not in text["rulebooks"]] == []


@pytest.mark.parametrize(
    ("planted", "named"),
    [
        ('<a href="nowhere.html">', "index.html: nowhere.html leads nowhere"),
        ('<a href="other.html#gone">', "index.html: other.html#gone has no such anchor"),
        ('<a href="#gone">', "index.html: #gone has no such anchor"),
        ('<img src="../outside.png">', "index.html: ../outside.png leads nowhere"),
    ],
)
def test_a_link_that_leads_nowhere_is_named(builder: ModuleType, tmp_path: Path, planted: str, named: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "outside.png").touch()
    (site / "other.html").write_text('<p id="here">', encoding="utf-8")
    (site / "index.html").write_text('<a href="other.html#here">', encoding="utf-8")
    assert list(builder.dead_links(site)) == []
    (site / "index.html").write_text(planted, encoding="utf-8")
    assert list(builder.dead_links(site)) == [named]


@pytest.mark.parametrize("wrong", ["[x](no-such-page.md)", "[x](other.md#no-such-heading)", "![x](no-such.webp)"])
def test_a_page_with_a_dead_link_is_not_built(tmp_path: Path, wrong: str) -> None:
    """A manual of two pages, with the machine of the real one."""
    docs = tmp_path / "docs"
    shutil.copytree(BUILD.parent, docs / "site", ignore=shutil.ignore_patterns("__pycache__"))
    (docs / "site" / "contents.toml").write_text('[[section]]\ntitle = "All"\npages = ["other"]\n', encoding="utf-8")
    conf = docs / "site" / "conf.py"
    favicon = "../../src/minibac/web/static/favicon.svg"
    conf.write_text(conf.read_text(encoding="utf-8").replace(f'"{favicon}"', "None"), encoding="utf-8")
    (docs / "other.md").write_text("# Other\n\n## A heading\n", encoding="utf-8")
    command = [sys.executable, str(docs / "site" / "build.py"), str(tmp_path / "site")]
    (docs / "index.md").write_text(f"# First\n\n[there](other.md#a-heading)\n\n{wrong}\n", encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "no-such" in done.stderr
    assert "a-heading" not in done.stderr


LICENCE_WORDS = {
    "MIT": "Permission is hereby granted, free of charge",
    "BSD-2-Clause": "Redistributions in binary form must reproduce",
    "BSD-3-Clause": "to endorse or promote products derived from this software",
}
"""What a licence says and no other of them."""


def test_a_wheel_and_an_sdist_carry_the_manual_that_was_built(
    builder: ModuleType, archive: Path, tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        (checkout / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, checkout / name)
    leavings = shutil.ignore_patterns("__pycache__", "manual.tar.xz")
    shutil.copytree(ROOT / "src" / "minibac", checkout / "src" / "minibac", ignore=leavings)
    shutil.copytree(ROOT / "locks", checkout / "locks", ignore=leavings)
    shutil.copyfile(archive, checkout / PLACE)
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path / "dist")]
    subprocess.run(command, cwd=checkout, capture_output=True, check=True)
    (wheel,), (sdist,) = (tmp_path / "dist").glob("*.whl"), (tmp_path / "dist").glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        assert packed.read(PLACE.removeprefix("src/")) == archive.read_bytes()
        (bill,) = (json.loads(packed.read(name)) for name in packed.namelist() if "/sboms/" in name)
    (listed,) = (part for part in bill["metadata"]["component"]["components"] if part["name"].endswith(".tar.xz"))
    assert listed["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(archive.read_bytes()).hexdigest()}]
    stated = {part["name"]: part["licenses"][0]["license"]["id"] for part in listed["components"]}
    assert {*stated} == {*builder.WORK_OF_OTHERS, "gumshoejs"}
    for name in builder.WORK_OF_OTHERS:
        with tarfile.open(archive) as site:
            laid = site.extractfile(f"licences/{name}.txt")
            assert laid is not None
            assert LICENCE_WORDS[stated[name]] in " ".join(laid.read().decode().split())
    with tarfile.open(sdist) as packed_source:
        assert any(name.endswith(PLACE) for name in packed_source.getnames())


def test_the_archive_stays_small(archive: Path) -> None:
    """It comes with ``pip install minibac``, which is meant to stay under 30 MB."""
    assert archive.stat().st_size < 1_200_000


# --- what a house serves ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as found:
        yield found


def test_a_house_serves_the_manual(server: RunningServer, archive: Path, site: Path) -> None:
    server.front.manual = ManualFiles(archive)
    with server.client() as client:
        front = client.request("GET", "/manual", follow_redirects=True)
        assert (front.status_code, front.url.path) == (200, "/manual/index.html")
        assert front.headers["content-type"] == "text/html; charset=utf-8"
        assert "unsafe" not in front.headers["content-security-policy"]
        assert front.content == (site / "index.html").read_bytes()
        again = client.request("GET", "/manual/index.html", headers={"If-None-Match": front.headers["etag"]})
        assert again.status_code == 304
        script = client.request("GET", "/manual/searchindex.js")
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        example = next((site / "_downloads").rglob("*.toml"))
        sent = client.request("GET", f"/manual/{example.relative_to(site).as_posix()}")
        assert (sent.headers["content-type"], sent.content) == ("text/plain; charset=utf-8", example.read_bytes())
        # A recording is too large for the package: a sentence stands in its place.
        page = client.request("GET", "/manual/page.html").text
        assert "docs/pictures/coup-guest.webp in the source" in page
        assert "_images/coup-guest.webp" not in page
        for path in ("nothing.html", "../pages/lobby.html", "%2e%2e/manual.tar.xz", "index.html/x", ""):
            assert client.request("GET", f"/manual/{path}").status_code in (302, 404), path


def test_a_house_without_a_manual_says_how_it_is_built(server: RunningServer, tmp_path: Path) -> None:
    gone, damaged = tmp_path / "manual.tar.xz", tmp_path / "damaged.tar.xz"
    damaged.write_bytes(b"\xfd7zXZ\x00 and then nothing of the kind")
    for archive in (gone, damaged):
        server.front.manual = ManualFiles(archive)
        with server.client() as client:
            told = client.request("GET", "/manual/index.html")
            assert told.status_code == 404
            sentence = told.json()["refusal"]["sentence"]
            assert sentence == "the manual is not in this package: in a checkout python3 go.py docs builds it"
            shown = client.request("GET", "/manual/index.html", headers={"Accept": "text/html"})
            assert shown.status_code == 404
            assert "python3 go.py docs" in shown.text
            assert "__BUILD__" not in shown.text


def test_a_manual_that_is_built_anew_is_served_anew(archive: Path, tmp_path: Path) -> None:
    place = tmp_path / "manual.tar.xz"
    manual = ManualFiles(place)
    assert not manual.built
    shutil.copyfile(archive, place)
    assert manual.file("index.html") is not None
    place.write_bytes(b"")
    os.utime(place, ns=(1, 1))
    assert manual.file("index.html") is None


def heard(page: "Page") -> list[str]:
    """What the console of a page says is wrong: a script or a style that the policy of the house forbids, for one."""
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    return wrong


def test_the_manual_can_be_read_and_searched_in_a_house_and_from_the_disk(
    server: RunningServer, archive: Path, site: Path, browser: "Browser"
) -> None:
    server.front.manual = ManualFiles(archive)
    for start in (f"{server.base}/manual/", site.as_uri() + "/"):
        context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark")
        page = context.new_page()
        wrong = heard(page)
        for name in ("index", "tour", "clauses", "table"):
            page.goto(f"{start}{name}.html")
            assert page.evaluate("document.body.dataset.theme") == "auto"
            assert overflow(page) == []
        assert wrong == []
        assert serious(page) == []  # which styles what it looks at, against the policy
        page.goto(f"{start}search.html?q=marker+button")
        page.locator("#search-results li a").first.wait_for()
        assert page.locator("#search-results li a", has_text="Glossary").count()
        context.close()
