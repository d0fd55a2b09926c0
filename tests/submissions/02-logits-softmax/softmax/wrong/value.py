# expect: function/not-a-function
# points: 0
softmax = np.array([0.5, 0.5])
