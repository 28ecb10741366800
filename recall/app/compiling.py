"""Decks into the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recall.app.library import Library, deck_paths, pillars_of, read_library
from recall.app.workspace import DeckRoot, Workspace
from recall.diagnostics import Checked, Diagnostic, in_file_order

if TYPE_CHECKING:
    from recall.identity import Changes
    from recall.model.card import Collection, NoteInfo
    from recall.model.ids import NoteId
    from recall.store.open import Store
    from recall.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Compiled:
    """The outcome of a compile. `applied` is False if it waits for confirmation."""

    collection: "Collection"
    changes: "Changes"
    diagnostics: tuple[Diagnostic, ...]
    library: Library
    applied: bool


def assemble(
    library: Library,
    known: "Sequence[tuple[NoteInfo, bool]]" = (),
    clozes: "Mapping[NoteId, str] | None" = None,
) -> "Checked[Collection]":
    """The collection of a library: ids first, then cards. Problems known to hold are not proved."""
    from recall.app.proofs import remembered
    from recall.compile import Sheaf, build
    from recall.identity import assign

    assigned = assign(library.decks, known)
    sheaf = Sheaf(
        decks=library.decks,
        ids=assigned.value.ids,
        pillars=library.pillars,
        clozes=clozes or {},
        files=library.files,
    )
    with remembered() as prover:
        built = build(sheaf, prover=prover)
    return Checked(built.value, in_file_order(assigned.diagnostics + built.diagnostics))


def compile_decks(workspace: Workspace, store: "Store", *, confirmed: bool = False) -> Compiled:
    """Compile all decks and save them.

    If a deck would lose more than a fifth of its notes at once, nothing is saved unless
    `confirmed`: a wrong folder or a broken merge should not empty a collection in silence.
    """
    from recall.identity import compare

    library = read_library(workspace.roots)
    with store.begin() as tx:
        known = tx.notes()
        built = assemble(library.value, known, marked_texts(tx))
        changes = compare(known, built.value.notes)
        applied = confirmed or not changes.emptied
        if applied:
            tx.save_collection(built.value, now=workspace.clock())
    diagnostics = in_file_order(library.diagnostics + built.diagnostics)
    return Compiled(built.value, changes, diagnostics, library.value, applied)


def marked_texts(tx: "Transaction") -> "dict[NoteId, str]":
    """The numbered marked text of every cloze note at the last compile."""
    from recall.cardtypes.revealed import RevealBody

    return {
        card.note: card.body.cloze
        for card in tx.cards(tx.card_ids()).values()
        if isinstance(card.body, RevealBody) and card.body.cloze
    }


def is_fresh(roots: Sequence[DeckRoot], tx: "Transaction") -> bool:
    """True if no deck file was added, removed or touched since the last compile."""
    known = tx.deck_files()
    paths = deck_paths(roots).value
    if {path.shown for path in paths} != set(known):
        return False
    for path in paths:
        stat, before = path.path.stat(), known[path.shown]
        if (stat.st_size, stat.st_mtime_ns) != (before.size, before.mtime_ns):
            return False
    titles = {pillar.id: pillar.titles for pillar in pillars_of(roots).value}
    return all(titles.get(p.id, {}) == p.titles for p in tx.pillars())


def compile_if_changed(workspace: Workspace, store: "Store") -> Compiled | None:
    """Compile when a deck file changed; None if nothing had to be done."""
    with store.read() as tx:
        if is_fresh(workspace.roots, tx):
            return None
    return compile_decks(workspace, store)
