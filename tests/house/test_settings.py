"""Settings: one file, the environment, the command line; every fault in one sentence, all at once."""

import re
from pathlib import Path

import pytest

from minibac.house.settings import MOST_CENTS, NAMES, Settings, load_settings
from minibac.table.timing import Timing
from tests.server.running import running

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
        ("host", "", "host: it is empty"),
        ("key_command", " ", "names no program"),
        ("key_command", "''", "names no program"),
        ("key_file", "vault\0.key", "key-file: a NUL stands in it"),
        ("checkpoint_file", "\0", "a NUL stands in it"),
        ("key_command", "agent \0", "a NUL stands in it"),
        ("houses", ["a.toml", "b\0.toml"], "a NUL stands in it"),
        ("training_tables_max", -1, "-1 is too small; it is 0 or more"),
        ("training_tables_per_guest", -1, "0 or more"),
        ("training_tables_per_address", -1, "0 or more"),
        ("guest_wallet_cents", 10**12 + 1, "it is too large; it is 1000000000000 at most"),
        ("guest_wallet_cents", 10**26, "1000000000000 at most"),
        ("lockout_minutes", 10**26, "1000000000 at most"),
        ("timing", {"betting_ms": 10**26}, "betting_ms cannot be above 1000000000"),
    ],
)
def test_a_wrong_value_is_told_in_a_sentence(name, value, words):
    (sentence,) = _faults(overrides={name: value})
    assert words in sentence


def test_a_variable_for_a_text_is_a_text_whatever_stands_in_it():
    given = {"MINIBAC_DATA": "2026", "MINIBAC_KEY_FILE": "1", "MINIBAC_HOST": "true", "MINIBAC_KEY_COMMAND": "true"}
    found = _loaded(environ=given)
    assert (found.data, found.key_file, found.host, found.key_command) == ("2026", "1", "true", "true")


def test_a_command_for_the_key_that_begins_with_a_variable_is_refused_and_its_value_is_not_repeated():
    for command in ("VAULT_TOKEN=hvs.X vault kv get key", "--token=hvs.X"):
        (sentence,) = _faults(environ={"MINIBAC_KEY_COMMAND": command})
        assert "env NAME=VALUE PROGRAM" in sentence
        assert "hvs" not in sentence
    assert _loaded(overrides={"key_command": "env VAULT_TOKEN=hvs.X vault kv get key"}).key_command.startswith("env ")


def test_two_guests_get_the_most_that_a_guest_may_be_given():
    with running(guest_wallet_cents=MOST_CENTS) as server:
        for name in ("Ann", "Bea"):
            with server.guest(name) as guest:
                assert guest.get("/api/session")["person"]["name"] == name


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
