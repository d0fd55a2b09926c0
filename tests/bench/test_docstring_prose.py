"""bench.docstring_prose: what of a docstring is prose, and which files are read."""

import itertools
import textwrap

import pytest

from bench.docstring_prose import sentences
from lmhead._docstrings import LEFT_OUT, docstrings

DOCSTRING = textwrap.dedent(
    """\
    Return the ``sum`` of :class:`~numpy.ndarray` elements *over* an axis.

    This may be slow, e.g. for large arrays.  It was added in
    version 2.1 by its authors! Each row is [1]_ summed on its own.

    Parameters
    ----------
    a : array_like
        Elements to sum. The default is `None`, which stands for nothing at all.
        The sum that s = a + b gives is a formula.
    axis : int, optional
        Whether the sum runs along it.
    where : A condition that is met by some elements.

    A heading that ends like a sentence.
    ------------------------------------

    .. note:: Directives and what they hold
        are left out of the text.

    The loop is this one::

        This stands in a block of code all the same.

    - The first item goes on
      in a second line here.
    - Another item is here too.

    >>> total(a)
    This output is not part of the text.

    Colours are „quoted“ here in another alphabet.
    """
)


def test_prose_is_kept_and_code_tables_and_headings_are_not():
    found = [" ".join(sentence) for sentence in sentences(DOCSTRING)]
    assert found == [
        "return the sum of ndarray elements over an axis .",
        "this may be slow , for example for large arrays .",
        "each row is summed on its own .",
        "the default is none , which stands for nothing at all .",
        "whether the sum runs along it .",
        "the first item goes on in a second line here .",
        "another item is here too .",
    ]


@pytest.mark.slow
def test_each_sentence_is_lower_case_and_has_one_full_stop_its_last_token():
    for _, docstring in itertools.islice(docstrings("numpy"), 0, None, 20):
        for sentence in sentences(docstring):
            assert sentence.index(".") == len(sentence) - 1
            assert all(token == token.lower() for token in sentence)


@pytest.mark.parametrize(
    ("file", "out"),
    [
        ("numpy/lib/tests/test_io.py", True),
        ("numpy/testing/overrides.py", True),
        ("numpy/conftest.py", True),
        ("matplotlib/axes/_axes.py", False),
        ("numpy/_core/fromnumeric.py", False),
        ("scipy/_lib/_util.py", True),
        ("scipy/stats/_stats_py.py", False),
        ("torch/_inductor/graph.py", True),
        ("torch/__init__.py", False),
        ("torch/nn/modules/linear.py", False),
    ],
)
def test_tests_copies_and_private_parts_are_left_out(file, out):
    assert bool(LEFT_OUT.search(file)) == out
