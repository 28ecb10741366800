"""Opening a store: find it, make it, bring it up to date, or say why not."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from recall.store.database import (
    BUSY_TIMEOUT_MS,
    Place,
    make_engine,
    place_of,
    transaction,
    use_write_ahead_log,
)
from recall.store.errors import SchemaTooNew, SchemaUnknown, StoreError, StoreMissing
from recall.store.failures import in_plain_words, not_a_store, unwritable
from recall.store.schema import (
    TABLE_NAMES,
    VERSION_QUERY,
    VERSION_TABLE,
    Age,
    Schema,
    compare,
    current_schema,
)
from recall.store.transaction import Transaction
from recall.store.upgrade import Upgrade, copy_sqlite, create_tables, upgrade


class Store:
    """An open store. Each transaction has a connection of its own.

    `upgraded` says what opening it did to its tables; None if they were of today.
    """

    def __init__(self, engine: Engine, place: Place, *, upgraded: Upgrade | None) -> None:
        self._engine = engine
        self._place = place
        self.upgraded = upgraded

    @property
    def url(self) -> str:
        """The address, without its password."""
        return self._place.url.render_as_string(hide_password=True)

    @property
    def path(self) -> Path | None:
        """The file; None for a server."""
        return self._place.path

    @contextmanager
    def begin(self) -> Iterator[Transaction]:
        """A write transaction: it commits at the end and rolls back after an exception.

        There is one at a time in the whole database; others wait. Raises StoreLocked, DiskFull,
        StoreUnwritable, StoreUnreachable.
        """
        with transaction(self._engine, mode="write", place=self._place) as connection:
            yield Transaction(connection)

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """A transaction that sees one moment of the database and refuses every write."""
        with transaction(self._engine, mode="read", place=self._place) as connection:
            yield Transaction(connection)

    def backup(self, target: Path) -> None:
        """Copy an SQLite store that may be in use; `target` is replaced by a complete copy only.

        Raises StoreError for a server: its own tools do this.
        """
        if self.path is None:
            raise StoreError(
                "A store on a server cannot be copied from here.",
                "Use pg_dump, or `recall export journal`.",
            )
        with in_plain_words(str(target)):
            copy_sqlite(self.path, target)

    def integrity(self) -> tuple[str, ...]:
        """What the database itself finds wrong with the file; a server looks after its own."""
        if self.path is None:
            return ()
        with in_plain_words(self._place.text), self._engine.connect() as connection:
            rows = connection.exec_driver_sql("PRAGMA integrity_check(20)").scalars().all()
        return () if rows == ["ok"] else tuple(str(row) for row in rows)

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()


def open_store(
    url_or_path: str, *, create: bool = True, busy_timeout_ms: int = BUSY_TIMEOUT_MS
) -> Store:
    """Open the store at a path or an address (`sqlite:///…`, `postgresql://…`).

    A missing store is made, unless `create` is False (StoreMissing). An older one is backed up
    beside itself and upgraded; `Store.upgraded` says so. Raises SchemaTooNew, SchemaUnknown,
    UpgradeFailed (exit code 4) and the StoreErrors.
    """
    return open_with_schema(
        url_or_path, schema=current_schema(), create=create, busy_timeout_ms=busy_timeout_ms
    )


def open_with_schema(
    url_or_path: str,
    *,
    schema: Schema,
    create: bool = True,
    busy_timeout_ms: int = BUSY_TIMEOUT_MS,
) -> Store:
    """`open_store` for tables of a given version."""
    place = place_of(url_or_path)
    if place.path is not None:
        _prepare_file(place.path, create=create)
    engine = make_engine(place, busy_timeout_ms=busy_timeout_ms)
    try:
        with in_plain_words(place.text):
            upgraded = _bring_up_to_date(engine, place, schema=schema, create=create)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, place, upgraded=upgraded)


def _prepare_file(path: Path, *, create: bool) -> None:
    try:
        if path.is_dir():
            raise unwritable(str(path), reason="it is a folder")
        if not create and not path.exists():
            raise _missing(str(path))
        obstacle = next(p for p in path.parents if p.exists())
        if not obstacle.is_dir():
            raise unwritable(str(path), reason=f"{obstacle} is not a folder")
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(str(path), reason=os.strerror(error.errno or 0)) from error


def _missing(place: str) -> StoreMissing:
    return StoreMissing(
        f"There is no store at {place}.",
        "Run `recall compile` to make one, or name another place with --database.",
    )


def _bring_up_to_date(
    engine: Engine, place: Place, *, schema: Schema, create: bool
) -> Upgrade | None:
    with transaction(engine, mode="read", place=place) as connection:
        found = _version(connection, place)
    if found is None:
        if not create:
            raise _missing(place.text)
        use_write_ahead_log(engine)
        with transaction(engine, mode="write", place=place) as connection:
            # Another process may have made the tables while we waited for our turn.
            if _version(connection, place) is None:
                create_tables(connection, schema=schema)
        return None
    match compare(found, wanted=schema.version):
        case Age.CURRENT:
            return None
        case Age.OLDER:
            return upgrade(place, before=found, schema=schema)
        case Age.NEWER:
            raise SchemaTooNew(
                f"The store {place.text} has schema {found}; this version of recall knows "
                f"{schema.version}.",
                "Install a newer version of recall, or use another store.",
            )
        case Age.UNKNOWN:
            raise SchemaUnknown(
                f"The store {place.text} has the unknown schema “{found}”; this version of "
                f"recall knows {schema.version}.",
                "Check that the address is right; another program may have written it.",
            )


def _version(connection: Connection, place: Place) -> str | None:
    """The version in a store; None if the database holds nothing of ours yet."""
    names = set(inspect(connection).get_table_names())
    ours = names & set(TABLE_NAMES)
    if VERSION_TABLE in names and "journal" in ours:
        found: str | None = connection.execute(text(VERSION_QUERY)).scalar()
        if found is not None:
            return found
    # A server's database may be shared with other programs, a file is not.
    if ours or VERSION_TABLE in names or (names and place.dialect == "sqlite"):
        example = ", ".join(sorted(names)[:3])
        raise not_a_store(place.text, found=f"it holds tables of another program ({example})")
    return None
