"""The fairness panel: the seal is shown, the shoe revealed, and the browser finds it right, or what is wrong."""

import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.guests import at_table, short_shoe, waiting_house
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VERIFIER = str(files("minibac.web").joinpath("static", "verify_shoe.py"))


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


@pytest.mark.parametrize("rulebook", ["seneca", "massachusetts"])
def test_a_revealed_shoe_is_verified_in_the_browser(server: RunningServer, browser: "Browser", rulebook: str) -> None:
    with server.guest("Owner") as owner, at_table(server, browser, short_shoe(server, owner, rulebook)) as guest:
        guest.sit(2)
        guest.until_second_shoe()
        guest.find(".head-tools button").nth(1).click()
        panel = guest.find("dialog.sheet")
        panel.locator(".hash").first.wait_for()
        panel.locator(".fair-shoe button").last.click()
        verdict = panel.locator(".fair-shoe .verdict[data-ok]").last
        verdict.wait_for()
        assert verdict.get_attribute("data-ok") == "true", verdict.inner_text()
        assert "It is right: the order of 416 cards is the sealed one" in verdict.inner_text()


def test_a_record_that_was_changed_is_found_out(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner, at_table(server, browser, short_shoe(server, owner, "seneca")) as guest:
        guest.sit(2)
        guest.until_second_shoe()
        found = guest.page.evaluate(
            """async (address) => {
                const { checkShoe } = await import("/static/js/shoe-check.js");
                const { sha256, sha256Plain } = await import("/static/js/sha256.js");
                const text = await (await fetch(address)).text();
                const lines = text.trimEnd().split("\\n");
                const last = JSON.parse(lines.at(-1));
                const swap = (at, to) => {
                    const order = [...last.reveal.order];
                    [order[at], order[to]] = [order[to], order[at]];
                    const different = order[at] !== order[to];
                    const line = JSON.stringify({ ...last, reveal: { ...last.reveal, order } });
                    return { different, text: [...lines.slice(0, -1), line].join("\\n") };
                };
                let pair = swap(0, 1);
                for (let i = 2; !pair.different; i += 1) pair = swap(0, i);
                const at = lines.findIndex((line) => line.includes('"CardDealt"') && line.includes('"card":"'));
                const dealt = JSON.parse(lines[at]);
                const other = dealt.card === "As" ? "Ks" : "As";
                const forged = [...lines];
                forged[at] = JSON.stringify({ ...dealt, card: other });
                const edited = [...lines];
                const paid = lines.findIndex((line) => line.includes('"at":'));
                edited[paid] = lines[paid].replace(/"at":(\\d)/, (_all, digit) => `"at":${(Number(digit) + 1) % 10}`);
                const without = [...lines.slice(0, paid), ...lines.slice(paid + 1)];
                const renamed = [lines[0].replace('"shoe":1', '"shoe":1,"x":1'), ...lines.slice(1)];
                const whats = async (...facts) => (await checkShoe(...facts)).faults.map((fault) => fault.what);
                const bytes = new TextEncoder().encode(text);
                return {
                    right: await whats(text),
                    order: await whats(pair.text),
                    card: await whats(forged.join("\\n")),
                    edited: await whats(edited.join("\\n")),
                    without: await whats(without.join("\\n")),
                    header: await whats(renamed.join("\\n")),
                    cut_off: await whats(lines.slice(0, -1).join("\\n")),
                    seal: await whats(text, "0".repeat(64)),
                    none: await whats("nothing of the kind"),
                    same: (await sha256(bytes)) === sha256Plain(bytes),
                };
            }""",
            f"/api/tables/{guest.table}/shoes/1/record",
        )
        assert found["right"] == []
        assert "commitment" in found["order"]
        assert found["card"] == ["chain", "card"]
        assert found["edited"] == ["chain"]
        assert found["without"][:2] == ["count", "chain"]
        assert found["header"] == ["header"]
        assert found["cut_off"] == ["format"]
        assert found["seal"] == ["commitment"]
        assert found["none"] == ["format"]
        assert found["same"]


def test_a_forger_who_seals_everything_anew_is_found_out_here_as_by_the_program(
    server: RunningServer, browser: "Browser", tmp_path: Path
) -> None:
    """Header, chain and count are made anew, so that only the one thing is wrong; page and program say so alike."""
    with server.guest("Owner") as owner, at_table(server, browser, short_shoe(server, owner, "seneca")) as guest:
        guest.sit(2)
        guest.until_second_shoe()
        address = f"/api/tables/{guest.table}/shoes/1/record"
        header, *events, last = map(json.loads, owner.http.get(address).text.splitlines())
        dealt = next(at for at, event in enumerate(events) if event["event"] == "CardDealt" and event.get("card"))
        false = {**events[dealt], "card": "As" if events[dealt]["card"] != "As" else "Ks"}
        another = {"event": "StackCommitted", "shoe_no": 99, "commitment": "", "cards_count": 416}
        far = {**events[dealt], "position": events[dealt]["position"] + len(last["reveal"]["order"])}
        order, cut = last["reveal"]["order"], next(e["position"] for e in events if e["event"] == "StackCut")
        both = {**events[dealt], "cards": {"5": "As" if order[(cut + 5) % len(order)] != "As" else "Ks"}, "shown": {}}
        answered = next(at for at, event in enumerate(events) if event["event"] == "CutAnswered")
        another_word = {**events[answered], "word": "a word of the house's own"}
        records = {
            "the word of a guest": (header, [*events[:answered], another_word, *events[answered + 1 :]], last),
            "nothing": (header, events, last),
            "after another seal": (header, [*events[:dealt], another, false, *events[dealt + 1 :]], last),
            "a card beyond the shoe": (header, [*events[:dealt], far, *events[dealt + 1 :]], last),
            "cards beside those shown": (header, [*events[:dealt], both, *events[dealt + 1 :]], last),
            "another table": ({**header, "table": "s42-1"}, events, last),
            "a salt of no digits": (header, events, {**last, "reveal": {**last["reveal"], "salt": "zz" * 32}}),
        }
        check = """async (text) => {
            const { checkShoe } = await import("/static/js/shoe-check.js");
            return (await checkShoe(text)).faults.map((fault) => fault.what);
        }"""
        for name, (first, middle, end) in records.items():
            lines = [json.dumps(line, separators=(",", ":")) for line in (first, *middle)]
            head = bytes.fromhex(first["previous_head"])
            for line in lines[1:]:
                head = sha256(head + line.encode()).digest()
            sealed = {**end, "header": sha256(lines[0].encode()).hexdigest(), "head": head.hex(), "count": len(middle)}
            text = "\n".join([*lines, json.dumps(sealed)])
            (tmp_path / "shoe.jsonl").write_text(text + "\n", encoding="utf-8")
            program = subprocess.run(
                [sys.executable, VERIFIER, tmp_path / "shoe.jsonl"], capture_output=True, check=False
            )
            faults = guest.page.evaluate(check, text)
            right = name == "nothing"
            assert (faults == [], program.returncode == 0) == (right, right), (name, faults, program.stderr)
