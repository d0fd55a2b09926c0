"""Formulas are MathML, whole and tied to their punctuation, or a warning."""

import re
from xml.etree import ElementTree

import pytest
from docutils.utils.math import MathError

from web import math_font
from web.mathml import to_mathml

FORMULAS = [
    r"p_k = \frac{e^{z_k}}{\sum_{j=1}^{V} e^{z_j}}",
    r"\mathbf{h} \in \mathbb{R}^d",
    r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",
    r"-\ln p_{\text{猫}} \approx 0.63",
    r"\left\| h \right\| \le \sqrt{2}",
]


def text_of(formula):
    return "".join(ElementTree.fromstring(to_mathml(formula)).itertext())


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_result_is_well_formed(formula):
    assert ElementTree.fromstring(to_mathml(formula)).tag == "math"


def test_every_symbol_of_the_source_is_there():
    assert text_of(r"p_k = \frac{e^{z_k}}{\sum_{j=1}^{V} e^{z_j}}") == "pk=ezk∑j=1Vezj"


def test_a_function_stands_off_from_its_argument_but_not_from_a_bracket():
    assert "rspace" in to_mathml(r"\ln p")
    assert "rspace" not in to_mathml(r"\ln(p)")


@pytest.mark.parametrize("formula", [r"\unknown", r"\frac{1}", r"\underbrace{a+b}_{2}"])
def test_what_cannot_be_drawn_is_refused(formula):
    with pytest.raises(MathError):
        to_mathml(formula)


def test_an_unknown_command_is_a_warning_that_names_it(parse):
    page = parse("# Page\n\nText $\\unknown{x}$.\n")
    assert len(page.warnings) == 1
    assert r"\unknown" in page.warnings[0]
    assert "index.md:3" in page.warnings[0]


def test_punctuation_stays_on_the_formulas_line(parse):
    html = parse("# Page\n\nScores ($z$), shares $p$, then **$h$**; 份额 $p$。完\n").html
    spans = re.findall(r'<span class="math[^>]*>(.*?)</span>', html)
    around = [re.sub(r"<math.*</math>", "M", span) for span in spans]
    assert around == ["(M),", "M,", "M", "M。"]
    # Nothing is lost or doubled on the way.
    assert re.sub(r"<[^>]+>|\s", "", html.split("<h1>")[1]).startswith(
        "Page¶Scores(z),sharesp,thenh;份额p。完"
    )


def test_equal_signs_elsewhere_in_the_paragraph_stay_where_they_are(parse):
    html = parse("# Page\n\n占 `0.7`。*returns* 之后是 $h$。\n").html
    text = re.sub(r"<[^>]+>|\s", "", html.split("<h1>")[1])
    assert text.startswith("Page¶占0.7。returns之后是h。")
    assert not text.startswith("Page¶占0.7。returns之后是h。。")


def test_numbered_equations_keep_number_and_anchor(parse):
    page = parse("# Page\n\n$$\na = b\n$$ (sum)\n\nSee {eq}`sum`.\n")
    assert page.warnings == []
    assert 'id="equation-sum"' in page.html
    assert '<span class="eqno">(1)' in page.html


def test_the_font_has_what_the_formulas_are_drawn_with(tmp_path):
    pages = [to_mathml(formula) for formula in FORMULAS]
    points = math_font.formula_characters(pages)
    # `<mi>p</mi>` is drawn with the italic p, the root sign comes from an element.
    assert {0x1D45D, ord("√"), ord("∑"), ord("0")} <= points
    math_font.write_font(points, tmp_path)
    from fontTools.ttLib import TTFont

    font = TTFont(tmp_path / math_font.FILE)
    missing = points - set(font.getBestCmap())
    # Han characters come from the reader's text font, the invisible sign has no shape.
    assert missing <= {ord("猫"), 0x2061}
    assert "STIX" not in font["name"].getDebugName(1)
    variants = font["MATH"].table.MathVariants
    root = font.getBestCmap()[ord("√")]
    row = variants.VertGlyphCoverage.glyphs.index(root)
    sizes = [
        v.AdvanceMeasurement for v in variants.VertGlyphConstruction[row].MathGlyphVariantRecord
    ]
    assert sizes == sorted(set(sizes))
    assert len(sizes) >= 4


def test_the_same_formulas_give_the_same_font(tmp_path):
    points = math_font.formula_characters([to_mathml(r"\sqrt{x}")])
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    math_font.write_font(points, tmp_path / "a")
    math_font.write_font(points, tmp_path / "b")
    assert (tmp_path / "a" / math_font.FILE).read_bytes() == (
        tmp_path / "b" / math_font.FILE
    ).read_bytes()
