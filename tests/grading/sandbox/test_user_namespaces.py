"""What `doctor` and a refused sandbox say where a system allows no user namespaces."""

import shlex
import subprocess
from pathlib import Path

import pytest

from lmhead import doctor
from lmhead.grading.sandbox import levels
from lmhead.grading.sandbox.user_namespaces import PROFILE, apparmor_profile, remedy

#: As bubblewrap 0.9 says it under Ubuntu 24.04, under Debian's older switch, and in a container.
SAID = (
    "bwrap: setting up uid map: Permission denied",
    "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow it",
    "bwrap: Creating new namespace failed: Operation not permitted",
)
SWITCHES = {
    "kernel/apparmor_restrict_unprivileged_userns": ("1", "apparmor_parser"),
    "kernel/unprivileged_userns_clone": ("0", "kernel.unprivileged_userns_clone=1"),
    "user/max_user_namespaces": ("0", "user.max_user_namespaces="),
}


def system(folder: Path, switch: str, value: str) -> Path:
    path = folder / "proc" / "sys" / switch
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value + "\n", "ascii")
    return folder


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("switch", SWITCHES)
def test_each_refusal_has_its_remedy(tmp_path: Path, switch: str, said: str) -> None:
    refusing, what = SWITCHES[switch]
    told = remedy(said, system=system(tmp_path, switch, refusing))
    assert told is not None
    assert what in told
    allowing = "0" if refusing == "1" else "1"
    other = remedy(said, system=system(tmp_path, switch, allowing))
    assert other is not None
    assert what not in other
    assert "container" in other


def test_what_is_no_refusal_has_none(tmp_path: Path) -> None:
    assert remedy("bwrap: execvp python: No such file or directory", system=tmp_path) is None


def test_the_command_that_is_printed_writes_the_profile(tmp_path: Path) -> None:
    switch = "kernel/apparmor_restrict_unprivileged_userns"
    told = remedy(SAID[0], "/usr/bin/bwrap", system(tmp_path, switch, "1"))
    assert told is not None
    command = told.partition("Give bubblewrap one: ")[2].partition(" | ")[0]
    assert str(PROFILE) in told
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == apparmor_profile("/usr/bin/bwrap")
    assert shlex.split(command)[0] == "printf"


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whys = {"nested": "refused", "single": "refused", "none": None}
    monkeypatch.setattr(levels, "try_level", whys.__getitem__)


@pytest.mark.usefixtures("refused")
def test_without_a_wall_somebody_who_grades_lacks_something() -> None:
    (wall,) = [line for line in doctor.examine() if line.what.startswith("a wall")]
    assert (wall.works, wall.needed) == (False, True)


@pytest.mark.usefixtures("refused")
def test_a_learner_needs_no_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_installed", lambda name: False)
    (wall,) = [line for line in doctor.examine() if line.what.startswith("a wall")]
    assert not wall.needed


def test_one_wall_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    whys = {"nested": "refused", "single": None, "none": None}
    monkeypatch.setattr(levels, "try_level", whys.__getitem__)
    assert not [line for line in doctor.examine() if line.what.startswith("a wall")]
