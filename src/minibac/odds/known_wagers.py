"""The catalogue: wagers that are played somewhere, as wager files, with the figure that others publish beside ours.

>>> len(catalogue().wagers) > 50
True
>>> [proposition.id for proposition in named("tiger-tie")]
['tiger-tie-35', 'tiger-tie-45']
>>> catalogue().published["dragon-7"].edge
'7.6113'
"""

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from minibac.cards.composition import decks
from minibac.odds.own_wagers import Published, WagerFile, load_own_wagers, read_wager_file
from minibac.odds.prices import Odds, OddsError
from minibac.rules.rulebook import Proposition, Rulebook
from minibac.rules.words import did_you_mean
from minibac.voice.said import many, said

FOLDER = files("minibac.odds").joinpath("wagers")


@cache
def catalogue_files() -> dict[str, WagerFile]:
    """The files of the catalogue by name, in the order of names."""
    texts = {
        entry.name: entry.read_text(encoding="utf-8") for entry in FOLDER.iterdir() if entry.name.endswith(".toml")
    }
    return {name.removesuffix(".toml"): read_wager_file(texts[name], file=name) for name in sorted(texts)}


@cache
def catalogue() -> WagerFile:
    """All wagers of the catalogue."""
    every = catalogue_files().values()
    published = {wager: told for file in every for wager, told in file.published.items()}
    return WagerFile(tuple(wager for file in every for wager in file.wagers), published)


def named(name: str) -> tuple[Proposition, ...]:
    """The wagers that a name means: one wager, all its pay tables, or all of a file."""
    if name in catalogue_files():
        return catalogue_files()[name].wagers
    wagers = catalogue().wagers
    meant = [wager for wager in wagers if wager.id == name] or [w for w in wagers if w.id.startswith(f"{name}-")]
    if not meant:
        ids = [wager.id for wager in wagers]
        unknown = said("the catalogue has no wager '{wager}'{did_you_mean}; it has {wagers}", wager=name)
        raise OddsError(unknown.about(did_you_mean=did_you_mean(name, ids), wagers=many(ids, "and")))
    return tuple(meant)


class Meant(NamedTuple):
    """Wagers that somebody means by a word: a file of their own, or a name of the catalogue."""

    kind: str
    """``file`` or ``catalogue``."""
    typed: str
    """The word, without the folder that a file lies in."""
    file: str
    """The file they stand in, and its hash as ``sha256sum`` prints it."""
    sha256: str
    wagers: tuple[Proposition, ...]


def meant(word: str, rulebook: Rulebook | None = None) -> Meant:
    """What a word means; raises with every fault. Names of the catalogue have no ending and no folder."""
    path = Path(word)
    if word and (path.suffix or len(path.parts) > 1 or path.exists()):
        wagers = load_own_wagers(path, rulebook)
        return Meant("file", path.name, path.name, _sha256(path.read_bytes()), wagers)
    wagers = named(word)
    file = next(f"{name}.toml" for name, held in catalogue_files().items() if wagers[0] in held.wagers)
    return Meant("catalogue", word, file, _sha256(FOLDER.joinpath(file).read_bytes()), wagers)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def comparable(odds: Odds, wager: str) -> Published | None:
    """What was published of a wager for the very cards that are priced here."""
    told = catalogue().published.get(wager)
    return told if told and told.edge and odds.composition == decks(told.decks) else None
