"""Files that an export writes: whole or not at all, and never over somebody else's."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from recall.errors import RecallError


class ForeignFile(RecallError):
    """What stands at the place of an export is not a file that this exporter wrote."""


class CannotWrite(RecallError):
    """The file system does not let us write the file."""


def real_place(path: Path) -> Path:
    """Where a file to be written really is, links followed.

    Raises CannotWrite for what is there and no file: a device or a pipe. Reading it could
    wait for ever, and to replace it would destroy it.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise CannotWrite(f"{path} is no regular file", "Name a file.")
    return path.resolve()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file in one step: `path` holds either what it held or all of `content`.

    Raises CannotWrite.
    """
    path = real_place(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CannotWrite(
            f"cannot write {path}: {error.strerror or error}",
            "Name a file in a folder that exists and that you may write to.",
        ) from error


def refuse_foreign(path: Path, what: str, is_ours: Callable[[bytes], bool]) -> None:
    """Raise ForeignFile if there is something at `path` whose beginning is not ours."""
    path = real_place(path)
    try:
        if not path.exists():
            return
        with path.open("rb") as file:
            ours = is_ours(file.read(2000))
    except OSError as error:
        raise foreign(path, what) from error
    if not ours:
        raise foreign(path, what)


def foreign(path: Path, what: str) -> ForeignFile:
    """The refusal to overwrite a file; `what` says what would be overwritten."""
    return ForeignFile(
        f"{path} exists and is not {what} that recall exported",
        "Name another file, or overwrite this one with --force.",
    )
