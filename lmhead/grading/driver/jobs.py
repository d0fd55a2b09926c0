"""One submission as plain data: what is needed to grade it, and what comes of it.

A `Job` and a `Report` are JSON in UTF-8, so that the work can be done in another process or on
another machine, which needs neither the gradebook nor a shared disk.
"""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from ...messages import Listed, Message, listed, say
from ..notebook.master import Master, MasterCell
from ..sandbox.limits import ProcessLimits, TimeLimits

Json = Any


@dataclass(frozen=True)
class Job:
    """All that grading one submission takes.

    notebooks: the notebooks that may be the submission, by file name, as they were handed in
    (any bytes). files: what lies beside them and the released files, copied into the sandbox.
    key: of the submission, see `secret.submission_key`. sandbox: a level, or ``auto``. graded: a
    notebook that was graded before; then nothing is run, and only its page is drawn again.
    variants: the source of the course's own cases, or None.
    """

    assignment: str
    student: str
    notebooks: dict[str, bytes]
    files: dict[str, bytes]
    master: Master
    key: bytes
    times: TimeLimits = field(default_factory=TimeLimits)
    limits: ProcessLimits = field(default_factory=ProcessLimits)
    sandbox: str = "auto"
    variants: str | None = None
    graded: str | None = None

    def to_json(self) -> bytes:
        """Two lines of JSON: what a worker needs to choose a process, and the submission."""
        head = {
            "assignment": self.assignment,
            "master": [vars(cell) for cell in self.master.cells],
            "times": asdict(self.times),
            "limits": asdict(self.limits),
            "sandbox": self.sandbox,
            "variants": self.variants,
            "draws_again": self.graded is not None,
        }
        own = {
            "student": self.student,
            "notebooks": _encoded(self.notebooks),
            "files": _encoded(self.files),
            "key": self.key.hex(),
            "graded": self.graded,
        }
        return json.dumps(head).encode("ascii") + b"\n" + json.dumps(own).encode("ascii")

    @classmethod
    def from_json(cls, text: bytes) -> Job:
        head, _, own = text.partition(b"\n")
        data = json.loads(own)
        return replace(
            cls.head(head),
            student=data["student"],
            notebooks=_decoded(data["notebooks"]),
            files=_decoded(data["files"]),
            key=bytes.fromhex(data["key"]),
            graded=data["graded"],
        )

    @classmethod
    def head(cls, text: bytes) -> Job:
        """A job without its submission, which is parsed only by the process that grades it."""
        data = json.loads(text.partition(b"\n")[0])
        return cls(
            assignment=data["assignment"],
            student="",
            notebooks={},
            files={},
            master=Master(data["assignment"], tuple(MasterCell(**cell) for cell in data["master"])),
            key=b"",
            times=TimeLimits(**data["times"]),
            limits=ProcessLimits(**data["limits"]),
            sandbox=data["sandbox"],
            variants=data["variants"],
            graded="" if data["draws_again"] else None,
        )


@dataclass(frozen=True)
class Report:
    """What came of a job.

    why: for a broken one, the reason. lang: of the submission. file: the name of the notebook
    that was graded. notebook: the graded notebook (nbformat 4), as JSON text. tasks: one a
    graded cell, ``{grade_id, max_points, points, message, result}`` with points None where a
    person has to judge, and the result as `Result.to_json`. answers: by grade id, a hash of
    what a mark by hand would rest on; whole: of all of the notebook. untouched: the answer
    cells that are as they were released. page: what `feedback.page` draws.
    """

    status: Literal["graded", "broken"]
    why: Message | None = None
    lang: str = "en"
    file: str = ""
    notebook: str = ""
    tasks: list[Json] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    whole: str = ""
    untouched: list[str] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    page: Json = None

    def to_json(self) -> bytes:
        data = dict(vars(self))
        data["why"] = message_json(self.why)
        data["notes"] = [message_json(note) for note in self.notes]
        return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")

    @classmethod
    def from_json(cls, text: bytes) -> Report:
        data = json.loads(text)
        data["why"] = message_from(data["why"])
        data["notes"] = [message_from(note) for note in data["notes"]]
        return cls(**data)

    @classmethod
    def broken(cls, message_id: str, **params: Any) -> Report:
        return cls("broken", why=say(message_id, **params))


def _encoded(files: dict[str, bytes]) -> dict[str, str]:
    return {name: base64.b64encode(data).decode("ascii") for name, data in files.items()}


def _decoded(files: dict[str, str]) -> dict[str, bytes]:
    return {name: base64.b64decode(data) for name, data in files.items()}


def message_json(message: Message | None) -> Json:
    """A message as plain data: its id and what fills it."""
    if message is None:
        return None
    return {"id": message.id, "params": {name: _plain(v) for name, v in message.params.items()}}


def _plain(value: Any) -> Json:
    if isinstance(value, Message):
        return {"message": message_json(value)}
    return {"listed": list(value.items)} if isinstance(value, Listed) else value


def message_from(data: Json) -> Message | None:
    """The message that `message_json` wrote."""
    if data is None:
        return None
    return Message(data["id"], {name: _from_plain(v) for name, v in data["params"].items()})


def _from_plain(value: Json) -> Any:
    if not isinstance(value, dict):
        return value
    return listed(value["listed"]) if "listed" in value else message_from(value["message"])
