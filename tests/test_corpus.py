"""Texts as numbers: what is read, how it is shared out, and what is said offline."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lmhead import _cache, _hub, corpus
from lmhead.corpus import CorpusError, from_words, load
from lmhead.extras import how_to_install

PTB = {
    "train": " the cat sat on the <unk> mat \n the dog sat \n",
    "valid": " a cat sat \n",
    "test": " the zebra N \n",
}


@pytest.fixture
def treebank(tmp_path):
    for part, text in PTB.items():
        (tmp_path / f"ptb.{part}.txt").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_words_number_is_its_rank_and_unknown_words_are_one_token(treebank):
    found = load(treebank)
    # the 3, sat 2, then once each, in alphabetical order
    assert found.words == ("<unk>", "<eos>", "the", "sat", "cat", "dog", "mat", "on")
    assert found.size == 8
    assert found.train.tolist() == [2, 4, 3, 7, 2, 0, 6, 1, 2, 5, 3, 1]
    assert found.valid.tolist() == [0, 4, 3, 1]  # "a" is in valid alone
    assert found.test.tolist() == [2, 0, 0, 1]
    assert found.counts.tolist() == [1, 2, 3, 2, 1, 1, 1, 1]
    assert found.train.dtype == np.int32


def test_a_smaller_vocabulary_keeps_the_commonest_words(treebank):
    assert load(treebank, size=4).words == ("<unk>", "<eos>", "the", "sat")
    with pytest.raises(ValueError, match="size is 2"):
        load(treebank, size=2)


def test_the_hash_tells_whether_two_texts_are_the_same(treebank):
    first = load(treebank)
    assert load(treebank).hash == first.hash
    assert re.fullmatch(r"[0-9a-f]{16}", first.hash)
    assert load(treebank, size=5).hash != first.hash
    (treebank / "ptb.test.txt").write_text(" the zebra \n", encoding="utf-8")
    assert load(treebank).hash != first.hash


def test_moving_a_token_between_parts_changes_the_hash():
    def made(train, valid):
        parts = {"train": [train], "valid": [valid], "test": [["a"]]}
        return from_words("x", parts, {}, 10)

    assert made(["a", "b"], ["b"]).hash != made(["a"], ["b", "b"]).hash


def test_documentation_is_split_into_words_numbers_and_marks():
    text = "Returns the mean of x_1 (shape ``(3, 4.5)``); it isn't a view."
    assert " ".join(corpus.split_documentation(text)) == (
        "returns the mean of x N ( shape ( N , N ) ) ; it isn't a view ."
    )


def test_a_file_lies_in_one_part_and_a_passage_comes_once():
    text = (
        "The first passage has more than eight words in it.\n\nToo short.\n\n"
        ">>> code(of, an, example, with, many, words, in, it)"
    )
    files = [
        (f"package/module{index}.py", text.replace("first", f"{index}th")) for index in range(400)
    ]
    parts = corpus.passages_by_file([*files, ("package/again.py", text.replace("first", "7th"))])
    sizes = {part: len(passages) for part, passages in parts.items()}
    # N stands for every number, so "7th" and "8th" are one passage.
    assert sum(sizes.values()) == 1
    words = ["alpha", "beta", "gamma", "delta"]
    files = [
        (
            f"package/m{i}.py",
            f"{words[i % 4]} {'x' * (i + 1)} has more than eight words in it here.",
        )
        for i in range(400)
    ]
    parts = corpus.passages_by_file(files)
    sizes = {part: len(passages) for part, passages in parts.items()}
    assert sum(sizes.values()) == 400
    # One in twenty each: 20 expected of 400, and 5 standard deviations are 22.
    assert 0 < sizes["valid"] < 42
    assert 0 < sizes["test"] < 42
    again = corpus.passages_by_file(files[::-1])
    assert {part: sorted(found) for part, found in again.items()} == {
        part: sorted(found) for part, found in parts.items()
    }


@pytest.mark.torch
@pytest.mark.slow
@pytest.mark.survey
def test_the_default_is_as_large_as_the_penn_treebank(torch, tmp_path, monkeypatch):
    monkeypatch.setenv("LMHEAD_CACHE", str(tmp_path))  # read, not taken from an earlier run
    found = load()
    assert load().hash == found.hash
    assert found.size == 10_000
    assert 700_000 < found.train.size < 1_300_000
    assert 0.02 < found.valid.size / found.train.size < 0.09
    for part in (found.train, found.valid, found.test):
        assert part.min() >= 0
        assert part.max() < 10_000
    assert (found.valid == 0).mean() < 0.04
    assert set(found.source["packages"]) == {"numpy", "matplotlib", "torch"}
    # No run of 40 tokens of valid stands in train: its passages are not in both.
    train = " ".join(map(str, found.train.tolist()))
    ends = np.flatnonzero(found.valid == 1)
    passages = np.split(found.valid, ends + 1)
    long = [passage for passage in passages if passage.size > 40]
    shared = [p for p in long if f" {' '.join(map(str, p[:-1].tolist()))} 1 " in train]
    assert len(long) > 50
    assert len(shared) / len(long) < 0.05  # what differs in an unknown word alone


def test_reading_the_text_loads_no_torch():
    program = "import sys, lmhead.corpus; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "False"


def test_offline_a_larger_text_is_one_sentence(monkeypatch):
    def refuse(*args, **kwargs):
        raise OSError("no network")

    monkeypatch.setattr(_hub.socket, "create_connection", refuse)
    monkeypatch.setattr(_hub.os, "environ", {})

    def asks(*args):
        raise ConnectionError("Couldn't reach the Hub\nwith many lines")

    monkeypatch.setitem(sys.modules, "datasets", type("M", (), {"load_dataset": asks}))
    tokenizer = type("T", (), {"from_pretrained": asks})
    monkeypatch.setitem(sys.modules, "transformers", type("M", (), {"AutoTokenizer": tokenizer}))
    with pytest.raises(CorpusError, match=r"the text wikitext-2 .* cannot reach it") as caught:
        load("wikitext-2")
    assert "\n" not in str(caught.value)
    assert '"docstrings" needs no network' in str(caught.value)


@pytest.fixture
def reached(monkeypatch):
    """The Hub can be reached."""
    connection = type("S", (), {"close": lambda self: None})
    monkeypatch.setattr(_hub.socket, "create_connection", lambda *a, **k: connection())


def test_a_text_from_the_hub_has_three_parts(reached, monkeypatch):
    rows = {
        ("Salesforce/wikitext", "wikitext-2-raw-v1"): {
            "train": {"text": ["", " = A title = \n", "One day, one cat.\n"]},
            "validation": {"text": ["One dog."]},
            "test": {"text": ["One cat."]},
        },
        ("roneneldan/TinyStories", None): {
            "train": {"text": ["One day."]},
            "validation": {"text": ["One.", "Two.", "Three.", "Four."]},
        },
    }
    module = type("M", (), {"load_dataset": staticmethod(lambda *key: rows[key])})
    monkeypatch.setitem(sys.modules, "datasets", module)
    wiki = load("wikitext-2")
    assert " ".join(wiki.words[token] for token in wiki.train) == (
        "= a title = <eos> one day , one cat . <eos>"
    )
    stories = load("tinystories")
    assert (stories.valid.size, stories.test.size) == (6, 6)


def test_what_the_hub_answers_is_told_in_one_line(reached, monkeypatch):
    def asks(*args):
        raise ConnectionError("503 from the Hub\nwith many lines")

    monkeypatch.setitem(sys.modules, "datasets", type("M", (), {"load_dataset": asks}))
    with pytest.raises(CorpusError, match=r"and it answered: 503 from the Hub; there is") as caught:
        load("wikitext-2")
    assert "\n" not in str(caught.value)


def test_without_the_package_the_extra_is_named(reached, monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(
        CorpusError, match=rf"needs the package datasets: {re.escape(how_to_install('hub'))}"
    ):
        load("wikitext-2")


def test_what_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(CorpusError, match=r"no corpus 'nothing': it can be docstrings, wikitext-2"):
        load("nothing")
    with pytest.raises(CorpusError, match=r"ptb\.train\.txt cannot be read"):
        load(tmp_path)
    with pytest.raises(ValueError, match="tokens is 'bytes'"):
        load(tokens="bytes")


# -- what is kept ----------------------------------------------------------------------------


@pytest.fixture
def reads(tmp_path, monkeypatch):
    """The text is the documentation of rich, kept in tmp_path; how often it was read."""
    monkeypatch.setenv("LMHEAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(corpus, "PACKAGES", ("rich",))
    calls = []

    def counted(package, real=corpus.docstrings):
        calls.append(package)
        return real(package)

    monkeypatch.setattr(corpus, "docstrings", counted)
    return calls


@pytest.mark.slow
def test_a_text_is_read_once_and_another_size_version_or_code_again(reads, monkeypatch, tmp_path):
    first = load(size=200)
    assert reads == ["rich"]
    again = load(size=200)
    assert reads == ["rich"]
    assert again.hash == first.hash
    assert (again.words, again.source, again.name) == (first.words, first.source, first.name)
    assert again.train.dtype == np.int32
    np.testing.assert_array_equal(again.valid, first.valid)
    load(size=300)
    assert len(reads) == 2
    with monkeypatch.context() as patch:
        patch.setattr(corpus, "version", lambda package: "0.1")
        assert load(size=200).source == {"packages": {"rich": "0.1"}}
    assert len(reads) == 3
    other = tmp_path / "other.py"
    other.write_text("# splits in another way")
    monkeypatch.setattr(corpus, "SPLITTING", (str(other),))
    load(size=200)
    assert len(reads) == 4


@pytest.mark.slow
def test_a_damaged_file_is_read_anew_and_never_unpickled(reads, tmp_path):
    class Trap:
        def __reduce__(self):
            return (os.mkdir, (str(tmp_path / "sprung"),))

    first = load(size=200)
    (file,) = (tmp_path / "cache").iterdir()
    whole = file.read_bytes()
    with np.load(file) as found:
        arrays = {name: found[name] for name in found.files}
    changed = {**arrays, "train": arrays["train"][:-1]}
    trapped = {**arrays, "train": np.array([Trap()], dtype=object)}
    for count, damaged in enumerate(
        (b"", b"not a zip", whole[: len(whole) // 2], changed, trapped, {"train": arrays["train"]})
    ):
        if isinstance(damaged, bytes):
            file.write_bytes(damaged)
        else:
            np.savez(file, **damaged)
        assert load(size=200).hash == first.hash
        assert len(reads) == 2 + count
        load(size=200)  # mended
        assert len(reads) == 2 + count
    assert not (tmp_path / "sprung").exists()


@pytest.mark.slow
def test_where_nothing_can_be_kept_it_is_read_each_time(reads, tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("a file where the folder would be")
    assert load(size=200).hash == load(size=200).hash
    assert len(reads) == 2
    monkeypatch.delenv("LMHEAD_CACHE")

    def homeless():
        raise RuntimeError("no home")

    monkeypatch.setattr(_cache.Path, "home", homeless)
    monkeypatch.setattr(_cache.sys, "platform", "linux")
    load(size=200)
    assert len(reads) == 3


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {}, "/home/learner/.cache/lmhead"),
        ("linux", {"XDG_CACHE_HOME": "/var/mine"}, "/var/mine/lmhead"),
        ("darwin", {}, "/home/learner/Library/Caches/lmhead"),
        ("win32", {"LOCALAPPDATA": "/app"}, "/app/lmhead/cache"),
        ("win32", {}, None),
        ("linux", {"LMHEAD_CACHE": "/here"}, "/here"),
    ],
)
def test_where_the_cache_is(platform, environment, place, monkeypatch):
    for name in ("LMHEAD_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(_cache.sys, "platform", platform)
    monkeypatch.setattr(_cache.Path, "home", lambda: Path("/home/learner"))
    assert _cache.folder() == (Path(place) if place else None)
