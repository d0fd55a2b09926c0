"""What a server makes of the names under which learners' files lie beside graded notebooks."""

import mimetypes
import os
import shutil
from pathlib import Path

import pytest

from lmhead.grading.notebook.inert_files import inert_names, make_inert

#: What a browser shows without running anything, saves, or plays.
HARMLESS = {
    *("text/plain", "text/csv", "text/tab-separated-values", "text/x-python", "text/markdown"),
    *("application/json", "application/toml", "image/png", "image/jpeg", "image/gif", None),
}
SUFFIXES = {
    *mimetypes.MimeTypes().types_map[True],
    *mimetypes.MimeTypes().types_map[False],
    *(".html", ".HTM", ".Xhtml", ".xht", ".shtml", ".svg", ".SVGZ", ".xml", ".xsl", ".rdf"),
    *(".mht", ".mhtml", ".js", ".mjs", ".css", ".wasm", ".pdf", ".hta", ".atom", ".swf", ".ht", ""),
}


@pytest.mark.parametrize("folder", ["", "deep.html/"])
def test_a_server_takes_none_for_a_page_or_a_program(folder: str) -> None:
    names = [f"{folder}figure{suffix}" for suffix in SUFFIXES]
    renamed = inert_names(names)
    types = {mimetypes.guess_type(renamed.get(name, name))[0] for name in names}
    assert types <= HARMLESS
    assert len({renamed.get(name, name) for name in names}) == len(names)


def test_data_keeps_its_name() -> None:
    assert inert_names(["data.csv", "a/helper.py", "plot.PNG", "w.npy", "words.txt"]) == {}


def test_no_file_takes_the_place_of_another(tmp_path: Path) -> None:
    (tmp_path / "a.svg.txt").mkdir()
    (tmp_path / "a.svg.txt" / "b.csv").write_text("1,2", "utf-8")
    (tmp_path / "a.svg").write_text("<svg>", "utf-8")
    assert make_inert(tmp_path) == {"a.svg-2.txt": "a.svg"}
    shutil.rmtree(tmp_path / "a.svg.txt")
    (tmp_path / "a.svg-2.txt").unlink()
    names = ["page.html", "page.html.txt", "PAGE.HTML-2.TXT", "page.html-3.txt"]
    for name in names:
        (tmp_path / name).write_text(name, "utf-8")
    renamed = make_inert(tmp_path)
    assert renamed == {"page.html-4.txt": "page.html"}
    assert sorted(path.read_text("utf-8") for path in tmp_path.iterdir()) == sorted(names)
    assert make_inert(tmp_path) == {}


def test_a_name_as_long_as_can_be_has_room_for_another_ending(tmp_path: Path) -> None:
    names = ["数" * 85, "x" * 255, "y" * 250 + ".html"]
    for name in names:
        (tmp_path / name).write_text(name, "utf-8")
    assert sorted(make_inert(tmp_path).values()) == sorted(names)
    assert {path.suffix for path in tmp_path.iterdir()} == {".txt"}
    assert len(list(tmp_path.iterdir())) == 3


def test_links_are_no_files_of_the_learner(tmp_path: Path) -> None:
    folder = tmp_path / "ann"
    (folder / "below").mkdir(parents=True)
    secret = tmp_path / "secret.html"
    secret.write_text("ours", "utf-8")
    os.symlink(secret, folder / "below" / "page.html")
    os.symlink(tmp_path, folder / "all")
    assert make_inert(folder) == {}
    assert os.listdir(folder) == ["below"]
    assert os.listdir(folder / "below") == []
    assert secret.read_text("utf-8") == "ours"
