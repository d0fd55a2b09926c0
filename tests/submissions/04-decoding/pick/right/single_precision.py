def intervals(p):
    ends = np.cumsum(p, dtype=np.float32)
    return np.column_stack([np.append(np.float32(0), ends[:-1]), ends])


def pick(p, u):
    matches = [k for k in range(len(p)) if p[k] > 0 and u < p[: k + 1].sum()]
    return matches[0] if matches else np.nonzero(p)[0][-1]
