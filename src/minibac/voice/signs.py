"""Words that a document cannot show: the fonts that come with Typst have no Chinese signs, and not every other one."""

import re

from minibac.voice.said import said

UNSHOWN = re.compile(r"the text `\"?(.+?)\"?` could not be displayed")
"""How Typst tells it."""


class NoSignError(ValueError):
    """A sign that the fonts of a document lack. The message is a sentence for whoever wrote it."""

    def __init__(self, sign: str) -> None:
        self.said = said("the fonts of a PDF have no sign {sign}: write it in other letters", sign=sign)
        super().__init__(str(self.said))


def unshown(error: Exception) -> NoSignError | None:
    """What is wrong where a document ended because a sign could not be shown."""
    found = UNSHOWN.search(str(error))
    return NoSignError(found[1]) if found else None
