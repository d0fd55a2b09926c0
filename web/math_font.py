"""A small font for formulas, for readers whose device has none.

Windows, macOS and iOS come with a mathematical font; Android and many Linux systems do not, and
then a browser draws no root sign, stretches no bracket and takes italic letters from anywhere. So
the site carries the STIX glyphs that its formulas use, from the copy that matplotlib brings, with
the table of mathematical measures that this old version of STIX lacks. It is a few kilobytes, and
a browser that finds a mathematical font of the system first never loads it.
"""

from __future__ import annotations

import re
from copy import deepcopy
from html import unescape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

NAME = "lmhead Math"
FILE = "lmhead-math.woff"
LICENSE_FILE = "lmhead-math.LICENSE.txt"

_FORMULA = re.compile(r"<math\b.*?</math>", re.S)
_TAG = re.compile(r"<[^>]*>")
# CSS draws `<mi>x</mi>` with the italic letter of Unicode's mathematical block; the page holds the
# plain one. These are the blocks' first letters; the italic h has a place of its own.
_ITALIC = {"A": 0x1D434, "a": 0x1D44E, "Α": 0x1D6E2, "α": 0x1D6FC}
_PLANCK = 0x210E
_ROOT = "√"

# Where matplotlib keeps the same signs in larger sizes, from small to large.
_SIZES = ("STIXSizOneSymReg", "STIXSizTwoSymReg", "STIXSizThreeSymReg", "STIXSizFourSymReg")
_UPRIGHT_SIGNS = "()[]{}⟨⟩⌊⌋⌈⌉√∑∏∫"
_FLAT_SIGNS = "⏞⏟"
# A taller bar is the bar itself, stretched; it has no other feature that could suffer.
_BARS = "|‖"
_BAR_FACTORS = (1.2, 1.5, 2.0, 3.0, 4.0)
# For what is taller than the largest size of a bracket, that size is stretched too.
_BRACKETS = "()[]{}"
_BRACKET_FACTORS = (1.3, 1.7, 2.2)

# OpenType's MATH constants for STIX's proportions, in thousandths of the type size. The names are
# the specification's; the axis is the height of the minus sign, the rule the thickness of its bar.
_AXIS, _RULE, _GAP = 258, 66, 66
CONSTANTS = {
    "ScriptPercentScaleDown": 72,
    "ScriptScriptPercentScaleDown": 58,
    "DelimitedSubFormulaMinHeight": 1300,
    "DisplayOperatorMinHeight": 1300,
    "MathLeading": 150,
    "AxisHeight": _AXIS,
    "AccentBaseHeight": 450,
    "FlattenedAccentBaseHeight": 662,
    "SubscriptShiftDown": 210,
    "SubscriptTopMax": 368,
    "SubscriptBaselineDropMin": 160,
    "SuperscriptShiftUp": 360,
    "SuperscriptShiftUpCramped": 252,
    "SuperscriptBottomMin": 120,
    "SuperscriptBaselineDropMax": 230,
    "SubSuperscriptGapMin": 150,
    "SuperscriptBottomMaxWithSubscript": 380,
    "SpaceAfterScript": 40,
    "UpperLimitGapMin": 135,
    "UpperLimitBaselineRiseMin": 300,
    "LowerLimitGapMin": 135,
    "LowerLimitBaselineDropMin": 670,
    "StackTopShiftUp": 470,
    "StackTopDisplayStyleShiftUp": 780,
    "StackBottomShiftDown": 385,
    "StackBottomDisplayStyleShiftDown": 690,
    "StackGapMin": 3 * _GAP,
    "StackDisplayStyleGapMin": 7 * _GAP,
    "StretchStackTopShiftUp": 800,
    "StretchStackBottomShiftDown": 590,
    "StretchStackGapAboveMin": _GAP,
    "StretchStackGapBelowMin": _GAP,
    "FractionNumeratorShiftUp": 480,
    "FractionNumeratorDisplayStyleShiftUp": 640,
    "FractionDenominatorShiftDown": 480,
    "FractionDenominatorDisplayStyleShiftDown": 640,
    "FractionNumeratorGapMin": _GAP,
    "FractionNumDisplayStyleGapMin": 3 * _GAP,
    "FractionRuleThickness": _RULE,
    "FractionDenominatorGapMin": _GAP,
    "FractionDenomDisplayStyleGapMin": 3 * _GAP,
    "SkewedFractionHorizontalGap": 350,
    "SkewedFractionVerticalGap": 68,
    "OverbarVerticalGap": 175,
    "OverbarRuleThickness": _RULE,
    "OverbarExtraAscender": _RULE,
    "UnderbarVerticalGap": 175,
    "UnderbarRuleThickness": _RULE,
    "UnderbarExtraDescender": _RULE,
    "RadicalVerticalGap": 82,
    "RadicalDisplayStyleVerticalGap": 170,
    "RadicalRuleThickness": _RULE,
    "RadicalExtraAscender": 78,
    "RadicalKernBeforeDegree": 65,
    "RadicalKernAfterDegree": -335,
    "RadicalDegreeBottomRaisePercent": 60,
}


def formula_characters(pages: list[str]) -> set[int]:
    """The code points that the formulas of these HTML pages are drawn with."""
    formulas = [formula for page in pages for formula in _FORMULA.findall(page)]
    plain = {character for formula in formulas for character in unescape(_TAG.sub("", formula))}
    points = {ord(character) for character in plain if not character.isspace()}
    for character in plain:
        for first, italic in _ITALIC.items():
            if 0 <= ord(character) - ord(first) < 26:
                points.add(italic + ord(character) - ord(first))
    if "h" in plain:
        points.add(_PLANCK)
        points.discard(_ITALIC["a"] + ord("h") - ord("a"))
    if any("<msqrt" in formula or "<mroot" in formula for formula in formulas):
        points.add(ord(_ROOT))
    return points


def _add_sizes(font: Any, larger: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Copy the larger sizes of the font's signs into it; its vertical and horizontal variants."""
    glyphs, widths = font["glyf"], font["hmtx"].metrics
    cmap = font.getBestCmap()
    vertical: dict[str, list[tuple[str, int]]] = {}
    horizontal: dict[str, list[tuple[str, int]]] = {}

    def length(name: str, flat: bool) -> int:
        glyph = glyphs[name]
        return int(glyph.xMax - glyph.xMin if flat else glyph.yMax - glyph.yMin)

    def stretched(name: str, factors: tuple[float, ...]) -> list[tuple[str, int]]:
        taller = []
        for factor in factors:
            copy = f"{name}.times{factor}"
            glyphs[copy] = deepcopy(glyphs[name])
            glyphs[copy].coordinates.scale((1, factor))
            glyphs[copy].coordinates.toInt()
            glyphs[copy].recalcBounds(glyphs)
            widths[copy] = widths[name]
            taller.append((copy, length(copy, False)))
        return taller

    for sign in _BARS:
        base = cmap.get(ord(sign))
        if base is not None:
            vertical[base] = [(base, length(base, False)), *stretched(base, _BAR_FACTORS)]
    for sign in _UPRIGHT_SIGNS + _FLAT_SIGNS:
        base, flat = cmap.get(ord(sign)), sign in _FLAT_SIGNS
        if base is None:
            continue
        found = [(base, length(base, flat))]
        for number, source in enumerate(larger):
            name = source.getBestCmap().get(ord(sign))
            if name is None:
                continue
            copy = f"{base}.size{number + 1}"
            glyphs[copy] = source["glyf"][name]
            widths[copy] = source["hmtx"].metrics[name]
            # The root's fourth size is a part for building taller ones, not a whole sign.
            if length(copy, flat) > found[-1][1]:
                found.append((copy, length(copy, flat)))
        if sign in _BRACKETS:
            found += stretched(found[-1][0], _BRACKET_FACTORS)
        (horizontal if flat else vertical)[base] = found
    return vertical, horizontal


def _overhangs(font: Any) -> dict[str, int]:
    """By how much each letter leans over its own width: room for what stands above its right."""
    glyphs, widths = font["glyf"], font["hmtx"].metrics
    overhangs = {}
    for point, name in font.getBestCmap().items():
        if (point >= 0x1D400 or point == _PLANCK) and glyphs[name].numberOfContours:
            overhangs[name] = max(0, glyphs[name].xMax - widths[name][0])
    return overhangs


def write_font(points: set[int], folder: Path) -> None:
    """Write the font and its licence into ``folder``; a code point that STIX lacks is left out."""
    from fontTools import subset
    from fontTools.otlLib.builder import buildMathTable
    from fontTools.ttLib import TTFont
    from matplotlib import get_data_path

    source = Path(get_data_path()) / "fonts" / "ttf"
    font = TTFont(source / "STIXGeneral.ttf", recalcTimestamp=False)
    options = subset.Options(name_IDs=[0, 1, 2, 4, 6, 7, 13, 14], hinting=False)
    options.drop_tables += ["FFTM"]  # the font editor's time stamps
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    vertical, horizontal = _add_sizes(font, [TTFont(source / f"{name}.ttf") for name in _SIZES])
    buildMathTable(
        font,
        constants=CONSTANTS,
        # Never empty: browsers drop a MATH table without this part.
        italicsCorrections=_overhangs(font) or {font.getGlyphOrder()[0]: 0},
        minConnectorOverlap=20,
        vertGlyphVariants=vertical or None,
        horizGlyphVariants=horizontal or None,
    )
    # The licence keeps the name STIX for the unmodified fonts.
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = NAME.replace(" ", "-") if record.nameID == 6 else NAME
    font.flavor = "woff"
    font.save(folder / FILE)
    (folder / LICENSE_FILE).write_bytes((source / "LICENSE_STIX").read_bytes())


def make_font(app: Sphinx, exception: Exception | None) -> None:
    """Read the finished pages and write the font they need beside the other assets."""
    if exception is not None or app.builder.name != "html":
        return
    out = Path(app.outdir)
    pages = [path.read_text(encoding="utf-8") for path in sorted(out.rglob("*.html"))]
    write_font(formula_characters(pages) or {ord("x")}, out / "_static")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to the end of the build."""
    app.connect("build-finished", make_font)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
