"""How a coup, what was paid on it, and the scoreboards look in a notebook."""

from minibac.display.tables import Cell, Markup, dollars, facts_html, table_html, together
from minibac.play.coup import Coup, Stage
from minibac.play.deal import DealtCoup
from minibac.play.pictures import cards_svg
from minibac.play.settlement import SettledWager, Settlement
from minibac.rules.names import wager_name


def coup_html(coup: Coup, caption: str = "") -> str:
    """Both hands and what they count."""
    hands = (("Player's Hand", coup.player, coup.player_total), ("Banker's Hand", coup.banker, coup.banker_total))
    facts: dict[str, Cell] = {name: Markup(f"{cards_svg(cards, name)} <b>{count}</b>") for name, cards, count in hands}
    return facts_html(facts, caption or stage_words(coup))


def stage_words(coup: Coup) -> str:
    """Where a coup stands, or how it ended."""
    if coup.stage is Stage.COMPLETE:
        return {"player": "Player's Hand wins", "banker": "Banker's Hand wins", "tie": "Tie hand"}[coup.result.winner]
    return (
        "void: the cards did not suffice"
        if coup.stage is Stage.VOID
        else f"waits for {coup.stage.replace('-', ' ')} card"
    )


def settlement_html(settlement: Settlement) -> str:
    """What each wager came to, and every line of the ledger with its clause."""
    wagers = table_html(
        ("wager", "outcome", "clauses", "seat", "stake", "wins", "vigorish", "net"),
        [
            (
                str(wager_name(wager.wager)),
                wager.outcome,
                " ".join(wager.clauses),
                str(wager.seat),
                _stake(wager),
                dollars(wager.winnings_cents),
                dollars(wager.vigorish_cents) + (" marked" if wager.marked else ""),
                dollars(wager.net_cents),
            )
            for wager in settlement.wagers
        ],
        "What each wager came to",
        3,
    )
    return wagers if settlement.wagers else ""


def _stake(wager: SettledWager) -> str:
    return dollars(wager.stake_cents) + (f" + {dollars(wager.added_cents)}" if wager.added_cents else "")


def deal_html(dealt: DealtCoup) -> str:
    """A coup from its cards to what was paid, and each step with its clauses."""
    steps = [(str(line.text), " ".join(line.clauses)) for line in dealt.explanation]
    told = table_html(("step", "clauses"), steps, "Step by step", 2)
    return together(coup_html(dealt.coup), settlement_html(dealt.settlement), told)
