"""Chapter 06: the code that is shown and not run, the predictions, the closing questions."""

import contextlib
import io
import itertools
import json
import re
from pathlib import Path

import pytest

from tests.chapters.page import ROOT, Page
from tests.chapters.test_train_numbers import FENCE, KEPT


@pytest.fixture(params=["en", "zh"])
def page(request):
    return Page(request.param, "06-train")


# -- code that is shown and not run ------------------------------------------------------------


def fences(page):
    return [(kind, text) for kind, text in FENCE.findall(page.source)]


def test_both_editions_show_the_same_blocks():
    assert fences(Page("en", "06-train")) == fences(Page("zh", "06-train")) != []


def test_code_that_has_no_output_stands_in_the_package():
    blocks = fences(Page("en", "06-train"))
    source = {line.strip() for line in (ROOT / "lmhead" / "model.py").read_text().splitlines()}
    quoted = 0
    for (kind, text), (after, _) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind == "python" and after != "text":
            lines = [line.strip() for line in text.splitlines()]
            assert set(lines) <= source
            quoted += len(lines)
    assert quoted >= 8


@pytest.mark.torch
@pytest.mark.slow
def test_torch_prints_what_the_page_shows(torch):
    """All blocks with an output, in the page's order, as a reader would run them."""
    blocks = fences(Page("en", "06-train"))
    namespace = {}
    ran = 0
    for (kind, code), (after, expected) in itertools.pairwise(blocks):
        if (kind, after) != ("python", "text"):
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, namespace)
        assert printed.getvalue() == expected, code
        ran += 1
    assert ran >= 8


@pytest.mark.torch
def test_at_the_start_a_tied_model_prefers_the_word_just_read_a_little(torch):
    from lmhead.model import LanguageModel, preset

    tokens = torch.arange(2000).reshape(40, 50)
    for tied, least, most in ((True, 1.5, 4.0), (False, 0.9, 1.1)):
        torch.manual_seed(0)
        model = LanguageModel(preset("tiny", tied=tied))
        with torch.no_grad():
            shares = model(tokens).softmax(-1)
        own = shares.gather(-1, tokens.unsqueeze(-1)).mean().item()
        assert least < 10_000 * own < most


@pytest.mark.torch
@pytest.mark.slow
def test_what_a_position_keeps_is_what_the_file_says(torch):
    from bench.activations import measure

    assert measure() == KEPT


# -- predictions and the closing questions -----------------------------------------------------


def test_every_row_of_the_chapter_has_a_prediction(page):
    rows = json.loads(Path(__file__).with_name("rows_06.json").read_text("utf-8"))
    assert set(rows) <= {name for name, _ in page.predictions}
    assert len(set(rows.values())) == 4


def test_the_right_option_stands_in_different_places(page):
    asked = [(name, marks) for name, marks in page.predictions if name.startswith("06-")]
    places = [marks.index("x") for _, marks in asked]
    assert len(places) == 12
    assert all(marks.count("x") == 1 and len(marks) >= 3 for _, marks in asked)
    assert max(places.count(place) for place in range(3)) <= 0.5 * len(places)


def questions(page, prefix):
    """Id -> (the question, its options with their marks), without replies."""
    found = {}
    for name, body in re.findall(r"^```\{predict\} (\S+)\n(.*?)^```$", page.source, re.M | re.S):
        if name.startswith(prefix):
            body = re.sub(r"^:first: .*\n", "", body)
            question = body.split("\n- (")[0].strip()
            found[name] = (question, re.findall(r"^- (\(.\) .+)$", body, re.M))
    return found


def test_the_closing_questions_are_those_of_the_front_page(page):
    first = questions(Page(page.edition, "intro"), "intro-")
    again = questions(page, "closing-")
    assert len(again) == 8
    assert {name.replace("closing-", "intro-"): asked for name, asked in again.items()} == first
    named = re.findall(r"^```\{predict\} closing-(\S+)\n:first: intro-(\S+)$", page.source, re.M)
    assert len(named) == 8
    assert all(one == other for one, other in named)
