"""nbgrader's database: a course's cells, its students' points and comments, and what was graded.

In: a master's cells at a release, and a submission's scores, seldom more than once each. Out:
`marks.Marks` for a page, `store.PreviousGrading` for the next run, rows for exports. Trusted:
who can write to the database, since marks and comments given by hand are in it. Never in here:
anything that a submission has sent, but for its scores, its answers' hashes and fixed sentences.
"""
