"""Playthroughs: whole shoes and every branch of every irregularity, each a small play with stated cards.

A scenario gives a :class:`Story`; its text is a golden file in ``playthroughs/``. Write them anew on purpose with

    MINIBAC_WRITE_PLAYTHROUGHS=1 python3 go.py test tests/table/test_playthroughs.py

and review the difference.
"""

from collections.abc import Callable
from typing import Any

from minibac.machine.roles import Actor
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import FLOOR, Table
from tests.table.narrated import line, refused_line

# Cards in the order they leave the shoe: Player, Banker, Player, Banker, then third cards.
STANDS_DRAWS = "3s 2h 4d 2c"  # Player 7 stands, Banker 4 draws
BOTH_STAND = "3s 3h 4d 4c"  # Player 7, Banker 7
BOTH_DRAW = "As Ah 2s 2h"  # Player 3 draws, Banker 3
NATURAL = "5s Kh 4d 2c"  # Player 9, Banker 2: a natural, nobody draws
HOUSE_PAIR = "2s Ah 2d 2h"  # a Player pair; Player 4 draws, Banker 3
LONG_BURN = "Th 2h 2s 5h 6h 7h 8h 9h Jh Qh Kh"
DEEP = 399
"""The deepest cutting card of eight decks: a burn and a round before it."""


class Story(Table):
    """A table that remembers refusals in their place, and from where on the story is told."""

    def __init__(self, about: str, rulebook: str, **facts: Any) -> None:
        self.about = about
        self.refused: list[tuple[int, str]] = []
        self.start = 0
        super().__init__(rulebook, **facts)
        self.options = {name: value for name, value in facts.items() if name in self.rules.options and name != "seats"}

    def from_here(self) -> None:
        """Tell the story from this moment on; what came before was like any other day."""
        self.start = len(self.log)

    def no(self, kind: type[c.Command], /, by: Actor | None = None, **facts: Any) -> Refusal:
        command_by = by or self._usual(kind, facts)
        refusal = super().no(kind, by=by, **facts)
        self.refused.append((len(self.log), refused_line(refusal, self.state.at, command_by.id)))
        return refusal

    def text(self) -> str:
        """The whole story, as a floorperson would read it."""
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        lines = [self.about, f"Rulebook: {self.rules.rulebook.title}" + (f"; {chosen}" if chosen else ""), ""]
        for number, event in enumerate(self.log):
            lines += [text for at, text in self.refused if at == number and number >= self.start]
            if number >= self.start:
                lines.append(line(event))
        lines += [text for at, text in self.refused if at == len(self.log)]
        return "\n".join(lines) + "\n"


SCENARIOS: dict[str, Callable[[], Story]] = {}


def scenario(function: Callable[[], Story]) -> Callable[[], Story]:
    SCENARIOS[function.__name__.replace("_", "-")] = function
    return function


def betting(about: str, rulebook: str, cards: str, **facts: Any) -> Story:
    """A story that begins when betting opens: seat 3 on Player, seat 7 on Banker, and the stated cards to come."""
    story = Story(about, rulebook, seats=(3, 7), cards=cards, **facts)
    story.to(Phase.BETTING)
    story.from_here()
    story.bet(3, "player", 100_00)
    story.bet(7, "banker", 60_00)
    return story


def whole_shoe(about: str, rulebook: str, **facts: Any) -> Story:
    """From the decks to the reveal, with three guests who bet on everything."""
    story = Story(about, rulebook, seats=(), seed=7, cut_card_depth=DEEP, **facts)
    while story.step():
        pass
    for seat in (1, 4, 6):
        story.sit(seat, 500_00)
    while not story.all(e.ShoeRevealed):
        if story.state.phase is Phase.BETTING and not story.state.wagers:
            for seat, offset in ((1, 0), (4, 1), (6, 2)):
                offered = story.rules.propositions
                story.bet(seat, offered[(story.state.coup_no + offset) % len(offered)].id, 20_00)
                story.bet(seat, "banker", 10_00)
        story.step()
    return story


# ----------------------------------------------------------------------------------------------------- whole shoes


@scenario
def shoe_section_42() -> Story:
    return whole_shoe("A short shoe, dealt face up, from the opening of the table to the reveal.", "section-42")


@scenario
def shoe_section_42_handed_deferred() -> Story:
    about = "A short shoe with handed cards, laced, vigorish deferred to the end of the shoe."
    return whole_shoe(
        about,
        "section-42",
        deal_mode="handed",
        vigorish_collection="deferred",
        finish="lace",
        reshuffle_after_lace="all",
    )


@scenario
def shoe_section_42_tucked_tie_vigorish() -> Story:
    about = "A short shoe with the Banker's cards tucked, and vigorish on ties."
    return whole_shoe(about, "section-42", deal_mode="tucked", vigorish_type="tie-25", settlement_order="i")


@scenario
def shoe_section_42_two_batches() -> Story:
    return whole_shoe("A short shoe with an automatic shuffler and two batches.", "section-42", shuffler="automatic")


@scenario
def shoe_massachusetts() -> Story:
    return whole_shoe("A short shoe, from the opening of the table to the reveal.", "massachusetts")


@scenario
def shoe_massachusetts_ez_house_money() -> Story:
    about = "A short shoe at an EZ Baccarat table with Dragon Bonus and House Money."
    return whole_shoe(about, "massachusetts", vigorish_type="ez", dragon_bonus="on", house_money="on")


@scenario
def shoe_seminole() -> Story:
    return whole_shoe("A short shoe, from the opening of the table to the reveal.", "seminole")


@scenario
def shoe_seneca() -> Story:
    return whole_shoe("A short shoe, from the opening of the table to the reveal.", "seneca")


@scenario
def continuous_carried_card() -> Story:
    about = "A continuous device: a card drawn in error waits face down on the layout for the next round (F10)."
    story = betting(about, "section-42", BOTH_STAND + " 6h", shuffler="continuous")
    story.to(Phase.RESULT)
    story.report("card-in-error")
    story.coup()
    story.bet(3, "player", 50_00)
    story.coup()
    return story


# --------------------------------------------------------------------------------------- a third card to the Player


def third_card(rulebook: str, cards: str, *, disclosed: bool, about: str, **facts: Any) -> Story:
    story = betting(about, rulebook, cards + " 6h 9c 2d 5d 8s", **facts)
    story.to(lambda state: state.phase in (Phase.DRAWING, Phase.RESULT))
    story.no(c.DealCard, hand="player")
    story.report("third-card-to-player", disclosed=disclosed)
    story.coup()
    while story.state.phase is Phase.BETWEEN or (story.state.coup is not None and story.state.coup.simulated):
        story.step()
    story.bet(3, "player", 50_00)
    story.to(Phase.RESULT)
    return story


def _third_cards() -> None:
    branches = {
        "banker-draws": (STANDS_DRAWS, "the Banker must draw"),
        "banker-stays": (BOTH_STAND, "the Banker must stay"),
        "natural": (NATURAL, "a natural stands"),
    }
    for rulebook in ("section-42", "massachusetts"):
        for branch, (cards, words) in branches.items():
            for disclosed in (False, True):
                seen = "disclosed" if disclosed else "undisclosed"
                about = f"A third card dealt to the Player's Hand in error, {seen}, when {words}."
                remedies = (1, 2) if rulebook == "massachusetts" and disclosed and branch != "banker-draws" else (0,)
                for remedy in remedies:
                    facts = {"disclosed_third_card": remedy} if remedy else {}
                    name = f"third-card-{rulebook}-{branch}-{seen}" + (f"-option-{remedy}" if remedy else "")
                    SCENARIOS[name] = _bound(third_card, rulebook, cards, disclosed=disclosed, about=about, **facts)


def _bound(function: Callable[..., Story], *args: Any, **facts: Any) -> Callable[[], Story]:
    return lambda: function(*args, **facts)


_third_cards()

# -------------------------------------------------------------------------------------- cards in error, cards face up


def card_in_error(rulebook: str, *, disclosed: bool) -> Story:
    seen = "disclosed" if disclosed else "not disclosed"
    about = f"A card drawn in error from the shoe after the last card of a round, {seen}."
    story = betting(about, rulebook, BOTH_STAND + " 6h 9c 2d 5d 8s")
    story.to(Phase.SETTLING)
    story.report("card-in-error", disclosed=disclosed)
    if disclosed and rulebook == "massachusetts":
        story.no(c.CarryOut, do="simulated-round")
    story.coup()
    while story.state.phase is not Phase.BETTING:
        story.step()
    story.bet(3, "player", 50_00)
    story.to(Phase.TURNING)
    return story


def face_up(rulebook: str, when: str, **facts: Any) -> Story:
    moments = {
        "between": "between two rounds, while wagers lie on the layout",
        "before-the-first-card": "after the call, before the first card",
        "mid-round": "in the middle of a round, where a third card is due",
    }
    about = f"Two cards are found face up in the shoe {moments[when]}."
    cards = {"mid-round": BOTH_DRAW + " 3c 2d", "between": "3c 2d", "before-the-first-card": "3c 2d"}[when]
    story = betting(about, rulebook, cards + " 6h 9c 2c 5d 8s 9d 4s Tc", **facts)
    if when == "before-the-first-card":
        story.yes(c.CallNoMoreBets)
    elif when == "mid-round":
        story.to(Phase.DRAWING)
    story.report("face-up-in-shoe", count=2)
    if when == "between":
        story.no(c.CallNoMoreBets)
    elif rulebook == "section-42" or when == "before-the-first-card":
        story.no(c.DealCard, hand="player")
    story.to(lambda state: state.coup is not None and not state.coup.simulated and state.phase is Phase.RESULT)
    story.coup()
    story.to(Phase.BETTING)
    return story


for _rulebook in ("section-42", "massachusetts"):
    for _disclosed in (False, True):
        _name = f"card-in-error-{_rulebook}-{'disclosed' if _disclosed else 'undisclosed'}"
        SCENARIOS[_name] = _bound(card_in_error, _rulebook, disclosed=_disclosed)
    for _when in ("between", "before-the-first-card", "mid-round"):
        SCENARIOS[f"face-up-{_rulebook}-{_when}"] = _bound(face_up, _rulebook, _when)


@scenario
def face_up_massachusetts_call_cancelled() -> Story:
    return face_up("massachusetts", "before-the-first-card", wagers_before_simulated="may-withdraw")


# ------------------------------------------------------------------------------------- the wrong hand, the early card


def wrong_hand(rulebook: str) -> Story:
    story = betting("The Player's third card is put on the Banker's area (F02).", rulebook, BOTH_DRAW + " 4d Td")
    story.to(Phase.DRAWING)
    story.no(c.DealCard, hand="banker")
    story.report("wrong-hand", hand="banker")
    story.coup()
    return story


def early_card(rulebook: str, whose: str) -> Story:
    cards = {"player": BOTH_DRAW + " 4d Td", "banker": STANDS_DRAWS + " 4d", "nobody": BOTH_STAND + " 4d"}[whose]
    about = f"A fifth card is drawn before the counts are announced; it turns out to be {whose}'s (F02)."
    story = betting(about, rulebook, cards)
    story.to(Phase.TURNING)
    story.report("card-in-error")
    story.coup()
    return story


def burn_surplus(rulebook: str) -> Story:
    about = "One card too many is burned (F05)."
    story = Story(about, rulebook, seats=(3, 7), cards="6h " + BOTH_STAND + " 9s 8s 7d 6d 5c 4c 3c")
    story.to(Phase.LOADED)
    story.from_here()
    story.no(c.BurnCards, burned_count=2)
    story.yes(c.BurnCards, burned_count=1)
    story.report("burn-too-many")
    story.to(Phase.DEALING)
    story.to(Phase.BETTING)
    return story


def exposed(rulebook: str) -> Story:
    about = "A card that is due turns over as it is dealt: it stays in its hand, or begins a simulated round (B28)."
    options: dict[str, Any] = {"deal_mode": "handed"} if rulebook == "section-42" else {}
    story = betting(about, rulebook, BOTH_DRAW + " 4d Td", **options)
    story.to(lambda state: state.coup is not None and len(state.coup.banker) == 1)
    story.report("exposed-in-dealing")
    story.coup()
    story.to(Phase.BETTING)
    return story


for _rulebook in ("section-42", "massachusetts"):
    SCENARIOS[f"wrong-hand-{_rulebook}"] = _bound(wrong_hand, _rulebook)
    SCENARIOS[f"burn-too-many-{_rulebook}"] = _bound(burn_surplus, _rulebook)
    SCENARIOS[f"card-exposed-{_rulebook}"] = _bound(exposed, _rulebook)
    for _whose in ("player", "banker", "nobody"):
        SCENARIOS[f"early-card-{_rulebook}-{_whose}"] = _bound(early_card, _rulebook, _whose)


# ----------------------------------------------------------------------------- the cutting card and the end of the shoe


def at_the_end(about: str, rulebook: str, **facts: Any) -> Story:
    """A story that begins when the cutting card has come out and "last hand" is due."""
    story = Story(about, rulebook, seats=(3, 7), seed=5, **facts)
    story.to(lambda state: state.last_hand_due)
    story.from_here()
    return story


def too_few(rulebook: str) -> Story:
    about = "Too few cards are left to complete the last hand: the round is void and the cards are reshuffled."
    story = at_the_end(about, rulebook)
    story.to(Phase.BETTING)
    story.bet(3, "player", 100_00)
    story.yes(c.CallNoMoreBets)
    while story.state.cards_left > 5:
        story.report("face-up-in-shoe")
        story.step()
        story.to(lambda state: state.coup is None or not state.coup.simulated)
    story.to(Phase.SHUFFLE)
    return story


for _rulebook in ("section-42", "massachusetts"):
    SCENARIOS[f"too-few-cards-{_rulebook}"] = _bound(too_few, _rulebook)


@scenario
def too_few_cards_for_a_simulated_round() -> Story:
    about = "A simulated round runs out of cards: what was dealt is racked, the wagers that waited go back (B29, B31)."
    story = at_the_end(about, "massachusetts")
    story.to(Phase.BETTING)
    story.bet(3, "player", 100_00)
    story.report("card-in-error", count=story.state.cards_left - 3)
    story.yes(c.CallNoMoreBets)
    story.report("face-up-in-shoe")
    story.to(Phase.SHUFFLE)
    return story


@scenario
def void_with_house_money_massachusetts() -> Story:
    about = "A round cannot be completed in which House Money had been won and added (F14, B10)."
    story = betting(about, "massachusetts", HOUSE_PAIR + " 4d Td", house_money="on")
    story.bet(3, "house-money", 20_00)
    story.to(Phase.HOUSE_MONEY)
    story.yes(c.ChooseHouseMoney, seat=3, choice="player")
    story.to(Phase.DRAWING)
    story.report("unfinishable", note="the shoe fell off the table")
    story.no(c.DealCard, hand="player")
    story.no(c.ConfirmUnfinishable, number=1)
    story.yes(c.ConfirmUnfinishable, by=FLOOR, number=1)
    story.to(Phase.SHUFFLE)
    return story


def burn_meets_cut_card(rulebook: str) -> Story:
    about = "A remedy between two rounds brings the cutting card out: it counts as seen in the next round (A33)."
    cards = BOTH_STAND + " 9h 2c 3c 4c 6c 7c 8c 9c Tc Jc 5d 6d 7d 8d 2d"
    story = betting(about, rulebook, cards, burn=LONG_BURN, cut_card_depth=DEEP)
    story.coup()
    story.bet(3, "player", 50_00)
    story.report("card-in-error", disclosed=True)
    while len(story.all(e.LastHandCalled)) == 0:
        story.step()
    story.to(Phase.SHUFFLE)
    return story


def carried_past_the_end(rulebook: str) -> Story:
    about = "A card drawn in error after the last hand of the shoe: there is no next hand, so it goes back (A34)."
    story = at_the_end(about, rulebook)
    story.to(Phase.BETTING)
    story.bet(3, "player", 50_00)
    story.to(Phase.RESULT)
    story.report("card-in-error")
    story.coup()
    story.to(Phase.SHUFFLE)
    return story


def first_card(rulebook: str) -> Story:
    about = "The cutting card is the first card of a round: that round is completed, then one more (A32)."
    # both hands draw: with the long burn 17 cards, so that the cutting card lies before the next round
    story = Story(about, rulebook, seats=(3, 7), cards=BOTH_DRAW + " 4d Td", burn=LONG_BURN)
    story.to(Phase.CUT_DONE)
    story.yes(c.CompleteCut, depth=story.state.cards_count - 11 - 6)
    story.to(Phase.BETTING)
    story.from_here()
    story.bet(3, "player", 50_00)
    story.coup()
    while story.state.phase is not Phase.SHUFFLE:
        story.step()
    return story


for _rulebook in ("section-42", "massachusetts"):
    SCENARIOS[f"remedy-meets-cut-card-{_rulebook}"] = _bound(burn_meets_cut_card, _rulebook)
    SCENARIOS[f"carried-past-the-end-{_rulebook}"] = _bound(carried_past_the_end, _rulebook)
    SCENARIOS[f"last-hand-{_rulebook}"] = _bound(first_card, _rulebook)


# -------------------------------------------------------------------------------- turning, paying, incidents, the floor


def relinquished(rulebook: str) -> Story:
    about = "The right to turn the Player's cards is given up, declined once, taken, and taken away for delay."
    options: dict[str, Any] = {"deal_mode": "handed"} if rulebook == "section-42" else {}
    story = Story(about, rulebook, seats=(2, 5, 8), cards=BOTH_DRAW + " 4d Td", **options)
    story.to(Phase.BETTING)
    story.from_here()
    for seat, cents in ((2, 50_00), (5, 100_00), (8, 50_00)):
        story.bet(seat, "player", cents)
    story.to(lambda state: state.coup is not None and bool(state.coup.handed))
    story.no(c.Relinquish, by=story.guest(2), hand="player")
    story.yes(c.Relinquish, hand="player")
    story.yes(c.AnswerRight, hand="player", accept=False)
    story.yes(c.AnswerRight, hand="player", accept=True)
    story.to(lambda state: state.phase is Phase.DRAWING and state.coup is not None and bool(state.coup.handed))
    story.no(c.RevokeRight, hand="player", reason="dislike")
    story.no(c.RevokeRight, hand="player", reason="delay")
    story.skip(story.state.timing.turning_ms)
    story.yes(c.RevokeRight, hand="player", reason="delay")
    story.coup()
    return story


def omitted(rulebook: str) -> Story:
    about = (
        "After the settlement somebody says that a third card had been left out (F04), and wants a payment corrected."
    )
    story = betting(about, rulebook, BOTH_STAND)
    story.to(Phase.RACKING)
    story.report("omitted-card", note="the Banker's third card was not dealt")
    story.no(c.RackCards)
    story.yes(c.ResolveIncident, number=1, resolution="reconstructed from the rack: no third card was due")
    story.coup()
    story.no(c.CorrectPayment, by=story.guest(3), seat=3, coup_no=1, reason="short")
    story.no(c.CorrectPayment, seat=3, coup_no=1, reason="paid five dollars short")
    return story


def uncollected(rulebook: str) -> Story:
    about = "A guest who owes vigorish has lost everything by the end of the shoe."
    options: dict[str, Any] = {} if rulebook == "seminole" else {"vigorish_collection": "deferred"}
    options |= {"uncollected_vigorish": "house-pays"} if rulebook == "massachusetts" else {}
    cards = "2s 3h 4d 4c 2d 3d 4h 4s"
    story = Story(about, rulebook, seats=(3,), chips=100_00, cards=cards, **options)
    story.to(Phase.BETTING)
    story.from_here()
    story.bet(3, "banker", 100_00)
    story.coup()
    story.no(c.LeaveSeat, seat=3)
    story.no(c.ChangeMarker, seat=3, cents=0)
    story.bet(3, "player", 200_00)
    story.coup()
    story.no(c.CloseTable)
    story.no(c.ClearVigorish, seat=3, cents=1_00, reference="1")
    if rulebook == "massachusetts":
        story.yes(c.LeaveSeat, seat=3, unpaid=True)
        story.no(c.ClearVigorish, seat=3, cents=5_00, reference="1")
        story.yes(c.Report, kind="uncollected", seat=3, note="the guest has gone, and no chips are left")
        story.yes(c.ClearVigorish, seat=3, cents=5_00, reference="2")
    else:
        story.yes(c.ClearVigorish, seat=3, cents=5_00, reference="1")
        story.no(c.CloseTable)
        story.yes(c.LeaveSeat, seat=3)
    story.yes(c.CloseTable)
    return story


def dead_table(rulebook: str, shuffler: str) -> Story:
    about = "The guests leave, the table is dead, a new guest arrives."
    story = Story(about, rulebook, seats=(3,), shuffler=shuffler)
    story.to(Phase.BETTING)
    story.from_here()
    story.yes(c.LeaveSeat, seat=3)
    story.no(c.DeclareDead, by=story.guest(3))
    story.dead()
    while story.step():
        pass
    story.sit(5)
    story.to(Phase.BETTING)
    return story


@scenario
def spoken_wager_section_42() -> Story:
    about = "A spoken wager with cash, confirmed by dealer and supervisor and turned into chips."
    story = Story(about, "section-42", seats=(3,), cards=BOTH_STAND, verbal_wagers="on")
    story.to(Phase.BETTING)
    story.from_here()
    story.yes(c.SpeakWager, seat=3, wager="banker", cents=40_00, cash_cents=50_00)
    story.yes(c.ConfirmSpoken, seat=3, wager="banker")
    story.no(c.ConvertCash, seat=3, wager="banker")
    story.yes(c.ConfirmSpoken, by=FLOOR, seat=3, wager="banker")
    story.yes(c.CallNoMoreBets)
    story.no(c.DealCard, hand="player")
    story.coup()
    return story


@scenario
def recut_section_42() -> Story:
    about = "A cut too near the end, a re-cut ordered after the load, by the next guest (A28, A29)."
    story = Story(about, "section-42", seats=(2, 6))
    story.to(Phase.CUT_OFFER)
    story.from_here()
    story.yes(c.AnswerCut, accept=True)
    story.no(c.CutStack, position=5)
    story.yes(c.CutStack, position=12)
    story.to(Phase.LOADED)
    story.yes(c.OrderRecut, reason="the cards were bent")
    story.to(Phase.BETTING)
    story.no(c.OrderRecut, reason="again")
    return story


@scenario
def change_of_dealer_section_42() -> Story:
    about = "A dealer who calls and one who pays, and a change of dealer in mid-shoe (A26)."
    story = betting(about, "section-42", BOTH_STAND)
    for duty, person in (("calling", "Ann"), ("wagers", "Ben"), ("floor", "Flo")):
        story.yes(c.AssignStaff, duty=duty, person=person)
    story.no(c.CallNoMoreBets)
    story.to(Phase.RESULT)
    story.yes(c.AssignStaff, duty="calling", person="Cid")
    story.coup()
    return story


for _rulebook in ("section-42", "massachusetts"):
    SCENARIOS[f"right-to-turn-{_rulebook}"] = _bound(relinquished, _rulebook)
    SCENARIOS[f"omitted-card-{_rulebook}"] = _bound(omitted, _rulebook)
    SCENARIOS[f"uncollected-vigorish-{_rulebook}"] = _bound(uncollected, _rulebook)
    for _shuffler in ("manual", "automatic"):
        SCENARIOS[f"dead-table-{_rulebook}-{_shuffler}"] = _bound(dead_table, _rulebook, _shuffler)
