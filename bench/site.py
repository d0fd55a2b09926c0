"""What the site costs a reader and an author: ``python -m bench.site [--json FILE]``.

For each page: bytes as a compressing host sends them, requests, those to other hosts, the shift
of its layout, the rules of axe-core that it breaks in light and in dark, and Lighthouse's four
scores with its preset for phones. Then how long a build takes, cold and warm, and all of it again
for a default Jupyter Book 1.x of the same pages (``bench/default_book.py``).

Lighthouse is npm's, at the version of ``bench/node/package-lock.json``; axe-core is that of PyPI's
axe-playwright-python; the browser is the machine's Chromium. Nothing outside this machine is
asked while pages are measured: what a default book loads from a CDN is counted, not weighed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import system_tools
from bench import default_book
from bench.compressing import serving
from bench.site_pages import FLAGS, PHONE, Met, Missing, audit, browser, meet
from web.pages import toc_pages
from web.tryit_assets import AssetsError, node_and_npm

ROOT = Path(__file__).resolve().parents[1]
NODE = Path(__file__).parent / "node"
SCORES = ("performance", "accessibility", "best-practices", "seo")
GOAL = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
GOAL_PAGES = (
    "chapters/intro.html",
    "chapters/03-by-hand.html",
    "exercises/03-by-hand/03-by-hand.html",
)
# A first visit to a chapter.
MOST_BYTES, MOST_REQUESTS, MOST_SHIFT = 400 * 1024, 25, 0.02


@dataclass
class Row:
    """A page as measured; `scores` and `marked` are empty where Lighthouse was not asked."""

    met: Met
    scores: dict[str, int] = field(default_factory=dict)
    marked: list[str] = field(default_factory=list)


def lighthouse_command() -> list[str]:
    """Node with Lighthouse's script, which npm brings at the first call."""
    node, npm = node_and_npm()
    cli = NODE / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not cli.is_file():
        command = [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        if subprocess.run(command, cwd=NODE, check=False).returncode != 0:
            raise Missing("npm did not deliver Lighthouse; its reason is above.")
    return [*node, str(cli)]


def lighthouse(command: list[str], url: str) -> tuple[dict[str, int], list[str]]:
    """The four scores of ``url``, and the audits that take something off one of them."""
    executable = system_tools.find("chromium")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "report.json"
        flags = " ".join(("--headless=new", *FLAGS, f"--user-data-dir={folder}/profile"))
        options = ["--output=json", f"--output-path={target}", "--quiet", f"--chrome-flags={flags}"]
        # All that differs from its preset for phones: patience, for a machine that is at work.
        options.append(f"--config-path={NODE / 'lighthouse.json'}")
        options.append(f"--only-categories={','.join(SCORES)}")
        environment = {**os.environ, "CHROME_PATH": executable or ""}
        done = subprocess.run(
            [*command, url, *options], env=environment, capture_output=True, text=True, check=False
        )
        if not target.is_file():
            said = (done.stderr or done.stdout).strip().splitlines()
            raise Missing(f"Lighthouse measured nothing: {said[-1] if said else 'no reason'}")
        report = json.loads(target.read_text(encoding="utf-8"))
    if report.get("runtimeError", {}).get("code", "NO_ERROR") != "NO_ERROR":
        raise Missing(f"Lighthouse measured nothing: {report['runtimeError'].get('message', '')}")
    scores = {name: round(100 * (report["categories"][name]["score"] or 0)) for name in SCORES}
    marked = []
    for name in SCORES:
        for reference in report["categories"][name]["auditRefs"]:
            found = report["audits"][reference["id"]]
            if reference["weight"] and found["score"] is not None and found["score"] < 0.9:
                marked.append(f"{reference['id']} {found.get('displayValue', '')}".strip())
    return scores, marked


def measure(
    site: Path, pages: Iterable[str], scored: Iterable[str], command: list[str]
) -> list[Row]:
    """Every page in a browser; those of ``scored`` with Lighthouse too, one at a time."""
    rows = []
    with serving(site) as address:
        with browser() as chromium:
            for page in pages:
                met = meet(chromium, site, address, page, size=PHONE)
                met.axe = audit(chromium, address, page, size=PHONE)
                rows.append(Row(met))
        for row in rows:
            if row.met.page in scored:
                row.scores, row.marked = lighthouse(command, address + row.met.page)
    return rows


def build_times(output: Path) -> dict[str, float]:
    """Seconds of a build of both editions from nothing, and of one more after it.

    For the first, whatever earlier builds left (matplotlib's and Python's caches) is out of sight.
    """
    times = {}
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "MPLCONFIGDIR": cache,
            "XDG_CACHE_HOME": cache,
            "PYTHONPYCACHEPREFIX": cache,
        }
        for name in ("cold", "warm"):
            start = time.monotonic()
            command = [sys.executable, "-m", "web.build", "--output", str(output)]
            done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
            if done.returncode != 0:
                raise RuntimeError("The site was not built; the reason is above.")
            times[name] = time.monotonic() - start
    return times


def default_times(source: Path) -> tuple[Path, dict[str, float]]:
    """The same for the default book; its HTML too."""
    times = {}
    default_book.write_sources(source)
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
            "MPLCONFIGDIR": cache,
            "XDG_CACHE_HOME": cache,
            "PYTHONPYCACHEPREFIX": cache,
        }
        for name in ("cold", "warm"):
            start = time.monotonic()
            html = default_book.build(source, environment)
            times[name] = time.monotonic() - start
    return html, times


def print_rows(title: str, rows: list[Row]) -> None:
    print(f"\n{title}")
    head = (
        f"{'page':<48}{'KB gz':>7}{'reqs':>6}{'others':>8}{'shift':>8}{'axe l/d':>9}{'errors':>8}"
    )
    print(head + "   Lighthouse: perf a11y best seo")
    for row in rows:
        met = row.met
        axe = f"{len(met.axe['light'])}/{len(met.axe['dark'])}"
        line = f"{met.page:<48}{met.bytes / 1024:>7.0f}{met.requests:>6}{met.third_party:>8}"
        line += f"{met.shift:>8.3f}{axe:>9}{len(met.errors):>8}"
        if row.scores:
            line += "   " + " ".join(f"{row.scores[name]:>4}" for name in SCORES)
        print(line)
    for row in rows:
        for text in (*row.met.axe["light"], *row.met.axe["dark"], *row.marked, *row.met.errors):
            print(f"  {row.met.page}: {text[:160]}")


def verdict(rows: list[Row]) -> tuple[bool, str]:
    """Whether the goal is met, and the worst figures."""
    scored = [row for row in rows if row.scores]
    worst = {name: min(row.scores[name] for row in scored) for name in SCORES}
    met = all(worst[name] >= GOAL[name] for name in SCORES)
    chapters = [row.met for row in rows if "chapters/" in row.met.page]
    most = max(page.bytes for page in chapters)
    requests = max(page.requests for page in chapters)
    shift = max(row.met.shift for row in rows)
    others = sum(row.met.third_party for row in rows)
    broken = sum(len(found) for row in rows for found in row.met.axe.values())
    met &= most <= MOST_BYTES and requests <= MOST_REQUESTS and shift < MOST_SHIFT
    met &= others == 0 and broken == 0
    scores = ", ".join(f"{name} {worst[name]} (goal {GOAL[name]})" for name in SCORES)
    return met, (
        f"worst of {len(scored)} pages: {scores}; a chapter at most {most / 1024:.0f} KB (400) and "
        f"{requests} requests (25); shift at most {shift:.3f} (0.02); {others} requests to other "
        f"hosts (0); {broken} violations of axe-core's rules (0)"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure and print; what ``--json`` keeps."""
    command = lighthouse_command()
    scored = [folder + page for folder in ("", "zh/") for page in GOAL_PAGES]
    work = Path(tempfile.mkdtemp(prefix="lmhead-bench-site-"))
    data: dict[str, Any] = {"schema": 1, "machine": platform.platform(), "cores": os.cpu_count()}
    try:
        if options.site:
            site = options.site
        else:
            data["seconds"] = build_times(work / "site")
            site = work / "site" / "html"
        names = [f"{page}.html" for page in toc_pages(ROOT / "_toc.yml")]
        pages = [folder + name for folder in ("", "zh/") for name in names]
        rows = measure(site, pages, scored, command)
        data["rows"] = [asdict(row) for row in rows]
        print_rows("The course, both editions", rows)
        if data.get("seconds"):
            print("build: {cold:.0f} s cold, {warm:.0f} s warm".format(**data["seconds"]))
        if not options.without_default:
            html, data["default_seconds"] = default_times(work / "default")
            default = measure(html, names, GOAL_PAGES, command)
            data["default_rows"] = [asdict(row) for row in default]
            print_rows("A default Jupyter Book of the English pages", default)
            print("build: {cold:.0f} s cold, {warm:.0f} s warm".format(**data["default_seconds"]))
        met, sentence = verdict(rows)
        data["met"] = met
        print(f"\ngoal: {'met' if met else 'missed'}: {sentence}")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return data


def main() -> int:
    parser = argparse.ArgumentParser(description="What the site costs a reader and an author.")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    parser.add_argument("--site", type=Path, help="a built site to measure; none is built then")
    parser.add_argument("--without-default", action="store_true", help="no default Jupyter Book")
    options = parser.parse_args()
    try:
        data = run(options)
    except (Missing, AssetsError, RuntimeError) as problem:
        print(problem, file=sys.stderr)
        return 1
    if options.json:
        options.json.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
