"""The real model: its counts, its numbers against transformers' Llama, and what it says."""

import doctest
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lmhead
from lmhead import model as torch_models
from lmhead import pretrained
from lmhead.pretrained import language_model
from lmhead.tying import Shape, account
from tests.pretrained.smollm2 import smollm2, wheel_of_the_model

pytestmark = [pytest.mark.torch, pytest.mark.survey]
FIXTURES = (smollm2, wheel_of_the_model)

TEXTS = [
    "The cat sat on the",
    "The capital of France is",
    "def add(a, b):\n    return",
    "In 1969 a man first walked on the moon, and in 2024",
    "猫坐在",
]


@pytest.fixture(scope="module")
def theirs(torch, smollm2):
    """transformers' Llama with the same weights. It turns numbers half a head apart."""
    from transformers import LlamaConfig, LlamaForCausalLM

    shape = smollm2.shape
    config = LlamaConfig(
        vocab_size=shape.vocabulary,
        hidden_size=shape.width,
        intermediate_size=shape.feed_forward,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.key_heads,
        max_position_embeddings=shape.context,
        rms_norm_eps=shape.epsilon,
        rope_parameters={"rope_type": "default", "rope_theta": shape.rope_base},
        tie_word_embeddings=True,
    )

    def half_apart(array, heads):
        return array.reshape(heads, -1, 2, shape.width).swapaxes(1, 2).reshape(array.shape)

    state = {"model.embed_tokens.weight": smollm2.E, "lm_head.weight": smollm2.E}
    state["model.norm.weight"] = smollm2.weights["output_norm.weight"]
    for layer in range(shape.layers):
        ours = {
            name.split(".")[2]: array
            for name, array in smollm2.weights.items()
            if name.startswith(f"blk.{layer}.")
        }
        at = f"model.layers.{layer}"
        state |= {
            f"{at}.input_layernorm.weight": ours["attn_norm"],
            f"{at}.self_attn.q_proj.weight": half_apart(ours["attn_q"], shape.heads),
            f"{at}.self_attn.k_proj.weight": half_apart(ours["attn_k"], shape.key_heads),
            f"{at}.self_attn.v_proj.weight": ours["attn_v"],
            f"{at}.self_attn.o_proj.weight": ours["attn_output"],
            f"{at}.post_attention_layernorm.weight": ours["ffn_norm"],
            f"{at}.mlp.gate_proj.weight": ours["ffn_gate"],
            f"{at}.mlp.up_proj.weight": ours["ffn_up"],
            f"{at}.mlp.down_proj.weight": ours["ffn_down"],
        }
    made = LlamaForCausalLM(config).eval()
    made.load_state_dict({name: torch.tensor(array) for name, array in state.items()})
    return made


@pytest.mark.parametrize("text", TEXTS)
def test_logits_and_states_are_transformers(torch, smollm2, theirs, text):
    ids = smollm2.encode(text)
    with torch.no_grad():
        found = theirs(torch.tensor([ids]), output_hidden_states=True)
    ours = smollm2.hidden_states(ids) @ smollm2.W_OUT.T
    assert np.abs(ours - found.logits[0].numpy()).max() <= 1e-3
    *states, h = found.hidden_states  # theirs are those before each layer, and then h
    stacked = torch.cat(states).numpy()
    np.testing.assert_allclose(smollm2.states(ids)[:-1], stacked, rtol=1e-4, atol=5e-3)
    np.testing.assert_allclose(smollm2.hidden_states(ids), h[0].numpy(), rtol=1e-3, atol=1e-3)


def test_torch_has_the_same_logits_and_counts_to_the_unit(torch, smollm2):
    ours = torch_models.from_gguf(smollm2)
    shape = Shape(49_152, 576, 30, 1_536, key_width=192, gated=True, norm="rms", biases="none")
    counts = {
        account(shape).total,
        sum(array.size for array in smollm2.weights.values()),
        torch_models.parameters(ours.config),
        sum(parameter.numel() for parameter in ours.parameters()),
    }
    assert counts == {134_515_008}
    assert ours.head.weight is ours.embedding.weight
    for text in TEXTS:
        ids = smollm2.encode(text)
        with torch.no_grad():
            z = ours(torch.tensor([ids]))[0, -1].numpy()
        assert np.abs(z - smollm2.step(ids)).max() <= 1e-3


def test_it_knows_nothing_of_a_text_it_was_not_trained_on_before_training(torch, smollm2):
    # Before: the loss of a first step of the same shape with new weights, log V.
    ids = torch.tensor([smollm2.encode("The cat sat on the mat, and the dog lay on the floor.")])
    trained = torch_models.from_gguf(smollm2)
    torch.manual_seed(0)
    fresh = torch_models.LanguageModel(trained.config)
    with torch.no_grad():
        assert abs(fresh.loss(ids[:, :-1], ids[:, 1:]).item() - np.log(49_152)) < 0.5
        assert trained.loss(ids[:, :-1], ids[:, 1:]).item() < 5


def test_the_tokens_are_those_that_tokenizers_makes_of_the_same_file(smollm2):
    from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers

    tokens = smollm2._tokens
    merges = sorted(tokens._ranks, key=tokens._ranks.__getitem__)
    theirs = Tokenizer(models.BPE(dict(tokens._ids), merges))
    theirs.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    named = [tokens._vocabulary[number] for number in sorted(tokens._control)]
    theirs.add_special_tokens([AddedToken(name, normalized=False) for name in named])
    root = Path(lmhead.__file__).parents[1]
    texts = [*TEXTS, "Hello<|im_end|>\n<|im_start|>user"]
    for folder in (root / "chapters", root / "zh" / "chapters", root / "lmhead"):
        texts += [file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.*[dy]"))]
    assert len(texts) > 50
    for text in texts:
        assert smollm2.encode(text) == theirs.encode(text, add_special_tokens=False).ids
        assert smollm2.decode(smollm2.encode(text)) == text


def test_the_examples_are_right(smollm2, monkeypatch):
    monkeypatch.setattr(language_model, "_fetched", lambda: smollm2)
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    items = {"load": pretrained.load, "PretrainedLM": pretrained.PretrainedLM}
    methods = {
        name: method
        for name, method in vars(pretrained.PretrainedLM).items()
        if callable(method) and not name.startswith("_")
    }
    for name, item in {**items, **methods}.items():
        for test in finder.find(item, name, globs=dict(vars(pretrained))):
            for example in test.examples:
                example.options.clear()  # the examples are left out where there is no model
            runner.run(test)
    assert runner.tries > 15
    assert runner.failures == 0


def test_the_command_shows_paris_with_seconds_and_megabytes(wheel_of_the_model, tmp_path):
    command = [sys.executable, "-m", "lmhead.pretrained", "The capital of France is"]
    done = subprocess.run(
        [*command, "--wheel", str(wheel_of_the_model)],
        env={**os.environ, "LMHEAD_CACHE": str(tmp_path)},
        cwd=Path(lmhead.__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    first, second, *_, last = done.stdout.splitlines()
    assert first.startswith("'The capital of France is' is 5 tokens:")
    assert second == "  0.773  ' Paris'"
    assert "93 MB" in last
    assert "98 MB on disk" in last
    assert done.stderr == ""
