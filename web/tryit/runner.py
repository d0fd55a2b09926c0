"""Run a reader's code and a try-it's check, and say what went wrong in one sentence.

The same file runs in the page, in Pyodide, and under CPython in the course's tests. Only the
standard library is used. Nothing here isolates: the page has a worker for that, the tests trust
what they run.
"""

from __future__ import annotations

import builtins
import contextlib
import copy
import io
import json
import math
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

OUTPUT_LIMIT = 10_000  # characters of one run
SHOWN = 80  # characters of a value in a sentence
CODE, CHECK = "<your code>", "<check>"
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of an object in memory, in what repr gives

SENTENCES = {
    "en": {
        "line": "Line {line}: {what}",
        "somewhere": "{what}",
        "error": "{message} ({kind}).",
        "bare": "{kind}.",
        "during": " It happened in {call}.",
        "output": "The output passed {limit} characters, and the run was ended.",
        "missing": "There is no `{name}` in the code. Keep the name that the template has.",
        "not-callable": "`{name}` is not a function any more: something else has its name.",
        "nothing": "{call} gives nothing back. Does every way through the function end with "
        "`return`?",
        "changed": "{call} changes the list that it is given. Make a new one.",
        "expected": "{call} should give {right}; yours gives {value}.",
        "fails": "{call} cannot be called: {what}",
        "strange": "The check cannot make sense of what the code gives back: {what}",
        "hint.SyntaxError": "Python cannot read this line.",
        "hint.IndentationError": "The spaces at the start of the line do not fit the lines around "
        "it.",
        "hint.NameError": "Nothing has this name here. Is it spelled as where it was set?",
        "hint.UnboundLocalError": "The function reads this name before it sets it.",
        "hint.TypeError": "This operation does not go with values of this kind.",
        "hint.IndexError": "A list of n items has the places 0 to n - 1.",
        "hint.KeyError": "The dictionary has no such key.",
        "hint.AttributeError": "A value of this kind has nothing of this name.",
        "hint.ZeroDivisionError": "The number below the line is 0.",
        "hint.OverflowError": "The result is too large for a float.",
        "hint.SystemExit": "The program would end here. A function hands its result back with "
        "`return`.",
        "hint.RecursionError": "The function calls itself without end.",
        "hint.ModuleNotFoundError": "Only Python's standard library is here.",
        "hint.EOFError": "Nothing can be typed in while the code runs.",
        "hint.MemoryError": "There is not enough memory for it.",
    },
    "zh": {
        "line": "第 {line} 行：{what}",
        "somewhere": "{what}",
        "error": "{message}（{kind}）。",
        "bare": "{kind}。",
        "during": "这发生在 {call} 中。",
        "output": "输出超过了 {limit} 个字符，运行已中止。",
        "missing": "代码里没有 `{name}`。请保留模板中的名称。",
        "not-callable": "`{name}` 不再是函数：这个名称已被别的值占用。",
        "nothing": "{call} 没有返回值。函数的每一条路径都以 `return` 结束吗？",
        "changed": "{call} 改动了传入的列表。请另建一个列表。",
        "expected": "{call} 应为 {right}，你的代码给出 {value}。",
        "fails": "{call} 无法调用：{what}",
        "strange": "检查程序无法理解代码的返回值：{what}",
        "hint.SyntaxError": "Python 读不懂这一行。",
        "hint.IndentationError": "这一行开头的空格与上下文不一致。",
        "hint.NameError": "这里没有这个名称。拼写与赋值处一致吗？",
        "hint.UnboundLocalError": "函数在给这个名称赋值之前就读取了它。",
        "hint.TypeError": "这种运算不能用于这类值。",
        "hint.IndexError": "有 n 项的列表，位置从 0 到 n - 1。",
        "hint.KeyError": "字典里没有这个键。",
        "hint.AttributeError": "这类值没有这个属性。",
        "hint.ZeroDivisionError": "除数为 0。",
        "hint.OverflowError": "结果太大，浮点数放不下。",
        "hint.SystemExit": "程序会在这里结束。函数要用 `return` 交回结果。",
        "hint.RecursionError": "函数不停地调用自己。",
        "hint.ModuleNotFoundError": "这里只有 Python 的标准库。",
        "hint.EOFError": "代码运行时不能输入内容。",
        "hint.MemoryError": "内存不够。",
    },
}


class Wrong(Exception):
    """A check's verdict; its text is the sentence for the reader."""


class OutputLimit(BaseException):
    """The code has printed too much. No ``except Exception`` of the reader's catches it."""


class Output(io.TextIOBase):
    """What the code prints, handed on at once and counted."""

    def __init__(self, emit: Callable[[str], object]) -> None:
        self.emit = emit
        self.left = OUTPUT_LIMIT

    def writable(self) -> bool:
        return True

    def write(self, text: Any) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self.left > 0 and text:
            self.emit(text[: self.left])
        self.left -= len(text)
        if self.left < 0:
            raise OutputLimit
        return len(text)


class Run:
    """One run of a reader's code: its names, and the sentences in the page's language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.sentences = SENTENCES[language]
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.checking = False
        self.calling = False
        self.call_text = ""

    def say(self, key: str, **values: object) -> str:
        return self.sentences[key].format(**values)

    def execute(self, code: str) -> None:
        exec(compile(code, CODE, "exec"), self.names)

    # What a check's source may use

    def given(self, name: str, *earlier: str) -> Callable[..., Any]:
        """The reader's function ``name``, or that of ``earlier``, its names in older templates."""
        if name not in self.names:
            name = next((known for known in earlier if known in self.names), name)
        if name not in self.names:
            raise Wrong(self.say("missing", name=name))
        if not callable(self.names[name]):
            raise Wrong(self.say("not-callable", name=name))
        function: Callable[..., Any] = self.names[name]
        return function

    def call(self, name: str | tuple[str, ...], *arguments: Any) -> Any:
        """What the reader's function gives for ``arguments``, which it must leave as they are.

        Of several names, the first that the code has.
        """
        names = (name,) if isinstance(name, str) else name
        function = self.given(*names)
        name = next((known for known in names if known in self.names), names[0])
        self.call_text = f"`{name}({', '.join(map(shown, arguments))})`"
        handed = copy.deepcopy(arguments)
        self.calling = True
        value = function(*handed)
        self.calling = False
        if value is None:
            raise Wrong(self.say("nothing", call=self.call_text))
        if handed != arguments:
            raise Wrong(self.say("changed", call=self.call_text))
        return value

    def expect(self, value: Any, right: Any) -> None:
        """Go on if ``value``, which the last call gave, is ``right`` but for rounding."""
        if not close(value, right):
            raise Wrong(
                self.say("expected", call=self.call_text, right=shown(right), value=shown(value))
            )

    def check(self, source: str) -> None:
        """Run a check's source; ``Wrong`` when it is not content."""

        def wrong(sentence: str) -> NoReturn:
            raise Wrong(sentence)

        tools = {
            "given": self.given,
            "call": self.call,
            "expect": self.expect,
            "wrong": wrong,
            "close": close,
            "shown": shown,
        }
        self.checking = True
        exec(compile(source, CHECK, "exec"), tools)

    # What went wrong

    def complaint(self, error: BaseException) -> tuple[int | None, str]:
        """An exception as ``(line of the reader's code or None, sentence)``."""
        if isinstance(error, OutputLimit):
            line = reader_line(error)
            return line, self.at(line, self.say("output", limit=OUTPUT_LIMIT))
        if isinstance(error, SyntaxError) and error.filename == CODE:
            line, message = error.lineno, error.msg
        else:
            line, message = reader_line(error), message_of(error)
        kind = type(error).__name__
        key = "error" if message else "bare"
        what = self.say(key, message=message, kind=kind)
        if line is None:
            # Nothing of the code was being run, or only a call of it with other arguments.
            if not self.checking:
                return None, self.at(None, what)
            key = "fails" if self.calling else "strange"
            return None, self.say(key, call=self.call_text, what=what)
        hint = self.hint(error, message)
        if hint:
            what += " " + hint if self.language == "en" else hint
        if self.call_text:
            what += self.say("during", call=self.call_text)
        return line, self.at(line, what)

    def at(self, line: int | None, what: str) -> str:
        return self.say("line" if line else "somewhere", line=line, what=what)

    def hint(self, error: BaseException, message: str) -> str:
        # Only floats have a range; ints overflow where something counts in them.
        if isinstance(error, OverflowError) and "range" not in message:
            return self.sentences["hint.MemoryError"] if "index" in message else ""
        for base in type(error).__mro__:
            key = f"hint.{base.__name__}"
            if key in self.sentences:
                return self.sentences[key]
        return ""


def answer(code: str, check: str, language: str, emit: Callable[[str], object]) -> str:
    """Run ``code``, then ``check`` if it is not empty; JSON of what came of it.

    ``emit`` takes what is printed, piece by piece. The JSON has ``passed`` (None without a check),
    ``line`` (of the reader's code, from 1, or None) and ``message`` (one or two sentences, or "").
    """
    run = Run(language)
    verdict: dict[str, Any] = {"passed": None, "line": None, "message": ""}
    out = Output(emit)
    # What the check's calls print would stand there without a line that asks for it.
    silent = Output(lambda text: None)
    standard_input, sys.stdin = sys.stdin, io.StringIO()
    depth = sys.getrecursionlimit()
    try:
        with redirected(out), contextlib.suppress(SystemExit):
            run.execute(code)
        if check:
            verdict["passed"] = False
            with redirected(silent):
                run.check(check)
            verdict["passed"] = True
    except Wrong as error:
        verdict["message"] = str(error)
    except BaseException as error:  # whatever a reader raises is theirs to hear of
        verdict["line"], verdict["message"] = run.complaint(error)
        if check:
            verdict["passed"] = False
    finally:
        sys.stdin = standard_input
        sys.setrecursionlimit(depth)
    return json.dumps(verdict)


@contextlib.contextmanager
def redirected(out: Output) -> Iterator[None]:
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        yield


def reader_line(error: BaseException) -> int | None:
    """The line of the reader's code in which ``error`` arose, or None."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == CODE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def message_of(error: BaseException) -> str:
    """The exception's own words, in one line and not too long."""
    if isinstance(error, SystemExit):  # it has a number
        return ""
    try:
        text = " ".join(str(error).split())
    except BaseException:  # the reader's own class may do anything here
        return ""
    return text if len(text) <= 3 * SHOWN else text[: 3 * SHOWN] + "…"


def close(value: Any, right: Any) -> bool:
    """Whether two numbers, or two lists of them, are equal but for rounding."""
    if isinstance(right, (list, tuple)):
        return (
            isinstance(value, (list, tuple))
            and len(value) == len(right)
            and all(close(v, r) for v, r in zip(value, right))  # noqa: B905
        )
    if isinstance(right, (int, float)) and isinstance(value, (int, float)):
        try:
            return math.isclose(value, right, rel_tol=1e-6, abs_tol=1e-9)
        except OverflowError:  # an int beyond the range of floats
            return bool(value == right)
    return type(value) is type(right) and bool(value == right)


def shown(value: Any) -> str:
    """A value as it stands in a sentence: floats to six digits, cut when it is long."""
    try:
        text = _short(value, 0)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _short(value: Any, depth: int) -> str:
    if type(value) is float:
        return format(value, ".6g")
    if type(value) in (list, tuple) and depth < 3:
        # More items than a sentence has characters need not be looked at.
        inside = ", ".join(_short(item, depth + 1) for item in value[:SHOWN])
        if type(value) is list:
            return f"[{inside}]"
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if type(value) is int and abs(value) > 10**SHOWN:
        power = math.log10(abs(value))
        return f"{'-' * (value < 0)}{10 ** (power % 1):.3f}e+{int(power)}"
    text = builtins.repr(value)
    return text if isinstance(value, str) else ADDRESS.sub("", text)
