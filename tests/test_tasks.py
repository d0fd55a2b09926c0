"""The commands: what they install, what they serve, and what they say when they cannot."""

import ast
import json
import socket
import struct
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

import system_tools
import tasks
from lmhead import extras
from tests import conftest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = (ROOT / "tasks.py").read_text(encoding="utf-8")


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """An empty checkout with an environment; the commands that would run in it are returned."""
    commands = []
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    for name in [*tasks.LOCKS, "pyproject.toml"]:
        (tmp_path / name).write_text(name, encoding="utf-8")
    monkeypatch.setattr(tasks, "ROOT", tmp_path)
    monkeypatch.setattr(tasks, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(tasks, "PYTHON", python)
    monkeypatch.setattr(tasks, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(tasks, "HTML", tmp_path / "html")
    monkeypatch.setattr(tasks, "run", lambda command, failure: commands.append(list(command)))
    monkeypatch.delenv("PORT", raising=False)
    monkeypatch.delenv("PYODIDE", raising=False)
    return commands


def installed(commands):
    """The locks that pip was told to install, in order; the list is emptied."""
    names = [command[command.index("-r") + 1] for command in commands if "-r" in command]
    commands.clear()
    return names


class TestSite:
    def test_python_for_the_notebooks_comes_from_a_folder_if_one_is_named(
        self, checkout, monkeypatch, tmp_path
    ):
        tasks.site()
        assert checkout[-1][1:] == ["-m", "web.build"]
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PYODIDE", "full/pyodide")
        tasks.site()
        folder = str(tmp_path / "full" / "pyodide")  # whatever folder the build runs in
        assert checkout[-1][1:] == ["-m", "web.build", "--pyodide", folder]


class TestInstall:
    def test_with_hashes_and_without_asking_for_more(self, checkout):
        tasks.install(tasks.BASE)
        first, second = checkout
        assert {"--require-hashes", "--no-deps"} <= set(first)
        assert {"--no-deps", "--no-build-isolation", "-e"} <= set(second)

    def test_once(self, checkout):
        tasks.install(tasks.BASE)
        assert installed(checkout) == [tasks.BASE]
        tasks.install(tasks.BASE)
        assert installed(checkout) == []

    def test_again_when_the_lock_or_pyproject_changed(self, checkout):
        for file in (tasks.BASE, "pyproject.toml"):
            tasks.install(tasks.BASE)
            installed(checkout)
            (tasks.ROOT / file).write_text("changed", encoding="utf-8")
            tasks.install(tasks.BASE)
            assert installed(checkout) == [tasks.BASE]

    def test_a_larger_lock_will_do(self, checkout):
        tasks.install(tasks.DEV)
        installed(checkout)
        tasks.install(tasks.BASE)
        assert installed(checkout) == []
        tasks.install(tasks.TRAIN)
        assert installed(checkout) == [tasks.TRAIN]

    def test_a_larger_one_that_is_out_of_date_is_renewed(self, checkout):
        tasks.install(tasks.TRAIN)
        installed(checkout)
        (tasks.ROOT / tasks.TRAIN).write_text("changed", encoding="utf-8")
        tasks.install(tasks.BASE)
        assert installed(checkout) == [tasks.TRAIN]

    def test_again_after_a_failure_or_a_broken_stamp(self, checkout, monkeypatch):
        def fail(command, failure):
            raise tasks.Problem(failure)

        tasks.install(tasks.BASE)
        (tasks.ROOT / tasks.BASE).write_text("changed", encoding="utf-8")
        record = tasks.run
        monkeypatch.setattr(tasks, "run", fail)
        with pytest.raises(tasks.Problem, match=r"pip could not install requirements\.txt"):
            tasks.install(tasks.BASE)
        monkeypatch.setattr(tasks, "run", record)
        installed(checkout)
        (tasks.ROOT / tasks.BASE).write_text(tasks.BASE, encoding="utf-8")
        for broken in (None, "{", "1", json.dumps(["other.txt", "0"])):
            if broken is not None:
                tasks.STAMP.write_text(broken, encoding="utf-8")
            tasks.install(tasks.BASE)
            assert installed(checkout) == [tasks.BASE]

    def test_no_torch_for_intel_macs(self, checkout, monkeypatch):
        monkeypatch.setattr(tasks.platform, "system", lambda: "Darwin")
        monkeypatch.setattr(tasks.platform, "machine", lambda: "x86_64")
        with pytest.raises(tasks.Problem, match="Macs with an Intel processor"):
            tasks.install(tasks.TRAIN)
        tasks.install(tasks.DEV)
        assert installed(checkout) == [tasks.DEV]

    def test_a_python_without_venv(self, checkout, monkeypatch):
        tasks.PYTHON.unlink()
        monkeypatch.setattr(tasks.importlib.util, "find_spec", lambda name: None)
        with pytest.raises(tasks.Problem, match=r"sudo apt-get install python3\.\d+-venv"):
            tasks.install(tasks.BASE)

    def test_an_environment_half_made_is_removed(self, checkout, monkeypatch):
        def fail(command, failure):
            raise KeyboardInterrupt

        tasks.PYTHON.unlink()
        monkeypatch.setattr(tasks, "run", fail)
        with pytest.raises(KeyboardInterrupt):
            tasks.install(tasks.BASE)
        assert not tasks.VENV.exists()


class TestServer:
    def test_serves_the_built_pages_on_this_machine_alone(self, checkout):
        tasks.HTML.mkdir()
        (tasks.HTML / "index.html").write_text("两版", encoding="utf-8")
        with tasks.open_server(0) as server:
            address, port = server.server_address[:2]
            assert address == "127.0.0.1"
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as reply:
                    assert reply.read().decode() == "两版"
            finally:
                server.shutdown()
                thread.join()

    def test_a_port_that_is_taken_is_said_before_anything_is_built(
        self, checkout, monkeypatch, capsys
    ):
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            monkeypatch.setenv("PORT", str(port))
            assert tasks.main(["course"]) == 1
        assert checkout == []
        assert f"Port {port} is taken. Choose another" in capsys.readouterr().err

    @pytest.mark.parametrize("port", ["http", "-1", "0", "65536", "8000.5", "８０００x"])
    def test_a_port_that_is_none(self, monkeypatch, port):
        monkeypatch.setenv("PORT", port)
        with pytest.raises(tasks.Problem, match=f"PORT is '{port}'; a number from 1 to 65535"):
            tasks.chosen_port()

    def test_8000_unless_said_otherwise(self, checkout, monkeypatch):
        assert tasks.chosen_port() == 8000
        monkeypatch.setenv("PORT", "8123")
        assert tasks.chosen_port() == 8123

    def answer_one(self, server, client):
        """Let the server answer `client` to the end, whatever comes of it."""
        handled = threading.Event()
        close = server.shutdown_request  # the last thing that is done with a connection
        server.shutdown_request = lambda request: (close(request), handled.set())
        with socket.create_connection(server.server_address) as connection:
            client(connection)
            server.handle_request()
            assert handled.wait(timeout=60)

    def test_it_is_silent_about_a_connection_that_the_browser_drops(self, checkout, capfd):
        tasks.HTML.mkdir()
        (tasks.HTML / "large").write_bytes(bytes(50_000_000))  # more than any buffer takes

        def leave(connection):
            connection.sendall(b"GET /large HTTP/1.0\r\n\r\n")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()

        with tasks.open_server(0) as server:
            self.answer_one(server, leave)
        assert capfd.readouterr() == ("", "")

    def test_it_shows_a_fault_of_its_own(self, checkout, capfd):
        with tasks.Server(("127.0.0.1", 0), lambda *arguments: 1 // 0) as server:
            self.answer_one(server, lambda connection: None)
        assert "ZeroDivisionError" in capfd.readouterr().err


class TestCommandLine:
    def test_an_unknown_target(self, capsys):
        assert tasks.main(["tset"]) == 2
        assert "There is no target 'tset'. Targets: course, site, test" in capsys.readouterr().err

    def test_help_lists_every_target(self, capsys):
        assert tasks.main([]) == 0
        printed = capsys.readouterr().out
        for name in tasks.TARGETS:
            assert f"\n  {name} " in printed

    def test_the_status_of_a_command_reaches_the_caller(self, capsys, monkeypatch):
        def failing():
            tasks.run([sys.executable, "-c", "raise SystemExit(3)"], "It failed.")

        monkeypatch.setitem(tasks.TARGETS, "site", failing)
        assert tasks.main(["site"]) == 1
        assert capsys.readouterr().err == "It failed.\n"

    def test_an_old_python_is_turned_away_with_a_sentence(self):
        ast.parse(SOURCE, feature_version=(3, 8))  # an older one must get as far as the sentence
        code = f"import sys; sys.version_info = (3, 9, 6); exec(compile({SOURCE!r}, 't', 'exec'))"
        ended = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert ended.returncode == 1
        assert ended.stderr.startswith("lmhead needs Python 3.11 or newer, and this is Python 3.9")
        assert "Traceback" not in ended.stderr

    def test_nothing_but_the_standard_library_is_imported(self):
        for file in ("tasks.py", "system_tools.py"):
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module] if isinstance(node, ast.ImportFrom) else []
                for name in names:
                    root = name.partition(".")[0]
                    assert root in sys.stdlib_module_names or name == "system_tools"


class TestSystemPackages:
    @pytest.fixture
    def nothing_there(self, monkeypatch):
        monkeypatch.setattr(system_tools.shutil, "which", lambda name: None)
        monkeypatch.delenv("ALLOW_SKIP", raising=False)
        monkeypatch.delenv("SETUP", raising=False)

    def test_a_test_that_lacks_its_tool_fails(self, nothing_there):
        with pytest.raises(pytest.fail.Exception, match="apt-get install bubblewrap"):
            conftest.require("bwrap")

    def test_and_is_skipped_only_when_that_is_allowed(self, nothing_there, monkeypatch):
        monkeypatch.setenv("ALLOW_SKIP", "1")
        with pytest.raises(pytest.skip.Exception, match="bwrap is not installed"):
            conftest.require("bwrap")

    def test_without_apt_get_the_packages_are_named(self, nothing_there, checkout):
        with pytest.raises(tasks.Problem, match=r"chromium(-browser)? bubblewrap fonts-"):
            tasks.system_packages()
        assert checkout == []

    def test_allow_skip_says_so_and_goes_on(self, nothing_there, checkout, monkeypatch, capsys):
        monkeypatch.setenv("ALLOW_SKIP", "1")
        tasks.system_packages()
        assert "ALLOW_SKIP=1: the tests that need it are skipped." in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("uid", "setup", "prefix"),
        [(0, "", ["env"]), (1000, "1", ["sudo", "env"]), (1000, "", None), (1000, "0", None)],
    )
    def test_who_may_install(self, checkout, monkeypatch, uid, setup, prefix):
        there = {"apt-get": "apt-get", "sudo": "sudo", "bwrap": "bwrap"}
        monkeypatch.setattr(system_tools.shutil, "which", there.get)
        monkeypatch.setattr(system_tools.os, "geteuid", lambda: uid, raising=False)
        monkeypatch.setenv("SETUP", setup)
        monkeypatch.delenv("ALLOW_SKIP", raising=False)
        if prefix is None:
            with pytest.raises(tasks.Problem, match=r"Run\n    sudo apt-get install chromium"):
                tasks.system_packages()
            assert checkout == []
        else:
            tasks.system_packages()
            update, install = checkout
            assert update[: len(prefix)] == install[: len(prefix)] == prefix
            assert "bubblewrap" not in install  # it is there
            assert {"fonts-noto-cjk", "fontconfig"} < set(install)

    def test_a_failing_apt_get_gives_a_sentence(self, checkout, monkeypatch, capsys):
        def fail(command, failure):
            raise tasks.Problem(failure)

        monkeypatch.setattr(system_tools.shutil, "which", {"apt-get": "apt-get"}.get)
        monkeypatch.setattr(system_tools.os, "geteuid", lambda: 0, raising=False)
        monkeypatch.delenv("ALLOW_SKIP", raising=False)
        monkeypatch.setattr(tasks, "run", fail)
        assert tasks.main(["test"]) == 1
        assert "apt-get could not install chromium" in capsys.readouterr().err


def test_what_the_course_brings_is_what_its_target_installs() -> None:
    assert tasks.LOCKS[tasks.BASE] == extras.OF_THE_COURSE
    assert extras.how_to_install("grade").startswith("make course, or ")
    assert "make course" not in extras.how_to_install("train")
