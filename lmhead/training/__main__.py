"""`lmhead train` in several processes, one for each GPU, with its options:

``torchrun --standalone --local-addr=127.0.0.1 --nproc-per-node=N -m lmhead.training …``

By default torchrun has the processes meet at the host's own name, and where that does not resolve
they wait for minutes; so the address is said.
"""

import sys

from ..commands import app
from .processes import joined

if __name__ == "__main__":
    with joined():
        app(["train", *sys.argv[1:]])
