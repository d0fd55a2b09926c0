"""Runs submissions that it does not trust, and judges them on this side of the boundary.

A submission passes through six rooms. Each may use those below it, never one above::

    driver      a run over a class: what has changed, who does it, where results go
    pages       feedback, class report, summary
    classroom   the course folder: releases, roster, submissions, deadlines, exports
    gradebook   the database of marks
    notebook    read, restored to its master, executed, judged
    sandbox     processes that see nothing of the grader's machine

`problems` and `file_writing` serve all of them; `demo` makes a class to try all of it on.
`settings` is what a course's ``nbgrader_config.py`` imports. `preprocessors`, `save_cells`,
`markdown`, `export`, `late.policy` and `collect.plugins` hold no code: they are the addresses by
which such a file, also one of an earlier version, names classes in strings.
"""
