"""Stores for the tests: every test that takes `database` or `store` runs on both databases."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url

from recall.store.open import Store, open_store
from tests.store.postgres import GIVEN, binaries, running_server

_numbers = count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server on which databases can be made."""
    given = os.environ.get(GIVEN)
    if given:
        yield given
        return
    programs = binaries()
    if programs is None:
        pytest.skip(f"no PostgreSQL server found; set {GIVEN} to use one")
    with running_server(programs) as address:
        _wait_for(address)
        yield address


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of a new, empty PostgreSQL database."""
    name = f"recall_test_{os.getpid()}_{next(_numbers)}"
    with closing(psycopg.connect(postgres_server, autocommit=True)) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        yield make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The path of a store that does not exist yet."""
    return str(tmp_path / "recall.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of each kind in turn."""
    name = "sqlite" if request.param == "sqlite" else "postgres"
    address: str = request.getfixturevalue(name)
    return address


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An open, empty store, on each kind of database in turn."""
    with closing(open_store(database)) as opened:
        yield opened


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + 20
    while True:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
