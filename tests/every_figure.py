"""What holds for every figure, in either language; and how the tests read one."""

import re
import xml.etree.ElementTree as ET

import pytest

from lmhead.figures import drawing

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ("en", "zh")


def parse(svg):
    return ET.fromstring(str(svg))


def marked(svg, kind):
    """The elements that carry data-<kind>, by its value."""
    return {n.get(f"data-{kind}"): n for n in parse(svg).iter() if n.get(f"data-{kind}")}


def texts(svg):
    return [node.text for node in parse(svg).iter(f"{SVG}text")]


def desc(svg):
    return parse(svg).find(f"{SVG}desc").text


def each(draw):
    """Run a test, or a class of them, on every figure that ``draw`` names, in both languages."""
    cases = [
        pytest.param(lang, name, id=f"{name}-{lang}") for lang in LANGUAGES for name in draw(lang)
    ]
    return pytest.mark.parametrize(("lang", "name"), cases)


class EveryFigure:
    """Inherit, put `each` on it, and give it ``draw``: the figures of a language by their names."""

    draw = None

    def test_is_xml_with_a_title_and_a_description_that_name_it(self, lang, name):
        root = parse(self.draw(lang)[name])
        title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert len(told.text) > len(title.text) > 0
        assert root.get("aria-labelledby").split() == [title.get("id"), told.get("id")]

    def test_has_no_colour_of_its_own(self, lang, name):
        markup = str(self.draw(lang)[name])
        assert not re.search(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(", markup)
        for colour in re.findall(r"(?:fill|stroke):([^;\"]+)", markup):
            assert colour in ("currentColor", "none") or colour.startswith("var(--"), colour
        # Text without a fill would be black in the dark.
        for node in parse(markup).iter(f"{SVG}text"):
            assert "fill:" in node.get("style")

    def test_keeps_everything_inside_its_box(self, lang, name):
        root = parse(self.draw(lang)[name])
        _, _, wide, high = map(float, root.get("viewBox").split())
        assert wide == drawing.WIDTH
        for node in root.iter(f"{SVG}rect"):
            x, y, w, h = (float(node.get(a)) for a in ("x", "y", "width", "height"))
            assert 0 <= x <= x + w <= wide + 1e-6
            assert 0 <= y <= y + h <= high
        for node in root.iter(f"{SVG}circle"):
            assert 0 <= float(node.get("cx")) <= wide
        for node in root.iter(f"{SVG}text"):
            x, y = float(node.get("x")), float(node.get("y"))
            # A letter of size s is about 0.58 s wide, a Chinese one s.
            size = float(re.search(r"font-size:([\d.]+)px", node.get("style"))[1])
            length = size * sum(1 if ord(c) > 0x2E80 else 0.58 for c in node.text)
            left = {"start": x, "middle": x - length / 2, "end": x - length}
            start = left[node.get("text-anchor")]
            assert start >= -1, node.text
            assert start + length <= wide + 1, node.text
            assert 0 < y <= high

    def test_shares_no_id_with_another_of_the_page(self, lang, name):
        page = self.draw(lang)
        ids = set(re.findall(r'\bid="([^"]+)"', str(page[name])))
        assert len(ids) >= 2
        for other in page:
            if other != name:
                assert not ids & set(re.findall(r'\bid="([^"]+)"', str(page[other])))

    def test_is_shown_by_a_notebook(self, lang, name):
        svg = self.draw(lang)[name]
        assert svg._repr_html_() == svg.markup == str(svg)
        assert len(repr(svg)) < 60
