"""The tryit directive: what it writes into a page, and each slip a warning at its line."""

import json
import re

import pytest

from web import tryit_assets

PARTS = {
    "template": "def f(x):\n    return '<b>&'",
    "solution": "def f(x):\n    return x",
    "check": "expect(call('f', 1), 1)  # </script> <!--",
}


def page(name="01-task", task="Write `f`, and *say* $x$.", parts=PARTS, more="", after=""):
    blocks = "\n\n".join(f"```{part}\n{code}\n```" for part, code in parts.items())
    return f"# Page\n\n````{{tryit}} {name}\n{task}\n\n{blocks}\n{more}````\n{after}"


HINT = "\n```{hint}\nLook *here*.\n```\n"


def data_of(html):
    return json.loads(re.search(r'class="tryit-data">(.*?)</script>', html, re.S)[1])


def test_the_page_holds_task_template_hints_and_solution(parse):
    parsed = parse(page(more=HINT + HINT))
    assert parsed.warnings == []
    cell = re.search(r"<lmhead-tryit.*</lmhead-tryit>", parsed.html, re.S)[0]
    assert "<em>say</em> <span" in cell
    assert re.search(r'class="highlight tryit-template">.*&lt;b&gt;&amp;', cell, re.S)
    assert len(re.findall(r'<details class="tryit-hint">', cell)) == 2
    solution = re.search(r'<details class="tryit-solution">.*?</details>', cell, re.S)[0]
    assert "return" in solution
    # The check is for the script alone.
    assert "expect" not in re.sub(r"<script.*?</script>", "", cell, flags=re.S)


def test_what_the_script_is_given_comes_out_as_it_went_in(parse):
    data = data_of(parse(page()).html)
    assert {part: data[part] for part in ("template", "check")} == {
        part: PARTS[part] for part in ("template", "check")
    }
    assert data["base"] == "tryit/"
    assert data["version"] == tryit_assets.version()


def test_another_template_is_kept_under_another_key(parse):
    keys = {
        data_of(parse(page(parts={**PARTS, "template": code})).html)["key"]
        for code in ("x = 1", "x = 2")
    }
    assert len(keys) == 2
    assert all(key.startswith("01-task:") for key in keys)


def test_code_that_was_kept_for_an_earlier_template_is_looked_for_there(parse):
    task = ":earlier: 0a1b2c3d 89abcdef\n\nWrite `f`."
    assert data_of(parse(page(task=task)).html)["earlier"] == [
        "01-task:0a1b2c3d",
        "01-task:89abcdef",
    ]
    assert data_of(parse(page()).html)["earlier"] == []


def test_the_chinese_edition_finds_the_files_beside_its_folder(parse):
    data = data_of(parse(page(), language="zh_CN").html)
    assert data["base"] == "../tryit/"
    assert data["language"] == "zh"
    assert data["say"]["stopped"] == "已停止。"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (page(name="01_Task"), "the id '01_Task' is not lower-case"),
        (page(parts={k: PARTS[k] for k in ("template", "check")}), "template, solution, check"),
        (page(parts=dict(reversed(PARTS.items()))), "in this order"),
        (page(task=""), "there is no task"),
        (page(task=":earlier: 0A1B\n\nWrite."), "'0A1B' is not the first eight hex digits"),
        (page(more="\nText.\n"), "text after the template"),
        (page(more="\n```check\nx\n```\n"), "two blocks of the kind 'check'"),
        (page(parts={**PARTS, "solution": "def f(:"}), "the solution is no Python, line 1"),
        (page(after="\n" + page().split("\n\n", 1)[1]), "'01-task' is already used"),
    ],
    ids=["id", "part", "order", "task", "hash", "text", "twice", "python", "again"],
)
def test_a_slip_is_a_warning_at_its_line(parse, source, sentence):
    (warning,) = parse(source).warnings
    assert sentence in warning
    assert re.search(r"index\.md:\d+: WARNING: tryit:", warning)


def test_a_site_without_cells_gets_no_files(tmp_path):
    (tmp_path / "page.html").write_text("<p>Text</p>")
    tryit_assets.add_to(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_without_node_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(tryit_assets.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(tryit_assets.shutil, "which", lambda name: None)
    with pytest.raises(tryit_assets.AssetsError, match="need Node"):
        tryit_assets.node_and_npm()


def test_the_locks_name_no_host_and_fix_every_file():
    lock = json.loads((tryit_assets.HERE / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: p for name, p in lock["packages"].items() if name}
    assert {"node_modules/pyodide", "node_modules/@codemirror/view"} <= set(packages)
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert package["integrity"].startswith("sha512-"), name


@pytest.mark.slow
def test_the_files_are_complete_and_named_for_their_release():
    made = tryit_assets.made()
    version = tryit_assets.version()
    listed = json.loads((made / version / "files.json").read_text(encoding="utf-8"))
    assert all((made / name).stat().st_size == size for name, size in listed.items())
    assert {name.split("/")[-1] for name in listed} == {
        *tryit_assets.OWN,
        *tryit_assets.CORE,
        tryit_assets.LOCK,
    }
    (core,) = made.glob("pyodide-*")
    release = core.name.removeprefix("pyodide-")
    assert f'"{release}"' in (core / "pyodide.mjs").read_text(encoding="utf-8")
    # No package is asked for elsewhere.
    assert json.loads((core / tryit_assets.LOCK).read_text(encoding="utf-8"))["packages"] == {}
    licenses = (made / "licenses.txt").read_text(encoding="utf-8")
    for name in ("Mozilla Public License", "@codemirror/view", "@lezer/python", "w3c-keyname"):
        assert name in licenses
