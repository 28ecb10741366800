"""Replacing a deck file by a new text of it, all at once."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from recall.errors import RecallError


class NotWritten(RecallError):
    """A deck file could not be replaced; it is as it was."""


def replace_file(path: Path, *, before: bytes, after: bytes) -> None:
    """Put new bytes into the place of a file's old ones, or leave them; never a part of them.

    Permissions and links stay. Raises NotWritten if the file is write-protected, has other bytes
    than `before` by now, or cannot be written.
    """
    real = path.resolve()
    try:
        facts = real.stat()
        if not facts.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
            raise NotWritten(f"{path} is write-protected", "Allow writing to it, then try again.")
        handle, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.", suffix=".tmp")
        fresh = Path(name)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(after)
                out.flush()
                os.fsync(out.fileno())
            fresh.chmod(stat.S_IMODE(facts.st_mode))
            # Only the super-user may give a file away; for anybody else it stays their own.
            with suppress(OSError, AttributeError):
                os.chown(fresh, facts.st_uid, facts.st_gid)
            if real.read_bytes() != before:
                message = f"{path} was changed by another program meanwhile"
                raise NotWritten(message, "Save your work there, then try again.")
            fresh.replace(real)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise NotWritten(f"{path} cannot be written: {reason}", "Nothing was changed.") from error
