"""`lmhead doctor`: what works on this machine."""

from __future__ import annotations

import typer

from .shared import app
from .terminal import echo


@app.command()
def doctor() -> None:
    """Say what works on this machine and what to install for the rest."""
    from ..doctor import examine

    complete = True
    for line in examine():
        complete = complete and (line.works or not line.needed)
        echo(f"{'ok ' if line.works else '-- '} {line.what}: {line.said}")
    raise typer.Exit(0 if complete else 1)
