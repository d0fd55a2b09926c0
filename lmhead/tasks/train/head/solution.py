class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        ### BEGIN SOLUTION
        V, d = table.shape
        self.embedding = nn.Embedding(V, d)
        self.body = body
        self.head = nn.Linear(d, V, bias=False)
        with torch.no_grad():
            self.embedding.weight.copy_(table)
            self.head.weight.copy_(table)
        if tied:
            self.head.weight = self.embedding.weight  # one parameter, two uses
        ### END SOLUTION

    def forward(self, tokens):
        ### BEGIN SOLUTION
        return self.head(self.body(self.embedding(tokens)))
        ### END SOLUTION
