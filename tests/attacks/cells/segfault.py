# Tries: a crash of the interpreter itself.
# says: lost/died
import ctypes


def softmax(z):
    ctypes.string_at(0)
