"""Diagnostics of decks without a store."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from recall.app.compiling import assemble
from recall.app.formulas import check_formulas
from recall.app.media import check_images
from recall.app.quiet import in_one_line
from recall.app.reading import deck_paths, read_library
from recall.app.workspace import DeckRoot
from recall.deck.files import DeckPath
from recall.diagnostics import Diagnostic, Severity, in_file_order
from recall.errors import UsageError
from recall.model.card import Collection
from recall.model.ids import DeckId
from recall.source import SourceFile


@dataclass(frozen=True, slots=True)
class Checkup:
    """What `recall check` found. `sources` holds the texts that diagnostics point into."""

    files: int
    collection: Collection
    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, SourceFile]

    def count(self, severity: Severity) -> int:
        """How many diagnostics have that severity."""
        return sum(d.severity is severity for d in self.diagnostics)


def check_decks(roots: Sequence[DeckRoot], paths: Sequence[Path] = ()) -> Checkup:
    """Check all decks of the roots; with paths, report on those only.

    A file or folder outside the roots is checked on its own. Raises UsageError for a path that
    does not exist.
    """
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path} does not exist", "Name a deck file or a folder of decks.")
    inside = [path for path in paths if any(_within(path, root.path) for root in roots)]
    outside = [path for path in paths if path not in inside]
    chosen: list[DeckPath] = list(deck_paths(roots).value) if inside or not paths else []
    wanted = {p.shown for p in chosen if not paths or _any_within(p.path, inside)}
    for path in outside:
        found = _standalone(path)
        chosen += found
        wanted |= {p.shown for p in found if path.is_dir() or p.path == path}
    whole = not paths
    library = read_library(roots if inside or whole else (), None if whole else chosen)
    built = assemble(library.value)
    files = chosen or deck_paths(roots).value
    folders = {path.shown: path.path.parent for path in files}
    images = check_images(library.value.images, folders)
    decks = {file.path for listed in library.value.files.values() for file in listed}
    formulas = check_formulas(s for shown, s in library.value.sources.items() if shown in decks)
    diagnostics = in_file_order(library.diagnostics + built.diagnostics + images + formulas)
    return Checkup(
        files=len(wanted),
        collection=_only(built.value, wanted, whole=whole),
        diagnostics=in_file_order(
            in_one_line(d for d in diagnostics if whole or d.span.path in wanted)
        ),
        sources=dict(library.value.sources),
    )


def _within(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _any_within(path: Path, folders: Sequence[Path]) -> bool:
    return any(_within(path, folder) for folder in folders)


def _standalone(path: Path) -> list[DeckPath]:
    if path.is_dir():
        return list(deck_paths((DeckRoot(path, path.as_posix()),)).value)
    stem = path.stem.partition(".")[0]
    pillar = path.resolve().parent.name or "deck"
    deck = DeckId(f"{pillar}/{stem}")
    # The primary and the other languages stand beside it: without them much looks wrong.
    files = [path, *(p for p in sorted(path.parent.glob(f"{stem}.*md")) if p.name != path.name)]
    return [
        DeckPath(file, file.as_posix(), deck, file.stem.partition(".")[2] or None)
        for file in files
        if file.suffix == ".md" and file.stem.partition(".")[0] == stem
    ]


def _only(collection: Collection, wanted: set[str], *, whole: bool) -> Collection:
    """The part of a collection that comes from the wanted files."""
    if whole:
        return collection
    decks = tuple(d for d in collection.decks if any(f.path in wanted for f in d.files))
    ids = {deck.id for deck in decks}
    return Collection(
        pillars=collection.pillars,
        decks=decks,
        notes=tuple(n for n in collection.notes if n.deck in ids),
        cards=tuple(c for c in collection.cards if c.deck in ids),
    )
