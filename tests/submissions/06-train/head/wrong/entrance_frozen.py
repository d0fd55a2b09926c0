# expect: 06-train/head/entrance-frozen
# points: 3
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding.from_pretrained(table.clone(), freeze=not tied)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        self.head.weight = self.embedding.weight if tied else nn.Parameter(table.clone())

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))
