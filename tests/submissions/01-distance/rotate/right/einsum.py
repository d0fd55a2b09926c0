turned_table = lambda table, turn: np.einsum("ki,ji->kj", table, turn)
