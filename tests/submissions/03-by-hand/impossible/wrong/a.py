# expect: 03-by-hand/impossible/a
# points: 0
impossible = "A"
