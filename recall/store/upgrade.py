"""Makes the tables of a new store and brings those of an old one up to date.

Alembic is imported only when there is something to upgrade.
"""

import logging
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, insert, text

from recall.errors import RecallError
from recall.store.database import Place, make_engine, transaction
from recall.store.errors import StoreDamaged, UpgradeFailed
from recall.store.failures import unwritable
from recall.store.guards import guard_statements
from recall.store.schema import Schema
from recall.store.tables import METADATA, VERSION_METADATA, version


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What opening a store did to it. `backup` is None for a server: it has its own tools."""

    before: str
    after: str
    backup: Path | None


def create_tables(connection: Connection, *, schema: Schema) -> None:
    """Make everything in an empty database, as running all migrations would."""
    METADATA.create_all(connection)
    VERSION_METADATA.create_all(connection)
    install_guards(connection)
    connection.execute(insert(version).values(version_num=schema.version))


def install_guards(connection: Connection) -> None:
    """Put the append-only triggers in place, wherever they are missing or outdated."""
    for statement in guard_statements(connection.dialect.name):
        connection.exec_driver_sql(statement)


def upgrade(place: Place, *, before: str, schema: Schema) -> Upgrade:
    """Back the store up, then run the migrations in one transaction.

    Raises UpgradeFailed (nothing was changed then), StoreDamaged, StoreLocked, StoreUnwritable.
    """
    backup = backup_beside(place.path, version=before) if place.path else None
    engine = make_engine(place, foreign_keys="OFF")
    try:
        with transaction(engine, mode="write", place=place) as connection:
            _run_migrations(connection, schema)
            _check_foreign_keys(connection)
    except RecallError:
        raise
    except Exception as error:
        where = f"A copy from before is {backup}." if backup else "Your server's backups hold it."
        raise UpgradeFailed(
            f"Upgrading {place.text} from schema {before} to {schema.version} failed and was "
            f"taken back: {str(error).splitlines()[0]}.",
            f"Keep using the version of recall that wrote it, and report this. {where}",
        ) from error
    finally:
        engine.dispose()
    return Upgrade(before, schema.version, backup)


def backup_beside(path: Path, *, version: str) -> Path:
    """Copy an SQLite store to a new file beside it, while others may be using it.

    The copy is complete or absent, and it has been read through. Raises StoreDamaged,
    StoreUnwritable.
    """
    target = _free_name(path.with_name(f"{path.name}.schema-{version}.backup"))
    copy_sqlite(path, target)
    return target


def copy_sqlite(path: Path, target: Path) -> None:
    """Copy an SQLite database in use to `target`, which is replaced only by a complete copy."""
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            findings = [row[0] for row in copy.execute("PRAGMA quick_check(1)")]
        if findings != ["ok"]:
            raise StoreDamaged(
                f"The store {path} is damaged: {findings[0]}.",
                "Restore an older backup, or import an exported journal into a new store.",
            )
        part.replace(target)
    except OSError as error:
        raise unwritable(str(target), reason=os.strerror(error.errno or 0)) from error
    finally:
        part.unlink(missing_ok=True)


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}-{number}") for number in range(2, 10_000))
    return path if not path.exists() else next(name for name in names if not name.exists())


def _run_migrations(connection: Connection, schema: Schema) -> None:
    from alembic import command
    from alembic.config import Config

    # Alembic tells what it does at level INFO; that talk is not for the user.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    # The configuration interpolates percent signs.
    config.set_main_option("script_location", str(schema.migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, schema.version)


def _check_foreign_keys(connection: Connection) -> None:
    if connection.dialect.name != "sqlite":
        return
    broken = connection.execute(text("PRAGMA foreign_key_check")).first()
    if broken is not None:
        raise ValueError(f"a row of {broken[0]} refers to a row of {broken[2]} that is gone")
