"""No program outlives its test."""

from collections.abc import Iterator

import pytest

from tests.e2e.terminal import OPEN


@pytest.fixture(autouse=True)
def _closed_terminals() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().process.close(force=True)
