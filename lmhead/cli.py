"""`lmhead`: what a learner and an instructor type.

Exit status: 0 done and complete, 1 something is missing or wrong in the work, 2 the request
could not be carried out (one sentence on stderr says why).
"""

from __future__ import annotations

import importlib.util
import sys


def main() -> None:
    """Run the command line. The base package is numpy alone: without the extra, say so."""
    if any(importlib.util.find_spec(name) is None for name in ("typer", "rich")):
        sys.exit("The lmhead command needs the extra `learn`: pip install 'lmhead[learn]'")
    from .commands import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without ✓ still gets the words
    app()


if __name__ == "__main__":
    main()
