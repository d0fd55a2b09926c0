"""The catalogs: both languages say the same things, all that the code says, and nothing else."""

import ast
import contextvars
import re
import string
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import lmhead
from lmhead import messages
from lmhead.checks.hints import count_of
from lmhead.checks.registry import tasks
from lmhead.checks.render import MARKS
from lmhead.checks.result import Result
from lmhead.course import ASSIGNMENTS
from lmhead.grading.pages.feedback import WORDS
from lmhead.grading.sandbox.watchdog import REASONS
from lmhead.messages import current_language, language, listed, say, sentence, use_language
from lmhead.tasks import assignments
from lmhead.tasks.by_hand.impossible.check import DISTRIBUTIONS, IMPOSSIBLE
from lmhead.tasks.texts import ASSIGNMENT, read
from tests.submissions import answers
from tests.submissions.judge import amiss

PACKAGE = Path(lmhead.__file__).parent
LOCALE = PACKAGE / "locale"
DOMAINS = sorted(path.stem for path in LOCALE.glob("en/LC_MESSAGES/*.po"))


def catalog(lang: str, domain: str) -> dict[str, str]:
    with (LOCALE / lang / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id}


def everything(lang: str) -> dict[str, str]:
    return {key: text for domain in DOMAINS for key, text in catalog(lang, domain).items()}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_is_a_catalog_for_each_assignment_and_a_common_one() -> None:
    assert set(DOMAINS) == {messages.DOMAIN, *ASSIGNMENTS}
    for domain in ASSIGNMENTS:
        assert all(key.startswith(domain + "/") for key in catalog("en", domain))
    assert not any(key[0].isdigit() for key in catalog("en", messages.DOMAIN))


@pytest.mark.parametrize("domain", DOMAINS)
def test_both_languages_have_the_same_ids_in_the_same_order(domain: str) -> None:
    assert list(catalog("zh", domain)) == list(catalog("en", domain))


@pytest.mark.parametrize("domain", DOMAINS)
def test_both_languages_fill_in_the_same_things(domain: str) -> None:
    chinese = catalog("zh", domain)
    for key, english in catalog("en", domain).items():
        # The English name of a word stands beside it in English alone.
        glosses = {name for name in placeholders(english) if name.endswith("_gloss")}
        assert placeholders(chinese[key]) == placeholders(english) - glosses, key


@pytest.mark.parametrize("lang", messages.LANGUAGES)
def test_every_sentence_is_one_in_its_language(lang: str) -> None:
    for key, text in everything(lang).items():
        assert text == text.strip(), key
        assert text, key
        assert "!" not in text, key
        assert "！" not in text, key
        chinese = any("\u4e00" <= character <= "\u9fff" for character in text)
        if lang == "zh":
            # The word logits is the same in both; the headline has only what fills it.
            assert chinese or key.endswith(("/part/logits", "/headline")), key
        else:
            for word in ("猫", "狗", "鱼", "跑"):
                text = text.replace(word, "")
            assert not any("\u3000" <= character <= "\u9fff" for character in text), key


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_the_compiled_catalog_is_that_of_the_text(tmp_path: Path, lang: str, domain: str) -> None:
    folder = LOCALE / lang / "LC_MESSAGES"
    with (folder / f"{domain}.po").open("rb") as file, (tmp_path / "mo").open("wb") as compiled:
        write_mo(compiled, read_po(file, locale=lang, domain=domain))
    assert (folder / f"{domain}.mo").read_bytes() == (tmp_path / "mo").read_bytes(), (
        "the .po was changed since: run `make messages`"
    )


def written_out() -> set[str]:
    """The ids that stand as a whole in a call of `say` or `sentence` anywhere in the package."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else None
            name = node.func.id if isinstance(node.func, ast.Name) else name
            first = node.args[0]
            if name in ("say", "sentence", "_label") and isinstance(first, ast.Constant):
                found.add(first.value)
    return found


def literals() -> set[str]:
    """Every string of the package: an id may be chosen in one line and said in another."""
    return {
        node.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def lost_reasons() -> set[str]:
    """Why a learner's process can be lost: every `PeerLost("…")` in the package, and the limits."""
    return set(REASONS) | {
        node.args[0].value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", None) or getattr(node.func, "attr", None))
        in ("PeerLost", "_lost")
        and isinstance(node.args[0], ast.Constant)
    }


def put_together() -> set[str]:
    """The ids that the code puts together, outside the tasks."""
    return {
        *(f"status/{status}" for status in MARKS),
        *(f"label/{label}" for label in ("case", "expected", "got")),
        *(f"lost/{reason}" for reason in lost_reasons()),
        *(f"feedback/{word}" for word in WORDS),
        "function/wrong-dtype",
        "function/widened",
    }


@pytest.mark.slow
def test_the_common_catalog_holds_what_the_code_says_and_nothing_else() -> None:
    common = {key for key in written_out() | put_together() if not key[0].isdigit()}
    known = set(catalog("en", messages.DOMAIN))
    assert common - known == set(), "said, but not in the catalog"
    unsaid = known - common - literals()
    assert unsaid == set(), "in the catalog, but never said"


def sentences_heard(assignment: str, results: Iterable[Result]) -> set[str]:
    """The ids of an assignment's own sentences in what its answers are told."""
    heard = set()
    for result in results:
        heard |= {part.message.id for part in result.parts if part.message}
        heard |= {f"{result.task}/part/{part.id}" for part in result.parts}
        heard.add(f"{result.task}/title")
    return {key for key in heard if key.startswith(assignment + "/")}


def sentences_to_hear(assignment: str) -> set[str]:
    """The ids of its catalog, but for the hints, which are asked for and come in steps."""
    hints = {
        f"{task.id}/hint-{n + 1}"
        for task in tasks(assignment)
        for n in range(count_of(task.id, "en"))
    }
    known = set(catalog("en", assignment))
    assert hints <= known
    return known - hints


@pytest.mark.slow
@pytest.mark.survey  # test_bank.py looks at one record of the bank
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_tasks_sentences_are_those_that_the_bank_hears(assignment: str) -> None:
    """Every misconception has a wrong answer that meets it; no sentence is there for nothing."""
    assert [sentence for task in tasks(assignment) for sentence in amiss(task.id)] == []
    heard = {answer.expect for answer in answers(assignment)}
    for message in read(assignments()[assignment].folder / "text.en.md", ASSIGNMENT).messages():
        assert message == "title" or f"{assignment}/{message}" in heard


def test_each_wrong_letter_has_its_own_reply() -> None:
    for letter in set(DISTRIBUTIONS) - {IMPOSSIBLE}:
        assert sentence(f"03-by-hand/impossible/{letter.lower()}", "en", letter=letter, h="[0]")


def test_every_task_has_a_title_in_both_languages() -> None:
    for assignment in ASSIGNMENTS:
        for task in tasks(assignment):
            assert sentence(f"{task.id}/title", "en") != sentence(f"{task.id}/title", "zh")


def test_a_value_that_looks_like_a_placeholder_stays_a_value() -> None:
    message = say("cell/assertion", text="{name} {0} {text.__class__}")
    assert message.text("en") == "Not right yet: {name} {0} {text.__class__}"


def test_an_unknown_id_or_language_is_an_error() -> None:
    with pytest.raises(KeyError, match="no sentence for the message id 'value/nothing'"):
        sentence("value/nothing")
    with pytest.raises(ValueError, match="the language is 'fr'; the course speaks en and zh"):
        use_language("fr")


def test_the_language_of_a_notebook_lasts_when_every_cell_has_a_context_of_its_own() -> None:
    before = current_language()
    try:
        for lang in ("zh", "en"):
            contextvars.Context().run(use_language, lang)  # as a kernel in a browser does
            assert contextvars.Context().run(current_language) == lang
    finally:
        use_language(before)


def test_the_language_is_chosen_for_a_block_and_back_again() -> None:
    before = current_language()
    with language("zh"):
        assert sentence("status/right") == "正确"
    assert current_language() == before


def test_a_list_has_the_marks_of_its_language() -> None:
    message = say("value/not-an-option", name="x", options=listed("AB"))
    assert "A, B" in message.text("en")
    assert "A、B" in message.text("zh")
    assert message.to_json("zh")["params"]["options"] == "A、B"
    with language("zh"):
        assert listed([1, 2.5]).text() == "1、2.5"


def test_no_sentence_in_chinese_has_the_commas_of_english() -> None:
    for key, text in everything("zh").items():
        assert not re.search(r"[一-龥`}][,;]|, ?[一-龥]", text), key
