"""Downloads are read file by file, and what is hostile in them is refused with a sentence.

The archives are built here with zipfile, tarfile and struct, byte by byte where they lie.
"""

import io
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path

import pytest

from lmhead.grading.classroom.collect import archives
from lmhead.grading.classroom.collect.archives import ArchiveEntry, Refused, entries
from lmhead.grading.classroom.collect.names import parts_of

Files = dict[str, bytes]


def zipped(files: Files, **attributes: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, (2026, 10, 1, 12, 30, 0))
            for key, value in attributes.items():
                setattr(info, key, value)
            archive.writestr(info, data, compress_type=zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def with_raw_names(files: dict[bytes, bytes], extra: bytes = b"", flags: int = 0) -> bytes:
    """A zip whose names are bytes of any encoding, without the flag for UTF-8."""
    body, directory = b"", b""
    for name, data in files.items():
        about = struct.pack(
            "<HHHHHLLLHH",
            *(20, flags, 0, 0x6000, 0x5D41, zlib.crc32(data), len(data), len(data)),
            *(len(name), len(extra)),
        )
        at = len(body)
        body += b"PK\x03\x04" + about + name + extra + data
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + about
        directory += struct.pack("<HHHLL", 0, 0, 0, 0, at) + name + extra
    count = len(files)
    end = struct.pack("<HHHHLLH", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def tarred(*members: tuple[tarfile.TarInfo, bytes], mode: str = "w:gz") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


def read(folder: Path, name: str, data: bytes) -> tuple[Files, list[str]]:
    """The files and the refusals of an archive of this name."""
    path = folder / name
    path.write_bytes(data)
    found = list(entries(path))
    files = {"/".join(one.parts): one.data for one in found if isinstance(one, ArchiveEntry)}
    return files, [one.why for one in found if isinstance(one, Refused)]


@pytest.mark.parametrize("name", ["a.zip", "a.ZIP", "a.Zip"])
def test_a_zip_in_any_spelling_is_unpacked_and_its_name_is_part_of_the_path(
    tmp_path: Path, name: str
) -> None:
    files, refused = read(tmp_path, name, zipped({"hw/x.ipynb": b"1", "hw/data.csv": b"2"}))
    assert files == {"a/hw/x.ipynb": b"1", "a/hw/data.csv": b"2"}
    assert refused == []


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_is_read_whatever_packs_it(tmp_path: Path, mode: str) -> None:
    data = tarred((tarfile.TarInfo("hw/x.ipynb"), b"1"), mode=mode)
    suffix = mode.partition(":")[2]
    files, refused = read(tmp_path, f"a.tar{'.' + suffix if suffix else ''}", data)
    assert (files, refused) == ({"a/hw/x.ipynb": b"1"}, [])


def test_what_systems_leave_beside_peoples_files_is_passed_over(tmp_path: Path) -> None:
    files, refused = read(
        tmp_path,
        "a.zip",
        zipped(
            {
                "__MACOSX/._x.ipynb": b"\x00\x05",
                "._x.ipynb": b"",
                ".DS_Store": b"",
                "hw/.ipynb_checkpoints/x-checkpoint.ipynb": b"{}",
                "x.ipynb": b"1",
            }
        ),
    )
    assert (files, refused) == ({"a/x.ipynb": b"1"}, [])


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("作业/李雷.ipynb".encode("gbk"), "作业/李雷.ipynb"),
        ("李喆.ipynb".encode("gbk"), "李喆.ipynb"),  # the second is not in GB 2312
        ("作业/李雷.ipynb".encode(), "作业/李雷.ipynb"),  # macOS: UTF-8 without the flag
        ("Müller.ipynb".encode("cp437"), "Müller.ipynb"),
        ("Åse Grønn.ipynb".replace("ø", "o").encode("cp437"), "Åse Gronn.ipynb"),
        ("hw\\x.ipynb".encode("ascii"), "hw/x.ipynb"),
    ],
)
def test_names_without_the_flag_for_utf8_come_out_as_they_were_meant(
    tmp_path: Path, raw: bytes, name: str
) -> None:
    files, refused = read(tmp_path, "a.zip", with_raw_names({raw: b"1"}))
    assert (list(files), refused) == ([f"a/{name}"], [])


def test_the_flag_for_utf8_and_the_unicode_field_count_first(tmp_path: Path) -> None:
    raw = "李雷.ipynb".encode()
    assert list(read(tmp_path, "a.zip", with_raw_names({raw: b"1"}, flags=0x800))[0]) == [
        "a/李雷.ipynb"
    ]
    wrong = b"\x8e\x8f.ipynb"
    field = struct.pack("<BL", 1, zlib.crc32(wrong)) + "Ä.ipynb".encode()
    extra = struct.pack("<HH", 0x7075, len(field)) + field
    assert list(read(tmp_path, "b.zip", with_raw_names({wrong: b"1"}, extra))[0]) == ["b/Ä.ipynb"]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "../x.ipynb",
            "a/../../x.ipynb",
            "/etc/passwd",
            "C:\\x.ipynb",
            "\\\\host\\x",
            "a/b\x1b[2J",
        ),
        *("/".join(["d"] * 30), "n" * 300, "a\nb"),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused_and_the_rest_is_read(
    tmp_path: Path, name: str
) -> None:
    raw = name.encode()
    files, refused = read(tmp_path, "a.zip", with_raw_names({raw: b"1", b"x.ipynb": b"2"}))
    assert files == {"a/x.ipynb": b"2"}
    assert len(refused) == 1
    assert "not taken" in refused[0]
    assert refused[0].isprintable()
    assert not (tmp_path.parent / "x.ipynb").exists()


def test_marks_that_nobody_sees_are_no_part_of_a_name() -> None:
    assert parts_of("a\u202ebpyni.x\u200b") == ("abpyni.x",)
    assert parts_of("./a//b/") == ("a", "b")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK])
def test_links_and_devices_in_a_zip_are_refused(tmp_path: Path, kind: int) -> None:
    data = zipped({"x": b"/etc/passwd"}, external_attr=(kind | 0o777) << 16, create_system=3)
    files, refused = read(tmp_path, "a.zip", data)
    assert files == {}
    assert refused == ["a/x is a link or a device: not taken."]


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_in_a_tar_are_refused(tmp_path: Path, kind: bytes) -> None:
    bad = tarfile.TarInfo("x")
    bad.type, bad.linkname = kind, "/etc/passwd"
    files, refused = read(tmp_path, "a.tgz", tarred((bad, b""), (tarfile.TarInfo("y"), b"1")))
    assert files == {"a/y": b"1"}
    assert refused == ["a/x is a link or a device: not taken."]


def test_links_and_devices_in_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "x.ipynb").symlink_to(tmp_path / "secret")
    (folder / "d").symlink_to(tmp_path)
    (folder / "a.zip").symlink_to(tmp_path / "secret")
    os.mkfifo(folder / "pipe")
    found = list(entries(folder))
    assert all(isinstance(one, Refused) for one in found)
    assert sorted("/".join(one.parts) for one in found) == ["a.zip", "d", "pipe", "x.ipynb"]


def test_a_learners_zip_within_the_download_is_opened_and_one_within_that_is_not(
    tmp_path: Path,
) -> None:
    third = zipped({"z": b"3"})
    second = zipped({"y": b"2", "deep.zip": third})
    files, refused = read(tmp_path, "a.zip", zipped({"x": b"1", "own.zip": second}))
    assert files == {"a/x": b"1", "a/own/y": b"2"}
    assert refused == ["a/own/deep.zip is an archive within an archive: not opened."]


def test_the_time_of_a_nested_file_is_that_of_its_archive_in_the_download(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"own.zip": zipped({"y": b"2"}, date_time=(1999, 1, 2, 3, 4, 6))}))
    (entry,) = entries(path)
    assert isinstance(entry, ArchiveEntry)
    assert (str(entry.when), str(entry.handed)) == ("1999-01-02 03:04:06", "2026-10-01 12:30:00")


def test_what_unpacks_to_far_more_than_it_is_is_refused(tmp_path: Path) -> None:
    data = zipped({"bomb.ipynb": bytes(8 * 2**20), "x": b"1"})
    assert len(data) < 2**15
    files, refused = read(tmp_path, "a.zip", data)
    assert files == {"a/x": b"1"}
    assert refused == ["a/bomb.ipynb unpacks to more than 200 times its size: not taken."]


@pytest.mark.parametrize("given", ["archive", "folder"])
def test_one_persons_archives_have_one_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    """Each within its bounds, all of them would fill a disk; another person's are read."""
    monkeypatch.setattr(archives, "INNER", (2**20, 3 * 2**20, 50))
    packed = zipped({f"{number}.npy": os.urandom(2**18) for number in range(4)})
    names = [*(f"doejane_7_{number}_a.zip" for number in range(20)), "leeann_8_99_b.zip"]
    if given == "archive":
        (tmp_path / "a.zip").write_bytes(zipped(dict.fromkeys(names, packed)))
        found = list(entries(tmp_path / "a.zip"))
    else:
        for name in names:
            (tmp_path / name).write_bytes(packed)
        found = list(entries(tmp_path))
    sizes = {"doejane": 0, "leeann": 0}
    for each in found:
        if isinstance(each, ArchiveEntry):
            sizes[next(name for name in sizes if name in "/".join(each.parts))] += len(each.data)
    assert sizes["doejane"] <= 3 * 2**20
    assert sizes["leeann"] == 2**20
    refused = [each.why for each in found if isinstance(each, Refused)]
    assert len(refused) == 17
    assert "is not read: there are 3 MB or 50 files of the same person's." in refused[0]


def test_what_a_learner_packed_may_not_unpack_to_a_great_many_times_its_size(
    tmp_path: Path,
) -> None:
    files = {f"{number}": bytes(2**20) for number in range(20)}
    packed = zipped(files)
    assert len(packed) < 2**16
    got, refused = read(tmp_path, "a.zip", zipped({"doejane_7_1_a.zip": packed}))
    assert got == {}
    assert "unpacks to more than 8 MB" in refused[0]


def test_a_file_that_says_it_is_small_is_not_unpacked_beyond_that(tmp_path: Path) -> None:
    data = bytearray(zipped({"x": bytes(4 * 2**20)}))
    small = struct.pack("<L", 10)
    data[22:26] = small
    central = data.index(b"PK\x01\x02")
    data[central + 24 : central + 28] = small
    files, refused = read(tmp_path, "a.zip", bytes(data))
    assert files == {}
    assert len(refused) == 1
    assert "damaged" in refused[0]


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ((10, 2**20, 100), "is larger than 0 MB"),
        ((2**20, 30, 100), "unpacks to more than 0 MB"),
        ((2**20, 2**20, 1), "holds more than 1 files"),
    ],
)
def test_size_total_and_number_have_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int, int], says: str
) -> None:
    monkeypatch.setattr(archives, "OUTER", limits)
    files, refused = read(tmp_path, "a.zip", zipped({"x": b"1" * 20, "y": b"2" * 20}))
    assert len(files) < 2
    assert says in refused[0]


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ((10, 2**20, 100), "has a file larger"),
        ((2**20, 2**15, 100), "unpacks to more than it may"),
        ((2**20, 2**20, 1), "holds more than 1 files"),
    ],
)
def test_a_tar_has_the_same_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int, int], says: str
) -> None:
    monkeypatch.setattr(archives, "OUTER", limits)
    big = bytes(2**15)
    data = tarred((tarfile.TarInfo("x"), big), (tarfile.TarInfo("y"), big))
    files, refused = read(tmp_path, "a.tgz", data)
    assert len(files) < 2
    assert says in refused[0]


def test_the_holes_of_a_sparse_file_are_not_written_out(tmp_path: Path) -> None:
    info = tarfile.TarInfo("holes")
    info.type = tarfile.GNUTYPE_SPARSE
    head = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    head[386:410] = 2 * (b"%011o\0" % 0)  # no bytes at offset 0 …
    head[483:495] = b"%011o\0" % (31 * 2**20)  # … of so many
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head[:512])
    path = tmp_path / "x.tar"
    path.write_bytes(head + tarred((tarfile.TarInfo("seen"), b"data"), mode="w"))
    refused, seen = entries(path)
    assert isinstance(refused, Refused)
    assert "packed in a way" in refused.why
    assert isinstance(seen, ArchiveEntry)
    assert seen.data == b"data"


def test_a_tars_header_cannot_ask_for_gigabytes(tmp_path: Path) -> None:
    header = tarfile.TarInfo("pax")
    header.type, header.size = tarfile.XHDTYPE, 2**33
    block = header.tobuf(tarfile.GNU_FORMAT)
    _, refused = read(tmp_path, "a.tar", block + bytes(2**21))
    assert "too large" in refused[0]


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.zip", b"PK\x03\x04 no zip at all", "damaged, or no archive"),
        ("a.zip", b"", "a.zip is empty: the download or the upload broke off"),
        ("a.zip", b"\0" * 4096, "a.zip begins with zeros in place of an archive"),
        ("a.zip", zipped({}), "a.zip holds no file"),
        ("a.zip", zipped({"Ann Lee_1_assignsubmission_file_/": b""}), "a.zip holds no file"),
        ("a.tar.gz", b"\x1f\x8b\x08 no gzip", "damaged, or no archive"),
        ("a.tar", b"x" * 2000, "damaged, or no archive"),
        ("a.zip", zipped({"x": b"1"})[:-10], "damaged, or no archive"),
    ],
)
def test_a_damaged_archive_is_a_sentence(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    files, refused = read(tmp_path, name, data)
    assert (files, len(refused)) == ({}, 1)
    assert says in refused[0]


def test_a_password_and_an_unknown_packing_are_sentences(tmp_path: Path) -> None:
    data = with_raw_names({b"x": b"1"}, flags=1)
    assert read(tmp_path, "a.zip", data)[1] == ["a/x is protected with a password: not taken."]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("x", b"1" * 100)
    assert "packed in a way" in read(tmp_path, "b.zip", stream.getvalue())[1][0]
