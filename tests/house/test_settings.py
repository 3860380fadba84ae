"""Settings: one file, the environment, the command line; every fault in one sentence, all at once."""

import re
from pathlib import Path

import pytest

from minibac.house.settings import NAMES, Settings, load_settings
from minibac.table.timing import Timing

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"


def _loaded(*given, **named) -> Settings:
    found = load_settings(*given, **named)
    assert isinstance(found, Settings), found
    return found


def _faults(*given, **named) -> list[str]:
    found = load_settings(*given, **named)
    assert isinstance(found, tuple)
    return [refusal.sentence for refusal in found]


def test_nothing_has_to_be_set():
    found = _loaded()
    assert (found.port, found.database, found.guest_wallet_cents, found.timing) == (8042, "", 1_000_000, Timing())
    assert found.key_path == Path(found.data) / "vault.key"


def test_the_command_line_overrides_the_environment_which_overrides_the_file(tmp_path):
    file = tmp_path / "minibac.toml"
    file.write_text('port = 1\nhost = "a"\ndata = "file"\n[timing]\nbetting_ms = 5000\n', encoding="utf-8")
    environ = {"MINIBAC_HOST": "b", "MINIBAC_DATA": "environment", "OTHER": "x"}
    found = _loaded(file, environ, {"data": "line", "port": None})
    assert (found.port, found.host, found.data, found.timing.betting_ms) == (1, "b", "line", 5000)


def test_the_environment_says_lists_numbers_and_switches():
    given = {
        "MINIBAC_HOUSES": "a.toml,b.toml",
        "MINIBAC_SECURE_COOKIES": "true",
        "MINIBAC_PORT": "9",
        "MINIBAC_TIMING": "{betting_ms = 7}",
        "MINIBAC_DATABASE": "postgresql://somewhere/minibac",
        "MINIBAC_ALLOWED_HOSTS": "house.example, other.example",
        "MINIBAC_TRUSTED_PROXIES": "127.0.0.1,10.0.0.0/8,::1",
    }
    found = _loaded(environ=given)
    assert found.allowed_hosts == ("house.example", "other.example")
    assert found.trusted_proxies == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert found.houses == ("a.toml", "b.toml")
    assert (found.secure_cookies, found.port, found.timing.betting_ms) == (True, 9, 7)
    assert found.database == "postgresql://somewhere/minibac"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("port", 70_000, "is no port"),
        ("port", "x", "port: a whole number is expected, from 0 to 65535, not a text"),
        ("pace_ms", -1, "0 or more"),
        ("lease_ms", 0, "1 or more"),
        ("timing", {"betting_ms": -5}, "betting_ms cannot be below 0"),
        ("timing", {"beting_ms": 5}, "timing: there is no beting_ms here"),
        ("log_format", "xml", "lines or json"),
        ("prot", 1, "did you mean port?"),
        ("trusted_proxies", ["10.0.0.0/99"], "'10.0.0.0/99' matches nobody; write an address or a network"),
        ("trusted_proxies", ["127.0.0.1", "10.0.0.7/8"], "'10.0.0.7/8' matches nobody"),
        ("trusted_proxies", ["proxy"], "as 10.0.0.7 or 10.0.0.0/8"),
        ("allowed_hosts", ["https://house.example"], "write the name alone, as house.example"),
        ("allowed_hosts", ["house.example:8443"], "matches nobody"),
        ("allowed_hosts", ["*.house.example"], "matches nobody"),
        ("trusted_origins", ["other.example"], "write it whole, as https://other.example"),
        ("trusted_origins", ["https://other.example/"], "matches nobody"),
    ],
)
def test_a_wrong_value_is_told_in_a_sentence(name, value, words):
    (sentence,) = _faults(overrides={name: value})
    assert words in sentence


def test_all_faults_are_told_at_once(tmp_path):
    file = tmp_path / "minibac.toml"
    file.write_text('port = "x"\nhosts = "y"\n', encoding="utf-8")
    assert len(_faults(file, {"MINIBAC_PACE_MS": "soon"})) == 3
    assert "cannot be read" in _faults(tmp_path / "none.toml")[0]
    file.write_text("port = = 1", encoding="utf-8")
    assert "is no TOML" in _faults(file)[0]


def test_every_setting_can_be_given_by_its_own_value():
    defaults = Settings()
    for name in NAMES:
        assert getattr(_loaded(overrides={name: getattr(defaults, name)}), name) == getattr(defaults, name)


def test_the_page_for_whoever_runs_a_house_names_every_setting():
    page = OPERATIONS.read_text(encoding="utf-8").partition("## Settings")[2].partition("\n## ")[0]
    assert [name for name in NAMES if not re.search(rf"\b{name}\b", page)] == []
