# expect: value/not-a-number
# points: 0
scale = "2.92"
