"""One process or several: who this one is, and what they tell each other.

Under ``torchrun`` each process takes its share of every batch. Gradients are averaged, so that
each step is that of the whole batch on one process.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import torch
from torch import Tensor, nn
from torch import distributed as dist

from .. import training

__all__ = ["averaged", "joined", "place", "said_by_the_first", "together"]


@contextlib.contextmanager
def joined() -> Iterator[str | None]:
    """Join the other processes that torchrun has started; yields the device it gives this one.

    None where this is the only process: the environment of some clusters describes processes to
    every program, so the program has to have been started as `lmhead.training` too.
    """
    if not training.one_of_several or "WORLD_SIZE" not in os.environ:
        yield None
        return
    device = f"cuda:{os.environ.get('LOCAL_RANK', 0)}" if torch.cuda.is_available() else "cpu"
    if device != "cpu":
        torch.cuda.set_device(torch.device(device))
    dist.init_process_group("gloo" if device == "cpu" else "nccl")
    try:
        yield device
    finally:
        dist.destroy_process_group()


def place() -> tuple[int, int]:
    """This process's number, and how many there are."""
    if dist.is_available() and dist.is_initialized():
        return dist.get_rank(), dist.get_world_size()
    return 0, 1


def averaged(model: nn.Module, loss: Tensor) -> Tensor:
    """Average gradients and loss over the processes: then all are those of the whole batch."""
    parts = place()[1]
    if parts == 1:
        return loss
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    flat = torch.cat([loss.reshape(1), *(each.reshape(-1) for each in gradients)])
    dist.all_reduce(flat)
    flat /= parts
    start = 1
    for each in gradients:
        each.copy_(flat[start : start + each.numel()].view_as(each))
        start += each.numel()
    return flat[0]


def said_by_the_first(mine: bool, device: torch.device) -> bool:
    """What the first process says; so all stop at the same step."""
    if place()[1] == 1:
        return mine
    flag = torch.tensor([float(mine)], device=device)
    dist.broadcast(flag, 0)
    return bool(flag.item())


def together() -> None:
    """Wait until all processes are here."""
    if place()[1] > 1:
        dist.barrier()
