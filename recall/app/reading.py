"""The deck files of a workspace, read and parsed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from recall.app.workspace import DeckRoot
from recall.deck.codes import E113
from recall.deck.files import PILLARS, DeckPath, find_decks, read_pillars, read_source
from recall.deck.syntax import Deck
from recall.diagnostics import Checked, Diagnostic
from recall.model.card import DeckFile, Pillar
from recall.model.ids import DeckId
from recall.source import SourceFile, Span

if TYPE_CHECKING:
    from recall.deck.media import Image


@dataclass(frozen=True, slots=True)
class Library:
    """Parsed decks with the files behind them.

    `sources` maps a shown path to its text. `others` are files that were read but are no decks.
    `paths` are the shown paths of all files of each deck, whatever is in them. `images` are those
    that the decks show.
    """

    decks: tuple[Deck, ...] = ()
    pillars: tuple[Pillar, ...] = ()
    files: Mapping[str, tuple[DeckFile, ...]] = field(default_factory=dict)
    sources: Mapping[str, SourceFile] = field(default_factory=dict)
    others: tuple[DeckFile, ...] = ()
    paths: Mapping[DeckId, tuple[str, ...]] = field(default_factory=dict)
    images: "tuple[Image, ...]" = ()


def deck_paths(roots: Sequence[DeckRoot]) -> Checked[tuple[DeckPath, ...]]:
    """All deck files of the roots, in path order."""
    found: list[Diagnostic] = []
    paths: dict[tuple[str, str | None], DeckPath] = {}
    for root in roots:
        listed = find_decks(root.path, shown=root.shown)
        found += listed.diagnostics
        for path in listed.value:
            first = paths.setdefault((path.deck, path.lang), path)
            if first is not path:
                message = f"the deck {path.deck} is already read from {first.shown}"
                found.append(E113.at(Span(path.shown, 1, 1, 1, 1), message))
    return Checked(tuple(paths.values()), tuple(found))


def pillars_of(roots: Sequence[DeckRoot]) -> Checked[tuple[Pillar, ...]]:
    """The pillars that the roots declare; the first to declare one wins."""
    found: list[Diagnostic] = []
    pillars: dict[str, Pillar] = {}
    for root in roots:
        read = read_pillars(root.path, shown=root.shown)
        found += read.diagnostics
        for pillar in read.value:
            pillars.setdefault(pillar.id, pillar)
    return Checked(tuple(pillars.values()), tuple(found))


def read_library(
    roots: Sequence[DeckRoot],
    paths: Iterable[DeckPath] | None = None,
    *,
    advance: Callable[[], None] = lambda: None,
) -> Checked[Library]:
    """Read and parse the decks of the roots, or just the given files.

    `advance` is called after each file.
    """
    from recall.deck.media import images_in
    from recall.deck.parser import parse

    listed = deck_paths(roots) if paths is None else Checked(tuple(paths))
    declared = pillars_of(roots)
    found = [*listed.diagnostics, *declared.diagnostics]
    decks: list[Deck] = []
    files: dict[str, list[DeckFile]] = {}
    others = pillar_files(roots)
    sources: dict[str, SourceFile] = {}
    paths_of: dict[DeckId, tuple[str, ...]] = {}
    images: list[Image] = []
    for path in sorted(listed.value, key=lambda p: (p.deck, p.lang or "")):
        advance()
        paths_of[path.deck] = (*paths_of.get(path.deck, ()), path.shown)
        facts = file_facts(path.path, path.shown)
        read = read_source(path)
        found += read.diagnostics
        if read.value is None:
            others.append(facts)
            continue
        parsed = parse(
            read.value,
            deck=path.deck,
            pillar=path.deck.partition("/")[0],
            lang=path.lang or "en",
            translation=path.lang is not None,
        )
        found += parsed.diagnostics
        decks.append(parsed.value)
        sources[path.shown] = read.value
        images += images_in(read.value) if parsed.value.is_deck else ()
        if parsed.value.is_deck:
            files.setdefault(path.deck, []).append(facts)
        else:
            others.append(facts)
    by_deck = {deck: tuple(listed) for deck, listed in files.items()}
    library = Library(
        tuple(decks), declared.value, by_deck, sources, tuple(others), paths_of, tuple(images)
    )
    return Checked(library, tuple(found))


def pillar_paths(roots: Sequence[DeckRoot]) -> dict[str, Path]:
    """The `pillars.toml` of each root that has one, by the path that diagnostics show."""
    paths = {f"{root.shown}/{PILLARS}": root.path / PILLARS for root in roots}
    return {shown: path for shown, path in paths.items() if path.is_file()}


def pillar_files(roots: Sequence[DeckRoot]) -> list[DeckFile]:
    """What tells whether the pillars that the roots declare have changed."""
    return [file_facts(path, shown) for shown, path in pillar_paths(roots).items()]


def file_facts(path: Path, shown: str) -> DeckFile:
    """What tells whether a file has changed.

    Taken before the file is read: a save in between then shows as a change, and is not lost.
    """
    from hashlib import sha256

    try:
        stat = path.stat()
        content = sha256(path.read_bytes()).hexdigest()
    except OSError:
        return DeckFile(shown, 0, 0, "")
    return DeckFile(shown, stat.st_size, stat.st_mtime_ns, content)
