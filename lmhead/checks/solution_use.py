"""At home: notices a learner's function that is, or leans on, this package's own solution.

While grading the solutions are not there to be called, so this tells an honest learner now
what grading would tell them later. It is no protection.
"""

from __future__ import annotations

import dis
import functools
import importlib
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any

from ..course import SOLVED

_PACKAGE = __name__.split(".")[0]


def uses_solution(work: Any) -> bool:
    """Whether `work` is a function of this package, or one that calls such a function.

    Follows the learner's own functions into each other, `functools.partial`, closures, a class's
    methods and the classes that it derives from.
    Data of the package (`lmhead.four_words.W_OUT`) may be used.
    """
    waiting: list[Any] = [work]
    seen: list[Any] = []  # kept alive, so that no identity is used twice
    while waiting:
        item = waiting.pop()
        if any(item is other for other in seen):
            continue
        seen.append(item)
        if callable(item) and _is_ours(item):
            return True
        if isinstance(item, functools.partial):
            waiting += [item.func, *item.args, *item.keywords.values()]
        elif isinstance(item, type):
            waiting += [base for base in item.__mro__[1:] if _is_ours(base)]
            parts = vars(item).values()
            waiting += [each for each in parts if isinstance(each, types.FunctionType)]
        elif isinstance(item, types.MethodType):
            waiting.append(item.__func__)
        elif isinstance(item, types.FunctionType):
            waiting += _named(item.__code__, item.__globals__)
            waiting += [cell for cell in map(_contents, item.__closure__ or ()) if cell is not None]
    return False


def solutions_in(names: Mapping[str, Any]) -> list[str]:
    """The names that stand for a solution of this package, or a module of them.

    What a learner types as numbers may have been computed with these. Data may be used.
    """
    return [name for name, item in names.items() if name[:1] != "_" and _is_solution(item)]


def _is_solution(item: Any) -> bool:
    if isinstance(item, types.FunctionType):
        package, _, module = item.__module__.partition(".")
    elif isinstance(item, types.ModuleType) and item.__name__ != f"{_PACKAGE}.four_words":
        package, _, module = item.__name__.partition(".")
    else:
        return False
    return package == _PACKAGE and module.split(".")[0] in SOLVED


def notebook_names() -> Mapping[str, Any]:
    """The names of the notebook in which this runs; none outside IPython."""
    if "IPython" not in sys.modules:
        return {}
    from IPython import get_ipython

    return getattr(get_ipython(), "user_ns", {})


def _contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _named(code: types.CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """The functions that a function's own lines name.

    A name of one of this package's modules is followed through its dots, so that
    ``lmhead.softmax.softmax`` is found, and a learner's own ``softmax`` is not taken for it.
    """
    stored: dict[str, Any] = {}
    current: Any = None
    imported: list[Any] = []  # what ``from module import it`` is about to store
    for line in dis.get_instructions(code):
        name = line.argval
        match line.opname:
            case "LOAD_GLOBAL" | "LOAD_NAME":
                current = names.get(name)
            case "STORE_FAST" | "STORE_FAST_LOAD_FAST":  # the second since Python 3.13
                first, *rest = [name] if isinstance(name, str) else name
                stored[first] = imported.pop() if imported else current
                current = stored.get(rest[-1]) if rest else current
            case operation if operation.startswith("LOAD_FAST"):
                current = stored.get(name if isinstance(name, str) else name[-1])
            case "IMPORT_NAME":
                current = _module(name)
            case "LOAD_ATTR" | "LOAD_METHOD" | "IMPORT_FROM":
                found = getattr(current, name, None) if _is_our_module(current) else None
                if line.opname == "IMPORT_FROM":  # the module stays, for the next name
                    imported = [found]
                    yield found
                    continue
                current = found
            case "LOAD_CONST" if isinstance(name, types.CodeType):
                yield from _named(name, names)  # a function written inside this one
                continue
            case _:
                continue
        if isinstance(current, (types.FunctionType, functools.partial)):
            yield current


def _module(name: str) -> Any:
    if name.split(".")[0] != _PACKAGE:
        return None
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _is_our_module(item: Any) -> bool:
    return isinstance(item, types.ModuleType) and item.__name__.split(".")[0] == _PACKAGE


def _is_ours(item: Any) -> bool:
    module = getattr(item, "__module__", None)
    return isinstance(module, str) and module.split(".")[0] == _PACKAGE
