"""A PostgreSQL server for the tests that want one: it is started once."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count

import psycopg
import pytest
from hypothesis import settings
from sqlalchemy.engine import make_url

from tests.postgres import GIVEN, binaries, running_server

_numbers = count()

# How long an example takes says how busy the machine is. The same examples at every run, so that a
# change is judged by itself; RECALL_FUZZ=1 looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("fuzz", deadline=None)
settings.load_profile("fuzz" if os.environ.get("RECALL_FUZZ") else "same")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Proofs and records of compiles go to a folder of the tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


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
