"""The file of a backup: a zip with the dump as pg_dump wrote it, and what is known of it.

`unzip` and `pg_restore` can read it without this program. The dump is compressed already, so it is
only stored. What is known of it comes last, with its checksum; a file that was cut off has neither.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

import msgspec

from config.backup.problem import BackupProblem

FORMAT = 1
DUMP, NOTES = "database.dump", "backup.json"
CHUNK = 1 << 20
SUFFIX = ".backup"


class Notes(msgspec.Struct):
    """What is known of a dump."""

    at: str  # every change that was acknowledged before this moment is in it
    site: str
    key: str  # tells whether SECRET_KEY is the same, and nothing else of it
    server: int  # version of Postgres
    at_work: bool  # whether a worker was: then the site went on, and people were told more
    migrations: list[str]
    rows: dict[str, int]
    sha256: str = ""
    size: int = 0
    format: int = FORMAT


class Writing:
    """The dump while it is written: its size and its checksum."""

    def __init__(self, part: IO[bytes]) -> None:
        self._part, self._hash, self.size = part, hashlib.sha256(), 0

    def write(self, data: bytes) -> int:
        """Add to the dump."""
        self._part.write(data)
        self._hash.update(data)
        self.size += len(data)
        return len(data)

    @property
    def sha256(self) -> str:
        """The checksum of all that was written."""
        return self._hash.hexdigest()


@contextlib.contextmanager
def created(path: Path, *, force: bool) -> Iterator[zipfile.ZipFile]:
    """A new file under this name, for its owner only: whole and on the disk, or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:  # from before the file is there: a signal may come right after
        with _new_file(draft) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
                yield archive
            file.flush()
            os.fsync(file.fileno())
        if force:
            draft.replace(path)
        else:
            _link(draft, path)
    except OSError as problem:
        raise BackupProblem(f"{path} cannot be written: {problem.strerror}.") from problem
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _new_file(path: Path) -> BinaryIO:
    try:
        return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except OSError as problem:
        raise BackupProblem(f"{path.parent} cannot be written: {problem.strerror}.") from problem


def _link(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError as problem:
        raise BackupProblem(exists_already(path)) from problem


def exists_already(path: Path) -> str:
    """What is said where a file would have to be overwritten."""
    return f"{path} exists already: choose another name, or --force."


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def dump_into(archive: zipfile.ZipFile) -> Iterator[Writing]:
    """The place of the dump in a new file."""
    with archive.open(DUMP, "w", force_zip64=True) as part:
        yield Writing(part)


def note(archive: zipfile.ZipFile, notes: Notes) -> None:
    """Add what is known: the last part."""
    archive.writestr(NOTES, msgspec.json.format(msgspec.json.encode(notes)))


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Notes]]:
    """A backup to be read. Raises BackupProblem."""
    try:
        archive = zipfile.ZipFile(path)
    except OSError as problem:
        raise BackupProblem(f"{path} cannot be read: {problem.strerror}.") from problem
    except zipfile.BadZipFile as problem:
        raise BackupProblem(f"{path} is no backup, or only a part of one.") from problem
    with archive:
        yield archive, _notes_in(archive, path)


def _notes_in(archive: zipfile.ZipFile, path: Path) -> Notes:
    try:
        document = archive.read(NOTES)
        archive.getinfo(DUMP)
        version = msgspec.json.decode(document, type=dict[str, object])["format"]
        if version != FORMAT:
            raise BackupProblem(
                f"{path} has the format {version}, and this site reads {FORMAT}:"
                " it was made by another version of it."
            )
        return msgspec.json.decode(document, type=Notes)
    except (KeyError, zipfile.BadZipFile, msgspec.DecodeError) as problem:
        raise BackupProblem(f"{path} is no backup of this site, or damaged.") from problem


def check(archive: zipfile.ZipFile, notes: Notes) -> None:
    """Read the dump once and compare its checksum. Raises BackupProblem."""
    found, size = hashlib.sha256(), 0
    try:
        with archive.open(DUMP) as part:
            while data := part.read(CHUNK):
                found.update(data)
                size += len(data)
    except (OSError, EOFError, zipfile.BadZipFile) as problem:
        raise BackupProblem("The backup is damaged: it cannot be read to its end.") from problem
    if (found.hexdigest(), size) != (notes.sha256, notes.size):
        raise BackupProblem("The backup is damaged: its checksum is another one.")
