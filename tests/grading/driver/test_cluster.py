"""Grading on other machines: processes of Dask's own commands stand for them."""

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client
from distributed.protocol import deserialize, serialize
from nbgrader.api import Gradebook
from typer.testing import CliRunner

import lmhead
from lmhead.commands import app
from lmhead.grading.demo.class_folder import lay_out_class
from lmhead.grading.driver import cluster, dask_worker
from lmhead.grading.driver.class_grader import ClassGrader
from lmhead.grading.driver.cluster import (
    Certificates,
    ClusterProblem,
    ClusterWorkers,
    check_address,
)
from lmhead.grading.driver.jobs import Job, Report
from lmhead.grading.gradebook.store import Store
from lmhead.grading.notebook.master import Master
from lmhead.grading.sandbox.limits import ProcessLimits
from tests.conftest import require

ASSIGNMENT = "03-by-hand"
JOB = Job("mini", "ann", {}, {}, Master("mini", ()), b"k" * 32)


class Cluster:
    """A scheduler and its workers, each a process started from the command line."""

    def __init__(self, folder: Path, tls: Certificates | None = None, **environment: str) -> None:
        self._folder, self.tls = folder, tls
        self._stack = contextlib.ExitStack()
        self.workers: list[subprocess.Popen[bytes]] = []
        self._environment = {**os.environ, "DASK_TEMPORARY_DIRECTORY": str(folder), **environment}
        file = folder / "scheduler.json"
        arguments = ["--scheduler-file", str(file), "--port", "0", "--host", "127.0.0.1"]
        if tls is not None:
            arguments += ["--protocol", "tls"]
        started = self._run("dask_scheduler", "--no-show", *arguments)
        with open(folder / f"{started.pid}.log", "rb") as log:
            while not file.exists() or not file.read_text():
                assert started.poll() is None, log.read()[-2000:].decode()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    started.wait(0.1)
        self.address = json.loads(file.read_text())["address"]

    def _run(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
        command += ["--no-dashboard"]
        if self.tls is not None:
            command += ["--tls-ca-file", str(self.tls.authority)]
            command += ["--tls-cert", str(self.tls.certificate), "--tls-key", str(self.tls.key)]
        name = self._folder / f"new{len(self.workers)}.log"
        with open(name, "wb") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, env=self._environment, cwd=self._folder
            )
        name.rename(self._folder / f"{process.pid}.log")
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def add_worker(self, *options: str) -> subprocess.Popen[bytes]:
        """One more worker, which does one job at a time."""
        process = self._run("dask_worker", self.address, "--nthreads", "1", *options)
        self.workers.append(process)
        self.wait_for_workers()
        return process

    def wait_for_workers(self) -> None:
        """Returns once all are there."""
        security = None if self.tls is None else self.tls.security(self.address)
        with Client(self.address, security=security, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=120)

    def close(self) -> None:
        self._stack.close()


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates_of(tmp_path_factory.mktemp("tls"))


def certificates_of(folder: Path) -> Certificates:
    """An authority made for a test, and a certificate that it has signed."""
    openssl = require("openssl")

    def run(*arguments: str) -> None:
        subprocess.run([openssl, *arguments], cwd=folder, check=True, capture_output=True)

    new = ("-newkey", "rsa:2048", "-nodes", "-days", "2")
    run("req", "-x509", *new, "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem")
    run("req", *new[:3], "-subj", "/CN=machine", "-keyout", "machine.key", "-out", "machine.csr")
    signing = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2")
    run("x509", "-req", "-in", "machine.csr", *signing, "-out", "machine.pem")
    return Certificates(folder / "ca.pem", folder / "machine.pem", folder / "machine.key")


@pytest.fixture(scope="module")
def encrypted(
    tmp_path_factory: pytest.TempPathFactory, certificates: Certificates
) -> Iterator[Cluster]:
    """Two workers, and TLS between all."""
    made = Cluster(tmp_path_factory.mktemp("encrypted"), certificates)
    with contextlib.closing(made):
        made.add_worker("--no-nanny")  # killed, it stays away
        made.add_worker("--no-nanny")
        yield made


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler without workers, which gives a job up with the first worker that it loses.

    On its machines there is no bubblewrap.
    """
    folder = tmp_path_factory.mktemp("plain")
    environment = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0", "PATH": str(folder)}
    with contextlib.closing(Cluster(folder, **environment)) as made:
        yield made


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_class_gets_its_marks_though_a_worker_is_lost_and_each_is_written_once(
    encrypted: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out_class(tmp_path, 12, [ASSIGNMENT])
    written: Counter[str] = Counter()
    remember = Store.remember

    def count(self: Store, student: str, *rest: Any, **more: Any) -> None:
        written[student] += 1
        remember(self, student, *rest, **more)

    monkeypatch.setattr(Store, "remember", count)
    made: list[ClusterWorkers] = []

    def make_workers(sandbox: str, limits: ProcessLimits) -> ClusterWorkers:
        made.append(ClusterWorkers(encrypted.address, sandbox, limits, encrypted.tls))
        return made[0]

    grader = ClassGrader(tmp_path, ASSIGNMENT, "nested", make_workers=make_workers)
    lines = {}
    for line in grader.grade():
        if not lines:
            assert made[0].room == 1  # of four that two workers were given, three are on the way
            encrypted.workers[0].send_signal(signal.SIGKILL)
        assert line.student not in lines
        lines[line.student] = line
    assert encrypted.workers[0].wait() == -signal.SIGKILL
    assert encrypted.workers[1].poll() is None
    expected = json.loads((tmp_path / "expected.json").read_text("utf-8"))
    students = expected["assignments"][ASSIGNMENT]["students"]
    assert written == dict.fromkeys(students, 1)
    assert {name: line.status for name, line in lines.items()} == {
        name: each["status"] for name, each in students.items()
    }
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db") as gradebook:
        marks = {
            item.student.id: {grade.name: grade.auto_score for grade in item.notebooks[0].grades}
            for item in gradebook.assignment_submissions(ASSIGNMENT)
        }
    assert marks == {name: each["points"] for name, each in students.items()}


@pytest.mark.slow
@pytest.mark.sandbox
def test_the_command_line_grades_on_a_cluster(encrypted: Cluster, tmp_path: Path) -> None:
    lay_out_class(tmp_path, 1, [ASSIGNMENT])
    assert encrypted.tls is not None
    files = {"ca": encrypted.tls.authority, "cert": encrypted.tls.certificate}
    files["key"] = encrypted.tls.key
    given = [word for name, path in files.items() for word in (f"--tls-{name}", str(path))]
    command = ["grade", ASSIGNMENT, "--course", str(tmp_path), "--cluster", encrypted.address]
    command[2:2] = ["--sandbox", "nested"]
    done = CliRunner().invoke(app, [*command, *given])
    assert done.exit_code == 0, done.output
    assert "demo-001   17/20" in done.output
    refused = CliRunner().invoke(app, [*command[:-1], "tcp://10.0.0.1:8786", *given])
    assert refused.exit_code == 2
    assert "use tls://10.0.0.1:8786" in refused.output


@pytest.mark.slow
def test_without_a_certificate_of_the_authority_nobody_gets_in(
    encrypted: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 3.0)
    (tmp_path / "other").mkdir()
    other = certificates_of(tmp_path / "other")
    mixed = Certificates(encrypted.tls.authority, other.certificate, other.key)
    with pytest.raises(ClusterProblem, match="cannot be reached"):
        ClusterWorkers(encrypted.address, "none", ProcessLimits(), mixed).start()


# -- what a worker sends ----------------------------------------------------------------


class Trap:
    """Unpickled, it writes the process's number into a file."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)

    def __reduce__(self) -> tuple[Any, ...]:
        code = f"import os; open({self.path!r}, 'a').write(f'{{os.getpid()}}\\n')"
        return exec, (code,)


@pytest.mark.slow
def test_data_that_is_pickled_is_not_taken(plain: Cluster, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    trap = Trap(trace)
    with contextlib.closing(cluster._client(plain.address, None)) as client:
        taken = client.rpc.deserializers
        with pytest.raises(TypeError, match="only able to deserialize data with"):
            deserialize(*serialize(trap), deserializers=taken)
    assert not trace.exists()
    pickle.loads(pickle.dumps(trap))
    assert trace.read_text() == f"{os.getpid()}\n"  # so the trap does what it says


@pytest.mark.parametrize("text", [JOB.to_json(), b"no job"])
def test_a_worker_raises_nothing_that_dask_would_pickle(
    text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Fails:
        def do(self, job: bytes) -> bytes:
            raise RuntimeError("what a submission said")

    monkeypatch.setattr(dask_worker, "_worker", lambda setting: Fails())
    kind, sentence = dask_worker.do_job(text, lmhead.__version__)
    assert kind == dask_worker.PROBLEM
    assert str(sentence).startswith("a worker could not do a job: ")
    assert "submission" not in str(sentence)


# -- a cluster that cannot be used ------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("tcp://10.0.0.1:8786", "tcp://10.0.0.1:8786 is not encrypted, .* use tls://10.0.0.1:8786"),
        ("tcp://localhost.example.org:8786", "is not encrypted"),
        ("10.0.0.1:8786", "it looks like tls://HOST:8786"),
        ("tls://10.0.0.1", "it looks like tls://HOST:8786"),
        ("tls://10.0.0.1:many", "it looks like tls://HOST:8786"),
        ("inproc://1/2:3", "it looks like tls://HOST:8786"),
    ],
)
def test_marks_do_not_travel_unencrypted(address: str, says: str) -> None:
    with pytest.raises(ClusterProblem, match=says):
        check_address(address)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.0.1", "[::1]"])
def test_on_this_machine_they_may(host: str) -> None:
    assert check_address(f"tcp://{host}:8786")


def test_tls_without_certificates_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(ClusterProblem, match="needs certificates: --tls-ca, --tls-cert and"):
        ClusterWorkers("tls://10.0.0.1:8786", "none", ProcessLimits()).start()
    lacking = Certificates(tmp_path / "ca.pem")
    with pytest.raises(ClusterProblem, match=r"there is no file .*ca\.pem"):
        ClusterWorkers("tls://10.0.0.1:8786", "none", ProcessLimits(), lacking).start()


def test_where_no_scheduler_is_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 1.0)
    with pytest.raises(ClusterProblem, match=r"tcp://127\.0\.0\.1:9 cannot be reached"):
        ClusterWorkers("tcp://127.0.0.1:9", "none", ProcessLimits()).start()


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(plain: Cluster) -> None:
    workers = ClusterWorkers(plain.address, "none", ProcessLimits())
    with pytest.raises(ClusterProblem, match=f"has no workers: .* dask worker {plain.address}"):
        workers.start()


@pytest.fixture
def restarted(plain: Cluster) -> Cluster:
    """With one worker, which Dask's nanny starts again when it is lost."""
    if not plain.workers:
        plain.add_worker()
    plain.wait_for_workers()
    return plain


@pytest.mark.slow
def test_another_version_of_lmhead_is_told(
    restarted: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = lmhead.__version__
    monkeypatch.setattr(lmhead, "__version__", "9.9")
    says = f"the scheduler {restarted.address} has lmhead {here}, and this machine has 9.9"
    with pytest.raises(ClusterProblem, match=says):
        ClusterWorkers(restarted.address, "none", ProcessLimits()).start()


def test_a_worker_of_another_version_does_no_job() -> None:
    kind, sentence = dask_worker.do_job(b"", "9.9")
    assert kind == dask_worker.PROBLEM
    assert f"lmhead {lmhead.__version__}" in str(sentence)
    assert "lmhead[cluster]==9.9" in str(sentence)


@pytest.mark.slow
def test_a_worker_without_the_sandbox_is_told(restarted: Cluster) -> None:
    with pytest.raises(ClusterProblem, match=r"the worker tcp://.*: bubblewrap is not installed"):
        ClusterWorkers(restarted.address, "nested", ProcessLimits()).start()


@pytest.mark.slow
def test_a_job_that_kills_its_workers_is_given_up_and_the_rest_is_done(
    restarted: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill_or_answer(job: bytes, version: str) -> tuple[str, bytes]:
        import os

        if job == b"kill":
            os.kill(os.getpid(), 9)
        return "report", b"done " + job

    monkeypatch.setattr(cluster, "do_job", kill_or_answer)
    workers = ClusterWorkers(restarted.address, "none", ProcessLimits())
    workers.start()
    for key in ("a", "kill", "b", "c", "d"):
        workers.submit(key.encode(), key)
    reports = list(workers.results())
    workers.close()
    found = dict(reports)
    assert sorted(key for key, _ in reports) == ["a", "b", "c", "d", "kill"]
    given_up = Report.from_json(found.pop("kill"))
    assert (given_up.status, given_up.why.id) == ("broken", "grade/workers-lost")
    assert found == {key: b"done " + key.encode() for key in "abcd"}


@pytest.mark.slow
def test_an_answer_that_is_no_report_stops_the_grading(
    restarted: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_a_report(job: bytes, version: str) -> Any:
        if job == b"error":
            raise ImportError
        return {"a set": {1}} if job == b"set" else ["report", 5]

    monkeypatch.setattr(cluster, "do_job", not_a_report)
    workers = ClusterWorkers(restarted.address, "none", ProcessLimits())
    workers.start()
    says = dict.fromkeys((b"set", b"number"), "something that is no report")
    for text, sentence in {**says, b"error": "could not load lmhead's grader"}.items():
        workers.submit(text, text.decode())
        with pytest.raises(ClusterProblem, match=sentence):
            list(workers.results())
        workers._jobs.clear()
    workers.close()
