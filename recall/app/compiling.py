"""Decks into the store."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING

from recall.app import revising
from recall.app.facets import facets_of, left_behind, reviewed_notes
from recall.app.freshness import compiler, is_fresh
from recall.app.quiet import in_one_line
from recall.app.reading import Library, deck_paths, pillar_files, pillars_of, read_library
from recall.app.recording import SHARED, records_of
from recall.app.workspace import Workspace
from recall.deck.files import DeckPath, read_source
from recall.diagnostics import Checked, Diagnostic, has_errors, in_file_order
from recall.model.card import Collection, DeckFile, Pillar
from recall.model.ids import DeckId
from recall.source import SourceFile
from recall.store.record import DeckRecord, Record, read_record, write_record

if TYPE_CHECKING:
    from recall.cardtypes.base import Facet
    from recall.identity import Assignment, Changes
    from recall.model.card import Card, NoteInfo
    from recall.model.ids import CardId, NoteId
    from recall.store.open import Store
    from recall.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Compiled:
    """The outcome of a compile.

    `collection` and `parsed` hold the decks that were compiled anew, `size` counts all. `applied`
    is False if it waits for confirmation. `left_behind` are reviewed cards whose note now makes
    other cards; their history stays in the journal. `sources` holds the texts that warnings and
    errors point into.
    """

    collection: Collection
    changes: "Changes"
    diagnostics: tuple[Diagnostic, ...]
    parsed: Library
    applied: bool
    size: revising.Size
    left_behind: "tuple[CardId, ...]" = ()
    sources: "Mapping[str, SourceFile]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Assembled:
    """A collection with the ids it was made with, and what was wrong besides."""

    collection: Collection
    assigned: "Assignment"
    from_ids: tuple[Diagnostic, ...]
    from_cards: tuple[Diagnostic, ...]


Advance = Callable[[int, int], None]
"""Told how many steps of how many are done."""


def assemble(
    library: Library,
    known: "Sequence[tuple[NoteInfo, bool]]" = (),
    clozes: "Mapping[NoteId, Mapping[str, Facet]] | None" = None,
    reviewed: "frozenset[NoteId] | None" = None,
) -> Checked[Collection]:
    """The collection of a library: ids first, then cards. Problems known to hold are not proved."""
    made = _assemble(library, known, clozes or {}, reviewed=reviewed)
    collection = replace(made.collection, other_files=(compiler(), *library.others))
    return Checked(collection, in_file_order(made.from_ids + made.from_cards))


def _assemble(
    library: Library,
    known: "Sequence[tuple[NoteInfo, bool]]",
    clozes: "Mapping[NoteId, Mapping[str, Facet]]",
    *,
    reviewed: "frozenset[NoteId] | None" = None,
    kept: Sequence[DeckRecord] = (),
    advance: Callable[[], None] = lambda: None,
) -> Assembled:
    from recall.app.proofs import remembered
    from recall.compile import Sheaf, build
    from recall.identity import assign

    assigned = assign(library.decks, known, reserved=revising.reserved(kept), reviewed=reviewed)
    sheaf = Sheaf(
        decks=library.decks,
        ids=assigned.value.ids,
        pillars=library.pillars,
        clozes=clozes,
        files=library.files,
        around=revising.links(kept),
    )
    with remembered() as prover:
        built = build(sheaf, prover=prover, advance=advance)
    return Assembled(built.value, assigned.value, assigned.diagnostics, built.diagnostics)


def compile_decks(
    workspace: Workspace,
    store: "Store",
    *,
    confirmed: bool = False,
    advance: Advance = lambda _done, _of: None,
) -> Compiled:
    """Compile the decks that changed and save them; all decks where no record tells which.

    If a deck would lose more than a fifth of its notes at once, nothing is saved unless
    `confirmed`: a wrong folder or a broken merge should not empty a collection in silence.
    """
    listed = deck_paths(workspace.roots)
    declared = pillars_of(workspace.roots)
    around = listed.diagnostics + declared.diagnostics
    while True:
        with store.read() as tx:
            before = tx.deck_files().get("recall")
        record = _record_of(before)
        job = _Job(
            workspace, store, listed.value, declared.value, before, record, confirmed, advance
        )
        done = job.run(revising.differences(listed.value, record.decks)) if record.decks else None
        done = done or job.run(revising.differences(listed.value, {}))
        if done is not None:
            return replace(done, diagnostics=in_file_order(in_one_line(around + done.diagnostics)))


def _record_of(before: DeckFile | None) -> Record:
    name = before.hash.rpartition("/")[2] if before else ""
    engine = revising.engine_version()
    return (read_record(name, engine=engine) if name else None) or Record()


@dataclass(frozen=True, slots=True)
class _Job:
    """One attempt to compile."""

    workspace: Workspace
    store: "Store"
    paths: Sequence[DeckPath]
    pillars: Sequence[Pillar]
    before: DeckFile | None
    record: Record
    confirmed: bool
    advance: Advance

    def run(self, found: revising.Differences) -> Compiled | None:
        """Compile what is not kept; None if that cannot be, or somebody compiled meanwhile."""
        kept = tuple(found.kept.values())
        if kept and not found.touched:
            return self._save(found, _Made(shared=self.record.shared))
        tick = _ticks(self.advance, 2 * len(found.paths))
        library = read_library(self.workspace.roots, found.paths, advance=tick)
        named = {note.id for deck in library.value.decks for note in deck.notes if note.id}
        if named & revising.reserved(kept):
            return None
        with self.store.read() as tx:
            known = tx.notes_outside({record.deck for record in kept})
            cards = tx.cards_of(info.id for info, _ in known)
            reviewed = reviewed_notes(tx)
        made = _assemble(
            library.value, known, facets_of(cards), reviewed=reviewed, kept=kept, advance=tick
        )
        own = library.diagnostics + made.from_cards
        fresh = records_of(library.value, made.collection, made.assigned, own)
        shared = tuple(d for d in made.from_cards if d.code.id in SHARED)
        return self._save(
            found,
            _Made(library.value, made.collection, fresh, shared, made.from_ids, known, cards),
        )

    def _save(self, found: revising.Differences, made: "_Made") -> Compiled | None:
        from recall.identity.report import compare

        kept = tuple(found.kept.values())
        pillars, placed = revising.in_order([*kept, *made.fresh.values()], self.pillars)
        changes = compare(made.known, made.collection.notes)
        unchanged = changes.unchanged + sum(len(record.notes) for record in kept)
        collection = revising.placed_collection(made.collection, pillars, placed)
        applied = self.confirmed or not changes.emptied
        left: tuple[CardId, ...] = ()
        with self.store.begin() as tx:
            if self._is_stale(tx, made.known, kept=kept):
                return None
            if applied:
                left = left_behind(tx, self.workspace.learner, made.cards, collection)
                name = self._remember(placed, made)
                files = (compiler(name), *pillar_files(self.workspace.roots))
                others = (*files, *revising.rest(placed))
                saved = replace(collection, other_files=others)
                if kept:
                    revision = revising.revision(saved, found, self.record.decks, placed)
                    tx.save_revision(revision, now=self.workspace.clock())
                else:
                    tx.save_collection(saved, now=self.workspace.clock())
        problems = (
            *revising.own_problems(placed),
            *revising.image_problems(placed, self.paths),
            *made.shared,
            *made.from_ids,
        )
        return Compiled(
            collection=collection,
            changes=replace(changes, unchanged=unchanged),
            diagnostics=problems,
            parsed=made.parsed,
            applied=applied,
            size=revising.size(placed),
            left_behind=left,
            sources=self._sources(made.parsed, problems),
        )

    def _is_stale(
        self,
        tx: "Transaction",
        known: "Sequence[tuple[NoteInfo, bool]]",
        *,
        kept: Sequence[DeckRecord],
    ) -> bool:
        """True if somebody compiled in the meantime: their ids count."""
        if kept:
            return tx.deck_files().get("recall") != self.before
        return tx.notes() != known

    def _remember(self, placed: Sequence[DeckRecord], made: "_Made") -> str:
        """The name of the record; none after a clash of ids, which an unchanged deck may end."""
        if has_errors(made.from_ids):
            return ""
        record = Record({each.deck: each for each in placed}, made.shared)
        return write_record(record, engine=revising.engine_version())

    def _sources(self, library: Library, problems: Sequence[Diagnostic]) -> dict[str, SourceFile]:
        """The texts compiled anew, and of the others those with problems worth showing."""
        sources = dict(library.sources)
        wanted = revising.worth_showing(problems)
        for path in self.paths:
            if path.shown in wanted and path.shown not in sources:
                source = read_source(path).value
                if source is not None:
                    sources[path.shown] = source
        return sources


_NO_LIBRARY = Library()
_NOTHING = Collection()


@dataclass(frozen=True, slots=True)
class _Made:
    """What was compiled anew, and what was known of it before."""

    parsed: Library = _NO_LIBRARY
    collection: Collection = _NOTHING
    fresh: Mapping[DeckId, DeckRecord] = field(default_factory=dict)
    shared: tuple[Diagnostic, ...] = ()
    from_ids: tuple[Diagnostic, ...] = ()
    known: "tuple[tuple[NoteInfo, bool], ...]" = ()
    cards: "Mapping[CardId, tuple[Card, bool]]" = field(default_factory=dict)


def _ticks(advance: Advance, steps: int) -> Callable[[], None]:
    """Tells `advance` each time it is called that one more step is done."""
    done = count(1)
    return lambda: advance(next(done), steps)


def compile_if_changed(workspace: Workspace, store: "Store") -> Compiled | None:
    """Compile when a deck file changed; None if nothing had to be done."""
    with store.read() as tx:
        if is_fresh(workspace.roots, tx.deck_files()):
            return None
    return compile_decks(workspace, store)
