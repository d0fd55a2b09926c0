"""Patterns that meet text from outside take a number of steps that grows with its length only.

Steps are counted and not timed: a matcher written here walks the tree of `re`'s parser by plain
backtracking, and counts what it tries. It is held to `re` itself by what the two of them find.
"""

import ast
import importlib
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

_parser = importlib.import_module("re._parser")
_compiler = importlib.import_module("re._compiler")

PACKAGE = Path(__file__).resolve().parents[2] / "lmhead"
PLACES = ("grading", "wire", "commands", "checks", "formulas.py", "learning.py", "reporting.py")
METHODS = ("match", "fullmatch", "search", "sub", "split", "findall", "finditer")
ONE = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
MOST = 300_000  # steps, before a pattern is taken for one that has no end
SHORT = 32  # repetitions of what is pumped
CHARACTERS = [chr(code) for code in (*range(32, 127), 9, 10, 13)] + list("−中é")

Found = tuple[str, str | bytes, int, str]  # module, pattern, flags, method


def _modules() -> Iterator[Path]:
    for place in PLACES:
        path = PACKAGE / place
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _found() -> list[Found]:
    """Every pattern of these modules, with the method that it is used by."""
    found: dict[Found, None] = {}
    for path in _modules():
        tree = ast.parse(path.read_text("utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        attributes = [
            node.value.id + "." + node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        ]
        names = {
            id(node.value): node.targets[0].id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for call in calls:
            function = call.func
            if not (
                isinstance(function, ast.Attribute)
                and isinstance(function.value, ast.Name)
                and function.value.id == "re"
                and function.attr in (*METHODS, "compile")
            ):
                continue
            values = vars(importlib.import_module(module))
            pattern = _value(call.args[0], values)
            flags = [*call.args[1:2]] if function.attr == "compile" else [*call.args[2:3]]
            flags = flags if function.attr not in ("sub", "split") else []
            flags += [word.value for word in call.keywords if word.arg == "flags"]
            number = int(_value(flags[0], values)) if flags else 0
            methods = [function.attr]
            if function.attr == "compile":
                name = names.get(id(call), "")
                methods = [way for way in METHODS if f"{name}.{way}" in attributes] or ["search"]
            found.update(dict.fromkeys((module, pattern, number, way) for way in methods))
    return list(found)


def _value(node: ast.expr, values: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "<pattern>", "eval"), values)  # the package's code


class Counted:
    """A pattern, matched by plain backtracking. steps: how many atoms were tried."""

    def __init__(self, pattern: str | bytes, flags: int = 0) -> None:
        text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
        self.tree = _parser.parse(text, flags)
        self.flags = self.tree.state.flags | flags
        self.steps = 0
        self._one = cache(self._compiled)

    def _compiled(self, item: Any) -> Callable[[str], Any]:
        part = _parser.SubPattern(self.tree.state, [item])
        compiled: re.Pattern[str] = _compiler.compile(part, self.flags)
        return compiled.fullmatch

    def fits(self, item: Any, char: str) -> bool:
        name, value = item
        key = (name, tuple(value)) if str(name) == "IN" else item
        return self._one(key)(char) is not None

    def ends(self, items: Any, text: str, at: int) -> Iterator[int]:
        """Where a match of the items from `at` on may end, in the order of trying."""
        self.steps += 1
        if self.steps > MOST:
            raise OverflowError(f"more than {MOST} steps on {text[:60]!r}")
        if not items:
            yield at
            return
        for end in self._item(items[0], text, at):
            if len(items) == 1:
                yield end
            else:
                yield from self.ends(items[1:], text, end)

    def _item(self, item: Any, text: str, at: int) -> Iterator[int]:
        name, value = str(item[0]), item[1]
        self.steps += 1
        if name in ONE:
            if at < len(text) and self.fits(item, text[at]):
                yield at + 1
        elif name == "AT":
            where = _parser.SubPattern(self.tree.state, [item])
            if _compiler.compile(where, self.flags).match(text, at) is not None:
                yield at
        elif name == "BRANCH":
            for part in value[1]:
                yield from self.ends(list(part), text, at)
        elif name == "SUBPATTERN":
            yield from self.ends(list(value[3]), text, at)
        elif name == "ATOMIC_GROUP":
            yield from list(self._first(list(value), text, at))
        elif name in ("ASSERT", "ASSERT_NOT"):
            way, part = value
            start = at if way > 0 else at - part.getwidth()[0]
            held = start >= 0 and bool(self._first(list(part), text, start))
            if held == (name == "ASSERT"):
                yield at
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, part = value
            ways = self._repeat(list(part), text, at, int(least), int(most), name)
            if name == "POSSESSIVE_REPEAT":
                last = next(ways, None)
                yield from [] if last is None else [last]
            else:
                yield from ways
        else:
            raise NotImplementedError(name)

    def _first(self, items: Any, text: str, at: int) -> list[int]:
        return [end for end, _ in zip(self.ends(items, text, at), range(1), strict=False)]

    def _repeat(
        self, part: Any, text: str, at: int, least: int, most: int, name: str
    ) -> Iterator[int]:
        if len(part) == 1 and str(part[0][0]) in ONE:
            reached = at
            if name == "MIN_REPEAT":
                while reached - at <= most:
                    self.steps += 1
                    if reached - at >= least:
                        yield reached
                    if reached >= len(text) or not self.fits(part[0], text[reached]):
                        return
                    reached += 1
                return
            while reached < len(text) and reached - at < most and self.fits(part[0], text[reached]):
                self.steps += 1
                reached += 1
            for end in range(reached, at + least - 1, -1):
                self.steps += 1
                yield end
            return
        if name == "MIN_REPEAT" and least <= 0:
            yield at
        if most > 0:
            for end in self.ends(part, text, at):
                if end > at or least > 0:
                    yield from self._repeat(part, text, end, least - 1, most - 1, name)
        if name != "MIN_REPEAT" and least <= 0:
            yield at

    def spans(self, text: str, method: str) -> list[tuple[int, int]]:
        """What the method finds: all matches for those that go on, else the first."""
        found: list[tuple[int, int]] = []
        at = 0
        while at <= len(text):
            for end in self.ends(list(self.tree), text, at):
                if method != "fullmatch" or end == len(text):
                    found.append((at, end))
                    break
            else:
                end = at
            if method in ("match", "fullmatch") or (found and method == "search"):
                break
            at = max(end, at + 1)
        return found


def _witnesses(counted: Counted, items: Any) -> Iterator[str]:
    """A character for each atom of a pattern, in order."""
    for item in items:
        name, value = str(item[0]), item[1]
        if name in ONE:
            yield next((char for char in CHARACTERS if counted.fits(item, char)), "\0")
        elif name == "BRANCH":
            for part in value[1]:
                yield from _witnesses(counted, part)
        elif name == "SUBPATTERN":
            yield from _witnesses(counted, value[3])
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, _, part = value
            for _ in range(max(int(least), 1)):
                yield from _witnesses(counted, part)
        elif name in ("ASSERT", "ATOMIC_GROUP"):
            yield from _witnesses(counted, value[1] if name == "ASSERT" else value)


def _pumps(counted: Counted) -> set[tuple[str, str, str]]:
    """Beginnings, what is repeated after them, and ends that spoil a match."""
    chars = "".join(_witnesses(counted, counted.tree))[:60]
    pumps = set()
    for at in range(len(chars) + 1):
        units = {chars[:at], chars[at : at + 1], chars[at : at + 2], chars[max(at - 2, 0) : at]}
        units |= {chars[max(at - 1, 0) : at], " ", "\n"}
        pumps |= {
            (start, unit, end)
            for start in {chars[:at], ""}
            for unit in units - {""}
            for end in ("\x01",)
        }
    return pumps


def _growing(counted: Counted, method: str) -> list[str]:
    """The texts on which twice the length takes far more than twice the steps."""
    bad = []
    for start, unit, end in sorted(_pumps(counted)):
        steps = []
        for times in (SHORT, 2 * SHORT, 4 * SHORT):  # bounds such as {1,64} end the growth
            counted.steps = 0
            try:
                counted.spans(start + unit * times + end, method)
            except OverflowError as error:
                return [*bad, str(error)]
            steps.append(counted.steps)
            if len(steps) > 1 and steps[-1] <= 2.6 * steps[-2]:
                break
        else:
            bad.append(f"{start!r} + {unit!r} * n + {end!r}: {steps} steps")
    return bad


@pytest.mark.parametrize(
    ("module", "pattern", "flags", "method"),
    [pytest.param(*found, id=f"{found[0]}:{number}") for number, found in enumerate(_found())],
)
def test_twice_the_text_takes_twice_the_steps(
    module: str, pattern: str | bytes, flags: int, method: str
) -> None:
    assert not _growing(Counted(pattern, flags), method)[:3]


@pytest.mark.parametrize(
    "pattern",
    [
        r"(\d+)$",
        r" \(<ipython-input[^)]*\)",
        r"<h[1-6]>(.*?)</h[1-6]>",
        r">\s*\n\s*<",
        r"(a+)+b",
        r"(?m)^\s*check\(",
    ],
)
def test_patterns_that_backtrack_are_seen(pattern: str) -> None:
    assert _growing(Counted(pattern), "findall")


@pytest.mark.parametrize("found", _found(), ids=lambda found: str(found[0]))
def test_the_counting_matcher_finds_what_re_finds(found: Found) -> None:
    _, pattern, flags, method = found
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    counted = Counted(text, flags)
    theirs = re.compile(text, flags)
    for start, unit, end in sorted(_pumps(counted))[::29]:
        for given in (start + unit * 3 + end, start + end):
            counted.steps = 0
            if method in ("match", "fullmatch", "search"):
                match = getattr(theirs, method)(given)
                expected = [match.span()] if match is not None else []
            else:
                expected = [match.span() for match in theirs.finditer(given)]
            spans = counted.spans(given, method)
            assert [span for span in spans if span[0] < span[1]] == [
                span for span in expected if span[0] < span[1]
            ]
