"""Every belief that a chapter sets out to change has its prediction in both editions."""

import json
import re
from pathlib import Path

import pytest

from lmhead.course import ASSIGNMENTS
from lmhead.tasks.bank import answers

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: What is often believed, by chapter. A prediction's wrong option is somebody's belief.
BELIEFS = {
    "01": (
        "the last layer outputs a word, or a word's index",
        "a vocabulary is a list of words",
        "d must reach V to tell V words apart",
        "some coordinate stands for 猫",
        "the most similar direction has the largest dot product",
        "look-up and scoring are two different machines",
    ),
    "02": (
        "logits are probabilities before rounding",
        "softmax divides by the sum",
        "softmax can change who is first, or make a share zero",
        "a logit means something alone",
        "overflow is an exotic worry",
        "attention's softmax is another function",
        "the axis does not matter",
        "a share is the model's certainty about being right",
    ),
    "03": (
        "2, 1, 1, 0 → 0.5, 0.25, 0.25, 0",
        "training sets the right word's share to 1",
        "53 % means 53 of 100",
    ),
    "04": (
        "sampling picks among the best few, or is argmax with noise",
        "greedy gives the most probable sentence",
        "greedy needs softmax",
        "temperature reorders",
        "same model and prompt, same text",
        "one prediction a sentence",
    ),
    "05": (
        "tying copies E into W_out",
        "h is the current word's vector, so tying predicts a repeat",
        "tying halves the model",
        "tying is an approximation, or always better",
        "rare words learn only when they occur",
        "the dot product measures similarity alone",
    ),
    "06": (
        "the lower training loss wins",
        "perplexities compare across tokenisers",
        "one run shows who wins",
        "the head is a small last step",
    ),
}


def predictions(chapter: str, lang: str) -> set[str]:
    folder = ROOT / "chapters" if lang == "en" else ROOT / lang / "chapters"
    (page,) = folder.glob(f"{chapter}-*.md")
    return set(re.findall(r"^`{3,}\{predict\} ([\w-]+)", page.read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("chapter", BELIEFS)
def test_every_belief_is_asked_about_in_both_editions(chapter: str) -> None:
    asked = json.loads((HERE / f"rows_{chapter}.json").read_text("utf-8"))
    assert set(asked.values()) == set(BELIEFS[chapter])
    for lang in ("en", "zh"):
        assert set(asked) <= predictions(chapter, lang)


@pytest.mark.parametrize("chapter", BELIEFS)
def test_every_question_has_a_wrong_option_with_a_reply(chapter: str) -> None:
    """The directive refuses an option without a reply; here: that there is a wrong one at all."""
    for lang in ("en", "zh"):
        folder = ROOT / "chapters" if lang == "en" else ROOT / lang / "chapters"
        (page,) = folder.glob(f"{chapter}-*.md")
        for body in re.findall(
            r"^`{3,}\{predict\}(.*?)^`{3,}$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
        ):
            assert len(re.findall(r"^- \(x\) ", body, re.MULTILINE)) == 1
            assert len(re.findall(r"^- \( \) ", body, re.MULTILINE)) >= 1


#: Beliefs that no piece of code can hold: what they are about is judged in a written answer, or
#: by the predictions alone.
NOT_IN_CODE = {
    "a vocabulary is a list of words",
    "a share is the model's certainty about being right",
    "53 % means 53 of 100",
    "tying is an approximation, or always better",
    "the lower training loss wins",
    "one run shows who wins",
}


@pytest.mark.parametrize("chapter", BELIEFS)
def test_every_belief_that_code_can_hold_has_a_checks_message_that_the_bank_hears(
    chapter: str,
) -> None:
    messages = json.loads((HERE / "messages.json").read_text("utf-8"))[chapter]
    assert set(messages) == set(BELIEFS[chapter]) - NOT_IN_CODE
    (assignment,) = [name for name in ASSIGNMENTS if name.startswith(f"{chapter}-")]
    heard = {answer.expect for answer in answers(assignment, kind="wrong")}
    for ids in messages.values():
        assert set(ids) <= heard
