"""Upgrades: the migrations make what the tables say, in one piece, after a backup."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from recall.store.database import make_engine, place_of, transaction
from recall.store.errors import StoreDamaged, UpgradeFailed
from recall.store.guards import REFUSAL, guard_names
from recall.store.open import open_store, open_with_schema
from recall.store.schema import SCHEMA_VERSION, TABLE_NAMES, Age, Schema, compare, current_schema
from recall.store.tables import METADATA
from tests.store.samples import ME, collection, entry

REBUILD = '''
"""Rebuilds the journal, which on SQLite makes a new table."""
import sqlalchemy as sa
from alembic import op
revision, down_revision = "0002", "0001"
def upgrade():
    with op.batch_alter_table("journal", recreate="always") as batch:
        batch.add_column(sa.Column("device", sa.Text(), nullable=True))
'''
BROKEN = '''
"""Does half of its work."""
from alembic import op
revision, down_revision = "0002", "0001"
def upgrade():
    op.execute("DROP TABLE pillar")
    op.execute("INSERT INTO nowhere VALUES (1)")
'''
DANGLING = '''
"""Leaves cards without their notes."""
from alembic import op
revision, down_revision = "0002", "0001"
def upgrade():
    op.execute("DELETE FROM note")
'''


def next_schema(folder: Path, migration: str) -> Schema:
    """The schema of a later program: the released migrations and one more."""
    migrations = folder / "50% later"
    shutil.copytree(current_schema().migrations, migrations)
    (migrations / "versions" / "0002_next.py").write_text(migration)
    return Schema("0002", migrations)


@pytest.fixture
def connection(database: str) -> Iterator[Connection]:
    """A connection to the database that another program could have."""
    place = place_of(database)
    engine = make_engine(place)
    with transaction(engine, mode="read", place=place) as opened:
        yield opened
    engine.dispose()


def alembic(database: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Alembic's own command in the checkout."""
    checkout = current_schema().migrations.parent
    return subprocess.run(
        [sys.executable, "-m", "alembic", *arguments],
        cwd=checkout,
        env={**os.environ, "RECALL_DATABASE_URL": database},
        capture_output=True,
        text=True,
        check=True,
    )


def description(connection: Connection) -> object:
    """All that a database says about its tables, in an order of its own."""
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT name, sql FROM sqlite_master ORDER BY name"))
        lines = ((name, (sql or "").splitlines()) for name, sql in rows)
        return [(name, sorted(line.strip(", \t") for line in ddl)) for name, ddl in lines]
    columns = "table_name, column_name, data_type, is_nullable, collation_name, column_default"
    constraints = "conrelid::regclass::text, conname, pg_get_constraintdef(oid)"
    queries = (
        f"SELECT {columns} FROM information_schema.columns WHERE table_schema = 'public'",
        f"SELECT {constraints} FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
        "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT tgname, pg_get_triggerdef(oid), '' FROM pg_trigger WHERE NOT tgisinternal",
    )
    return [sorted(map(str, connection.execute(text(query)))) for query in queries]


def triggers(connection: Connection) -> set[str]:
    """The names of the triggers in a database."""
    if connection.dialect.name == "sqlite":
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    return {name for (name,) in connection.execute(text(query))}


def look(database: str) -> object:
    """What a database says about its tables, over a connection of its own."""
    place = place_of(database)
    engine = make_engine(place)
    with transaction(engine, mode="read", place=place) as opened:
        found = description(opened)
    engine.dispose()
    return found


def test_a_new_sqlite_store_is_what_the_migrations_make(tmp_path: Path) -> None:
    fast, migrated = str(tmp_path / "fast.db"), str(tmp_path / "migrated.db")
    open_store(fast).close()
    alembic(migrated, "upgrade", "head")
    assert look(fast) == look(migrated)


def test_a_new_postgresql_store_is_what_the_migrations_make(
    postgres: str, request: pytest.FixtureRequest
) -> None:
    open_store(postgres).close()
    fast = look(postgres)
    place = place_of(postgres)
    engine = make_engine(place)
    with transaction(engine, mode="write", place=place) as opened:
        opened.execute(text("DROP SCHEMA public CASCADE"))
        opened.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    alembic(postgres, "upgrade", "head")
    assert look(postgres) == fast


def test_the_tables_leave_nothing_for_a_migration_to_do(database: str) -> None:
    open_store(database).close()
    result = alembic(database, "check")
    assert "No new upgrade operations detected" in result.stdout


def test_the_last_migration_is_the_schema_of_the_program(database: str) -> None:
    result = alembic(database, "heads")
    assert result.stdout.split()[0] == SCHEMA_VERSION


def test_the_migrations_can_be_printed_as_sql(database: str) -> None:
    result = alembic(database, "upgrade", "head", "--sql")
    assert "CREATE TRIGGER journal_refuses_" in result.stdout


def test_an_upgrade_keeps_what_was_written(database: str, tmp_path: Path) -> None:
    with closing(open_store(database)) as store, store.begin() as writing:
        writing.save_collection(collection("one"), now=1)
        writing.append([entry(1)])
    later = next_schema(tmp_path, REBUILD)
    with closing(open_with_schema(database, schema=later)) as store, store.read() as reading:
        assert reading.entries(ME) == (entry(1),)
        assert reading.collection() == collection("one")


def test_an_upgrade_says_what_it_did(database: str, tmp_path: Path) -> None:
    open_store(database).close()
    with closing(open_with_schema(database, schema=next_schema(tmp_path, REBUILD))) as store:
        upgraded = store.upgraded
    assert upgraded is not None
    assert (upgraded.before, upgraded.after) == ("0001", "0002")


def test_a_store_of_today_is_not_upgraded(database: str) -> None:
    open_store(database).close()
    with closing(open_store(database)) as store:
        assert store.upgraded is None


def test_rebuilding_the_journal_keeps_its_guards(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with closing(open_store(database)) as store, store.begin() as writing:
        writing.append([entry(1)])
    open_with_schema(database, schema=next_schema(tmp_path, REBUILD)).close()
    connection: Connection = request.getfixturevalue("connection")
    assert guard_names(connection.dialect.name) <= triggers(connection)


def test_a_rebuilt_journal_refuses_changes(database: str, tmp_path: Path) -> None:
    with closing(open_store(database)) as store, store.begin() as writing:
        writing.append([entry(1)])
    open_with_schema(database, schema=next_schema(tmp_path, REBUILD)).close()
    place = place_of(database)
    engine = make_engine(place)
    with (
        pytest.raises(DBAPIError, match=REFUSAL),
        transaction(engine, mode="write", place=place) as opened,
    ):
        opened.execute(text("DELETE FROM journal"))
    engine.dispose()


def test_a_backup_from_before_lies_beside_an_upgraded_store(sqlite: str, tmp_path: Path) -> None:
    with closing(open_store(sqlite)) as store, store.begin() as writing:
        writing.append([entry(1)])
    with closing(open_with_schema(sqlite, schema=next_schema(tmp_path, REBUILD))) as store:
        upgraded = store.upgraded
    assert upgraded is not None
    assert upgraded.backup == tmp_path / "recall.db.schema-0001.backup"
    with closing(open_store(str(upgraded.backup))) as store, store.read() as reading:
        assert reading.entries(ME) == (entry(1),)


def test_a_backup_never_replaces_an_earlier_one(sqlite: str, tmp_path: Path) -> None:
    open_store(sqlite).close()
    earlier = tmp_path / "recall.db.schema-0001.backup"
    earlier.write_text("precious")
    with closing(open_with_schema(sqlite, schema=next_schema(tmp_path, REBUILD))) as store:
        upgraded = store.upgraded
    assert upgraded is not None
    assert upgraded.backup == tmp_path / "recall.db.schema-0001.backup-2"
    assert earlier.read_text() == "precious"


@pytest.mark.parametrize("migration", [BROKEN, DANGLING], ids=["broken", "dangling"])
def test_an_upgrade_that_fails_changes_nothing(
    database: str, tmp_path: Path, migration: str
) -> None:
    with closing(open_store(database)) as store, store.begin() as writing:
        writing.save_collection(collection("one"), now=1)
    before = look(database)
    with pytest.raises(UpgradeFailed) as caught:
        open_with_schema(database, schema=next_schema(tmp_path, migration))
    assert caught.value.exit_code == 4
    assert "\n" not in caught.value.message
    assert look(database) == before
    with closing(open_store(database)) as store, store.read() as reading:
        assert reading.collection() == collection("one")


def test_a_damaged_store_is_not_upgraded(sqlite: str, tmp_path: Path) -> None:
    with closing(open_store(sqlite)) as store, store.begin() as writing:
        writing.save_collection(collection(*(f"card-{n}" for n in range(300))), now=1)
    with closing(sqlite3.connect(sqlite)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'card'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with Path(sqlite).open("r+b") as file:
        file.seek((root - 1) * size + 12)
        file.write(b"\xff" * 200)
    with pytest.raises(StoreDamaged):
        open_with_schema(sqlite, schema=next_schema(tmp_path, REBUILD))
    assert not list(tmp_path.glob("*.part"))


def test_a_store_is_copied_while_it_is_written(sqlite: str, tmp_path: Path) -> None:
    with closing(open_store(sqlite)) as store:
        with store.begin() as writing:
            writing.append([entry(1)])
        with store.begin() as writing:
            writing.append([entry(2)])
            store.backup(tmp_path / "copy.db")
    with closing(open_store(str(tmp_path / "copy.db"))) as copy, copy.read() as reading:
        assert reading.entries(ME) == (entry(1),)


@pytest.mark.parametrize(
    ("found", "age"),
    [
        ("0001", Age.CURRENT),
        ("0000", Age.OLDER),
        ("0002", Age.NEWER),
        ("9", Age.UNKNOWN),
        ("", Age.UNKNOWN),
    ],
)
def test_versions_are_compared_as_numbers(found: str, age: Age) -> None:
    assert compare(found, wanted="0001") is age


def test_every_table_is_named_in_the_schema() -> None:
    assert set(TABLE_NAMES) == set(METADATA.tables)


def test_opening_a_store_of_today_imports_no_alembic(sqlite: str) -> None:
    program = (
        "import sys\n"
        "from recall.store.open import open_store\n"
        "for _ in range(2): open_store(sys.argv[1]).close()\n"
        "print('alembic' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, sqlite], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"
