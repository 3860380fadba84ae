"""How a dealer does: steps right the first time, errors by clause, hints asked for."""

from collections import Counter
from dataclasses import dataclass, field

from minibac.rules.refusal import Refusal
from minibac.voice.said import Said, said


@dataclass
class Score:
    """One shoe of a person who deals.

    >>> from minibac.rules.refusal import Code, refuse
    >>> score = Score()
    >>> score.wrong(refuse(Code.WRONG_COUNT, "the count is 7", "s42/h/1")); score.right(); score.right()
    >>> score.steps, score.first_time, score.errors["s42/h/1"], score.share
    (2, 1, 1, 50)
    """

    steps: int = 0
    first_time: int = 0
    hints: int = 0
    given: int = 0
    """Steps the screen did for the dealer."""
    errors: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Said] = field(default_factory=dict)
    """For each clause the last sentence that named it."""
    _clean: bool = True

    def right(self) -> None:
        """A step was accepted."""
        self.steps += 1
        self.first_time += self._clean
        self._clean = True

    def wrong(self, refusal: Refusal) -> None:
        """A step was refused: the leading clause is the one it would have broken."""
        clause = refusal.clause or refusal.code.value
        self.errors[clause] += 1
        self.examples[clause] = refusal.said
        self._clean = False

    def hinted(self) -> None:
        """The next step was asked for, so it is not counted as found alone."""
        self.hints += 1
        self._clean = False

    def passed(self) -> None:
        """The screen did a step for the dealer."""
        self.given += 1
        self._clean = True

    @property
    def share(self) -> int:
        """Steps right the first time, in percent."""
        return round(100 * self.first_time / self.steps) if self.steps else 0

    def lines(self) -> list[Said]:
        """The score in words."""
        return [
            said(
                "{first_time} of {steps} steps right the first time ({share}%).",
                first_time=self.first_time,
                steps=self.steps,
                share=self.share,
            ),
            said(
                "{errors:error|errors}, {hints:hint|hints}, {given:step|steps} done for you.",
                errors=sum(self.errors.values()),
                hints=self.hints,
                given=self.given,
            ),
        ]
