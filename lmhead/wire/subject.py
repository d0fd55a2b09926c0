"""The checker's side of the wire: the learner's work as a `Subject`.

A `Subject` stands for one callable of the learner's. It can be called, and that is all:
comparing it, testing its truth, iterating it or asking for its class raises, so that a
grade cell cannot be fooled by an object that only looks right. What comes back from a
call is plain data that has been rebuilt on this side.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol, TypeGuard, TypeVar

from .codec import DEFAULT_CAPS, Caps, Decoder, Encoder, Json, WireError
from .peer import EXCEPTIONS, Peer

MAX_CALLBACKS = 100_000
T = TypeVar("T")


def is_a(value: Any, kind: type[T]) -> TypeGuard[T]:
    """`isinstance` for values that may be a `Handle`: asks the real class and nothing else."""
    return issubclass(type(value), kind)


@dataclass(frozen=True)
class Limits:
    """How long one call may take: seconds of CPU time and of clock time."""

    cpu: float = 10.0
    wall: float = 60.0


@dataclass(frozen=True)
class Fault:
    """What the learner's code raised, as plain text."""

    kind: str
    base: str
    message: str
    line: int | None = None
    source: str | None = None
    out_of_time: bool = False
    by_clock: bool = False  # it waited until its time was over, and did not compute

    def exception(self) -> BaseException:
        """An instance of the nearest allow-listed class, so that ``except ValueError`` works."""
        text = self.message if self.kind == self.base else f"{self.kind}: {self.message}"
        if self.out_of_time:
            return TimeoutError("the call was stopped: it used up its time")
        kind = EXCEPTIONS.get(self.base, Exception)
        if kind is StopIteration:
            # Raised inside map() or a loop of a grade cell it would end that quietly.
            kind = RuntimeError
        return kind(text)


@dataclass(frozen=True)
class Reply:
    """One call's outcome. Either `fault` is None and `value` is what was returned, or it raised.

    args_after: the positional arguments as the call left them; in-place changes show here.
    stdout: what the call printed (capped). cpu_time: seconds.
    """

    value: Any = None
    fault: Fault | None = None
    stdout: str = ""
    args_after: tuple[Any, ...] = ()
    cpu_time: float = 0.0


class PeerLost(Exception):
    """The learner's process is gone or does not answer. `reason` is an id for a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class HandleError(TypeError):
    """A grade cell used the learner's live object as if it were here."""


class Missing:
    """A name that the learner has not defined (or not reached)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<{self.name}: not defined>"

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NameError(f"name {self.name!r} is not defined", name=self.name)

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __len__ = __iter__ = __call__ = __getitem__ = __contains__ = __array__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __float__ = __int__ = __abs__ = __neg__ = __matmul__ = __rmatmul__ = _refuse
    __truediv__ = __rtruediv__ = _refuse
    __hash__ = None  # type: ignore[assignment]


class Handle:
    """An object that stays on the learner's side. It can be passed back in a call, no more."""

    __slots__ = ("_number", "_session", "_type")

    def __init__(self, session: Session, number: int, type_name: str) -> None:
        self._session = session
        self._number = number
        self._type = type_name

    @property
    def type_name(self) -> str:
        """What the learner's side says its class is. For a message; it proves nothing."""
        return self._type

    def __repr__(self) -> str:
        self._session.refused = self._type  # no text of ours is that of their object
        return f"<the learner's {self._type}>"

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._session.refused = self._type
        raise HandleError(
            f"this is the learner's own {self._type}, which stays in their process: "
            "call it, or ask for data (numbers, lists, arrays) that can be compared here"
        )

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __len__ = __iter__ = __getitem__ = __contains__ = __array__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __float__ = __int__ = __index__ = __abs__ = __neg__ = __matmul__ = __rmatmul__ = _refuse
    __truediv__ = __rtruediv__ = _refuse
    __hash__ = None  # type: ignore[assignment]
    # isinstance() falls back to __class__ where type() does not answer.
    __class__ = property(_refuse)
    # Asked only for what is not there: an attribute or a method of the learner's object.
    __getattr__ = _refuse


class Subject(Handle):
    """A callable of the learner's.

    name: what its definition calls it. module: where it says it was defined.
    """

    __slots__ = ("is_class", "module", "name")

    def __init__(
        self, session: Session, number: int, name: str, module: str, is_class: bool
    ) -> None:
        super().__init__(session, number, "class" if is_class else "function")
        self.name = name
        self.module = module
        self.is_class = is_class

    def call(
        self,
        args: tuple[Any, ...] | list[Any],
        kwargs: dict[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> Reply:
        """Call the learner's function on its side. Never raises what the function raises."""
        return self._session.call(self._number, tuple(args), kwargs or {}, limits)

    def drive(self, driver: str, args: tuple[Any, ...], limits: Limits | None = None) -> Reply:
        """Have one of the package's `drivers` work with the learner's object, on its side."""
        return self._session.call(self._number, args, {}, limits, driver)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """For plain ``assert`` cells: returns the value, raises the exception, prints."""
        reply = self.call(args, kwargs)
        if reply.stdout:
            print(reply.stdout, end="")
        if reply.fault is not None:
            raise reply.fault.exception()
        return reply.value


class RemoteIterator(Handle):
    """An iterator of the learner's, pulled a limited number of items at a time."""

    __slots__ = ()

    def take(
        self, count: int, limits: Limits | None = None
    ) -> tuple[list[Any], bool, Fault | None]:
        """Up to `count` next items, whether the iterator ended, and what it raised."""
        return self._session.pull(self._number, count, limits)


@dataclass(frozen=True)
class TooLargeValue:
    """Stands for a returned value that is over the caps; `what` says how large."""

    what: str


@dataclass(frozen=True)
class Seeded:
    """As an argument: arrives as ``numpy.random.default_rng(seed)``, made on the other side."""

    seed: int


Answer = Callable[[dict[str, Json]], dict[str, Json]]


class Transport(Protocol):
    """Carries one request to the peer and returns its reply.

    While it waits, the peer may send callback requests; `answer` says what to reply.
    Raises `PeerLost`.
    """

    def __call__(self, request: dict[str, Json], answer: Answer) -> dict[str, Json]: ...


@dataclass
class Session:
    """The checker's view of one learner's process."""

    transport: Transport
    limits: Limits = field(default_factory=Limits)
    caps: Caps = DEFAULT_CAPS
    #: The class of an object that was last used as if it were here, as its own side names it.
    refused: str | None = None

    def refusal(self) -> str | None:
        """What was refused since this was last asked."""
        found, self.refused = self.refused, None
        return found

    def get(self, name: str) -> Any:
        """The learner's `name`: data as a copy, a callable as a `Subject`, or `Missing`."""
        reply = self.transport({"op": "get", "name": name}, no_callbacks)
        if reply.get("missing") is True:
            return Missing(name)
        return self.decode(reply.get("value"))

    def call(
        self,
        number: int,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        limits: Limits | None = None,
        driver: str | None = None,
    ) -> Reply:
        limits = limits or self.limits
        callbacks = _Callbacks(self)
        encoder = Encoder(callbacks.encode_reference, self.caps)
        request = {
            "op": "call",
            "target": number,
            "args": [encoder.encode(item) for item in args],
            "kwargs": {name: encoder.encode(item) for name, item in kwargs.items()},
            "cpu": limits.cpu,
            "wall": limits.wall,
        }
        if driver is not None:
            request["driver"] = driver
        reply = self.transport(request, callbacks.answer)
        after = reply.get("after", [])
        if not isinstance(after, list):
            raise PeerLost("garbled")
        return Reply(
            value=self.decode(reply.get("value")),
            fault=_fault(reply.get("error")),
            stdout=_text(reply.get("stdout"), 20_000),
            args_after=tuple(self.decode(item) for item in after),
            cpu_time=_seconds(reply.get("cpu")),
        )

    def pull(
        self, number: int, count: int, limits: Limits | None = None
    ) -> tuple[list[Any], bool, Fault | None]:
        limits = limits or self.limits
        request = {
            "op": "next",
            "handle": number,
            "count": count,
            "cpu": limits.cpu,
            "wall": limits.wall,
        }
        reply = self.transport(request, no_callbacks)
        values = reply.get("values", [])
        if not isinstance(values, list) or len(values) > count:
            raise PeerLost("garbled")
        return (
            [self.decode(item) for item in values],
            reply.get("done") is True,
            _fault(reply.get("error")),
        )

    def decode(self, message: Json) -> Any:
        try:
            return Decoder(self._decode_reference, self.caps).decode(message)
        except (WireError, RecursionError) as error:
            raise PeerLost("garbled") from error

    def _decode_reference(self, kind: str, message: dict[str, Json]) -> Any:
        if kind == "too-large":
            return TooLargeValue(_text(message.get("what"), 200))
        number = message.get("handle")
        if type(number) is not int or not 0 <= number < 2**31:
            raise WireError("a handle that is not one")
        match kind:
            case "callable":
                return Subject(
                    self,
                    number,
                    _text(message.get("name"), 100),
                    _text(message.get("module"), 200),
                    message.get("class") is True,
                )
            case "iterator":
                return RemoteIterator(self, number, _text(message.get("type"), 200))
            case "opaque":
                return Handle(self, number, _text(message.get("type"), 200))
        raise WireError(f"unknown kind {kind[:40]!r}")


class _Callbacks:
    """The functions that a check passes into one call, and the answers when they are used."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._functions: list[Callable[..., Any]] = []
        self._used = 0

    def encode_reference(self, value: Any) -> Json:
        kind = type(value)
        if issubclass(kind, Handle):
            return {"$": "handle", "handle": value._number}
        if kind is Seeded:
            return {"$": "rng", "seed": value.seed}
        if callable(value):
            self._functions.append(value)
            name = getattr(value, "__name__", "function")
            return {"$": "callback", "id": len(self._functions) - 1, "name": name}
        raise TypeError(f"a check cannot send a {kind.__name__} to the learner's function")

    def answer(self, request: dict[str, Json]) -> dict[str, Json]:
        self._used += 1
        if self._used > MAX_CALLBACKS:
            raise PeerLost("too-many-callbacks")
        number, args, kwargs = request.get("id"), request.get("args"), request.get("kwargs")
        if (
            type(number) is not int
            or not 0 <= number < len(self._functions)
            or not isinstance(args, list)
            or not isinstance(kwargs, dict)
        ):
            raise PeerLost("garbled")
        decode = self._session.decode
        values = [decode(item) for item in args]
        named = {str(key): decode(item) for key, item in kwargs.items()}
        try:
            result = self._functions[number](*values, **named)
        except Exception as error:  # the learner called it wrongly: theirs to see
            base = next(k.__name__ for k in type(error).__mro__ if k.__name__ in EXCEPTIONS)
            return {"error": {"base": base, "message": str(error)[:1000]}}
        return {"value": Encoder(self.encode_reference, self._session.caps).encode(result)}


def no_callbacks(request: dict[str, Json]) -> dict[str, Json]:
    """The answer to a peer that asks back where nothing was passed that it could ask for."""
    raise PeerLost("garbled")


def _text(value: Json, limit: int) -> str:
    """The first characters of a text, without lone surrogates: no file can hold them."""
    cut = value[:limit] if isinstance(value, str) else ""
    return cut.encode("utf-8", "replace").decode("utf-8")


def _seconds(value: Json) -> float:
    return float(value) if isinstance(value, (int, float)) and 0 <= value < 1e6 else 0.0


def _fault(error: Json) -> Fault | None:
    if error is None:
        return None
    if not isinstance(error, dict):
        raise PeerLost("garbled")
    line = error.get("line")
    source = error.get("source")
    base = error.get("base")
    return Fault(
        kind=_text(error.get("type"), 100) or "Exception",
        base=base if isinstance(base, str) and base in EXCEPTIONS else "Exception",
        message=_text(error.get("message"), 1000),
        line=line if type(line) is int and 0 < line < 10**6 else None,
        source=_text(source, 300) if isinstance(source, str) else None,
        out_of_time=error.get("time") is True,
        by_clock=error.get("clock") is True,
    )


class LocalSession(Session):
    """A session with a peer in this same process: the learner's own notebook.

    Everything still crosses as JSON text, so a check sees exactly what it would see at
    grading.
    """

    def __init__(self, names: dict[str, Any] | None = None, limits: Limits | None = None) -> None:
        self._answer: Answer = no_callbacks
        self._peer = Peer(names if names is not None else {}, self._ask, catch_interrupt=False)
        super().__init__(self._carry, limits or Limits())

    def wrap(self, value: Any) -> Any:
        """The learner's object as a check sees it: data as a copy, a callable as a `Subject`."""
        return self.decode(_through_text(self._peer.encode(value)))

    def _carry(self, request: dict[str, Json], answer: Answer) -> dict[str, Json]:
        before, self._answer = self._answer, answer
        try:
            reply: dict[str, Json] = _through_text(self._peer.handle(_through_text(request)))
        finally:
            self._answer = before
        return reply

    def _ask(self, request: dict[str, Json]) -> dict[str, Json]:
        answer: dict[str, Json] = _through_text(self._answer(_through_text(request)))
        return answer


def _through_text(message: Json) -> Json:
    return json.loads(json.dumps(message))
