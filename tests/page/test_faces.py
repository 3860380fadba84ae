"""The page brings its own faces: small, complete for what it says, asked for at once; Chinese is the system's."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import minibac.web
from tests.page.guests import waiting_house
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WEB = Path(minibac.web.__file__).resolve().parent
FACES = WEB / "static" / "css" / "faces.css"
MOST_BYTES = 40_000
RULE = re.compile(r"@font-face \{(.*?)\}", re.DOTALL)
SHOWN_BY_TYPE = {"minibac Sans": "400 1rem", "minibac Serif": "600 1rem", "minibac Serif italic": "italic 400 1rem"}


def ranges() -> dict[str, set[int]]:
    """The signs of each face, as the style sheet states them."""
    signs: dict[str, set[int]] = {}
    for rule in RULE.findall(FACES.read_text(encoding="utf-8")):
        family = re.search(r'font-family: "(.+?)"', rule)
        assert family is not None
        name = family.group(1) + (" italic" if "font-style: italic" in rule else "")
        spans = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", rule)
        signs[name] = {code for low, high in spans for code in range(int(low, 16), int(high or low, 16) + 1)}
    return signs


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as opened:
        yield opened


def drawn_with(page: "Page", selector: str) -> dict[str, bool]:
    """The families that the letters of an element are really drawn with, each with whether the page brought it."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts: list[dict[str, Any]] = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {font["familyName"]: font["isCustomFont"] for font in fonts}


def test_the_faces_are_small_and_their_licence_lies_beside_them() -> None:
    folder = WEB / "static" / "fonts"
    faces = list(folder.glob("*.woff2"))
    assert {f'url("../fonts/{face.name}")' for face in faces} == set(
        re.findall(r"url\(.+?\)", FACES.read_text("utf-8"))
    )
    assert sum(face.stat().st_size for face in faces) <= MOST_BYTES
    licence = (folder / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert licence.count("Reserved Font Name") >= 2
    assert "Source" not in "".join(ranges())  # the reserved name


@pytest.mark.parametrize("page", sorted((WEB / "pages").glob("*.html")), ids=lambda page: page.stem)
def test_a_page_asks_for_its_faces_before_its_styles(page: Path) -> None:
    """Whoever waits for a style sheet to learn of a face draws the first words without it."""
    text = page.read_text("utf-8").replace("__HEAD__", (WEB / "head.html").read_text("utf-8"))
    asked = re.findall(r'href="/static/__BUILD__/(fonts/[\w-]+[.]woff2|css/[\w-]+[.]css)"', text)
    assert asked[:4] == ["fonts/sans.woff2", "fonts/serif.woff2", "css/faces.css", "css/tokens.css"]


def test_the_page_says_nothing_that_its_sans_lacks() -> None:
    """English words and signs in scripts, styles and pages; what is drawn as a path or in Chinese is not written."""
    lacking = {}
    for file in [*WEB.rglob("*.js"), *WEB.rglob("*.css"), *WEB.rglob("*.html")]:
        text = re.sub(r"/\*.*?\*/|^\s*//.*$", "", file.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        signs = {sign for sign in text if ord(sign) > 0x7E and not 0x2E80 <= ord(sign) <= 0xFFEF}
        if missing := {sign for sign in signs if ord(sign) not in ranges()["minibac Sans"]}:
            lacking[file.name] = missing
    assert lacking == {}


def test_the_files_hold_every_sign_that_the_styles_state(server: RunningServer, browser: "Browser") -> None:
    with browser.new_context(locale="en-US") as context:
        page = context.new_page()
        page.goto(server.base)
        page.locator("body[data-ready]").wait_for()
        for number, (name, signs) in enumerate(ranges().items()):
            written = "".join(map(chr, sorted(signs)))
            page.evaluate(
                """([id, font, text]) => {
                    const element = document.body.appendChild(document.createElement("p"));
                    Object.assign(element, { id, textContent: text });
                    element.style.font = font;
                    return document.fonts.ready;
                }""",
                [f"all-{number}", f'{SHOWN_BY_TYPE[name]} "{name.removesuffix(" italic")}"', written],
            )
            assert drawn_with(page, f"#all-{number}") == {name.removesuffix(" italic"): True}


@pytest.mark.parametrize(("locale", "chinese"), [("en-US", {}), ("zh-CN", {"WenQuanYi Zen Hei": False})])
def test_chinese_alone_is_the_systems(
    server: RunningServer, browser: "Browser", locale: str, chinese: dict[str, bool]
) -> None:
    with browser.new_context(locale=locale) as context:
        page = context.new_page()
        page.goto(server.base)
        page.locator("body[data-ready]").wait_for()
        page.evaluate("document.fonts.ready")
        fonts = drawn_with(page, ".hero h1") | drawn_with(page, ".hero .lead") | drawn_with(page, ".table-card .tag")
        assert fonts == {"minibac Sans": True, **({} if chinese else {"minibac Serif": True}), **chinese}
