"""Progress as the build writes it: what there is to pass on each page, with every count at 0."""

import json
import re
from html import unescape

import pytest

from lmhead.checks import registry
from lmhead.course import ASSIGNMENTS
from web.build import ROOT
from web.labels import progress as labels
from web.progress import Items, checked_tasks, course_items

QUESTION = """
```{{predict}} {name}
Which?

- ( ) a

  No.

- {second} b

  Reply.

- {third} c

  Reply.
```
"""
TRYIT = """
````{{tryit}} {name}
Add.

```template
a = 0
```

```solution
a = 1
```

```check
expect(value("a"), 1)
```
````
"""


def question(name, right):
    marks = ["(x)" if number == right else "( )" for number in (1, 2)]
    return QUESTION.format(name=name, second=marks[0], third=marks[1])


PAGE = (
    "# A page\n\nText.\n" + question("first", 1) + TRYIT.format(name="cell") + question("last", 2)
)
INTRO = "# A course\n\n```{progress}\n```\n\n```{toctree}\nfirst\nplain\n```\n"


def tags(html, name):
    """The opening tags ``<name …>`` of a page."""
    return re.findall(rf"<{name}\b[^>]*>", html)


def items(tag):
    return json.loads(unescape(re.search(r'data-items="([^"]*)"', tag)[1]))


def test_a_page_says_below_its_title_what_there_is_to_pass(parse):
    page = parse(PAGE)
    assert page.warnings == []
    (line,) = tags(page.html, "lmhead-progress")
    assert items(line) == {"questions": [["first", 3, 1], ["last", 3, 2]], "tryits": ["cell"]}
    assert re.search(r"</h1>\s*<lmhead-progress\b", page.html)
    text = re.sub(r"<[^>]*>", "", page.html)
    assert "Predictions: 0 of 2 answered, 0 right" in text
    assert "Try it: 0 of 1 passed" in text
    # Without JavaScript, which alone can count, the line does not show.
    assert "pst-js-only" in line


def test_what_is_not_on_a_page_is_not_counted_on_it(parse):
    assert tags(parse("# Plain\n\nText.").html, "lmhead-progress") == []
    only = parse("# A page\n\nText.\n" + TRYIT.format(name="cell")).html
    assert "Try it: " in only
    assert "Predictions" not in only


def test_the_table_has_a_row_for_each_page_with_something_to_pass(parse):
    made = parse(INTRO, first=PAGE, plain="# Plain\n\nText.")
    assert made.warnings == []
    rows = tags(made.html, "tr")
    (row,) = [row for row in rows if "data-items" in row]
    assert items(row) == {"questions": [["first", 3, 1], ["last", 3, 2]], "tryits": ["cell"]}
    assert re.search(r'<th scope="row"><a href="first.html">A page</a>', made.html)
    foot = re.sub(r"<[^>]*>", " ", made.html.partition("<tfoot>")[2].partition("</tfoot>")[0])
    assert foot.split() == ["All", "0", "/2", "0", "0", "/1", "0", "/0"]
    # What the table cannot do without JavaScript is said, and its buttons are not there.
    assert re.search(r"<noscript><p[^>]*>Progress is counted with JavaScript", made.html)
    assert "pst-js-only" in tags(made.html, "lmhead-progress-table")[0]


def test_a_chinese_page_speaks_chinese(parse):
    html = parse(INTRO, first=PAGE, language="zh_CN").html
    text = re.sub(r"<[^>]*>", " ", html)
    assert "存为文件" in text
    for english in labels.EN.values():
        words = english.partition("{")[0].strip()
        assert len(words) < 6 or words not in text


def test_the_directive_takes_nothing(parse):
    assert "none permitted" in parse("# A page\n\n```{progress}\ntext\n```").warnings[0]


def test_both_languages_fill_in_the_same():
    tables = [labels.EN, labels.ZH]
    assert [set(table) for table in tables] == [set(tables[0])] * len(tables)
    for key in tables[0]:
        names = [sorted(re.findall(r"\{\w+\}", table[key])) for table in tables]
        assert names[0] == names[1], key


class Pages:
    """Of Sphinx's environment, what the list of the course asks for."""

    def __init__(self, doctrees, below):
        self.doctrees, self.toctree_includes = doctrees, below

    def doc2path(self, page):
        return page + (".ipynb" if page.startswith("exercises/") else ".md")

    def get_doctree(self, page):
        assert not page.startswith("exercises/")  # a notebook has no predictions of its own
        return self.doctrees


@pytest.mark.parametrize("below", [["exercises/01/01-name"], []], ids=["notebook", "none"])
def test_a_notebook_stands_in_the_row_of_its_chapter(parse, below):
    doctree = parse("# Plain\n\nText.").doctree
    env = Pages(doctree, {"intro": ["chapter"], "chapter": below})
    expected = [("chapter", "exercises/01/01-name", Items(notebook="01-name"))] if below else []
    assert course_items(env, "intro") == expected


@pytest.mark.parametrize("tree", ["", "zh"])
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_notebook_s_checks_are_the_tasks_of_its_assignment(assignment, tree):
    notebook = ROOT / tree / "exercises" / assignment / f"{assignment}.ipynb"
    found = checked_tasks(notebook)
    assert len(found) == len(set(found))
    assert set(found) == {task.id for task in registry.tasks(assignment)}
