"""Hundreds of Markdown cells in the forms that renderers are slow at."""

import nbformat

from tests.attacks.bank import REAL, write

SLOW = True
SAYS = ()


def hand_in(folder, notebook):
    shapes = ("[" * 7_900, "*a " * 2_600, "> " * 3_900 + "x", "`" * 7_900, "![](" * 1_900,
              "<a" * 3_900, "\\begin{a}" * 880, "$" * 7_900, "| " * 3_900 + "\n" + "|-" * 20,
              "- " * 3_900 + "x", "_*" * 3_900, "&" * 7_900, "\n".join("[" + "x" * 70 + "]: y" for _ in range(100)))  # fmt: skip
    for number in range(12 * len(shapes)):
        notebook.cells.append(nbformat.v4.new_markdown_cell(shapes[number % len(shapes)]))
    write(folder, notebook, REAL)
