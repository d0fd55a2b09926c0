"""`lmhead`: what a learner and an instructor type.

Exit status: 0 done and complete, 1 something is missing or wrong in the work, 2 the request
could not be carried out (one sentence on stderr says why), 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from . import _interrupts
from .extras import how_to_install

#: The commands that take Ctrl-C themselves. For the others it is an exception, as usual.
TAKE_SIGNALS = ("train",)


def main() -> None:
    """Run the command line. The base package is numpy alone: without the extra, say so."""
    try:
        with _interrupts.taken("Stopped."):
            app = _app()
            if sys.argv[1:2] and sys.argv[1] in TAKE_SIGNALS:
                app()
        app()
    except KeyboardInterrupt:  # outside of what a command does itself
        sys.exit(130)
    finally:
        _interrupts.leave()


def _app() -> Callable[[], None]:
    import importlib.util

    if any(importlib.util.find_spec(name) is None for name in ("typer", "rich")):
        sys.exit(f"The lmhead command needs the extra `learn`: {how_to_install('learn')}")
    from .commands import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without ✓ still gets the words
    return app


if __name__ == "__main__":
    main()
