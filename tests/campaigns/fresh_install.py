"""Campaign: the built wheel in a fresh environment of each Python, as somebody would install it.

    python3 go.py campaign fresh_install [PYTHON ...]

Without a PYTHON those of 3.11 to 3.14 are taken that can be found by name. In each the wheel is installed with pip (a
network is needed), then: what it weighs, how long `import minibac` takes, the command line, the programs of
docs/library.md and README.md with what they print, the game of examples/own_game to its end, and `mypy --strict` on the
programs and on examples/bot and examples/own_game; the bot itself plays in tests/test_examples.py.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.packaged import PAGES, PROGRAMS, SHOWN, packages_built

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
EXAMPLES = (PROGRAMS.parent / "bot" / "bot.py", PROGRAMS.parent / "own_game" / "race.py")
MOST_MB = 30
IMPORT = "import time; begun = time.perf_counter(); import minibac; print((time.perf_counter() - begun) * 1e3)"
TRIES = 21


def said(*command: str | Path, cwd: Path) -> str:
    """What a command prints; one that fails ends the campaign."""
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def weight_mb(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def tried(python: str, wheel: Path, place: Path) -> str:
    """A row of the table: everything that was looked at in one environment."""
    environment = place / "environment"
    said(python, "-m", "venv", environment, cwd=place)
    inside = environment / "bin" / "python"
    empty = weight_mb(environment)
    said(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=place)
    weight = weight_mb(environment) - empty
    if weight > MOST_MB:
        sys.exit(f"{python}: the wheel and what it needs weigh {weight:.1f} MB, more than {MOST_MB}")
    packages = said(inside, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check", cwd=place).split()
    count = sum(not package.startswith(("pip==", "setuptools==", "wheel==")) for package in packages)
    times = sorted(float(said(inside, "-I", "-c", IMPORT, cwd=place)) for _ in range(TRIES))
    said(environment / "bin" / "minibac", "odds", "section-42", cwd=place)

    programs = place / "programs"
    shutil.copytree(PROGRAMS, programs)
    shown = [match for page in PAGES for match in SHOWN.findall(page.read_text(encoding="utf-8"))]
    for name, _, prints in shown:
        if said(inside, "-X", "utf8", programs / name, cwd=place) != prints:
            sys.exit(f"{python}: {name} prints something else than the page says")
    for example in EXAMPLES:
        shutil.copy(example, programs)
    race = subprocess.run(
        [str(inside), str(programs / "race.py"), "7"],
        cwd=place, input="b\n" * 200, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if race.returncode or not race.stdout.endswith(" won.\n"):
        sys.exit(f"{python}: the race of examples/own_game is not run to its end:\n{race.stdout}{race.stderr}")
    said(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "mypy", cwd=place)
    checked = said(inside, "-m", "mypy", "--strict", *sorted(programs.glob("*.py")), cwd=place)
    version = said(inside, "-c", "import platform; print(platform.python_version())", cwd=place).strip()
    return f"| {version} | {count} | {weight:.1f} MB | {times[TRIES // 2]:.1f} ms | {len(shown)} | {checked.strip()} |"


def main(pythons: list[str]) -> None:
    chosen = pythons or [found for version in VERSIONS if (found := shutil.which(f"python{version}"))]
    if missing := [python for python in chosen if not shutil.which(python)]:
        sys.exit(f"{', '.join(missing)}: no such program; name a Python by its path or as python3.13")
    with tempfile.TemporaryDirectory(prefix="minibac-fresh-") as scratch:
        wheel, _ = packages_built(Path(scratch) / "built")
        print(f"wheel {wheel.stat().st_size / 1e6:.2f} MB")
        print("| Python | packages | installed | import | programs that print what the page says | mypy --strict |")
        print("| --- | --- | --- | --- | --- | --- |", flush=True)
        for number, python in enumerate(chosen):
            place = Path(scratch) / str(number)
            place.mkdir()
            print(tried(python, wheel, place), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
