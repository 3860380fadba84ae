"""Cut the page's faces from the packages they come in: ``src/minibac/web/static/fonts`` is what this writes.

    npm pack source-sans@3.52.0 source-serif@4.5.1
    python3 -m venv cutting && cutting/bin/pip install fonttools==4.68.0 brotli==1.2.1
    cutting/bin/python tests/page/cut_faces.py source-sans-3.52.0.tgz source-serif-4.5.1.tgz

Nothing else runs it: the files are kept, and cut anew only when the page needs another sign or weight. The name of the
originals is reserved, so the cut faces bear ours. It prints their sizes, and the ranges that ``css/faces.css`` states.
"""

import io
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parents[2] / "src/minibac/web/static/fonts"
MOST_BYTES = 40_000
LETTERS = "".join(chr(code) for code in (*range(0x20, 0x7F), 0xA0, *range(0xC0, 0x100)))
"""ASCII, and the letters of western Europe, for the names of guests."""
SIGNS = "‘’“”–—…·±−×≈¢€←→"
MARKS = "•£§≤≥↑↓▸▾✓✗♠♥♦♣"
UNITS = 512
"""To the em, of the 1,000 drawn: that is a tenth of a pixel on the largest card, and a tenth of the bytes."""
ABOVE, BELOW = 0.93, 0.25
"""A line as high as its letters, with capitals in the middle: so words stand in the middle of a button."""


class Cut(NamedTuple):
    """A face: what it is cut from, and what is left of it."""

    file: str
    style: str
    source: str
    axes: dict[str, float | tuple[float, float]]
    text: str
    larger: float = 1
    """By how much its letters grow, to the size of those that screens usually show."""


SANS = Cut(
    file="sans",
    style="Regular",
    source="package/VF/SourceSans3VF-Upright.ttf",
    axes={"wght": (400, 700)},
    text=LETTERS + SIGNS + MARKS,
    larger=1.06,
)
SERIF = Cut(
    file="serif",
    style="SemiBold",
    source="package/VAR/SourceSerif4Variable-Roman.ttf",
    axes={"wght": 600, "opsz": 24},
    text=LETTERS + SIGNS,
)
ITALIC = Cut(
    file="serif-italic",
    style="Italic",
    source="package/VAR/SourceSerif4Variable-Italic.ttf",
    axes={"wght": 400, "opsz": 16},
    text=LETTERS + SIGNS,
)


def cut(face: Cut, data: bytes) -> bytes:
    """The face with its letters and signs and their kerning, and nothing else, as woff2."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.scaleUpem import scale_upem
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    options = Options(layout_features=["kern"], hinting=False, glyph_names=False)
    options.drop_tables += ["BASE", "DSIG", "STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(text=face.text)
    subsetter.subset(font)
    instantiateVariableFont(font, face.axes, inplace=True)
    if "fvar" in font:
        keep_kerning_still(font)
    for table in ("GDEF", "GSUB", "MVAR"):
        if table in font:
            del font[table]
    scale_upem(font, round(UNITS * face.larger))
    font["head"].unitsPerEm = UNITS
    set_line(font)
    rename(font, "minibac " + face.file.partition("-")[0].title(), face.style)
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def keep_kerning_still(font: "TTFont") -> None:
    """Pairs are kerned as in the lightest weight: what they differ by elsewhere weighs more than it shows."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in (getattr(held, "ExtSubTable", held) for held in lookup.SubTable):
            rows = table.PairSet if table.Format == 1 else table.Class1Record
            for row in rows:
                for pair in row.PairValueRecord if table.Format == 1 else row.Class2Record:
                    for value in filter(None, (pair.Value1, pair.Value2)):
                        vars(value).pop("XAdvDevice", None)
            table.ValueFormat1 &= 0x0F


def set_line(font: "TTFont") -> None:
    """How far a line reaches above and below its letters, in the three places where systems look for it."""
    above, below = round(ABOVE * UNITS), round(BELOW * UNITS)
    line, windows = font["hhea"], font["OS/2"]
    line.ascent, line.descent, line.lineGap = above, -below, 0
    windows.sTypoAscender, windows.sTypoDescender, windows.sTypoLineGap = above, -below, 0
    windows.usWinAscent, windows.usWinDescent = above, below


def rename(font: "TTFont", family: str, style: str) -> None:
    """The licence keeps the name of the original for the original; its copyright stays."""
    names = font["name"]
    told = {
        0: names.getDebugName(0),
        1: family,
        2: style,
        4: f"{family} {style}",
        6: f"{family} {style}".replace(" ", "-"),
        14: "https://openfontlicense.org",
    }
    names.names = []
    for name_id, text in told.items():
        names.setName(text, name_id, 3, 1, 0x409)


def ranges(text: str) -> str:
    """The signs of a face as a ``unicode-range``.

    >>> ranges("ABCX")
    'U+41-43, U+58'
    """
    spans: list[list[int]] = []
    for code in sorted(set(map(ord, text))):
        if spans and spans[-1][1] == code - 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return ", ".join(f"U+{first:X}" + (f"-{last:X}" if last > first else "") for first, last in spans)


def member(package: tarfile.TarFile, name: str) -> bytes:
    file = package.extractfile(name)
    assert file is not None, name
    return file.read()


def main(sans: str, serif: str) -> int:
    total, notices, licence = 0, [], ""
    for path, faces in ((sans, [SANS]), (serif, [SERIF, ITALIC])):
        with tarfile.open(path) as package:
            notice, _, licence = member(package, "package/LICENSE.md").decode("utf-8").partition("\n")
            notices.append(notice.strip())
            for face in faces:
                data = cut(face, member(package, face.source))
                (FOLDER / f"{face.file}.woff2").write_bytes(data)
                total += len(data)
                print(f"{face.file}.woff2  {len(data):,} bytes\n  unicode-range: {ranges(face.text)};")
    changed = "Cut, and renamed to minibac Sans and minibac Serif, by tests/page/cut_faces.py of minibac."
    text = "\n".join([*notices, "", changed, licence])
    (FOLDER / "OFL.txt").write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")
    print(f"{total:,} bytes altogether, of {MOST_BYTES:,}")
    return 0 if total <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
