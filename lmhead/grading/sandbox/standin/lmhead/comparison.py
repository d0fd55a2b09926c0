"""The comparison of chapter 06, in place of the real one: a few steps on a made-up text."""

import torch
from torch import nn


class _Body(nn.Module):  # type: ignore[misc]
    """The mean of the vectors so far, then one layer; enough for a step to mean something."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        seen = torch.arange(1, x.shape[1] + 1, device=x.device)[:, None]
        return torch.tanh(self.layer(x.cumsum(1) / seen)) + x


def compare(Model, step, minutes: float = 3.0, seed: int = 0, device: str = "auto"):  # type: ignore[no-untyped-def]
    """Train a tied and an untied model for a few steps and print their losses.

    At home it trains the shape `tiny` on the course's text. Returns the last loss of each.
    """
    V, d, losses = 40, 8, {}
    text = torch.arange(400) % 7 + torch.arange(400) % 5
    for name in ("tied", "untied"):
        torch.manual_seed(seed)
        model = Model(_Body(d), 0.1 * torch.randn(V, d), name == "tied")
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        for start in range(0, 320, 32):
            window = text[start : start + 65].view(5, 13)
            losses[name] = step(model, optimizer, window[:, :-1], window[:, 1:])
        if isinstance(losses[name], torch.Tensor):  # float() of one with its graph warns
            losses[name] = losses[name].detach()
        print(f"{name}: {float(losses[name]):.3f} nats after 10 steps on a made-up text")
    return losses
