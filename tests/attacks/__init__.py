"""Submissions that attack: one file an attack, the class they hand in to, and what must hold.

README.md says which file tries what, and which test looks at which everyday fault.
"""
