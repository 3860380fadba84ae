"""The bill of materials in the wheel: whole, as the locks and the files are, and as its format says."""

import hashlib
import json
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

import minibac
from tests.packaged import packages_built

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PLACE = f"minibac-{minibac.__version__}.dist-info/sboms/minibac.cdx.json"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packages_built(tmp_path_factory.mktemp("built"))[0]


@pytest.fixture(scope="module")
def bill(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as packed:
        read: dict[str, Any] = json.loads(packed.read(PLACE))
    return read


def facts(component: dict[str, Any]) -> dict[str, str]:
    return {each["name"].removeprefix("minibac:"): each["value"] for each in component["properties"]}


def test_it_is_what_cyclonedx_says(bill: dict[str, Any]) -> None:
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    assert validator.validate_str(json.dumps(bill)) is None
    bill = {**bill, "components": [{**bill["components"][0], "scope": "maybe"}]}
    assert validator.validate_str(json.dumps(bill)) is not None


def test_the_wheel_lists_it_among_its_files(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        record = packed.read(f"minibac-{minibac.__version__}.dist-info/RECORD").decode()
    assert re.search(rf"^{re.escape(PLACE)},sha256=", record, re.MULTILINE)


def test_every_package_of_the_lock_that_runs_is_in_it_with_its_hashes(bill: dict[str, Any]) -> None:
    lock = (ROOT / "locks" / "run.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z])", lock.strip())
    listed = {(each["name"], each.get("version")): each for each in bill["components"]}
    assert len(entries) > 30
    for entry in entries:
        name, version = entry.split()[0].split("==")
        component = listed[name, version]
        assert component["purl"] == f"pkg:pypi/{name}@{version}"
        assert [each["content"] for each in component["hashes"]] == re.findall(r"sha256:(\w+)", entry)
        assert facts(component).get("marker", "") in entry


def test_it_says_which_packages_the_core_wants_and_which_an_extra(bill: dict[str, Any]) -> None:
    required = {each["name"] for each in bill["components"] if each["scope"] == "required"}
    assert required == {re.split(r"[<>=]", ask)[0] for ask in PROJECT["dependencies"]}
    extras = PROJECT["optional-dependencies"]
    for extra in extras.keys() - {"docs", "test"}:
        its_own = [each for each in bill["components"] if extra in facts(each).get("extra", "").split(", ")]
        assert {facts(each)["asked"] for each in its_own} == set(extras[extra]), extra
    direct = {each["bom-ref"] for each in bill["components"] if "asked" in facts(each)}
    assert {*bill["dependencies"][0]["dependsOn"]} == direct


def test_every_file_of_the_pages_is_in_it_as_it_lies_in_the_wheel(wheel: Path, bill: dict[str, Any]) -> None:
    page = bill["metadata"]["component"]["components"][0]["components"]
    with zipfile.ZipFile(wheel) as packed:
        served = ("minibac/web/static/", "minibac/web/pages/", "minibac/web/head.html")
        files = {name: packed.read(name) for name in packed.namelist() if name.startswith(served)}
    assert {each["name"]: each["hashes"][0]["content"] for each in page} == {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items()
    }
    letters = [each for each in page if "/fonts/" in each["name"] and each["name"].endswith(".woff2")]
    assert letters
    for each in letters:
        assert each["licenses"] == [{"license": {"id": "OFL-1.1"}}]
        ancestor = each["pedigree"]["ancestors"][0]
        cut = f"{ancestor['name'].rpartition(' ')[0].lower().replace(' ', '-')}-{ancestor['version']}.tgz"
        assert cut in (ROOT / "tests" / "page" / "cut_faces.py").read_text(encoding="utf-8")
