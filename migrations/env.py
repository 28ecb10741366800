"""Runs the migrations: for recall on a connection it hands over, else for the `alembic` command."""

import os

from alembic import context
from sqlalchemy import Connection

from recall.store.database import make_engine, place_of, transaction, use_write_ahead_log
from recall.store.guards import guard_statements
from recall.store.schema import VERSION_TABLE
from recall.store.tables import METADATA

DEFAULT_DATABASE = ".recall/recall.db"


def database() -> str:
    """The path or address that the command line, the environment or the workspace names."""
    chosen = context.get_x_argument(as_dictionary=True).get("database")
    return chosen or os.environ.get("RECALL_DATABASE_URL") or DEFAULT_DATABASE


def migrate(connection: Connection) -> None:
    """Run what was asked for, then put the append-only triggers back that a rebuild dropped."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        version_table=VERSION_TABLE,
        render_as_batch=connection.dialect.name == "sqlite",
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()
    if connection.dialect.has_table(connection, "journal"):
        for statement in guard_statements(connection.dialect.name):
            connection.exec_driver_sql(statement)


def print_sql() -> None:
    """Write the SQL instead of running it (`--sql`)."""
    place = place_of(database())
    context.configure(
        url=place.url,
        target_metadata=METADATA,
        version_table=VERSION_TABLE,
        render_as_batch=place.dialect == "sqlite",
        literal_binds=True,
    )
    with context.begin_transaction():
        context.run_migrations()
        for statement in guard_statements(place.dialect):
            context.execute(statement)


def run() -> None:
    """Choose among a connection that is handed over, one of our own, and printing."""
    if context.is_offline_mode():
        print_sql()
        return
    given: Connection | None = context.config.attributes.get("connection")
    if given is not None:
        migrate(given)
        return
    place = place_of(database())
    if place.path is not None:
        place.path.parent.mkdir(parents=True, exist_ok=True)
    engine = make_engine(place, foreign_keys="OFF")
    try:
        use_write_ahead_log(engine)
        with transaction(engine, mode="write", place=place) as connection:
            migrate(connection)
    finally:
        engine.dispose()


run()
