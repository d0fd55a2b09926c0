"""The recipes for a misconception and for a task, followed on a copy of the repository.

They stand in `lmhead/tasks/__init__.py`. As many files are edited as they say, what is generated
is in step and the bank is judged; a piece that is left out is told with the file to edit.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
STEP = "lmhead/tasks/by_hand/sgd_step"
LOSS = "lmhead/tasks/by_hand/losses"
SETTINGS = "lmhead/tasks/by_hand/assignment.toml"

pytestmark = pytest.mark.slow


class Copy:
    """The repository as far as the recipes go, and the files that were edited in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.edited: set[str] = set()
        ignored = shutil.ignore_patterns("__pycache__", "_course", "figures")
        shutil.copytree(ROOT / "lmhead", folder / "lmhead", ignore=ignored)
        for name in (
            "pyproject.toml",
            "nbgrader_config.py",
            "tests/__init__.py",
            "tests/checks/conftest.py",
            *(
                path.relative_to(ROOT).as_posix()
                for folder in ("plugins", "submissions")
                for path in ROOT.glob(f"tests/{folder}/*.py")
            ),
            *(
                f"{root}chapters/{page}.md"
                for root in ("", "zh/")
                for page in ("intro", "teaching")
            ),
        ):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)

    def edit(self, name: str, before: str, after: str) -> None:
        """Put something in the place of what stands once in a file."""
        text = self.read(name)
        assert text.count(before) == 1, (name, before)
        self.write(name, text.replace(before, after))

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")
        self.edited.add(name)

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Python with the copy's modules."""
        command = [sys.executable, "-W", "ignore", *words]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)

    def generate(self, *words: str) -> str:
        """What is said while everything is generated."""
        done = self.run("-m", "lmhead.tasks.generate", *words)
        assert done.returncode in (0, 2), done.stderr
        return done.stderr if done.returncode else done.stdout

    def judge(self, task: str) -> list[str]:
        """What is amiss with the bank of a task."""
        done = self.run("-m", "tests.submissions.judge", task)
        assert done.stderr == ""
        return done.stdout.splitlines()[:-1]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def messages(lang: str, copy: Copy) -> str:
    return copy.read(f"lmhead/locale/{lang}/LC_MESSAGES/03-by-hand.po")


# -- a misconception --------------------------------------------------------------------------

MISTAKE = '    "third": lambda w, h, right: w - np.outer(_slope(w, h, right), h) / 3,\n'
ANSWER = """
# %% wrong: a_third
# expect: third
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h) / 3
"""


def add_mistake(copy: Copy, mistake: str = MISTAKE) -> None:
    copy.edit(f"{STEP}/check.py", '    "half": lambda', f'{mistake}    "half": lambda')


def add_sentences(copy: Copy) -> None:
    for lang, sentence in (("en", "A third of a step."), ("zh", "只走了三分之一步。")):
        file = f"{STEP}/text.{lang}.md"
        copy.edit(file, "### half\n", f"### third\n\n{sentence}\n\n### half\n")


def add_answer(copy: Copy) -> None:
    file = f"{STEP}/answers.py"
    copy.write(file, copy.read(file) + ANSWER)


def test_a_misconception_is_four_files(copy: Copy) -> None:
    add_mistake(copy)
    add_sentences(copy)
    add_answer(copy)
    said = copy.generate()
    assert sorted(re.findall(r"\S+\.po\b", said)) == [
        f"lmhead/locale/{lang}/LC_MESSAGES/03-by-hand.po" for lang in ("en", "zh")
    ]
    assert 'msgid "03-by-hand/sgd-step/third"\nmsgstr "A third of a step."' in messages("en", copy)
    assert copy.judge("03-by-hand/sgd-step") == []
    assert len(copy.edited) == 4


def test_what_a_misconception_lacks_is_told_with_its_file(copy: Copy) -> None:
    add_answer(copy)
    (said,) = copy.judge("03-by-hand/sgd-step")
    assert (
        f"{STEP}/answers.py, '# %% wrong: a_third' hears 03-by-hand/sgd-step/other-length" in said
    )
    assert f"of the mistakes in {STEP}/check.py the first that fits is named" in said
    add_mistake(copy)
    (said,) = copy.judge("03-by-hand/sgd-step")
    assert "check.py says 03-by-hand/sgd-step/third: write it into both texts" in said
    copy.edit(f"{STEP}/text.en.md", "### half\n", "### third\n\nA third of a step.\n\n### half\n")
    assert f"{STEP}/text.zh.md lacks '### third', which text.en.md has" in copy.generate()


def test_a_mistake_that_takes_an_answer_from_another_is_told(copy: Copy) -> None:
    """The answer with a rate of 0.1 was the only one to hear of another length."""
    add_mistake(copy, MISTAKE.replace("third", "tenth").replace("h) / 3", "h) / 10"))
    said = "\n".join(copy.judge("03-by-hand/sgd-step"))
    assert "'# %% wrong: other_rate' hears 03-by-hand/sgd-step/tenth and not" in said
    assert f"{STEP}/text.en.md has '### other-length', and no answer hears it" in said


# -- a task -----------------------------------------------------------------------------------

CHECK = {
    "FILL IN: what the task asks for, in a line.": "The loss for each of the four words.",
    "FILL IN: the right numbers, as the reference computes them.": "The losses at the chapter's h.",
    "RIGHT = np.zeros(4)": "RIGHT = -log_softmax(logits(H, W_OUT))",
    "from lmhead.checks.values import numbers\n": (
        "from lmhead.checks.values import numbers\n"
        "from lmhead.four_words import W_OUT, H\n"
        "from lmhead.softmax import log_softmax, logits\n"
    ),
    '{"lost-sign": -RIGHT}': (
        '{"lost-sign": -RIGHT, "shares": np.exp(-RIGHT), "doubled": 2 * RIGHT, '
        '"halved": RIGHT / 2, "base-2": RIGHT / np.log(2)}'
    ),
    "03-FILL IN": "03-loss",
    "FILL IN: what gets the points.": "All four numbers, to three decimals.",
}
NAMED = ("lost-sign", "shares", "doubled", "halved", "base-2")
TEXT = """# {title}

## you give

{give}

## prompt

{prompt}

## parts

### losses

{title}

## messages

{messages}

## hints

### 1

{hint}
"""
SOLUTION = """### BEGIN SOLUTION
z = W_OUT @ np.array([1, 0, 1])
losses = np.log(np.exp(z).sum()) - z
### END SOLUTION
"""
FORMS = {
    "typed": "losses = [0.6265233, 1.6265233, 1.6265233, 2.6265233]",
    "rounded": "losses = [0.627, 1.627, 1.627, 2.627]",
    "array": "losses = np.array([0.6265, 1.6265, 1.6265, 2.6265])",
    "from_shares": "p = np.exp([2, 1, 1, 0])\nlosses = -np.log(p / p.sum())",
    "from_the_total": "losses = np.log(np.exp([2, 1, 1, 0]).sum()) - np.array([2, 1, 1, 0])",
}
WRONG = {
    "lost_sign": "losses = [-0.6265, -1.6265, -1.6265, -2.6265]",
    "shares": "p = np.exp([2, 1, 1, 0])\nlosses = p / p.sum()",
    "doubled": "losses = [1.2530, 3.2530, 3.2530, 5.2530]",
    "halved": "losses = [0.31326, 0.81326, 0.81326, 1.31326]",
    "base_2": "losses = [0.903882, 2.346577, 2.346577, 3.789272]",
}


def fill_in(copy: Copy) -> None:
    check = copy.read(f"{LOSS}/check.py")
    for before, after in CHECK.items():
        assert before in check
        check = check.replace(before, after)
    copy.write(f"{LOSS}/check.py", check)
    copy.write(f"{LOSS}/solution.py", SOLUTION)
    contract = copy.read(f"{LOSS}/contract.py")
    contract = contract.replace("..., 5e-4)", "[0.6265, 1.6265, 1.6265, 2.6265], 5e-4)")
    copy.write(f"{LOSS}/contract.py", re.sub(r"  # FILL IN.*", "", contract))
    texts = {
        "en": ("Four losses", "four numbers", "What is the loss for each?", "Not so.", "Look."),
        "zh": ("四个损失", "四个数", "每个词的损失是多少？", "不是这样。", "看一看。"),
    }
    for lang, (title, give, prompt, sentence, hint) in texts.items():
        said = "\n\n".join(f"### {name}\n\n{sentence}" for name in NAMED)
        text = TEXT.format(title=title, give=give, prompt=prompt, messages=said, hint=hint)
        copy.write(f"{LOSS}/text.{lang}.md", text)
    blocks = [f"# %% right: {name}\n{source}\n" for name, source in FORMS.items()]
    for name, source in WRONG.items():
        expect = name.replace("_", "-")
        blocks.append(f"# %% wrong: {name}\n# expect: {expect}\n# points: 0\n{source}\n")
    copy.write(f"{LOSS}/answers.py", "\n".join(blocks))


def test_a_task_is_one_folder_and_a_line(copy: Copy) -> None:
    made = copy.generate("--new", "03-by-hand/losses").split()[1::2]
    assert f"{LOSS}/ is a task without a line under [tasks] in {SETTINGS}" in copy.generate()
    copy.edit(SETTINGS, 'impossible = "limits"\n', 'losses = "by-hand"\nimpossible = "limits"\n')
    assert f"{LOSS}/check.py still says FILL IN" in copy.generate()
    fill_in(copy)
    said = copy.generate()
    assert said.startswith("wrote "), said
    assert {*made, SETTINGS} == copy.edited | {f"{LOSS}/__init__.py"}
    assert len(made) <= 8

    assert copy.judge("03-by-hand/losses") == []
    for root, row, heading in (
        ("", "| 5 Four losses | four numbers | 2 |", "## 5 · Four losses"),
        ("zh/", "| 5 四个损失 | 四个数 | 2 |", "## 5 · 四个损失"),
    ):
        cells = json.loads(copy.read(f"{root}solutions/03-by-hand/03-by-hand.ipynb"))["cells"]
        text = {cell["id"]: "".join(cell["source"]) for cell in cells}
        assert row in text["title"]
        assert "six tasks and 22 points" in text["title"] or "共六题，22 分" in text["title"]
        assert text["losses-prompt"].startswith(heading)
        assert text["losses"] == 'check("03-by-hand/losses", losses)'
        intro = copy.read(f"{root}chapters/intro.md")
        assert re.search(r"\[6 [^]]*\]\(\.\./exercises/03-by-hand/", intro)
        assert re.search(r"\| 3 \| \*chain\*.*\*losses\*", intro)


def test_the_new_task_is_released_and_graded_at_home(copy: Copy) -> None:
    copy.generate("--new", "03-by-hand/losses")
    copy.edit(SETTINGS, 'impossible = "limits"\n', 'losses = "by-hand"\nimpossible = "limits"\n')
    fill_in(copy)
    copy.generate()
    code = """
from pathlib import Path
from lmhead.course import ASSIGNMENTS
from lmhead.grading.classroom.release import release
from lmhead.grading.notebook.self_check import check_notebook
from tests.submissions import submission, the_class
import nbformat
for name in ASSIGNMENTS:
    release(Path(), name)
student = the_class("03-by-hand")[0]
nbformat.write(submission("03-by-hand", "en", student.answers), "03-by-hand.ipynb")
points = {task.grade_id: task.points for task in check_notebook(Path("03-by-hand.ipynb")).tasks}
assert points == student.expected, (points, student.expected)
assert points["losses"] == 2
"""
    done = copy.run("-c", code)
    assert done.returncode == 0, done.stderr


def test_each_piece_of_a_task_that_is_missing_is_named(copy: Copy) -> None:
    code = """
from lmhead.tasks import FOLDER, TaskProblem
from lmhead.tasks.generate import generated
folder = FOLDER / "by_hand" / "sgd_step"
for path in sorted(folder.iterdir()):
    if path.is_file():
        text = path.read_bytes()
        path.unlink()
        try:
            generated()
        except TaskProblem as problem:
            print(path.name, problem, sep=": ")
        path.write_bytes(text)
generated()
"""
    said = copy.run("-c", code)
    assert said.stderr == ""
    told = dict(line.split(": ", 1) for line in said.stdout.splitlines())
    assert len(told) == 7
    for name, sentence in told.items():
        assert sentence.startswith(f"{STEP}/{name} is missing")


def test_an_id_that_cannot_be_one_or_is_there_lays_out_nothing(copy: Copy) -> None:
    assert "'03-by-hand/Loss' is no task's id" in copy.generate("--new", "03-by-hand/Loss")
    assert "'09-moon/step' is no task's id" in copy.generate("--new", "09-moon/step")
    assert f"{STEP}/ is there already" in copy.generate("--new", "03-by-hand/sgd-step")
