# Tries: the network: out, in, names, other processes' abstract sockets.
# says: 02-logits-softmax/softmax/logits-returned
# walls
import socket

for address in (("127.0.0.1", 22), ("127.0.0.1", 8888), ("169.254.169.254", 80), ("1.1.1.1", 53)):
    try:
        socket.create_connection(address, 0.5)
        print("GO" + "T: a connection to", address)
    except OSError:
        pass
try:
    print("GO" + "T: a name", socket.getaddrinfo("example.org", 80))
except OSError:
    pass
print([line.split()[-1] for line in open("/proc/net/unix")][1:])
for line in open("/proc/net/dev").readlines()[2:]:
    if line.split(":")[0].strip() != "lo":
        print("GO" + "T: an interface", line)


def softmax(z):
    return z
