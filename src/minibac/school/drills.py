"""Every drill there is, in the order in which somebody learns to deal."""

from minibac.rules.words import did_you_mean
from minibac.school import duties, figures, hands, money, pictures, procedures, wagering
from minibac.school.items import Drill
from minibac.voice.said import Said, many, said

SEVERAL = 40
DRILLS = {
    drill.id: drill
    for drill in (
        Drill(
            "sums",
            said("sums in the head"),
            (said("two numbers of two digits"), said("three numbers, differences"), said("a number so many times")),
            figures.sums,
            50,
            1,
        ),
        Drill(
            "counts",
            said("Point Counts"),
            (said("two cards"), said("three cards"), said("both hands")),
            hands.counts,
            60,
        ),
        Drill(
            "naturals",
            said("who has a natural"),
            (said("from the counts"), said("from four cards"), said("among finished hands")),
            hands.naturals,
        ),
        Drill(
            "tableau",
            said("draw or stand, every cell of the tableau"),
            (said("the Player's row, and the Banker's when the Player stood"), said("every third card"), said("all")),
            hands.tableau,
            96,
            3,
        ),
        Drill(
            "draws",
            said("who takes the next card"),
            (said("after four cards"), said("after the Player's third card"), said("at any moment")),
            hands.draws,
        ),
        Drill(
            "announcements",
            said("the calls, word for word"),
            (said("calls and counts"), said("counts"), said("the end of the round")),
            hands.announcements,
        ),
        Drill(
            "payments",
            said("what one wager brings"),
            (said("main wagers"), said("every wager of the table"), said("every paytable of the rulebook")),
            money.payments,
            SEVERAL,
            worse="overpaid",
        ),
        Drill(
            "house-money",
            said("House Money, taken or added to a wager"),
            (said("by itself"), said("taken or added"), said("a portion added, other rates")),
            wagering.house_money,
        ),
        Drill(
            "match-play",
            said("a match play coupon beside the chips"),
            (said("what it brings"), said("where it may lie"), said("other rates and roundings")),
            wagering.match_play,
        ),
        Drill(
            "vigorish",
            said("the vigorish on a Banker wager"),
            (said("stakes in fives of dollars"), said("stakes in dollars"), said("odd stakes, each rate and rounding")),
            money.vigorish,
            SEVERAL,
        ),
        Drill(
            "marker-buttons",
            said("marker buttons, and what is collected at the end of the shoe"),
            (said("two wins"), said("wins, losses and ties"), said("odd stakes, each rate and rounding")),
            money.marker_buttons,
        ),
        Drill(
            "chips",
            said("the chips for an amount"),
            (said("fives of dollars"), said("whole dollars"), said("down to the smallest chip")),
            money.chips,
        ),
        Drill(
            "buy-in",
            said("a buy-in in cash"),
            (said("what the notes come to"), said("which chips"), said("which chips of a tray that lacks some")),
            figures.buy_in,
        ),
        Drill(
            "capped",
            said("wagers outside the limits, and wagers changed after the call"),
            (said("does it stand"), said("how much is settled"), said("what it brings")),
            wagering.capped,
        ),
        Drill(
            "layout",
            said("what every seat of a layout wins or loses"),
            (said("two seats"), said("three seats, side wagers"), said("four seats, every paytable")),
            money.layouts,
            10,
            worse="overpaid",
        ),
        Drill(
            "order",
            said("the order of taking and paying"),
            (said("two seats"), said("three seats"), said("each procedure of the rulebook")),
            money.orders,
            10,
        ),
        Drill(
            "burn",
            said("the burn"),
            (said("how many more"), said("how many in all"), said("how many are left in the shoe")),
            hands.burns,
            13,
            1,
        ),
        Drill(
            "last-hand",
            said("the end of a shoe"),
            (said("with the cutting card in sight"), said("by counting cards"), said("the last two rounds")),
            hands.last_hands,
        ),
        Drill(
            "steps",
            said("what comes next: opening, shuffle, cut, round"),
            (said("one of three"), said("one of four"), said("one of six")),
            procedures.steps,
            40,
            2,
        ),
        Drill(
            "who",
            said("who does a step, and who must see it"),
            (said("opening to settlement"), said("dead tables too"), said("what guests may ask for too")),
            procedures.who,
            40,
            2,
        ),
        Drill(
            "remedies",
            said("each irregularity to its remedy"),
            (said("one of three"), said("one of four"), said("one of six")),
            procedures.remedies,
            20,
            2,
        ),
        Drill(
            "turning",
            said("who is handed the cards"),
            (said("the highest wager"), said("equal wagers"), said("both hands")),
            wagering.turning,
        ),
        Drill(
            "two-people",
            said("what takes two people"),
            (said("what one person may not be together"), said("whose part it is"), said("who signs after whom")),
            duties.two_people,
        ),
        Drill(
            "relief",
            said("the relief of a dealer"),
            (said("who may send one"), said("who may be one"), said("what each may do afterwards")),
            duties.relief,
        ),
        Drill(
            "tray",
            said("opener, closer and the win of a table"),
            (said("the count"), said("over or short"), said("the win")),
            figures.tray_counts,
        ),
        Drill(
            "rack",
            said("rebuilding the hands from the rack"),
            (said("the first round"), said("the second round"), said("the third round")),
            hands.rack,
            10,
        ),
        Drill(
            "picture",
            said("what is wrong in this picture"),
            (said("hands and the call"), said("wagers of two seats"), said("three seats, anything")),
            pictures.pictures,
            worse="false_alarms",
        ),
    )
}


def unknown_drill(drill: str) -> Said:
    """That there is no such drill, with the nearest right name and all of them."""
    unknown = said("there is no drill '{drill}'{did_you_mean}: {drills}", drill=drill)
    return unknown.about(did_you_mean=did_you_mean(drill, DRILLS), drills=many(DRILLS))
