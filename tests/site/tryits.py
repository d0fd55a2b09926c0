"""The try-it tasks of the chapters, read from their sources, and what runs them in the page."""

import functools
import importlib.util
import json
import re
from dataclasses import dataclass, field

from tests.chapters.page import pages
from web import tryit_assets

_DIRECTIVE = re.compile(r"^````\{tryit\} (\S+)\n(.*?)^````$", re.M | re.S)
_EARLIER = re.compile(r"\A:earlier: (.*)\n")
_PART = re.compile(r"^```(template|solution|check)\n(.*?)^```$", re.M | re.S)


@functools.cache
def runner():
    """web/tryit/runner.py, the file that the page loads into Pyodide."""
    spec = importlib.util.spec_from_file_location("tryit_runner", tryit_assets.HERE / "runner.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass
class Answer:
    passed: bool | None
    line: int | None
    message: str
    printed: str


def answer(code, check="", language="en"):
    """What the page would say of ``code``."""
    pieces = []
    said = json.loads(runner().answer(code, check, language, pieces.append))
    return Answer(**said, printed="".join(pieces))


@dataclass
class Task:
    edition: str
    page: str
    name: str
    parts: dict = field(default_factory=dict)
    earlier: list = field(default_factory=list)

    def check(self, code):
        return answer(code, self.parts["check"], self.edition)


@functools.cache
def tasks(edition):
    """Every task of an edition by its id, in the order of the pages."""
    found = {}
    for page in pages(edition):
        for name, body in _DIRECTIVE.findall(page.source):
            earlier = _EARLIER.match(body)
            found[name] = Task(
                edition,
                page.name,
                name,
                dict(_PART.findall(body)),
                earlier[1].split() if earlier else [],
            )
    return found
