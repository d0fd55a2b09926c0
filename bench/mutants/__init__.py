"""Wrong answers that nobody thought of: one change in a right answer, and what the check says.

``rules`` says which changes there are, ``generate`` makes them, ``judge`` runs the check on
each, ``contracts`` says what a task asks for beyond the check's own cases, and ``equivalence``
tells with it which changes make no difference. ``python -m bench.checks`` shows the outcome.
"""
