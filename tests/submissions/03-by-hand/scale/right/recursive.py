def first(hundredths=0):
    p = np.exp(hundredths / 100 * np.array([2, 1, 1, 0]))
    return hundredths / 100 if p[0] > 0.9 * p.sum() else first(hundredths + 1)


scale = first()
