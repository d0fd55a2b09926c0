# Tries: a thread that goes on after the cell, printing and writing to the grader's socket.
# costs
# needs: hard
import threading


def on():
    while True:
        print("6")


for _ in range(3):
    threading.Thread(target=on, daemon=False).start()


def softmax(z):
    return z
