# Tries: mounts, namespaces, root, tracing, writing to what is mounted, devices, kernel modules.
# says: 02-logits-softmax/softmax/logits-returned
# walls
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
tries = {
    "mount": lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None),
    "umount": lambda: libc.umount2(b"/proc", 2),
    "user namespace": lambda: libc.unshare(0x10000000),
    "mount namespace": lambda: libc.unshare(0x00020000),
    "chroot": lambda: libc.chroot(b"/tmp"),
    "setuid": lambda: libc.setuid(0),
    "setgroups": lambda: libc.setgroups(0, None),
    "pivot": lambda: libc.syscall(155, b"/tmp", b"/tmp"),
    "bpf": lambda: libc.syscall(321, 0, None, 0),
    "perf": lambda: libc.syscall(298, None, 0, -1, -1, 0),
    "module": lambda: libc.syscall(313, 0, b"", 0),
    "host name": lambda: libc.sethostname(b"mine", 4),
    "reboot": lambda: libc.reboot(0x12345),
    "mknod": lambda: libc.mknod(b"/tmp/disk", 0o60666, 0),
}
for name, attempt in tries.items():
    if attempt() == 0:
        print("GO" + "T:", name)
for path in (
    "/opt/lmhead/bootstrap.py", "/opt/lmhead/site/lmhead/__init__.py", "/usr/bin/python3",
    "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/1/oom_score_adj",
    "/sys/fs/cgroup/cgroup.procs", "/dev/mem", "/dev/kmsg", "/etc/passwd",
):  # fmt: skip
    if path == "/proc/1/oom_score_adj" and os.getpid() == 1:
        continue
    try:
        os.close(os.open(path, os.O_RDWR))
        print("GO" + "T: to write", path)
    except OSError:
        pass


def softmax(z):
    return z
