"""Deck files in recall's own spelling."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from recall.app.authoring import chosen_files, open_deck
from recall.app.replacing import replace_file
from recall.app.workspace import Workspace
from recall.deck.writer_format import format_deck


@dataclass(frozen=True, slots=True)
class Formatted:
    """How many deck files were looked at, and the shown paths of those that (would) change."""

    files: int
    changed: tuple[str, ...]


def format_decks(workspace: Workspace, paths: Sequence[Path], *, write: bool) -> Formatted:
    """Bring deck files into the canonical spelling; without `write` only say which would change.

    Raises UsageError, ReadOnlyDecks, NotWritten.
    """
    files = chosen_files(workspace, paths, anywhere=True)
    changed = []
    for path in files:
        opened = open_deck(path)
        if opened is None or not opened.read.value.is_deck:
            continue
        after = format_deck(opened.raw, opened.read)
        if after == opened.raw:
            continue
        changed.append(path.shown)
        if write:
            replace_file(path.path, before=opened.raw, after=after)
    return Formatted(len(files), tuple(changed))
