# expect: function/not-attempted
# points: 0
# Not yet.
