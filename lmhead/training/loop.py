"""The loop: batches, AdamW, validation; on a CPU, CUDA or MPS, in one process or several."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ..corpus import Corpus
from ..model import Config, LanguageModel, parameters
from . import checkpoint
from .batches import Batches, windows
from .processes import averaged, place, said_by_the_first
from .rows import RowsWatch
from .settings import Recipe, TrainingProblem

__all__ = ["Progress", "Run", "choose_device", "train", "validate"]


@dataclass(frozen=True)
class Progress:
    """Where a run is: told after each step to who asked for it."""

    step: int
    steps: int
    loss: float
    valid: float | None
    tokens: int
    seconds: float


@dataclass
class Run:
    """One training run, as data: what was asked for, and every figure.

    train: [step, mean loss since the last entry], nats.  valid: [step, loss on all of the text
    to validate on].  seconds: of the steps alone.  rows: see `rows.RowsWatch`.
    """

    config: dict[str, Any]
    recipe: dict[str, Any]
    seed: int
    corpus: str
    parameters: int
    device: str
    processes: int
    steps: int = 0
    tokens: int = 0
    seconds: float = 0.0
    train: list[tuple[int, float]] = field(default_factory=list)
    valid: list[tuple[int, float]] = field(default_factory=list)
    test: float | None = None
    rows: dict[str, Any] = field(default_factory=dict)
    stopped: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def choose_device(name: str = "auto") -> torch.device:
    """ "auto": CUDA, else MPS, else the CPU. TrainingProblem for one that is not there."""
    if name == "auto":
        cuda, mps = torch.cuda.is_available(), torch.backends.mps.is_available()
        return torch.device("cuda" if cuda else "mps" if mps else "cpu")
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise TrainingProblem(
            f"the device {name!r} is not here ({str(error).splitlines()[0]}): "
            "--device auto takes what there is"
        ) from error
    return device


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
    if config.vocabulary < corpus.size:
        raise TrainingProblem(
            f"the text has {corpus.size:,} different tokens and the table {config.vocabulary:,} "
            "rows: take a vocabulary of the text's size"
        )
    length = min(recipe.length, config.context)
    part, parts = place()
    torch.manual_seed(seed)
    model = LanguageModel(config).to(device)
    run = Run(
        asdict(config), asdict(recipe), seed, corpus.hash, parameters(config), str(device), parts
    )
    batches = Batches(corpus.train, recipe.batch, length, seed, part, parts)
    held_out = windows(corpus.valid, length, recipe.batch)
    watch = RowsWatch(model, corpus)
    optimizer = make_optimizer(model, recipe)
    same = {"config": run.config, "recipe": run.recipe, "seed": seed, "corpus": run.corpus}
    _resume(run, keep, same, model, optimizer, watch, device)
    if run.steps == 0:
        # Dropout differs from process to process; the first weights do not.
        torch.manual_seed(seed + 1_000_003 * part)
    if compiled or (compiled is None and device.type == "cuda"):
        model.body.compile()
    with _sentences(run):
        if not run.valid:
            run.valid.append((0, validate(model, held_out, device)))
        _steps(
            run,
            model,
            optimizer,
            batches,
            held_out,
            recipe,
            device,
            seconds,
            keep,
            same,
            watch,
            told,
        )
        run.test = validate(model, windows(corpus.test, length, recipe.batch), device)
        run.rows = watch.report(model, corpus, held_out, device)
    return run


def _steps(
    run: Run,
    model: LanguageModel,
    optimizer: torch.optim.Optimizer,
    batches: Batches,
    held_out: list[tuple[Tensor, Tensor]],
    recipe: Recipe,
    device: torch.device,
    seconds: float,
    keep: Path | None,
    same: dict[str, Any],
    watch: RowsWatch,
    told: Callable[[Progress], None],
) -> None:
    """From where the run is to its last step, or until its time is over."""
    model.train()
    losses: list[Tensor] = []
    while run.steps < recipe.steps and run.stopped is None:
        begun = time.perf_counter()
        for group in optimizer.param_groups:
            group["lr"] = recipe.rate_at(run.steps)
        tokens, targets = (item.to(device) for item in batches.at(run.steps))
        with _precision(device):
            loss = model.loss(tokens, targets, z_loss=recipe.z_loss)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        loss = averaged(model, loss.detach())
        torch.nn.utils.clip_grad_norm_(model.parameters(), recipe.clip)
        optimizer.step()
        losses.append(loss)
        run.steps += 1
        run.tokens += tokens.numel() * run.processes
        valid = None
        last = run.steps == recipe.steps
        if run.steps % recipe.every == 0 or last:
            mean = torch.stack(losses).mean().item()  # waits for the device
            run.seconds += time.perf_counter() - begun
            losses.clear()
            if not math.isfinite(mean):
                raise TrainingProblem(
                    f"the loss became {mean} between steps {run.steps - recipe.every} and "
                    f"{run.steps}: lower --rate (it is {recipe.rate:g})"
                )
            valid = validate(model, held_out, device)
            run.train.append((run.steps, mean))
            run.valid.append((run.steps, valid))
            if said_by_the_first(run.seconds > seconds, device):
                run.stopped = f"after {run.steps} of {recipe.steps} steps, as its time was over"
            if keep is not None and place()[0] == 0:
                checkpoint.save(keep, _state(run, same, model, optimizer, watch, device))
        else:
            run.seconds += time.perf_counter() - begun
        told(
            Progress(run.steps, recipe.steps, _number(loss, device), valid, run.tokens, run.seconds)
        )


@torch.no_grad()  # type: ignore[untyped-decorator]
def validate(
    model: LanguageModel, batches: list[tuple[Tensor, Tensor]], device: torch.device
) -> float:
    """Mean cross-entropy over all windows, in nats."""
    training = model.training
    model.eval()
    total, count = 0.0, 0
    for tokens, targets in batches:
        with _precision(device):
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


def _precision(device: torch.device) -> contextlib.AbstractContextManager[Any]:
    """bfloat16 products on CUDA; elsewhere float32 throughout."""
    if device.type == "cuda":
        autocast: contextlib.AbstractContextManager[Any] = torch.autocast("cuda", torch.bfloat16)
        return autocast
    return contextlib.nullcontext()


def _number(loss: Tensor, device: torch.device) -> float:
    """The loss for who watches. On CUDA reading it would stop the queue at every step."""
    return loss.item() if device.type == "cpu" else math.nan


# -- stopping and going on ------------------------------------------------------------------


def _state(
    run: Run,
    same: dict[str, Any],
    model: LanguageModel,
    optimizer: torch.optim.Optimizer,
    watch: RowsWatch,
    device: torch.device,
) -> dict[str, Any]:
    state = {
        "run": same,
        "figures": run.to_json(),
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "first": watch.first,
        "random": torch.get_rng_state(),
    }
    if device.type == "cuda":
        state["random_cuda"] = torch.cuda.get_rng_state(device)
    return state


def _resume(
    run: Run,
    keep: Path | None,
    same: dict[str, Any],
    model: LanguageModel,
    optimizer: torch.optim.Optimizer,
    watch: RowsWatch,
    device: torch.device,
) -> None:
    state = checkpoint.load(keep, same) if keep is not None else None
    if state is None:
        return
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    watch.first = state["first"]
    torch.set_rng_state(state["random"])
    if device.type == "cuda" and "random_cuda" in state:
        torch.cuda.set_rng_state(state["random_cuda"], device)
    figures = state["figures"]
    for name in ("steps", "tokens", "seconds"):
        setattr(run, name, figures[name])
    run.train = [(step, loss) for step, loss in figures["train"]]
    run.valid = [(step, loss) for step, loss in figures["valid"]]


@contextlib.contextmanager
def _sentences(run: Run) -> Iterator[None]:
    """Turn what a device refuses into a sentence."""
    try:
        yield
    except torch.OutOfMemoryError as error:
        raise TrainingProblem(
            f"{run.device} has too little memory for batches of {run.recipe['batch']} sequences "
            f"of {run.recipe['length']} tokens: lower --batch, then --length"
        ) from error
