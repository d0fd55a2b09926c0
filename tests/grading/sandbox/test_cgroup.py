"""Where groups are made and what is written, in a folder that stands for the kernel's."""

from pathlib import Path

import pytest

from lmhead.grading.sandbox import cgroup
from lmhead.grading.sandbox.limits import ProcessLimits


def hierarchy(folder: Path, enabled: dict[str, str], here: str) -> tuple[Path, Path]:
    """A mount with some groups (path -> controllers for what is below), and /proc/self/cgroup."""
    mount = folder / "cgroup"
    for name, controllers in enabled.items():
        (mount / name).mkdir(parents=True, exist_ok=True)
        (mount / name / "cgroup.subtree_control").write_text(controllers)
    (mount / "cgroup.controllers").write_text("cpu memory pids")
    listing = folder / "self"
    listing.write_text(f"4:memory:/old\n0::{here}\n")
    return mount, listing


@pytest.mark.parametrize(
    ("enabled", "found"),
    [
        ({"": "memory pids", "user": "memory pids", "user/app": ""}, "user"),
        ({"": "memory pids", "user": "memory", "user/app": "cpu"}, ""),
        ({"": "memory pids", "user": "memory pids", "user/app": "cpu memory pids"}, "user/app"),
        ({"": "cpu", "user": "cpu", "user/app": ""}, None),
    ],
    ids=["above", "root", "own", "none"],
)
def test_the_nearest_group_with_the_controllers_is_taken(
    tmp_path: Path, enabled: dict[str, str], found: str | None
) -> None:
    mount, listing = hierarchy(tmp_path, enabled, "/user/app")
    assert cgroup.candidate(mount, listing) == (None if found is None else mount / found)


def test_a_machine_with_version_one_alone_has_none(tmp_path: Path) -> None:
    listing = tmp_path / "self"
    listing.write_text("4:memory:/old\n0::/\n")
    assert cgroup.candidate(tmp_path, listing) is None


def test_a_group_has_the_limits_and_tells_why_it_ended(tmp_path: Path) -> None:
    group = cgroup.Group(tmp_path, ProcessLimits(memory=5, processes=6))
    (path,) = tmp_path.iterdir()
    group.add(77)
    written = {each.name: each.read_text() for each in path.iterdir()}
    assert written == {
        "memory.max": "5",
        "pids.max": "24",
        "memory.oom.group": "1",
        "cgroup.procs": "77",
    }
    assert not group.out_of_memory()
    (path / "memory.events").write_text("low 0\noom 1\noom_kill 0\n")
    assert not group.out_of_memory()
    (path / "memory.events").write_text("low 0\noom 1\noom_kill 2\n")
    assert group.out_of_memory()
