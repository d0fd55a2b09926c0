"""The package's own solutions are noticed, and a learner's own functions never taken for them."""

import functools
from typing import Any

import pytest

import lmhead
import lmhead.softmax  # so that `lmhead.softmax` is there for the functions below
from lmhead.checks.solution_use import uses_solution
from lmhead.four_words import sgd_step
from lmhead.softmax import cross_entropy_slope, softmax


def run(source: str) -> Any:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(source, names)
    return names["f"]


@pytest.mark.parametrize(
    "work",
    [
        softmax,
        sgd_step,
        functools.partial(sgd_step, "W_out"),
        functools.partial(lambda function, z: function(z), softmax),
        lambda z: softmax(z),
        lambda z: lmhead.softmax.softmax(z),
    ],
)
def test_the_solution_and_what_calls_it_are_found(work: Any) -> None:
    assert uses_solution(work)


@pytest.mark.parametrize(
    "source",
    [
        "from lmhead.softmax import softmax as f",
        "from lmhead.softmax import softmax\ndef f(z): return softmax(z)",
        "import lmhead.softmax\ndef f(z): return lmhead.softmax.softmax(z)",
        "import lmhead\ndef f(z): return lmhead.softmax.softmax(z)",
        "import lmhead.softmax as s\ndef f(z): return s.softmax(z)",
        "from lmhead import softmax as s\ndef f(z):\n    return s.softmax(z)",
        "def f(z):\n    from lmhead.softmax import softmax\n    return softmax(z)",
        "def f(z):\n    import lmhead.softmax\n    return lmhead.softmax.softmax(z)",
        "def f(z):\n    import lmhead.softmax as s\n    return s.softmax(z)",
        "def f(z):\n    from lmhead import four_words\n    return four_words.sgd_step('W_out', 3)",
        "from lmhead.softmax import softmax\ndef g(z): return softmax(z)\ndef f(z): return g(z)",
        "from lmhead.softmax import softmax\ndef f(z): return [softmax(x) for x in z]",
        "from lmhead.softmax import softmax\ndef f(z):\n    def inner(): return softmax(z)\n"
        "    return inner()",
        "from lmhead.softmax import softmax\ndef make(s):\n    def f(z): return s(z)\n"
        "    return f\nf = make(softmax)",
        "from lmhead.softmax import softmax\nclass f:\n    def forward(self, z): return softmax(z)",
        "from lmhead.tiny_lm import TinyLM\nclass f(TinyLM): pass",
    ],
)
def test_every_way_to_reach_it_from_a_notebook(source: str) -> None:
    assert uses_solution(run(source))


@pytest.mark.parametrize(
    "source",
    [
        "def softmax(z): return z\ndef f(z): return softmax(z)",
        "from lmhead.four_words import W_OUT\ndef f(z): return W_OUT @ z",
        "import lmhead.four_words\ndef f(z): return lmhead.four_words.W_OUT @ z",
        # four_words has a softmax in it; the learner's own is meant.
        "from lmhead import four_words\ndef softmax(z): return z\n"
        "def f(z): return softmax(four_words.W_OUT @ z)",
        "def f(z):\n    from lmhead.four_words import W_OUT\n    return W_OUT @ z",
        "import lmhead\nclass Head:\n    def softmax(self): return 1\nhead = Head()\n"
        "def f(z):\n    lmhead\n    return head.softmax()",
        # What a learner's own object does when it is asked is not found out.
        "class Loud:\n    def __getattr__(self, name): raise SystemExit\nloud = Loud()\n"
        "def f(z): return loud.softmax(z)",
        "def f(z): return f(z)",
        "def g(z): return f(z)\ndef f(z): return g(z)",
        "def make():\n    def f(z): return later\n    return f\n    later = 1\nf = make()",
        "class f:\n    def forward(self, z): return z",
        "f = abs",
        "f = [1, 2]",
        "f = None",
    ],
)
def test_what_is_the_learners_own_is_not_refused(source: str) -> None:
    assert not uses_solution(run(source))


def test_data_of_the_package_is_not_a_function_of_it() -> None:
    assert not uses_solution(lmhead.softmax)
    assert not uses_solution(run("from lmhead.four_words import W_OUT as f"))
    assert uses_solution(cross_entropy_slope)
