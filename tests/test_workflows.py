"""The workflows of .github: what they use, what they may do, and that what they name exists."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

import tasks

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = {path.stem: path for path in sorted(FOLDER.glob("*.yml"))}

#: The majors that are current. Each use is pinned to the commit of a release and names it beside
#: the hash; dependabot renews both.
MAJORS = {
    "actions/cache": 5,
    "actions/checkout": 7,
    "actions/deploy-pages": 5,
    "actions/setup-python": 7,
    "actions/upload-pages-artifact": 5,
}
#: What a job may do beyond reading the repository.
MAY = {
    ("publish", "pages"): {"pages": "read"},
    ("publish", "deploy"): {"pages": "write", "id-token": "write"},
}


def load(path):
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def jobs():
    return [
        (workflow, name, job)
        for workflow, path in WORKFLOWS.items()
        for name, job in load(path)["jobs"].items()
    ]


def steps():
    return [step for _, _, job in jobs() for step in job["steps"]]


def settings(action):
    """What each step that uses an action sets for it."""
    found = [step.get("with", {}) for step in steps() if step.get("uses", "").startswith(action)]
    assert found
    return found


def test_an_action_is_pinned_to_a_commit_of_its_current_major():
    used = {}
    pattern = re.compile(r"uses: (\S+?)@([0-9a-f]{40}) # v(\d+)\.\d+\.\d+$")
    for path in WORKFLOWS.values():
        for line in path.read_text(encoding="utf-8").splitlines():
            if "uses:" in line:
                pinned = pattern.search(line)
                assert pinned, f"{path.name}: {line.strip()}"
                used.setdefault(pinned[1], set()).add((pinned[2], int(pinned[3])))
    assert {name: {major for _, major in pins} for name, pins in used.items()} == {
        name: {major} for name, major in MAJORS.items()
    }
    for name, pins in used.items():
        assert len(pins) == 1, f"{name} is used at more than one commit"


def test_a_workflow_may_read_the_repository_and_a_job_what_it_needs():
    for name, path in WORKFLOWS.items():
        assert load(path)["permissions"] == {"contents": "read"}, name
    more = {
        (workflow, name): job["permissions"]
        for workflow, name, job in jobs()
        if "permissions" in job
    }
    assert more == MAY


def test_the_token_of_a_checkout_is_not_left_to_what_runs_after_it():
    assert all(found.get("persist-credentials") is False for found in settings("actions/checkout"))


def test_no_text_of_an_event_becomes_part_of_a_script():
    for step in steps():
        assert "${{" not in step.get("run", "").replace("${{ matrix.", ""), step


def test_every_job_has_a_time_limit():
    for workflow, name, job in jobs():
        assert 0 < job["timeout-minutes"] <= 180, (workflow, name)


def test_what_is_cached_is_what_the_locks_name():
    for found in settings("actions/setup-python"):
        assert found["cache"] == "pip"
        assert found["cache-dependency-path"] in tasks.LOCKS
    for found in settings("actions/cache"):
        assert found["path"] == "~/.npm"
        files = re.search(r"hashFiles\((.+)\)", found["key"])[1]
        named = re.findall(r"'([^']+)'", files)
        assert sorted(named) == sorted(
            path.relative_to(ROOT).as_posix()
            for folder in ("web", "bench")
            for path in (ROOT / folder).glob("*/package-lock.json")
        )


def test_a_command_of_the_repository_is_a_target():
    called = [
        name
        for step in steps()
        for name in re.findall(r"(?:tasks\.py|^make) (\w+)", step.get("run", ""), re.MULTILINE)
    ]
    assert {"quick", "site", "survey"} <= set(called) <= set(tasks.TARGETS)


class TestPublish:
    """Without Pages, as in a fresh fork, a push is no failure; nothing is built in vain."""

    @pytest.fixture
    def ask(self, tmp_path):
        """Runs the step that asks with an answer of GitHub's program; what it ended with."""
        jobs = load(WORKFLOWS["publish"])["jobs"]
        (step,) = jobs["pages"]["steps"]

        def ask(status, printed, error=""):
            program = tmp_path / "gh"
            program.write_text(
                '#!/bin/sh\n[ "$2" = repos/someone/fork/pages ] || exit 9\n'
                f"printf '%s\\n' '{printed}'\nprintf '%s' '{error}' >&2\nexit {status}\n",
                encoding="utf-8",
            )
            program.chmod(0o755)
            output = tmp_path / "output"
            output.write_text("", encoding="utf-8")
            environment = {
                "PATH": f"{tmp_path}:{os.environ['PATH']}",
                "GITHUB_REPOSITORY": "someone/fork",
                "GITHUB_OUTPUT": str(output),
            }
            ended = subprocess.run(
                ["bash", "-e", "-o", "pipefail", "-c", step["run"]],
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            return ended.returncode, output.read_text(encoding="utf-8"), ended.stdout

        return ask

    pytestmark = pytest.mark.skipif(os.name == "nt", reason="the step runs in bash on Linux")

    def test_with_pages_the_address_is_handed_on(self, ask):
        status, output, said = ask(0, "workflow https://someone.github.io/fork/")
        assert (status, output, said) == (0, "address=https://someone.github.io/fork/\n", "")

    @pytest.mark.parametrize(
        ("answer", "why"),
        [
            ((1, '{"message":"Not Found"}', "gh: Not Found (HTTP 404)"), "has no Pages"),
            ((0, "legacy https://someone.github.io/fork/"), "from a branch"),
        ],
    )
    def test_without_it_a_notice_says_so_and_nothing_fails(self, ask, answer, why):
        status, output, said = ask(*answer)
        assert (status, output) == (0, "")
        assert said.startswith("::notice::Nothing is published: ")
        assert why in said
        assert said.count("\n") == 1

    def test_what_cannot_be_learned_is_an_error(self, ask):
        status, output, said = ask(1, '{"message":"oh"}', "gh: Server Error (HTTP 502)")
        assert (status, output) == (1, "")
        assert said.startswith("::error::")
        assert "HTTP 502" in said

    def test_the_other_jobs_wait_for_the_answer(self):
        jobs = load(WORKFLOWS["publish"])["jobs"]
        (step,) = jobs["pages"]["steps"]
        assert jobs["pages"]["outputs"] == {
            "address": "${{ steps." + step["id"] + ".outputs.address }}"
        }
        assert jobs["build"]["needs"] == "pages"
        assert jobs["build"]["if"] == "needs.pages.outputs.address != ''"
        assert jobs["deploy"]["needs"] == "build"  # skipped where that is


def test_dependabot_looks_where_there_is_something_to_renew():
    found = load(ROOT / ".github" / "dependabot.yml")
    assert found["version"] == 2
    updates = {update["package-ecosystem"]: update for update in found["updates"]}
    assert set(updates) == {"github-actions", "npm"}
    for folder in updates["npm"]["directories"]:
        assert (ROOT / folder.strip("/") / "package-lock.json").is_file()
