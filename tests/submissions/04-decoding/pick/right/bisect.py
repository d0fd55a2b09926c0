import bisect
import itertools


def intervals(p):
    ends = list(itertools.accumulate(p))
    return list(zip([0, *ends[:-1]], ends))


def pick(p, u):
    k = bisect.bisect_right(list(itertools.accumulate(p)), u)
    while k >= len(p) or p[k] == 0:
        k -= 1
    return k
