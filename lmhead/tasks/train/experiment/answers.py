# %% right: by_hand
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    model.train()
    log_p = model(tokens).log_softmax(dim=-1)
    loss = -log_p.gather(-1, targets.unsqueeze(-1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach().numpy().item()

# %% right: logsumexp
import torch
from torch import nn
from torch.nn import functional as F


def loss_of(model, tokens, targets):
    z = model(tokens).double()
    right = z[torch.arange(len(z))[:, None], torch.arange(z.shape[1]), targets]
    return (z.logsumexp(-1) - right).mean()


def step(model: nn.Module, optimizer: torch.optim.Optimizer, tokens, targets) -> float:
    def closure():
        optimizer.zero_grad()
        loss = loss_of(model, tokens, targets)
        loss.backward()
        return loss

    return np.float64(optimizer.step(closure).item())

# %% right: nll
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    V = model(tokens).shape[-1]
    for parameter in model.parameters():
        parameter.grad = None
    loss = F.nll_loss(F.log_softmax(model(tokens).view(-1, V), 1), targets.reshape(-1))
    torch.autograd.backward(loss)
    optimizer.step()
    return loss.detach()

# %% right: plain
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    logits = model(tokens)
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% right: transposed
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    optimizer.zero_grad(set_to_none=False)
    loss = nn.CrossEntropyLoss()(model(tokens).transpose(1, 2), targets)
    loss.backward()
    optimizer.step()
    return float(loss)

# %% wrong: all_twice
# expect: stepped-twice
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    for _ in range(2):
        loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        first = loss.item() if _ == 0 else first
    return first

# %% wrong: another_loss
# expect: elsewhere
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = (model(tokens) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: backward_twice
# expect: graph-gone
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    loss.backward()
    return loss.item()

# %% wrong: bits_returned
# expect: bits-returned
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item() / np.log(2)

# %% wrong: by_hand_along_the_gradient
# expect: own-rule
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            p -= optimizer.param_groups[0]["lr"] * p.grad
    return loss.item()

# %% wrong: graph_kept
# expect: graph-kept
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss

# %% wrong: half_a_step
# expect: other-length
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    (loss / 2).backward()
    optimizer.step()
    return loss.item()

# %% wrong: half_flattened
# expect: not-flattened
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: in_eval_mode
# expect: eval-mode
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    model.eval()
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: item_first
# expect: function/raised-at
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten()).item()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss

# %% wrong: last_alone
# expect: last-alone
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens)[:, -1], targets[:, -1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: loss_afterwards
# expect: loss-afterwards
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten()).item()

# %% wrong: no_backward
# expect: no-gradient
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    optimizer.step()
    return loss.item()

# %% wrong: no_grad
# expect: no-graph
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    with torch.no_grad():
        loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: no_step
# expect: no-step
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    return loss.item()

# %% wrong: no_zero_grad
# expect: gradients-kept
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: none_returned
# expect: function/returned-none
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

# %% wrong: not_flattened
# expect: not-flattened
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


# Not yet.

# %% wrong: own_optimizer
# expect: function/signature
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, tokens, targets):
    return 0.0

# %% wrong: perplexity_returned
# expect: perplexity-returned
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.exp().item()

# %% wrong: printed
# expect: function/printed
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())

# %% wrong: shifted_again
# expect: shifted-again
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    logits = model(tokens)
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), targets[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: softmax_twice
# expect: softmax-twice
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    p = model(tokens).softmax(-1)
    loss = F.cross_entropy(p.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: steps_twice
# expect: stepped-twice
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    optimizer.step()
    return loss.item()

# %% wrong: stub
# expect: function/not-attempted
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    raise NotImplementedError()

# %% wrong: sum_returned
# expect: sum-returned
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item() * targets.numel()

# %% wrong: summed
# expect: summed
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten(), reduction="sum")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: text_returned
# expect: function/not-a-number
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return f"{loss.item():.3f}"

# %% wrong: uphill
# expect: uphill
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = -F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return -loss.item()

# %% wrong: viewed
# expect: viewed
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    logits = model(tokens)
    B, T, V = logits.shape
    loss = F.cross_entropy(logits.reshape(B, V, T), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: word_read
# expect: word-read
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), tokens.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% wrong: zeroed_at_the_end
# expect: gradient-from-before
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()

# %% wrong: zeroed_before_step
# expect: no-gradient
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    return loss.item()
