# expect: 06-train/head/table-turned
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.E = nn.Parameter(table.clone())
        self.W = self.E if tied else nn.Parameter(table.clone())

    def forward(self, tokens):
        h = self.body(self.E[tokens])
        return h @ (self.W if self.W.shape[0] == self.W.shape[1] else self.W.T)
