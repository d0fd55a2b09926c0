"""What chapters teach is described in numpydoc's sections, and its examples are run."""

import doctest
import inspect
import re
from importlib import import_module

import pytest

#: By module: what its public names are described with. The others are tested with torch. Examples
#: with the pretrained model are left out: the survey runs them.
WITH_NUMPY = ["distance", "softmax", "four_words", "decoding", "tying", "tiny_lm", "pretrained"]
WITH_TORCH = ["loss", "model"]
MODULES = [*WITH_NUMPY, *(pytest.param(name, marks=pytest.mark.torch) for name in WITH_TORCH)]
#: In the order that numpydoc's guide has them in.
SECTIONS = [
    *("Parameters", "Attributes", "Returns", "Raises", "Notes", "References", "Examples"),
]
HEADING = re.compile(r"^(\w[\w ]*)\n(-+)$", re.MULTILINE)
ENTRY = re.compile(r"^(\*{0,2}\w+(?:, \w+)*) : (.+)$", re.MULTILINE)


def taught(name):
    """The functions, classes and public methods of a module, by their names."""
    module = import_module(f"lmhead.{name}")
    found = {}
    for public in module.__all__:
        item = getattr(module, public)
        if inspect.isfunction(inspect.unwrap(item)) or inspect.isclass(item):
            found[public] = item
        if inspect.isclass(item):
            for method, function in vars(item).items():
                if inspect.isfunction(function) and not method.startswith("_"):
                    found[f"{public}.{method}"] = function
    return found


def sections(text):
    """The sections of a docstring by their headings; the summary is under ''."""
    parts = HEADING.split(text)
    assert all(len(a) == len(b) for a, b in zip(parts[1::3], parts[2::3], strict=True)), parts
    return {"": parts[0], **dict(zip(parts[1::3], parts[3::3], strict=True))}


def entries(section):
    """The names in a section of parameters or attributes; each has a type and a description."""
    names = []
    for match in ENTRY.finditer(section):
        following = section[match.end() :].lstrip("\n")
        assert following.startswith("    "), f"{match[0]} has no description"
        names += match[1].split(", ")
    return names


def faults(name, item):
    """What a docstring lacks, as sentences."""
    found = sections(inspect.getdoc(item) or "")
    summary = found.pop("").strip()
    if not summary.split("\n\n")[0].endswith((".", "]")) or "\n" in summary.split("\n\n")[0]:
        yield "its summary is not one line that ends with a full stop"
    unknown = found.keys() - set(SECTIONS)
    if unknown:
        yield f"it has sections of other names: {unknown}"
    if list(found) != [title for title in SECTIONS if title in found]:
        yield f"its sections stand in another order: {list(found)}"
    if inspect.isclass(item):
        if not {"Parameters", "Attributes"} & found.keys():
            yield "neither Parameters nor Attributes"
        return
    signature = inspect.signature(item)
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    wanted = [
        stars.get(parameter.kind, "") + name
        for name, parameter in signature.parameters.items()
        if name != "self"
    ]
    if entries(found.get("Parameters", "")) != wanted:
        yield f"its parameters are {wanted}"
    if (signature.return_annotation not in (None, "None")) != ("Returns" in found):
        yield "Returns is there, or missing, against the signature"
    if "raise ValueError" in inspect.getsource(inspect.unwrap(item)) and "Raises" not in found:
        yield "it raises, and Raises is missing"
    if ">>>" not in found.get("Examples", ""):
        yield "no example"


@pytest.mark.parametrize("name", MODULES)
def test_every_public_function_has_the_sections(name):
    items = taught(name)
    assert items
    found = {key: list(faults(key, item)) for key, item in items.items()}
    assert {key: said for key, said in found.items() if said} == {}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_right(name):
    items = taught(name)
    finder, runner = (
        doctest.DocTestFinder(recurse=False),
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS),
    )
    names = vars(import_module(f"lmhead.{name}"))
    for key, item in items.items():
        for test in finder.find(inspect.unwrap(item), key, globs=dict(names)):
            runner.run(test)
    assert runner.tries
    assert runner.failures == 0


def test_a_docstring_without_sections_is_found_out():
    def undescribed(h, k):
        """Something.

        h: a vector.
        """
        return h, k

    def described(h):
        """Something.

        Parameters
        ----------
        h : array_like, shape (d,)
            A vector.

        Returns
        -------
        int
            A number.

        Examples
        --------
        >>> 1
        1
        """
        return h

    assert len(list(faults("undescribed", undescribed))) == 3
    assert list(faults("described", described)) == []
