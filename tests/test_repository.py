"""What holds for the repository as a whole: its locks, its package, what its files may say."""

import importlib.metadata
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from packaging.requirements import Requirement
from PIL import Image, ImageStat

import lmhead
import tasks

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]


def tracked_files():
    # The safe.directory: in CI another user may own the clone.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    files = [ROOT / name for name in listed.decode().split("\0") if name]
    assert len(files) > 50
    return [file for file in files if file.is_file()]


def texts():
    for file in tracked_files():
        content = file.read_bytes()
        if b"\0" not in content:
            yield file.relative_to(ROOT).as_posix(), content.decode("utf-8")


# What the files say


# Written in pieces, or this file would be the first to break the rule.
HOSTS = [
    ".".join(labels)
    for labels in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("debian", "org"),
        ("ubuntu", "com"),
        ("anaconda", "org"),
        ("pytorch", "org/whl"),
        ("tuna", "tsinghua"),
        ("mirrors", "aliyun"),
    ]
]
PLACES = re.compile(
    r"(?<![\w.])/(?:work|root|Users|mnt|media)/\w"
    r"|(?<![\w.])/home/(?!learner\b|pyodide\b)\w+/"  # the homes of the sandbox and of Pyodide
    r"|\b[A-Za-z]:\\+Users\\"
    r"|\bfile:///\w"
)


def test_no_file_names_the_host_of_a_package_registry():
    found = [(name, host) for name, text in texts() for host in HOSTS if host in text]
    assert found == []


@pytest.mark.slow
def test_no_file_holds_an_absolute_path_of_somebodys_machine():
    found = [(name, match.group()) for name, text in texts() for match in PLACES.finditer(text)]
    assert found == []


def test_every_text_ends_in_a_newline_and_has_no_conflict_marker():
    for name, text in texts():
        if text and not name.endswith(".svg"):
            assert text.endswith("\n"), name
        assert not re.search(r"^(<{7}|>{7}) ", text, re.MULTILINE), name


# The locks


def locked(name):
    """Each requirement of a lock: its name, and its pinned versions with their markers."""
    text = (ROOT / name).read_text(encoding="utf-8")
    pins = {}
    for line in text.replace("\\\n", " ").splitlines():
        pin, *hashes = line.split(" --hash=")
        assert hashes, f"{name}: {line} has no hash"
        requirement = Requirement(pin)
        assert [specifier.operator for specifier in requirement.specifier] == ["=="], line
        pins.setdefault(canonical(requirement.name), []).append(requirement)
    return pins


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements_of(extras):
    """What the package and its extras ask for, with extras of itself opened up."""
    found, waiting = [Requirement(text) for text in PROJECT["dependencies"]], list(extras)
    while waiting:
        for text in EXTRAS[waiting.pop()]:
            requirement = Requirement(text)
            if requirement.name == PROJECT["name"]:
                waiting.extend(requirement.extras)
            else:
                found.append(requirement)
    return found


@pytest.mark.parametrize("name", tasks.LOCKS)
def test_a_lock_holds_what_pyproject_asks_for(name):
    pins = locked(name)
    for requirement in requirements_of(tasks.LOCKS[name]):
        versions = pins.get(canonical(requirement.name), [])
        assert versions, f"{name} lacks {requirement.name}: run `make lock`"
        for pin in versions:
            version = next(iter(pin.specifier)).version
            assert requirement.specifier.contains(version, prereleases=True), (
                f"{name} has {pin.name} {version}, pyproject.toml asks for {requirement}: "
                "run `make lock`"
            )


@pytest.mark.parametrize("name", tasks.LOCKS)
def test_a_lock_names_no_address_and_no_option(name):
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        assert "://" not in line
        assert " @ " not in line
        assert re.match(r"[a-z0-9]|    --hash=sha256:[0-9a-f]{64}( \\)?$", line), line


def test_each_lock_holds_the_one_before_it_at_the_same_versions():
    base, dev, train = (locked(name) for name in tasks.LOCKS)
    for smaller, larger in [(base, dev), (dev, train)]:
        for name, pins in smaller.items():
            there = larger.get(name, [])
            assert [pin.specifier for pin in pins] == [pin.specifier for pin in there], name
            # A package that more extras ask for may be wanted on more systems, never on fewer.
            for pin, other in zip(pins, there, strict=True):
                assert other.marker in (None, pin.marker), (pin, other)


def test_torch_is_in_the_last_lock_alone():
    base, dev, train = (locked(name) for name in tasks.LOCKS)
    assert "torch" not in base
    assert "torch" not in dev
    assert [str(pin.specifier) for pin in train["torch"]] == ["==2.14.1"]


def test_the_environment_is_the_locked_one():
    for name, pins in locked(tasks.DEV).items():
        for pin in pins:
            if pin.marker is None or pin.marker.evaluate():
                installed = importlib.metadata.version(name)
                assert pin.specifier.contains(installed, prereleases=True), (
                    f"{name} {installed} is installed, {pin} is locked: run `make quick`"
                )


def test_the_oldest_python_is_the_same_everywhere():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert oldest == "3.11"
    assert f"Programming Language :: Python :: {oldest}" in PROJECT["classifiers"]
    assert PYPROJECT["tool"]["mypy"]["python_version"] == oldest
    assert PYPROJECT["tool"]["ruff"]["target-version"] == "py" + oldest.replace(".", "")
    assert f'"--python-version", "{oldest}"' in (ROOT / "tasks.py").read_text(encoding="utf-8")
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert f'python-version: "{oldest}"' in workflow


# The commands


def test_make_has_the_targets_of_tasks_and_no_others():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    names = re.search(r"^TARGETS := (.+)$", makefile, re.MULTILINE).group(1).split()
    assert sorted(names) == sorted(tasks.TARGETS)


def test_the_workflow_runs_what_ci_runs():
    assert "run: .ci/run" in (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert "make test" in (ROOT / ".ci/run").read_text(encoding="utf-8")
    command = ["git", "-c", "safe.directory=*", "ls-files", "--stage", ".ci/run"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert listed.startswith("100755 ")


@pytest.fixture
def hooked(tmp_path):
    """Runs the hooks of a stage in a repository whose tasks.py says what it is called with."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=N", "-c", "user.email=n@localhost"]
    shutil.copy(ROOT / ".pre-commit-config.yaml", tmp_path)
    (tmp_path / "tasks.py").write_text(
        "import sys\nprint(sys.prefix, sys.argv[1:])\n"
        "sys.exit('fault' in open('lmhead.py', encoding='utf-8').read())\n",
        encoding="utf-8",
    )
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True)

    # A push that runs these tests has told git where its own repository is.
    outside = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}

    def run(stage, content):
        (tmp_path / "lmhead.py").write_text(content, encoding="utf-8")
        for arguments in (["init", "-q"], ["add", "--", "*.py", ".pre-commit-config.yaml"]):
            subprocess.run([*git, *arguments], env=outside, check=True)
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose"]
        ended = subprocess.run(
            [*command, "--color=never", "--hook-stage", stage],
            cwd=tmp_path,
            env={**outside, "PRE_COMMIT_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.returncode, ended.stdout

    return run


@pytest.mark.parametrize(("stage", "target"), [("pre-commit", "lint"), ("pre-push", "quick")])
def test_a_hook_runs_a_target_in_the_environment(hooked, tmp_path, stage, target):
    assert target in tasks.TARGETS
    said = f"{tmp_path / '.venv'} {[target]}"
    status, printed = hooked(stage, "fine = 1\n")
    assert status == 0
    assert said in printed
    status, printed = hooked(stage, "fault = 1\n")
    assert status == 1
    assert "Failed" in printed


def test_hooks_come_from_no_other_repository():
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    assert {hook["language"] for repo in config["repos"] for hook in repo["hooks"]} == {"system"}


# What others are told


def test_the_citation_says_what_pyproject_says():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    subject, _, _ = PROJECT["description"].partition(":")
    assert citation.pop("message")
    assert citation == {
        "cff-version": "1.2.0",
        "type": "software",
        "title": f"{PROJECT['name']}: {subject[0].lower()}{subject[1:]}",
        "abstract": PROJECT["description"],
        "version": lmhead.__version__,
        "authors": PROJECT["authors"],
        "url": PROJECT["urls"]["Homepage"],
        "repository-code": PROJECT["urls"]["Repository"],
        "license": PROJECT["license"],
        "keywords": PROJECT["keywords"],
    }


def test_the_readme_opens_with_a_picture_for_light_and_for_dark_and_two_commands():
    opening, _, _ = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## ")
    assert opening.startswith("# lmhead\n\n<picture>\n")
    names = re.findall(r'(?:src|srcset)="([^"]+)"', opening)
    light, dark = sorted(names, key=lambda name: "dark" in name)
    assert re.search(rf'prefers-color-scheme: dark\)" srcset="{re.escape(dark)}"', opening)
    pictures = [Image.open(ROOT / name) for name in (light, dark)]
    assert pictures[0].size == pictures[1].size
    brightness = [ImageStat.Stat(picture.convert("L")).mean[0] for picture in pictures]
    assert brightness[0] > 200 > 100 > brightness[1]
    assert all((ROOT / name).stat().st_size < 150_000 for name in names)
    exponentials = [math.exp(z) for z in (2, 1, 1, 0)]
    alternative = re.search(r'alt="([^"]+)"', opening)[1]
    assert alternative.endswith(f"cat has {exponentials[0] / sum(exponentials):.3f}.")
    (commands,) = re.findall(r"^```\n(.+?)\n```$", opening, re.MULTILINE | re.DOTALL)
    assert [line.partition("  ")[0] for line in commands.splitlines()] == [
        "make course",
        ".venv/bin/lmhead learn",
    ]


# The package


def modules_after(statement):
    """The modules that a fresh interpreter has loaded after a statement."""
    code = f"{statement}; import json, sys; print(json.dumps(sorted(sys.modules)))"
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return json.loads(printed)


def third_party(modules):
    roots = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names)
    # What site.py loads for editable installs and for namespace packages.
    own = re.compile(r"^(lmhead|__.*|_distutils_hack|_?virtualenv|sitecustomize|usercustomize)$")
    return {root for root in roots if not own.match(root)}


def test_importing_the_package_loads_nothing():
    loaded = set(modules_after("import lmhead")) - set(modules_after("pass"))
    assert third_party(loaded) == set()
    assert {name for name in loaded if name.startswith("lmhead")} == {"lmhead"}


@pytest.mark.slow
@pytest.mark.parametrize("module", lmhead.__all__)
def test_a_chapters_module_loads_numpy_alone(module):
    loaded = set(modules_after(f"import lmhead; lmhead.{module}")) - set(modules_after("pass"))
    assert f"lmhead.{module}" in loaded
    assert third_party(loaded) == {"numpy"}


def test_the_course_module_loads_no_package():
    loaded = set(modules_after("import lmhead.course")) - set(modules_after("pass"))
    assert third_party(loaded) == set()


def test_the_package_says_what_it_lacks_and_what_it_has():
    with pytest.raises(AttributeError, match="module 'lmhead' has no attribute 'sofmax'"):
        lmhead.sofmax  # noqa: B018
    assert set(lmhead.__all__) <= set(dir(lmhead))
    assert lmhead.__version__ == importlib.metadata.version("lmhead")
    for name in lmhead.__all__:
        assert f"lmhead.{name}`" in lmhead.__doc__


def test_the_compiled_messages_are_in_step():
    catalogs = sorted((ROOT / "lmhead/locale").glob("*/LC_MESSAGES/*.po"))
    assert {catalog.parts[-3] for catalog in catalogs} == {"en", "zh"}
    for catalog in catalogs:
        with catalog.open("rb") as file:
            source = read_po(file, locale=catalog.parts[-3])
        compiled = io.BytesIO()
        write_mo(compiled, source)
        stored = catalog.with_suffix(".mo").read_bytes()
        assert stored == compiled.getvalue(), f"{catalog}: run `make exercises`"
