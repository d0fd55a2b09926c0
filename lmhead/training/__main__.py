"""``torchrun --nproc-per-node=N -m lmhead.training …``: `lmhead train` in several processes."""

import sys

from ..commands import app
from .processes import joined

if __name__ == "__main__":
    with joined():
        app(["train", *sys.argv[1:]])
