"""A result's points, status and JSON."""

import json

import jsonschema
import pytest

from lmhead.checks.render import as_text
from lmhead.checks.result import MIME_TYPE, Part, Result, schema
from lmhead.course import ASSIGNMENTS
from lmhead.grading.notebook.grade_cells import GradeCell, _judge
from lmhead.messages import say
from tests.checks.conftest import grade, open_here
from tests.submissions import answers


def part(points: float, most: float = 2.0, status: str = "wrong") -> Part:
    return Part("logits", points, most, status)  # type: ignore[arg-type]


def result(*parts: Part, max_points: float = 4.0) -> Result:
    return Result("03-by-hand/chain", max_points, "en", parts)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.slow
@pytest.mark.survey  # test_bank.py looks at a record of the bank
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("assignment", list(ASSIGNMENTS))
def test_every_result_of_the_bank_follows_the_schema(assignment: str, lang: str) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    for answer in answers(assignment):
        if answer.name == "not_stopped":
            continue
        found = grade(f"{assignment}/{answer.task}", open_here(answer.source), lang=lang)
        data = json.loads(json.dumps(found.to_json(), allow_nan=False))
        validator.validate(data)
        assert data["lang"] == lang


def test_a_result_that_the_schema_does_not_know_is_refused() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    good = result(part(2, 2, "right")).to_json()
    validator.validate(good)
    for change in ({"status": "splendid"}, {"points": -1}, {"lang": "fr"}, {"extra": 1}):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(good | change)


@pytest.mark.parametrize(
    ("parts", "points", "status"),
    [
        ([part(2, 2, "right"), part(2, 2, "right")], 4, "right"),
        ([part(2, 2, "right"), part(0)], 2, "partial"),
        ([part(0), part(0)], 0, "wrong"),
        ([part(0, 2, "not-attempted"), part(0, 2, "not-run")], 0, "not-attempted"),
        ([part(0, 2, "not-attempted"), part(0)], 0, "wrong"),
        ([part(0), part(0, 2, "not-run")], 0, "wrong"),
        ([], 0, "wrong"),
        # Whatever a faulty check might add up to, a mark stays within the task's points.
        ([part(9, 2, "right")], 4, "right"),
        ([part(-3)], 0, "wrong"),
    ],
)
def test_points_and_status_follow_from_the_parts(
    parts: list[Part], points: float, status: str
) -> None:
    found = result(*parts)
    assert (found.points, found.status) == (points, status)


@pytest.mark.parametrize(
    ("points", "text"), [(2, "2"), (0.5, "0.5"), (0, "0"), (1 / 3, "0.333333")]
)
def test_its_plain_text_is_the_number_alone(points: float, text: str) -> None:
    found = result(part(points))
    bundle = found._repr_mimebundle_()
    # Graded, the number alone; in a notebook, for whoever prints it, the verdict.
    done = GradeCell()
    _judge(done, found, 4)
    (output,) = done.outputs
    assert output["data"]["text/plain"] == text
    assert float(text) == pytest.approx(points, abs=1e-6)
    assert bundle["text/plain"] == repr(found) == str(found) == as_text(found.to_json())
    assert bundle["text/html"].startswith("<div")
    assert bundle[MIME_TYPE]["points"] == points


@pytest.mark.parametrize(("points", "text"), [(0.0, "0"), (1.5, "1.5"), (2.0, "2")])
def test_nbgraders_own_command_reads_the_points(
    points: float, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its score is the float of text/plain, and full marks where that is no number."""
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert result(part(points))._repr_mimebundle_()["text/plain"] == text


def test_a_message_carries_its_id_its_parameters_and_its_text() -> None:
    found = Result("03-by-hand/chain", 4, "zh", (), say("cell/raised", error="E", text="t"))
    message = found.to_json()["message"]
    assert message["id"] == "cell/raised"
    assert message["params"] == {"error": "E", "text": "t"}
    assert "E" in message["text"]
