"""`lmhead train` in several processes, one for each GPU, with its options:

``torchrun --standalone --local-addr=127.0.0.1 --nproc-per-node=N -m lmhead.training …``

By default torchrun has the processes meet at the host's own name, and where that does not resolve
they wait for minutes; so the address is said.
"""

import runpy
import sys

import lmhead.training

if __name__ == "__main__":
    # The command line is above this package, so it is started and not imported. The command
    # itself joins the processes that torchrun has started.
    lmhead.training.one_of_several = True
    sys.argv[1:1] = ["train"]
    runpy.run_module("lmhead.cli", run_name="__main__")
