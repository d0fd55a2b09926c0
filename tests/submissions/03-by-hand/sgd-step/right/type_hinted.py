from numpy.typing import NDArray


def softmax(z: NDArray[np.floating]) -> NDArray[np.floating]:
    powers = np.exp(z - np.max(z))
    return powers / np.sum(powers)


def sgd_step(w_out: NDArray[np.floating], h: NDArray, right: int) -> NDArray[np.floating]:
    onehot = np.eye(len(w_out), dtype=w_out.dtype)[right]
    slope = softmax(w_out @ h) - onehot
    return (w_out - np.einsum("k,i->ki", slope, h)).astype(w_out.dtype)
