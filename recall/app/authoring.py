"""Which deck files an author means, and whether they may be written to."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from recall.app.reading import deck_paths
from recall.app.workspace import DeckRoot, Workspace
from recall.deck.files import DeckPath, read_source
from recall.deck.parser import parse
from recall.deck.syntax import Deck
from recall.diagnostics import Checked
from recall.errors import UsageError
from recall.model.ids import DeckId


class ReadOnlyDecks(UsageError):
    """The decks are the ones that come with the program."""

    def __init__(self) -> None:
        message = "the decks shipped with recall are read only"
        super().__init__(message, "Copy them to ./decks, or begin your own: `recall new deck`.")


@dataclass(frozen=True, slots=True)
class Opened:
    """A deck file with its bytes and what the parser makes of them."""

    path: DeckPath
    raw: bytes
    read: Checked[Deck]


def own_roots(workspace: Workspace) -> tuple[DeckRoot, ...]:
    """The deck folders that may be written to. Raises ReadOnlyDecks if there is none."""
    roots = tuple(root for root in workspace.roots if not root.shipped)
    if not roots:
        raise ReadOnlyDecks
    return roots


def chosen_files(
    workspace: Workspace, paths: Sequence[Path], *, anywhere: bool = False
) -> tuple[DeckPath, ...]:
    """The deck files that paths name; without paths, all of the workspace's own.

    With `anywhere` a file outside of the workspace is taken, too. Raises UsageError for a path
    that does not exist or holds no deck of the workspace, ReadOnlyDecks for shipped decks.
    """
    if not paths:
        return deck_paths(own_roots(workspace)).value
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path} does not exist", "Name a deck file or a folder of decks.")
        if any(root.shipped and _within(path, root.path) for root in workspace.roots):
            raise ReadOnlyDecks
    own = deck_paths([root for root in workspace.roots if not root.shipped]).value
    found: dict[Path, DeckPath] = {}
    for path in paths:
        inside = [each for each in own if _within(each.path, path)]
        if not inside and not anywhere:
            message = f"{path} holds no deck of this workspace"
            hint = "`recall config path` shows which folders its decks are in."
            raise UsageError(message, hint)
        for each in inside or _outside(path):
            found[each.path.resolve()] = each
    return tuple(found.values())


def open_deck(path: DeckPath) -> Opened | None:
    """A deck file as it is now; None if it cannot be read as text."""
    source = read_source(path).value
    if source is None:
        return None
    read = parse(
        source,
        deck=path.deck,
        pillar=path.deck.partition("/")[0],
        lang=path.lang or "en",
        translation=path.lang is not None,
    )
    return Opened(path, path.path.read_bytes(), read)


def _within(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _outside(path: Path) -> list[DeckPath]:
    """A file that is in no deck folder, or the decks below a folder."""
    if path.is_dir():
        return list(deck_paths((DeckRoot(path, path.as_posix()),)).value)
    stem, _, lang = path.stem.partition(".")
    pillar = path.resolve().parent.name or "deck"
    return [DeckPath(path, path.as_posix(), DeckId(f"{pillar}/{stem}"), lang or None)]
