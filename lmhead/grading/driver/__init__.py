"""Grades a whole class, and is what nbgrader's own commands run in place of their steps.

In: a course folder, the name of an assignment, and perhaps a cluster's address. Out: marks and
pages, written by this process alone, and a line for each student as it comes. Trusted: workers
of this machine, and on a cluster whoever holds its certificates. Not trusted: a submission,
whatever it does to the process that grades it: it loses its own points and no other's.
"""
