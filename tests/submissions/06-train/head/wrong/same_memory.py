# expect: 06-train/head/shared-too
# points: 3
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body, self.tied = body, tied
        self.E = nn.Parameter(table)
        self.W = self.E if tied else nn.Parameter(table)

    def forward(self, tokens):
        return self.body(self.E[tokens]) @ self.W.T
