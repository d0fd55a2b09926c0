def greedy(z):
    return max(range(len(z)), key=lambda k: z[k])
