"""Every command of the course: ``python tasks.py TARGET``, or ``make TARGET``.

Only the standard library is used, so that this runs before anything is installed, on
Linux, macOS and Windows. Each target first brings the environment in ``.venv`` in step with
the lock it needs, so that any of them works on a fresh clone.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "lmhead needs Python 3.11 or newer, and this is Python {}.{} ({}). With a newer one "
        "installed, name it: make PYTHON=python3.12 course".format(
            sys.version_info[0], sys.version_info[1], sys.executable
        )
    )

import errno
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import system_tools

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "lmhead-installed.json"
HTML = ROOT / "_build" / "html"

# Each lock holds all of the one before it, at the same versions, and the extras named.
BASE, DEV, TRAIN = "requirements.txt", "requirements-dev.txt", "requirements-train.txt"
LOCKS = {
    BASE: ("learn", "grade", "site", "build"),
    DEV: ("dev",),
    TRAIN: ("dev", "train", "hub", "pretrained"),
}

# A file stays with one worker, so that what it sets up (a course, a site) is set up once; those
# that take minutes come first (tests/plugins/order.py). At the end stand the dearest tests.
PARALLEL = ("-n", "auto", "--dist", "loadfile", "--durations=25", "--durations-min=1")
FAST = "not torch and not browser and not sandbox and not postgres and not slow and not survey"


class Problem(Exception):
    """What stops a target, as a sentence for the person who called it."""


# Targets, in the order in which `help` lists them


def course() -> None:
    """Build both editions of the course and serve them on http://127.0.0.1:8000 (PORT=)."""
    port = chosen_port()
    open_server(port).server_close()  # a port that is taken is said before a long build
    build_site()
    with open_server(port) as server:
        say(f"The course is at http://127.0.0.1:{port}/ and in Chinese at /zh/. Ctrl-C stops it.")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("\nStopped.")


def site() -> None:
    """Build both editions into _build/html; a warning or a broken link fails (PYODIDE=)."""
    build_site()


def test() -> None:
    """Run lint, types, the site, the tests. Installs system packages where it may."""
    system_packages()
    install(TRAIN)
    lint()
    build_site()
    python("-m", "pytest", *PARALLEL, failure="Some tests failed; see above.")


def survey() -> None:
    """Run the rest of the sweeps of which `test` runs a sample; it takes an hour or more."""
    system_packages()
    install(TRAIN)
    build_site()
    whole = ("-m", "survey", "--record", "tests/survey.json")
    python("-m", "pytest", *whole, *PARALLEL, failure="Some tests failed; see above.")


def quick() -> None:
    """Run lint, types and the fast tests, which need no system package."""
    install(DEV)
    lint()
    few = ("-m", FAST, "--hypothesis-profile=quick")
    python("-m", "pytest", "-q", *few, *PARALLEL, failure="Some tests failed; see above.")


def lint() -> None:
    """Run ruff and mypy: what quick and test begin with, and what a commit hook runs."""
    install(DEV)
    failure = "ruff found the faults above. `ruff check --fix .` and `ruff format .` mend most."
    python("-m", "ruff", "check", "--quiet", ".", failure=failure)
    python("-m", "ruff", "format", "--quiet", "--check", ".", failure=failure)
    python("-m", "mypy", "--no-error-summary", failure="mypy found the faults above.")


def exercises() -> None:
    """Write masters, messages, tables and glossaries, and release the exercises anew."""
    messages()
    release = ("-m", "lmhead.grading.classroom.release")
    python(*release, ".", "zh", failure="The exercises were not released.")


def messages() -> None:
    """Write masters, messages and tables from lmhead/tasks, and the glossaries."""
    install(BASE)
    failure = "What follows from lmhead/tasks was not written; the reason is above."
    python("-m", "lmhead.tasks.generate", failure=failure)
    python("-m", "web.vocabulary", failure="The glossaries were not written; see above.")


def lock() -> None:
    """Resolve pyproject.toml into the three locks anew. UPGRADE=1 takes newer versions."""
    install(DEV)
    for name, extras in LOCKS.items():
        options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--quiet"]
        options += ["--no-header", "--no-annotate", "--output-file", name]
        options += [f"--extra={extra}" for extra in extras]
        if os.environ.get("UPGRADE") == "1":
            options.append("--upgrade")
        command = ("-m", "uv", "pip", "compile", *options, "pyproject.toml")
        python(*command, failure=f"{name} was not resolved and is as it was.")
        say(f"{name} is in step with pyproject.toml.")


def clean() -> None:
    """Remove what building and testing left, but not .venv."""
    for name in ("_build", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", "dist"):
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for folder in ("lmhead", "tests", "web", "bench"):
        for cache in (ROOT / folder).rglob("__pycache__"):
            shutil.rmtree(cache, ignore_errors=True)
    say("Clean. The environment in .venv is kept; delete that folder to start anew.")


def help() -> None:
    """List the targets."""
    say("make TARGET, or python tasks.py TARGET:\n")
    for name, target in TARGETS.items():
        say(f"  {name:<10} {target.__doc__}")


TARGETS: dict[str, Callable[[], None]] = {
    target.__name__: target
    for target in (course, site, test, survey, quick, lint, exercises, messages, lock, clean, help)
}


# What the targets are made of


def say(sentence: str) -> None:
    print(sentence, flush=True)


def run(command: Sequence[str | Path], failure: str) -> None:
    """Run a command in the repository's root; `failure` is said if its status is not 0."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    try:
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    except OSError as error:
        raise Problem(f"{failure} {command[0]} could not be started: {error.strerror}.") from None
    if status != 0:
        raise Problem(failure)


def python(*arguments: str, failure: str) -> None:
    run([PYTHON, *arguments], failure)


def build_site() -> None:
    """Both editions, strictly; web/build.py does the work and says what is wrong."""
    install(BASE)
    folder = os.environ.get("PYODIDE")
    options = ("--pyodide", str(Path(folder).expanduser().resolve())) if folder else ()
    python("-m", "web.build", *options, failure="The site was not built.")


# The environment


def install(name: str) -> None:
    """Bring .venv in step with a lock, unless it or a lock that contains it is installed."""
    wanted = {lock: fingerprint(lock) for lock in LOCKS}
    at_least = list(LOCKS)[list(LOCKS).index(name) :]
    installed = installed_lock()
    if any(installed == [lock, wanted[lock]] for lock in at_least):
        return
    if name == TRAIN and (platform.system(), platform.machine()) == ("Darwin", "x86_64"):
        raise Problem(
            "No torch as new as this course needs exists for Macs with an Intel processor. "
            "`make course` and `make quick` need none and work here."
        )
    if installed is not None and installed[0] in at_least:
        name = installed[0]  # what is there already is renewed, not left at older versions
    make_venv()
    STAMP.unlink(missing_ok=True)
    say(f"Installing what {name} lists into .venv ...")
    pip: tuple[str, ...] = ("-m", "pip", "install", "--disable-pip-version-check", "--no-deps")
    if not sys.stdout.isatty():
        pip = (*pip, "--quiet")
    failure = f"pip could not install {name}; its reason is above. Try again if it was the network."
    python(*pip, "--require-hashes", "-r", name, failure=failure)
    failure = "pip could not install lmhead itself into .venv; its reason is above."
    python(*pip, "--no-build-isolation", "-e", ".", failure=failure)
    STAMP.write_text(json.dumps([name, wanted[name]]), encoding="utf-8")


def installed_lock() -> list[str] | None:
    """The name and the fingerprint of the lock that .venv was last brought in step with."""
    try:
        name, print_of_lock = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return None
    return [name, print_of_lock] if PYTHON.exists() else None


def fingerprint(name: str) -> str:
    digest = hashlib.sha256()
    for file in (name, "pyproject.toml"):
        digest.update((ROOT / file).read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    if PYTHON.exists():
        return
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise Problem(
            f"Python {version} at {sys.executable} came without its venv module. "
            f"On Debian or Ubuntu: sudo apt-get install python{version}-venv"
        )
    say("Making an environment in .venv ...")
    failure = "The environment in .venv could not be made; the reason is above."
    try:
        run([sys.executable, "-m", "venv", "--clear", VENV], failure)
    except BaseException:
        shutil.rmtree(VENV, ignore_errors=True)
        raise


def system_packages() -> None:
    """Install what the tests need besides Python packages, or say how."""
    missing = [tool for tool in system_tools.TOOLS if system_tools.find(tool) is None]
    if not missing:
        return
    apt = system_tools.apt_get()
    try:
        if apt is None:
            raise Problem(system_tools.advice(missing))
        names = system_tools.packages(missing)
        say(f"Installing {', '.join(names)} with apt-get ...")
        failure = f"apt-get could not install {', '.join(names)}; its reason is above."
        run([*apt, "update", "-qq"], failure)
        run([*apt, "install", "-y", "-qq", "--no-install-recommends", *names], failure)
    except Problem as problem:
        if os.environ.get("ALLOW_SKIP") != "1":
            raise
        say(f"{problem}\nALLOW_SKIP=1: the tests that need it are skipped.")


# The server


class Server(ThreadingHTTPServer):
    # On Windows reusing an address would let two servers share a port.
    allow_reuse_address = os.name != "nt"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that the browser dropped, as it does when a reader leaves."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of each request."""


def chosen_port() -> int:
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise Problem(f"PORT is {text!r}; a number from 1 to 65535 was expected.")
    return int(text)


def open_server(port: int) -> Server:
    try:
        return Server(("127.0.0.1", port), partial(Handler, directory=str(HTML)))
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            why = "is taken" if error.errno == errno.EADDRINUSE else "may not be used"
            raise Problem(
                f"Port {port} {why}. Choose another: make course PORT={port % 65535 + 1}"
            ) from None
        raise


def main(arguments: list[str]) -> int:
    names = arguments or ["help"]
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        print(f"There is no target {unknown[0]!r}. Targets: {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    try:
        for name in names:
            TARGETS[name]()
    except Problem as problem:
        sys.stdout.flush()
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
