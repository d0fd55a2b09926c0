"""The tasks of `06-train`: what a training run starts with, does and says.

==============  ======  ====================================================================
task            points  asks for
==============  ======  ====================================================================
first-loss      2       functions: ln V, and the vocabulary from it
perplexity      3       functions: perplexity from batches; bits per character
head            5       a class: a tied or an untied head on a body, in torch
chunked-loss    4       a function: the loss without ever holding all logits
experiment      3       a function: one step of training, in torch
==============  ======  ====================================================================

Three more points are for a written answer, which a person reads. The checks themselves need no
torch: what a learner wrote with it is run by a driver on the learner's side (`lmhead.wire.drivers`)
and compared with a simulation in numpy.
"""

# Imported in the notebook's order, in which `registry.tasks` lists them.
from . import first_loss  # isort: skip
from . import perplexity  # isort: skip
from . import head  # isort: skip
from . import chunked_loss  # isort: skip
from . import experiment  # isort: skip

__all__ = ["first_loss", "perplexity", "head", "chunked_loss", "experiment"]
