"""What the page's scripts make of what a house answers over HTTP, to its last sign or not."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.page.deno import run_script
from tests.page.script_words import SCRIPTS

ASKED = f"""
globalThis.document = {{ documentElement: {{ dataset: {{}} }} }};
const {{ get, post, text, whenLocked }} = await import("file://{SCRIPTS}/api.js");
const {{ status, body, breaks }} = JSON.parse(await new Response(Deno.stdin.readable).text());
let locked = 0;
whenLocked(() => (locked += 1));
const torn = () => new ReadableStream({{ start: (stream) => stream.error(new TypeError("the line is gone")) }});
globalThis.fetch = async () => {{
  if (breaks === "before") throw new TypeError("nobody there");
  return new Response(breaks ? torn() : body, {{ status }});
}};
const told = [];
for (const ask of [() => get("/"), () => post("/", {{}}), () => text("/")]) {{
  told.push(await ask().catch((error) => [error.constructor.name, error.refusal?.code, error.message, error.status]));
}}
console.log(JSON.stringify({{ told, locked }}));
"""


def asked(folder: Path, status: int = 200, body: str = "", breaks: str = "") -> Any:
    return json.loads(run_script(folder, ASKED, json.dumps({"status": status, "body": body, "breaks": breaks})))


@pytest.mark.parametrize("breaks", ["before", "within"])
def test_a_house_that_is_gone_is_told_in_a_sentence_however_far_it_came(breaks: str, tmp_path: Path) -> None:
    gone = ["RefusedError", "unreachable", "the house does not answer", 0]
    assert asked(tmp_path, breaks=breaks) == {"told": [gone] * 3, "locked": 0}


def test_a_refusal_is_told_in_the_words_of_the_house(tmp_path: Path) -> None:
    body = json.dumps({"refusal": {"code": "locked", "sentence": "this console is locked"}})
    refused = ["RefusedError", "locked", "this console is locked", 423]
    assert asked(tmp_path, 423, body) == {"told": [refused] * 3, "locked": 3}
    strange = ["RefusedError", "wrong", "the house answered 502", 502]
    assert asked(tmp_path, 502, "<h1>Bad gateway</h1>")["told"] == [strange] * 3


def test_what_is_answered_is_data_or_a_text(tmp_path: Path) -> None:
    assert asked(tmp_path, body='{"a": [1]}')["told"] == [{"a": [1]}, {"a": [1]}, '{"a": [1]}']
    assert asked(tmp_path)["told"] == [None, None, ""]
