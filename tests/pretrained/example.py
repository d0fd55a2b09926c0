"""A Llama of a few thousand numbers with tokens of its own, as a GGUF file that tests write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from lmhead.pretrained.byte_pairs import SHOWN
from lmhead.pretrained.gguf_file import Llama, expected_tensors

MERGES = [
    *("Ġ t", "h e", "Ġt he", "i n", "r e", "o n", "a t", "Ġ c", "Ġc at", "l l", "' s"),
    *("1 2", "Ġ Ġ", "ĠĠ ĠĠ", "a a", "aa aa", "å Ľ", "Ġ m", "Ġm at", "Ġ o", "Ġo n"),
]
CONTROL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
VOCABULARY = [*CONTROL, *SHOWN, *(merge.replace(" ", "") for merge in MERGES)]
# One head of keys for three of queries, sizes that differ from one another.
SHAPE = Llama(
    vocabulary=len(VOCABULARY),
    context=40,
    width=24,
    layers=3,
    heads=6,
    key_heads=2,
    feed_forward=32,
    rope_base=500.0,
    epsilon=1e-5,
)
NAMED = "example.gguf"


def weights(seed: int = 0) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    """Random weights, gains around 1, large enough that each part counts."""
    rng = np.random.default_rng(seed)
    found = {}
    for name, size in expected_tensors(SHAPE).items():
        numbers = rng.normal(0, 0.4, size)
        found[name] = (numbers + (1.0 if len(size) == 1 else 0.0)).astype(np.float32)
    return found


def facts() -> dict[str, Any]:
    """What the head of the file says, by name; a test may change some."""
    return {
        "llama.vocab_size": SHAPE.vocabulary,
        "llama.context_length": SHAPE.context,
        "llama.embedding_length": SHAPE.width,
        "llama.block_count": SHAPE.layers,
        "llama.attention.head_count": SHAPE.heads,
        "llama.attention.head_count_kv": SHAPE.key_heads,
        "llama.feed_forward_length": SHAPE.feed_forward,
        "llama.rope.dimension_count": SHAPE.head_width,
        "llama.rope.freq_base": SHAPE.rope_base,
        "llama.attention.layer_norm_rms_epsilon": SHAPE.epsilon,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.add_bos_token": False,
        "tokenizer.ggml.tokens": VOCABULARY,
        "tokenizer.ggml.token_type": [3] * len(CONTROL) + [1] * (len(VOCABULARY) - len(CONTROL)),
        "tokenizer.ggml.merges": MERGES,
        "tokenizer.ggml.unknown_token_id": 0,
    }


def write(
    folder: Path,
    arrays: dict[str, Any] | None = None,
    changes: dict[str, Any] | None = None,
    architecture: str = "llama",
    precision: str | None = None,
) -> Path:
    """A GGUF file by the writer of the package. A change to None leaves that out."""
    import gguf

    path = folder / NAMED
    writer = gguf.GGUFWriter(path, architecture)
    for name, value in (facts() | (changes or {})).items():
        if isinstance(value, str):
            writer.add_string(name, value)
        elif isinstance(value, bool):
            writer.add_bool(name, value)
        elif isinstance(value, int):
            writer.add_uint32(name, value)
        elif isinstance(value, float):
            writer.add_float32(name, value)
        elif value is not None:
            writer.add_array(name, value)
    for name, array in (weights() if arrays is None else arrays).items():
        kind = gguf.GGMLQuantizationType[precision] if precision and array.ndim == 2 else None
        stored = array if kind is None else gguf.quants.quantize(array, kind)
        writer.add_tensor(name, stored, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
