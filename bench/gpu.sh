#!/usr/bin/env bash
# Everything that is measured on a CUDA card, in under 8 minutes. Needs the checkout, Python 3.12
# with torch 2.11 or later, numpy, matplotlib, rich and typer; no network, and nothing is installed.
#
#   bench/gpu.sh          results into $OUT if it is set, else into chapters/results/
#   bench/gpu.sh --dry    everything small on a CPU
#   PYTHON=python3.12     the Python to use
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec "${PYTHON:-python3}" -m bench.gpu "$@"
