"""What can be refused is refused before the first step, as a sentence."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from ..corpus import PARTS, Corpus
from ..model import Config, parameters
from .batches import batches_of_an_epoch, starts_of_windows
from .settings import Recipe, TrainingProblem, whole_number

__all__ = ["length_of", "refuse", "refuse_folder", "refuse_full_disk", "refuse_seeds"]

MOST = 2**32 - 1  # of a seed: what every generator of random numbers here takes


def refuse(config: Config, recipe: Recipe, corpus: Corpus, parts: int = 1) -> None:
    """TrainingProblem where this run could not be made to its end by `parts` processes."""
    length = length_of(config, recipe)
    if config.vocabulary < corpus.size:
        raise TrainingProblem(
            f"the text has {corpus.size:,} different tokens and the table "
            f"{config.vocabulary:,} rows: take a vocabulary of the text's size"
        )
    for part, purpose in zip(PARTS, ("train", "validate", "test"), strict=True):
        tokens: Any = np.asarray(getattr(corpus, part))
        if tokens.ndim != 1 or tokens.dtype.kind not in "iu":
            raise TrainingProblem(
                f"the text to {purpose} on has the shape {tokens.shape} and the type "
                f"{tokens.dtype}; it has to be one row of whole numbers"
            )
        if part == "train":
            batches_of_an_epoch(tokens, recipe.batch, length, parts)
        else:
            starts_of_windows(tokens, length, purpose)
        least, most = int(tokens.min()), int(tokens.max())
        if least < 0 or most >= corpus.size:
            raise TrainingProblem(
                f"the text to {purpose} on has the token {least if least < 0 else most}, and its "
                f"vocabulary the tokens 0 to {corpus.size - 1:,}"
            )


def length_of(config: Config, recipe: Recipe) -> int:
    """Tokens in a sequence. TrainingProblem where a transformer has too few positions for it."""
    if config.body != "lstm" and recipe.length > config.context:
        raise TrainingProblem(
            f"length is {recipe.length} and the model's context {config.context}: "
            f"take a --length of {config.context} or less"
        )
    return recipe.length


def refuse_seeds(seeds: list[int]) -> list[int]:
    """The seeds as ints. TrainingProblem where there are none, or some are no seeds or equal."""
    found = [whole_number("a seed", seed, least=0) for seed in seeds]
    if not found:
        raise TrainingProblem("there is no seed; a run needs one")
    if max(found) > MOST:
        raise TrainingProblem(f"a seed is {max(found)}; it can be at most {MOST}")
    if len(set(found)) < len(found):
        twice = next(seed for seed in found if found.count(seed) > 1)
        raise TrainingProblem(f"the seed {twice} is there twice; it gives the same run both times")
    return found


def refuse_folder(folder: Path) -> list[Path]:
    """Make a folder and try to write in it. Returns the folders made, the outer ones first.

    Raises TrainingProblem, and takes them away again, where nothing can be written.
    """
    missing = [each for each in (folder, *folder.parents) if not os.path.exists(each)]
    made: list[Path] = []
    try:
        for each in reversed(missing):
            each.mkdir(exist_ok=True)
            made.append(each)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        for each in reversed(made):
            each.rmdir()
        reason = "it is a file" if os.path.isfile(folder) else error.strerror
        raise TrainingProblem(
            f"nothing can be written in {folder} ({reason}): name another folder with --out"
        ) from error
    return made


def refuse_full_disk(folder: Path, configs: list[Config]) -> None:
    """TrainingProblem where a folder has no room for one checkpoint of each of these models."""
    # The model, AdamW's two means of each number, and the tables as they were first; float32.
    needed = sum(
        4 * (3 * parameters(each) + (1 if each.tied else 2) * each.vocabulary * each.width)
        for each in configs
    )
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise TrainingProblem(
            f"checkpoints take {needed / 1e6:,.0f} MB and {folder} has room for {free / 1e6:,.0f} "
            "MB: make room, or name another folder with --out"
        )
