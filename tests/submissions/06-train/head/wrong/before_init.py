# expect: 06-train/head/before-init
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        self.body = body
        super().__init__()
