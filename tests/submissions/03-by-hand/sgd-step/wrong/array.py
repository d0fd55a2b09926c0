# expect: function/not-a-function
# points: 0
sgd_step = W_OUT
