# expect: value/not-an-option
# points: 0
impossible = [0.40, 0.10, 0.10, 0.40]
