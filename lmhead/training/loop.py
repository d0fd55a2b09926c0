"""The loop: batches, AdamW, validation; on a CPU, CUDA or MPS, in one process or several."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import Tensor

from .._interrupts import check, held
from ..corpus import Corpus
from ..model import Config, LanguageModel, parameters
from . import checkpoint
from .batches import Batches, windows
from .devices import choose_device, precision, random_state, refusals, set_random_state, uncompiled
from .preflight import length_of, refuse, refuse_seeds
from .processes import averaged, place, said_by_the_first, together
from .record import Progress, Run
from .rows import RowsWatch, losses_of_positions
from .settings import Recipe, TrainingProblem

__all__ = [
    "Progress",
    "Run",
    "UnderWay",
    "choose_device",
    "load_all",
    "make_optimizer",
    "summed_loss",
    "train",
]

#: Seconds between two checkpoints at least, and how many times as long as writing one takes.
APART, SHARE = 30.0, 20.0

Looked = TypeVar("Looked", float, Tensor)
Pair = tuple[Tensor, Tensor]


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

    On a CPU the numbers are the same for the same seed, versions and number of threads, however
    often the run was stopped and went on.

    Parameters
    ----------
    config : Config
        The model's shape.
    recipe : Recipe
    corpus : Corpus
    seed : int
        Of the first weights, the order of the text, and dropout; from 0 to 2**32 - 1.
    device : torch.device, optional
        By default CUDA, else MPS, else the CPU.
    seconds : float
        By the clock, from this call on. It is looked at after each step and each batch of a
        validation; where they are over, the run is `stopped`, and goes on from its checkpoint
        when it is called again. The rate's cosine is that of all steps all the same.
    keep : Path, optional
        The file of the checkpoint. It is written by the clock, at the end, where the time is over,
        and where an exception (as of Ctrl-C) ends the run between two steps.
    told : callable
        Called after each step with a `Progress`.
    compiled : bool, optional
        Whether `torch.compile` is used; by default on CUDA.

    Returns
    -------
    Run

    Raises
    ------
    TrainingProblem
        For what stops a run: a sentence. What can be known before the first step is said then.
    """
    until = time.monotonic() + seconds
    if math.isnan(until):
        raise TrainingProblem(f"seconds is {seconds}; it has to be a number")
    refuse(config, recipe, corpus, place()[1])
    (seed,) = refuse_seeds([seed])
    device = device or choose_device()
    with refusals(device, recipe):
        under_way = UnderWay(config, recipe, corpus, seed, device, keep, until)
        if compiled or (compiled is None and device.type == "cuda"):
            under_way.model.body.compile()
        try:
            under_way.go_on(told)
        except TrainingProblem:
            raise
        except BaseException:
            under_way.kept()
            raise
    return under_way.run


class UnderWay:
    """A run under way: the model and all that a step needs, at some step.

    It starts at step 0, or where the checkpoint `keep` was made. `run` holds its figures.
    until: the time, by `time.monotonic`, at which it stops.
    """

    def __init__(
        self,
        config: Config,
        recipe: Recipe,
        corpus: Corpus,
        seed: int,
        device: torch.device,
        keep: Path | None = None,
        until: float = math.inf,
    ) -> None:
        self.recipe, self.device, self.keep, self.until = recipe, device, keep, until
        self.corpus, self.length = corpus, length_of(config, recipe)
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
        self.looked: tuple[str, list[Any]] = ("", [])  # how far a look at held-out text is
        self.whole = True  # False while a step is written into the model
        self.saved, self.saving = time.monotonic(), 0.0
        self.last_saved: tuple[int, int, str, int] | None = None
        resumed = self._resumed()
        if part or not resumed:
            # Dropout differs from process to process; the first weights do not.
            torch.manual_seed(seed + 1_000_003 * part + self.run.steps)
        self.random = random_state(device)  # as after the last whole step
        self.model.train()
        together()  # nobody reads a checkpoint while the first process writes the next one

    def go_on(self, told: Callable[[Progress], None]) -> None:
        """All steps that are left, validations, and the figures of the end; or until it is time."""
        run, recipe = self.run, self.recipe
        run.stopped, first = None, run.steps
        if not run.valid and self.validated() is None:
            self._stop("the text to validate on was looked at the first time")
            return
        while True:
            entry_is_due = run.steps % recipe.every == 0 or run.steps == recipe.steps
            if entry_is_due and run.valid[-1][0] != run.steps and self.entered() is None:
                self._stop()
                return
            if run.steps == recipe.steps:
                break
            # A call makes a step at least, so that the run ends however short the time is.
            if run.steps > first and self.over():
                self._stop()
                return
            loss = self.step()
            valid = None
            if run.steps % recipe.every == 0 or run.steps == recipe.steps:
                valid = self.entered()
            told(Progress(run.steps, recipe.steps, loss, valid, run.tokens, run.seconds))
            check()
            if time.monotonic() - self.saved >= max(APART, SHARE * self.saving):
                self.kept()
        self.kept()
        self.finish()

    def over(self) -> bool:
        """Whether the time is over, as the first process sees it."""
        if self.until == math.inf:
            return False
        return said_by_the_first(time.monotonic() >= self.until, self.device)

    def _stop(self, what: str = "") -> None:
        run = self.run
        when = f"after {run.steps} of {run.recipe['steps']} steps"
        run.stopped = f"{when}, as its time was over{f' while {what}' if what else ''}"
        self.kept()

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
        here = self.device.type == "cpu"
        number: float = loss.item() if here else math.nan
        if here and not math.isfinite(number):
            raise self._diverged(number, run.steps + 1)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), recipe.clip)
        with held():
            self.whole = False
            self.optimizer.step()
            self.losses.append(loss)
            run.steps += 1
            run.tokens += tokens.numel() * run.processes
            run.seconds += time.perf_counter() - begun
            self.random = random_state(self.device)
            self.whole = True
        return number

    def entered(self) -> float | None:
        """Validate, and enter that loss and the mean loss since the last entry.

        Returns the validation's loss; None where the time is over before it is known.
        """
        begun = time.perf_counter()
        losses = self._finite_losses()  # waits for the device
        self.run.seconds += time.perf_counter() - begun
        mean: float = losses.mean().item()
        return self.validated(mean)

    def validated(self, train: float | None = None) -> float | None:
        """Look at all of the text to validate on, and enter its loss, in nats, and `train`'s.

        None where the time is over before the last batch; what was looked at is remembered.
        """
        run = self.run
        found = self._look("valid", self.held_out, self._summed)
        if found is None:
            return None
        valid: float = sum(found) / self._targets(self.held_out)
        if not math.isfinite(valid):
            raise self._diverged(valid, run.steps, " on the text to validate on")
        with held():
            if train is not None:
                run.train.append((run.steps, train))
            run.valid.append((run.steps, valid))
            self.losses.clear()
        return valid

    def finish(self) -> None:
        """The figures of a run's end: loss on the text to test on, and what became of the rows."""
        run = self.run
        if run.test is None:
            test = windows(self.corpus.test, self.length, self.recipe.batch, "test")
            found = self._look("test", test, self._summed)
            if found is None:
                self._stop("the text to test on was looked at")
                return
            run.test = sum(found) / self._targets(test)
        losses = self._look("rows", self.held_out, self._by_position)
        if losses is None:
            self._stop("the rows were looked at")
            return
        targets = torch.cat([right.flatten() for _, right in self.held_out])
        run.rows = self.watch.report(self.model, self.corpus, torch.cat(losses), targets)

    def _look(
        self, what: str, batches: list[Pair], value: Callable[[Tensor, Tensor], Looked]
    ) -> list[Looked] | None:
        """A value of each batch of a held-out text; None where the time is over before the last.

        A call makes one at least, and the next one goes on, so that it comes to an end however
        short the time is.
        """
        label = f"{what} {self.run.steps}"
        if self.looked[0] != label:
            self.looked = (label, [])
        values: list[Looked] = self.looked[1]
        training = self.model.training
        self.model.eval()
        try:
            for tokens, targets in batches[len(values) :]:
                values.append(value(tokens, targets))
                check()
                if len(values) < len(batches) and self.over():
                    return None
        finally:
            self.model.train(training)
        self.looked = ("", [])
        return values

    def _summed(self, tokens: Tensor, targets: Tensor) -> float:
        loss: float = summed_loss(self.model, tokens, targets, self.device)
        return loss

    def _by_position(self, tokens: Tensor, targets: Tensor) -> Tensor:
        return losses_of_positions(self.model, tokens, targets, self.device)

    @staticmethod
    def _targets(batches: list[Pair]) -> int:
        count: int = sum(targets.numel() for _, targets in batches)
        return count

    def kept(self) -> None:
        """Write the checkpoint, where one is kept and there is something new."""
        # A state in the middle of a step would not go on with the same numbers.
        now = (self.run.steps, len(self.run.valid), self.looked[0], len(self.looked[1]))
        nothing = now == self.last_saved or not (now[0] or now[1] or now[3])
        if self.keep is None or place()[0] != 0 or not self.whole or nothing:
            return
        self._finite_losses()  # what has diverged is no state to go on from
        begun = time.monotonic()
        checkpoint.save(self.keep, self._state())
        self.saved, self.last_saved = time.monotonic(), now
        self.saving = self.saved - begun

    def _finite_losses(self) -> Tensor:
        """Those since the last entry. TrainingProblem where one is not finite."""
        if not self.losses:
            return torch.empty(0)
        losses = torch.stack(self.losses).cpu()
        wrong = (~losses.isfinite()).nonzero()
        if len(wrong):
            first = int(wrong[0])
            raise self._diverged(losses[first].item(), self.run.steps - len(losses) + first + 1)
        return losses

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
            "losses": self._finite_losses(),
            "looked": [*self.looked],
            "random": self.random["cpu"],
        }
        if "cuda" in self.random:
            state["random_cuda"] = self.random["cuda"]
        return state

    def _resumed(self) -> bool:
        """Go on from the checkpoint, if there is one."""
        state = checkpoint.load(self.keep, self._same) if self.keep is not None else None
        if state is None:
            return False
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.watch.first = state["first"]
        # A checkpoint of lmhead 0.1.0 was made at a validation, and has neither of the two.
        self.losses = list(state.get("losses", torch.empty(0)).to(self.device))
        label, values = state.get("looked", ["", []])
        self.looked = (label, list(values))
        set_random_state({"cpu": state["random"], "cuda": state.get("random_cuda")}, self.device)
        figures = state["figures"]
        for name in ("steps", "tokens", "seconds", "test"):
            setattr(self.run, name, figures[name])
        self.run.train = [(step, loss) for step, loss in figures["train"]]
        self.run.valid = [(step, loss) for step, loss in figures["valid"]]
        return True


@torch.no_grad()  # type: ignore[untyped-decorator]
def summed_loss(
    model: LanguageModel, tokens: Tensor, targets: Tensor, device: torch.device
) -> float:
    """The cross-entropy of a batch, in nats, summed over its positions."""
    with precision(device), uncompiled(device):
        loss: float = model.loss(tokens.to(device), targets.to(device), reduction="sum").item()
    return loss


def load_all() -> None:
    """Have torch load what it leaves to the first optimiser: some thousand modules, for seconds.

    So they are in no run's time, and Ctrl-C does not come while they are loaded.
    """
    torch.optim.AdamW([torch.nn.Parameter(torch.zeros(1))])


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
