"""A workspace with a small deck."""

from pathlib import Path

import pytest

from tests.app.desk import write_deck


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_deck(tmp_path)
    return tmp_path
