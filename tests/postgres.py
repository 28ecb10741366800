"""A PostgreSQL server for the tests: a given one, or one started for the occasion."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GIVEN = "RECALL_TEST_POSTGRES_URL"
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=32MB")


def binaries() -> Path | None:
    """The folder with initdb and postgres; None where there is no server."""
    on_path = shutil.which("postgres")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders.append(Path("/usr/local/bin"))
    whole = (f for f in folders if (f / "initdb").exists() and (f / "postgres").exists())
    return next(whole, None)


@contextmanager
def running_server(programs: Path) -> Iterator[str]:
    """Start a server on a Unix socket of its own; yields the address of its first database."""
    # The path of a socket may have about 100 characters, so pytest's folders are too deep.
    with tempfile.TemporaryDirectory(prefix="recall-pg-", ignore_cleanup_errors=True) as base:
        data = Path(base, "data")
        owner = _ordinary_user()
        if owner is not None:
            os.chown(base, *owner)
        run = {"user": owner[0], "group": owner[1], "extra_groups": []} if owner else {}
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "recall", "-A", "trust", "-E", "UTF8", "-N"],
            check=True, capture_output=True, cwd=base, env={**os.environ, "LC_ALL": "C.UTF-8"},
            **run,
        )  # fmt: skip
        settings = [part for setting in FAST for part in ("-c", setting)]
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", base, "-h", "", *settings],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=base, **run,
        )  # fmt: skip
        try:
            yield f"postgresql://recall@/postgres?host={base}"
        finally:
            # A fast shutdown: it does not wait for clients to leave.
            server.send_signal(signal.SIGINT)
            server.wait(timeout=20)


def _ordinary_user() -> tuple[int, int] | None:
    """Who runs the server: it refuses to be run by root. None: we are ordinary ourselves."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = names.get("postgres") or names["nobody"]
    return user.pw_uid, user.pw_gid
