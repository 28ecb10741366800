"""Turns what SQLite, PostgreSQL and SQLAlchemy raise into one clear line and a next step."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

from recall.store.errors import (
    DiskFull,
    NotAStore,
    StoreDamaged,
    StoreError,
    StoreLocked,
    StoreUnreachable,
    StoreUnwritable,
)

_LOCK_NOT_AVAILABLE = "55P03"
_QUERY_CANCELED = "57014"
_READ_ONLY_SQL_TRANSACTION = "25006"
_INSUFFICIENT_PRIVILEGE = "42501"
_DISK_FULL = "53100"
_NO_CONNECTION = ("08", "28", "3D", "53", "57")
"""Classes of SQLSTATE: connection, authorisation, no such database, resources, shutdown."""


@contextmanager
def in_plain_words(place: str) -> Iterator[None]:
    """Raise database errors that a user can run into as StoreErrors that name `place`.

    Whatever is a defect of the program (a broken constraint, bad SQL) passes unchanged.
    """
    try:
        yield
    except (sqlite3.Error, DBAPIError) as error:
        explained = explain(error, place=place)
        if explained is None:
            raise
        raise explained from error


def explain(error: Exception, *, place: str) -> StoreError | None:
    """The StoreError that says what a database error means; None if it is a defect of ours."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return _explain_sqlite(cause, place=place)
    state = getattr(cause, "sqlstate", None)
    if state in (_LOCK_NOT_AVAILABLE, _QUERY_CANCELED):
        return _locked(place)
    if state in (_READ_ONLY_SQL_TRANSACTION, _INSUFFICIENT_PRIVILEGE):
        return StoreUnwritable(
            f"The database {place} refuses to be written: {_first_line(cause)}.",
            "Give the database user the right to write, or choose another one with "
            "RECALL_DATABASE_URL.",
        )
    if state == _DISK_FULL:
        return _full(place)
    if _is_unreachable(error, state):
        return StoreUnreachable(
            f"Cannot reach PostgreSQL at {place}: {_first_line(cause)}.",
            "Start the server, or correct the address in RECALL_DATABASE_URL (or --database).",
        )
    return None


def _is_unreachable(error: Exception, state: str | None) -> bool:
    """True if there was no connection at all: no server, or an address it does not understand."""
    if state is None:
        return isinstance(error, (OperationalError, ProgrammingError))
    return isinstance(error, OperationalError) and state[:2] in _NO_CONNECTION


def _explain_sqlite(cause: sqlite3.Error, *, place: str) -> StoreError | None:
    # The low byte of a code is the primary one: SQLITE_BUSY_SNAPSHOT is a kind of SQLITE_BUSY.
    match getattr(cause, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return _locked(place)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return unwritable(place, reason=str(cause))
        case sqlite3.SQLITE_IOERR:
            return DiskFull(
                f"Reading or writing {place} failed: {cause}.",
                "Check the free space, the quota and the health of the disk; nothing that was "
                "saved before is lost.",
            )
        case sqlite3.SQLITE_FULL:
            return _full(place)
        case sqlite3.SQLITE_CORRUPT:
            return StoreDamaged(
                f"The store {place} is damaged: {cause}.",
                "Restore the newest backup that lies beside it, or import an exported journal.",
            )
        case sqlite3.SQLITE_NOTADB:
            return not_a_store(place, found="it is not an SQLite database")
        case _:
            return None


def not_a_store(place: str, *, found: str) -> NotAStore:
    """The error for a file or database that holds something else."""
    return NotAStore(
        f"{place} is not a recall store: {found}.",
        "Move it away, or choose another place with --database or RECALL_DATABASE_URL.",
    )


def unwritable(place: str, *, reason: str) -> StoreUnwritable:
    """The error for a file that cannot be opened, made or written."""
    return StoreUnwritable(
        f"Cannot open or write the store {place}: {reason}.",
        "Check the permissions of the file and its folder, or choose another place with "
        "--database or RECALL_DATABASE_URL.",
    )


def _locked(place: str) -> StoreLocked:
    return StoreLocked(
        f"The store {place} is locked by another program.",
        "Close the other program that uses it and try again; nothing was changed.",
    )


def _full(place: str) -> DiskFull:
    return DiskFull(
        f"There is no room left to write to {place}.",
        "Free some space and try again; nothing that was saved before is lost.",
    )


def _first_line(cause: object) -> str:
    """The first line of a server's message, which may run over many."""
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[0].strip().rstrip(".")
