"""Arrows in a plane, for figures of vectors of two numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

Row = Sequence[float]


class Plane:
    """A plane with its origin at (x, y) of the figure, `unit` units of the figure a unit."""

    def __init__(self, x: float, y: float, unit: float) -> None:
        self.x, self.y, self.unit = x, y, unit

    def at(self, point: Row) -> tuple[float, float]:
        """Where a point of the plane lies in the figure."""
        return self.x + self.unit * point[0], self.y - self.unit * point[1]

    def line(self, start: Row, end: Row, colour: str, dashes: str) -> str:
        """A thin line; `dashes` as in SVG, empty for none."""
        (x1, y1), (x2, y2) = self.at(start), self.at(end)
        return (
            f'<path d="M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" '
            f'style="stroke:{colour};stroke-width:1.2;stroke-dasharray:{dashes or "none"}"/>'
        )

    def arrow(self, tip: Row, colour: str, name: str = "", width: float = 2.2) -> str:
        """An arrow from the origin; `name` marks it for tests."""
        x, y = self.at(tip)
        length = math.hypot(x - self.x, y - self.y)
        ux, uy = (x - self.x) / length, (y - self.y) / length
        bx, by = x - 10 * ux, y - 10 * uy
        mark = f' data-arrow="{name}"' if name else ""
        return (
            f'<path d="M{self.x:.2f} {self.y:.2f}L{bx:.2f} {by:.2f}" '
            f'style="stroke:{colour};stroke-width:{width:g}"/>'
            f'<path{mark} d="M{x:.2f} {y:.2f}L{bx - 4.5 * uy:.2f} {by + 4.5 * ux:.2f}'
            f'L{bx + 4.5 * uy:.2f} {by - 4.5 * ux:.2f}Z" style="fill:{colour}"/>'
        )

    def dot(self, point: Row, colour: str, name: str) -> str:
        """A dot; `name` marks it for tests."""
        x, y = self.at(point)
        return f'<circle data-foot="{name}" cx="{x:.3f}" cy="{y:.3f}" r="4" style="fill:{colour}"/>'
