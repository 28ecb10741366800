"""The database itself refuses to change what was written."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from recall.store.database import make_engine, place_of, transaction
from recall.store.guards import REFUSAL
from recall.store.open import Store
from tests.store.samples import ME, entry

CHANGES = {
    "update": "UPDATE {} SET at = at + 1",
    "update of nothing else": "UPDATE {} SET learner = learner",
    "delete": "DELETE FROM {}",
}
ON_SQLITE = {
    "replace": "INSERT OR REPLACE INTO {0} SELECT * FROM {0}",
    "upsert": "INSERT INTO {0} SELECT * FROM {0} WHERE true ON CONFLICT (id) DO UPDATE SET at = 0",
}
ON_POSTGRESQL = {
    "truncate": "TRUNCATE {}",
    "upsert": "INSERT INTO {0} SELECT * FROM {0} ON CONFLICT (id) DO UPDATE SET at = 0",
}


def change(store: Store, database: str, statement: str) -> None:
    """Run a statement as another program would, with the store's tables as they are."""
    place = place_of(database)
    engine = make_engine(place)
    try:
        with transaction(engine, mode="write", place=place) as connection:
            connection.execute(text(statement))
    finally:
        engine.dispose()


def fill(store: Store) -> None:
    """Put a row into each guarded table."""
    with store.begin() as writing:
        writing.append([entry(1)])
        writing.add_parameters(
            ME, [0.5] * 21, now=1, desired_retention=0.9, trained_on="1 review", losses={}
        )


@pytest.mark.parametrize("table", ["journal", "parameters"])
@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_a_written_row_cannot_be_changed(
    store: Store, database: str, table: str, statement: str
) -> None:
    fill(store)
    with pytest.raises(DBAPIError, match=f"{table} {REFUSAL}"):
        change(store, database, statement.format(table))


@pytest.mark.parametrize("table", ["journal", "parameters"])
@pytest.mark.parametrize("statement", ON_SQLITE.values(), ids=ON_SQLITE)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_sqlite_cannot_overwrite_a_row_in_passing(
    store: Store, database: str, table: str, statement: str
) -> None:
    fill(store)
    with pytest.raises(DBAPIError, match=f"{table} {REFUSAL}"):
        change(store, database, statement.format(table))


@pytest.mark.parametrize("table", ["journal", "parameters"])
@pytest.mark.parametrize("statement", ON_POSTGRESQL.values(), ids=ON_POSTGRESQL)
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_postgresql_cannot_overwrite_a_row_in_passing(
    store: Store, database: str, table: str, statement: str
) -> None:
    fill(store)
    with pytest.raises(DBAPIError, match=f"{table} {REFUSAL}"):
        change(store, database, statement.format(table))


@pytest.mark.parametrize(
    "event", ["kind = 'cheer'", "rating = 5", "rating = NULL", '"on" = 1', "target = 'x'"]
)
def test_a_row_that_is_no_entry_is_refused(store: Store, database: str, event: str) -> None:
    fill(store)
    columns = ["id", "learner", "card", "at", "utc_offset", "study_day", "kind", "rating"]
    columns += ["target", '"on"']
    name, value = event.split(" = ")
    values = [value if column == name else column for column in columns]
    values[0] = "'another'"
    insertion = (
        f"INSERT INTO journal ({', '.join(columns)}) SELECT {', '.join(values)} FROM journal"
    )
    with pytest.raises(DBAPIError, match=r"ck_journal|CHECK"):
        change(store, database, insertion)
