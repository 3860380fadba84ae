"""The drawn table: numbered boxes for each seat, everybody's chips in them, and what is seen without scrolling."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minibac.table.strip import strip
from tests.page.covered import FILL, lies_over
from tests.page.deno import run_script
from tests.page.guests import BANKER_WINS, at_table, next_cards, time_passes, waiting_house
from tests.page.script_words import SCRIPTS
from tests.page.visits import drawn_anew
from tests.server.running import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = {1280: 800, 1440: 900, 1920: 1080, 390: 844}
EVERYTHING = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
SEATS = range(1, 10)
MINE = 3
TAP = 44
SCENE = f"""
const {{ rowsOf, sceneOf }} = await import("file://{SCRIPTS}/parts/scene.js");
const asked = JSON.parse(await new Response(Deno.stdin.readable).text());
console.log(JSON.stringify(asked.map(({{ areas, beside, ...rest }}) => {{
    const rows = rowsOf(areas, beside);
    const scene = sceneOf({{ rows, ...rest }});
    return {{ rows, ...scene, marker: [1, 9].map(scene.marker) }};
}})));
"""
LYING = """() => [...document.querySelectorAll("mb-seat")].map((seat) => [...seat.querySelectorAll("[data-cents]")]
    .map(({ dataset, lastChild }) => [
        Number(seat.dataset.seat), dataset.area, Number(dataset.cents), lastChild.lastChild.textContent,
    ])).flat()"""
PLACES = """() => {
    const at = (found) => {
        const box = document.querySelector(found).getBoundingClientRect();
        return { top: box.top, bottom: box.bottom, width: box.width, height: box.height };
    };
    const spots = [...document.querySelectorAll("mb-spot button")].map((spot) => [spot.offsetWidth, spot.offsetHeight]);
    return {
        felt: at("mb-felt"), tray: at("mb-chip-tray"), road: at(".board.big .road-window"), spots,
        others: document.querySelector("mb-seat:not([data-focus])").offsetWidth,
    };
}"""

ANNOUNCED = """() => {
    const felt = document.querySelector("mb-felt");
    felt.announce("Player 4, Banker 7");
    const coming = felt.caption.getAnimations()[0];
    return [0, 1].map((share) => {
        coming.pause();
        coming.currentTime = share * coming.effect.getTiming().duration * 0.999;
        const { x, y } = felt.caption.getBoundingClientRect();
        return { x: Math.round(x), y: Math.round(y) };
    });
}"""
"""Where what is called stands, first and at the end of its coming."""

OUTSIDE = """() => {
    const felt = document.querySelector("mb-felt");
    const found = [];
    const own = "mb-spot[data-chips] .spot-sum";
    for (const foot of felt.querySelectorAll(`mb-seat:not([data-yours]) .pile-sum, ${own}`)) {
        const { left, right, top, bottom } = foot.getBoundingClientRect();
        if (left === right) continue; // where boxes are tight the chips have no sum
        const seat = foot.closest("mb-seat")?.dataset.seat ?? felt.focusSeat;
        const { area } = (foot.closest(".seat-box") ?? foot.closest("mb-spot")).dataset;
        const box = felt.querySelector(`.sector[data-seat="${seat}"][data-area="${area}"]`);
        const upright = box.getScreenCTM().inverse();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const inside = (low) => box.isPointInFill(new DOMPoint(x, y + low).matrixTransform(upright));
        if (!inside(0) || !inside(foot.offsetHeight / 3)) found.push(`${seat} ${area}`);
    }
    return found;
}"""
"""Stacks whose foot, where their sum stands, is not within the box that is printed for it."""
LONG = """(seconds) => {
    const { clock } = document.querySelector("mb-felt");
    clock.set({ for: "betting", until: 1000 * seconds, length: 1000 * seconds }, () => 0);
    return clock.digits.textContent;
}"""


def scene(folder: Path, *asked: dict[str, Any]) -> list[dict[str, Any]]:
    usual = {"seats": 9, "width": 1262, "room": 500, "focus": 0, "markers": True}
    found = json.loads(run_script(folder, SCENE, json.dumps([usual | one for one in asked])))
    assert isinstance(found, list)
    return found


def test_a_scene_is_one_table_from_two_sides(tmp_path: Path) -> None:
    """The print decides what lies beside the tie; across the table everything is turned by half a circle."""
    pairs = {
        "areas": ["player", "banker", "player-pair", "tie", "banker-pair"],
        "beside": ["player-pair", "tie", "banker-pair"],
    }
    guest, dealer, own = scene(tmp_path, pairs, pairs | {"across": True}, pairs | {"focus": MINE})
    assert guest["rows"] == [["player"], ["banker"], ["player-pair", "tie", "banker-pair"]]
    assert guest["height"] <= 500
    for here, there in zip(guest["boxes"], dealer["boxes"], strict=True):
        assert (here["seat"], here["area"]) == (there["seat"], there["area"])
        assert abs(here["place"]["x"] + there["place"]["x"] - guest["width"]) < 1e-6
        assert abs(here["place"]["y"] + there["place"]["y"] - guest["height"]) < 1e-6
    # The dealer's right is right: seat 1, the rack and the Player's side; the shoe is at the left (s42/g/3/i).
    assert dealer["wedges"][0]["place"]["x"] > dealer["width"] / 2 > dealer["shoe"]["x"]
    assert dealer["rack"]["x"] > dealer["width"] / 2
    assert dealer["marker"][0]["x"] > dealer["marker"][1]["x"]
    # From the guest to the dealer: plate, Player, Banker, tie, hands, marker buttons, float.
    seat = {box["area"]: box["place"]["y"] for box in guest["boxes"] if box["seat"] == 5}
    order = [
        guest["wedges"][4]["plate"]["y"],
        seat["player"],
        seat["banker"],
        seat["tie"],
        guest["hands"]["y"],
        guest["line"]["y"],
    ]
    assert [*order, guest["float"]["y"]] == sorted([*order, guest["float"]["y"]], reverse=True)
    widths = {box["seat"]: box["place"]["w"] for box in own["boxes"] if box["area"] == "player"}
    assert widths[MINE] > 2 * max(width for seat, width in widths.items() if seat != MINE)


def test_the_clock_lies_before_the_shoe_and_not_on_it(tmp_path: Path) -> None:
    """Also on the small tables of walls and lobbies, and where labels stand beside the drop slot."""
    plain = {"areas": ["player", "banker", "tie"]}
    looks = [{"width": 600}, {"width": 900}, {"width": 1262}, {"width": 1262, "across": True}]
    for table in scene(tmp_path, *(plain | look for look in looks)):
        (clock, shoe, slot) = (table[name] for name in ("clock", "shoe", "slot"))
        assert abs(clock["x"] - shoe["x"]) >= (clock["w"] + shoe["w"]) / 2, table["width"]
        assert abs(clock["x"] - slot["x"]) >= (clock["w"] + slot["w"]) / 2, table["width"]


def test_nine_seats_have_their_chips_in_their_boxes_and_the_big_road_is_in_sight(browser: Any) -> None:
    with waiting_house() as server, ExitStack() as stack:
        owner = stack.enter_context(server.guest("Owner"))
        table = server.training(owner, "massachusetts", EVERYTHING, clock=True)
        with at_table(server, browser, table, viewport={"width": 1280, "height": 800}) as me:
            me.sit(MINE)
            me.until_phase("betting")
            others = {}
            for seat in SEATS:
                if seat != MINE:
                    others[seat] = stack.enter_context(server.guest(f"Guest {seat}")).live(table)
                    others[seat].sit(seat, chips_cents=400_000)
            areas = [proposition.id for proposition in me.hosted.state.rules.propositions]
            for seat, live in others.items():
                for index, wager in enumerate(areas):
                    live.give("PlaceWager", seat=seat, wager=wager, cents=1_500 + 500 * ((seat + index) % 4))
            for wager in areas:
                me.put(wager)
            wait_until(lambda: len(me.hosted.state.wagers) == len(areas) * len(SEATS))
            me.drawn()
            right = {(no, name): wager.stake_cents for (no, name), wager in me.hosted.state.wagers.items()}
            lying = me.page.evaluate(LYING)
            assert {(seat, area): cents for seat, area, cents, _ in lying} == right
            assert all(text == f"{cents // 100}" for _, _, cents, text in lying)
            for width, height in SIZES.items():
                me.page.set_viewport_size({"width": width, "height": height})
                drawn_anew(me.page)
                places = me.page.evaluate(PLACES)
                assert places["felt"]["bottom"] <= places["tray"]["top"] + 1, width
                assert places["tray"]["bottom"] <= places["road"]["top"], width
                assert places["road"]["bottom"] <= height, (width, places)
                assert all(min(spot) >= TAP for spot in places["spots"]), (width, places["spots"])
                if width > min(SIZES):
                    assert me.page.evaluate(OUTSIDE) == [], width
            me.page.set_viewport_size({"width": 1280, "height": 800})
            drawn_anew(me.page)
            highest_below(me.page)
            stands_still(me.page)
            # No clock prints seconds by the thousand.
            assert [me.page.evaluate(LONG, seconds) for seconds in (20, 99, 100, 600, 86_373)] == [
                *("20", "99"),
                *("2\N{PRIME}", "10\N{PRIME}"),
                "24 h",
            ]
            me.find(".head-tools button").last.click()
            me.find("input[name=sums]").uncheck()
            assert not me.find(".pile-sum").first.is_visible()
            assert me.find(".pile .stack").first.is_visible()
            assert not me.page.evaluate(LOADED)  # motion is reduced: there are no hands to be seen


FLOWN = """() => {
    globalThis.flown = [];
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((picture) => {
        globalThis.flown.push(picture.querySelectorAll(".chip-rim").length);
    }))).observe(document.querySelector("mb-felt .air"), { childList: true });
    globalThis.helped = 0;
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => {
        globalThis.helped += addedNodes.length;
    })).observe(document.querySelector("mb-felt .helping"), { childList: true });
}"""
PAID = "(seat) => document.querySelector('mb-felt').settle([['pay', seat, 'banker', 500]])"
LOADED = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('presence.js'))"
COVERS = """() => [".hands", ".spots", "mb-clock", ".caption"].some((found) =>
    document.querySelector("mb-felt > .helping").compareDocumentPosition(document.querySelector(`mb-felt > ${found}`))
    !== Node.DOCUMENT_POSITION_FOLLOWING)"""


def test_a_settlement_is_seen_and_a_count_waits_for_its_card(browser: Any) -> None:
    """Banker wins: the stake on Player goes to the float, Banker's is paid, and each picture is gone afterwards."""
    with waiting_house() as server, server.guest("Owner") as owner:
        table = server.training(owner, "section-42", {"deal_mode": "face-up"}, clock=True)
        with at_table(server, browser, table, reduced_motion="no-preference") as me:
            me.watch()
            now = next(step["id"] for step in strip(me.hosted.state) if step["state"] == "now")
            assert me.find("mb-deck-work").get_attribute("data-step") == now  # the cards are received
            me.sit(MINE)
            me.until_phase("betting")
            assert not me.find("mb-deck-work").is_visible()
            for wager in ("player", "banker"):
                me.put(wager)
            next_cards(me.hosted, BANKER_WINS)
            me.page.evaluate(FLOWN)
            time_passes(server, table)
            me.find("mb-result h2:has-text('Round 1')").wait_for()
            me.until(lambda: len(me.page.evaluate("globalThis.flown")) >= 4)
            # Player's stake, Banker's stake, its payment, the vigorish: each of them chips.
            assert all(me.page.evaluate("globalThis.flown"))
            # Cards and chips were moved by hands, which lie under whatever is read, and are gone too.
            assert me.page.evaluate("globalThis.helped") > 0
            assert not me.page.evaluate(COVERS)
            me.until(lambda: me.find(".air > *, .helping > *").count() == 0)
            begins, rests = me.page.evaluate(ANNOUNCED)
            assert begins["x"] == rests["x"], "what is called comes where it will stand"
            assert 0 < begins["y"] - rests["y"] < 10
            me.page.emulate_media(reduced_motion="reduce")
            me.page.evaluate(PAID, MINE)
            me.until(lambda: me.find(".air > .flying").count() == 2)  # the stake and what is paid, side by side
            assert me.page.evaluate("document.querySelector('.air').getAnimations({ subtree: true }).length") == 0
            me.page.emulate_media(reduced_motion="no-preference")
            # What is told of the hand meanwhile shows no count before its card lies there.
            me.page.evaluate("""() => {
                const { player } = document.querySelector("mb-felt");
                player.set(["Kh", "9s"], 9);
                player.set(["Kh", "9s"], 9, { note: "wins", won: true });
            }""")
            assert me.find("mb-hand[side=player] .hand-total").text_content() == ""
            me.until(lambda: me.find("mb-hand[side=player] .hand-total").text_content() == "9")
            # On a phone hands are seen too, on the cloth.
            me.page.set_viewport_size({"width": 390, "height": 844})
            drawn_anew(me.page)
            helped = me.page.evaluate("globalThis.helped")
            me.page.evaluate(PAID, MINE)
            me.until(lambda: me.page.evaluate("globalThis.helped") > helped)
            # And in the strip of the seats a payment covers nobody's name, also where nothing moves.
            me.until(lambda: me.find(".air > *").count() == 0)
            me.page.emulate_media(reduced_motion="reduce")
            me.page.evaluate(FILL)
            drawn_anew(me.page)
            me.page.evaluate(PAID, MINE + 1)
            me.find(".air > .flying").wait_for()
            assert lies_over(me.page, ".air > .flying", ".seat-plate") == []
            rail = "document.querySelector('mb-felt > .spots').getBoundingClientRect().top"
            tops = []
            for words in ("Tie", "Ada at seat 1 turns the Banker’s cards, and it takes a while"):
                me.page.evaluate("(words) => document.querySelector('mb-felt').announce(words)", words)
                tops.append(me.page.evaluate(rail))
            assert tops[0] == tops[1], "boxes stay where they are"


def highest_below(page: "Page") -> None:
    """26 dollars are 25 and 1, and the larger one lies below."""
    page.evaluate("""() => document.querySelector("mb-felt").bySpot.get("player").lay(
        { mine: 2_600, added: 0, coupon: 0, spoken: 0, pending: 0, ready: 0, others: 0, outcome: "" },
        [100, 500, 2_500], true)""")
    rims = "mb-spot[data-area=player] .stack:not(.ghost)"
    assert page.locator(f"{rims} .chip-rim").count() == 2
    assert page.locator(f"{rims} use").get_attribute("href") == "#chip-100"


def stands_still(page: "Page") -> None:
    """However much the strip has to say, the table stays where it is."""
    top = "document.querySelector('mb-felt').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.evaluate("""() => document.querySelectorAll(".strip-label").forEach((label) => {
        label.textContent = "A long sentence of the rulebook about what the hands do now. ".repeat(6);
    })""")
    assert page.evaluate(top) == before
