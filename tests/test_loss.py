"""The chunked loss against torch's own cross-entropy of all the logits."""

import math

import pytest

pytestmark = pytest.mark.torch

N, D, V = 37, 8, 53


def tensors(torch, *, dtype, bias=True, seed=0, requires_grad=True):
    g = torch.Generator().manual_seed(seed)
    h = torch.randn(N, D, generator=g, dtype=torch.float64).to(dtype)
    w = torch.randn(V, D, generator=g, dtype=torch.float64).to(dtype)
    b = torch.randn(V, generator=g, dtype=torch.float64).to(dtype) if bias else None
    target = torch.randint(V, (N,), generator=g)
    for item in (h, w, b):
        if item is not None:
            item.requires_grad_(requires_grad)
    return h, w, b, target


def whole(torch, h, w, b, target, *, z_loss=0.0, reduction="mean", ignore_index=-100):
    """The same with all logits at once, by torch and autograd."""
    z = torch.nn.functional.linear(h, w, b)
    loss = torch.nn.functional.cross_entropy(
        z, target, reduction=reduction, ignore_index=ignore_index
    )
    if z_loss:
        squares = torch.logsumexp(z, -1).square()[target != ignore_index]
        loss = loss + z_loss * (squares.mean() if reduction == "mean" else squares.sum())
    return loss


def gradients(torch, loss, *inputs):
    return torch.autograd.grad(loss, [item for item in inputs if item is not None])


@pytest.mark.parametrize("rows", [1, 7, 36, 37, 1000])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("z_loss", [0.0, 0.3])
@pytest.mark.parametrize("bias", [True, False])
def test_loss_and_gradients_are_those_of_the_whole(torch, rows, reduction, z_loss, bias):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float64, bias=bias)
    target[[0, 5, 36]] = -100
    options = {"z_loss": z_loss, "reduction": reduction}
    ours = linear_cross_entropy(h, w, target, b, rows=rows, **options)
    theirs = whole(torch, h, w, b, target, **options)
    torch.testing.assert_close(ours, theirs)
    # A factor upstream must reach every gradient.
    for mine, right in zip(
        gradients(torch, 3 * ours, h, w, b), gradients(torch, 3 * theirs, h, w, b), strict=True
    ):
        torch.testing.assert_close(mine, right)


@pytest.mark.parametrize("dtype", ["float64", "bfloat16"])
def test_words_filled_up_to_a_multiple_change_nothing(torch, dtype, monkeypatch):
    """As on CUDA, where the products run over a multiple of 64 words."""
    from lmhead import loss

    found = []
    for aligned in ({}, {"cpu": 64}):
        monkeypatch.setattr(loss, "ALIGNED", aligned)
        h, w, b, target = tensors(torch, dtype=getattr(torch, dtype))
        target[[0, 36]] = -100
        mine = loss.linear_cross_entropy(h, w, target, b, rows=7, z_loss=0.3)
        found.append([mine, *gradients(torch, 3 * mine, h, w, b)])
    for plain, filled in zip(*found, strict=True):
        assert plain.shape == filled.shape
        torch.testing.assert_close(plain, filled)
    right = whole(torch, h.double(), w.double(), b.double(), target, z_loss=0.3)
    torch.testing.assert_close(found[1][0].double(), right, rtol=5e-3, atol=0)


def test_a_slope_near_zero_keeps_its_digits_in_bfloat16(torch):
    """Where the target's probability is 0.999, its slope is -0.001: bfloat16(0.999) - 1 is 0."""
    from lmhead.loss import linear_cross_entropy

    logit = math.log(999)
    h = torch.tensor([[1.0, 0.0]], dtype=torch.bfloat16, requires_grad=True)
    w = torch.tensor([[logit, 0.0], [0.0, 0.0]], dtype=torch.bfloat16, requires_grad=True)
    linear_cross_entropy(h, w, torch.tensor([0])).backward()
    z = w.detach()[0, 0].double().item()
    right = 1 / (1 + math.exp(-z)) - 1
    assert w.grad[0, 0].item() == pytest.approx(right, rel=1e-2)


def test_gradcheck_in_float64(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float64)
    target[3] = -100

    def loss(h, w, b):
        return linear_cross_entropy(h, w, target, b, rows=10, z_loss=0.1)

    assert torch.autograd.gradcheck(loss, (h, w, b))


def test_leading_axes_and_another_ignored_number(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, _, target = tensors(torch, dtype=torch.float32, bias=False)
    h, target = h[:36].reshape(3, 12, D), target[:36].reshape(3, 12).clone()
    target[0, :4] = 0
    ours = linear_cross_entropy(h, w, target, ignore_index=0)
    theirs = whole(torch, h.reshape(36, D), w, None, target.reshape(36), ignore_index=0)
    torch.testing.assert_close(ours, theirs)
    assert gradients(torch, ours, h)[0][0, :4].abs().max() == 0


@pytest.mark.parametrize("frozen", ["h", "w", "b"])
def test_what_needs_no_gradient_gets_none(torch, frozen):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float64)
    {"h": h, "w": w, "b": b}[frozen].requires_grad_(False)
    linear_cross_entropy(h, w, target, b).backward()
    free = {"h": h, "w": w, "b": b}
    assert {name: item.grad is None for name, item in free.items()} == {
        name: name == frozen for name in free
    }


def test_no_tensor_is_as_large_as_the_logits(torch):
    from torch.utils._python_dispatch import TorchDispatchMode

    from lmhead.loss import linear_cross_entropy

    class Largest(TorchDispatchMode):
        numbers = 0

        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            result = function(*args, **(kwargs or {}))
            if isinstance(result, torch.Tensor):
                self.numbers = max(self.numbers, result.numel())
            return result

    n, v, rows = 512, 300, 16
    h = torch.randn(n, D, requires_grad=True)
    w = torch.randn(v, D, requires_grad=True)
    target = torch.randint(v, (n,))
    with Largest() as seen:
        linear_cross_entropy(h, w, target, rows=rows).backward()
    assert seen.numbers == max(rows * v, n * D, v * D) < n * v
    with Largest() as seen:
        whole(torch, h, w, None, target).backward()
    assert seen.numbers == n * v


def test_logits_far_above_what_exp_can_hold(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, _, target = tensors(torch, dtype=torch.float32, bias=False)
    big = (h * 500).detach().requires_grad_()
    ours = linear_cross_entropy(big, w, target)
    torch.testing.assert_close(ours, whole(torch, big, w, None, target))
    assert math.isfinite(ours.item())
    assert torch.isfinite(gradients(torch, ours, big)[0]).all()


def test_the_error_of_bfloat16_is_that_of_its_products(torch):
    """In bfloat16 (8 bits of precision) the gradients are within 1 % of float64's in norm, and
    the loss within 0.2 %: sums and softmax run in float32 whatever the inputs."""
    from lmhead.loss import linear_cross_entropy

    h, w, _, target = tensors(torch, dtype=torch.bfloat16, bias=False)
    exact = [item.detach().double().requires_grad_() for item in (h, w)]
    ours, right = linear_cross_entropy(h, w, target), whole(torch, *exact, None, target)
    assert ours.dtype == torch.float32
    assert abs(ours.item() - right.item()) < 2e-3 * right.item()
    for mine, theirs in zip(
        gradients(torch, ours, h, w), gradients(torch, right, *exact), strict=True
    ):
        assert mine.dtype == torch.bfloat16
        assert (mine.double() - theirs).norm() < 1e-2 * theirs.norm()


def test_autocast_runs_the_products_in_its_dtype_and_keeps_the_gradients_in_the_tables(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float32)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        ours = linear_cross_entropy(h, w, target, b)
        theirs = whole(torch, h, w, b, target)
    assert ours.dtype == torch.float32
    assert abs(ours.item() - theirs.item()) < 5e-3 * theirs.item()
    for mine, right in zip(
        gradients(torch, ours, h, w, b), gradients(torch, theirs, h, w, b), strict=True
    ):
        assert mine.dtype == torch.float32
        assert (mine - right).norm() < 2e-2 * right.norm()


def test_a_graph_that_is_kept_gives_its_gradients_again(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float64)
    loss = linear_cross_entropy(h, w, target, b)
    right = gradients(torch, whole(torch, h, w, b, target), h, w, b)
    loss.backward(torch.tensor(2.0, dtype=torch.float64), retain_graph=True)
    loss.backward(torch.tensor(5.0, dtype=torch.float64))
    for item, gradient in zip((h, w, b), right, strict=True):
        torch.testing.assert_close(item.grad, 7 * gradient)


def test_bad_input_is_a_sentence_with_the_shapes(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, _, target = tensors(torch, dtype=torch.float32, bias=False)
    with pytest.raises(ValueError, match=r"h has shape \(37, 8\) and the table \(8, 53\)"):
        linear_cross_entropy(h, w.T, target)
    with pytest.raises(ValueError, match=r"target has shape \(36,\).*needs \(37,\)"):
        linear_cross_entropy(h, w, target[1:])
    with pytest.raises(ValueError, match=r"bias has shape \(8,\).*needs \(53,\)"):
        linear_cross_entropy(h, w, target, h[0])
    with pytest.raises(TypeError, match=r"float32; the words' numbers are integers"):
        linear_cross_entropy(h, w, target.float())
    with pytest.raises(IndexError, match=r"a target is 53; the table has 53 rows"):
        linear_cross_entropy(h, w, target.clone().fill_(53))
    with pytest.raises(IndexError, match=r"a target is -1"):
        linear_cross_entropy(h, w, target.clone().fill_(-1))
    with pytest.raises(ValueError, match="'mean' or 'sum'"):
        linear_cross_entropy(h, w, target, reduction="none")
    with pytest.raises(ValueError, match="at least one row"):
        linear_cross_entropy(h, w, target, rows=0)
