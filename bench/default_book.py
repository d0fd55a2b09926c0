"""The same pages as a default Jupyter Book 1.x, to compare with.

The sources are the course's, of the English edition. What belongs to the course's own extension
becomes an admonition; all settings are Jupyter Book's own, but for the execution, which is the
course's: every page's code is run, and the exercises, which are handed out unsolved, are not.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONFIG = """title: "lmhead: from a hidden vector to a word"
author: The lmhead authors
execute:
  execute_notebooks: force
  exclude_patterns: ["exercises/*/*"]
  timeout: 120
bibtex_bibfiles: [references.bib]
parse:
  myst_enable_extensions: [amsmath, attrs_block, attrs_inline, colon_fence, deflist, dollarmath]
"""
# The course's own directives, which another book does not have.
OWN = re.compile(r"^(`{3,}|:{3,})\{(predict|explorer|tryit|progress)\}.*$", re.M)


def write_sources(target: Path, root: Path = ROOT) -> None:
    """The sources of the default book, below ``target``."""
    target.mkdir(parents=True)
    for name in ("chapters", "exercises"):
        shutil.copytree(root / name, target / name, ignore=shutil.ignore_patterns(".*"))
    for name in ("_toc.yml", "references.bib"):
        shutil.copy(root / name, target)
    (target / "_config.yml").write_text(CONFIG, encoding="utf-8")
    for page in (target / "chapters").glob("*.md"):
        text = OWN.sub(r"\1{admonition} \2", page.read_text(encoding="utf-8"))
        page.write_text(text, encoding="utf-8")


def command(source: Path) -> list[str]:
    """What builds it."""
    main = "from jupyter_book.cli.main import main; main()"
    return [sys.executable, "-c", main, "build", str(source)]


def build(source: Path, environment: dict[str, str]) -> Path:
    """Build it; the folder of its HTML. Raises RuntimeError with the last line that it said."""
    done = subprocess.run(
        command(source), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    html = source / "_build" / "html"
    if done.returncode != 0 or not (html / "index.html").is_file():
        said = (done.stderr or done.stdout).strip().splitlines()
        raise RuntimeError(f"The default book was not built: {said[-1] if said else 'no reason'}")
    return html
