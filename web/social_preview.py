"""The picture that a link to the site is shown with elsewhere (Open Graph): the four-word example.

Four words, their logits and their shares of the budget, drawn from ``lmhead.four_words``, one
picture per edition.
"""

from __future__ import annotations

from pathlib import Path

from lmhead import four_words
from web import input_hashes, labels
from web.editions import EDITIONS, Edition
from web.labels import label

FILE = "preview.png"
WIDTH, HEIGHT = 1200, 630  # what Open Graph's readers expect
_PAGE, _INK, _MUTED, _BAR, _TRACK = "#ffffff", "#1c2328", "#566069", "#1f5f8b", "#e4eef5"
# Fonts that hold Han characters, by system. Without one the words are shown by their glosses.
_HAN_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "PingFang SC",
    "Hiragino Sans GB",
    "Heiti TC",
    "Microsoft YaHei",
    "SimHei",
)


def description(edition: Edition) -> str:
    """The picture in words, for readers who do not see it."""
    between = "，" if edition.code == "zh" else ", "
    names = four_words.WORDS if edition.code == "zh" else four_words.GLOSSES
    pairs = zip(names, four_words.PROBABILITIES, strict=True)
    shares = between.join(f"{name} {share:.1%}" for name, share in pairs)
    return label(edition, "preview.alt").format(shares=shares)


def han_font() -> str | None:
    """The family name of a font of this machine that draws Chinese, or None."""
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    return next((name for name in _HAN_FONTS if name in installed), None)


def draw(edition: Edition, target: Path) -> None:
    """Write the picture of ``edition``, 1200 by 630 pixels, to ``target``."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    font = han_font()
    chinese = edition.code == "zh" and font is not None
    # A machine without such a font draws the English picture for both editions.
    text = "zh" if chinese else "en"
    names = list(four_words.WORDS if chinese else four_words.GLOSSES)
    families = [*([font] if font else []), "DejaVu Sans"] if chinese else ["DejaVu Sans"]
    with rc_context({"font.family": families, "axes.unicode_minus": True}):
        figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100, facecolor=_PAGE)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(HEIGHT, 0)
        axes.axis("off")
        axes.text(70, 112, "lmhead", size=46, weight="bold", color=_INK, va="center")
        axes.text(70, 186, label(text, "preview.title"), size=25, color=_MUTED, va="center")
        left, full = 400, 560
        axes.text(320, 262, "logit", size=17, color=_MUTED, ha="right", va="center")
        axes.text(left, 262, "softmax", size=17, color=_MUTED, va="center")
        rows = zip(names, four_words.LOGITS, four_words.PROBABILITIES, strict=True)
        for row, (name, logit, share) in enumerate(rows):
            y = 322 + 76 * row
            axes.text(70, y, name, size=27, color=_INK, va="center")
            number = f"{logit:g}".replace("-", "−")
            axes.text(320, y, number, size=24, color=_INK, ha="right", va="center")
            for width, colour in ((full, _TRACK), (full * share, _BAR)):
                axes.barh(y, width, height=40, left=left, color=colour)
            axes.text(left + full + 26, y, f"{share:.1%}", size=22, color=_INK, va="center")
        # No date and no version in the file, so that the same course gives the same bytes.
        figure.savefig(target, format="png", metadata={"Software": None})


def draw_all(folder: Path) -> None:
    """Write the picture of each edition into its folder of a site that begins at ``folder``."""
    for edition in EDITIONS.values():
        place = folder / edition.folder / FILE
        place.parent.mkdir(parents=True, exist_ok=True)
        draw(edition, place)


def made_from() -> str:
    """A hash of all that the pictures come from."""
    code = input_hashes.hashes_of(
        [Path(__file__), *input_hashes.files_below(Path(labels.__file__).parent)]
    )
    numbers = [*four_words.LOGITS, *four_words.PROBABILITIES]
    words = [*four_words.WORDS, *four_words.GLOSSES]
    return input_hashes.digest(
        sorted(code.values()), numbers, words, han_font(), input_hashes.environment()
    )
