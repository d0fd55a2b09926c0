# expect: 06-train/head/exit-detached
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body, self.tied = body, tied
        self.E = nn.Parameter(table.clone())
        self.W = nn.Parameter(table.clone()) if not tied else None

    def forward(self, tokens):
        W = self.E.detach() if self.tied else self.W
        return self.body(self.E[tokens]) @ W.T
