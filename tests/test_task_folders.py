"""What is committed is what the tasks' folders give, and a folder that lacks something is told."""

from pathlib import Path

import pytest

from lmhead.tasks import FOLDER, TaskProblem, assignments, folder_name
from lmhead.tasks.bank import answers, blocks
from lmhead.tasks.generate import ROOT, generated
from lmhead.tasks.texts import TASK, read

TEXT = """# A title with *h*

## you give

one number

## prompt

What is it?

## parts

### values

The values

## messages

### lost-sign

`{name}` has lost a sign.

## hints

### 1

Look at it:

    x = …
"""


def test_what_is_committed_is_what_the_folders_give() -> None:
    behind = [
        path.as_posix()
        for path, data in generated().items()
        if not (ROOT / path).is_file() or (ROOT / path).read_bytes() != data
    ]
    assert behind == [], "lmhead/tasks was changed since: run `make exercises`"


def test_a_folder_is_named_like_its_task() -> None:
    assert folder_name("03-by-hand") == "by_hand"
    assert folder_name("sgd-step") == "sgd_step"
    for assignment in assignments().values():
        assert assignment.folder == FOLDER / folder_name(assignment.id)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file below a folder of tasks that is not the course's."""
    monkeypatch.setattr("lmhead.tasks.FOLDER", tmp_path)
    return tmp_path / "moon" / "step" / "text.en.md"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_a_text_gives_the_catalogs_sentences(path: Path) -> None:
    text = read(written(path, TEXT), TASK)
    assert text.messages() == {
        "title": "A title with h",
        "part/values": "The values",
        "lost-sign": "`{name}` has lost a sign.",
        "hint-1": "Look at it:\n\n    x = …",
    }
    assert text.sections["you give"] == "one number"


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("## messages", "## mesages", "'## mesages' is no section of it"),
        ("### 1", "### 2", "hints are numbered from 1"),
        ("## prompt", "## you give", "has two sections ## you give"),
        ("# A title", "A title", "its title, '# …', was expected"),
        ("`{name}` has lost a sign.", "", "'### lost-sign' in ## messages says nothing"),
        ("## prompt\n\nWhat is it?\n", "", "has no section '## prompt'"),
        ("What is it?", "FILL IN", "still says FILL IN"),
    ],
)
def test_a_fault_of_a_text_is_a_sentence_with_its_file(
    path: Path, before: str, after: str, says: str
) -> None:
    assert before in TEXT
    with pytest.raises(TaskProblem) as told:
        read(written(path, TEXT.replace(before, after, 1)), TASK)
    assert str(told.value).startswith("lmhead/tasks/moon/step/text.en.md")
    assert says in str(told.value)


def test_a_text_that_is_not_there_is_a_sentence(path: Path) -> None:
    with pytest.raises(TaskProblem, match=r"^lmhead/tasks/moon/step/text\.en\.md is missing"):
        read(path, TASK)


def test_answers_are_read_as_they_stand(path: Path) -> None:
    file = written(
        path.with_name("answers.py"),
        "# %% right: one\n# On paper.\nx = 1\n\n\n# %% wrong: none\n# expect: a/b\n# points: 0\n",
    )
    one, none = blocks(file)
    assert (one.kind, one.name, one.said, one.source) == (
        "right",
        "one",
        {},
        "# On paper.\nx = 1\n",
    )
    assert (none.said, none.source) == ({"expect": "a/b", "points": "0"}, "\n")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("# %% rigth: one\nx = 1\n", "line 1: '# %% rigth: one' begins no answer"),
        ("# %% right: one\nx = 1\n# %% right: one\nx = 2\n", "has two answers 'right: one'"),
    ],
)
def test_a_fault_of_the_answers_is_a_sentence(path: Path, source: str, says: str) -> None:
    with pytest.raises(TaskProblem) as told:
        blocks(written(path.with_name("answers.py"), source))
    assert str(told.value).startswith("lmhead/tasks/moon/step/answers.py")
    assert says in str(told.value)


def test_an_own_message_goes_by_its_last_part_and_others_by_all() -> None:
    found = {answer.name: answer.expect for answer in answers("04-decoding", "greedy", "wrong")}
    assert found["random"] == "04-decoding/common/other-word"
    assert all("/" in str(expect) for expect in found.values())
    assert any(str(expect).startswith("04-decoding/greedy/") for expect in found.values())
    with pytest.raises(LookupError, match="no answers in 04-decoding/greed"):
        answers("04-decoding", "greed")
