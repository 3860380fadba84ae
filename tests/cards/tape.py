"""Entropy for tests of the shuffle."""


class Tape:
    """Entropy that plays given bytes, and knows when it has run out."""

    def __init__(self, octets: bytes) -> None:
        self.octets = octets
        self.asked: list[int] = []

    def __call__(self, count: int) -> bytes:
        self.asked.append(count)
        if len(self.octets) < count:
            raise EOFError
        taken, self.octets = self.octets[:count], self.octets[count:]
        return taken
