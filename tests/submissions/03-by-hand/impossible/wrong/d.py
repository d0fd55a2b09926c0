# expect: 03-by-hand/impossible/d
# points: 0
impossible = "D"
