"""Restores a submitted notebook to its master.

What is graded, its source, its points and its flags come from the master (the gradebook, or
at home the released notebook), never from the submission. Whatever a submission says about
itself in its metadata is dropped. Where an editor or a platform has lost the metadata, cells
are found again by their ids and by their sources.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence

from nbformat import NotebookNode

from ...messages import Message, listed, say
from .master import Master, MasterCell, released_master, without_hidden
from .read import language_of

MOST_NAMED = 10  # cells in a note
_CELL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # as nbformat has it


def _claimed(cell: NotebookNode) -> str | None:
    """The grade id that a submitted cell claims, whatever else its metadata holds."""
    data = cell.metadata.get("nbgrader") if isinstance(cell.get("metadata"), dict) else None
    claimed = data.get("grade_id") if isinstance(data, dict) else None
    return claimed if isinstance(claimed, str) and claimed.strip() else None


def _claims(cells: list[NotebookNode], master: Master) -> tuple[list[str | None], list[str]]:
    """What each cell is, by its own word or, where that is lost, by its id or its source.

    Returns a grade id or None for each cell, and the grade ids that were found again.
    """
    claims = [_claimed(cell) for cell in cells]
    missing = [item for item in master.cells if item.grade_id not in claims]
    lost = [at for at, claimed in enumerate(claims) if claimed is None]
    found: dict[str, list[int]] = {}
    for item in missing:  # the course's notebooks have the grade id as the cell's id
        at_id = [at for at in lost if item.grade_id in _ids(cells[at])]
        if at_id:
            found[item.grade_id] = at_id
            lost = [at for at in lost if at not in at_id]
    for group in _by_source([item for item in missing if item.grade_id not in found]):
        sources = {text.strip() for item in group for text in _sources(item)}
        alike = [
            at
            for at in lost
            if cells[at].cell_type == group[0].cell_type and cells[at].source.strip() in sources
        ]
        # As many as there are items, the first to the first; of more, as `_kept` has it.
        chosen = alike[-len(group) :] if group[0].grade else alike[: len(group)]
        for item, at in zip(group, chosen, strict=False):
            found[item.grade_id] = [at]
            lost.remove(at)
    for grade_id, positions in found.items():
        for at in positions:
            claims[at] = grade_id
    return claims, [item.grade_id for item in master.cells if item.grade_id in found]


def _ids(cell: NotebookNode) -> list[str]:
    """The ids of a cell: nbformat's, and the one that Colab keeps in its metadata."""
    metadata = cell.get("metadata")
    colab = metadata.get("id") if isinstance(metadata, dict) else None
    return [name for name in (cell.get("id"), colab) if isinstance(name, str)]


def _sources(item: MasterCell) -> set[str]:
    return {item.source, without_hidden(item.source)}


def _by_source(items: list[MasterCell]) -> list[list[MasterCell]]:
    """Items that a source can tell, those of one source together.

    A learner's own code needs no mark to be run, and its placeholder is the same in many tasks.
    """
    groups: dict[tuple[str, str, bool], list[MasterCell]] = {}
    for item in items:
        if item.fixed or item.person_graded:
            key = (item.cell_type, without_hidden(item.source).strip(), item.grade)
            groups.setdefault(key, []).append(item)
    return list(groups.values())


def _kept(positions: list[int], cells: list[NotebookNode], master: MasterCell) -> int:
    """Which of several cells with one id counts.

    A grade cell looks at what stands above it, so the last one counts; of locked cells the
    first; of copies of an answer, the last one that differs from the stub.
    """
    if master.solution:
        changed = [at for at in positions if cells[at].source.strip() != master.source.strip()]
        return changed[-1] if changed else positions[-1]
    return positions[-1] if master.grade else positions[0]


def _shown(name: str) -> str:
    """A cell's claimed name as a log or a terminal may print it."""
    return "".join(char if char.isprintable() else "?" for char in name[:100])


def restore(notebook: NotebookNode, master: Master) -> list[Message]:
    """Rewrite `notebook` in place; returns what had to be restored, for summary and feedback.

    That the notebook was made for another version of the course is one note, with what differs.
    It is not said of one that lacks tasks added since, has tasks retired since, or has them in
    another order, and is otherwise the present one: its tasks are judged as they were.
    """
    notes: list[Message] = []
    claimed_version = _claimed_version(notebook)
    other = claimed_version not in (None, master.version)
    cells: list[NotebookNode] = notebook.cells
    claims, found_again = _claims(cells, master)
    same_tasks = other and _as_released(cells, claims, master).version == claimed_version
    if found_again:
        notes.append(say("restore/marks-lost", cells=listed(_named(found_again))))
    positions: dict[str, list[int]] = {}
    for at, (cell, claimed) in enumerate(zip(cells, claims, strict=True)):
        if claimed is not None:
            positions.setdefault(claimed, []).append(at)
        _forget(cell)

    known = {cell.grade_id: cell for cell in master.cells}
    for claimed in positions:
        if claimed not in known:
            notes.append(say("restore/unknown-cell", cell=_shown(claimed)))
    place: dict[str, NotebookNode] = {}
    for grade_id, item in known.items():
        found = positions.get(grade_id, [])
        if not found:
            continue
        if len(found) > 1 and not (item.solution and not item.grade):
            notes.append(say("restore/copied-cell", cell=grade_id, count=len(found)))
        cell = cells[_kept(found, cells, item)]
        if item.fixed and cell.source not in (item.source, without_hidden(item.source)):
            notes.append(say("restore/changed-cell", cell=grade_id))
        _apply(cell, item)
        place[grade_id] = cell
    _insert_missing(cells, master, place, notes)
    _tidy(notebook)
    if same_tasks:
        return _since_release(notes)
    return _gathered(notes, master, language_of(notebook)) if other else notes


def _claimed_version(notebook: NotebookNode) -> str | None:
    """The version that `release` has stamped into a notebook. One without a stamp is taken for
    the present one."""
    data = notebook.metadata.get("lmhead")
    claimed = data.get("version") if isinstance(data, dict) else None
    return claimed if isinstance(claimed, str) else None


def _as_released(cells: list[NotebookNode], claims: Sequence[str | None], master: Master) -> Master:
    """What a notebook was released with, if the cells that it names are what they are now.

    A cell that the master has is taken from there, so that only its place is the submission's;
    one that it lacks, of a task retired since, is as it stands in the notebook.
    """
    known = {cell.grade_id: cell for cell in master.cells}
    found: dict[str, MasterCell] = {}
    for cell, claimed in zip(cells, claims, strict=True):
        if claimed is not None and claimed not in found:
            found[claimed] = known[claimed] if claimed in known else _as_it_stands(cell, claimed)
    return Master(master.assignment, tuple(found.values()))


def _as_it_stands(cell: NotebookNode, claimed: str) -> MasterCell:
    data = cell.metadata["nbgrader"]
    flags = {key: bool(data.get(key)) for key in ("grade", "solution", "locked", "task")}
    return MasterCell(claimed, cell.cell_type, cell.source, points=None, checksum="", **flags)


def _since_release(notes: list[Message]) -> list[Message]:
    """The notes of a notebook that is as it was released, with what came and went since."""
    since = {
        "restore/missing-cell": "restore/added-since",
        "restore/unknown-cell": "restore/retired-since",
    }
    said = []
    for found, message_id in since.items():
        cells = [str(note.params["cell"]) for note in notes if note.id == found]
        if cells:
            said.append(say(message_id, cells=listed(_named(cells))))
    return [*said, *(note for note in notes if note.id not in since)]


def _named(cells: list[str]) -> list[str]:
    """The first of these, and a mark where there are more."""
    named = cells[:MOST_NAMED]
    if len(cells) > MOST_NAMED:
        named[-1] += " …"
    return named


def _gathered(notes: list[Message], master: Master, lang: str) -> list[Message]:
    """The notes of a notebook of another version, the first of which says so: with what was put
    in its place, or that nothing had to be."""
    told = ("restore/unknown-cell", "restore/changed-cell", "restore/missing-cell")
    cells = dict.fromkeys(str(note.params["cell"]) for note in notes if note.id in told)
    if not cells:
        return [say("restore/other-but-alike"), *notes]
    named = _named(list(cells))
    rest = [note for note in notes if note.id not in told]
    message_id = "restore/other-version" if _is_public(master, lang) else "restore/other-release"
    return [say(message_id, cells=listed(named)), *rest]


def _is_public(master: Master, lang: str) -> bool:
    """Whether a master is that of this package, which `lmhead learn` lays out."""
    try:
        return released_master(master.assignment, lang).version == master.version
    except (OSError, LookupError, ValueError):
        return False


def _forget(cell: NotebookNode) -> None:
    """Keep a submitted cell's kind, source and id; drop everything else it says about itself."""
    for key in set(cell) - {"cell_type", "source", "id"}:
        del cell[key]
    cell.metadata = NotebookNode()
    if cell.cell_type == "code":
        cell.outputs = []
        cell.execution_count = None


def _apply(cell: NotebookNode, item: MasterCell) -> None:
    if cell.cell_type != item.cell_type:
        cell.cell_type = item.cell_type
        if item.cell_type == "code":
            cell.pop("attachments", None)
            cell.outputs, cell.execution_count = [], None
        else:
            cell.pop("outputs", None)
            cell.pop("execution_count", None)
    if item.fixed:
        cell.source = item.source
    cell.metadata = NotebookNode(nbgrader=NotebookNode(item.metadata()))
    if item.fixed:
        cell.metadata.update(deletable=False, editable=False)


def _insert_missing(
    cells: list[NotebookNode], master: Master, place: dict[str, NotebookNode], notes: list[Message]
) -> None:
    """Add back the graded and locked cells that a submission lacks.

    A cell comes after its neighbour. Where an answer above it is not known, because its mark is
    lost too, a graded cell comes after the last cell, since it looks at what stands above it.
    """
    before: NotebookNode | None = None
    unknown = False  # whether an answer since `before` may stand anywhere
    for item in master.cells:
        if item.grade_id in place:
            before, unknown = place[item.grade_id], False
            continue
        if not (item.grade or item.task or item.fixed):
            unknown = True  # an answer deleted is an answer not given
            continue
        cell = NotebookNode(
            id=uuid.uuid5(uuid.NAMESPACE_OID, item.grade_id).hex[:12],
            cell_type=item.cell_type,
            metadata=NotebookNode(),
            source=item.source,
        )
        if item.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        _apply(cell, item)
        if item.grade and (unknown or before is None):
            cells.append(cell)
        else:
            at = 0 if before is None else next(i for i, c in enumerate(cells) if c is before) + 1
            cells.insert(at, cell)
        place[item.grade_id] = before = cell
        unknown = False
        notes.append(say("restore/missing-cell", cell=item.grade_id))


def _tidy(notebook: NotebookNode) -> None:
    """A kernel that exists, ids that are unique, and nothing else that was claimed."""
    lang = language_of(notebook)
    notebook.metadata = NotebookNode(
        kernelspec=NotebookNode(display_name="Python 3", language="python", name="python3"),
        language_info=NotebookNode(name="python"),
        lmhead=NotebookNode(lang=lang),
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: set[str] = set()
    for at, cell in enumerate(notebook.cells):
        name = cell.get("id")
        if not isinstance(name, str) or not _CELL_ID.fullmatch(name) or name in seen:
            cell.id = name = f"cell-{at}"
        seen.add(name)
