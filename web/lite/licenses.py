"""The terms of what lies below ``lite/`` and is not the course's own."""

from __future__ import annotations

from importlib.metadata import distribution

from web.lite import pyodide_files, wheels

FILE = "licenses.txt"
PACKAGES = (
    *("jupyterlite-core", "jupyterlite-pyodide-kernel", "jupyterlab-language-pack-zh-cn"),
    wheels.FROM_HERE,
)


def text(*, here: bool) -> str:
    """The license of each package; of Pyodide too where it lies here."""
    parts = [
        "These packages are part of this folder. What JupyterLite's own files contain of others "
        "is listed in build/third-party-licenses.json and beside the kernel's extension."
    ]
    if here:
        parts.append(
            f"Pyodide {pyodide_files.VERSION}, in static/pyodide/, is distributed under the "
            "Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/. Its source, and what of "
            "CPython and others it contains: https://github.com/pyodide/pyodide. Each wheel there "
            f"carries its own license. {pyodide_files.LOCK} names fewer packages than the "
            "published one; all other files are as published."
        )
    for name in PACKAGES:
        found = distribution(name)
        for path in found.files or ():
            if path.name.upper().startswith("LICENSE"):
                parts.append(f"{name} {found.version}\n\n{path.read_text('utf-8').strip()}")
    return "\n\n----\n\n".join(parts) + "\n"
