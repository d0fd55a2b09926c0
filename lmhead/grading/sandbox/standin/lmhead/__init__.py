"""The part of the course's package that exercises may use while they are graded."""

from importlib.abc import MetaPathFinder
from pathlib import Path

# What exists in the package on the learner's machine and is what the exercises ask them to
# write themselves, or has no place in a submission. Whoever lays the sandbox out names them.
_YOURS_TO_WRITE = frozenset(
    "lmhead." + name for name in Path(__file__).with_name("solved.txt").read_text("utf-8").split()
)


class _WriteYourOwn(MetaPathFinder):
    """Answers the import of a solved module with a sentence."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in _YOURS_TO_WRITE:
            raise ImportError(
                f"{name} is the course's solution and is not there while a notebook is graded: "
                "write your own function in the notebook"
            )


def _install() -> None:
    import sys

    sys.meta_path.insert(0, _WriteYourOwn())


_install()
