def two_steps(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    products = np.einsum("i,ij->ij", first, second)
    return np.argwhere(products == products.max())[0]
