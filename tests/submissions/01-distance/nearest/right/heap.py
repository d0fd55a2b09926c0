import heapq


def nearest(h, table, k):
    z = table @ h
    return heapq.nsmallest(k, range(len(z)), key=lambda i: (-z[i], i))
