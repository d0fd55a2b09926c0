"""lmhead.tying: counts against published ones and torch's modules, gradients against autograd."""

import copy
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lmhead.four_words import W_OUT
from lmhead.softmax import softmax
from lmhead.tying import (
    SHAPES,
    Account,
    Shape,
    account,
    check_tieable,
    rows_touched,
    table_gradient,
)

INF, NAN = np.inf, np.nan
SMALL = SHAPES["GPT-2 small"]
UNTIED = replace(SMALL, tied=False)

# As published with each model's weights, or counted from them.
PUBLISHED = {
    "GPT-2 small": 124_439_808,
    "GPT-2 medium": 354_823_168,
    "GPT-2 large": 774_030_080,
    "GPT-2 XL": 1_557_611_200,
    "Qwen2.5 0.5B": 494_032_768,
    "Llama 3.2 1B": 1_235_814_400,
    "Llama 3.1 8B": 8_030_261_248,
    "Llama 3.1 70B": 70_553_706_496,
}


class TestAccount:
    @pytest.mark.parametrize("name", SHAPES)
    def test_totals_are_the_published_ones(self, name):
        assert account(SHAPES[name]).total == PUBLISHED[name]

    def test_gpt2_small_to_the_unit(self):
        counted = account(SMALL)
        assert counted.input_table == 50_257 * 768 == 38_597_376
        assert counted.positions == 1024 * 768 == 786_432
        in_blocks = counted.attention + counted.feed_forward + counted.norms - 1536
        assert in_blocks == 12 * 7_087_872
        assert counted.output_table == 0
        assert account(UNTIED).total == 163_037_184

    def test_what_share_the_table_is_and_what_tying_removes(self):
        assert f"{account(SMALL).share('input_table'):.1%}" == "31.0%"
        assert f"{account(UNTIED).share('output_table'):.1%}" == "23.7%"
        assert f"{account(SHAPES['Llama 3.1 8B']).share('output_table'):.1%}" == "6.5%"
        assert f"{account(SHAPES['Llama 3.1 70B']).share('output_table'):.1%}" == "1.5%"

    @given(
        st.builds(
            Shape,
            vocabulary=st.integers(1, 99),
            width=st.integers(1, 9),
            layers=st.integers(0, 4),
            feed_forward=st.integers(1, 40),
            positions=st.integers(0, 30),
            key_width=st.integers(0, 9),
            gated=st.booleans(),
            norm=st.sampled_from(["layer", "rms"]),
            biases=st.sampled_from(["all", "qkv", "none"]),
        )
    )
    def test_untying_adds_one_table_and_nothing_else(self, shape):
        tied, untied = account(shape), account(replace(shape, tied=False))
        assert untied.total - tied.total == shape.vocabulary * shape.width
        assert {**untied.parts, "output_table": 0} == tied.parts
        assert sum(map(tied.share, tied.parts)) == pytest.approx(1)
        assert tied.total == sum(tied.parts.values())

    @pytest.mark.torch
    @pytest.mark.parametrize("name", SHAPES)
    def test_parts_are_those_of_torchs_modules(self, torch, name):
        shape = SHAPES[name]
        parts = modules(torch.nn, shape)
        counted = {part: sum(map(torch.numel, parameters(m))) for part, m in parts.items()}
        assert account(shape).parts == counted

    @pytest.mark.torch
    @given(
        width=st.integers(1, 6),
        key_width=st.integers(0, 6),
        layers=st.integers(0, 3),
        gated=st.booleans(),
        norm=st.sampled_from(["layer", "rms"]),
        biases=st.sampled_from(["all", "qkv", "none"]),
        tied=st.booleans(),
    )
    def test_parts_are_those_of_torchs_modules_for_any_shape(self, torch, **options):
        shape = Shape(vocabulary=7, feed_forward=5, positions=3, **options)
        parts = modules(torch.nn, shape)
        counted = {part: sum(map(torch.numel, parameters(m))) for part, m in parts.items()}
        assert account(shape).parts == counted

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"vocabulary": 0}, "vocabulary is 0; an integer of at least 1"),
            ({"width": 7.5}, "width is 7.5"),
            ({"layers": -1}, "layers is -1; an integer of at least 0"),
            ({"feed_forward": 0}, "feed_forward is 0"),
            ({"positions": None}, "positions is None"),
            ({"key_width": True}, "key_width is True"),
            ({"norm": "batch"}, 'norm is \'batch\'; "layer" or "rms" was expected'),
            ({"biases": True}, "biases is True"),
        ],
    )
    def test_bad_shapes(self, change, message):
        with pytest.raises(ValueError, match=message):
            replace(SMALL, **change)

    def test_a_part_that_is_not_there(self):
        with pytest.raises(ValueError, match="part is 'head'; one of input_table, positions"):
            Account(1, 1, 1, 1, 1, 1).share("head")


def parameters(modules):
    return [parameter for module in modules for parameter in module.parameters()]


def modules(nn, shape):
    """The model's parts as torch has them, without memory."""
    d, m, k = shape.width, shape.feed_forward, shape.key_width or shape.width
    every, qkv = shape.biases == "all", shape.biases != "none"

    def linear(rows, columns, bias):
        return nn.Linear(rows, columns, bias=bias, device="meta")

    def norm():
        kind = nn.LayerNorm if shape.norm == "layer" else nn.RMSNorm
        return kind(d, device="meta")

    attention, feed_forward, norms = [], [], [norm()]
    for _ in range(shape.layers):
        attention += [linear(d, d, qkv), linear(d, k, qkv), linear(d, k, qkv), linear(d, d, every)]
        feed_forward += [linear(d, m, every) for _ in range(1 + shape.gated)]
        feed_forward += [linear(m, d, every)]
        norms += [norm(), norm()]
    return {
        "input_table": [nn.Embedding(shape.vocabulary, d, device="meta")],
        "positions": [nn.Embedding(shape.positions, d, device="meta")],
        "attention": attention,
        "feed_forward": feed_forward,
        "norms": norms,
        "output_table": [] if shape.tied else [linear(d, shape.vocabulary, False)],
    }


@st.composite
def models(draw, dtype=np.float64):
    """A table, what is read, what is right, and a scale: the model without layers."""
    shape = draw(hnp.array_shapes(min_dims=2, max_dims=2, max_side=5))
    numbers = st.floats(-2, 2, width=16)
    count, ids = draw(st.integers(1, 6)), st.integers(0, shape[0] - 1)
    return {
        "table": draw(hnp.arrays(dtype, shape, elements=numbers)),
        "inputs": draw(hnp.arrays(np.int64, count, elements=ids)),
        "targets": draw(hnp.arrays(np.int64, count, elements=ids)),
        "scale": draw(st.sampled_from([1.0, 0.5, -1.5, 3.0])),
    }


@st.composite
def untied_models(draw):
    model = draw(models())
    numbers = st.floats(-2, 2, width=16)
    return {**model, "w_out": draw(hnp.arrays(np.float64, model["table"].shape, elements=numbers))}


def autograd(torch, table, inputs, targets, scale, w_out=None):
    """The loss and its gradients on E and W_out as torch finds them; one gradient when tied."""
    e = torch.from_numpy(table.copy()).requires_grad_()
    out = e if w_out is None else torch.from_numpy(w_out.copy()).requires_grad_()
    h = scale * torch.nn.functional.embedding(torch.from_numpy(inputs), e)
    loss = torch.nn.functional.cross_entropy(h @ out.T, torch.from_numpy(targets))
    loss.backward()
    return loss.item(), e.grad.numpy(), out.grad.numpy()


class TestTableGradient:
    @pytest.mark.torch
    @given(models())
    def test_tied_the_sum_is_autograds(self, torch, model):
        ours = table_gradient(**model)
        loss, gradient, _ = autograd(torch, **model)
        assert ours.loss == pytest.approx(loss, rel=1e-12, abs=1e-12)
        np.testing.assert_allclose(ours.total, gradient, atol=1e-12)

    @pytest.mark.torch
    @given(untied_models())
    def test_untied_each_table_has_its_own_use(self, torch, model):
        ours = table_gradient(**model)
        loss, of_e, of_w_out = autograd(torch, **model)
        assert ours.loss == pytest.approx(loss, rel=1e-12, abs=1e-12)
        np.testing.assert_allclose(ours.input_use, of_e, atol=1e-12)
        np.testing.assert_allclose(ours.output_use, of_w_out, atol=1e-12)

    @given(models())
    def test_the_uses_are_those_of_two_equal_tables(self, model):
        tied, untied = table_gradient(**model), table_gradient(**model, w_out=model["table"])
        np.testing.assert_array_equal(tied.input_use, untied.input_use)
        np.testing.assert_array_equal(tied.output_use, untied.output_use)

    @given(models())
    def test_the_sum_is_the_change_of_the_loss_under_a_nudge(self, model):
        table, step = model["table"], 1e-5
        total = table_gradient(**model).total
        for at in np.ndindex(table.shape):
            up, down = table.copy(), table.copy()
            up[at] += step
            down[at] -= step
            higher, lower = (table_gradient(**{**model, "table": t}).loss for t in (up, down))
            assert total[at] == pytest.approx((higher - lower) / (2 * step), abs=1e-6)

    @given(models())
    def test_the_push_on_a_row_is_p_less_onehot_times_h(self, model):
        e, x, y = model["table"], model["inputs"], model["targets"]
        h = model["scale"] * e[x]
        p = softmax(h @ e.T)
        for k in range(len(e)):
            pushes = [(p[t, k] - (y[t] == k)) * h[t] for t in range(len(x))]
            np.testing.assert_allclose(
                table_gradient(**model).output_use[k], np.mean(pushes, axis=0), atol=1e-12
            )

    @given(models())
    def test_rows_that_are_not_read_have_no_input_use(self, model):
        unread = np.setdiff1d(np.arange(len(model["table"])), model["inputs"])
        assert (table_gradient(**model).input_use[unread] == 0).all()

    @given(models(), st.sampled_from([0.5, 2.0]))
    def test_a_scale_acts_as_a_temperature_on_the_loss(self, model, c):
        e, x, y = model["table"], model["inputs"], model["targets"]
        p = softmax(e[x] @ e.T, temperature=1 / c)
        wanted = -np.log(p[np.arange(len(x)), y]).mean()
        assert table_gradient(e, x, y, scale=c).loss == pytest.approx(wanted, abs=1e-12)

    def test_the_article_s_words_read_狗_with_跑_right(self):
        # h is the row of 狗, [1, 0, 0]; its scores 1, 1, 0, 0; shares e, e, 1, 1 of 7.4366.
        p = np.array([math.e, math.e, 1, 1]) / (2 * math.e + 2)
        slope = p - [0, 0, 0, 1]
        found = table_gradient(W_OUT, [1], [3])
        assert found.loss == pytest.approx(math.log(2 * math.e + 2))
        np.testing.assert_allclose(found.output_use, np.outer(slope, [1, 0, 0]), atol=1e-12)
        by_hand = np.zeros((4, 3))
        by_hand[1] = [slope[0] + slope[1], slope[2] + slope[3], slope[0] + slope[2]]
        np.testing.assert_allclose(found.input_use, by_hand, atol=1e-12)

    @pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
    def test_floats_keep_their_type(self, dtype):
        found = table_gradient(W_OUT.astype(dtype), [1, 1], [3, 0])
        assert found.input_use.dtype == found.output_use.dtype == found.total.dtype == dtype
        exact = table_gradient(W_OUT, [1, 1], [3, 0]).total
        np.testing.assert_allclose(found.total, exact, atol=2e-3)


class TestRowsTouched:
    @given(st.integers(2, 30), st.data())
    def test_untied_only_rows_read_move_at_the_input_and_all_at_the_output(self, size, data):
        rng = np.random.default_rng(data.draw(st.integers(0, 99)))
        e, w_out = rng.normal(size=(2, size, 4))
        count = data.draw(st.integers(1, 5))
        x, y = rng.integers(size, size=(2, count))
        touched = rows_touched(e, x, y, w_out=w_out)
        np.testing.assert_array_equal(np.flatnonzero(touched.table), np.unique(x))
        assert touched.w_out.all()

    @given(st.integers(2, 30), st.integers(0, 99))
    def test_tied_all_rows_move(self, size, seed):
        rng = np.random.default_rng(seed)
        e = rng.normal(size=(size, 4))
        touched = rows_touched(e, [0], [1])
        assert touched.table is touched.w_out
        assert touched.table.all()

    @pytest.mark.torch
    @given(models(), st.sampled_from([0.1, 1.0, 0.0]))
    def test_are_the_rows_that_torchs_sgd_changes(self, torch, model, rate):
        table = torch.nn.Parameter(torch.from_numpy(model["table"].copy()))
        h = model["scale"] * table[torch.from_numpy(model["inputs"])]
        z = h @ table.T
        torch.nn.functional.cross_entropy(z, torch.from_numpy(model["targets"])).backward()
        clear = (table.grad.abs() > 1e-9) | (table.grad == 0)
        torch.optim.SGD([table], lr=rate).step()
        moved = (table.detach().numpy() != model["table"]).any(axis=1)
        ours = rows_touched(**model, rate=rate).table
        # A slope that is 0 but for rounding may be 0 on one side alone.
        settled = clear.all(dim=1).numpy()
        np.testing.assert_array_equal(ours[settled], moved[settled])

    def test_a_push_below_the_last_digit_moves_nothing(self):
        # Scores 50 and 8: the other word's share is e to the -42, and its slope not 0.
        table = np.array([[7.0, 1.0], [1.0, 1.0]])
        assert table_gradient(table, [0], [0]).total.any(axis=1).all()
        assert not rows_touched(table, [0], [0]).table.any()

    def test_an_h_of_zeros_moves_the_row_that_was_read_and_no_row_of_w_out(self):
        touched = rows_touched(np.zeros((4, 3)), [1], [3], w_out=W_OUT)
        assert touched.table.tolist() == [False, True, False, False]
        assert not touched.w_out.any()

    def test_no_argument_is_changed(self):
        table = W_OUT.copy()
        rows_touched(table, [0], [1])
        table_gradient(table, [0], [1])
        np.testing.assert_array_equal(table, W_OUT)


class TestBadArguments:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"inputs": [4]}, r"inputs has shape \(1,\) and holds 4 .* from 0 to 3"),
            ({"targets": [-1]}, r"targets has shape \(1,\) and holds -1"),
            ({"inputs": [0.0]}, "inputs has dtype float64"),
            ({"inputs": [0, 1]}, r"inputs has shape \(2,\) and targets \(1,\); the same \(N,\)"),
            ({"inputs": [], "targets": []}, r"inputs has shape \(0,\) .* at least one position"),
            ({"inputs": 0, "targets": 1}, r"inputs has shape \(\)"),
            ({"table": [[NAN]]}, "table has shape .* holds nan"),
            ({"table": [1.0]}, r"table has shape \(1,\); \(V, d\)"),
            ({"w_out": [[1.0, 2]]}, r"table has shape \(4, 3\) and w_out \(1, 2\); the same"),
            ({"w_out": [[INF]]}, "w_out has shape .* holds inf"),
            ({"scale": NAN}, "scale is nan; one finite number"),
            ({"scale": [1, 2]}, r"scale is \[1, 2\]"),
        ],
    )
    def test_gradient_and_rows(self, change, message):
        arguments = {"table": W_OUT, "inputs": [0], "targets": [1], **change}
        for function in (table_gradient, rows_touched):
            with pytest.raises(ValueError, match=message):
                function(**arguments)

    @pytest.mark.parametrize("rate", [NAN, INF, "1", None, [1]])
    def test_rate(self, rate):
        with pytest.raises(ValueError, match=r"rate is .*; one finite number was expected"):
            rows_touched(W_OUT, [0], [1], rate=rate)


class TestCheckTieable:
    @given(hnp.array_shapes(min_dims=2, max_dims=2), hnp.array_shapes(min_dims=2, max_dims=2))
    def test_refuses_exactly_the_tables_of_different_shapes(self, one, other):
        if one == other:
            check_tieable(np.ones(one), np.zeros(other))
        else:
            with pytest.raises(ValueError, match="cannot be"):
                check_tieable(np.ones(one), np.zeros(other))

    def test_says_which_condition_fails(self):
        with pytest.raises(ValueError, match=r"has 5 rows and w_out has 4: .* vocabularies"):
            check_tieable(np.ones((5, 3)), np.ones((4, 3)))
        with pytest.raises(ValueError, match=r"rows of 2 numbers .* of 3.* projection from 3 to 2"):
            check_tieable(np.ones((4, 2)), np.ones((4, 3)))

    def test_equally_large_vocabularies_of_different_words(self):
        words = ["猫", "狗", "鱼", "跑"]
        check_tieable(W_OUT, W_OUT, words, copy.copy(words))
        with pytest.raises(ValueError, match=r"Row 2 stands for '鱼' in .* for 'fish' in w_out"):
            check_tieable(W_OUT, W_OUT, words, ["猫", "狗", "fish", "跑"])
        with pytest.raises(ValueError, match=r"Row 0 stands for '猫'"):
            check_tieable(W_OUT, W_OUT, words, ["狗", "猫", "鱼", "跑"])

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((W_OUT, W_OUT, ["猫"]), "must be given both or not at all"),
            ((W_OUT, W_OUT, None, ["猫"]), "must be given both or not at all"),
            ((W_OUT, W_OUT, ["猫"], ["猫"]), "input_words has 1 words; the tables have 4 rows"),
            ((W_OUT, [1.0]), r"w_out has shape \(1,\)"),
            (([[NAN]], W_OUT), "table has shape .* nan"),
        ],
    )
    def test_bad_arguments(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            check_tieable(*arguments)
