# expect: function/not-a-function
# points: 0
parameters = 124439808
removed = 0.237
