"""The loop: batches, AdamW, validation; on a CPU, CUDA or MPS, in one process or several."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ..corpus import Corpus
from ..model import Config, LanguageModel, parameters
from . import checkpoint
from .batches import Batches, windows
from .devices import choose_device, precision, refusals, uncompiled
from .processes import averaged, place, said_by_the_first
from .record import Progress, Run
from .rows import RowsWatch
from .settings import Recipe, TrainingProblem

__all__ = ["Progress", "Run", "UnderWay", "choose_device", "make_optimizer", "train", "validate"]


def train(
    config: Config,
    recipe: Recipe,
    corpus: Corpus,
    seed: int,
    *,
    device: torch.device | None = None,
    seconds: float = math.inf,
    keep: Path | None = None,
    told: Callable[[Progress], None] = lambda progress: None,
    compiled: bool | None = None,
) -> Run:
    """Train one model and return what happened.

    seconds: stop after so many, validated; the rate's cosine is that of all steps all the same.
    keep: the file of the checkpoint, written at each validation; a run that finds one goes on.
    compiled: whether `torch.compile` is used; by default on CUDA.

    On a CPU the numbers are the same for the same seed, versions and number of threads. Raises
    TrainingProblem with a sentence for what stops a run.
    """
    device = device or choose_device()
    with refusals(device, recipe):
        under_way = UnderWay(config, recipe, corpus, seed, device, keep)
        if compiled or (compiled is None and device.type == "cuda"):
            under_way.model.body.compile()
        run = under_way.run
        if not run.valid:
            run.valid.append((0, under_way.validated()))
        while run.steps < recipe.steps and run.stopped is None:
            loss = under_way.step()
            valid = None
            if run.steps % recipe.every == 0 or run.steps == recipe.steps:
                valid = under_way.entered()
                if said_by_the_first(run.seconds > seconds, device):
                    run.stopped = f"after {run.steps} of {recipe.steps} steps, as its time was over"
                under_way.kept()
            told(Progress(run.steps, recipe.steps, loss, valid, run.tokens, run.seconds))
        under_way.finish(corpus)
    return run


class UnderWay:
    """A run under way: the model and all that a step needs, at some step.

    It starts at step 0, or where the checkpoint `keep` was made. `run` holds its figures.
    """

    def __init__(
        self,
        config: Config,
        recipe: Recipe,
        corpus: Corpus,
        seed: int,
        device: torch.device,
        keep: Path | None = None,
    ) -> None:
        if config.vocabulary < corpus.size:
            raise TrainingProblem(
                f"the text has {corpus.size:,} different tokens and the table "
                f"{config.vocabulary:,} rows: take a vocabulary of the text's size"
            )
        self.recipe, self.device, self.keep = recipe, device, keep
        self.length = min(recipe.length, config.context)
        part, parts = place()
        self.batches = Batches(corpus.train, recipe.batch, self.length, seed, part, parts)
        self.held_out = windows(corpus.valid, self.length, recipe.batch)
        torch.manual_seed(seed)
        self.model = LanguageModel(config).to(device)
        self.watch = RowsWatch(self.model, corpus)
        self.optimizer = make_optimizer(self.model, recipe)
        size = parameters(config)
        self.run = Run(asdict(config), asdict(recipe), seed, corpus.hash, size, str(device), parts)
        self.losses: list[Tensor] = []  # since the last entry
        resumed = self._resumed()
        if part or not resumed:
            # Dropout differs from process to process; the first weights do not.
            torch.manual_seed(seed + 1_000_003 * part + self.run.steps)
        self.model.train()

    def step(self) -> float:
        """One batch forward and backward, one step of AdamW. Returns the loss, see `Progress`."""
        begun = time.perf_counter()
        run, recipe = self.run, self.recipe
        for group in self.optimizer.param_groups:
            group["lr"] = recipe.rate_at(run.steps)
        tokens, targets = (item.to(self.device) for item in self.batches.at(run.steps))
        with precision(self.device):
            loss = self.model.loss(tokens, targets, z_loss=recipe.z_loss)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        loss = averaged(self.model, loss.detach())
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), recipe.clip)
        self.optimizer.step()
        self.losses.append(loss)
        run.steps += 1
        run.tokens += tokens.numel() * run.processes
        here = self.device.type == "cpu"
        number: float = loss.item() if here else math.nan
        run.seconds += time.perf_counter() - begun
        if here and not math.isfinite(number):
            raise self._diverged(number, run.steps)
        return number

    def entered(self) -> float:
        """Enter the mean loss since the last entry, and validate. Returns the latter's loss."""
        run = self.run
        begun = time.perf_counter()
        losses = torch.stack(self.losses).cpu()  # waits for the device
        run.seconds += time.perf_counter() - begun
        self.losses.clear()
        wrong = (~losses.isfinite()).nonzero()
        if len(wrong):
            first = int(wrong[0])
            raise self._diverged(losses[first].item(), run.steps - len(losses) + first + 1)
        run.train.append((run.steps, losses.mean().item()))
        valid = self.validated()
        run.valid.append((run.steps, valid))
        return valid

    def validated(self) -> float:
        """The loss on all of the text to validate on, in nats."""
        valid: float = validate(self.model, self.held_out, self.device)
        if not math.isfinite(valid):
            raise self._diverged(valid, self.run.steps, " on the text to validate on")
        return valid

    def kept(self) -> None:
        """Write the checkpoint, where one is kept."""
        if self.keep is not None and place()[0] == 0:
            checkpoint.save(self.keep, self._state())

    def finish(self, corpus: Corpus) -> None:
        """The figures of a run's end: loss on the text to test on, and what became of the rows."""
        test = windows(corpus.test, self.length, self.recipe.batch)
        self.run.test = validate(self.model, test, self.device)
        self.run.rows = self.watch.report(self.model, corpus, self.held_out, self.device)

    def _diverged(self, loss: float, step: int, where: str = "") -> TrainingProblem:
        rate = self.recipe.rate
        return TrainingProblem(
            f"the loss{where} became {loss} at step {step}: lower --rate (it is {rate:g})"
        )

    @property
    def _same(self) -> dict[str, Any]:
        """What has to be the same for a checkpoint to be of this run."""
        run = self.run
        return {
            "config": run.config,
            "recipe": run.recipe,
            "seed": run.seed,
            "corpus": run.corpus,
        }

    def _state(self) -> dict[str, Any]:
        state = {
            "run": self._same,
            "figures": self.run.to_json(),
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "first": self.watch.first,
            "random": torch.get_rng_state(),
        }
        if self.device.type == "cuda":
            state["random_cuda"] = torch.cuda.get_rng_state(self.device)
        return state

    def _resumed(self) -> bool:
        """Go on from the checkpoint, if there is one."""
        state = checkpoint.load(self.keep, self._same) if self.keep is not None else None
        if state is None:
            return False
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.watch.first = state["first"]
        torch.set_rng_state(state["random"])
        if self.device.type == "cuda" and "random_cuda" in state:
            torch.cuda.set_rng_state(state["random_cuda"], self.device)
        figures = state["figures"]
        for name in ("steps", "tokens", "seconds"):
            setattr(self.run, name, figures[name])
        self.run.train = [(step, loss) for step, loss in figures["train"]]
        self.run.valid = [(step, loss) for step, loss in figures["valid"]]
        return True


@torch.no_grad()  # type: ignore[untyped-decorator]
def validate(
    model: LanguageModel, batches: list[tuple[Tensor, Tensor]], device: torch.device
) -> float:
    """Mean cross-entropy over all windows, in nats."""
    training = model.training
    model.eval()
    total, count = 0.0, 0
    for tokens, targets in batches:
        with precision(device), uncompiled(device):
            loss = model.loss(tokens.to(device), targets.to(device), reduction="sum")
        total += loss.item()
        count += targets.numel()
    model.train(training)
    return total / count


def make_optimizer(model: LanguageModel, recipe: Recipe) -> torch.optim.Optimizer:
    """AdamW; weight decay on what is multiplied, not on biases and norms."""
    every = [p for p in model.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in every if p.ndim >= 2], "weight_decay": recipe.decay},
        {"params": [p for p in every if p.ndim < 2], "weight_decay": 0.0},
    ]
    fused = every[0].device.type == "cuda"
    optimizer: torch.optim.Optimizer = torch.optim.AdamW(
        groups, lr=recipe.rate, betas=(0.9, 0.95), fused=fused
    )
    return optimizer
