from itertools import accumulate


def intervals(p):
    ends = list(accumulate(float(share) for share in p))
    return list(zip([0.0] + ends[:-1], ends))


def pick(p, u):
    for k, (start, end) in enumerate(intervals(p)):
        if start <= u < end:
            return k
    return max(k for k in range(len(p)) if p[k] > 0)
