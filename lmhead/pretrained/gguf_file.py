"""What a GGUF file holds: a shape, tokens, weights in float32; or a sentence why it is not read.

It is read with the package ``gguf``. The file is taken to be a small Llama whose head is its input
table, and everything that would change the arithmetic and is not computed here is refused.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..extras import how_to_install
from .byte_pairs import BytePairs
from .wheel import PretrainedError

__all__ = ["Llama", "expected_tensors", "read"]

Floats = NDArray[np.float32]
ARCHITECTURE, TOKENS, CUTTING = "llama", "gpt2", "smollm"
CONTROL = 3  # the type of a token that stands for no text
_BYTES_OF_ARRAYS = 8 << 30  # of weights in float32; the largest small model has a few


@dataclass(frozen=True)
class Llama:
    """The shape of a model. All sizes are counts.

    vocabulary: V.  context: the longest input.  width: d.  layers, heads: of the body.  key_heads:
    heads of keys and of values, each for heads / key_heads heads of queries.  feed_forward: the
    length of the vector inside that part.  rope_base: the base of the angles that tell positions.
    epsilon: what is added to a mean square before its root.
    """

    vocabulary: int
    context: int
    width: int
    layers: int
    heads: int
    key_heads: int
    feed_forward: int
    rope_base: float
    epsilon: float

    @property
    def head_width(self) -> int:
        """Numbers in a query of one head."""
        return self.width // self.heads


def expected_tensors(shape: Llama) -> dict[str, tuple[int, ...]]:
    """The name and the shape of each array of weights; matrices are (out, in)."""
    found: dict[str, tuple[int, ...]] = {"token_embd.weight": (shape.vocabulary, shape.width)}
    for layer in range(shape.layers):
        of_layer = _tensors_of_a_layer(shape).items()
        found |= {f"blk.{layer}.{name}.weight": size for name, size in of_layer}
    return found | {"output_norm.weight": (shape.width,)}


def _tensors_of_a_layer(shape: Llama) -> dict[str, tuple[int, ...]]:
    d, inside, keys = shape.width, shape.feed_forward, shape.key_heads * shape.head_width
    return {
        "attn_norm": (d,),
        "attn_q": (d, d),
        "attn_k": (keys, d),
        "attn_v": (keys, d),
        "attn_output": (d, d),
        "ffn_norm": (d,),
        "ffn_gate": (inside, d),
        "ffn_up": (inside, d),
        "ffn_down": (d, inside),
    }


def read(path: str | os.PathLike[str]) -> tuple[Llama, BytePairs, dict[str, Floats]]:
    """The shape, the tokens and the weights of a file. Raises PretrainedError."""
    place = Path(path)
    if not place.is_file():
        raise PretrainedError(f"There is no file {place}.")
    try:
        import gguf
    except ImportError as error:
        raise PretrainedError(
            f"The pretrained model is read with the package gguf: {how_to_install('pretrained')}"
        ) from error
    try:
        reader = gguf.GGUFReader(place)
    except Exception as error:  # damage shows as errors of many kinds
        raise PretrainedError(
            f"{place.name} cannot be read as a GGUF file: it is damaged, or of another kind."
        ) from error
    try:
        facts = _Facts(reader.fields, place.name)
        shape = _shape(facts)
        tokens = _tokens(facts, shape)
        stored = {tensor.name: tensor for tensor in reader.tensors}
        _compare(shape, {name: each.shape[::-1] for name, each in stored.items()}, place.name)
        weights = {
            name: _numbers(gguf, stored[name], size, place.name)
            for name, size in expected_tensors(shape).items()
        }
    except PretrainedError:
        raise
    except Exception as error:  # as above: what it says of itself is read without trust
        raise PretrainedError(
            f"{place.name} contradicts itself and cannot be read: it is damaged."
        ) from error
    return shape, tokens, weights


class _Facts:
    """What the head of a file says, each value of the kind that is wanted."""

    def __init__(self, fields: Mapping[str, Any], file: str) -> None:
        self._fields, self._file = fields, file

    def refuse(self, what: str) -> PretrainedError:
        return PretrainedError(f"{self._file} {what}, and cannot be used here.")

    def has(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str) -> str:
        value = self._fields[name].contents() if self.has(name) else None
        return value if isinstance(value, str) else ""

    def size(self, name: str, default: int | None = None) -> int:
        value = self._fields[name].contents() if self.has(name) else default
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise self.refuse(f"says {value!r} for {name}, where a count was expected")
        return value

    def number(self, name: str, default: float | None = None) -> float:
        value = self._fields[name].contents() if self.has(name) else default
        if not isinstance(value, float) or not math.isfinite(value) or value <= 0:
            raise self.refuse(f"says {value!r} for {name}, where a positive number was expected")
        return value

    def flag(self, name: str) -> bool:
        return self.has(name) and bool(self._fields[name].contents())

    def index(self, name: str, size: int) -> int:
        value = self._fields[name].contents() if self.has(name) else 0
        if not isinstance(value, int) or not 0 <= value < size:
            raise self.refuse(f"says {value!r} for {name}, where a token's number was expected")
        return value

    def values(self, name: str, kind: type) -> list[Any]:
        value = self._fields[name].contents() if self.has(name) else None
        if not isinstance(value, list) or not all(isinstance(each, kind) for each in value):
            raise self.refuse(f"has no list {name}")
        return value


def _shape(facts: _Facts) -> Llama:
    found = facts.text("general.architecture") or "unnamed"
    if found != ARCHITECTURE:
        raise facts.refuse(
            f"holds a model of the architecture {found!r}, where {ARCHITECTURE!r} was expected"
        )
    at = f"{ARCHITECTURE}."
    heads = facts.size(f"{at}attention.head_count")
    shape = Llama(
        vocabulary=facts.size(f"{at}vocab_size"),
        context=facts.size(f"{at}context_length"),
        width=facts.size(f"{at}embedding_length"),
        layers=facts.size(f"{at}block_count"),
        heads=heads,
        key_heads=facts.size(f"{at}attention.head_count_kv", heads),
        feed_forward=facts.size(f"{at}feed_forward_length"),
        rope_base=facts.number(f"{at}rope.freq_base", 10_000.0),
        epsilon=facts.number(f"{at}attention.layer_norm_rms_epsilon"),
    )
    if shape.width % shape.heads or shape.heads % shape.key_heads or shape.head_width % 2:
        raise facts.refuse(
            f"shares a width of {shape.width} among {shape.heads} heads and {shape.key_heads} "
            "heads of keys, which does not come out even"
        )
    if facts.size(f"{at}rope.dimension_count", shape.head_width) != shape.head_width:
        raise facts.refuse("turns only a part of each query")
    if facts.text(f"{at}rope.scaling.type") not in ("", "none"):
        raise facts.refuse("scales its positions")
    # Counted, not listed: a damaged file may speak of a billion layers.
    of_layer = sum(math.prod(size) for size in _tensors_of_a_layer(shape).values())
    numbers = (shape.vocabulary + 1) * shape.width + shape.layers * of_layer
    if 4 * numbers > _BYTES_OF_ARRAYS:
        raise facts.refuse(
            f"has {numbers:,} numbers, too many for this course: 4 bytes each are "
            f"{4 * numbers / 1e9:.0f} GB"
        )
    return shape


def _tokens(facts: _Facts, shape: Llama) -> BytePairs:
    kind, cutting = facts.text("tokenizer.ggml.model"), facts.text("tokenizer.ggml.pre")
    if (kind, cutting) != (TOKENS, CUTTING):
        raise facts.refuse(
            f"has tokens of the kind {kind or 'unnamed'!r}, {cutting or 'unnamed'!r}, where "
            f"{TOKENS!r}, {CUTTING!r} was expected"
        )
    for option in ("add_space_prefix", "add_bos_token"):
        name = f"tokenizer.ggml.{option}"
        if facts.flag(name):
            raise facts.refuse(f"adds something to each text ({option})")
    vocabulary = facts.values("tokenizer.ggml.tokens", str)
    types = facts.values("tokenizer.ggml.token_type", int)
    if not len(vocabulary) == len(set(vocabulary)) == len(types) == shape.vocabulary:
        raise facts.refuse(f"has not {shape.vocabulary} different tokens with a type each")
    control = {number for number, kind_ in enumerate(types) if kind_ == CONTROL}
    unknown = facts.index("tokenizer.ggml.unknown_token_id", shape.vocabulary)
    merges = facts.values("tokenizer.ggml.merges", str)
    try:
        return BytePairs(vocabulary, merges, control, unknown)
    except ValueError as error:
        raise facts.refuse(f"does not fit together: {error}") from error


def _compare(shape: Llama, stored: Mapping[str, Any], file: str) -> None:
    """PretrainedError where there are other arrays than those that are computed with."""
    wanted = expected_tensors(shape)
    if "output.weight" in stored:
        raise PretrainedError(
            f"{file} holds a model whose head has a table of its own (output.weight): here the "
            "head is the input table, so take a tied model."
        )
    for name in sorted(wanted.keys() ^ stored.keys()):
        what = "lacks" if name in wanted else "has, beside what a plain Llama has,"
        raise PretrainedError(f"{file} {what} the array {name}, and cannot be used here.")
    for name, size in wanted.items():
        found = tuple(int(each) for each in stored[name])
        if found != size:
            raise PretrainedError(
                f"{file} has the array {name} in the shape {found}, where {size} was expected."
            )


def _numbers(gguf: Any, tensor: Any, size: tuple[int, ...], file: str) -> Floats:
    """An array of weights in float32, which nobody can write to."""
    try:
        numbers = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
    except NotImplementedError as error:
        raise PretrainedError(
            f"{file} holds {tensor.name} in the precision {tensor.tensor_type.name}, which the "
            "installed gguf cannot read: a newer one may."
        ) from error
    array = np.array(numbers, dtype=np.float32).reshape(size)
    if not np.isfinite(array).all():
        raise PretrainedError(f"{file} holds numbers in {tensor.name} that are not finite.")
    array.flags.writeable = False
    return array
