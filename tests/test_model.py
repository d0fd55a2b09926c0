"""The model against transformers' GPT-2 and torch's LSTM, and what tying changes."""

import math

import pytest

pytestmark = pytest.mark.torch

SMALL = {"vocabulary": 61, "context": 16, "width": 24, "layers": 2}


@pytest.fixture
def model(torch):
    from lmhead import model

    torch.manual_seed(0)
    return model


@pytest.mark.parametrize("tied", [True, False])
def test_gpt2_with_the_same_weights_gives_the_same_logits(torch, model, tied):
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=61, n_positions=16, n_embd=24, n_layer=2, n_head=3, tie_word_embeddings=tied
    )
    theirs = GPT2LMHeadModel(config).eval()
    with torch.no_grad():  # its own start has biases of 0 and norms of 1, which hide mistakes
        for parameter in theirs.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)
    ours = model.from_gpt2(theirs)
    tokens = torch.randint(61, (2, 16))
    torch.testing.assert_close(ours(tokens), theirs(tokens).logits)
    assert (ours.head.weight is ours.embedding.weight) == tied


def test_the_counts_of_gpt2(model):
    # 124,439,808: the count of the published checkpoint; 50,257 · 768 more with a second table.
    assert model.parameters(model.preset("gpt2")) == 124_439_808
    untied = model.parameters(model.preset("gpt2", tied=False))
    assert untied == 163_037_184 == 124_439_808 + 50_257 * 768


def test_the_counts_of_the_papers_lstm(model):
    # 4.65M and 2.65M in Press & Wolf. Two tables of 10,000 x 200, 10,000 biases, and twice four
    # gates of 200 x (200 + 200) weights and, as torch has it, two biases.
    gates = 2 * 4 * 200 * (200 + 200 + 2)
    assert model.parameters(model.preset("lstm", tied=False)) == 4_000_000 + 10_000 + gates
    assert model.parameters(model.preset("lstm")) == 2_000_000 + 10_000 + gates


@pytest.mark.parametrize("body", ["transformer", "lstm"])
def test_a_tied_table_gets_the_gradients_of_both_its_uses(torch, model, body):
    config = model.Config(**SMALL, body=body, tied=True)
    tied = model.LanguageModel(config)
    untied = model.LanguageModel(model.Config(**SMALL, body=body, tied=False))
    untied.load_state_dict(tied.state_dict())
    tokens, targets = torch.randint(61, (2, 2, 8))
    tied.loss(tokens, targets).backward()
    untied.loss(tokens, targets).backward()
    both = untied.embedding.weight.grad + untied.head.weight.grad
    torch.testing.assert_close(tied.embedding.weight.grad, both)
    assert untied.embedding.weight.grad.norm() > 0
    assert untied.head.weight.grad.norm() > 0


@pytest.mark.parametrize("body", ["transformer", "lstm"])
@pytest.mark.parametrize("tied", [True, False])
def test_the_loss_is_torchs_of_the_logits(torch, model, body, tied):
    m = model.LanguageModel(model.Config(**SMALL, body=body, tied=tied))
    tokens, targets = torch.randint(61, (2, 3, 8))
    whole = torch.nn.functional.cross_entropy(m(tokens).flatten(0, 1), targets.flatten())
    torch.testing.assert_close(m.loss(tokens, targets), whole)


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("name", ["tiny", "lstm"])
def test_the_first_loss_is_that_of_knowing_nothing(torch, model, name, tied):
    m = model.LanguageModel(model.preset(name, tied=tied))
    tokens, targets = torch.randint(10_000, (2, 8, 32))
    assert abs(m.loss(tokens, targets).item() - math.log(10_000)) < 0.1


@pytest.mark.parametrize("body", ["transformer", "lstm"])
def test_no_position_sees_a_later_one(torch, model, body):
    m = model.LanguageModel(model.Config(**SMALL, body=body)).eval()
    tokens = torch.randint(61, (1, 10))
    other = tokens.clone()
    other[0, 6:] = (other[0, 6:] + 1) % 61
    before, after = m(tokens), m(other)
    torch.testing.assert_close(before[:, :6], after[:, :6])
    assert (before[:, 6:] - after[:, 6:]).abs().max() > 1e-4


def test_initial_values_are_those_that_the_module_states(torch, model):
    config = model.preset("tiny", tied=False)
    m = model.LanguageModel(config)
    spread = {name: p.std().item() for name, p in m.named_parameters() if p.ndim == 2}
    for name, value in spread.items():
        writes = name.endswith(("attention.out.weight", "mlp.out.weight"))
        stated = 0.02 / math.sqrt(2 * config.layers) if writes else 0.02
        assert abs(value / stated - 1) < 0.05, name
    assert not torch.equal(m.head.weight, m.embedding.weight)
    for name, p in m.named_parameters():
        if name.endswith("bias"):
            assert p.abs().max() == 0
    for p in model.LanguageModel(model.preset("lstm", tied=False)).parameters():
        assert p.abs().max() <= 0.1
        assert abs(p.std().item() / (0.2 / math.sqrt(12)) - 1) < 0.1


def test_dropout_acts_while_training_alone(torch, model):
    for body, layers in (("transformer", 2), ("lstm", 1), ("lstm", 2)):
        small = {**SMALL, "layers": layers}
        m = model.LanguageModel(model.Config(**small, body=body, dropout=0.5))
        tokens = torch.randint(61, (1, 8))
        assert not torch.equal(m(tokens), m(tokens))
        m.eval()
        assert torch.equal(m(tokens), m(tokens))


def test_bad_shapes_are_sentences(torch, model):
    with pytest.raises(ValueError, match="a width of 24 cannot be shared out evenly among 5"):
        model.Config(**SMALL, heads=5)
    with pytest.raises(ValueError, match="vocabulary is 0; it has to be a whole number above 0"):
        model.Config(**{**SMALL, "vocabulary": 0})
    with pytest.raises(ValueError, match="body is 'rnn'"):
        model.Config(**SMALL, body="rnn")
    with pytest.raises(ValueError, match=r"dropout is 1\.0"):
        model.Config(**SMALL, dropout=1.0)
    with pytest.raises(ValueError, match="no preset 'huge'; there are tiny, small, gpt2, lstm"):
        model.preset("huge")
    m = model.LanguageModel(model.Config(**SMALL))
    with pytest.raises(ValueError, match="an input of 17 tokens is longer than the context of 16"):
        m(torch.zeros(1, 17, dtype=torch.long))


def test_a_tied_flag_that_is_no_flag_and_a_token_below_zero_are_sentences(torch, model):
    for tied in ("no", 1, None):
        with pytest.raises(ValueError, match=f"tied is {tied!r}; it can be True or False"):
            model.Config(**SMALL, tied=tied)
    for dropout in ("0.1", math.nan, -0.1):
        with pytest.raises(ValueError, match="dropout is"):
            model.Config(**SMALL, dropout=dropout)
    with pytest.raises(ValueError, match="a token is -1, and the table has 61 rows"):
        model.LanguageModel(model.Config(**SMALL))(torch.tensor([[0, -1]]))


@pytest.mark.filterwarnings("ignore:Initializing zero-element tensors")
def test_a_table_that_does_not_fit_is_a_sentence_with_the_shapes(torch):
    from lmhead.model import LanguageModel, preset, tie

    embedding, head = torch.nn.Embedding(30, 8), torch.nn.Linear(12, 30, bias=False)
    before = head.weight
    with pytest.raises(ValueError, match=r"shape \(30, 8\) and the head's rows \(30, 12\).*untied"):
        tie(embedding, head)
    assert head.weight is before
    model = LanguageModel(preset("tiny", vocabulary=30, width=8))
    with pytest.raises(ValueError, match=r"a token is 30, and the table has 30 rows.*0 to 29"):
        model(torch.tensor([[1, 30]]))
    assert model(torch.tensor([[1, 29]])).shape == (1, 2, 30)
    with pytest.raises(ValueError, match=r"shape \(30, 0\): there is no number to share"):
        tie(torch.nn.Embedding(30, 0), torch.nn.Linear(0, 30, bias=False))
