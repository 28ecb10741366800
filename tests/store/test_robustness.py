"""What was confirmed survives: kills, crowds, full disks, locks and missing rights."""

import ctypes
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from recall.store.errors import DiskFull, StoreLocked, StoreUnreachable
from recall.store.open import Store, open_store
from tests.store.samples import ME, collection, entry

WRITER = """
import sys
from recall.store.open import open_store
from tests.store.samples import entry

store = open_store(sys.argv[1])
first, last = int(sys.argv[2]), int(sys.argv[3])
for number in range(first, last):
    with store.begin() as transaction:
        transaction.append([entry(number)])
    print(number, flush=True)
"""
READER = """
import sys
from recall.errors import RecallError
from recall.store.open import open_store

try:
    store = open_store(sys.argv[1])
    with store.begin() as transaction:
        transaction.ensure_learner("you", now=1)
    print("written")
except RecallError as error:
    print(type(error).__name__, error.message)
"""
CAP_DAC_OVERRIDE, PR_CAPBSET_DROP = 1, 24


def python(
    program: str, *arguments: str, before: Callable[[], None] | None = None
) -> subprocess.Popen[str]:
    """Start a Python program that can import the samples."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=before,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )


def obey_permissions() -> None:
    """Take from root, in the program about to start, the right to ignore permissions."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def test_a_killed_program_loses_nothing_it_confirmed(database: str) -> None:
    open_store(database).close()
    writer = python(WRITER, database, "0", "100000")
    assert writer.stdout is not None
    confirmed = [int(writer.stdout.readline()) for _ in range(40)]
    writer.send_signal(signal.SIGKILL)
    confirmed += [int(line) for line in writer.stdout.read().split()]
    writer.wait()
    writer.stdout.close()
    with closing(open_store(database)) as store, store.read() as transaction:
        kept = transaction.entries(ME)
    # The one that was being written may be there or not; it is whole or absent.
    assert kept[: len(confirmed)] == tuple(entry(number) for number in confirmed)
    assert len(kept) - len(confirmed) in (0, 1)


def test_programs_that_write_at_once_wait_for_each_other(database: str) -> None:
    open_store(database).close()
    spans = [(n * 100, n * 100 + 60) for n in range(2)]
    writers = [python(WRITER, database, str(first), str(last)) for first, last in spans]
    for writer in writers:
        writer.communicate(timeout=60)
    expected = tuple(entry(number) for span in spans for number in range(*span))
    with closing(open_store(database)) as store, store.read() as transaction:
        assert transaction.entries(ME) == expected


def test_programs_that_open_a_missing_store_at_once_share_it(database: str) -> None:
    writers = [python(WRITER, database, str(n), str(n + 1)) for n in range(3)]
    for writer in writers:
        writer.communicate(timeout=60)
    with closing(open_store(database)) as store, store.read() as transaction:
        assert transaction.entries(ME) == tuple(entry(number) for number in range(3))


def test_a_store_held_by_another_writer_is_called_locked(database: str) -> None:
    with closing(open_store(database)) as holder, holder.begin() as held:
        held.append([entry(1)])
        other = open_store(database, busy_timeout_ms=100)
        started = time.monotonic()
        with pytest.raises(StoreLocked) as caught, other.begin() as transaction:
            transaction.append([entry(2)])
        assert time.monotonic() - started < 3
        other.close()
    assert "\n" not in caught.value.message


def test_a_store_locked_by_a_foreign_program_is_called_locked(sqlite: str) -> None:
    open_store(sqlite).close()
    with closing(sqlite3.connect(sqlite)) as foreign:
        foreign.execute("PRAGMA locking_mode = EXCLUSIVE")
        foreign.execute("BEGIN EXCLUSIVE")
        with (
            pytest.raises(StoreLocked),
            closing(open_store(sqlite, busy_timeout_ms=100)) as store,
            store.begin() as transaction,
        ):
            transaction.append([entry(1)])


def test_readers_do_not_wait_for_a_writer(store: Store) -> None:
    with store.begin() as writing:
        writing.append([entry(1)])
        with store.read() as reading:
            assert reading.entries(ME) == ()


def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    program = python(READER, str(folder / "recall.db"), before=obey_permissions)
    output, _ = program.communicate(timeout=30)
    folder.chmod(0o755)
    assert output.startswith(f"StoreUnwritable Cannot open or write the store {folder}")


def test_a_read_only_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "recall.db"
    open_store(str(path)).close()
    path.chmod(0o444)
    program = python(READER, str(path), before=obey_permissions)
    output, _ = program.communicate(timeout=30)
    assert output.startswith(f"StoreUnwritable Cannot open or write the store {path}")


def test_a_folder_without_the_right_to_enter_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o000)
    program = python(READER, str(folder / "recall.db"), before=obey_permissions)
    output, _ = program.communicate(timeout=30)
    folder.chmod(0o755)
    assert output.startswith(f"StoreUnwritable Cannot open or write the store {folder}")


def test_a_full_disk_takes_the_transaction_back(sqlite: str) -> None:
    with closing(open_store(sqlite)) as store:
        with store.begin() as transaction:
            transaction.append([entry(1)])
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        # Python ignores SIGXFSZ, so that a write beyond the limit fails as on a full disk.
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limit[1]))
        try:
            with pytest.raises(DiskFull) as caught, store.begin() as transaction:
                transaction.save_collection(collection(*(f"c-{n}" for n in range(2_000))), now=1)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        with store.read() as transaction:
            assert transaction.entries(ME) == (entry(1),)
            assert transaction.card_ids() == ()
    assert "\n" not in caught.value.message


def overfill(store: Store) -> None:
    """Write more than the database may hold."""
    with store.begin() as transaction:
        transaction._connection.exec_driver_sql("PRAGMA max_page_count = 60")
        transaction.save_collection(collection(*(f"c-{n}" for n in range(2_000))), now=1)


def test_a_full_database_is_called_a_full_disk(sqlite: str) -> None:
    with closing(open_store(sqlite)) as store, pytest.raises(DiskFull, match="no room"):
        overfill(store)


def test_a_store_goes_on_after_the_disk_was_full(sqlite: str) -> None:
    with closing(open_store(sqlite)) as store:
        with pytest.raises(DiskFull):
            overfill(store)
        with store.begin() as transaction:
            transaction._connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
            transaction.append([entry(1)])
    with closing(open_store(sqlite)) as store, store.read() as transaction:
        assert transaction.entries(ME) == (entry(1),)


def write_without_a_server(store: Store, admin: psycopg.Connection) -> None:
    """Lose the connection in the middle of a transaction."""
    with store.begin() as transaction:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        transaction.append([entry(1)])


def test_a_server_that_goes_away_is_named(postgres: str) -> None:
    with (
        closing(open_store(postgres)) as store,
        closing(psycopg.connect(postgres, autocommit=True)) as admin,
        pytest.raises(StoreUnreachable),
    ):
        write_without_a_server(store, admin)
