"""Language models with a tied or an untied head: a small transformer, and the papers' LSTM.

A model is an input table, a body, and a head. The body turns each position's vector into a
hidden vector; the head scores that against V rows. ``tied=True`` makes the head's rows the
input table itself: one parameter with two uses. That is the whole difference.

The transformer is GPT-2's: learned positions, LayerNorm before each part, GELU in the tanh
form, a last LayerNorm, no bias in the head. The LSTM is the "small" one of Zaremba et al.
(arXiv 1409.2329), on which Press & Wolf and Inan et al. tried sharing.

Initial values. Transformer: weights and both tables from N(0, 0.02²), as GPT-2; what writes into
the residual stream is divided by √(2·layers); biases 0. LSTM: everything from U(-0.1, 0.1), as
in the papers. An untied head starts as the input table does, with numbers of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .loss import linear_cross_entropy

__all__ = ["PRESETS", "Config", "LanguageModel", "from_gpt2", "parameters", "preset", "tie"]


@dataclass(frozen=True)
class Config:
    """The shape of a model.

    vocabulary: V, rows of the tables.  context: the longest input, in tokens.
    width: d, numbers in a hidden vector.  layers, heads: of the body (an LSTM has no heads).
    dropout: share of numbers set to 0 while training.  tied: one table or two.
    """

    vocabulary: int
    context: int
    width: int
    layers: int
    heads: int = 1
    dropout: float = 0.0
    tied: bool = True
    body: Literal["transformer", "lstm"] = "transformer"

    def __post_init__(self) -> None:
        for name in ("vocabulary", "context", "width", "layers", "heads"):
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise ValueError(f"{name} is {value!r}; it has to be a whole number above 0")
        if self.body not in ("transformer", "lstm"):
            raise ValueError(f"body is {self.body!r}; it can be 'transformer' or 'lstm'")
        if self.body == "transformer" and self.width % self.heads:
            raise ValueError(
                f"a width of {self.width} cannot be shared out evenly among {self.heads} heads"
            )
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout}; it can be from 0 to below 1")


#: `tiny` trains in minutes on a CPU; `gpt2` is the shape of GPT-2 small; `lstm` is the papers'.
PRESETS = {
    "tiny": Config(vocabulary=10_000, context=64, width=96, layers=2, heads=4),
    "small": Config(vocabulary=10_000, context=256, width=384, layers=6, heads=6),
    "gpt2": Config(vocabulary=50_257, context=1024, width=768, layers=12, heads=12),
    "lstm": Config(vocabulary=10_000, context=35, width=200, layers=2, body="lstm"),
}


def preset(name: str, **changes: Any) -> Config:
    """The configuration of a preset, with some fields changed. ValueError for another name."""
    if name not in PRESETS:
        raise ValueError(f"there is no preset {name!r}; there are {', '.join(PRESETS)}")
    return replace(PRESETS[name], **changes)


class LanguageModel(nn.Module):  # type: ignore[misc]
    """Tokens in, scores of the next token out: table, body, head."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        self.body = LSTM(config) if config.body == "lstm" else Transformer(config)
        bias = config.body == "lstm"  # the papers' head has one, GPT-2's has none
        self.head = nn.Linear(config.width, config.vocabulary, bias=bias)
        self.body.initialise(self)
        if config.tied:
            tie(self.embedding, self.head)

    def hidden(self, tokens: Tensor) -> Tensor:
        """Token numbers (B, T) -> hidden vectors (B, T, d)."""
        if tokens.shape[-1] > self.config.context and self.config.body == "transformer":
            raise ValueError(
                f"an input of {tokens.shape[-1]} tokens is longer than the context of "
                f"{self.config.context}"
            )
        rows = self.config.vocabulary
        # On an accelerator this would wait for it; there an index outside is an assert of its own.
        if tokens.device.type == "cpu" and tokens.numel() and int(tokens.max()) >= rows:
            raise ValueError(
                f"a token is {int(tokens.max())}, and the table has {rows} rows, for tokens 0 to "
                f"{rows - 1}: take a model with the text's vocabulary"
            )
        hidden: Tensor = self.body(self.embedding(tokens))
        return hidden

    def forward(self, tokens: Tensor) -> Tensor:
        """Token numbers (B, T) -> logits (B, T, V)."""
        logits: Tensor = self.head(self.hidden(tokens))
        return logits

    def loss(self, tokens: Tensor, targets: Tensor, **options: Any) -> Tensor:
        """Mean cross-entropy in nats of `targets` (B, T), by `linear_cross_entropy`."""
        hidden = self.hidden(tokens)
        return linear_cross_entropy(hidden, self.head.weight, targets, self.head.bias, **options)


def tie(embedding: nn.Embedding, head: nn.Linear) -> None:
    """Make the head's rows the input table itself: one parameter (V, d) with two uses."""
    table, rows = tuple(embedding.weight.shape), tuple(head.weight.shape)
    if table != rows:
        raise ValueError(
            f"the input table has shape {table} and the head's rows {rows}: one table has one "
            "shape, so take the same V and d for both, or leave the head untied"
        )
    head.weight = embedding.weight


class Transformer(nn.Module):  # type: ignore[misc]
    """GPT-2's body: vectors (B, T, d) -> hidden vectors (B, T, d)."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.positions = nn.Embedding(config.context, config.width)
        self.dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.norm = nn.LayerNorm(config.width)

    def forward(self, x: Tensor) -> Tensor:
        x = self.dropout(x + self.positions.weight[: x.shape[1]])
        for block in self.blocks:
            x = block(x)
        normed: Tensor = self.norm(x)
        return normed

    def initialise(self, model: nn.Module) -> None:
        for name, parameter in model.named_parameters():
            if parameter.ndim == 2:
                writes = name.endswith(("attention.out.weight", "mlp.out.weight"))
                spread = 0.02 / math.sqrt(2 * len(self.blocks)) if writes else 0.02
                nn.init.normal_(parameter, std=spread)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)


class Block(nn.Module):  # type: ignore[misc]
    """Attention to the positions before, then two layers at each position; both are added."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.norm1, self.attention = nn.LayerNorm(config.width), Attention(config)
        self.norm2, self.mlp = nn.LayerNorm(config.width), MLP(config)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm1(x))
        added: Tensor = x + self.mlp(self.norm2(x))
        return added


class Attention(nn.Module):  # type: ignore[misc]
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.heads, self.drop = config.heads, config.dropout
        self.qkv = nn.Linear(config.width, 3 * config.width)
        self.out = nn.Linear(config.width, config.width)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor) -> Tensor:
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        drop = self.drop if self.training else 0.0
        mixed = F.scaled_dot_product_attention(q, k, v, dropout_p=drop, is_causal=True)
        written: Tensor = self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        return self.dropout(written)


class MLP(nn.Module):  # type: ignore[misc]
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.into = nn.Linear(config.width, 4 * config.width)
        self.out = nn.Linear(4 * config.width, config.width)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.out(F.gelu(self.into(x), approximate="tanh")))


class LSTM(nn.Module):  # type: ignore[misc]
    """The papers' body. Dropout lies on what goes up, never on what goes on in time."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.dropout = nn.Dropout(config.dropout)
        between = config.dropout if config.layers > 1 else 0.0
        self.lstm = nn.LSTM(
            config.width, config.width, config.layers, batch_first=True, dropout=between
        )

    def forward(self, x: Tensor) -> Tensor:
        hidden, _ = self.lstm(self.dropout(x))
        return self.dropout(hidden)

    def initialise(self, model: nn.Module) -> None:
        for parameter in model.parameters():
            nn.init.uniform_(parameter, -0.1, 0.1)


def parameters(config: Config) -> int:
    """How many numbers a model of this shape learns; nothing is allocated."""
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in LanguageModel(config).parameters())


def from_gpt2(source: Any) -> LanguageModel:
    """The weights of a `transformers.GPT2LMHeadModel` in this module's model, tied as there.

    With transformers and a network: ``from_gpt2(GPT2LMHeadModel.from_pretrained("gpt2"))``.
    """
    theirs = source.config
    config = Config(
        vocabulary=theirs.vocab_size,
        context=theirs.n_positions,
        width=theirs.n_embd,
        layers=theirs.n_layer,
        heads=theirs.n_head,
        tied=bool(theirs.tie_word_embeddings),
    )
    model, weights = LanguageModel(config), source.state_dict()
    names = {
        "embedding": "transformer.wte",
        "body.positions": "transformer.wpe",
        "body.norm": "transformer.ln_f",
        "head": "lm_head",
    }
    for layer in range(config.layers):
        ours, other = f"body.blocks.{layer}", f"transformer.h.{layer}"
        names |= {
            f"{ours}.norm1": f"{other}.ln_1",
            f"{ours}.attention.qkv": f"{other}.attn.c_attn",
            f"{ours}.attention.out": f"{other}.attn.c_proj",
            f"{ours}.norm2": f"{other}.ln_2",
            f"{ours}.mlp.into": f"{other}.mlp.c_fc",
            f"{ours}.mlp.out": f"{other}.mlp.c_proj",
        }
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            module, _, kind = name.rpartition(".")
            value = weights[f"{names[module]}.{kind}"]
            # GPT-2's layers keep a product's right side, (in, out); nn.Linear the transpose.
            turned = "blocks" in name and parameter.ndim == 2
            parameter.copy_(value.T if turned else value)
    model.to(source.dtype).eval()
    return model
