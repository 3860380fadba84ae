"""The types of the page's scripts: what JSDoc says about them holds, by TypeScript's own checker.

The checker comes with the test packages, inside Deno, and needs no Node and no network; where Deno has no package, a
``tsc`` on the PATH does it. Both read the options of ``jsconfig.json``, which editors read too.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.missing import NOT_TESTED
from tests.page.deno import deno

STATIC = Path(__file__).parents[2] / "src" / "minibac" / "web" / "static"
CONFIG = "jsconfig.json"
MANUAL_PAGE = Path(__file__).parents[2] / "docs" / "page.md"

ANSWERED_BY_DENO = frozenset({"target", "module", "moduleResolution", "noEmit", "skipLibCheck"})
"""Options that Deno has a fixed answer to, the one we want, and does not let itself be asked."""

Checker = Callable[[Path], list[str]]


def by_deno(program: str) -> Checker:
    """Deno's checker, kept to the folder: no cache elsewhere, nothing fetched, nobody asked for a newer one."""

    def found(folder: Path) -> list[str]:
        options = json.loads((folder / CONFIG).read_text(encoding="utf-8"))["compilerOptions"]
        kept = {name: value for name, value in options.items() if name not in ANSWERED_BY_DENO}
        (folder / "deno.json").write_text(json.dumps({"compilerOptions": kept}), encoding="utf-8")
        quiet = {"DENO_DIR": str(folder / "deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
        offline = ("--quiet", "--no-lock", "--no-remote", "--no-npm", "--config", "deno.json")
        scripts = [str(file.relative_to(folder)) for file in sorted((folder / "js").rglob("*.js"))]
        return wrong([program, "check", *offline, *scripts], folder, quiet)

    return found


def by_tsc(program: str) -> Checker:
    return lambda folder: wrong([program, "--project", CONFIG, "--pretty", "false"], folder, {})


def wrong(command: list[str], folder: Path, variables: dict[str, str]) -> list[str]:
    """What the checker finds wrong, each as ``js/FILE.js TSxxxx``, and all it said if that is nothing we can read."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if not done.returncode:
        return []
    print(done.stdout)
    deno = re.findall(r"^(TS\d+) \[ERROR\](?:.*\n)*?\s+at file:\S*?/(js/\S+?\.js):\d+:\d+$", done.stdout, re.MULTILINE)
    tsc = re.findall(r"^(js/\S+?\.js)\(\d+,\d+\): error (TS\d+)", done.stdout, re.MULTILINE)
    return sorted({f"{file} {code}" for code, file in deno} | {f"{file} {code}" for file, code in tsc}) or [done.stdout]


@pytest.fixture(scope="module")
def checker() -> Checker:
    if program := deno():
        return by_deno(program)
    if tsc := shutil.which("tsc"):
        return by_tsc(tsc)
    # The one part that may be missing everywhere: Deno has no package for every machine, and nobody needs it to play.
    pytest.skip(NOT_TESTED + "the types of the page's scripts; there is neither deno in this environment nor a tsc")


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A copy of the scripts with their options, so that nothing is written beside the real ones."""
    shutil.copytree(STATIC / "js", tmp_path / "js")
    shutil.copyfile(STATIC / CONFIG, tmp_path / CONFIG)
    return tmp_path


def test_every_script_is_held_to_the_strict_rules() -> None:
    config = json.loads((STATIC / CONFIG).read_text(encoding="utf-8"))
    assert config["include"] == ["js/**/*.js"]
    assert not {"exclude", "files", "extends"} & set(config)
    for option in ("checkJs", "strict", "noImplicitOverride", "noUnusedLocals", "noFallthroughCasesInSwitch"):
        assert config["compilerOptions"][option] is True, option
    assert config["compilerOptions"]["types"] == []
    switched_off = [file.name for file in (STATIC / "js").rglob("*.js") if "@ts-" in file.read_text(encoding="utf-8")]
    assert not switched_off, "a script that asks not to be checked"


AROUND_IT = """
import { session } from "../api.js";
import { make } from "../dom.js";
import { MbFelt } from "../parts/felt.js";
import { MbRefusal } from "../parts/refusal.js";
import { clauseLink } from "../parts/strip.js";
import { TableLink } from "../protocol.js";
import { TableStore } from "../store.js";
import { loadVoice } from "../voice.js";
const tableId = "s42-1";
const refusal = make(MbRefusal);
const drawDesk = (/** @type {unknown} */ next) => document.body.append(String(next));
"""
"""What the page in a few lines, as docs/page.md shows it, takes for granted."""


def test_the_types_of_the_page_hold(checker: Checker, scripts: Path) -> None:
    """And those of the page that the manual shows."""
    (page,) = re.findall(r"^```js\n(.*?)^```$", MANUAL_PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    (scripts / "js" / "pages" / "shown.js").write_text(AROUND_IT + page, encoding="utf-8")
    assert checker(scripts) == []


WRONG = {
    "money.js": ('/** @type {number} */\nexport const cents = "a word";', "TS2322"),
    "pages/odds.js": ('import { dollars } from "../money.js";\ndollars("ten");', "TS2345"),
    "parts/seat.js": ("export const doubled = (cents) => 2 * cents;", "TS7006"),  # strict
    "parts/spot.js": ("function forgotten() {}", "TS6133"),  # noUnusedLocals
    "places.js": ('export const at = (/** @type {import("./types.js").View} */ seen) => seen.phas;', "TS2551"),
    "settings.js": ('export const length = document.querySelector("p").textContent;', "TS2531"),  # might not be there
    "sound.js": ("export const where = Deno.cwd();", "TS2304"),  # the checker's own house, which no browser has
    "store.js": ('import { nothing } from "./nowhere.js";\nexport const more = nothing;', "TS2307"),
}
"""A wrong line at the end of each script, and what the checker calls it."""


def test_the_checker_finds_what_is_wrong(checker: Checker, scripts: Path) -> None:
    for name, (line, _) in WRONG.items():
        with (scripts / "js" / name).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    expected = {f"js/{name} {code}" for name, (_, code) in WRONG.items()}
    assert expected - set(checker(scripts)) == set()
