"""How many bytes the tensors hold that a block makes with torch."""

from __future__ import annotations

import weakref
from typing import Any

from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from . import with_torch  # noqa: F401  it loads what a first use of torch would load


class Held(TorchDispatchMode):  # type: ignore[misc]
    """Within the block, on this thread: `most` is what new tensors held together at their peak.

    A view, or a tensor made on numpy's memory, holds nothing of its own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.most = 0
        self._held = 0
        self._users: dict[int, int] = {}  # a storage's address -> how many tensors use it

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        made = func(*args, **(kwargs or {}))
        given = {each.untyped_storage().data_ptr() for each in _tensors((args, kwargs))}
        for each in _tensors(made):
            self._count(each, given)
        return made

    def _count(self, tensor: Tensor, given: set[int]) -> None:
        storage = tensor.untyped_storage()
        place, size = storage.data_ptr(), storage.nbytes()
        if place not in self._users:
            if place in given or size == 0:
                return
            self._users[place] = 0
            self._held += size
            self.most = max(self.most, self._held)
        self._users[place] += 1
        weakref.finalize(tensor, self._gone, place, size).atexit = False

    def _gone(self, place: int, size: int) -> None:
        self._users[place] -= 1
        if self._users[place] == 0:
            del self._users[place]
            self._held -= size


def _tensors(tree: Any) -> list[Tensor]:
    return [each for each in tree_leaves(tree) if isinstance(each, Tensor)]
