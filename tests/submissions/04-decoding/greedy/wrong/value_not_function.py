# expect: function/not-a-function
# points: 0
greedy = 0
