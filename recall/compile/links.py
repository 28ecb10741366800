"""Links between notes: requirements and sources."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from recall.cardtypes.infer import label_values
from recall.compile.codes import REQUIRES_CYCLE, UNKNOWN_REQUIREMENT, UNKNOWN_SOURCE
from recall.deck.syntax import Deck, Label, Note
from recall.diagnostics import Checked, Diagnostic
from recall.errors import did_you_mean
from recall.model.card import Card
from recall.model.ids import DeckId, NoteId
from recall.source import Span


@dataclass(frozen=True, slots=True)
class Wants:
    """What a note requires: names as written, and where."""

    note: NoteId
    names: tuple[str, ...]
    place: Span


@dataclass(frozen=True, slots=True)
class DeckLinks:
    """What can be required in a deck, and what it and its notes require.

    `notes` are all its notes with an id; `wants` only those that require something.
    """

    deck: DeckId
    path: str
    requires: tuple[str, ...]
    notes: tuple[NoteId, ...]
    wants: tuple[Wants, ...] = ()


def links_of(deck: Deck, ids: Mapping[tuple[str, int], NoteId]) -> DeckLinks:
    """The links of a parsed deck."""
    notes, wants = [], []
    for index, note in enumerate(deck.notes):
        note_id = ids.get((deck.path, index))
        if note_id is None:
            continue
        notes.append(note_id)
        part = note.part(Label.REQUIRES)
        names = label_values(note, Label.REQUIRES, separators=",，、") if part else ()
        if part and names:
            wants.append(Wants(note_id, names, part.content.span()))
    return DeckLinks(DeckId(deck.id), deck.path, deck.requires, tuple(notes), tuple(wants))


def check_links(
    cards: Sequence[Card],
    sources: Sequence[Deck],
    ids: Mapping[tuple[str, int], NoteId],
    *,
    around: Sequence[DeckLinks] = (),
) -> Checked[list[Card]]:
    """The cards with requirements that exist and form no circle; the rest is reported.

    `around` are decks whose cards are not at hand; what is wrong with them is reported, too.
    """
    resolved = resolve([*(links_of(deck, ids) for deck in sources), *around])
    checked = [
        card
        if card.prerequisites == (found := resolved.value.get(card.note, ()))
        else replace(card, prerequisites=found)
        for card in cards
    ]
    unknown = [problem for deck in sources for problem in _unknown_sources(deck)]
    return Checked(checked, (*resolved.diagnostics, *unknown))


def resolve(decks: Sequence[DeckLinks]) -> Checked[dict[NoteId, tuple[str, ...]]]:
    """For every note that requires something: what of it exists and is in no circle."""
    wants = [each for deck in decks for each in deck.wants]
    known = frozenset[str](note for deck in decks for note in deck.notes)
    known |= {deck.deck for deck in decks}
    found = [
        _unknown(name, each.place, known, own=each.note)
        for each in wants
        for name in each.names
        if name not in known or name == each.note
    ]
    found += [
        _unknown(name, Span(deck.path, 1, 1, 1, 1), known)
        for deck in decks
        for name in deck.requires
        if name not in known
    ]
    good = {
        each.note: tuple(name for name in each.names if name in known and name != each.note)
        for each in wants
    }
    found += _cut_circles(good, decks, {each.note: each.place for each in wants})
    return Checked(good, tuple(found))


def _cut_circles(
    good: dict[NoteId, tuple[str, ...]],
    decks: Sequence[DeckLinks],
    places: Mapping[NoteId, Span],
) -> list[Diagnostic]:
    """Report every circle, and take the requirements of its notes that close it out of `good`."""
    graph: dict[str, tuple[str, ...]] = {deck.deck: deck.requires for deck in decks}
    graph |= {str(note): names for note, names in good.items()}
    spans = {str(deck.deck): Span(deck.path, 1, 1, 1, 1) for deck in decks}
    spans |= {str(note): place for note, place in places.items()}
    found = []
    while circle := _circle(graph):
        found.append(REQUIRES_CYCLE.at(spans[circle[0]], " requires ".join(circle)))
        for name in circle:
            graph[name] = tuple(each for each in graph[name] if each not in circle)
            if NoteId(name) in good:
                good[NoteId(name)] = graph[name]
    return found


def _unknown(name: str, place: Span, known: frozenset[str], *, own: str = "") -> Diagnostic:
    if name == own:
        return REQUIRES_CYCLE.at(place, f"{own} requires itself")
    hint = UNKNOWN_REQUIREMENT.fix + did_you_mean(name, known - {own})
    return UNKNOWN_REQUIREMENT.at(place, f"there is no note or deck “{name}”", hint)


def _circle(graph: Mapping[str, tuple[str, ...]]) -> list[str]:
    """One circle of requirements, or nothing. Decks and notes are nodes of one graph."""
    done: set[str] = set()
    for start in graph:
        path: list[str] = []
        stack = [(start, iter(graph.get(start, ())))] if start not in done else []
        on_path = {start}
        path.append(start)
        while stack:
            node, names = stack[-1]
            step = next((n for n in names if n not in done), None)
            if step is None:
                done.add(node)
                stack.pop()
                on_path.discard(path.pop())
            elif step in on_path:
                return [*path[path.index(step) :], step]
            else:
                stack.append((step, iter(graph.get(step, ()))))
                path.append(step)
                on_path.add(step)
    return []


def source_of(deck: Deck, note: Note) -> str:
    """The sources of a note, each key written out: a reader wants the paper, not our shorthand."""
    written = []
    for reference in label_values(note, Label.SOURCE, separators=";；"):
        key, _, place = reference.partition(" ")
        paper = deck.sources.get(key)
        written.append(f"{paper}, {place}" if paper and place else paper or reference)
    return "; ".join(written)


def _unknown_sources(deck: Deck) -> list[Diagnostic]:
    if not deck.sources:
        return []
    found = []
    for note in deck.notes:
        part = note.part(Label.SOURCE)
        for reference in label_values(note, Label.SOURCE, separators=";；") if part else ():
            key = reference.partition(" ")[0].rstrip(",，")
            if part and key not in deck.sources and _looks_like_key(key):
                hint = UNKNOWN_SOURCE.fix + did_you_mean(key, tuple(deck.sources))
                message = f"“{key}” is not among the sources of this deck"
                found.append(UNKNOWN_SOURCE.at(part.content.span(), message, hint))
    return found


def _looks_like_key(word: str) -> bool:
    """A key is a short word that begins with a capital; prose such as `derived` is not one."""
    return bool(word) and word[0].isupper() and word.isalnum() and len(word) <= 12
