"""A store with many cards and a long journal, made in seconds.

One deck is compiled in the usual way; its card is copied, and the journal written, with sqlite3.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from recall.app.clock import uuid7
from recall.app.reviewing import Desk
from recall.app.workspace import Workspace, find_workspace
from recall.store.translate import ENTRY_COLUMNS

LEARNER = "me"
NOW = "2026-12-01T10:00:00+00:00"
DAY = 20_788
"""The study day of NOW."""

EACH = 10
"""Answers of each card."""

LONGEST = 60
BEGUN = DAY - 900
MS_PER_DAY = 86_400_000

_DECK = """\
---
title: Bench
---

## What is this?
<!-- id: first -->

A note.
"""

Answer = tuple[str, int, int, int, int]
"""Card, time (UTC ms), study day, rating, days until it is due."""


def make_workspace(folder: Path) -> Workspace:
    """A workspace in an empty folder, with one note, at the time of NOW."""
    deck = folder / "decks" / "bench" / "bench.md"
    deck.parent.mkdir(parents=True)
    deck.write_text(_DECK)
    environment = {"RECALL_NOW": NOW, "RECALL_ZONE": "UTC", "RECALL_LEARNER": LEARNER}
    return find_workspace(cwd=folder, environment=environment, folder=str(folder))


def fill(workspace: Workspace, *, cards: int) -> Path:
    """Compile its note, copy it `cards` times, and answer each copy ten times; the store's file."""
    with closing(workspace.open_store()) as store:
        Desk(workspace, store).refresh()
    path = workspace.store_path
    assert path is not None
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT OR IGNORE INTO learner VALUES (?, 0)", (LEARNER,))
        _copy(connection, "note", {"id": "n"}, cards)
        _copy(connection, "card", {"id": "n", "note": "n"}, cards)
        connection.executemany(_INSERT, _rows(cards))
        connection.commit()
    return path


def _copy(connection: sqlite3.Connection, table: str, ids: dict[str, str], times: int) -> None:
    """Copy the only row of a table, with ids and positions of their own."""
    cursor = connection.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in cursor.description]
    row = dict(zip(names, cursor.fetchone(), strict=True))
    marks = ", ".join("?" for _ in names)

    def copies() -> Iterator[tuple[object, ...]]:
        for number in range(times):
            own = {name: f"{prefix}{number}" for name, prefix in ids.items()}
            yield tuple({**row, **own, "position": number + 1}.values())

    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", copies())


def _answers(cards: int) -> list[Answer]:
    """Begun over 600 days, as they happened."""
    dice = Random(1)
    found: list[Answer] = []
    for card in range(cards):
        day, interval = BEGUN + card * 600 // cards, 1
        for number in range(EACH):
            at = day * MS_PER_DAY + 43_200_000 + dice.randrange(20_000_000)
            rating = 1 if number and dice.random() < 0.1 else 3
            interval = max(1, min(LONGEST, int(interval * (2.2 if rating == 3 else 0.3))))
            found.append((f"n{card}", at, day, rating, interval))
            day = min(day + interval, DAY - 1)
    return sorted(found, key=lambda answer: answer[1])


def _rows(cards: int) -> Iterator[tuple[object, ...]]:
    dice = Random(2)
    empty = dict.fromkeys(ENTRY_COLUMNS)
    for card, at, day, rating, interval in _answers(cards):
        row = {
            **empty,
            "id": uuid7(at, dice.randbytes),
            "learner": LEARNER,
            "card": card,
            "at": at,
            "utc_offset": 0,
            "study_day": day,
            "kind": "review",
            "rating": rating,
            "duration_ms": 5000,
            "digest": "",
            "outcome": "ungraded",
            "phase": "review",
            "due_day": day + interval,
            "interval": interval,
        }
        yield tuple(row.values())


_INSERT = f"""
INSERT INTO journal ({", ".join(f'"{name}"' for name in ENTRY_COLUMNS)})
VALUES ({", ".join("?" for _ in ENTRY_COLUMNS)})
"""
