"""Files that appear whole or not at all."""

import os
from pathlib import Path

from recall.errors import RecallError


class BadFile(RecallError):
    """A file that cannot be read or written."""


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file as a whole, on disk before it is there. Raises BadFile."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise BadFile(message, "Choose another place.") from None
    finally:
        temporary.unlink(missing_ok=True)
