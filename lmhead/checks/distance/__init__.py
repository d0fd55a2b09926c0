"""The tasks of `01-distance`: from a hidden vector to a score for every row.

===========  ======  =======================================================================
task         points  asks for
===========  ======  =======================================================================
all-scores   4       a function: the scores of all rows, at one position and at several
nearest      4       a function: the rows with the highest scores, ties to the lowest id
look-up      4       two functions: the one-hot lists of ids, and a row's id from the row
longer-wins  3       h and three rows that dot product and cosine put in opposite orders
rotate       3       a function: the table whose scores stay when h is turned
===========  ======  =======================================================================

Two more points are for a written answer, which a person reads.
"""

# Imported in the notebook's order, in which `registry.tasks` lists them.
from . import all_scores  # isort: skip
from . import nearest  # isort: skip
from . import look_up  # isort: skip
from . import longer_wins  # isort: skip
from . import rotate  # isort: skip

__all__ = ["all_scores", "nearest", "look_up", "longer_wins", "rotate"]
