"""The tasks of `02-logits-softmax`: the head and softmax, for arrays of any shape.

==============  ======  ====================================================================
task            points  asks for
==============  ======  ====================================================================
logits          3       a function: the scores of one hidden vector, or of many
softmax         6       a function: shares, also of scores that overflow and of masked ones
log-softmax     3       a function: their logarithms, also where a share is too small
tail            3       a function: the share outside the k largest, at each position
odds            3       four numbers: what a constant and a factor do to the odds of two words
==============  ======  ====================================================================

2 more points are for a written answer: is a share the model's certainty of being right?
"""

# Imported in the notebook's order, in which `registry.tasks` lists them.
from . import scores  # isort: skip
from . import shares  # isort: skip
from . import logarithms  # isort: skip
from . import tail  # isort: skip
from . import odds  # isort: skip

__all__ = ["scores", "shares", "logarithms", "tail", "odds"]
