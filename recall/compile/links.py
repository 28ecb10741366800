"""Links between notes: requirements and sources."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from recall.cardtypes.infer import label_values
from recall.compile.codes import REQUIRES_CYCLE, UNKNOWN_REQUIREMENT, UNKNOWN_SOURCE
from recall.deck.syntax import Deck, Label, Note
from recall.diagnostics import Checked, Diagnostic
from recall.errors import did_you_mean
from recall.model.card import Card, DeckInfo
from recall.model.ids import NoteId
from recall.source import Span


def check_links(
    cards: Sequence[Card],
    decks: Sequence[DeckInfo],
    sources: Sequence[Deck],
    ids: Mapping[tuple[str, int], NoteId],
) -> Checked[list[Card]]:
    """The cards with requirements that exist and form no circle; the rest is reported."""
    found: list[Diagnostic] = []
    spans = {
        ids[deck.path, index]: _requires_span(note)
        for deck in sources
        for index, note in enumerate(deck.notes)
        if (deck.path, index) in ids
    }
    known = frozenset(spans) | {deck.id for deck in decks}
    wanted = {
        ids[deck.path, index]: label_values(note, Label.REQUIRES, separators=",，、")
        for deck in sources
        for index, note in enumerate(deck.notes)
        if (deck.path, index) in ids
    }
    found += [
        _unknown(name, spans[note], known, own=note)
        for note, names in wanted.items()
        for name in names
        if name not in known or name == note
    ]
    checked = [replace(card, prerequisites=_known(card, known)) for card in cards]
    found += _unknown_decks(decks, sources, known)
    circle = _circle({card.note: card.prerequisites for card in checked}, decks)
    if circle:
        place = spans.get(NoteId(circle[0])) or next(iter(spans.values()))
        found.append(REQUIRES_CYCLE.at(place, " requires ".join(circle)))
        checked = [
            replace(c, prerequisites=tuple(p for p in c.prerequisites if p not in circle))
            if c.note in circle
            else c
            for c in checked
        ]
    found += [problem for deck in sources for problem in _unknown_sources(deck)]
    return Checked(checked, tuple(found))


def _known(card: Card, known: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in card.prerequisites if name in known and name != card.note)


def _requires_span(note: Note) -> Span:
    part = note.part(Label.REQUIRES)
    return part.content.span() if part else note.heading.span()


def _unknown(name: str, place: Span, known: frozenset[str], *, own: str = "") -> Diagnostic:
    if name == own:
        return REQUIRES_CYCLE.at(place, f"{own} requires itself")
    hint = UNKNOWN_REQUIREMENT.fix + did_you_mean(name, known - {own})
    return UNKNOWN_REQUIREMENT.at(place, f"there is no note or deck “{name}”", hint)


def _unknown_decks(
    decks: Sequence[DeckInfo], sources: Sequence[Deck], known: frozenset[str]
) -> list[Diagnostic]:
    paths = {deck.id: deck.path for deck in sources}
    return [
        _unknown(name, Span(paths[deck.id], 1, 1, 1, 1), known)
        for deck in decks
        for name in deck.prerequisites
        if name not in known
    ]


def _circle(notes: Mapping[NoteId, tuple[str, ...]], decks: Sequence[DeckInfo]) -> list[str]:
    """One circle of requirements, or nothing. Decks and notes are nodes of one graph."""
    graph: dict[str, tuple[str, ...]] = {deck.id: deck.prerequisites for deck in decks}
    graph |= {str(note): names for note, names in notes.items()}
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
