"""The words of the staff's pages: every key in both languages, with the same facts to fill in."""

import re
from importlib.resources import files

KEY = re.compile(r'^  "([^"]+)": "(.*)",$', re.MULTILINE)
FACT = re.compile(r"\{(\w+)\}")


def words(name: str) -> dict[str, str]:
    text = (files("minibac.web") / "static/js/i18n" / name).read_text(encoding="utf-8")
    return dict(KEY.findall(text))


def test_both_languages_have_every_key_with_its_facts() -> None:
    english, chinese = words("staff-en.js"), words("staff-zh.js")
    assert len(english) > 300
    assert sorted(set(english) - set(chinese)) == []
    different = {key for key, text in english.items() if set(FACT.findall(text)) != set(FACT.findall(chinese[key]))}
    assert different == set()


def test_nothing_is_written_in_both_files_of_a_language() -> None:
    assert set(words("staff-en.js")) & set(words("en.js")) == set()
