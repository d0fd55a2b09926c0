"""The engine of checks: how an answer is judged, and what a learner is told.

In a notebook::

    from lmhead.checks import check
    check("03-by-hand/chain", logits, exponentials, total, shares)
"""

from ..messages import use_language
from .entry_point import check
from .notebook_errors import install as _install_hook
from .variant_files import use_variants

__all__ = ["check", "use_language", "use_variants"]

_install_hook()
