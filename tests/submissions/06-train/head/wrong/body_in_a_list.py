# expect: 06-train/head/body-not-trained
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.parts = [body]
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.parts[0](self.embedding(tokens)))
