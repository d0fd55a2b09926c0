# expect: 03-by-hand/scale/share-itself
# points: 0
scale = 0.9
