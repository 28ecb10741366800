"""A workspace with the shipped decks, compiled once."""

import shutil
from pathlib import Path

import pytest

from tests.cli.program import recall

DECKS = Path(__file__).parents[2] / "decks"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose store holds the shipped decks. Not to be written to."""
    folder = tmp_path_factory.mktemp("compiled")
    shutil.copytree(DECKS, folder / "decks")
    done = recall(folder, "compile")
    assert done.code == 0, done.err
    return folder


@pytest.fixture
def workspace(compiled: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    folder = tmp_path / "workspace"
    shutil.copytree(compiled, folder)
    return folder
