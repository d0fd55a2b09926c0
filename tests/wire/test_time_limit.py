"""The limit of a call: which of the two was reached, and signals that are neither."""

import contextlib
import os
import signal
import time

import pytest

from lmhead.wire.peer import SignalRaised, TimeUp, describe_error, time_limit


def compute() -> None:
    while True:
        pass


def wait() -> None:
    while True:
        signal.pause()


def test_a_call_that_waits_is_told_apart_from_one_that_computes() -> None:
    with pytest.raises(TimeUp) as caught, time_limit(60, 0.1):
        wait()
    told = describe_error(caught.value)
    assert (told["time"], told["clock"]) == (True, True)
    with pytest.raises(TimeUp) as caught, time_limit(0.05, 60):
        compute()
    told = describe_error(caught.value)
    assert (told["time"], told["clock"]) == (True, False)


def test_a_loop_that_a_busy_machine_starves_is_no_wait() -> None:
    """Its clock is over before it has computed for its time."""
    with pytest.raises(TimeUp) as caught, time_limit(60, 0.2):
        compute()
    assert not caught.value.by_clock


def test_a_limit_that_was_swallowed_is_the_same_one_when_it_rings_again() -> None:
    def swallowed() -> None:
        with contextlib.suppress(TimeUp):
            compute()
        wait()

    with pytest.raises(TimeUp) as caught, time_limit(0.05, 0.5):
        swallowed()
    assert not caught.value.by_clock


@pytest.mark.parametrize("number", [signal.SIGALRM, signal.SIGPROF])
def test_a_signal_that_was_sent_is_not_the_limit(number: signal.Signals) -> None:
    with pytest.raises(SignalRaised, match=f"^{number.name} came"), time_limit(60, 60):
        os.kill(os.getpid(), number)


@pytest.mark.parametrize("again", [0, 0.05])
def test_a_timer_of_ones_own_is_not_the_limit_and_the_limit_stays(again: float) -> None:

    def swallow() -> None:
        while True:
            with contextlib.suppress(SignalRaised):
                signal.pause()

    with time_limit(60, 0.4):
        signal.setitimer(signal.ITIMER_REAL, 0.05, again)
        with pytest.raises(SignalRaised):
            signal.pause()
        with pytest.raises(TimeUp):
            swallow()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_limits_nest() -> None:
    def inner() -> None:
        with pytest.raises(TimeUp), time_limit(60, 0.05):
            wait()
        wait()

    with pytest.raises(TimeUp), time_limit(60, 0.3):
        inner()


def test_clocks_that_a_learner_stops_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("monotonic", "process_time", "time", "perf_counter"):
        monkeypatch.setattr(time, name, lambda: 0.0)
    with pytest.raises(TimeUp), time_limit(60, 0.1):
        signal.pause()
