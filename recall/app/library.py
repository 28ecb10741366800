"""The deck files of a workspace, read and parsed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from recall.app.workspace import DeckRoot
from recall.deck.files import DeckPath, find_decks, read_pillars, read_source
from recall.deck.syntax import Deck
from recall.diagnostics import Checked, Diagnostic
from recall.model.card import DeckFile, Pillar
from recall.source import SourceFile


@dataclass(frozen=True, slots=True)
class Library:
    """Parsed decks with the files behind them. `sources` maps a shown path to its text."""

    decks: tuple[Deck, ...] = ()
    pillars: tuple[Pillar, ...] = ()
    files: Mapping[str, tuple[DeckFile, ...]] = field(default_factory=dict)
    sources: Mapping[str, SourceFile] = field(default_factory=dict)


def deck_paths(roots: Sequence[DeckRoot]) -> Checked[tuple[DeckPath, ...]]:
    """All deck files of the roots, in path order."""
    found: list[Diagnostic] = []
    paths: list[DeckPath] = []
    for root in roots:
        listed = find_decks(root.path, shown=root.shown)
        found += listed.diagnostics
        paths += listed.value
    return Checked(tuple(paths), tuple(found))


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
    roots: Sequence[DeckRoot], paths: Iterable[DeckPath] | None = None
) -> Checked[Library]:
    """Read and parse the decks of the roots, or just the given files."""
    from recall.deck.parser import parse

    listed = deck_paths(roots) if paths is None else Checked(tuple(paths))
    declared = pillars_of(roots)
    found = [*listed.diagnostics, *declared.diagnostics]
    decks: list[Deck] = []
    files: dict[str, list[DeckFile]] = {}
    sources: dict[str, SourceFile] = {}
    for path in sorted(listed.value, key=lambda p: (p.deck, p.lang or "")):
        read = read_source(path)
        found += read.diagnostics
        if read.value is None:
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
        files.setdefault(path.deck, []).append(file_facts(path.path, path.shown))
    facts = {deck: tuple(facts) for deck, facts in files.items()}
    return Checked(Library(tuple(decks), declared.value, facts, sources), tuple(found))


def file_facts(path: Path, shown: str) -> DeckFile:
    """What tells whether a file has changed."""
    stat = path.stat()
    return DeckFile(shown, stat.st_size, stat.st_mtime_ns, sha256(path.read_bytes()).hexdigest())
