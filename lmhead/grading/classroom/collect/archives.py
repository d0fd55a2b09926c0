"""The files in what an LMS hands out: zip and tar archives and folders, read with suspicion.

Anybody in the class may have made what lies in there. Nothing is unpacked to where a name
points: contents come out as bytes beside a path that has been looked at. Links, devices,
paths that lead elsewhere, and what is far larger than it looks are refused with a sentence.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, Any

from .names import decoded, is_junk, owner_of, parts_of, shown, text_of

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
OTHER_ARCHIVES = (".rar", ".7z", ".gz", ".bz2", ".xz", ".zipx")
#: Bytes of one file, of all of an archive's, and how many: of a download, and of what one
#: learner packed.
OUTER, INNER = (256 * 2**20, 8 * 2**30, 50_000), (32 * 2**20, 64 * 2**20, 2_000)
#: What a learner packed may unpack to this many times its size, or to this many bytes.
INNER_RATIO, INNER_FROM = 50, 8 * 2**20
#: A file that unpacks to this many times its size is no notebook once it is this large.
RATIO, RATIO_FROM = 200, 2**20
REST = ": the rest of it is not read"
DEPTH = 2  # archives within archives: a learner's own within the download


@dataclass(frozen=True)
class ArchiveEntry:
    """One file. parts: its path below what was given, with the names of archives in it
    (without their suffix). when: its time; handed: that of it, or of the archive that it is
    in, in the download itself; None where only its owner packed it, whose clock says nothing.
    Both are without a zone, as archives have them."""

    parts: tuple[str, ...]
    data: bytes
    when: datetime | None = None
    handed: datetime | None = None


@dataclass(frozen=True)
class Refused:
    """Something that was not taken, and why, as a sentence. parts: where it was."""

    parts: tuple[str, ...]
    why: str


class Room:
    """What each owner's archives may still unpack to in all, over the downloads of a collection.

    Without it twenty small archives of one learner's would fill the disk, each within its bounds.
    """

    def __init__(self) -> None:
        self._left: dict[tuple[str, ...], tuple[int, int]] = {}

    def left(self, parts: tuple[str, ...]) -> tuple[int, int]:
        """Bytes and files, for the owner of an archive at these parts."""
        return self._left.get(self._whose(parts), INNER[1:])

    def take(self, parts: tuple[str, ...], size: int) -> None:
        """One file of so many bytes has come out of it."""
        room, files = self.left(parts)
        self._left[self._whose(parts)] = room - size, files - 1

    @staticmethod
    def _whose(parts: tuple[str, ...]) -> tuple[str, ...]:
        """The LMS's name of the owner; where there is none, the first two parts of the path."""
        owner = owner_of((*parts, "x"))
        return parts[:2] if owner is None else (owner.source, owner.name, owner.id)


class _Bad(Exception):
    """An archive that is not read on; the text says why."""


def archive_suffix(name: str) -> str | None:
    """The suffix by which a file is an archive that can be read here."""
    return next((end for end in ARCHIVES[::-1] if name.lower().endswith(end)), None)


def entries(path: Path, room: Room | None = None) -> Iterator[ArchiveEntry | Refused]:
    """All files in an archive or a folder, and in archives in it, one level down.

    room: shared by the downloads of one collection.
    """
    room = Room() if room is None else room
    if path.is_dir() and not path.is_symlink():
        yield from _folder(path, room)
    elif archive_suffix(path.name):
        yield from _opened(path, (_stem(path.name),), 1, room)
    else:
        yield from _file(path, (path.name,))


def _folder(root: Path, room: Room) -> Iterator[ArchiveEntry | Refused]:
    for place, folders, files in os.walk(root, followlinks=False):
        folders.sort()
        for name in [each for each in folders if Path(place, each).is_symlink()] + sorted(files):
            path = Path(place, name)
            parts = path.relative_to(root).parts
            if is_junk(parts):
                continue
            if archive_suffix(name) and not path.is_symlink():
                inside = (*parts[:-1], _stem(name))
                packed_by_owner = owner_of((*inside, "x")) is not None
                depth = 2 if packed_by_owner else 1
                for found in _opened(path, inside, depth, room):
                    if packed_by_owner and isinstance(found, ArchiveEntry):
                        found = replace(found, handed=None)
                    yield found
            else:
                yield from _file(path, parts)


def _file(path: Path, parts: tuple[str, ...]) -> Iterator[ArchiveEntry | Refused]:
    try:
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode):
            yield Refused(parts, f"{shown(parts)} is a link or a device, and not read.")
        elif about.st_size > OUTER[0]:
            yield Refused(parts, f"{shown(parts)} is larger than {OUTER[0] // 2**20} MB.")
        else:
            yield ArchiveEntry(parts, path.read_bytes(), datetime.fromtimestamp(about.st_mtime))
    except OSError as error:
        yield Refused(parts, f"{shown(parts)} cannot be read: {error.strerror}.")


def _opened(
    source: Path | bytes,
    parts: tuple[str, ...],
    depth: int,
    room: Room,
    handed: datetime | None = None,
) -> Iterator[ArchiveEntry | Refused]:
    """The files of one archive, and of those in it."""
    where = shown((*parts[:-1], source.name) if isinstance(source, Path) else parts)
    size, total, most = OUTER if depth == 1 else INNER
    if depth > 1:
        packed = len(source) if isinstance(source, bytes) else source.lstat().st_size
        there, most = room.left(parts)
        total = min(there, max(INNER_FROM, INNER_RATIO * packed))
        if there <= 0 or most <= 0:
            what = f"{INNER[1] // 2**20} MB or {INNER[2]:,} files"
            yield Refused(parts, f"{where} is not read: there are {what} of the same person's.")
            return
    try:
        with contextlib.ExitStack() as stack:
            file: IO[bytes] = (
                io.BytesIO(source)
                if isinstance(source, bytes)
                else stack.enter_context(open(source, "rb"))
            )
            magic = file.read(6)
            file.seek(0)
            if not magic.strip(b"\0"):
                how = "is empty" if not magic else "begins with zeros in place of an archive"
                raise _Bad(f"{how}: the download or the upload broke off, and has to be repeated")
            read = _zip if magic.startswith(b"PK") else _tar
            count = 0
            for count, found in enumerate(read(file, size, total, most), 1):
                if count > most:
                    raise _Bad(f"holds more than {most:,} files{REST}")
                for entry in _inside(found, parts, depth, room, handed):
                    if depth > 1 and isinstance(entry, ArchiveEntry):
                        room.take(parts, len(entry.data))
                    yield entry
            if not count:
                raise _Bad("holds no file")
    except _Bad as problem:
        yield Refused(parts, f"{where} {problem}.")
    except OSError as error:
        reason = error.strerror or "it is damaged"
        yield Refused(parts, f"{where} cannot be read: {reason}.")
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError) as error:
        yield Refused(parts, f"{where} is damaged, or no archive: {error}.")
    except (NotImplementedError, RuntimeError, ValueError, OverflowError) as error:
        yield Refused(parts, f"{where} cannot be read: {error}.")


def _inside(
    found: tuple[str, Callable[[], bytes], str | None, datetime | None],
    above: tuple[str, ...],
    depth: int,
    room: Room,
    handed: datetime | None,
) -> Iterator[ArchiveEntry | Refused]:
    """One member: refused, an archive itself, or a file."""
    name, read, refused, when = found
    parts = parts_of(name)
    if parts is None:
        said = shown((*above, name))
        yield Refused(above, f"{said} leads out of the archive, or is no file's name: not taken.")
        return
    if is_junk(parts):
        return
    where = (*above, *parts)
    if refused is not None:
        yield Refused(where, f"{shown(where)} {refused}: not taken.")
        return
    suffix = archive_suffix(parts[-1])
    try:
        data = read()
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError) as error:
        yield Refused(where, f"{shown(where)} is damaged: {error}.")
        return
    except (NotImplementedError, RuntimeError) as error:
        yield Refused(where, f"{shown(where)} cannot be read: {error}.")
        return
    if suffix is None:
        yield ArchiveEntry(where, data, when, handed or when)
    elif depth < DEPTH:
        inside = (*above, *parts[:-1], _stem(parts[-1]))
        yield from _opened(data, inside, depth + 1, room, when)
    else:
        yield Refused(where, f"{shown(where)} is an archive within an archive: not opened.")


Member = tuple[str, Callable[[], bytes], str | None, datetime | None]


def _zip(file: IO[bytes], size: int, total: int, most: int) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        infos = archive.infolist()
        if len(infos) > most:
            raise _Bad(f"holds more than {most:,} files{REST}")
        if sum(info.file_size for info in infos) > total:
            raise _Bad(f"unpacks to more than {total // 2**20:,} MB{REST}")
        for info in infos:
            name = decoded(info)
            if name.endswith(("/", "\\")):
                continue
            when = None
            with contextlib.suppress(ValueError):
                when = datetime(*info.date_time)
            yield name, partial(_unzipped, archive, info), _zip_refusal(info, size), when


def _unzipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A file's bytes, read in pieces: what says that it is small may unpack to gigabytes."""
    data = bytearray()
    with archive.open(info) as file:
        while piece := file.read(2**16):
            data += piece
    return bytes(data)


def _zip_refusal(info: zipfile.ZipInfo, size: int) -> str | None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        return "is a link or a device"
    if info.flag_bits & 1:
        return "is protected with a password"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that is not read here"  # zipfile unpacks those without bounds
    if info.file_size > size:
        return f"is larger than {size // 2**20} MB"
    if info.file_size > RATIO_FROM and info.file_size > RATIO * max(info.compress_size, 1):
        return f"unpacks to more than {RATIO} times its size"
    return None


class _Measured(io.RawIOBase):
    """A decompressed stream that ends in `_Bad` where it gives more than it may."""

    def __init__(self, source: IO[bytes], total: int) -> None:
        self._source, self._left = source, total

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._source.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise _Bad(f"unpacks to more than it may{REST}")
        return data


def _tar(file: IO[bytes], size: int, total: int, most: int) -> Iterator[Member]:
    magic = file.read(6)
    file.seek(0)
    source: Any = file
    if magic.startswith(b"\x1f\x8b"):
        source = gzip.GzipFile(fileobj=file)
    elif magic.startswith(b"BZh"):
        source = bz2.BZ2File(file)
    elif magic.startswith(b"\xfd7zXZ"):
        source = lzma.LZMAFile(file)  # noqa: SIM115  (the file is closed by who opened it)
    measured: Any = _Measured(source, total)
    with tarfile.open(fileobj=measured, mode="r|", encoding="utf-8", tarinfo=_Info) as archive:
        for info in archive:
            if info.isdir():
                continue
            if not info.isreg():
                yield _tar_name(info), bytes, "is a link or a device", None
                continue
            if info.issparse():  # its holes are no bytes of the archive, and would be on disk
                yield _tar_name(info), bytes, "is packed in a way that is not read here", None
                continue
            if info.size > size:
                raise _Bad(f"has a file larger than {size // 2**20} MB{REST}")
            when = None
            with contextlib.suppress(ValueError, OverflowError, OSError):
                when = datetime.fromtimestamp(info.mtime)
            stream = archive.extractfile(info)
            data = b"" if stream is None else stream.read(info.size)
            yield _tar_name(info), partial(bytes, data), None, when


class _Info(tarfile.TarInfo):
    """A member whose name and attributes take no more room than names do."""

    def _proc_member(self, archive: tarfile.TarFile) -> Any:
        if self.type not in tarfile.SUPPORTED_TYPES[:9] and self.size > 2**20:
            raise _Bad(f"has a part that is too large{REST}")
        return super()._proc_member(archive)  # type: ignore[misc]


def _tar_name(info: tarfile.TarInfo) -> str:
    return text_of(info.name.encode("utf-8", "surrogateescape")) or info.name


def _stem(name: str) -> str:
    return name[: -len(archive_suffix(name) or "")] or name
