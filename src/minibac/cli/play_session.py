"""A table for one guest, line by line: wager, watch the cards, see why each wager won or lost.

The session reads and writes through callables and takes its randomness as an argument, so a test can play whole shoes.
Nothing here decides a rule: shoes come from :mod:`minibac.cards`, coups and money from :mod:`minibac.play`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

import click

from minibac.cards.batches import batches
from minibac.cards.card import Card
from minibac.cards.shoe import OutOfCardsError, Shoe, burn, check_cut, cut, load
from minibac.cards.shuffle import Entropy, below, shuffle_live
from minibac.cli import text as show
from minibac.cli.wager_words import OUTCOMES, when_words
from minibac.play.coup import START, Coup, Hand, next_draw, run_out, take
from minibac.play.deal import DealtCoup, announced, deal
from minibac.play.decisions import decisions
from minibac.play.propositions import facts, priced
from minibac.play.results import Result
from minibac.play.roads import LETTERS, Mark, Tail, roads
from minibac.play.settlement import SettledWager, balances
from minibac.play.vigorish import terms
from minibac.play.wagers import HOUSE_MONEY, MAIN, Wager, check_offered, check_wagers
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS
from minibac.rules.rulebook import load as load_rulebook
from minibac.rules.words import did_you_mean, listed

Read = Callable[[str], str]
"""Asks with a prompt and gives the line; ``EOFError`` at the end of input, ``KeyboardInterrupt`` on Ctrl-C."""

Write = Callable[[str], None]
Pause = Callable[[float], None]

SEAT = 1
INITIAL_CARDS = 4
SHORT_PAUSE, LONG_PAUSE = 0.45, 0.9
SCOREBOARD_ROUNDS = 200
"""With a continuous shuffler the scoreboard starts anew after so many rounds (F10)."""

ROAD_SHOWN = 60
"""How many of the last rounds the short road shows."""

ALIASES = {
    "p": "player",
    "b": "banker",
    "t": "tie",
    "dp": "dragon-bonus-player",
    "db": "dragon-bonus-banker",
    "d7": "dragon-7",
    "p8": "panda-8",
    "pp": "player-pair",
    "bp": "banker-pair",
    "hm": "house-money",
}
SHORT = {wager: alias for alias, wager in ALIASES.items()}

COMMANDS = {
    "": "deal; with nothing on the layout, watch a round",
    "same": "the wagers of your last round again",
    "double": "twice what lies on the layout, or twice your last wagers",
    "clear": "take your chips back",
    "roads": "the five scoreboards",
    "rules": "what this table pays and who draws",
    "chips": "buy in for more play chips, as chips 500",
    "help": "this list",
    "quit": "settle and leave",
}
SYNONYMS = {"deal": "", "d": "", "go": "", "q": "quit", "exit": "quit", "bye": "quit", "?": "help", "h": "help"}

AMOUNT = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})(?:\.([0-9]{1,2}))?")


class AmountError(ValueError):
    """What was typed is no amount. The message is a sentence for the person who typed it."""


def read_dollars(text: str) -> int:
    """Dollars as typed, in cents.

    >>> read_dollars("100"), read_dollars("12.50"), read_dollars("$1,000"), read_dollars("0.5")
    (10000, 1250, 100000, 50)
    """
    found = AMOUNT.fullmatch(text.strip())
    if found is None:
        raise AmountError(f"{text!r} is no amount: write dollars, as 100 or 12.50")
    whole, part = found.groups()
    return int(whole.replace(",", "")) * 100 + int((part or "0").ljust(2, "0"))


class Stakes(NamedTuple):
    """Wagers read from a line, and whether the line also asked to deal."""

    cents: dict[str, int]
    deals: bool


def read_stakes(line: str, offered: Collection[str] = ()) -> Stakes:
    """Read wagers and dollars, as ``b 100``, ``p 50 t 5`` or ``banker=100``; a last word ``d`` deals at once.

    >>> read_stakes("p 50, t 5 d")
    Stakes(cents={'player': 5000, 'tie': 500}, deals=True)
    """
    words = [word.rstrip(",;") for word in line.replace("=", " ").split()]
    deals = len(words) > 1 and SYNONYMS.get(words[-1].lower()) == ""
    if deals:
        words.pop()
    if len(words) % 2:
        raise AmountError("a wager is a name and dollars, as b 100 or p 50 t 5")
    cents: dict[str, int] = {}
    for name, amount in zip(words[::2], words[1::2], strict=True):
        wager = name if name in offered else ALIASES.get(name.lower(), name.lower().replace("_", "-"))
        if wager in cents:
            raise AmountError(f"{wager} is there twice: write it once, with the whole amount")
        cents[wager] = read_dollars(amount)
    return Stakes(cents, deals)


def choose_rulebook(read: Read, write: Write) -> str:
    """A numbered menu of the four rulebooks; Enter takes the first."""
    books = [load_rulebook(name) for name in RULEBOOKS]
    write("Which rulebook shall the table play?\n")
    for number, book in enumerate(books, start=1):
        write(f"  {number}  {show.bold(f'{book.id:<15}')}{show.faint(book.title)}")
    write("")
    while True:
        answer = read("Rulebook [1]: ").strip().lower() or "1"
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(books):
            return books[int(answer) - 1].id
        if answer in RULEBOOKS:
            return answer
        write(
            f"There is no rulebook {answer!r}{did_you_mean(answer, RULEBOOKS)}: type a number from 1 to {len(books)}."
        )


class Purse:
    """The guest's play chips, what was bought, and the vigorish owed: the marker button is that balance."""

    def __init__(self, bought_cents: int) -> None:
        self.bought_cents = bought_cents
        self.chips_cents = bought_cents
        self.owed_cents = 0

    @property
    def won_cents(self) -> int:
        return self.chips_cents - self.bought_cents - self.owed_cents

    def buy(self, cents: int) -> None:
        self.bought_cents += cents
        self.chips_cents += cents

    def settle(self, dealt: DealtCoup) -> None:
        """Take in the postings of a coup, and nothing else."""
        moved = balances(dealt.postings)
        self.chips_cents += moved.get(f"seat/{SEAT}/chips", 0)
        self.owed_cents -= moved.get(f"seat/{SEAT}/owed", 0)
        assert self.chips_cents >= 0, "nobody can lose more than the chips on the layout"


class _LeaveError(Exception):
    """The guest leaves the table."""


class Session:
    """One guest at a table that deals whole shoes."""

    def __init__(
        self,
        rules: HouseRules,
        read: Read,
        write: Write,
        entropy: Entropy,
        *,
        bankroll_cents: int = 1000_00,
        pause: Pause = lambda _: None,
        tail: Tail = Tail.DOWN,
    ) -> None:
        self.rules = rules
        self.purse = Purse(bankroll_cents)
        self.bankroll_cents = bankroll_cents
        self.history: list[DealtCoup] = []
        self.marks: list[Mark] = []
        self.shoe_no = 0
        self._read, self._write, self._entropy, self._pause_for = read, write, entropy, pause
        self._tail = tail
        self._layout: dict[str, int] = {}
        self._last: dict[str, int] = {}
        self._leaving = False
        self._charge = terms(rules)

    # ------------------------------------------------------------------------------------------------------ the session

    def run(self) -> None:
        """Play until the guest leaves; debts are settled and the result is told, however the session ends."""
        self._welcome()
        try:
            while not self._leaving:
                self._play_shoe()
        except (EOFError, KeyboardInterrupt):
            self._write("")
        except _LeaveError:
            pass
        self._leave()

    def _welcome(self) -> None:
        book = self.rules.rulebook
        self._write("")
        self._write(show.bold(book.title))
        if chosen := show.choices(self.rules):
            self._write(show.faint(show.wrapped(chosen)))
        chips = show.bold(show.money(self.purse.chips_cents))
        self._write(f"You have {chips} in play chips, which are worth nothing elsewhere.")
        if self._charge and self._charge.deferred:
            self._write("Vigorish is marked and owed; it is collected at the end of the shoe, or when you leave.")
        if self._continuous:
            self._write("A device shuffles all the cards before every round: no cut, no burn, no last hand.")
        self._write(f"Type a wager such as {show.bold('b 100')}, Enter to deal, {show.bold('help')} for the rest.")

    def _leave(self) -> None:
        if self._layout:
            self._write("The dealer gives back the chips on the layout.")
            self._layout = {}
        self._collect_owed("before you leave")
        rounds = len(self.history)
        won = self.purse.won_cents
        verb = "won" if won > 0 else "lost" if won < 0 else "broke even"
        words = f"You {verb} {show.money(abs(won))}" if won else "You broke even"
        self._write("")
        self._write(
            f"{rounds} round{'' if rounds == 1 else 's'} played. {words} "
            f"and leave with {show.money(self.purse.chips_cents)} in play chips."
        )

    def _collect_owed(self, when: str) -> None:
        """Deferred vigorish is collected when the shoe ends or the guest leaves, whichever is first (s42/c/3/iv)."""
        owed = self.purse.owed_cents
        if not owed or self._charge is None:
            return
        due = self._charge.collected_cents(owed)
        self.purse.chips_cents -= due
        self.purse.owed_cents = 0
        setting = next(s for s in self.rules.settings if s.name == "vigorish_collection")
        self._write(f"The dealer collects {show.money(due)} of vigorish {when}. {show.clauses(setting.clauses)}")

    # --------------------------------------------------------------------------------------------------------- the shoe

    @property
    def _continuous(self) -> bool:
        return self.rules.options["shuffler"] == "continuous"

    def _play_shoe(self) -> None:
        self.shoe_no += 1
        self.marks = []
        shoe = self._fresh_stack() if self._continuous else self._prepare_shoe()
        round_no, last = 0, False
        while True:
            round_no += 1
            wagers = self._wagering(round_no)
            dealt, shoe = self._coup(shoe, wagers)
            if self._leaving:
                return
            if self._continuous:
                shoe = self._fresh_stack()
                if round_no == SCOREBOARD_ROUNDS:
                    return
            elif dealt.is_void or last:
                break
            elif shoe.cut_card_out:
                last = True
                call = self.rules.rulebook.announcements["last_hand"]
                cited = show.clauses((*self.rules.rulebook.cut.last_hand_clauses, *call.clauses))
                self._write(f"The cutting card is out. {show.bold(f'{call.text}!')} One more round is played. {cited}")
        self._write("")
        self._write(show.bold(f"Shoe {self.shoe_no} is over after {round_no} rounds."))
        self._collect_owed("before the cards are shuffled again")
        self._roads()

    def _fresh_stack(self) -> Shoe:
        """A continuous device deals each round from the full set, without cut, cutting card or burn (F10)."""
        (batch,) = batches(self.rules)
        return Shoe(shuffle_live(batch.cards, self._entropy).cards, depth=0)

    def _prepare_shoe(self) -> Shoe:
        """Shuffle, cut, load, burn."""
        choice = batches(self.rules)
        batch = choice[(self.shoe_no - 1) % len(choice)]
        stack = shuffle_live(batch.cards, self._entropy)
        name = f"batch {batch.name}, {batch.back.colour} backs" if len(choice) > 1 else f"{batch.decks} decks"
        self._write("")
        self._write(show.bold(f"Shoe {self.shoe_no}: ") + f"{len(stack.cards)} cards are shuffled ({name}).")
        cards = cut(self.rules, stack, self._cut_position(len(stack.cards)))
        assert not isinstance(cards, Refusal), "the position was checked"
        shoe = load(self.rules, cards)
        assert isinstance(shoe, Shoe), "house rules hold a legal depth"
        burned, shoe = burn(self.rules, shoe)
        rest = len(burned.others)
        shown = f": {show.cards(burned.others)}" if len(burned.shown) > 1 else ", face down"
        self._write(
            f"The first card is {show.card(burned.first)}, so {rest} more "
            f"{'is' if rest == 1 else 'are'} burned{shown}. {show.clauses(burned.clauses[:1])}"
        )
        return shoe

    def _cut_position(self, cards_count: int) -> int:
        nearest = self.rules.rulebook.cut.cards_from_either_end
        low, high = nearest, cards_count - nearest
        while True:
            answer = self._ask(f"Cut the cards: a number from {low} to {high}, or Enter for anywhere: ")
            if not answer:
                return low + below(high - low + 1, self._entropy)
            if answer.lower() in ("quit", "q", "exit", "bye"):
                raise _LeaveError
            if not (answer.isascii() and answer.isdigit() and len(answer) < 10):
                self._write(f"{answer!r} is no number of cards.")
            elif refusal := check_cut(self.rules, cards_count, int(answer)):
                self._no(refusal)
            else:
                return int(answer)

    # ----------------------------------------------------------------------------------------------------- the wagering

    def _wagering(self, round_no: int) -> list[Wager]:
        """What the guest puts on the layout before the call."""
        self._layout = {}
        while True:
            line = self._ask(self._prompt(round_no))
            word, *rest = line.lower().split() or [""]
            word = SYNONYMS.get(word, word)
            if word == "" and not rest:
                return self._close()
            if word in ("same", "double"):
                self._repeat(word)
                if rest and SYNONYMS.get(rest[0]) == "" and self._layout:
                    return self._close()
            elif word == "chips":
                self._buy(rest)
            elif word in COMMANDS and not rest:
                self._command(word)
            elif not rest and "=" not in word and not self._names_a_wager(word):
                self._write(
                    f"There is no command {word!r}{did_you_mean(word, [c for c in COMMANDS if c])}; help lists them."
                )
            elif self._bet(line):
                return self._close()

    def _names_a_wager(self, word: str) -> bool:
        return word in ALIASES or word in SHORT or word in priced(self.rules)

    def _prompt(self, round_no: int) -> str:
        owed = f", owing {show.money(self.purse.owed_cents)}" if self.purse.owed_cents else ""
        lies = f" [{_stakes_words(self._layout)}]" if self._layout else ""
        return f"\nRound {round_no}, {show.money(self.purse.chips_cents)}{owed}{lies} > "

    def _close(self) -> list[Wager]:
        if self._layout:
            self._last = dict(self._layout)
        return [Wager(SEAT, proposition, cents) for proposition, cents in self._layout.items()]

    def _bet(self, line: str) -> bool:
        """Put what the line says on the layout; whether it also asked to deal."""
        try:
            stakes = read_stakes(line, priced(self.rules))
        except AmountError as error:
            self._write(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return False
        removed = [name for name, cents in stakes.cents.items() if cents == 0 and name in self._layout]
        wanted = {**self._layout, **stakes.cents}
        return self._put({name: cents for name, cents in wanted.items() if name not in removed}) and stakes.deals

    def _repeat(self, word: str) -> None:
        base = self._layout if word == "double" and self._layout else self._last
        if not base:
            self._write("There is no earlier wager to repeat: type one, as b 100.")
            return
        factor = 2 if word == "double" else 1
        self._put({name: cents * factor for name, cents in base.items()})

    def _put(self, wanted: Mapping[str, int]) -> bool:
        """Lay these wagers, all or none; the rulebook's refusals and the purse have the last word."""
        offered = [refusal for name in wanted if (refusal := check_offered(self.rules, name))]
        refusals = offered or check_wagers(self.rules, [Wager(SEAT, name, cents) for name, cents in wanted.items()])
        for refusal in refusals:
            self._no(refusal)
        if refusals:
            return False
        needed = sum(wanted.values())
        if needed > self._free_cents:
            owed = " beside the vigorish you owe" if self.purse.owed_cents else ""
            self._write(
                f"That takes {show.money(needed)}, and you have {show.money(self._free_cents)} in chips{owed}; "
                "chips buys more."
            )
            return False
        self._layout = dict(wanted)
        return True

    @property
    def _free_cents(self) -> int:
        """Chips that are not spoken for: what is owed stays payable."""
        owed = self._charge.collected_cents(self.purse.owed_cents) if self._charge else 0
        return max(0, self.purse.chips_cents - owed)

    def _buy(self, rest: list[str]) -> None:
        try:
            cents = read_dollars(rest[0]) if rest else self.bankroll_cents
        except AmountError as error:
            self._write(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return
        self.purse.buy(cents)
        self._write(f"You buy in for {show.money(cents)} and have {show.money(self.purse.chips_cents)}.")

    def _command(self, word: str) -> None:
        if word == "quit":
            raise _LeaveError
        if word == "help":
            self._help()
        elif word == "clear":
            self._layout = {}
            self._write("Your chips are back in front of you.")
        elif word == "roads":
            self._roads()
        elif word == "rules":
            self._rules()

    def _help(self) -> None:
        offered = [p.proposition for p in priced(self.rules).values()]
        self._write(
            "A wager is a name and dollars: b 100, or p 50 t 5, or banker=12.50. A new amount replaces the old one."
        )
        self._write("A last word d deals at once: b 100 d, same d.")
        self._write("")
        self._write(show.table([[SHORT.get(p.id, ""), p.id, p.label] for p in offered], ["short", "wager", ""]))
        self._write("")
        self._write(show.table([[name or "Enter", what] for name, what in COMMANDS.items()], ["type", "to"]))

    def _rules(self) -> None:
        from minibac.cli.rules_book import table_text

        self._write(table_text(self.rules))

    def _roads(self) -> None:
        from minibac.cli.play_roads import roads_lines

        self._write(roads_lines(roads(self.marks, self._tail)))

    # ---------------------------------------------------------------------------------------------------------- a round

    def _coup(self, shoe: Shoe, wagers: list[Wager]) -> tuple[DealtCoup, Shoe]:
        """Deal a round card by card, settle it, and say why."""
        book = self.rules.rulebook
        self._write(show.bold(f"{book.announcements['no_more_bets'].text}."))
        coup, cards, additions, told = START, list[Card](), dict[int, str](), 0
        while (due := next_draw(coup)) is not None:
            try:
                card, shoe = shoe.draw()
            except OutOfCardsError:
                coup = run_out(coup)
                break
            cards.append(card)
            coup = take(coup, card, self.rules.drawing)
            self._show_card(coup, due, len(cards), wagers)
            if len(cards) == INITIAL_CARDS:
                self._announce_counts(coup)
                additions = self._house_money(coup, wagers)
            made = decisions(coup, book)
            for decision in made[told:]:
                self._pause(SHORT_PAUSE)
                self._write(f"  {decision.text} {show.clauses(decision.clauses[:1])}")
            told = len(made)
        dealt = deal(self.rules, cards, wagers, additions)
        self._layout = {}
        self.history.append(dealt)
        self.purse.settle(dealt)
        self._tell(dealt)
        return dealt, shoe

    def _show_card(self, coup: Coup, due: Hand, dealt_count: int, wagers: Iterable[Wager]) -> None:
        """The card that has come, in its hand; where cards come face down, both hands are turned after the fourth."""
        mode = self.rules.options["deal_mode"]
        if mode == "face-up" or dealt_count > INITIAL_CARDS:
            self._pause(SHORT_PAUSE)
            self._write(_hand_line(due, coup))
        elif dealt_count == INITIAL_CARDS:
            self._pause(SHORT_PAUSE)
            self._write(show.faint("  Four cards come face down, the Player's first."))
            mine = {wager.proposition for wager in wagers} if mode == "handed" else set()
            for hand in Hand:
                self._pause(LONG_PAUSE)
                self._write(_hand_line(hand, coup) + (show.faint("  turned by you") if hand.value in mine else ""))

    def _announce_counts(self, coup: Coup) -> None:
        calls = self.rules.rulebook.announcements
        player = calls["player_count"].text.format(player=coup.player_total)
        banker = calls["banker_count"].text.format(banker=coup.banker_total)
        self._pause(SHORT_PAUSE)
        self._write(f"  “{player}, {banker}.”")

    def _house_money(self, coup: Coup, wagers: Iterable[Wager]) -> dict[int, str]:
        """House Money is decided on the first four cards; its winner takes the payout or adds it (ma/8/c/3)."""
        by_name = {wager.proposition: wager for wager in wagers}
        money = by_name.get(HOUSE_MONEY)
        if money is None:
            return {}
        pairs = [hand[0].rank == hand[1].rank for hand in (coup.player, coup.banker)]
        outcome = priced(self.rules)[HOUSE_MONEY].outcome(Result(0, 0, 2, 2, *pairs))
        if outcome.kind != "win":
            return {}
        payout = int(money.stake_cents * outcome.odds)
        self._write(f"  House Money wins {show.gain(payout)}. {show.clauses(outcome.clauses[:2])}")
        targets = [name for name in MAIN if name in by_name]
        if not targets or self._leaving:
            return {}
        portion = self.rules.options["house_money_add"]
        part = "it" if portion == "all" else f"{portion} of it"
        names = listed(f"{name[0]} adds {part} to your {name.title()} wager" for name in targets)
        while True:
            try:
                answer = self._ask(f"  Enter takes it, {names}: ").lower()
            except (EOFError, KeyboardInterrupt):  # silence means take; the round is finished, then the guest leaves
                self._leaving = True
                return {}
            target = ALIASES.get(answer, answer)
            if target in targets:
                return {SEAT: target}
            if answer in ("", "take", "t"):
                return {}
            self._write(f"  {answer!r} is no answer here.")

    # ------------------------------------------------------------------------------------------------ what became of it

    def _tell(self, dealt: DealtCoup) -> None:
        self._pause(LONG_PAUSE)
        if dealt.is_void:
            void = dealt.explanation[-1] if not dealt.settlement.actions else None
            step = void or next(step for step in dealt.explanation if step.step == "void")
            self._write(f"  {show.bold(step.text)} {show.clauses(step.clauses[:1])}")
        else:
            result = dealt.coup.result
            self.marks.append(Mark(result.winner, result.player_pair, result.banker_pair))
            call = announced(self.rules, result)
            self._write(f"  {show.bold(f'“{call.text}.”')} {show.clauses(call.clauses[:1])}")
        for settled in dealt.settlement.wagers:
            self._write(self._wager_line(settled, dealt))
        if len(dealt.settlement.wagers) > 1:
            self._write(f"  Together {show.gain(sum(settled.net_cents for settled in dealt.settlement.wagers))}")
        if self.marks:
            self._write(f"  Road  {short_road(self.marks)}")

    def _wager_line(self, settled: SettledWager, dealt: DealtCoup) -> str:
        """``banker $100.00 wins +$95.00: the Banker's Hand wins; paid $100.00, vigorish $5.00 taken``."""
        added = f" and {show.money(settled.added_cents)} of House Money" if settled.added_cents else ""
        money = []
        if settled.winnings_cents:
            money.append(f"pays {show.money(settled.winnings_cents)}")
        if settled.vigorish_cents:
            deferred = self._charge is not None and self._charge.deferred
            fate = "is marked and owed" if deferred else "is taken"
            money.append(f"{show.money(settled.vigorish_cents)} of vigorish {fate}")
        why = "; ".join([self._why(settled, dealt), *money])
        net = f" {show.gain(settled.net_cents)}" if settled.net_cents else ""
        return (
            f"  {settled.wager} {show.money(settled.stake_cents)}{added} {OUTCOMES[settled.outcome]}{net}: "
            f"{why} {show.clauses(settled.clauses[:3])}"
        )

    def _why(self, settled: SettledWager, dealt: DealtCoup) -> str:
        if dealt.is_void:
            return "the round is void"
        wager, result = priced(self.rules)[settled.wager], dealt.coup.result
        seen = facts(result, wager.proposition.hand)
        rows = wager.proposition.row
        row = next(row for row in rows if all(seen[name] in values for name, values in row.when.items()))
        if row.when:
            return when_words({name: (seen[name],) for name in row.when})
        if wager.asks_pairs and not wager.asks_points:
            return "no such pair among the first two cards"
        return f"Player {result.player_total}, Banker {result.banker_total}"

    # ----------------------------------------------------------------------------------------------------- small things

    def _ask(self, prompt: str) -> str:
        return self._read(prompt).strip()

    def _no(self, refusal: Refusal) -> None:
        sentence = refusal.sentence
        self._write(f"No: {sentence}. {show.clauses([refusal.clause])}".rstrip())

    def _pause(self, seconds: float) -> None:
        """Wait a moment; Ctrl-C here finishes the round without further waits, and then leaves."""
        if self._leaving:
            return
        try:
            self._pause_for(seconds)
        except KeyboardInterrupt:
            self._leaving = True
            self._write("")


def short_road(marks: list[Mark]) -> str:
    """The last rounds in one line, a gap where a streak ends: ``BB P BTB``."""
    colours = {"B": "red", "P": "blue", "T": "green"}
    line = ""
    previous = None
    for mark in marks[-ROAD_SHOWN:]:
        letter = LETTERS[mark.winner]
        if letter != "T":
            line += " " if previous not in (None, letter) else ""
            previous = letter
        line += click.style(letter, fg=colours[letter], bold=True)
    return line


def _hand_line(hand: Hand, coup: Coup) -> str:
    cards, total = (coup.player, coup.player_total) if hand is Hand.PLAYER else (coup.banker, coup.banker_total)
    shown = show.cards(cards)
    count = f"{' ' * max(2, 15 - show.visible(shown))}{total}" if len(cards) > 1 else ""
    return f"  {hand.value.title()}   {shown}{count}"


def _stakes_words(stakes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {show.money(cents)}" for name, cents in stakes.items())
