"""What of a page is not in Chinese: every text and every name for a screen reader, less what has no Chinese."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPERATORS = (
    "SAMPLE operator",
    "SAMPLE licensee",
    "Seneca Niagara Falls Gaming Corporation (SAMPLE, as the guide prints it)",
)
"""Who runs the sample houses, in the words of their files."""
NAMES = (
    *OPERATORS,
    "minibac witness",  # a command, as it is typed
    "minibac",
    "SAMPLE",
    "House Money",
    "EZ",
    "CSV",
    "SHA-256",
    "UTC",
    "Cookie",
    "Python",
    "COPY",
    "Ada",
)
"""Names that stay as they are, the guest's among them."""
KEYS = ("Home", "End", "Delete")
ALLOWED = re.compile(
    "|".join(
        (
            "“[^”]*”",  # what a person wrote, or a rulebook says: quoted
            *map(re.escape, (*NAMES, *KEYS)),
            r"(?<![A-Za-z])(?:s42|ma|sem|sen|training|section-42|massachusetts|seminole|seneca)-[a-z0-9-]+",  # places
            r"\b[a-z]+_[a-z_]+=[a-z]+",  # an option as it is typed
            r"练习桌 [0-9a-f]{4}",  # the number of a training table
            r"\b(?:ii|iii|iv)\b",  # an order of settlement, as the regulation numbers it
            r"\b(?:s42|ma|sem|sen)/\S+",  # clauses
            r"\.shoe\b",  # the ending of a notation
            r"\bpython3 verify_shoe\.py shoe-\d+\.jsonl|\bverify_(?:log|shoe)\.py",
            r"(?a:\b[0-9a-f]{12,64}\b)",  # hashes, and ids of people
            r"\b1\.888\.ADMIT\.IT",
        )
    )
)
LATIN = re.compile(r"[A-Za-z]{2,}")

TEXTS = """() => {
    const english = "[lang=en], .clause, kbd, code, script, style, noscript, template";
    const found = [["title", document.title]];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement: place, data } = walk.currentNode;
        const where = `${place.parentElement?.className} > ${place.tagName}.${place.className}`;
        if (!place.closest(english)) found.push([where, data]);
    }
    const names = ["aria-label", "aria-valuetext", "title", "placeholder", "alt"];
    for (const element of document.querySelectorAll(names.map((name) => `[${name}]`).join())) {
        if (element.closest(english)) continue;
        const where = `${element.tagName}.${element.className}`;
        for (const name of names) found.push([`${where}@${name}`, element.getAttribute(name) ?? ""]);
    }
    return found;
}"""


def is_english(text: str) -> bool:
    """Whether a text has a word in Latin letters that should have been told in Chinese."""
    return LATIN.search(ALLOWED.sub("", text)) is not None


def english_on(page: "Page") -> list[str]:
    """Each text of the page with a word in Latin letters, and where it stands."""
    texts: list[tuple[str, str]] = page.evaluate(TEXTS)
    return sorted({f"{place}: {text.strip()}" for place, text in texts if is_english(text)})
