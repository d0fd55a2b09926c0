"""The tasks of `03-by-hand`: four words, three dimensions, every number by hand.

==============  ======  ====================================================================
task            points  asks for
==============  ======  ====================================================================
chain           4       logits, exponentials, total and shares of an h that no page prints
favour-run      4       an h that makes 跑 likely, of limited length
scale           3       how far h must be stretched until 猫 has 90 %
sgd-step        5       a function: one step of training on the output matrix
impossible      1       which of five distributions no h can produce (3 more for saying why)
==============  ======  ====================================================================
"""

# Imported in the notebook's order, in which `registry.tasks` lists them.
from . import chain  # isort: skip
from . import vectors  # isort: skip
from . import sgd_step  # isort: skip
from . import impossible  # isort: skip

__all__ = ["chain", "vectors", "sgd_step", "impossible"]
