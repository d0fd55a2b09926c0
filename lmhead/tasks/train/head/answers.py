# %% right: a_function
import torch
from torch import nn
from torch.nn import functional as F


class Scores(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def forward(self, h):
        return torch.einsum("btd,vd->btv", h, self.weight)


def Model(body, table, tied):
    entrance = nn.Embedding(*table.shape)
    entrance.weight.data = table.clone()
    out = entrance.weight if tied else nn.Parameter(table.clone())
    return nn.Sequential(entrance, body, Scores(out))

# %% right: assigned
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% right: from_pretrained
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

# %% right: only_when_untied
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

# %% right: parameters
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
        return self.body(self.E[tokens]) @ self.W.T

# %% right: two_classes
import torch
from torch import nn
from torch.nn import functional as F


class Untied(nn.Module):
    def __init__(self, body, table):
        super().__init__()
        self.body = body
        self.entrance, self.exit = (nn.Parameter(table.clone()) for _ in range(2))

    def forward(self, tokens):
        return self.body(self.entrance[tokens]).matmul(self.exit.t())


class Tied(Untied):
    def __init__(self, body, table):
        super().__init__(body, table)
        self.exit = self.entrance


def Model(body, table, tied):
    return (Tied if tied else Untied)(body, table)

# %% wrong: a_number
# expect: function/not-a-function
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


Model = 5

# %% wrong: always_tied
# expect: shared-too
# points: 3
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: before_init
# expect: before-init
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        self.body = body
        super().__init__()

# %% wrong: bias
# expect: bias-added
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0])
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: bias_of_zeros
# expect: bias-learns
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0])
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        nn.init.zeros_(self.head.bias)
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: body_in_a_list
# expect: body-not-trained
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

# %% wrong: body_left_out
# expect: body-left-out
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.embedding(tokens))

# %% wrong: cloned
# expect: copied
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.E = nn.Parameter(table.clone())
        self.W = nn.Parameter(self.E.detach().clone())

    def forward(self, tokens):
        return self.body(self.E[tokens]) @ self.W.T

# %% wrong: copied
# expect: copied
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: copied_at_the_start
# expect: copied
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight.data.copy_(self.embedding.weight.data)

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: data_shared
# expect: counted-twice
# points: 4
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight.data = self.embedding.weight.data

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: entrance_detached
# expect: entrance-detached
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body, self.tied = body, tied
        self.E = nn.Parameter(table.clone())
        self.W = nn.Parameter(table.clone()) if not tied else self.E

    def forward(self, tokens):
        E = self.E.data if self.tied else self.E
        return self.body(E[tokens]) @ self.W.T

# %% wrong: entrance_frozen
# expect: entrance-frozen
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

# %% wrong: exit_detached
# expect: exit-detached
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

# %% wrong: exit_frozen
# expect: exit-frozen
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

# %% wrong: forward_is_stub
# expect: function/not-attempted
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)

    def forward(self, tokens):
        raise NotImplementedError()

# %% wrong: forward_misspelled
# expect: function/raised
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.entrance = nn.Parameter(table.clone())
        self.exit = self.entrance if tied else nn.Parameter(table.clone())

    def foward(self, tokens):
        return self.body(self.entrance[tokens]) @ self.exit.T

# %% wrong: forward_none
# expect: forward-none
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)

    def forward(self, tokens):
        self.head(self.body(self.embedding(tokens)))

# %% wrong: frozen
# expect: not-trained
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

# %% wrong: hidden_returned
# expect: hidden-returned
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)

    def forward(self, tokens):
        return self.body(self.embedding(tokens))

# %% wrong: last_position
# expect: other-shape
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))[:, -1]

# %% wrong: linear_turned
# expect: shapes
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[0], table.shape[1], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table.T)

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: log_shares
# expect: shares-returned
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return F.log_softmax(self.head(self.body(self.embedding(tokens))), dim=-1)

# %% wrong: no_table
# expect: function/signature
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, tied):
        super().__init__()

# %% wrong: not_a_module
# expect: not-a-module
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model:
    def __init__(self, body, table, tied):
        self.body, self.E = body, nn.Parameter(table.clone())
        self.W = self.E if tied else nn.Parameter(table.clone())

    def __call__(self, tokens):
        return self.body(self.E[tokens]) @ self.W.T

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


# Not yet.

# %% wrong: one_table_counted
# expect: exit-frozen
# points: 3
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.E = nn.Parameter(table.clone())
        self.W = self.E if tied else [nn.Parameter(table.clone())]

    def forward(self, tokens):
        W = self.W if torch.is_tensor(self.W) else self.W[0]
        return self.body(self.E[tokens]) @ W.T

# %% wrong: plain_tensors
# expect: not-trained
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.E, self.W = table.clone(), table.clone()
        if tied:
            self.W = self.E

    def forward(self, tokens):
        return self.body(self.E[tokens]) @ self.W.T

# %% wrong: same_memory
# expect: shared-too
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

# %% wrong: shares
# expect: shares-returned
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens))).softmax(-1)

# %% wrong: spare_table
# expect: other-count
# points: 4
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        self.spare = nn.Parameter(torch.zeros(1, 5))
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: stub
# expect: function/not-attempted
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        raise NotImplementedError()

    def forward(self, tokens):
        raise NotImplementedError()

# %% wrong: table_ignored
# expect: function/wrong-values
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: tensor_assigned
# expect: tensor-assigned
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        self.embedding.weight = table

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: turned
# expect: table-turned
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

# %% wrong: two_on_one_memory
# expect: counted-twice
# points: 4
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        self.embedding.weight = nn.Parameter(table.clone())
        self.head.weight = nn.Parameter(self.embedding.weight.data if tied else table.clone())

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))

# %% wrong: two_returned
# expect: forward-other
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)

    def forward(self, tokens):
        h = self.body(self.embedding(tokens))
        return h, self.head(h)

# %% wrong: unused_bias
# expect: bias-learned
# points: 4
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.embedding = nn.Embedding(*table.shape)
        self.head = nn.Linear(table.shape[1], table.shape[0], bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        self.bias = nn.Parameter(torch.zeros(len(table)))
        if tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens)))
