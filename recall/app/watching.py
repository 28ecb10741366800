"""Noticing that deck files were saved."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from recall.app.reading import deck_paths
from recall.app.workspace import DeckRoot
from recall.deck.files import PILLARS

EVERY_S = 0.5
SETTLE_S = 0.1
"""How long the files must stay the same, so that no half-written one is read."""

Facts = dict[str, tuple[int, int]]


def saves(roots: Sequence[DeckRoot], *, wait: Callable[[float], None]) -> Iterator[frozenset[str]]:
    """The shown paths of deck files that were saved, made or removed, each time some were.

    The first time all files. `wait` is given seconds.
    """
    seen: Facts = {}
    first = True
    while True:
        now = facts(roots)
        if first or now != seen:
            now = _settled(roots, now, wait=wait)
            changed = frozenset(p for p in seen.keys() | now.keys() if seen.get(p) != now.get(p))
            if first or changed:
                yield changed
            seen, first = now, False
        wait(EVERY_S)


def facts(roots: Sequence[DeckRoot]) -> Facts:
    """Size and time of the last change (ns) of every deck file and list of pillars."""
    found: Facts = {}
    paths = [(path.shown, path.path) for path in deck_paths(roots).value]
    paths += [(f"{root.shown}/{PILLARS}", root.path / PILLARS) for root in roots]
    for shown, path in paths:
        with suppress(OSError):
            stat = path.stat()
            found[shown] = (stat.st_size, stat.st_mtime_ns)
    return found


def _settled(roots: Sequence[DeckRoot], before: Facts, *, wait: Callable[[float], None]) -> Facts:
    while True:
        wait(SETTLE_S)
        now = facts(roots)
        if now == before:
            return now
        before = now
