# Follow the slope of ln p(跑) on h, and come back to the allowed length after each step.
h = np.zeros(3)
for _ in range(300):
    p = np.exp(W_OUT @ h)
    p /= p.sum()
    h = h + 0.1 * (W_OUT[3] - p @ W_OUT)
    h *= min(1, np.sqrt(2) / np.linalg.norm(h))
h_run = h
