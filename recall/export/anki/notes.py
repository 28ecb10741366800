"""Cards as Anki notes. Only the question is looked at, never the type of the card.

Cards of one note stay together where Anki can show them so: clozes, and two cards that swap front
and back. Any other card becomes a note of its own.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import assert_never

from recall.export.anki import fields as html
from recall.export.anki.ids import RETIRED_TAG, clean_tags, guid
from recall.export.anki.kinds import NOTE_TYPES, RENDERING, Kind
from recall.model.card import Card
from recall.model.ids import CardId, DeckId
from recall.model.question import (
    Choose,
    NumberPart,
    Option,
    Question,
    Reveal,
    Tick,
    TypeNumbers,
    TypeText,
)

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Anki drops control characters, but not before one of them (U+001F) has separated two fields."""

_DIRECTIONS = ("forward", "backward")
"""The facets of two cards that swap sides, in the order of the templates."""


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
    """

    kind: Kind
    guid: str
    deck: str
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    modified: int
    cards: tuple[AnkiCard, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """What the notes of an export have in common.

    `decks` maps a deck to its name in Anki; `changed_at` a card to when its content last changed,
    in milliseconds since 1970. `retired` notes are tagged as such.
    """

    lang: str | None
    decks: Mapping[DeckId, str]
    changed_at: Mapping[CardId, int]
    retired: bool = False


def notes_of(cards: Iterable[Card], setting: Setting) -> tuple[AnkiNote, ...]:
    """The notes that hold these cards, in deck order."""
    together: dict[str, list[Card]] = {}
    for card in sorted(cards, key=lambda card: (card.position, card.id)):
        together.setdefault(card.note, []).append(card)
    return tuple(note for group in together.values() for note in _group(tuple(group), setting))


def _group(cards: tuple[Card, ...], setting: Setting) -> tuple[AnkiNote, ...]:
    questions = [card.words(setting.lang).body.question() for card in cards]
    if questions[0].cloze and (found := _cloze(cards, questions, setting)):
        return (found,)
    if _swapped(questions) and {card.facet for card in cards} == set(_DIRECTIONS):
        ordinals = tuple((_DIRECTIONS.index(card.facet), card) for card in cards)
        question = questions[[ordinal for ordinal, _ in ordinals].index(0)]
        own = {"Front": html.field(question.front), "Back": html.field(question.back)}
        return (_note(Kind.REVERSED, cards[0].note, ordinals, question, own, setting),)
    return tuple(
        _single(card, question, setting) for card, question in zip(cards, questions, strict=True)
    )


def _swapped(questions: Sequence[Question]) -> bool:
    match questions:
        case [Question(input=Reveal()) as one, Question(input=Reveal()) as other]:
            return (one.front, one.back) == (other.back, other.front)
        case _:
            return False


def _cloze(
    cards: tuple[Card, ...], questions: Sequence[Question], setting: Setting
) -> AnkiNote | None:
    """One note with a card for each cloze number; None if Anki would make other cards of it."""
    ordinals = tuple(
        (int(card.facet[1:]) - 1, card) for card in cards if card.facet[1:].isdecimal()
    )
    numbers = frozenset(ordinal + 1 for ordinal, _ in ordinals)
    text = html.cloze_field(questions[0].cloze, numbers)
    if len(ordinals) < len(cards) or html.cloze_numbers(text) != numbers:
        return None
    return _note(Kind.CLOZE, cards[0].note, ordinals, questions[0], {"Text": text}, setting)


def _single(card: Card, question: Question, setting: Setting) -> AnkiNote:
    own = {"Front": html.field(question.front), "Back": html.field(question.back)}
    match question.input:
        case Reveal():
            kind = Kind.BASIC
        case Choose() as choose:
            kind = Kind.CHOICE
            own |= _choice(choose, guid(kind, card.id))
        case TypeText(accept):
            kind = Kind.TYPED
            own["Accepted"] = _accepted(accept, question.back)
        case Tick(points):
            kind = Kind.POINTS
            own["Points"] = _points(points)
        case TypeNumbers(parts):
            kind = Kind.NUMERIC
            own["Asked"] = _asked(parts)
        case _ as unknown:
            assert_never(unknown)
    return _note(kind, card.id, ((0, card),), question, own, setting)


def _note(
    kind: Kind,
    name: str,
    ordinals: Iterable[tuple[int, Card]],
    question: Question,
    own: Mapping[str, str],
    setting: Setting,
) -> AnkiNote:
    numbered = sorted(ordinals, key=lambda pair: pair[0])
    cards = tuple(AnkiCard(card.id, ordinal, card.position) for ordinal, card in numbered)
    first = numbered[0][1]
    values = {
        **own,
        "Context": html.field(question.context),
        "Hints": "".join(_hint(hint) for hint in question.hints),
        "Why": html.field(question.why),
        "Source": html.inline_field(first.source),
        "Language": _language(first, setting.lang),
        "Id": html.plain_field(name),
    }
    changed = max(setting.changed_at.get(card.id, 0) for card in cards) // 1000
    tags = (f"pillar::{first.pillar}", *first.tags, *([RETIRED_TAG] if setting.retired else []))
    return AnkiNote(
        kind=kind,
        guid=guid(kind, name),
        deck=setting.decks[first.deck],
        fields=tuple(
            _CONTROL.sub("", values.get(field.name, "")) for field in NOTE_TYPES[kind].fields
        ),
        tags=clean_tags(tags),
        modified=changed + RENDERING,
        cards=cards,
    )


def _language(card: Card, lang: str | None) -> str:
    """The tag of the words that are shown; it stands in an attribute, so nothing else may pass."""
    shown = lang if lang is not None and lang in card.translations else card.lang
    return re.sub(r"[^A-Za-z0-9-]", "", shown)


def _hint(hint: str) -> str:
    return f'<details class="hint"><summary></summary>{html.field(hint)}</details>'


def _choice(choose: Choose, name: str) -> dict[str, str]:
    """The options as they are asked and as they are answered.

    Options that may be mixed are mixed once, the same way for ever: authors like to put the right
    one first, and a note must not change without a reason.
    """
    order = list(range(len(choose.options)))
    if choose.shuffle:
        order.sort(key=lambda index: sha256(f"{name}/{index}".encode()).digest())
    options = [choose.options[index] for index in order]
    start = f'<ol class="options{" several" if choose.multiple else ""}">'
    asked = "".join(f"<li>{html.inline_field(option.text)}</li>" for option in options)
    return {
        "Options": f"{start}{asked}</ol>",
        "Verdicts": f"{start}{''.join(map(_verdict, options))}</ol>",
        "Right": json.dumps([place for place, option in enumerate(options) if option.right]),
    }


def _verdict(option: Option) -> str:
    name, sign = ("right", "✓") if option.right else ("wrong", "✗")
    feedback = (
        f'<div class="feedback">{html.field(option.feedback)}</div>' if option.feedback else ""
    )
    text = html.inline_field(option.text)
    return f'<li class="{name}"><span class="sign">{sign}</span> {text}{feedback}</li>'


def _accepted(forms: Sequence[str], back: str) -> str:
    """The accepted forms, unless the answer has named the only one."""
    if len(forms) == 1 and forms[0] in back:
        return ""
    items = "".join(f"<li>{html.plain_field(form)}</li>" for form in forms)
    return f'<ul class="accepted">{items}</ul>'


def _points(points: Iterable[str]) -> str:
    items = (
        f'<li><label><input type="checkbox"> <span>{html.inline_field(point)}</span></label></li>'
        for point in points
    )
    return f'<ul class="points">{"".join(items)}</ul>'


def _asked(parts: Sequence[NumberPart]) -> str:
    """What to work out: one line for each number with its unit and tolerance."""
    lines = [f"<li>{_number(part)}</li>" for part in parts]
    return f'<ol class="asked{" several" if len(parts) > 1 else ""}">{"".join(lines)}</ol>'


def _number(part: NumberPart) -> str:
    prompt = f"{html.inline_field(part.prompt)} " if part.prompt else ""
    unit = f' <span class="unit">{html.plain_field(part.unit)}</span>' if part.unit else ""
    tolerance = html.plain_field(part.tolerance)
    shown = f' <span class="tolerance">{tolerance}</span>' if tolerance else ""
    return f'{prompt}<span class="blank">?</span>{unit}{shown}'
