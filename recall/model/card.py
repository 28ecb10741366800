"""Cards and the collection they form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from recall.errors import RecallError
from recall.model.ids import CardId, DeckId, NoteId
from recall.model.question import Question, Response, Verdict
from recall.source import Span

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class UnknownVariant(RecallError):
    """A variant number that the problem, as it stands now, does not have."""


class CardBody(Protocol):
    """What a card type makes of a note: it asks, and it grades.

    Immutable, and equal after dump and load.
    """

    def draw(self, card: CardId, reviews: int) -> int | None:
        """The variant after `reviews` earlier reviews; None where the question never changes."""

    def question(self, variant: int | None = None) -> Question:
        """The question in that variant (None: the only one, or the first).

        Raises UnknownVariant.
        """

    def grade(self, response: Response, variant: int | None = None) -> Verdict:
        """Judge a response to `question(variant)`. Never raises on anything a learner can type."""

    def dump(self) -> Json:
        """The body as JSON, without its type."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a translation replaces: the title, the section above the note, and the body."""

    title: str
    body: CardBody


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `position` is its place in deck order over the whole collection, from 0.

    `digest` records which text was reviewed; it never decides identity. `translations` maps a BCP
    47 tag to words. `prerequisites` are note or deck ids that come first. `tags` hold the deck's
    and the note's.
    """

    id: CardId
    note: NoteId
    facet: str
    deck: DeckId
    pillar: str
    type: str
    digest: str
    position: int
    span: Span
    lang: str
    title: str
    body: CardBody
    source: str = ""
    tags: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    translations: Mapping[str, Words] = field(default_factory=dict)

    def words(self, lang: str | None) -> Words:
        """The card in that language, else in its base language (`zh` for `zh-CN`), else its own."""
        for wanted in (lang, lang.partition("-")[0]) if lang else ():
            if wanted == self.lang:
                break
            if wanted in self.translations:
                return self.translations[wanted]
        return Words(self.title, self.body)


@dataclass(frozen=True, slots=True)
class NoteInfo:
    """A note as identity needs it: its source text, and whether the id stands in the file.

    `text` is the note's whole Markdown without the id comment. `digest` hashes it. A note whose id
    is not `stamped` is re-linked at the next compile by digest, heading or similarity.
    """

    id: NoteId
    deck: DeckId
    heading: str
    text: str
    digest: str
    stamped: bool


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A file of a deck, as compiled. `path` is relative to the decks folder; `hash` is SHA-256."""

    path: str
    size: int
    mtime_ns: int
    hash: str


@dataclass(frozen=True, slots=True)
class DeckInfo:
    """A deck as lists show it. `titles` maps a language to a title; `files[0]` is the primary."""

    id: DeckId
    pillar: str
    position: int
    titles: Mapping[str, str]
    prerequisites: tuple[str, ...] = ()
    files: tuple[DeckFile, ...] = ()

    def title(self, lang: str | None = None) -> str:
        """The title in a language, else the first one there is."""
        return self.titles.get(lang or "") or next(iter(self.titles.values()), self.id)


@dataclass(frozen=True, slots=True)
class Pillar:
    """A pillar in the order of `pillars.toml`; `titles` maps a language to a title."""

    id: str
    position: int
    titles: Mapping[str, str]

    def title(self, lang: str | None = None) -> str:
        """The title in a language, else in English, else the id."""
        return self.titles.get(lang or "en") or self.titles.get("en") or self.id


@dataclass(frozen=True, slots=True)
class Collection:
    """Everything the decks hold: pillars, decks, notes and cards, each in order.

    `other_files` were read, too, but belong to no deck: a change of one asks for a new compile.
    """

    pillars: tuple[Pillar, ...] = ()
    decks: tuple[DeckInfo, ...] = ()
    notes: tuple[NoteInfo, ...] = ()
    cards: tuple[Card, ...] = ()
    other_files: tuple[DeckFile, ...] = ()
