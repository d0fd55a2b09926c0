class Model:
    def __init__(self, V, d, n, t):
        self.table = V * d
        self.rest = d * (t + n * (12 * d + 13) + 2)

    def count(self, tables):
        return tables * self.table + self.rest


def parameters(vocabulary, width, blocks, context, tied):
    return Model(vocabulary, width, blocks, context).count(1 if tied else 2)


def removed(vocabulary, width, blocks, context):
    model = Model(vocabulary, width, blocks, context)
    return model.table / model.count(2)
