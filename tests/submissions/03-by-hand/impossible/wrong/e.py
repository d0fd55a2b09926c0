# expect: 03-by-hand/impossible/e
# points: 0
impossible = "E"
