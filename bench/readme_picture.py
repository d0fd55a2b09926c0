"""The picture at the head of README.md: the head explorer of chapter 03, in light and in dark.

``python -m bench.readme_picture`` takes it from the site in ``_build/html`` (``--site`` names
another) and writes ``.github/explorer-light.png`` and ``-dark.png``. To be called again when the
explorer looks different. Needs Chromium and a font with Chinese characters.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

from PIL import Image

from bench.compressing import serving
from bench.site_pages import DESKTOP, Missing, browser

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".github"
PAGE = "chapters/03-by-hand.html"
SCHEMES = ("light", "dark")
DENSITY = 2  # device pixels to one of CSS, as on most screens of today
COLOURS = 128  # a third of the bytes, and no difference to be seen


def take(site: Path, folder: Path) -> list[Path]:
    """Photograph the explorer of ``site`` in both schemes into ``folder``."""
    taken = []
    with serving(site) as address, browser() as chromium:
        for scheme in SCHEMES:
            context = chromium.new_context(
                viewport=DESKTOP,
                device_scale_factor=DENSITY,
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(address + PAGE, wait_until="load")
            explorer = page.locator("head-explorer")
            explorer.scroll_into_view_if_needed()  # it starts once it is near
            explorer.locator(".explorer-summary").wait_for()
            page.evaluate("document.fonts.ready.then(() => true)")
            picture = Image.open(io.BytesIO(explorer.screenshot(animations="disabled")))
            context.close()
            taken.append(folder / f"explorer-{scheme}.png")
            few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(taken[-1], optimize=True)
    return taken


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "_build" / "html")
    site = parser.parse_args(arguments).site
    if not (site / PAGE).is_file():
        print(f"There is no {PAGE} in {site}: run `make site` first.", file=sys.stderr)
        return 1
    try:
        for path in take(site, FOLDER):
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} KB")
    except Missing as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
