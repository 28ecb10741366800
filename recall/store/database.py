"""Where a store lies and how to speak to it: addresses, engines, transactions."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Any, Literal

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from recall.store.errors import BadDatabaseUrl, DriverMissing
from recall.store.failures import in_plain_words

BUSY_TIMEOUT_MS = 5_000
"""How long to wait for another program's write to end before giving up."""
CONNECT_TIMEOUT_S = 10

ADVISORY_LOCK = 0x7265_6361_6C6C
"""The key of the lock that lets one writer at a time into a PostgreSQL database ("recall")."""

Mode = Literal["read", "write"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a store lies. `path` is None for a server and for a database in memory."""

    url: URL
    path: Path | None

    @property
    def text(self) -> str:
        """The place as messages name it: the file, or the address without its password."""
        return str(self.path) if self.path else self.url.render_as_string(hide_password=True)

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.url.get_backend_name()


def place_of(url_or_path: str) -> Place:
    """Read a path or an address. Raises BadDatabaseUrl."""
    if "://" not in url_or_path:
        path = Path(url_or_path).expanduser()
        return Place(URL.create("sqlite", database=str(path)), path)
    try:
        url = make_url(url_or_path)
    except (ArgumentError, ValueError) as error:
        raise BadDatabaseUrl(
            "The database address cannot be read; expected scheme://user@host:port/name.",
            _ADDRESSES,
        ) from error
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return Place(url.set(drivername="postgresql+psycopg"), None)
    if url.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise BadDatabaseUrl(
            f"recall keeps its store in SQLite or PostgreSQL, not in “{url.drivername}”.",
            _ADDRESSES,
        )
    if url.query:
        raise BadDatabaseUrl(
            "The address of an SQLite file takes no options after “?”.", _ADDRESSES
        )
    in_memory = url.database in (None, "", ":memory:")
    return Place(url, None if in_memory else Path(url.database or ""))


_ADDRESSES = "Give a file path, sqlite:///path/to/recall.db or postgresql://user@host/name."


def make_engine(
    place: Place,
    *,
    busy_timeout_ms: int = BUSY_TIMEOUT_MS,
    foreign_keys: Literal["ON", "OFF"] = "ON",
) -> Engine:
    """An engine that has not connected yet. Raises DriverMissing.

    `foreign_keys` concerns SQLite, where they must be off while a migration rebuilds a table, and
    where the switch has no effect inside a transaction.
    """
    if place.dialect == "sqlite":
        engine = create_engine(place.url)
        _prepare_sqlite(
            engine,
            f"PRAGMA busy_timeout = {busy_timeout_ms}",
            f"PRAGMA foreign_keys = {foreign_keys}",
            "PRAGMA synchronous = FULL",
        )
        return engine
    return _postgresql_engine(place, busy_timeout_ms=busy_timeout_ms)


def _postgresql_engine(place: Place, *, busy_timeout_ms: int) -> Engine:
    options = f"-c lock_timeout={busy_timeout_ms}"
    url = place.url
    if given := url.query.get("options"):
        options = f"{given if isinstance(given, str) else ' '.join(given)} {options}"
        url = url.difference_update_query(["options"])
    # A database made in the C locale (SQL_ASCII) would answer in bytes.
    arguments: dict[str, Any] = {"options": options, "client_encoding": "utf8"}
    if "connect_timeout" not in url.query:
        arguments["connect_timeout"] = CONNECT_TIMEOUT_S
    try:
        engine = create_engine(url, connect_args=arguments)
    except ModuleNotFoundError as error:
        raise DriverMissing(
            f"Speaking to PostgreSQL needs the Python package {error.name}, which is missing.",
            'Install it with: pip install "recall-srs[postgres]"',
        ) from error
    _prepare_postgresql(engine)
    return engine


@contextmanager
def transaction(engine: Engine, *, mode: Mode, place: Place) -> Iterator[Connection]:
    """A transaction: commits at the end of a write, rolls back after an exception or a read.

    One writer at a time, on both databases. A read sees one moment of the database throughout.
    """
    with in_plain_words(place.text), engine.connect() as connection:
        connection.execution_options(recall_mode=mode)
        with connection.begin() as running:
            if mode == "write":
                yield connection
                return
            with _query_only(connection):
                yield connection
            running.rollback()


@contextmanager
def _query_only(connection: Connection) -> Iterator[None]:
    """Let SQLite refuse every write; PostgreSQL does so by the kind of its transaction."""
    if connection.dialect.name != "sqlite":
        yield
        return
    cursor = connection.connection.cursor()
    cursor.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        cursor.execute("PRAGMA query_only = OFF")


def use_write_ahead_log(engine: Engine) -> None:
    """Let readers and a writer work side by side; SQLite keeps the mode in the file."""
    if engine.dialect.name == "sqlite":
        with closing(engine.raw_connection()) as raw:
            raw.cursor().execute("PRAGMA journal_mode = WAL")


def _prepare_sqlite(engine: Engine, *pragmas: str) -> None:
    def connect(connection: SqliteConnection, _record: object) -> None:
        # Without this the driver opens transactions of its own, in its own (deferred) way.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(pragma)

    def begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get("recall_mode") == "read"
        # A deferred transaction that reads before it writes can fail at its first write, without
        # waiting; an immediate one waits at its start and never later.
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    event.listen(engine, "connect", connect)
    event.listen(engine, "begin", begin)


def _prepare_postgresql(engine: Engine) -> None:
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("recall_mode") == "read":
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        else:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")

    event.listen(engine, "begin", begin)
