"""What every command uses: the application, and how it stops."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from ..extras import how_to_install
from .terminal import echo


class _Commands(TyperGroup):
    """Commands that tell of a setting that cannot be, wherever it comes to light."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Exception as error:
            kinds = [
                getattr(sys.modules.get(module), name, None)  # absent where nothing has used it
                for module, name in (
                    ("traitlets", "TraitError"),
                    ("sqlalchemy.exc", "ArgumentError"),
                    ("sqlalchemy.exc", "NoSuchModuleError"),
                )
            ]
            if not isinstance(error, tuple(kind for kind in kinds if kind is not None)):
                raise
            why = " ".join(str(error).split()).rstrip(".")
            if not type(error).__module__.startswith("traitlets"):
                why = f"c.CourseDirectory.db_url is no address of a database ({why})"
            stop(f"a setting in nbgrader_config.py cannot be used: {why}. Mend it there.")


app = typer.Typer(cls=_Commands, add_completion=False, no_args_is_help=True, rich_markup_mode=None)


def stop(sentence: str) -> NoReturn:
    """End with a plain sentence and status 2."""
    echo(sentence, err=True)
    raise typer.Exit(2)


@app.callback()
def _about() -> None:
    """The course on the last step of a language model: exercises, checks and grading."""


def grading_modules() -> Any:
    """The modules of the extra `grade`, or a sentence that says how to install it."""
    try:
        from ..grading import problems
        from ..grading.classroom import course_config, release
        from ..grading.driver import class_grader, release_audit
        from ..grading.sandbox import levels
    except ImportError as error:
        stop(f"this needs the extra `grade` ({error.name} is missing): {how_to_install('grade')}")
    return SimpleNamespace(
        course_config=course_config,
        grade=class_grader,
        problems=problems,
        release=release,
        release_audit=release_audit,
        sandbox=levels,
    )
