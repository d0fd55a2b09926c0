"""Language models with a tied or an untied head: GPT-2's body, a Llama's, and the papers' LSTM.

A model is an input table, a body, and a head. The body turns each position's vector into a
hidden vector; the head scores that against V rows. ``tied=True`` makes the head's rows the
input table itself: one parameter with two uses. That is the whole difference.

The transformer is GPT-2's: learned positions, LayerNorm before each part, GELU in the tanh
form, a last LayerNorm, no bias in the head. The Llama is that of models since 2023 (`LlamaConfig`),
for weights that `from_gguf` reads. The LSTM is the "small" one of Zaremba et al.
(arXiv 1409.2329), on which Press & Wolf and Inan et al. tried sharing.

Initial values. Transformer and Llama: weights and both tables from N(0, 0.02²), as GPT-2; what
writes into the residual stream is divided by √(2·layers); biases 0, gains 1. LSTM: everything from
U(-0.1, 0.1), as in the papers. An untied head starts as the input table does, with numbers of its
own.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ._llama_body import LlamaBody
from .loss import linear_cross_entropy
from .pretrained import PretrainedLM, load

__all__ = [
    "PRESETS",
    "Config",
    "LlamaConfig",
    "LanguageModel",
    "from_gguf",
    "from_gpt2",
    "parameters",
    "preset",
    "tie",
]


@dataclass(frozen=True)
class Config:
    """The shape of a model.

    Attributes
    ----------
    vocabulary : int
        V, rows of the tables.
    context : int
        The longest input, in tokens.
    width : int
        d, numbers in a hidden vector.
    layers, heads : int
        Of the body; an LSTM has no heads.
    dropout : float
        Fraction of numbers set to 0 while training, from 0 to below 1.
    tied : bool
        One table or two.
    body : {"transformer", "lstm"}
        GPT-2's, or the papers'. A Llama's shape is a `LlamaConfig`.

    Raises
    ------
    ValueError
        For a value that no model can have: a sentence with its name.

    Examples
    --------
    >>> Config(vocabulary=4, context=8, width=3, layers=1).tied
    True
    >>> Config(vocabulary=4, context=8, width=3, layers=1, heads=2)
    Traceback (most recent call last):
    ValueError: a width of 3 cannot be shared out evenly among 2 heads
    """

    vocabulary: int
    context: int
    width: int
    layers: int
    heads: int = 1
    dropout: float = 0.0
    tied: bool = True
    body: Literal["transformer", "lstm", "llama"] = "transformer"

    bodies: ClassVar[tuple[str, ...]] = ("transformer", "lstm")

    def __post_init__(self) -> None:
        for name in ("vocabulary", "context", "width", "layers", "heads"):
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise ValueError(f"{name} is {value!r}; it has to be a whole number above 0")
        if self.body not in self.bodies:
            choices = " or ".join(map(repr, self.bodies))
            raise ValueError(f"body is {self.body!r}; it can be {choices}")
        if type(self.tied) is not bool:
            raise ValueError(f"tied is {self.tied!r}; it can be True or False")
        if self.body != "lstm" and self.width % self.heads:
            raise ValueError(
                f"a width of {self.width} cannot be shared out evenly among {self.heads} heads"
            )
        if not isinstance(self.dropout, int | float) or not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout!r}; it can be from 0 to below 1")


@dataclass(frozen=True)
class LlamaConfig(Config):
    """The shape of a Llama: norms without a mean, turned positions, shared keys, a gate.

    Attributes
    ----------
    body : {"llama"}
        What it is; the other attributes of `Config` are as there.
    key_heads : int
        Heads of keys and of values, each for heads / key_heads heads of queries; 0 for as many as
        there are heads.
    feed_forward : int
        The length of the vector inside that part; 0 for 4 · width.
    rope_base : float
        Base of the angles that positions turn queries and keys by.
    epsilon : float
        What is added to a mean square before its root.

    Raises
    ------
    ValueError
        For a value that no model can have: a sentence with its name.

    References
    ----------
    H. Touvron et al., LLaMA (2023), arXiv 2302.13971, section 2.2.

    Examples
    --------
    >>> shape = LlamaConfig(vocabulary=10, context=8, width=8, layers=1, heads=4, key_heads=2)
    >>> LanguageModel(shape)(torch.tensor([[1, 2, 3]])).shape
    torch.Size([1, 3, 10])
    """

    body: Literal["transformer", "lstm", "llama"] = "llama"
    key_heads: int = 0
    feed_forward: int = 0
    rope_base: float = 10_000.0
    epsilon: float = 1e-5

    bodies: ClassVar[tuple[str, ...]] = ("llama",)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("key_heads", "feed_forward"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise ValueError(f"{name} is {value!r}; it has to be a whole number, 0 or above")
        for name in ("rope_base", "epsilon"):
            value = getattr(self, name)
            if type(value) not in (int, float) or not 0 < value < math.inf:
                raise ValueError(f"{name} is {value!r}; it has to be a number above 0")
        if self.heads % self.keys:
            raise ValueError(
                f"{self.heads} heads cannot be shared out evenly among {self.keys} heads of keys"
            )
        if self.width // self.heads % 2:
            raise ValueError(
                f"a head has {self.width // self.heads} numbers, and they are turned in pairs: "
                "take a width that gives each head an even count"
            )

    @property
    def keys(self) -> int:
        """Heads of keys, with 0 resolved."""
        return self.key_heads or self.heads

    @property
    def inside(self) -> int:
        """Numbers inside the feed-forward part, with 0 resolved."""
        return self.feed_forward or 4 * self.width


#: `tiny` trains in minutes on a CPU; `gpt2` is the shape of GPT-2 small; `lstm` is the papers'.
PRESETS = {
    "tiny": Config(vocabulary=10_000, context=64, width=96, layers=2, heads=4),
    "small": Config(vocabulary=10_000, context=256, width=384, layers=6, heads=6),
    "gpt2": Config(vocabulary=50_257, context=1024, width=768, layers=12, heads=12),
    "lstm": Config(vocabulary=10_000, context=35, width=200, layers=2, body="lstm"),
}


def preset(name: str, **changes: Any) -> Config:
    """The configuration of a preset, with some fields changed.

    Parameters
    ----------
    name : str
        One of `PRESETS`.
    **changes : Any
        Fields of `Config` by name.

    Returns
    -------
    Config
        The shape of the model.

    Raises
    ------
    ValueError
        For another name, and as `Config` does.

    Examples
    --------
    >>> preset("tiny", tied=False).width
    96
    """
    if name not in PRESETS:
        raise ValueError(f"there is no preset {name!r}; there are {', '.join(PRESETS)}")
    return replace(PRESETS[name], **changes)


class LanguageModel(nn.Module):  # type: ignore[misc]
    """Tokens in, scores of the next token out: table, body, head.

    A tied model stays tied: when it is moved, converted, emptied, copied or pickled, and when a
    state is loaded into it, by ``assign=True`` too. A state whose two tables differ is refused.
    Where its head is given another parameter by hand, the next forward pass says so.

    Parameters
    ----------
    config : Config
        The shape; see there.

    Examples
    --------
    >>> config = Config(vocabulary=10, context=8, width=4, layers=1, heads=2)
    >>> model = LanguageModel(config)
    >>> model(torch.tensor([[1, 2, 3]])).shape
    torch.Size([1, 3, 10])
    >>> model.head.weight is model.embedding.weight
    True
    >>> untied = LanguageModel(replace(config, tied=False))
    >>> parameters(untied.config) - parameters(config) == 10 * 4
    True
    """

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        if isinstance(config, LlamaConfig):
            self.body: nn.Module = LlamaBody(config)
        else:
            self.body = LSTM(config) if config.body == "lstm" else Transformer(config)
        bias = config.body == "lstm"  # the papers' head has one, GPT-2's has none
        self.head = nn.Linear(config.width, config.vocabulary, bias=bias)
        self.body.initialise(self)
        if config.tied:
            tie(self.embedding, self.head)
            self.register_load_state_dict_pre_hook(_one_table)
            self.register_load_state_dict_post_hook(_tied_again)

    def _apply(self, fn: Any, recurse: bool = True) -> LanguageModel:
        # All of .to(), .to_empty() and the like come through here, and visit each module's
        # parameters apart: where they make new ones, as from the meta device, they make two.
        super()._apply(fn, recurse)
        if self.config.tied:
            _tied_again(self)
        return self

    def hidden(self, tokens: Tensor) -> Tensor:
        """Hidden vectors of token numbers.

        Parameters
        ----------
        tokens : torch.Tensor of integers, shape (B, T)
            Numbers of tokens, from 0 to V - 1; T is at most the context, but for an LSTM.

        Returns
        -------
        torch.Tensor, shape (B, T, d)
            One hidden vector a position, made from the tokens up to it.

        Raises
        ------
        ValueError
            For an input longer than the context, and, on a CPU, for a token outside the table.
        RuntimeError
            Where the configuration says tied and the head was given another parameter.

        Examples
        --------
        >>> model = LanguageModel(Config(vocabulary=10, context=8, width=4, layers=1))
        >>> model.hidden(torch.tensor([[1, 2, 3]])).shape
        torch.Size([1, 3, 4])
        """
        if tokens.shape[-1] > self.config.context and self.config.body != "lstm":
            raise ValueError(
                f"an input of {tokens.shape[-1]} tokens is longer than the context of "
                f"{self.config.context}"
            )
        rows = self.config.vocabulary
        # On an accelerator this would wait for it; there an index outside is an assert of its own.
        here = tokens.device.type == "cpu" and not torch.compiler.is_compiling()
        if here and tokens.numel():
            wrong = [int(t) for t in (tokens.min(), tokens.max()) if not 0 <= int(t) < rows]
            if wrong:
                raise ValueError(
                    f"a token is {wrong[0]}, and the table has {rows} rows, for tokens 0 to "
                    f"{rows - 1}: take a model with the text's vocabulary"
                )
        self._is_tied()
        hidden: Tensor = self.body(self.embedding(tokens))
        return hidden

    def forward(self, tokens: Tensor) -> Tensor:
        """Logits of token numbers.

        Parameters
        ----------
        tokens : torch.Tensor of integers, shape (B, T)
            As for `hidden`.

        Returns
        -------
        torch.Tensor, shape (B, T, V)
            The logits of the token after each position, without a unit.

        Examples
        --------
        >>> model = LanguageModel(Config(vocabulary=10, context=8, width=4, layers=1))
        >>> model(torch.tensor([[1, 2, 3]])).shape
        torch.Size([1, 3, 10])
        """
        logits: Tensor = self.head(self.hidden(tokens))
        return logits

    def loss(self, tokens: Tensor, targets: Tensor, **options: Any) -> Tensor:
        """Mean cross-entropy of the tokens that follow, without holding all the logits.

        Parameters
        ----------
        tokens : torch.Tensor of integers, shape (B, T)
            As for `hidden`.
        targets : torch.Tensor of integers, shape (B, T)
            The token after each position.
        **options : Any
            Options of `lmhead.loss.linear_cross_entropy`, which computes it.

        Returns
        -------
        torch.Tensor, shape ()
            The loss in nats.

        Examples
        --------
        >>> model = LanguageModel(Config(vocabulary=10, context=8, width=4, layers=1))
        >>> tokens = torch.tensor([[1, 2, 3, 4]])
        >>> model.loss(tokens[:, :-1], tokens[:, 1:]).shape
        torch.Size([])
        """
        hidden = self.hidden(tokens)
        return linear_cross_entropy(hidden, self.head.weight, targets, self.head.bias, **options)

    def _is_tied(self) -> None:
        """RuntimeError where a tied model has two tables after all."""
        if torch.compiler.is_compiling() or not self.config.tied:
            return
        # A quantised head is no nn.Linear, and its table cannot be the input's.
        if isinstance(self.head, nn.Linear) and self.head.weight is not self.embedding.weight:
            raise RuntimeError(
                "the model's configuration says tied, and its head has a table of its own since "
                "one of the two was replaced: call tie(model.embedding, model.head), or make the "
                "model with tied=False"
            )


def tie(embedding: nn.Embedding, head: nn.Linear) -> None:
    """Make the head's rows the input table itself: one parameter (V, d) with two uses.

    Parameters
    ----------
    embedding : torch.nn.Embedding
        Its table (V, d) stays.
    head : torch.nn.Linear
        Its rows, of the same shape, are given up. A bias stays.

    Raises
    ------
    ValueError
        Where the two shapes differ, or d is 0.

    Examples
    --------
    >>> embedding, head = nn.Embedding(10, 4), nn.Linear(4, 10, bias=False)
    >>> tie(embedding, head)
    >>> head.weight is embedding.weight
    True
    """
    table, rows = tuple(embedding.weight.shape), tuple(head.weight.shape)
    if table != rows:
        raise ValueError(
            f"the input table has shape {table} and the head's rows {rows}: one table has one "
            "shape, so take the same V and d for both, or leave the head untied"
        )
    if not all(table):
        raise ValueError(f"the input table has shape {table}: there is no number to share")
    head.weight = embedding.weight


def _tied_again(model: LanguageModel, incompatible: Any = None) -> None:
    """The head's rows are the input table again, where new parameters were put in both places."""
    embedding, head = model.embedding, model.head
    if isinstance(embedding, nn.Embedding) and isinstance(head, nn.Linear):
        head.weight = embedding.weight


def _one_table(model: LanguageModel, state: dict[str, Any], prefix: str, *about: Any) -> None:
    """Before a state is loaded into a tied model: it has one table, by either name or both.

    Raises ValueError where it has two that differ; then nothing has been loaded.
    """
    names = [f"{prefix}{name}.weight" for name in ("embedding", "head")]
    found = [state[name] for name in names if isinstance(state.get(name), Tensor)]
    if len(found) == 2:
        _refuse_two(*found)
    elif len(found) == 1:  # some writers leave out what is there already
        for name in names:
            state.setdefault(name, found[0])


def _refuse_two(table: Tensor, rows: Tensor) -> None:
    """ValueError where two tables are not one. Those on the meta device have no numbers to tell."""
    shapes = f"{tuple(table.shape)} and {tuple(rows.shape)}"
    if table.shape == rows.shape:
        if table.is_meta or rows.is_meta or table is rows:
            return
        one, other = (each.detach().double().cpu() for each in (table, rows))
        apart = (one - other).abs()
        apart[(one == other) | (one.isnan() & other.isnan())] = 0.0
        if not bool((apart != 0).any()):
            return
        shapes += f", and differ by up to {apart.nan_to_num(math.inf).max().item():.3g}"
    raise ValueError(
        f"this is the state of a model with two tables, and the model is tied: the input table and "
        f"the head's rows have the shapes {shapes}. Load it into a model with tied=False"
    )


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
    """How many numbers a model of this shape learns; nothing is allocated.

    Parameters
    ----------
    config : Config
        The shape of the model.

    Returns
    -------
    int
        The count, with one table where the model is tied.

    Examples
    --------
    >>> parameters(preset("gpt2"))
    124439808
    """
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in LanguageModel(config).parameters())


def from_gpt2(source: Any) -> LanguageModel:
    """The weights of transformers' GPT-2 in this module's model, tied as there.

    Parameters
    ----------
    source : transformers.GPT2LMHeadModel
        The model whose weights are copied.

    Returns
    -------
    LanguageModel
        In evaluation mode, in the dtype of the source.

    Examples
    --------
    With transformers and a network:

    >>> from transformers import GPT2LMHeadModel  # doctest: +SKIP
    >>> model = from_gpt2(GPT2LMHeadModel.from_pretrained("gpt2"))  # doctest: +SKIP
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
    if config.tied and "lm_head.weight" in weights:
        _refuse_two(weights["transformer.wte.weight"], weights["lm_head.weight"])
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


def from_gguf(source: PretrainedLM | str | os.PathLike[str] | None = None) -> LanguageModel:
    """The pretrained model of `lmhead.pretrained` in torch, to go on training it; tied as there.

    It is tied by construction: the file holds one table, and so does the model. The weights were
    stored in 4 bits; here they are float32 numbers like any others.

    Parameters
    ----------
    source : PretrainedLM, str or os.PathLike, optional
        A model, or a GGUF file as for `lmhead.pretrained.load`. Without it, the model that
        this fetches.

    Returns
    -------
    LanguageModel
        In evaluation mode, in float32, with weights of its own.

    Raises
    ------
    lmhead.pretrained.PretrainedError
        Where the model cannot be had or read.

    Examples
    --------
    With the extra ``pretrained`` and a network:

    >>> model = from_gguf()  # doctest: +SKIP
    >>> parameters(model.config)  # doctest: +SKIP
    134515008
    """
    theirs = source if isinstance(source, PretrainedLM) else load(source)
    shape = theirs.shape
    config = LlamaConfig(
        vocabulary=shape.vocabulary,
        context=shape.context,
        width=shape.width,
        layers=shape.layers,
        heads=shape.heads,
        key_heads=shape.key_heads,
        feed_forward=shape.feed_forward,
        rope_base=shape.rope_base,
        epsilon=shape.epsilon,
    )
    names = {"embedding.weight": "token_embd", "body.norm.weight": "output_norm"}
    for layer in range(config.layers):
        names |= {
            f"body.blocks.{layer}.{ours}.weight": f"blk.{layer}.{other}"
            for ours, other in {
                "norm1": "attn_norm",
                "attention.q": "attn_q",
                "attention.k": "attn_k",
                "attention.v": "attn_v",
                "attention.out": "attn_output",
                "norm2": "ffn_norm",
                "mlp.gate": "ffn_gate",
                "mlp.into": "ffn_up",
                "mlp.out": "ffn_down",
            }.items()
        }
    with torch.device("meta"):  # nothing is drawn that would be replaced
        model = LanguageModel(config)
    state = {ours: torch.tensor(theirs.weights[f"{other}.weight"]) for ours, other in names.items()}
    model.load_state_dict(state, assign=True)
    model.eval()
    return model
