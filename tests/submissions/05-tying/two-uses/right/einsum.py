class Head:
    def __init__(self, table):
        self.table = np.array(table, dtype=float)

    def step(self, step):
        self.table -= step


def tied_logits(table, step_in, step_out, word):
    head = Head(table)
    head.step(step_in)
    head.step(step_out)
    return np.einsum("ki,i->k", head.table, head.table[word])


def table_slope(table, layers, word, right):
    h = np.einsum("ij,j->i", layers, table[word])
    z = np.einsum("ki,i->k", table, h)
    push = np.exp(z - np.logaddexp.reduce(z)) - (np.arange(len(z)) == right)
    slope = np.einsum("k,i->ki", push, h)
    slope[word] = slope[word] + np.einsum("k,ki,ij->j", push, table, layers)
    return slope
