"""Build one edition, strictly: ``python -m web.edition SOURCE OUTPUT DOCTREES``.

A process of its own for each edition, because Jupyter Book and Sphinx keep settings in module
globals. Exits 0 when the edition is built without a warning, 1 when it is not.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml


def build(source: Path, output: Path, doctrees: Path) -> int:
    """Build the edition whose ``_config.yml`` lies in ``source``; the exit status."""
    from jsonschema import ValidationError
    from jupyter_book.config import validate_yaml
    from jupyter_book.sphinx import build_sphinx

    _encrypt_kernels()
    config = source / "_config.yml"
    try:
        validate_yaml(yaml.safe_load(config.read_text(encoding="utf-8")), raise_on_errors=True)
    except ValidationError as error:
        print(f"{config}: {error.message}", file=sys.stderr)
        return 1
    status = build_sphinx(
        source.resolve(),
        output.resolve(),
        path_config=config,
        noconfig=True,
        confoverrides={"latex_individualpages": False},
        doctreedir=doctrees.resolve(),
        freshenv=True,
        force_all=True,
        quiet=True,
        warningiserror=True,
        keep_going=True,
    )
    if isinstance(status, Exception) and status.__cause__ is not None:
        # Sphinx has named the page; the cell and its error are in what lies behind.
        print(f"{status}:\n{status.__cause__}", file=sys.stderr)
    return 0 if status == 0 else 1


def _encrypt_kernels() -> None:
    """Encrypt the connection to the pages' kernels, where both sides can.

    No other user of the machine can read along, and the kernel does not warn of a plain
    connection in the middle of the build's own warnings. Older versions have no such switch.
    """
    from jupyter_client.manager import KernelManager

    if "transport_encryption" in KernelManager.class_traits():
        KernelManager.class_traits()["transport_encryption"].default_value = "auto"


if __name__ == "__main__":
    raise SystemExit(build(*map(Path, sys.argv[1:4])))
