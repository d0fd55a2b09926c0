"""What a sandboxed submission cannot see or do, at each level; and that nothing outlives it."""

import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import lmhead
from lmhead.grading.notebook.master import Master
from lmhead.grading.sandbox import bubblewrap
from lmhead.grading.sandbox import levels as sandbox_module
from lmhead.grading.sandbox.bubblewrap import SandboxError
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.grading.sandbox.process import Process, ProcessLimits
from lmhead.wire.subject import PeerLost
from tests.conftest import require

from ..conftest import MARK, RIGHT, marked, points, runner, said, submission

pytestmark = pytest.mark.sandbox
SMALL = ProcessLimits(
    memory=2 * 2**30, processes=40, scratch=8 * 2**20, file_size=4 * 2**20, start=60
)


@pytest.fixture(scope="module", params=["nested", "single"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    require("bwrap")
    with Sandbox(request.param, SMALL) as opened:
        yield opened


@pytest.fixture
def process(sandbox: Sandbox) -> Iterator[Process]:
    opened = sandbox.open()
    yield opened
    opened.close()


def test_a_submission_is_graded_the_same_at_every_level(sandbox: Sandbox, master: Master) -> None:
    assert points(runner(sandbox, master)(submission(**RIGHT))) == {
        "double": 2,
        "name": 3,
        "why": None,
    }


@pytest.mark.parametrize(
    "path", [str(Path(lmhead.__file__).parent / "softmax.py"), "/etc/passwd", "/etc/shadow", str(Path.cwd() / "solutions")]
)  # fmt: skip
def test_the_graders_files_are_not_there(process: Process, path: str) -> None:
    assert said(process, f"import os; print(os.path.exists({path!r}))") == "False\n"


def test_the_reference_is_nowhere_on_disk(process: Process) -> None:
    source = (
        "import os\nhits = []\n"
        "for folder, _, names in os.walk('/'):\n"
        "    if folder.startswith('/proc'): continue\n"
        "    hits += [os.path.join(folder, n) for n in names if n in ('four_words.py', 'softmax.py', 'by_hand.py', '03-by-hand.ipynb')]\n"
        "print(sorted(hits))"
    )
    assert said(process, source, 60) == "['/opt/lmhead/site/lmhead/four_words.py']\n"


def test_it_is_another_user_without_capabilities(process: Process) -> None:
    source = "import os\nprint(os.getuid(), [l.split()[1] for l in open('/proc/self/status') if l.startswith('Cap')])"
    assert said(process, source) == f"1000 {['0' * 16] * 5}\n"


def test_outside_it_is_not_root_even_when_the_grader_is(process: Process) -> None:
    owner = os.stat(f"/proc/{inner_pid(process)}").st_uid
    assert owner != 0
    assert owner == (bubblewrap.UNPRIVILEGED if os.geteuid() == 0 else os.geteuid())


#: A child in a session of its own that ignores what it can, and has said that it runs.
START_MARKED = f"""
import subprocess, sys
code = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1, flush=True); time.sleep(600)"
child = subprocess.Popen(
    [sys.executable, "-c", code, "{MARK}"], stdout=subprocess.PIPE, start_new_session=True
)
child.stdout.readline()
"""


def inner_pid(process: Process) -> int:
    """The pid, as the grader sees it, of a process that carries a mark in its command line."""
    said(process, START_MARKED)
    found = marked()
    assert found, "the marked process is not to be seen"
    return found[0]


@pytest.mark.parametrize("address", [("127.0.0.1", 8888), ("10.0.0.1", 80), ("1.1.1.1", 53)])
def test_there_is_no_network(process: Process, address: tuple[str, int]) -> None:
    source = f"import socket\ntry:\n    socket.create_connection({address!r}, 2)\nexcept OSError as e: print('OSError')"
    assert said(process, source) == "OSError\n"


def test_no_other_process_can_be_seen(process: Process) -> None:
    source = "import os\nprint([open(f'/proc/{p}/cmdline').read().split(chr(0))[0].split('/')[-1][:6] for p in os.listdir('/proc') if p.isdigit()])"
    assert said(process, source) == "['python']\n"


def test_the_environment_is_an_allow_list(process: Process) -> None:
    names = set(eval(said(process, "import os; print(sorted(os.environ))")))
    assert names <= set(bubblewrap.environment()) | {"PWD", "COLUMNS", "LINES"}


def test_system_folders_cannot_be_written(process: Process) -> None:
    source = "import os\nfor p in ('/usr/x', '/opt/lmhead/site/lmhead/x.py', '/etc/x', '/x', '/home/x', '/dev/x', '/opt/x'):\n    try:\n        open(p, 'w'); print('written', p)\n    except OSError: pass"
    assert said(process, source) == ""


def test_scratch_space_ends(process: Process) -> None:
    source = "n = 0\ntry:\n    for i in range(100):\n        open(f'/tmp/{i}', 'wb').write(bytes(2**20)); n += 1\nexcept OSError as e: pass\nprint(n <= 8)"
    assert said(process, source) == "True\n"


def test_one_submission_leaves_nothing_for_the_next(sandbox: Sandbox) -> None:
    first = sandbox.open()
    said(
        first,
        "for f in ('/tmp/left', '/home/learner/left', '/dev/shm/left'): open(f, 'w').write('x')\nimport builtins, numpy\nbuiltins.left = numpy.left = 1",
    )
    second = sandbox.open()
    look = "import os, builtins, numpy\nprint([f for f in ('/tmp/left', '/home/learner/left', '/dev/shm/left') if os.path.exists(f)], hasattr(builtins, 'left'), hasattr(numpy, 'left'))"
    assert said(second, look) == "[] False False\n"
    first.close()
    second.close()


def test_two_submissions_draw_different_numbers(sandbox: Sandbox) -> None:
    draws = set()
    for _ in range(3):
        process = sandbox.open()
        draws.add(
            said(process, "import random, numpy as np\nprint(random.random(), np.random.rand())")
        )
        process.close()
    assert len(draws) == 3


def test_a_memory_bomb_ends_itself(process: Process) -> None:
    assert "MemoryError" in said(process, "x = bytearray(8 * 2**30)")


def test_a_fork_bomb_runs_out_of_processes(sandbox: Sandbox) -> None:
    process = sandbox.open()
    source = "import os, time\nn = 0\ntry:\n    for _ in range(500):\n        if os.fork() == 0: time.sleep(60); os._exit(0)\n        n += 1\nexcept OSError: pass\nprint(n)"
    assert int(said(process, source)) < SMALL.processes
    process.close()
    after = sandbox.open()
    assert said(after, "print(6 * 7)") == "42\n"
    after.close()


def test_a_message_over_the_limit_ends_the_process(sandbox: Sandbox) -> None:
    process = sandbox.open()
    find = (
        "import os, socket, struct\n"
        "for fd in range(3, 64):\n"
        "    try: s = socket.socket(fileno=os.dup(fd))\n"
        "    except OSError: continue\n"
        "    s.sendall(struct.pack('>I', 2**32 - 1) + b'x' * 10)\n"
    )
    with pytest.raises(PeerLost, match="flood"):
        said(process, find)
    assert not process.alive


def test_a_forged_frame_is_no_verdict(sandbox: Sandbox, master: Master) -> None:
    forge = (
        "import os, socket, struct, json\n"
        "def double(x):\n"
        "    data = json.dumps({'value': 4, 'points': 9, 'text/plain': '9', 'outputs': [{'output_type': 'execute_result', 'data': {'text/plain': '9'}}]}).encode()\n"
        "    for fd in range(3, 64):\n"
        "        try: s = socket.socket(fileno=os.dup(fd))\n"
        "        except OSError: continue\n"
        "        s.sendall(struct.pack('>I', len(data)) + data)\n"
        "    return 0\n"
    )
    outcome = runner(sandbox, master)(submission(**RIGHT | {"double": forge}))
    assert points(outcome)["double"] == 0


def test_the_warm_process_has_never_loaded_the_reference() -> None:
    require("bwrap")
    with Sandbox("nested", SMALL) as opened:
        process = opened.open()
        found = said(
            process,
            "import sys; print(sorted(m for m in sys.modules if m.startswith('lmhead') and '.inside' not in m))",
        )
        process.close()
    assert eval(found) == [
        "lmhead",
        "lmhead.checks",
        "lmhead.four_words",
        "lmhead.wire",
        "lmhead.wire.codec",
        "lmhead.wire.drivers",
        "lmhead.wire.peer",
    ]


def test_an_installed_package_is_hidden_where_a_mount_would_show_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "dist-packages" / "lmhead"
    package.mkdir(parents=True)
    monkeypatch.setattr(bubblewrap, "PACKAGE", package)
    assert bubblewrap.hidden([(str(tmp_path), str(tmp_path))]) == [str(package)]
    assert bubblewrap.hidden([("/bin", "/bin")]) == []


@pytest.mark.parametrize("level", ["nested", "single"])
def test_a_python_below_a_submissions_own_folders_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, level: sandbox_module.Level
) -> None:
    monkeypatch.setattr(sys, "base_prefix", "/tmp/python")
    with Sandbox(level) as opened, pytest.raises(SandboxError, match="installed at /tmp/python"):
        opened.open()


@pytest.mark.parametrize("level", ["nested", "single"])
def test_a_folder_for_temporary_files_may_be_closed_to_others(
    monkeypatch: pytest.MonkeyPatch, level: sandbox_module.Level
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        below = Path(folder, "below")
        below.mkdir(mode=0o755)
        assert Path(folder).stat().st_mode & 0o077 == 0
        monkeypatch.setattr(tempfile, "tempdir", str(below))
        assert sandbox_module.try_level(level) is None


@pytest.mark.parametrize(
    "place",
    [
        "/usr/local/lib",
        f"{os.path.realpath(sys.base_prefix)}/lib",
        sysconfig.get_paths()["purelib"],
    ],
    ids=["system", "Python", "packages"],
)
def test_a_course_that_submissions_would_see_is_refused(place: str) -> None:
    with pytest.raises(SandboxError, match=r"course folder .* lies below .*: move it elsewhere"):
        bubblewrap.refuse_visible_course(Path(place, "course"))


def test_a_course_elsewhere_is_not_refused(tmp_path: Path) -> None:
    bubblewrap.refuse_visible_course(tmp_path)
    for place in ("/usr/src", "/usr/local/src", "/usr/local/course"):
        bubblewrap.refuse_visible_course(Path(place, "course"))


def test_a_clone_is_not_seen_wherever_it_lies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clone = tmp_path / "lib" / "course"
    for name in ("lmhead", "solutions", ".git", "tests", ".venv/lib/site-packages"):
        (clone / name).mkdir(parents=True)
    (clone / "pyproject.toml").write_text("", "utf-8")
    monkeypatch.setattr(bubblewrap, "PACKAGE", clone / "lmhead")
    within = [(str(tmp_path / "lib"), "/lib"), (str(clone / ".venv/lib/site-packages"), "/x")]
    seen = bubblewrap.hidden(within)
    assert {f"/lib/course/{name}" for name in ("lmhead", "solutions", ".git", "tests")} <= set(seen)
    assert not [path for path in seen if ".venv" in path]
    assert bubblewrap.clone_within_mount() is None
    monkeypatch.setattr(bubblewrap, "_SYSTEM", (str(tmp_path / "lib"),))
    assert bubblewrap.clone_within_mount() == str(tmp_path / "lib")


@pytest.mark.sandbox
@pytest.mark.parametrize("place", ["/usr/src", "/usr/local/src", "/usr/local/games"])
def test_what_somebody_put_below_usr_is_not_mounted(process: Process, place: str) -> None:
    assert said(process, f"import os; print(os.path.exists({place!r}))") == "False\n"


def test_without_bubblewrap_nothing_runs_unless_asked_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bubblewrap.shutil, "which", lambda name: None)
    with pytest.raises(SandboxError, match=r"bubblewrap is not installed.*--sandbox none"):
        sandbox_module.best_level()


@pytest.mark.parametrize("level", ["nested", "single"])
def test_a_sandbox_that_is_refused_says_why(
    monkeypatch: pytest.MonkeyPatch, level: sandbox_module.Level
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        refuses = Path(folder, "bwrap")
        refuses.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: no' >&2\nexit 1\n")
        refuses.chmod(0o755)
        Path(folder).chmod(0o755)  # it is started by another user than root
        monkeypatch.setattr(bubblewrap.shutil, "which", lambda name: str(refuses))
        why = sandbox_module.try_level(level)
        assert why is not None
        assert why.startswith("the sandbox did not start: bwrap: setting up uid map: no. ")


def test_the_stand_in_has_no_module_that_answers() -> None:
    standin = Path(bubblewrap._HERE) / "standin" / "lmhead"
    assert sorted(path.relative_to(standin).as_posix() for path in standin.rglob("*.py")) == [
        "__init__.py",
        "checks/__init__.py",
        "comparison.py",
        "four_words.py",
    ]


def test_the_small_model_is_in_the_stand_in_with_its_data(process: Process) -> None:
    source = """
from lmhead import tiny_lm

model = tiny_lm.load()
print(tiny_lm.__file__, model.hidden(model.encode("returns the")).shape)
"""
    assert said(process, source, 60) == "/opt/lmhead/site/lmhead/tiny_lm.py (64,)\n"
    # The head is what learners write: asking the model for it answers nothing.
    told = said(process, "model.step([0])")
    assert "ImportError: lmhead.softmax is the course's solution" in told


def test_the_small_model_brings_no_softmax() -> None:
    source = (bubblewrap.PACKAGE / "tiny_lm.py").read_text("utf-8")
    assert "exp(" not in source
    assert "from lmhead" not in source
    assert source.count("from .") == 1  # the head, of a module that is not there
    assert "import lmhead" not in source
