"""`python -m lmhead.pretrained TEXT` shows which tokens come next, with seconds and megabytes."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from . import PretrainedError, fetch, load, provenance


def main(arguments: list[str] | None = None) -> int:
    """The status of the command: 0, or 1 after a sentence on what is wrong."""
    parser = argparse.ArgumentParser(prog="python -m lmhead.pretrained", description=__doc__)
    parser.add_argument("text", nargs="?", default="The capital of France is")
    parser.add_argument("--top", type=int, default=5, help="how many tokens are shown")
    parser.add_argument("--wheel", type=Path, help="the wheel, where it is on this disk already")
    options = parser.parse_args(arguments)
    try:
        _show(options.text, max(1, options.top), options.wheel)
    except (PretrainedError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    return 0


def _show(text: str, top: int, wheel: Path | None) -> None:
    begun = time.perf_counter()
    path = fetch(wheel)
    fetched = time.perf_counter()
    model = load(path)
    read = time.perf_counter()
    ids = model.encode(text)
    z = model.step(ids).astype(np.float64)
    computed = time.perf_counter()

    shares = np.exp(z - z.max())
    shares /= shares.sum()
    order = np.argsort(-shares, kind="stable")
    print(f"{text!r} is {len(ids)} tokens: {[model.vocabulary[number] for number in ids]}")
    for number in order[:top]:
        print(f"  {shares[number]:.3f}  {model.vocabulary[number]!r}")
    print(f"  {shares[order[top:]].sum():.3f}  the other {max(0, len(z) - top):,} tokens")
    package = provenance()["package"]
    print(
        f"fetched and checked in {fetched - begun:.1f} s ({package['bytes'] / 1e6:.0f} MB, "
        f"{package['name']} {package['version']}; {path.stat().st_size / 1e6:.0f} MB on disk), "
        f"read in {read - fetched:.1f} s, computed in {computed - read:.2f} s{_memory()}"
    )


def _memory() -> str:
    """The most memory that this process has held, where the system says so."""
    try:
        import resource
    except ImportError:  # Windows
        return ""
    unit = 1 if sys.platform == "darwin" else 1024
    return f", {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6:.0f} MB of memory"


if __name__ == "__main__":
    sys.exit(main())
