"""Stores for the tests: every test that takes `database` or `store` runs on both databases."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from recall.store.open import Store, open_store

_numbers = count()


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
