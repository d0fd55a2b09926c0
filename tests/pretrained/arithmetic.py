"""The states of a Llama in torch and float64, written apart from the package, for comparison."""

from __future__ import annotations

from typing import Any

from lmhead.pretrained.gguf_file import Llama


def states(shape: Llama, arrays: dict[str, Any], ids: list[int]) -> tuple[Any, Any]:
    """The states after each layer, (layers + 1, T, d), and the logits, (T, V), in float64.

    Pairs are turned as complex numbers; heads that share keys get copies of them.
    """
    import torch
    from torch.nn import functional as F

    w = {name: torch.tensor(array, dtype=torch.float64) for name, array in arrays.items()}
    n = shape.width // shape.heads
    rates = torch.tensor([shape.rope_base ** (-2 * i / n) for i in range(n // 2)]).double()
    turns = torch.polar(
        torch.ones(len(ids), n // 2).double(), torch.arange(len(ids)).double()[:, None] * rates
    )

    def turned(x: Any) -> Any:  # (heads, T, n)
        as_pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
        return torch.view_as_real(as_pairs * turns).flatten(-2)

    def heads(x: Any, count: int) -> Any:
        return x.unflatten(-1, (count, n)).transpose(0, 1)

    x = w["token_embd.weight"][ids]
    found = [x]
    for layer in range(shape.layers):
        here = {
            name.split(".")[2]: value
            for name, value in w.items()
            if name.startswith(f"blk.{layer}.")
        }
        y = F.rms_norm(x, (shape.width,), here["attn_norm"], shape.epsilon)
        q = turned(heads(y @ here["attn_q"].T, shape.heads))
        k = turned(heads(y @ here["attn_k"].T, shape.key_heads))
        v = heads(y @ here["attn_v"].T, shape.key_heads)
        copies = shape.heads // shape.key_heads
        k, v = (each.repeat_interleave(copies, dim=0) for each in (k, v))
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + mixed.transpose(0, 1).flatten(1) @ here["attn_output"].T
        y = F.rms_norm(x, (shape.width,), here["ffn_norm"], shape.epsilon)
        x = x + (F.silu(y @ here["ffn_gate"].T) * (y @ here["ffn_up"].T)) @ here["ffn_down"].T
        found.append(x)
    h = F.rms_norm(x, (shape.width,), w["output_norm.weight"], shape.epsilon)
    return torch.stack(found), h @ w["token_embd.weight"].T
