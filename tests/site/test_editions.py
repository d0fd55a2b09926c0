"""The two editions agree where they must: settings, tables of contents, exercises, anchors."""

import ast
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

from lmhead.course import ASSIGNMENTS, SITE_URL, exercise_path
from tests.test_vocabulary import KEPT
from web.build import ROOT
from web.editions import EDITIONS
from web.labels import LABELS
from web.pages import toc_pages

PAGES = toc_pages(ROOT / "_toc.yml")
# What an edition's _config.yml may say differently.
OWN = {"title", "author", "copyright", "exclude_patterns", "bibtex_bibfiles"}


# Labels that are signs, numbers or a term.
SAME = {
    *("explorer.logit", "explorer.say-and", "explorer.say-exponential", "explorer.say-logit"),
    *("explorer.say-scaled", "lite.gate.workers", "progress.of"),
}


def tree(edition):
    return ROOT / EDITIONS[edition].folder


def config(edition):
    return yaml.safe_load((tree(edition) / "_config.yml").read_text(encoding="utf-8"))


def test_the_labels_of_the_site_are_said_in_every_language():
    en, zh = LABELS["en"], LABELS["zh"]
    assert set(en) == set(zh)
    for key in en:
        assert key in SAME or re.search(r"[\u4e00-\u9fff]", zh[key]), key
        assert not re.search(r"[\u4e00-\u9fff]", en[key]), key
        assert set(re.findall(r"{\w+}", en[key])) == set(re.findall(r"{\w+}", zh[key])), key


def test_settings_differ_only_where_they_must():
    en, zh = config("en"), config("zh")
    assert {key: value for key, value in en.items() if key not in OWN | {"sphinx"}} == {
        key: value for key, value in zh.items() if key not in OWN | {"sphinx"}
    }
    assert en["sphinx"]["config"]["extensions"] == zh["sphinx"]["config"]["extensions"]
    assert en["sphinx"]["config"]["language"] == "en"
    assert zh["sphinx"]["config"]["language"] == "zh_CN"


def test_the_tables_of_contents_are_the_same():
    assert toc_pages(tree("zh") / "_toc.yml") == PAGES
    assert {f"exercises/{name}/{name}" for name in ASSIGNMENTS} <= set(PAGES)


# --- exercises -----------------------------------------------------------------------------------


def cells(assignment, edition):
    path = exercise_path(assignment, edition)
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def without_strings(source):
    """The code's syntax tree with every string emptied; comments are no part of it."""
    parsed = ast.parse(source)
    for node in ast.walk(parsed):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(parsed)


def source(cell):
    return "".join(cell["source"])


@pytest.fixture(params=ASSIGNMENTS)
def both(request):
    return cells(request.param, "en"), cells(request.param, "zh")


def test_exercises_have_the_same_cells(both):
    def outline(notebook):
        return [(c["cell_type"], c["metadata"].get("nbgrader")) for c in notebook]

    assert outline(both[0]) == outline(both[1])


def test_graded_and_locked_code_is_byte_identical(both):
    def locked(notebook):
        return [
            source(c)
            for c in notebook
            if c["cell_type"] == "code" and c["metadata"].get("nbgrader", {}).get("locked")
        ]

    assert locked(both[0]) == locked(both[1]) != []


def test_exercise_code_differs_in_nothing_but_strings(both):
    def code(notebook):
        return [
            without_strings(re.sub(r"^(\s*)[%!].*$", r"\1pass", source(c), flags=re.M))
            for c in notebook
            if c["cell_type"] == "code"
        ]

    assert code(both[0]) == code(both[1])


# --- the built pages -----------------------------------------------------------------------------


class Built(HTMLParser):
    """What the tests ask of a built page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.anchors: list[str] = []
        self.options: list[str] = []
        self.links: dict[tuple[str, str], str] = {}
        self.meta: dict[str, list[str]] = {}
        self.lang = ""
        self.switch: dict[str, str | None] = {}
        self.code = 0
        self.hrefs: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if values.get("id"):
            self.ids.add(values["id"])
        if tag == "a" and values.get("href"):
            self.hrefs.append(values["href"])
        if tag == "html":
            self.lang = values["lang"]
        elif tag == "link":
            self.links[values.get("rel"), values.get("hreflang", "")] = values["href"]
        elif tag == "meta" and values.get("name"):
            self.meta.setdefault(values["name"], []).append(values["content"])
        elif tag == "lmhead-predict":
            self.options.append(values["data-question"])
        elif tag == "details" and values.get("data-verdict"):
            self.options.append(values["data-verdict"])
        elif tag == "a" and values.get("class") == "language-switch":
            self.switch = values
        elif tag == "div" and (values.get("class") or "").startswith("cell_input"):
            self.code += 1


@pytest.fixture(params=PAGES)
def pair(request, site):
    html = f"{request.param}.html"
    return request.param, Built(site / html), Built(site / "zh" / html)


@pytest.mark.slow
def test_built_pages_have_the_same_anchors_code_and_predictions(pair):
    page, en, zh = pair
    assert en.switch.get("data-anchors") == zh.switch.get("data-anchors"), page
    for built in (en, zh):
        assert set((built.switch.get("data-anchors") or "").split()) <= built.ids
    assert en.options == zh.options
    assert en.code == zh.code


@pytest.mark.slow
@pytest.mark.parametrize("lang", sorted(EDITIONS))
def test_the_glossary_keeps_the_addresses_of_its_terms(site, lang):
    page = Built(site / EDITIONS[lang].folder / "chapters" / "glossary.html")
    assert {f"term-{end}" for end in KEPT[lang].split()} <= page.ids


@pytest.mark.slow
def test_built_pages_name_themselves_and_each_other(pair):
    page, en, zh = pair
    addresses = {"en": f"{SITE_URL}{page}.html", "zh-CN": f"{SITE_URL}zh/{page}.html"}
    for built, tag in ((en, "en"), (zh, "zh-CN")):
        assert built.lang == tag
        assert built.links["canonical", ""] == addresses[tag]
        for other, address in (*addresses.items(), ("x-default", addresses["en"])):
            assert built.links["alternate", other] == address
        (other,) = set(addresses) - {tag}
        assert built.switch["lang"] == built.switch["hreflang"] == other


@pytest.mark.slow
def test_no_link_of_a_page_needs_the_published_site(pair):
    page, en, zh = pair
    for built in (en, zh):
        assert [a for a in built.hrefs if a.startswith(SITE_URL)] == [], page


@pytest.mark.slow
def test_every_page_has_one_description_in_its_language(pair):
    page, en, zh = pair
    (english,), (chinese,) = en.meta["description"], zh.meta["description"]
    assert 20 <= len(english) <= 160, page
    assert 10 <= len(chinese) <= 160, page
    assert re.search(r"[\u4e00-\u9fff]", chinese)


@pytest.mark.slow
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_sections_that_checks_link_to_are_there(site, assignment):
    from lmhead.checks import registry

    tasks = registry.tasks(assignment)
    assert tasks
    for folder in ("", "zh"):
        ids = Built(site / folder / "chapters" / f"{assignment}.html").ids
        for task in tasks:
            assert {task.anchor, task.section} <= ids, task.id


@pytest.mark.slow
def test_no_label_of_the_theme_is_left_in_english(site):
    """What a Chinese reader is told by buttons, fields and invisible labels."""
    found = []
    for page in (site / "zh").rglob("*.html"):
        # A citation's title is the work's own.
        text = re.sub(
            r'<span class="bibtex-citation.*?</span>', "", page.read_text(encoding="utf-8")
        )
        for value in re.findall(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"', text):
            if re.search(r"[A-Za-z]{3}", value) and not re.search(r"[\u4e00-\u9fff]", value):
                found.append(f"{page.name}: {value}")
    assert found == []
