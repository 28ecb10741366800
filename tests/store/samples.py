"""Collections, entries and states that the tests of the store share."""

from dataclasses import replace
from typing import Any

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
from recall.model.ids import CardId, DeckId, EntryId, LearnerId, NoteId
from recall.model.journal import Entry, Event, Review
from recall.model.rating import Rating
from recall.source import Span

ME = LearnerId("me")
DAY_MS = 86_400_000
NOON = 20_000 * DAY_MS + DAY_MS // 2


def body(answer: str, lang: str = "en") -> CardBody:
    """The body of a basic card."""
    # The programs that tests start make entries only, and start faster without card types.
    from recall.cardtypes.bodies.frame import Frame
    from recall.cardtypes.bodies.revealed import RevealBody

    return RevealBody("What?", answer, Frame(lang, "", ("Think.",), ""))


def card(name: str, position: int = 0, **changes: Any) -> Card:
    """A basic card of a note of the same name."""
    plain = Card(
        id=CardId(name),
        note=NoteId(name),
        facet="",
        deck=DeckId("attention/kv"),
        pillar="attention",
        type="basic",
        digest=f"digest of {name}",
        position=position,
        span=Span("decks/attention/kv.md", position + 1, 1, position + 2, 1),
        lang="en",
        title=f"About {name}",
        body=body(f"The answer to {name}"),
        source="V2 §2.1: “KV”",
        tags=("memory", "推理"),
        terms=("MLA",),
        prerequisites=("attention/basics",),
        translations={"zh": Words("关于", body("答案", "zh"))},
    )
    return replace(plain, **changes)


def note(name: str, **changes: Any) -> NoteInfo:
    """A note in the deck of the sample cards."""
    plain = NoteInfo(
        NoteId(name), DeckId("attention/kv"), f"About {name}?", "text\n", f"d-{name}", True
    )
    return replace(plain, **changes)


def collection(*names: str) -> Collection:
    """A collection with one basic card for each name, in that order."""
    files = (DeckFile("attention/kv.md", 10, 1_700_000_000_123_456_789, "aa"),)
    files += (DeckFile("attention/kv.de.md", 11, 5, "bb"),)
    return Collection(
        pillars=(Pillar("attention", 0, {"en": "Attention", "zh": "注意力"}),),
        decks=(
            DeckInfo(
                DeckId("attention/kv"),
                "attention",
                0,
                {"zh": "缓存", "en": "Cache"},
                ("a/b",),
                files,
            ),
        ),
        notes=tuple(note(name) for name in names),
        cards=tuple(card(name, position) for position, name in enumerate(names)),
    )


def entry(
    number: int,
    event: Event | None = None,
    *,
    card: str = "kv-cache",
    learner: str = "me",
    day: int = 20_000,
    minute: int | None = None,
) -> Entry:
    """An entry with that number as its id, in a minute (default: of that number) of a day."""
    return Entry(
        id=EntryId(f"0190-{number:06d}"),
        learner=LearnerId(learner),
        card=CardId(card),
        at=day * DAY_MS + (number if minute is None else minute) * 60_000,
        utc_offset=480,
        study_day=day,
        event=event or Review(Rating.GOOD, 4_000),
    )
