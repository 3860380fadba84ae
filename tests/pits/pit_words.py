"""Values for every field of a pit's command: sensible ones first, then nonsense."""

from typing import Any

from minibac.machine.roles import Actor
from minibac.pits.papers import AtTable, Copy
from minibac.rules.refusal import Code, refuse
from minibac.voice.said import said
from tests.pits.pit_helpers import BOSS, CLERK_2, DAY, START

CHIPS_THERE = refuse(Code.VIGORISH_OWED, said("the guest has chips at the table"), "ma/12/d/2/iii")

WORDS: dict[str, tuple[Any, ...]] = {
    "options": (
        {"settlement_order": "i"},
        {"finish": "lace"},
        {"finish": "lace", "reshuffle_after_lace": "all"},
        {"vigorish_rate": "4%"},
        {"vigorish_type": "none-banker-6"},
        {"settlement_order": "v"},
        {"decks": 6},
        {"settlement_order": "i", "vigorish_rate": "4%"},
        {},
    ),
    "text": ("from tonight", ""),
    "notice": (1, 2, 0, 99, -1),
    "posted": (0, 1, 2),
    "table": ("T1", "T2", "T9", ""),
    "tables": ((), ("T1",), ("T1", "T2"), ("T9",)),
    "effective_at": (START * 2, START, 0, -1),
    "change": (1, 0, 99),
    "reason": ("because", ""),
    "rulebook": ("section-42", "massachusetts", "section-43"),
    "references": (None, {}),
    "approved": ((),),
    "kind": ("complimentary", "uncollected", "recovery", "fill", "credit", "opener", "closer", "shift", "x"),
    "prefix": ("CV", "ZZ", ""),
    "first": (1, 21, 0),
    "last": (20, 40, 0),
    "elsewhere": ((), (("other", "ZZ", 5, 9),)),
    "unused": ((), (("CV", 1, 20),), (("CV", 5, 10**12),), (("ZZ", 9, 3),)),
    "seat": (3, 4, 0, -1),
    "guest": ("guest-3", "guest-4", ""),
    "name": ("Grace", ""),
    "cents": (5_00, 0, -5, 10**15),
    "owed_cents": (5_00, 0, 7),
    "sits": (("", ""), ("guest-3", "Grace"), ("guest-4", "")),
    "serial": ("CV-000001", "", "CV-000002", "F-000001", "UV-000001", "nonsense"),
    "against": ("", "CV-000001", "x"),
    "incident": (0, 1, -1),
    "copies": (("original", "duplicate"), (), ("original",), ("original", "duplicate", "triplicate")),
    "to": (CLERK_2, BOSS, Actor("", CLERK_2.role)),
    "serials": ((), ("CV-000001",), ("x",)),
    "staff": ({},),
    "at_table": (None, AtTable(), AtTable(in_round=True, seated=(3,), owed_cents={3: 500}, tray={500: 1})),
    "stops": (None, CHIPS_THERE),
    "refusal": (CHIPS_THERE,),
    "refused": (False, True),
    "there": (False, True),
    "chips": ({500: 100, 2500: 20}, {}, {500: -1}, {0: 3}),
    "expected_cents": (None, 1_000_00, 0, -5),
    "slip": (1, 2, 0),
    "request": (1, 0, 99),
    "box": ("7", ""),
    "notes": ({}, {100_00: 1}, {5: -1}),
    "expected_notes": (None, {}, {50_00: 2}),
    "known_cents": ((), (500, 2500, 100_00)),
    "cage_chips": (None, {}, {500: 1_000, 2500: 100}),
    "units_cents": ({}, {"T1": 500}),
    "originals": ((), (Copy("CV-000001", "original", "complimentary", "T1", 3, "guest-3", 5_00),)),
    "forms": ((), ("CV-000001",), ("x",)),
    "day": (DAY, "2026-11-16", "", "x"),
    "account": ("cage", ""),
    "before_cents": (None, 0, 5),
    "house_day": (None, DAY, "2026-11-17"),
    "after_cents": (5, 0),
    "entry": ("",),
    "correction": (1, 0),
    "number": (1, 0, 99),
    "resolution": ("found", ""),
}

RECEIVED = ((), (Copy("CV-000001", "duplicate", "complimentary", "T1", 3, "guest-3", 5_00),), (Copy("x"),))
"""Copies as accounting receives them, which is the one other thing that is called ``copies``."""
