# Tries: sys.exit, exit() and quit() in the cell and in the call.
# says: function/raised-at
import sys


def softmax(z):
    sys.exit(0)


get_ipython().ask_exit()
exit()
quit()
