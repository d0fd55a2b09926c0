### BEGIN SOLUTION
every_word = [[2, 0], [-1, 1.7], [-1, -1.7]]  # about equally long, in three directions
one_word = [[1, 0], [2, 0], [3, 0]]  # all in one direction: the longest wins everywhere
# After the word with the longest row: e_k . e_j <= |e_k| |e_j| <= |e_k| |e_k|.
no_word = "C"
### END SOLUTION
