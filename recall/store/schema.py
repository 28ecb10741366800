"""The version of the tables, and where the migrations that lead to it lie. Imports no library."""

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

SCHEMA_VERSION = "0001"
"""The Alembic revision that the tables of this program correspond to."""

VERSION_TABLE = "alembic_version"
VERSION_QUERY = f"SELECT version_num FROM {VERSION_TABLE}"

TABLE_NAMES = (
    "learner",
    "pillar",
    "deck",
    "deck_file",
    "note",
    "card",
    "journal",
    "card_state",
    "parameters",
)
"""The tables of a store, besides the one row that holds its version."""


@dataclass(frozen=True, slots=True)
class Schema:
    """A version of the tables and the folder of the migrations that lead to it."""

    version: str
    migrations: Path


class Age(Enum):
    """How a store's version compares with the program's."""

    CURRENT = "current"
    OLDER = "older"
    NEWER = "newer"
    UNKNOWN = "unknown"


def compare(found: str, *, wanted: str) -> Age:
    """Place a version found in a store; revisions are numbered with four digits."""
    if found == wanted:
        return Age.CURRENT
    if not re.fullmatch(r"[0-9]{4}", found):
        return Age.UNKNOWN
    return Age.OLDER if found < wanted else Age.NEWER


def current_schema() -> Schema:
    """The schema of this program: its migrations lie in the package, else beside it."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_data" / "migrations"
    folder = inside if (inside / "env.py").is_file() else package.parent / "migrations"
    return Schema(SCHEMA_VERSION, folder)
