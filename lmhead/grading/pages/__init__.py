"""What people read of a grading: a learner's feedback, a class's report, a run's summary.

In: a graded notebook, the gradebook's marks and comments, results of checks. Out: HTML that
loads and runs nothing, text for a terminal, plain data for JSON. Trusted: the checks' messages
and the gradebook's numbers. Not trusted: sources, outputs and Markdown of learners, and names;
all of these are escaped or cleaned here.
"""
