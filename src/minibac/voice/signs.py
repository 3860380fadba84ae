"""Words that a document cannot show: the fonts that come with Typst have no Chinese signs, and not every other one."""

import re

from minibac.voice.said import said

UNSHOWN = re.compile(r"the text `\"?(.+?)\"?` could not be displayed")
"""How Typst tells it."""
ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")


class NoSignError(ValueError):
    """Signs that the fonts of a document lack. The message is a sentence for whoever wrote the first of them."""

    def __init__(self, signs: tuple[str, ...]) -> None:
        self.signs = signs
        self.said = said("the fonts of a PDF have no sign {sign}: write it in other letters", sign=signs[0])
        super().__init__(str(self.said))


def unshown(error: Exception) -> NoSignError | None:
    """What is wrong where a document ended because signs could not be shown; its diagnostic names all of them."""
    found = UNSHOWN.findall(f"{error}\n{getattr(error, 'diagnostic', '')}")
    signs = (ESCAPED.sub(lambda code: chr(int(code[1], 16)), sign) for sign in found)
    return NoSignError(tuple(dict.fromkeys(signs))) if found else None
