import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding.from_pretrained(table.clone(), freeze=False)
        self.head = nn.Linear(table.size(1), table.size(0), bias=False)
        self.head.weight = self.embedding.weight if tied else nn.Parameter(table.clone())

    def forward(self, tokens):
        x = self.embedding(tokens)
        hidden: torch.Tensor = self.body(x)
        return self.head(hidden)
