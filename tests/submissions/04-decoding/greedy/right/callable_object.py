class Greedy:
    def __call__(self, z: np.ndarray) -> int:
        return min(range(len(z)), key=lambda k: (-z[k], k))


greedy = Greedy()
