"""The figures of the chapters, drawn as SVG: a module a chapter, on the tools of `drawing`.

Every function takes the numbers it draws and a language, computes nothing of the model, and
returns an `Svg`, which a notebook shows in place.
"""

from .by_hand import dot_products, draws, shares, slopes, steps, within
from .course import last_step
from .drawing import Svg, names, number

__all__ = [
    "Svg",
    "dot_products",
    "draws",
    "last_step",
    "names",
    "number",
    "shares",
    "slopes",
    "steps",
    "within",
]
