"""Decks into the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import recall
from recall.app.library import Library, deck_paths, pillar_files, read_library
from recall.app.workspace import DeckRoot, Workspace
from recall.diagnostics import Checked, Diagnostic, in_file_order
from recall.model.card import DeckFile

if TYPE_CHECKING:
    from recall.cardtypes.base import Facet
    from recall.identity import Changes
    from recall.model.card import Collection, NoteInfo
    from recall.model.ids import CardId, LearnerId, NoteId
    from recall.store.open import Store
    from recall.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Compiled:
    """The outcome of a compile.

    `applied` is False if it waits for confirmation. `left_behind` are reviewed cards whose note now
    makes other cards; their history stays in the journal.
    """

    collection: "Collection"
    changes: "Changes"
    diagnostics: tuple[Diagnostic, ...]
    library: Library
    applied: bool
    left_behind: "tuple[CardId, ...]" = ()


BODIES = "1"
"""The shape of card bodies; another one asks for a new compile of unchanged decks."""


def compiler() -> DeckFile:
    """The program as a file that the collection depends on."""
    return DeckFile("recall", 0, 0, f"{recall.__version__}/{BODIES}")


def assemble(
    library: Library,
    known: "Sequence[tuple[NoteInfo, bool]]" = (),
    clozes: "Mapping[NoteId, Mapping[str, Facet]] | None" = None,
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
    collection = replace(built.value, other_files=(compiler(), *library.others))
    return Checked(collection, in_file_order(assigned.diagnostics + built.diagnostics))


def compile_decks(workspace: Workspace, store: "Store", *, confirmed: bool = False) -> Compiled:
    """Compile all decks and save them.

    If a deck would lose more than a fifth of its notes at once, nothing is saved unless
    `confirmed`: a wrong folder or a broken merge should not empty a collection in silence.
    """
    from recall.identity import compare

    library = read_library(workspace.roots)
    while True:
        with store.read() as tx:
            known, facets = tx.notes(), facets_ever(tx)
        built = assemble(library.value, known, facets)
        changes = compare(known, built.value.notes)
        applied = confirmed or not changes.emptied
        left: tuple[CardId, ...] = ()
        with store.begin() as tx:
            if tx.notes() != known:
                continue  # somebody compiled in the meantime: their ids count
            if applied:
                left = _left_behind(tx, workspace.learner, built.value)
                tx.save_collection(built.value, now=workspace.clock())
        break
    diagnostics = in_file_order(library.diagnostics + built.diagnostics)
    return Compiled(built.value, changes, diagnostics, library.value, applied, left)


def facets_ever(tx: "Transaction") -> "dict[NoteId, dict[str, Facet]]":
    """The cloze facets that each note has or ever had, with the text each hid last."""
    from recall.cardtypes.base import Facet
    from recall.cardtypes.cloze import hidden_text

    facets: dict[NoteId, dict[str, Facet]] = {}
    present = [(card, True) for card in tx.cards(tx.card_ids()).values()]
    for card, is_present in (*present, *((card, False) for card in tx.vanished())):
        mark = hidden_text(card.body, card.facet)
        if mark is not None:
            facets.setdefault(card.note, {})[card.facet] = Facet(mark, is_present)
    return facets


def _left_behind(
    tx: "Transaction", learner: "LearnerId", collection: "Collection"
) -> "tuple[CardId, ...]":
    """Cards with a history that go while their note stays: its kind of cards has changed."""
    now = {card.id for card in collection.cards}
    notes = {note.id for note in collection.notes}
    reviewed = {card for card, state in tx.states(learner).items() if state.reps}
    cards = tx.cards(tx.card_ids())
    return tuple(i for i, c in cards.items() if i in reviewed and i not in now and c.note in notes)


def is_fresh(roots: Sequence[DeckRoot], tx: "Transaction") -> bool:
    """True if nothing that the collection was made of has changed since the last compile."""
    known = tx.deck_files()
    paths = {path.shown: path.path for path in deck_paths(roots).value}
    declared = {file.path: file for file in (compiler(), *pillar_files(roots))}
    if set(known) != {*paths, *declared}:
        return False
    if any(known[path] != file for path, file in declared.items()):
        return False
    for shown, path in paths.items():
        stat, before = path.stat(), known[shown]
        if (stat.st_size, stat.st_mtime_ns) != (before.size, before.mtime_ns):
            return False
    return True


def compile_if_changed(workspace: Workspace, store: "Store") -> Compiled | None:
    """Compile when a deck file changed; None if nothing had to be done."""
    with store.read() as tx:
        if is_fresh(workspace.roots, tx):
            return None
    return compile_decks(workspace, store)
