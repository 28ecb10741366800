"""Small tools over tables: select columns in an order, write many rows at once."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Insert, Select, Table, select

from recall.store.translate import Row

T = TypeVar("T")

CHUNK = 500
"""Rows or ids in one statement: below every database's limit on parameters."""


def columns(table: Table, names: Sequence[str]) -> list[ColumnElement[Any]]:
    """The columns of those names, in that order."""
    return [table.c[name] for name in names]


def select_columns(table: Table, names: Sequence[str]) -> Select[Any]:
    """A SELECT of those columns, in that order."""
    return select(*columns(table, names))


def upsert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, or overwrite the ones whose primary key is there."""
    if not rows:
        return
    keys = [column.name for column in table.primary_key]
    statement: Any = insert_into(connection, table)
    statement = statement.on_conflict_do_update(
        index_elements=keys,
        set_={name: statement.excluded[name] for name in rows[0] if name not in keys},
    )
    connection.execute(statement, [dict(row) for row in rows])


def insert_missing(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert the rows whose primary key is not there yet."""
    if rows:
        statement: Any = insert_into(connection, table)
        connection.execute(statement.on_conflict_do_nothing(), [dict(row) for row in rows])


def insert_into(connection: Connection, table: Table) -> Insert:
    """An INSERT of the connection's dialect, which knows ON CONFLICT."""
    # A dialect takes 50 ms to import: only the one in use.
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects import sqlite

        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """The values in lists of at most CHUNK."""
    rest = iter(values)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk
