#!/usr/bin/env python3
"""Set minibac up and start it, on a machine that has only Python and pip.

    python3 go.py                     open the house, in the browser
    python3 go.py extra [NAME ...]    add extras such as fast or report to .venv (no NAME: list them)
    python3 go.py test [ARG ...]      every check: lint, format, types, tests (ARGs go to pytest)
    python3 go.py quick [ARG ...]     lint, format, types and the tests of the pure packages, in about a minute
    python3 go.py docs                build the manual, for /manual and to read without a house
    python3 go.py release             build the manual, then wheel, sdist and bill of materials, into dist
    python3 go.py campaign [NAME]     run a long campaign from tests/campaigns (no NAME: list them)
    python3 go.py bench [NAME]        run a benchmark from bench (no NAME: list them)
    python3 go.py lock                resolve the pins in locks/ anew
    python3 go.py --help              this text

The first run fetches the packages that locks/*.txt pin; later runs need no network. The command itself is
.venv/bin/minibac. Options in the place of a word (python3 go.py --port 9000) go to minibac serve.
"""

# An old Python reads this file far enough to say one sentence: syntax stays that of Python 3.6.
import sys

if sys.version_info < (3, 11):
    sys.exit("go: minibac needs Python 3.11 or newer, and this is Python %d.%d." % sys.version_info[:2])

import contextlib
import difflib
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent
LOCKS = ROOT / "locks"

START = ("minibac", "serve")
"""What ``python3 go.py`` starts."""


class Environment(NamedTuple):
    """A virtual environment in the checkout, filled from one lock."""

    name: str
    lock: str

    @property
    def folder(self) -> Path:
        return ROOT / self.name

    def program(self, name: str) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / (name + (".exe" if os.name == "nt" else ""))

    @property
    def python(self) -> Path:
        return self.program("python")


# Two environments. The one that runs the house holds the core, the server and the terminal table, and nothing else: it
# is made in seconds, and an import that only the test tools satisfy fails there as it would for a user. `test` makes
# both, so that after either command the house starts without a network.
RUN = Environment(".venv", "run")
TEST = Environment(".venv-test", "test")

BUILD_LOCK = "build"
BUILD_TOOLS = "build-tools"
"""Folder inside an environment with what the editable install needs, out of the way of what runs there."""

STAMP = "minibac-stamp.json"
PIP_OLDEST = (22, 3)
"""The first pip that can install into another interpreter's environment (``--python``)."""

UV = "uv==0.13.7"
EXTRAS = {
    "run": ("house", "client", "terminal"),
    "test": ("house", "client", "terminal", "fast", "report", "data", "learn", "docs", "cluster", "postgres", "test"),
}
"""The extras in each lock; the build lock comes from ``[build-system]``."""

EXTRAS_LOCK = "test"
"""The lock that pins what the extras ask for; those of what runs are the same there."""

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""What chromium and its near kin are called, the one without a window first: it takes a third less of the processor;
tests/browser.py looks for the same."""

FONTS = {"fonts-dejavu-core": "DejaVuSans.ttf", "fonts-wqy-zenhei": "wqy-zenhei.ttc"}
"""The Debian packages of the letters it writes with, Chinese ones too, and a file of each."""

FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "$HOME/.local/share/fonts", "$HOME/.fonts")
"""Where fonts usually lie; tests/browser.py looks there too."""

MANUAL = ROOT / "build" / "manual"
MANUAL_ARCHIVE = ROOT / "src" / "minibac" / "web" / "manual.tar.xz"
"""The manual to be opened from the disk, and as a house serves it and the wheel carries it."""

LINT = (("ruff check", ("ruff", "check")), ("ruff format", ("ruff", "format", "--check")))
TYPES = "mypy --strict"

ALL_TESTS = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
"""Three processes for two cores, since one of them waits for a browser or a disk. A file of tests stays on one of them,
so that its browser, its house and its shoes are made once; which file comes when is said in tests/conftest.py."""

PURE = ("voice", "rules", "houses", "cards", "play", "machine", "table", "pits", "odds")
"""What `quick` tests, the exhaustive tests apart: functions of their arguments, without a disk, a socket or a clock."""

QUICK_TESTS = ("-n", "2", "-m", "not exhaustive", "-p", "no:schemathesis")


def say(line: str) -> None:
    print("go: " + line, file=sys.stderr, flush=True)


def stop(line: str, status: int = 1) -> NoReturn:
    say(line)
    sys.exit(status)


def did_you_mean(word: str, words: Sequence[str]) -> str:
    near = difflib.get_close_matches(word, words, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


# --- the environment -------------------------------------------------------------------------------------------------


def digest(*files: Path) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()


def lock_file(name: str) -> Path:
    return LOCKS / (name + ".txt")


def wanted_stamp(environment: Environment) -> dict[str, str]:
    """What a finished environment says about itself: everything that would make another one of it."""
    have = read_stamp(environment)
    return {
        "python": sys.version,
        "place": str(environment.folder),
        "packages": digest(lock_file(environment.lock), lock_file(BUILD_LOCK)),
        "minibac": digest(ROOT / "pyproject.toml", ROOT / "src" / "minibac" / "__init__.py"),
        **extras_stamp(have.get("extras", "").split(), have.get("extra packages", "").split()),
    }


def read_stamp(environment: Environment) -> dict[str, str]:
    """The stamp of an environment, empty when it is absent, half made or damaged."""
    try:
        stamp = json.loads((environment.folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and environment.python.exists() else {}


def write_stamp(environment: Environment, stamp: dict[str, str]) -> None:
    draft = environment.folder / (STAMP + ".new")
    draft.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    draft.replace(environment.folder / STAMP)


def ready(environment: Environment) -> Environment:
    """The environment, made or repaired if need be; when its stamp fits, nothing is done and nothing is fetched."""
    wanted = wanted_stamp(environment)
    if read_stamp(environment) == wanted:
        return environment
    try:
        with only_one(environment):
            make(environment, wanted)
    except OSError as error:
        stop(f"cannot make {environment.folder}: {error.strerror or error}.")
    return environment


def make(environment: Environment, wanted: dict[str, str]) -> None:
    """Bring the environment to the wanted stamp. A stamp is written only after the step it vouches for."""
    started = time.monotonic()
    have = read_stamp(environment)
    packages_fit = all(have.get(key) == wanted[key] for key in ("python", "place", "packages"))
    extras = wanted.get("extras", "").split()
    if not packages_fit:
        pins = len(re.findall(r"^\w", lock_file(environment.lock).read_text(encoding="utf-8"), re.MULTILINE))
        say(f"making {environment.name} with {pins} packages (a network is needed this once) ...")
        (environment.folder / STAMP).unlink(missing_ok=True)
        pip = new_venv(environment)
        install(pip, environment.lock)
        install(pip, BUILD_LOCK, "--target", str(environment.folder / BUILD_TOOLS))
        wanted = {**wanted, **install_extras(pip, extras)}
        write_stamp(environment, {**wanted, "minibac": ""})
    elif have == wanted:  # another run finished it while this one waited
        return
    else:
        say(f"bringing {environment.name} up to date ...")
        pip = pip_for(environment)
        if have.get("extra pins") != wanted.get("extra pins"):
            wanted = {**wanted, **install_extras(pip, extras)}
    call_pip(
        pip,
        ["--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT)],
        "minibac itself",
        python_path=environment.folder / BUILD_TOOLS,
    )
    write_stamp(environment, wanted)
    say(f"{environment.name} is ready, {time.monotonic() - started:.0f} s.")


def new_venv(environment: Environment) -> list[str]:
    """An empty virtual environment in the place of whatever lay there, and the pip that fills it."""
    try:
        import venv
    except ImportError:
        stop("this Python has no venv module; install your distribution's full Python (on Debian: python3-venv).")
    if environment.folder.exists():
        shutil.rmtree(environment.folder)
    # Without pip inside: many distributions split ensurepip off, and the pip outside can fill it.
    inside = not outer_pip_serves()
    if inside and importlib.util.find_spec("ensurepip") is None:
        stop(
            "this Python has no pip, or one older than %d.%d; " % PIP_OLDEST
            + "install pip for it (on Debian: apt install python3-pip) and run go.py again."
        )
    try:
        venv.EnvBuilder(with_pip=inside, symlinks=os.name != "nt").create(environment.folder)
    except subprocess.CalledProcessError:
        stop("this Python could not put pip into a new environment; install pip for it and run go.py again.")
    return pip_for(environment)


def outer_pip_serves() -> bool:
    """Whether the pip of the Python that runs this script can fill another environment."""
    try:
        numbers = re.findall(r"\d+", importlib.metadata.version("pip"))
    except importlib.metadata.PackageNotFoundError:
        return False
    return tuple(int(number) for number in numbers[:2]) >= PIP_OLDEST


def pip_for(environment: Environment) -> list[str]:
    if outer_pip_serves():
        return [sys.executable, "-m", "pip", "--python", str(environment.python)]
    return [str(environment.python), "-m", "pip"]


def install(pip: list[str], lock: str, *arguments: str) -> None:
    # Wheels only: what was hashed is what gets installed, and no compiler is asked for.
    call_pip(
        pip,
        ["--require-hashes", "--only-binary", ":all:", "--requirement", str(lock_file(lock)), *arguments],
        f"locks/{lock}.txt",
    )


def call_pip(pip: list[str], arguments: list[str], what: str, python_path: Path | None = None) -> None:
    # A user's settings say where packages come from; they must not say where packages go.
    unwanted = {"PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PIP_PYTHON", "PYTHONPATH", "PYTHONHOME"}
    variables = {name: value for name, value in os.environ.items() if name not in unwanted}
    variables["PIP_USER"] = "0"
    if python_path is not None:
        variables["PYTHONPATH"] = str(python_path)
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-warn-script-location"]
    done = subprocess.run(
        [*pip, "install", *options, *arguments],
        cwd=ROOT,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        close_fds=False,  # hands the lock of `only_one` down
    )
    if done.returncode:
        print("\n".join(done.stdout.rstrip().splitlines()[-15:]), file=sys.stderr)
        stop(f"pip could not install {what}, its last words stand above; a first time needs a network.")


@contextlib.contextmanager
def only_one(environment: Environment) -> Iterator[None]:
    """Let one go.py at a time make an environment.

    The system drops the lock with the last process that holds it. A pip that outlives a killed go.py holds it too, so
    the next run waits until nobody writes there any more.
    """
    try:
        import fcntl
    except ImportError:  # Windows: two first runs at once are the user's to avoid
        yield
        return
    with Path(str(environment.folder) + ".lock").open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say(f"another go.py is making {environment.name}, waiting for it ...")
            fcntl.flock(file, fcntl.LOCK_EX)
        os.set_inheritable(file.fileno(), True)
        yield


# --- the extras ------------------------------------------------------------------------------------------------------


def project_extras() -> dict[str, list[str]]:
    """What each extra of the package asks for, as pyproject.toml writes it; the tests' own has an environment too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {name: asks for name, asks in project["optional-dependencies"].items() if name != "test"}


def pinned() -> dict[str, list[str]]:
    """The entries of the extras' lock by package, each with its hashes; another Python may have another entry."""
    entries: dict[str, list[str]] = {}
    for entry in re.split(r"\n(?=\w)", lock_file(EXTRAS_LOCK).read_text(encoding="utf-8").strip()):
        entries.setdefault(entry.partition("==")[0], []).append(entry)
    return entries


def extras_stamp(extras: Sequence[str], packages: Sequence[str]) -> dict[str, str]:
    """What the stamp says of the extras: which, with which packages, and a digest that another pin would change."""
    asks, pins = project_extras(), pinned()
    kept = [name for name in sorted(extras) if name in asks]
    if not kept:
        return {}
    words = [word for name in kept for word in asks[name]] + [pin for name in packages for pin in pins.get(name, [])]
    return {
        "extras": " ".join(kept),
        "extra packages": " ".join(packages),
        "extra pins": hashlib.sha256("\n".join(words).encode()).hexdigest(),
    }


def install_extras(pip: list[str], extras: Sequence[str]) -> dict[str, str]:
    """Install what the extras ask for, exactly as the lock pins it, and give what the stamp then says of them.

    pip first tells which packages that makes, held to the pinned versions; then those alone are installed, by hash.
    """
    if not extras:
        return {}
    asks, pins, what = project_extras(), pinned(), "the extra " + ", ".join(extras)
    with tempfile.TemporaryDirectory(prefix="minibac-extra-") as scratch:
        versions, chosen, report = (Path(scratch) / name for name in ("versions.txt", "chosen.txt", "report.json"))
        lines = [entry.partition(" \\")[0] for entries in pins.values() for entry in entries]
        versions.write_text("\n".join(lines) + "\n", encoding="utf-8")
        wanted = [word for name in extras for word in asks[name]]
        held = ["--only-binary", ":all:", "--constraint", str(versions)]
        call_pip(pip, ["--dry-run", "--ignore-installed", "--report", str(report), *held, *wanted], what)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
        packages = sorted(re.sub(r"[-_.]+", "-", each["metadata"]["name"]).lower() for each in found)
        unpinned = [name for name in packages if name not in pins]
        if unpinned:
            stop(f"{what} needs {', '.join(unpinned)}, which locks/{EXTRAS_LOCK}.txt does not pin.")
        entries = [entry for name in packages for entry in pins[name]]
        chosen.write_text("\n".join(entries) + "\n", encoding="utf-8")
        held = ["--require-hashes", "--only-binary", ":all:", "--no-deps"]
        call_pip(pip, [*held, "--requirement", str(chosen)], what)
    return extras_stamp(extras, packages)


# --- the browser -----------------------------------------------------------------------------------------------------


def missing_for_the_browser() -> list[str]:
    """The Debian packages that this machine lacks. Fonts are asked for on Linux alone: the tests choose them there."""
    packages = [] if any(shutil.which(name) for name in BROWSERS) else [BROWSERS[0]]
    if sys.platform != "linux":
        return packages
    folders = [os.path.expandvars(folder) for folder in FONT_FOLDERS]
    files = {name for folder in folders for _, _, names in os.walk(folder) for name in names}
    return packages + [package for package, file in FONTS.items() if file not in files]


def browser() -> None:
    """Have a chromium and its letters for the tests of the page: root on Debian gets them, anybody else is told."""
    packages = missing_for_the_browser()
    if not packages:
        return
    what = " and ".join(packages)
    # With CI=true, tests/missing.py turns the skip into a failure.
    without = "the tests in a browser fail" if os.environ.get("CI") == "true" else "the tests in a browser are skipped"
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        say(f"there is no {what}, which only root on Debian gets from here: {without}.")
        return
    say(f"installing {what} from the distribution's packages (a network is needed this once) ...")
    options = ["--option", "Acquire::http::Timeout=30", "--option", "DPkg::Lock::Timeout=120"]
    get = ["install", "--yes", "--no-install-recommends"]
    # An older distribution has no package of the shell alone.
    older = [name.replace(BROWSERS[0], BROWSERS[1]) for name in packages]
    last_words = ""
    for words in (["update"], [*get, *packages], [*get, *older]):
        done = subprocess.run(
            [apt, *options, *words],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        # Old lists may still serve: what counts is the installation.
        if not done.returncode and words[0] == "install":
            return
        last_words = "\n".join(done.stdout.rstrip().splitlines()[-15:])
    print(last_words, file=sys.stderr)
    say(f"apt-get could not install {what}, its last words stand above: {without}.")


# --- the words -------------------------------------------------------------------------------------------------------


def run(command: Sequence[str | Path], cwd: Path | None = None) -> int:
    """Run a command to its end. Ctrl-C reaches it directly and it may tidy up; a second one ends it."""
    with subprocess.Popen([str(part) for part in command], cwd=cwd) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            try:
                process.wait()
            except KeyboardInterrupt:
                process.kill()
            raise


def start(arguments: list[str]) -> int:
    program = ready(RUN).program(START[0])
    command = [str(program), *START[1:], *arguments]
    if os.name != "nt":
        os.execv(command[0], command)  # signals and the terminal then belong to the house alone
    return run(command)


def extra(arguments: list[str]) -> int:
    """Add extras to the environment that runs the table, or list them. What is there already needs no network."""
    asks = project_extras()
    offered = [name for name in asks if name in EXTRAS[EXTRAS_LOCK]]
    have = [*EXTRAS[RUN.lock], *read_stamp(RUN).get("extras", "").split()]
    if not arguments:
        for name in offered:
            packages = ", ".join(re.split(r"[<>=;]", word)[0].strip() for word in asks[name])
            print(f"python3 go.py extra {name:<9} {packages}{' (installed)' if name in have else ''}")
        return 0
    for name in arguments:
        if name == "test":
            stop("the extra test has an environment of its own, which python3 go.py test makes.", 2)
        if name not in asks:
            stop(f"there is no extra {name!r}{did_you_mean(name, offered)}: there are {', '.join(offered)}.", 2)
        if name not in offered:
            by_hand = f"python3 -m pip --python {RUN.python.relative_to(ROOT)} install '{' '.join(asks[name])}'"
            stop(f"the extra {name} is not in locks/{EXTRAS_LOCK}.txt, so its version is yours to choose: {by_hand}", 2)
    new = add_extras(arguments)
    say(
        f"{RUN.name} has {', '.join(new)}." if new else f"{RUN.name} has {', '.join(dict.fromkeys(arguments))} already."
    )
    return 0


def add_extras(names: Sequence[str]) -> list[str]:
    """Put extras into the environment that runs the table; those that were not there."""
    ready(RUN)
    try:
        with only_one(RUN):
            stamp = read_stamp(RUN)
            have = stamp.get("extras", "").split()
            new = [name for name in dict.fromkeys(names) if name not in (*EXTRAS[RUN.lock], *have)]
            if new:
                say(f"adding {', '.join(new)} to {RUN.name} (a network is needed this once) ...")
                write_stamp(RUN, {**stamp, **install_extras(pip_for(RUN), sorted([*have, *new]))})
    except OSError as error:
        stop(f"cannot add to {RUN.folder}: {error.strerror or error}.")
    return new


def test(arguments: list[str]) -> int:
    """Every check, to the end, so that one run shows everything that is wrong."""
    ready(RUN)
    ready(TEST)
    browser()
    say("the house alone ...")
    alone = subprocess.run(
        [str(RUN.program("minibac")), "--help"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if alone.returncode:
        print(alone.stdout, end="", file=sys.stderr)
    failed = ["the house alone (minibac --help)"] if alone.returncode else []
    return tell([*failed, *checked([*ALL_TESTS, *arguments])])


def quick(arguments: list[str]) -> int:
    """What to run after every few lines: it needs no browser, no database and no second process of minibac."""
    ready(TEST)
    return tell(checked([*QUICK_TESTS, *arguments, *pure_tests()]))


def pure_tests() -> list[str]:
    """The tests of the pure packages and the examples in their docstrings, and the test that they are pure."""
    places = [f"{folder}/{name}" for name in PURE for folder in ("tests", "src/minibac")]
    return [place for place in (*places, "tests/test_imports.py") if (ROOT / place).exists()]


def checked(pytest_arguments: Sequence[str]) -> list[str]:
    """Lint, then types beside the tests, which leave a core idle now and then; the names of what failed."""
    failed = []
    for name, command in LINT:
        say(f"{name} ...")
        if run([TEST.python, "-m", *command], cwd=ROOT):
            failed.append(name)
    say(f"{TYPES} and pytest ...")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        types = subprocess.Popen([str(TEST.python), "-m", "mypy"], cwd=ROOT, stdout=said, stderr=subprocess.STDOUT)
        tests_failed = run([TEST.python, "-m", "pytest", *pytest_arguments], cwd=ROOT)
        if types.wait():
            failed.append(TYPES)
        said.seek(0)
        say(f"{TYPES}: {said.read().rstrip()}")
    return [*failed, "pytest"] if tests_failed else failed


def tell(failed: list[str]) -> int:
    if failed:
        stop("failed: " + ", ".join(failed) + ".")
    return 0


def docs(arguments: list[str]) -> int:
    """Build the manual, any warning and any dead link being an error."""
    if arguments:
        stop("docs takes no arguments.", 2)
    add_extras(["docs", "fast"])  # the studies are public names, and importing one wants NumPy
    say("the manual ...")
    status = run([RUN.python, ROOT / "docs" / "site" / "build.py", MANUAL, MANUAL_ARCHIVE], cwd=ROOT)
    if status:
        stop("the manual was not built: what is wrong with it stands above.", status)
    say(f"the manual is {(MANUAL / 'index.html').relative_to(ROOT).as_posix()}, and /manual in a house from here.")
    return 0


def release(arguments: list[str]) -> int:
    """Build what is given away: the manual, the wheel and the sdist that carry it, the list of what is inside."""
    if arguments:
        stop("release takes no arguments.", 2)
    docs([])
    say("wheel and sdist ...")
    tools = RUN.folder / BUILD_TOOLS
    builds = (
        "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('hatchling', run_name='__main__')"
    )
    status = run([RUN.python, "-c", builds, tools, "build", "-d", ROOT / "dist"], cwd=ROOT)
    for wheel in [] if status else (ROOT / "dist").glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            for inside in (name for name in packed.namelist() if ".dist-info/sboms/" in name):
                wheel.with_name("-".join(wheel.stem.split("-")[:2]) + ".cdx.json").write_bytes(packed.read(inside))
    return status


def campaign(arguments: list[str]) -> int:
    return script("campaign", ROOT / "tests" / "campaigns", arguments)


def bench(arguments: list[str]) -> int:
    return script("bench", ROOT / "bench", arguments)


def script(word: str, folder: Path, arguments: list[str]) -> int:
    """Run one program of a folder by its name, or list the names."""
    names = sorted(file.stem for file in folder.glob("*.py") if not file.stem.startswith("_"))
    if not names:
        stop(f"{folder.relative_to(ROOT).as_posix()} holds no programs yet.", 2)
    if not arguments:
        print("\n".join(f"python3 go.py {word} {name}" for name in names))
        return 0
    name = arguments[0].replace("-", "_")
    if name not in names:
        stop(f"{word} knows no {arguments[0]!r}{did_you_mean(name, names)}: there are {', '.join(names)}.", 2)
    return run([ready(TEST).python, folder / (name + ".py"), *arguments[1:]], cwd=ROOT)


def lock(arguments: list[str]) -> int:
    """Resolve every lock anew, for all platforms and Pythons from 3.11 up, with hashes and no addresses."""
    if arguments:
        stop("lock takes no arguments.", 2)
    with tempfile.TemporaryDirectory(prefix="minibac-lock-") as scratch:
        tools = Environment(str(Path(scratch) / "venv"), "")
        call_pip(new_venv(tools), [UV], UV)
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        build_in = Path(scratch) / "build.in"
        build_in.write_text("\n".join([*project["build-system"]["requires"], "editables"]) + "\n", encoding="utf-8")
        # What runs first, then the tests: each lock keeps to the choices of those before it.
        settled: list[str] = []
        for name, source in ((RUN.lock, "pyproject.toml"), (TEST.lock, "pyproject.toml"), (BUILD_LOCK, str(build_in))):
            say(f"locks/{name}.txt ...")
            command = [str(tools.program("uv")), "pip", "compile", "--quiet", "--no-config", "--upgrade"]
            command += ["--universal", "--python-version", "3.11", "--generate-hashes"]
            command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
            command += [part for extra in EXTRAS.get(name, ()) for part in ("--extra", extra)]
            command += [part for other in settled for part in ("--constraint", other)]
            command += ["--output-file", name + ".txt", str(ROOT / source)]
            status = run(command, cwd=Path(scratch))
            if status:
                return status
            settled.append(name + ".txt")
        LOCKS.mkdir(exist_ok=True)
        for file in settled:
            shutil.copyfile(Path(scratch) / file, LOCKS / file)
    return 0


WORDS = {
    "extra": extra,
    "test": test,
    "quick": quick,
    "docs": docs,
    "release": release,
    "campaign": campaign,
    "bench": bench,
    "lock": lock,
}


def main(arguments: list[str]) -> int:
    # Started by one of its own environments, it would saw off the branch it sits on: hand over to the Python beneath.
    inside = Path(sys.prefix).resolve() in (RUN.folder, TEST.folder)
    base = getattr(sys, "_base_executable", None)
    if inside and base and Path(base).resolve().exists() and base != sys.executable:
        return run([base, __file__, *arguments])
    if not arguments:
        return start([])
    word, *rest = arguments
    if word in ("-h", "--help", "help"):
        print((__doc__ or "").strip())
        return 0
    if word.startswith("-"):
        return start(arguments)
    if word not in WORDS:
        stop(f"there is no {word!r}{did_you_mean(word, list(WORDS))}; python3 go.py --help lists the words.", 2)
    return WORDS[word](rest)


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
        sys.exit(status)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        stop("stopped.", 130)
