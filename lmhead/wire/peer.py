"""The learner's side of the wire: it holds their objects and makes the calls.

In a notebook at home it runs in the learner's own process; at grading it runs in the
sandbox, next to code that may be hostile. It therefore decides nothing: it reports what
came back, and the checker judges.
"""

from __future__ import annotations

import contextlib
import decimal
import functools
import io
import itertools
import linecache
import numbers
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType, TracebackType
from typing import Any

import numpy as np

from . import drivers
from .codec import DEFAULT_CAPS, Caps, Decoder, Encoder, Json, TooLarge, WireError

#: Exceptions that keep their class across the wire; others arrive as their nearest base here.
EXCEPTIONS: dict[str, type[BaseException]] = {
    kind.__name__: kind
    for kind in (
        Exception, ArithmeticError, FloatingPointError, OverflowError, ZeroDivisionError,
        AssertionError, AttributeError, BufferError, EOFError, ImportError,
        ModuleNotFoundError, LookupError, IndexError, KeyError, MemoryError, NameError,
        UnboundLocalError, NotImplementedError, OSError, FileNotFoundError, PermissionError,
        RecursionError, ReferenceError, RuntimeError, StopIteration, SyntaxError, TypeError,
        UnicodeError, ValueError, TimeoutError,
    )
}  # fmt: skip
STDOUT_CHARACTERS = 20_000
MESSAGE_CHARACTERS = 1_000


def numpy_defaults() -> np.errstate:
    """A block in which numpy treats overflow and the like as it does unless told otherwise.

    What a notebook chose for itself, `np.seterr(all="raise")`, is no part of an answer.
    """
    return np.errstate(divide="warn", over="warn", under="ignore", invalid="warn")


class TimeUp(BaseException):
    """The call used up its time. Not an `Exception`, so that ``except Exception`` lets it by."""

    @property
    def by_clock(self) -> bool:
        """Whether it waited so long, and did not compute."""
        return self.args == ("clock",)


class SignalRaised(Exception):
    """A signal that a time limit uses, and that something else asked for."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} came, which signal.alarm, signal.setitimer or os.kill had asked for, and no "
            "handler was set for it"
        )


#: Seconds after which a limit rings again, and how exact the system's timers are.
AGAIN, TICK = 0.2, 0.02
WAITING = 0.02  # the share of its time in which code computes that waits for something
_clock, _computed = time.monotonic, time.process_time  # whatever a learner puts in their place


class CappedText(io.TextIOBase):
    """What was printed, up to a limit; the rest is counted and dropped."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[str] = []
        self._length = 0
        self.dropped = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() takes a string, not {type(text).__name__}")
        room = self._limit - self._length
        if room > 0:
            self._parts.append(text[:room])
            self._length += min(room, len(text))
        self.dropped += max(0, len(text) - max(room, 0))
        return len(text)

    def getvalue(self) -> str:
        return "".join(self._parts)


def has_timer() -> bool:
    """Whether a call can be stopped from here: the system has interval timers (not Windows),
    and this is the main thread."""
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(signal, "setitimer")


@contextlib.contextmanager
def time_limit(cpu: float | None, wall: float | None) -> Iterator[None]:
    """Raise `TimeUp` in the main thread after so many seconds of CPU or of clock time.

    A signal of the same kind that something else asked for is raised as `SignalRaised`.

    Where there is no timer the block runs without a limit, and the kernel's interrupt is the
    way out.
    """
    if not (cpu or wall) or not has_timer():
        yield
        return

    timers = {
        signal.SIGPROF: (signal.ITIMER_PROF, cpu, "CPU", _computed),
        signal.SIGALRM: (signal.ITIMER_REAL, wall, "clock", _clock),
    }
    begun = {"CPU": _computed(), "clock": _clock()}
    over: list[str] = []  # the limit that was reached first

    def ring(signum: int, frame: FrameType | None) -> None:
        timer, limit, name, now = timers[signal.Signals(signum)]
        passed, again = now() - begun[name], signal.getitimer(timer)[1]
        # The kernel counts computing time in ticks, and may ring a little early.
        if limit and passed >= (limit - TICK if name == "clock" else limit / 2):
            # On a busy machine a loop may compute for less than its time when the clock's is over.
            waited = name == "clock" and _computed() - begun["CPU"] < WAITING * passed
            over.append("clock" if waited else "CPU")
        if over:
            raise TimeUp(over[0])
        if limit and not again:  # alarm() and setitimer() put their timer in the limit's place
            signal.setitimer(timer, max(limit - passed, AGAIN), AGAIN)
        raise SignalRaised(signal.Signals(signum).name)

    before = {number: signal.signal(number, ring) for number in (signal.SIGPROF, signal.SIGALRM)}
    # The interval makes the bell ring again: code that swallows the first one
    # (a bare `except:` in a loop) meets the next. Calls nest (a learner's function given
    # to a callback): the outer one gets back what was left of its time.
    left = [
        signal.setitimer(signal.ITIMER_PROF, cpu or 0, AGAIN if cpu else 0),
        signal.setitimer(signal.ITIMER_REAL, wall or 0, AGAIN if wall else 0),
    ]
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, *left[0])
        signal.setitimer(signal.ITIMER_REAL, *left[1])
        for number, handler in before.items():
            signal.signal(number, handler)


def describe_error(error: BaseException) -> dict[str, Json]:
    """The exception as plain data: class, allow-listed base, text, and the learner's line."""
    base = next(
        (kind.__name__ for kind in type(error).__mro__ if kind.__name__ in EXCEPTIONS), None
    )
    try:
        text = str(error)[:MESSAGE_CHARACTERS]
    except Exception:  # a learner's exception may fail while it is being described
        text = ""
    return {
        "type": type(error).__name__[:100],
        "base": base or "Exception",
        "message": text,
        "time": isinstance(error, TimeUp),
        "clock": isinstance(error, TimeUp) and error.by_clock,
        **_learners_line(error.__traceback__),
    }


def of_a_library(name: str) -> bool:
    """Whether a source file's name is that of an installed library, and not of a learner's."""
    return "site-packages" in name or name.startswith(sys.base_prefix) or "/lmhead/" in name


def _learners_line(trace: TracebackType | None) -> dict[str, Json]:
    """The innermost line of the error that lies in a notebook cell (or a learner's file)."""
    found: dict[str, Json] = {"line": None, "source": None}
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if not of_a_library(name):
            source = linecache.getline(name, trace.tb_lineno, trace.tb_frame.f_globals).strip()
            found = {"line": trace.tb_lineno, "source": source[:300]}
        trace = trace.tb_next
    return found


def _as_plain(value: Any) -> Any:
    """What numpy would make of an object, where that is plain data; else the object itself.

    A subclass is judged by its numbers, its own methods stay here; so are tensors, fractions,
    decimals, arrays of Python's objects or of long doubles, and ranges.
    """
    kind = type(value)
    if isinstance(value, type):
        return value
    if isinstance(value, (numbers.Rational, decimal.Decimal)) or (
        isinstance(value, float) and kind.__module__ != "numpy"
    ):
        return int(value) if isinstance(value, numbers.Integral) else float(value)
    if isinstance(value, Sequence) and kind not in (list, tuple, str, bytes):
        return list(itertools.islice(value, DEFAULT_CAPS.items + 1))
    if not isinstance(value, np.ndarray) and not hasattr(kind, "__array__"):
        return value
    if "torch" in sys.modules and isinstance(value, sys.modules["torch"].Tensor):
        value = value.detach().cpu().resolve_conj().resolve_neg()
        value = value.float() if value.is_floating_point() and value.itemsize < 4 else value
        return value.numpy()
    array = np.array(value, subok=False)
    if array.dtype.kind == "O" and isinstance(value, np.ndarray):
        return array.tolist()  # Python's objects, as lists hold them
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        return array.astype(float)
    return array


Ask = Callable[[dict[str, Json]], dict[str, Json]]


class Peer:
    """Answers requests (see the package's docstring) on the learner's objects.

    names: the learner's namespace, read when a request names something in it.
    ask: sends a request back to the checker and returns its answer (for callbacks).
    catch: the exceptions that become an error of the call. In the learner's own process an
        interrupt must still reach the notebook, so there it is not among them.
    """

    def __init__(
        self,
        names: dict[str, Any],
        ask: Ask,
        *,
        caps: Caps = DEFAULT_CAPS,
        catch_interrupt: bool = True,
    ) -> None:
        self._names = names
        self._ask = ask
        self._caps = caps
        self._catch_interrupt = catch_interrupt
        self._objects: dict[int, Any] = {}
        self._next = 1

    # -- requests ---------------------------------------------------------------------

    def handle(self, request: dict[str, Json]) -> dict[str, Json]:
        match request.get("op"):
            case "get":
                return self._get(request["name"])
            case "call":
                return self._call(request)
            case "next":
                return self._next_items(request)
        raise WireError(f"unknown request {request.get('op')!r}")

    def hold(self, value: Any) -> int:
        """A number under which the checker may refer to an object that stays here."""
        handle, self._next = self._next, self._next + 1
        self._objects[handle] = value
        return handle

    def _get(self, name: str) -> dict[str, Json]:
        if name not in self._names:
            return {"missing": True}
        return {"value": self.encode(self._names[name])}

    def _call(self, request: dict[str, Json]) -> dict[str, Json]:
        function = self._objects[request["target"]]
        if request.get("driver") is not None:
            try:  # what it loads is not the learner's time
                function = functools.partial(drivers.load(request["driver"]), function)
            except Exception as error:
                return {"error": describe_error(error), "after": []}
        decoder = Decoder(self._decode_reference, self._caps)
        args = [decoder.decode(item) for item in request["args"]]
        kwargs = {name: decoder.decode(item) for name, item in request["kwargs"].items()}
        reply, value = self._guarded(lambda: function(*args, **kwargs), request)
        if "error" not in reply:
            reply["value"] = self.encode(value)
        reply["after"] = [self.encode(item) for item in args]
        return reply

    def _next_items(self, request: dict[str, Json]) -> dict[str, Json]:
        iterator = self._objects[request["handle"]]

        def pull() -> tuple[list[Any], bool]:
            items: list[Any] = []
            for _ in range(request["count"]):
                try:
                    items.append(next(iterator))
                except StopIteration:
                    return items, True
            return items, False

        reply, pulled = self._guarded(pull, request)
        if pulled is not None:
            reply["values"] = [self.encode(item) for item in pulled[0]]
            reply["done"] = pulled[1]
        return reply

    def _guarded(
        self, run: Callable[[], Any], request: dict[str, Json]
    ) -> tuple[dict[str, Json], Any]:
        """Run the learner's code; whatever it does becomes part of the reply."""
        printed = CappedText(STDOUT_CHARACTERS)
        reply: dict[str, Json] = {}
        value = None
        start = time.process_time()
        try:
            with (
                contextlib.redirect_stdout(printed),
                numpy_defaults(),
                time_limit(request.get("cpu"), request.get("wall")),
            ):
                value = run()
        except KeyboardInterrupt as error:
            if not self._catch_interrupt:
                raise
            reply["error"] = describe_error(error)
        except WireError as error:  # a callback was given something that cannot cross
            reply["error"] = describe_error(TypeError(str(error)))
        except BaseException as error:  # SystemExit and TimeUp included
            reply["error"] = describe_error(error)
        reply["cpu"] = time.process_time() - start
        reply["stdout"] = printed.getvalue()
        return reply, value

    # -- values ------------------------------------------------------------------------

    def encode(self, value: Any) -> Json:
        """The value as JSON; what is not plain data stays here, behind a number."""
        try:
            return Encoder(self._encode_reference, self._caps).encode(value)
        except TooLarge as error:
            return {"$": "too-large", "what": str(error)}
        except Exception:  # an object that fails while it is being looked at
            return {"$": "opaque", "type": type(value).__name__[:200], "handle": self.hold(value)}

    def _encode_reference(self, value: Any) -> Json:
        kind = type(value)
        name = f"{kind.__module__}.{kind.__qualname__}"[:200]
        if isinstance(value, np.random.Generator):
            return {"$": "opaque", "type": name, "handle": self.hold(value)}
        plain = _as_plain(value)
        if plain is not value:
            return Encoder(self._encode_reference, self._caps).encode(plain)
        if callable(value):
            label = getattr(value, "__name__", None)
            module = getattr(value, "__module__", None)
            return {
                "$": "callable",
                "handle": self.hold(value),
                "name": label[:100] if isinstance(label, str) else kind.__name__[:100],
                "module": module[:200] if isinstance(module, str) else "",
                "class": isinstance(value, type),
            }
        if hasattr(kind, "__next__"):
            return {"$": "iterator", "handle": self.hold(value), "type": name}
        return {"$": "opaque", "type": name, "handle": self.hold(value)}

    def _decode_reference(self, kind: str, message: dict[str, Json]) -> Any:
        match kind:
            case "handle":
                return self._objects[message["handle"]]
            case "rng":
                return np.random.default_rng(message["seed"])
            case "callback":
                return self._callback(message["id"], message["name"])
        raise WireError(f"unknown kind {kind!r}")

    def _callback(self, number: int, name: str) -> Callable[..., Any]:
        def callback(*args: Any, **kwargs: Any) -> Any:
            encoder = Encoder(self._encode_reference, self._caps)
            answer = self._ask(
                {
                    "op": "callback",
                    "id": number,
                    "args": [encoder.encode(item) for item in args],
                    "kwargs": {key: encoder.encode(item) for key, item in kwargs.items()},
                }
            )
            if "error" in answer:
                error = answer["error"]
                raise EXCEPTIONS.get(error["base"], RuntimeError)(error["message"])
            return Decoder(self._decode_reference, self._caps).decode(answer["value"])

        callback.__name__ = callback.__qualname__ = name
        return callback
