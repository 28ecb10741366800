"""How long an Anki export takes, and how much memory, next to genanki writing the same notes.

    python bench/export.py [NOTES]

The collection is made of the texts of the shipped decks, each note with a number of its own, so
that nothing is read from a cache. Bare genanki is given the finished fields and writes them with no
dates, no schedule and no reproducible bytes.
"""

import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import genanki

from recall.app.compiling import assemble
from recall.app.reading import read_library
from recall.app.workspace import DeckRoot, shipped_decks
from recall.cardtypes.bodies.revealed import RevealBody
from recall.export.anki import export_anki
from recall.export.anki.kinds import Kind
from recall.export.anki.models import genanki_model
from recall.export.anki.notes import AnkiNote, Setting, notes_of
from recall.export.anki.package import archive
from recall.model.card import Card, Collection
from recall.model.ids import CardId, NoteId

DECKS = 20


def cards(wanted: int) -> Iterator[Card]:
    """Cards whose texts differ; all the kinds that the shipped decks hold, but no problems."""
    library = read_library((DeckRoot(shipped_decks(), "decks"),)).value
    models = [card for card in assemble(library).value.cards if isinstance(card.body, RevealBody)]
    models = [card for card in models if not card.body.cloze]
    for number in range(wanted):
        card = models[number % len(models)]
        body = card.body
        assert isinstance(body, RevealBody)
        yield replace(
            card,
            id=CardId(f"card-{number}"),
            note=NoteId(f"card-{number}"),
            facet="",
            position=number,
            body=replace(body, front=f"{body.front} {number}", back=f"{body.back} {number}"),
        )


def bare(notes: tuple[AnkiNote, ...], path: Path) -> None:
    """genanki alone."""
    models = {kind: genanki_model(kind) for kind in Kind}
    decks: dict[str, genanki.Deck] = {}
    for note in notes:
        deck = decks.setdefault(note.deck, genanki.Deck(2**30 + len(decks), note.deck))
        row = genanki.Note(
            models[note.kind], list(note.fields), guid=note.guid, tags=list(note.tags)
        )
        deck.add_note(row)
    genanki.Package(list(decks.values())).write_to_file(path)


def seconds(run: Callable[[], object], times: int = 3) -> float:
    """The shortest of a few runs."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def peak(run: Callable[[], object]) -> float:
    """MiB of Python objects at most, beyond those that were there before."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    collection = Collection(cards=tuple(cards(wanted)))
    changed = {card.id: 1_767_600_000_000 for card in collection.cards}
    decks = {card.deck: f"Recall::{card.deck}" for card in collection.cards}
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        path = Path(folder) / "out.apkg"

        def export() -> None:
            export_anki(collection, path=path, changed_at=changed, force=True)

        notes = tuple(notes_of(collection.cards, Setting(None, decks, changed)))
        plain = seconds(lambda: bare(notes, path))
        path.unlink()
        packed = seconds(lambda: path.write_bytes(archive(notes)))
        path.unlink()
        whole = seconds(export, times=2)
        size = path.stat().st_size / 1e6
        memory = peak(export)
    print(f"{wanted:,} notes, {size:.1f} MB")
    print(f"bare genanki, finished fields     {plain:6.2f} s")
    print(f"recall, the same fields           {packed:6.2f} s   {packed / plain:.1f} ×")
    print(f"recall, from Markdown to the file {whole:6.2f} s   {whole / plain:.1f} ×")
    print(f"peak memory of the export         {memory:6.0f} MiB")


if __name__ == "__main__":
    main()
