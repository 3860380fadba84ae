"""The bill of materials: what is in the wheel that is not ours, what its pages are made of, and what it asks for.

hatchling calls this for each wheel (``pyproject.toml`` names it), which carries the result under ``.dist-info/sboms``
as PEP 770 has it; ``python3 go.py release`` lays it beside the wheel. It is CycloneDX 1.6, made from pyproject.toml,
the locks and the files of the package: no clock, network or environment has a part in it, so the same files give the
same bytes.
"""

import hashlib
import json
import re
import shutil
import tempfile
import tomllib
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "minibac.cdx.json"
LOCKS = ("run.txt", "test.txt")
"""What runs first: the second has the same pins of the same packages, and those of the other extras."""

TOOLS = ("docs", "test")
"""The extras that nobody needs who uses the package."""

FACES = {"Source Sans 3": ("3.52.0", ("sans",)), "Source Serif 4": ("4.5.1", ("serif", "serif-italic"))}
"""What the faces of the page were cut from by tests/page/cut_faces.py: version, and our files."""

IN_THE_MANUAL = {
    "accessible-pygments": "BSD-3-Clause",
    "furo": "MIT",
    "pygments": "BSD-2-Clause",
    "snowballstemmer": "BSD-3-Clause",
    "sphinx": "BSD-2-Clause",
    "sphinx-basic-ng": "MIT",
}
"""The packages whose scripts and styles are in the built manual; docs/site/build.py lays their licences beside them."""

Component = dict[str, Any]


class Pin(NamedTuple):
    """A package in a lock: one version, where it holds, and what pip accepts for it."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    lock: str


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lock: Path) -> Iterator[Pin]:
    for entry in re.split(r"\n(?=\w)", lock.read_text(encoding="utf-8")):
        if found := re.match(r"([\w.-]+)==([^\s;\\]+)(?: ; ([^\\]+?))?\s*(?:\\|$)", entry):
            hashes = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", entry))
            yield Pin(canonical(found[1]), found[2], found[3] or "", hashes, lock.name)


def properties(**facts: str) -> list[dict[str, str]]:
    return [{"name": f"minibac:{name}", "value": value} for name, value in facts.items() if value]


def package(pin: Pin) -> Component:
    purl = f"pkg:pypi/{pin.name}@{pin.version.replace('+', '%2B')}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": pin.name,
        "version": pin.version,
        "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": each} for each in pin.hashes],
    }


def asked_for(project: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Each package that the project itself names: by which extra (none: the core), and in which words."""
    found: dict[str, dict[str, str]] = {}
    extras = {name: asks for name, asks in project["optional-dependencies"].items() if name not in TOOLS}
    for extra, asks in {"": project["dependencies"], **extras}.items():
        for ask in asks:
            name = canonical(re.split(r"[^\w.-]", ask)[0])
            found.setdefault(name, {})[extra] = ask
    return found


def dependencies(root: Path, project: dict[str, Any]) -> Iterator[Component]:
    """What the package asks for, and what that asks for in turn as far as the house and the terminal table go."""
    asked = asked_for(project)
    chosen: dict[tuple[str, str], Pin] = {}
    for lock in LOCKS:
        for pin in pins(root / "locks" / lock):
            if lock == LOCKS[0] or pin.name in asked:
                chosen.setdefault((pin.name, pin.version), pin)
    missing = [Pin(name, "", "", (), "") for name in asked if not any(name == pinned for pinned, _ in chosen)]
    for pin in sorted([*chosen.values(), *missing]):
        asks = asked.get(pin.name, {})
        made = package(pin)
        if not pin.version:  # of no lock, as what a graphics card needs
            made = {"type": "library", "bom-ref": f"pkg:pypi/{pin.name}", "name": pin.name}
        yield {
            **made,
            "scope": "required" if "" in asks else "optional",
            "properties": properties(
                extra=", ".join(filter(None, asks)),
                asked="; ".join(dict.fromkeys(asks.values())),
                marker=pin.marker,
                lock=f"locks/{pin.lock}" if pin.lock else "",
            ),
        }


def file_of(root: Path, file: Path) -> Component:
    name = file.relative_to(root / "src").as_posix()
    return {
        "type": "file",
        "bom-ref": name,
        "name": name,
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}],
    }


def page(root: Path) -> Component:
    """The pages of the house: each file that a browser gets, as it lies in the wheel."""
    web = root / "src" / "minibac" / "web"
    files = [web / "head.html", *(file for place in ("pages", "static") for file in (web / place).rglob("*"))]
    components = [file_of(root, file) for file in sorted(files) if file.is_file()]
    for face, (version, cut) in FACES.items():
        ours = [f"minibac/web/static/fonts/{name}.woff2" for name in cut]
        for each in components:
            if each["name"] in ours:
                each["licenses"] = [{"license": {"id": "OFL-1.1"}}]
                each["pedigree"] = {"ancestors": [{"type": "library", "name": face, "version": version}]}
    return {"type": "application", "bom-ref": "minibac/web", "name": "the pages of minibac", "components": components}


def manual(root: Path) -> Iterator[Component]:
    """The built manual, where it is there, with what the generator put into it."""
    archive = root / "src" / "minibac" / "web" / "manual.tar.xz"
    if archive.is_file():
        inside = [pin for pin in pins(root / "locks" / LOCKS[1]) if pin.name in IN_THE_MANUAL]
        parts = [{**package(pin), "licenses": [{"license": {"id": IN_THE_MANUAL[pin.name]}}]} for pin in inside]
        for part in parts:  # the terminal table asks for one of them too
            part["bom-ref"] = f"manual/{part['name']}"
        gumshoe = {"type": "library", "bom-ref": "manual/gumshoejs", "name": "gumshoejs", "version": "5.1.2"}
        parts.append({**gumshoe, "licenses": [{"license": {"id": "MIT"}}]})  # patched, in furo's script
        yield {**file_of(root, archive), "components": parts}


def bill(root: Path, version: str) -> bytes:
    """The document for the files under ``root``."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    purl = f"pkg:pypi/minibac@{version}"
    components = list(dependencies(root, project))
    named = [each["bom-ref"] for each in components if any(p["name"] == "minibac:asked" for p in each["properties"])]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "lifecycles": [{"phase": "build"}],
            "component": {
                "type": "application",
                "bom-ref": purl,
                "name": "minibac",
                "version": version,
                "description": project["description"],
                "licenses": [{"expression": project["license"]}],
                "purl": purl,
                "components": [page(root), *manual(root)],
            },
        },
        "components": components,
        "dependencies": [{"ref": purl, "dependsOn": named}],
        # Which of the packages asks for which other one is not in the locks, and so not said.
        "compositions": [{"aggregate": "incomplete", "dependencies": [purl]}],
    }
    number = uuid.UUID(bytes=hashlib.sha256(written(document)).digest()[:16], version=5)
    return written({**document, "serialNumber": f"urn:uuid:{number}"})


def written(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


class BillHook(BuildHookInterface[Any]):
    """Puts the bill into each wheel; an editable install, which holds no file of the package, has none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="minibac-bill-"))
        if version != "editable":
            file = self.place / NAME
            file.write_bytes(bill(Path(self.root), self.metadata.version))
            build_data["sbom_files"].append(str(file))

    def finalize(self, *_: Any) -> None:
        shutil.rmtree(self.place, ignore_errors=True)
