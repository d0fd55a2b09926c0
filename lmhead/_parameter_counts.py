"""The parameters of a decoder-only transformer, counted by part from its shape.

``lmhead.tying`` exports these; they are a module because nothing else there needs them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Literal

import numpy as np

from lmhead._arguments import as_count, shown


@dataclass(frozen=True)
class Shape:
    """What decides how many parameters a decoder-only transformer has; all sizes are counts.

    Parameters
    ----------
    vocabulary : int
        V, rows of the table.
    width : int
        d, the length of a hidden vector.
    layers : int
        How many blocks of attention and feed-forward.
    feed_forward : int
        The length of the vector inside the feed-forward part.
    positions : int, default 0
        Rows of a learned table of positions, 0 where they are computed (rotary).
    key_width : int, default 0
        How many numbers the keys of a position have, and its values as many; 0 for d. Fewer
        where heads share them (grouped-query attention).
    gated : bool, default False
        Whether the feed-forward part has a third matrix (SwiGLU).
    norm : {"layer", "rms"}, default "layer"
        "layer" has a gain and a bias of d numbers each, "rms" only a gain. There are two norms
        a block, and one at the end.
    biases : {"all", "qkv", "none"}, default "all"
        "all" matrices of a block have one, "qkv" only those that make queries, keys and
        values, or "none". The head itself never has a bias here.
    tied : bool, default True
        Whether the input table is the output matrix too.

    Raises
    ------
    ValueError
        For a size that is no integer or too small, and for other choices than those named.

    Examples
    --------
    >>> Shape(vocabulary=50257, width=768, layers=12, feed_forward=3072, positions=1024).tied
    True
    """

    vocabulary: int
    width: int
    layers: int
    feed_forward: int
    positions: int = 0
    key_width: int = 0
    gated: bool = False
    norm: Literal["layer", "rms"] = "layer"
    biases: Literal["all", "qkv", "none"] = "all"
    tied: bool = True

    def __post_init__(self) -> None:
        for name in ("vocabulary", "width", "layers", "feed_forward", "positions", "key_width"):
            lowest = 0 if name in ("layers", "positions", "key_width") else 1
            as_count(name, getattr(self, name), lowest=lowest)
        for name in ("gated", "tied"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                raise ValueError(f"{name} is {shown(getattr(self, name))}; a bool was expected.")
        for name, choices in (("norm", ("layer", "rms")), ("biases", ("all", "qkv", "none"))):
            if not isinstance(getattr(self, name), str) or getattr(self, name) not in choices:
                listed = " or ".join(f'"{choice}"' for choice in choices)
                raise ValueError(f"{name} is {shown(getattr(self, name))}; {listed} was expected.")


@dataclass(frozen=True)
class Account:
    """How many parameters each part of a model has.

    Attributes
    ----------
    input_table, output_table : int
        V · d each, the second 0 in a tied model.
    positions : int
        The learned table of positions.
    attention, feed_forward, norms : int
        Those of all blocks; norms has the last one too.
    """

    input_table: int
    positions: int
    attention: int
    feed_forward: int
    norms: int
    output_table: int

    @property
    def total(self) -> int:
        """All parameters of the model."""
        return sum(self.parts.values())

    @property
    def parts(self) -> Mapping[str, int]:
        """The same counts by name, in the order of the model."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def share(self, part: str) -> float:
        """The share of one part in the total.

        Parameters
        ----------
        part : str
            The name of a part, one of the keys of ``parts``.

        Returns
        -------
        float
            From 0 to 1.

        Raises
        ------
        ValueError
            For another name.

        Examples
        --------
        >>> round(account(SHAPES["GPT-2 small"]).share("input_table"), 3)
        0.31
        """
        if not isinstance(part, str) or part not in self.parts:
            raise ValueError(f"part is {shown(part)}; one of {', '.join(self.parts)} was expected.")
        return self.parts[part] / self.total


def account(shape: Shape) -> Account:
    """Count a model's parameters by part.

    Parameters
    ----------
    shape : Shape
        The shape of the model. That of the untied model is ``replace(shape, tied=False)``.

    Returns
    -------
    Account
        The counts.

    Raises
    ------
    ValueError
        For what is no ``Shape``.

    Examples
    --------
    >>> account(SHAPES["GPT-2 small"]).total
    124439808
    """
    if not isinstance(shape, Shape):
        raise ValueError(
            f"shape is {shown(shape)}; a Shape was expected, such as one of the values of SHAPES."
        )
    d, m = shape.width, shape.feed_forward
    keys = shape.key_width or d
    attention = d * d + 2 * d * keys + d * d  # queries; keys and values; back to d
    feed_forward = (3 if shape.gated else 2) * d * m
    if shape.biases != "none":
        attention += d + 2 * keys
    if shape.biases == "all":
        attention += d
        feed_forward += (2 if shape.gated else 1) * m + d
    norm = 2 * d if shape.norm == "layer" else d
    table = shape.vocabulary * d
    return Account(
        input_table=table,
        positions=shape.positions * d,
        attention=shape.layers * attention,
        feed_forward=shape.layers * feed_forward,
        norms=(2 * shape.layers + 1) * norm,
        output_table=0 if shape.tied else table,
    )


def _gpt2(width: int, layers: int) -> Shape:
    return Shape(50257, width, layers, feed_forward=4 * width, positions=1024)


_LLAMA = Shape(128256, 4096, 32, 14336, 0, 1024, gated=True, norm="rms", biases="none", tied=False)

# GPT-2: Radford et al. (2019), section 2.3, with widths and layers as the released
# models have them. The others: the configurations published with the models' weights.
SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "GPT-2 small": _gpt2(768, 12),
        "GPT-2 medium": _gpt2(1024, 24),
        "GPT-2 large": _gpt2(1280, 36),
        "GPT-2 XL": _gpt2(1600, 48),
        "Qwen2.5 0.5B": Shape(
            151936, 896, 24, 4864, key_width=128, gated=True, norm="rms", biases="qkv"
        ),
        "Llama 3.2 1B": replace(
            _LLAMA, width=2048, layers=16, feed_forward=8192, key_width=512, tied=True
        ),
        "Llama 3.1 8B": _LLAMA,
        "Llama 3.1 70B": replace(_LLAMA, width=8192, layers=80, feed_forward=28672),
    }
)
