"""A card in the languages of an export, and the HTML of its parts in all of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from typing import Protocol

from recall.model.card import Card, CardBody
from recall.model.question import Choose, NumberPart, Option, Question, Tick, TypeText

BOTH = "both"
"""As a language: the card's own and every translation, with a button to change."""


class Writer(Protocol):
    """Writes deck Markdown as the HTML of one output."""

    def field(self, markdown: str) -> str:
        """Blocks of HTML; nothing for nothing."""

    def inline(self, markdown: str) -> str:
        """As `field`; a lone paragraph comes without its element."""

    def plain(self, text: str) -> str:
        """The HTML of a text that is no Markdown."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A card in one language."""

    lang: str
    body: CardBody
    question: Question


Voices = tuple[Voice, ...]


def voices_of(card: Card, lang: str | None) -> Voices:
    """The card in a language (where there is no translation, in its own), or in all it has."""
    if lang == BOTH:
        langs = (card.lang, *sorted(set(card.translations) - {card.lang}))
    else:
        langs = (lang if lang is not None and lang in card.translations else card.lang,)
    bodies = [card.words(name).body for name in langs]
    pairs = zip(langs, bodies, strict=True)
    return tuple(Voice(name, body, body.question()) for name, body in pairs)


def merged(voices: Voices, texts: Iterable[str]) -> str:
    """The text of each voice in its language; once, if all are the same."""
    listed = list(texts)
    if len(set(listed)) == 1:
        return listed[0]
    return "".join(
        f'<div class="in" lang="{voice.lang}">{text}</div>'
        for voice, text in zip(voices, listed, strict=True)
    )


def hints(voices: Voices, page: Writer) -> str:
    """The hints, folded one by one."""
    lists = zip_longest(*(voice.question.hints for voice in voices), fillvalue="")
    items = (merged(voices, map(page.field, hint)) for hint in lists)
    return "".join(
        f'<details class="hint"><summary></summary>{item}</details>' for item in items if item
    )


def choice(voices: Voices, name: str, page: Writer) -> dict[str, str]:
    """The options as they are asked and as they are answered.

    Options that may be mixed are mixed once, the same way for ever, for clients without scripts:
    authors like to put the right one first, and a note must not change without a reason.
    """
    specs = [(voice, _chosen(voice)) for voice in voices]
    first = specs[0][1]
    order = list(range(len(first.options)))
    if first.shuffle:
        order.sort(key=lambda index: sha256(f"{name}/{index}".encode()).digest())
    classes = ["options", *(["several"] if first.multiple else [])]
    classes += [] if first.shuffle else ["fixed"]
    asked, answered = [], []
    for place, index in enumerate(order):
        text = merged(voices, (page.inline(_chosen(v).options[index].text) for v in voices))
        asked.append(f'<li data-i="{place}">{text}</li>')
        answered.append(_verdict(voices, index, place, page))
    start = f'<ol class="{" ".join(classes)}">'
    right = [str(place) for place, index in enumerate(order) if first.options[index].right]
    return {
        "Options": f"{start}{''.join(asked)}</ol>",
        "Verdicts": f"{start}{''.join(answered)}</ol>",
        "Right": f"[{', '.join(right)}]",
    }


def _chosen(voice: Voice) -> Choose:
    spec = voice.question.input
    assert isinstance(spec, Choose)
    return spec


def _verdict(voices: Voices, index: int, place: int, page: Writer) -> str:
    def written(voice: Voice) -> str:
        option: Option = _chosen(voice).options[index]
        text = page.inline(option.text)
        if not option.feedback:
            return text
        return f'{text}<div class="feedback">{page.field(option.feedback)}</div>'

    right = _chosen(voices[0]).options[index].right
    name, sign = ("right", "✓") if right else ("wrong", "✗")
    text = merged(voices, map(written, voices))
    return f'<li class="{name}" data-i="{place}"><span class="sign">{sign}</span> {text}</li>'


def accepted(voices: Voices, page: Writer) -> str:
    """The accepted forms; not shown again where the answer has named the only one."""
    forms = list(dict.fromkeys(form for voice in voices for form in _forms(voice)))
    named = len(forms) == 1 and all(forms[0] in voice.question.back for voice in voices)
    items = "".join(f"<li>{page.plain(form)}</li>" for form in forms)
    return f'<ul class="accepted{" named" if named else ""}">{items}</ul>'


def _forms(voice: Voice) -> tuple[str, ...]:
    spec = voice.question.input
    return spec.accept if isinstance(spec, TypeText) else ()


def points(voices: Voices, page: Writer) -> str:
    """The points, each to be ticked."""
    lists = zip(*(_points(voice) for voice in voices), strict=True)
    items = (merged(voices, map(page.inline, point)) for point in lists)
    rows = (
        f'<li><label><input type="checkbox"> <span>{item}</span></label></li>' for item in items
    )
    return f'<ul class="points">{"".join(rows)}</ul>'


def _points(voice: Voice) -> tuple[str, ...]:
    spec = voice.question.input
    return spec.points if isinstance(spec, Tick) else ()


def asked(voices: Voices, parts: Sequence[Sequence[NumberPart]], page: Writer) -> str:
    """What to work out: one line for each number with its unit and tolerance."""
    items = []
    for same in zip(*parts, strict=True):
        prompt = merged(voices, (page.inline(part.prompt) for part in same))
        items.append(f"<li>{f'{prompt} ' if prompt else ''}{_number(same[0], page)}</li>")
    return f'<ol class="asked{" several" if len(items) > 1 else ""}">{"".join(items)}</ol>'


def _number(part: NumberPart, page: Writer) -> str:
    unit = f' <span class="unit">{page.plain(part.unit)}</span>' if part.unit else ""
    tolerance = page.plain(part.tolerance)
    shown = f' <span class="tolerance">{tolerance}</span>' if tolerance else ""
    return f'<span class="blank">?</span>{unit}{shown}'
