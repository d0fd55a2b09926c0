"""The commands behind `lmhead`, one module a group; `cli.py` says what the exit status means.

A module's commands register themselves when it is imported. The order here is that of
``lmhead --help``.
"""

# isort: off
from .shared import app
from . import learning
from . import grading
from . import lms
from . import demo
from . import report
from . import training
from . import doctor
# isort: on

__all__ = ["app", "lms", "demo", "grading", "learning", "doctor", "report", "training"]
