"""What the page says: what Python says from the same catalogues, and every word of its scripts in every language."""

import re
from typing import Any

import msgspec
import pytest

from minibac.voice.languages import catalogue, languages, render
from minibac.voice.said import ENGLISH, Cards, Fact, Manner, Many, Moment, Money, Said, parts, said
from tests.page.deno import run_script
from tests.page.script_words import SCRIPTS, said_in, sources, templates_of_scripts

ASKED = f"""
globalThis.document = {{ documentElement: {{ dataset: {{}} }} }};
const {{ ENGLISH, speak, spoken }} = await import("file://{SCRIPTS}/voice.js");
const {{ sentences, catalogues }} = JSON.parse(await new Response(Deno.stdin.readable).text());
const said = catalogues.map((catalogue) => {{
  speak(catalogue);
  return sentences.map(spoken);
}});
console.log(JSON.stringify({{ said, english: ENGLISH }}));
"""

FACTS: tuple[Fact, ...] = (
    "a name", 1, 2, 0, 1_234_567, 0.5, -3, Money(0), Money(1_234_05), Money(-25_00), Money(7),
    Cards(("Td", "As", "9h")), Cards(()), Moment(1_700_000_123_456), Many(()), Many(("A",)),
    Many((said("Banker"), "B", Money(100)), "and"), Many(("A", "B"), ";"),
    Many(("A", "B"), ","), Many(("A", "B"), " "), said("Seat {seat}", seat=3), said("Natural."), "A stop.",
)  # fmt: skip


def fact_for(how: str, turn: int) -> Fact:
    """A fact that fits its place: only a number is counted."""
    fitting = [fact for fact in FACTS if isinstance(fact, int) or "|" not in how]
    return fitting[turn % len(fitting)]


def every_sentence() -> list[Said]:
    """Every template of the catalogues with a fact of each kind in each place, and some of our own."""
    own = ("{a:card|cards} left", "{a:^} cuts", "{a:_.} and on", "{a:^.}", "wager|On {a}", "{a}{a}", "a plain one.")
    templates = sorted({template for language in languages() for template in catalogue(language).templates} | {*own})
    found = []
    for template in templates:
        names = [(name, how) for _, name, how in parts(template) if name]
        for turn in range(len(FACTS) if template in own else min(3, 1 + 2 * len(names))):
            facts = {name: fact_for(how, turn + place) for place, (name, how) in enumerate(names)}
            found.append(Said(template, facts))
    return found


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page says of every sentence in every language, and its English manner."""
    catalogues = [msgspec.to_builtins(catalogue(language)) for language in languages()]
    given = msgspec.json.encode({"sentences": every_sentence(), "catalogues": catalogues}).decode()
    answer: dict[str, Any] = msgspec.json.decode(run_script(tmp_path_factory.mktemp("deno"), ASKED, given))
    return answer


def test_the_page_says_what_python_says(page: dict[str, Any]) -> None:
    for language, answers in zip(languages(), page["said"], strict=True):
        differ = {
            (sentence.template, answer, right)
            for sentence, answer in zip(every_sentence(), answers, strict=True)
            if answer != (right := render(sentence, language))
        }
        assert differ == set(), language


def test_the_page_knows_the_english_manner(page: dict[str, Any]) -> None:
    known = msgspec.convert({"name": ENGLISH.name, **page["english"]}, Manner)
    assert known == ENGLISH


def test_every_template_of_the_scripts_is_in_every_catalogue() -> None:
    templates = templates_of_scripts()
    assert len(templates) > 1_000
    for language in set(languages()) - {"en"}:
        assert sorted(templates - set(catalogue(language).templates)) == [], language


@pytest.mark.parametrize(
    ("script", "templates"),
    [
        ('t("Sit down at {seat}", { seat: t("a \\"seat\\"") })', {"Sit down at {seat}", 'a "seat"'}),
        ('t(row.kind === "x" ? "One" : two ? "Two, (or)" : "Three", facts)', {"One", "Two, (or)", "Three"}),
        ('const A = words({ player: "Player", "panda-8": "Panda 8" });', {"Player", "Panda 8"}),
        ('{ id: "tuck", key: "t", words: "Tuck Banker" }', {"Tuck Banker"}),
        ('get("a"), this.t("b"), t(LIST[id]), set("c")', set()),
    ],
)  # fmt: skip
def test_templates_are_found_where_they_stand(script: str, templates: set[str]) -> None:
    assert set(said_in(script)) == templates


def test_a_template_is_written_out_where_it_is_said() -> None:
    made = {
        f"{name}: {line.strip()}"
        for name, text in sources().items()
        for line in text.splitlines()
        if re.search(r"(?<![\w.])t\(`", line)
    }
    assert made == set(), "a template that is put together has no entry in a catalogue"


def test_a_file_of_words_is_a_catalogue_and_not_a_script() -> None:
    han = re.compile("[\u4e00-\u9fff]")
    assert [name for name, text in sources().items() if han.search(text) and not name.startswith("i18n/")] == []
