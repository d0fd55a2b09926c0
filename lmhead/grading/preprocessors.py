"""The addresses of nbgrader's steps in the configuration of a course; they are in
`driver.preprocessors`."""

from .driver.preprocessors import (
    FeedbackPage,
    LatePenalties,
    PlainCells,
    RestoreCells,
    SandboxExecute,
    SaveGrades,
    VariantPoints,
)

__all__ = [
    "FeedbackPage",
    "LatePenalties",
    "PlainCells",
    "RestoreCells",
    "SandboxExecute",
    "SaveGrades",
    "VariantPoints",
]
