"""The tasks of `04-decoding`: from a distribution to a word, and from words to a text.

==============  ======  ====================================================================
task            points  asks for
==============  ======  ====================================================================
greedy          1       a function: the word with the largest logit
pick            4       two functions: the intervals of the shares, and which one u falls into
draws           2       a function: many draws at once, from a generator that is passed in
temperature     3       a function: the shares at a temperature, its two limits included
generate        4       a function: the loop that writes, with the choice passed in
two-steps       2       a function: the most probable two words, which greedy may miss
write           2       a head for `tiny_lm`, and a judgement of six ways to choose
                        (2 more for saying why)
==============  ======  ====================================================================
"""

# Imported in the notebook's order, in which `registry.tasks` lists them.
from . import greedy  # isort: skip
from . import pick  # isort: skip
from . import draws  # isort: skip
from . import temperature  # isort: skip
from . import generate  # isort: skip
from . import two_steps  # isort: skip
from . import write  # isort: skip

__all__ = ["greedy", "pick", "draws", "temperature", "generate", "two_steps", "write"]
