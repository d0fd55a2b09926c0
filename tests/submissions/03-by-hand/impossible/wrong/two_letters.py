# expect: value/not-an-option
# points: 0
impossible = "CE"
