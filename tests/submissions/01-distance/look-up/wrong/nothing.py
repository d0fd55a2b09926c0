# expect: function/not-attempted
# points: 0

