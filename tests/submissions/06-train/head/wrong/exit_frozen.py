# expect: 06-train/head/exit-frozen
# points: 3
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.E = nn.Parameter(table.clone())
        self.W = self.E if tied else table.clone()

    def forward(self, tokens):
        return self.body(self.E[tokens]) @ self.W.T
