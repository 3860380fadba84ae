"""What can go wrong at a table, and what is then done: the words of reports and of the remedies in rulebook files."""

from enum import StrEnum


class Mishap(StrEnum):
    """What happened, as it is reported; a remedy of a rulebook names the one it is for."""

    THIRD_CARD_TO_PLAYER = "third-card-to-player"
    THIRD_CARD_TO_BANKER = "third-card-to-banker"
    CARD_IN_ERROR = "card-in-error"
    BURN_TOO_MANY = "burn-too-many"
    FACE_UP_IN_SHOE = "face-up-in-shoe"
    WRONG_HAND = "wrong-hand"
    EXPOSED_IN_DEALING = "exposed-in-dealing"
    CARD_EXPOSED = "card-exposed"
    TOO_FEW_CARDS = "too-few-cards"
    RIGHT_RELINQUISHED = "right-relinquished"
    WAGER_TOUCHED = "wager-touched"
    CARD_HANDLED = "card-handled"
    HOUSE_MONEY_TOUCHED = "house-money-touched"
    CARD_MISUSED = "card-misused"
    OMITTED_CARD = "omitted-card"
    FOREIGN_BACK = "foreign-back"
    UNCOLLECTED = "uncollected"
    CASH_OVERDUE = "cash-overdue"
    ORDER_LOST = "order-lost"
    UNFINISHABLE = "unfinishable"
    OTHER = "other"


class RemedyStep(StrEnum):
    """What a remedy does."""

    BANKER_THIRD = "banker-third"
    CARRY = "carry"
    PLACE = "place"
    BURN_COUNTED = "burn-counted"
    DISCARD_TWO = "discard-two"
    SIMULATED_ROUND = "simulated-round"
    VOID = "void"
    RESHUFFLE = "reshuffle"
    OFFER_RIGHT = "offer-right"
    OFFER_ONWARD = "offer-onward"
    DEALER_TURNS = "dealer-turns"
