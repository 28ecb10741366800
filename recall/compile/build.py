"""Notes to cards, deck by deck: types, facets, translations and proofs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from recall.cardtypes.base import CardType, Draft, Facet, Sheet
from recall.cardtypes.bodies.frame import Frame
from recall.cardtypes.bodies.numeric import NumericBody
from recall.cardtypes.bodies.revealed import RevealBody
from recall.cardtypes.infer import infer, label_values, make_cards, title_of
from recall.cardtypes.registry import CARD_TYPES
from recall.compile.codes import NO_PRIMARY, STALE_TRANSLATION
from recall.compile.links import DeckLinks, check_links, source_of
from recall.compile.order import order_key, pillars_in_order
from recall.deck.digest import note_digest, note_text
from recall.deck.syntax import Deck, Label, Note
from recall.deck.translation import match
from recall.diagnostics import Checked, Diagnostic, has_errors, in_file_order
from recall.model.card import (
    Card,
    CardBody,
    Collection,
    DeckFile,
    DeckInfo,
    NoteInfo,
    Pillar,
    Words,
)
from recall.model.ids import DeckId, NoteId, card_id
from recall.numeric.problem import Problem
from recall.numeric.proof import prove
from recall.source import Span

Prover = Callable[[Problem], tuple[Diagnostic, ...]]
"""What is wrong with a problem over all its variants."""


@dataclass(frozen=True, slots=True)
class Sheaf:
    """What goes into a collection.

    `ids` gives every note its id, by (path of the file, index of the note); notes without one are
    left out. `clozes` maps a note to the cloze facets it ever had. `files` are the files behind
    each deck, primary first. `around` are the links of decks that are not compiled anew.
    """

    decks: Sequence[Deck]
    ids: Mapping[tuple[str, int], NoteId]
    pillars: Sequence[Pillar] = ()
    clozes: Mapping[NoteId, Mapping[str, Facet]] = field(default_factory=dict)
    files: Mapping[str, tuple[DeckFile, ...]] = field(default_factory=dict)
    around: Sequence[DeckLinks] = ()


@dataclass(slots=True)
class _Made:
    """The collection while it grows."""

    decks: list[DeckInfo] = field(default_factory=list)
    notes: list[NoteInfo] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)


def build(
    sheaf: Sheaf, *, prover: Prover = prove, advance: Callable[[], None] = lambda: None
) -> Checked[Collection]:
    """The collection of all good notes, and what is wrong with the others.

    `advance` is called after each deck.
    """
    made = _Made()
    pillars = _pillars(sheaf)
    places = {pillar.id: pillar.position for pillar in pillars}
    primaries = [deck for deck in sheaf.decks if not deck.translation and deck.is_deck]
    primaries.sort(key=lambda d: (places[d.pillar], order_key(d.id, d.order), d.id))
    known = {deck.id for deck in sheaf.decks if not deck.translation}
    for deck in sheaf.decks:
        if deck.translation and deck.is_deck and deck.id not in known:
            message = f"there is no primary deck {deck.id}"
            made.found.append(NO_PRIMARY.at(_first_line(deck), message))
    words: dict[str, list[Deck]] = {}
    for deck in sheaf.decks:
        if deck.translation:
            words.setdefault(deck.id, []).append(deck)
    for position, deck in enumerate(primaries):
        others = words.get(deck.id, ())
        _add_deck(made, sheaf, deck, others, position=position, prover=prover)
        advance()
    links = check_links(made.cards, primaries, sheaf.ids, around=sheaf.around)
    made.found += links.diagnostics
    collection = Collection(
        pillars=pillars,
        decks=tuple(made.decks),
        notes=tuple(made.notes),
        cards=tuple(links.value),
    )
    return Checked(collection, in_file_order(made.found))


def _pillars(sheaf: Sheaf) -> tuple[Pillar, ...]:
    return pillars_in_order(sheaf.pillars, {deck.pillar for deck in sheaf.decks if deck.is_deck})


def _first_line(deck: Deck) -> Span:
    return deck.notes[0].heading.span() if deck.notes else Span(deck.path, 1, 1, 1, 1)


def _add_deck(
    made: _Made,
    sheaf: Sheaf,
    deck: Deck,
    others: Sequence[Deck],
    *,
    position: int,
    prover: Prover,
) -> None:
    titles = {deck.lang: deck.title} | {other.lang: other.title for other in others}
    info = DeckInfo(
        id=DeckId(deck.id),
        pillar=deck.pillar,
        position=position,
        titles=titles,
        prerequisites=deck.requires,
        files=sheaf.files.get(deck.id, ()),
    )
    made.decks.append(info)
    words: dict[str, Mapping[str, Note]] = {}
    for other in others:
        matched = match(deck, other)
        made.found += matched.diagnostics
        words[other.lang] = matched.value
    for index, note in enumerate(deck.notes):
        note_id = sheaf.ids.get((deck.path, index))
        if note_id is not None:
            _add_note(made, sheaf, deck, note, note_id=note_id, words=words, prover=prover)


def _add_note(
    made: _Made,
    sheaf: Sheaf,
    deck: Deck,
    note: Note,
    *,
    note_id: NoteId,
    words: Mapping[str, Mapping[str, Note]],
    prover: Prover,
) -> None:
    digest = note_digest(note)
    made.notes.append(
        NoteInfo(
            id=note_id,
            deck=DeckId(deck.id),
            heading=title_of(note),
            text=note_text(note),
            digest=digest,
            stamped=note.id is not None,
        )
    )
    inferred = infer(note, CARD_TYPES)
    made.found += inferred.diagnostics
    if inferred.value is None:
        return
    sheet = Sheet(note, deck.lang, sheaf.clozes.get(note_id, {}))
    result = make_cards(inferred.value, sheet)
    made.found += result.diagnostics
    drafts = result.value
    if not has_errors(result.diagnostics):
        drafts, proof = _proved(drafts, prover)
        made.found += proof
    translations = _translate(made, inferred.value, sheet, words, digest=digest)
    frame = _frame(deck, note, kind=inferred.value, note_id=note_id, digest=digest)
    for draft in drafts:
        in_other = {
            lang: Words(title, bodies[draft.facet])
            for lang, (title, bodies) in translations.items()
            if draft.facet in bodies
        }
        card = replace(
            frame,
            id=card_id(note_id, draft.facet),
            facet=draft.facet,
            position=len(made.cards),
            body=draft.body,
            translations=in_other,
        )
        made.cards.append(card)


_NO_BODY = RevealBody("", "", Frame("", "", (), ""))


def _frame(deck: Deck, note: Note, *, kind: CardType, note_id: NoteId, digest: str) -> Card:
    """What all cards of a note share; facet, place and body are filled in for each."""
    tags = dict.fromkeys(deck.tags + label_values(note, Label.TAGS, separators=",，、"))
    return Card(
        id=card_id(note_id, ""),
        note=note_id,
        facet="",
        deck=DeckId(deck.id),
        pillar=deck.pillar,
        type=kind.name,
        digest=digest,
        position=0,
        span=note.heading.span(),
        lang=deck.lang,
        title=title_of(note),
        body=_NO_BODY,
        source=source_of(deck, note),
        tags=tuple(tags),
        terms=label_values(note, Label.TERMS, separators="|｜"),
        prerequisites=label_values(note, Label.REQUIRES, separators=",，、"),
    )


def _proved(
    drafts: tuple[Draft, ...], prover: Prover
) -> tuple[tuple[Draft, ...], tuple[Diagnostic, ...]]:
    """The drafts whose problems hold for every variant."""
    good: list[Draft] = []
    found: list[Diagnostic] = []
    for draft in drafts:
        proof = prover(draft.body.problem) if isinstance(draft.body, NumericBody) else ()
        found += proof
        if not has_errors(proof):
            good.append(draft)
    return tuple(good), tuple(found)


def _translate(
    made: _Made,
    kind: CardType,
    primary: Sheet,
    words: Mapping[str, Mapping[str, Note]],
    *,
    digest: str,
) -> dict[str, tuple[str, dict[str, CardBody]]]:
    """For each language: the title and the bodies by facet."""
    result: dict[str, tuple[str, dict[str, CardBody]]] = {}
    for lang, notes in words.items():
        note = notes.get(primary.note.id or "")
        if note is None:
            continue
        if note.of and not digest.startswith(note.of):
            message = f"the primary's digest is now {digest[:8]}, this translates {note.of}"
            place = note.id_span or note.heading.span()
            made.found.append(STALE_TRANSLATION.at(place, message))
        translated = make_cards(kind, Sheet(note, lang, primary.known, primary.note))
        made.found += translated.diagnostics
        bodies = {draft.facet: draft.body for draft in translated.value}
        result[lang] = (title_of(note), bodies)
    return result
