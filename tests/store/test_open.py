"""Opening: a store is found, made, or refused with one clear line."""

import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from recall.errors import RecallError
from recall.store.database import make_engine, place_of, transaction
from recall.store.errors import (
    BadDatabaseUrl,
    DriverMissing,
    NotAStore,
    SchemaTooNew,
    SchemaUnknown,
    StoreDamaged,
    StoreMissing,
    StoreUnreachable,
    StoreUnwritable,
)
from recall.store.open import Store, open_store
from tests.store.samples import ME, collection, entry


def run_sql(database: str, *statements: str) -> None:
    """Change a database behind the store's back."""
    place = place_of(database)
    engine = make_engine(place)
    with transaction(engine, mode="write", place=place) as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def one_line(error: RecallError) -> bool:
    """True if the error has a message and a next step, each on one line."""
    return all(part and "\n" not in part for part in (error.message, error.next_step))


def test_a_missing_store_is_made(database: str) -> None:
    with closing(open_store(database)) as store, store.read() as transaction:
        assert transaction.card_ids() == ()


def test_a_store_is_there_when_opened_again(database: str) -> None:
    with closing(open_store(database)) as store, store.begin() as transaction:
        transaction.append([entry(1)])
    with closing(open_store(database, create=False)) as store, store.read() as transaction:
        assert transaction.entries(ME) == (entry(1),)


def test_a_missing_store_is_not_made_unasked(database: str) -> None:
    with pytest.raises(StoreMissing) as caught:
        open_store(database, create=False)
    assert one_line(caught.value)


def test_a_missing_file_stays_missing_when_not_asked_for(sqlite: str) -> None:
    with pytest.raises(StoreMissing):
        open_store(sqlite, create=False)
    assert not Path(sqlite).exists()


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / ".recall" / "recall.db"
    with closing(open_store(str(path))) as store:
        assert store.path == path
    assert path.is_file()


def test_an_address_of_a_file_is_a_path_too(sqlite: str) -> None:
    with closing(open_store(f"sqlite:///{sqlite}")) as store:
        assert store.path == Path(sqlite)


def test_a_path_may_hold_what_means_something_in_an_address(tmp_path: Path) -> None:
    path = tmp_path / "50% ?x=1 #é 数据" / "recall.db"
    with closing(open_store(str(path))):
        assert path.is_file()


def test_an_empty_file_becomes_a_store(sqlite: str) -> None:
    Path(sqlite).touch()
    with closing(open_store(sqlite)) as store, store.read() as transaction:
        assert transaction.card_ids() == ()


def test_a_store_can_live_in_memory() -> None:
    with closing(open_store("sqlite://")) as store:
        with store.begin() as transaction:
            transaction.save_collection(collection("one"), now=1)
        with store.read() as transaction:
            assert transaction.card_ids() == ("one",)
        assert store.path is None


def test_a_server_has_no_path_and_keeps_its_password_to_itself(postgres: str) -> None:
    address = make_url(postgres).set(password="secret").render_as_string(hide_password=False)
    with closing(open_store(address)) as store:
        assert store.path is None
        assert "secret" not in store.url


def test_sqlite_files_use_the_write_ahead_log(sqlite: str) -> None:
    with closing(open_store(sqlite)), closing(sqlite3.connect(sqlite)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_sqlite_tables_are_strict(sqlite: str) -> None:
    with closing(open_store(sqlite)), closing(sqlite3.connect(sqlite)) as connection:
        strict = {name: bool(row) for _, name, kind, _, _, row in connection.execute(
            "PRAGMA table_list") if kind == "table"}  # fmt: skip
    assert {name for name, is_strict in strict.items() if not is_strict} == {
        "alembic_version",
        "sqlite_schema",
        "sqlite_temp_schema",
    }


def test_a_newer_schema_is_refused(database: str) -> None:
    open_store(database).close()
    run_sql(database, "UPDATE alembic_version SET version_num = '0999'")
    with pytest.raises(SchemaTooNew, match="0999") as caught:
        open_store(database)
    assert caught.value.exit_code == 4
    assert one_line(caught.value)


def test_an_unknown_schema_is_refused(database: str) -> None:
    open_store(database).close()
    run_sql(database, "UPDATE alembic_version SET version_num = 'ae1027a6acf'")
    with pytest.raises(SchemaUnknown, match="ae1027a6acf") as caught:
        open_store(database)
    assert caught.value.exit_code == 4


def test_a_refused_store_is_left_alone(sqlite: str) -> None:
    open_store(sqlite).close()
    run_sql(sqlite, "UPDATE alembic_version SET version_num = '0999'")
    before = Path(sqlite).read_bytes()
    with pytest.raises(SchemaTooNew):
        open_store(sqlite)
    assert Path(sqlite).read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"hello, this is no database", b"\0" * 5_000, bytes(range(256)) * 40, b"PK\x03\x04" * 2_000],
    ids=["text", "zeros", "bytes", "zip"],
)
def test_a_file_of_something_else_is_refused_and_kept(sqlite: str, content: bytes) -> None:
    Path(sqlite).write_bytes(content)
    with pytest.raises(NotAStore) as caught:
        open_store(sqlite)
    assert one_line(caught.value)
    assert Path(sqlite).read_bytes() == content


def test_another_programs_database_is_refused_and_kept(sqlite: str) -> None:
    run_sql(sqlite, "CREATE TABLE notes (id INTEGER)", "CREATE TABLE col (id INTEGER)")
    before = Path(sqlite).read_bytes()
    with pytest.raises(NotAStore, match="col, notes"):
        open_store(sqlite)
    assert Path(sqlite).read_bytes() == before


def test_a_server_database_may_be_shared(postgres: str) -> None:
    run_sql(postgres, "CREATE TABLE invoices (id INTEGER)")
    with closing(open_store(postgres)) as store, store.read() as transaction:
        assert transaction.card_ids() == ()


@pytest.mark.parametrize("table", ["journal", "alembic_version"])
def test_a_server_database_with_one_of_our_names_taken_is_refused(
    postgres: str, table: str
) -> None:
    run_sql(postgres, f"CREATE TABLE {table} (version_num TEXT)")
    with pytest.raises(NotAStore, match=table):
        open_store(postgres)


def test_a_torn_file_is_called_damaged(sqlite: str) -> None:
    with closing(open_store(sqlite)) as store, store.begin() as writing:
        writing.save_collection(collection(*(f"card-{n}" for n in range(300))), now=1)
    content = Path(sqlite).read_bytes()
    Path(sqlite).write_bytes(content[: len(content) // 3])
    with (
        pytest.raises(StoreDamaged) as caught,
        closing(open_store(sqlite)) as store,
        store.read() as reading,
    ):
        reading.collection()
    assert one_line(caught.value)


def test_a_folder_is_not_a_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUnwritable, match="folder"):
        open_store(str(tmp_path))


def test_a_store_under_a_file_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreUnwritable, match="file is not a folder") as caught:
        open_store(str(tmp_path / "file" / "recall.db"))
    assert one_line(caught.value)


@pytest.mark.parametrize(
    "address", ["mysql://me@host/db", "postgresql+asyncpg://host/db", "sqlite+aiosqlite:///x"]
)
def test_other_databases_are_refused(address: str) -> None:
    with pytest.raises(BadDatabaseUrl, match=re.escape(address.split(":")[0])) as caught:
        open_store(address)
    assert caught.value.exit_code == 2


def test_options_of_a_file_address_are_refused(sqlite: str) -> None:
    with pytest.raises(BadDatabaseUrl, match="options"):
        open_store(f"sqlite:///file:{sqlite}?mode=ro&uri=true")


def test_an_unreadable_address_is_refused_without_repeating_it() -> None:
    with pytest.raises(BadDatabaseUrl) as caught:
        open_store("postgresql://me:secret@host:port/db")
    assert "secret" not in str(caught.value)


def test_a_server_that_does_not_answer_is_named() -> None:
    with pytest.raises(StoreUnreachable, match=r"127\.0\.0\.1:1/db") as caught:
        open_store("postgresql://me:secret@127.0.0.1:1/db")
    assert one_line(caught.value)
    assert "secret" not in caught.value.message


def test_a_missing_server_database_is_named(postgres: str) -> None:
    with pytest.raises(StoreUnreachable, match="no_such_database"):
        open_store(str(make_url(postgres).set(database="no_such_database")))


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DriverMissing, match="psycopg") as caught:
        open_store("postgresql://me@127.0.0.1:1/db")
    assert "recall-srs[postgres]" in caught.value.next_step


def test_an_exception_takes_a_transaction_back(store: Store) -> None:
    def write_and_fail() -> None:
        with store.begin() as transaction:
            transaction.append([entry(1)])
            _ = 1 // 0

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    with store.read() as transaction:
        assert transaction.entries(ME) == ()


def test_a_read_refuses_to_write(store: Store) -> None:
    with pytest.raises((StoreUnwritable, DBAPIError)), store.read() as transaction:
        transaction.append([entry(1)])


def test_a_write_works_after_a_read_that_failed(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.read():
        _ = 1 // 0
    with store.begin() as transaction:
        transaction.append([entry(1)])


def test_a_read_sees_one_moment(store: Store) -> None:
    with store.read() as reading:
        assert reading.entries(ME) == ()
        with store.begin() as writing:
            writing.append([entry(1)])
        assert reading.entries(ME) == ()
    with store.read() as reading:
        assert reading.entries(ME) == (entry(1),)
