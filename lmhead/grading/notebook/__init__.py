"""From a submitted notebook to points: read, restored to its master, executed, judged.

In: a notebook as somebody handed it in, its `master.Master`, an open sandbox and the secret of
its fresh numbers. Out: an `execute.NotebookOutcome`, and the notebook with outputs that are safe
to show. Trusted: the master, the checks, the grader's own process, where grade cells run. Not
trusted: the notebook's metadata, its other cells, and every value that the sandbox returns.
"""
