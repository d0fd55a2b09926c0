"""The pretrained model's arithmetic on a small model of its kind, against torch in float64."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from lmhead import pretrained
from lmhead.decoding import generate, greedy
from lmhead.pretrained import PretrainedError, PretrainedLM
from lmhead.pretrained.gguf_file import read
from tests.pretrained import arithmetic, example

pytestmark = pytest.mark.torch

TEXT = "the cat on the mat's 12 aaaa"


@pytest.fixture(scope="module")
def path(torch, tmp_path_factory):
    return example.write(tmp_path_factory.mktemp("gguf"))


@pytest.fixture(scope="module")
def model(path):
    return pretrained.load(path)


@pytest.fixture(scope="module")
def ids(model):
    return model.encode(TEXT)


def test_states_and_logits_are_torchs(model, ids):
    states, z = arithmetic.states(example.SHAPE, example.weights(), ids)
    assert len(ids) > 8
    np.testing.assert_allclose(model.states(ids), states, rtol=2e-4, atol=2e-4)
    np.testing.assert_allclose(model.hidden_states(ids) @ model.W_OUT.T, z, rtol=2e-4, atol=2e-4)
    np.testing.assert_allclose(model.step(ids), z[-1], rtol=2e-4, atol=2e-4)


def test_a_long_text_is_computed_in_parts_with_the_same_outcome(model, ids, monkeypatch):
    whole = model.states(ids)
    monkeypatch.setattr("lmhead.pretrained.language_model._ROWS", 3)
    np.testing.assert_allclose(model.states(ids), whole, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("precision", ["Q8_0", "Q4_1", "F16"])
def test_a_stored_precision_is_read_as_gguf_reads_it(torch, tmp_path, monkeypatch, precision):
    import gguf

    wide = example.Llama(**{**vars(example.SHAPE), "width": 192})  # blocks of 32 numbers
    monkeypatch.setattr(example, "SHAPE", wide)
    arrays = example.weights()
    model = pretrained.load(example.write(tmp_path, arrays, precision=precision))
    kind = gguf.GGMLQuantizationType[precision]
    table = arrays["token_embd.weight"]
    expected = gguf.quants.dequantize(gguf.quants.quantize(table, kind), kind)
    np.testing.assert_array_equal(model.E, expected)
    assert 0 < np.abs(model.E - table).max() < 0.2


def test_no_position_sees_a_later_one(model, ids):
    other = [*ids[:5], *((number + 1) % 50 for number in ids[5:])]
    before, after = model.states(ids), model.states(other)
    np.testing.assert_allclose(before[:, :5], after[:, :5], rtol=2e-4, atol=2e-4)
    assert np.abs(before[-1, 5:] - after[-1, 5:]).max() > 0.1


def test_the_last_norm_lies_between_the_last_states_and_h(model, ids):
    states = model.states(ids)
    np.testing.assert_allclose(model.norm(states)[-1], model.hidden_states(ids), rtol=1e-6)
    np.testing.assert_allclose(model.norm(states[-1, -1]), model.hidden(ids), rtol=1e-6)
    np.testing.assert_array_equal(states[0], model.E[ids])


def test_the_table_is_one_and_nobody_writes_to_it(model):
    assert model.W_OUT is model.E
    with pytest.raises(ValueError, match="read-only"):
        model.E[0] = 0


def test_it_goes_on_as_the_small_model_does(model, ids):
    text = generate(model.step, ids, greedy, 4)
    assert len(text) == len(ids) + 4
    assert text[: len(ids)] == list(ids)
    assert text[-1] == int(model.step(text[:-1]).argmax())


def test_a_vocabulary_is_readable(model):
    assert model.vocabulary[model.encode(" the")[0]] == " the"
    assert model.vocabulary[0] == "<|endoftext|>"
    assert model.decode(model.encode("猫 and <|im_end|>")) == "猫 and <|im_end|>"
    assert repr(model).startswith(f"PretrainedLM(V={len(example.VOCABULARY)}, d=24, layers=3")


@pytest.mark.parametrize("method", ["states", "hidden", "hidden_states", "step"])
def test_a_text_that_is_no_text_is_a_sentence(model, method):
    ask = getattr(model, method)
    with pytest.raises(ValueError, match=r"the text has no tokens, .*: give at least one"):
        ask([])
    with pytest.raises(ValueError, match=r"has 41 tokens, and the model reads at most 40: .*-40:"):
        ask([1] * 41)
    with pytest.raises(ValueError, match="an id from 0 to"):
        ask([len(example.VOCABULARY)])
    with pytest.raises(ValueError, match=r"ids has shape \(1, 2\); one text's tokens"):
        ask([[1, 2]])
    with pytest.raises(ValueError, match=r"ids has dtype <U7 .*; integers were expected"):
        ask("the cat")
    assert len(ask([1] * 40)) > 0


def test_what_cannot_be_encoded_or_normed_is_a_sentence(model):
    with pytest.raises(ValueError, match="text is of type int"):
        model.encode(5)
    with pytest.raises(ValueError, match="half a character"):
        model.encode("a\ud83d")
    with pytest.raises(ValueError, match="an id from 0 to"):
        model.decode([-1])
    with pytest.raises(ValueError, match=r"states has shape \(23,\); \(..., 24\) was expected"):
        model.norm(np.ones(23))
    with pytest.raises(ValueError, match="finite"):
        model.norm(np.full(24, np.nan))


def test_large_numbers_close_a_gate_without_a_warning(torch, tmp_path):
    arrays = example.weights()
    arrays["blk.0.ffn_gate.weight"] = arrays["blk.0.ffn_gate.weight"] * 1000
    model = pretrained.load(example.write(tmp_path, arrays))
    _, z = arithmetic.states(example.SHAPE, arrays, [5, 6, 7])
    np.testing.assert_allclose(model.step([5, 6, 7]), z[-1], rtol=1e-3, atol=1e-3)


# What is no file of a model


def refused(folder, **how):
    with pytest.raises(PretrainedError) as caught:
        pretrained.load(example.write(folder, **how))
    sentence = str(caught.value)
    assert sentence.startswith(example.NAMED)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_another_architecture_is_a_sentence(torch, tmp_path):
    said = refused(tmp_path, architecture="gpt2")
    assert "a model of the architecture 'gpt2', where 'llama' was expected" in said


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("llama.rope.scaling.type", "yarn", "scales its positions"),
        ("llama.rope.dimension_count", 2, "turns only a part"),
        ("llama.attention.head_count_kv", 4, "does not come out even"),
        ("llama.attention.head_count", 5, "does not come out even"),
        ("llama.block_count", 0, "says 0 for llama.block_count"),
        ("llama.block_count", "three", "says 'three' for llama.block_count"),
        ("llama.context_length", None, "says None for llama.context_length"),
        ("llama.rope.freq_base", -1.0, "says -1.0 for llama.rope.freq_base"),
        ("llama.block_count", 2, "the array blk.2."),
        ("llama.block_count", 4, "lacks the array blk.3."),
        ("llama.block_count", 2**32 - 1, "too many for this course"),
        ("llama.feed_forward_length", 64, "in the shape (32, 24), where (64, 24)"),
        ("tokenizer.ggml.pre", "llama-bpe", "where 'gpt2', 'smollm' was expected"),
        ("tokenizer.ggml.model", None, "has tokens of the kind 'unnamed'"),
        ("tokenizer.ggml.add_bos_token", True, "adds something to each text"),
        ("tokenizer.ggml.tokens", ["a", "b"], "different tokens with a type each"),
        ("tokenizer.ggml.tokens", None, "has no list tokenizer.ggml.tokens"),
        ("tokenizer.ggml.merges", ["q x"], "the merge 'q x'"),
        ("tokenizer.ggml.unknown_token_id", 10_000, "where a token's number was expected"),
    ],
)
def test_what_would_be_computed_wrongly_is_refused(torch, tmp_path, name, value, says):
    assert says in refused(tmp_path, changes={name: value})


def test_other_arrays_are_refused(torch, tmp_path):
    arrays = example.weights()
    table = arrays["token_embd.weight"]
    assert "a table of its own" in refused(tmp_path, arrays=arrays | {"output.weight": table})
    bias = {"blk.0.attn_q.bias": np.ones(24, np.float32)}
    assert "has, beside what a plain Llama has, the array blk.0.attn_q.bias" in refused(
        tmp_path, arrays=arrays | bias
    )
    broken = {"output_norm.weight": np.full(24, np.nan, np.float32)}
    assert "output_norm.weight that are not finite" in refused(tmp_path, arrays=arrays | broken)


def test_damage_is_a_sentence_wherever_it_is(torch, path, tmp_path):
    whole = path.read_bytes()
    rng = np.random.default_rng(1)
    head = whole.index(b"output_norm.weight")
    cut = [whole[:size] for size in rng.integers(0, len(whole), 25)]
    for _ in range(25):
        changed = bytearray(whole)
        changed[rng.integers(head)] ^= int(rng.integers(1, 256))
        cut.append(bytes(changed))
    sentences = []
    for number, content in enumerate(cut):
        file = tmp_path / f"{number}.gguf"
        file.write_bytes(content)
        try:
            pretrained.load(file)
        except PretrainedError as error:
            sentences.append(str(error))
    assert len(sentences) > 25
    assert not [said for said in sentences if "\n" in said]


def test_a_file_that_is_none_or_of_another_kind_is_a_sentence(torch, tmp_path):
    with pytest.raises(PretrainedError, match=r"There is no file .*nothing.gguf"):
        pretrained.load(tmp_path / "nothing.gguf")
    (tmp_path / "text.gguf").write_text("The cat sat on the mat.\n" * 9)
    with pytest.raises(PretrainedError, match=r"text.gguf cannot be read as a GGUF file"):
        pretrained.load(tmp_path / "text.gguf")


def test_without_gguf_it_says_what_to_install(path, monkeypatch):
    monkeypatch.setitem(sys.modules, "gguf", None)
    with pytest.raises(PretrainedError, match=r"the package gguf: .*\[pretrained\]"):
        pretrained.load(path)


# In torch


def test_in_torch_it_is_the_same_model_tied_by_construction(torch, path, model, ids):
    from lmhead.model import from_gguf, parameters

    ours = from_gguf(path)
    assert ours.head.weight is ours.embedding.weight
    assert sum(p.numel() for p in ours.parameters()) == parameters(ours.config)
    assert parameters(ours.config) == sum(array.size for array in model.weights.values())
    assert not ours.training
    with torch.no_grad():
        z = ours(torch.tensor([ids, ids[::-1]]))
    for row, text in zip(z, (ids, ids[::-1]), strict=True):
        _, expected = arithmetic.states(example.SHAPE, example.weights(), text)
        torch.testing.assert_close(row.double(), expected, rtol=2e-4, atol=2e-4)


def test_a_step_of_training_moves_the_one_table_and_not_the_numpy_model(torch, model, ids):
    from lmhead.model import from_gguf

    before = model.E.copy()
    ours = from_gguf(model)
    ours.loss(torch.tensor([ids[:-1]]), torch.tensor([ids[1:]])).backward()
    torch.optim.SGD(ours.parameters(), lr=0.1).step()
    assert ours.head.weight is ours.embedding.weight
    assert all(parameter.grad is not None for parameter in ours.parameters())
    assert np.abs(ours.embedding.weight.detach().numpy() - before).max() > 1e-4
    np.testing.assert_array_equal(model.E, before)


def test_read_gives_what_the_class_is_made_of(path):
    shape, tokens, arrays = read(path)
    assert replace(shape, epsilon=1e-5) == example.SHAPE
    assert shape.epsilon == np.float32(1e-5)  # the file's precision
    assert PretrainedLM(shape, tokens, arrays).encode("the") == tokens.encode("the")
