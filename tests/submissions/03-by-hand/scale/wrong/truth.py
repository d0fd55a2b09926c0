# expect: value/not-a-number
# points: 0
scale = np.bool_(True)
