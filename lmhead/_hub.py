"""What comes from the Hugging Face Hub, or from its copy on this disk: texts, GPT-2's tokens."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from typing import Any

from .extras import how_to_install

__all__ = ["ONLINE", "CorpusError", "gpt2_tokenizer", "online_texts"]

#: Name here -> name and configuration at the Hugging Face Hub.
ONLINE = {
    "wikitext-2": ("Salesforce/wikitext", "wikitext-2-raw-v1"),
    "wikitext-103": ("Salesforce/wikitext", "wikitext-103-raw-v1"),
    "tinystories": ("roneneldan/TinyStories", None),
}
HUB = ("huggingface.co", 443)


class CorpusError(Exception):
    """A text that cannot be had here. Its message is a sentence that says what to do."""


def online_texts(name: str) -> tuple[dict[str, list[str]], dict[str, Any]]:
    """The three parts of one of `ONLINE`, and where they are from. Raises CorpusError."""
    path, configuration = ONLINE[name]

    def fetch() -> Any:
        import datasets

        return datasets.load_dataset(path, configuration)

    data = _from_the_hub(fetch, f"the text {name}", "datasets")
    if "test" not in data:  # TinyStories has two parts: its second is halved
        rows = data["validation"]["text"]
        halves = {"validation": rows[: len(rows) // 2], "test": rows[len(rows) // 2 :]}
    else:
        halves = {part: data[part]["text"] for part in ("validation", "test")}
    texts = {"train": list(data["train"]["text"]), "valid": list(halves["validation"])}
    return {**texts, "test": list(halves["test"])}, {"dataset": path, "config": configuration}


def gpt2_tokenizer() -> Any:
    """GPT-2's own, of `transformers`. Raises CorpusError where its files cannot be had."""

    def fetch() -> Any:
        import transformers

        return transformers.AutoTokenizer.from_pretrained("gpt2")

    return _from_the_hub(fetch, "GPT-2's tokens", "transformers")


def _from_the_hub(fetch: Callable[[], Any], what: str, package: str) -> Any:
    """What `fetch` gets from the Hugging Face Hub, or from its copy on this disk."""
    reached = True
    try:
        socket.create_connection(HUB, timeout=5).close()
    except OSError:
        reached = False  # asked all the same, for a copy on disk, but without minutes of retries
        os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")
    try:
        return fetch()
    except ImportError as error:
        raise CorpusError(f"{what} needs the package {package}: {how_to_install('hub')}") from error
    except Exception as error:
        answer = (str(error).splitlines() or [type(error).__name__])[0]
        why = "this machine cannot reach it" if not reached else f"it answered: {answer}"
        raise CorpusError(
            f"{what} would be fetched from {HUB[0]}, and {why}; there is no copy on this disk. "
            'The corpus "docstrings" needs no network.'
        ) from error
