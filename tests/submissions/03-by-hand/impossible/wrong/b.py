# expect: 03-by-hand/impossible/b
# points: 0
impossible = "B"
