"""A text, a model's shape and a recipe for runs of a second; a folder of text for the command."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.small import T, V, noise


@pytest.fixture(autouse=True)
def _one_thread(torch: Any) -> Iterator[None]:
    """As the command has it; and several threads that wait for a busy core take minutes."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard here and in programs started here, also where pytest is in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def text() -> Any:
    """A text in which each token tells the next but for noise."""
    from lmhead.corpus import Corpus

    rng = np.random.default_rng(0)
    return Corpus("noise", V, noise(rng, 4000), noise(rng, 500), noise(rng, 400))


@pytest.fixture
def shape(torch: Any) -> Any:
    from lmhead.model import Config

    torch.manual_seed(0)
    return Config(vocabulary=V, context=T, width=16, layers=1, heads=2, dropout=0.1)


@pytest.fixture
def recipe() -> Any:
    from lmhead.training.settings import Recipe

    return Recipe(batch=4, length=T, steps=24, rate=1e-2, warmup=4, every=8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A text of 30 words in the files of the Penn Treebank."""
    rng = np.random.default_rng(0)
    for part, lines in (("train", 400), ("valid", 60), ("test", 60)):
        text = "\n".join(" ".join(f"w{n}" for n in rng.integers(30, size=12)) for _ in range(lines))
        (tmp_path / f"ptb.{part}.txt").write_text(text + "\n", encoding="utf-8")
    return tmp_path
