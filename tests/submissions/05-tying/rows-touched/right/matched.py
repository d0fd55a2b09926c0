def contributions(read: np.ndarray, right: np.ndarray, vocabulary: int, table: str = "tied"):
    match table:
        case "exit":
            return np.ones((len(right), vocabulary)).sum(axis=0)
        case "entrance":
            rows, counts = np.unique(read, return_counts=True)
            result = np.zeros(vocabulary, dtype=np.int32)
            result[rows] = counts
            return result
    return contributions(read, right, vocabulary, "entrance") + len(right)
