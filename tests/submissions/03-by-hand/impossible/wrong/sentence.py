# expect: value/not-an-option
# points: 0
impossible = "None of them"
