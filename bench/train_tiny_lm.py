"""Train the model in ``lmhead.tiny_lm`` anew, and compare it with counted word triples.

From the repository's root, with torch installed (requirements-train.txt):

    python -m bench.train_tiny_lm

takes about five minutes on one core and writes ``lmhead/data/tiny_lm*``. One thread and one
seed: the same versions of the packages give the same weights on the same kind of processor.
"""

import argparse
import datetime
import hashlib
import json
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np
import scipy.special
import torch
from torch import nn

from bench.docstring_prose import sentences
from lmhead import tiny_lm
from lmhead._docstrings import docstrings
from lmhead.tiny_lm import STOP, UNKNOWN, TinyLM

# With the licence that each package's own code and documentation is under.
PACKAGES = {
    "numpy": "BSD-3-Clause",
    "matplotlib": "the Matplotlib licence, modelled on the PSF's",
    "scipy": "BSD-3-Clause",
    "torch": "BSD-3-Clause",
}
Sentence = tuple[str, ...]

VOCABULARY, WIDTH, WINDOW, HIDDEN = 3000, 64, 5, 320
EPOCHS, BATCH, RATE, DECAY, DROPOUT = 6, 256, 3e-3, 0.02, 0.15
LIMIT = 2_000_000  # bytes of weights
QUOTED = 40  # sentences of the held-out text that the package carries


def read_text(packages: Iterable[str]) -> dict[Sentence, str]:
    """Every different sentence, with the file it first stands in."""
    found: dict[Sentence, str] = {}
    for package in packages:
        for file, docstring in docstrings(package):
            for sentence in sentences(docstring):
                found.setdefault(sentence, file)
    return found


def is_held_out(file: str) -> bool:
    """One file in twenty, whichever others there are."""
    return int(hashlib.sha256(file.encode()).hexdigest(), 16) % 20 == 0


def choose_words(text: Sequence[Sentence], size: int) -> list[str]:
    """The most frequent words, the most frequent first; ``UNKNOWN`` is the last."""
    counts = Counter(word for sentence in text for word in sentence)
    return [*sorted(counts, key=lambda word: (-counts[word], word))[: size - 1], UNKNOWN]


def questions(
    text: Sequence[Sentence], words: Sequence[str], window: int
) -> tuple[np.ndarray, np.ndarray]:
    """Every word of the vocabulary that stands in the text, (N,), and those before it, (N, window).

    A word outside the vocabulary stands among those before as ``UNKNOWN``, and is not asked for.
    """
    ids = {word: index for index, word in enumerate(words)}
    unknown, stop = ids[UNKNOWN], ids[STOP]
    before, right = [], []
    for sentence in text:
        row = [stop] * window + [ids.get(word, unknown) for word in sentence]
        for t in range(window, len(row)):
            if row[t] != unknown:
                before.append(row[t - window : t])
                right.append(row[t])
    return np.array(before), np.array(right)


class Model(nn.Module):
    """What ``TinyLM`` computes, so that it can be trained."""

    def __init__(self, vocabulary: int, width: int, window: int, hidden: int, dropout: float):
        super().__init__()
        self.E = nn.Parameter(torch.randn(vocabulary, width) / width**0.5)
        self.layer = nn.Linear(window * width, hidden)
        self.out = nn.Linear(hidden, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, before: torch.Tensor) -> torch.Tensor:
        x = self.dropout(self.E[before].flatten(1))  # (N, window·d)
        h = self.out(self.dropout(torch.tanh(self.layer(x))))  # (N, d)
        return h @ self.E.T  # (N, V)

    def weights(self) -> dict[str, np.ndarray]:
        """What the package stores, in half precision."""
        layers = {
            "E": self.E,
            "w_1": self.layer.weight,
            "b_1": self.layer.bias,
            "w_2": self.out.weight,
            "b_2": self.out.bias,
        }
        return {name: array.detach().numpy().astype(np.float16) for name, array in layers.items()}


def train(
    before: np.ndarray,
    right: np.ndarray,
    *,
    vocabulary: int,
    width: int = WIDTH,
    window: int = WINDOW,
    hidden: int = HIDDEN,
    epochs: int = EPOCHS,
    seed: int = 0,
) -> Iterator[tuple[float, Model]]:
    """Train, and after each epoch hand over its mean loss in nats and the model so far."""
    torch.set_num_threads(1)  # sums are then always made in the same order
    torch.manual_seed(seed)
    model = Model(vocabulary, width, window, hidden, DROPOUT)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    steps = epochs * math.ceil(len(right) / BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, RATE, total_steps=steps, pct_start=0.1, cycle_momentum=False
    )
    x, y = torch.from_numpy(before), torch.from_numpy(right)
    for _ in range(epochs):
        total = 0.0
        model.train()
        for batch in torch.randperm(len(y)).split(BATCH):
            loss = nn.functional.cross_entropy(model(x[batch]), y[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item() * len(batch)
        yield total / len(y), model.eval()


def losses(model: TinyLM, before: np.ndarray, right: np.ndarray) -> np.ndarray:
    """-ln of the share of each right word, in nats, by the numpy model."""
    found = []
    for start in range(0, len(right), 512):
        rows = before[start : start + 512]
        h = np.stack([model.hidden(row.tolist()) for row in rows])  # (n, d)
        log_p = scipy.special.log_softmax((h @ model.W_OUT.T).astype(np.float64), axis=-1)
        found.append(-log_p[np.arange(len(rows)), right[start : start + 512]])
    return np.concatenate(found)


def counted_losses(
    known: tuple[np.ndarray, np.ndarray], asked: tuple[np.ndarray, np.ndarray], vocabulary: int
) -> np.ndarray:
    """The same for a model that counts: word triples, pairs and single words, mixed.

    The mixture is Witten and Bell's: what was seen n times, followed by k different words,
    is trusted n / (n + k), and the shorter context has the rest.
    """
    follows: dict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
    for row, word in zip(*(part.tolist() for part in known), strict=True):
        for length in (0, 1, 2):
            follows[tuple(row[len(row) - length :])][word] += 1
    totals = {context: sum(counts.values()) for context, counts in follows.items()}
    found = []
    for row, word in zip(*(part.tolist() for part in asked), strict=True):
        p = 1 / (vocabulary - 1)  # any word but UNKNOWN
        for length in (0, 1, 2):
            context = tuple(row[len(row) - length :])
            if context in totals:
                n, k = totals[context], len(follows[context])
                p = (follows[context][word] + k * p) / (n + k)
        found.append(-math.log(p))
    return np.array(found)


def perplexity(losses: np.ndarray) -> float:
    return float(np.exp(losses.mean()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=tiny_lm.WEIGHTS.parent, help="folder to fill")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="also write the provenance to this file")
    options = parser.parse_args()

    text = read_text(PACKAGES)
    known = [sentence for sentence, file in text.items() if not is_held_out(file)]
    unseen = [sentence for sentence, file in text.items() if is_held_out(file)]
    words = choose_words(known, VOCABULARY)
    training, validation = (questions(part, words, WINDOW) for part in (known, unseen))
    print(f"{len(known)} sentences, {len(training[1])} words to predict; ", end="")
    print(f"held out {len(unseen)} and {len(validation[1])}\n")

    print(f"{'epoch':>5} {'training':>10} {'validation':>10} {'seconds':>8}   (perplexities)")
    start = time.process_time()
    epochs = train(*training, vocabulary=len(words), epochs=options.epochs, seed=options.seed)
    for epoch, (loss, trained) in enumerate(epochs, 1):
        weights = trained.weights()
        model = TinyLM(words, weights)
        measured = perplexity(losses(model, *validation))
        seconds = time.process_time() - start
        print(f"{epoch:>5} {math.exp(loss):>10.2f} {measured:>10.2f} {seconds:>8.0f}", flush=True)
    counted = perplexity(counted_losses(training, validation, len(words)))
    print(f"\nword triples, pairs and single words, counted: {counted:.2f}")

    sample = random.Random(options.seed).sample(unseen, QUOTED)
    asked = questions(sample, words, WINDOW)
    record = {
        "model": {
            "vocabulary": len(words),
            "width": WIDTH,
            "window": WINDOW,
            "hidden": HIDDEN,
            "parameters": sum(array.size for array in weights.values()),
            "head": "tied, without a bias",
            "stored_as": "float16",
            "source": "Bengio et al., A Neural Probabilistic Language Model, JMLR 3 (2003)",
        },
        "text": {
            **describe(text),
            "split": "by file: about one in twenty is held out; "
            "a sentence belongs to the first file it stands in",
            "training_sentences": len(known),
            "training_predictions": len(training[1]),
        },
        "training": {
            "script": "bench/train_tiny_lm.py",
            "seed": options.seed,
            "epochs": options.epochs,
            "batch": BATCH,
            "optimizer": f"AdamW, rate {RATE} in one cycle, weight decay {DECAY}",
            "dropout": DROPOUT,
            "threads": 1,
            "processor_seconds": round(seconds),
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        },
        "perplexity": {
            "of": "the words of the vocabulary, full stops included, each given those before it "
            "in its sentence; by the weights as they are stored",
            "validation": round(measured, 4),
            "validation_predictions": len(validation[1]),
            "held_out_file": round(perplexity(losses(model, *asked)), 4),
            "held_out_file_predictions": len(asked[1]),
            "counted_triples_validation": round(counted, 4),
        },
    }
    written = write(options.out, words, weights, sample, record)
    if options.json:
        options.json.write_text(written, "utf-8", newline="\n")

    size = (options.out / tiny_lm.WEIGHTS.name).stat().st_size
    met = "met" if measured < counted and size <= LIMIT else "missed"
    print(f"goal: {met}: perplexity {measured:.2f}, goal below {counted:.2f}; ", end="")
    print(f"weights of {size:,} bytes, goal at most {LIMIT:,}")


def describe(text: dict[Sentence, str]) -> dict[str, object]:
    corpus = "".join(" ".join(sentence) + "\n" for sentence in text)
    return {
        "from": {
            name: {"version": version(name), "licence": terms} for name, terms in PACKAGES.items()
        },
        "licence_note": (
            "The sentences of these packages' docstrings are under the packages' licences. "
            f"{tiny_lm.HELD_OUT.name} quotes {QUOTED} of them; the weights and the list of "
            "words are derived from all and quote none."
        ),
        "sentences": len(text),
        "tokens": sum(map(len, text)),
        "sha256": hashlib.sha256(corpus.encode()).hexdigest(),
    }


def write(
    folder: Path,
    words: Sequence[str],
    weights: dict[str, np.ndarray],
    sample: Sequence[Sentence],
    record: dict[str, object],
) -> str:
    """Write the model's files, and the record with their hashes, which is returned."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(folder / tiny_lm.WEIGHTS.name, **weights)
    for name, lines in [
        (tiny_lm.WORDS.name, words),
        (tiny_lm.HELD_OUT.name, [tiny_lm.join(sentence) for sentence in sample]),
    ]:
        text = "".join(f"{line}\n" for line in lines)
        (folder / name).write_text(text, "utf-8", newline="\n")
    hashes = {
        file.name: hashlib.sha256((folder / file.name).read_bytes()).hexdigest()
        for file in (tiny_lm.WEIGHTS, tiny_lm.WORDS, tiny_lm.HELD_OUT)
    }
    written = json.dumps({**record, "sha256": hashes}, indent=2, ensure_ascii=False) + "\n"
    (folder / tiny_lm.PROVENANCE.name).write_text(written, "utf-8", newline="\n")
    return written


if __name__ == "__main__":
    main()
