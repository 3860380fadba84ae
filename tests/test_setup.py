"""The set-up: what go.py answers, what the locks hold, what the built package carries."""

import ast
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from types import ModuleType

import pytest

import minibac
from minibac.voice.extras import MODULES_OF, how_to_install, needs_extra
from tests.browser import BROWSERS, FONT_FOLDERS, FONTS, lacking_fonts
from tests.packaged import packages_built

ROOT = Path(__file__).resolve().parents[1]
GO = ROOT / "go.py"
LOCKS = sorted((ROOT / "locks").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def go(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(GO), *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lock: Path) -> set[str]:
    return {canonical(name) for name in re.findall(r"^([\w.-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE)}


def wanted(requirements: list[str]) -> set[str]:
    return {canonical(re.split(r"[^\w.-]", requirement)[0]) for requirement in requirements}


# --- go.py -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tset", "test"),
        ("campain", "campaign"),
        ("benhc", "bench"),
        ("locks", "lock"),
        ("extras", "extra"),
        ("quik", "quick"),
    ],
)
def test_an_unknown_word_gets_one_sentence_with_a_suggestion(typed: str, meant: str) -> None:
    answer = go(typed)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert len(answer.stderr.splitlines()) == 1
    assert repr(typed) in answer.stderr
    assert repr(meant) in answer.stderr


def test_a_word_that_is_like_no_other_gets_no_suggestion() -> None:
    for words in (("serve",), ("campaign", "nothing"), ("extra", "of-mine")):
        answer = go(*words)
        assert (answer.returncode, len(answer.stderr.splitlines())) == (2, 1)
        assert repr(words[-1]) in answer.stderr
        assert "did you mean" not in answer.stderr


def test_help_names_every_word_from_any_folder(tmp_path: Path) -> None:
    answer = go("--help", cwd=tmp_path)
    assert answer.returncode == 0
    for word in ("extra", "test", "quick", "campaign", "bench", "lock"):
        assert f"python3 go.py {word}" in answer.stdout


def test_whoever_has_read_enough_of_the_help_sees_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        command = [sys.executable, str(GO), "--help"]
        answer = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert (answer.returncode, answer.stderr) == (1, b"")


@pytest.mark.parametrize(("word", "folder"), [("campaign", "tests/campaigns"), ("bench", "bench")])
def test_programs_are_listed_and_suggested(word: str, folder: str) -> None:
    names = sorted(file.stem for file in (ROOT / folder).glob("*.py") if not file.stem.startswith("_"))
    listed, unknown = go(word), go(word, "no-such-program")
    assert unknown.returncode == 2
    assert len(unknown.stderr.splitlines()) == 1
    if names:
        assert listed.returncode == 0
        assert [line.split()[-1] for line in listed.stdout.splitlines()] == names
        assert go(word, names[0] + "x").stderr.count(repr(names[0])) == 1
    else:
        assert listed.returncode == 2
        assert folder in listed.stderr


def test_an_old_python_can_read_go_far_enough_to_be_told() -> None:
    source = GO.read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 6))
    body = [node for node in tree.body if not isinstance(node, ast.Expr)]
    assert ast.unparse(body[0]) == "import sys"
    assert ast.unparse(body[1]).startswith("if sys.version_info < (3, 11):")
    assert "from __future__" not in source  # Python 3.6 refuses names it does not know


def test_go_imports_the_standard_library_alone() -> None:
    tree = ast.parse(GO.read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported <= set(sys.stdlib_module_names)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, list[str]]:
    """go.py in a checkout of its own, path with a space, and the list of what it asks pip for."""
    specification = importlib.util.spec_from_file_location("go_under_test", GO)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    root = tmp_path / "check out"
    shutil.copytree(ROOT / "locks", root / "locks")
    (root / "src" / "minibac").mkdir(parents=True)
    for name in ("pyproject.toml", "src/minibac/__init__.py"):
        shutil.copyfile(ROOT / name, root / name)
    asked: list[str] = []
    monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(module, "LOCKS", root / "locks")
    monkeypatch.setattr(module, "outer_pip_serves", lambda: True)
    monkeypatch.setattr(module, "call_pip", lambda pip, arguments, what, python_path=None: asked.append(what))
    return module, asked


def test_a_finished_environment_asks_pip_for_nothing(checkout: tuple[ModuleType, list[str]]) -> None:
    module, asked = checkout
    assert module.ready(module.RUN).python.exists()
    assert asked == ["locks/run.txt", "locks/build.txt", "minibac itself"]
    asked.clear()
    module.ready(module.RUN)
    assert asked == []


def test_a_changed_project_file_fetches_nothing(checkout: tuple[ModuleType, list[str]]) -> None:
    module, asked = checkout
    module.ready(module.RUN)
    asked.clear()
    with (module.ROOT / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# a word more\n")
    module.ready(module.RUN)
    assert asked == ["minibac itself"]


@pytest.mark.parametrize("damage", ["killed in the middle", "stamp cut short", "no python", "moved", "lock changed"])
def test_a_damaged_environment_is_made_anew(checkout: tuple[ModuleType, list[str]], damage: str) -> None:
    module, asked = checkout
    module.ready(module.RUN)
    folder: Path = module.RUN.folder
    leftover = folder / "leftover"
    leftover.touch()
    asked.clear()
    match damage:
        case "killed in the middle":
            (folder / module.STAMP).unlink()
        case "stamp cut short":
            (folder / module.STAMP).write_text('{"python": "3.', encoding="utf-8")
        case "no python":
            module.RUN.python.unlink()
        case "moved":
            stamp = (folder / module.STAMP).read_text(encoding="utf-8")
            (folder / module.STAMP).write_text(stamp.replace("check out", "elsewhere"), encoding="utf-8")
        case "lock changed":
            (module.LOCKS / "run.txt").write_text("click==0\n", encoding="utf-8")
    module.ready(module.RUN)
    assert asked == ["locks/run.txt", "locks/build.txt", "minibac itself"]
    assert not leftover.exists()
    assert module.read_stamp(module.RUN) == module.wanted_stamp(module.RUN)


# --- the extras ------------------------------------------------------------------------------------------------------

CLOSURE = {"fast": ["numpy", "numba", "llvmlite"], "learn": ["gymnasium", "numpy", "Farama_Notifications"]}
"""What pip would report for some extras, names as packages write them."""


@pytest.fixture
def extras(
    checkout: tuple[ModuleType, list[str]], monkeypatch: pytest.MonkeyPatch
) -> tuple[ModuleType, list[list[str]]]:
    """go.py in a checkout whose pip reports the packages of an extra, and what it is then told to install."""
    module, _ = checkout
    installed: list[list[str]] = []

    def pip(_pip: list[str], arguments: list[str], what: str, python_path: Path | None = None) -> None:
        if "--report" in arguments:
            held = Path(arguments[arguments.index("--constraint") + 1]).read_text(encoding="utf-8")
            assert "--dry-run" in arguments
            assert "--hash" not in held  # pip would then ask for hashes while it only looks
            assert re.search(r"^numpy==\S+( ; .*)?$", held, re.MULTILINE)
            names = [name for extra in CLOSURE if extra in what.replace(",", " ").split() for name in CLOSURE[extra]]
            report = {"install": [{"metadata": {"name": name}} for name in dict.fromkeys(names)]}
            Path(arguments[arguments.index("--report") + 1]).write_text(json.dumps(report), encoding="utf-8")
        elif "--no-deps" in arguments and "--requirement" in arguments:
            assert {"--require-hashes", "--only-binary"} <= set(arguments)
            chosen = Path(arguments[arguments.index("--requirement") + 1]).read_text(encoding="utf-8")
            assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=\w)", chosen.strip()))
            installed.append(sorted(set(re.findall(r"^([\w.-]+)==", chosen, re.MULTILINE))))

    monkeypatch.setattr(module, "call_pip", pip)
    return module, installed


FAST = ["llvmlite", "numba", "numpy"]


def test_an_extra_is_added_once_from_the_lock(extras: tuple[ModuleType, list[list[str]]]) -> None:
    module, installed = extras
    assert module.extra(["fast"]) == 0
    assert installed == [FAST]
    assert module.extra(["fast", "fast"]) == 0
    module.ready(module.RUN)
    assert installed == [FAST]
    assert module.extra(["learn"]) == 0
    assert installed[1] == ["farama-notifications", "gymnasium", *FAST]
    assert module.read_stamp(module.RUN)["extras"] == "fast learn"
    assert module.read_stamp(module.RUN) == module.wanted_stamp(module.RUN)


@pytest.mark.parametrize("change", ["environment made anew", "another pin", "a pin of something else"])
def test_extras_follow_the_lock_and_outlive_a_new_environment(
    extras: tuple[ModuleType, list[list[str]]], change: str
) -> None:
    module, installed = extras
    module.extra(["fast"])
    installed.clear()
    lock: Path = module.LOCKS / ("run.txt" if change == "environment made anew" else "test.txt")
    text = lock.read_text(encoding="utf-8")
    pin = {"environment made anew": "click==", "another pin": "numba==", "a pin of something else": "pytest=="}[change]
    assert f"\n{pin}" in text
    lock.write_text(text.replace(f"\n{pin}", f"\n{pin}9"), encoding="utf-8")
    module.ready(module.RUN)
    assert installed == ([] if change == "a pin of something else" else [FAST])
    assert module.read_stamp(module.RUN)["extras"] == "fast"
    assert module.read_stamp(module.RUN) == module.wanted_stamp(module.RUN)


def test_extras_are_listed_and_a_wrong_one_gets_one_sentence() -> None:
    answer = go("extra")
    listed = [line.split()[3] for line in answer.stdout.splitlines()]
    offered = PROJECT["project"]["optional-dependencies"]
    assert (answer.returncode, listed) == (0, [name for name in offered if name not in ("gpu", "test")])
    for typed, meant in (("reprot", "'report'"), ("gpu", "is not in locks/test.txt"), ("test", "go.py test")):
        refused = go("extra", "fast", typed)
        assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (2, "", 1)
        assert meant in refused.stderr


def test_the_program_names_the_way_that_go_offers() -> None:
    for extra in PROJECT["project"]["optional-dependencies"]:
        assert str(how_to_install(extra)).startswith(f"in a checkout: python3 go.py extra {extra}; ")
    told = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "src").rglob("*.py")
        if "pip install 'minibac[" in file.read_text(encoding="utf-8")
    }
    assert told == {"src/minibac/voice/extras.py"}  # one place writes that sentence


@pytest.fixture
def bare_machine(
    checkout: tuple[ModuleType, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[ModuleType, Path]:
    """A machine without a browser and fonts, and the folder of its programs; its user is root."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(checkout[0], "FONT_FOLDERS", (str(programs / "fonts"),))
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.delenv("CI", raising=False)
    return checkout[0], programs


def put_program(place: Path, script: str) -> None:
    place.write_text("#!/bin/sh\n" + script, encoding="utf-8")
    place.chmod(0o755)


needs_sh = pytest.mark.skipif(os.name == "nt", reason="apt-get is played by a shell script")


@needs_sh
def test_root_on_debian_gets_a_browser_once(
    bare_machine: tuple[ModuleType, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    module, programs = bare_machine
    log = programs / "log"
    put_program(
        programs / "apt-get", f'echo "$DEBIAN_FRONTEND $*" >> "{log}"; echo chatter; : > "{programs}/chromium"\n'
    )
    module.browser()
    update, install = log.read_text(encoding="utf-8").splitlines()
    assert update.endswith(" update")
    assert install.startswith("noninteractive ")
    assert "--yes --no-install-recommends chromium-headless-shell" in install
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    (programs / "chromium").chmod(0o755)
    (programs / "fonts").mkdir()
    for name in module.FONTS.values():
        (programs / "fonts" / name).touch()
    module.browser()
    assert len(log.read_text(encoding="utf-8").splitlines()) == 2
    assert capsys.readouterr().err == ""


@needs_sh
def test_an_older_distribution_gives_the_whole_browser(
    bare_machine: tuple[ModuleType, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    module, programs = bare_machine
    log = programs / "log"
    put_program(programs / "apt-get", f'echo "$*" >> "{log}"; case "$*" in *headless-shell*) exit 100;; esac\n')
    module.browser()
    assert " chromium fonts-" in log.read_text(encoding="utf-8").splitlines()[-1]
    assert len(capsys.readouterr().err.splitlines()) == 1


@needs_sh
def test_without_a_network_the_tests_go_on_and_say_why(
    bare_machine: tuple[ModuleType, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, programs = bare_machine
    put_program(programs / "apt-get", "echo E: Unable to locate package chromium >&2; exit 100\n")
    module.browser()
    *_, apt, last = capsys.readouterr().err.splitlines()
    assert apt == "E: Unable to locate package chromium"
    assert last.endswith("the tests in a browser are skipped.")
    monkeypatch.setenv("CI", "true")
    module.browser()
    assert capsys.readouterr().err.endswith("the tests in a browser fail.\n")


@pytest.mark.parametrize("lacking", ["apt-get", "root"])
def test_others_are_told_that_there_is_no_browser(
    bare_machine: tuple[ModuleType, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lacking: str,
) -> None:
    module, programs = bare_machine
    if lacking == "root":
        put_program(programs / "apt-get", "exit 1\n")
        monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    module.browser()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("the tests in a browser are skipped.")


@needs_sh
@pytest.mark.skipif(sys.platform != "linux", reason="fonts are chosen where there is fontconfig")
def test_a_machine_with_a_browser_gets_the_letters_it_lacks(bare_machine: tuple[ModuleType, Path]) -> None:
    """Chromium alone writes with whatever fonts it finds, and Chinese with boxes."""
    module, programs = bare_machine
    put_program(programs / "chromium", "")
    put_program(programs / "apt-get", f'echo "$*" >> "{programs}/log"\n')
    (programs / "fonts/deep").mkdir(parents=True)
    (programs / "fonts/deep/DejaVuSans.ttf").touch()
    module.browser()
    assert (programs / "log").read_text(encoding="utf-8").endswith("--no-install-recommends fonts-wqy-zenhei\n")


def test_go_and_the_tests_look_for_the_same_browsers_and_fonts(checkout: tuple[ModuleType, list[str]]) -> None:
    assert checkout[0].BROWSERS == BROWSERS
    assert checkout[0].FONT_FOLDERS == FONT_FOLDERS
    assert {package: (file,) for package, file in checkout[0].FONTS.items()} == {
        package: files[:1] for package, files in FONTS.items()
    }


def test_a_lack_of_fonts_is_told_with_where_they_were_looked_for(tmp_path: Path) -> None:
    deep = tmp_path / "truetype"
    deep.mkdir()
    for name in FONTS["fonts-wqy-zenhei"]:
        (deep / name).touch()
    told = lacking_fonts([tmp_path])
    assert told == f"no fonts-dejavu-core in {tmp_path} (on Debian: apt install fonts-dejavu-core)"
    for name in FONTS["fonts-dejavu-core"]:
        (tmp_path / name).touch()
    assert lacking_fonts([tmp_path]) == ""


def test_quick_tests_each_pure_package_and_nothing_else(
    checkout: tuple[ModuleType, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = checkout[0]
    monkeypatch.setattr(module, "ROOT", ROOT)
    chosen = module.pure_tests()
    for name in module.PURE:
        assert f"src/minibac/{name}" in chosen, f"there is no package {name}"
    assert {place for place in chosen if not place.startswith("src/")} <= {
        "tests/test_imports.py",
        *(f"tests/{name}" for name in module.PURE),
    }


CHECKED = """
import sys
print(sys.argv[1], "ran")
sys.exit(sys.argv[1] in {broken!r})
"""


@pytest.mark.parametrize("broken", [(), ("mypy",), ("pytest",), ("ruff", "mypy", "pytest")])
def test_every_check_runs_to_its_end_and_what_failed_is_named(
    checkout: tuple[ModuleType, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    broken: tuple[str, ...],
) -> None:
    module = checkout[0]
    program = tmp_path / "python"
    script = tmp_path / "checked.py"
    script.write_text(f"import sys\ndel sys.argv[1]\n{CHECKED.format(broken=broken)}", encoding="utf-8")
    # Through the shell: a first line that names a program ends at the first space of its path.
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(module.Environment, "python", program)
    failed = module.checked(["-x"])
    names = {"ruff": ["ruff check", "ruff format"], "mypy": ["mypy --strict"], "pytest": ["pytest"]}
    assert failed == [name for word in broken for name in names[word]]
    said = capfd.readouterr()
    assert said.out.splitlines() == ["ruff ran", "ruff ran", "pytest ran"]
    assert said.err.splitlines()[-1] == "go: mypy --strict: mypy ran"


# --- what is missing -------------------------------------------------------------------------------------------------


def test_a_skip_is_never_silent() -> None:
    told = [option for option in PROJECT["tool"]["pytest"]["ini_options"]["addopts"] if option.startswith("-r")]
    assert any("a" in letters for letters in told)


LACKING = """
import pytest
from tests.missing import missing

@pytest.fixture(scope="session")
def moon():
    missing("the moon; it is new")

def test_one(moon): ...
def test_two(moon): ...
"""


@pytest.mark.parametrize("processes", ["0", "2"])
@pytest.mark.parametrize("ci", ["true", ""])
def test_what_is_missing_fails_in_ci_and_is_shouted_elsewhere(tmp_path: Path, ci: str, processes: str) -> None:
    (tmp_path / "conftest.py").write_text("from tests.missing import pytest_terminal_summary\n", encoding="utf-8")
    (tmp_path / "test_moon.py").write_text(LACKING, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist", "-n", processes]
    ended = subprocess.run(
        [*command, "-ra", "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "CI": ci, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if ci:
        assert ended.returncode == 1
        assert "2 errors" in ended.stdout
        assert "with CI=true nothing is skipped: the moon; it is new" in ended.stdout
    else:
        assert ended.returncode == 0
        *_, banner, line, _ = ended.stdout.splitlines()
        assert "!!! NOT TESTED HERE !!!" in banner
        assert line == "the moon; it is new (2 tests skipped)"


def test_ci_runs_what_a_user_runs() -> None:
    run = ROOT / ".ci" / "run"
    lines = [line for line in run.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert lines[-1] == "exec python3 go.py test"
    assert len(lines) == 3  # strict mode, the folder, the command
    assert os.access(run, os.X_OK)


# --- the locks -------------------------------------------------------------------------------------------------------


def test_the_locks_are_there() -> None:
    assert [lock.stem for lock in LOCKS] == ["build", "run", "test"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_holds_pins_and_hashes_and_nothing_else(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    pin = r"[a-z0-9][a-z0-9._-]*==[\w.!+]+( ; [^\\#@]+)?"
    entry = rf"{pin}( \\\n    --hash=sha256:[0-9a-f]{{64}})+\n"
    assert re.fullmatch(rf"({entry})+", text)


def test_the_locks_cover_what_the_project_asks_for() -> None:
    by_name = {lock.stem: pins(lock) for lock in LOCKS}
    extras = PROJECT["project"]["optional-dependencies"]
    core = wanted(PROJECT["project"]["dependencies"])
    assert core | wanted(extras["house"] + extras["terminal"]) <= by_name["run"]
    assert core | wanted([ask for name, asks in extras.items() if name != "gpu" for ask in asks]) <= by_name["test"]
    assert wanted(PROJECT["build-system"]["requires"]) | {"editables"} <= by_name["build"]


def test_the_locks_agree_with_each_other() -> None:
    chosen: dict[str, set[str]] = {}
    for lock in LOCKS:
        versions: dict[str, set[str]] = {}
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE):
            versions.setdefault(name, set()).add(version)
        for name, found in versions.items():
            assert chosen.setdefault(name, found) == found, f"{lock.name} pins another {name}"


# --- the core --------------------------------------------------------------------------------------------------------

CORE = {"click", "msgspec", "tzdata"}
"""The library, the odds and the command line."""


def test_the_core_stays_small() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    assert wanted(PROJECT["project"]["dependencies"]) == CORE
    server = {"litestar", "uvicorn", "uvloop", "httptools", "websockets"}
    assert wanted(extras["house"]) == server | {"argon2-cffi", "cryptography", "prometheus-client", "structlog"}
    assert wanted(extras["terminal"]) == {"rich", "textual"}


def test_a_module_that_is_missing_leads_to_the_extra_that_brings_it() -> None:
    installed = importlib.metadata.packages_distributions()
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(MODULES_OF) == set(extras) - {"test", "docs"}  # no module of the package wants these two
    for extra, modules in MODULES_OF.items():
        packages = {canonical(name) for module in modules for name in installed.get(module, [module])}
        assert packages == wanted(extras[extra]), extra
    assert needs_extra("minibac odds", ImportError(name="click")) is None


CORE_ALONE = """
import importlib.metadata, re, shlex, sys
from importlib.machinery import PathFinder

def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()

todo, core = sys.argv[1].split(","), {"minibac"}
while todo:
    name = canonical(todo.pop())
    if name not in core:
        core.add(name)
        todo += [re.split(r"[^\\w.-]", ask)[0] for ask in importlib.metadata.requires(name) or () if ";" not in ask]
modules = importlib.metadata.packages_distributions()
absent = {module for module, packages in modules.items() if not core & set(map(canonical, packages))}

class Core(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in absent else PathFinder.find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Core
sys.stdin.isatty = sys.stdout.isatty = lambda: True
from minibac.cli import cli
for line in sys.argv[2:]:
    print("$", line, flush=True)
    try:
        cli.main(shlex.split(line))
    except SystemExit as end:
        print("=", end.code, flush=True)
import minibac
try:
    minibac.perfect_study
except ImportError as error:
    print(error)
import pydoc
told = pydoc.plain(pydoc.render_doc(minibac))
print([name for name in minibac.__all__ if name not in dir(minibac)], "LiveTable(" in told, "Count(" in told)
"""


def test_the_core_alone_does_its_work_and_names_the_extra_for_the_rest(tmp_path: Path) -> None:
    """In a process that finds no package but the core's."""
    shoe = ROOT / "examples" / "library" / "evening.shoe"
    works = (
        "odds section-42 --wager tie",
        "deal seneca --cards 9h,2s,Kc,3d --wager player=1000",
        "simulate seminole --shoes 1",
        "drill",
        "rules massachusetts",
        "roads BPPT",
        f"shoes convert {quote(str(shoe))} {tmp_path}/again.shoe",
        f"audit {quote(str(shoe))}",
    )
    lacks = {
        "serve": "house",
        "play section-42": "terminal",
        "study perfect section-42 --shoes 1": "fast",
        f"books example {tmp_path}/day": "house",
    }
    command = [sys.executable, "-c", CORE_ALONE, ",".join(sorted(CORE)), *works, *lacks]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TERM": "dumb"}
    ended = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=environment, cwd=tmp_path
    )
    answers = re.findall(r"^\$ (.*)\n((?:.*\n)*?)= (\d)$", ended.stdout, re.MULTILINE)
    assert [line for line, _, _ in answers] == [*works, *lacks], ended.stdout
    assert {line: said for line, said, status in answers if status != "0"}.keys() == lacks.keys(), ended.stdout
    for line, said, _ in answers[len(works) :]:
        (sentence,) = said.splitlines()
        assert sentence.endswith(f" needs the extra {lacks[line]}; {how_to_install(lacks[line])}")
    *_, lacking, helped = ended.stdout.splitlines()
    assert lacking == f"minibac.perfect_study needs the extra fast; {how_to_install('fast')}"
    studies = ["bankroll_study", "count_study", "depth_study", "perfect_study"]
    assert helped == f"{['Count', 'Finding', 'Paths', 'Shoes', 'Staking', *studies]} True False"


# --- the files -------------------------------------------------------------------------------------------------------


def project_files() -> Iterator[Path]:
    """The files that belong to the project: what git would keep, or, outside a repository, all but the leavings."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if listed.returncode == 0:
            yield from (ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())
            return
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name == ".ci" or not name.startswith((".", "__pycache__"))]
        yield from (Path(folder) / name for name in names if not name.endswith(".lock"))


def test_no_file_names_a_package_index_or_somebodys_machine() -> None:
    index = r"pypi[.]org|pythonhosted[.]org|npmjs[.]org|(?<![\w-])--(?:extra-)?index-url|(?<![\w-])--find[-]links"
    machine = r"(?<![\w.~-])/(?:root|home|Users|work)/\w|[A-Z]:\\Users"
    found = []
    for file in project_files():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{file.relative_to(ROOT)}: {match.group()}" for match in re.finditer(f"{index}|{machine}", text)]
    assert found == []


# --- the package -----------------------------------------------------------------------------------------------------


def test_wheel_and_sdist_carry_the_rulebooks_and_are_the_same_when_built_again(tmp_path: Path) -> None:
    """Again: by somebody else, whose files nobody else may read, elsewhere, on another day, from the sdist."""
    wheel, sdist = packages_built(tmp_path / "one")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "elsewhere", filter="data")
    (elsewhere,) = (tmp_path / "elsewhere").iterdir()
    for file in elsewhere.rglob("*"):
        file.chmod(file.stat().st_mode & 0o700)
        os.utime(file, (1_700_000_000, 1_700_000_000))
    for first, again in zip((wheel, sdist), packages_built(tmp_path / "other", elsewhere, 0o077), strict=True):
        assert first.read_bytes() == again.read_bytes(), first.name
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = set(archive.namelist())
    with tarfile.open(sdist) as archive:
        in_sdist = {name.partition("/")[2] for name in archive.getnames()}
    package = ROOT / "src" / "minibac"
    files = {
        file.relative_to(ROOT / "src").as_posix()
        for file in package.rglob("*")
        if file.is_file()
        and not any(part.startswith((".", "__pycache__")) for part in file.relative_to(package).parts)  # leavings
    }
    assert any(name.endswith(".toml") for name in files)
    assert files <= in_wheel
    assert {f"src/{name}" for name in files} <= in_sdist
    assert {
        "examples/library/deal.py",
        "go.py",
        "LICENSE",
        "pyproject.toml",
        "locks/test.txt",
        "tests/test_setup.py",
    } <= in_sdist
    assert not any(name.startswith(".venv") for name in in_sdist)
    licences = f"minibac-{minibac.__version__}.dist-info/licenses"
    assert {f"{licences}/LICENSE", f"{licences}/src/minibac/web/static/fonts/OFL.txt"} <= in_wheel
