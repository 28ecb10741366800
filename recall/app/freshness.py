"""Whether the decks are as they were at the last compile."""

from collections.abc import Mapping, Sequence

import recall
from recall.app.reading import deck_paths, pillar_paths
from recall.app.workspace import DeckRoot
from recall.model.card import DeckFile

BODIES = "1"
"""The shape of card bodies; another one asks for a new compile of unchanged decks."""


def compiler(record: str = "") -> DeckFile:
    """The program as a file that the collection depends on, with the name of the record."""
    return DeckFile("recall", 0, 0, f"{recall.__version__}/{BODIES}/{record}")


def is_fresh(roots: Sequence[DeckRoot], known: Mapping[str, DeckFile]) -> bool:
    """True if nothing that the collection was made of has changed since the last compile.

    `known` are the files as they were then, by the path that diagnostics show.
    """
    program = known.get("recall")
    if program is None or not program.hash.startswith(compiler().hash):
        return False
    paths = {path.shown: path.path for path in deck_paths(roots).value}
    paths |= pillar_paths(roots)
    if set(known) != {"recall", *paths}:
        return False
    for shown, path in paths.items():
        stat, before = path.stat(), known[shown]
        if (stat.st_size, stat.st_mtime_ns) != (before.size, before.mtime_ns):
            return False
    return True
