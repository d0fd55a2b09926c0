"""The tasks of `05-tying`: one table with two uses.

==============  ======  ====================================================================
task            points  asks for
==============  ======  ====================================================================
accounts        4       functions: how many parameters, and what part of them tying removes
two-uses        4       functions: a table shared and not copied; its slope, from both uses
rows-touched    2       a function: how many contributions each row's slope has
scale-h         3       functions: the temperature of a stretched h; the stretch for a share
no-layers       3       two tables of a model without layers, and what no table can do
refuse          2       a function that raises ValueError where one table cannot serve twice
==============  ======  ====================================================================

Two more points are for a written answer, which a person reads.
"""

# Imported in the notebook's order, in which `registry.tasks` lists them.
from . import accounts  # isort: skip
from . import two_uses  # isort: skip
from . import rows_touched  # isort: skip
from . import scale_h  # isort: skip
from . import no_layers  # isort: skip
from . import refuse  # isort: skip

__all__ = ["accounts", "two_uses", "rows_touched", "scale_h", "no_layers", "refuse"]
