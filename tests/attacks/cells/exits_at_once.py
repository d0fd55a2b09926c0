# Tries: the process ended by the answer cell.
# says: cell/killed
import os

os._exit(0)
