# expect: 06-train/head/not-trained
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding.from_pretrained(table.clone())
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        self.head.weight = self.embedding.weight if tied else nn.Parameter(table.clone())

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))
