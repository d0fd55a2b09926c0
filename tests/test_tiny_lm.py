"""lmhead.tiny_lm: its files against their provenance, its arithmetic against loops and torch."""

import ast
import hashlib
import itertools
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.special
from hypothesis import given, settings
from hypothesis import strategies as st

from lmhead import tiny_lm
from lmhead.decoding import generate, greedy, sample
from lmhead.distance import nearest_rows
from lmhead.softmax import cross_entropy, logits, perplexity, softmax
from lmhead.tiny_lm import STOP, UNKNOWN, TinyLM, held_out, join, load, provenance, split

ROOT = Path(tiny_lm.__file__).parents[1]
ids_of_words = st.integers(0, 2999)
texts = st.lists(ids_of_words | st.just(load().stop), max_size=12)


@pytest.fixture(scope="module")
def model():
    return load()


@pytest.fixture(scope="module")
def stored():
    with np.load(tiny_lm.WEIGHTS, allow_pickle=False) as weights:
        return {name: weights[name] for name in weights.files}


class TestFiles:
    def test_are_those_that_the_provenance_names(self):
        hashes = provenance()["sha256"]
        assert set(hashes) == {"tiny_lm.npz", "tiny_lm_words.txt", "tiny_lm_held_out.txt"}
        for name, wanted in hashes.items():
            data = (tiny_lm.WEIGHTS.parent / name).read_bytes()
            assert hashlib.sha256(data).hexdigest() == wanted, name

    def test_are_small_and_hold_half_precision_numbers_only(self, stored):
        assert tiny_lm.WEIGHTS.stat().st_size <= 2_000_000
        assert {array.dtype for array in stored.values()} == {np.dtype(np.float16)}
        described = provenance()["model"]
        assert sum(array.size for array in stored.values()) == described["parameters"]
        assert stored["E"].shape == (described["vocabulary"], described["width"])
        assert stored["w_1"].shape == (
            described["hidden"],
            described["window"] * described["width"],
        )

    def test_the_perplexity_on_the_held_out_sentences_is_the_recorded_one(self, model):
        losses = []
        for sentence in held_out():
            ids = model.encode(sentence)
            for t, right in enumerate(ids):
                if right != model.unknown:
                    losses.append(cross_entropy(logits(model.hidden(ids[:t]), model.W_OUT), right))
        recorded = provenance()["perplexity"]
        assert len(losses) == recorded["held_out_file_predictions"]
        assert perplexity(losses) == pytest.approx(recorded["held_out_file"], rel=1e-4)

    def test_it_predicts_better_than_counts_of_three_words(self):
        recorded = provenance()["perplexity"]
        assert recorded["validation"] < recorded["counted_triples_validation"]

    def test_the_provenance_says_what_was_read_under_which_licence(self):
        text = provenance()["text"]
        assert set(text["from"]) == {"numpy", "matplotlib", "scipy", "torch"}
        for package in text["from"].values():
            assert set(package) == {"version", "licence"}
        assert (ROOT / provenance()["training"]["script"]).is_file()


class TestModule:
    def test_needs_numpy_and_nothing_else_of_the_package(self):
        tree = ast.parse(Path(tiny_lm.__file__).read_text(encoding="utf-8"))
        imported, own = set(), []
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                if node.level == 0:
                    imported.add(node.module.partition(".")[0])
                else:  # `step` alone, where it is called: the course's own head
                    own.append((node.module, [alias.name for alias in node.names], node.col_offset))
            elif isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
        assert imported - set(sys.stdlib_module_names) == {"numpy"}
        assert own == [("softmax", ["logits"], 8)]

    def test_reads_its_files_at_the_first_load_and_not_at_the_import(self):
        code = (
            "import json, sys; opened = []\n"
            "def note(event, args):\n"
            "    if event == 'open' and 'tiny_lm' in str(args[0]): opened.append(str(args[0]))\n"
            "from lmhead import tiny_lm\n"
            "sys.addaudithook(note)\n"
            "import importlib; importlib.reload(tiny_lm)\n"
            "before = [name for name in opened if '.py' not in name]\n"
            "same = tiny_lm.load() is tiny_lm.load()\n"
            "after = [name for name in opened if '.py' not in name]\n"
            "print(json.dumps([before, len(after), same]))\n"
        )
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        before, after, same = json.loads(done.stdout)
        assert before == []
        assert after == 2  # the words and the weights, once
        assert same

    def test_the_head_is_the_learners(self, model):
        offered = {name for name in (*dir(model), *tiny_lm.__all__) if not name.startswith("_")}
        assert not {"softmax", "probabilities", "sample", "greedy", "generate"} & offered
        z = model.step(model.encode("the"))
        assert z.min() < 0
        assert abs(z.sum() - 1) > 1


class TestArithmetic:
    @settings(max_examples=15)
    @given(texts)
    def test_h_is_what_loops_over_the_stored_numbers_give(self, ids):
        model, stored = load(), dict(np.load(tiny_lm.WEIGHTS))
        sentence = ids[len(ids) - list(reversed([model.stop, *ids])).index(model.stop) :]
        padded = [model.stop] * model.window + sentence
        x = [float(n) for word in padded[-model.window :] for n in stored["E"][word]]
        w_1, b_1, w_2, b_2 = (stored[name].astype(float) for name in ("w_1", "b_1", "w_2", "b_2"))
        layer = [math.tanh(math.fsum(map(float.__mul__, row, x)) + b) for row, b in rows(w_1, b_1)]
        h = [math.fsum(map(float.__mul__, row, layer)) + b for row, b in rows(w_2, b_2)]
        np.testing.assert_allclose(model.hidden(ids), h, atol=2e-4)

    @pytest.mark.torch
    def test_logits_are_those_of_the_model_that_was_trained(self, torch, model, stored):
        from bench.train_tiny_lm import Model, questions

        described = provenance()["model"]
        sizes = (described[name] for name in ("vocabulary", "width", "window", "hidden"))
        trained = Model(*sizes, dropout=0.5).eval()
        names = {
            "E": "E",
            "layer.weight": "w_1",
            "layer.bias": "b_1",
            "out.weight": "w_2",
            "out.bias": "b_2",
        }
        trained.load_state_dict(
            {name: torch.from_numpy(stored[ours].astype("f4")) for name, ours in names.items()}
        )
        sentences = [tuple(split(sentence)) for sentence in held_out()[:8]]
        before, right = questions(sentences, model.vocabulary, model.window)
        with torch.no_grad():
            wanted = trained(torch.from_numpy(before)).numpy()
        asked = 0
        for sentence in sentences:
            ids = model.encode(join(sentence))
            for t, word in enumerate(ids):
                if word != model.unknown:
                    assert word == right[asked]
                    np.testing.assert_allclose(model.step(ids[:t]), wanted[asked], atol=2e-3)
                    asked += 1
        assert asked == len(right)

    @given(texts)
    def test_every_position_has_the_h_of_the_text_up_to_it(self, ids):
        model = load()
        states = model.hidden_states(ids)
        assert states.shape == (len(ids), model.E.shape[1])
        for t, state in enumerate(states):
            np.testing.assert_allclose(state, model.hidden(ids[: t + 1]), atol=1e-4)

    @given(texts, texts)
    def test_only_the_last_words_of_the_last_sentence_count(self, before, ids):
        model = load()
        h = model.hidden(ids)
        np.testing.assert_array_equal(model.hidden([*before, model.stop, *ids]), h)
        recent = [1] * model.window  # none of them a stop
        np.testing.assert_array_equal(model.hidden([*ids, *recent]), model.hidden(recent))

    @given(texts)
    def test_a_step_is_the_product_of_the_head_and_h(self, ids):
        model = load()
        z = model.step(ids)
        assert z.shape == (len(model.vocabulary),)
        np.testing.assert_allclose(z, logits(model.hidden(ids), model.W_OUT), atol=1e-4)
        assert z.dtype == model.hidden(ids).dtype == model.E.dtype == np.float32

    def test_the_head_is_tied_and_nothing_can_be_written_to(self, model):
        assert model.W_OUT is model.E
        for array in (model.E, model._w_1, model._b_1, model._w_2, model._b_2):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0
        assert isinstance(model.vocabulary, tuple)


def rows(matrix, bias):
    return zip(matrix.tolist(), bias.tolist(), strict=True)


class TestText:
    @given(st.lists(ids_of_words, max_size=20))
    def test_ids_come_back_from_the_text_they_stand_for(self, ids):
        model = load()
        assert model.encode(model.decode(ids)) == ids

    @given(st.text(max_size=40))
    def test_a_text_loses_nothing_but_white_space_and_capitals(self, text):
        tokens = split(text)
        assert "".join(tokens) == "".join(text.lower().split())
        assert all(tokens)
        assert split(join(tokens)) == tokens
        assert len(load().encode(text)) == len(tokens)

    def test_words_marks_and_what_is_neither(self):
        assert split("Don't call np.dot(a, b_1) at 2.5 Hz, OK?") == [
            *("don't", "call", "np.dot", "(", "a", ",", "b", "_", "1", ")"),
            *("at", "2.5", "hz", ",", "ok", "?"),
        ]
        assert split("猫 == 狗。 end.") == ["猫", "==", "狗", "。", "end", "."]
        assert join(["a", "(", "b", ",", "c", ")", "."]) == "a (b, c)."

    def test_unknown_words_are_read_as_one(self, model):
        assert model.encode("the 猫 zyzzyva") == [model.encode("the")[0], *[model.unknown] * 2]
        assert model.vocabulary[model.unknown] == UNKNOWN
        assert model.vocabulary[model.stop] == STOP
        assert len(set(model.vocabulary)) == len(model.vocabulary) == 3000

    def test_the_vocabulary_is_in_order_of_frequency_as_zipf_has_it(self, model):
        assert {"the", "of", "a", ",", "."} <= set(model.vocabulary[:10])


class TestWriting:
    """What the chapters show of it; each would fail for a model that learned nothing."""

    def test_greedy_goes_round_in_circles_and_samples_do_not(self, model):
        rng = np.random.default_rng(0)
        prompt = model.encode("the")
        by_greedy = generate(model.step, prompt, greedy, 200)
        drawn = generate(model.step, prompt, lambda z: sample(softmax(z), rng), 200)
        assert len(set(sentences(model, by_greedy)[1:-1])) == 1
        assert len(set(sentences(model, drawn)[1:-1])) > 5
        assert len(set(by_greedy)) < len(set(drawn)) / 3

    def test_two_seeds_write_two_texts_and_one_seed_one(self, model):
        def write(seed):
            rng = np.random.default_rng(seed)
            return model.decode(
                generate(model.step, model.encode("if the"), lambda z: sample(softmax(z), rng), 20)
            )

        assert write(0) == write(0) != write(1)

    def test_most_of_what_follows_the_favourite_lies_outside_the_first_ten(self, model):
        h = np.concatenate([model.hidden_states(model.encode(s)) for s in held_out()])
        p = np.sort(softmax(logits(h, model.W_OUT)), axis=-1)
        outside = 1 - p[:, -10:].sum(-1)
        assert 0.3 < outside.mean() < 0.6
        assert (p > 0).all()

    def test_the_unknown_word_is_hardly_ever_next(self, model):
        h = np.concatenate([model.hidden_states(model.encode(s)) for s in held_out()])
        assert softmax(logits(h, model.W_OUT))[:, model.unknown].mean() < 1e-3

    def test_rows_of_words_that_are_used_alike_are_near_each_other(self, model):
        unit = model.E / np.linalg.norm(model.E, axis=1, keepdims=True)
        for word, friends in {
            "two": {"three", "multiple"},
            "matrix": {"vector", "matrices"},
            "float": {"int", "bool", "scalar"},
            "left": {"right", "bottom"},
        }.items():
            (k,) = model.encode(word)
            near = {model.vocabulary[row] for row in nearest_rows(unit[k], unit, 9)[1:]}
            assert friends <= near, (word, near)

    def test_a_longer_h_goes_with_a_sharper_distribution(self, model):
        h = np.concatenate([model.hidden_states(model.encode(s)) for s in held_out()])
        entropy = scipy.special.entr(softmax(logits(h, model.W_OUT))).sum(-1)
        assert np.corrcoef(np.linalg.norm(h, axis=1), entropy)[0, 1] < -0.4


def sentences(model, ids):
    """The texts between the stops."""
    groups = itertools.groupby(ids, key=lambda word: word == model.stop)
    return [tuple(words) for is_stop, words in groups if not is_stop]


class TestBadArguments:
    @pytest.mark.parametrize(
        ("ids", "message"),
        [
            ([0, 3000], r"ids holds 3000 at index 1; an integer from 0 to 2999 was expected"),
            ([-1], "ids holds -1 at index 0"),
            ([0.0], r"ids has dtype float64 and shape \(1,\); a list of integers"),
            ([[0, 1]], r"ids has dtype int64 and shape \(1, 2\)"),
            (3, r"ids has dtype int64 and shape \(\)"),
            ("the", r"ids has dtype <U3 and shape \(\); .* as encode\(text\) makes it"),
            ([True], "ids has dtype bool"),
        ],
    )
    def test_ids(self, model, ids, message):
        for call in (model.hidden, model.hidden_states, model.step, model.decode):
            with pytest.raises(ValueError, match=message):
                call(ids)

    def test_a_model_says_its_sizes(self, model):
        assert repr(model) == "TinyLM(V=3000, d=64, window=5, hidden layer of 320)"
        assert isinstance(model, TinyLM)
