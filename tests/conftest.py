"""What every test may use."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, NoReturn

import hypothesis
import pytest

import system_tools

# The grammar of a format of JSON Schema that no schema here uses ("iri"): to compile it takes each
# process of the tests a second or two. Without it jsonschema knows one format less.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

pytest_plugins = [
    "tests.plugins.tiers",
    "tests.plugins.order",
    "tests.plugins.work",
    "tests.plugins.record",
]

# A slow machine is no failure. In CI the same examples are drawn every time, so that a run
# that passed passes again; at a desk fresh ones are, so that more is tried.
hypothesis.settings.register_profile("course", deadline=None, derandomize="CI" in os.environ)
# `make quick` tries fewer: it is for the minute before a commit.
hypothesis.settings.register_profile(
    "quick", hypothesis.settings.get_profile("course"), max_examples=20
)
hypothesis.settings.load_profile("course")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "gpu: runs on a CUDA card; left out where there is none")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is for a CUDA card where there is none: bench/gpu.sh runs it on one."""
    marked = [item for item in items if item.get_closest_marker("gpu")]
    if marked and not config.option.every_case and not _cuda():
        config.hook.pytest_deselected(items=marked)
        items[:] = [item for item in items if item not in marked]


def _cuda() -> bool:
    # Most machines have no driver's device (Linux, WSL), and need not load torch to say so.
    if os.name != "nt" and not any(map(os.path.exists, ("/dev/nvidiactl", "/dev/dxg"))):
        return False
    try:
        import torch
    except ImportError:
        return False
    return bool(torch.cuda.is_available())


def require(tool: str) -> str:
    """The path of a system tool that a test needs, as `system_tools.TOOLS` names it.

    Without it the test fails, since a test that did not run has shown nothing. With
    ALLOW_SKIP=1 in the environment it is skipped.
    """
    path = system_tools.find(tool)
    if path is None:
        packages = " ".join(system_tools.packages([tool]))
        _missing(f"{tool} is not installed. On Debian or Ubuntu: apt-get install {packages}")
    return path


def _missing(sentence: str) -> NoReturn:
    if os.environ.get("ALLOW_SKIP") == "1":
        pytest.skip(sentence)
    pytest.fail(f"{sentence}\nALLOW_SKIP=1 skips this test instead.", pytrace=False)


@pytest.fixture(name="require", scope="session")
def _require() -> Callable[[str], str]:
    return require


@pytest.fixture(name="torch", scope="session")
def _torch() -> ModuleType:
    """The torch module, for tests marked torch."""
    try:
        import torch
    except ImportError:
        _missing("torch is not installed. Install requirements-train.txt, as `make test` does.")
    return torch


@pytest.fixture(scope="session")
def warm_sandbox() -> Iterator[Callable[[Iterable[str]], Any]]:
    """A sandbox for all submissions that want the same libraries: ``warm_sandbox(("torch",))``.

    Its warm process is forked for each of them, as in `lmhead grade`.
    """
    require("bwrap")
    from lmhead.grading.sandbox.levels import Sandbox

    with contextlib.ExitStack() as stack:

        @cache
        def opened(libraries: tuple[str, ...]) -> Sandbox:
            sandbox = stack.enter_context(Sandbox("nested"))
            sandbox.preload(libraries)
            return sandbox

        yield lambda libraries: opened(tuple(libraries))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running Chromium; the tests open contexts of their own in it."""
    require("cjk-font")
    executable = require("chromium")
    from playwright.sync_api import sync_playwright

    from tests.plugins.work import watch_libraries

    watch_libraries()
    # As root, as in a container, Chromium's own sandbox does not start.
    flags = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=flags)
        yield browser
        browser.close()
