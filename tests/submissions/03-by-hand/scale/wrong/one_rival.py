# expect: 03-by-hand/scale/one-rival
# points: 0
scale = round(float(np.log(9)), 2)
