"""Runs submissions that it does not trust, and judges them on this side of the boundary."""
