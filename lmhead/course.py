"""Where the course's files are, and what its addresses are.

``SITE_URL`` (with its closing slash) and ``REPO`` are written once, as the Homepage and
the Repository of ``[project.urls]`` in pyproject.toml. In a checkout they are read from
that file; an installed wheel has no such file and reads the same two lines from its metadata.
"""

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path
from urllib.parse import urlsplit

from .tasks import assignments

__all__ = [
    "ASSIGNMENTS",
    "LANGUAGES",
    "LIBRARIES",
    "REPO",
    "SITE_URL",
    "SOLVED",
    "exercise_path",
    "is_placeholder",
    "placeholders",
    "section_url",
    "solution_path",
]

#: Each carries its chapter's name, in reading order.
ASSIGNMENTS = tuple(assignments())
#: The libraries beside numpy that answers of an assignment use, and the extra that has them.
LIBRARIES = {each.id: dict(each.libraries) for each in assignments().values() if each.libraries}
#: Modules of the package that hold what some exercise asks for.
SOLVED = tuple(dict.fromkeys(name for each in assignments().values() for name in each.solved))
LANGUAGES = ("en", "zh")  # of the two editions; English lies at the root

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def _project_urls() -> dict[str, str]:
    pyproject = _CHECKOUT / "pyproject.toml"
    if pyproject.is_file():
        urls = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["urls"]
        return {str(label): str(url) for label, url in urls.items()}
    lines = metadata("lmhead").get_all("Project-URL") or []
    return {label: url for label, url in (line.split(", ", 1) for line in lines)}


_URLS = _project_urls()
SITE_URL = _URLS["Homepage"].rstrip("/") + "/"
REPO = _URLS["Repository"].rstrip("/")

#: Hosts that nobody can own: RFC 2606 and RFC 6761.
_NOBODYS_HOST = re.compile(r"(^|\.)(example(\.(com|net|org))?|invalid|test|localhost)$")
#: Hosts whose paths begin with an account, and those whose names do.
_FORGES = re.compile(r"(^|\.)(github|gitlab|bitbucket|codeberg|gitee|gitea|forgejo|git|sr)\.")
_PAGES = re.compile(
    r"\.(github\.io|gitlab\.io|gitee\.io|codeberg\.page|pages\.dev|readthedocs\.io)$"
)
#: Accounts that stand for "yours" on a host that exists: who has the name is somebody else.
_MEANT = ("your-", "your_", "yourname", "yourorg", "yourusername", "<", "%3c")
_NOBODYS_ACCOUNT = {"example", "lmhead", "organization", "owner", "user", "username"}


def is_placeholder(address: str) -> bool:
    """Whether an address stands for one that has not been filled in yet.

    Nothing may be installed from such an address, and a link to it leads nowhere: its host is
    reserved for examples, or its account means "yours", as in github.com/your-name/lmhead and
    your-name.github.io/lmhead.
    """
    parts = urlsplit(address)
    host = (parts.hostname or "").lower()
    if _NOBODYS_HOST.search(host):
        return True
    if _PAGES.search(host):
        account = host.partition(".")[0]
    elif _FORGES.search(host):
        account, slash, _ = parts.path.strip("/").lower().removeprefix("~").partition("/")
        if not slash:  # a repository at the root of a host of one's own
            return False
    else:
        return False
    return account in _NOBODYS_ACCOUNT or account.startswith(_MEANT)


def placeholders() -> dict[str, str]:
    """The addresses of this course that are placeholders, by their labels in pyproject.toml."""
    return {label: url for label, url in _URLS.items() if is_placeholder(url)}


def exercise_path(assignment: str, lang: str = "en") -> Path:
    """The released notebook of an assignment, in a language of ``LANGUAGES``.

    A wheel carries its own copy below ``lmhead/_course``; in a checkout it is the
    repository's. Other files of the assignment lie in the same folder.

    Raises ValueError for an assignment or a language that the course does not have.
    """
    return _notebook("exercises", assignment, lang)


def solution_path(assignment: str, lang: str = "en") -> Path:
    """The master of an assignment: its notebook with the answers. As `exercise_path`."""
    return _notebook("solutions", assignment, lang)


def _notebook(kind: str, assignment: str, lang: str) -> Path:
    if assignment not in ASSIGNMENTS:
        raise ValueError(
            f"The course has no assignment {assignment!r}; it has {', '.join(ASSIGNMENTS)}."
        )
    packaged = _PACKAGE / "_course"
    root = packaged if packaged.is_dir() else _CHECKOUT
    return root.joinpath(*_edition(lang), kind, assignment, f"{assignment}.ipynb")


def section_url(lang: str, page: str, anchor: str = "") -> str:
    """The address of a chapter, or of a section in it, on the published site.

    lang: of ``LANGUAGES``.  page: the chapter's name, as "03-by-hand".
    anchor: the section's label, without "#".
    Raises ValueError for a language that the course does not have.
    """
    path = "/".join([*_edition(lang), "chapters", f"{page}.html"])
    return f"{SITE_URL}{path}#{anchor}" if anchor else f"{SITE_URL}{path}"


def _edition(lang: str) -> tuple[str, ...]:
    """The folder that holds an edition, as parts of a path below the root."""
    if lang not in LANGUAGES:
        raise ValueError(f"The course has no edition {lang!r}; it has {', '.join(LANGUAGES)}.")
    return () if lang == "en" else (lang,)
