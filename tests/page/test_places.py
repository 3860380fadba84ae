"""Where a page may send somebody after signing in: to a page of this house, and nowhere else."""

import json
from pathlib import Path

from tests.page.deno import run_script
from tests.page.script_words import SCRIPTS

ASKED = f"""
const {{ insideOf }} = await import("file://{SCRIPTS}/places.js");
const wanted = JSON.parse(await new Response(Deno.stdin.readable).text());
console.log(JSON.stringify(wanted.map((place) => insideOf(place, "http://house.example:8042"))));
"""

INSIDE = ["/", "/table/s42-1", "/books?day=2026-11-14#forms"]
ELSEWHERE = [
    "", "//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example", "\t//evil.example",
    "/\\\\evil.example/a", "http://evil.example/", "javascript:alert(1)", "evil.example", "/\r\\evil.example",
]  # fmt: skip


def test_only_a_page_of_this_house_is_gone_on_to(tmp_path: Path) -> None:
    found = json.loads(run_script(tmp_path, ASKED, json.dumps([*INSIDE, *ELSEWHERE])))
    assert found == [*INSIDE, *("" for _ in ELSEWHERE)]
