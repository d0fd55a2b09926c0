"""Jobs done on other machines, over Dask `distributed` (extra `cluster`).

A scheduler and workers are started with Dask's own commands, as the instructors' guide says;
each of those machines needs lmhead with the extra `cluster`, the workers bubblewrap too. They
need neither the gradebook nor a shared disk: a `Job` carries all that grading a submission
takes, as JSON in bytes, and its `Report` comes back the same way.

What holds between the machines:

- Off this machine the connection is TLS with certificates on both sides; ``tcp://`` is refused.
- A worker's Dask process runs no submission. It hands the job to a process of its own
  (`local_workers.Worker`), which does it in a child, in the sandbox.
- What comes back is read as msgpack and JSON; the client here takes no other kind of data
  (`deserializers`). `dask_worker` raises nothing and returns text and bytes alone, so that
  nothing of a submission is ever in what Dask pickles: exceptions, and the types of results.
- What Dask leaves open: its own messages hold pickled parts, which whoever receives them
  unpickles: the scheduler what its workers send, the client what the scheduler passes on, a
  worker what it is to do. So whoever has a certificate of the cluster can run programs on each
  of these machines, this one included. A submission has no certificate and no network.
"""

from __future__ import annotations

import contextlib
import importlib
import ipaddress
import json
import logging
import queue
import uuid
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import lmhead

from ...extras import how_to_install
from ..sandbox.bubblewrap import SandboxError
from ..sandbox.limits import ProcessLimits
from .dask_worker import PROBLEM, REPORT, do_job, probe, setting_of
from .jobs import Report

#: Seconds to reach the scheduler, and to hear from the sandboxes of the workers at the start.
CONNECT, PROBE = 30.0, 300.0
#: Seconds without any worker after which grading stops.
PATIENCE = 120.0
#: Seconds between two checks of whether there are workers.
_LOOK = 5.0


class ClusterProblem(SandboxError):
    """A cluster that cannot be used as it is. The text says why and what to do."""


@dataclass(frozen=True)
class Certificates:
    """Files in PEM: the authority that signed everybody's, and the client's own two.

    Where none is given, those of Dask's configuration are used (`distributed.comm.tls`).
    """

    authority: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def security(self, address: str) -> Any:
        """Dask's `Security` for a ``tls://`` address. Raises `ClusterProblem`."""
        given = {
            "tls_ca_file": self.authority,
            "tls_client_cert": self.certificate,
            "tls_client_key": self.key,
        }
        for path in given.values():
            if path is not None and not path.is_file():
                raise ClusterProblem(f"there is no file {path}, which was given for TLS")
        paths = {name: str(path) for name, path in given.items() if path is not None}
        security = _dask().Security(require_encryption=True, **paths)
        if security.tls_ca_file is None or security.tls_client_cert is None:
            raise ClusterProblem(
                f"{address} needs certificates: --tls-ca, --tls-cert and --tls-key, or "
                "distributed.comm.tls in Dask's configuration"
            )
        return security


def check_address(address: str) -> str:
    """The address, if grades may travel to it: TLS, or this machine. Raises `ClusterProblem`."""
    parts = urlsplit(address)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if parts.scheme not in ("tls", "tcp") or not host or not port:
        raise ClusterProblem(
            f"the address of a cluster is {address!r}; it looks like tls://HOST:8786"
        )
    if parts.scheme == "tcp" and not _is_here(host):
        raise ClusterProblem(
            f"{address} is not encrypted, and submissions and marks would be read and changed "
            f"by whoever is on the way: use tls://{host}:{port}"
        )
    return address


def _is_here(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _dask() -> Any:
    """Dask's `distributed`, which says little of its types."""
    return importlib.import_module("distributed")


def _client(address: str, security: Any) -> Any:
    """A Dask client that takes no pickled data, and shows nothing that workers print or warn of."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # said in our own sentences
    warnings.filterwarnings("ignore", message="Sending large graph", category=UserWarning)
    plain = ["msgpack"]
    client = _dask().Client(
        address,
        security=security,
        timeout=CONNECT,
        set_as_default=False,
        direct_to_workers=False,
        serializers=plain,
        deserializers=plain,
    )
    for topic in ("print", "warn"):
        with contextlib.suppress(ValueError):  # a version that has no such topic
            client.unsubscribe_topic(topic)
    return client


class ClusterWorkers:
    """The workers of a Dask cluster. See `workers.Workers`.

    A job whose worker is lost is done by another one; its report is given once. The scheduler
    gives up what has lost more workers than its `allowed-failures` (3); it cannot tell the
    culprit from what was waiting at the same worker. So each such job is tried once more when
    no other is at work, and only what is given up again has a report that says so.
    """

    def __init__(
        self,
        address: str,
        sandbox: str,
        limits: ProcessLimits,
        certificates: Certificates | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._address = check_address(address)
        self._setting = setting_of(sandbox, asdict(limits))
        self._certificates = certificates or Certificates()
        self._patience = patience
        self._run = uuid.uuid4().hex
        self._number = 0
        self._threads = 1
        self._waiting: dict[str, Any] = {}  # key -> Dask's future
        self._jobs: dict[str, bytes] = {}  # key -> its job, until there is a report
        self._suspects: list[str] = []  # keys of jobs to be tried alone
        self._alone: str | None = None
        self._done: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._client: Any = None

    # -- starting -----------------------------------------------------------------------

    def start(self) -> str:
        """Connect, and try the sandbox of every worker; returns its level.

        Raises `ClusterProblem`: no scheduler, no worker, another version, no sandbox.
        """
        try:
            _dask()
        except ImportError as error:
            raise ClusterProblem(f"a cluster needs {how_to_install('cluster')}") from error
        tls = self._address.startswith("tls:")
        security = self._certificates.security(self._address) if tls else None
        try:
            self._client = _client(self._address, security)
        except Exception as error:  # of sockets, of TLS, of time, of Dask's own protocol
            raise ClusterProblem(
                f"the scheduler at {self._address} cannot be reached ({_last_line(error)}). Is "
                "it running, and are the certificates of the same authority?"
            ) from error
        try:
            return self._check_workers()
        except BaseException:
            self.close()
            raise

    def _check_workers(self) -> str:
        workers = self._workers()
        if not workers:
            raise ClusterProblem(
                f"the scheduler at {self._address} has no workers: start some on the machines "
                f"that are to grade, with: dask worker {self._address}"
            )
        self._compare_versions()
        levels = set()
        for address, said in self._probe(list(workers)).items():
            if "level" not in said:
                raise ClusterProblem(f"the worker {address}: {said.get('error', 'no answer')}")
            levels.add(said["level"])
        return ", ".join(sorted(levels))

    def _workers(self) -> dict[str, int]:
        """The workers that the scheduler has now: address -> how many jobs each does at once."""
        try:
            found = self._client.scheduler_info()["workers"]
        except Exception as error:
            raise ClusterProblem(
                f"the scheduler at {self._address} is gone. Run the same command again once it "
                "is there: what was graded is kept"
            ) from error
        workers = {str(address): int(each["nthreads"]) for address, each in found.items()}
        self._threads = max(1, sum(workers.values()))
        return workers

    def _compare_versions(self) -> None:
        """Everybody must grade alike. Only version numbers are asked for, as plain text."""
        found = self._client.get_versions(packages=["lmhead"])
        machines = {f"the scheduler {self._address}": found["scheduler"]}
        machines |= {f"the worker {name}": each for name, each in found["workers"].items()}
        for name, each in machines.items():
            theirs = each["packages"].get("lmhead") if isinstance(each, dict) else None
            if theirs != lmhead.__version__:
                has = f"has lmhead {theirs}" if theirs else "has no lmhead"
                raise ClusterProblem(
                    f"{name} {has}, and this machine has {lmhead.__version__}: install "
                    f"lmhead[cluster]=={lmhead.__version__} there"
                )

    def _probe(self, workers: list[str]) -> dict[str, dict[str, Any]]:
        """What each worker says of its sandbox."""
        futures = {
            address: self._client.submit(
                probe, self._setting, key=self._name(), workers=[address], pure=False
            )
            for address in workers
        }
        with contextlib.suppress(TimeoutError), self._client.as_current():
            _dask().wait(list(futures.values()), timeout=PROBE)
        said = {}
        for address, future in futures.items():
            said[address] = {"error": f"it did not answer in {PROBE:g} seconds"}
            if future.status == "error":
                said[address] = {"error": "it could not load lmhead's grader"}
            elif future.status == "finished":
                text = self._take(future)
                said[address] = json.loads(text) if isinstance(text, str) else {}
        return said

    # -- working ------------------------------------------------------------------------

    @property
    def room(self) -> int:
        return 2 * self._threads - len(self._jobs)

    def submit(self, job: bytes, key: str) -> None:
        self._jobs[key] = job
        self._send(key)

    def _send(self, key: str) -> None:
        job = self._jobs[key]
        future = self._client.submit(do_job, job, lmhead.__version__, key=self._name(), pure=False)
        self._waiting[key] = future
        future.add_done_callback(lambda _: self._done.put(key))

    def results(self) -> Iterator[tuple[str, bytes]]:
        while self._jobs:
            if not self._waiting:
                self._alone = self._suspects.pop(0)
                self._send(self._alone)
            key = self._next()
            report = self._report(key, self._waiting.pop(key))
            if report is None:
                self._suspects.append(key)
                continue
            del self._jobs[key]
            yield key, report

    def _next(self) -> str:
        """The key of a job that is done. Raises `ClusterProblem` where no worker is left."""
        alone = 0.0
        while True:
            with contextlib.suppress(queue.Empty):
                return self._done.get(timeout=_LOOK)
            alone = 0.0 if self._workers() else alone + _LOOK
            if alone >= self._patience:
                raise ClusterProblem(
                    f"the scheduler at {self._address} has had no workers for "
                    f"{self._patience:g} seconds. Start some and run the same command again: "
                    "what was graded is kept"
                )

    def _report(self, key: str, future: Any) -> bytes | None:
        """What came of a job; None where it has lost its workers, perhaps by another's fault.

        Raises where the fault is the cluster's and no submission's.
        """
        if future.status == "error":
            if isinstance(future.exception(), _dask().KilledWorker):
                if key != self._alone:
                    return None
                return Report.broken("grade/workers-lost").to_json()
            raise ClusterProblem(
                "a worker could not load lmhead's grader: install "
                f"lmhead[cluster]=={lmhead.__version__} on each of them"
            )
        if future.status == "cancelled":
            raise ClusterProblem(
                f"the scheduler at {self._address} is gone, or has dropped the work. Run the "
                "same command again once it is there: what was graded is kept"
            )
        answer = self._take(future)
        match answer:
            case (kind, bytes(report)) if kind == REPORT:
                return report
            case (kind, str(sentence)) if kind == PROBLEM:
                raise ClusterProblem(sentence)
        raise ClusterProblem("a worker has answered with something that is no report")

    def _take(self, future: Any) -> Any:
        """The result of a finished job; fetched anew where its worker is gone meanwhile."""
        try:
            return self._client.gather([future], errors="skip")[0]
        except TypeError:  # data of a kind that is not taken
            return None
        except IndexError:
            return None

    def _name(self) -> str:
        self._number += 1
        return f"lmhead-{self._run}-{self._number}"

    def close(self) -> None:
        if self._client is None:
            return
        client, self._client = self._client, None
        with contextlib.suppress(Exception):
            client.cancel(list(self._waiting.values()), force=True)
        with contextlib.suppress(Exception):
            client.close(timeout=10)


def _last_line(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return (lines[-1].strip() if lines else type(error).__name__)[:200]


__all__ = ["Certificates", "ClusterProblem", "ClusterWorkers", "check_address"]
