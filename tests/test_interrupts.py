"""Signals: when one ends the program at once, when later, and when it is remembered."""

import contextlib
import os
import signal
import subprocess
import sys
import threading

import pytest

from lmhead import _interrupts

pytestmark = pytest.mark.usefixtures("ctrl_c")


@pytest.fixture
def ctrl_c():
    """Ctrl-C is heard here and in programs started here, also where pytest is in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def ask(number=signal.SIGINT):
    os.kill(os.getpid(), number)


def test_a_held_block_is_finished_first():
    done = []
    with _interrupts.taken() as interrupts:
        interrupts.raises = True

        def two() -> None:
            with _interrupts.held():
                with _interrupts.held():
                    ask()
                    done.append("inner")
                done.append("outer")
            done.append("after")

        with pytest.raises(KeyboardInterrupt):
            two()
    assert done == ["inner", "outer"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_raises_and_the_second_finds_it_under_way(number):
    with _interrupts.taken() as interrupts:
        interrupts.raises = True
        tidied = []

        def asked_twice() -> None:
            try:
                ask(number)
            finally:
                ask(number)  # as a terminal and `timeout` both send it
                tidied.append(True)

        with pytest.raises(KeyboardInterrupt):
            asked_twice()
        assert tidied


def test_one_that_a_library_swallowed_is_raised_again():
    with _interrupts.taken() as interrupts:
        interrupts.raises = True
        _interrupts.check()
        with contextlib.suppress(BaseException):
            ask()
        with pytest.raises(KeyboardInterrupt):
            _interrupts.check()


def test_what_was_there_before_is_there_again_and_nohup_stays():
    before = signal.getsignal(signal.SIGINT), sys.unraisablehook
    with _interrupts.taken():
        assert signal.getsignal(signal.SIGINT) is not before[0]
    assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == before
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with _interrupts.taken():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            ask()
    finally:
        signal.signal(signal.SIGINT, before[0])


def test_outside_of_the_main_thread_nothing_is_taken():
    found = []

    def there():
        with _interrupts.taken(), _interrupts.held():
            _interrupts.check()
            found.append(signal.getsignal(signal.SIGINT))

    before = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=there)
    thread.start()
    thread.join()
    assert found == [before]


@pytest.mark.parametrize(
    ("program", "status", "said"),
    [
        # While modules are loaded: at once, with a word, whatever the module would do.
        (
            "with taken('Stopped.'):\n try: ask()\n except BaseException: print('no')",
            130,
            "Stopped.",
        ),
        ("with taken('Stopped.'):\n ask(15)", 143, "Stopped."),
        # Whoever asks three times does not want to wait.
        (
            "with taken('x') as i:\n i.raises = True\n with held():\n  ask(), ask(), ask()\n"
            "  print('no')",
            130,
            "",
        ),
        # Where an exception cannot be raised it is no message either.
        (
            "class A:\n def __del__(self): ask()\nwith taken('x') as i:\n i.raises = True\n"
            " del_ = A(); del del_\n print('here')\n try: check()\n"
            " except KeyboardInterrupt: print('raised')",
            0,
            "here\nraised",
        ),
        ("leave()\nask()\nprint('no')", 130, ""),
    ],
)
def test_a_program_ends_with_the_status_of_the_signal(program, status, said):
    start = (
        "import os, signal\nfrom lmhead._interrupts import check, held, leave, taken\n"
        "def ask(number=signal.SIGINT): os.kill(os.getpid(), number)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", start + program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, (done.stdout + done.stderr).strip()) == (status, said)
