"""The limits of a submission's whole tree, and its end, at each level; as root and as a user."""

import fcntl
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from traitlets.config import Config

from lmhead.grading.driver.preprocessors import SandboxExecute
from lmhead.grading.notebook.master import Master
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.grading.sandbox.limits import ProcessLimits, Spent, TimeLimits
from lmhead.grading.sandbox.process import Process
from lmhead.grading.sandbox.watchdog import SOCKET, send_buffer
from lmhead.wire.subject import PeerLost, no_callbacks
from tests.conftest import require

from ..conftest import MARK, RIGHT, marked, points, runner, said, submission

pytestmark = [pytest.mark.sandbox, pytest.mark.slow]
ROOT = Path(__file__).parents[3]
MB = 2**20
#: What a test of memory or of processes does takes a slow machine more than two seconds of CPU.
SMALL = ProcessLimits(
    memory=800 * MB, total_cpu=60, processes=24, scratch=300 * MB, file_size=300 * MB
)
Open = Callable[[], Process]


@pytest.fixture(scope="module", params=["nested", "single", "none"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    require("bwrap")
    with Sandbox(request.param, SMALL) as opened:
        yield opened


@pytest.fixture
def process(sandbox: Sandbox) -> Iterator[Process]:
    with closing(sandbox.open()) as opened:
        yield opened


def ends(sandbox: Sandbox, source: str) -> str:
    """Why a submission that runs this cell is ended. Nothing of it is left, and the next one runs."""
    with closing(sandbox.open()) as process:
        with pytest.raises(PeerLost) as caught:
            said(process, source + "\nimport time\ntime.sleep(600)", 60)
        assert marked() == []
    with closing(sandbox.open()) as process:
        assert said(process, "print(6 * 7)") == "42\n"
    return caught.value.reason


#: Five processes, none of which is over the limit; the mark is in their command line.
HOLD = f"""
import subprocess, sys
for _ in range(5):
    subprocess.Popen([sys.executable, "-c", "x = b'x' * (250 * 2**20); input()", "{MARK}"],
                     stdin=subprocess.PIPE)
"""
BURN = f"""
import subprocess, sys
for _ in range(3):
    subprocess.Popen([sys.executable, "-c", "while True: pass", "{MARK}"])
"""
#: Each lives for a while and nobody waits for it: its time is in no parent's account.
BURN_IN_TURN = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(60):
    if os.fork() == 0:
        end = time.process_time() + 0.5
        while time.process_time() < end: pass
        os._exit(0)
    try: os.wait()
    except ChildProcessError: pass
"""
FILL = """
for folder in ("/tmp", "/dev/shm", "/home/learner"):
    with open(folder + "/big", "wb") as file:
        for _ in range(290): file.write(bytes(2**20))
"""


@pytest.mark.parametrize(("source", "why"), [(HOLD, "memory"), (BURN, "cpu"), (BURN_IN_TURN, "cpu")], ids=["memory", "cpu", "cpu in turn"])  # fmt: skip
def test_what_its_processes_use_is_added_up(sandbox: Sandbox, source: str, why: str) -> None:
    if why == "cpu":
        with Sandbox(sandbox.level, replace(SMALL, total_cpu=2)) as hasty:
            assert ends(hasty, source) == why
    else:
        assert ends(sandbox, source) == why


#: Two processes that hold 60,000 pages of zeros, which are in no process's resident memory, each
#: in tables of its own.
TABLES = """
import ctypes, os
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
for _ in range(3):
    if os.fork() == 0:
        for number in range(60_000):
            where = libc.mmap(0x10_0000_0000 + number * 2**30, 4096, 1, 0x100022, -1, 0)
            if where not in (None, 2**64 - 1): ctypes.string_at(where, 1)
        break
"""


def test_page_tables_count_as_memory(sandbox: Sandbox) -> None:
    assert ends(sandbox, TABLES) == "memory"


#: It has used more than a second of CPU when it answers.
BURN_ONE_SECOND = "import time\nwhile time.process_time() < 1.2: pass"


def test_a_submission_has_one_account_over_all_its_processes(sandbox: Sandbox) -> None:
    spent = Spent()
    with Sandbox(sandbox.level, replace(SMALL, total_cpu=2)) as hasty:
        with closing(hasty.open(spent=spent)) as first:
            said(first, BURN_ONE_SECOND)
        assert 1 < spent.cpu < 2
        assert spent.messages > 0
        before = spent.messages
        with closing(hasty.open(spent=spent)) as second, pytest.raises(PeerLost) as caught:
            said(second, BURN_ONE_SECOND + "\ntime.sleep(600)", 60)
        assert caught.value.reason == "cpu"
        assert spent.cpu > 2
        assert spent.messages > before
        with closing(hasty.open()) as another:  # another submission has its own
            said(another, BURN_ONE_SECOND)


def test_a_lost_process_is_not_replaced_once_the_time_is_spent(
    sandbox: Sandbox, master: Master
) -> None:
    burn = "import time\nwhile time.process_time() < 60: pass"
    with Sandbox(sandbox.level, replace(SMALL, total_cpu=2)) as hasty:
        run = runner(hasty, master)
        outcome = run(submission(**RIGHT | {"double": burn}), times=TimeLimits())
    assert points(outcome) == {"double": 0, "name": 0, "why": None}
    killed = [note.params["reason"] for note in outcome.notes if note.id == "cell/killed"]
    assert len(killed) > 1  # the cells after it find no new account
    assert {reason.id for reason in killed} == {"lost/cpu"}


def test_files_in_memory_count_as_memory(sandbox: Sandbox) -> None:
    if sandbox.level != "none":  # there the files are on the disk
        assert ends(sandbox, FILL) == "memory"


def test_empty_files_count_too(process: Process, sandbox: Sandbox) -> None:
    if sandbox.level != "none":
        assert process.watchdog is not None
        before = process.watchdog.files()
        said(process, "for n in range(5_000): open(f'/tmp/{n}', 'w').close()")
        assert process.watchdog.files() - before >= 5_000 * 1024


#: Ten processes with nearly all the descriptors that each may have.
SOCKETS = f"""
import subprocess, sys
code = "import socket; kept = [socket.socketpair() for _ in range(120)]; input()"
for _ in range(10):
    subprocess.Popen([sys.executable, "-c", code, "{MARK}"], stdin=subprocess.PIPE)
"""
SENT_AND_CLOSED = """
import socket
a, b = socket.socketpair()
for _ in range(50):
    pair = socket.socketpair()
    socket.send_fds(a, [b"!"], [one.fileno() for one in pair])
    for one in pair: one.close()
    left, right = socket.socketpair()
    left.send(b"unread")
    left.close()
    globals().setdefault("kept", []).append(right)
"""


def test_what_sockets_could_hold_counts_as_memory(sandbox: Sandbox) -> None:
    if sandbox.level != "none":
        assert ends(sandbox, SOCKETS) == "memory"


def test_sockets_that_no_process_has_any_more_count_too(process: Process, sandbox: Sandbox) -> None:
    if sandbox.level != "none":
        assert process.watchdog is not None
        before = process.watchdog.sockets()
        said(process, SENT_AND_CLOSED)
        assert process.watchdog.sockets() - before >= (2 + 100 + 50) * SOCKET


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET])
def test_a_socket_holds_no_more_than_is_counted(kind: int) -> None:
    most = 0
    for size in (1, 100, 4_000, 32_000, 106_000, 212_000):
        ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
        with ours, theirs:
            ours.setblocking(False)
            try:
                while True:
                    ours.send(bytes(size))
            except BlockingIOError:
                pass
            # As the kernel accounts for it, with what it adds to each packet.
            held = fcntl.ioctl(ours, termios.TIOCOUTQ, struct.pack("i", 0))
            most = max(most, struct.unpack("i", held)[0])
    assert send_buffer() < most <= SOCKET


def test_too_many_processes_are_not_to_be_had(sandbox: Sandbox) -> None:
    source = (
        "import os, time\nn = 0\ntry:\n    for _ in range(200):\n"
        "        if os.fork() == 0: time.sleep(600)\n        n += 1\n"
        "except OSError: pass\nprint(n)"
    )
    if sandbox.level == "none":
        assert ends(sandbox, source) == "processes"
    else:  # the kernel refuses, and the code may go on
        with closing(sandbox.open()) as process:
            assert 10 < int(said(process, source)) < SMALL.processes


HIDDEN = {
    "memory file": "import os; os.memfd_create('x')",
    "shared mapping": "import mmap; mmap.mmap(-1, 4096)",
    "mapping of zeros": "import mmap, os; mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096)",
    "System V": "import ctypes\nif ctypes.CDLL(None, use_errno=True).shmget(0, 4096, 0o1600) < 0: raise OSError(ctypes.get_errno(), 'x')",
    "larger buffer": "import socket; socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**20)",
    "network": "import socket; socket.socket(socket.AF_INET)",
    "other pairs": "import socket; socket.socketpair(30)",  # AF_TIPC
    "fanotify": "import ctypes\nif ctypes.CDLL(None, use_errno=True).fanotify_init(0, 0) < 0: raise OSError(ctypes.get_errno(), 'x')",
    "inotify": "import ctypes\nif ctypes.CDLL(None, use_errno=True).inotify_init1(0) < 0: raise OSError(ctypes.get_errno(), 'x')",
    "lease": "import fcntl, os; fcntl.fcntl(os.open('/usr/bin', os.O_RDONLY), 1024, 0)",
    "notes": "import fcntl, os; fcntl.fcntl(os.open('/usr/bin', os.O_RDONLY), 1026, 1)",
    "nodes": "import ctypes, os\nif ctypes.CDLL(None, use_errno=True).syscall({'x86_64': 237, 'aarch64': 235}[os.uname().machine], 0, 4096, 0, 0, 0, 0) < 0: raise OSError(ctypes.get_errno(), 'x')",
    "comparison": "import ctypes, os\nif ctypes.CDLL(None, use_errno=True).syscall({'x86_64': 312, 'aarch64': 272}[os.uname().machine], 1, 1, 0, 0, 0) < 0: raise OSError(ctypes.get_errno(), 'x')",
    "namespaces": "import ctypes\nif ctypes.CDLL(None, use_errno=True).unshare(0x10000000) < 0: raise OSError(ctypes.get_errno(), 'x')",
}


@pytest.mark.parametrize("source", HIDDEN.values(), ids=[name.replace(" ", "-") for name in HIDDEN])
def test_memory_that_nobody_would_count_cannot_be_had(sandbox: Sandbox, source: str) -> None:
    if sandbox.level != "none":
        with closing(sandbox.open()) as process:
            assert re.search(r"\[Errno (1|19)\]", said(process, source))  # EPERM, ENODEV


def test_what_it_can_make_of_itself_and_others(sandbox: Sandbox) -> None:
    """Nothing that it says of itself can be taken back, and no two can meet."""
    if sandbox.level == "none":
        return
    with closing(sandbox.open()) as first, closing(sandbox.open()) as second:
        lower = "open('/proc/self/oom_score_adj', 'w').write('0')"
        assert "Read-only file system" in said(first, lower)
        assert said(first, "print(open('/proc/self/oom_score_adj').read())") == "1000\n\n"
        said(first, "import os; kept = os.openpty()")
        listed = "import os; print(sorted(set(os.listdir('/dev/pts')) - {'ptmx'}))"
        assert said(first, listed) == "['0']\n"
        assert said(second, listed) == "[]\n"
        lock = "import fcntl, json, os\nheld = os.open(json.__file__, os.O_RDONLY)\n"
        lock += "fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
        lock += "fcntl.lockf(held, fcntl.LOCK_SH | fcntl.LOCK_NB)\nprint('mine')"
        assert said(first, lock) == said(second, lock) == "mine\n"
        core = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE))"
        assert said(first, core) == "(1, 1)\n"


def test_a_database_of_its_own_works_with_locks_that_lock_nothing(process: Process) -> None:
    source = (
        "import sqlite3\nfor mode in ('delete', 'wal'):\n"
        "    with sqlite3.connect(f'{mode}.db') as one, sqlite3.connect(f'{mode}.db') as other:\n"
        "        one.execute(f'pragma journal_mode={mode}'); one.execute('create table t (x)')\n"
        "        one.execute('insert into t values (6)'); one.commit()\n"
        "        print(other.execute('select x from t').fetchall())"
    )
    assert said(process, source) == "[(6,)]\n[(6,)]\n"


def test_what_a_notebook_may_use_is_there(process: Process) -> None:
    source = (
        "import multiprocessing as m, multiprocessing.shared_memory as s, threading\n"
        "with m.get_context('fork').Pool(2) as pool: print(pool.map(abs, [-1, -2]))\n"
        "block = s.SharedMemory(create=True, size=4096); block.buf[0] = 7; print(block.buf[0])\n"
        "block.close(); block.unlink()\n"
        "t = threading.Thread(target=print, args=(3,)); t.start(); t.join()"
    )
    assert said(process, source, 60) == "[1, 2]\n7\n3\n"


#: Processes that try to outlive their submission; each has said that it runs before this ends.
STAY = f"""
import os, signal, subprocess, sys, time
code = '''
import os, signal, sys, time
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
os.write(1, b"x")
if sys.argv[2] == "stopped": os.kill(os.getpid(), signal.SIGSTOP)
if sys.argv[2] == "leaves":
    for _ in range(3):
        if os.fork(): os._exit(0)
        os.setsid()
    os.write(1, b"x")
time.sleep(600)
'''
read, write = os.pipe()
for kind in ("ignores", "stopped", "leaves"):
    subprocess.Popen([sys.executable, "-c", code, "{MARK}", kind], stdout=write, start_new_session=True)
n = 0
while n < 4: n += len(os.read(read, 1))
"""


@pytest.mark.parametrize("how", ["closed", "dies", "silent"])
def test_nothing_outlives_its_submission(sandbox: Sandbox, how: str) -> None:
    process = sandbox.open()
    said(process, STAY)
    assert len(marked()) >= 3
    if how == "closed":
        process.close()
    else:
        source = {"dies": "import os; os._exit(0)", "silent": "import time; time.sleep(600)"}[how]
        request = {"op": "run", "source": source, "cpu": None, "wall": None}
        with pytest.raises(PeerLost):
            process.request(request, no_callbacks, 1)
    assert marked() == []


def test_nothing_outlives_a_grader_that_is_killed(sandbox: Sandbox) -> None:
    # It loads no more than it needs: pytest's own modules would take seconds.
    script = (
        "import sys\nfrom lmhead.grading.sandbox.levels import Sandbox\n"
        "from lmhead.wire.subject import no_callbacks\n"
        f"sandbox = Sandbox({sandbox.level!r})\nprocess = sandbox.open()\n"
        "order = {'op': 'run', 'source': sys.argv[1], 'cpu': 60, 'wall': 60}\n"
        "process.request(order, no_callbacks, 70)\n"
        "print('ready', sandbox._folder, flush=True)\nsys.stdin.read()"
    )
    grader = subprocess.Popen(
        [sys.executable, "-c", script, STAY],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert grader.stdout is not None
    said_ready, folder = grader.stdout.readline().split()
    assert said_ready == b"ready"
    left = [os.pidfd_open(pid) for pid in marked()]
    assert len(left) >= 3
    os.kill(grader.pid, signal.SIGKILL)
    grader.communicate()
    try:
        for descriptor in left:  # readable once the process has ended
            assert select.select([descriptor], [], [], 60)[0]
    finally:
        shutil.rmtree(folder)
        for descriptor in left:
            os.close(descriptor)
    assert marked() == []


def frames(*messages: object) -> bytes:
    texts = [json.dumps(message).encode() for message in messages]
    return b"".join(struct.pack(">I", len(text)) + text for text in texts)


@pytest.mark.parametrize(
    ("limits", "sent", "after"),
    [
        (ProcessLimits(messages=3), [{"value": 1}] * 4, 3),
        (ProcessLimits(traffic=100), [{"value": "x" * 40}] * 3, 1),
        (ProcessLimits(messages=3), [{"op": "callback"}] * 4, 0),
    ],
    ids=["replies", "bytes", "callbacks"],
)
def test_a_flood_of_frames_is_cut(limits: ProcessLimits, sent: list[object], after: int) -> None:
    ours, theirs = socket.socketpair()
    closed: list[bool] = []
    process = Process(ours, limits, lambda: closed.append(True))
    with theirs:
        theirs.sendall(frames(*sent))
        for _ in range(after):
            process.request({"op": "get"}, lambda request: {}, 10)
        with pytest.raises(PeerLost, match="messages"):
            process.request({"op": "get"}, lambda request: {}, 10)
    assert closed == [True]


def test_a_submission_over_a_limit_loses_that_cell_and_is_told(
    sandbox: Sandbox, master: Master
) -> None:
    node = submission(**RIGHT | {"name": HOLD + "\nimport time\ntime.sleep(600)"})
    outcome = runner(sandbox, master)(node)
    assert points(outcome) == {"double": 2, "name": 0, "why": None}
    assert [note.id for note in outcome.notes] == ["cell/killed"]
    assert "more memory than a submission may" in outcome.notes[0].text("en")


if os.geteuid() == 0 and "LMHEAD_AS_USER" not in os.environ:

    @pytest.mark.survey
    def test_all_of_this_as_a_plain_user() -> None:
        """Run this module and the sandbox's once more without root, where that is what runs now."""
        passes_as_a_user("not none and not turn")

    def test_the_first_level_as_a_plain_user() -> None:
        passes_as_a_user("nested and not turn and not killed")


def passes_as_a_user(chosen: str) -> None:
    """The chosen tests of this module and of the sandbox's pass without root."""
    # Not tmp_path: it lies in a folder of root's, in which a plain user sees nothing.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        command += ["--assert=plain"]  # what a user rewrites, it could not keep
        command += ["--basetemp", str(folder / "home" / "tests"), "-k", chosen]
        command += [__file__, str(Path(__file__).with_name("test_sandbox.py"))]
        done = as_a_user(command, folder)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


USER = 61986


def as_a_user(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command without root. Python may lie where only root can read (/root): a mount of
    it is put where the user can."""
    prefix = Path(sys.base_prefix)
    closed = next((path for path in reversed(prefix.parents) if not path.stat().st_mode & 1), None)
    keep = folder / "python"
    keep.mkdir()
    folder.chmod(0o755)
    mine = folder / "home"
    mine.mkdir()
    os.chown(mine, USER, USER)
    steps = f"mount --bind {prefix} {keep}\n"
    if closed is not None:
        steps += f"mount -t tmpfs -o mode=755 tmpfs {closed}\nmkdir -p {prefix}\nmount --bind {keep} {prefix}\n"
    steps += f'exec setpriv --reuid {USER} --regid {USER} --clear-groups "$@"'
    return subprocess.run(
        ["unshare", "-m", "sh", "-ec", steps, "sh", *command],
        cwd=ROOT,
        env={
            **{name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"},
            "HOME": str(mine),
            "TMPDIR": str(mine),
            "LMHEAD_AS_USER": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_course_sets_the_limits_under_their_names() -> None:
    config = Config()
    chosen = {"cell_cpu": 7.0, "output": 8, "memory": 9, "total_cpu": 10, "processes": 11}
    chosen |= {
        "scratch": 12,
        "file_size": 13,
        "messages": 14,
        "traffic": 15,
        "submission_wall": 16.0,
    }
    for name, value in chosen.items():
        setattr(config.SandboxExecute, name, value)
    execute = SandboxExecute(config=config)
    found = {**vars(execute.time_limits()), **vars(execute.process_limits())}
    assert {name: found[name] for name in chosen} == chosen
    rest = {**vars(TimeLimits()), **vars(ProcessLimits())}
    assert {name: found[name] for name in found if name not in chosen} == {
        name: rest[name] for name in rest if name not in chosen
    }
