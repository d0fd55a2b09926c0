def intervals(p):
    rows, start = [], 0.0
    for share in p:
        rows.append([start, start + share])
        start += share
    return np.array(rows)


def pick(p, u):
    last = None
    end = 0.0
    for k, share in enumerate(p):
        end += share
        if share > 0:
            last = k
            if u < end:
                return k
    return last
