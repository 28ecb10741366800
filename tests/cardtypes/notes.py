"""Notes written as Markdown, for the tests of card types."""

from recall.cardtypes.base import Draft, Facet, Sheet
from recall.cardtypes.infer import infer, make_cards
from recall.cardtypes.registry import CARD_TYPES
from recall.deck.parser import parse
from recall.deck.syntax import Note
from recall.source import SourceFile


def note(text: str) -> Note:
    """The only note of a text."""
    source = SourceFile.from_bytes("decks/p/d.md", text.encode())
    parsed = parse(source, deck="p/d", pillar="p", lang="en", translation=False)
    assert not [d for d in parsed.diagnostics if d.code.id[0] == "E"], parsed.diagnostics
    (only,) = parsed.value.notes
    return only


def codes(text: str) -> list[str]:
    """The ids of the diagnostics that typing and making a note raises."""
    written = note(text)
    kind = infer(written, CARD_TYPES)
    found = list(kind.diagnostics)
    if kind.value:
        found += make_cards(kind.value, Sheet(written, "en", {})).diagnostics
    return [diagnostic.code.id for diagnostic in found]


def drafts(
    text: str, *, known: dict[str, str] | None = None, lang: str = "en"
) -> tuple[Draft, ...]:
    """The cards of a note without errors."""
    written = note(text)
    kind = infer(written, CARD_TYPES).value
    assert kind is not None
    facets = {name: Facet(mark) for name, mark in (known or {}).items()}
    made = make_cards(kind, Sheet(written, lang, facets))
    assert made.ok, made.diagnostics
    return made.value


def translated(primary: str, words: str, *, lang: str = "zh") -> tuple[Draft, ...]:
    """The cards of a note in the words of its translation."""
    rules, translation = note(primary), note(words)
    kind = infer(rules, CARD_TYPES).value
    assert kind is not None
    made = make_cards(kind, Sheet(translation, lang, {}, rules))
    assert made.ok, made.diagnostics
    return made.value
