# expect: function/wrong-shape
# points: 0
# Right for the chapter's numbers and nothing else.
NEW = {
    k: W_OUT - np.outer(np.array([0.53444665, 0.19661193, 0.19661193, 0.07232949]) - np.eye(4)[k], [1, 0, 1])
    for k in range(4)
}


def sgd_step(w_out, h, right):
    return NEW[right]
