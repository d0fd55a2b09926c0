# expect: 03-by-hand/scale/length
# points: 0
scale = np.linalg.norm([2.92, 0, 2.92])
