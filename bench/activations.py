"""What training keeps for one position: ``python -m bench.activations [--json FILE]``.

GPT-2 small's shape, forward with the usual loss, which makes all the logits. Bytes for a position
are the difference of a longer and a shorter input, so that what does not grow with the text (the
weights, and their copies in bfloat16) drops out. body: what the blocks save for the backward
pass. head: the logits and their log-softmax, which are there together when the loss is computed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from lmhead.model import LanguageModel, preset
from lmhead.training.experiment import environment

LENGTHS = (64, 128)


def kept(model: LanguageModel, length: int, mixed: bool) -> dict[str, float]:
    """Bytes of the body's saved tensors, and of what the loss holds at once.

    mixed: matrix products in bfloat16 (autocast), as on a GPU; otherwise all in float32.
    """
    saved: dict[int, Tensor] = {}

    def pack(tensor: Tensor) -> Tensor:
        # By storage: views of one tensor are there once. Kept, so that no address is used again.
        saved.setdefault(tensor.untyped_storage().data_ptr(), tensor)
        return tensor

    tokens = torch.arange(length + 1).unsqueeze(0)
    hooks = torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor)
    with torch.autocast("cpu", torch.bfloat16, enabled=mixed):
        with hooks:
            hidden = model.hidden(tokens[:, :-1])
        logits = model.head(hidden)
        exact = logits.float()
        log_shares = F.log_softmax(exact, dim=-1)
    weights = {each.untyped_storage().data_ptr() for each in model.parameters()}
    body = sum(t.untyped_storage().nbytes() for at, t in saved.items() if at not in weights)
    held = {t.untyped_storage().data_ptr(): t for t in (logits, exact, log_shares)}
    return {
        "body": float(body),
        "head": float(sum(t.untyped_storage().nbytes() for t in held.values())),
    }


def measure() -> dict[str, dict[str, float]]:
    """Bytes for a position, in float32 and in mixed precision."""
    torch.manual_seed(0)
    model = LanguageModel(preset("gpt2"))
    short, long = LENGTHS
    found = {}
    for name, mixed in (("float32", False), ("bfloat16", True)):
        less, more = kept(model, short, mixed), kept(model, long, mixed)
        found[name] = {part: (more[part] - less[part]) / (long - short) for part in less}
    return found


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="What training keeps for one position.")
    parser.add_argument("--json", type=Path, help="Write the figures here too.")
    arguments = parser.parse_args()
    found = measure()
    for name, row in found.items():
        share = row["head"] / (row["head"] + row["body"])
        print(f"{name:10}{row['body']:12,.0f} bytes body {row['head']:12,.0f} head {share:6.1%}")
    if arguments.json:
        data: dict[str, Any] = {
            "schema": 1,
            "environment": environment(torch.device("cpu")),
            "bytes": found,
        }
        arguments.json.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
