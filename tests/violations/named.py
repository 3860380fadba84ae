"""What supervisors, staff and guests may not do although it is in their hands: powers the print does not give, one
person in two parts, a notice that is not due, a guest's word that nobody waited for."""

from contextlib import suppress
from functools import cache
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.page.guests import MINUTES_10
from tests.server.running import Live, wait_until
from tests.violations.ma_doors import Table, file_refused
from tests.violations.ma_house_money import won
from tests.violations.notices import DAY_MS, MINUTE_MS, PIT
from tests.violations.papers import pit
from tests.violations.scenes import Scene, fresh_decks, house_file, player_has, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation

PLAYER_SIX, NATURAL = "3h 2s 3d 2c 9h 8s", "Kh 9s Qd Ks"


def also(house: TriedHouse, role: str, name: str, second: str, table: str) -> Live:
    """The page at a table of somebody who has a second role in the house as well, once the first page is closed."""
    person = house.person(role, name)
    house.person("admin", "Alma").post(f"/api/people/{person.person['id']}/roles", {"role": second})
    pages: list[Live] = []

    def opens() -> bool:
        with suppress(ConnectionClosed):
            pages.append(person.live(table, second))
        return bool(pages)

    wait_until(opens)
    return pages[0]


# --------------------------------------------------------------------------------------------- a coup cannot go on


def going_on(at: Scene) -> None:
    round_with(PLAYER_SIX, "drawing", ann_player=1000)(at)
    at.floor.ok("Report", kind="unfinishable", note="the lamp fell on the table")


@violation("F14", "One floorperson alone says that a round cannot be completed, and takes all wagers back.")
def returned_by_one(house: TriedHouse) -> Refused:
    at = scene(house, "a round that goes on", going_on)
    return refused(at.floor.give("ConfirmUnfinishable", number=1))


@violation("s42/j/2", "The Banker has won, and two people say that the round cannot be completed.")
def won_and_returned(house: TriedHouse) -> Refused:
    at = scene(house, "the Banker has won", round_with(NATURAL, "settling", ann_player=1000))
    return refused(at.floor.give("Report", kind="unfinishable", note="I do not like the result"))


@violation("s42/e/1", "The floorperson directs a shuffle because a guest wins, where no paragraph gives that power.")
def shuffle_directed(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.floor.give("DirectShuffle", reason="a guest wins"))


@violation("s42/e/8", "The floorperson declares a table dead at which guests have just sat down to the first round.")
def dead_before_the_first_round(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.floor.give("DeclareDead"))


# ---------------------------------------------------------------------------------------------- two people are two


@violation("s42/b/3/verbal-confirm", "The dealer who has confirmed a spoken wager confirms it as the supervisor too.")
def confirmed_twice_by_one(house: TriedHouse) -> Refused:
    def make(at: Scene) -> None:
        at.ann.ok("SpeakWager", seat=3, wager="player", cents=2000, cash_cents=2000)
        at.dealer.ok("ConfirmSpoken", seat=3, wager="player")

    at = scene(house, "confirmed by the dealer", make, verbal_wagers=True)
    at.dealer.close()
    return refused(
        also(house, "dealer", "Dora", "floorperson", at.table.id).give("ConfirmSpoken", seat=3, wager="player")
    )


@violation("s42/b/3/verbal-confirm", "A dealer of another table confirms a spoken wager.")
def confirmed_from_elsewhere(house: TriedHouse) -> Refused:
    def make(at: Scene) -> None:
        at.ann.ok("SpeakWager", seat=3, wager="player", cents=2000, cash_cents=2000)

    at = scene(house, "spoken only", make, verbal_wagers=True)
    other = house.person("dealer", "Dan").live(at.table.id, "dealer")
    return refused(other.give("ConfirmSpoken", seat=3, wager="player"))


@violation("s42/d/1/verify", "The dealer who has inspected the decks verifies them as a floorperson.")
def verified_by_the_inspector(house: TriedHouse) -> Refused:
    at = scene(house, "inspected, alone", fresh_decks("receive inspect"))
    at.dealer.close()
    return refused(also(house, "dealer", "Dora", "floorperson", at.table.id).give("AssignStaff", duty="floor"))


@violation("R30", "The pit boss becomes pit clerk as well, and would sign a form twice.")
def signed_twice(house: TriedHouse) -> Refused:
    at = pit(house)
    admin, path = at.house.person("admin", "Alma"), f"/api/people/{at.boss.person['id']}/roles"
    return refused(admin.request("POST", path, {"role": "pit-clerk"}).json())


# -------------------------------------------------------------------------------------------- notices not yet due


@cache
def told(grand: TriedHouse, *, received: bool, order: str) -> int:
    """Surveillance has been told in writing of another procedure of settlement; the number of the notice."""
    boss, eye = grand.person("pit-boss", "Pia"), grand.person("surveillance", "Eve")
    options = {"settlement_order": order}
    assert grand.pit(boss, PIT, "GiveNotice", options=options, text="another procedure").get("ok")
    number = grand.server.front.house.pits[PIT].state.notice_no
    if received:
        assert grand.pit(eye, PIT, "ReceiveNotice", notice=number).get("ok")
    return int(number)


def scheduled(house: TriedHouse, after_ms: int, **facts: Any) -> Refused:
    grand = house.grand
    facts |= {"effective_at": grand.server.clock() + after_ms}
    return refused(grand.pit(grand.person("pit-boss", "Pia"), PIT, "ScheduleChange", **facts))


@violation("s42/j/3/ii", "The pit boss changes the procedure ten minutes after surveillance was told.")
def told_ten_minutes_ago(house: TriedHouse) -> Refused:
    number = told(house.grand, received=True, order="ii")
    answer = scheduled(house, 10 * MINUTE_MS, notice=number, options={"settlement_order": "ii"})
    return answer._replace(sentence=answer.sentence.partition(": not before")[0])


@violation("s42/j/3/ii", "The pit boss changes the procedure by a notice that surveillance has not received.")
def told_nobody(house: TriedHouse) -> Refused:
    number = told(house.grand, received=False, order="iii")
    answer = scheduled(house, 60 * MINUTE_MS, notice=number, options={"settlement_order": "iii"})
    return answer._replace(sentence=answer.sentence.replace(f"notice {number}", "the notice"))


@violation("s42/j/3/ii", "The pit boss confirms that the boss's own notice has reached surveillance.")
def received_by_its_writer(house: TriedHouse) -> Refused:
    grand = house.grand
    number = told(grand, received=False, order="iii")
    return refused(grand.pit(grand.person("pit-boss", "Pia"), PIT, "ReceiveNotice", notice=number))


@violation("s42/j/3/i", "The pit boss changes the procedure of settlement at one table of the pit.")
def one_table_of_the_pit(house: TriedHouse) -> Refused:
    number = told(house.grand, received=True, order="ii")
    facts = {"notice": number, "options": {"settlement_order": "ii"}, "tables": ("s42-1",)}
    return scheduled(house, 60 * MINUTE_MS, **facts)


@cache
def posted(grand: TriedHouse) -> int:
    boss = grand.person("pit-boss", "Pia")
    facts: dict[str, Any] = {"table": "s42-1", "options": {"vigorish_type": "none-banker-6"}, "text": "no vigorish"}
    assert grand.pit(boss, PIT, "PostNotice", **facts).get("ok")
    return int(grand.server.front.house.pits[PIT].state.notice_no)


@violation("s42/c/6/notice", "The game without vigorish begins the day after it was posted.")
def posted_yesterday(house: TriedHouse) -> Refused:
    facts = {"notice": posted(house.grand), "tables": ("s42-1",), "options": {"vigorish_type": "none-banker-6"}}
    answer = scheduled(house, DAY_MS, **facts)
    return answer._replace(sentence=answer.sentence.partition(": not before")[0])


def changed(*changes: tuple[str, str]) -> Refused:
    return house_file("section-42", *changes)


@violation("s42/j/3/ii", "A house file opens a pit of whose settlement surveillance is told next year.")
def notice_next_year(house: TriedHouse) -> Refused:
    del house
    return changed(
        ("given = 2026-01-01T09:00:00", "given = 2096-01-01T09:00:00"),
        ("effective = 2026-01-01T09:30:00", "effective = 2096-01-01T09:30:00"),
    )


@violation("s42/j/3/ii", "A house file opens a pit ten minutes after surveillance was told.")
def notice_of_ten_minutes(house: TriedHouse) -> Refused:
    del house
    return changed(("effective = 2026-01-01T09:30:00", "effective = 2026-01-01T09:10:00"))


@violation("s42/c/6/notice", "A house file offers the game without vigorish, and nobody has posted it.")
def opened_unposted(house: TriedHouse) -> Refused:
    del house
    return changed(
        ('vigorish_type = "win"', 'vigorish_type = "none-banker-6"'),
        ('vigorish_rate = "5%"', "#"), ('vigorish_rounding = "none"', "#"), ('vigorish_collection = "at-payout"', "#"),
    )  # fmt: skip


@violation("", "A house file of one's own holds a paper that says SAMPLE.")
def sample_paper(house: TriedHouse) -> Refused:
    del house
    return changed(('reference = "No. internal-controls"', 'reference = "SAMPLE-internal-controls"'))


@violation("", "A house file holds a paper that is dated next century.")
def paper_to_come(house: TriedHouse) -> Refused:
    del house
    return changed(('No. internal-controls"\ndate = 2026-01-01', 'No. internal-controls"\ndate = 2101-01-01'))


@violation("ma/2/b", "A house file has its layout approved by the operator's brother.")
def approved_by_a_brother(house: TriedHouse) -> Refused:
    del house
    return file_refused(
        "massachusetts",
        ('Massachusetts Gaming Commission"\nreference = "No. layout', 'my brother"\nreference = "No. layout'),
    )


@violation("ma/14/approval", "A house file has its continuous shuffler approved by its maker.")
def approved_by_its_maker(house: TriedHouse) -> Refused:
    del house
    recipe = 'shuffle_recipe = ["plug", "riffle", "riffle", "turn", "riffle", "strip", "riffle", "cut"]'
    return file_refused(
        "massachusetts",
        ('Massachusetts Gaming Commission"\nreference = "No. continuous', 'its maker"\nreference = "No. continuous'),
        ('shuffler = "manual"', 'shuffler = "continuous"'), ('finish = "feather"', "#"),
        ("cut_card_depth = 14", "#"), (recipe, "#"),
    )  # fmt: skip


@violation("s42/a/1/cutting-card-look", "A house cuts orange cutting cards into red cards.")
def orange_on_red(house: TriedHouse) -> Refused:
    del house
    return changed(('count = 2, colour = "yellow"', 'count = 2, colour = "orange"'))


@violation("s42/a/1/cutting-card-look", "A house cuts with striped cutting cards.")
def striped_cutting_cards(house: TriedHouse) -> Refused:
    del house
    return changed(('count = 2, colour = "yellow"', 'count = 2, colour = "black and yellow"'))


# -------------------------------------------------------------------------------------------------- guests' rights


@violation("ma/8/c/3/i/choice", "The dealer hands House Money over before the guest has said where it goes.")
def not_asked(house: TriedHouse) -> Refused:
    answer = refused(won(house, player_2=5_000, house_money_2=1_000).dealer.give("SettleHouseMoney", seat=2))
    return answer._replace(sentence=answer.sentence.replace("599 seconds", "600 seconds"))


@violation("ma/8/c/3/i/b/dealer", "The dealer puts House Money on the wager of a guest who takes it.")
def added_unasked(house: TriedHouse) -> Refused:
    table = won(house, player_2=5_000, house_money_2=1_000)
    table.guests[2].ok("ChooseHouseMoney", seat=2, choice="take")
    return refused(table.dealer.give("SettleHouseMoney", seat=2, actions=[["add", 2, "house-money", 3_000]]))


def together(house: TriedHouse) -> tuple[Live, int]:
    """Two guests whom the floor has marked as partners: one has bet all that the table allows, the other has chips."""
    table = house.open("seneca")
    pat, paul = table.guest(3, "Pat", 500_000), table.guest(5, "Paul", 10_000)
    table.to("betting")
    floor = table.staff("floorperson", "Flo")
    floor.ok("AssignStaff", duty="floor")
    floor.ok("DeclarePartners", seats=[3, 5])
    pat.ok("PlaceWager", seat=3, wager="player", cents=table.state.maximum_cents["player"])
    return paul, table.state.partnerships[0].number


@violation("sen/partnership", "Two partners bet together what one may bet alone, and a dollar more.")
def partners_over_the_maximum(house: TriedHouse) -> Refused:
    paul, _ = together(house)
    return refused(paul.give("PlaceWager", seat=5, wager="player", cents=1_000))


@violation("sen/partnership", "A guest ends the partnership that the floor has marked.")
def marked_and_dissolved(house: TriedHouse) -> Refused:
    paul, number = together(house)
    return refused(paul.give("DissolvePartners", number=number))


def listed(house: TriedHouse, name: str, kind: str, seat: int) -> Live:
    """A guest wagers at the Seminole table, and is put on a list of the house."""
    table = house.live("sem-1")
    page = table.guest(seat, name, 20_000)
    table.to("betting")
    page.ok("PlaceWager", seat=seat, wager="player", cents=1_000)
    security = house.person("security", "Sam")
    entry = {"person": house.person("guest", name).person["id"], "kind": kind, "reason": "told in private"}
    security.post("/api/exclusions", entry, status=201)
    table.until(lambda state: state.seats[seat].excluded)
    return page


@violation("sem/banned", "A guest who is banned while seated goes on wagering.")
def banned_and_wagering(house: TriedHouse) -> Refused:
    page = listed(house, "Basil", "banned", 6)
    return refused(page.give("PlaceWager", seat=6, wager="player", cents=1_000))


@violation("sem/self-excluded", "A guest who has excluded himself while seated buys more chips.")
def excluded_and_buying(house: TriedHouse) -> Refused:
    page = listed(house, "Sebastian", "self-excluded", 7)
    return refused(page.give("BuyIn", seat=7, cents=10_000))


@violation("sem/age-21", "A guest of twenty takes a seat.")
def twenty(house: TriedHouse) -> Refused:
    return _young(house, "Tim", {"age": 20})


@violation("sem/age-21", "A guest says to be of age, and not how old.")
def of_age_and_no_more(house: TriedHouse) -> Refused:
    return _young(house, "Tom", {})


def _young(house: TriedHouse, name: str, said: dict[str, Any]) -> Refused:
    client = house._stack.enter_context(house.server.client())
    client.signed(client.post("/api/guests", {"name": name, "of_age": True, **said}, status=201))
    house._people["guest", name] = client
    return refused(client.live("sem-1").give("TakeSeat", seat=4))


# --------------------------------------------------------------------------------------------------- card control


@violation("ma/5/a/feather", "The dealer riffles once more after the stack was left feathered.")
def riffled_after_the_feather(house: TriedHouse) -> Refused:
    table = Table(house)
    table.sit(3)
    table.go(lambda state: any(step == "feather" for step, _ in state.done))
    return refused(table.dealer.give("DoStep", step="riffle"))


@violation("ma/13/c", "A third card is disclosed before the counts, and the dealer uses it for a simulated round.")
def disclosed_before_the_counts(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3, 5))
    table.coup("Kh 2s 6d 3d 4h", "turning", player_3=5_000)
    table.dealer.ok("Report", kind="third-card-to-player", disclosed=True)
    return refused(table.dealer.give("CarryOut", do="simulated-round"))


def turned_over(house: TriedHouse) -> Table:
    """The Player's first card turned over as it was dealt, and the dealer has said so."""
    table = Table(house, guests=(3, 5))
    table.coup("9h Ks 6d 6c 2c", player_has(1), player_3=5_000)
    table.dealer.ok("Report", kind="exposed-in-dealing")
    return table


@violation("ma/13/d", "A card turned over as it was dealt; the dealer deals on before the floorperson has spoken.")
def dealt_on(house: TriedHouse) -> Refused:
    return refused(turned_over(house).dealer.give("DealCard", hand="banker"))


@violation("ma/13/d", "The dealer confirms the dealer's own word that a card turned over as it was dealt.")
def own_word_confirmed(house: TriedHouse) -> Refused:
    return refused(turned_over(house).dealer.give("ConfirmExposure", in_dealing=True))


def owes(house: TriedHouse, **options: Any) -> Table:
    table = Table(house, guests=(3, 5), vigorish_collection="deferred", **options)
    table.coup(NATURAL, "betting", banker_3=10_000)
    return table


@violation("ma/12/d/2/iii", "The floorperson clears the button of a guest who has the chips to pay.")
def cleared_with_chips(house: TriedHouse) -> Refused:
    table = owes(house, uncollected_vigorish="house-pays")
    return refused(table.floor.give("ClearVigorish", seat=3, cents=500, reference="1"))


@violation("ma/12/d/2/iii", "The floorperson clears a button where the house has not chosen to pay.")
def cleared_unchosen(house: TriedHouse) -> Refused:
    table = owes(house)
    return refused(table.floor.give("ClearVigorish", seat=3, cents=500, reference="1"))


@violation("ma/3/c", "Batch B is fresh and batch A a day old, and the dealer calls no more bets.")
def older_batch(house: TriedHouse) -> Refused:
    table = Table(house, guests=(3,), shuffler="automatic")
    house.server.clock.ahead += 145 * MINUTES_10
    return refused(table.dealer.give("CallNoMoreBets"))


@violation("s42/h/5/one-more", "After the last hand was announced the floorperson directs a shuffle.")
def shuffle_for_the_last_hand(house: TriedHouse) -> Refused:
    table = Table(house, "section-42", guests=(3,), depth=399)
    table.go("between")
    table.dealer.ok("CallLastHand")
    return refused(table.floor.give("DirectShuffle", reason="the guests are tired"))
