"""What a browser meets on a page: bytes, requests, shifts of layout, faults of accessibility."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import system_tools
from bench.compressing import gzipped_size

FLAGS = (
    "--no-sandbox",  # as root, as in a container, Chromium's own does not start
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}

SHIFTS = """
  window.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
# Opens what a reader opens, so that axe sees it too.
OPEN = """() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  for (const box of document.querySelectorAll("lmhead-predict")) {
    box.querySelector("input")?.click();
    box.querySelector(".predict-commit")?.click();
  }
}"""
# What inherits a colour starts a transition of its own when that of its parent has ended.
SETTLED = """async () => {
  for (let running; (running = document.getAnimations()).length; )
    await Promise.allSettled(running.map((animation) => animation.finished));
}"""


class Missing(Exception):
    """Something that the measurement needs is not installed; the message says what."""


@dataclass
class Met:
    """One page as a browser met it. bytes: as a compressing host sends them, without headers."""

    page: str
    bytes: int = 0
    requests: int = 0
    third_party: int = 0
    shift: float = 0.0
    errors: list[str] = field(default_factory=list)
    axe: dict[str, list[str]] = field(default_factory=dict)


def axe_source() -> str:
    """axe-core as a script, from PyPI's axe-playwright-python."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        raise Missing("axe-core is not installed: python -m pip install axe-playwright-python")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


@contextmanager
def browser() -> Iterator[Any]:
    """A running Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        raise Missing("Playwright is not installed: python -m pip install playwright") from None
    executable = system_tools.find("chromium")
    if executable is None:
        raise Missing(system_tools.advice(["chromium"]))
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        yield running
        running.close()


def meet(chromium: Any, site: Path, address: str, path: str, *, size: dict[str, int]) -> Met:
    """Load the page at ``path`` of ``site``, served at ``address``, as on a first visit."""
    met = Met(path)
    context = chromium.new_context(viewport=size, color_scheme="light")
    context.add_init_script(SHIFTS)
    page = context.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: met.errors.append(str(error)))
    page.on("console", lambda said: met.errors.append(said.text) if said.type == "error" else None)
    page.goto(address + path, wait_until="load")
    page.evaluate("document.fonts.ready.then(() => true)")
    # Two frames, so that what the scripts changed has been laid out.
    page.evaluate("() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")
    met.shift = float(page.evaluate("window.__shift"))
    context.close()
    asked = {url.partition("#")[0] for url in requests if not url.startswith(("data:", "blob:"))}
    own = {url for url in asked if url.startswith(address)}
    met.requests, met.third_party = len(asked), len(asked - own)
    for url in own:
        file = site / url[len(address) :].partition("?")[0]
        file = file / "index.html" if file.is_dir() else file
        met.bytes += gzipped_size(file) if file.is_file() else 0
    return met


def violations(page: Any, source: str, only: list[str] | None = None) -> list[str]:
    """The rules of axe-core that the open page breaks, each with the first place it does."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(source)
    options = {"runOnly": {"type": "rule", "values": only}} if only else {}
    found = page.evaluate("(options) => axe.run(document, options)", options)["violations"]
    return [
        f"{rule['id']} x{len(rule['nodes'])}: {rule['nodes'][0]['html'][:120]}" for rule in found
    ]


def audit(chromium: Any, address: str, path: str, *, size: dict[str, int]) -> dict[str, list[str]]:
    """axe-core in light and in dark, with everything open that a reader can open.

    A colour is all that differs between them, so in dark only its rules are asked again.
    """
    source = axe_source()
    context = chromium.new_context(viewport=size, color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    page.goto(address + path, wait_until="load")
    page.evaluate(OPEN)
    found = {"light": violations(page, source)}
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.evaluate(SETTLED)
    found["dark"] = violations(page, source, ["color-contrast", "link-in-text-block"])
    context.close()
    return found
