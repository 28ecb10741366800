"""Scheduling with a large journal, next to bare sqlite3 doing the same reads and writes.

    python -m bench.schedule [CARDS]

A store of 100,000 cards (or CARDS) with ten answers each. Each line: the time, that of sqlite3 for
the same rows without any of our code, and the ratio. Last come simulations, which read nothing.
"""

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TypeVar

from bench.big_store import DAY, LEARNER, fill, make_workspace
from recall.app.choosing import Choice
from recall.app.journal import rebuild_cache
from recall.app.reviewing import Desk
from recall.app.today import look
from recall.app.workspace import Workspace
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.bulk import trace
from recall.scheduling.exam import Outlook
from recall.scheduling.simulation import Habits, Scenario, simulate
from recall.session import effects, events
from recall.session.machine import step
from recall.store import bulk, quick
from recall.store.translate import ENTRY_COLUMNS

T = TypeVar("T")

ANSWERS = 200
_ANSWERS = """
SELECT card, at, study_day, rating FROM journal WHERE learner = :learner ORDER BY card, at
"""
RETENTIONS = (0.80, 0.85, 0.90, 0.93, 0.95)


def timed(run: Callable[[], T]) -> tuple[float, T]:
    """Seconds, and what came of it."""
    begun = time.perf_counter()
    found = run()
    return time.perf_counter() - begun, found


def best(run: Callable[[], object], times: int = 3) -> float:
    """The shortest of a few runs, in seconds."""
    return min(timed(run)[0] for _ in range(times))


def line(what: str, ours: float, bare: float) -> None:
    """One measurement; times in seconds."""
    print(f"{what:<44} {ours * 1000:>10.1f} ms {bare * 1000:>10.1f} ms {ours / bare:>6.1f}x")


def bare_reads(path: Path, *queries: tuple[str, dict[str, object]]) -> float:
    """sqlite3 alone: open the file and fetch what the queries give."""

    def read() -> None:
        with closing(sqlite3.connect(path)) as connection:
            for query, values in queries:
                connection.execute(query, values).fetchall()

    return best(read)


def answers(desk: Desk) -> Iterator[float]:
    """Seconds from a rating until the next card is there, written to disk in between."""
    session, _ = desk.start(Choice())
    for _ in range(ANSWERS):
        session, _ = step(session, events.Reveal(desk.workspace.now()))
        begun = time.perf_counter()
        session, todo = step(session, events.Rate(Rating.GOOD, desk.workspace.now()))
        for effect in todo:
            if isinstance(effect, effects.Append):
                desk.append(effect.entry)
        assert session.deal is not None
        yield time.perf_counter() - begun


def bare_answers(path: Path) -> Iterator[float]:
    """Seconds for one row of the journal, one state and the next card, as durable as ours."""
    dice = Random(7)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        row = connection.execute(f"SELECT {_names(ENTRY_COLUMNS)} FROM journal").fetchone()
        for number in range(ANSWERS):
            begun = time.perf_counter()
            card = f"n{dice.randrange(1000)}"
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                f"INSERT INTO journal ({_names(ENTRY_COLUMNS)}) VALUES ({_marks(ENTRY_COLUMNS)})",
                (f"bare-{number}", LEARNER, card, *row[3:]),
            )
            connection.execute(
                "UPDATE card_state SET reps = reps + 1 WHERE learner = ? AND card = ?",
                (LEARNER, card),
            )
            connection.execute("COMMIT")
            connection.execute("SELECT * FROM card WHERE id = ?", (card,)).fetchone()
            yield time.perf_counter() - begun


def _names(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def _marks(columns: tuple[str, ...]) -> str:
    return ", ".join("?" for _ in columns)


def p99(seconds: list[float]) -> float:
    """The time that 99 of 100 do not exceed."""
    return quantiles(seconds, n=100)[98]


def journal(path: Path, desk: Desk) -> None:
    """Everything that reads the whole journal."""
    me: dict[str, object] = {"learner": LEARNER}
    bare = bare_reads(path, (_ANSWERS, me))
    read, histories = timed(lambda: bulk.packed_histories(path, learner=LEARNER))
    assert histories is not None
    fold = best(lambda: trace(desk.settings.parameters, histories))
    line("replay: R, S and D of every answer", read + fold, bare)
    print(f"{'':44} (reading {read:.2f} s, formulas {fold:.2f} s)")
    all_ = f"SELECT {_names(ENTRY_COLUMNS)} FROM journal ORDER BY learner, card, at, id"
    line("doctor --rebuild", timed(lambda: rebuild_cache(desk))[0], bare_reads(path, (all_, {})))


def day(path: Path, workspace: Workspace, desk: Desk) -> None:
    """What happens every day."""
    me: dict[str, object] = {"learner": LEARNER}
    states = quick._STATES.replace("?", ":learner")
    bare = bare_reads(path, (quick._SCHEDULED, {}), (states, me), (quick._DONE, {**me, "day": DAY}))
    line("recall due", best(lambda: look(workspace)), bare)
    line("the queue", best(lambda: desk.queue(Choice(), day=DAY)), bare)
    ours, theirs = list(answers(desk)), list(bare_answers(path))
    line("next card after an answer, median", median(ours), median(theirs))
    line("next card after an answer, 99 %", p99(ours), p99(theirs))


def simulations() -> None:
    """A year of 10,000 cards, one scenario and the table of `recall simulate`."""
    dice = Random(3)
    cards = [
        Outlook(dice.lognormvariate(3, 1), dice.uniform(2, 9), DAY - dice.randrange(20), DAY + n)
        for n in (dice.randrange(60) for _ in range(5_000))
    ]
    settings = Settings(reviews_per_day=9999)

    def year(retention: float) -> None:
        simulate(cards, 5_000, Scenario(365, 20, retention), settings, day=DAY, habits=Habits())

    print(f"{'simulate: a year of 10,000 cards':<44} {best(lambda: year(0.9)) * 1000:>10.1f} ms")
    table = timed(lambda: [year(retention) for retention in RETENTIONS])[0]
    print(f"{'simulate: five retentions':<44} {table * 1000:>10.1f} ms")


def main() -> None:
    """Fill a store and print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        workspace = make_workspace(Path(folder))
        path = fill(workspace, cards=count)
        with closing(workspace.open_store()) as store:
            desk = Desk(workspace, store)
            print(f"{count} cards, {count * 10} answers, {path.stat().st_size / 1e6:.0f} MB")
            print(f"{'':<44} {'recall':>13} {'sqlite3':>13}  ratio")
            journal(path, desk)
            day(path, workspace, desk)
    simulations()


if __name__ == "__main__":
    main()
