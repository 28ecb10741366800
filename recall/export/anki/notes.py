"""Cards as Anki notes. Only the question is looked at, never the type of the card.

Cards of one note stay together where Anki can show them so: clozes, and two cards that swap front
and back. Any other card becomes a note of its own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from recall.export import voices as said
from recall.export.anki.fields import Page, cloze_numbers
from recall.export.anki.ids import (
    DIRECTIONS,
    RETIRED_DECK,
    RETIRED_TAG,
    clean_tags,
    cloze_number,
    guid,
)
from recall.export.anki.kinds import NOTE_TYPES, RENDERING, Kind
from recall.export.anki.pool import Pool
from recall.export.pictures import Fault, Find, Picture, gallery
from recall.export.voices import Voice, Voices, merged, voices_of
from recall.model.card import Card
from recall.model.ids import CardId, DeckId
from recall.model.question import Choose, Question, Reveal, Tick, TypeNumbers, TypeText

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Anki drops control characters, but not before one of them (U+001F) has separated two fields."""


@dataclass(frozen=True, slots=True)
class AnkiCard:
    """A card of a note: `ordinal` says which one, `position` orders new cards."""

    id: CardId
    ordinal: int
    position: int


@dataclass(frozen=True, slots=True)
class AnkiNote:
    """A note as the package holds it.

    `deck` is Anki's name of the deck; `fields` stand in the order of the note type; `modified` is
    in seconds since 1970, and Anki takes a changed note only if it is later than before.
    `pictures` are the images it shows, `faults` what was wrong with its text.
    """

    kind: Kind
    guid: str
    deck: str
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    modified: int
    cards: tuple[AnkiCard, ...]
    pictures: tuple[Picture, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """What the notes of an export have in common.

    `lang` is a language, `both`, or None for the cards' own. `decks` maps a deck to its name in
    Anki; `changed_at` a card to when its content last changed, in milliseconds since 1970; `places`
    a card to its place on the learning path (default: its position). `galleries` gives the images
    of a deck. `retired` notes are tagged as such and stand in a deck of their own.
    """

    lang: str | None
    decks: Mapping[DeckId, str]
    changed_at: Mapping[CardId, int]
    places: Mapping[CardId, int] = field(default_factory=dict)
    galleries: Callable[[DeckId], Find] = lambda _: gallery(None)
    retired: bool = False


def notes_of(cards: Iterable[Card], setting: Setting) -> Iterator[AnkiNote]:
    """The notes that hold these cards, in the order of the learning path."""
    together: dict[str, list[Card]] = {}
    for card in sorted(cards, key=lambda card: (_place(card, setting), card.id)):
        together.setdefault(card.note, []).append(card)
    pages: dict[DeckId, Page] = {}
    for group in together.values():
        deck = group[0].deck
        if deck not in pages:
            pages[deck] = Page(setting.galleries(deck))
        yield from _Writer(setting, pages[deck]).group(tuple(group))


def _place(card: Card, setting: Setting) -> int:
    return setting.places.get(card.id, card.position)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the notes of one group of cards."""

    setting: Setting
    page: Page

    def group(self, cards: tuple[Card, ...]) -> Iterator[AnkiNote]:
        """The notes of cards that come from one note of a deck."""
        spoken = [voices_of(card, self.setting.lang) for card in cards]
        questions = [voices[0].question for voices in spoken]
        if questions[0].cloze and (found := self._cloze(cards, spoken)):
            yield found
        elif _swapped(questions) and {card.facet for card in cards} == set(DIRECTIONS):
            ordinals = tuple((DIRECTIONS.index(card.facet), card) for card in cards)
            voices = spoken[[ordinal for ordinal, _ in ordinals].index(0)]
            own = {"Front": self._front(voices), "Back": self._back(voices)}
            yield self._note(Kind.REVERSED, cards[0].note, ordinals, voices, own)
        else:
            for card, voices in zip(cards, spoken, strict=True):
                yield self._single(card, voices)

    def _front(self, voices: Voices) -> str:
        return merged(voices, (self.page.field(voice.question.front) for voice in voices))

    def _back(self, voices: Voices) -> str:
        return merged(voices, (self.page.field(voice.question.back) for voice in voices))

    def _cloze(self, cards: tuple[Card, ...], spoken: Sequence[Voices]) -> AnkiNote | None:
        """One note with a card for each cloze; None if Anki would make other cards of it."""
        numbers = {number: card for card in cards if (number := cloze_number(card.facet))}
        texts = {voice.question.cloze for voices in spoken for voice in voices}
        if len(numbers) != len(cards) or len(texts) > len(spoken[0]):
            return None
        wanted = frozenset(numbers)

        def written(voice: Voice) -> str:
            return self.page.cloze(voice.question.cloze, wanted)

        if any(cloze_numbers(written(voice)) != wanted for voice in spoken[0]):
            return None
        ordinals = tuple((number - 1, card) for number, card in numbers.items())
        own = {"Text": merged(spoken[0], map(written, spoken[0]))}
        return self._note(Kind.CLOZE, cards[0].note, ordinals, spoken[0], own)

    def _single(self, card: Card, voices: Voices) -> AnkiNote:
        own = {"Front": self._front(voices), "Back": self._back(voices)}
        match voices[0].question.input:
            case Reveal():
                kind = Kind.BASIC
            case Choose():
                kind = Kind.CHOICE
                own |= said.choice(voices, guid(kind, card.id), self.page)
            case TypeText():
                kind = Kind.TYPED
                own["Accepted"] = said.accepted(voices, self.page)
            case Tick():
                kind = Kind.POINTS
                own["Points"] = said.points(voices, self.page)
            case TypeNumbers():
                kind = Kind.NUMERIC
                own |= Pool(card.id, voices, self.page).fields()
            case _ as unknown:
                assert_never(unknown)
        return self._note(kind, card.id, ((0, card),), voices, own)

    def _note(
        self,
        kind: Kind,
        name: str,
        ordinals: Iterable[tuple[int, Card]],
        voices: Voices,
        own: Mapping[str, str],
    ) -> AnkiNote:
        numbered = sorted(ordinals, key=lambda pair: pair[0])
        setting, page, first = self.setting, self.page, numbered[0][1]
        values = {
            "Hints": said.hints(voices, page),
            "Why": merged(voices, (page.field(voice.question.why) for voice in voices)),
            **own,
            "Context": merged(voices, (page.field(voice.question.context) for voice in voices)),
            "Source": page.inline(first.source),
            # It stands in an attribute, so nothing else may pass.
            "Language": re.sub(r"[^A-Za-z0-9-]", "", voices[0].lang),
            "Id": page.plain(name),
        }
        changed = max(setting.changed_at.get(card.id, 0) for _, card in numbered) // 1000
        tags = (f"pillar::{first.pillar}", *first.tags, *([RETIRED_TAG] if setting.retired else []))
        pictures, faults = page.take()
        return AnkiNote(
            kind=kind,
            guid=guid(kind, name),
            deck=RETIRED_DECK if setting.retired else setting.decks[first.deck],
            fields=tuple(_CONTROL.sub("", values.get(f.name, "")) for f in NOTE_TYPES[kind].fields),
            tags=clean_tags(tags),
            modified=changed + RENDERING,
            cards=tuple(AnkiCard(c.id, number, _place(c, setting)) for number, c in numbered),
            pictures=pictures,
            faults=faults,
        )


def _swapped(questions: Sequence[Question]) -> bool:
    match questions:
        case [Question(input=Reveal()) as one, Question(input=Reveal()) as other]:
            return (one.front, one.back) == (other.back, other.front)
        case _:
            return False
