"""One class on the disk: its folder, who is in it, what was handed in and when, what goes back.

In: the course folder with `nbgrader_config.py`, downloads of an LMS, CSV files of people. Out:
released notebooks, `submissions.SubmittedFiles` under usable ids, deadlines, files of marks.
Trusted: the owner of the course folder and its configuration, which is Python. Not trusted:
every name, archive and byte that a student or an LMS's download brings.
"""
