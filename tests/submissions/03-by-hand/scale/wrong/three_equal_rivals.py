# expect: 03-by-hand/scale/three-equal-rivals
# points: 0
scale = np.ceil(100 * np.log(27)) / 100
