"""Why bubblewrap may not make user namespaces here, and what an administrator can do about it.

Every wall of the sandbox begins with a user namespace. Systems refuse them in three ways, each
with a switch of its own below /proc/sys: AppArmor (Ubuntu from 23.10 on, which lets only programs
with a profile make them), Debian's older switch, and a limit of 0 (as some hardened systems set).
Sources: bubblewrap's messages (bubblewrap.c), Documentation/admin-guide/sysctl/user.rst of Linux,
and Ubuntu's release notes of 23.10 and 24.04.
"""

from __future__ import annotations

import shlex
from pathlib import Path

#: Words in what bubblewrap says where a namespace was refused.
_REFUSALS = (
    "setting up uid map",
    "setting up gid map",
    "Creating new namespace failed",
    "No permissions to create",
    "Failed to make / slave",
    "loopback: Failed RTM_NEWADDR",
    "unshare",
)
PROFILE = Path("/etc/apparmor.d/bwrap")


def apparmor_profile(program: str) -> str:
    """A profile that lets bubblewrap, and what it starts, make user namespaces."""
    return (
        "abi <abi/4.0>,\ninclude <tunables/global>\n"
        f"profile bwrap {program} flags=(unconfined) {{\n  userns,\n}}\n"
    )


def remedy(said: str, program: str = "/usr/bin/bwrap", system: Path = Path("/")) -> str | None:
    """What to do about a refusal; None where `said`, bubblewrap's last line, tells of none.

    system: the root of the file system whose switches are read.
    """
    if not any(words in said for words in _REFUSALS):
        return None
    switches = system / "proc" / "sys"
    if _is(switches / "kernel" / "apparmor_restrict_unprivileged_userns", "1"):
        lines = apparmor_profile(program).splitlines()
        profile = " ".join(shlex.quote(line) for line in lines)
        return (
            "This system's AppArmor lets only programs with a profile make user namespaces, as "
            f"Ubuntu does from 23.10 on. Give bubblewrap one: printf '%s\\n' {profile} | "
            f"sudo tee {PROFILE} && sudo apparmor_parser -r {PROFILE}  Or allow them to every "
            "program: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (and the same "
            "line without `sudo sysctl -w` in /etc/sysctl.d/60-userns.conf, to keep it)."
        )
    if _is(switches / "kernel" / "unprivileged_userns_clone", "0"):
        return (
            "This system allows user namespaces to root alone. Allow them: "
            "sudo sysctl -w kernel.unprivileged_userns_clone=1 (and the setting in "
            "/etc/sysctl.d/60-userns.conf, to keep it)."
        )
    if _is(switches / "user" / "max_user_namespaces", "0"):
        return (
            "This system allows no user namespaces. Allow them: "
            "sudo sysctl -w user.max_user_namespaces=10000 (and the setting in "
            "/etc/sysctl.d/60-userns.conf, to keep it)."
        )
    return (
        "The system refuses user namespaces, as containers do by default: grade outside of the "
        "container, or start it so that they are allowed."
    )


def _is(switch: Path, value: str) -> bool:
    try:
        return switch.read_text("ascii").strip() == value
    except (OSError, ValueError):
        return False
