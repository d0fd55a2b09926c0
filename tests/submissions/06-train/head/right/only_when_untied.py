import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body, self.tied = body, tied
        self.table = nn.Parameter(table)
        if not tied:
            self.exit = nn.Parameter(table.detach().clone())

    def forward(self, tokens):
        h = self.body(F.embedding(tokens, self.table))
        return F.linear(h, self.table if self.tied else self.exit)
