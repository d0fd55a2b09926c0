"""The loop that writes. The model and the choice are passed in, and are the check's own.

The check's `step` gives logits that depend on every id so far, so that a loop which shows it
less than the whole text writes another one. Its `choose` is not greedy, and one counts how often
it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from lmhead.checks.formatting import format_call
from lmhead.checks.function_task import (
    Attempt,
    CustomPart,
    FunctionPart,
    FunctionTask,
    Values,
    register,
)
from lmhead.checks.functions import Case, Mistake
from lmhead.checks.result import Part
from lmhead.checks.tolerance import ROUNDING, Array
from lmhead.decoding import generate as reference
from lmhead.messages import say
from lmhead.softmax import softmax

from ..word_ids import as_id, as_ids, ids_problem

NAME = "generate"
PREFIX = "04-decoding/generate"

VOCABULARY = 7
Step = Callable[[Any], Array]
Choose = Callable[[Any], int]


def _show(name: str, args: tuple[Any, ...]) -> str:
    _, prompt, _, *numbers = args
    rest = format_call("", (prompt, *numbers))
    prompt_text, _, numbers_text = rest[1:-1].rpartition("], ")
    return f"{name}(step, {prompt_text}], choose, {numbers_text})"


# -- the model and the choices --------------------------------------------------------------------


def _step(seed: int) -> Step:
    """A model whose logits depend on all ids so far and on their order."""

    def step(ids: Any) -> Array:
        checked = as_ids(ids)
        if checked is None:
            raise TypeError("step takes the list of all ids so far")
        if not all(0 <= item < VOCABULARY for item in checked):
            raise ValueError(f"step was given an id that is not from 0 to {VOCABULARY - 1}")
        key = seed
        for item in checked:  # a hash, as Knuth's multiplication makes it
            key = (key + item + 1) * 2_654_435_761 % 2**32
        row: Array = _orders()[(key >> 8) % len(_orders())].copy()
        return row

    return step


@cache
def _orders() -> Array:
    """Logits in every order, (5040, 7): a generator made anew for each of the calls is slow."""
    return np.array(list(permutations(range(VOCABULARY)))) / 4


def _logits(z: Any) -> Array:
    if type(z) is not np.ndarray or z.shape != (VOCABULARY,):
        raise TypeError(f"choose takes the logits of the next word, of shape ({VOCABULARY},)")
    return z


def _second_best() -> Choose:
    return lambda z: int(np.argsort(_logits(z))[-2])


def _second_best_of_numpy() -> Choose:
    """As numpy gives it: an int64 that equals the stop, and is never the same object."""
    return lambda z: np.argsort(_logits(z))[-2]


def _best() -> Choose:
    return lambda z: int(np.argmax(_logits(z)))


def _near_1() -> Choose:
    """Tells logits from shares: it looks at their size."""
    return lambda z: int(np.argmin(np.abs(_logits(z) - 1.0)))


def _counting() -> Choose:
    """Another place in the order each time it is asked: one question a word, no more."""
    asked = 0

    def choose(z: Any) -> int:
        nonlocal asked
        asked += 1
        return int(np.argsort(_logits(z))[-1 - (2 * asked) % 5])

    return choose


@dataclass(frozen=True)
class Loop(Case):
    """A call of `generate`. Each copy has a `choose` of its own, which has not counted yet."""

    new_choice: Callable[[], Choose] = _best

    def copy(self) -> tuple[Any, ...]:
        step, prompt, _, *rest = self.args
        return (step, list(prompt), self.new_choice(), *rest)


def _loop(
    seed: int, prompt: Sequence[int], new_choice: Callable[[], Choose], *numbers: int
) -> Loop:
    return Loop((_step(seed), list(prompt), new_choice(), *numbers), new_choice)


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**31))


def _prompt(rng: np.random.Generator, length: int) -> list[int]:
    return [int(item) for item in rng.integers(VOCABULARY, size=length)]


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    """Texts in which each id is told apart from what a known mistake would write."""
    for length, new_choice, steps in (
        (1, _best, 1),
        (3, _best, 4),
        (2, _second_best, 4),
        (3, _near_1, 4),
        (4, _counting, 5),
        (2, _best, 0),
    ):
        yield _telling(rng, length, new_choice, steps)


def _telling(
    rng: np.random.Generator, length: int, new_choice: Callable[[], Choose], steps: int
) -> Loop:
    """Draws again where all ids written would be alike, as a loop that stands still writes them."""
    while True:
        loop = _loop(_seed(rng), _prompt(rng, length), new_choice, steps)
        if steps < 2 or len(set(reference(*loop.copy())[length:])) > 1:
            return loop


def _stop_cases(rng: np.random.Generator) -> Iterator[Case]:
    """A stop that comes early, one that never comes, one that is id 0, one in the prompt."""
    yield _stopping(rng, None, at=2)
    yield _stopping(rng, 0, at=1)  # 0 is an id like any other
    while True:
        loop = _loop(_seed(rng), _prompt(rng, 2), _second_best, 4)
        written = reference(*loop.copy())[2:]
        unused = [word for word in range(VOCABULARY) if word not in written]
        if unused:
            break
    yield _loop_again(loop, unused[0])
    yield _stopping(rng, None, at=3, in_prompt=True)
    yield _stopping(rng, None, at=2, new_choice=_second_best_of_numpy)


def _loop_again(loop: Loop, stop: int) -> Loop:
    return Loop((*loop.args, stop), loop.new_choice)


def _stopping(
    rng: np.random.Generator,
    stop: int | None,
    *,
    at: int,
    in_prompt: bool = False,
    new_choice: Callable[[], Choose] = _second_best,
) -> Loop:
    """A text of 6 words in which the stop comes for the first time as word `at`, from 1."""
    while True:
        prompt = _prompt(rng, 3)
        loop = _loop(_seed(rng), prompt, new_choice, 6)
        step, begun, choose, _ = loop.copy()
        *earlier, word = (int(item) for item in reference(step, begun, choose, at)[3:])
        if word in earlier or (word != stop if stop is not None else word == 0):
            continue
        if in_prompt:
            if prompt[-1] != word:
                continue
        elif word in prompt:
            continue
        return _loop_again(loop, word)


# -- known mistakes, as loops ------------------------------------------------------------------


def _plain(
    see: Callable[[list[int], list[int]], Any] = lambda ids, prompt: list(ids),
    pick: Callable[[Choose, Array], Any] = lambda choose, z: choose(z),
    count: Callable[[int, int], int] = lambda steps, length: steps,
    give: Callable[[list[int], list[int]], Any] = lambda ids, prompt: ids,
) -> Callable[..., Any]:
    """The loop with one of its parts replaced; `stop` is as the reference has it."""

    def loop(step: Step, prompt: list[int], choose: Choose, steps: int, stop: Any = None) -> Any:
        ids = list(prompt)
        for _ in range(count(steps, len(prompt))):
            ids.append(_whole(pick(choose, step(see(ids, prompt)))))
            if stop is not None and ids[-1] == stop:
                break
        return give(ids, prompt)

    return loop


def _whole(value: Any) -> int:
    number = as_id(value)
    return -1 if number is None else number


def _twice(choose: Choose, z: Array) -> int:
    choose(z)
    return choose(z)


MISTAKES: dict[str, Mistake] = {
    "new-only": _plain(give=lambda ids, prompt: ids[len(prompt) :]),
    "last-word-only": (
        _plain(see=lambda ids, prompt: ids[-1:]),
        _plain(see=lambda ids, prompt: ids[-1]),
    ),
    "prompt-every-time": _plain(see=lambda ids, prompt: list(prompt)),
    "new-words-only-seen": _plain(see=lambda ids, prompt: ids[len(prompt) :] or list(prompt)),
    "shares-chosen-from": _plain(pick=lambda choose, z: choose(softmax(z))),
    "own-choice": _plain(pick=lambda choose, z: int(np.argmax(z))),
    "asked-twice": _plain(pick=_twice),
    "one-too-many": _plain(count=lambda steps, length: steps + 1),
    "one-too-few": _plain(count=lambda steps, length: max(steps - 1, 0)),
    "steps-as-length": _plain(count=lambda steps, length: max(steps - length, 0)),
    "last-id-returned": _plain(give=lambda ids, prompt: ids[-1]),
    "put-in-front": lambda step, prompt, choose, steps, stop=None: _in_front(
        step, prompt, choose, steps
    ),
}


def _in_front(step: Step, prompt: list[int], choose: Choose, steps: int) -> list[int]:
    ids = list(prompt)
    for _ in range(steps):
        ids = [choose(step(ids)), *ids]
    return ids


def _stop_loop(
    ends: Callable[[int, Any], bool] = lambda word, stop: stop is not None and word == stop,
    *,
    before: bool = False,
    keep: bool = True,
    whole: bool = False,
    after: bool = False,
) -> Callable[..., list[int]]:
    """The loop with another rule for its end."""

    def loop(
        step: Step, prompt: list[int], choose: Choose, steps: int, stop: Any = None
    ) -> list[int]:
        ids = list(prompt)
        for _ in range(steps):
            if before and any(ends(word, stop) for word in (ids if whole else ids[-1:])):
                break
            word = choose(step(ids))
            if not (before or after) and ends(word, stop):
                return [*ids, word] if keep else ids
            ids.append(word)
            if after and stop in ids:
                break
        return ids

    return loop


STOP_MISTAKES: dict[str, Mistake] = {
    "stop-zero": _stop_loop(lambda word, stop: bool(stop) and word == stop),
    "stop-same-object": _stop_loop(lambda word, stop: word is stop),
    "stop-ignored": _stop_loop(lambda word, stop: False),
    "stop-left-out": _stop_loop(keep=False),
    "stop-in-prompt": (
        _stop_loop(before=True),
        _stop_loop(before=True, whole=True),
        _stop_loop(after=True),
    ),
    "stop-as-count": lambda step, prompt, choose, steps, stop=None: _plain()(
        step, prompt, choose, min(steps, stop) if stop is not None else steps
    ),
    "stop-cut-later": lambda step, prompt, choose, steps, stop=None: [
        word for word in _stop_loop(lambda w, s: False)(step, prompt, choose, steps) if word != stop
    ],
}


# -- what is asked ------------------------------------------------------------------------------


def _prompt_kept(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    """Whether the caller's list of ids is afterwards what it was before."""
    for item in attempt.outcomes["text"]:
        before, after = item.case.args[1], item.reply.args_after[1:2]
        if as_ids(after[0] if after else None) != before:
            message = say(f"{PREFIX}/prompt-changed", name=NAME)
            case = _show(NAME, item.case.args)
            return part.wrong(message, misconception="prompt-changed", case=case)
    return part.right()


GENERATE = FunctionTask(
    NAME,
    ("step", "prompt", "choose", "steps", "stop=None"),
    PREFIX,
    reference,
    (
        Values("text", 2, _cases, MISTAKES),
        Values("stop", 1, _stop_cases, STOP_MISTAKES),
        CustomPart("kept", 1, _prompt_kept),
    ),
    tolerance=ROUNDING["float32"],
    problem=ids_problem(NAME, f"{PREFIX}/other-text"),
    show=_show,
)

register(GENERATE, section="04-loop", own_cases=False)
