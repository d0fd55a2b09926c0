"""All that is measured on a CUDA card, in under 8 minutes: bench/gpu.sh calls this.

The parts run one after another, each with a time of its own, and write what they find as they
end into $OUT, else into chapters/results/. ``--dry``: all of them small, on a CPU.

Only the standard library is imported here, so that what is missing is said in a sentence.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("torch", "numpy", "matplotlib", "rich", "typer")


@dataclass(frozen=True)
class Part:
    """A module of bench/, what it is called with, and the seconds that it may take."""

    module: str
    arguments: tuple[str, ...]
    seconds: int


def parts(out: Path, dry: bool) -> list[Part]:
    """What runs, in this order; on a card together under 480 seconds."""

    def file(name: str) -> tuple[str, str]:
        return "--json", str(out / f"{name}.json")

    if dry:
        cpu = ("--device", "cpu")
        small = ("--positions", "16", "--width", "16", "--vocabulary", "500")
        return [
            Part("bench.gpu_checks", (*cpu, *file("gpu-checks")), 300),
            Part("bench.head", (*cpu, "--quick", *small, *file("gpu-head")), 300),
            Part("bench.training", (*cpu, "--quick", *file("gpu-training")), 300),
            Part("bench.gpu_runs", ("--dry", "--minutes", "0.2", "--out", str(out)), 300),
        ]
    cuda = ("--device", "cuda")
    return [
        Part("bench.gpu_checks", (*cuda, *file("gpu-checks")), 90),
        Part("bench.head", (*cuda, *file("gpu-head")), 100),
        Part("bench.training", (*cuda, "--preset", "gpt2", *file("gpu-training")), 110),
        Part("bench.gpu_runs", (*cuda, "--minutes", "2.4", "--out", str(out)), 170),
    ]


def lacking(dry: bool) -> str | None:
    """What this Python has not, as a sentence."""
    missing = []
    for package in NEEDED:
        try:
            version(package)
        except PackageNotFoundError:
            missing.append(package)
    if missing:
        return f"{sys.executable} has no {', '.join(missing)}: name another Python with PYTHON="
    if dry:
        return None
    probe = "import sys, torch; sys.exit(not torch.cuda.is_available())"
    if subprocess.run([sys.executable, "-c", probe], check=False).returncode != 0:
        return "torch finds no CUDA card here; --dry runs everything small on a CPU"
    return None


def run(part: Part) -> str:
    """How a part ended, in a word or two."""
    command = [sys.executable, "-m", part.module, *part.arguments]
    try:
        done = subprocess.run(command, cwd=ROOT, timeout=part.seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"stopped after {part.seconds} s; what it had written is kept"
    return "done" if done.returncode == 0 else f"ended with status {done.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description="All that is measured on a CUDA card.")
    parser.add_argument("--dry", action="store_true", help="everything small, on a CPU")
    args = parser.parse_args()
    problem = lacking(args.dry)
    if problem:
        print(problem, file=sys.stderr)
        return 2
    out = Path(os.environ.get("OUT") or ROOT / "chapters" / "results").resolve()
    out.mkdir(parents=True, exist_ok=True)
    ends = []
    for part in parts(out, args.dry):
        print(f"\n== {part.module}, {part.seconds} s at the most", flush=True)
        begun = time.monotonic()
        ends.append((part.module, run(part), time.monotonic() - begun))
    print()
    for module, end, seconds in ends:
        print(f"{module:<18} {end} ({seconds:.0f} s)")
    print(f"results: {out}")
    return 0 if all(end == "done" for _, end, _ in ends) else 1


if __name__ == "__main__":
    sys.exit(main())
