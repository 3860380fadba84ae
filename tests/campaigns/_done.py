"""What a campaign has done so far, in a file, so that one that was stopped goes on and still tells of the whole."""

import argparse
import json
from pathlib import Path
from typing import Any

Facts = dict[str, Any]


class Done:
    """The parts that are through, each with what it came to; they hold for the same words of the campaign alone."""

    def __init__(self, file: Path | None, words: Facts, parts: dict[str, Facts]) -> None:
        self._file, self._words, self.parts = file, words, parts

    @classmethod
    def asked(cls, parser: argparse.ArgumentParser) -> None:
        """The option ``--done``."""
        parser.add_argument("--done", type=Path, help="a file of what is through: a campaign goes on after it")

    @classmethod
    def so_far(cls, parser: argparse.ArgumentParser, file: Path | None, **words: Any) -> "Done":
        """What a file holds, or nothing yet; a file of other words ends the program with a sentence."""
        if file is None or not file.exists():
            return cls(file, words, {})
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            was, parts = dict(kept["words"]), dict(kept["parts"])
        except (ValueError, KeyError, TypeError):
            parser.error(f"{file} is no file that --done has written")
        if was != words:
            told = ", ".join(f"{name} {was.get(name)}" for name in words)
            parser.error(f"{file} is of a campaign with {told}: ask for the same, or name another file")
        return cls(file, words, parts)

    def add(self, part: str, facts: Facts) -> None:
        """A part is through; the file is whole at every moment."""
        self.parts[part] = facts
        if self._file is None:
            return
        beside = self._file.with_name(f"{self._file.name}.part")
        beside.write_text(json.dumps({"words": self._words, "parts": self.parts}), encoding="utf-8")
        beside.replace(self._file)
