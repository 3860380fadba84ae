"""The words of the page: every key in both languages, with the same facts to fill in."""

import re
from importlib.resources import files

import pytest

KEY = re.compile(r'^  (?:"([^"]+)"|(\w+)): "(.*)",$', re.MULTILINE)
FACT = re.compile(r"\{(\w+)\}")
FILES = {"en.js": "zh.js", "staff-en.js": "staff-zh.js", "lab-en.js": "lab-zh.js"}
"""English and Chinese, file for file."""
SAME = {"page.title", "plaque.limits", "settings.language.en", "settings.language.zh"}
"""Texts without a word of their own, and the languages in their own words."""


def words(name: str) -> dict[str, str]:
    text = (files("minibac.web") / "static/js/i18n" / name).read_text(encoding="utf-8")
    return {quoted or bare: said for quoted, bare, said in KEY.findall(text)}


@pytest.mark.parametrize("english_file", FILES)
def test_both_languages_have_every_key_with_its_facts(english_file: str) -> None:
    english, chinese = words(english_file), words(FILES[english_file])
    assert len(english) > 150
    assert sorted(set(english) - set(chinese) - SAME) == []
    both = set(english) & set(chinese)
    different = {key for key in both if set(FACT.findall(english[key])) != set(FACT.findall(chinese[key]))}
    assert different == set()


def test_nothing_is_written_in_both_files_of_a_language() -> None:
    assert set(words("staff-en.js")) & set(words("en.js")) == set()
